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
use crate::disk::{Disk, Reach};
use crate::journal::{Entry, Event, Events, FileNote, HistoryEnd, Unavailable};
use crate::request::Limits;
use crate::snapshot::Fingerprint;

/// The fingerprint of the content at a name; `None` if there is no file.
type TextAt = Option<Fingerprint>;

/// The events, newest first. Omits transactions that were never committed.
pub struct SettledEvents<'l> {
    events: Events<'l>,
    /// The file whose later transactions are all read, by its name at that time; `None` if all transactions are read.
    about: Option<PathBuf>,
    /// The content that the next transaction found, for each name.
    found_later: HashMap<PathBuf, TextAt>,
    on_disk: OnDisk<'l>,
    /// True if the end of a transaction was not recorded.
    has_open: bool,
}

/// The current files, opened on demand.
struct OnDisk<'l> {
    root: &'l Path,
    disk: Option<Disk>,
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
    fn new(journal: &'l WorkspaceJournal, events: Events<'l>, about: Option<&Path>) -> Self {
        Self {
            events,
            about: about.map(Path::to_owned),
            found_later: HashMap::new(),
            on_disk: OnDisk {
                root: journal.names.root(),
                disk: None,
            },
            has_open: false,
        }
    }

    /// The end of the history; `None` if an entry was lost or a transaction may still be committed.
    pub fn history_end(&self) -> Option<HistoryEnd> {
        if self.has_open {
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
    pub fn gone(&self) -> Vec<RangeInclusive<u64>> {
        self.events.missing()
    }

    /// True if the files had to show the end of a transaction. The answer may change while the process of the
    /// transaction runs.
    pub fn looked_at_files(&self) -> bool {
        self.on_disk.disk.is_some()
    }

    /// `entry` with its end, which the files show if it was not recorded; `None` if it was never committed.
    fn with_known_end(&mut self, mut entry: Entry) -> Option<Entry> {
        if !entry.is_committed {
            self.has_open = true;
            match self.evidence(&entry) {
                Evidence::Never => return None,
                Evidence::Happened => entry.is_committed = true,
                Evidence::Unknown => {}
            }
        }
        for (name, (before, _)) in states(&entry.files) {
            self.found_later.insert(name.to_owned(), before);
        }
        if let Some(about) = &self.about
            && let Some(note) = entry.files.iter().find(|note| note.path == *about)
            && let Some(from) = note.path_before()
        {
            self.about = Some(from.to_owned());
        }
        Some(entry)
    }

    /// One file with the content after the transaction proves the commit, because a transaction is all or nothing.
    fn evidence(&mut self, entry: &Entry) -> Evidence {
        let mut evidence = Evidence::Unknown;
        let names = states(&entry.files);
        for (name, (before, after)) in &names {
            let is_known = self.about.as_deref().is_none_or(|about| about == *name);
            if before == after || !is_known {
                continue;
            }
            let found = match self.found_later.get(*name) {
                Some(found) => Some(*found),
                None => self.on_disk.text(name, &names),
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

impl OnDisk<'_> {
    /// The current content at `name`; `None` if it cannot be read. If two of `names` lead to one file, the file
    /// belongs to the spelling in the directory.
    fn text(&mut self, name: &Path, names: &HashMap<&Path, (TextAt, TextAt)>) -> Option<TextAt> {
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
fn states(notes: &[FileNote]) -> HashMap<&Path, (TextAt, TextAt)> {
    let mut states: HashMap<&Path, (TextAt, TextAt)> = HashMap::new();
    for note in notes {
        if let Some(name) = note.path_before() {
            states.entry(name).or_default().0 = note.before;
        }
        if let Some(name) = note.path_after() {
            states.entry(name).or_default().1 = note.after;
        }
    }
    states
}
