//! The documents that a command line names besides its targets. Opening them never blocks, and reading them is
//! limited: a pipe without a writer, a device or a huge file would never end.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use rustix::fs::{FileType, Mode, OFlags, fstat, open};
use rustix::io::Errno;

use crate::memory;
use crate::refusal::{Fault, NotAFile, Reason};

/// Directories of file descriptors that the caller has opened, as a shell does for `<(command)`.
const DESCRIPTORS: &[&str] = &["/dev/fd", "/dev/stdin", "/proc/self/fd"];

/// A device that reads as an empty text.
const EMPTY: &str = "/dev/null";

/// Opens the document at `path`: a regular file of at most `limit` bytes, a descriptor of the caller or `/dev/null`.
/// Never blocks on a pipe or a device.
///
/// # Errors
/// `not_a_file`, `too_large`, `missing`, `permission`, `io`.
pub(super) fn open_document(path: &Path, limit: u64) -> Result<File, Reason> {
    let is_descriptor = DESCRIPTORS.iter().any(|name| path.starts_with(name));
    let mut flags = OFlags::RDONLY | OFlags::NOCTTY | OFlags::CLOEXEC;
    if !is_descriptor {
        flags |= OFlags::NONBLOCK;
    }
    let file = match open(path, flags, Mode::empty()) {
        Ok(file) => File::from(file),
        // The error for opening a socket.
        Err(Errno::NXIO) => {
            return Err(Fault::NotAFile(NotAFile::Socket).into());
        }
        Err(error) => return Err(read_failure(&error.into())),
    };
    let stat = fstat(&file).map_err(|error| read_failure(&error.into()))?;
    let len = u64::try_from(stat.st_size).unwrap_or_default();
    let kind = match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile if len > limit => {
            return Err(Fault::TooLarge { len, limit }.into());
        }
        FileType::RegularFile => return Ok(file),
        FileType::Directory => NotAFile::Directory,
        _ if is_descriptor || path == Path::new(EMPTY) => return Ok(file),
        FileType::Fifo => NotAFile::Fifo,
        FileType::Socket => NotAFile::Socket,
        _ => NotAFile::Device,
    };
    Err(Fault::NotAFile(kind).into())
}

/// Reads all of `reader`, at most `limit` bytes.
///
/// # Errors
/// `too_large` if there are more bytes; `io` if reading fails or memory is insufficient.
pub(super) fn read_all(reader: &mut dyn Read, limit: u64) -> Result<Vec<u8>, Reason> {
    let mut bytes = Vec::new();
    append_all(reader, limit, &mut bytes)?;
    Ok(bytes)
}

/// Appends all of `reader`, at most `limit` bytes, to `bytes`.
///
/// # Errors
/// See [`read_all`].
pub(super) fn append_all(reader: impl Read, limit: u64, bytes: &mut Vec<u8>) -> Result<(), Reason> {
    let mut bounded = reader.take(limit.saturating_add(1));
    let len =
        memory::fallible(|| bounded.read_to_end(bytes)).map_err(|error| read_failure(&error))?;
    if len as u64 > limit {
        return Err(Reason::InputTooLarge { limit });
    }
    Ok(())
}

/// The refusal of an input that cannot be read.
pub(super) fn read_failure(error: &io::Error) -> Reason {
    const DURING: &str = "read";
    match error.kind() {
        io::ErrorKind::NotFound => Fault::Missing.into(),
        io::ErrorKind::PermissionDenied => Reason::Store(Fault::Permission(DURING)),
        io::ErrorKind::IsADirectory => Fault::NotAFile(NotAFile::Directory).into(),
        io::ErrorKind::OutOfMemory => Reason::Store(Fault::io(DURING, memory::SHORT)),
        _ => Reason::Store(Fault::io(DURING, error)),
    }
}
