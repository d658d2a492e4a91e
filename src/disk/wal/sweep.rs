//! Orphans: staged files whose makers died before there was a log. Nobody holds their locks.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{Dir, FileType, FlockOperation, Mode, OFlags, flock, fstat, openat};
use rustix::io::Errno;

use super::find;
use super::home::Home;
use super::marker::Marker;
use super::operation::discard;
use crate::disk::directory::Directory;
use crate::disk::temp::PREFIX;

/// Entries of a directory that are looked at after a commit, so that its cost has a bound. The explicit
/// command looks at all.
pub(in crate::disk) const GLANCE: usize = 1000;

/// Hexadecimal digits in the name of a staged file.
const DIGITS: usize = 32;

/// Whether `name` is one that only staged and kept files have.
pub(super) fn is_own(name: &OsStr) -> bool {
    let Some(rest) = name.as_bytes().strip_prefix(PREFIX.as_bytes()) else {
        return false;
    };
    let Some((digits, rest)) = rest.split_at_checked(DIGITS) else {
        return false;
    };
    let digit = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
    digits.iter().all(digit) && (rest.is_empty() || rest[0] == b'.' || rest == b"~")
}

/// Removes the orphans among the first `bound` entries of `directory`, unless somebody is at work there.
pub(in crate::disk) fn sweep(
    directory: &Arc<Directory>,
    bound: usize,
) -> Result<Vec<PathBuf>, Errno> {
    let handle = directory.reopen()?;
    let mut orphans = Vec::new();
    for entry in Dir::read_from(&handle)?.take(bound) {
        let entry = entry?;
        let name = OsString::from_vec(entry.file_name().to_bytes().to_vec());
        if is_own(&name) && is_abandoned(directory, &name) {
            orphans.push(PathBuf::from(name));
        }
    }
    if orphans.is_empty() {
        return Ok(Vec::new());
    }
    match flock(&handle, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => {}
        Err(Errno::WOULDBLOCK) => return Ok(Vec::new()),
        Err(error) => return Err(error),
    }
    if Marker::read(directory)?.is_some() {
        return Ok(Vec::new());
    }
    orphans.retain(|name| is_abandoned(directory, name.as_os_str()));
    for name in &orphans {
        discard(directory, name)?;
    }
    Ok(orphans
        .iter()
        .map(|name| directory.outward(name.as_os_str()))
        .collect())
}

/// Whether `name` is a file that no living process has locked.
fn is_abandoned(directory: &Directory, name: &OsStr) -> bool {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    openat(directory, name, flags, Mode::empty()).is_ok_and(|file| {
        let is_file = fstat(&file)
            .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile);
        is_file && flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok()
    })
}

/// Directories that are never looked into.
const CLOSED: [&str; 4] = [".git", ".hg", ".jj", ".incise"];

/// Removes the orphans in `root` and everything below it, links not followed; and markers that speak of
/// logs in `home` which are gone.
pub(super) fn sweep_tree(root: &Path, home: Option<&Home>) -> Vec<PathBuf> {
    let mut swept = Vec::new();
    let mut queue = vec![root.to_owned()];
    while let Some(path) = queue.pop() {
        let Ok(directory) = Directory::open(&path) else {
            continue;
        };
        let directory = Arc::new(directory);
        if let Some(home) = home {
            let _ = drop_stale_marker(&directory, home);
        }
        swept.extend(sweep(&directory, usize::MAX).unwrap_or_default());
        queue.extend(directories_in(&directory, &path));
    }
    swept.sort();
    swept
}

fn drop_stale_marker(directory: &Directory, home: &Home) -> Result<(), Errno> {
    let is_ours = |marker: &Marker| marker.is_of(home);
    let Some(marker) = Marker::read(directory)?.filter(is_ours) else {
        return Ok(());
    };
    let handle = directory.reopen()?;
    flock(&handle, FlockOperation::NonBlockingLockExclusive)?;
    match find::read(home, &marker.id)? {
        Some(_) => Ok(()),
        None => Marker::remove(directory, &marker.id),
    }
}

fn directories_in(directory: &Directory, path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = directory.reopen().and_then(Dir::read_from) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for entry in entries.flatten() {
        let name = OsStr::from_bytes(entry.file_name().to_bytes()).to_owned();
        let is_closed = CLOSED.iter().any(|closed| name == *closed);
        if is_closed || name == "." || name == ".." {
            continue;
        }
        let is_directory = match entry.file_type() {
            FileType::Unknown => directory
                .stat(&name)
                .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Directory),
            kind => kind == FileType::Directory,
        };
        if is_directory {
            found.push(path.join(name));
        }
    }
    found
}
