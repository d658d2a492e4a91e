//! The marker in a directory that a transaction is about to change: everybody who locks it can see that,
//! and where the log is, even those who may not read the log.
//!
//! It is a symbolic link that leads nowhere: made in one step with all it says, and on the disk no later
//! than the renames that follow it.

use std::ffi::OsStr;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

use rustix::fs::{AtFlags, CWD, FileType, Mode, openat, readlinkat, statat, symlinkat, unlinkat};
use rustix::io::Errno;

use super::log_directory::{BACKWARD, FORWARD, LogDirectory, TIDY};
use crate::disk::commit::rename::rename_numbered;
use crate::disk::fault::is_unsupported;
use crate::disk::sandbox::directory::{Directory, TRAVERSE};
use crate::disk::sandbox::facts::identity_of;

/// The name of every marker.
pub(super) const NAME: &str = ".incise-pending";

/// The name that something else gets which was called like a marker.
const FOUND: &str = "incise-pending.found";

/// The content of a marker. Whoever can write the directory can have made it: it is never acted on, only
/// compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Marker {
    /// The directory of the log.
    pub(super) home: PathBuf,
    /// Its inode: the same path may lead elsewhere in another container.
    pub(super) inode: u64,
    /// The transaction.
    pub(super) id: String,
    /// The maker of the marker.
    pub(super) owner: u32,
}

impl Marker {
    /// Marks `directory` for the transaction `id`. A file system that has no links goes without.
    pub(super) fn make(directory: &Directory, home: &LogDirectory, id: &str) -> Result<(), Errno> {
        let mut text = format!("{id}:{}:", home.identity.inode).into_bytes();
        text.extend_from_slice(home.path.as_os_str().as_bytes());
        match symlinkat(OsStr::from_bytes(&text), directory, NAME) {
            Err(error) if is_unsupported(error) || error == Errno::PERM => Ok(()),
            outcome => outcome,
        }
    }

    /// The marker in `directory`, if there is one; one that is not of our making says nothing but that.
    pub(super) fn read(directory: &Directory) -> Result<Option<Self>, Errno> {
        let stat = match directory.stat(OsStr::new(NAME)) {
            Ok(stat) => stat,
            Err(Errno::NOENT) => return Ok(None),
            Err(error) => return Err(error),
        };
        let text = match readlinkat(directory, NAME, Vec::new()) {
            Ok(text) => text.into_bytes(),
            // Something else than a link.
            Err(Errno::INVAL) => Vec::new(),
            Err(Errno::NOENT) => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut parts = text.splitn(3, |&byte| byte == b':');
        let mut part = || parts.next().unwrap_or_default().to_vec();
        let (id, inode, home) = (part(), part(), part());
        let number = |bytes: &[u8]| std::str::from_utf8(bytes).ok()?.parse().ok();
        Ok(Some(Self {
            id: String::from_utf8_lossy(&id).into_owned(),
            inode: number(&inode).unwrap_or_default(),
            home: PathBuf::from(std::ffi::OsString::from_vec(home)),
            owner: stat.st_uid,
        }))
    }

    /// Removes the marker of the transaction `id`, and no other.
    pub(super) fn remove(directory: &Directory, id: &str) -> Result<(), Errno> {
        match Self::read(directory)? {
            Some(marker) if marker.id == id => match unlinkat(directory, NAME, AtFlags::empty()) {
                Ok(()) | Err(Errno::NOENT) => Ok(()),
                Err(error) => Err(error),
            },
            _ => Ok(()),
        }
    }

    /// Whether there may be a log in the directory that it speaks of: where that can be looked into, it is not
    /// there.
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
        [FORWARD, BACKWARD, TIDY].iter().any(|suffix| {
            let name = format!("{}{suffix}", self.id);
            !matches!(
                statat(&home, name, AtFlags::SYMLINK_NOFOLLOW),
                Err(Errno::NOENT)
            )
        })
    }

    /// Takes the marker of `directory` away, whatever it says. What is no link was never ours: it gets another
    /// name.
    pub(super) fn lift(directory: &Directory) -> Result<(), Errno> {
        let stat = directory.stat(OsStr::new(NAME))?;
        if FileType::from_raw_mode(stat.st_mode) == FileType::Symlink {
            return unlinkat(directory, NAME, AtFlags::empty());
        }
        rename_numbered(directory, OsStr::new(NAME), FOUND).map(|_| ())
    }

    /// Whether the log it speaks of would be in `home`.
    pub(super) fn is_of(&self, home: &LogDirectory) -> bool {
        self.inode == home.identity.inode && self.home == home.path
    }
}
