//! Refusals about a file, its path or its lock.

use std::path::PathBuf;
use std::time::Duration;

use bytes::Bytes;

use crate::text::LineNumber;

/// A fault of the file a diff is given for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetFault {
    /// No part of the diff is for it.
    Unmentioned {
        /// The file, as it was given.
        target: PathBuf,
        /// The files that parts are for, as people know them.
        named: Vec<PathBuf>,
    },
    /// These files of the diff have its base name, and none its path.
    Ambiguous(Vec<PathBuf>),
    /// It stands in the file already, and not in this one, which the diff names for it.
    OtherIsBefore(PathBuf),
    /// The diff only gives the file another name.
    OnlyMoves,
    /// The diff names no file, and none was given.
    Nameless,
}

/// A symbolic link or submodule that an edit cannot use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkFault {
    /// Its text was to be edited, and it cannot be followed.
    NoText,
    /// A diff deletes or renames it, and does not say that it is a link.
    Unsaid,
    /// A diff or record is about a link, and there is none.
    NoLink,
    /// The path leads through a link that the same request creates, changes or deletes.
    Changed,
    /// A patch changes a submodule.
    Submodule,
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
    /// The kind of the residue.
    pub kind: ResidueKind,
    /// The line in the text after the edit.
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

/// A change to the form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormChange {
    /// Valid UTF-8 would become something else.
    Encoding,
    /// UTF-8 would come into a text of this encoding.
    Foreign(&'static str),
    /// Text of this encoding would come into one that is UTF-8.
    NotIn(&'static str),
    /// The lines end in carriage returns alone, which no edit by line knows.
    LoneReturns,
    /// The byte-order mark would come or go.
    ByteOrderMark,
    /// Uniform line endings would become mixed, or change.
    LineEndings,
    /// The final newline would come or go.
    FinalNewline,
}
