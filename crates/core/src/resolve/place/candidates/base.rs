//! Finds the lines of the base, from which a patch was made, in the current text.
//!
//! This works like a three-way merge, but compares single changes instead of regions. A change that only touches
//! another change still has a place.

use std::ops::Range;

use bytes::Bytes;
use similar::{Algorithm, DiffOp};

use crate::refusal::HunkWhy;
use crate::snapshot::Snapshot;
use crate::text;

use super::alignment::{Alignment, ChangePlace, Form, Grade, Pair};
use super::script::{Script, Stage};
use crate::resolve::place::choose::fit::{Fit, Side};
use crate::resolve::place::evidence::exact;
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::evidence::line;
use crate::resolve::place::hunk::pattern::Pattern;
use crate::resolve::place::report::failure;

/// The places of the lines of the base in the text.
pub struct Base {
    /// For each line of the base, the 0-based line of the text that it became.
    lines: Vec<Option<usize>>,
    /// For each line of the text, the 0-based line of the base that it comes from.
    origins: Vec<Option<usize>>,
    len: usize,
    /// For each hunk, the 0-based line of the base at which it starts.
    starts: Vec<usize>,
}

impl Base {
    /// Compares `base` with `now`. `fits` are the places of the hunks in `base`. `None` if a hunk is already applied
    /// there, so that the patch was not made from `base`.
    pub fn new(base: &Snapshot, now: &Bytes, fits: &[Fit]) -> Option<Self> {
        let mut starts = Vec::with_capacity(fits.len());
        for fit in fits {
            if fit.side != Side::Old {
                return None;
            }
            starts.push(base.line_at(fit.span.start()).lines_before());
        }
        let (lines, len) = equal_lines(base.bytes(), now);
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

    /// The place of hunk `number` according to the base. `None` if a change of the hunk has no place.
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
                    if pairs[*row].is_some() {
                        score += script.rows[*row].weight;
                    }
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
                Stage::End => {}
            }
        }
        Some(Alignment {
            score,
            pairs,
            places,
            text_end: None,
        })
    }

    /// Refuses `fit`, an exact match in `now`, if most of its lines come from other lines of the base.
    pub(crate) fn check(
        &self,
        fit: &Fit,
        pattern: &Pattern,
        now: &Snapshot,
    ) -> Result<(), HunkWhy> {
        if !self.contradicts(fit, pattern, now) {
            return Ok(());
        }
        let expected = self.above(self.starts[fit.pattern_index]);
        Err(HunkWhy::NoMatch(failure::difference(
            pattern, now, expected,
        )))
    }

    /// True if most lines at `fit` come from other lines of the base. If `fit` was chosen among several matches, also
    /// true if none of its lines comes from the hunk's lines in the base.
    fn contradicts(&self, fit: &Fit, pattern: &Pattern, now: &Snapshot) -> bool {
        if fit.drifted.is_some() || fit.side != Side::Old {
            return false;
        }
        let first = now.line_at(fit.span.start()).lines_before();
        let (mut same, mut other) = (0, 0);
        for (offset, line) in exact::lines(pattern.old()).enumerate() {
            if line::is_common(line) {
                continue;
            }
            if let Some(Some(origin)) = self.origins.get(first + offset) {
                if *origin == self.starts[fit.pattern_index] + offset {
                    same += 1;
                } else {
                    other += 1;
                }
            }
        }
        other > same || fit.decided_by.is_some() && same == 0
    }

    fn pair(&self, line: usize) -> Option<Pair> {
        let line = self.lines.get(line).copied().flatten()?;
        Some(Pair {
            line,
            grade: Grade::Exact,
        })
    }

    /// The place in the text of a change that replaces the lines `base`, which may be empty.
    fn place(
        &self,
        stage: usize,
        base: Range<usize>,
        added: &Range<usize>,
        script: &Script,
        index: &Index,
    ) -> Option<ChangePlace> {
        let place = |form, lines: Range<usize>| ChangePlace {
            stage,
            form,
            at: lines.start,
            end: lines.end,
        };
        // The text has exactly the new lines in place of the old lines.
        let between = self.above(base.start)..self.below(base.end);
        let has_added = between.len() == added.len()
            && between.clone().zip(added.clone()).all(|(line, row)| {
                let exact = script.rows[row].exact;
                exact != 0 && index.keys(line).exact == exact
            });
        let kept: Vec<usize> = base.clone().filter_map(|line| self.lines[line]).collect();
        // Only the neighbors of removed lines show where the lines were.
        if has_added
            && (!added.is_empty() || self.has_neighbours(&base))
            && kept.len() < base.len().max(1)
        {
            return Some(place(Form::New, between));
        }
        if base.is_empty() {
            let at = self.point(base.start)?;
            return Some(place(Form::Old, at..at));
        }
        let is_contiguous = kept.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        if kept.len() < base.len() || !is_contiguous {
            return None;
        }
        let first = *kept.first()?;
        Some(place(Form::Old, first..first + base.len()))
    }

    /// True if the lines next to `base` are still in the text.
    fn has_neighbours(&self, base: &Range<usize>) -> bool {
        let has_before = base.start == 0 || self.lines[base.start - 1].is_some();
        let has_after = base.end >= self.lines.len() || self.lines[base.end].is_some();
        has_before && has_after
    }

    /// The point in the text for the point before `line` of the base. `None` unless its neighbors still touch, or
    /// only one of them is left.
    fn point(&self, line: usize) -> Option<usize> {
        let before = match line.checked_sub(1) {
            Some(number) => self.lines[number].map(|kept| kept + 1),
            None => Some(0),
        };
        let after = match self.lines.get(line) {
            Some(kept) => *kept,
            None => Some(self.len),
        };
        match (before, after) {
            (Some(before), Some(after)) if before != after => None,
            (before, after) => after.or(before),
        }
    }

    /// The line after the last line of the text that comes from before `line` of the base.
    fn above(&self, line: usize) -> usize {
        let kept = self.lines[..line].iter().rev().find_map(|line| *line);
        kept.map_or(0, |line| line + 1)
    }

    /// The first line of the text that comes from `line` of the base or a later line.
    fn below(&self, line: usize) -> usize {
        let kept = self.lines[line..].iter().find_map(|line| *line);
        kept.unwrap_or(self.len)
    }
}

/// For each line of `base`, the equal line of `now`, and the number of lines of `now`.
fn equal_lines(base: &[u8], now: &[u8]) -> (Vec<Option<usize>>, usize) {
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
    (lines, now.len())
}
