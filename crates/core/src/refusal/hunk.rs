//! Reasons why a hunk has no location in the file.

use bytes::Bytes;

use super::{Candidate, Difference};
use crate::text::{LineNumber, LineRange};

/// A failed hunk.
#[derive(Clone, Debug, PartialEq)]
pub struct HunkFailure {
    /// 1-based number in the file's patch.
    pub hunk: usize,
    /// The line in the patch text.
    pub patch_line: LineNumber,
    /// Why.
    pub why: HunkWhy,
    /// The strictest mode that would place it, and the location.
    pub would_place: Option<WouldPlace>,
}

impl HunkFailure {
    /// True if only the indentation of its added lines is open.
    pub(crate) fn is_of_indentation(&self) -> bool {
        matches!(self.why, HunkWhy::Indentation(_))
    }
}

/// A mode that would place a hunk.
#[derive(Clone, Debug, PartialEq)]
pub struct WouldPlace {
    /// The word for the mode: `tolerant`, `merge` or `fuzzy`.
    pub mode: &'static str,
    /// The lines it would have taken; the line before an insertion.
    pub lines: LineRange,
}

/// Reasons why a hunk failed.
#[derive(Clone, Debug, PartialEq)]
pub enum HunkWhy {
    /// The old lines are nowhere; the first difference at the nearest (or the stated) place.
    NoMatch(Option<Difference>),
    /// The old lines are in several places.
    Ambiguous {
        /// The first of them.
        candidates: Vec<Candidate>,
        /// The number of places.
        count: usize,
        /// True if the hunk has line numbers, as a program writes them.
        is_numbered: bool,
    },
    /// There is a place, but the evidence for it is too weak, or another is nearly as good.
    Doubtful(Box<Doubt>),
    /// Lines it removes were changed in the text: both sides changed the same thing.
    Conflict {
        /// The first of them.
        difference: Difference,
        /// The similarity, and the least that the mode accepts.
        likeness: Option<Likeness>,
    },
    /// It has no old line at all and states no line.
    NoAnchor,
    /// It does not stand with the lines by which it says where it is: after the header it names, between the
    /// lines around what it leaves out.
    LostAnchor {
        /// The first of those lines, without blanks around it.
        anchor: Bytes,
        /// The place of that; `None` when it is nowhere.
        lines: Option<LineRange>,
    },
    /// It has no old line, and nothing shows that the text is as its number, that of the line before it, takes it to be.
    OnlyNumber(LineNumber),
    /// It has no context on one side, as at an edge of the file, and its lines stand elsewhere.
    OffEdge {
        /// The edge.
        edge: FileEdge,
        /// The place of its lines.
        lines: LineRange,
    },
    /// A context line that the text lacks is an added one by the counts of the header: its sign got lost.
    LostSign {
        /// The line of the patch text.
        patch_line: LineNumber,
        /// The words of the line.
        line: Bytes,
    },
    /// The lines are indented otherwise in the text, and do not show how far the added ones are to go.
    Indentation(LineRange),
    /// The header counts more lines than there are, and it ends in the middle of a change.
    Truncated,
    /// It makes a last line without newline, but this line follows.
    NotAtEnd(LineNumber),
    /// It deletes a file that would not be empty afterwards.
    LeavesText {
        /// Lines that would be left.
        lines: usize,
    },
    /// The place overlaps that of another hunk.
    Overlap {
        /// The other hunk, 1-based.
        other: usize,
    },
    /// The new lines stand already, here.
    AlreadyApplied(LineRange),
    /// It only adds lines, has no context, and they stand where it would put them: applied, or a copy?
    Undecided(LineRange),
    /// The edits computed for it are not those of the patch, as this shows: a defect of this program, nobody's fault.
    Unverified(String),
    /// A binary patch whose source is another file than this.
    OtherSource,
    /// A binary patch that does not say what it was made from.
    UnnamedSource,
    /// A binary patch that makes another text than it says.
    OtherResult,
}

/// The similarity of two lines, 0 to 1, and the least that counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likeness {
    /// The similarity.
    pub found: f64,
    /// The least similarity that counts.
    pub least: f64,
}

/// The beginning or the end of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileEdge {
    /// Before its first line.
    Beginning,
    /// Behind its last line.
    End,
}

/// A location of a hunk that is not certain enough.
#[derive(Clone, Debug, PartialEq)]
pub struct Doubt {
    /// The evidence that is wanting.
    pub wanting: Wanting,
    /// The location.
    pub candidate: Candidate,
    /// The support of the hunk's lines by the text there, 0 to 1.
    pub score: f64,
    /// Distance to the best other reading, 0 to 1.
    pub margin: f64,
    /// The location in the best other reading.
    pub runner_up: Option<Candidate>,
    /// The first line that differs from the hunk.
    pub difference: Option<Difference>,
}

impl HunkWhy {
    /// The first difference between hunk and text, if that is the reason.
    pub fn difference(&self) -> Option<&Difference> {
        match self {
            Self::NoMatch(difference) => difference.as_ref(),
            Self::Doubtful(doubt) => doubt.difference.as_ref(),
            Self::Conflict { difference, .. } => Some(difference),
            _ => None,
        }
    }
}

/// The missing evidence for the location of a hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanting {
    /// Too little of the hunk is there.
    Support,
    /// Another place is nearly as good.
    Margin,
    /// The neighbours of an edit are gone: nothing holds it in its place.
    Neighbours,
    /// Strange lines stand where an insertion would go: before or after them?
    Room,
    /// The mode asks for a closer match.
    Closeness,
    /// It names another function than the one its place is in.
    Scope,
}

impl Wanting {
    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Support => "support",
            Self::Margin => "margin",
            Self::Neighbours => "neighbours",
            Self::Room => "room",
            Self::Closeness => "closeness",
            Self::Scope => "scope",
        }
    }
}
