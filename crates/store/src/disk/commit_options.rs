//! The options of a commit: durability, hard links, backups, patience.

use std::ffi::OsString;
use std::time::Duration;

use crate::disk::interrupt::Interrupt;
use crate::disk::wal::LogPlaces;

use crate::disk::Watch;

/// The options of a commit.
#[derive(Clone, Debug, Default)]
pub struct CommitOptions {
    /// The parts that survive a power cut.
    pub sync: Sync,
    /// The way a file gets its new text.
    pub writing: WriteMethod,
    /// The treatment of a file that another process has open for writing.
    pub on_open: OnOpen,
    /// True if the old bytes are kept beside the file.
    pub backup: Option<Backup>,
    /// The longest wait for the locks of all directories together.
    pub lock_timeout: Duration,
    /// True if staged files have the extension of their targets, for validators that look at it.
    pub has_extensions: bool,
    /// The interrupt that may ask for an end.
    pub interrupt: Interrupt,
    /// The watch that is told how far staging has come.
    pub watch: Watch,
    /// The places of the logs of transactions; without them a crash can leave a mixture of several files.
    pub logs: Option<LogPlaces>,
}

/// The name under which the old bytes are kept beside the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// The end of the file name, for example `.bak`.
    pub suffix: OsString,
}

/// The treatment of a file that another process has open for writing, and will go on writing into
/// when it has lost its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnOpen {
    /// Replace it, and say so.
    #[default]
    Warn,
    /// Leave everything as it is.
    Refuse,
}

/// The part that holds after a power cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sync {
    /// Nothing; safe against `kill -9` only.
    None,
    /// Each file is old or new, never empty or torn.
    #[default]
    File,
    /// After exit 0 each file is the new one.
    Full,
}

/// The way a file gets its new text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WriteMethod {
    /// A new file takes its name. Other names of the old one keep the old text.
    #[default]
    Replacing,
    /// It is written into: all its names show the new text, and so does who has it open. Not crash-safe.
    InPlace,
}
