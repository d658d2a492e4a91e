//! The journal's events, with the ends of transactions that were never noted, which only the files tell.
//!
//! A process may die before its commit, or after its commit and before it says so. The text that the next transaction of
//! a file found, or else the present text, shows which: it is the text from after the transaction, or from before it.
//! Transactions that did not happen are left out, as if their end had been noted. If nothing shows it, nothing is said.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use super::workspace_journal::WorkspaceJournal;
use crate::disk::{Disk, Reach};
use crate::journal::{Entry, Event, Events, FileNote, HistoryEnd, Unavailable};
use crate::request::Limits;
use crate::snapshot::Fingerprint;

/// The text at a name, told by its fingerprint; `None` when there is no file.
type TextAt = Option<Fingerprint>;

/// The events, newest first.
pub struct SettledEvents<'l> {
    events: Events<'l>,
    /// The only file whose later transactions are all read, by the name that it had then; `None` when all are.
    about: Option<PathBuf>,
    /// The texts that the transaction after the one read next found, by name.
    found_later: HashMap<PathBuf, TextAt>,
    on_disk: OnDisk<'l>,
    /// True if the end of one of them was not noted.
    has_open: bool,
}

/// The files as they are now, looked at only when nothing else tells.
struct OnDisk<'l> {
    root: &'l Path,
    disk: Option<Disk>,
}

/// The evidence of the files about a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Evidence {
    Happened,
    Never,
    Unknown,
}

impl WorkspaceJournal {
    /// All that happened.
    ///
    /// # Errors
    /// When the history cannot be read.
    pub fn settled(&self) -> Result<SettledEvents<'_>, Unavailable> {
        Ok(SettledEvents::new(self, self.store.events()?, None))
    }

    /// The events of the file now called `name`; before a move, under its former name.
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

    /// The end of the history, unless an entry was lost or a transaction may still be committed.
    pub fn history_end(&self) -> Option<HistoryEnd> {
        if self.has_open {
            return None;
        }
        self.events.history_end()
    }

    /// The entries alone, without what was read.
    pub fn entries(&mut self) -> impl Iterator<Item = Result<Entry, Unavailable>> + use<'_, 'l> {
        self.filter_map(|event| match event {
            Ok(Event::Entry(entry)) => Some(Ok(entry)),
            Ok(Event::Read(_)) => None,
            Err(error) => Some(Err(error)),
        })
    }

    /// The numbers of entries that are lost, as far as the events are read, newest first.
    pub fn lost(&self) -> &[RangeInclusive<u64>] {
        self.events.lost()
    }

    /// The same, with those that were pruned.
    pub fn gone(&self) -> Vec<RangeInclusive<u64>> {
        self.events.gone()
    }

    /// True if the files had to show the end of a transaction. They may show another one once its process is done.
    pub fn looked_at_files(&self) -> bool {
        self.on_disk.disk.is_some()
    }

    /// The entry, its end found out if need be; `None` when it never happened.
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

    /// A file with the text from after the transaction shows that all of it happened: nothing is done by halves.
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
    /// The text there now; `None` when that cannot be told. Of two of `names` that lead to one file, it has the one
    /// that the directory spells so.
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

/// The states of every name before and after a transaction with these `notes`, all of which happens at once.
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
