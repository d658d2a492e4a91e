//! The report of `check conflicts`.

use std::path::PathBuf;

use super::{Warning, class_of};
use crate::change::{KnownBy, LineChange};
use crate::refusal::{Code, ExitClass, Refusal};
use crate::text::LineRange;

/// Changes that other tasks made since a task last knew its files (`check conflicts`).
#[derive(Clone, Debug, Default)]
pub struct ConflictsReport {
    /// The task of the call.
    pub task: String,
    /// The number of files that were checked.
    pub files: usize,
    /// The changes of other tasks, sorted by path and line.
    pub writes: Vec<ForeignWrite>,
    /// The refusals of files that could not be checked. The first one determines the exit status.
    pub refusals: Vec<Refusal>,
    /// Warnings.
    pub warnings: Vec<Warning>,
}

impl ConflictsReport {
    /// The exit class. Changes of other tasks give the class of a `conflict`.
    pub fn exit_class(&self) -> ExitClass {
        match class_of(&self.refusals) {
            ExitClass::Done if !self.writes.is_empty() => Code::Conflict.class(),
            class => class,
        }
    }
}

/// A change by another task.
#[derive(Clone, Debug, PartialEq)]
pub struct ForeignWrite {
    /// The file, as reports show it.
    pub path: PathBuf,
    /// The event by which the asking task last knew the file.
    pub known: KnownBy,
    /// The other task.
    pub task: String,
    /// The number of the journal entry.
    pub entry: u64,
    /// The change.
    pub what: Foreign,
}

impl ForeignWrite {
    /// The changed lines, if they are known.
    pub fn lines(&self) -> Option<LineRange> {
        match self.what {
            Foreign::Lines { lines, .. } => Some(lines),
            Foreign::Unknown | Foreign::Gone(_) => None,
        }
    }
}

/// A change of a file by another task.
#[derive(Clone, Debug, PartialEq)]
pub enum Foreign {
    /// The task wrote or removed lines.
    Lines {
        /// The current lines; after a removal, the line that follows the removed lines.
        lines: LineRange,
        /// The change of these lines.
        change: LineChange,
    },
    /// The task wrote lines that cannot be followed to the current text.
    Unknown,
    /// The task removed the file, or moved it to this name, according to the journal.
    Gone(Option<PathBuf>),
}
