//! Finds interrupted transactions in directories, by the logs that name the directories and by markers in them.

use std::path::PathBuf;
use std::sync::Arc;

use rustix::io::Errno;

use super::log_directory::{LogDirectory, LogState};
use super::marker::Marker;
use super::record::{LoggedStep, TransactionLog};
use super::recover::refusal;
use super::{LogPlaces, record};
use crate::disk::lock::directory_locks as lock;
use crate::disk::sandbox::directory::Directory;
use crate::error::Error;
use crate::place::RootedPath;

/// An interrupted transaction.
#[derive(Clone, Debug)]
pub struct Pending {
    pub(super) id: String,
    /// The path of the log.
    pub log: PathBuf,
    /// The owner of the marker, if the log is not in our private directory; `None` for our logs.
    pub owner: Option<u32>,
    /// The directories that led to this transaction.
    pub(super) directories: Vec<Arc<Directory>>,
}

/// The IDs of the logs in `home`.
pub(super) fn logs_in(home: &LogDirectory) -> Result<Vec<String>, Errno> {
    let mut ids = Vec::new();
    for name in home.names()? {
        for state in LogState::ALL {
            ids.extend(name.strip_suffix(state.suffix()).map(str::to_owned));
        }
    }
    ids.sort_unstable();
    ids.dedup();
    Ok(ids)
}

/// The state and the bytes of the log `id`; `None` if the log no longer exists.
pub(super) fn read(home: &LogDirectory, id: &str) -> Result<Option<(LogState, Vec<u8>)>, Errno> {
    for state in LogState::ALL {
        if let Some(bytes) = home.read(&state.file_name(id))? {
            return Ok(Some((state, bytes)));
        }
    }
    Ok(None)
}

/// The transactions that involve `directories`, including those of live processes.
pub(in crate::disk) fn find<'a>(
    places: &LogPlaces,
    directories: impl Iterator<Item = &'a Arc<Directory>> + Clone,
) -> Result<Vec<Pending>, Errno> {
    let home = places.private();
    let mut found: Vec<Pending> = Vec::new();
    for directory in directories.clone() {
        match Marker::read(directory) {
            Ok(None) => {}
            Ok(Some(marker)) => add(
                &mut found,
                pending_of_marker(marker, home.as_ref(), directory),
            ),
            // Without permission to look for a marker, the commit cannot change the directory either, and fails
            // there.
            Err(Errno::ACCESS) => {}
            Err(error) => return Err(error),
        }
    }
    let Some(home) = home else { return Ok(found) };
    for id in logs_in(&home)? {
        let Some((_, bytes)) = read(&home, &id)? else {
            continue;
        };
        // A damaged log names no directories, but there are markers in them.
        let Ok(log) = record::decode(&bytes) else {
            continue;
        };
        for directory in directories.clone() {
            let identity = directory.identity();
            let is_named = log.directories.iter().any(|note| {
                note.inode == identity.inode
                    && Directory::open(&note.path).is_ok_and(|now| now.identity() == identity)
            });
            if is_named {
                add(&mut found, pending_of_log(&home, &id, directory));
            } else if let Some(above) = creating_directory(&log, directory) {
                // A live owner holds the lock of the directory above, in which this one was created.
                add(&mut found, pending_of_log(&home, &id, directory));
                add(&mut found, pending_of_log(&home, &id, &Arc::new(above)));
            }
        }
    }
    Ok(found)
}

/// The directory of `log` below which the transaction creates `directory`, if any. Created directories have no
/// markers.
fn creating_directory(log: &TransactionLog, directory: &Directory) -> Option<Directory> {
    for target in log.operations.iter().flat_map(LoggedStep::targets) {
        let Some(note) = log.directories.get(target.directory) else {
            continue;
        };
        for created in target.parents().ancestors() {
            if created.as_os_str().is_empty() {
                continue;
            }
            let now = Directory::open(&note.path.join(created));
            if now.is_ok_and(|now| now.identity() == directory.identity()) {
                return Directory::open(&note.path).ok();
            }
        }
    }
    None
}

/// Adds `pending`, or adds its directories to the entry of the same transaction.
fn add(found: &mut Vec<Pending>, pending: Pending) {
    match found.iter_mut().find(|other| other.id == pending.id) {
        Some(other) => other.directories.extend(pending.directories),
        None => found.push(pending),
    }
}

fn pending_of_marker(
    marker: Marker,
    home: Option<&LogDirectory>,
    directory: &Arc<Directory>,
) -> Pending {
    match home.filter(|home| marker.is_of(home)) {
        Some(home) => pending_of_log(home, &marker.id, directory),
        None => Pending {
            log: marker.home.join(LogState::Forward.file_name(&marker.id)),
            id: marker.id,
            owner: Some(marker.owner),
            directories: vec![Arc::clone(directory)],
        },
    }
}

fn pending_of_log(home: &LogDirectory, id: &str, directory: &Arc<Directory>) -> Pending {
    Pending {
        id: id.to_owned(),
        log: home.path.join(LogState::Forward.file_name(id)),
        owner: None,
        directories: vec![Arc::clone(directory)],
    }
}

impl Pending {
    /// Refuses a transaction that only another process, user or container can recover.
    ///
    /// # Errors
    /// [`crate::error::Fault::RecoveryPending`].
    pub fn refuse_foreign(&self) -> Result<(), Error> {
        match self.owner {
            None => Ok(()),
            Some(_) => Err(refusal(&self.log, self.owner, None)),
        }
    }

    /// True if the transaction changes one of `targets`, or if its log cannot be read.
    pub(in crate::disk) fn is_about(&self, places: &LogPlaces, targets: &[RootedPath]) -> bool {
        let Some(log) = self.read_log(places) else {
            return true;
        };
        for changed in log.operations.iter().flat_map(LoggedStep::targets) {
            let directory = log.directories.get(changed.directory);
            let inode = directory.map(|note| note.inode);
            for place in targets {
                if inode == Some(place.directory().inode)
                    && place.name() == changed.name.as_os_str()
                    && place.missing_parents().iter().collect::<PathBuf>() == changed.parents()
                {
                    return true;
                }
            }
        }
        false
    }

    /// The log. `None` if it is not in our private directory, or cannot be read.
    fn read_log(&self, places: &LogPlaces) -> Option<TransactionLog> {
        if self.owner.is_some() {
            return None;
        }
        let (_, bytes) = read(&places.private()?, &self.id).ok()??;
        record::decode(&bytes).ok()
    }

    /// True if no process holds the locks of the directories, so the owner is dead.
    pub(in crate::disk) fn is_abandoned(&self) -> bool {
        let mut directories = self.directories.iter();
        directories.all(|directory| lock::is_free(directory))
    }
}
