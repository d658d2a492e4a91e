//! Places hunks that do not match exactly: finds candidates for each hunk, chooses among them for all hunks together,
//! and checks that each choice is good enough.

use crate::refusal::{Doubt, HunkFailure, HunkWhy, MissingEvidence};
use crate::request::PatchMode;
use crate::resolve::Decider;
use crate::syntax;

use super::anchor;
use super::chain::{self, Choice};
use super::fit::{Fit, Sequence, Side};
use super::hunk_places::{HunkPlaces, UncertainHunk};
use super::order;
use super::ranking::Ranking;
use super::rival::{Expected, OffsetRange};
use super::strict::ExactSearch;
use crate::resolve::place::candidates::accept;
use crate::resolve::place::candidates::alignment::Form;
use crate::resolve::place::candidates::base::Base;
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::report::failure;
use crate::resolve::place::weights;

/// The search for hunks that do not match exactly, after the exact search.
pub struct LooseSearch<'a, 'v> {
    pub exact: &'a ExactSearch<'v>,
    pub index: &'a Index<'a>,
    pub mode: PatchMode,
    /// The text that the hunks were made from, if the caller has it.
    pub base: Option<&'a Base>,
    /// The layout rules of the file, if hunks may match in another layout.
    pub layout: Option<syntax::Layout>,
}

impl LooseSearch<'_, '_> {
    /// A fit for each pattern, in the order of the patch.
    ///
    /// # Errors
    /// Every hunk that has no place with enough evidence for the mode.
    pub fn fits(&self) -> Result<Vec<Fit>, Vec<HunkFailure>> {
        let patterns = self.exact.patterns;
        let fits = failure::all_or_failures(patterns, self.verdicts())?;
        order::in_order(fits, patterns)
    }

    /// A fit for each pattern, or the reason why it has none. Does not check order and overlaps.
    pub fn verdicts(&self) -> Vec<Result<Fit, HunkWhy>> {
        let patterns = self.exact.patterns;
        let places: Vec<HunkPlaces> = (0..patterns.len())
            .map(|number| self.hunk_places(number))
            .collect();
        let links: Vec<_> = places.iter().map(HunkPlaces::links).collect();
        let choices = chain::choose(&links);
        let mut fits: Vec<Result<Fit, HunkWhy>> = (0..patterns.len())
            .map(|number| self.decide(number, &places, choices[number].as_ref()))
            .collect();
        self.place_twins(&mut fits, &places, &choices);
        self.place_relaid(&mut fits);
        anchor::check(patterns, &mut fits, self.exact.now);
        fits
    }

    /// Places the remaining hunks that match in another layout.
    fn place_relaid(&self, fits: &mut [Result<Fit, HunkWhy>]) {
        let Some(layout) = self.layout.filter(|_| self.mode != PatchMode::Strict) else {
            return;
        };
        for (number, fit) in fits.iter_mut().enumerate() {
            let pattern = &self.exact.patterns[number];
            if matches!(
                fit,
                Err(HunkWhy::NoMatch { .. } | HunkWhy::Doubtful(_) | HunkWhy::Conflict { .. })
            ) && let Some(relaid) = Fit::relaid(number, pattern, layout, self.exact.now)
            {
                *fit = Ok(relaid);
            }
        }
    }

    fn hunk_places(&self, number: usize) -> HunkPlaces {
        match self.exact.verdict(number) {
            Ok(fit) if !self.is_contradicted(&fit) => self.certain(fit),
            Ok(fit) => {
                let line = self.base.map_or(0, |base| base.expected(number));
                let why =
                    failure::away_from_base(&self.exact.patterns[fit.hunk], self.exact.now, line);
                self.search_drifted(number, why)
            }
            Err(why) => self.search_drifted(number, why),
        }
    }

    /// True if the base shows that other lines are at `fit`.
    fn is_contradicted(&self, fit: &Fit) -> bool {
        let pattern = &self.exact.patterns[fit.hunk];
        self.base
            .is_some_and(|base| base.contradicts_exact(fit, pattern, self.exact.now))
    }

    /// The candidates of a hunk that has no exact place, for the reason `why`.
    fn search_drifted(&self, number: usize, why: HunkWhy) -> HunkPlaces {
        if let Some(fit) = self.place_by_base(number, &why) {
            return self.certain(fit);
        }
        match why {
            HunkWhy::Truncated
            | HunkWhy::NoAnchor
            | HunkWhy::LostAnchor { .. }
            | HunkWhy::OnlyNumber(_)
            | HunkWhy::Undecided(_)
            // The new side is at the stated lines, so every other place is a twin.
            | HunkWhy::AlreadyApplied(_)
            // Lines with several exact matches do not become clearer in a loose comparison.
            | HunkWhy::Ambiguous { .. } => HunkPlaces::Refused(why),
            _ => {
                let pattern = &self.exact.patterns[number];
                let expected = self.exact.expected_line(number);
                let hunk = UncertainHunk::search(pattern, self.index, expected, self.mode, why);
                HunkPlaces::Uncertain(hunk)
            }
        }
    }

    /// The place of hunk `number` according to the base.
    fn place_by_base(&self, number: usize, why: &HunkWhy) -> Option<Fit> {
        let pattern = &self.exact.patterns[number];
        let hunk = UncertainHunk::by_base(number, pattern, self.index, self.base?, why.clone())?;
        let fit = self.fit(number, &hunk, 0, &hunk.ranking_by_base(0)).ok()?;
        Some(fit.decided_by(Decider::Base))
    }

    fn certain(&self, fit: Fit) -> HunkPlaces {
        let core = order::core(&fit, &self.exact.patterns[fit.hunk]);
        let lines = self.index.line_of(core.start())..self.index.line_of(core.end());
        HunkPlaces::Certain(Box::new(fit), lines)
    }

    /// The chosen candidate of hunk `number`, if the evidence is sufficient.
    fn decide(
        &self,
        number: usize,
        places: &[HunkPlaces],
        choice: Option<&Choice>,
    ) -> Result<Fit, HunkWhy> {
        let hunk = match &places[number] {
            HunkPlaces::Certain(fit, _) => return Ok((**fit).clone()),
            HunkPlaces::Refused(why) => return Err(why.clone()),
            HunkPlaces::Uncertain(hunk) => hunk,
        };
        let pattern = &self.exact.patterns[number];
        let Some(choice) = choice else {
            let conflict = self.conflict(number, hunk);
            return Err(conflict.unwrap_or_else(|| hunk.why.clone()));
        };
        let mut ranking = hunk.ranking(choice, pattern, self.index);
        let support = hunk.support(choice.candidate);
        if hunk.is_applied(choice.candidate) {
            let site = hunk.span(choice.candidate, self.index);
            let change = hunk.first_change(choice.candidate, self.index);
            if !self.exact.is_applied(number, site, change) {
                return Err(hunk.why.clone());
            }
        }
        if let Some(line) = hunk.lost_sign(choice.candidate, pattern) {
            return Err(failure::lost_sign(pattern, line));
        }
        let mut missing = accept::missing_evidence(&support, ranking.score, ranking.margin);
        if missing.is_none()
            && hunk.is_under_other_heading(choice.candidate, ranking.score, pattern, self.index)
        {
            missing = Some(MissingEvidence::Scope);
        }
        if let Some(missing) = missing {
            return Err(self.doubtful(hunk, choice.candidate, &ranking, missing));
        }
        if !hunk.is_applied(choice.candidate)
            && let Some(expected) = self.expected(number, places)
            && let Some(rival) = hunk.rival(choice.candidate, expected, pattern, self.index)
        {
            ranking.margin = 0.0;
            ranking.runner_up = Some(rival);
            return Err(self.doubtful(hunk, choice.candidate, &ranking, MissingEvidence::Margin));
        }
        self.fit(number, hunk, choice.candidate, &ranking)
    }

    /// The first line that hunk `number` removes and the text has changed.
    fn conflict(&self, number: usize, hunk: &UncertainHunk) -> Option<HunkWhy> {
        let (row, line, likeness) = hunk.conflict()?;
        let expected = &self.exact.patterns[number].hunk().lines[row].text;
        Some(failure::conflict(expected, self.exact.now, line, likeness))
    }

    /// The expected offset of hunk `number` from its stated line: between the offsets of the nearest exactly placed
    /// hunks, or 0 if there are none.
    fn expected(&self, number: usize, places: &[HunkPlaces]) -> Option<Expected> {
        let stated = self.exact.patterns[number].stated_before()?;
        let (above, below) = (&places[..number], &places[number + 1..]);
        let above = above.iter().rev().find_map(|hunk| self.exact_offset(hunk));
        let below = below.iter().find_map(|hunk| self.exact_offset(hunk));
        let offsets = OffsetRange::between(above, below).unwrap_or(OffsetRange { low: 0, high: 0 });
        Some(Expected { offsets, stated })
    }

    /// The offset in lines of a hunk from its stated line, if its old side is settled.
    fn exact_offset(&self, places: &HunkPlaces) -> Option<i64> {
        match places {
            HunkPlaces::Certain(fit, _) if fit.side == Side::Old => self.offset_of(fit),
            _ => None,
        }
    }

    /// The offset in lines of `fit` from the stated line of its hunk.
    fn offset_of(&self, fit: &Fit) -> Option<i64> {
        let before = self.exact.now.line_at(fit.span.start()).lines_before();
        let stated = self.exact.patterns[fit.hunk].stated_before()?;
        Some(before as i64 - stated as i64)
    }

    /// Places each hunk with several exact matches at the only match with about the offset of the hunks around it.
    fn place_twins(
        &self,
        fits: &mut [Result<Fit, HunkWhy>],
        places: &[HunkPlaces],
        choices: &[Option<Choice>],
    ) {
        let offsets: Vec<Option<i64>> = (0..fits.len())
            .map(|number| self.offset(number, places, choices, fits))
            .collect();
        for (number, hunk) in places.iter().enumerate() {
            if matches!(hunk, HunkPlaces::Refused(HunkWhy::Ambiguous { .. }))
                && let Some(lines) = self.offset_near_others(number, &offsets)
                && let Ok(fit) = self.exact.at_offset(number, lines, Decider::Neighbours)
            {
                fits[number] = Ok(fit);
            }
        }
    }

    /// The offset in lines of hunk `number`, which has several matches, from its stated line. The match must be the
    /// only one near the `offsets` of the nearest placed hunks.
    fn offset_near_others(&self, number: usize, offsets: &[Option<i64>]) -> Option<i64> {
        let above = offsets[..number].iter().rev().find_map(|offset| *offset);
        let below = offsets[number + 1..].iter().find_map(|offset| *offset);
        let others = OffsetRange::between(above, below)?;
        let mut near = self.exact.offsets(number)?;
        near.retain(|&offset| others.distance(offset) < weights::LEAST_OTHER_TWIN_OFFSET);
        match near[..] {
            [only] if others.distance(only) <= weights::MAX_TWIN_OFFSET => Some(only),
            _ => None,
        }
    }

    fn doubtful(
        &self,
        hunk: &UncertainHunk,
        candidate: usize,
        ranking: &Ranking,
        missing: MissingEvidence,
    ) -> HunkWhy {
        let runner_up = ranking.runner_up;
        HunkWhy::Doubtful(Box::new(Doubt {
            missing,
            candidate: failure::candidate(hunk.span(candidate, self.index), self.exact.now),
            score: ranking.score,
            margin: ranking.margin.clamp(0.0, 1.0),
            runner_up: runner_up.map(|span| failure::candidate(span, self.exact.now)),
            difference: None,
        }))
    }

    fn fit(
        &self,
        number: usize,
        hunk: &UncertainHunk,
        candidate: usize,
        ranking: &Ranking,
    ) -> Result<Fit, HunkWhy> {
        let pattern = &self.exact.patterns[number];
        let drifted = hunk
            .drifted(candidate, pattern, self.index)
            .ok_or_else(|| {
                HunkWhy::Indentation(self.exact.now.lines_of(hunk.span(candidate, self.index)))
            })?;
        let places = &hunk.candidates[candidate].alignment.places;
        let is_applied = places.iter().all(|place| place.form == Form::New);
        Ok(Fit {
            hunk: number,
            side: if is_applied { Side::New } else { Side::Old },
            span: hunk.span(candidate, self.index),
            drifted: Some(drifted),
            sequence: Sequence::InOrder,
            decided_by: None,
            score: ranking.score.clamp(0.0, 1.0),
            margin: Some(ranking.margin.clamp(0.0, 1.0)),
            runner_up: ranking.runner_up,
        })
    }

    /// The offset in lines of hunk `number` from its stated line, if the hunk is placed.
    fn offset(
        &self,
        number: usize,
        places: &[HunkPlaces],
        choices: &[Option<Choice>],
        fits: &[Result<Fit, HunkWhy>],
    ) -> Option<i64> {
        let fit = fits[number].as_ref().ok()?;
        match (&places[number], &choices[number]) {
            (HunkPlaces::Uncertain(hunk), Some(choice)) => {
                hunk.offset(choice.candidate, &self.exact.patterns[number])
            }
            _ if fit.side == Side::New => None,
            _ => self.offset_of(fit),
        }
    }
}
