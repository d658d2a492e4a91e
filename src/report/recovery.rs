//! The report of `recover`.

use std::path::PathBuf;

use super::class_of;
use crate::disk::Recovered;
use crate::refusal::{ExitClass, Refusal};

/// The outcome of `recover`.
#[derive(Clone, Debug, Default)]
pub struct RecoveryReport {
    /// Transactions that were completed or undone.
    pub recovered: Vec<Recovered>,
    /// Leftover files of dead processes that were deleted.
    pub swept: Vec<PathBuf>,
    /// Files with names that are reserved for `incise`, but that it may not have created. They were kept.
    pub foreign: Vec<PathBuf>,
    /// Markers of logs that no longer exist. They were deleted.
    pub lifted: Vec<PathBuf>,
    /// The refusals of failed recoveries. The first one determines the exit status.
    pub refusals: Vec<Refusal>,
}

impl RecoveryReport {
    /// True if anything was recovered or deleted.
    pub fn is_changed(&self) -> bool {
        !(self.recovered.is_empty() && self.swept.is_empty() && self.lifted.is_empty())
    }

    /// The exit class.
    pub fn exit_class(&self) -> ExitClass {
        class_of(&self.refusals)
    }
}
