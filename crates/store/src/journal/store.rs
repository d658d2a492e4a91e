//! The public interface of the journal: record a transaction and its outcome, and read the history.
//!
//! A transaction is recorded *before* the commit. Afterwards, another line records its outcome. If the process ends
//! in between, the fingerprints of the files show the outcome. Unless the caller asks for a sync, a power cut may
//! lose or tear the newest lines. All other lines stay intact.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use bytes::Bytes;

use super::Unavailable;
use super::bundle::{Bundle, BundledTexts};
use super::entry::{Entry, FileNote, KeptChanges, ObjectId, ReadMark};
use super::history_end::HistoryEnd;
use super::line::{EntryLine, FileList, HistoryLine, Upkeep};
use super::line_file::{self, Backwards, HISTORY, LockedHistory};
use super::lost_entries::LostEntries;
use super::name_tracker::NameTracker;
use super::object::{self, ChangeReader, OBJECTS, ObjectWriter, Packed, read_files};
use super::prepare::{FEW_FILES, NewEntry, Prepared, RevertedChanges, TextAfter, prepare};
use super::prune::{self, Bounds, Pruned};
use super::secret::{self, Secrets};
use super::state_directory::{PrivateDir, StateBase, WorkspaceRoot};

use crate::error::NotKept;
use crate::snapshot::Fingerprint;

/// The journal of one workspace.
#[derive(Debug)]
pub struct JournalStore {
    pub(super) directory: PrivateDir,
    /// Read at the first use.
    bundled: OnceLock<BundledTexts>,
    /// The last list that was read, because the histories of all its files need it.
    last_list: Mutex<Option<(ObjectId, Vec<FileNote>)>>,
}

/// The guarantee for an entry after a power cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// The entry may be lost.
    Lazy,
    /// The entry is kept, and can be undone.
    Synced,
}

/// The result of recording a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The number of the entry.
    pub id: u64,
    /// Files that cannot be undone, because their texts are not stored.
    pub omitted: Vec<(PathBuf, NotKept)>,
    upkeep: Upkeep,
}

/// An event of the history.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A transaction. Large change sets are not loaded yet: see [`JournalStore::load`].
    Entry(Entry),
    /// A task read a file.
    Read(ReadMark),
}

impl JournalStore {
    /// The journal of `root`, if it exists. Creates and writes nothing.
    ///
    /// # Errors
    /// If the directory cannot be trusted or opened.
    pub fn find(base: &StateBase, root: &WorkspaceRoot) -> Result<Option<Self>, Unavailable> {
        Ok(PrivateDir::open(base, root)?.map(Self::in_directory))
    }

    /// The journal of `root`, for writing. Creates its directory if it is missing.
    ///
    /// # Errors
    /// If the directory cannot be trusted, opened or created.
    pub fn open(base: &StateBase, root: &WorkspaceRoot) -> Result<Self, Unavailable> {
        Ok(Self::in_directory(PrivateDir::open_or_create(base, root)?))
    }

    fn in_directory(directory: PrivateDir) -> Self {
        Self {
            directory,
            bundled: OnceLock::new(),
            last_list: Mutex::new(None),
        }
    }

    /// The directory of the journal.
    #[cfg(test)]
    pub fn path(&self) -> &Path {
        &self.directory.path
    }

    /// Records that `entry` is about to be committed.
    ///
    /// # Errors
    /// See [`Self::note_prepared`].
    #[cfg(test)]
    pub fn note(&self, entry: &NewEntry<'_>) -> Result<Receipt, Unavailable> {
        self.note_prepared(self.prepare(entry)?, Durability::Lazy)
    }

    /// Prepares `entry` for recording: encodes and compresses all content, which takes the most time.
    ///
    /// # Errors
    /// If the entry cannot be encoded.
    pub fn prepare<'a>(&self, entry: &NewEntry<'a>) -> Result<Prepared<'a>, Unavailable> {
        let secrets = Secrets::read(&self.directory)?;
        let mut reverted = RevertedChanges::new(self, entry.kind.takes_back());
        let mut prepared = prepare(entry, &secrets, &mut reverted)
            .map_err(|error| Unavailable::failed(self.directory.path.join(HISTORY), error))?;
        // Files with the same content share an object.
        prepared.texts.sort_unstable_by_key(|text| text.id.0);
        prepared.texts.dedup_by_key(|text| text.id.0);
        if prepared.texts.len() > FEW_FILES {
            prepared.bundle = Bundle::new(&prepared.texts);
            prepared.texts.clear();
        }
        for text in &mut prepared.texts {
            text.packed = self.pack_missing(text);
        }
        Ok(prepared)
    }

    /// Packs `text` if it is not stored. An undo works without it, so a lack of memory is not an error.
    fn pack_missing(&self, text: &TextAfter<'_>) -> Option<Packed> {
        if object::is_stored(&self.directory, text.id) {
            return None;
        }
        text.pack().ok()
    }

    /// Records that the `prepared` transaction is about to be committed.
    ///
    /// # Errors
    /// If the entry or its change sets cannot be written. The transaction may continue, but cannot be undone.
    pub fn note_prepared(
        &self,
        prepared: Prepared<'_>,
        durability: Durability,
    ) -> Result<Receipt, Unavailable> {
        let size = prepared.size();
        let (id, upkeep) = self.append_entry(prepared.line, size, &prepared.secrets, durability)?;
        // Objects are written after the line that refers to them, because pruning deletes unreferenced objects under
        // the lock.
        let mut writer = ObjectWriter::new(&self.directory);
        for packed in &prepared.objects {
            writer.put(packed)?;
        }
        if durability == Durability::Synced {
            object::sync(&self.directory, &prepared.objects)?;
            self.directory.sync()?;
        }
        // An undo needs the texts only if another program changes a file later, so errors are ignored.
        let _ = self.put_texts(&prepared.texts);
        if let Some(bundle) = &prepared.bundle {
            let _ = bundle.write(&self.directory);
        }
        Ok(Receipt {
            id,
            omitted: prepared.omitted,
            upkeep,
        })
    }

    /// Appends `line` and the lines `secrets` about private files under the lock. `size` is the size of the entry's
    /// objects in bytes. Returns the number and the totals of the entry.
    fn append_entry(
        &self,
        mut line: EntryLine,
        size: u64,
        secrets: &str,
        durability: Durability,
    ) -> Result<(u64, Upkeep), Unavailable> {
        let mut history = LockedHistory::open(&self.directory)?;
        let (last, last_upkeep) = history.numbering()?;
        let mut upkeep = last_upkeep.unwrap_or(Upkeep {
            stored: 0,
            swept: line.time,
        });
        upkeep.stored += size;
        line.id = last + 1;
        line.upkeep = upkeep;
        let id = line.id;
        secret::append(&self.directory, secrets)?;
        history.append(&HistoryLine::Entry(line))?;
        if durability == Durability::Synced {
            history.sync()?;
        }
        Ok((id, upkeep))
    }

    fn put_texts(&self, texts: &[TextAfter<'_>]) -> Result<(), Unavailable> {
        let mut writer = ObjectWriter::new(&self.directory);
        for text in texts {
            match &text.packed {
                Some(packed) => writer.put(packed)?,
                // The text was already stored, but may have been pruned since.
                None if !object::is_stored(&self.directory, text.id) => {
                    let packed = text.pack();
                    writer.put(&packed.map_err(|error| Unavailable::system(OBJECTS, error))?)?;
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Records that transaction `id` was committed.
    ///
    /// # Errors
    /// If the record cannot be written. The fingerprints of the files still show the outcome.
    pub fn note_done(&self, id: u64) -> Result<(), Unavailable> {
        LockedHistory::open(&self.directory)?.append(&HistoryLine::Done(id))
    }

    /// Records that transaction `id` was rolled back.
    ///
    /// # Errors
    /// See [`Self::note_done`].
    pub fn note_void(&self, id: u64) -> Result<(), Unavailable> {
        LockedHistory::open(&self.directory)?.append(&HistoryLine::Void(id))
    }

    /// Records that a task has read a file.
    ///
    /// # Errors
    /// If the record cannot be written.
    pub fn mark_read(&self, mark: ReadMark) -> Result<(), Unavailable> {
        LockedHistory::open(&self.directory)?.append(&HistoryLine::Read(mark))
    }

    /// The number of the newest entry that was not rolled back.
    ///
    /// # Errors
    /// If the history cannot be read.
    pub fn newest(&self) -> Result<Option<u64>, Unavailable> {
        let mut events = self.events()?;
        while let Some(line) = events.next_line()? {
            match HistoryLine::decode(&line) {
                Some(HistoryLine::Void(id)) => {
                    events.outcomes.insert(id, false);
                }
                Some(HistoryLine::Entry(entry)) if !events.outcomes.contains_key(&entry.id) => {
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
    /// If the history cannot be read.
    pub fn events(&self) -> Result<Events<'_>, Unavailable> {
        self.events_in(None)
    }

    /// The events of the file that is now at `path`, newest first. Before a move, events under the former name.
    ///
    /// # Errors
    /// If the history cannot be read.
    pub fn events_of(&self, path: &Path) -> Result<Events<'_>, Unavailable> {
        self.events_in(Some(FileScope::new(NameTracker::new(path))))
    }

    fn events_in(&self, scope: Option<FileScope>) -> Result<Events<'_>, Unavailable> {
        let lines = line_file::read(&self.directory)?;
        let mut lost = LostEntries::default();
        if let Some(lines) = &lines {
            lost.add_line(lines.torn());
        }
        Ok(Events {
            store: self,
            lines,
            lost,
            scope,
            former_scope: None,
            outcomes: HashMap::new(),
        })
    }

    /// The events since `end`, oldest first. Moves `end` to the current end. `None` if the whole history has to be
    /// read again: it was pruned, a line is damaged, or a transaction has not ended.
    pub fn added_since(&self, end: &mut HistoryEnd) -> Option<Vec<Event>> {
        end.advance(&self.directory)
    }

    /// The notes of a line; `None` if its list is missing or damaged.
    fn files(&self, files: FileList) -> Option<Vec<FileNote>> {
        let FileList::List(id) = files else {
            return read_files(&self.directory, files);
        };
        let mut last_list = self
            .last_list
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if last_list.as_ref().is_none_or(|(last, _)| *last != id) {
            *last_list = Some((id, read_files(&self.directory, files)?));
        }
        last_list.as_ref().map(|(_, notes)| notes.clone())
    }

    /// Loads the stored change sets of `entry`. A missing or damaged change set becomes [`KeptChanges::Missing`].
    pub fn load(&self, entry: &mut Entry) {
        let mut reader = ChangeReader::new(&self.directory);
        for note in &mut entry.files {
            if let KeptChanges::Stored(stored) = note.changes {
                note.changes = match reader.read(note, stored) {
                    Some(changes) => KeptChanges::Loaded(changes),
                    None => KeptChanges::Missing(NotKept::Lost),
                };
            }
        }
    }

    /// True if `object` is stored.
    pub fn holds(&self, object: ObjectId) -> bool {
        object::is_stored(&self.directory, object)
    }

    /// The text with `fingerprint`; `None` if it is missing or damaged.
    pub fn text(&self, fingerprint: &Fingerprint) -> Option<Bytes> {
        let id = ObjectId(fingerprint.hash);
        let text = object::read_content(&self.directory, id)
            .or_else(|| self.bundled().text(&self.directory, id));
        text.map(Bytes::from)
    }

    /// True if the text `id` is stored.
    pub(super) fn holds_text(&self, id: ObjectId) -> bool {
        self.holds(id) || self.bundled().bundle_of(id).is_some()
    }

    fn bundled(&self) -> &BundledTexts {
        self.bundled
            .get_or_init(|| BundledTexts::read(&self.directory).unwrap_or_default())
    }

    /// Prunes the journal if a day has passed since the last pruning, or the journal is too large. `now` is in
    /// milliseconds since 1970 (UTC).
    ///
    /// # Errors
    /// If a file cannot be read, written or removed, or another process holds the lock of the history.
    pub fn tidy(&self, receipt: &Receipt, now: u64) -> Result<Pruned, Unavailable> {
        let bounds = Bounds::default();
        if bounds.is_due(receipt.upkeep, now) {
            prune::prune(&self.directory, bounds, now)
        } else {
            Ok(Pruned::default())
        }
    }

    /// Removes the temporary files of dead writers.
    ///
    /// # Errors
    /// If a directory cannot be read or trusted.
    pub fn drop_unfinished(&self) -> Result<(), Unavailable> {
        object::drop_unfinished(&self.directory)
    }

    /// Deletes the entries and objects beyond `bounds`. `now` is in milliseconds since 1970 (UTC).
    ///
    /// # Errors
    /// If a file cannot be read, written or removed, or another process holds the lock of the history.
    pub fn prune(&self, bounds: Bounds, now: u64) -> Result<Pruned, Unavailable> {
        prune::prune(&self.directory, bounds, now)
    }
}

/// The events of [`JournalStore::events`], newest first. Transactions that were rolled back are omitted.
#[derive(Debug)]
pub struct Events<'a> {
    store: &'a JournalStore,
    lines: Option<Backwards<OwnedFd>>,
    /// The lost entries among the lines that were read so far.
    lost: LostEntries,
    /// The file to report on; `None` for all files.
    scope: Option<FileScope>,
    /// The scope before the last event.
    former_scope: Option<FileScope>,
    /// The known outcomes of transactions: true if committed.
    outcomes: HashMap<u64, bool>,
}

/// A file at one point of the history.
#[derive(Clone, Debug)]
struct FileScope {
    tracker: NameTracker,
    /// The bytes that every line about the file contains.
    needle: Vec<u8>,
}

impl FileScope {
    fn new(tracker: NameTracker) -> Self {
        #[derive(serde::Serialize)]
        struct Quoted<'a>(#[serde(with = "crate::text::wire::path")] &'a Path);
        let needle = serde_json::to_vec(&Quoted(tracker.name())).unwrap_or_default();
        Self { tracker, needle }
    }

    /// False if `line`, which is not decoded yet, is certainly about other files.
    fn may_be_about(&self, line: &[u8]) -> bool {
        if !line.starts_with(b"{\"id\"") && !line.starts_with(b"{\"read\"") {
            return true;
        }
        // The line does not contain the files of a list.
        memchr::memmem::find(line, &self.needle).is_some()
            || memchr::memmem::find(line, b"\"list\":\"").is_some()
    }

    /// Moves the scope to the time before `event`. True if the event is about the file.
    fn move_before(&mut self, event: &Event) -> bool {
        match event {
            Event::Read(mark) => self.tracker.exists() && mark.path == self.tracker.name(),
            Event::Entry(entry) => {
                let mut tracker = self.tracker.clone();
                let is_mentioned = entry.mentions(tracker.name()) && tracker.existed_around(entry);
                if is_mentioned && tracker.move_before(entry).is_some() {
                    *self = Self::new(tracker);
                }
                is_mentioned
            }
        }
    }
}

impl Events<'_> {
    /// The numbers of unreadable entries among the lines read so far, newest first. They may have changed any file.
    pub fn lost(&self) -> &[RangeInclusive<u64>] {
        self.lost.ranges()
    }

    /// The numbers of unreadable and pruned entries.
    pub fn missing(&self) -> Vec<RangeInclusive<u64>> {
        self.lost.with_pruned()
    }

    /// The end of the history; `None` if the part that was read so far has lost entries.
    pub fn history_end(&self) -> Option<HistoryEnd> {
        let lines = self.lines.as_ref()?;
        let newest = self.lost.newest_if_complete()?;
        if !lines.torn().is_empty() {
            return None;
        }
        HistoryEnd::new(lines, newest)
    }

    /// Ignores the last event, because it was never committed: the file keeps its name before it.
    pub fn ignore_last(&mut self) {
        if let Some(scope) = self.former_scope.take() {
            self.scope = Some(scope);
        }
    }

    fn next_event(&mut self) -> Result<Option<Event>, Unavailable> {
        while let Some(line) = self.next_line()? {
            let event = match HistoryLine::decode(&line) {
                Some(HistoryLine::Entry(entry)) => {
                    let outcome = self.outcomes.remove(&entry.id);
                    if outcome == Some(false) {
                        continue;
                    }
                    let read_files = |files| self.store.files(files);
                    Event::Entry(entry_from_line(entry, read_files, outcome.is_some()))
                }
                Some(HistoryLine::Read(mark)) => Event::Read(mark),
                Some(HistoryLine::Done(id)) => {
                    self.outcomes.insert(id, true);
                    continue;
                }
                Some(HistoryLine::Void(id)) => {
                    self.outcomes.insert(id, false);
                    continue;
                }
                Some(HistoryLine::Last { .. }) | None => continue,
            };
            let Some(scope) = &mut self.scope else {
                return Ok(Some(event));
            };
            let former = scope.clone();
            if scope.move_before(&event) {
                self.former_scope = Some(former);
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
                .map_err(|error| self.store.directory.fault(HISTORY, error))?;
            let Some(text) = line else {
                self.lost.finish();
                return Ok(None);
            };
            self.lost.add_line(&text);
            if let Some(scope) = &self.scope
                && !scope.may_be_about(&text)
            {
                continue;
            }
            return Ok(Some(text));
        }
    }
}

/// The entry of `line`, whose files `read_files` returns.
pub(super) fn entry_from_line(
    line: EntryLine,
    read_files: impl FnOnce(FileList) -> Option<Vec<FileNote>>,
    is_committed: bool,
) -> Entry {
    let files = read_files(line.files);
    Entry {
        id: line.id,
        time: line.time,
        task: line.task,
        command: line.command,
        kind: line.kind,
        made: line.made,
        saw_all_lines: line.saw_all_lines,
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
