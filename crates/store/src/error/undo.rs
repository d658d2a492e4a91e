//! Reasons why an undo is refused.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::change::LineChange;
use crate::snapshot::Fingerprint;
use crate::text::LineRange;

/// Reasons why there is nothing to undo or redo.
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

impl fmt::Display for Nothing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Edit => f.write_str("there is no edit left to undo"),
            Self::Undo => f.write_str("there is no undo left to redo"),
            Self::Followed(id) => write!(
                f,
                "undo {id} was followed by an edit of the same file, so it is not the next to redo"
            ),
            Self::Entry(id) => write!(f, "the journal has no entry {id}"),
            Self::UndoOf(id) => write!(f, "entry {id} is not an undo, so it cannot be redone"),
            Self::OfTask(task) => write!(f, "there is no edit of task `{task}` left to undo"),
            Self::Effect(id) => write!(f, "entry {id} is already undone"),
            Self::Files(id) => write!(
                f,
                "the content of entry {id} is unavailable: it was deleted from the journal or is damaged"
            ),
            Self::Lost(entries) => write!(f, "the journal is damaged: {}", unreadable(entries)),
            Self::Journal(_) => f.write_str("this workspace has no journal: no edit was recorded"),
        }
    }
}

/// A sentence about entries that cannot be read, by their numbers, newest first.
fn unreadable(entries: &[RangeInclusive<u64>]) -> String {
    let mut numbers = Vec::new();
    for lost in entries.iter().rev() {
        numbers.push(match (lost.start(), lost.end()) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}-{last}"),
        });
    }
    let is_one = entries.len() == 1 && entries[0].start() == entries[0].end();
    let (noun, whose) = if is_one {
        ("entry", "its")
    } else {
        ("entries", "their")
    };
    let numbers = numbers.join(", ");
    format!("{noun} {numbers} cannot be read, so {whose} changes are unknown")
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
    /// The change was not kept.
    NotKept(NotKept),
}

impl fmt::Display for UndoBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed { lines, .. } if lines.count() == 1 => {
                write!(f, "line {lines} changed since")
            }
            Self::Changed { lines, .. } => write!(f, "lines {lines} changed since"),
            Self::Unknown { made, found } => {
                write!(
                    f,
                    "expected {}, found {}",
                    FoundText(made),
                    FoundText(found)
                )
            }
            Self::Occupied => f.write_str("a new file is at the path of the old one"),
            Self::Gone => f.write_str("the file is gone"),
            Self::NotKept(why) => why.fmt(f),
        }
    }
}

/// The hash of a text, or that there is no file.
struct FoundText<'a>(&'a Option<Fingerprint>);

impl fmt::Display for FoundText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(text) => text.fmt(f),
            None => f.write_str("no file"),
        }
    }
}

/// Reasons why the journal does not contain a text.
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

impl fmt::Display for NotKept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Private => {
                "its content is not kept, because files with this name usually contain secrets"
            }
            Self::TooLarge => "its content is not kept, because it is too large",
            Self::Lost => {
                "its content is unavailable: it was deleted from the journal or is damaged"
            }
        })
    }
}
