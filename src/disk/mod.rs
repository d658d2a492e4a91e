//! The only module that touches targets: resolves names inside the sandbox, reads, stages, commits.
//!
//! [`Disk`] opens directories and reads leaves, never for writing: a dry run needs nothing else. Writing
//! is two steps. [`Disk::stage`] prepares everything that can fail beside the targets, without a lock:
//! new texts under names of their own, with mode, owner and attributes. [`Staged::lock`] locks the
//! parent directories, and [`Locked::commit`] verifies that every target is still what was read, gives the
//! new texts their names and takes all of it back if one step fails. Before the lock the staged files can be
//! looked at; under it what is about to happen can be noted.
//!
//! What is decided elsewhere: which bytes (`resolve`), whether they may be written (`guard`), what is
//! remembered (`journal`).

mod attributes;
mod backup;
mod claim;
mod commit;
mod descriptors;
mod directory;
mod exhibit;
mod fault;
mod incumbent;
mod inodes;
mod interrupt;
mod leaf;
mod lease;
mod link;
mod listing;
mod locate;
mod lock;
mod lock_file;
mod made;
mod map;
mod moves;
mod promises;
mod protected;
mod put;
mod reach;
mod read;
mod readers;
mod removal;
mod rename;
mod save;
mod shift;
mod spelling;
mod stage;
mod step;
mod swap;
mod sync;
mod temp;
#[cfg(test)]
mod tests;
mod through;
mod verify;
mod wal;
mod walk;
mod watch;
mod writers;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use rustix::fs::{AtFlags, unlinkat};

use crate::refusal::{Reason, Refusal};
use crate::report::Recovered;
use crate::snapshot::{Identity, RootedPath};

use directory::Directory;
use locate::Way;
use reach::Anchor;

pub use commit::{Committed, Moved, NotCommitted, Notice};
pub use exhibit::Exhibit;
pub use interrupt::Interrupt;
pub use lock::Held;
pub use promises::{Promises, StagedName, Writing};
pub use reach::Reach;
pub use readers::Readers;
pub use stage::Staged;
pub use wal::{LogPlaces, Pending, recover_all};
pub use watch::{Progress, Stage, Watch};

/// The file system as one run may see it: from a working directory, inside its roots.
///
/// Directories on the way to targets stay open, so that what was located is what is read and written
/// even when the names move meanwhile.
#[derive(Debug)]
pub struct Disk {
    cwd: PathBuf,
    anchors: Vec<Arc<Anchor>>,
    directories: HashMap<Identity, Arc<Directory>>,
    /// For each anchor the parents that were resolved from it, until something is staged.
    ways: Vec<HashMap<PathBuf, Way>>,
    /// When, as the system's clock says: all that is read is read later.
    opened: SystemTime,
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
    pub fn open(cwd: &Path, reach: Reach) -> Result<Self, Refusal> {
        let anchors = reach.open(cwd)?;
        Ok(Self {
            cwd: cwd.to_owned(),
            ways: vec![HashMap::new(); anchors.len()],
            anchors,
            directories: HashMap::new(),
            opened: SystemTime::now(),
        })
    }

    /// Interrupted transactions in the directories this run has looked into, whose owners are dead. Writes
    /// nothing.
    ///
    /// # Errors
    /// `permission` or `io` when that cannot be found out.
    pub fn pending(&self, places: &LogPlaces) -> Result<Vec<Pending>, Refusal> {
        let found = wal::find(places, self.directories.values());
        let mut found =
            found.map_err(|error| fault::fault("look for an interrupted change of", error))?;
        found.retain(Pending::is_abandoned);
        Ok(found)
    }

    /// Those of [`Self::pending`] that are about one of `targets`, as far as their logs can be read.
    ///
    /// # Errors
    /// As [`Self::pending`].
    pub fn pending_of(
        &self,
        places: &LogPlaces,
        targets: &[RootedPath],
    ) -> Result<Vec<Pending>, Refusal> {
        let mut found = self.pending(places)?;
        found.retain(|pending| pending.is_about(places, targets));
        Ok(found)
    }

    /// Completes or takes back an interrupted transaction; `None` when somebody else has. What was read
    /// before may be stale afterwards.
    ///
    /// # Errors
    /// `recovery_pending` when it is out of reach; `locked`.
    pub fn recover(pending: &Pending, promises: &Promises) -> Result<Option<Recovered>, Refusal> {
        match &promises.logs {
            Some(places) => {
                wal::recover(pending, places, promises.lock_timeout, &promises.interrupt)
            }
            None => Ok(None),
        }
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
    /// As [`Self::locate_itself`]; `missing`, or `io` when it is not empty.
    pub fn drop_empty_directory(&mut self, path: &Path) -> Result<(), Refusal> {
        let place = self.locate_itself(path)?;
        if !place.missing_parents().is_empty() {
            return Err(Refusal::new(Reason::Missing).at(place.shown()));
        }
        let parent = self.directory(&place)?;
        unlinkat(parent, place.name(), AtFlags::REMOVEDIR)
            .map_err(|error| Refusal::new(fault::fault("remove", error)).at(place.shown()))
    }

    /// The opened directory of a place.
    fn directory(&self, place: &RootedPath) -> Result<&Arc<Directory>, Refusal> {
        let unknown = || Reason::Io {
            during: "find the directory of",
            error: "it was not located".to_owned(),
        };
        self.directories
            .get(&place.directory())
            .ok_or_else(|| Refusal::new(unknown()).at(place.shown()))
    }
}
