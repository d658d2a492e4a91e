//! A hunk as stages for the alignment: single context lines, and changes between them. The text may have each change in
//! its old or its new form.

use std::ops::Range;

use crate::patch::{Hunk, HunkLine, LineKind};

use crate::resolve::place::evidence::heading::Heading;
use crate::resolve::place::evidence::index::{Exact, Index, Loose};
use crate::resolve::place::evidence::line::{self, Profile};
use crate::resolve::place::hunk::pattern::Pattern;
use crate::resolve::place::weights;

/// One line of a hunk as evidence.
#[derive(Clone, Debug)]
pub struct Row {
    /// The line of the hunk (0-based).
    pub line: usize,
    /// The number of its bytes.
    pub exact: Exact,
    /// The number of its loose form.
    pub loose: Loose,
    /// Its weight as evidence, 0.12 to 1.
    pub weight: f32,
    /// The form for comparison with changed lines; `None` for lines that say little.
    pub profile: Option<Profile>,
    /// True if it has only whitespace.
    pub is_blank: bool,
}

/// A step of the alignment.
#[derive(Clone, Debug)]
pub enum Stage {
    /// A context line, number in [`Script::rows`].
    Context(usize),
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

/// The side of an insertion where the hunk lacks lines.
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
    pub fn new(pattern: &Pattern, index: &Index) -> Self {
        let hunk = pattern.hunk();
        let mut script = Self {
            rows: Vec::with_capacity(hunk.lines.len()),
            stages: Vec::new(),
            context: pattern.stated_context(),
        };
        let mut number = 0;
        while number < hunk.lines.len() {
            if hunk.lines[number].kind == LineKind::Context {
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
        let weight = if frequency == 1 && Heading::parse(&line.text, next).is_some() {
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
            exact,
            loose,
            weight,
            profile,
            is_blank: line::trimmed(&line.text).is_empty(),
        });
    }

    /// The rows of the change at `stage`, removed and added ones; none for a stage that is not a change.
    pub fn changed_rows(&self, stage: usize) -> Range<usize> {
        match &self.stages[stage] {
            Stage::Change { removed, added } => removed.start..added.end,
            _ => 0..0,
        }
    }

    /// The side of the change at `stage` where the hunk lacks lines, and their number, if it shows that: tools give as
    /// many lines of context before the first change as after the last.
    pub fn lean(&self, stage: usize) -> Option<(Lean, usize)> {
        let (leading, trailing) = self.context;
        if leading < trailing && !has_change(&self.stages[..stage]) {
            return Some((Lean::Right, trailing - leading));
        }
        if trailing < leading && !has_change(&self.stages[stage + 1..]) {
            return Some((Lean::Left, leading - trailing));
        }
        None
    }

    /// The sum of the weights of `rows`.
    pub fn weight(&self, rows: Range<usize>) -> f32 {
        self.rows[rows].iter().map(|row| row.weight).sum()
    }
}

fn has_change(stages: &[Stage]) -> bool {
    let mut stages = stages.iter();
    stages.any(|stage| matches!(stage, Stage::Change { .. }))
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

/// True if the hunk says, or shows by its short trailing context, that it ended the text.
fn ends_text(pattern: &Pattern) -> bool {
    let hunk = pattern.hunk();
    let (leading, trailing) = pattern.stated_context();
    hunk.at_end || hunk.old.is_some() && trailing < leading
}
