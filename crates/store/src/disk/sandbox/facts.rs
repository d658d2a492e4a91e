//! Converts file status from the system to our types.

use std::fs::File;
use std::os::fd::AsFd;
use std::path::Path;

use rustix::fs::{AtFlags, FileType, Stat, fstat, statat};
use rustix::io::Errno;

use crate::snapshot::{FileFacts, Identity, LINK};

/// The facts of an open file.
pub(in crate::disk) fn facts_now(file: &File) -> Result<FileFacts, Errno> {
    fstat(file).map(|stat| facts(&stat))
}

/// The facts in a status. The casts change nothing on Linux; other systems have other field widths.
#[allow(
    clippy::unnecessary_cast,
    clippy::cast_sign_loss,
    clippy::cast_possible_truncation,
    reason = "field types differ by system, and nanoseconds fit in 32 bits"
)]
pub(in crate::disk) fn facts(stat: &Stat) -> FileFacts {
    FileFacts {
        identity: identity(stat),
        mode: match FileType::from_raw_mode(stat.st_mode) {
            FileType::Symlink => LINK,
            _ => stat.st_mode as u32 & 0o7777,
        },
        uid: stat.st_uid as u32,
        gid: stat.st_gid as u32,
        links: stat.st_nlink as u64,
        len: stat.st_size as u64,
        modified: (stat.st_mtime as i64, stat.st_mtime_nsec as u32),
        changed: (stat.st_ctime as i64, stat.st_ctime_nsec as u32),
    }
}

/// The device and inode of an open file.
pub(in crate::disk) fn identity_of(fd: impl AsFd) -> Result<Identity, Errno> {
    fstat(fd).map(|stat| identity(&stat))
}

/// The device and inode of the file at `path`, relative to `at`. Links are followed.
pub(in crate::disk) fn identity_at(at: impl AsFd, path: &Path) -> Result<Identity, Errno> {
    statat(at, path, AtFlags::empty()).map(|stat| identity(&stat))
}

/// The device and inode in a status. The casts change nothing on Linux; other systems have other field widths.
#[allow(
    clippy::unnecessary_cast,
    clippy::cast_sign_loss,
    reason = "field types differ by system"
)]
pub(in crate::disk) fn identity(stat: &Stat) -> Identity {
    Identity {
        device: stat.st_dev as u64,
        inode: stat.st_ino as u64,
    }
}
