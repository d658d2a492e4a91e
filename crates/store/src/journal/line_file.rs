//! The history file. Lines are appended under a lock, and read from the end, newest first, as far as needed.
//!
//! The lock is `flock` on the file itself. Writers lock the file, so that numbers are unique and a torn last line is
//! never continued. Readers do not. Pruning replaces the file under the lock. A process that waited for the old file
//! sees that the file has no name any more, and opens the new one.

use std::os::fd::{AsFd, OwnedFd};
use std::time::Duration;

use rustix::fs::{FlockOperation, OFlags, fdatasync, flock, fstat, ftruncate};
use rustix::io::{Errno, pread};

use super::line::{HistoryLine, Upkeep, numbering};
use super::lost_entries::LostEntries;
use super::object::write_all;
use super::state_directory::PrivateDir;
use super::{Unavailable, WhyUnavailable};

/// The name of the file. A different line format would get a different name.
pub(super) const HISTORY: &str = "history-1.jsonl";

/// The number of bytes before an end that identify it.
pub(super) const TAIL: usize = 64;

/// The pauses between attempts to lock the file, about two seconds in total. The lock is usually held for
/// microseconds, and longer only during pruning.
const PAUSES_MICROS: &[u64] = &[
    50, 100, 200, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 125_000, 250_000,
    500_000, 1_000_000,
];

/// The number of bytes to read first: a few lines, enough to append an entry.
const FIRST_BLOCK: u64 = 4 * 1024;

/// The number of bytes to read at a time after the first block.
const BLOCK: u64 = 256 * 1024;

/// The history, locked until the value is dropped.
pub(super) struct LockedHistory<'a> {
    directory: &'a PrivateDir,
    pub(super) file: OwnedFd,
    len: u64,
}

impl<'a> LockedHistory<'a> {
    /// Opens and locks the history in `directory`, and creates it if needed. Waits for about two seconds.
    pub(super) fn open(directory: &'a PrivateDir) -> Result<Self, Unavailable> {
        Self::open_within(directory, PAUSES_MICROS)
    }

    /// Locks the history without waiting.
    pub(super) fn open_if_free(directory: &'a PrivateDir) -> Result<Self, Unavailable> {
        Self::open_within(directory, &[])
    }

    fn open_within(directory: &'a PrivateDir, pauses: &[u64]) -> Result<Self, Unavailable> {
        loop {
            let flags = OFlags::RDWR | OFlags::APPEND | OFlags::CREATE;
            let file = directory
                .file(HISTORY, flags)
                .map_err(|error| directory.fault(HISTORY, error))?;
            let exclusive = FlockOperation::NonBlockingLockExclusive;
            lock(&file, exclusive, pauses).map_err(|error| match error {
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

    /// The highest number so far, including lost entries, and the totals of the newest numbered line.
    pub(super) fn numbering(&self) -> Result<(u64, Option<Upkeep>), Unavailable> {
        let mut lines = self.lines()?;
        let mut lost = LostEntries::default();
        lost.add_line(lines.torn());
        while let Some(line) = lines.next_line().map_err(|error| self.fault(error))? {
            lost.add_line(&line);
            if let Some((_, upkeep)) = numbering(&line) {
                return Ok((lost.last(), Some(upkeep)));
            }
        }
        Ok((lost.last(), None))
    }

    /// The lines, newest first.
    pub(super) fn lines(&self) -> Result<Backwards<&OwnedFd>, Unavailable> {
        Backwards::new(&self.file, self.len).map_err(|error| self.fault(error))
    }

    /// Appends `line` in one write. After a torn last line, it starts with a line ending.
    pub(super) fn append(&mut self, line: &HistoryLine) -> Result<(), Unavailable> {
        let mut bytes = line
            .encode()
            .map_err(|error| Unavailable::failed(self.directory.path.join(HISTORY), error))?;
        if self.is_torn().map_err(|error| self.fault(error))? {
            bytes.insert(0, b'\n');
        }
        if let Err(error) = write_all(&self.file, &bytes) {
            // Readers would skip a partial line, but it is better to leave none.
            let _ = ftruncate(&self.file, self.len);
            return Err(self.fault(error));
        }
        self.len += bytes.len() as u64;
        Ok(())
    }

    pub(super) fn sync(&self) -> Result<(), Unavailable> {
        fdatasync(&self.file).map_err(|error| self.fault(error))
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

/// The current lines of the history in `directory`, newest first; `None` if there is no history.
pub(super) fn read(directory: &PrivateDir) -> Result<Option<Backwards<OwnedFd>>, Unavailable> {
    match directory.file(HISTORY, OFlags::RDONLY) {
        Ok(file) => {
            let lines = read_terminated(file).map_err(|error| directory.fault(HISTORY, error))?;
            Ok(Some(lines))
        }
        Err(Errno::NOENT) => Ok(None),
        Err(error) => Err(directory.fault(HISTORY, error)),
    }
}

/// The lines of `file`. If the last one is unterminated, its writer gets time to finish it.
fn read_terminated(file: OwnedFd) -> Result<Backwards<OwnedFd>, Errno> {
    let len = file_len(&file)?;
    let lines = Backwards::new(file, len)?;
    if lines.torn().is_empty() {
        return Ok(lines);
    }
    let file = lines.file;
    // No process appends while the lock is held.
    let locked = lock(&file, FlockOperation::NonBlockingLockShared, PAUSES_MICROS);
    let final_len = file_len(&file)?;
    if locked.is_ok() {
        let _ = flock(&file, FlockOperation::Unlock);
    }
    Backwards::new(file, final_len)
}

fn file_len(file: &OwnedFd) -> Result<u64, Errno> {
    Ok(fstat(file)?.st_size.unsigned_abs())
}

/// Locks `file` with `operation`. Waits between attempts for each of `pauses`, in microseconds.
fn lock(file: &OwnedFd, operation: FlockOperation, pauses: &[u64]) -> Result<(), Errno> {
    let mut remaining = pauses.iter();
    loop {
        match (flock(file, operation), remaining.next()) {
            (Ok(()), _) => return Ok(()),
            (Err(Errno::WOULDBLOCK), Some(&micros)) => {
                std::thread::sleep(Duration::from_micros(micros));
            }
            (Err(Errno::INTR), _) => {}
            (Err(error), _) => return Err(error),
        }
    }
}

/// The terminated lines of a file, from the last to the first. An unterminated last line is torn and omitted. Bytes
/// that are appended later are not read.
#[derive(Debug)]
pub(super) struct Backwards<F> {
    pub(super) file: F,
    /// The offset of `buffer` in the file.
    start: u64,
    /// The bytes that were read, up to the beginning of the line that was returned last.
    buffer: Vec<u8>,
    /// The bytes after the last line ending.
    torn: Vec<u8>,
    /// The end of the last line.
    pub(super) end: u64,
    /// The bytes before `end`.
    pub(super) tail: Vec<u8>,
}

impl<F: AsFd> Backwards<F> {
    /// The lines of the first `len` bytes of `file`.
    pub(super) fn new(file: F, len: u64) -> Result<Self, Errno> {
        let mut lines = Self {
            file,
            start: len,
            buffer: Vec::new(),
            torn: Vec::new(),
            end: 0,
            tail: Vec::new(),
        };
        lines.read_more(FIRST_BLOCK)?;
        while !lines.split_off_torn() {
            lines.read_more(BLOCK)?;
        }
        lines.end = lines.start + lines.buffer.len() as u64;
        lines.tail = lines.buffer[lines.buffer.len().saturating_sub(TAIL)..].to_vec();
        Ok(lines)
    }

    pub(super) fn torn(&self) -> &[u8] {
        &self.torn
    }

    /// The line before the one that was returned last, without its ending; `None` if there are no more lines.
    pub(super) fn next_line(&mut self) -> Result<Option<Vec<u8>>, Errno> {
        loop {
            // The last byte is the ending of the next line.
            let Some((_, text)) = self.buffer.split_last() else {
                if self.start == 0 {
                    return Ok(None);
                }
                self.read_more(BLOCK)?;
                continue;
            };
            match memchr::memrchr(b'\n', text) {
                Some(ending) => return Ok(Some(self.take_line_at(ending + 1))),
                None if self.start == 0 => return Ok(Some(self.take_line_at(0))),
                // The line is longer than the buffer. Reading at least twice as much avoids quadratic time.
                None => self.read_more(BLOCK.max(self.buffer.len() as u64))?,
            }
        }
    }

    /// Cuts off the bytes after the last line ending. False if more has to be read to find it.
    fn split_off_torn(&mut self) -> bool {
        let ending = memchr::memrchr(b'\n', &self.buffer);
        if ending.is_some() || self.start == 0 {
            self.torn = self.buffer.split_off(ending.map_or(0, |at| at + 1));
            return true;
        }
        false
    }

    fn take_line_at(&mut self, at: usize) -> Vec<u8> {
        let mut line = self.buffer.split_off(at);
        line.pop();
        line
    }

    /// Reads up to `count` bytes before the bytes that were already read.
    fn read_more(&mut self, count: u64) -> Result<(), Errno> {
        let start = self.start.saturating_sub(count);
        let mut block = vec![0; (self.start - start) as usize];
        let filled = read_at(&self.file, &mut block, start)?;
        block.truncate(filled);
        block.append(&mut self.buffer);
        self.buffer = block;
        self.start = start;
        Ok(())
    }
}

/// Fills `block` with the bytes of `file` at offset `at`, and returns their number.
pub(super) fn read_at(file: impl AsFd, block: &mut [u8], at: u64) -> Result<usize, Errno> {
    let mut filled = 0;
    while filled < block.len() {
        match pread(&file, &mut block[filled..], at + filled as u64) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(Errno::INTR) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write;

    use super::{BLOCK, Backwards};

    fn file_of(text: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text).unwrap();
        file
    }

    fn backwards(text: &[u8]) -> Vec<Vec<u8>> {
        let mut lines = Backwards::new(file_of(text), text.len() as u64).unwrap();
        std::iter::from_fn(|| lines.next_line().unwrap()).collect()
    }

    #[test]
    fn lines_are_returned_newest_first_without_a_torn_one() {
        for (text, expected) in [
            ("", &[][..]),
            ("torn", &[]),
            ("\n", &[""]),
            ("a\n", &["a"]),
            ("a\nb\n", &["b", "a"]),
            ("a\n\nb\ntorn", &["b", "", "a"]),
        ] {
            assert_eq!(
                backwards(text.as_bytes()),
                expected
                    .iter()
                    .map(|line| line.as_bytes())
                    .collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn lines_longer_than_blocks_are_returned_whole() {
        let block = BLOCK as usize;
        for torn in [0, 1, 2 * block] {
            let mut lines: Vec<Vec<u8>> = [
                0,
                1,
                5000,
                block - 1,
                block,
                block + 1,
                3 * block,
                4095,
                4096,
            ]
            .iter()
            .map(|&len| vec![b'x'; len])
            .collect();
            let mut text: Vec<u8> = lines
                .iter()
                .flat_map(|line| [line, &b"\n"[..]].concat())
                .collect();
            text.extend(std::iter::repeat_n(b't', torn));
            lines.reverse();
            assert_eq!(backwards(&text), lines);
        }
    }
}
