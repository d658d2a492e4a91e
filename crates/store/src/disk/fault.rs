//! Converts system errors to faults.

use std::io;

use rustix::io::Errno;

use crate::error::{Fault, NotAFile};

/// The fault for `error`. `during` is the operation, a phrase that a path can follow.
pub(super) fn fault(during: &'static str, error: impl Into<io::Error>) -> Fault {
    let error = error.into();
    match Errno::from_io_error(&error) {
        Some(Errno::NOSPC | Errno::DQUOT | Errno::FBIG) => Fault::NoSpace {
            during,
            error: error.to_string(),
        },
        Some(Errno::ACCESS | Errno::PERM) => Fault::Permission(during),
        Some(Errno::MFILE | Errno::NFILE) => Fault::OpenFiles {
            during,
            error: error.to_string(),
        },
        Some(Errno::BUSY) => Fault::MountPoint(during),
        Some(Errno::NOENT) => Fault::Missing,
        Some(Errno::LOOP) => Fault::NotAFile(NotAFile::DanglingLink),
        Some(Errno::ISDIR) => Fault::NotAFile(NotAFile::Directory),
        _ => Fault::io(during, error),
    }
}

/// True if the file system or the kernel does not support the operation.
pub(super) fn is_unsupported(error: Errno) -> bool {
    // `OPNOTSUPP` and `NOTSUP` are one number on some systems and two on others.
    matches!(error, Errno::INVAL | Errno::NOSYS)
        || error == Errno::NOTSUP
        || error == Errno::OPNOTSUPP
}

/// The kind of a directory entry with type `kind`; `None` for a regular file.
pub(super) fn not_a_file(kind: rustix::fs::FileType) -> Option<NotAFile> {
    use rustix::fs::FileType;
    match kind {
        FileType::RegularFile => None,
        FileType::Directory => Some(NotAFile::Directory),
        FileType::Symlink => Some(NotAFile::DanglingLink),
        FileType::Fifo => Some(NotAFile::Fifo),
        FileType::Socket => Some(NotAFile::Socket),
        _ => Some(NotAFile::Device),
    }
}
