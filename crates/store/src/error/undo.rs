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
    /// No edit is left to undo.
    Edit,
    /// No undo is left to redo.
    Undo,
    /// The newest undo that is not redone has this number, but a later edit changed one of its files.
    Followed(u64),
    /// The journal has no entry with this number.
    Entry(u64),
    /// The entry with this number is not an undo.
    UndoOf(u64),
    /// The task has no edit left to undo.
    OfTask(String),
    /// The entry is already undone.
    Effect(u64),
    /// The file list of the entry was deleted from the journal or is damaged.
    Files(u64),
    /// These entries cannot be read because the journal is damaged, so the latest edits or the edits of a task are
    /// unknown.
    Lost(Vec<RangeInclusive<u64>>),
    /// The workspace has no journal. The path is a directory above the workspace that has a journal.
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

/// A clause about entries that cannot be read. The numbers are sorted, newest first.
fn unreadable(entries: &[RangeInclusive<u64>]) -> String {
    let mut numbers = Vec::new();
    for range in entries.iter().rev() {
        let (first, last) = (range.start(), range.end());
        numbers.push(if first == last {
            first.to_string()
        } else {
            format!("{first}-{last}")
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
    /// The same lines have changed since.
    Changed {
        /// The current line numbers.
        lines: LineRange,
        /// The change of the undo: from the lines that the edit wrote to the restored lines.
        undo: LineChange,
        /// The later change: from the lines that the edit wrote to the current lines.
        since: LineChange,
    },
    /// The text is not the one that the edit wrote, and the changes in between are unknown.
    Unknown {
        /// The text that the edit wrote.
        made: Option<Fingerprint>,
        /// The current text.
        found: Option<Fingerprint>,
    },
    /// The undo would restore a file, but another file is at its path.
    Occupied,
    /// The file no longer exists.
    Gone,
    /// The journal does not contain the change.
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
            Self::Occupied => f.write_str("there is a new file at the old path"),
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
    /// Files with this or an earlier name usually contain secrets.
    Private,
    /// The text was too large.
    TooLarge,
    /// The journal contained the text, but it was deleted or is damaged. This state is never recorded.
    #[serde(skip)]
    Lost,
}

impl fmt::Display for NotKept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Private => {
                "its content is not kept, because files with this or an earlier name usually contain secrets"
            }
            Self::TooLarge => "its content is not kept, because it is too large",
            Self::Lost => {
                "its content is unavailable: it was deleted from the journal or is damaged"
            }
        })
    }
}
