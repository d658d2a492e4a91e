//! A transaction as the journal records it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::change::{ChangeSet, Deed, Record};
use crate::error::NotKept;
use crate::snapshot::Fingerprint;
use crate::text::Span;

/// A transaction that wrote files or was about to.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The number in the workspace, from 1.
    pub id: u64,
    /// The time of the record, in milliseconds since 1970 (UTC).
    pub time: u64,
    /// The task that made the change; `None` without `--task`.
    pub task: Option<String>,
    /// The command line, shortened; only the first word if a file is private.
    pub command: Vec<String>,
    /// The kind of the entry: an edit, an undo or a redo.
    pub kind: Deed,
    /// The directories that were created for `files`, with paths in the same form.
    pub made: Vec<PathBuf>,
    /// True if the task had seen every line of other tasks in `files`.
    pub saw_all_lines: bool,
    /// The files, in the order of the transaction.
    pub files: Vec<FileNote>,
    /// False if the list of files was deleted or is damaged; `files` is empty then.
    pub is_whole: bool,
    /// True if the journal says that the transaction was committed. If false, the process ended before that, and only
    /// the files show the outcome. Transactions that were rolled back are not listed.
    pub is_committed: bool,
}

/// A file of a transaction. The path is absolute, or relative to the workspace with `/`.
pub type FileNote = Record<KeptChanges>;

/// A change set, or its location.
#[derive(Clone, Debug, PartialEq)]
pub enum KeptChanges {
    /// The change set.
    Loaded(ChangeSet),
    /// The location in the object store: see [`super::JournalStore::load`].
    Stored(StoredChange),
    /// The change set is not kept.
    Missing(NotKept),
}

/// The location of a change set in the object store. An undo refers to the change set that it reverts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredChange {
    /// The object: a change set, or a list of notes.
    pub object: ObjectId,
    /// The index of the note with the change set, if the object is a list of notes.
    pub note: Option<usize>,
    /// True if the change set is the inverse of the stored one.
    pub is_inverse: bool,
}

impl StoredChange {
    /// The change set that is all of `object`.
    pub(super) fn in_object(object: ObjectId) -> Self {
        Self {
            object,
            note: None,
            is_inverse: false,
        }
    }

    /// The change set of note `number` in `list`.
    pub(super) fn in_list(list: ObjectId, number: usize) -> Self {
        Self {
            note: Some(number),
            ..Self::in_object(list)
        }
    }

    pub(super) fn inverse(self) -> Self {
        Self {
            is_inverse: !self.is_inverse,
            ..self
        }
    }
}

/// The BLAKE3 hash of the content of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ObjectId(pub [u8; 32]);

/// A record that a task has read a file or some lines of it (`view --task`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadMark {
    /// The task.
    pub task: String,
    /// The file, as in [`FileNote::path`].
    #[serde(with = "crate::text::wire::path")]
    pub path: PathBuf,
    /// The text that was read.
    pub text: Fingerprint,
    /// The byte spans of the lines that were read; `None` for the whole text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts: Option<Vec<Span>>,
}

impl KeptChanges {
    /// The change set, if it is in memory.
    pub fn loaded(&self) -> Option<&ChangeSet> {
        match self {
            Self::Loaded(changes) => Some(changes),
            Self::Stored(_) | Self::Missing(_) => None,
        }
    }
}

impl Entry {
    /// True if one of the files has or had the name `path`.
    pub fn mentions(&self, path: &Path) -> bool {
        self.names().any(|name| name == path)
    }

    /// Drops the notes about files that never had the name `path`. An entry of many files is then cheap to keep and load.
    pub(super) fn keep_notes_of(&mut self, path: &Path) {
        self.files
            .retain(|note| note.names().any(|name| name == path));
    }

    /// The names of the files before and after the transaction.
    pub fn names(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().flat_map(FileNote::names)
    }
}

/// A transaction in the history of one file.
#[derive(Clone, Copy)]
pub(super) struct FileStep<'a> {
    pub(super) entry: &'a Entry,
    pub(super) note: &'a FileNote,
}

impl FileStep<'_> {
    pub(super) fn is_by(&self, task: &str) -> bool {
        self.entry.task.as_deref() == Some(task)
    }
}
