//! Durability: staged texts are synced before they get their final names.
//!
//! A few files are synced one by one. Many files are synced by one call for each file system, which can take a second
//! instead of a minute. That call is used only if the kernel reports write errors through it.

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

/// The minimum number of files for syncing whole file systems.
const MIN_FOR_WHOLE: usize = 100;

/// The way to sync a commit.
#[derive(Debug)]
pub(in crate::disk) enum Syncing {
    /// Nothing is synced.
    Never,
    /// Each file, then each directory.
    Each(Sync),
    /// Each file system, through a handle that was opened before the first write, so that it reports all write errors
    /// since.
    Whole(BTreeMap<u64, OwnedFd>),
}

impl Syncing {
    /// The way to give the guarantee `sync` for `files` files in `directories`.
    pub(in crate::disk) fn choose<'a>(
        sync: Sync,
        files: usize,
        directories: impl Iterator<Item = &'a Arc<Directory>>,
    ) -> Self {
        match sync {
            Sync::None => Self::Never,
            Sync::File | Sync::Full if files < MIN_FOR_WHOLE || !reports_errors() => {
                Self::Each(sync)
            }
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

    /// Syncs one staged file. An error is final: the kernel may have dropped the pages that could not be written, so
    /// a second attempt could succeed wrongly.
    pub(in crate::disk) fn sync_staged(&self, temp: &Temp) -> Result<(), Fault> {
        match self {
            Self::Never | Self::Whole(_) => Ok(()),
            Self::Each(_) => temp.sync(),
        }
    }

    /// Syncs after all files are staged.
    pub(in crate::disk) fn sync_all_staged(&self) -> Result<(), Fault> {
        match self {
            Self::Never | Self::Each(_) => Ok(()),
            Self::Whole(handles) => handles
                .values()
                .try_for_each(sync_file_system)
                .map_err(|error| fault("sync the new content of", error)),
        }
    }

    /// Syncs `directories` after the renames. `held` means that there are several steps, which must reach the disk
    /// together. A single rename is synced only if the options require that.
    pub(in crate::disk) fn sync_renamed(
        &self,
        directories: &BTreeMap<Identity, Arc<Directory>>,
        held: Option<&DirectoryLocks>,
    ) -> Option<Error> {
        let outcome = match (self, held) {
            (Self::Each(Sync::None | Sync::File), None) => Ok(()),
            _ => self.sync_names(directories, held),
        };
        let error = std::io::Error::from(outcome.err()?).to_string();
        Some(Error::new(Fault::SyncFailed(error)))
    }

    /// Syncs the removal of kept files, before the log on the device `log_device` is removed. After a power cut, the
    /// files could exist without the log that names them. A file system keeps that order for its own directories.
    pub(in crate::disk) fn sync_removed(
        &self,
        directories: &BTreeMap<Identity, Arc<Directory>>,
        held: Option<&DirectoryLocks>,
        log_device: u64,
    ) {
        let mut elsewhere = directories.clone();
        elsewhere.retain(|identity, _| identity.device != log_device);
        if !elsewhere.is_empty() {
            // If this fails, the next edit in the directory sweeps the files that it can prove to be ours.
            let _ = self.sync_names(&elsewhere, held);
        }
    }

    /// Syncs `directories` after an undo, before the log is removed, which could still restore the old names.
    pub(in crate::disk) fn sync_undone(
        &self,
        directories: &BTreeMap<Identity, Arc<Directory>>,
    ) -> Result<(), Errno> {
        self.sync_names(directories, None)
    }

    fn sync_names(
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

/// Syncs `directory`, through the handle of its lock if there is one.
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

/// True if `syncfs` reports write errors, as on Linux since 5.8.
fn reports_errors() -> bool {
    let name = rustix::system::uname();
    let release = name.release().to_str().unwrap_or_default();
    let mut numbers = release
        .split(|c: char| !c.is_ascii_digit())
        .map_while(|number| number.parse::<u32>().ok());
    let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    cfg!(linux_calls) && version >= (5, 8)
}
