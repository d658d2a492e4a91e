//! One committed transaction as the journal knows it. Plain data.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::change::{ChangeSet, Deed, Record};
use crate::error::NotKept;
use crate::snapshot::Fingerprint;
use crate::text::Span;

/// One transaction: a run that wrote, or was about to.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its number in the workspace, rising by one from 1.
    pub id: u64,
    /// When it was noted, milliseconds since 1970 (UTC).
    pub time: u64,
    /// The author of the entry.
    pub task: Option<String>,
    /// The words of the command line, shortened; only the first where a file is private.
    pub command: Vec<String>,
    /// An edit, or the undoing or redoing of one.
    pub kind: Deed,
    /// The directories made for them, named like files.
    pub made: Vec<PathBuf>,
    /// True if its task had seen every line that other tasks had written in its files.
    pub is_undisputed: bool,
    /// The files, in the order of the transaction.
    pub files: Vec<FileNote>,
    /// Whether these are all: their list may be gone or damaged, and none are known then.
    pub is_whole: bool,
    /// Whether it was noted that it happened; else the process ended before it said so, and the files tell. Of what was
    /// noted not to have happened nothing is shown at all.
    pub is_committed: bool,
}

/// One file of a transaction as the journal knows it; its name is relative to the workspace with `/`, or absolute.
pub type FileNote = Record<KeptChanges>;

/// The place of a change set.
#[derive(Clone, Debug, PartialEq)]
pub enum KeptChanges {
    /// Here.
    Here(ChangeSet),
    /// In the object store: see [`super::JournalStore::load`].
    Stored(StoredChange),
    /// Nowhere.
    Missing(NotKept),
}

/// A change set in the object store. What an undo makes is stored with what it takes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredChange {
    /// The object: a change set, or a list of notes.
    pub object: ObjectId,
    /// The number of the note in the list that has the change set, from 0.
    pub note: Option<usize>,
    /// Whether it is the inverse of what is there.
    pub is_inverse: bool,
}

impl StoredChange {
    /// All of `object`.
    pub(super) fn whole(object: ObjectId) -> Self {
        Self {
            object,
            note: None,
            is_inverse: false,
        }
    }

    /// That of note `number` in `list`.
    pub(super) fn in_list(list: ObjectId, number: usize) -> Self {
        Self {
            note: Some(number),
            ..Self::whole(list)
        }
    }

    /// The inverse of the change.
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
    /// The parts of it that were read, bytes of whole lines; `None` for all of it.
    #[serde(default, with = "parts", skip_serializing_if = "Option::is_none")]
    pub parts: Option<Vec<Span>>,
}

/// Spans as pairs of offsets.
mod parts {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::text::Span;

    pub(super) fn serialize<S: Serializer>(
        parts: &Option<Vec<Span>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let pairs = |parts: &Vec<Span>| -> Vec<(usize, usize)> {
            parts
                .iter()
                .map(|part| (part.start(), part.end()))
                .collect()
        };
        parts.as_ref().map(pairs).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Vec<Span>>, D::Error> {
        let pairs = Vec::<(usize, usize)>::deserialize(deserializer)?;
        let spans: Option<Vec<Span>> = pairs
            .into_iter()
            .map(|(start, end)| Span::new(start, end))
            .collect();
        let out_of_order = || D::Error::custom("the ends of a part are out of order");
        spans.ok_or_else(out_of_order).map(Some)
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
    /// Whether it says anything about the file at `path`, under either name.
    pub fn mentions(&self, path: &Path) -> bool {
        self.names().any(|name| name == path)
    }

    /// Every name that it says anything about.
    pub fn names(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().flat_map(FileNote::names)
    }
}

/// The deed of one transaction to the file.
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
