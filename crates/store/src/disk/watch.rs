//! The watch of a run's progress: told between files, asked nothing.
//!
//! `disk` and `run` know no clock and no terminal; what becomes of the news is the caller's affair.

use std::fmt;
use std::sync::Arc;

/// The work that a run is busy with, file after file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Steps are resolved against what was read.
    Finding,
    /// New texts are written beside their targets.
    Writing,
    /// They take the places of the old ones.
    Replacing,
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The work it is busy with.
    pub phase: Phase,
    /// The number of files done.
    pub done: usize,
    /// The number of files.
    pub total: usize,
}

/// The watch that is told of progress; none by default. Clones tell the same one.
#[derive(Clone, Default)]
pub struct Watch(Option<Arc<dyn Fn(Progress) + Send + Sync>>);

impl Watch {
    /// Tells `observer`, which is called between files, often, and must return at once.
    pub fn new(observer: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(observer)))
    }

    /// `done` of `total` are done.
    pub fn tell(&self, phase: Phase, done: usize, total: usize) {
        if let Some(observer) = &self.0 {
            observer(Progress { phase, done, total });
        }
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(_) => f.write_str("Watch(somebody)"),
            None => f.write_str("Watch(nobody)"),
        }
    }
}
