//! Orphans: staged files of processes that died before there was a log. No process holds the locks of these files,
//! and their names prove that they are ours ([`name_marks`](crate::disk::stage::name_marks)). A file that only looks
//! like an orphan is kept.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{Dir, FileType, FlockOperation, flock};
use rustix::io::Errno;

use super::find;
use super::log_directory::LogDirectory;
use super::marker::{self, Marker};
use crate::disk::commit::writers;
use crate::disk::lock::{directory_locks as lock, file as lock_file};
use crate::disk::sandbox::directory::{Directory, discard};
use crate::disk::sandbox::inodes::Inodes;
use crate::disk::sandbox::leaf;
use crate::disk::stage::name_marks;
use crate::snapshot::FileFacts;

/// The maximum number of directory entries to inspect after a commit, which limits its cost.
const MAX_ENTRIES_IN_PASSING: usize = 1000;

/// The caller of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::disk) enum Sweep {
    /// A finished commit, which inspects only some entries.
    InPassing,
    /// The command `incise recover`, which inspects all entries. If files have no locks, the command also searches
    /// for the processes that have them open.
    Asked,
}

/// Abandoned files with our reserved names. The paths are as other programs see them.
#[derive(Debug, Default)]
pub(in crate::disk) struct Swept {
    /// Files that were removed.
    pub(in crate::disk) orphans: Vec<PathBuf>,
    /// Files that were kept, because they are not provably ours.
    pub(in crate::disk) foreign: Vec<PathBuf>,
    /// Markers that were removed, because their logs no longer exist.
    pub(in crate::disk) lifted: Vec<PathBuf>,
    /// Markers whose logs exist or cannot be read.
    pub(super) kept: Vec<Marker>,
}

/// Removes the orphans in `directory`, unless another process is working there.
pub(in crate::disk) fn sweep(directory: &Arc<Directory>, caller: Sweep) -> Result<Swept, Errno> {
    let bound = match caller {
        Sweep::InPassing => MAX_ENTRIES_IN_PASSING,
        Sweep::Asked => usize::MAX,
    };
    let mut found = Vec::new();
    for entry in Dir::new(directory.reopen()?)?.take(bound) {
        let entry = entry?;
        let name = OsStr::from_bytes(entry.file_name().to_bytes());
        if name_marks::has_reserved_format(name)
            && abandoned_file(directory, name, caller).is_some()
        {
            found.push(name.to_owned());
        }
    }
    let mut swept = Swept::default();
    if found.is_empty() {
        return Ok(swept);
    }
    // The holder of the lock may still need the files.
    let Some(_held) = lock::take_if_free(directory)? else {
        return Ok(swept);
    };
    if Marker::read(directory)?.is_some() {
        return Ok(swept);
    }
    for name in &found {
        match abandoned_file(directory, name, caller) {
            Some(AbandonedFile::Ours) => {
                discard(directory, name.as_os_str())?;
                swept.orphans.push(directory.outward(name));
            }
            Some(AbandonedFile::Foreign) => swept.foreign.push(directory.outward(name)),
            None => {}
        }
    }
    Ok(swept)
}

/// A link, or a file that no live process has locked.
enum AbandonedFile {
    /// Its name proves that it is ours.
    Ours,
    Foreign,
}

/// The file or link `name`, if it is abandoned. A staged link cannot be locked. If its process is alive, that process
/// notices, under the directory lock, that the link is missing, and creates it again.
fn abandoned_file(directory: &Directory, name: &OsStr, caller: Sweep) -> Option<AbandonedFile> {
    let (file, facts) = leaf::open_entry(directory, name).ok()??;
    let mut target = None;
    if facts.is_link() {
        target = leaf::read_link(directory, name).ok()?;
    } else if let Err(error) = flock(&file, FlockOperation::NonBlockingLockExclusive)
        && !(lock::has_no_locks(error) && is_left_over(name, &facts, caller))
    {
        return None;
    }
    let target = target.as_ref().map(|link| &link.bytes()[..]);
    let is_made_up = || directory.inodes() == Inodes::MadeUp;
    if name_marks::proves(name, &facts, target, is_made_up) {
        Some(AbandonedFile::Ours)
    } else {
        Some(AbandonedFile::Foreign)
    }
}

/// True if the file is abandoned, on a file system without locks. A kept file was renamed under the lock of the
/// directory, so it is left over. A staged file is left over if no visible process has it open. A process on another
/// machine that misses its staged file creates it again.
fn is_left_over(name: &OsStr, facts: &FileFacts, caller: Sweep) -> bool {
    let (first, _) = name_marks::split(name.as_bytes()).unwrap_or((name.as_bytes(), b""));
    first.ends_with(name_marks::KEPT_SUFFIX.as_bytes())
        || caller == Sweep::Asked && writers::find(facts.identity).is_empty()
}

/// Names of directories that are never searched: those of version control and of our state.
const SKIPPED: [&str; 6] = [".", "..", ".git", ".hg", ".jj", ".incise"];

/// Removes the orphans in `root` and below, without following links, and the markers whose logs no longer exist.
pub(super) fn sweep_tree(root: &Path, home: Option<&LogDirectory>) -> Swept {
    let mut swept = Swept::default();
    let mut queue = vec![root.to_owned()];
    while let Some(path) = queue.pop() {
        let Ok(directory) = Directory::open(&path) else {
            continue;
        };
        let directory = Arc::new(directory);
        // If this fails, another run finds the marker.
        if remove_stale_marker(&directory, home, &mut swept.kept) == Ok(true) {
            let marker = directory.outward(OsStr::new(marker::NAME));
            swept.lifted.push(marker);
        }
        if lock_file::is_stale(&directory) {
            // Acquiring a stale lock takes it over, and dropping it removes the file.
            let _ = lock::take_if_free(&directory);
        }
        let swept_directory = sweep(&directory, Sweep::Asked).unwrap_or_default();
        swept.orphans.extend(swept_directory.orphans);
        swept.foreign.extend(swept_directory.foreign);
        queue.extend(directories_in(&directory, &path));
    }
    swept.orphans.sort_unstable();
    swept.foreign.sort_unstable();
    swept.lifted.sort_unstable();
    swept
}

/// Removes the marker of `directory` if its log no longer exists, and returns true if it did. A marker for a log
/// outside `home` that may exist is added to `kept`.
fn remove_stale_marker(
    directory: &Arc<Directory>,
    home: Option<&LogDirectory>,
    kept: &mut Vec<Marker>,
) -> Result<bool, Errno> {
    let Some(marker) = Marker::read(directory)? else {
        return Ok(false);
    };
    // The holder of the lock may still need the marker.
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
        if SKIPPED.iter().any(|skipped| name == *skipped) {
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
