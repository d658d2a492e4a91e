//! A hunk aligned with a text: the position of each line, and the form of each change.

use crate::resolve::place::weights;

/// The forms of changes that an alignment may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forms {
    /// All old: the hunk is not applied.
    Old,
    /// All old, but the text may have changed the lines to remove: a conflict.
    Changed,
    /// All new: the hunk is already applied.
    New,
    /// Some old, some new. The lines of the new changes must all be present. Such a reading needs more evidence.
    Mixed,
}

/// The allowed difference between removed lines and the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Removed {
    /// Only whitespace and typography differ.
    Loose,
    /// At least this similar.
    Similar(f32),
}

/// A matched line of the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The 0-based line of the text.
    pub line: usize,
    pub grade: Grade,
}

/// The quality of a match of two lines, best first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grade {
    /// Equal bytes, ignoring line endings.
    Exact,
    /// Equal except for whitespace and typography.
    Loose,
    /// Similar, from 0 to 1.
    Similar(f32),
}

/// The form in which the text has a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Not applied.
    Old,
    /// Already applied.
    New,
}

/// The place of a change: the lines `at..end` of the text (0-based) that it matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangePlace {
    pub stage: usize,
    pub form: Form,
    pub at: usize,
    /// The line after the last line. Equals `at` for a point between lines.
    pub end: usize,
}

/// The lines of the text that match a hunk.
#[derive(Clone, Debug)]
pub struct Alignment {
    /// The weights of the matched lines minus the costs.
    pub score: f32,
    /// For each row of the script, the line that it matches.
    pub pairs: Vec<Option<Pair>>,
    /// The place of each change, in order.
    pub places: Vec<ChangePlace>,
    /// The number of lines of the text, if the end of the hunk matches the end of the text.
    pub text_end: Option<usize>,
}

impl Alignment {
    /// The part of the score for the end of the text.
    pub fn end_score(&self) -> f32 {
        match self.text_end {
            Some(_) => weights::TEXT_END,
            None => 0.0,
        }
    }
}
