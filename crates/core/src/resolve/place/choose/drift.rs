//! Places hunks that do not match exactly: finds candidates for each hunk, chooses among them for all hunks together,
//! and checks that each choice is good enough.
//!
//! Two exact matches of one hunk are twins. The offset of a hunk is the number of lines from its stated line down to
//! its place.

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
use super::rival::OffsetRange;
use crate::resolve::place::candidates::accept;
use crate::resolve::place::candidates::base::Base;
use crate::resolve::place::candidates::exact_search::ExactSearch;
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

/// A fit, with its offset if the other hunks should have about the same offset.
struct Located {
    fit: Fit,
    offset: Option<i64>,
}

impl LooseSearch<'_, '_> {
    /// A fit for each pattern, in the order of the patch.
    ///
    /// # Errors
    /// Every hunk that has no place with enough evidence for the mode.
    pub fn fits(&self) -> Result<Vec<Fit>, Vec<HunkFailure>> {
        let patterns = self.exact.patterns;
        let mut fits = self.verdicts();
        if self.base.is_none() {
            self.exact.refuse_applied_as_stated(&mut fits);
        }
        let fits = failure::all_or_failures(patterns, fits)?;
        order::in_order(fits, patterns)
    }

    /// A fit for each pattern, or the reason why it has none. Does not check order and overlaps.
    pub fn verdicts(&self) -> Vec<Result<Fit, HunkWhy>> {
        let patterns = self.exact.patterns;
        let numbers = 0..patterns.len();
        let places: Vec<_> = numbers.map(|number| self.hunk_places(number)).collect();
        let links: Vec<_> = places.iter().map(HunkPlaces::links).collect();
        let mut certain_offsets = Vec::with_capacity(patterns.len());
        for places in &places {
            certain_offsets.push(match places {
                HunkPlaces::Certain { fit, .. } => self.offset_of_unapplied(fit),
                HunkPlaces::Uncertain(_) | HunkPlaces::Refused(_) => None,
            });
        }
        let mut verdicts = Vec::with_capacity(patterns.len());
        for (places, choice) in places.into_iter().zip(chain::choose(&links)) {
            let number = verdicts.len();
            verdicts.push(match places {
                HunkPlaces::Certain { fit, .. } => Ok(Located {
                    fit: *fit,
                    offset: certain_offsets[number],
                }),
                HunkPlaces::Refused(why) => Err(why),
                HunkPlaces::Uncertain(hunk) => {
                    let expected = OffsetRange::around(number, &certain_offsets);
                    self.decide(&hunk, choice, expected.unwrap_or(OffsetRange::ZERO))
                }
            });
        }
        self.place_twins(&mut verdicts);
        let mut fits = Vec::with_capacity(patterns.len());
        for (number, verdict) in verdicts.into_iter().enumerate() {
            let fit = match verdict {
                Ok(located) => Ok(located.fit),
                Err(why) => self.relaid(number, &why).ok_or(why),
            };
            fits.push(fit.and_then(|fit| match self.exact.added_beside(&fit) {
                Some(lines) => Err(HunkWhy::Undecided(lines)),
                None => Ok(fit),
            }));
        }
        anchor::check(patterns, &mut fits, self.exact.now);
        fits
    }

    fn hunk_places(&self, number: usize) -> HunkPlaces<'_> {
        let fit = match self.exact.verdict(number) {
            Ok(fit) => fit,
            Err(why) => return self.search_drifted(number, why),
        };
        if let Some(base) = self.base
            && let Err(why) = base.check(&fit, &self.exact.patterns[number], self.exact.now)
        {
            return self.search_drifted(number, why);
        }
        self.certain(fit)
    }

    /// The candidates of a hunk that has no exact place, for the reason `why`.
    fn search_drifted(&self, number: usize, why: HunkWhy) -> HunkPlaces<'_> {
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
                let hunk = UncertainHunk::search(number, pattern, self.index, expected, self.mode, why);
                HunkPlaces::Uncertain(Box::new(hunk))
            }
        }
    }

    /// The place of hunk `number` according to the base.
    fn place_by_base(&self, number: usize, why: &HunkWhy) -> Option<Fit> {
        let pattern = &self.exact.patterns[number];
        let hunk = UncertainHunk::by_base(number, pattern, self.index, self.base?, why.clone())?;
        let fit = self.fit(&hunk, 0, &hunk.ranking_by_base(0)).ok()?;
        Some(fit.decided_by(Decider::Base))
    }

    fn certain(&self, fit: Fit) -> HunkPlaces<'_> {
        let core = order::core(&fit, &self.exact.patterns[fit.pattern_index]);
        HunkPlaces::Certain {
            fit: Box::new(fit),
            core: self.index.line_of(core.start())..self.index.line_of(core.end()),
        }
    }

    /// The offset of `fit` from the stated line of its hunk. `None` if the hunk is applied, which moved its lines.
    fn offset_of_unapplied(&self, fit: &Fit) -> Option<i64> {
        if fit.side == Side::New {
            return None;
        }
        let before = self.exact.now.line_at(fit.span.start()).lines_before();
        let stated = self.exact.patterns[fit.pattern_index].stated_before()?;
        Some(before as i64 - stated as i64)
    }

    fn located(&self, fit: Fit) -> Located {
        Located {
            offset: self.offset_of_unapplied(&fit),
            fit,
        }
    }

    /// The chosen candidate of `hunk`, if the evidence is sufficient. Its offset should be in `expected`.
    fn decide(
        &self,
        hunk: &UncertainHunk,
        choice: Option<Choice>,
        expected: OffsetRange,
    ) -> Result<Located, HunkWhy> {
        let Some(choice) = choice else {
            let conflict = hunk.conflict(self.exact.now);
            return Err(conflict.unwrap_or_else(|| hunk.why.clone()));
        };
        let ranking = hunk.ranking(&choice);
        self.check_changes(hunk, choice.candidate)?;
        self.check_evidence(hunk, choice.candidate, &ranking)?;
        self.check_rival(hunk, choice.candidate, &ranking, expected)?;
        Ok(Located {
            fit: self.fit(hunk, choice.candidate, &ranking)?,
            offset: hunk.offset(choice.candidate),
        })
    }

    /// Refuses a candidate that only looks applied, or whose changes may lack a line.
    fn check_changes(&self, hunk: &UncertainHunk, candidate: usize) -> Result<(), HunkWhy> {
        if hunk.is_applied(candidate) {
            let change = hunk.first_change(candidate);
            let site = hunk.span(candidate);
            if !self.exact.is_applied(hunk.pattern_index, site, change) {
                return Err(hunk.why.clone());
            }
        }
        match hunk.lost_sign(candidate) {
            Some(line) => Err(failure::lost_sign(hunk.pattern, line)),
            None => Ok(()),
        }
    }

    fn check_evidence(
        &self,
        hunk: &UncertainHunk,
        candidate: usize,
        ranking: &Ranking,
    ) -> Result<(), HunkWhy> {
        let support = hunk.support(candidate);
        if let Some(missing) = accept::missing_evidence(&support, ranking.score, ranking.margin) {
            return Err(self.doubtful(hunk, candidate, ranking, missing));
        }
        if hunk.is_under_other_heading(candidate, ranking.score) {
            return Err(self.doubtful(hunk, candidate, ranking, MissingEvidence::Scope));
        }
        Ok(())
    }

    /// Refuses a candidate that is not applied, if another place is nearer to the `expected` offset.
    fn check_rival(
        &self,
        hunk: &UncertainHunk,
        candidate: usize,
        ranking: &Ranking,
        expected: OffsetRange,
    ) -> Result<(), HunkWhy> {
        if hunk.is_applied(candidate) {
            return Ok(());
        }
        let Some(rival) = hunk.rival(candidate, expected) else {
            return Ok(());
        };
        let tied = Ranking {
            margin: 0.0,
            runner_up: Some(rival),
            ..*ranking
        };
        Err(self.doubtful(hunk, candidate, &tied, MissingEvidence::Margin))
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
            candidate: failure::candidate(hunk.span(candidate), self.exact.now),
            score: ranking.score,
            margin: ranking.margin.clamp(0.0, 1.0),
            runner_up: runner_up.map(|span| failure::candidate(span, self.exact.now)),
            difference: None,
        }))
    }

    fn fit(
        &self,
        hunk: &UncertainHunk,
        candidate: usize,
        ranking: &Ranking,
    ) -> Result<Fit, HunkWhy> {
        let span = hunk.span(candidate);
        let Some(drifted) = hunk.drifted(candidate) else {
            return Err(HunkWhy::Indentation(self.exact.now.lines_of(span)));
        };
        let is_applied = hunk.is_applied(candidate);
        Ok(Fit {
            pattern_index: hunk.pattern_index,
            side: if is_applied { Side::New } else { Side::Old },
            span,
            drifted: Some(drifted),
            sequence: Sequence::InOrder,
            decided_by: None,
            score: ranking.score.clamp(0.0, 1.0),
            margin: Some(ranking.margin.clamp(0.0, 1.0)),
            runner_up: ranking.runner_up,
        })
    }

    /// Places each hunk with several exact matches at the only match with about the offset of the hunks around it.
    fn place_twins(&self, verdicts: &mut [Result<Located, HunkWhy>]) {
        let offset_of = |verdict: &Result<Located, HunkWhy>| verdict.as_ref().ok()?.offset;
        let offsets: Vec<_> = verdicts.iter().map(offset_of).collect();
        for (number, verdict) in verdicts.iter_mut().enumerate() {
            if matches!(verdict, Err(HunkWhy::Ambiguous { .. }))
                && let Some(lines) = self.twin_offset(number, &offsets)
                && let Ok(fit) = self.exact.at_offset(number, lines, Decider::Neighbours)
            {
                *verdict = Ok(self.located(fit));
            }
        }
    }

    /// The offset of the only exact match of hunk `number` near the `offsets` of the nearest placed hunks.
    fn twin_offset(&self, number: usize, offsets: &[Option<i64>]) -> Option<i64> {
        let others = OffsetRange::around(number, offsets)?;
        let mut near = self.exact.offsets(number)?;
        near.retain(|&offset| others.distance(offset) < weights::LEAST_OTHER_TWIN_OFFSET);
        match near[..] {
            [only] if others.distance(only) <= weights::MAX_TWIN_OFFSET => Some(only),
            _ => None,
        }
    }

    /// Hunk `number`, which failed for the reason `why`, at the only place that has it in another layout.
    fn relaid(&self, number: usize, why: &HunkWhy) -> Option<Fit> {
        match why {
            HunkWhy::NoMatch { .. } | HunkWhy::Doubtful(_) | HunkWhy::Conflict { .. }
                if self.mode != PatchMode::Strict =>
            {
                Fit::relaid(
                    number,
                    &self.exact.patterns[number],
                    self.layout?,
                    self.exact.now,
                )
            }
            _ => None,
        }
    }
}
