//! The options of a commit: durability, hard links, backups, patience.

use std::ffi::OsString;
use std::time::Duration;

use crate::disk::interrupt::Interrupt;
use crate::disk::wal::LogPlaces;

use crate::disk::Watch;

/// The options of a commit.
#[derive(Clone, Debug, Default)]
pub struct CommitOptions {
    /// The guarantee after a power cut.
    pub sync: Sync,
    /// The method to write a file.
    pub writing: WriteMethod,
    /// The treatment of a file that another process has open for writing.
    pub on_open: OnOpen,
    /// If set, the old content is kept next to the file.
    pub backup: Option<Backup>,
    /// The maximum time to wait for the locks of all directories together.
    pub lock_timeout: Duration,
    /// True if staged files have the extension of their targets, for validators that need it.
    pub has_extensions: bool,
    /// Requests to stop.
    pub interrupt: Interrupt,
    /// The observer of the progress.
    pub watch: Watch,
    /// The locations of transaction logs. Without logs, a crash can leave some files old and others new.
    pub logs: Option<LogPlaces>,
}

/// The name of the copy that keeps the old content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// The suffix of the file name, for example `.bak`.
    pub suffix: OsString,
}

/// The treatment of a file that another process has open for writing. That process keeps writing into the old file
/// after the replacement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnOpen {
    /// Replace the file, and report it.
    #[default]
    Warn,
    /// Refuse the commit.
    Refuse,
}

/// The guarantee after a power cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sync {
    /// No guarantee; safe against `kill -9` only.
    None,
    /// Each file is old or new, never empty or torn.
    #[default]
    File,
    /// After a successful commit, each file is new.
    Full,
}

/// The method to write a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WriteMethod {
    /// A new file replaces the old one. Other hard links of the old file keep the old text.
    #[default]
    Replacing,
    /// The new text is written into the file. All hard links and open handles see it. Not crash-safe.
    InPlace,
}
