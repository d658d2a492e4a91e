//! Why a step of a commit is not applied, or not taken back.

use std::ffi::OsStr;
use std::path::PathBuf;

use rustix::io::Errno;

use super::directory::Directory;
use crate::refusal::Reason;

/// Why a step was not applied.
#[derive(Debug)]
pub(super) enum Failure {
    /// The system said no.
    Refused(Reason),
    /// Somebody was faster: what is there is not what was verified.
    Moved,
    /// What is there could not be given its name back.
    Stuck(Stuck),
}

/// A step that could not be taken back.
#[derive(Debug)]
pub(super) struct Stuck {
    /// What the system said.
    pub(super) error: Errno,
    /// Where the old file is, if it has a name.
    pub(super) kept: Option<PathBuf>,
}

impl Stuck {
    pub(super) fn with_kept(error: Errno, directory: &Directory, name: &OsStr) -> Self {
        Self {
            error,
            kept: Some(directory.outward(name)),
        }
    }
}
