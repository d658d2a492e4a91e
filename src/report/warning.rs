//! Things worth knowing although all went well.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use crate::change::TaskConflict;
use crate::disk::{self, Recovered, Unread};
use crate::refusal::{NotKept, SyntaxError};
use crate::resolve::NameLines;
use crate::text::{LineNumber, LineRange};

/// Something worth knowing although all went well.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Warning {
    /// The file it is about.
    pub path: Option<PathBuf>,
    /// The data of the warning.
    pub notice: Notice,
}

/// The data of a warning; one variant for each kind of sentence.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Notice {
    /// A missing file was made by `append`.
    Created,
    /// The header of the last hunk counts more lines than there are, and the hunk was taken for whole.
    Recounted {
        /// The hunk's line in the diff.
        line: LineNumber,
        /// Old and new lines that the header counts.
        stated: (usize, usize),
        /// Old and new lines of the hunk.
        found: (usize, usize),
    },
    /// This many named files lack the text, and were left alone on request.
    Lacking {
        /// Files.
        count: usize,
    },
    /// Something about the commit of the file.
    Disk(disk::Notice),
    /// A place was matched by similarity only.
    Fuzzy {
        /// The lines in the original file.
        lines: LineRange,
        /// 0.5 to 1.
        similarity: f64,
    },
    /// A text that was given whole has at most half of the lines of the old one.
    Halved {
        /// Lines before.
        before: usize,
        /// Lines after.
        after: usize,
    },
    /// The text has more syntax errors than before.
    Syntax(Vec<SyntaxError>),
    /// The file is too large or nests too deeply to be looked through for syntax errors.
    NotParsed,
    /// `--target` was used for a diff that names this file.
    OtherName(PathBuf),
    /// The diff says no more than this base name, or nothing, of its file, the only one its hunks stand in exactly.
    FoundByText(Option<PathBuf>),
    /// The diff names two files for one, and both are there; this one was not chosen.
    OneOfTwoNames(PathBuf),
    /// Parts of the diff for these files were left out because of `--target`.
    OtherFiles(Vec<PathBuf>),
    /// The change cannot be undone: neither journal nor backup.
    NoUndo,
    /// The journal could not be used; a path and a reason.
    NoJournal(String),
    /// The journal dropped its oldest entries.
    Pruned {
        /// The number of them.
        entries: usize,
        /// The number of the newest of them.
        last: u64,
        /// Bytes of stored texts that went with them.
        bytes: u64,
    },
    /// These entries of the journal, newest first, cannot be read: it is damaged.
    EntriesLost(Vec<RangeInclusive<u64>>),
    /// The journal could not be told that a task has read this file; a path and a reason.
    NotMarked(String),
    /// The text of this file was not kept: it cannot be undone.
    NotKept(NotKept),
    /// Lines that another task wrote were edited all the same; both changes, in the lines of the file before this edit.
    Overruled(TaskConflict),
    /// The result of the edit stood at these lines before it, and no journal says whether the same call made it.
    MaybeRepeated(LineRange),
    /// The new text of a pattern has signs, first this one, that mean something to other tools and are themselves here.
    ForeignReference(String),
    /// The newline at the end of a text that was read from a file was left out, as the other text of the replacement was
    /// typed without one.
    LineEnd {
        /// The flag of the text.
        flag: &'static str,
    },
    /// Another tool suggests more for the file than is put in: a person has to look at it.
    Unapplied {
        /// The number of suggestions.
        count: usize,
    },
    /// Only the place that the caller picked was replaced, of several.
    OneOfSeveral {
        /// Which: 1 is the first, -1 the last.
        ordinal: i64,
        /// The number of places.
        total: usize,
    },
    /// A new key got this number, which may be meant as a text.
    NewNumber(String),
    /// Definitions were put into a file that lacks names which they use.
    MissingNames {
        /// The file that they come from.
        from: PathBuf,
        /// The names, with the lines of that file where it imports or defines them.
        names: Vec<NameLines>,
    },
    /// The file imports what it defines now; the lines of the imports.
    AlsoImported(Vec<NameLines>),
    /// The file uses what it does not define any more; the lines where it does.
    StillUsed(Vec<NameLines>),
    /// These fields of the caller change nothing and were left out.
    LeftOut(Vec<String>),
    /// The edit was left out because another task wrote its lines (`--on-conflict skip`); both changes.
    Skipped(TaskConflict),
    /// The directory cannot be read: nothing below it was looked at.
    NotLookedInto(String),
    /// An ignore file of the directory is not understood, or cannot be read: not all that it names is left out.
    IgnoreFile(String),
    /// Files that were only selected were left alone.
    PassedOver {
        /// Why.
        why: PassedOver,
        /// Their names, sorted.
        files: Vec<PathBuf>,
    },
    /// A transaction that was interrupted earlier has been completed or taken back.
    Recovered(Recovered),
    /// The transaction with this log was interrupted and its files may be a mixture; a run that only reads leaves it so.
    Interrupted(PathBuf),
}

impl Warning {
    /// The warning about the file `path`.
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

/// The reason for which a file that was only selected is left alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PassedOver {
    /// It has the text, and is binary.
    Binary,
    /// It is larger than the limit.
    TooLarge,
    /// It cannot be read.
    Unreadable,
}
