//! Durability: staged texts are on the disk before they get their names.
//!
//! A few files are synced one by one. Many are synced by one call for each file system they are on, which
//! turns a minute into a second; only where the kernel reports errors of writing back to that call.

use std::collections::BTreeMap;
use std::os::fd::OwnedFd;
use std::sync::Arc;

use rustix::fs::fsync;
use rustix::io::Errno;

use crate::disk::commit_options::Sync;
use crate::disk::lock::directory_locks::DirectoryLocks;
use crate::error::{Error, Fault};
use crate::snapshot::Identity;

use crate::disk::fault::fault;
use crate::disk::sandbox::directory::Directory;
use crate::disk::stage::temp::Temp;

/// From this many files on, whole file systems are synced.
const MANY: usize = 100;

/// The syncs of a commit.
#[derive(Debug)]
pub(in crate::disk) enum Syncing {
    /// Not at all.
    Never,
    /// Each file, then each directory.
    Each(Sync),
    /// Each file system, by a handle from before the first write: it knows the errors since then.
    Whole(BTreeMap<u64, OwnedFd>),
}

impl Syncing {
    /// The way to keep the promise `sync` for `files` files in `directories`.
    pub(in crate::disk) fn choose<'a>(
        sync: Sync,
        files: usize,
        directories: impl Iterator<Item = &'a Arc<Directory>>,
    ) -> Self {
        match sync {
            Sync::None => Self::Never,
            Sync::File | Sync::Full if files < MANY || !reports_errors() => Self::Each(sync),
            Sync::File | Sync::Full => {
                let mut handles = BTreeMap::new();
                for directory in directories {
                    let device = directory.identity().device;
                    if handles.contains_key(&device) {
                        continue;
                    }
                    match directory.reopen() {
                        Ok(handle) => handles.insert(device, handle),
                        Err(_) => return Self::Each(sync),
                    };
                }
                Self::Whole(handles)
            }
        }
    }

    /// After a staged file is written. A failure is final: the kernel may have dropped the pages it could
    /// not write, so a second attempt would lie.
    pub(in crate::disk) fn staged(&self, temp: &Temp) -> Result<(), Fault> {
        match self {
            Self::Never | Self::Whole(_) => Ok(()),
            Self::Each(_) => temp.sync(),
        }
    }

    /// After all staged files are written.
    pub(in crate::disk) fn all_staged(&self) -> Result<(), Fault> {
        match self {
            Self::Never | Self::Each(_) => Ok(()),
            Self::Whole(handles) => handles
                .values()
                .try_for_each(sync_file_system)
                .map_err(|error| fault("sync the new content of", error)),
        }
    }

    /// After the files have their names: the `directories` they got them in. Where the locks are still
    /// `held` there is more than one name, and none may come without the others; one alone is synced only
    /// where that was promised.
    pub(in crate::disk) fn renamed(
        &self,
        directories: &BTreeMap<Identity, Arc<Directory>>,
        held: Option<&DirectoryLocks>,
    ) -> Option<Error> {
        let outcome = match (self, held) {
            (Self::Each(Sync::None | Sync::File), None) => Ok(()),
            _ => self.names(directories, held),
        };
        let error = std::io::Error::from(outcome.err()?).to_string();
        Some(Error::new(Fault::SyncFailed(error)))
    }

    /// After the files have their old names back: only then may the log go that would give them back.
    pub(in crate::disk) fn taken_back(
        &self,
        directories: &BTreeMap<Identity, Arc<Directory>>,
    ) -> Result<(), Errno> {
        self.names(directories, None)
    }

    fn names(
        &self,
        directories: &BTreeMap<Identity, Arc<Directory>>,
        held: Option<&DirectoryLocks>,
    ) -> Result<(), Errno> {
        match self {
            Self::Never => Ok(()),
            Self::Each(_) => directories
                .values()
                .try_for_each(|directory| sync_directory(directory, held)),
            Self::Whole(handles) => handles.values().try_for_each(sync_file_system),
        }
    }
}

/// By the handle of its lock, where it is held.
pub(in crate::disk) fn sync_directory(
    directory: &Directory,
    held: Option<&DirectoryLocks>,
) -> Result<(), Errno> {
    match held.and_then(|held| held.handle(directory.identity())) {
        Some(handle) => fsync(handle),
        None => directory.reopen().and_then(fsync),
    }
}

#[cfg(linux_calls)]
fn sync_file_system(handle: &OwnedFd) -> Result<(), Errno> {
    rustix::fs::syncfs(handle)
}

#[cfg(not(linux_calls))]
fn sync_file_system(handle: &OwnedFd) -> Result<(), Errno> {
    fsync(handle)
}

/// True if syncing a file system reports what could not be written: Linux does since 5.8.
fn reports_errors() -> bool {
    let name = rustix::system::uname();
    let release = name.release().to_str().unwrap_or_default();
    let mut numbers = release
        .split(|c: char| !c.is_ascii_digit())
        .map_while(|number| number.parse::<u32>().ok());
    let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    cfg!(linux_calls) && version >= (5, 8)
}
