//! The report of `log`.

use super::Warning;
use crate::change::{Deed, Record};
use crate::refusal::NotKept;

/// The transactions of a workspace.
#[derive(Clone, Debug, Default)]
pub struct LogReport {
    /// The entries, newest first.
    pub entries: Vec<LogEntry>,
    /// The number of entries and bytes that `--prune` deleted.
    pub pruned: Option<(usize, u64)>,
    /// Warnings.
    pub warnings: Vec<Warning>,
}

/// A transaction in a log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogEntry {
    /// The number of the entry.
    pub id: u64,
    /// Start time, in milliseconds since 1970 (UTC).
    pub time: u64,
    /// The author of the entry.
    pub task: Option<String>,
    /// `edit`, `undo` or `redo`, with the undone entries.
    pub deed: Deed,
    /// The command line, shortened.
    pub command: Vec<String>,
    /// The files of the entry.
    pub files: Vec<LogFile>,
    /// False if a part of the list of files is lost.
    pub is_whole: bool,
    /// True if the journal says that it was committed. If false, the process ended first.
    pub is_committed: bool,
    /// The entry that undid this one, unless that was undone as well.
    pub taken_back_by: Option<u64>,
}

/// A file of a journal entry: the record contains the reason if the change is not stored.
pub type LogFile = Record<Option<NotKept>>;
