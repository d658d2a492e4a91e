//! Follows a file from the present into the past, under its former names. No I/O.

use std::path::{Path, PathBuf};

use super::entry::{Entry, FileNote};
use crate::change::TransitionKind;

/// A file at one point of the history, which is read backward.
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

    /// The name of the file at that point.
    pub(super) fn name(&self) -> &Path {
        &self.name
    }

    /// True if the file existed.
    pub(super) fn is_there(&self) -> bool {
        self.away.is_empty()
    }

    /// True if the file existed before or after `entry`, the next older entry.
    pub(super) fn reaches(&mut self, entry: &Entry) -> bool {
        if self.away.iter().all(|target| *target > entry.id) {
            self.away.clear();
        }
        self.is_there() || self.away.contains(&entry.id)
    }

    /// The note of `entry`, the next older entry, about the file.
    pub(super) fn note<'a>(&mut self, entry: &'a Entry) -> Option<&'a FileNote> {
        let mut notes = entry.files.iter().filter(|note| note.path == self.name);
        // If a file was removed and another one got its name, the second note is about the file that exists now.
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
