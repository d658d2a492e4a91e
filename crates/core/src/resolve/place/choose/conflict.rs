//! The changes of the text in a hunk: lines that it removes, and the sign of one that it adds.

use crate::refusal::Likeness;
use crate::text::Span;

use super::hunk_places::OpenHunk;
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

impl OpenHunk {
    /// The row and the line (0-based) of the first line that the hunk removes and the text has changed. Only if that
    /// place is better supported than candidate `chosen` or, without one, good enough by itself. With its similarity
    /// and the least one, where the mode takes similar lines.
    pub fn conflict(&self, chosen: Option<usize>) -> Option<(usize, usize, Option<Likeness>)> {
        let changed = self.changed.as_ref()?;
        let support = Support::new(&self.script, &changed.alignment);
        let score = f64::from(changed.alignment.score);
        let is_better = match chosen {
            Some(chosen) => {
                let chosen = &self.candidates[chosen].alignment;
                score > f64::from(chosen.score) + CLEAR
            }
            None => {
                let total = f64::from(support.total).max(0.01);
                accept::wanting(&support, score / total, 1.0).is_none()
            }
        };
        if !is_better {
            return None;
        }
        for hold in &support.holds {
            // Away from the context that the hunk shows next to it, this is another line that looks similar.
            let sides = [hold.left, hold.right];
            let is_tight = sides.iter().any(|side| side.is_tight());
            if !is_tight && sides != [Side::None; 2] {
                continue;
            }
            for row in matched_rows(&self.script, &hold.place) {
                let Some(pair) = changed.alignment.pairs[row] else {
                    continue;
                };
                let Grade::Similar(found) = pair.grade else {
                    continue;
                };
                let likeness = match self.removed {
                    Removed::Similar(least) if found >= least => continue,
                    Removed::Similar(least) => Some(Likeness {
                        found: f64::from(found),
                        least: f64::from(least),
                    }),
                    Removed::Loose => None,
                };
                return Some((self.script.rows[row].line, pair.line, likeness));
            }
        }
        None
    }

    /// The row and the line (0-based) of the first removed line that differs in the text, if all context of the hunk
    /// surrounds it unchanged and in one piece.
    pub fn framed(&self, pattern: &Pattern, index: &Index) -> Option<(usize, usize)> {
        let start = candidate::nearest(&self.script, pattern, index)?;
        let mut first = None;
        for (offset, (row, is_context)) in self.old_rows().enumerate() {
            let line = start + offset;
            let is_there = line < index.len() && self.script.rows[row].exact != 0 && {
                let (exact, _) = index.keys(line);
                exact == self.script.rows[row].exact
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

    /// The places of the old side in one piece, where lines may differ in whitespace.
    pub fn loose_places(&self, index: &Index) -> Vec<Span> {
        let mut keys = Vec::new();
        for (row, _) in self.old_rows() {
            keys.push(self.script.rows[row].loose);
        }
        if keys.contains(&0) {
            return Vec::new();
        }
        let Some(rarest) = (0..keys.len()).min_by_key(|&at| index.postings(keys[at]).len()) else {
            return Vec::new();
        };
        let mut places = Vec::new();
        for &line in index.postings(keys[rarest]).iter().take(LOOKED_AT) {
            let Some(start) = (line as usize).checked_sub(rarest) else {
                continue;
            };
            let end = start + keys.len();
            if end <= index.len()
                && (start..end)
                    .zip(&keys)
                    .all(|(at, &key)| index.keys(at).1 == key)
            {
                places.push(index.span(start, end));
            }
        }
        places
    }

    /// The first context line of `pattern` that candidate `number` lacks, and that lost the sign of an added line:
    /// the hunk makes the text shorter than its header says, or it has no counts and seems only to remove lines.
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
        if !is_miscounted {
            return None;
        }
        let pairs = &self.candidates[number].alignment.pairs;
        let stages = &self.script.stages;
        for (at, stage) in stages.iter().enumerate() {
            let is_next_to_change =
                at > 0 && is_change(stages.get(at - 1)) || is_change(stages.get(at + 1));
            if let Stage::Context(row) = stage
                && pairs[*row].is_none()
                && is_next_to_change
            {
                return Some(self.script.rows[*row].line);
            }
        }
        None
    }
}

fn is_change(stage: Option<&Stage>) -> bool {
    matches!(stage, Some(Stage::Change { .. }))
}
