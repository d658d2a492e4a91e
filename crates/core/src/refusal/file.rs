//! Refusals about a file, its path or its lock.

use std::path::PathBuf;
use std::time::Duration;

use bytes::Bytes;

use crate::text::LineNumber;

/// A mismatch between a diff and the file that it is applied to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetFault {
    /// The diff does not mention the file.
    Unmentioned {
        /// The file, as the caller named it.
        target: PathBuf,
        /// The files that the diff changes, as displayed.
        named: Vec<PathBuf>,
    },
    /// These files of the diff have the same base name, and none has the same path.
    Ambiguous(Vec<PathBuf>),
    /// The diff is already applied in this file, but not in the other file, which the diff also names.
    OtherIsUnpatched(PathBuf),
    /// The names of the diff fit this file and the other file, at the top of the git repository.
    AlsoAtTop(PathBuf),
    /// The diff only renames the file.
    OnlyRenames,
    /// The diff names no file, and the caller gave none.
    Unnamed,
}

/// A symbolic link or submodule that an edit cannot use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkFault {
    /// The edit changes text, but the link cannot be followed.
    TextEdit,
    /// A diff deletes or renames the link as if it were a regular file.
    ExpectedFile,
    /// A diff or record changes a link, but the file is not a link.
    ExpectedLink,
    /// The path leads through a link that the same request creates, changes or deletes.
    Changed,
    /// A patch changes a submodule.
    Submodule,
}

/// The reason why the `--validate` command rejected a new text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValidationFault {
    /// The command exited with this status instead of 0.
    Exit(i32),
    /// This signal killed the command.
    Signal(i32),
    /// The command was still running after this time, and was killed.
    TimedOut(Duration),
    /// The command could not be started, with the system's error message.
    NotStarted(String),
    /// The command changed the staged file, although it may only read the file.
    Touched,
}

/// Something in a new text that does not belong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Residue {
    /// The kind of the residue.
    pub kind: ResidueKind,
    /// The line in the text after the edit.
    pub line: LineNumber,
    /// The text of the line without its ending, at most 200 bytes.
    pub text: Bytes,
}

/// The kinds of residue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ResidueKind {
    /// "rest of code unchanged" and similar comments.
    Placeholder,
    /// Line numbers copied from a listing.
    LineNumbers,
    /// `<<<<<<<`, `=======`, `>>>>>>>`
    ConflictMarker,
    /// A line of a patch envelope.
    PatchEnvelope,
    /// A tool's notice that it truncated the text.
    Truncation,
    /// A Markdown fence around the whole file.
    MarkdownFence,
}

/// A change to the form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormChange {
    /// Valid UTF-8 would become invalid.
    Encoding,
    /// UTF-8 would be inserted into a text in this encoding.
    Utf8IntoForeign(&'static str),
    /// Text in this encoding would be inserted into a UTF-8 file.
    ForeignIntoUtf8(&'static str),
    /// The lines end in lone carriage returns, which line-based edits do not support.
    LoneReturns,
    /// The byte-order mark would be added or deleted.
    ByteOrderMark,
    /// Uniform line endings would become mixed, or change.
    LineEndings,
    /// The new text has a NUL character, so the file would be binary.
    Nul,
}
