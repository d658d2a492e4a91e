//! Orphans: staged files whose makers died before there was a log. No process holds their locks, and their names prove
//! whose they are ([`name_marks`](crate::disk::stage::name_marks)); what only looks like one stays.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{Dir, FileType, FlockOperation, flock};
use rustix::io::Errno;

use super::find;
use super::log_directory::LogDirectory;
use super::marker::{self, Marker};
use super::operation::discard;
use crate::disk::commit::writers;
use crate::disk::lock::{directory_locks as lock, file as lock_file};
use crate::disk::sandbox::directory::Directory;
use crate::disk::sandbox::inodes::Inodes;
use crate::disk::sandbox::leaf;
use crate::disk::stage::name_marks;
use crate::snapshot::FileFacts;

/// Entries of a directory that are looked at after a commit, so that its cost has a bound.
const GLANCE: usize = 1000;

/// The caller of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::disk) enum Sweep {
    /// A commit that is done: it looks at some entries only.
    InPassing,
    /// The explicit command: it looks at all, and asks for the makers of files where there are no locks that tell
    /// of them.
    Asked,
}

/// Files found under names of our own that no live process uses; paths that other programs can use.
#[derive(Debug, Default)]
pub(in crate::disk) struct Swept {
    /// Removed.
    pub(in crate::disk) orphans: Vec<PathBuf>,
    /// Left there: nothing proves that they are ours.
    pub(in crate::disk) foreign: Vec<PathBuf>,
    /// Markers that spoke of no log any more, and are gone.
    pub(in crate::disk) lifted: Vec<PathBuf>,
    /// Markers of logs that are there, or cannot be looked at.
    pub(super) kept: Vec<Marker>,
}

/// Removes the orphans in `directory`, unless another process is at work there.
pub(in crate::disk) fn sweep(directory: &Arc<Directory>, how: Sweep) -> Result<Swept, Errno> {
    let bound = match how {
        Sweep::InPassing => GLANCE,
        Sweep::Asked => usize::MAX,
    };
    let mut found = Vec::new();
    for entry in Dir::new(directory.reopen()?)?.take(bound) {
        let entry = entry?;
        let name = OsString::from_vec(entry.file_name().to_bytes().to_vec());
        if name_marks::is_own(&name) && abandoned(directory, &name, how).is_some() {
            found.push(name);
        }
    }
    let mut swept = Swept::default();
    if found.is_empty() {
        return Ok(swept);
    }
    // The holder of the lock is at work.
    let Some(_held) = lock::take_if_free(directory)? else {
        return Ok(swept);
    };
    if Marker::read(directory)?.is_some() {
        return Ok(swept);
    }
    for name in &found {
        let Some(is_ours) = abandoned(directory, name, how) else {
            continue;
        };
        if is_ours {
            discard(directory, Path::new(name))?;
            swept.orphans.push(directory.outward(name));
        } else {
            swept.foreign.push(directory.outward(name));
        }
    }
    Ok(swept)
}

/// True if `name` proves to be ours, if it is a file that no living process has locked, or a link. A staged link has
/// no lock: who misses it under the lock of the directory makes it anew.
fn abandoned(directory: &Directory, name: &OsStr, how: Sweep) -> Option<bool> {
    let (file, facts) = leaf::open_entry(directory, name).ok()??;
    let link = if facts.is_link() {
        leaf::read_link(directory, name).ok()?
    } else {
        None
    };
    let is_free = match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        _ if facts.is_link() => true,
        Ok(()) => true,
        Err(error) if lock::has_no_locks(error) => is_left(name, &facts, how),
        Err(_) => false,
    };
    let target = link.as_ref().map(|link| &link.bytes()[..]);
    let is_made_up = || directory.inodes() == Inodes::MadeUp;
    is_free.then(|| name_marks::proves(name, &facts, target, is_made_up))
}

/// Like [`abandoned`], if files have no locks. What waits under a name was put there under the lock of the
/// directory. A staged file's maker has it open, if that is a process we may look at; one on another machine that
/// misses it makes it anew.
fn is_left(name: &OsStr, facts: &FileFacts, how: Sweep) -> bool {
    let (first, _) = name_marks::split(name.as_bytes()).unwrap_or((name.as_bytes(), b""));
    first.ends_with(name_marks::KEPT_SUFFIX.as_bytes())
        || how == Sweep::Asked && writers::find(facts.identity).is_empty()
}

/// Directories that are never looked into.
const CLOSED: [&str; 4] = [".git", ".hg", ".jj", ".incise"];

/// Removes the orphans in `root` and everything below it, links not followed; and markers that speak of
/// logs in `home` which are gone.
pub(super) fn sweep_tree(root: &Path, home: Option<&LogDirectory>) -> Swept {
    let mut swept = Swept::default();
    let mut queue = vec![root.to_owned()];
    while let Some(path) = queue.pop() {
        let Ok(directory) = Directory::open(&path) else {
            continue;
        };
        let directory = Arc::new(directory);
        // Another run will find those that cannot be looked at.
        if lift_marker(&directory, home, &mut swept.kept) == Ok(true) {
            let marker = directory.outward(OsStr::new(marker::NAME));
            swept.lifted.push(marker);
        }
        if lock_file::is_left(&directory) {
            // Taking it takes it over, and giving it back removes it.
            let _ = lock::take_if_free(&directory);
        }
        let here = sweep(&directory, Sweep::Asked).unwrap_or_default();
        swept.orphans.extend(here.orphans);
        swept.foreign.extend(here.foreign);
        queue.extend(directories_in(&directory, &path));
    }
    swept.orphans.sort_unstable();
    swept.foreign.sort_unstable();
    swept.lifted.sort_unstable();
    swept
}

/// Lifts the marker of `directory` if there is no log that it speaks of, and says whether it did; `kept` gets it if it
/// speaks of a log elsewhere. A link goes; what else has the name is
/// somebody's, and gets another one.
fn lift_marker(
    directory: &Arc<Directory>,
    home: Option<&LogDirectory>,
    kept: &mut Vec<Marker>,
) -> Result<bool, Errno> {
    let Some(marker) = Marker::read(directory)? else {
        return Ok(false);
    };
    // The holder of the lock is at work.
    let Some(_held) = lock::take_if_free(directory)? else {
        return Ok(false);
    };
    let is_ours = home.filter(|home| marker.is_of(home));
    let has_log = match is_ours {
        Some(home) => find::read(home, &marker.id)?.is_some(),
        None => marker.may_have_log(),
    };
    if !has_log {
        Marker::remove_any(directory)?;
    } else if is_ours.is_none() {
        kept.push(marker);
    }
    Ok(!has_log)
}

fn directories_in(directory: &Directory, path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = directory.reopen().and_then(Dir::new) else {
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
