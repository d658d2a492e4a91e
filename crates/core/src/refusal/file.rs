//! Obstacles at a file, its path or its lock.

use std::path::PathBuf;
use std::time::Duration;

use bytes::Bytes;

use crate::text::LineNumber;

/// The kind of thing at a path that is no regular file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAFile {
    /// A directory.
    Directory,
    /// A symbolic link that leads nowhere, or in a circle.
    DanglingLink,
    /// A symbolic link where a report was to be written.
    Link,
    /// A symbolic link where a file's text was to be edited, and the link cannot be followed.
    LinkItself,
    /// A symbolic link that a diff deletes or renames without saying that it is one.
    LinkUnsaid,
    /// No symbolic link, where a diff or a record is about one.
    NoLink,
    /// A named pipe.
    Fifo,
    /// A socket.
    Socket,
    /// A block or character device.
    Device,
    /// A path through a symbolic link that the same request makes, changes or takes away.
    ChangedLink,
    /// A submodule that a patch adds, moves or takes away.
    SubmoduleInPatch,
    /// An empty path, or one whose last component is `.` or `..`.
    NoName,
    /// A path that ends in `/`.
    TrailingSlash,
    /// A path that goes on behind a file as if it were a directory.
    BelowAFile,
}

/// The way in which a path leaves the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    /// It is absolute, or climbs with `..`.
    Name,
    /// A symbolic link on the way leads out.
    Link,
    /// It is absolute on another system.
    Elsewhere,
}

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
    /// Several files of the diff have its base name, and none its path.
    Ambiguous {
        /// The files, as people know them.
        named: Vec<PathBuf>,
    },
    /// It stands in the file already, and not in another one that the diff names for it.
    OtherIsBefore {
        /// The other file, as people know it.
        other: PathBuf,
    },
    /// The diff only gives the file another name.
    OnlyMoves,
    /// The diff names no file, and none was given.
    Nameless,
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

/// A change of a text's form.
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
