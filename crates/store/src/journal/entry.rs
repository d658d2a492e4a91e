//! A committed transaction as the journal records it. Plain data.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::change::{ChangeSet, Deed, Record};
use crate::error::NotKept;
use crate::snapshot::Fingerprint;
use crate::text::Span;

/// A transaction: a run that wrote files, or was about to.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The number in the workspace, from 1.
    pub id: u64,
    /// When it was noted, milliseconds since 1970 (UTC).
    pub time: u64,
    /// The author of the entry.
    pub task: Option<String>,
    /// The command line, shortened; only its first word if a file is private.
    pub command: Vec<String>,
    /// An edit, or the undoing or redoing of one.
    pub kind: Deed,
    /// The directories created for `files`; paths like theirs.
    pub made: Vec<PathBuf>,
    /// True if the task had seen every line that other tasks had written in `files`.
    pub saw_all_lines: bool,
    /// The files, in the order of the transaction.
    pub files: Vec<FileNote>,
    /// False if the list of files is gone or damaged; `files` is empty then.
    pub is_whole: bool,
    /// True if the journal says that it was committed. If false, the process ended before that: compare the files.
    /// Transactions that were rolled back are not listed.
    pub is_committed: bool,
}

/// A file of a transaction. The path is absolute, or relative to the workspace with `/`.
pub type FileNote = Record<KeptChanges>;

/// A change set, or the place that has it.
#[derive(Clone, Debug, PartialEq)]
pub enum KeptChanges {
    /// The change set.
    Here(ChangeSet),
    /// The place in the object store: see [`super::JournalStore::load`].
    Stored(StoredChange),
    /// The change set is not kept.
    Missing(NotKept),
}

/// The place of a change set in the object store. An undo refers to the change set that it reverts.
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
    /// The change set that is `object`.
    pub(super) fn whole(object: ObjectId) -> Self {
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
            ..Self::whole(list)
        }
    }

    pub(super) fn inverse(self) -> Self {
        Self {
            is_inverse: !self.is_inverse,
            ..self
        }
    }
}

/// The BLAKE3 of an object's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ObjectId(pub [u8; 32]);

/// A task has read a file, or some lines of it (`view --task`).
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
    #[serde(default, with = "parts", skip_serializing_if = "Option::is_none")]
    pub parts: Option<Vec<Span>>,
}

/// Spans as pairs of offsets.
mod parts {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::text::Span;

    pub(super) fn serialize<S: Serializer>(
        parts: &Option<Vec<Span>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let Some(parts) = parts else {
            return serializer.serialize_none();
        };
        let mut pairs = Vec::with_capacity(parts.len());
        for part in parts {
            pairs.push((part.start(), part.end()));
        }
        serializer.serialize_some(&pairs)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Vec<Span>>, D::Error> {
        let mut spans = Vec::new();
        for (start, end) in Vec::<(usize, usize)>::deserialize(deserializer)? {
            match Span::new(start, end) {
                Some(span) => spans.push(span),
                None => return Err(D::Error::custom("the ends of a part are out of order")),
            }
        }
        Ok(Some(spans))
    }
}

impl KeptChanges {
    /// The change set, if it is here.
    pub fn here(&self) -> Option<&ChangeSet> {
        match self {
            Self::Here(changes) => Some(changes),
            Self::Stored(_) | Self::Missing(_) => None,
        }
    }
}

impl Entry {
    /// True if one of its files has, or had, the name `path`.
    pub fn mentions(&self, path: &Path) -> bool {
        self.names().any(|name| name == path)
    }

    /// The names of its files before and after it.
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
    pub(super) fn is_of(&self, task: &str) -> bool {
        self.entry.task.as_deref() == Some(task)
    }
}
