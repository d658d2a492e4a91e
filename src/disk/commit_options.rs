//! The options of a commit: durability, hard links, backups, patience.

use std::time::Duration;

use crate::disk::interrupt::Interrupt;
use crate::disk::wal::LogPlaces;
use crate::request::{Backup, OnOpen, Sync, Terms};

use crate::disk::Watch;

/// How a plan is to be committed.
#[derive(Clone, Debug, Default)]
pub struct CommitOptions {
    /// The parts that survive a power cut.
    pub sync: Sync,
    /// How a file gets its new text.
    pub writing: WriteMethod,
    /// The treatment of a file that another process has open for writing.
    pub on_open: OnOpen,
    /// Whether the old bytes are kept beside the file.
    pub backup: Option<Backup>,
    /// How long to wait for the locks of directories, all together.
    pub lock_timeout: Duration,
    /// Whether staged files have the extension of their targets, for validators that look at it.
    pub has_extensions: bool,
    /// The interrupt that may ask for an end.
    pub interrupt: Interrupt,
    /// The watch that is told how far staging has come.
    pub watch: Watch,
    /// The places of the logs of transactions; without them a crash can leave a mixture of several files.
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

impl WriteMethod {
    /// The ones that the terms of a request ask for.
    pub fn of(terms: &Terms) -> Self {
        if terms.lift.in_place {
            Self::InPlace
        } else {
            Self::Replacing
        }
    }
}

impl CommitOptions {
    /// The ones that the terms of a request ask for.
    pub fn of(terms: &Terms, interrupt: Interrupt, watch: Watch, logs: LogPlaces) -> Self {
        Self {
            sync: terms.sync,
            writing: WriteMethod::of(terms),
            on_open: terms.on_open,
            backup: terms.backup.clone(),
            lock_timeout: terms.limits.lock_timeout,
            has_extensions: terms.validate.is_some(),
            interrupt,
            watch,
            logs: Some(logs),
        }
    }
}
