//! Keeping the journal small: old entries go, then the objects that nothing names any more.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use rustix::fs::{AtFlags, OFlags, Stat, fsync, renameat, statat, unlinkat};
use rustix::io::Errno;

use super::entry::{FileNote, Kept, ObjectId};
use super::history::{HISTORY, Locked, Patience};
use super::line::{EntryLine, Files, Line, Tally};
use super::object::{self, OBJECTS};
use super::place::PrivateDir;
use super::store::files;
use super::{Unavailable, WhyUnavailable};

/// The new history while it is written.
const NEW_HISTORY: &str = "history-1.jsonl.new";

const HOUR: u64 = 60 * 60 * 1000;
const DAY: u64 = 24 * HOUR;

/// How much of the past is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Entries older than this go, milliseconds.
    pub age: u64,
    /// When the objects take more than this, the oldest entries go, bytes.
    pub size: u64,
}

/// 30 days and 256 MiB.
impl Default for Bounds {
    fn default() -> Self {
        Self {
            age: 30 * DAY,
            size: 256 << 20,
        }
    }
}

impl Bounds {
    /// Whether it is time: a day has passed, or the store has grown over its size.
    pub(super) fn is_due(self, tally: Tally, now: u64) -> bool {
        now.saturating_sub(tally.swept) >= DAY || tally.stored > self.size
    }

    /// What is left when there was too much, so that it is not due again at once.
    fn size_to_keep(self) -> u64 {
        self.size / 4 * 3
    }
}

/// What was dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Entries.
    pub entries: usize,
    /// Objects.
    pub objects: usize,
    /// Their bytes.
    pub bytes: u64,
}

/// Drops what is beyond `bounds` from the history in `directory`. Objects younger than an hour stay.
///
/// The lock is held to the end: no entry can name an object that is being removed.
pub(super) fn prune(
    directory: &PrivateDir,
    bounds: Bounds,
    now: u64,
) -> Result<Pruned, Unavailable> {
    let mut history = Locked::open(directory, Patience::Skip)?;
    let stored = Stored::list(directory)?;
    let mut keeping = Keeping::new(directory, bounds, now, &stored);
    let mut lines = history.lines()?;
    while let Some(text) = lines
        .next_line()
        .map_err(|error| directory.fault(HISTORY, error))?
    {
        keeping.judge(text);
    }
    drop(lines);
    let mut pruned = stored.sweep(directory, &keeping.named, now)?;
    pruned.entries = keeping.dropped;
    let last = keeping.last_line(now);
    if keeping.dropped == 0 {
        history.append(&last)?;
    } else {
        keeping.replace_history(&last)?;
    }
    Ok(pruned)
}

/// The objects on disk.
struct Stored {
    objects: HashMap<ObjectId, Found>,
    /// What a killed writer left: directory and name.
    leftovers: Vec<(String, String, Found)>,
}

#[derive(Clone, Copy)]
struct Found {
    size: u64,
    /// Milliseconds since 1970 (UTC).
    modified: u64,
}

impl Stored {
    fn list(directory: &PrivateDir) -> Result<Self, Unavailable> {
        let mut stored = Self {
            objects: HashMap::new(),
            leftovers: Vec::new(),
        };
        let Some(objects) = directory.enter(OBJECTS)? else {
            return Ok(stored);
        };
        let names = objects.names();
        for name in names.map_err(|error| directory.fault(OBJECTS, error))? {
            if let Some(shelf) = objects.enter(&name)? {
                stored.list_shelf(&name, &shelf)?;
            }
        }
        Ok(stored)
    }

    fn list_shelf(&mut self, shelf_name: &str, shelf: &PrivateDir) -> Result<(), Unavailable> {
        let names = shelf.names().map_err(|error| shelf.fault(".", error))?;
        for name in names {
            let found = match statat(&shelf.fd, &name, AtFlags::SYMLINK_NOFOLLOW) {
                Err(Errno::NOENT) => continue,
                stat => stat
                    .map(Found::from)
                    .map_err(|error| shelf.fault(&name, error))?,
            };
            match blake3::Hash::from_hex(format!("{shelf_name}{name}")) {
                Ok(hash) => {
                    self.objects.insert(ObjectId(*hash.as_bytes()), found);
                }
                Err(_) => self.leftovers.push((shelf_name.to_owned(), name, found)),
            }
        }
        Ok(())
    }

    /// Removes what is not `named` and was not written within the last hour.
    fn sweep(
        &self,
        directory: &PrivateDir,
        named: &HashSet<ObjectId>,
        now: u64,
    ) -> Result<Pruned, Unavailable> {
        let mut pruned = Pruned::default();
        let Some(objects) = directory.enter(OBJECTS)? else {
            return Ok(pruned);
        };
        let unnamed = self.objects.iter().filter(|(id, _)| !named.contains(id));
        let unnamed = unnamed.map(|(&id, &found)| {
            let (shelf, name) = object::names(id);
            (shelf, name, found)
        });
        for (shelf, name, found) in unnamed.chain(self.leftovers.iter().cloned()) {
            if now.saturating_sub(found.modified) < HOUR {
                continue;
            }
            let path = format!("{shelf}/{name}");
            match unlinkat(&objects.fd, &path, AtFlags::empty()) {
                Ok(()) => {
                    pruned.objects += 1;
                    pruned.bytes += found.size;
                }
                Err(Errno::NOENT) => {}
                Err(error) => return Err(objects.fault(&path, error)),
            }
        }
        Ok(pruned)
    }

    fn total(&self) -> u64 {
        self.objects.values().map(|found| found.size).sum()
    }
}

impl From<Stat> for Found {
    fn from(stat: Stat) -> Self {
        Self {
            size: stat.st_size.unsigned_abs(),
            modified: u64::try_from(stat.st_mtime).unwrap_or(0) * 1000,
        }
    }
}

/// Goes through the lines from the newest to the oldest and decides which stay.
struct Keeping<'a> {
    directory: &'a PrivateDir,
    stored: &'a Stored,
    /// Entries from before this time go.
    since: u64,
    /// Bytes that objects of all entries may take.
    budget: u64,
    /// The budget is used up: older entries go.
    is_full: bool,
    /// Bytes of the objects named so far.
    used: u64,
    named: HashSet<ObjectId>,
    /// Lines that stay, newest first.
    lines: Vec<Vec<u8>>,
    /// Marks of reading, which stay when an older entry does.
    pending: Vec<Vec<u8>>,
    /// `done` lines whose entries are still to come, and which entries are void.
    settled: HashMap<u64, Option<Vec<u8>>>,
    marks: HashSet<(String, PathBuf)>,
    /// The highest number there is.
    last: u64,
    dropped: usize,
    kept: usize,
}

impl<'a> Keeping<'a> {
    fn new(directory: &'a PrivateDir, bounds: Bounds, now: u64, stored: &'a Stored) -> Self {
        let is_too_much = stored.total() > bounds.size;
        Self {
            directory,
            stored,
            since: now.saturating_sub(bounds.age),
            budget: match is_too_much {
                true => bounds.size_to_keep(),
                false => bounds.size,
            },
            used: 0,
            named: HashSet::new(),
            lines: Vec::new(),
            pending: Vec::new(),
            is_full: false,
            settled: HashMap::new(),
            marks: HashSet::new(),
            last: 0,
            dropped: 0,
            kept: 0,
        }
    }

    fn judge(&mut self, text: Vec<u8>) {
        match Line::decode(&text) {
            Some(Line::Entry(entry)) => self.judge_entry(entry, text),
            Some(Line::Done(id)) => {
                self.settled.insert(id, Some(text));
            }
            Some(Line::Void(id)) => {
                self.settled.insert(id, None);
            }
            Some(Line::Read(mark)) => {
                let is_new = self.marks.insert((mark.task, mark.path));
                self.pending.extend(is_new.then_some(text));
            }
            Some(Line::Last { last, .. }) => self.last = self.last.max(last),
            None => {}
        }
    }

    /// Keeps the entry unless it is too old, or it or a newer one was too much. The newest always stays.
    fn judge_entry(&mut self, entry: EntryLine, text: Vec<u8>) {
        self.last = self.last.max(entry.id);
        let done = match self.settled.remove(&entry.id) {
            Some(None) => return,
            Some(done) => done,
            None => None,
        };
        let is_newest = self.kept == 0;
        if self.is_full || (entry.time < self.since && !is_newest) {
            self.dropped += 1;
            return;
        }
        let objects = self.objects_of(entry);
        let size: u64 = objects
            .iter()
            .filter(|id| !self.named.contains(id))
            .filter_map(|id| self.stored.objects.get(id))
            .map(|found| found.size)
            .sum();
        if self.used + size > self.budget && !is_newest {
            self.is_full = true;
            self.dropped += 1;
            return;
        }
        self.used += size;
        self.kept += 1;
        self.named.extend(objects);
        self.lines.append(&mut self.pending);
        self.lines.extend(done);
        self.lines.push(text);
    }

    /// Every object that `entry` needs.
    fn objects_of(&self, entry: EntryLine) -> HashSet<ObjectId> {
        let mut objects = HashSet::new();
        if let Files::List(id) = entry.files {
            objects.insert(id);
        }
        for note in files(self.directory, entry.files).unwrap_or_default() {
            objects.extend(object_of(&note));
            objects.extend(note.after.map(|text| ObjectId(text.hash)));
        }
        objects
    }

    /// The line that says where counting goes on.
    fn last_line(&self, now: u64) -> Line {
        Line::Last {
            last: self.last,
            tally: Tally {
                stored: self.used,
                swept: now,
            },
        }
    }

    /// Puts the lines that stay, and `last`, in the place of the history.
    fn replace_history(&self, last: &Line) -> Result<(), Unavailable> {
        let fault = |error| self.directory.fault(NEW_HISTORY, error);
        let last = last.encode().map_err(|error| {
            let why = WhyUnavailable::System(error.to_string());
            Unavailable::new(self.directory.path.join(NEW_HISTORY), why)
        })?;
        let mut text = Vec::new();
        for line in self.lines.iter().rev() {
            text.extend_from_slice(line);
            text.push(b'\n');
        }
        text.extend_from_slice(&last);
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC;
        let file = self.directory.file(NEW_HISTORY, flags).map_err(fault)?;
        object::write_all(&file, &text).map_err(fault)?;
        // Once a day at most, and what it replaces was whole.
        fsync(&file).map_err(fault)?;
        let directory = &self.directory.fd;
        renameat(directory, NEW_HISTORY, directory, HISTORY).map_err(fault)
    }
}

fn object_of(note: &FileNote) -> Option<ObjectId> {
    match note.changes {
        Kept::Stored(id) => Some(id),
        Kept::Here(_) | Kept::Omitted(_) | Kept::Lost => None,
    }
}
