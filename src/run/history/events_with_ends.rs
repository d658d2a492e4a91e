//! The events of the journal. For transactions without a recorded end, the files show whether they were committed.
//!
//! A process may die before its commit, or after its commit and before it records it. The next transaction of a file
//! recorded the content that it found. For the latest transaction, the current content is used. If this is the
//! content after the transaction, the transaction was committed. If it is the content before, the transaction is
//! omitted. Otherwise its end remains unknown.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use super::workspace_journal::WorkspaceJournal;
use crate::change::TransitionKind;
use crate::disk::{Disk, Reach};
use crate::journal::{Entry, Event, Events, FileNote, HistoryEnd, Unavailable};
use crate::request::Limits;
use crate::snapshot::Fingerprint;

/// The fingerprint of the content at a name; `None` if there is no file.
type Content = Option<Fingerprint>;

/// The events, newest first. Omits transactions that were never committed.
pub struct SettledEvents<'l> {
    events: Events<'l>,
    /// The file whose later transactions are all read, by its name at that time; `None` if all transactions are read.
    file_name: Option<PathBuf>,
    /// The content that the next transaction found, for each name.
    found_later: HashMap<PathBuf, Content>,
    current_files: CurrentFiles<'l>,
    /// True if the end of a transaction was not recorded.
    has_open_transaction: bool,
}

/// The current files, opened on demand.
struct CurrentFiles<'l> {
    root: &'l Path,
    disk: Option<Disk>,
}

/// The content of a name before and after a transaction.
#[derive(Clone, Copy, Default)]
struct NameStates {
    before: Content,
    after: Content,
}

/// The state of a transaction according to the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Evidence {
    Happened,
    Never,
    Unknown,
}

impl WorkspaceJournal {
    /// All events.
    ///
    /// # Errors
    /// If the journal cannot be read.
    pub fn settled(&self) -> Result<SettledEvents<'_>, Unavailable> {
        Ok(SettledEvents::new(self, self.store.events()?, None))
    }

    /// The events of the file that is now at `name`, and of its former names.
    ///
    /// # Errors
    /// See [`Self::settled`].
    pub fn settled_of(&self, name: &Path) -> Result<SettledEvents<'_>, Unavailable> {
        Ok(SettledEvents::new(
            self,
            self.store.events_of(name)?,
            Some(name),
        ))
    }
}

impl<'l> SettledEvents<'l> {
    fn new(journal: &'l WorkspaceJournal, events: Events<'l>, file_name: Option<&Path>) -> Self {
        Self {
            events,
            file_name: file_name.map(Path::to_owned),
            found_later: HashMap::new(),
            current_files: CurrentFiles {
                root: journal.names.root(),
                disk: None,
            },
            has_open_transaction: false,
        }
    }

    /// The end of the history; `None` if an entry was lost or a transaction may still be committed.
    pub fn history_end(&self) -> Option<HistoryEnd> {
        if self.has_open_transaction {
            return None;
        }
        self.events.history_end()
    }

    pub fn entries(&mut self) -> impl Iterator<Item = Result<Entry, Unavailable>> + use<'_, 'l> {
        self.filter_map(|event| match event {
            Ok(Event::Entry(entry)) => Some(Ok(entry)),
            Ok(Event::Read(_)) => None,
            Err(error) => Some(Err(error)),
        })
    }

    /// The numbers of the lost entries among the events read so far, newest first.
    pub fn lost(&self) -> &[RangeInclusive<u64>] {
        self.events.lost()
    }

    /// The numbers of the lost and pruned entries.
    pub fn missing(&self) -> Vec<RangeInclusive<u64>> {
        self.events.missing()
    }

    /// True if the files had to show the end of a transaction. The answer may change while the process of the
    /// transaction runs.
    pub fn looked_at_files(&self) -> bool {
        self.current_files.disk.is_some()
    }

    /// `entry` with its end, which the files show if it was not recorded; `None` if it was never committed.
    fn with_known_end(&mut self, mut entry: Entry) -> Option<Entry> {
        if !entry.is_committed {
            self.has_open_transaction = true;
            match self.evidence(&entry) {
                Evidence::Never => return None,
                Evidence::Happened => entry.is_committed = true,
                Evidence::Unknown => {}
            }
        }
        self.found_later.reserve(entry.files.len());
        for note in &entry.files {
            if note.transition != TransitionKind::Edited
                && let Some(name) = note.path_after()
            {
                self.found_later.insert(name.to_owned(), None);
            }
        }
        for note in &entry.files {
            if let Some(name) = note.path_before() {
                self.found_later.insert(name.to_owned(), note.before);
            }
        }
        if let Some(file_name) = &self.file_name
            && let Some(note) = entry.files.iter().find(|note| note.path == *file_name)
            && let Some(from) = note.path_before()
        {
            self.file_name = Some(from.to_owned());
        }
        Some(entry)
    }

    /// One file with the content after the transaction proves the commit, because a transaction is all or nothing.
    fn evidence(&mut self, entry: &Entry) -> Evidence {
        let mut evidence = Evidence::Unknown;
        let names = states_by_name(&entry.files);
        for (name, NameStates { before, after }) in &names {
            let are_later_known = self.file_name.as_deref().is_none_or(|known| known == *name);
            if before == after || !are_later_known {
                continue;
            }
            let found = match self.found_later.get(*name) {
                Some(found) => Some(*found),
                None => self.current_files.text(name, &names),
            };
            if found == Some(*after) {
                return Evidence::Happened;
            }
            if found == Some(*before) {
                evidence = Evidence::Never;
            }
        }
        evidence
    }
}

impl Iterator for SettledEvents<'_> {
    type Item = Result<Event, Unavailable>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.events.next()? {
                Ok(Event::Entry(entry)) => {
                    if let Some(entry) = self.with_known_end(entry) {
                        return Some(Ok(Event::Entry(entry)));
                    }
                    self.events.ignore_last();
                }
                other => return Some(other),
            }
        }
    }
}

impl CurrentFiles<'_> {
    /// The current content at `name`; `None` if it cannot be read. If two of `names` lead to one file, the file
    /// belongs to the spelling in the directory.
    fn text(&mut self, name: &Path, names: &HashMap<&Path, NameStates>) -> Option<Content> {
        if self.disk.is_none() {
            let reach = Reach::Roots(vec![self.root.to_owned()]);
            self.disk = Disk::open(self.root, reach).ok();
        }
        let disk = self.disk.as_mut()?;
        let place = disk.locate_name(name).ok()?;
        let mut others = names.keys().filter(|other| **other != name);
        if place.respelled().is_some()
            && others.any(|other| disk.locate_name(other).is_ok_and(|other| other == place))
        {
            return Some(None);
        }
        let found = disk.read_name(&place, Limits::default().max_size).ok()?;
        Some(found.map(|text| text.fingerprint()))
    }
}

/// The content of every name before and after a transaction with these `notes`, which are applied together.
fn states_by_name(notes: &[FileNote]) -> HashMap<&Path, NameStates> {
    let mut states: HashMap<&Path, NameStates> = HashMap::new();
    for note in notes {
        if let Some(name) = note.path_before() {
            states.entry(name).or_default().before = note.before;
        }
        if let Some(name) = note.path_after() {
            states.entry(name).or_default().after = note.after;
        }
    }
    states
}
