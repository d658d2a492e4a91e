//! The file of lines: appending to it under its lock, and reading it from the end.
//!
//! The lock is `flock` on the file itself. Appending takes it so that numbers are unique and a torn last
//! line is never continued; reading does not. Dropping old lines replaces the file under the lock: who
//! waited for the old one sees that it has no name any more and opens the new one.

use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::fs::{FlockOperation, OFlags, flock, fstat, ftruncate};
use rustix::io::{Errno, pread};

use super::backwards::Backwards;
use super::line::{HistoryLine, Upkeep, numbering};
use super::object::write_all;
use super::place::PrivateDir;
use super::{Unavailable, WhyUnavailable};

/// The file's name; another form of line would be another name.
pub(super) const HISTORY: &str = "history-1.jsonl";

/// Waits between attempts to take the lock: it is held for microseconds, for longer only while old
/// entries are dropped. About two seconds in all.
const WAITS_MICROS: &[u64] = &[
    50, 100, 200, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 125_000, 250_000,
    500_000, 1_000_000,
];

/// The history, locked until it is dropped.
pub(super) struct LockedHistory<'a> {
    directory: &'a PrivateDir,
    pub(super) file: OwnedFd,
    len: u64,
}

impl<'a> LockedHistory<'a> {
    /// Opens the history in `directory`, making it if need be, and locks it; waits for about two seconds.
    pub(super) fn open(directory: &'a PrivateDir) -> Result<Self, Unavailable> {
        Self::open_within(directory, WAITS_MICROS)
    }

    /// The same without waiting.
    pub(super) fn open_if_free(directory: &'a PrivateDir) -> Result<Self, Unavailable> {
        Self::open_within(directory, &[])
    }

    fn open_within(directory: &'a PrivateDir, waits: &[u64]) -> Result<Self, Unavailable> {
        loop {
            let flags = OFlags::RDWR | OFlags::APPEND | OFlags::CREATE;
            let file = directory.file(HISTORY, flags);
            let file = file.map_err(|error| directory.fault(HISTORY, error))?;
            lock(&file, waits).map_err(|error| match error {
                Errno::WOULDBLOCK => {
                    Unavailable::new(directory.path.join(HISTORY), WhyUnavailable::Busy)
                }
                other => directory.fault(HISTORY, other),
            })?;
            let stat = fstat(&file).map_err(|error| directory.fault(HISTORY, error))?;
            if stat.st_nlink > 0 {
                let len = stat.st_size.unsigned_abs();
                return Ok(Self {
                    directory,
                    file,
                    len,
                });
            }
        }
    }

    /// The highest number so far and the tally that goes with it.
    pub(super) fn numbering(&self) -> Result<Option<(u64, Upkeep)>, Unavailable> {
        let mut lines = self.lines()?;
        while let Some(line) = lines.next_line().map_err(|error| self.fault(error))? {
            if let Some(found) = numbering(&line) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The lines, newest first.
    pub(super) fn lines(&self) -> Result<Backwards<&OwnedFd>, Unavailable> {
        Backwards::new(&self.file, self.len).map_err(|error| self.fault(error))
    }

    /// Appends `line` in one write; after a torn last line it begins with a line ending.
    pub(super) fn append(&mut self, line: &HistoryLine) -> Result<(), Unavailable> {
        let mut bytes = line.encode().map_err(|error| {
            Unavailable::new(
                self.directory.path.join(HISTORY),
                WhyUnavailable::System(error.to_string()),
            )
        })?;
        if self.is_torn().map_err(|error| self.fault(error))? {
            bytes.insert(0, b'\n');
        }
        if let Err(error) = write_all(&self.file, &bytes) {
            // A part of a line would be skipped by readers; none at all is better still.
            let _ = ftruncate(&self.file, self.len);
            return Err(self.fault(error));
        }
        self.len += bytes.len() as u64;
        Ok(())
    }

    fn is_torn(&self) -> Result<bool, Errno> {
        let mut last = [b'\n'];
        if let Some(at) = self.len.checked_sub(1) {
            pread(&self.file, &mut last, at)?;
        }
        Ok(last != [b'\n'])
    }

    fn fault(&self, error: Errno) -> Unavailable {
        self.directory.fault(HISTORY, error)
    }
}

/// The lines of the history in `directory` as it is now, newest first; `None` when there is none.
pub(super) fn read(directory: &PrivateDir) -> Result<Option<Backwards<OwnedFd>>, Unavailable> {
    let fault = |error| directory.fault(HISTORY, error);
    let file = match directory.file(HISTORY, OFlags::RDONLY) {
        Err(Errno::NOENT) => return Ok(None),
        other => other.map_err(fault)?,
    };
    let len = fstat(&file).map_err(fault)?.st_size.unsigned_abs();
    Backwards::new(file, len).map(Some).map_err(fault)
}

/// Takes the lock of `file`, with `waits` between attempts.
fn lock(file: &OwnedFd, waits: &[u64]) -> Result<(), Errno> {
    let mut waits = waits.iter();
    loop {
        match (
            flock(file, FlockOperation::NonBlockingLockExclusive),
            waits.next(),
        ) {
            (Ok(()), _) => return Ok(()),
            (Err(Errno::WOULDBLOCK), Some(&micros)) => {
                std::thread::sleep(Duration::from_micros(micros));
            }
            (Err(Errno::INTR), _) => {}
            (Err(error), _) => return Err(error),
        }
    }
}
