//! Reasons why a hunk cannot be placed.

use bytes::Bytes;

use super::{Candidate, Difference};
use crate::text::{LineNumber, LineRange};

/// A failed hunk.
#[derive(Clone, Debug, PartialEq)]
pub struct HunkFailure {
    /// The 1-based number of the hunk in the file's patch.
    pub hunk: usize,
    /// The line of the hunk in the patch text.
    pub patch_line: LineNumber,
    /// The reason.
    pub why: HunkWhy,
    /// The strictest mode that would apply the hunk, and the location.
    pub would_place: Option<WouldPlace>,
}

/// A mode that would apply a hunk.
#[derive(Clone, Debug, PartialEq)]
pub struct WouldPlace {
    /// The mode.
    pub mode: LooserMode,
    /// The lines that the hunk would change. For an insertion, the line before it.
    pub lines: LineRange,
}

/// A mode that allows drift, least tolerant first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LooserMode {
    /// [`PatchMode::Tolerant`](crate::request::PatchMode::Tolerant).
    Tolerant,
    /// [`PatchMode::Merge`](crate::request::PatchMode::Merge).
    Merge,
    /// [`PatchMode::Fuzzy`](crate::request::PatchMode::Fuzzy) with the default threshold.
    Fuzzy,
}

impl LooserMode {
    /// The value for `--mode`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tolerant => "tolerant",
            Self::Merge => "merge",
            Self::Fuzzy => "fuzzy",
        }
    }
}

/// Reasons why a hunk failed.
#[derive(Clone, Debug, PartialEq)]
pub enum HunkWhy {
    /// The old lines are not in the file. Contains the first difference at the nearest (or stated) place.
    NoMatch(Option<Difference>),
    /// The old lines match in several places.
    Ambiguous {
        /// The first few matches.
        candidates: Vec<Candidate>,
        /// The number of matches.
        count: usize,
        /// True if the hunk has line numbers, as generated diffs have.
        is_numbered: bool,
    },
    /// The hunk has a possible location, but the evidence is too weak, or another location is nearly as good.
    Doubtful(Box<Doubt>),
    /// The file differs in lines that the hunk removes: both sides changed the same lines.
    Conflict {
        /// The first changed line.
        difference: Difference,
        /// The similarity of the lines, and the minimum for this mode.
        likeness: Option<Likeness>,
    },
    /// The hunk has no old lines and no line number.
    NoAnchor,
    /// The lines that locate the hunk are not there: the heading in its header, or the lines around omitted context.
    LostAnchor {
        /// The first such line, without surrounding whitespace.
        anchor: Bytes,
        /// The location of the first such line. `None` if the file does not contain it.
        lines: Option<LineRange>,
    },
    /// The hunk has no old lines, and nothing confirms the line after which it would insert.
    OnlyNumber(LineNumber),
    /// The hunk lacks context on one side, as at the edge of a file, but its lines match elsewhere.
    OffEdge {
        /// The edge.
        edge: FileEdge,
        /// The location of its lines.
        lines: LineRange,
    },
    /// A context line is not in the file, and the header counts it as an added line: its `+` was lost.
    LostSign {
        /// The line of the patch text.
        patch_line: LineNumber,
        /// The content of the line.
        line: Bytes,
    },
    /// The file indents these lines differently from the hunk, so the indentation of the added lines is unclear.
    Indentation(LineRange),
    /// The header counts more lines than the hunk has, and the hunk ends in the middle of a change.
    Truncated,
    /// The hunk ends the file without a newline, but this line follows.
    NotAtEnd(LineNumber),
    /// The hunk deletes a file that would not be empty afterwards.
    LeavesText {
        /// The number of remaining lines.
        lines: usize,
    },
    /// The hunk changes the same lines as another hunk.
    Overlap {
        /// The other hunk, 1-based.
        other: usize,
    },
    /// The new lines are already at these lines.
    AlreadyApplied(LineRange),
    /// The hunk only adds lines, without context, and they are already there. The hunk may be applied, or add a copy.
    Undecided(LineRange),
    /// The computed edits differ from the patch, with a description. This is a bug in `incise`.
    Unverified(String),
    /// A binary patch for a source other than this file.
    OtherSource,
    /// A binary patch that does not name its source.
    UnnamedSource,
    /// A binary patch whose result differs from the result that it names.
    OtherResult,
}

/// The similarity of two lines, and the required minimum, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likeness {
    /// The similarity.
    pub found: f64,
    /// The required minimum.
    pub least: f64,
}

/// The beginning or the end of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileEdge {
    /// Before the first line.
    Beginning,
    /// After the last line.
    End,
}

/// A location of a hunk that is not certain enough.
#[derive(Clone, Debug, PartialEq)]
pub struct Doubt {
    /// The missing evidence.
    pub missing: MissingEvidence,
    /// The location.
    pub candidate: Candidate,
    /// The share of the hunk's lines that the text there supports, 0 to 1.
    pub score: f64,
    /// The score minus the score of the next best reading, 0 to 1.
    pub margin: f64,
    /// The location in the next best reading.
    pub runner_up: Option<Candidate>,
    /// The first line that differs from the hunk.
    pub difference: Option<Difference>,
}

impl HunkWhy {
    /// The first difference between the hunk and the text, if the failure has one.
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
pub enum MissingEvidence {
    /// Too few of the hunk's lines match.
    Support,
    /// Another location is nearly as good.
    Margin,
    /// The lines around an edit are gone, so nothing confirms its location.
    Neighbours,
    /// Unknown lines are at the place of an insertion, which could go before or after them.
    Room,
    /// The mode requires a closer match.
    Closeness,
    /// The hunk names a different function from the one around its place.
    Scope,
}

impl MissingEvidence {
    /// The name of the evidence in reports.
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
