//! Divides a hunk into stages for the alignment: single context lines, and the changes between them. The text may
//! have each change in its old or its new form.

use std::ops::Range;

use crate::patch::{Hunk, HunkLine, LineKind};

use crate::resolve::place::evidence::heading::Heading;
use crate::resolve::place::evidence::index::{Exact, Index, Loose};
use crate::resolve::place::evidence::line::{self, Profile};
use crate::resolve::place::hunk::pattern::Pattern;
use crate::resolve::place::hunk::read_hunk::EdgeContext;
use crate::resolve::place::weights;

/// A line of a hunk as evidence.
#[derive(Clone, Debug)]
pub struct Row {
    /// The 0-based line of the hunk.
    pub line: usize,
    /// The number of the line's exact form in the [`Index`].
    pub exact: Exact,
    /// The number of the line's loose form in the [`Index`].
    pub loose: Loose,
    /// The weight of the line as evidence: 0.12 to 1, or [`weights::HEADING`].
    pub weight: f32,
    /// The profile for comparison with changed lines. `None` for common lines.
    pub profile: Option<Profile>,
    pub is_blank: bool,
    /// True if the line begins a block and occurs once in the text. Any other line may occur once because its twin has
    /// changed.
    pub is_only_heading: bool,
}

/// A step of the alignment.
#[derive(Clone, Debug)]
pub enum Stage {
    /// A context line, by its index in [`Script::rows`].
    Context(usize),
    /// The end of the text, directly after the last line.
    End,
    /// A run of changed lines, by their indexes in [`Script::rows`].
    Change {
        removed: Range<usize>,
        added: Range<usize>,
    },
}

/// The side of an insertion on which the hunk lacks context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingContext {
    /// The insertion touches the lines after it.
    Before,
    /// The insertion touches the lines before it.
    After,
}

/// A hunk, divided into stages.
#[derive(Clone, Debug)]
pub struct Script {
    /// Context and changed lines. The removed lines of a change precede its added lines.
    pub rows: Vec<Row>,
    /// The stages to align, in order.
    pub stages: Vec<Stage>,
    /// The context at the edges of the hunk, as stated in the patch.
    context: EdgeContext,
}

impl Script {
    /// Divides the hunk of `pattern` into stages, and weighs its lines by how often the text contains them.
    pub fn new(pattern: &Pattern, index: &Index) -> Self {
        let hunk = pattern.hunk();
        let mut script = Self {
            rows: Vec::with_capacity(hunk.lines.len()),
            stages: Vec::new(),
            context: pattern.stated_context(),
        };
        let mut number = 0;
        while number < hunk.lines.len() {
            if !hunk.lines[number].is_change() {
                script.stages.push(Stage::Context(script.rows.len()));
                script.push(hunk, number, index);
                number += 1;
                continue;
            }
            let end = end_of_change(&hunk.lines, number);
            let removed = script.push_lines(hunk, number..end, LineKind::Removed, index);
            let added = script.push_lines(hunk, number..end, LineKind::Added, index);
            script.stages.push(Stage::Change { removed, added });
            number = end;
        }
        if ends_text(pattern) {
            script.stages.push(Stage::End);
        }
        script
    }

    fn push_lines(
        &mut self,
        hunk: &Hunk,
        lines: Range<usize>,
        kind: LineKind,
        index: &Index,
    ) -> Range<usize> {
        let start = self.rows.len();
        for number in lines {
            if hunk.lines[number].kind == kind {
                self.push(hunk, number, index);
            }
        }
        start..self.rows.len()
    }

    fn push(&mut self, hunk: &Hunk, number: usize, index: &Index) {
        let line = &hunk.lines[number];
        let keys = index.keys_of(&line.text);
        let frequency = index.postings(keys.loose).len();
        let is_only_heading = frequency == 1
            && Heading::parse(&line.text, index.below_in_hunk(hunk, number)).is_some();
        let weight = if is_only_heading {
            weights::HEADING
        } else {
            index.weight(&line.text, frequency)
        };
        let profile = if line::is_common(&line.text) {
            None
        } else {
            Some(Profile::new(&line.text))
        };
        self.rows.push(Row {
            line: number,
            exact: keys.exact,
            loose: keys.loose,
            weight,
            profile,
            is_blank: line::trimmed(&line.text).is_empty(),
            is_only_heading,
        });
    }

    /// The rows of the change at `stage`, removed and added. Empty if the stage is not a change.
    pub fn changed_rows(&self, stage: usize) -> Range<usize> {
        match &self.stages[stage] {
            Stage::Change { removed, added } => removed.start..added.end,
            _ => 0..0,
        }
    }

    /// The rows that the change at `stage` adds. Empty if the stage is not a change.
    pub fn added_rows(&self, stage: usize) -> Range<usize> {
        match &self.stages[stage] {
            Stage::Change { added, .. } => added.clone(),
            _ => 0..0,
        }
    }

    /// The side of the change at `stage` on which the hunk lacks lines, and their number. Tools write as many lines
    /// of context before the first change as after the last. `None` if the hunk does not show a lack.
    pub fn missing_context(&self, stage: usize) -> Option<(MissingContext, usize)> {
        let EdgeContext { leading, trailing } = self.context;
        if leading < trailing && !has_change(&self.stages[..stage]) {
            return Some((MissingContext::Before, trailing - leading));
        }
        if trailing < leading && !has_change(&self.stages[stage + 1..]) {
            return Some((MissingContext::After, leading - trailing));
        }
        None
    }

    pub fn weight(&self, rows: Range<usize>) -> f32 {
        self.rows[rows].iter().map(|row| row.weight).sum()
    }
}

fn has_change(stages: &[Stage]) -> bool {
    let mut stages = stages.iter();
    stages.any(|stage| matches!(stage, Stage::Change { .. }))
}

/// The line after the change that begins at line `start`. A removed line after both removed and added lines begins a
/// new change, because there may have been lines in between.
fn end_of_change(lines: &[HunkLine], start: usize) -> usize {
    let (mut has_removed, mut has_added) = (false, false);
    for (number, line) in lines.iter().enumerate().skip(start) {
        match line.kind {
            LineKind::Context => return number,
            LineKind::Removed if has_removed && has_added => return number,
            LineKind::Removed => has_removed = true,
            LineKind::Added => has_added = true,
        }
    }
    lines.len()
}

/// True if the hunk is at the end of the text, as its marker or its shorter trailing context shows.
fn ends_text(pattern: &Pattern) -> bool {
    let hunk = pattern.hunk();
    let EdgeContext { leading, trailing } = pattern.stated_context();
    hunk.at_end || hunk.old.is_some() && trailing < leading
}
