//! Reasons why a short anchor of another tool identifies no line. Such an anchor refers to the lines that the task was
//! shown.

use crate::text::LineRange;

/// The reason why an anchor has no meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unshown {
    /// The request with this anchor is nobody's.
    NoTask(String),
    /// Nothing tells what the task was shown by this anchor.
    NoJournal(String),
    /// No text that it was shown has this tag.
    Tag {
        /// The tag.
        tag: String,
        /// The lines that are named by it.
        lines: Option<LineRange>,
    },
    /// It was not shown all of these lines.
    Lines(LineRange),
    /// No line that it was shown has this hash, as far as hashes are known here.
    Hash {
        /// The anchor.
        anchor: String,
        /// The lines that are named by it.
        lines: Option<LineRange>,
    },
    /// Several texts that it was shown have such lines as this anchor names, in different places now, or not all there.
    Several(String),
}

impl Unshown {
    /// The lines that would have to be looked at.
    pub fn lines(&self) -> Option<LineRange> {
        match self {
            Self::Lines(lines) => Some(*lines),
            Self::Tag { lines, .. } | Self::Hash { lines, .. } => *lines,
            Self::NoTask(_) | Self::NoJournal(_) | Self::Several(_) => None,
        }
    }
}
