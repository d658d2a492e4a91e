//! Change sets in the object store.

use std::collections::HashMap;

use super::entry::{FileNote, ObjectId, StoredChange};
use super::line::FileList;
use super::object;
use super::place::PrivateDir;
use crate::change::ChangeSet;
use crate::snapshot::Fingerprint;

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

/// The notes of a line, wherever they stand; `None` when their list is gone or damaged.
pub(super) fn files(directory: &PrivateDir, files: FileList) -> Option<Vec<FileNote>> {
    match files {
        FileList::Files(notes) => Some(notes),
        FileList::List(id) => {
            let json = object::content(directory, id);
            match json.and_then(|json| serde_json::from_slice(&json).ok()) {
                Some(FileList::Files(notes)) => Some(notes),
                Some(FileList::List(_)) | None => None,
            }
        }
    }
}
