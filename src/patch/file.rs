//! One file's part of a patch.

use std::path::PathBuf;

use bytes::Bytes;

use super::Hunk;
use crate::text::LineNumber;

/// What a patch does to one file.
#[derive(Clone, Debug, PartialEq)]
pub struct FilePatch {
    /// The names it gives, prefixes (`a/`, `b/`) not yet dropped.
    pub names: Names,
    /// Whether the file is edited, made, deleted, renamed or copied.
    pub operation: Operation,
    /// The mode it should have before and after, where the patch says so.
    pub old_mode: Option<Mode>,
    /// See `old_mode`.
    pub new_mode: Option<Mode>,
    /// Object names of a git `index old..new` line, as abbreviated there.
    pub blobs: Option<(String, String)>,
    /// The change of its text.
    pub content: Content,
    /// Line of the patch text where this file's part begins.
    pub line: LineNumber,
}

/// The two names of a file, as bytes of the patch after unquoting; `None` is `/dev/null`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// Before.
    pub old: Option<PathBuf>,
    /// After.
    pub new: Option<PathBuf>,
}

/// What happens to the file as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// It stays where it is.
    Modify,
    /// It must not exist before.
    Create,
    /// It does not exist afterwards.
    Delete,
    /// It gets the new name.
    Rename,
    /// The new name gets a copy; the old file stays.
    Copy,
}

/// A git file mode: `0o100644`, `0o100755`, `0o120000`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode(pub u32);

impl Mode {
    /// Permission bits.
    pub fn permissions(self) -> u32 {
        self.0 & 0o7777
    }

    /// Whether it is a symbolic link.
    pub fn is_symlink(self) -> bool {
        self.0 & 0o170_000 == 0o120_000
    }

    /// Whether it is a submodule link, which is not a file.
    pub fn is_gitlink(self) -> bool {
        self.0 & 0o170_000 == 0o160_000
    }
}

/// The change of a file's text.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Hunks in the order of the patch; none for a pure rename or mode change.
    Hunks(Vec<Hunk>),
    /// A git binary patch.
    Binary(Binary),
}

/// A decoded git binary patch, forward and, where given, backward.
#[derive(Clone, Debug, PartialEq)]
pub struct Binary {
    /// Old text to new text.
    pub forward: BinaryDelta,
    /// New text to old text.
    pub backward: Option<BinaryDelta>,
}

/// One direction of a git binary patch, inflated.
#[derive(Clone, Debug, PartialEq)]
pub enum BinaryDelta {
    /// The whole result.
    Literal(Bytes),
    /// A git pack delta against the source.
    Delta(Bytes),
}
