//! Reasons why a short anchor of another tool identifies no line. Such an anchor refers to the lines that the task was
//! shown.

use crate::text::LineRange;

/// The reason why an anchor identifies no line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unshown {
    /// The request with this anchor does not name a task.
    NoTask(String),
    /// No journal records the lines that were shown for this anchor.
    NoJournal(String),
    /// No text that was shown to the task has this tag.
    Tag {
        /// The tag.
        tag: String,
        /// The lines that the anchor names.
        lines: Option<LineRange>,
    },
    /// Not all of these lines were shown to the task.
    Lines(LineRange),
    /// No line that was shown to the task has this hash.
    Hash {
        /// The anchor.
        anchor: String,
        /// The lines that the anchor names.
        lines: Option<LineRange>,
    },
    /// The anchor matches several texts that were shown to the task, and they do not agree on its current lines.
    Several(String),
}

impl Unshown {
    /// The lines that the task has to read first.
    pub fn lines(&self) -> Option<LineRange> {
        match self {
            Self::Lines(lines) => Some(*lines),
            Self::Tag { lines, .. } | Self::Hash { lines, .. } => *lines,
            Self::NoTask(_) | Self::NoJournal(_) | Self::Several(_) => None,
        }
    }
}
