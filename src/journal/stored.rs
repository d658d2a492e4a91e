//! Change sets in the object store.

use std::collections::HashMap;

use super::entry::{FileNote, ObjectId};
use super::line::FileList;
use super::object;
use super::place::PrivateDir;
use super::store::files;
use crate::change::ChangeSet;
use crate::snapshot::Fingerprint;

/// A change set in the object store. What an undo makes is stored with what it takes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredChange {
    /// The object: a change set, or a list of notes.
    pub object: ObjectId,
    /// The number of the note in the list that has the change set, from 0.
    pub note: Option<usize>,
    /// Whether it is the inverse of what is there.
    pub is_inverse: bool,
}

impl StoredChange {
    /// All of `object`.
    pub(super) fn whole(object: ObjectId) -> Self {
        Self {
            object,
            note: None,
            is_inverse: false,
        }
    }

    /// That of note `number` in `list`.
    pub(super) fn in_list(list: ObjectId, number: usize) -> Self {
        Self {
            note: Some(number),
            ..Self::whole(list)
        }
    }

    /// Its inverse.
    pub(super) fn inverse(self) -> Self {
        Self {
            is_inverse: !self.is_inverse,
            ..self
        }
    }
}

/// Reads change sets. A list is read once for all notes in it.
pub(super) struct ChangeReader<'a> {
    directory: &'a PrivateDir,
    lists: HashMap<ObjectId, Option<Vec<FileNote>>>,
}

impl<'a> ChangeReader<'a> {
    /// Reads from `directory`.
    pub(super) fn below(directory: &'a PrivateDir) -> Self {
        Self {
            directory,
            lists: HashMap::new(),
        }
    }

    /// The change set of `note`, which is `stored`; `None` when it is gone or damaged.
    pub(super) fn read(&mut self, note: &FileNote, stored: StoredChange) -> Option<ChangeSet> {
        let changes = match stored.note {
            None => {
                let json = object::content(self.directory, stored.object)?;
                serde_json::from_slice(&json).ok()?
            }
            Some(number) => self.listed(stored.object, number)?.clone(),
        };
        let changes = if stored.is_inverse {
            changes.invert()
        } else {
            changes
        };
        let len = |text: Option<Fingerprint>| text.map_or(0, |text| text.len);
        let fits = changes.base_len() as u64 == len(note.before)
            && changes.result_len() as u64 == len(note.after);
        fits.then_some(changes)
    }

    /// The change set of note `number` in `list`.
    fn listed(&mut self, list: ObjectId, number: usize) -> Option<&ChangeSet> {
        let directory = self.directory;
        let notes = self.lists.entry(list);
        let notes = notes.or_insert_with(|| files(directory, FileList::List(list)));
        notes.as_ref()?.get(number)?.changes()
    }
}
