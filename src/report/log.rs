//! The report of `log`.

use super::Warning;
use crate::change::{Deed, Record};
use crate::refusal::NotKept;

/// The transactions of a workspace.
#[derive(Clone, Debug, Default)]
pub struct LogReport {
    /// The newest first.
    pub entries: Vec<LogEntry>,
    /// The entries and bytes that `--prune` dropped.
    pub pruned: Option<(usize, u64)>,
    /// Things worth knowing.
    pub warnings: Vec<Warning>,
}

/// A transaction in a log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogEntry {
    /// The number of the entry.
    pub id: u64,
    /// When it was begun, milliseconds since 1970 (UTC).
    pub time: u64,
    /// The author of the entry.
    pub task: Option<String>,
    /// The kind of the entry.
    pub deed: Deed,
    /// The words of the command line, shortened.
    pub command: Vec<String>,
    /// The files of the entry.
    pub files: Vec<LogFile>,
    /// False if the list of files is lost.
    pub is_whole: bool,
    /// True if the journal says that it was committed. If false, the process ended first.
    pub is_committed: bool,
    /// The entry that took it back, if that stands.
    pub taken_back_by: Option<u64>,
}

/// A file of a transaction in a log: a record whose change is there, or the reason why it is not.
pub type LogFile = Record<Option<NotKept>>;
