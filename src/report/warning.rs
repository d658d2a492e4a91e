//! Warnings of a successful run.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use crate::change::TaskConflict;
use crate::disk::{self, Recovered, Unread};
use crate::patch::PatchRepair;
use crate::refusal::{NotKept, SyntaxError};
use crate::resolve::NameLines;
use crate::text::{LineNumber, LineRange};

/// A warning about a successful run.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Warning {
    /// The file that the warning is about.
    pub path: Option<PathBuf>,
    /// The data of the warning.
    pub notice: Notice,
}

/// The data of a warning, with a variant for each message.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Notice {
    /// `append` created a missing file.
    Created,
    /// The header of the last hunk counts more lines than there are. The hunk was accepted as complete.
    Recounted {
        /// The hunk's line in the diff.
        line: LineNumber,
        /// The numbers of old and new lines in the header.
        stated: (usize, usize),
        /// The numbers of old and new lines in the hunk.
        found: (usize, usize),
    },
    /// Named files that do not contain the text were skipped, as requested.
    Lacking {
        /// The number of files.
        count: usize,
    },
    /// A warning about the commit of the file.
    Disk(disk::Notice),
    /// A text was matched by similarity only.
    Fuzzy {
        /// The lines in the original file.
        lines: LineRange,
        /// The similarity, 0.5 to 1.
        similarity: f64,
    },
    /// A new complete text has at most half as many lines as the old one.
    Halved {
        /// The old number of lines.
        before: usize,
        /// The new number of lines.
        after: usize,
    },
    /// The text has more syntax errors than before.
    Syntax(Vec<SyntaxError>),
    /// The file was not checked for syntax errors, because it is too large or nested too deeply.
    NotParsed,
    /// `--target` was used for a diff that names this file.
    OtherName(PathBuf),
    /// The diff has only this base name, or no name. The file is the only one that contains all hunks exactly.
    FoundByText(Option<PathBuf>),
    /// The diff has two names for a file, and both files exist. The file with this name was not chosen.
    OneOfTwoNames(PathBuf),
    /// The parts of the diff for these files were skipped because of `--target`.
    OtherFiles(Vec<PathBuf>),
    /// The change cannot be undone, because there is no journal entry and no backup.
    NoUndo,
    /// The journal could not be used. A path and a reason.
    NoJournal(String),
    /// The journal deleted its oldest entries.
    Pruned {
        /// The number of deleted entries.
        entries: usize,
        /// The number of the newest deleted entry.
        last: u64,
        /// The number of deleted bytes of stored content.
        bytes: u64,
    },
    /// These journal entries, newest first, cannot be read because the journal is damaged.
    EntriesLost(Vec<RangeInclusive<u64>>),
    /// The journal could not record that a task has read this file. A path and a reason.
    NotMarked(String),
    /// The content of this file was not stored, so the edit cannot be undone.
    NotKept(NotKept),
    /// Lines of another task were edited anyway. Both changes, with line numbers before this edit.
    Overruled(TaskConflict),
    /// The result of the edit was already at these lines, and no journal shows whether the same call made it.
    MaybeRepeated(LineRange),
    /// The new text of a pattern contains references of other tools, first this one, which are literal here.
    ForeignReference(String),
    /// The final newline of a text from a file was dropped, because the other text of the replacement was typed
    /// without one.
    LineEnd {
        /// The flag of the text.
        flag: &'static str,
    },
    /// SEARCH/REPLACE blocks were damaged, and repaired.
    Repaired(PatchRepair),
    /// A line outside of SEARCH/REPLACE blocks begins with `+` or `-`, but was ignored as prose.
    NotInBlock(LineNumber),
    /// The other tool has more suggestions for the file, which need a review.
    Unapplied {
        /// The number of suggestions.
        count: usize,
    },
    /// Only the selected match of several was replaced.
    OneOfSeveral {
        /// The number of the match: 1 is the first, -1 the last.
        ordinal: i64,
        /// The number of matches.
        total: usize,
    },
    /// A new key got this number, which may be intended as a string.
    NewNumber(String),
    /// Definitions were moved to a file that lacks names that they use.
    MissingNames {
        /// The file that the definitions come from.
        from: PathBuf,
        /// The names, with the lines of that file that import or define them.
        names: Vec<NameLines>,
    },
    /// The file imports names that it now defines. The lines of the imports.
    AlsoImported(Vec<NameLines>),
    /// The file uses names that it no longer defines. The lines of the uses.
    StillUsed(Vec<NameLines>),
    /// These fields of the request do not affect the edit and were ignored.
    LeftOut(Vec<String>),
    /// The edit was skipped because another task wrote its lines (`--on-conflict skip`). Both changes.
    Skipped(TaskConflict),
    /// The directory could not be read, so nothing below it was searched.
    NotLookedInto(String),
    /// An ignore file of the directory could not be read or parsed, so some ignored files may be included.
    IgnoreFile(String),
    /// Selected files were skipped.
    PassedOver {
        /// The reason.
        why: PassedOver,
        /// The names, sorted.
        files: Vec<PathBuf>,
    },
    /// An interrupted transaction was completed or undone.
    Recovered(Recovered),
    /// A transaction was interrupted, so its files may be inconsistent. A run that only reads does not recover it.
    Interrupted {
        /// The log of the transaction.
        log: PathBuf,
        /// True if only another user can recover it.
        is_foreign: bool,
    },
}

impl Warning {
    /// A warning about the file `path`.
    pub fn about(path: impl Into<PathBuf>, notice: Notice) -> Self {
        Self {
            path: Some(path.into()),
            notice,
        }
    }
}

impl From<Notice> for Warning {
    fn from(notice: Notice) -> Self {
        Self { path: None, notice }
    }
}

impl From<Unread> for Warning {
    fn from(unread: Unread) -> Self {
        let path = unread.path().map(Path::to_path_buf);
        let notice = match unread {
            Unread::Directory { error, .. } => Notice::NotLookedInto(error),
            Unread::IgnoreFile { error, .. } => Notice::IgnoreFile(error),
        };
        Self { path, notice }
    }
}

/// The reason for skipping a selected file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PassedOver {
    /// The file contains the text but is binary.
    Binary,
    /// The file is larger than the limit.
    TooLarge,
    /// The file cannot be read.
    Unreadable,
}
