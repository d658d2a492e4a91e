//! A patch, divided by file.

use std::path::Path;

use super::{Binary, Hunk, ParseError, PatchNames, PatchRepair, Problem, Strictness};
use incise_text::text::LineNumber;

/// A complete patch: the changes to each file, and the repairs of the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Patch {
    /// The parts in the order of the text. A file may occur more than once.
    pub files: Vec<FilePatch>,
    /// The repaired damage, in the order of the text.
    pub repairs: Vec<PatchRepair>,
    /// Lines that begin with `+` or `-` but are prose, such as lists and mail text.
    pub ignored: Vec<LineNumber>,
}

/// The part of a patch for one file.
#[derive(Clone, Debug, PartialEq)]
pub struct FilePatch {
    /// The names in the patch, including prefixes (`a/`, `b/`).
    pub names: PatchNames,
    /// The format of this part.
    pub format: PatchFormat,
    /// The operation on the file.
    pub operation: FileOperation,
    /// The mode before the change, if the patch contains it.
    pub old_mode: Option<GitMode>,
    /// The mode after the change, if the patch contains it.
    pub new_mode: Option<GitMode>,
    /// The object names of a git `index old..new` line, possibly abbreviated.
    pub blobs: Option<(String, String)>,
    /// True if the first components of the names are different prefixes that do not belong to the path: git's (`a/`
    /// and `b/`), or the names of two trees (`linux.orig/a.c` and `linux/a.c`).
    pub has_two_prefixes: bool,
    /// The change of the text.
    pub content: Content,
    /// The first line of this part in the patch text.
    pub line: LineNumber,
    /// The number of mails and commit messages between the first part and this part. Parts with different numbers are
    /// of different diffs.
    pub messages_above: usize,
    /// Determines whether [`Hunk::readings`] may be used.
    pub strictness: Strictness,
}

/// The format of one file's part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatchFormat {
    /// `---`, `+++`, `@@` lines. Also hunks without any header.
    Unified,
    /// A unified diff after a `diff --git` line.
    Git,
    /// A section such as `*** Update File:`. A deletion in this format does not contain the old text.
    V4a,
    /// SEARCH/REPLACE blocks.
    SearchReplace,
}

impl PatchFormat {
    /// True if people or models type this format. In the other formats, a tool copied the text from files.
    pub fn is_typed(self) -> bool {
        matches!(self, Self::V4a | Self::SearchReplace)
    }
}

/// The operation on the file as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileOperation {
    /// The file keeps its path. Also used if the old range is `0,0` and both names are the same. The hunk then
    /// expects an empty or missing file, and the header does not say which.
    Modify,
    /// The file must not exist before.
    Create,
    /// The file is deleted.
    Delete,
    /// The file is renamed to the new name.
    Rename,
    /// The file is copied to the new name, and the old file stays.
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

    /// True for the mode of a regular file without setuid, setgid and sticky bits, of a symbolic link or of a
    /// submodule.
    pub fn is_known(self) -> bool {
        let is_file = matches!(self.0 & !0o7777, 0 | 0o100_000);
        is_file && self.permissions() <= 0o777 || self.is_symlink() || self.is_gitlink()
    }

    /// True for a symbolic link.
    pub fn is_symlink(self) -> bool {
        self.0 & 0o170_000 == 0o120_000
    }

    /// True for a submodule link, which is not a file.
    pub fn is_gitlink(self) -> bool {
        self.0 & 0o170_000 == 0o160_000
    }
}

/// The change of a file's text.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Hunks in the order of the patch. Empty for a pure rename or mode change.
    Hunks(Vec<Hunk>),
    /// A git binary patch.
    Binary(Binary),
}

impl FilePatch {
    /// The part that begins at `line` of the patch, without modes and blobs.
    pub(crate) fn new(
        line: LineNumber,
        format: PatchFormat,
        names: PatchNames,
        operation: FileOperation,
        hunks: Vec<Hunk>,
    ) -> Self {
        Self {
            names,
            format,
            operation,
            old_mode: None,
            new_mode: None,
            blobs: None,
            has_two_prefixes: false,
            content: Content::Hunks(hunks),
            line,
            messages_above: 0,
            strictness: Strictness::Repair,
        }
    }

    /// The name in the patch, if no name in it refers to `path`. A name refers to `path` if one of the two ends with
    /// the other. The first component of the name may be a diff prefix (`a/`, `b/`).
    pub fn named_elsewhere(&self, path: &Path) -> Option<&Path> {
        let path = path.strip_prefix(".").unwrap_or(path);
        let names = match self.operation {
            FileOperation::Modify => self.names_before(),
            _ => [self.names.new_or_old(), None],
        };
        let mut elsewhere = None;
        for named in names.into_iter().flatten() {
            let bare = named.strip_prefix(".").unwrap_or(named);
            let inside = bare.strip_prefix("a").or_else(|_| bare.strip_prefix("b"));
            let mut spellings = [Ok(bare), inside].into_iter().flatten();
            let is_empty = |name: &Path| name.as_os_str().is_empty();
            if spellings
                .any(|name| !is_empty(name) && (path.ends_with(name) || name.ends_with(path)))
            {
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

    /// The hunks; empty for a binary patch.
    pub fn hunks(&self) -> &[Hunk] {
        match &self.content {
            Content::Hunks(hunks) => hunks,
            Content::Binary(_) => &[],
        }
    }

    /// The patch that undoes this patch.
    ///
    /// # Errors
    /// If this is a copy, a V4A deletion, or a binary patch without a backward half.
    pub fn reversed(&self) -> Result<Self, ParseError> {
        let not_reversible = ParseError::Malformed {
            line: self.line,
            problem: Problem::NotReversible,
        };
        let operation = match self.operation {
            FileOperation::Create => FileOperation::Delete,
            FileOperation::Delete if self.format != PatchFormat::V4a => FileOperation::Create,
            FileOperation::Modify => FileOperation::Modify,
            FileOperation::Rename => FileOperation::Rename,
            FileOperation::Delete | FileOperation::Copy => return Err(not_reversible),
        };
        let content = match &self.content {
            Content::Hunks(hunks) => Content::Hunks(hunks.iter().map(Hunk::reversed).collect()),
            Content::Binary(binary) => Content::Binary(binary.reversed().ok_or(not_reversible)?),
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
