//! A place in the history: who knows all that is before it reads only what was added since.

use std::os::fd::AsFd;

use rustix::fs::{OFlags, fstat};

use super::entry::Entry;
use super::line::{EntryLine, HistoryLine};
use super::line_file::{Backwards, HISTORY, TAIL, read_at};
use super::state_directory::PrivateDir;
use super::store::{Event, entry_of};

/// The end of a history whose lines are all read, and whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Milestone {
    /// Device and number of the file. Another file may get the number when old entries are dropped, but hardly the same
    /// line at the same place.
    identity: (u64, u64),
    end: u64,
    /// The bytes before the end, with the checksum of the last line.
    tail: Vec<u8>,
    /// The number of the newest entry.
    newest: u64,
}

/// With more than this behind a milestone nothing is won.
const MOST: u64 = 1 << 20;

impl Milestone {
    /// The end of what `lines` are read from; entry `newest` is the newest one.
    pub(super) fn at_end_of<F: AsFd>(lines: &Backwards<F>, newest: u64) -> Option<Self> {
        let (file, end, tail) = lines.end();
        let stat = fstat(file).ok()?;
        Some(Self {
            identity: (stat.st_dev, stat.st_ino),
            end,
            tail: tail.to_vec(),
            newest,
        })
    }

    /// Goes to the end of the history in `directory`; the events that were added, oldest first. `None` unless that is
    /// the same history, its new lines are whole, and all their transactions have ended.
    pub(super) fn pass_on(&mut self, directory: &PrivateDir) -> Option<Vec<Event>> {
        let file = directory.file(HISTORY, OFlags::RDONLY).ok()?;
        let stat = fstat(&file).ok()?;
        let len = stat.st_size.unsigned_abs();
        let is_same = self.identity == (stat.st_dev, stat.st_ino);
        if !is_same || !(self.end..=self.end + MOST).contains(&len) {
            return None;
        }
        let from = self.end - self.tail.len() as u64;
        let mut bytes = vec![0; (len - from) as usize];
        let filled = read_at(&file, &mut bytes, from).ok()?;
        bytes.truncate(filled);
        let added = bytes.strip_prefix(&self.tail[..])?;
        let events = self.decode_events(added, directory)?;
        self.end = from + bytes.len() as u64;
        self.tail = bytes.split_off(bytes.len().saturating_sub(TAIL));
        Some(events)
    }

    fn decode_events(&mut self, added: &[u8], directory: &PrivateDir) -> Option<Vec<Event>> {
        let (mut events, mut open): (Vec<Event>, Vec<EntryLine>) = Default::default();
        let mut newest = self.newest;
        for line in added.split_inclusive(|&byte| byte == b'\n') {
            match HistoryLine::decode(line.strip_suffix(b"\n")?)? {
                HistoryLine::Entry(entry) if entry.id == newest + 1 => {
                    newest = entry.id;
                    open.push(entry);
                }
                HistoryLine::Done(id) => {
                    let at = open.iter().position(|entry| entry.id == id)?;
                    events.push(Event::Entry(ended(open.remove(at), directory)?));
                }
                HistoryLine::Void(id) => {
                    let at = open.iter().position(|entry| entry.id == id)?;
                    open.remove(at);
                }
                HistoryLine::Read(mark) => events.push(Event::Read(mark)),
                HistoryLine::Entry(_) | HistoryLine::Last { .. } => return None,
            }
        }
        self.newest = newest;
        open.is_empty().then_some(events)
    }
}

/// The entry of a transaction that happened, if its files are known.
fn ended(line: EntryLine, directory: &PrivateDir) -> Option<Entry> {
    Some(entry_of(line, directory, true)).filter(|entry| entry.is_whole)
}
