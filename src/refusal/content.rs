//! Obstacles in a new text.

use std::time::Duration;

use bytes::Bytes;

use crate::text::LineNumber;

/// A place where a grammar could not make sense of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Its line.
    pub line: LineNumber,
    /// The token expected there, where that is known: `)`.
    pub missing: Option<&'static str>,
    /// The line, without blanks around it, at most its first 200 bytes.
    pub text: Bytes,
}

/// In which way a command did not accept a new text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unaccepted {
    /// It ended with this status, not 0.
    Exit(i32),
    /// This signal ended it.
    Signal(i32),
    /// It was still running after this time, and was killed.
    TimedOut(Duration),
    /// It could not be started; what the system said.
    NotStarted(String),
    /// It changed the staged file, which is to be looked at only.
    Touched,
}

/// Something in a new text that does not belong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Residue {
    /// Its kind.
    pub kind: ResidueKind,
    /// Its line in the text after the edit.
    pub line: LineNumber,
    /// That line, without ending, at most its first 200 bytes.
    pub text: Bytes,
}

/// The kinds of residue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ResidueKind {
    /// "rest of code unchanged" and its like.
    Placeholder,
    /// Line numbers copied from a listing.
    LineNumbers,
    /// `<<<<<<<`, `=======`, `>>>>>>>`
    ConflictMarker,
    /// Lines of a patch's envelope.
    PatchEnvelope,
    /// A tool's notice that it cut the text.
    Truncation,
    /// A Markdown fence around the whole file.
    MarkdownFence,
}

/// A change of a text's form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormChange {
    /// Valid UTF-8 would become something else.
    Encoding,
    /// UTF-8 would come into a text of this encoding.
    Foreign(&'static str),
    /// A text of this encoding would be shown as if it were UTF-8.
    Undecoded(&'static str),
    /// Its lines end in carriage returns alone, which no edit by line knows.
    LoneReturns,
    /// The byte-order mark would come or go.
    ByteOrderMark,
    /// Uniform line endings would become mixed, or change.
    LineEndings,
    /// The final newline would come or go.
    FinalNewline,
}
