//! The marker in a directory that a transaction is about to change: everybody who locks it can see that,
//! and where the log is, even those who may not read the log.
//!
//! It is a symbolic link that leads nowhere: made in one step with all it says, and on the disk no later
//! than the renames that follow it.

use std::ffi::OsStr;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

use rustix::fs::{AtFlags, readlinkat, symlinkat, unlinkat};
use rustix::io::Errno;

use super::home::Home;
use crate::disk::directory::Directory;
use crate::disk::fault::is_unsupported;

/// The name of every marker.
pub(super) const NAME: &str = ".incise-pending";

/// What a marker says. Whoever can write the directory can have made it: it is never acted on, only
/// compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Marker {
    /// The directory of the log.
    pub(super) home: PathBuf,
    /// Its inode: the same path may lead elsewhere in another container.
    pub(super) inode: u64,
    /// The transaction.
    pub(super) id: String,
    /// Who made the marker.
    pub(super) owner: u32,
}

impl Marker {
    /// Marks `directory` for the transaction `id`. A file system that has no links goes without.
    pub(super) fn make(directory: &Directory, home: &Home, id: &str) -> Result<(), Errno> {
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

    /// Whether the log it speaks of would be in `home`.
    pub(super) fn is_of(&self, home: &Home) -> bool {
        self.inode == home.identity.inode && self.home == home.path
    }
}
