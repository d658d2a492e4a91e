//! Orphans: staged files whose makers died before there was a log. Nobody holds their locks.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{Dir, FileType, FlockOperation, flock};
use rustix::io::Errno;

use super::find;
use super::home::Home;
use super::marker::Marker;
use super::operation::discard;
use crate::disk::temp::{PREFIX, is_digit};
use crate::disk::{claim, directory::Directory, leaf};
use crate::snapshot::FileFacts;

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
    let is_ending = |rest: &[u8]| rest.is_empty() || rest[0] == b'.' || rest == b"~";
    digits.iter().all(is_digit) && claim::split(rest).is_some_and(|(rest, _)| is_ending(rest))
}

/// What was found under names of our own that nobody alive uses; paths that other programs can use.
#[derive(Debug, Default)]
pub(in crate::disk) struct Swept {
    /// Removed.
    pub(in crate::disk) orphans: Vec<PathBuf>,
    /// Left there: they are somebody else's (see [`claim`]).
    pub(in crate::disk) foreign: Vec<PathBuf>,
}

/// Removes the orphans among the first `bound` entries of `directory`, unless somebody is at work there.
pub(in crate::disk) fn sweep(directory: &Arc<Directory>, bound: usize) -> Result<Swept, Errno> {
    let handle = directory.reopen()?;
    let mut found = Vec::new();
    for entry in Dir::read_from(&handle)?.take(bound) {
        let entry = entry?;
        let name = OsString::from_vec(entry.file_name().to_bytes().to_vec());
        if is_own(&name) && abandoned(directory, &name).is_some() {
            found.push(name);
        }
    }
    let mut swept = Swept::default();
    if found.is_empty() {
        return Ok(swept);
    }
    match flock(&handle, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => {}
        Err(Errno::WOULDBLOCK) => return Ok(swept),
        Err(error) => return Err(error),
    }
    if Marker::read(directory)?.is_some() {
        return Ok(swept);
    }
    for name in &found {
        match abandoned(directory, name) {
            None => {}
            Some(facts) if claim::is_foreign(name, &facts) => {
                swept.foreign.push(directory.outward(name));
            }
            Some(_) => {
                discard(directory, Path::new(name))?;
                swept.orphans.push(directory.outward(name));
            }
        }
    }
    Ok(swept)
}

/// The facts of `name`, if it is a file that no living process has locked.
fn abandoned(directory: &Directory, name: &OsStr) -> Option<FileFacts> {
    let (file, facts) = leaf::open(directory, name).ok()??;
    let is_free = flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok();
    is_free.then_some(facts)
}

/// Directories that are never looked into.
const CLOSED: [&str; 4] = [".git", ".hg", ".jj", ".incise"];

/// Removes the orphans in `root` and everything below it, links not followed; and markers that speak of
/// logs in `home` which are gone.
pub(super) fn sweep_tree(root: &Path, home: Option<&Home>) -> Swept {
    let mut swept = Swept::default();
    let mut queue = vec![root.to_owned()];
    while let Some(path) = queue.pop() {
        let Ok(directory) = Directory::open(&path) else {
            continue;
        };
        let directory = Arc::new(directory);
        if let Some(home) = home {
            let _ = drop_stale_marker(&directory, home);
        }
        let here = sweep(&directory, usize::MAX).unwrap_or_default();
        swept.orphans.extend(here.orphans);
        swept.foreign.extend(here.foreign);
        queue.extend(directories_in(&directory, &path));
    }
    swept.orphans.sort();
    swept.foreign.sort();
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
