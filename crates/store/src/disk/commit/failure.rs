//! The errors of a commit's steps.

use std::path::PathBuf;

use rustix::io::Errno;

use crate::disk::sandbox::directory::DirectoryEntry;
use crate::error::Fault;

/// A step that was not applied.
#[derive(Debug)]
pub(in crate::disk) enum Failure {
    /// The system refused it.
    Refused(Fault),
    /// Another process has changed the file since it was verified.
    Stale,
    /// The old file could not be moved back to its name.
    Stuck(Stuck),
}

/// A step that could not be undone.
#[derive(Debug)]
pub(in crate::disk) struct Stuck {
    pub(in crate::disk) error: Errno,
    /// The path of the old file, if it still has a name.
    pub(in crate::disk) kept: Option<PathBuf>,
}

impl Stuck {
    /// The old file is kept as `kept`.
    pub(in crate::disk) fn with_kept(error: Errno, kept: DirectoryEntry<'_>) -> Self {
        Self {
            error,
            kept: Some(kept.outward()),
        }
    }
}
