//! Edits at positions, as linters, compilers and editors suggest them.

use bytes::Bytes;

use crate::text::LineNumber;

/// The suggestions of other tools for one file. All positions are in the text before any of them is applied.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suggestions {
    /// The suggestions, in the order in which the tool told them.
    pub all: Vec<Suggestion>,
    /// The whole text that they are about, where the tool told it; without a byte-order mark if it left that out.
    pub about: Option<Bytes>,
    /// The number of other suggestions, which a person must check first.
    pub left_out: usize,
}

/// A change of one or several places, which belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// The name of the rule that it comes from.
    pub rule: String,
    /// The texts to put in; those at one place in their order.
    pub edits: Vec<SuggestedText>,
    /// The text that the tool saw in the file.
    pub seen: Vec<SeenText>,
}

/// A text, and the place where it goes.
#[derive(Clone, Debug, PartialEq)]
pub struct SuggestedText {
    /// The replaced text; empty for an insertion.
    pub at: PositionRange,
    /// The new text.
    pub new: Bytes,
}

/// A part of the text that a tool looked at.
#[derive(Clone, Debug, PartialEq)]
pub enum SeenText {
    /// The text in this range.
    Range(PositionRange, Bytes),
    /// The whole of this line, without its ending.
    Line(LineNumber, Bytes),
}

/// From one position up to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionRange {
    /// The first position in it.
    pub from: Position,
    /// The first position behind it.
    pub to: Position,
    /// The unit of both.
    pub unit: PositionUnit,
}

/// A place between two characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// So many units after the start of the text.
    Offset(usize),
    /// The start of the text, before its byte-order mark.
    Start,
    /// So many units after the start of this line.
    InLine {
        /// The line.
        line: LineNumber,
        /// Units before it in the line.
        before: usize,
        /// True if more units than the line has mean its end, and a line beyond the last the end of the text.
        is_clamped: bool,
    },
    /// The end of this line, before its line ending.
    EndOfLine(LineNumber),
}

/// The unit of a position. A byte-order mark is counted by bytes only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionUnit {
    /// Bytes.
    Bytes,
    /// Unicode code points.
    CodePoints,
    /// 16-bit units of UTF-16.
    Utf16,
    /// Code points or units of UTF-16: the tool did not say, and it matters only beyond U+FFFF.
    Unsaid,
}
