//! Aligns a hunk with a window of the text: finds the best way to match its lines in order.
//!
//! A semi-global alignment with affine gaps (Gotoh) over the stages of the hunk. Context may be missing or similar,
//! at a cost. The lines of a change must all be present, in their old or their new form. A change without lines in
//! the matched form (such as an insertion that is not applied) is only a point. The point must touch a matched
//! neighbor, so that the position of each edit is certain.

use std::ops::Range;

use super::alignment::{Alignment, ChangePlace, Form, Forms, Grade, Pair, Removed};
use super::path::{
    Cell, Column, LANES, Lane, NOWHERE, OPEN, Step, best_of, bridged, cell_from, improve, missed,
};
use super::script::{Lean, Script, Stage};
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::evidence::line::{self, Profile};
use crate::resolve::place::evidence::nesting::Level;
use crate::resolve::place::weights;

/// If a line occurs within this many lines of a window, the window cannot contain a changed form of the line.
const AROUND: usize = 200;

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
    near: Vec<bool>,
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
        let around = window.start.saturating_sub(AROUND)..window.end + AROUND;
        let mut near = Vec::with_capacity(script.rows.len());
        for row in &script.rows {
            let mut postings = index.postings(row.loose).iter();
            near.push(row.loose != 0 && postings.any(|&line| around.contains(&(line as usize))));
        }
        Self {
            script,
            index,
            window,
            removed,
            profiles,
            levels,
            near,
        }
    }

    /// True if the lines in and near the window allow an alignment in `forms`.
    pub fn may_take(&self, forms: Forms) -> bool {
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
                        .any(|(removed, added)| self.may_be_done(removed, added))
            }
        }
    }

    fn may_be_done(&self, removed: &Range<usize>, added: &Range<usize>) -> bool {
        if added.is_empty() {
            return !self.are_near(removed);
        }
        self.are_near(added)
    }

    fn are_near(&self, rows: &Range<usize>) -> bool {
        rows.clone().all(|row| self.near[row])
    }

    /// The best alignment that takes changes in `forms` only, and none at a `forbidden` place. `None` if there is no
    /// such alignment.
    pub fn best(&self, forms: Forms, forbidden: &[ChangePlace]) -> Option<Alignment> {
        let start = Cell {
            score: 0.0,
            ..NOWHERE
        };
        // Before the first stage, no line is matched or missing.
        let mut table: Vec<Vec<Column>> = Vec::with_capacity(self.script.stages.len() + 1);
        let mut first = [NOWHERE; LANES];
        first[Lane::Skipped as usize] = start;
        table.push(vec![first; self.window.len() + 1]);
        for (number, stage) in self.script.stages.iter().enumerate() {
            let before = &table[number];
            let next = match stage {
                Stage::Context(row) => self.context(number, *row, before),
                Stage::End => self.end(before),
                Stage::Change { .. } => self.change(number, forms, before, |form, at| {
                    let at = self.window.start + at;
                    !forbidden
                        .iter()
                        .any(|place| (place.stage, place.form, place.at) == (number, form, at))
                }),
            };
            table.push(next);
        }
        let mut found = self.traced(&table)?;
        if forms == Forms::Mixed {
            let first = found.places.first()?.form;
            if found.places.iter().all(|place| place.form == first) {
                return None;
            }
            found.score -= weights::MIXED;
        }
        Some(found)
    }

    fn context(&self, stage: usize, number: usize, before: &[Column]) -> Vec<Column> {
        let row = &self.script.rows[number];
        let bridged = self.bridged(stage, before);
        let mut after = vec![[NOWHERE; LANES]; before.len()];
        let price = weights::MISSING * row.weight + weights::MISSING_FLAT;
        let missing = match row.profile {
            Some(_) => Lane::Gone,
            None => Lane::Skipped,
        };
        for at in 0..before.len() {
            improve(
                &mut after[at][missing as usize],
                missed(&before[at], at, price),
            );
            if at + 1 == before.len() {
                continue;
            }
            if let Some((grade, gain)) = self.match_of(number, at, weights::LEAST_SIMILAR) {
                let owed = cell_from(&before[at], Lane::Owing, at);
                let is_similar = matches!(grade, Grade::Similar(_));
                let lane = if is_similar { Lane::Worn } else { Lane::Behind };
                let mut bridged_gain = gain;
                if is_similar && bridged[at].from as usize != at {
                    bridged_gain += weights::SAME_CHANGE;
                }
                let cell = &mut after[at + 1][lane as usize];
                improve(cell, bridged[at].matched(bridged_gain));
                improve(cell, owed.matched(gain));
            }
        }
        after
    }

    /// The best cell from which `stage` can continue, for each position of the window.
    fn bridged(&self, stage: usize, before: &[Column]) -> Vec<Cell> {
        bridged(before, self.strangers(stage), &self.levels)
    }

    /// The cost of unknown lines between an insertion point before `stage` and the next matched line.
    fn strangers(&self, stage: usize) -> f32 {
        if let Some(before) = stage.checked_sub(1)
            && let Some((Lean::Left, _)) = self.script.lean(before)
        {
            return weights::EXPECTED_STRANGERS;
        }
        weights::STRANGERS
    }

    /// The stage that matches only the end of the text, directly after a matched line or an insertion point.
    fn end(&self, before: &[Column]) -> Vec<Column> {
        let mut after = vec![[NOWHERE; LANES]; before.len()];
        for at in 0..before.len() {
            // A hunk matched elsewhere pays nothing: tools and people omit context on one side.
            improve(
                &mut after[at][Lane::Skipped as usize],
                missed(&before[at], at, 0.0),
            );
            if self.window.start + at != self.index.len() {
                continue;
            }
            for lane in OPEN.into_iter().chain([Lane::Owing]) {
                let source = cell_from(&before[at], lane, at);
                improve(
                    &mut after[at][Lane::Behind as usize],
                    source.matched(weights::TEXT_END),
                );
            }
        }
        after
    }

    fn change(
        &self,
        stage: usize,
        forms: Forms,
        before: &[Column],
        is_free: impl Fn(Form, usize) -> bool,
    ) -> Vec<Column> {
        let bridged = self.bridged(stage, before);
        let mut after = vec![[NOWHERE; LANES]; before.len()];
        let Stage::Change { removed, added } = &self.script.stages[stage] else {
            return after;
        };
        let is_respaced = self.is_respaced(removed, added);
        for (rows, form, step) in [
            (removed, Form::Old, Step::Old),
            (added, Form::New, Step::New),
        ] {
            let worst = match form {
                Form::New if is_respaced => Grade::Exact,
                _ => self.worst(form, forms),
            };
            let is_taken = match forms {
                Forms::Old | Forms::Changed => form == Form::Old,
                Forms::New => form == Form::New,
                Forms::Mixed => true,
            };
            if !is_taken {
                continue;
            }
            let torn = match self.script.lean(stage) {
                Some((Lean::Right, _)) => weights::EXPECTED_STRANGERS,
                _ => weights::STRANGERS,
            };
            for at in 0..before.len() {
                if !is_free(form, at) || at + rows.len() >= before.len() {
                    continue;
                }
                if rows.is_empty() {
                    for lane in [Lane::Behind, Lane::Worn] {
                        let behind = cell_from(&before[at], lane, at);
                        let point = Cell { step, ..behind };
                        improve(&mut after[at][Lane::Point as usize], point);
                    }
                    // Unknown lines are between the last matched line and this point.
                    let is_torn = matches!(bridged[at].lane, Lane::Behind | Lane::Worn)
                        && bridged[at].from as usize != at;
                    let owing = Cell {
                        score: bridged[at].score - if is_torn { torn } else { 0.0 },
                        step,
                        ..bridged[at]
                    };
                    improve(&mut after[at][Lane::Owing as usize], owing);
                } else if bridged[at].score > f32::NEG_INFINITY
                    && let Some(gain) = self.run_of(rows, worst, at)
                {
                    let gain = match (forms, form) {
                        (Forms::Mixed, Form::New) => gain.min(weights::MIXED_GAIN),
                        _ => gain,
                    };
                    let cell = Cell {
                        score: bridged[at].score + gain,
                        step,
                        ..bridged[at]
                    };
                    improve(&mut after[at + rows.len()][Lane::Behind as usize], cell);
                }
            }
        }
        after
    }

    /// The score of the rows of a change if all of them match at `at` with grade `worst` or better.
    fn run_of(&self, rows: &Range<usize>, worst: Grade, at: usize) -> Option<f32> {
        let least = match worst {
            Grade::Similar(least) => least,
            _ => f32::INFINITY,
        };
        let mut gain = 0.0;
        for (offset, row) in rows.clone().enumerate() {
            let (grade, more) = self.match_of(row, at + offset, least)?;
            if worst == Grade::Exact && grade != Grade::Exact {
                return None;
            }
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
    fn worst(&self, form: Form, forms: Forms) -> Grade {
        match (form, self.removed) {
            (Form::New, _) => Grade::Loose,
            (Form::Old, _) if forms == Forms::Changed => Grade::Similar(weights::LEAST_SIMILAR),
            (Form::Old, Removed::Similar(least)) => Grade::Similar(least),
            (Form::Old, Removed::Loose) => Grade::Loose,
        }
    }

    /// The grade of the match of row `number` with line `at` of the window, and its score. `None` if they do not
    /// match.
    fn match_of(&self, number: usize, at: usize, least: f32) -> Option<(Grade, f32)> {
        let row = &self.script.rows[number];
        let (exact, loose) = self.index.keys(self.window.start + at);
        if exact != 0 && exact == row.exact {
            return Some((Grade::Exact, row.weight));
        }
        if loose != 0 && loose == row.loose {
            let part = if row.profile.is_none() {
                weights::LOOSE_COMMON_MATCH
            } else {
                weights::LOOSE_MATCH
            };
            return Some((Grade::Loose, row.weight * part));
        }
        let (Some(one), Some(two)) = (&row.profile, &self.profiles[at]) else {
            return None;
        };
        // A line that is in a hunk is not the changed form of another line. A row that occurs nearby has no changed
        // form.
        if least > 1.0 || loose != 0 || self.near[number] {
            return None;
        }
        let similarity = line::similarity(one, two);
        if similarity < least {
            return None;
        }
        let gain = row.weight * (similarity - weights::SIMILAR_LESS);
        Some((Grade::Similar(similarity), gain))
    }

    fn traced(&self, table: &[Vec<Column>]) -> Option<Alignment> {
        let last = table.last()?;
        let (mut at, mut lane) = (0, Lane::Skipped);
        let mut best = f32::NEG_INFINITY;
        for (position, column) in last.iter().enumerate() {
            let (of, cell) = best_of(column, &OPEN);
            if cell.score > best {
                (at, lane, best) = (position, of, cell.score);
            }
        }
        if best == f32::NEG_INFINITY {
            return None;
        }
        let mut found = Alignment {
            score: best,
            pairs: vec![None; self.script.rows.len()],
            places: Vec::new(),
            edges: Vec::new(),
        };
        for number in (0..self.script.stages.len()).rev() {
            let cell = table[number + 1][at][lane as usize];
            self.note(&mut found, number, cell.step, at);
            (at, lane) = (cell.from as usize, cell.lane);
        }
        found.places.reverse();
        Some(found)
    }

    /// Records the lines that stage `number` matched up to `end` of the window.
    fn note(&self, found: &mut Alignment, number: usize, step: Step, end: usize) {
        let (rows, form) = match (&self.script.stages[number], step) {
            (Stage::Context(row), Step::Match) => (*row..row + 1, None),
            (Stage::Change { removed, .. }, Step::Old) => (removed.clone(), Some(Form::Old)),
            (Stage::Change { added, .. }, Step::New) => (added.clone(), Some(Form::New)),
            (Stage::End, Step::Match) => {
                found.edges.push((number, self.window.start + end));
                return;
            }
            _ => return,
        };
        let start = end - rows.len();
        for (offset, row) in rows.clone().enumerate() {
            let grade = self.match_of(row, start + offset, 0.0);
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
