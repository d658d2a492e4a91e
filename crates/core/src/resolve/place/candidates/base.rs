//! The text a patch was made from: where its lines are now.
//!
//! A three-way merge without its weakness: changes are compared change by change, not region by region, so
//! that one that merely touches another still has its place.

use std::ops::Range;

use bytes::Bytes;
use similar::{Algorithm, DiffOp};

use crate::snapshot::Snapshot;
use crate::text;

use super::alignment::{Alignment, ChangePlace, Form, Grade, Pair};
use super::script::{Row, Script, Stage};
use crate::resolve::place::choose::fit::{Fit, Layout, Side};
use crate::resolve::place::evidence::exact;
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::evidence::line;
use crate::resolve::place::hunk::pattern::Pattern;

/// The places of the lines of the base in the text.
pub struct Base {
    /// For each line of the base, the line of the text that it is (0-based).
    lines: Vec<Option<usize>>,
    /// For each line of the text, the line of the base that it is.
    origins: Vec<Option<usize>>,
    /// How many lines the text has.
    len: usize,
    /// For each hunk, its first line in the base (0-based).
    starts: Vec<usize>,
}

impl Base {
    /// Compares `base`, where the hunks stand as `fits` say, with `now`; `None` when some are applied there, so that
    /// it is not what they were made from.
    pub fn of(base: &Snapshot, now: &Bytes, fits: &[Fit]) -> Option<Self> {
        let is_made_from = |fit: &Fit| fit.side == Side::Old;
        if !fits.iter().all(is_made_from) {
            return None;
        }
        let starts = fits
            .iter()
            .map(|fit| base.line_at(fit.span.start()).lines_before())
            .collect();
        let (lines, len) = compared(base.bytes(), now);
        let mut origins = vec![None; len];
        for (line, now) in lines.iter().enumerate() {
            if let Some(now) = now {
                origins[*now] = Some(line);
            }
        }
        Some(Self {
            lines,
            origins,
            len,
            starts,
        })
    }

    /// The place of hunk `number` by the base, if the base has one for all its changes.
    pub(crate) fn alignment(
        &self,
        number: usize,
        script: &Script,
        index: &Index,
    ) -> Option<Alignment> {
        let mut line = self.starts[number];
        let mut pairs = vec![None; script.rows.len()];
        let mut places = Vec::new();
        let mut score = 0.0;
        for (number, stage) in script.stages.iter().enumerate() {
            match stage {
                Stage::Context(row) => {
                    pairs[*row] = self.pair(line);
                    score += if pairs[*row].is_some() {
                        script.rows[*row].weight
                    } else {
                        0.0
                    };
                    line += 1;
                }
                Stage::Change { removed, added } => {
                    let base = line..line + removed.len();
                    let place = self.place(number, base.clone(), added, script, index)?;
                    if place.form == Form::Old {
                        for (row, line) in removed.clone().zip(base.clone()) {
                            pairs[row] = self.pair(line);
                            score += script.rows[row].weight;
                        }
                    }
                    places.push(place);
                    line = base.end;
                }
                Stage::Start | Stage::End => {}
            }
        }
        Some(Alignment::of(score, pairs, places))
    }

    /// Whether `lines` of the old side of hunk `number` (their numbers there, and the lines of the text that they
    /// would be) are others by the base: more of them than are themselves.
    pub fn contradicts(&self, number: usize, lines: impl Iterator<Item = (usize, usize)>) -> bool {
        let (same, other) = self.compared(number, lines);
        other > same
    }

    /// How many of `lines`, as in [`Self::contradicts`], are themselves by the base, and how many are others.
    fn compared(
        &self,
        number: usize,
        lines: impl Iterator<Item = (usize, usize)>,
    ) -> (usize, usize) {
        let (mut same, mut other) = (0, 0);
        for (offset, line) in lines {
            match self.origins.get(line).copied().flatten() {
                Some(origin) if origin == self.starts[number] + offset => same += 1,
                Some(_) => other += 1,
                None => {}
            }
        }
        (same, other)
    }

    /// As [`Self::contradicts`], of `fit`, which stands in `now` as it is. Among places that are alike only one that
    /// the base knows will do.
    pub(crate) fn contradicts_exact(&self, fit: &Fit, pattern: &Pattern, now: &Snapshot) -> bool {
        let is_exact = matches!(fit.layout, Layout::Exact) && fit.side == Side::Old;
        let first = now.line_at(fit.span.start()).lines_before();
        let telling = exact::lines(pattern.old())
            .enumerate()
            .filter(|(_, line)| !line::is_common(line));
        let lines = telling.map(|(offset, _)| (offset, first + offset));
        let (same, other) = self.compared(fit.hunk, lines);
        is_exact && (other > same || fit.decided_by.is_some() && same == 0)
    }

    /// The line (0-based) of the text where hunk `number` begins, as far as that is left.
    pub fn expected(&self, number: usize) -> usize {
        self.above(self.starts[number])
    }

    fn pair(&self, line: usize) -> Option<Pair> {
        let line = self.lines.get(line).copied().flatten()?;
        Some(Pair {
            line,
            grade: Grade::Exact,
        })
    }

    /// The place of a change of the lines `base` (which may be none) in the text.
    fn place(
        &self,
        stage: usize,
        base: Range<usize>,
        added: &Range<usize>,
        script: &Script,
        index: &Index,
    ) -> Option<ChangePlace> {
        let (above, below) = (self.above(base.start), self.below(base.end));
        let place = |form, lines: Range<usize>| ChangePlace {
            stage,
            form,
            at: lines.start,
            end: lines.end,
        };
        // The text has the new lines, and nothing else, where the old ones were.
        let between = above..below;
        let is_done = between.len() == added.len()
            && between.clone().zip(added.clone()).all(|(line, row)| {
                let exact = script.rows[row].exact;
                exact != 0 && index.keys(line).0 == exact
            });
        let kept: Vec<usize> = base.clone().filter_map(|line| self.lines[line]).collect();
        // Lines that are gone leave no other trace than those beside them.
        let is_framed = || {
            let before = base.start.checked_sub(1);
            let after = Some(base.end).filter(|&line| line < self.lines.len());
            let mut beside = before.into_iter().chain(after);
            beside.all(|line| self.lines[line].is_some())
        };
        let is_done = is_done && (!added.is_empty() || is_framed());
        if is_done && kept.len() < base.len().max(1) {
            return Some(place(Form::New, between));
        }
        if base.is_empty() {
            let at = self.point(base.start)?;
            let is_worn = |row: Option<usize>, line: Option<usize>| {
                row.zip(line)
                    .is_some_and(|(row, line)| is_worn(&script.rows[row], line, index))
            };
            let before = stage
                .checked_sub(1)
                .and_then(|stage| script.context_row(stage));
            let after = script.context_row(stage + 1);
            let is_unclear = is_worn(before, at.checked_sub(1))
                || is_worn(after, Some(at).filter(|&at| at < self.len));
            return (!is_unclear).then(|| place(Form::Old, at..at));
        }
        let is_whole =
            kept.len() == base.len() && kept.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        let first = *kept.first()?;
        is_whole.then(|| place(Form::Old, first..first + base.len()))
    }

    /// The point of the text that the point before line `line` of the base has become, if its neighbours
    /// still tell: they touch, or the one that is left touches what was made of the other.
    fn point(&self, line: usize) -> Option<usize> {
        let before = line
            .checked_sub(1)
            .map_or(Some(None), |line| self.lines[line].map(Some));
        let after = match self.lines.get(line) {
            None => Some(self.len),
            Some(after) => *after,
        };
        match (before, after) {
            (Some(before), Some(after)) => {
                let touches = before.map_or(0, |before| before + 1) == after;
                touches.then_some(after)
            }
            (Some(before), None) => Some(before.map_or(0, |before| before + 1)),
            (None, Some(after)) => Some(after),
            (None, None) => None,
        }
    }

    /// The line of the text behind the last line before `line` of the base that is still there.
    fn above(&self, line: usize) -> usize {
        let kept = self.lines[..line].iter().rev().find_map(|line| *line);
        kept.map_or(0, |line| line + 1)
    }

    /// The first line of the text that is one from `line` of the base on.
    fn below(&self, line: usize) -> usize {
        let kept = self.lines[line..].iter().find_map(|line| *line);
        kept.unwrap_or(self.len)
    }
}

/// Whether line `line` of the text is `row` but for its blanks: then how far to shift what comes beside it is
/// for the other lines to say.
fn is_worn(row: &Row, line: usize, index: &Index) -> bool {
    let (exact, loose) = index.keys(line);
    loose != 0 && loose == row.loose && exact != row.exact
}

/// For each line of `base` its line in `now`, and the number of lines of that.
fn compared(base: &[u8], now: &[u8]) -> (Vec<Option<usize>>, usize) {
    let [base, now] = [base, now].map(|text| exact::lines(text).collect::<Vec<_>>());
    let [base, now] = text::numbered([&base[..], &now]);
    let mut lines = vec![None; base.len()];
    for op in text::compare_numbers(Algorithm::Histogram, &base, &now) {
        if let DiffOp::Equal {
            old_index,
            new_index,
            len,
        } = op
        {
            for offset in 0..len {
                lines[old_index + offset] = Some(new_index + offset);
            }
        }
    }
    slide_more(&mut lines, &now);
    slide_less(&mut lines, &base);
    (lines, now.len())
}

/// Moves what the text has more as far down as it goes: the lines of the base come first.
fn slide_more(lines: &mut [Option<usize>], now: &[u32]) {
    let mut taken = 0;
    for line in lines.iter_mut() {
        let Some(at) = *line else {
            continue;
        };
        // Strange lines before this one begin with its like: it may be that.
        if taken < at && now[taken] == now[at] {
            *line = Some(taken);
            taken += 1;
        } else {
            taken = at + 1;
        }
    }
}

/// Moves what the text has less as far down as it goes.
fn slide_less(lines: &mut [Option<usize>], base: &[u32]) {
    let mut gone = 0;
    for line in 0..lines.len() {
        if lines[line].is_none() {
            continue;
        }
        if gone < line && base[gone] == base[line] {
            lines.swap(gone, line);
            gone += 1;
        } else {
            gone = line + 1;
        }
    }
}
