//! The file system from the point of view of one run.

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

/// The file system for one run: a working directory, and the roots that limit access.
///
/// The parent directories of targets stay open. So the located files are the ones that are read and written, even if
/// a directory is renamed in the meantime.
#[derive(Debug)]
pub struct Disk {
    pub(in crate::disk) cwd: PathBuf,
    pub(in crate::disk) anchors: Vec<Arc<Anchor>>,
    pub(in crate::disk) directories: HashMap<Identity, Arc<Directory>>,
    /// The resolved parents for each anchor, until [`Self::forget_paths`].
    pub(in crate::disk) parent_paths: Vec<HashMap<PathBuf, ParentPath>>,
    /// The system time when the disk was opened. Every file is read later.
    pub(in crate::disk) opened: SystemTime,
}

impl Disk {
    /// Opens `cwd`, the base of relative paths, and the roots of `reach`.
    ///
    /// # Errors
    /// If one of them cannot be opened as a directory.
    #[allow(
        clippy::disallowed_methods,
        reason = "only compared with file timestamps"
    )]
    pub fn open(cwd: &Path, reach: Reach) -> Result<Self, Error> {
        let anchors = reach.open(cwd)?;
        Ok(Self {
            cwd: cwd.to_owned(),
            parent_paths: vec![HashMap::new(); anchors.len()],
            anchors,
            directories: HashMap::new(),
            opened: SystemTime::now(),
        })
    }

    /// The base of relative paths.
    pub fn cwd(&self) -> &Path {
        &self.cwd
    }

    /// The absolute path of a place without links, the same for every spelling. `None` if the system cannot find the
    /// path.
    pub fn real_path(&self, place: &RootedPath) -> Option<PathBuf> {
        let directory = self.directories.get(&place.directory())?;
        let mut path = directory.real_path()?.to_owned();
        path.extend(place.missing_parents());
        path.push(place.name());
        Some(path)
    }

    /// Resolves every path again from now on. Call this before [`Self::stage`]: a commit and other processes change
    /// directories.
    pub fn forget_paths(&mut self) {
        self.parent_paths.iter_mut().for_each(HashMap::clear);
    }

    /// Removes the directory `path` if it is empty. A link to a directory is not removed.
    ///
    /// # Errors
    /// See [`Self::locate_itself`]; also if the directory is missing or not empty.
    pub fn drop_empty_directory(&mut self, path: &Path) -> Result<(), Error> {
        let place = self.locate_itself(path)?;
        if !place.missing_parents().is_empty() {
            return Err(Fault::Missing.at(place.shown()));
        }
        let parent = self.directory(&place)?;
        unlinkat(parent, place.name(), AtFlags::REMOVEDIR)
            .map_err(|error| fault::fault("remove", error).at(place.shown()))
    }

    pub(in crate::disk) fn directory(&self, place: &RootedPath) -> Result<&Arc<Directory>, Error> {
        let unknown = || Fault::io("find the directory of", "it was not located");
        self.directories
            .get(&place.directory())
            .ok_or_else(|| unknown().at(place.shown()))
    }
}

/// The resolved parent of a target.
#[derive(Clone, Debug)]
pub(in crate::disk) struct ParentPath {
    /// The deepest directory that exists.
    pub(in crate::disk) directory: Arc<Directory>,
    /// The directories missing below it, outermost first.
    pub(in crate::disk) missing: Vec<OsString>,
}
