//! One file, followed from the present into the past under the names that it had. Pure.

use std::path::{Path, PathBuf};

use super::entry::{Entry, FileNote};
use crate::change::TransitionKind;

/// A file, at the place in the history that the reader has come to.
#[derive(Clone, Debug)]
pub(super) struct NameTracker {
    name: PathBuf,
    /// Entries whose undo restored the file. Older entries under the same name belong to another file, back to the
    /// removal that was undone.
    away: Vec<u64>,
}

impl NameTracker {
    /// The file that is now called `name`.
    pub(super) fn new(name: &Path) -> Self {
        Self {
            name: name.to_owned(),
            away: Vec::new(),
        }
    }

    /// The file's name then.
    pub(super) fn name(&self) -> &Path {
        &self.name
    }

    /// Whether the file was there.
    pub(super) fn is_there(&self) -> bool {
        self.away.is_empty()
    }

    /// Whether `entry`, the next older one, is of the time when the file was there, or made it go.
    pub(super) fn reaches(&mut self, entry: &Entry) -> bool {
        if self.away.iter().all(|target| *target > entry.id) {
            self.away.clear();
        }
        self.is_there() || self.away.contains(&entry.id)
    }

    /// The note of `entry`, the next older one, about the file.
    pub(super) fn note<'a>(&mut self, entry: &'a Entry) -> Option<&'a FileNote> {
        let mut notes = entry.files.iter().filter(|note| note.path == self.name);
        // What came there in place of a file that was removed is what is there.
        let note = notes
            .clone()
            .find(|note| note.path_after().is_some())
            .or_else(|| notes.next())?;
        self.away.clear();
        match (note.transition, &note.from) {
            (TransitionKind::Moved, Some(from)) => self.name.clone_from(from),
            (TransitionKind::Created, _) => self.away.extend_from_slice(entry.kind.takes_back()),
            _ => {}
        }
        Some(note)
    }
}
