//! The report of `recover`.

use std::path::{Path, PathBuf};

use super::{class_of, relative};
use crate::refusal::{ExitClass, Refusal};

/// An interrupted transaction that was completed or taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// Whether all of it is applied; else none of it is.
    pub is_completed: bool,
    /// Its files: absolute out of `disk`, in reports relative to the working directory if in it.
    pub files: Vec<PathBuf>,
    /// The files that were left alone, because another process has changed them since.
    pub left: Vec<PathBuf>,
    /// The files that have the old texts of such files now.
    pub kept: Vec<PathBuf>,
}

impl Recovered {
    /// This recovery, with paths seen from `cwd`.
    #[must_use]
    pub fn seen_from(mut self, cwd: &Path) -> Self {
        let paths = self.files.iter_mut().chain(&mut self.left);
        for path in paths.chain(&mut self.kept) {
            *path = relative(path, cwd);
        }
        self
    }
}

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
    /// Whether there was anything to do that is done.
    pub fn is_changed(&self) -> bool {
        !(self.recovered.is_empty() && self.swept.is_empty() && self.lifted.is_empty())
    }

    /// The class of the exit status.
    pub fn exit_class(&self) -> ExitClass {
        class_of(&self.refusals)
    }
}
