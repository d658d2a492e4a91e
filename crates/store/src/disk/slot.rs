//! The address of one step of a commit.

use std::ffi::OsString;
use std::sync::Arc;

use crate::disk::sandbox::directory::{Directory, DirectoryEntry};
use crate::place::RootedPath;

/// The target of a step: an opened directory, the missing directories below it, and a name.
#[derive(Clone, Debug)]
pub(in crate::disk) struct Slot {
    pub(in crate::disk) directory: Arc<Directory>,
    pub(in crate::disk) parents: Vec<OsString>,
    pub(in crate::disk) name: OsString,
}

impl Slot {
    pub(in crate::disk) fn new(place: &RootedPath, directory: &Arc<Directory>) -> Self {
        Self {
            directory: Arc::clone(directory),
            parents: place.missing_parents().to_vec(),
            name: place.name().to_owned(),
        }
    }

    /// The target as an entry of the opened directory. `parents` must be empty.
    pub(in crate::disk) fn entry(&self) -> DirectoryEntry<'_> {
        self.directory.at(&self.name)
    }

    /// The entry `name` in the same directory.
    pub(in crate::disk) fn sibling(&self, name: OsString) -> Self {
        Self {
            name,
            ..self.clone()
        }
    }
}
