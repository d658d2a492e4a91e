//! The changes of the text in a hunk: lines that it removes, and the sign of one that it adds.

use crate::refusal::Likeness;
use crate::text::Span;

use super::contest::Open;
use super::ranking::CLEAR;
use crate::resolve::place::candidates::accept;
use crate::resolve::place::candidates::alignment::{Grade, Removed};
use crate::resolve::place::candidates::candidate;
use crate::resolve::place::candidates::script::Stage;
use crate::resolve::place::candidates::support::{Side, Support, matched_rows};
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::hunk::pattern::Pattern;

/// Places of a line that are looked at for twins of its hunk.
const LOOKED_AT: usize = 2000;

impl Open {
    /// The row and the line (0-based) of the first line that the text has changed and the hunk removes, if
    /// that place is better supported than candidate `chosen`, or good enough by itself where there is none. With how
    /// alike it is and must be, where the mode takes lines that are alike.
    pub fn conflict(&self, chosen: Option<usize>) -> Option<(usize, usize, Option<Likeness>)> {
        let changed = self.changed.as_ref()?;
        let score = f64::from(changed.alignment.score);
        let is_better = match chosen {
            Some(chosen) => {
                let chosen = &self.candidates[chosen].alignment;
                score > f64::from(chosen.score) + CLEAR
            }
            None => {
                let support = Support::of(&self.script, &changed.alignment);
                let total = f64::from(support.total).max(0.01);
                accept::wanting(&support, score / total, 1.0).is_none()
            }
        };
        // What stands apart from the context that the hunk shows beside it is another line that is like it.
        let support = Support::of(&self.script, &changed.alignment);
        let held = support.holds.iter().filter(|hold| {
            let sides = [hold.left, hold.right];
            sides.iter().any(|side| side.is_tight()) || sides == [Side::None; 2]
        });
        let mut rows = held.flat_map(|hold| matched_rows(&self.script, &hold.place));
        is_better.then_some(())?;
        rows.find_map(|row| {
            let pair = changed.alignment.pairs[row]?;
            let Grade::Similar(found) = pair.grade else {
                return None;
            };
            let likeness = match self.removed {
                Removed::Similar(least) if found >= least => return None,
                Removed::Similar(least) => Some(Likeness {
                    found: f64::from(found),
                    least: f64::from(least),
                }),
                Removed::Loose => None,
            };
            Some((self.script.rows[row].line, pair.line, likeness))
        })
    }

    /// The row and the line (0-based) of the first removed line that the text has otherwise, where all context of
    /// the hunk stands around it as it is, one line behind the other.
    pub fn framed(&self, pattern: &Pattern, index: &Index) -> Option<(usize, usize)> {
        let start = candidate::nearest(&self.script, pattern, index)?;
        let mut first = None;
        for (offset, (row, is_context)) in self.old_rows().enumerate() {
            let line = start + offset;
            let is_there = line < index.len() && {
                let (exact, _) = index.keys(line);
                exact != 0 && exact == self.script.rows[row].exact
            };
            match (is_there, is_context) {
                (true, _) => {}
                (false, true) => return None,
                (false, false) => {
                    first.get_or_insert((self.script.rows[row].line, line));
                }
            }
        }
        first.filter(|(_, line)| *line < index.len() && pattern.has_context())
    }

    /// The places where all lines of the old side stand one behind the other, at worst with other blanks.
    pub fn loose_places(&self, index: &Index) -> Vec<Span> {
        let rows: Vec<usize> = self.old_rows().map(|(row, _)| row).collect();
        let key = |row: usize| self.script.rows[row].loose;
        let Some(rarest) = (0..rows.len()).min_by_key(|&at| index.postings(key(rows[at])).len())
        else {
            return Vec::new();
        };
        let postings = index.postings(key(rows[rarest])).iter().take(LOOKED_AT);
        let starts = postings.filter_map(|&line| (line as usize).checked_sub(rarest));
        let stands = |start: &usize| {
            let fits = |(offset, &row): (usize, &usize)| index.keys(start + offset).1 == key(row);
            start + rows.len() <= index.len() && rows.iter().enumerate().all(fits)
        };
        let known = rows.iter().all(|&row| key(row) != 0);
        let starts = starts.filter(|start| known && stands(start));
        starts
            .map(|start| index.span(start, start + rows.len()))
            .collect()
    }

    /// The first context line of `pattern` that candidate `number` lacks and that is an added line by what else
    /// the hunk says: it makes the text shorter than its header says, or it has no counts and seems to take lines
    /// away only.
    pub fn lost_sign(&self, number: usize, pattern: &Pattern) -> Option<usize> {
        let hunk = pattern.hunk();
        let is_miscounted = match (hunk.old, hunk.new) {
            // Each lost sign makes the old side one line longer. Lines cut off, or counted wrong on both sides,
            // leave the difference as it is.
            (Some(old), Some(new)) => {
                pattern.new_lines() + old.count < pattern.old_lines() + new.count
            }
            _ => !pattern.adds(),
        };
        let pairs = &self.candidates[number].alignment.pairs;
        let is_change = |stage: Option<&Stage>| matches!(stage, Some(Stage::Change { .. }));
        let stages = &self.script.stages;
        let beside = (0..stages.len())
            .filter(|&at| at > 0 && is_change(stages.get(at - 1)) || is_change(stages.get(at + 1)));
        let mut missing = beside.filter_map(|at| match stages[at] {
            Stage::Context(row) if pairs[row].is_none() => Some(self.script.rows[row].line),
            _ => None,
        });
        missing.next().filter(|_| is_miscounted)
    }
}
