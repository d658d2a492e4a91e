//! A cache of files in which a task has seen every line of other tasks, for the runs of one process.
//!
//! A process with many runs (`apply --each`, a server) checks the same files in every run. If a task has caught up
//! with a file, only the later events have to be read. If a later event is not a plain edit, all events are read
//! again.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::change::{Deed, TransitionKind};
use crate::journal::{Entry, Event, HistoryEnd, JournalStore};

/// The end of the journal up to which each task has caught up with each file. Clones share the cache.
#[derive(Clone, Debug, Default)]
pub struct CaughtUp(Arc<Mutex<HashMap<FileOfTask, HistoryEnd>>>);

/// A file of a workspace, and a task that edits it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct FileOfTask {
    pub(super) workspace: PathBuf,
    /// The name in the journal.
    pub(super) name: PathBuf,
    pub(super) task: String,
}

impl CaughtUp {
    /// Records that the task has seen all lines of other tasks up to `end`.
    pub(super) fn note(&self, file: FileOfTask, end: HistoryEnd) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(file, end);
    }

    /// True if [`Self::note`] has added the file and [`Self::is_still_caught_up`] has not removed it.
    pub(super) fn contains(&self, file: &FileOfTask) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.contains_key(file)
    }

    /// True if the task has still seen all lines of other tasks after the later events of `journal`. If this is
    /// uncertain, removes the file.
    pub(super) fn is_still_caught_up(&self, file: &FileOfTask, journal: &JournalStore) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(end) = known.get_mut(file) else {
            return false;
        };
        let is_caught_up = match journal.added_since(end) {
            Some(events) => events.iter().all(|event| changes_nothing(event, file)),
            None => false,
        };
        if !is_caught_up {
            known.remove(file);
        }
        is_caught_up
    }
}

/// True if the task is still caught up with the file after `event`.
fn changes_nothing(event: &Event, file: &FileOfTask) -> bool {
    match event {
        // After the task has read the complete file, fewer entries matter, so the answer may differ.
        Event::Read(mark) => mark.path != file.name || mark.task != file.task,
        Event::Entry(entry) => {
            !entry.mentions(&file.name) || is_plain_edit(entry, &file.name, &file.task)
        }
    }
}

/// True if `entry` only edits the file `name` in place and is by `task` or by no task.
fn is_plain_edit(entry: &Entry, name: &Path, task: &str) -> bool {
    if entry.task.as_deref().is_some_and(|author| author != task) || entry.kind != Deed::Edit {
        return false;
    }
    for note in &entry.files {
        let is_about = note.names().any(|other| other == name);
        let is_in_place = note.transition == TransitionKind::Edited && note.path == name;
        if is_about && !is_in_place {
            return false;
        }
    }
    true
}
