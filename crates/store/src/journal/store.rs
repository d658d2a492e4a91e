//! The journal as its users see it: note an intent, say how it ended, ask what happened.
//!
//! A transaction is noted *before* it is committed; afterwards one more line says that it happened (or
//! not). If the process ends in between, the fingerprints tell. Unless the caller wants it synced, the newest
//! lines may be gone or torn after a power cut; the rest is whole.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::entry::{Entry, KeptChanges, ObjectId, ReadMark};
use super::gaps::Gaps;
use super::line::{EntryLine, HistoryLine, Upkeep};
use super::line_file::{self, Backwards, HISTORY, LockedHistory};
use super::milestone::Milestone;
use super::name_tracker::NameTracker;
use super::object::{self, ChangeReader, OBJECTS, ObjectWriter, files};
use super::prepare::TakenBack;
use super::prepare::{NewEntry, Prepared, TextAfter, prepare};
use super::prune::{self, Bounds, Pruned};
use super::secret::{self, Secrets};
use super::state_directory::{PrivateDir, StateBase, WorkspaceRoot};
use super::{Unavailable, WhyUnavailable};

use crate::error::NotKept;
use crate::snapshot::Fingerprint;
use crate::threads;

/// Texts that a thread packs, or writes, at a time.
const SHARE: usize = 64;

/// The journal of one workspace.
#[derive(Debug)]
pub struct JournalStore {
    pub(super) directory: PrivateDir,
}

/// The state of a note after a power cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// It may be gone.
    Lazy,
    /// It is there and can be undone.
    Synced,
}

/// The outcome of noting a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The entry's number.
    pub id: u64,
    /// Files whose texts are not stored, and why: they cannot be undone.
    pub omitted: Vec<(PathBuf, NotKept)>,
    upkeep: Upkeep,
}

/// Something in the history.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A transaction, its change sets as far as they stand in the line: see [`JournalStore::load`].
    Entry(Entry),
    /// A task read a file.
    Read(ReadMark),
}

impl JournalStore {
    /// The journal of `root`, if there is one. Makes and writes nothing.
    ///
    /// # Errors
    /// When its directory cannot be trusted or opened.
    pub fn find(base: &StateBase, root: &WorkspaceRoot) -> Result<Option<Self>, Unavailable> {
        Ok(PrivateDir::open(base, root)?.map(|directory| Self { directory }))
    }

    /// The journal of `root`, to be written: its directory is made if need be.
    ///
    /// # Errors
    /// When its directory cannot be trusted, opened or made.
    pub fn open(base: &StateBase, root: &WorkspaceRoot) -> Result<Self, Unavailable> {
        let directory = PrivateDir::open_or_make(base, root)?;
        Ok(Self { directory })
    }

    /// The directory of the journal.
    #[cfg(test)]
    pub fn path(&self) -> &Path {
        &self.directory.path
    }

    /// Notes that `entry` is about to be committed.
    ///
    /// # Errors
    /// As [`Self::note_prepared`].
    #[cfg(test)]
    pub fn note(&self, entry: &NewEntry<'_>) -> Result<Receipt, Unavailable> {
        self.note_prepared(self.prepare(entry)?, Durability::Lazy)
    }

    /// Works out what is to be written of `entry`, which takes the longest.
    ///
    /// # Errors
    /// When it cannot be encoded.
    pub fn prepare<'a>(&self, entry: &NewEntry<'a>) -> Result<Prepared<'a>, Unavailable> {
        let secrets = Secrets::read(&self.directory)?;
        let mut taken_back = TakenBack::read(&self.directory, entry.kind.takes_back())?;
        let mut prepared =
            prepare(entry, &secrets, &mut taken_back).map_err(|error| self.encoding(&error))?;
        // Many files of one content have one text.
        prepared.texts.sort_unstable_by_key(|text| text.id.0);
        prepared.texts.dedup_by_key(|text| text.id.0);
        // Undoing needs no text; what memory does not hold is gone without.
        let pack = |text: &TextAfter<'_>| {
            let is_stored = object::is_stored(&self.directory, text.id);
            (!is_stored).then(|| text.pack().ok()).flatten()
        };
        let packed = threads::map(&prepared.texts, SHARE, |_| {}, pack);
        for (text, packed) in prepared.texts.iter_mut().zip(packed) {
            text.keep(packed);
        }
        Ok(prepared)
    }

    /// Notes that what was `prepared` is about to be committed.
    ///
    /// # Errors
    /// When it cannot be noted, or not its change sets: the transaction may go on, but cannot be undone.
    pub fn note_prepared(
        &self,
        mut prepared: Prepared<'_>,
        durability: Durability,
    ) -> Result<Receipt, Unavailable> {
        let mut history = LockedHistory::open(&self.directory)?;
        let fresh = Upkeep {
            stored: 0,
            swept: prepared.line.time,
        };
        let (last, upkeep) = history.numbering()?;
        let upkeep = upkeep.unwrap_or(fresh);
        prepared.line.id = last + 1;
        prepared.line.upkeep = Upkeep {
            stored: upkeep.stored + prepared.size(),
            ..upkeep
        };
        let receipt = Receipt {
            id: prepared.line.id,
            omitted: prepared.omitted,
            upkeep: prepared.line.upkeep,
        };
        secret::learn(&self.directory, &prepared.secrets)?;
        history.append(&HistoryLine::Entry(prepared.line))?;
        if durability == Durability::Synced {
            history.sync()?;
        }
        // Objects follow the line that names them: whoever drops unnamed ones holds the lock.
        drop(history);
        let mut writer = ObjectWriter::below(&self.directory);
        for packed in &prepared.objects {
            writer.put(packed)?;
        }
        if durability == Durability::Synced {
            object::sync(&self.directory, &prepared.objects)?;
            self.directory.sync()?;
        }
        // Undoing needs no text: without it only foreign changes cannot be bridged.
        let shares: Vec<_> = prepared.texts.chunks(SHARE).collect();
        let put = |share: &&[TextAfter<'_>]| {
            let _ = self.put_texts(share);
        };
        threads::map(&shares, 1, |_| {}, put);
        Ok(receipt)
    }

    fn put_texts(&self, texts: &[TextAfter<'_>]) -> Result<(), Unavailable> {
        let mut writer = ObjectWriter::below(&self.directory);
        for text in texts {
            match text.packed() {
                Some(packed) => writer.put(packed)?,
                // It was stored before, and may have been dropped meanwhile.
                None if !object::is_stored(&self.directory, text.id) => {
                    let packed = text.pack();
                    writer.put(&packed.map_err(|error| Unavailable::system(OBJECTS, error))?)?;
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Notes that transaction `id` was committed.
    ///
    /// # Errors
    /// When that cannot be written; the files tell then.
    pub fn note_done(&self, id: u64) -> Result<(), Unavailable> {
        LockedHistory::open(&self.directory)?.append(&HistoryLine::Done(id))
    }

    /// Notes that nothing was written of transaction `id`.
    ///
    /// # Errors
    /// As [`Self::note_done`].
    pub fn note_void(&self, id: u64) -> Result<(), Unavailable> {
        LockedHistory::open(&self.directory)?.append(&HistoryLine::Void(id))
    }

    /// Notes that a task has read a file.
    ///
    /// # Errors
    /// When that cannot be written.
    pub fn mark_read(&self, mark: ReadMark) -> Result<(), Unavailable> {
        LockedHistory::open(&self.directory)?.append(&HistoryLine::Read(mark))
    }

    /// The number of the newest entry that is not void.
    ///
    /// # Errors
    /// When the history cannot be read.
    pub fn newest(&self) -> Result<Option<u64>, Unavailable> {
        let mut events = self.events()?;
        while let Some(line) = events.next_line()? {
            match HistoryLine::decode(&line) {
                Some(HistoryLine::Void(id)) => {
                    events.settled.insert(id, false);
                }
                Some(HistoryLine::Entry(entry)) if !events.settled.contains_key(&entry.id) => {
                    return Ok(Some(entry.id));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// The events, newest first.
    ///
    /// # Errors
    /// When the history cannot be read.
    pub fn events(&self) -> Result<Events<'_>, Unavailable> {
        self.events_in(None)
    }

    /// The events of the file now at `path`, newest first; before a move, under its former name.
    ///
    /// # Errors
    /// When the history cannot be read.
    pub fn events_of(&self, path: &Path) -> Result<Events<'_>, Unavailable> {
        self.events_in(Some(FileScope::new(NameTracker::new(path))))
    }

    fn events_in(&self, scope: Option<FileScope>) -> Result<Events<'_>, Unavailable> {
        let lines = line_file::read(&self.directory)?;
        let mut gaps = Gaps::default();
        if let Some(lines) = &lines {
            gaps.read(lines.torn());
        }
        Ok(Events {
            directory: &self.directory,
            lines,
            gaps,
            scope,
            passed: None,
            settled: HashMap::new(),
        })
    }

    /// Takes `milestone` to the end of the history; the events that were added, oldest first. `None` where they cannot be
    /// told alone: it was replaced meanwhile, something in it is lost, a transaction has not ended.
    pub fn added_since(&self, milestone: &mut Milestone) -> Option<Vec<Event>> {
        milestone.pass_on(&self.directory)
    }

    /// Brings the stored change sets of `entry` into it; what is gone or damaged becomes [`KeptChanges::Missing`].
    pub fn load(&self, entry: &mut Entry) {
        let mut reader = ChangeReader::below(&self.directory);
        for note in &mut entry.files {
            if let KeptChanges::Stored(stored) = note.changes {
                let changes = reader.read(note, stored);
                note.changes =
                    changes.map_or(KeptChanges::Missing(NotKept::Lost), KeptChanges::Here);
            }
        }
    }

    /// Whether `object` is stored.
    pub fn holds(&self, object: ObjectId) -> bool {
        object::is_stored(&self.directory, object)
    }

    /// The text with `fingerprint`, if it is stored and whole.
    pub fn text(&self, fingerprint: &Fingerprint) -> Option<Bytes> {
        object::content(&self.directory, ObjectId(fingerprint.hash)).map(Bytes::from)
    }

    /// Drops what is too old or too much, if that is due: after a day, or when the store has grown over
    /// its bound. Does nothing while others are at it. `now` is in milliseconds since 1970 (UTC).
    ///
    /// # Errors
    /// When something cannot be read, written or removed.
    pub fn tidy(&self, receipt: &Receipt, now: u64) -> Result<Pruned, Unavailable> {
        let bounds = Bounds::default();
        if bounds.is_due(receipt.upkeep, now) {
            prune::prune(&self.directory, bounds, now)
        } else {
            Ok(Pruned::default())
        }
    }

    /// Removes what writers left that died in the middle of it. Texts of the living are locked.
    ///
    /// # Errors
    /// When a directory cannot be read or trusted.
    pub fn drop_unfinished(&self) -> Result<(), Unavailable> {
        object::drop_unfinished(&self.directory)
    }

    /// Drops what is beyond `bounds`. `now` is in milliseconds since 1970 (UTC).
    ///
    /// # Errors
    /// When something cannot be read, written or removed, or the history is locked.
    pub fn prune(&self, bounds: Bounds, now: u64) -> Result<Pruned, Unavailable> {
        prune::prune(&self.directory, bounds, now)
    }

    fn encoding(&self, error: &serde_json::Error) -> Unavailable {
        let why = WhyUnavailable::System(error.to_string());
        Unavailable::new(self.directory.path.join(HISTORY), why)
    }
}

/// The events, newest first; see [`JournalStore::events`]. Void transactions are left out.
#[derive(Debug)]
pub struct Events<'a> {
    directory: &'a PrivateDir,
    lines: Option<Backwards<OwnedFd>>,
    /// The entries that are lost, as far as the reader has come.
    gaps: Gaps,
    /// The file that the lines of interest are about; `None` for all lines.
    scope: Option<FileScope>,
    /// The scope that the last event was of, where older ones are of another.
    passed: Option<FileScope>,
    /// Whether it was committed, by transaction.
    settled: HashMap<u64, bool>,
}

/// One file, at the place in the history that the reader has come to.
#[derive(Clone, Debug)]
struct FileScope {
    tracker: NameTracker,
    /// The bytes that every line about it contains.
    needle: Vec<u8>,
}

impl FileScope {
    fn new(tracker: NameTracker) -> Self {
        #[derive(serde::Serialize)]
        struct Quoted<'a>(#[serde(with = "crate::text::wire::path")] &'a Path);
        let needle = serde_json::to_vec(&Quoted(tracker.name())).unwrap_or_default();
        Self { tracker, needle }
    }

    /// Whether a line, not yet understood, may be about the file. Those whose files stand in an object
    /// may.
    fn may_be_about(&self, line: &[u8]) -> bool {
        const LISTED: &[u8] = b"\"list\":\"";
        let is_numbered = line.starts_with(b"{\"id\"") || line.starts_with(b"{\"read\"");
        let contains = |needle| memchr::memmem::find(line, needle).is_some();
        !is_numbered || contains(&self.needle[..]) || contains(LISTED)
    }

    /// Whether `event` is about the file, and the scope that older events are of.
    fn pass(&self, event: &Event) -> (bool, Option<Self>) {
        let mut tracker = self.tracker.clone();
        match event {
            Event::Read(mark) => (tracker.is_there() && mark.path == tracker.name(), None),
            Event::Entry(entry) => {
                let is_about = entry.mentions(tracker.name()) && tracker.reaches(entry);
                let older = (is_about && tracker.note(entry).is_some()).then(|| Self::new(tracker));
                (is_about, older)
            }
        }
    }
}

impl Events<'_> {
    /// The numbers of entries that cannot be read among those read so far, newest first. What they were about is
    /// not known.
    pub fn lost(&self) -> &[RangeInclusive<u64>] {
        self.gaps.found()
    }

    /// The same, with those that were pruned.
    pub fn gone(&self) -> Vec<RangeInclusive<u64>> {
        self.gaps.gone()
    }

    /// The end of the history, if nothing in it is lost as far as it was read.
    pub fn milestone(&self) -> Option<Milestone> {
        let lines = self.lines.as_ref()?;
        let newest = self.gaps.newest_of_all()?;
        Milestone::at_end_of(lines, newest).filter(|_| lines.torn().is_empty())
    }

    /// Takes note that the last event never happened: the file did not become another by it.
    pub fn never_happened(&mut self) {
        if let Some(scope) = self.passed.take() {
            self.scope = Some(scope);
        }
    }

    fn next_event(&mut self) -> Result<Option<Event>, Unavailable> {
        while let Some(line) = self.next_line()? {
            let event = match HistoryLine::decode(&line) {
                Some(HistoryLine::Entry(entry)) => self.entry(entry),
                Some(HistoryLine::Read(mark)) => Some(Event::Read(mark)),
                Some(HistoryLine::Done(id)) => self.note_settlement(id, true),
                Some(HistoryLine::Void(id)) => self.note_settlement(id, false),
                Some(HistoryLine::Last { .. }) | None => None,
            };
            let Some(event) = event else {
                continue;
            };
            let Some(file) = &mut self.scope else {
                return Ok(Some(event));
            };
            let (is_about, older) = file.pass(&event);
            if is_about {
                self.passed = older.map(|older| std::mem::replace(file, older));
                return Ok(Some(event));
            }
        }
        Ok(None)
    }

    fn next_line(&mut self) -> Result<Option<Vec<u8>>, Unavailable> {
        let Some(lines) = &mut self.lines else {
            return Ok(None);
        };
        loop {
            let line = lines
                .next_line()
                .map_err(|error| self.directory.fault(HISTORY, error))?;
            match &line {
                Some(text) => self.gaps.read(text),
                None => self.gaps.end(),
            }
            match (&line, &self.scope) {
                (Some(text), Some(file)) if !file.may_be_about(text) => {}
                _ => return Ok(line),
            }
        }
    }

    fn note_settlement(&mut self, id: u64, is_committed: bool) -> Option<Event> {
        self.settled.insert(id, is_committed);
        None
    }

    fn entry(&mut self, line: EntryLine) -> Option<Event> {
        let settlement = self.settled.remove(&line.id);
        if settlement == Some(false) {
            return None;
        }
        let entry = entry_of(line, self.directory, settlement.is_some());
        Some(Event::Entry(entry))
    }
}

/// The entry that `line` and the list of its files, if it is there, make.
pub(super) fn entry_of(line: EntryLine, directory: &PrivateDir, is_committed: bool) -> Entry {
    let files = files(directory, line.files);
    Entry {
        id: line.id,
        time: line.time,
        task: line.task,
        command: line.command,
        kind: line.kind,
        made: line.made,
        is_undisputed: line.is_undisputed,
        is_whole: files.is_some(),
        files: files.unwrap_or_default(),
        is_committed,
    }
}

impl Iterator for Events<'_> {
    type Item = Result<Event, Unavailable>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_event().transpose()
    }
}
