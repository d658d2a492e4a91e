//! The file or link at a name: opens it for reading, without following links, blocking or side effects, and returns
//! its facts. A link counts as an entry: it is opened, read and created, never followed.

use std::ffi::OsStr;
use std::fs::File;
#[cfg(target_os = "linux")]
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;

use bytes::Bytes;
#[cfg(target_os = "linux")]
use rustix::fs::{AtFlags, CWD, linkat};
use rustix::fs::{FileType, Mode, OFlags, Stat, fstat, openat, readlinkat, symlinkat};
use rustix::io::Errno;

use super::attributes;
use super::directory::Directory;
use super::facts;
use crate::disk::fault::{fault, not_a_file};
use crate::error::{Fault, NotAFile};
use crate::snapshot::{FileFacts, Snapshot};

/// Flags to open a file for reading without following a link, blocking or side effects.
pub(in crate::disk) const READ: OFlags = OFlags::RDONLY
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

/// Opens the regular file `name`; `None` if there is no entry.
pub(in crate::disk) fn open(
    directory: &Directory,
    name: &OsStr,
) -> Result<Option<(File, FileFacts)>, Fault> {
    let Some(file) = open_unseen(directory, name)? else {
        return Ok(None);
    };
    let facts = regular(&file)?;
    Ok(Some((file, facts)))
}

/// Like [`open`], but returns `None` also for an entry that is not a regular file. Another process may have created
/// that entry, and the check under the lock reports the change.
pub(in crate::disk) fn open_if_file(
    directory: &Directory,
    name: &OsStr,
) -> Result<Option<(File, FileFacts)>, Fault> {
    match open(directory, name) {
        Err(Fault::NotAFile(_)) => Ok(None),
        found => found,
    }
}

/// Opens the regular file or symbolic link `name`; `None` if there is no entry. The handle of a link is only good for
/// reading its status.
pub(in crate::disk) fn open_entry(
    directory: &Directory,
    name: &OsStr,
) -> Result<Option<(File, FileFacts)>, Fault> {
    let Some(file) = open_unseen(directory, name)? else {
        return Ok(None);
    };
    let facts = file_or_link(&file)?;
    Ok(Some((file, facts)))
}

/// Opens `name`, whatever its type; `None` if there is no entry.
pub(in crate::disk) fn open_unseen(
    directory: &Directory,
    name: &OsStr,
) -> Result<Option<File>, Fault> {
    match openat(directory, name, READ, Mode::empty()) {
        Ok(fd) => Ok(Some(File::from(fd))),
        Err(Errno::NOENT) => Ok(None),
        Err(Errno::LOOP) => match open_link(directory, name) {
            Ok(file) => Ok(Some(file)),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(fault("open", error)),
        },
        // The error for a socket.
        Err(Errno::NXIO) => Err(Fault::NotAFile(NotAFile::Socket)),
        Err(error) => Err(fault("open", error)),
    }
}

/// The facts of an open file, which must be a regular file.
pub(in crate::disk) fn regular(file: &File) -> Result<FileFacts, Fault> {
    facts_of_regular(&status(file)?)
}

fn status(file: &File) -> Result<Stat, Fault> {
    fstat(file).map_err(|error| fault("look at", error))
}

fn facts_of_regular(stat: &Stat) -> Result<FileFacts, Fault> {
    match not_a_file(FileType::from_raw_mode(stat.st_mode)) {
        Some(kind) => Err(Fault::NotAFile(kind)),
        None => Ok(facts::facts(stat)),
    }
}

/// The facts of an open file, which must be a regular file or a symbolic link.
pub(in crate::disk) fn file_or_link(file: &File) -> Result<FileFacts, Fault> {
    let stat = status(file)?;
    let facts = facts::facts(&stat);
    if facts.is_link() {
        Ok(facts)
    } else {
        facts_of_regular(&stat)
    }
}

/// Flags to open the link itself, to read its status.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
const ITSELF: OFlags = OFlags::PATH.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
#[cfg(target_vendor = "apple")]
const ITSELF: OFlags = OFlags::SYMLINK.union(OFlags::CLOEXEC);

/// The number of times to read a link that another process keeps replacing.
const ATTEMPTS: usize = 8;

/// Opens the link `name`, or an entry of another type that has replaced it.
pub(in crate::disk) fn open_link(directory: &Directory, name: &OsStr) -> Result<File, Errno> {
    openat(directory, name, ITSELF, Mode::empty()).map(File::from)
}

/// The link `name`, with its target as the text. `None` if there is no link.
pub(in crate::disk) fn read_link(
    directory: &Directory,
    name: &OsStr,
) -> Result<Option<Snapshot>, Fault> {
    for _ in 0..ATTEMPTS {
        let Some(before) = link_at(directory, name)? else {
            return Ok(None);
        };
        let target = match readlinkat(directory, name, Vec::new()) {
            Ok(target) => Bytes::from(target.into_bytes()),
            // The link was replaced: try again.
            Err(Errno::INVAL | Errno::NOENT) => continue,
            Err(error) => return Err(fault("read", error)),
        };
        if link_at(directory, name)?.is_some_and(|now| now.is_same_text(&before)) {
            let attributes = attributes::read_of_link(&directory.entry_path(name)).ok();
            return Ok(Some(Snapshot::new(target, before, attributes)));
        }
    }
    Err(Fault::KeepsChanging)
}

fn link_at(directory: &Directory, name: &OsStr) -> Result<Option<FileFacts>, Fault> {
    match directory.stat(name) {
        Ok(stat) => Ok(Some(facts::facts(&stat)).filter(FileFacts::is_link)),
        Err(Errno::NOENT) => Ok(None),
        Err(error) => Err(fault("look at", error)),
    }
}

/// Creates the link `name` to `target`. The name must be free.
pub(in crate::disk) fn make_link(
    target: &[u8],
    directory: &Directory,
    name: &OsStr,
) -> Result<(), Errno> {
    symlinkat(OsStr::from_bytes(target), directory, name)
}

/// Gives the unnamed open `file` its first name: through the handle if the system permits, or else through the path
/// of the handle.
#[cfg(target_os = "linux")]
pub(in crate::disk) fn give_name(
    file: &File,
    directory: &Directory,
    name: &OsStr,
) -> Result<(), Errno> {
    match linkat(file, "", directory, name, AtFlags::EMPTY_PATH) {
        Err(Errno::NOENT) => {}
        outcome => return outcome,
    }
    let path = format!("/proc/self/fd/{}", file.as_raw_fd());
    linkat(CWD, path, directory, name, AtFlags::SYMLINK_FOLLOW)
}
