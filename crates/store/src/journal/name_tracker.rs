//! Follows a file from the present into the past, under its former names. No I/O.

use std::path::{Path, PathBuf};

use super::entry::{Entry, FileNote};
use crate::change::TransitionKind;

/// A file at one point of the history, which is read backward.
#[derive(Clone, Debug)]
pub(super) struct NameTracker {
    name: PathBuf,
    /// Entries that removed the file, and whose undo restored it. Entries in between under the same name belong to
    /// another file.
    removed_by: Vec<u64>,
}

impl NameTracker {
    /// The file that is now called `name`.
    pub(super) fn new(name: &Path) -> Self {
        Self {
            name: name.to_owned(),
            removed_by: Vec::new(),
        }
    }

    /// The name of the file at that point.
    pub(super) fn name(&self) -> &Path {
        &self.name
    }

    /// True if the file existed.
    pub(super) fn exists(&self) -> bool {
        self.removed_by.is_empty()
    }

    /// True if the file existed before or after `entry`, the next older entry.
    pub(super) fn existed_around(&mut self, entry: &Entry) -> bool {
        if self.removed_by.iter().all(|target| *target > entry.id) {
            self.removed_by.clear();
        }
        self.exists() || self.removed_by.contains(&entry.id)
    }

    /// Moves to the time before `entry`, the next older entry, and returns its note about the file.
    pub(super) fn move_before<'a>(&mut self, entry: &'a Entry) -> Option<&'a FileNote> {
        let mut notes = entry.files.iter().filter(|note| note.path == self.name);
        // If a file was removed and another one got its name, the second note is about the file that exists now.
        let note = notes
            .clone()
            .find(|note| note.path_after().is_some())
            .or_else(|| notes.next())?;
        self.removed_by.clear();
        match (note.transition, &note.from) {
            (TransitionKind::Moved, Some(from)) => self.name.clone_from(from),
            (TransitionKind::Created, _) => {
                self.removed_by.extend_from_slice(entry.kind.takes_back())
            }
            _ => {}
        }
        Some(note)
    }
}
