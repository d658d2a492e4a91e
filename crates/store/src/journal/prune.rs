//! Keeps the journal small: deletes old entries, and objects that no entry refers to.
//!
//! The clock may jump, so a single reading of the clock never makes an entry old: see [`Ages::classify`].

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use rustix::fs::{AtFlags, OFlags, fsync, renameat, statat, unlinkat};
use rustix::io::Errno;

use super::Unavailable;
use super::bundle::{self, BundledTexts};
use super::entry::{FileNote, KeptChanges, ObjectId};
use super::line::{EntryLine, FileList, HistoryLine, Upkeep};
use super::line_file::{HISTORY, LockedHistory};
use super::object::{self, OBJECTS, read_files};
use super::state_directory::PrivateDir;
use crate::change::Deed;
use crate::snapshot::Fingerprint;

/// The name of the new history while it is written.
const NEW_HISTORY: &str = "history-1.jsonl.new";

/// A day in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;

/// The limits of the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The maximum age of an entry, in milliseconds. At least two readings of the clock must agree on the age.
    pub age: u64,
    /// The maximum size of all objects, in bytes. Beyond it, the oldest entries are deleted.
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
    /// True if a day has passed since the last pruning, or the store is too large.
    pub(super) fn is_due(self, upkeep: Upkeep, now: u64) -> bool {
        now.abs_diff(upkeep.swept) >= DAY || upkeep.stored > self.size
    }
}

/// The result of pruning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// The number of deleted entries.
    pub entries: usize,
    /// The number of the newest deleted entry.
    pub last: Option<u64>,
    /// The number of deleted objects.
    pub objects: usize,
    /// The size of the deleted objects, in bytes.
    pub bytes: u64,
}

/// Deletes the entries and objects beyond `bounds` from the journal in `directory`.
///
/// The lock is held until the end, so no new entry can refer to an object that is being deleted.
pub(super) fn prune(
    directory: &PrivateDir,
    bounds: Bounds,
    now: u64,
) -> Result<Pruned, Unavailable> {
    let mut history = LockedHistory::open_if_free(directory)?;
    let ages = Ages::read(directory, &history, now)?;
    object::drop_unfinished(directory)?;
    let stored = StoredObjects::list(directory)?;
    let newest_aged = ages.newest_aged(bounds.age);
    let mut retention = Retention::new(directory, bounds, newest_aged, &stored);
    retention.last = history.numbering()?.0;
    let mut lines = history.lines()?;
    while let Some(text) = lines
        .next_line()
        .map_err(|error| directory.fault(HISTORY, error))?
    {
        retention.add_line(text);
    }
    drop(lines);
    let mut pruned = stored.sweep(directory, &retention.referenced)?;
    pruned.entries = retention.dropped_count;
    pruned.last = retention.last_dropped;
    let last = retention.last_line(now);
    if retention.dropped_count == 0 {
        history.append(&last)?;
    } else {
        retention.replace_history(&last)?;
    }
    Ok(pruned)
}

/// The times of all entries, and the current time, in milliseconds since 1970 (UTC).
struct Ages {
    /// Newest first.
    entries: Vec<EntryTime>,
    now: u64,
}

/// The time that an entry states.
struct EntryTime {
    id: u64,
    time: u64,
}

impl Ages {
    fn read(
        directory: &PrivateDir,
        history: &LockedHistory<'_>,
        now: u64,
    ) -> Result<Self, Unavailable> {
        let mut entries = Vec::new();
        let mut lines = history.lines()?;
        while let Some(text) = lines
            .next_line()
            .map_err(|error| directory.fault(HISTORY, error))?
        {
            if let Some(HistoryLine::Entry(entry)) = HistoryLine::decode(&text) {
                entries.push(EntryTime {
                    id: entry.id,
                    time: entry.time,
                });
            }
        }
        Ok(Self { entries, now })
    }

    /// The newest entry to delete for its age. All older entries are deleted too.
    fn newest_aged(&self, age: u64) -> Option<u64> {
        let mut newest = None;
        for (entry, age) in self.entries.iter().zip(self.classify(age)).rev() {
            match age {
                EntryAge::Old => newest = Some(entry.id),
                EntryAge::Ahead => {}
                EntryAge::Recent => break,
            }
        }
        newest
    }

    /// The age of each entry, newest first. An old entry is older than `age`, measured from the time of a later
    /// entry. An even later entry or the clock must confirm that time, with a time at least a day later. An entry of
    /// the last day is never old.
    fn classify(&self, age: u64) -> Vec<EntryAge> {
        // The latest time of newer entries and the clock, and the latest of these times that an even later time
        // confirms.
        let mut latest = self.now;
        let mut confirmed = 0;
        let mut ages = Vec::with_capacity(self.entries.len());
        for &EntryTime { time, .. } in &self.entries {
            let is_newest = ages.is_empty();
            let is_old = time.saturating_add(age) <= confirmed;
            ages.push(if is_old && time.saturating_add(DAY) <= self.now {
                EntryAge::Old
            } else if !is_newest && self.now < time && latest <= time {
                EntryAge::Ahead
            } else {
                EntryAge::Recent
            });
            if time.saturating_add(DAY) <= latest {
                confirmed = confirmed.max(time);
            }
            latest = latest.max(time);
        }
        ages
    }
}

/// The age of an entry.
enum EntryAge {
    Old,
    /// The time is later than the clock, and not before any newer entry. The clock was wrong then, so the entry is
    /// deleted together with its neighbors.
    Ahead,
    Recent,
}

/// The objects and bundles of a journal.
struct StoredObjects {
    objects: HashMap<ObjectId, StoredObject>,
    bundled: BundledTexts,
}

struct StoredObject {
    /// The name of the file.
    name: String,
    /// The size in bytes.
    size: u64,
}

impl StoredObjects {
    fn list(directory: &PrivateDir) -> Result<Self, Unavailable> {
        let mut stored = Self {
            objects: HashMap::new(),
            bundled: BundledTexts::default(),
        };
        let Some(objects) = directory.enter(OBJECTS)? else {
            return Ok(stored);
        };
        let names = objects.names();
        for name in names.map_err(|error| directory.fault(OBJECTS, error))? {
            let digits = name.strip_suffix(bundle::SUFFIX).unwrap_or(&name);
            let Ok(hash) = blake3::Hash::from_hex(digits) else {
                continue;
            };
            let stat = match statat(&objects.fd, &name, AtFlags::SYMLINK_NOFOLLOW) {
                Ok(stat) => stat,
                Err(Errno::NOENT) => continue,
                Err(error) => return Err(objects.fault(&name, error)),
            };
            let size = stat.st_size.unsigned_abs();
            let id = ObjectId(*hash.as_bytes());
            stored.objects.insert(id, StoredObject { name, size });
        }
        // After the names, because another process may be renaming a bundle: the texts of every listed bundle are known.
        stored.bundled = BundledTexts::read(directory)?;
        Ok(stored)
    }

    /// Removes the objects that are not `referenced`. No process is writing such an object, because the line of an
    /// entry is written before its objects.
    fn sweep(
        &self,
        directory: &PrivateDir,
        referenced: &HashSet<ObjectId>,
    ) -> Result<Pruned, Unavailable> {
        let mut pruned = Pruned::default();
        let Some(objects) = directory.enter(OBJECTS)? else {
            return Ok(pruned);
        };
        for (id, StoredObject { name, size }) in &self.objects {
            if referenced.contains(id) {
                continue;
            }
            match unlinkat(&objects.fd, name, AtFlags::empty()) {
                Ok(()) => {
                    pruned.objects += 1;
                    pruned.bytes += size;
                }
                Err(Errno::NOENT) => {}
                Err(error) => return Err(objects.fault(name, error)),
            }
        }
        Ok(pruned)
    }

    fn total(&self) -> u64 {
        self.objects.values().map(|object| object.size).sum()
    }

    /// The object of the text `id`, or the bundle that contains the text.
    fn object_of_text(&self, id: ObjectId) -> ObjectId {
        if self.objects.contains_key(&id) {
            return id;
        }
        self.bundled.bundle_of(id).unwrap_or(id)
    }
}

/// Decides which lines are kept, from the newest to the oldest.
struct Retention<'a> {
    directory: &'a PrivateDir,
    stored: &'a StoredObjects,
    /// The newest entry to delete for its age.
    newest_aged: Option<u64>,
    /// The maximum size of the objects of all kept entries, in bytes.
    budget: u64,
    /// True after the budget is used up. All older entries are deleted then.
    is_full: bool,
    /// The size of the objects in `referenced`, in bytes.
    used_size: u64,
    referenced: HashSet<ObjectId>,
    /// The lines to keep, newest first.
    lines: Vec<Vec<u8>>,
    /// Read marks and void lines, which are kept if an older entry is.
    pending_lines: Vec<Vec<u8>>,
    /// The ends of entries that have not been read yet, because entries precede their ends in the file.
    end_lines: HashMap<u64, EndLine>,
    /// The tasks that read a whole file later, with the file.
    whole_reads: HashSet<(String, PathBuf)>,
    /// The highest number.
    last: u64,
    dropped_count: usize,
    last_dropped: Option<u64>,
    kept_count: usize,
}

/// A line about the end of an entry.
enum EndLine {
    Done(Vec<u8>),
    Void(Vec<u8>),
}

impl<'a> Retention<'a> {
    fn new(
        directory: &'a PrivateDir,
        bounds: Bounds,
        newest_aged: Option<u64>,
        stored: &'a StoredObjects,
    ) -> Self {
        let is_too_large = stored.total() > bounds.size;
        Self {
            directory,
            stored,
            newest_aged,
            budget: if is_too_large {
                // Less than the limit, so that pruning is not due again at once.
                bounds.size / 4 * 3
            } else {
                bounds.size
            },
            used_size: 0,
            referenced: HashSet::new(),
            lines: Vec::new(),
            pending_lines: Vec::new(),
            is_full: false,
            end_lines: HashMap::new(),
            whole_reads: HashSet::new(),
            last: 0,
            dropped_count: 0,
            last_dropped: None,
            kept_count: 0,
        }
    }

    fn add_line(&mut self, text: Vec<u8>) {
        match HistoryLine::decode(&text) {
            Some(HistoryLine::Entry(entry)) => self.add_entry(entry, text),
            Some(HistoryLine::Done(id)) => {
                self.end_lines.insert(id, EndLine::Done(text));
            }
            Some(HistoryLine::Void(id)) => {
                self.end_lines.insert(id, EndLine::Void(text));
            }
            Some(HistoryLine::Read(mark)) => {
                // A later reading of the whole file makes this one redundant.
                let reader = (mark.task, mark.path);
                if !self.whole_reads.contains(&reader) {
                    self.pending_lines.push(text);
                }
                if mark.parts.is_none() {
                    self.whole_reads.insert(reader);
                }
            }
            Some(HistoryLine::Last { last, .. }) => self.last = self.last.max(last),
            None => {}
        }
    }

    /// Keeps the entry unless it is too old, or the budget is used up. The newest entry is always kept.
    fn add_entry(&mut self, entry: EntryLine, text: Vec<u8>) {
        self.last = self.last.max(entry.id);
        let done = match self.end_lines.remove(&entry.id) {
            Some(EndLine::Void(void)) => {
                // The line shows that the number is not lost.
                self.pending_lines.push(void);
                return;
            }
            Some(EndLine::Done(done)) => Some(done),
            None => None,
        };
        let is_newest = self.kept_count == 0;
        let id = entry.id;
        if self.is_full || (self.newest_aged.is_some_and(|aged| id <= aged) && !is_newest) {
            self.drop_entry(id);
            return;
        }
        let objects = self.referenced_objects(entry);
        let size: u64 = objects
            .iter()
            .filter(|id| !self.referenced.contains(id))
            .filter_map(|id| self.stored.objects.get(id))
            .map(|object| object.size)
            .sum();
        if self.used_size + size > self.budget && !is_newest {
            self.is_full = true;
            self.drop_entry(id);
            return;
        }
        self.used_size += size;
        self.kept_count += 1;
        self.referenced.extend(objects);
        self.lines.append(&mut self.pending_lines);
        self.lines.extend(done);
        self.lines.push(text);
    }

    fn drop_entry(&mut self, id: u64) {
        self.dropped_count += 1;
        self.last_dropped = self.last_dropped.max(Some(id));
    }

    fn referenced_objects(&self, entry: EntryLine) -> HashSet<ObjectId> {
        let mut objects = HashSet::new();
        if let FileList::List(id) = entry.files {
            objects.insert(id);
        }
        let is_edit = entry.kind == Deed::Edit;
        let object_of = |text: Fingerprint| self.stored.object_of_text(ObjectId(text.hash));
        for note in read_files(self.directory, entry.files).unwrap_or_default() {
            objects.extend(object_of_changes(&note));
            objects.extend(note.after.map(object_of));
            if !is_edit {
                // The text after an undo is derived from the text before it.
                objects.extend(note.before.map(object_of));
            }
        }
        objects
    }

    /// The line with the last number, from which the next entry continues.
    fn last_line(&self, now: u64) -> HistoryLine {
        HistoryLine::Last {
            last: self.last,
            upkeep: Upkeep {
                stored: self.used_size,
                swept: now,
            },
        }
    }

    /// Replaces the history with the kept lines and `last`.
    fn replace_history(&self, last: &HistoryLine) -> Result<(), Unavailable> {
        let last_line = last
            .encode()
            .map_err(|error| Unavailable::failed(self.directory.path.join(NEW_HISTORY), error))?;
        let mut text = Vec::new();
        for line in self.lines.iter().rev() {
            text.extend_from_slice(line);
            text.push(b'\n');
        }
        text.extend_from_slice(&last_line);
        self.write_history(&text)
            .map_err(|error| self.directory.fault(NEW_HISTORY, error))
    }

    fn write_history(&self, text: &[u8]) -> Result<(), Errno> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC;
        let file = self.directory.file(NEW_HISTORY, flags)?;
        object::write_all(&file, text)?;
        // This replaces the whole history, so it must be durable, and happens at most once a day.
        fsync(&file)?;
        let directory = &self.directory.fd;
        renameat(directory, NEW_HISTORY, directory, HISTORY)
    }
}

fn object_of_changes(note: &FileNote) -> Option<ObjectId> {
    match note.changes {
        KeptChanges::Stored(stored) => Some(stored.object),
        KeptChanges::Loaded(_) | KeptChanges::Missing(_) => None,
    }
}
