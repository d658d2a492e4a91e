//! What resolving an action yields.

use crate::change::ChangeSet;
use crate::text::{LineRange, Span};

/// An action resolved against one text.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolution {
    /// The replacements, offsets in that text.
    pub changes: ChangeSet,
    /// The places that were matched or addressed, in order.
    pub sites: Vec<Site>,
    /// For a patch: what became of each hunk, in the order of the patch.
    pub hunks: Vec<PlacedHunk>,
}

/// A place that was matched or addressed.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Its bytes in the text that was resolved against; empty for an insertion.
    pub span: Span,
    /// Its lines there.
    pub lines: LineRange,
    /// How exactly it matched.
    pub tier: Tier,
}

/// How exact a match is. The order is that of the search: the first tier with a match decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tier {
    /// The very bytes.
    Exact,
    /// Blanks before line ends and the kind of line ending differ.
    TrailingSpace,
    /// One uniform shift of indentation.
    Indent,
    /// Typographic variants and Unicode normalisation.
    Unicode,
    /// Runs of blanks equal one blank.
    Whitespace,
    /// Similar, 0.5 to 1.
    Fuzzy(f64),
}

impl Tier {
    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::TrailingSpace => "trailing-space",
            Self::Indent => "indent",
            Self::Unicode => "unicode",
            Self::Whitespace => "whitespace",
            Self::Fuzzy(_) => "fuzzy",
        }
    }
}

/// What became of one hunk.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedHunk {
    /// 1-based number in the file's patch.
    pub hunk: usize,
    /// How it was placed.
    pub status: HunkStatus,
    /// Lines of its old side in the text that was resolved against; `None` for an empty old side.
    pub lines: Option<LineRange>,
    /// Lines between the stated place and the real one; `None` when none was stated.
    pub offset: Option<i64>,
    /// How exactly its lines matched.
    pub tier: Tier,
    /// Whether the stated line decided between several exact places.
    pub decided_by_line: bool,
}

/// How a hunk was placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HunkStatus {
    /// At the stated line, or no line was stated.
    Exact,
    /// Exactly, at another line.
    Offset,
    /// By a mechanical tier.
    Mechanical,
    /// With context that drifted.
    Merged,
    /// With removed lines that are only similar.
    Fuzzy,
    /// Uniquely exact, but out of order.
    Moved,
    /// Its new side stands there already.
    Already,
}

impl HunkStatus {
    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Offset => "offset",
            Self::Mechanical => "mechanical",
            Self::Merged => "merged",
            Self::Fuzzy => "fuzzy",
            Self::Moved => "moved",
            Self::Already => "already",
        }
    }
}
