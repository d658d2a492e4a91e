//! The end of a history that was read completely. The next reader starts there, and reads only the new lines.

use std::os::fd::AsFd;

use rustix::fs::{OFlags, fstat};

use super::line::{EntryLine, HistoryLine};
use super::line_file::{Backwards, HISTORY, TAIL, read_at};
use super::object::read_files;
use super::state_directory::PrivateDir;
use super::store::{Event, entry_from_line};

/// The end of a history that was read completely, without lost entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryEnd {
    /// The device and inode of the file. After pruning, the new file may get the same inode, but is unlikely to have
    /// the same line at the same offset.
    identity: (u64, u64),
    offset: u64,
    /// The bytes before `offset`, with the checksum of the last line.
    tail: Vec<u8>,
    /// The number of the newest entry.
    newest: u64,
}

/// If more bytes than this were added, reading the whole history again is as fast.
const MAX_ADDED: u64 = 1 << 20;

impl HistoryEnd {
    /// The end of the file that `lines` are read from. Its newest entry is `newest`.
    pub(super) fn new<F: AsFd>(lines: &Backwards<F>, newest: u64) -> Option<Self> {
        let stat = fstat(&lines.file).ok()?;
        Some(Self {
            identity: (stat.st_dev, stat.st_ino),
            offset: lines.end,
            tail: lines.tail.clone(),
            newest,
        })
    }

    /// Moves to the current end of the history in `directory`, and returns the new events, oldest first. `None` if
    /// the file was replaced, a new line is damaged, or a transaction has not ended.
    pub(super) fn advance(&mut self, directory: &PrivateDir) -> Option<Vec<Event>> {
        let file = directory.file(HISTORY, OFlags::RDONLY).ok()?;
        let stat = fstat(&file).ok()?;
        let len = stat.st_size.unsigned_abs();
        if self.identity != (stat.st_dev, stat.st_ino) {
            return None;
        }
        if !(self.offset..=self.offset + MAX_ADDED).contains(&len) {
            return None;
        }
        let from = self.offset - self.tail.len() as u64;
        let mut bytes = vec![0; (len - from) as usize];
        let filled = read_at(&file, &mut bytes, from).ok()?;
        bytes.truncate(filled);
        let added = bytes.strip_prefix(&self.tail[..])?;
        let events = self.decode_events(added, directory)?;
        self.offset = from + bytes.len() as u64;
        self.tail = bytes.split_off(bytes.len().saturating_sub(TAIL));
        Some(events)
    }

    fn decode_events(&mut self, added: &[u8], directory: &PrivateDir) -> Option<Vec<Event>> {
        let mut events = Vec::new();
        let mut unfinished: Vec<EntryLine> = Vec::new();
        let mut newest = self.newest;
        for line in added.split_inclusive(|&byte| byte == b'\n') {
            match HistoryLine::decode(line.strip_suffix(b"\n")?)? {
                HistoryLine::Entry(entry) if entry.id == newest + 1 => {
                    newest = entry.id;
                    unfinished.push(entry);
                }
                HistoryLine::Done(id) => {
                    let at = unfinished.iter().position(|entry| entry.id == id)?;
                    let entry = entry_from_line(
                        unfinished.remove(at),
                        |files| read_files(directory, files),
                        true,
                    );
                    if !entry.is_whole {
                        return None;
                    }
                    events.push(Event::Entry(entry));
                }
                HistoryLine::Void(id) => {
                    let at = unfinished.iter().position(|entry| entry.id == id)?;
                    unfinished.remove(at);
                }
                HistoryLine::Read(mark) => events.push(Event::Read(mark)),
                HistoryLine::Entry(_) | HistoryLine::Last { .. } => return None,
            }
        }
        if !unfinished.is_empty() {
            return None;
        }
        self.newest = newest;
        Some(events)
    }
}
