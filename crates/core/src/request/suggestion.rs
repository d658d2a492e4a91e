//! Edits at given positions, as suggested by linters, compilers and editors.

use bytes::Bytes;

use crate::text::LineNumber;

/// The suggestions of other tools for one file. All positions refer to the text before the first edit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suggestions {
    /// The suggestions, in the order of the tool's output.
    pub all: Vec<Suggestion>,
    /// The complete text that the tool analyzed, if the output contains it. Some tools omit the byte-order mark.
    pub about: Option<Bytes>,
    /// The number of omitted suggestions, which a person must check first.
    pub left_out: usize,
}

/// A change at one or more places that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// The name of the rule that made the suggestion.
    pub rule: String,
    /// The edits. Edits at the same position are applied in this order.
    pub edits: Vec<SuggestedText>,
    /// The text that the tool saw in the file.
    pub seen: Vec<SeenText>,
}

/// A text and its position.
#[derive(Clone, Debug, PartialEq)]
pub struct SuggestedText {
    /// The replaced text; empty for an insertion.
    pub at: PositionRange,
    /// The new text.
    pub new: Bytes,
}

/// A part of the text that the tool analyzed.
#[derive(Clone, Debug, PartialEq)]
pub enum SeenText {
    /// The text in this range.
    Range(PositionRange, Bytes),
    /// This complete line, without its ending.
    Line(LineNumber, Bytes),
}

/// The span between two positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionRange {
    /// The start of the span.
    pub from: Position,
    /// The end of the span (exclusive).
    pub to: Position,
    /// The unit of both positions.
    pub unit: PositionUnit,
}

/// A position between two characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// This many units after the start of the text.
    Offset(usize),
    /// The start of the text, before its byte-order mark.
    Start,
    /// This many units after the start of a line.
    InLine {
        /// The line.
        line: LineNumber,
        /// The number of units before the position in the line.
        before: usize,
        /// True if positions beyond the end of the line or of the text mean that end.
        is_clamped: bool,
    },
    /// The end of this line, before its line ending.
    EndOfLine(LineNumber),
}

/// The unit of a position. Only `Bytes` counts a byte-order mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionUnit {
    /// Bytes.
    Bytes,
    /// Unicode code points.
    CodePoints,
    /// UTF-16 code units.
    Utf16,
    /// Code points or UTF-16 code units, as the tool did not specify. The difference only matters beyond U+FFFF.
    Unsaid,
}
