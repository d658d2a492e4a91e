//! A symbolic link as an entry of its own: opened, read and made, never followed.
//!
//! A link cannot be written to: as long as the inode is the same, so is what it says.

use std::ffi::OsStr;
use std::fs::File;
use std::os::unix::ffi::OsStrExt;

use bytes::Bytes;
use rustix::fs::{Mode, OFlags, openat, readlinkat, symlinkat};
use rustix::io::Errno;

use crate::disk::sandbox::facts;
use crate::refusal::Reason;
use crate::snapshot::{FileFacts, Snapshot};

use crate::disk::fault::fault;
use crate::disk::sandbox::attributes;
use crate::disk::sandbox::directory::Directory;

/// Opens the link itself, to ask about it.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
const ITSELF: OFlags = OFlags::PATH.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
/// Opens the link itself, to ask about it.
#[cfg(target_vendor = "apple")]
const ITSELF: OFlags = OFlags::SYMLINK.union(OFlags::CLOEXEC);

/// How often a link that somebody replaces while it is read is read again.
const ATTEMPTS: usize = 8;

/// Opens the link `name`, or whatever has come there since it was seen to be one.
pub(in crate::disk) fn open(directory: &Directory, name: &OsStr) -> Result<File, Errno> {
    openat(directory, name, ITSELF, Mode::empty()).map(File::from)
}

/// The link `name` as a text: the path it leads to. `None` when there is no link.
pub(in crate::disk) fn read(
    directory: &Directory,
    name: &OsStr,
) -> Result<Option<Snapshot>, Reason> {
    for _ in 0..ATTEMPTS {
        let Some(before) = link_at(directory, name)? else {
            return Ok(None);
        };
        let target = match readlinkat(directory, name, Vec::new()) {
            Ok(target) => Bytes::from(target.into_bytes()),
            // Replaced since: the next look tells by what.
            Err(Errno::INVAL | Errno::NOENT) => continue,
            Err(error) => return Err(fault("read", error)),
        };
        if link_at(directory, name)?.is_some_and(|now| now.is_same_text(&before)) {
            let attributes = attributes::read_of_link(&directory.entry_path(name)).ok();
            return Ok(Some(Snapshot::new(target, before, attributes)));
        }
    }
    Err(Reason::Restless)
}

fn link_at(directory: &Directory, name: &OsStr) -> Result<Option<FileFacts>, Reason> {
    match directory.stat(name) {
        Ok(stat) => Ok(Some(facts::facts(&stat)).filter(FileFacts::is_link)),
        Err(Errno::NOENT) => Ok(None),
        Err(error) => Err(fault("look at", error)),
    }
}

/// Makes a link to `target` called `name`, where nothing is.
pub(in crate::disk) fn make(
    target: &[u8],
    directory: &Directory,
    name: &OsStr,
) -> Result<(), Errno> {
    symlinkat(OsStr::from_bytes(target), directory, name)
}
