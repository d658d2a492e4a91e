//! Placing hunks that do not stand in the text as they are: candidates for each, the choice among them for
//! all hunks together, and whether it is good enough.

use std::ops::Range;

use crate::refusal::{Doubt, HunkFailure, HunkWhy, Wanting};
use crate::request::PatchMode;
use crate::resolve::Decider;

use super::anchor::{self, Closeness};
use super::chain::{self, Choice};
use super::contest::{Contest, Open};
use super::fit::{Fit, Layout, Sequence, Side};
use super::meant::Expected;
use super::order;
use super::ranking::Ranking;
use super::strict::ExactSearch;
use crate::resolve::place::candidates::accept;
use crate::resolve::place::candidates::alignment::Form;
use crate::resolve::place::candidates::base::Base;
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::evidence::scope;
use crate::resolve::place::hunk::pattern::Pattern;
use crate::resolve::place::report::failure;

/// Margin below which two places are equally good.
const EQUAL: f64 = 0.005;

/// Lines by which the offset of a hunk that stands in several places may differ from those of its neighbours.
const ABOUT: i64 = 10;
/// Lines by which the offset of every other place must differ.
const FAR: i64 = 60;
/// Lines by which the offset of a hunk may differ from that of its neighbour.
const SAME_OFFSET: u64 = 1;
/// Lines by which the offset of a rival must differ.
const OTHER_OFFSET: u64 = 10;

/// The search for hunks that do not stand in the text as they are, after the exact one.
pub struct LooseSearch<'a, 'v> {
    pub exact: &'a ExactSearch<'v>,
    pub index: &'a Index<'a>,
    pub mode: PatchMode,
    /// The text that the hunks were made from, if the caller has it.
    pub base: Option<&'a Base>,
}

impl LooseSearch<'_, '_> {
    /// A fit for each pattern, in the order of the patch.
    ///
    /// # Errors
    /// Every hunk that has no place that is certain enough for the mode.
    pub fn fits(&self) -> Result<Vec<Fit>, Vec<HunkFailure>> {
        let patterns = self.exact.patterns;
        order::in_order(failure::unless_all(patterns, self.verdicts())?, patterns)
    }

    /// A fit for each pattern, or why it has none; order and overlaps are not looked at yet.
    pub fn verdicts(&self) -> Vec<Result<Fit, HunkWhy>> {
        let patterns = self.exact.patterns;
        let contests: Vec<Contest> = (0..patterns.len())
            .map(|number| self.contest(number))
            .collect();
        let links: Vec<_> = contests.iter().map(Contest::links).collect();
        let choices = chain::choose(&links);
        let mut fits: Vec<Result<Fit, HunkWhy>> = (0..patterns.len())
            .map(|number| self.decide(number, &contests, choices[number].as_ref()))
            .collect();
        self.settle_twins(&mut fits, &contests, &choices);
        for number in 0..patterns.len() {
            if let Some(fit) = self.undecided(number, &contests, &choices, &fits) {
                fits[number] = Ok(fit);
            }
        }
        for (number, fit) in fits.iter_mut().enumerate() {
            if let Some(why) =
                self.explained(number, &contests[number], choices[number].as_ref(), fit)
            {
                *fit = Err(why);
            }
        }
        anchor::check(patterns, &mut fits, self.exact.now, Closeness::Loose);
        fits
    }

    fn contest(&self, number: usize) -> Contest {
        match self.exact.verdict(number) {
            Ok(fit) if !self.is_contradicted(&fit) => {
                let core = self.core(&fit);
                Contest::Settled(Box::new(fit), core)
            }
            Ok(fit) => {
                let line = self.base.map_or(0, |base| base.expected(number));
                let why =
                    failure::away_from_base(&self.exact.patterns[fit.hunk], self.exact.now, line);
                self.unsettled(number, why)
            }
            Err(why) => self.unsettled(number, why),
        }
    }

    /// Whether the lines where `fit` stands are others by the base.
    fn is_contradicted(&self, fit: &Fit) -> bool {
        let pattern = &self.exact.patterns[fit.hunk];
        self.base
            .is_some_and(|base| base.contradicts_exact(fit, pattern, self.exact.now))
    }

    /// The fate of a hunk that does not stand there exactly because of `why`.
    fn unsettled(&self, number: usize, why: HunkWhy) -> Contest {
        if let Some(fit) = self.by_base(number, &why) {
            let core = self.core(&fit);
            return Contest::Settled(Box::new(fit), core);
        }
        match why {
            HunkWhy::Truncated
            | HunkWhy::NoAnchor
            | HunkWhy::LostAnchor { .. }
            | HunkWhy::OnlyNumber { .. }
            | HunkWhy::Undecided { .. }
            // Lines that stand there as they are, and more than once, tell no more when they are compared loosely.
            | HunkWhy::Ambiguous { .. } => Contest::Closed(why),
            _ => {
                let pattern = &self.exact.patterns[number];
                let expected = self.exact.expected_line(number);
                let mut open = Open::of(pattern, self.index, expected, self.mode, why);
                if let Some(base) = self.base {
                    open.unless_contradicted(number, base);
                }
                Contest::Open(open)
            }
        }
    }

    /// The place of hunk `number` by the base.
    fn by_base(&self, number: usize, why: &HunkWhy) -> Option<Fit> {
        let pattern = &self.exact.patterns[number];
        let open = Open::by_base(number, pattern, self.index, self.base?, why.clone())?;
        let fit = self.fit(number, &open, 0, &open.undisputed(0)).ok()?;
        Some(fit.decided_by(Decider::Base))
    }

    /// The lines (0-based) from the first to the last change of `fit`.
    fn core(&self, fit: &Fit) -> Range<usize> {
        let core = order::core(fit, &self.exact.patterns[fit.hunk]);
        self.index.line_of(core.start())..self.index.line_of(core.end())
    }

    /// The chosen candidate of hunk `number`, if it is good enough.
    fn decide(
        &self,
        number: usize,
        contests: &[Contest],
        choice: Option<&Choice>,
    ) -> Result<Fit, HunkWhy> {
        let open = match &contests[number] {
            Contest::Settled(fit, _) => return Ok((**fit).clone()),
            Contest::Closed(why) => return Err(why.clone()),
            Contest::Open(open) => open,
        };
        let pattern = &self.exact.patterns[number];
        let conflict = |chosen| {
            let (row, line, likeness) = open.conflict(chosen)?;
            let expected = &pattern.hunk().lines[row].text;
            Some(failure::conflict(expected, self.exact.now, line, likeness))
        };
        let Some(choice) = choice else {
            return Err(conflict(None).unwrap_or_else(|| open.why.clone()));
        };
        if let Some(why) = conflict(Some(choice.candidate)) {
            return Err(why);
        }
        let mut ranking = open.ranking(choice, pattern, self.index);
        let support = open.support(choice.candidate);
        if open.is_done(choice.candidate) {
            if let Some(other) = open.to_do(choice.candidate, self.index) {
                ranking.margin = 0.0;
                ranking.runner_up = Some(open.span(other, self.index));
                return Err(self.doubtful(open, choice.candidate, &ranking, Wanting::Margin));
            }
            let site = open.span(choice.candidate, self.index);
            let change = open.first_change(choice.candidate, self.index);
            if !self.exact.is_applied(number, site, change) {
                return Err(open.why.clone());
            }
        }
        if let Some(line) = open.lost_sign(choice.candidate, pattern) {
            return Err(failure::lost_sign(pattern, line));
        }
        let wanting = accept::wanting(&support, ranking.score, ranking.margin);
        let other = || open.is_in_other(choice.candidate, ranking.score, pattern, self.index);
        let astray = || open.is_astray(choice.candidate, pattern, self.index);
        let wanting = wanting.or_else(|| (astray() || other()).then_some(Wanting::Scope));
        if wanting.is_none()
            && !open.is_done(choice.candidate)
            && let Some(expected) = self.expected(number, contests)
            && let Some(rival) = open.rival(choice.candidate, expected, pattern, self.index)
        {
            ranking.margin = 0.0;
            ranking.runner_up = Some(rival);
            return Err(self.doubtful(open, choice.candidate, &ranking, Wanting::Margin));
        }
        match wanting {
            Some(wanting) => Err(self.doubtful(open, choice.candidate, &ranking, wanting)),
            None => self.fit(number, open, choice.candidate, &ranking),
        }
    }

    /// How many lines further down than stated hunk `number` should be, by the nearest hunks that stand as they
    /// are, else by its number alone.
    fn expected(&self, number: usize, contests: &[Contest]) -> Option<Expected> {
        let stated = self.exact.patterns[number].stated_before()?;
        let offset = |(number, contest): (usize, &Contest)| match contest {
            Contest::Settled(fit, _) if fit.side == Side::Old => {
                let before = self.exact.now.line_at(fit.span.start()).lines_before();
                Some(before as i64 - self.exact.patterns[number].stated_before()? as i64)
            }
            _ => None,
        };
        let all = || contests.iter().enumerate();
        let above = all().take(number).rev().find_map(offset);
        let below = all().skip(number + 1).find_map(offset);
        let (above, below) = match (above, below) {
            (Some(above), Some(below)) => (above, below),
            (above, below) => {
                let one = above.or(below).unwrap_or(0);
                (one, one)
            }
        };
        Some(Expected {
            low: above.min(below),
            high: above.max(below),
            stated,
        })
    }

    /// Decides where hunks go that stand in several places exactly: at the offset that all hunks share which
    /// are placed, else inside the scope they name.
    fn settle_twins(
        &self,
        fits: &mut [Result<Fit, HunkWhy>],
        contests: &[Contest],
        choices: &[Option<Choice>],
    ) {
        let is_twin = |number: usize| match &contests[number] {
            Contest::Closed(why) => matches!(why, HunkWhy::Ambiguous { .. }),
            _ => false,
        };
        let twins: Vec<usize> = (0..fits.len()).filter(|&number| is_twin(number)).collect();
        if twins.is_empty() {
            return;
        }
        let common = self.common_offset(fits, contests, choices);
        let offsets: Vec<Option<i64>> = (0..fits.len())
            .map(|number| self.offset(number, contests, choices, fits))
            .collect();
        let joint = self.joint(fits, &twins);
        for number in twins {
            let at = |lines, decider| self.exact.at_offset(number, lines, decider).ok();
            let common = common.and_then(|lines| at(lines, Decider::Offset));
            let fit = common.or_else(|| {
                let lines = self.beside(number, &offsets, joint[number])?;
                at(lines, Decider::Neighbours)
            });
            if let Some(fit) = fit.or_else(|| self.exact.in_scope(number)) {
                fits[number] = Ok(fit);
            }
        }
    }

    /// For each of the `twins`, the only offset at which it can stand when all hunks keep their order.
    fn joint(&self, fits: &[Result<Fit, HunkWhy>], twins: &[usize]) -> Vec<Option<i64>> {
        let mut joint = vec![None; fits.len()];
        let places: Vec<Vec<Range<usize>>> = (0..fits.len())
            .map(|number| match &fits[number] {
                Ok(fit) => vec![self.core(fit)],
                Err(_) => self.exact.cores(number),
            })
            .collect();
        // As far up as each can stand, and as far down.
        let (mut reached, mut up) = (0, Vec::new());
        for places in &places {
            let first = places.iter().find(|core| core.start >= reached);
            reached = first.map_or(reached, |core| core.end);
            up.push(first);
        }
        let (mut reached, mut down) = (usize::MAX, Vec::new());
        for places in places.iter().rev() {
            let last = places.iter().rev().find(|core| core.end <= reached);
            reached = last.map_or(reached, |core| core.start);
            down.push(last);
        }
        down.reverse();
        let is_in_order = |number: &usize| {
            places[*number].is_empty() || up[*number].is_some() && down[*number].is_some()
        };
        if !(0..fits.len()).all(|number| is_in_order(&number)) {
            return joint;
        }
        for &number in twins {
            let pattern = &self.exact.patterns[number];
            if let (Some(up), Some(down), Some(stated)) =
                (up[number], down[number], pattern.stated_before())
                && up == down
            {
                joint[number] =
                    Some(up.start as i64 - (stated + pattern.lines_before_core()) as i64);
            }
        }
        joint
    }

    /// How many lines further down than stated hunk `number` is, which stands in several places: about as many
    /// as the nearest hunks that are placed, whose `offsets` these are. It must be there when all hunks keep
    /// their order (`joint`), or no other of its places may be anywhere near.
    fn beside(&self, number: usize, offsets: &[Option<i64>], joint: Option<i64>) -> Option<i64> {
        let above = offsets[..number].iter().rev().find_map(|offset| *offset);
        let below = offsets[number + 1..].iter().find_map(|offset| *offset);
        let (low, high) = match (above.or(below), below.or(above)) {
            (Some(above), Some(below)) => (above.min(below), above.max(below)),
            // All hunks stand in several places: only if no other is left for any of them.
            _ => return joint,
        };
        let away = |offset: i64| (low - offset).max(offset - high).max(0);
        if let Some(joint) = joint {
            return (away(joint) <= ABOUT).then_some(joint);
        }
        let mut near = self
            .exact
            .offsets(number)?
            .into_iter()
            .filter(|&offset| away(offset) < FAR);
        let only = near.next()?;
        (near.next().is_none() && away(only) <= ABOUT).then_some(only)
    }

    /// How many lines further down than stated all hunks are that do not stand in several places, if they agree.
    fn common_offset(
        &self,
        fits: &[Result<Fit, HunkWhy>],
        contests: &[Contest],
        choices: &[Option<Choice>],
    ) -> Option<i64> {
        let mut common = None;
        for (number, contest) in contests.iter().enumerate() {
            match contest {
                Contest::Closed(HunkWhy::Ambiguous { .. }) => continue,
                _ if self.exact.patterns[number].old().is_empty() => continue,
                _ => {}
            }
            let offset = self.offset(number, contests, choices, fits)?;
            if *common.get_or_insert(offset) != offset {
                return None;
            }
        }
        common
    }

    fn doubtful(
        &self,
        open: &Open,
        candidate: usize,
        ranking: &Ranking,
        wanting: Wanting,
    ) -> HunkWhy {
        let shown = |span| failure::candidate(span, self.exact.now);
        HunkWhy::Doubtful(Box::new(Doubt {
            wanting,
            candidate: shown(open.span(candidate, self.index)),
            score: ranking.score,
            margin: ranking.margin.clamp(0.0, 1.0),
            runner_up: ranking.runner_up.map(shown),
            difference: None,
        }))
    }

    fn fit(
        &self,
        number: usize,
        open: &Open,
        candidate: usize,
        ranking: &Ranking,
    ) -> Result<Fit, HunkWhy> {
        let pattern = &self.exact.patterns[number];
        let drifted = open
            .drifted(candidate, pattern, self.index)
            .ok_or_else(|| HunkWhy::Indentation {
                lines: self.exact.now.lines_of(open.span(candidate, self.index)),
            })?;
        let places = &open.candidates[candidate].alignment.places;
        let is_applied = places.iter().all(|place| place.form == Form::New);
        Ok(Fit {
            hunk: number,
            side: if is_applied { Side::New } else { Side::Old },
            span: open.span(candidate, self.index),
            layout: Layout::Drifted(drifted),
            sequence: Sequence::InOrder,
            decided_by: None,
            score: ranking.score.clamp(0.0, 1.0),
            margin: Some(ranking.margin.clamp(0.0, 1.0)),
            runner_up: ranking.runner_up,
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
        let pattern = &self.exact.patterns[number];
        let mut ranking = open.ranking(choice, pattern, self.index);
        let before = (0..number)
            .rev()
            .find_map(|other| self.offset(other, contests, choices, fits));
        let after =
            (number + 1..fits.len()).find_map(|other| self.offset(other, contests, choices, fits));
        let neighbours = [before, after].into_iter().flatten();
        let chosen = by_offset(open, pattern, &ranking, neighbours);
        let (chosen, decider) = match chosen {
            Some(chosen) => (chosen, Decider::Neighbours),
            None => (self.by_scope(number, open, &ranking)?, Decider::Scope),
        };
        ranking.equals.clear();
        let support = open.support(chosen);
        if accept::wanting(&support, ranking.score, 1.0).is_some() {
            return None;
        }
        let fit = self.fit(number, open, chosen, &ranking).ok()?;
        Some(fit.decided_by(decider))
    }

    /// More about a doubtful hunk: its twins, or the lines of it that the text has changed.
    fn explained(
        &self,
        number: usize,
        contest: &Contest,
        choice: Option<&Choice>,
        fit: &Result<Fit, HunkWhy>,
    ) -> Option<HunkWhy> {
        match (fit, contest, choice) {
            (Err(HunkWhy::Doubtful(doubt)), Contest::Open(open), Some(_)) => {
                let pattern = &self.exact.patterns[number];
                let is_even = doubt.wanting == Wanting::Margin && doubt.margin < EQUAL;
                let spans = open.loose_places(self.index);
                if is_even && spans.len() > 1 {
                    return Some(failure::twins(&spans, self.exact.now));
                }
                let (row, line) = open.framed(pattern, self.index)?;
                let expected = &pattern.hunk().lines[row].text;
                Some(failure::conflict(expected, self.exact.now, line, None))
            }
            _ => None,
        }
    }

    /// Of several places that fit equally well, the one that the hunk's scope means.
    fn by_scope(&self, number: usize, open: &Open, ranking: &Ranking) -> Option<usize> {
        let pattern = &self.exact.patterns[number];
        let scopes = &pattern.hunk().scopes;
        if scopes.is_empty() {
            return None;
        }
        let text = self.exact.now.bytes();
        let start = |candidate: usize| open.span(candidate, self.index).start();
        let places = ranking.equals.iter().copied();
        let is_inside = |candidate: &usize| {
            scope::encloses(scopes, text, start(*candidate))
                && !open.is_astray(*candidate, pattern, self.index)
        };
        let mut inside = places.filter(is_inside);
        inside.next().filter(|_| inside.next().is_none())
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
        let pattern = &self.exact.patterns[number];
        match (&contests[number], &choices[number]) {
            (Contest::Open(open), Some(choice)) => open.offset(choice.candidate, pattern),
            _ if fit.side == Side::New => None,
            _ => {
                let before = self.exact.now.line_at(fit.span.start()).lines_before();
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
    ranking: &Ranking,
    neighbours: impl Iterator<Item = i64>,
) -> Option<usize> {
    let mut chosen: Option<usize> = None;
    for expected in neighbours {
        for &candidate in &ranking.equals {
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
