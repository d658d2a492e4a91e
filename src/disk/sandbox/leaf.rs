//! The file or link at a name: opened for reading without following, waiting or side effects, and its facts.

use std::ffi::OsStr;
use std::fs::File;

use rustix::fs::{FileType, Mode, OFlags, fstat, openat};
use rustix::io::Errno;

use crate::disk::sandbox::facts::facts;
use crate::disk::sandbox::facts::facts_now;
use crate::refusal::{NotAFile, Reason};
use crate::snapshot::FileFacts;

use crate::disk::fault::{fault, not_a_file};
use crate::disk::sandbox::directory::Directory;
use crate::disk::sandbox::link;

const READ: OFlags = OFlags::RDONLY
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

/// Opens the regular file `name`; `None` when there is nothing.
pub(in crate::disk) fn open(
    directory: &Directory,
    name: &OsStr,
) -> Result<Option<(File, FileFacts)>, Reason> {
    let file = open_unseen(directory, name)?;
    file.map(|file| regular(&file).map(|facts| (file, facts)))
        .transpose()
}

/// As [`open`], where somebody may have put something else meanwhile: `None` for that too, since a look under
/// the lock will tell what it is.
pub(in crate::disk) fn open_if_file(
    directory: &Directory,
    name: &OsStr,
) -> Result<Option<(File, FileFacts)>, Reason> {
    match open(directory, name) {
        Err(Reason::NotAFile { .. }) => Ok(None),
        found => found,
    }
}

/// Opens the regular file or symbolic link `name`; `None` when there is nothing. The handle of a link is good
/// for asking about it only.
pub(in crate::disk) fn open_entry(
    directory: &Directory,
    name: &OsStr,
) -> Result<Option<(File, FileFacts)>, Reason> {
    let file = open_unseen(directory, name)?;
    file.map(|file| file_or_link(&file).map(|facts| (file, facts)))
        .transpose()
}

/// Opens `name`, whatever it is, without looking at it; `None` when there is nothing.
pub(in crate::disk) fn open_unseen(
    directory: &Directory,
    name: &OsStr,
) -> Result<Option<File>, Reason> {
    match openat(directory, name, READ, Mode::empty()) {
        Ok(fd) => Ok(Some(File::from(fd))),
        Err(Errno::NOENT) => Ok(None),
        Err(Errno::LOOP) => match link::open(directory, name) {
            Ok(file) => Ok(Some(file)),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(fault("open", error)),
        },
        // What opening a socket says.
        Err(Errno::NXIO) => Err(Reason::NotAFile {
            kind: NotAFile::Socket,
        }),
        Err(error) => Err(fault("open", error)),
    }
}

/// Facts of an open file, which must be a regular one.
pub(in crate::disk) fn regular(file: &File) -> Result<FileFacts, Reason> {
    let stat = fstat(file).map_err(|error| fault("look at", error))?;
    match not_a_file(FileType::from_raw_mode(stat.st_mode)) {
        Some(kind) => Err(Reason::NotAFile { kind }),
        None => Ok(facts(&stat)),
    }
}

/// Facts of an open file, which must be a regular one or a symbolic link.
pub(in crate::disk) fn file_or_link(file: &File) -> Result<FileFacts, Reason> {
    let facts = facts_now(file).map_err(|error| fault("look at", error))?;
    if facts.is_link() {
        Ok(facts)
    } else {
        regular(file)
    }
}
