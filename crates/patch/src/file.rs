//! A patch: one part per file.

use std::path::Path;

use super::{Binary, Hunk, ParseError, PatchNames, PatchRepair, Problem, Strictness};
use incise_text::text::LineNumber;

/// A complete patch: the changes to each file, and the repairs of its text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Patch {
    /// In the order of the text. A file may come up more than once.
    pub files: Vec<FilePatch>,
    /// The damage that was undone, in the order of the text.
    pub repairs: Vec<PatchRepair>,
    /// Lines that begin with `+` or `-`, but are prose: bullet lists, mail text.
    pub ignored: Vec<LineNumber>,
}

/// The part of a patch for one file.
#[derive(Clone, Debug, PartialEq)]
pub struct FilePatch {
    /// The names it gives, prefixes (`a/`, `b/`) not yet dropped.
    pub names: PatchNames,
    /// The format it was written in.
    pub format: PatchFormat,
    /// The operation on the file.
    pub operation: FileOperation,
    /// The mode before the change, if the patch contains it.
    pub old_mode: Option<GitMode>,
    /// See `old_mode`.
    pub new_mode: Option<GitMode>,
    /// Object names of a git `index old..new` line, as abbreviated there.
    pub blobs: Option<(String, String)>,
    /// True if its names are one file in two trees, such as `linux.orig/a.c` and `linux/a.c`. The first components name
    /// the trees, and are not part of the path.
    pub is_of_two_trees: bool,
    /// The change of its text.
    pub content: Content,
    /// The first line of this part in the patch text.
    pub line: LineNumber,
    /// True if other readings of its hunks may be tried.
    pub strictness: Strictness,
}

/// The notation of a file's part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatchFormat {
    /// `---`, `+++`, `@@`; also hunks without any header.
    Unified,
    /// A unified diff below a `diff --git` line.
    Git,
    /// An `*** Update File:` section and its like. A deletion here does not state the old text.
    V4a,
    /// SEARCH/REPLACE blocks.
    SearchReplace,
}

impl PatchFormat {
    /// True if people or models type this format. In the other formats, a tool copies the text from files.
    pub fn is_typed(self) -> bool {
        matches!(self, Self::V4a | Self::SearchReplace)
    }
}

/// The operation on the file as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileOperation {
    /// It stays where it is. Also under one name with the old range `0,0`: the hunk then expects a file
    /// that is empty or missing, and the header does not say which.
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
pub struct GitMode(pub u32);

impl GitMode {
    /// Permission bits.
    pub fn permissions(self) -> u32 {
        self.0 & 0o7777
    }

    /// True for the mode of a regular file without special bits, of a link or of a submodule.
    pub fn is_known(self) -> bool {
        let is_file = matches!(self.0 & !0o7777, 0 | 0o100_000);
        is_file && self.permissions() <= 0o777 || self.is_symlink() || self.is_gitlink()
    }

    /// True if it is a symbolic link.
    pub fn is_symlink(self) -> bool {
        self.0 & 0o170_000 == 0o120_000
    }

    /// True if it is a submodule link, which is not a file.
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

impl FilePatch {
    /// The file it names, if that is not the one at `path`: one name may begin further up, and the first directory of
    /// the other may be that of a diff (`a/`, `b/`).
    pub fn named_elsewhere(&self, path: &Path) -> Option<&Path> {
        let path = path.strip_prefix(".").unwrap_or(path);
        let names = match self.operation {
            FileOperation::Modify => self.names_before(),
            _ => [
                self.names.new.as_deref().or(self.names.old.as_deref()),
                None,
            ],
        };
        let mut elsewhere = None;
        for named in names.into_iter().flatten() {
            let bare = named.strip_prefix(".").unwrap_or(named);
            let inside = bare.strip_prefix("a").or_else(|_| bare.strip_prefix("b"));
            let mut spellings = [Ok(bare), inside].into_iter().flatten();
            if spellings.any(|bare| path.ends_with(bare) || bare.ends_with(path)) {
                return None;
            }
            elsewhere = Some(named);
        }
        elsewhere
    }

    /// True if the old file is a symbolic link.
    pub fn was_link(&self) -> bool {
        self.old_mode.is_some_and(GitMode::is_symlink)
    }

    /// True if the new file is a symbolic link.
    pub fn becomes_link(&self) -> bool {
        let mode = self.new_mode.or(self.old_mode);
        self.operation != FileOperation::Delete && mode.is_some_and(GitMode::is_symlink)
    }

    /// True if the file is a symbolic link. The text of a link is its target.
    pub fn is_of_link(&self) -> bool {
        self.was_link() || self.becomes_link()
    }

    /// The hunks; none for a binary patch.
    pub fn hunks(&self) -> &[Hunk] {
        match &self.content {
            Content::Hunks(hunks) => hunks,
            Content::Binary(_) => &[],
        }
    }

    /// The patch that undoes this one.
    ///
    /// # Errors
    /// A copy, a V4A deletion and a binary patch without its backward half have none.
    pub fn reversed(&self) -> Result<Self, ParseError> {
        let none = ParseError::Malformed {
            line: self.line,
            problem: Problem::NotReversible,
        };
        let operation = match self.operation {
            FileOperation::Create => FileOperation::Delete,
            FileOperation::Delete if self.format != PatchFormat::V4a => FileOperation::Create,
            FileOperation::Modify => FileOperation::Modify,
            FileOperation::Rename => FileOperation::Rename,
            FileOperation::Delete | FileOperation::Copy => return Err(none),
        };
        let content = match &self.content {
            Content::Hunks(hunks) => Content::Hunks(hunks.iter().map(Hunk::reversed).collect()),
            Content::Binary(binary) => Content::Binary(binary.reversed().ok_or(none)?),
        };
        let keeps_mode = self.new_mode.is_none() && operation != FileOperation::Create;
        let (old_mode, new_mode) = if keeps_mode {
            (self.old_mode, None)
        } else {
            (self.new_mode, self.old_mode)
        };
        Ok(Self {
            names: self.names.swapped(),
            operation,
            old_mode,
            new_mode,
            blobs: self.blobs.clone().map(|(old, new)| (new, old)),
            content,
            ..self.clone()
        })
    }
}
