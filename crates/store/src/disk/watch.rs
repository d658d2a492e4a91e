//! The observer of the progress of a run.
//!
//! `disk` and `run` use no clock and no terminal. The caller decides what to do with the progress.

use std::fmt;
use std::sync::Arc;

/// The current phase of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Resolving the steps.
    Finding,
    /// Writing the new texts next to their targets.
    Writing,
    /// Replacing the old files.
    Replacing,
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The current phase.
    pub phase: Phase,
    /// The number of files that are done.
    pub done: usize,
    /// The total number of files.
    pub total: usize,
}

/// Reports progress to an observer, by default to none. Clones share the observer.
#[derive(Clone, Default)]
pub struct Watch(Option<Arc<dyn Fn(Progress) + Send + Sync>>);

impl Watch {
    /// Reports to `observer`, which is called often, between files, and must return immediately.
    pub fn new(observer: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(observer)))
    }

    /// Reports that `done` of `total` files are done.
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
