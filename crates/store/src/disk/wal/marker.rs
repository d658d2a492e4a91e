//! The marker in a directory that a transaction is about to change. A process that locks the directory sees the
//! marker, and the path of the log, even if it may not read the log.
//!
//! The marker is a dangling symbolic link. So it is created atomically with its content, and reaches the disk no
//! later than the renames that follow.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::Arc;

use rustix::fs::{AtFlags, CWD, FileType, Mode, openat, readlinkat, statat, symlinkat, unlinkat};
use rustix::io::Errno;

use super::log_directory::{LogDirectory, LogState};
use crate::disk::commit::rename::rename_numbered;
use crate::disk::fault::is_unsupported;
use crate::disk::sandbox::directory::{Directory, TRAVERSE, discard};
use crate::disk::sandbox::facts::identity_of;

pub(super) const NAME: &str = ".incise-pending";

/// The new name for a foreign file with the name of a marker.
const FOUND: &str = "incise-pending.found";

/// The content of a marker. Anybody with write access to the directory can create one, so it is only compared with a
/// log, never acted on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Marker {
    /// The directory of the log.
    pub(super) home: PathBuf,
    /// The inode of `home`: the same path may lead elsewhere in another container.
    pub(super) inode: u64,
    pub(super) id: String,
    /// The user who created the marker.
    pub(super) owner: u32,
}

impl Marker {
    /// Marks `directory` for the transaction `id`. A file system without links has no markers.
    pub(super) fn make(directory: &Directory, home: &LogDirectory, id: &str) -> Result<(), Errno> {
        let mut text = format!("{id}:{}:", home.identity.inode).into_bytes();
        text.extend_from_slice(home.path.as_os_str().as_bytes());
        match symlinkat(OsStr::from_bytes(&text), directory, NAME) {
            Err(error) if is_unsupported(error) || error == Errno::PERM => Ok(()),
            outcome => outcome,
        }
    }

    /// The marker in `directory`. The fields of a foreign file with its name are empty.
    pub(super) fn read(directory: &Directory) -> Result<Option<Self>, Errno> {
        let stat = match directory.stat(OsStr::new(NAME)) {
            Ok(stat) => stat,
            Err(Errno::NOENT) => return Ok(None),
            Err(error) => return Err(error),
        };
        let text = match readlinkat(directory, NAME, Vec::new()) {
            Ok(text) => text.into_bytes(),
            // A file or directory has the name of a marker.
            Err(Errno::INVAL) => Vec::new(),
            Err(Errno::NOENT) => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut parts = text.splitn(3, |&byte| byte == b':');
        let id = parts.next().unwrap_or_default();
        let inode = parts.next().unwrap_or_default();
        let home = parts.next().unwrap_or_default();
        Ok(Some(Self {
            id: String::from_utf8_lossy(id).into_owned(),
            inode: String::from_utf8_lossy(inode).parse().unwrap_or_default(),
            home: PathBuf::from(OsStr::from_bytes(home)),
            owner: stat.st_uid,
        }))
    }

    /// Removes the marker if it belongs to the transaction `id`.
    pub(super) fn remove(directory: &Directory, id: &str) -> Result<(), Errno> {
        match Self::read(directory)? {
            Some(marker) if marker.id == id => discard(directory, NAME),
            _ => Ok(()),
        }
    }

    /// False if `home` can be read and has no log of the transaction.
    pub(super) fn may_have_log(&self) -> bool {
        if !self.home.is_absolute() || self.id.is_empty() || self.id.contains('/') {
            return false;
        }
        let home = match openat(CWD, &self.home, TRAVERSE, Mode::empty()) {
            Ok(home) => home,
            Err(error) => return !matches!(error, Errno::NOENT | Errno::NOTDIR),
        };
        if identity_of(&home).is_ok_and(|found| found.inode != self.inode) {
            return false;
        }
        for state in LogState::ALL {
            let found = statat(&home, state.file_name(&self.id), AtFlags::SYMLINK_NOFOLLOW);
            if !matches!(found, Err(Errno::NOENT)) {
                return true;
            }
        }
        false
    }

    /// Removes the marker of `directory`, whatever its content. A file that is not a link belongs to another program, and
    /// is renamed.
    pub(super) fn remove_any(directory: &Arc<Directory>) -> Result<(), Errno> {
        let stat = directory.stat(OsStr::new(NAME))?;
        if FileType::from_raw_mode(stat.st_mode) == FileType::Symlink {
            return unlinkat(directory, NAME, AtFlags::empty());
        }
        rename_numbered(directory.at(NAME), FOUND).map(|_| ())
    }

    /// True if the marker refers to a log in `home`.
    pub(super) fn is_of(&self, home: &LogDirectory) -> bool {
        self.inode == home.identity.inode && self.home == home.path
    }
}
