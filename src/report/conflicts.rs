//! The report of `check conflicts`.

use std::path::PathBuf;

use super::{Warning, class_of};
use crate::change::{KnownBy, LineChange};
use crate::refusal::{Code, ExitClass, Refusal};
use crate::text::LineRange;

/// Changes by other tasks since one task last knew its files (`check conflicts`).
#[derive(Clone, Debug, Default)]
pub struct ConflictsReport {
    /// The task that asks.
    pub task: String,
    /// The number of files that were looked at.
    pub files: usize,
    /// The writes of others, sorted by path, then line.
    pub writes: Vec<ForeignWrite>,
    /// Files that could not be looked at; the first decides code and exit status.
    pub refusals: Vec<Refusal>,
    /// Things worth knowing.
    pub warnings: Vec<Warning>,
}

impl ConflictsReport {
    /// The class of the exit status: what others wrote ends like an edit of it would.
    pub fn exit_class(&self) -> ExitClass {
        match class_of(&self.refusals) {
            ExitClass::Done if !self.writes.is_empty() => Code::Conflict.class(),
            class => class,
        }
    }
}

/// Something another task wrote.
#[derive(Clone, Debug, PartialEq)]
pub struct ForeignWrite {
    /// The file, as reports show it.
    pub path: PathBuf,
    /// The way in which the asking task last came to know the file.
    pub known: KnownBy,
    /// The other task.
    pub task: String,
    /// The journal's number of the transaction.
    pub entry: u64,
    /// The change.
    pub what: Foreign,
}

impl ForeignWrite {
    /// The lines, where they are known.
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
    /// It wrote or removed lines.
    Lines {
        /// Their present place in the file; where lines were removed, the line after them.
        lines: LineRange,
        /// The change there.
        change: LineChange,
    },
    /// It wrote, and what became of that is not known.
    Unknown,
    /// It removed the file, or gave it this name, as the journal has it.
    Gone(Option<PathBuf>),
}
