//! Why a step of a commit is not applied, or not taken back.

use std::ffi::OsStr;
use std::path::PathBuf;

use rustix::io::Errno;

use crate::disk::sandbox::directory::Directory;
use crate::error::Fault;

/// Why a step was not applied.
#[derive(Debug)]
pub(in crate::disk) enum Failure {
    /// The system said no.
    Refused(Fault),
    /// Another process was faster: what is there is not what was verified.
    Stale,
    /// The file there could not be given its name back.
    Stuck(Stuck),
}

/// A step that could not be taken back.
#[derive(Debug)]
pub(in crate::disk) struct Stuck {
    /// The system's own words.
    pub(in crate::disk) error: Errno,
    /// The path of the old file, if it has a name.
    pub(in crate::disk) kept: Option<PathBuf>,
}

impl Stuck {
    pub(in crate::disk) fn with_kept(error: Errno, directory: &Directory, name: &OsStr) -> Self {
        Self {
            error,
            kept: Some(directory.outward(name)),
        }
    }
}
