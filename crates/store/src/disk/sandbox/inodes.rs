//! Determines if two names lead to the same file: by inode number, if the file system keeps the number.
//!
//! Some file systems (mergerfs) derive inode numbers from names, so a renamed or linked file gets another number. A
//! directory is tested when a file has an unexpected number and all other facts match, which is rare on other file
//! systems. In such a directory, a file is recognized by type, length and modification time, and by its text if
//! known.

use std::ffi::OsStr;
use std::fs::File;

use rustix::fs::{AtFlags, Mode, OFlags, linkat, openat, renameat, unlinkat};
use rustix::io::Errno;

use crate::disk::sandbox::directory::Directory;
use crate::disk::stage::name_marks::{self, FirstHolder};
use crate::snapshot::{FileFacts, Identity};

/// The effect of a rename on the inode number of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::disk) enum Inodes {
    Kept,
    /// The number changes.
    MadeUp,
    /// The test failed: neither equal nor different numbers prove anything.
    Unknown,
}

impl Inodes {
    /// Compares the identities of one file under two names.
    pub(in crate::disk) fn compare(before: Identity, after: Identity) -> Self {
        if before == after {
            Self::Kept
        } else {
            Self::MadeUp
        }
    }
}

/// True if `found` in `directory` is the file `known`, possibly under another name.
pub(in crate::disk) fn is_file(
    directory: &Directory,
    found: &FileFacts,
    known: &FileFacts,
) -> bool {
    found.identity == known.identity || is_renumbered(directory, found, known)
}

/// True if `found` in `directory` is the file `known`, and no process wrote to it in between.
pub(in crate::disk) fn is_text(
    directory: &Directory,
    found: &FileFacts,
    known: &FileFacts,
) -> bool {
    found.is_same_text(known) || is_renumbered(directory, found, known)
}

/// True if only the inode numbers differ, and `directory` does not keep inode numbers.
pub(in crate::disk) fn is_renumbered(
    directory: &Directory,
    found: &FileFacts,
    known: &FileFacts,
) -> bool {
    found.is_like(known) && directory.inodes() != Inodes::Kept
}

/// Tests in `directory`, with a new file, whether a rename keeps the inode number.
pub(in crate::disk) fn try_out(directory: &Directory) -> Result<Inodes, Errno> {
    let names = [
        name_marks::new_sealed_name(FirstHolder::New),
        name_marks::new_sealed_name(FirstHolder::New),
    ];
    let [Ok(first), Ok(second)] = names else {
        return Err(Errno::IO);
    };
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let made = openat(directory, &first, flags, Mode::RUSR | Mode::WUSR);
    let _file = File::from(made?);
    let compared = compare(directory, &first, &second);
    for name in [first, second] {
        let _ = unlinkat(directory, &name, AtFlags::empty());
    }
    compared
}

fn compare(directory: &Directory, first: &OsStr, second: &OsStr) -> Result<Inodes, Errno> {
    let before = directory.entry(first)?.ok_or(Errno::NOENT)?;
    renameat(directory, first, directory, second)?;
    let after = directory.entry(second)?.ok_or(Errno::NOENT)?;
    // If the file system cannot rename without replacing, a commit links instead, and mergerfs numbers each link
    // anew.
    if before == after && linkat(directory, second, directory, first, AtFlags::empty()).is_ok() {
        let link = directory.entry(first)?.ok_or(Errno::NOENT)?;
        return Ok(Inodes::compare(before, link));
    }
    Ok(Inodes::compare(before, after))
}

/// Simulates such file systems for tests.
#[cfg(debug_assertions)]
pub(in crate::disk) mod simulation {
    use std::ffi::OsStr;
    use std::hash::{DefaultHasher, Hash, Hasher};
    use std::sync::OnceLock;

    use rustix::fs::Stat;

    #[cfg(test)]
    thread_local! {
        pub(in crate::disk) static IS_ENABLED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
    }

    /// Turns on the simulation when the program runs as a separate process.
    const VARIABLE: &str = "INCISE_TEST_INODES_BY_NAME";

    fn is_enabled() -> bool {
        static IS_REQUESTED: OnceLock<bool> = OnceLock::new();
        #[allow(clippy::disallowed_methods, reason = "only in debug builds, for tests")]
        let is_requested = IS_REQUESTED.get_or_init(|| std::env::var_os(VARIABLE).is_some());
        #[cfg(test)]
        if IS_ENABLED.get() {
            return true;
        }
        *is_requested
    }

    /// `stat`, as such a file system reports it for the file `name`.
    pub(in crate::disk) fn numbered(mut stat: Stat, name: &OsStr) -> Stat {
        if is_enabled() {
            let mut hasher = DefaultHasher::new();
            name.hash(&mut hasher);
            stat.st_ino ^= hasher.finish() | 1;
        }
        stat
    }
}
