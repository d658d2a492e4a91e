//! What a commit promises: durability, hard links, backups, patience.

use std::time::Duration;

use crate::disk::interrupt::Interrupt;
use crate::disk::wal::LogPlaces;
use crate::request::{Backup, OnOpen, Sync, Terms};

use crate::disk::Watch;

/// How a plan is to be committed.
#[derive(Clone, Debug, Default)]
pub struct Promises {
    /// What survives a power cut.
    pub sync: Sync,
    /// How a file gets its new text.
    pub writing: WriteMethod,
    /// What becomes of a file that somebody has open for writing.
    pub on_open: OnOpen,
    /// Whether the old bytes are kept beside the file.
    pub backup: Option<Backup>,
    /// How long to wait for the locks of directories, all together.
    pub lock_timeout: Duration,
    /// How staged files are called.
    pub staged_name: StagedName,
    /// Who may ask for an end.
    pub interrupt: Interrupt,
    /// Who is told how far staging has come.
    pub watch: Watch,
    /// Where the logs of transactions go; without them a crash can leave a mixture of several files.
    pub logs: Option<LogPlaces>,
}

/// How a file gets its new text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WriteMethod {
    /// A new file takes its name. Other names of the old one keep the old text.
    #[default]
    Replacing,
    /// It is written into: all its names show the new text, and so does who has it open. Not crash-safe.
    InPlace,
}

/// How staged files are called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StagedName {
    /// `.incise-` and a random number.
    #[default]
    Plain,
    /// The same, with the extension of the target: for validators that look at it.
    WithExtension,
}

impl WriteMethod {
    /// What the terms of a request ask for.
    pub fn of(terms: &Terms) -> Self {
        if terms.lift.in_place {
            Self::InPlace
        } else {
            Self::Replacing
        }
    }
}

impl Promises {
    /// What the terms of a request ask for.
    pub fn of(terms: &Terms, interrupt: Interrupt, watch: Watch, logs: LogPlaces) -> Self {
        Self {
            sync: terms.sync,
            writing: WriteMethod::of(terms),
            on_open: terms.on_open,
            backup: terms.backup.clone(),
            lock_timeout: terms.limits.lock_timeout,
            staged_name: match terms.validate {
                Some(_) => StagedName::WithExtension,
                None => StagedName::Plain,
            },
            interrupt,
            watch,
            logs: Some(logs),
        }
    }
}
