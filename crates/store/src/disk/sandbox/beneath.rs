//! Opens directories beneath a root. On Linux, `openat2` does this, and follows no link out of the root.
//!
//! Other systems, old kernels and sandboxes lack this call. There, each name of the path is opened in the directory
//! that was opened before it. The system never follows a link and never resolves `..`. We read the link and open its
//! names in the same way, and `..` returns to the previous descriptor. So a process that swaps names in the meantime
//! cannot lead us out.

use std::ffi::CString;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::fs::{Mode, OFlags, openat, readlinkat};
use rustix::io::Errno;

use super::directory::TRAVERSE;

/// The maximum number of links to follow, the same as in the kernel.
const MAX_LINKS: usize = 40;

/// The number of attempts to open a name as a directory or a link, if another process keeps swapping the two.
const MAX_ATTEMPTS: usize = 8;

/// The maximum number of `openat2` calls, because any rename on the system can interrupt a call.
#[cfg(linux_calls)]
const MAX_CALLS: usize = 128;

/// Opens the directory `path` beneath `root`.
///
/// # Errors
/// [`Errno::XDEV`] for a path or a link that leads out of the root, or that is absolute; [`Errno::LOOP`] for too many
/// links.
pub(in crate::disk) fn open_beneath(root: BorrowedFd<'_>, path: &Path) -> Result<OwnedFd, Errno> {
    #[cfg(linux_calls)]
    for _ in 0..MAX_CALLS {
        match open_in_one_call(root, path) {
            Err(Errno::AGAIN) => {}
            // The kernel lacks the call, or a sandbox forbids it.
            Err(Errno::NOSYS | Errno::PERM) => break,
            result => return result,
        }
    }
    open_name_by_name(root, path)
}

#[cfg(linux_calls)]
pub(in crate::disk) fn open_in_one_call(
    root: BorrowedFd<'_>,
    path: &Path,
) -> Result<OwnedFd, Errno> {
    use rustix::fs::{ResolveFlags, openat2};

    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
    openat2(root, path, TRAVERSE, Mode::empty(), resolve)
}

pub(in crate::disk) fn open_name_by_name(
    root: BorrowedFd<'_>,
    path: &Path,
) -> Result<OwnedFd, Errno> {
    // The directories from the root to the current one.
    let mut opened: Vec<OwnedFd> = Vec::new();
    let mut names = Vec::new();
    let mut links = 0;
    push_names(path.as_os_str().as_bytes(), &mut names)?;
    while let Some(name) = names.pop() {
        let directory = opened.last().map_or(root, AsFd::as_fd);
        if name == b"." || name == b".." {
            // A directory without search permission cannot resolve any name, not even `.`.
            open_itself(directory)?;
            if name == b".." && opened.pop().is_none() {
                return Err(Errno::XDEV);
            }
            continue;
        }
        match open_name(directory, &name)? {
            Entry::Directory(directory) => opened.push(directory),
            Entry::Link(_) if links == MAX_LINKS => return Err(Errno::LOOP),
            Entry::Link(target) => {
                links += 1;
                push_names(target.as_bytes(), &mut names)?;
            }
        }
    }
    match opened.pop() {
        Some(directory) => Ok(directory),
        None => open_itself(root),
    }
}

/// Pushes the names of `path` onto `names`, so that the first name is on top.
fn push_names(path: &[u8], names: &mut Vec<Vec<u8>>) -> Result<(), Errno> {
    if path.is_empty() {
        return Err(Errno::NOENT);
    }
    if path.starts_with(b"/") {
        return Err(Errno::XDEV);
    }
    for name in path.rsplit(|&byte| byte == b'/') {
        if !name.is_empty() {
            names.push(name.to_owned());
        }
    }
    Ok(())
}

enum Entry {
    Directory(OwnedFd),
    /// The path that the link leads to.
    Link(CString),
}

/// Opens the directory `name` in `directory`, or reads the link `name`.
fn open_name(directory: BorrowedFd<'_>, name: &[u8]) -> Result<Entry, Errno> {
    for _ in 0..MAX_ATTEMPTS {
        match openat(directory, name, TRAVERSE | OFlags::NOFOLLOW, Mode::empty()) {
            Ok(directory) => return Ok(Entry::Directory(directory)),
            // A link gives one of these errors, depending on the system.
            Err(Errno::NOTDIR | Errno::LOOP | Errno::MLINK) => {}
            Err(error) => return Err(error),
        }
        match readlinkat(directory, name, Vec::new()) {
            Ok(target) => return Ok(Entry::Link(target)),
            // The entry is a file, or a directory that has just replaced a link.
            Err(Errno::INVAL) => {}
            Err(error) => return Err(error),
        }
    }
    Err(Errno::NOTDIR)
}

fn open_itself(directory: BorrowedFd<'_>) -> Result<OwnedFd, Errno> {
    openat(directory, ".", TRAVERSE, Mode::empty())
}
