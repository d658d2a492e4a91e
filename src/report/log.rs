//! What `log` lists.

use std::path::PathBuf;

use crate::change::{Deed, TransitionKind};
use crate::refusal::NotKept;
use crate::snapshot::Fingerprint;

/// What was done in a workspace.
#[derive(Clone, Debug, Default)]
pub struct LogReport {
    /// The newest first.
    pub entries: Vec<LogEntry>,
    /// What `--prune` dropped, entries and bytes.
    pub pruned: Option<(usize, u64)>,
}

/// One transaction in a log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogEntry {
    /// Its number.
    pub id: u64,
    /// When it was begun, milliseconds since 1970 (UTC).
    pub time: u64,
    /// Who made it.
    pub task: Option<String>,
    /// What it was.
    pub deed: Deed,
    /// The words of the command line, shortened.
    pub command: Vec<String>,
    /// What it did.
    pub files: Vec<LogFile>,
    /// Whether these files are all: their list may be lost.
    pub is_whole: bool,
    /// Whether it is known that it happened: its process may have ended before it said so.
    pub is_done: bool,
    /// The entry that took it back, if that stands.
    pub taken_back_by: Option<u64>,
}

/// One file of a transaction in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFile {
    /// The name, relative to the workspace or absolute.
    pub path: PathBuf,
    /// Where it came from, for moves and copies.
    pub from: Option<PathBuf>,
    /// What happened.
    pub transition: TransitionKind,
    /// The text before.
    pub before: Option<Fingerprint>,
    /// The text after.
    pub after: Option<Fingerprint>,
    /// Why its change is not there, if it is not.
    pub not_kept: Option<NotKept>,
}
