//! A hunk as stages to be aligned: context lines one by one, and between them changes, each of which may
//! stand in the text in its old or in its new form.

use std::ops::Range;

use crate::patch::{Hunk, HunkLine, LineKind};

use crate::resolve::place::evidence::heading::Heading;
use crate::resolve::place::evidence::index::{Exact, Index, Loose};
use crate::resolve::place::evidence::line::{self, Profile};
use crate::resolve::place::hunk::pattern::Pattern;
use crate::resolve::place::hunk::read_hunk::Extent;

/// One line of a hunk as evidence.
#[derive(Clone, Debug)]
pub struct Row {
    /// The line of the hunk (0-based).
    pub line: usize,
    /// Its number as it is.
    pub exact: Exact,
    /// Its number in loose form.
    pub loose: Loose,
    /// How much it says, 0.12 to 1.
    pub weight: f32,
    /// The form that it is compared by when it is not there as it is; `None` for lines that say little.
    pub profile: Option<Profile>,
    /// Whether it holds nothing but blanks.
    pub is_blank: bool,
}

/// A step of the alignment.
#[derive(Clone, Debug)]
pub enum Stage {
    /// A context line, number in [`Script::rows`].
    Context(usize),
    /// The start of the text, right before the first line.
    Start,
    /// The end of the text, right behind the last line.
    End,
    /// A run of changed lines: the old ones and the new ones, numbers in [`Script::rows`].
    Change {
        /// The lines that stand there before.
        removed: Range<usize>,
        /// The lines that stand there afterwards.
        added: Range<usize>,
    },
}

/// The evidence that a hunk stands at the start or the end of the text.
pub const EDGE: f32 = 0.8;

/// The weight of a line that begins something and stands nowhere else. Other lines may stand nowhere else because
/// their twin has changed.
const HEADING: f32 = 2.0;

/// On which side of an insertion lines that the hunk lacks must stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lean {
    /// Before it: it touches what follows.
    Right,
    /// After it: it touches what comes before.
    Left,
}

/// A hunk, cut into stages.
#[derive(Clone, Debug)]
pub struct Script {
    /// Context and changed lines; the removed ones of a change come before its added ones.
    pub rows: Vec<Row>,
    /// The stages to align, in order.
    pub stages: Vec<Stage>,
    /// Context lines before the first and after the last change, as the patch has them.
    context: (usize, usize),
}

impl Script {
    /// Cuts `hunk`, weighing its lines by what the text has of them.
    pub fn of(pattern: &Pattern, index: &Index) -> Self {
        let hunk = pattern.hunk();
        let mut script = Self {
            rows: Vec::with_capacity(hunk.lines.len()),
            stages: Vec::new(),
            context: pattern.stated_context(),
        };
        if begins_text(pattern) {
            script.stages.push(Stage::Start);
        }
        let is_context = |number: usize| hunk.lines[number].kind == LineKind::Context;
        let mut number = 0;
        while number < hunk.lines.len() {
            if is_context(number) {
                script.stages.push(Stage::Context(script.rows.len()));
                script.push(hunk, number, index);
                number += 1;
                continue;
            }
            let end = end_of_change(&hunk.lines, number);
            let removed = script.push_kind(hunk, number..end, LineKind::Removed, index);
            let added = script.push_kind(hunk, number..end, LineKind::Added, index);
            script.stages.push(Stage::Change { removed, added });
            number = end;
        }
        if ends_text(pattern) {
            script.stages.push(Stage::End);
        }
        script
    }

    /// All that an alignment depends on, but for the text and for how removed lines may differ: scripts with the
    /// same numbers are laid alike. `None` if a line has no number.
    pub fn numbers(&self) -> Option<Vec<u32>> {
        if self.rows.iter().any(|row| row.exact == 0) {
            return None;
        }
        let mut numbers = vec![self.context.0 as u32, self.context.1 as u32];
        let rows = self.rows.iter();
        numbers.extend(rows.flat_map(|row| [row.line as u32, row.exact, row.loose]));
        for stage in &self.stages {
            numbers.extend(match stage {
                Stage::Context(row) => [0, *row as u32, 0, 0],
                Stage::Start => [1, 0, 0, 0],
                Stage::End => [2, 0, 0, 0],
                Stage::Change { removed, added } => [
                    3,
                    removed.start as u32,
                    removed.end as u32,
                    added.end as u32,
                ],
            });
        }
        Some(numbers)
    }

    fn push_kind(
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
        let (exact, loose) = index.keys_of(&line.text);
        let next = hunk
            .lines
            .get(number + 1)
            .map(|next| &next.text[..])
            .or_else(|| index.below_only(loose));
        let frequency = index.postings(loose).len();
        let is_common = line::is_common(&line.text);
        let weight = index.weight(&line.text, frequency);
        let is_only_heading = frequency == 1 && Heading::of(&line.text, next).is_some();
        self.rows.push(Row {
            line: number,
            exact,
            loose,
            weight: if is_only_heading { HEADING } else { weight },
            profile: (!is_common).then(|| Profile::of(&line.text)),
            is_blank: line::trimmed(&line.text).is_empty(),
        });
    }

    /// The row of the context line at `stage`, if it is one.
    pub fn context_row(&self, stage: usize) -> Option<usize> {
        match self.stages.get(stage) {
            Some(Stage::Context(row)) => Some(*row),
            _ => None,
        }
    }

    /// The rows of the change at `stage`, removed and added ones; none if it is no change.
    pub fn changed_rows(&self, stage: usize) -> Range<usize> {
        match &self.stages[stage] {
            Stage::Change { removed, added } => removed.start..added.end,
            _ => 0..0,
        }
    }

    /// The place beside the change at `stage` where the hunk lacks lines, and their number, if it shows that: tools
    /// give as many lines of context before the first change as after the last.
    pub fn lean(&self, stage: usize) -> Option<(Lean, usize)> {
        let is_change = |stage: &Stage| matches!(stage, Stage::Change { .. });
        let (leading, trailing) = self.context;
        if leading < trailing && !self.stages[..stage].iter().any(is_change) {
            return Some((Lean::Right, trailing - leading));
        }
        let is_last = !self.stages[stage + 1..].iter().any(is_change);
        (trailing < leading && is_last).then(|| (Lean::Left, leading - trailing))
    }

    /// The sum of the weights of `rows`.
    pub fn weight(&self, rows: Range<usize>) -> f32 {
        self.rows[rows].iter().map(|row| row.weight).sum()
    }
}

/// The line after the change that begins with line `start`. Lines that are removed after others were removed
/// and added are a change of their own: something may have stood between.
fn end_of_change(lines: &[HunkLine], start: usize) -> usize {
    let mut seen = (false, false);
    for (number, line) in lines.iter().enumerate().skip(start) {
        match line.kind {
            LineKind::Context => return number,
            LineKind::Removed if seen == (true, true) => return number,
            LineKind::Removed => seen.0 = true,
            LineKind::Added => seen.1 = true,
        }
    }
    lines.len()
}

/// Whether the hunk shows by its short leading context that it began the text.
fn begins_text(pattern: &Pattern) -> bool {
    let (leading, trailing) = pattern.stated_context();
    pattern.extent() == Extent::Whole
        && pattern.hunk().old.is_some_and(|range| range.start <= 1)
        && leading < trailing
}

/// Whether the hunk says, or shows by its short trailing context, that it ended the text.
fn ends_text(pattern: &Pattern) -> bool {
    let hunk = pattern.hunk();
    let (leading, trailing) = pattern.stated_context();
    hunk.at_end || hunk.old.is_some() && trailing < leading
}
