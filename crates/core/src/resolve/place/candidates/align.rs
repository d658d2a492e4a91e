//! Aligns a hunk with a window of the text: finds the best way to match its lines in order.
//!
//! A semi-global alignment with affine gaps (Gotoh) over the stages of the hunk. Context may be missing or similar,
//! at a cost. The lines of a change must all be present, in their old or their new form. A change without lines in
//! the matched form (such as an insertion that is not applied) is only a point. The point must touch a matched
//! neighbor, so that the position of each edit is certain.

use std::ops::Range;

use super::alignment::{Alignment, ChangePlace, Form, Forms, Grade, Pair, Removed};
use super::path::{
    Cell, Column, GAP_LANES, LANES, Lane, Step, UNREACHED, after_gaps, best_of, cell_from, improve,
    without_line,
};
use super::script::{MissingContext, Script, Stage};
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::evidence::line::{self, Profile};
use crate::resolve::place::evidence::nesting::Level;
use crate::resolve::place::weights;

/// If a line occurs within this many lines of a window, the window cannot contain a changed form of the line.
const NEAR_LINES: usize = 200;

/// Aligns one hunk with one window.
pub struct Aligner<'a> {
    script: &'a Script,
    index: &'a Index<'a>,
    window: Range<usize>,
    removed: Removed,
    profiles: Vec<Option<Profile>>,
    /// The nesting level of each line of the window.
    levels: Vec<Level>,
    /// For each row, true if the row occurs in the window or near it.
    is_near: Vec<bool>,
}

impl<'a> Aligner<'a> {
    /// Prepares to align with the lines `window` (0-based) of the text.
    pub fn new(
        script: &'a Script,
        index: &'a Index<'a>,
        window: Range<usize>,
        removed: Removed,
    ) -> Self {
        let mut profiles = Vec::with_capacity(window.len());
        let mut levels = Vec::with_capacity(window.len());
        for number in window.clone() {
            let text = index.line(number);
            profiles.push(if line::is_common(text) {
                None
            } else {
                Some(Profile::new(text))
            });
            levels.push(index.level(number));
        }
        let around = window.start.saturating_sub(NEAR_LINES)..window.end + NEAR_LINES;
        let mut is_near = Vec::with_capacity(script.rows.len());
        for row in &script.rows {
            let mut postings = index.postings(row.loose).iter();
            is_near.push(postings.any(|&line| around.contains(&(line as usize))));
        }
        Self {
            script,
            index,
            window,
            removed,
            profiles,
            levels,
            is_near,
        }
    }

    /// True if the lines in and near the window allow an alignment in `forms`.
    pub fn may_align(&self, forms: Forms) -> bool {
        let mut changes = Vec::new();
        for stage in &self.script.stages {
            if let Stage::Change { removed, added } = stage {
                changes.push((removed, added));
            }
        }
        match forms {
            Forms::Old => true,
            Forms::Changed => {
                self.removed == Removed::Loose
                    && changes.iter().any(|(removed, _)| !removed.is_empty())
            }
            Forms::New => changes.iter().all(|(_, added)| self.are_near(added)),
            Forms::Mixed => {
                changes.len() > 1
                    && changes
                        .iter()
                        .any(|(removed, added)| self.may_be_applied(removed, added))
            }
        }
    }

    fn may_be_applied(&self, removed: &Range<usize>, added: &Range<usize>) -> bool {
        if added.is_empty() {
            return !self.are_near(removed);
        }
        self.are_near(added)
    }

    fn are_near(&self, rows: &Range<usize>) -> bool {
        rows.clone().all(|row| self.is_near[row])
    }

    /// The best alignment that takes changes in `forms` only, and no change at the `forbidden` place. `None` if there
    /// is no such alignment.
    pub fn best(&self, forms: Forms, forbidden: Option<ChangePlace>) -> Option<Alignment> {
        let start = Cell {
            score: 0.0,
            ..UNREACHED
        };
        // Before the first stage, no line is matched or missing.
        let mut table: Vec<Vec<Column>> = Vec::with_capacity(self.script.stages.len() + 1);
        let mut first = [UNREACHED; LANES];
        first[Lane::CommonMissing as usize] = start;
        table.push(vec![first; self.window.len() + 1]);
        for (number, stage) in self.script.stages.iter().enumerate() {
            let before = &table[number];
            let next = match stage {
                Stage::Context(row) => self.align_context(number, *row, before),
                Stage::End => self.align_end(before),
                Stage::Change { removed, added } => {
                    let forbidden = forbidden.filter(|place| place.stage == number);
                    self.align_change(number, removed, added, forms, before, forbidden)
                }
            };
            table.push(next);
        }
        let found = self.trace_back(&table)?;
        if forms == Forms::Mixed {
            let first = found.places.first()?.form;
            if found.places.iter().all(|place| place.form == first) {
                return None;
            }
        }
        Some(found)
    }

    fn align_context(&self, stage: usize, number: usize, before: &[Column]) -> Vec<Column> {
        let row = &self.script.rows[number];
        let after_gaps = self.after_gaps(stage, before);
        let mut after = vec![[UNREACHED; LANES]; before.len()];
        let price = weights::MISSING * row.weight + weights::MISSING_FLAT;
        let missing = match row.profile {
            Some(_) => Lane::TellingMissing,
            None => Lane::CommonMissing,
        };
        for at in 0..before.len() {
            improve(
                &mut after[at][missing as usize],
                without_line(&before[at], at, price),
            );
            if at + 1 == before.len() {
                continue;
            }
            if let Some((grade, gain)) = self.match_line(
                number,
                at,
                Grade::Similar(weights::LEAST_CONTEXT_SIMILARITY),
            ) {
                let after_insertion = cell_from(&before[at], Lane::InsertionBeforeMatch, at);
                let mut lane = Lane::Matched;
                let mut gain_after_gap = gain;
                if matches!(grade, Grade::Similar(_)) {
                    lane = Lane::Similar;
                    if after_gaps[at].from as usize != at {
                        gain_after_gap += weights::SAME_CHANGE;
                    }
                }
                let cell = &mut after[at + 1][lane as usize];
                improve(cell, after_gaps[at].matched(gain_after_gap));
                improve(cell, after_insertion.matched(gain));
            }
        }
        after
    }

    /// The best cell from which `stage` can continue, for each position of the window.
    fn after_gaps(&self, stage: usize, before: &[Column]) -> Vec<Cell> {
        after_gaps(before, self.insertion_gap(stage), &self.levels)
    }

    /// The cost of unknown lines between an insertion point before `stage` and the next matched line.
    fn insertion_gap(&self, stage: usize) -> f32 {
        if let Some(before) = stage.checked_sub(1)
            && let Some((MissingContext::After, _)) = self.script.missing_context(before)
        {
            return weights::EXPECTED_INSERTION_GAP;
        }
        weights::INSERTION_GAP
    }

    /// The stage that matches only the end of the text, directly after a matched line or an insertion point.
    fn align_end(&self, before: &[Column]) -> Vec<Column> {
        let mut after = vec![[UNREACHED; LANES]; before.len()];
        for at in 0..before.len() {
            // A hunk matched elsewhere pays nothing: tools and people omit context on one side.
            improve(
                &mut after[at][Lane::CommonMissing as usize],
                without_line(&before[at], at, 0.0),
            );
            if self.window.start + at != self.index.len() {
                continue;
            }
            for lane in GAP_LANES.into_iter().chain([Lane::InsertionBeforeMatch]) {
                let source = cell_from(&before[at], lane, at);
                improve(
                    &mut after[at][Lane::Matched as usize],
                    source.matched(weights::TEXT_END),
                );
            }
        }
        after
    }

    fn align_change(
        &self,
        stage: usize,
        removed: &Range<usize>,
        added: &Range<usize>,
        forms: Forms,
        before: &[Column],
        forbidden: Option<ChangePlace>,
    ) -> Vec<Column> {
        let after_gaps = self.after_gaps(stage, before);
        let mut after = vec![[UNREACHED; LANES]; before.len()];
        let is_respaced = self.is_respaced(removed, added);
        for (rows, form, step) in [
            (removed, Form::Old, Step::Old),
            (added, Form::New, Step::New),
        ] {
            let is_taken = match forms {
                Forms::Old | Forms::Changed => form == Form::Old,
                Forms::New => form == Form::New,
                Forms::Mixed => true,
            };
            if !is_taken {
                continue;
            }
            let worst = match form {
                Form::New if is_respaced => Grade::Exact,
                _ => self.worst_grade(form, forms),
            };
            for at in 0..before.len() {
                let line = self.window.start + at;
                let is_forbidden =
                    forbidden.is_some_and(|place| (place.form, place.at) == (form, line));
                if is_forbidden || at + rows.len() >= before.len() {
                    continue;
                }
                let start = Cell {
                    step,
                    ..after_gaps[at]
                };
                if rows.is_empty() {
                    self.align_insertion(stage, start, at, &before[at], &mut after[at]);
                } else if start.score > f32::NEG_INFINITY
                    && let Some(gain) = self.match_rows(rows, worst, at)
                {
                    let cell = Cell {
                        score: start.score + gain,
                        ..start
                    };
                    improve(&mut after[at + rows.len()][Lane::Matched as usize], cell);
                }
            }
        }
        after
    }

    /// Sets an insertion point at `at` for the change `stage`, which has no lines in this form. `start` is the best
    /// cell to continue from.
    fn align_insertion(
        &self,
        stage: usize,
        start: Cell,
        at: usize,
        before: &Column,
        after: &mut Column,
    ) {
        for lane in [Lane::Matched, Lane::Similar] {
            let point = Cell {
                step: start.step,
                ..cell_from(before, lane, at)
            };
            improve(&mut after[Lane::InsertionAfterMatch as usize], point);
        }
        let mut point = start;
        let is_after_gap = start.from as usize != at;
        if is_after_gap && matches!(start.lane, Lane::Matched | Lane::Similar) {
            point.score -= match self.script.missing_context(stage) {
                Some((MissingContext::Before, _)) => weights::EXPECTED_INSERTION_GAP,
                _ => weights::INSERTION_GAP,
            };
        }
        improve(&mut after[Lane::InsertionBeforeMatch as usize], point);
    }

    /// The score of the rows of a change if all of them match at `at` with grade `worst` or better.
    fn match_rows(&self, rows: &Range<usize>, worst: Grade, at: usize) -> Option<f32> {
        let mut gain = 0.0;
        for (offset, row) in rows.clone().enumerate() {
            let (_, more) = self.match_line(row, at + offset, worst)?;
            gain += more;
        }
        Some(gain)
    }

    /// True if an `added` line differs from a `removed` line only in whitespace. Added lines then count as present
    /// only if they match exactly.
    fn is_respaced(&self, removed: &Range<usize>, added: &Range<usize>) -> bool {
        let removed = &self.script.rows[removed.clone()];
        for added in &self.script.rows[added.clone()] {
            if removed.iter().any(|row| row.loose == added.loose) {
                return true;
            }
        }
        false
    }

    /// The worst grade at which the lines of a change match in `form`. Lines that are already applied may differ in
    /// whitespace.
    fn worst_grade(&self, form: Form, forms: Forms) -> Grade {
        match (form, self.removed) {
            (Form::New, _) => Grade::Loose,
            (Form::Old, _) if forms == Forms::Changed => {
                Grade::Similar(weights::LEAST_CONTEXT_SIMILARITY)
            }
            (Form::Old, Removed::Similar(least)) => Grade::Similar(least),
            (Form::Old, Removed::Loose) => Grade::Loose,
        }
    }

    /// The grade of the match of row `number` with line `at` of the window, and its score. `None` if they do not
    /// match with grade `worst` or better.
    fn match_line(&self, number: usize, at: usize, worst: Grade) -> Option<(Grade, f32)> {
        let row = &self.script.rows[number];
        let keys = self.index.keys(self.window.start + at);
        if keys.exact != 0 && keys.exact == row.exact {
            return Some((Grade::Exact, row.weight));
        }
        if worst == Grade::Exact {
            return None;
        }
        if keys.loose != 0 && keys.loose == row.loose {
            return Some((Grade::Loose, row.weight * weights::LOOSE_MATCH));
        }
        let (Grade::Similar(least), Some(wanted), Some(found)) =
            (worst, &row.profile, &self.profiles[at])
        else {
            return None;
        };
        // A line that is in a hunk is not the changed form of another line. A row that occurs nearby has no changed
        // form.
        if keys.loose != 0 || self.is_near[number] {
            return None;
        }
        let similarity = line::similarity(wanted, found);
        if similarity < least {
            return None;
        }
        let gain = row.weight * (similarity - weights::SIMILARITY_DISCOUNT);
        Some((Grade::Similar(similarity), gain))
    }

    fn trace_back(&self, table: &[Vec<Column>]) -> Option<Alignment> {
        let last = table.last()?;
        let (mut at, mut lane) = (0, Lane::CommonMissing);
        let mut best = f32::NEG_INFINITY;
        for (position, column) in last.iter().enumerate() {
            let (best_lane, cell) = best_of(column, &GAP_LANES);
            if cell.score > best {
                (at, lane, best) = (position, best_lane, cell.score);
            }
        }
        if best == f32::NEG_INFINITY {
            return None;
        }
        let mut found = Alignment {
            score: best,
            pairs: vec![None; self.script.rows.len()],
            places: Vec::new(),
            text_end: None,
        };
        for number in (0..self.script.stages.len()).rev() {
            let cell = table[number + 1][at][lane as usize];
            self.record_stage(&mut found, number, cell.step, at);
            (at, lane) = (cell.from as usize, cell.lane);
        }
        found.places.reverse();
        Some(found)
    }

    /// Records the lines that stage `number` matched up to `end` of the window.
    fn record_stage(&self, found: &mut Alignment, number: usize, step: Step, end: usize) {
        let (rows, form) = match (&self.script.stages[number], step) {
            (Stage::Context(row), Step::Match) => (*row..row + 1, None),
            (Stage::Change { removed, .. }, Step::Old) => (removed.clone(), Some(Form::Old)),
            (Stage::Change { added, .. }, Step::New) => (added.clone(), Some(Form::New)),
            (Stage::End, Step::Match) => {
                found.text_end = Some(self.window.start + end);
                return;
            }
            _ => return,
        };
        let start = end - rows.len();
        for (offset, row) in rows.clone().enumerate() {
            let grade = self.match_line(row, start + offset, Grade::Similar(0.0));
            found.pairs[row] = grade.map(|(grade, _)| Pair {
                line: self.window.start + start + offset,
                grade,
            });
        }
        if let Some(form) = form {
            found.places.push(ChangePlace {
                stage: number,
                form,
                at: self.window.start + start,
                end: self.window.start + end,
            });
        }
    }
}
