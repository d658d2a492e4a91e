//! The report of `recover`.

use std::path::PathBuf;

use super::class_of;
use crate::disk::Recovered;
use crate::refusal::{ExitClass, Refusal};

/// The outcome of `recover`.
#[derive(Clone, Debug, Default)]
pub struct RecoveryReport {
    /// Transactions that were completed or taken back.
    pub recovered: Vec<Recovered>,
    /// Files of dead processes that were removed.
    pub swept: Vec<PathBuf>,
    /// Files under names of ours that nothing proves to be ours: they were left there.
    pub foreign: Vec<PathBuf>,
    /// Markers of logs that are not there any more: they are gone.
    pub lifted: Vec<PathBuf>,
    /// Failures to recover; the first decides code and exit status.
    pub refusals: Vec<Refusal>,
}

impl RecoveryReport {
    /// True if something was left to do and was done.
    pub fn is_changed(&self) -> bool {
        !(self.recovered.is_empty() && self.swept.is_empty() && self.lifted.is_empty())
    }

    /// The class of the exit status.
    pub fn exit_class(&self) -> ExitClass {
        class_of(&self.refusals)
    }
}
