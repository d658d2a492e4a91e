//! Obstacles to an undo.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::change::LineChange;
use crate::snapshot::Fingerprint;
use crate::text::LineRange;

/// The entry that is missing when there is nothing to undo or redo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nothing {
    /// Any edit that is not undone.
    Edit,
    /// Any undo that is not redone.
    Undo,
    /// Any undo that no edit of its files followed: this one is the newest that is not redone.
    Followed(u64),
    /// An entry of this number.
    Entry(u64),
    /// An undo of this number: the entry is something else.
    UndoOf(u64),
    /// An edit of this task that is not undone.
    OfTask(String),
    /// The effect of this entry: it is undone.
    Effect(u64),
    /// The list of this entry's files: it is gone from the journal, or damaged.
    Files(u64),
    /// The latest edits, or all of a task, are not known: these entries cannot be read, the journal is damaged.
    Lost(Vec<RangeInclusive<u64>>),
    /// A journal. This directory above the workspace has one.
    Journal(Option<PathBuf>),
}

/// Obstacles to an undo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UndoBlock {
    /// The same lines were changed since.
    Changed {
        /// Their present place.
        lines: LineRange,
        /// The lines as they were made, and as undoing would make them.
        undo: LineChange,
        /// The lines as they were made, and as they are.
        since: LineChange,
    },
    /// The text is not the one that was made, and the way between them is not known.
    Unknown {
        /// The text that was made.
        made: Option<Fingerprint>,
        /// The text that is there.
        found: Option<Fingerprint>,
    },
    /// There is a file where one would have to be put back.
    Occupied,
    /// The file is gone.
    Gone,
    /// Its change was not kept.
    NotKept(NotKept),
}

impl fmt::Display for UndoBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Changed { .. } => "the same lines were changed since",
            Self::Unknown { .. } => "the text is not the one that was made",
            Self::Occupied => "there is a file where one would be put back",
            Self::Gone => "the file is gone",
            Self::NotKept(NotKept::Private) => {
                "a file of this name is private, its text was not kept"
            }
            Self::NotKept(NotKept::TooLarge) => "its text was too large to be kept",
            Self::NotKept(NotKept::Lost) => "its text is gone from the journal",
        })
    }
}

/// Why the journal does not have a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NotKept {
    /// Files of this name usually hold secrets.
    Private,
    /// It was too large.
    TooLarge,
    /// It was kept, but is gone or damaged: nobody notes that.
    #[serde(skip)]
    Lost,
}
