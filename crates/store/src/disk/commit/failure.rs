//! The errors of a commit's steps.

use std::path::PathBuf;

use rustix::io::Errno;

use crate::disk::sandbox::directory::DirectoryEntry;
use crate::error::{Error, Fault};
use crate::place::RootedPath;

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

impl Failure {
    /// The error for a step at `place`. `None` if the file there is stale.
    pub(in crate::disk) fn into_error(self, place: &RootedPath) -> Option<Error> {
        match self {
            Self::Stale => None,
            Self::Refused(reason) => Some(reason.at(place.shown())),
            Self::Stuck(stuck) => Some(stuck.into_error(place)),
        }
    }
}

/// A step that could not be undone.
#[derive(Debug)]
pub(in crate::disk) struct Stuck {
    pub(in crate::disk) error: Errno,
    /// The path of the old file, if it still has a name.
    pub(in crate::disk) kept: Option<PathBuf>,
}

impl Stuck {
    /// The error for a step at `place`.
    pub(in crate::disk) fn into_error(self, place: &RootedPath) -> Error {
        let fault = Fault::NotTakenBack {
            error: std::io::Error::from(self.error).to_string(),
            kept: self.kept,
        };
        fault.at(place.shown())
    }

    /// The old file is kept as `kept`.
    pub(in crate::disk) fn with_kept(error: Errno, kept: DirectoryEntry<'_>) -> Self {
        Self {
            error,
            kept: Some(kept.outward()),
        }
    }
}
