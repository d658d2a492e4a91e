//! Reads a target: a small file into memory, a large file through a memory map. Only this module and
//! [`crate::disk::commit::lease`] contain `unsafe` code.

use std::fs::File;
use std::io;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use rustix::buffer::spare_capacity;
use rustix::io::{Errno, pread};

use super::disk::Disk;
use super::facts;
use super::{attributes, leaf};
use crate::disk::fault::fault;
use crate::error::{Error, Fault, NotAFile};
use crate::memory;
use crate::place::RootedPath;
use crate::snapshot::{FileFacts, Snapshot};

/// Files up to this size in bytes are read into memory. Their bytes are compared again before the rename.
pub(in crate::disk) const IN_MEMORY: u64 = 1 << 20;

/// The coarsest step of file timestamps (a tick at 100 Hz). Two writes within one step can have the same timestamp.
const TICK: Duration = Duration::from_millis(10);

/// The number of times to read a file that keeps changing.
const ATTEMPTS: usize = 8;

impl Disk {
    /// Reads the file at `place`; `None` if there is no file. Opens nothing for writing, and never blocks on a pipe
    /// or a device.
    ///
    /// # Errors
    /// If the file is not a regular file, too large, or cannot be read. [`Fault::KeepsChanging`] if it has become a
    /// link.
    pub fn read(&self, place: &RootedPath, max_size: u64) -> Result<Option<Snapshot>, Error> {
        let found = self.read_file(place, max_size);
        found.map_err(|reason| match reason {
            // `locate` has followed links, so this link is new.
            Fault::NotAFile(NotAFile::DanglingLink) => Fault::KeepsChanging.at(place.shown()),
            other => other.at(place.shown()),
        })
    }

    /// The facts of the file at `place`; `None` if there is no file.
    ///
    /// # Errors
    /// If the file is not a regular file, or cannot be opened for reading.
    pub fn file_facts(&self, place: &RootedPath) -> Result<Option<FileFacts>, Error> {
        let found = self.open_file(place);
        let found = found.map_err(|reason| reason.at(place.shown()))?;
        Ok(found.map(|(_, facts)| facts))
    }

    /// Reads the file at `place`, which [`Self::locate_name`] returned. The text of a symbolic link is its target.
    ///
    /// # Errors
    /// See [`Self::read`].
    pub fn read_name(&self, place: &RootedPath, max_size: u64) -> Result<Option<Snapshot>, Error> {
        let found = match self.read_file(place, max_size) {
            Err(Fault::NotAFile(NotAFile::DanglingLink)) => {
                let directory = self.directory(place)?;
                leaf::read_link(directory, place.name())
            }
            found => found,
        };
        found.map_err(|reason| reason.at(place.shown()))
    }

    /// The target of the link at `place`; `None` if there is no link.
    pub fn read_link(&self, place: &RootedPath) -> Option<Bytes> {
        let directory = self.directory(place).ok()?;
        if !place.missing_parents().is_empty() {
            return None;
        }
        let link = leaf::read_link(directory, place.name()).ok()??;
        Some(link.bytes().clone())
    }

    fn read_file(&self, place: &RootedPath, max_size: u64) -> Result<Option<Snapshot>, Fault> {
        match self.open_file(place)? {
            Some((file, facts)) => read_open(file, facts, max_size).map(Some),
            None => Ok(None),
        }
    }

    fn open_file(&self, place: &RootedPath) -> Result<Option<(File, FileFacts)>, Fault> {
        if !place.missing_parents().is_empty() {
            return Ok(None);
        }
        let directory = self.directory(place).map_err(|refusal| refusal.fault)?;
        leaf::open(directory, place.name())
    }
}

/// Reads the whole `file`, which has the `facts`.
///
/// # Errors
/// [`Fault::TooLarge`], or a system error.
pub(in crate::disk) fn read_open(
    file: File,
    mut facts: FileFacts,
    max_size: u64,
) -> Result<Snapshot, Fault> {
    for _ in 0..ATTEMPTS {
        if facts.len > max_size {
            return Err(Fault::TooLarge {
                len: facts.len,
                limit: max_size,
            });
        }
        let bytes = if facts.len <= IN_MEMORY {
            read_whole(&file, facts.len).map_err(|error| fault("read", error))?
        } else {
            wait_for_clock(&facts);
            map(&file).map_err(|error| fault("map", error))?
        };
        let now = facts::facts_now(&file).map_err(|error| fault("look at", error))?;
        if now == facts && bytes.len() as u64 == facts.len {
            // Reading the attributes while the file is open saves opening it again when its text is replaced.
            return Ok(Snapshot::new(bytes, facts, attributes::read(&file).ok()));
        }
        facts = now;
    }
    Err(Fault::io(
        "read",
        "its size and its content disagree, or it keeps changing",
    ))
}

/// Reads up to `len` bytes from the beginning, and one more to detect growth. If exactly `len` bytes arrive, the
/// caller checks the length again.
pub(in crate::disk) fn read_whole(file: &File, len: u64) -> io::Result<Bytes> {
    let room = usize::try_from(len).unwrap_or_default() + 1;
    let mut bytes = Vec::new();
    memory::reserve(&mut bytes, room).map_err(|_| io::Error::other(memory::SHORT))?;
    let enough = (room - 1).max(1);
    while bytes.len() < enough {
        let at = bytes.len() as u64;
        match pread(file, spare_capacity(&mut bytes), at) {
            Ok(0) => break,
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(bytes.into())
}

/// Waits until any later write must change the timestamp. A map shows later writes, so only the facts can reveal
/// them.
#[allow(
    clippy::disallowed_methods,
    reason = "only compared with file timestamps"
)]
fn wait_for_clock(facts: &FileFacts) {
    if let Some(rest) = age_at(facts, SystemTime::now()).and_then(|age| TICK.checked_sub(age)) {
        std::thread::sleep(rest);
    }
}

/// True if the last write was so long before `moment` that a later write must have another timestamp.
pub(in crate::disk) fn is_settled(facts: &FileFacts, moment: SystemTime) -> bool {
    age_at(facts, moment).is_some_and(|age| age > TICK)
}

/// The time from the last write to `moment`; `None` if the write was later.
fn age_at(facts: &FileFacts, moment: SystemTime) -> Option<Duration> {
    let written = facts.modified.max(facts.changed);
    let since_epoch = Duration::new(u64::try_from(written.0).unwrap_or_default(), written.1);
    let moment = moment.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    moment.checked_sub(since_epoch)
}

/// The text of `file`, without a copy.
///
/// The map shows later writes of other processes. If another process truncates the file, reading a lost page kills
/// this process with SIGBUS. Targets are unharmed then, because nothing was renamed. A text that another process
/// changed during the read is detected before the rename by its size, timestamps and inode.
#[allow(
    unsafe_code,
    reason = "only a map reads a large file without copying it into memory"
)]
pub(in crate::disk) fn map(file: &File) -> io::Result<Bytes> {
    // SAFETY: the map is private and read-only, and outlives every slice (`Bytes` owns it). Rust requires that nobody
    // changes the bytes behind a shared slice, but another process can. The slice is only read as plain bytes with
    // bounds checks (no `str` and no type with invalid values is built on it unchecked). So such a change can give
    // wrong text, never an invalid access, and wrong text is not committed.
    let map = unsafe { memmap2::MmapOptions::new().map(file)? };
    Ok(Bytes::from_owner(map))
}
