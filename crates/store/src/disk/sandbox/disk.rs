//! The file system as one run sees it.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use rustix::fs::{AtFlags, unlinkat};

use crate::error::{Error, Fault};
use crate::place::RootedPath;
use crate::snapshot::Identity;

use crate::disk::sandbox::directory::Directory;

use crate::disk::fault;
use crate::disk::sandbox::reach::{Anchor, Reach};

/// The file system as one run may see it: from a working directory, inside its roots.
///
/// Directories on the way to targets stay open, so that what was located is what is read and written
/// even when the names move meanwhile.
#[derive(Debug)]
pub struct Disk {
    pub(in crate::disk) cwd: PathBuf,
    pub(in crate::disk) anchors: Vec<Arc<Anchor>>,
    pub(in crate::disk) directories: HashMap<Identity, Arc<Directory>>,
    /// For each anchor the parents that were resolved from it, until something is staged.
    pub(in crate::disk) ways: Vec<HashMap<PathBuf, ParentPath>>,
    /// When, as the system's clock says: all that is read is read later.
    pub(in crate::disk) opened: SystemTime,
}

impl Disk {
    /// Opens `cwd`, against which relative paths are resolved, and the roots of `reach`.
    ///
    /// # Errors
    /// `missing`, `permission` or `io` when one of them cannot be opened as a directory.
    #[allow(
        clippy::disallowed_methods,
        reason = "compared with times the file system gave, and never reported"
    )]
    pub fn open(cwd: &Path, reach: Reach) -> Result<Self, Error> {
        let anchors = reach.open(cwd)?;
        Ok(Self {
            cwd: cwd.to_owned(),
            ways: vec![HashMap::new(); anchors.len()],
            anchors,
            directories: HashMap::new(),
            opened: SystemTime::now(),
        })
    }

    /// The directory that relative paths start from.
    pub fn cwd(&self) -> &Path {
        &self.cwd
    }

    /// The absolute path of a place, links resolved: the same for every spelling. `None` when the system
    /// does not tell.
    pub fn real_path(&self, place: &RootedPath) -> Option<PathBuf> {
        let directory = self.directories.get(&place.directory())?;
        let mut path = directory.real_path()?.to_owned();
        path.extend(place.missing_parents());
        path.push(place.name());
        Some(path)
    }

    /// Removes the directory `path` if it is empty; a link to one is not followed.
    ///
    /// # Errors
    /// See [`Self::locate_itself`]; `missing`, or `io` if it is not empty.
    pub fn drop_empty_directory(&mut self, path: &Path) -> Result<(), Error> {
        let place = self.locate_itself(path)?;
        if !place.missing_parents().is_empty() {
            return Err(Error::new(Fault::Missing).at(place.shown()));
        }
        let parent = self.directory(&place)?;
        unlinkat(parent, place.name(), AtFlags::REMOVEDIR)
            .map_err(|error| Error::new(fault::fault("remove", error)).at(place.shown()))
    }

    /// The opened directory of a place.
    pub(in crate::disk) fn directory(&self, place: &RootedPath) -> Result<&Arc<Directory>, Error> {
        let unknown = || Fault::io("find the directory of", "it was not located");
        self.directories
            .get(&place.directory())
            .ok_or_else(|| Error::new(unknown()).at(place.shown()))
    }
}

/// The directory that the parent of a target leads to.
#[derive(Clone, Debug)]
pub(in crate::disk) struct ParentPath {
    /// The deepest directory that is there.
    pub(in crate::disk) directory: Arc<Directory>,
    /// The directories missing below it, outermost first.
    pub(in crate::disk) missing: Vec<OsString>,
}
