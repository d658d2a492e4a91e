//! The change sets of the entries that an undo takes back, as they are stored: it stores none of its own where it
//! only turns one of them round.

use std::collections::HashMap;

use super::Unavailable;
use super::entry::{FileNote, KeptChanges, ObjectId, StoredChange};
use super::history::{self, HISTORY};
use super::line::{FileList, HistoryLine};
use super::object;
use super::object::{ChangeReader, files};
use super::place::PrivateDir;
use crate::change::Record;
use crate::snapshot::Fingerprint;

/// Changes between the same two texts that are told apart.
const ALIKE: usize = 4;

/// A file's text before and after a change.
type Ends = (Option<Fingerprint>, Option<Fingerprint>);

/// The stored parts of the entries that a transaction takes back.
pub(super) struct TakenBack<'a> {
    directory: &'a PrivateDir,
    reader: ChangeReader<'a>,
    /// By the texts of whoever takes it back.
    stored: HashMap<Ends, Vec<Invertible>>,
    is_empty: bool,
}

/// A change set of an entry that is taken back, and where its inverse is.
struct Invertible {
    note: FileNote,
    inverse: StoredChange,
}

impl<'a> TakenBack<'a> {
    /// The stored parts in `directory` of the entries with the numbers `ids`.
    ///
    /// # Errors
    /// When the history cannot be read.
    pub(super) fn read(directory: &'a PrivateDir, ids: &[u64]) -> Result<Self, Unavailable> {
        let mut taken_back = Self {
            directory,
            reader: ChangeReader::below(directory),
            stored: HashMap::new(),
            is_empty: ids.is_empty(),
        };
        let (Some(oldest), Some(mut lines)) = (ids.iter().min(), history::read(directory)?) else {
            return Ok(taken_back);
        };
        loop {
            let line = lines.next_line();
            let Some(text) = line.map_err(|error| directory.fault(HISTORY, error))? else {
                return Ok(taken_back);
            };
            let Some(HistoryLine::Entry(entry)) = HistoryLine::decode(&text) else {
                continue;
            };
            if ids.contains(&entry.id) {
                taken_back.take(entry.files);
            }
            if entry.id <= *oldest {
                return Ok(taken_back);
            }
        }
    }

    fn take(&mut self, listed: FileList) {
        let list = match listed {
            FileList::Files(_) => None,
            FileList::List(id) => Some(id),
        };
        let notes = files(self.directory, listed).unwrap_or_default();
        for (number, note) in notes.into_iter().enumerate() {
            let stored = match note.changes {
                KeptChanges::Stored(stored) => Some(stored),
                KeptChanges::Here(_) => list.map(|list| StoredChange::in_list(list, number)),
                KeptChanges::Missing(_) => None,
            };
            if let Some(stored) = stored {
                let inverse = stored.inverse();
                let same = self.stored.entry((note.after, note.before)).or_default();
                if same.len() < ALIKE {
                    same.push(Invertible { note, inverse });
                }
            }
        }
    }

    /// The place that has the change set of `record` already.
    pub(super) fn place_of(&mut self, record: &Record) -> Option<StoredChange> {
        let alike = self.stored.get(&(record.before, record.after))?;
        let made = record.changes.invert();
        let is_same = |stored: &&Invertible| match &stored.note.changes {
            KeptChanges::Here(changes) => *changes == made,
            KeptChanges::Stored(place) => {
                self.reader.read(&stored.note, *place).as_ref() == Some(&made)
            }
            KeptChanges::Missing(_) => false,
        };
        alike.iter().find(is_same).map(|stored| stored.inverse)
    }

    /// Whether the text after `record` need not be stored: it is made of the one before, which is.
    pub(super) fn tells_text_after(&self, record: &Record) -> bool {
        let before = record.before.map(|text| ObjectId(text.hash));
        !self.is_empty && before.is_some_and(|text| object::is_stored(self.directory, text))
    }
}
