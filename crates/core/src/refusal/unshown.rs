//! Why short anchors of another tool name no line: they mean what the task was shown.

use crate::text::LineRange;

/// The reason why an anchor has no meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unshown {
    /// The request is nobody's.
    NoTask {
        /// The anchor.
        anchor: String,
    },
    /// Nothing tells what the task was shown.
    NoJournal {
        /// The anchor.
        anchor: String,
    },
    /// No text that it was shown has this tag.
    Tag {
        /// The tag.
        tag: String,
        /// The lines that are named by it.
        lines: Option<LineRange>,
    },
    /// It was not shown all of these lines.
    Lines {
        /// The lines.
        lines: LineRange,
    },
    /// No line that it was shown has this hash, as far as hashes are known here.
    Hash {
        /// The anchor.
        anchor: String,
        /// The lines that are named by it.
        lines: Option<LineRange>,
    },
    /// Several texts that it was shown have such lines, which are in different places now, or are not all there.
    Several {
        /// The anchor.
        anchor: String,
    },
}

impl Unshown {
    /// The lines that would have to be looked at.
    pub fn lines(&self) -> Option<LineRange> {
        match self {
            Self::Lines { lines } => Some(*lines),
            Self::Tag { lines, .. } | Self::Hash { lines, .. } => *lines,
            Self::NoTask { .. } | Self::NoJournal { .. } | Self::Several { .. } => None,
        }
    }
}
