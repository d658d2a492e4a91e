//! Placing hunks that do not stand in the text as they are: candidates for each, the choice among them for
//! all hunks together, and whether it is good enough.

use std::ops::Range;

use crate::refusal::{Doubt, HunkFailure, HunkWhy, Wanting};
use crate::request::PatchMode;
use crate::resolve::Decider;
use crate::snapshot::Snapshot;
use crate::text::Span;

use super::accept;
use super::alignment::Form;
use super::anchor::{self, Closeness};
use super::base::Base;
use super::chain::{self, Choice};
use super::contest::{Contest, Open, Standing};
use super::failure;
use super::fit::{Fit, Layout, Sequence, Side};
use super::index::Index;
use super::order;
use super::pattern::Pattern;
use super::scope;
use super::strict::View;

/// A fit for each pattern, in the order of the patch.
///
/// # Errors
/// Every hunk that has no place that is certain enough for `mode`.
pub(super) fn fits(
    patterns: &[Pattern],
    view: &View,
    index: &Index,
    now: &Snapshot,
    mode: PatchMode,
    base: Option<&Base>,
) -> Result<Vec<Fit>, Vec<HunkFailure>> {
    let fits = verdicts(patterns, view, index, now, mode, base);
    order::in_order(failure::unless_all(patterns, fits)?, patterns)
}

/// A fit for each pattern, or why it has none; order and overlaps are not looked at yet.
pub(super) fn verdicts(
    patterns: &[Pattern],
    view: &View,
    index: &Index,
    now: &Snapshot,
    mode: PatchMode,
    base: Option<&Base>,
) -> Vec<Result<Fit, HunkWhy>> {
    let field = Field {
        patterns,
        now,
        index,
        mode,
        base,
    };
    let contests: Vec<Contest> = (0..patterns.len())
        .map(|number| field.contest(view, number))
        .collect();
    let links: Vec<_> = contests.iter().map(Contest::links).collect();
    let choices = chain::choose(&links);
    let mut fits: Vec<Result<Fit, HunkWhy>> = (0..patterns.len())
        .map(|number| field.decide(number, &contests[number], choices[number].as_ref()))
        .collect();
    for number in 0..patterns.len() {
        if let Some(fit) = field.undecided(number, &contests, &choices, &fits) {
            fits[number] = Ok(fit);
        }
    }
    for (number, fit) in fits.iter_mut().enumerate() {
        if let Some(why) = field.twins(number, &contests[number], choices[number].as_ref(), fit) {
            *fit = Err(why);
        }
    }
    anchor::check(patterns, &mut fits, now, Closeness::Loose);
    fits
}

/// Margin below which two places are equally good.
const EQUAL: f64 = 0.005;

/// Lines by which the offset of a hunk may differ from that of its neighbour.
const SAME_OFFSET: u64 = 1;
/// Lines by which the offset of a rival must differ.
const OTHER_OFFSET: u64 = 10;

struct Field<'a> {
    patterns: &'a [Pattern<'a>],
    now: &'a Snapshot,
    index: &'a Index<'a>,
    mode: PatchMode,
    base: Option<&'a Base>,
}

impl Field<'_> {
    fn contest(&self, view: &View, number: usize) -> Contest {
        match view.verdict(number) {
            Ok(fit) => {
                let core = self.core(&fit);
                Contest::Settled(Box::new(fit), core)
            }
            Err(why) => self.unsettled(view, number, why),
        }
    }

    /// What becomes of a hunk that does not stand there exactly because of `why`.
    fn unsettled(&self, view: &View, number: usize, why: HunkWhy) -> Contest {
        if let Some(fit) = self.by_base(number, &why) {
            let core = self.core(&fit);
            return Contest::Settled(Box::new(fit), core);
        }
        match why {
            HunkWhy::Truncated | HunkWhy::NoAnchor | HunkWhy::LostAnchor { .. } => {
                Contest::Closed(why)
            }
            _ => {
                let pattern = &self.patterns[number];
                let expected = view.expected_line(number);
                Contest::Open(Open::of(pattern, self.index, expected, self.mode, why))
            }
        }
    }

    /// The place of hunk `number` by the base.
    fn by_base(&self, number: usize, why: &HunkWhy) -> Option<Fit> {
        let pattern = &self.patterns[number];
        let open = Open::by_base(number, pattern, self.index, self.base?, why.clone())?;
        let fit = self.fit(number, &open, 0, &open.undisputed(0)).ok()?;
        Some(fit.decided_by(Decider::Base))
    }

    /// The lines (0-based) from the first to the last change of `fit`.
    fn core(&self, fit: &Fit) -> Range<usize> {
        let core = order::core(fit, &self.patterns[fit.hunk]);
        self.index.line_of(core.start())..self.index.line_of(core.end())
    }

    /// The chosen candidate of hunk `number`, if it is good enough.
    fn decide(
        &self,
        number: usize,
        contest: &Contest,
        choice: Option<&Choice>,
    ) -> Result<Fit, HunkWhy> {
        let open = match contest {
            Contest::Settled(fit, _) => return Ok((**fit).clone()),
            Contest::Closed(why) => return Err(why.clone()),
            Contest::Open(open) => open,
        };
        let pattern = &self.patterns[number];
        let conflict = |chosen| {
            let (row, line) = open.conflict(chosen)?;
            let expected = &pattern.hunk().lines[row].text;
            Some(failure::conflict(expected, self.now, line))
        };
        let Some(choice) = choice else {
            return Err(conflict(None).unwrap_or_else(|| open.why.clone()));
        };
        if let Some(why) = conflict(Some(choice.candidate)) {
            return Err(why);
        }
        let standing = open.standing(choice, pattern, self.index);
        let support = open.support(choice.candidate);
        match accept::wanting(&support, standing.score, standing.margin) {
            Some(wanting) => Err(self.doubtful(open, choice.candidate, &standing, wanting)),
            None => self.fit(number, open, choice.candidate, &standing),
        }
    }

    fn doubtful(
        &self,
        open: &Open,
        candidate: usize,
        standing: &Standing,
        wanting: Wanting,
    ) -> HunkWhy {
        let shown = |span| failure::candidate(span, self.now);
        HunkWhy::Doubtful(Box::new(Doubt {
            wanting,
            candidate: shown(open.span(candidate, self.index)),
            score: standing.score,
            margin: standing.margin.clamp(0.0, 1.0),
            runner_up: standing.runner_up.map(shown),
            difference: None,
        }))
    }

    fn fit(
        &self,
        number: usize,
        open: &Open,
        candidate: usize,
        standing: &Standing,
    ) -> Result<Fit, HunkWhy> {
        let pattern = &self.patterns[number];
        let drifted = open
            .drifted(candidate, pattern, self.index)
            .ok_or_else(|| self.doubtful(open, candidate, standing, Wanting::Closeness))?;
        let places = &open.candidates[candidate].alignment.places;
        let is_applied = places.iter().all(|place| place.form == Form::New);
        Ok(Fit {
            hunk: number,
            side: if is_applied { Side::New } else { Side::Old },
            span: open.span(candidate, self.index),
            layout: Layout::Drifted(drifted),
            sequence: Sequence::InOrder,
            decided_by: None,
            score: standing.score.clamp(0.0, 1.0),
            margin: Some(standing.margin.clamp(0.0, 1.0)),
            runner_up: standing.runner_up,
        })
    }

    /// Of several places that fit equally well, the one with the offset of a neighbour that is placed, if
    /// all others are well away from that; else the one inside the scope that the hunk names.
    fn undecided(
        &self,
        number: usize,
        contests: &[Contest],
        choices: &[Option<Choice>],
        fits: &[Result<Fit, HunkWhy>],
    ) -> Option<Fit> {
        let (Contest::Open(open), Some(choice)) = (&contests[number], &choices[number]) else {
            return None;
        };
        match &fits[number] {
            Err(HunkWhy::Doubtful(doubt)) if doubt.wanting == Wanting::Margin => {}
            _ => return None,
        }
        let pattern = &self.patterns[number];
        let mut standing = open.standing(choice, pattern, self.index);
        let before = (0..number)
            .rev()
            .find_map(|other| self.offset(other, contests, choices, fits));
        let after =
            (number + 1..fits.len()).find_map(|other| self.offset(other, contests, choices, fits));
        let neighbours = [before, after].into_iter().flatten();
        let chosen = by_offset(open, pattern, &standing, neighbours);
        let (chosen, decider) = match chosen {
            Some(chosen) => (chosen, Decider::Neighbours),
            None => (self.by_scope(number, open, &standing)?, Decider::Scope),
        };
        standing.equals.clear();
        let support = open.support(chosen);
        if accept::wanting(&support, standing.score, 1.0).is_some() {
            return None;
        }
        let fit = self.fit(number, open, chosen, &standing).ok()?;
        Some(fit.decided_by(decider))
    }

    /// What says of a hunk that fits several places equally well where those are.
    fn twins(
        &self,
        number: usize,
        contest: &Contest,
        choice: Option<&Choice>,
        fit: &Result<Fit, HunkWhy>,
    ) -> Option<HunkWhy> {
        match (fit, contest, choice) {
            (Err(HunkWhy::Doubtful(doubt)), Contest::Open(open), Some(choice))
                if doubt.wanting == Wanting::Margin && doubt.margin < EQUAL =>
            {
                let standing = open.standing(choice, &self.patterns[number], self.index);
                let spans = standing.equals.iter();
                let mut spans: Vec<Span> = spans.map(|&at| open.span(at, self.index)).collect();
                spans.sort_unstable();
                spans.dedup();
                (spans.len() > 1).then(|| failure::twins(&spans, self.now))
            }
            _ => None,
        }
    }

    /// Of several places that fit equally well, the one that the hunk's scope means.
    fn by_scope(&self, number: usize, open: &Open, standing: &Standing) -> Option<usize> {
        let pattern = &self.patterns[number];
        let scopes = &pattern.hunk().scopes;
        if scopes.is_empty() {
            return None;
        }
        let text = self.now.bytes();
        let start = |candidate: usize| open.span(candidate, self.index).start();
        let places = standing.equals.iter().copied();
        let inside: Vec<usize> = places
            .filter(|&candidate| scope::encloses(scopes, text, start(candidate)))
            .collect();
        match inside[..] {
            [only] => Some(only),
            _ if pattern.stated_before().is_some() => None,
            _ => scope::first(scopes, text, &inside, start),
        }
    }

    /// How many lines further down than stated hunk `number` is, if it is placed.
    fn offset(
        &self,
        number: usize,
        contests: &[Contest],
        choices: &[Option<Choice>],
        fits: &[Result<Fit, HunkWhy>],
    ) -> Option<i64> {
        let fit = fits[number].as_ref().ok()?;
        let pattern = &self.patterns[number];
        match (&contests[number], &choices[number]) {
            (Contest::Open(open), Some(choice)) => open.offset(choice.candidate, pattern),
            _ if fit.side == Side::New => None,
            _ => {
                let before = self.now.line_at(fit.span.start()).lines_before();
                Some(before as i64 - pattern.stated_before()? as i64)
            }
        }
    }
}

/// Of several places that fit equally well, the only one with the offset of one of `neighbours`, if all
/// others are well away from those.
fn by_offset(
    open: &Open,
    pattern: &Pattern,
    standing: &Standing,
    neighbours: impl Iterator<Item = i64>,
) -> Option<usize> {
    let mut chosen: Option<usize> = None;
    for expected in neighbours {
        for &candidate in &standing.equals {
            let away = open.offset(candidate, pattern)?.abs_diff(expected);
            match away {
                0..=SAME_OFFSET if chosen.is_none_or(|other| other == candidate) => {
                    chosen = Some(candidate);
                }
                OTHER_OFFSET.. => {}
                _ if chosen == Some(candidate) => {}
                _ => return None,
            }
        }
    }
    chosen
}
