//! Files in which a task has seen every line that other tasks wrote. Cached for the runs of one process.
//!
//! A process of many runs (`apply --each`, a server) asks the same for every run. Of such a file
//! only the later events have to be read; where they are more than plain edits, all of them are read again.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::change::{Deed, TransitionKind};
use crate::journal::{Entry, Event, JournalStore, Milestone};

/// The end of the journal up to which each file is known to be undisputed, shared between the runs of a process.
#[derive(Clone, Debug, Default)]
pub struct Undisputed(Arc<Mutex<HashMap<Question, Milestone>>>);

/// The file, workspace and task that are asked about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Question {
    pub(super) workspace: PathBuf,
    /// As in the journal.
    pub(super) name: PathBuf,
    pub(super) task: String,
}

impl Undisputed {
    /// Notes that `asked` had no conflict until `milestone`.
    pub(super) fn learn(&self, asked: Question, milestone: Milestone) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(asked, milestone);
    }

    /// Whether the answer still holds, given the later events of `journal`. If not, it is forgotten.
    pub(super) fn holds(&self, asked: &Question, journal: &JournalStore) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(milestone) = known.get_mut(asked) else {
            return false;
        };
        let events = journal.added_since(milestone);
        let is_plain = |event: &Event| is_plain(event, &asked.name, &asked.task);
        let holds = events.is_some_and(|events| events.iter().all(is_plain));
        if !holds {
            known.remove(asked);
        }
        holds
    }
}

/// Whether `event` leaves the answer for the file `name` as it is: no other task than `task` wrote it.
fn is_plain(event: &Event, name: &Path, task: &str) -> bool {
    match event {
        // After a reading of the whole file fewer entries count, so the answer may differ.
        Event::Read(mark) => mark.path != name || mark.task != task,
        Event::Entry(entry) => !entry.mentions(name) || is_plain_edit(entry, name, task),
    }
}

/// Whether `entry` edits the file `name` where it is, and is by `task` or by no task.
fn is_plain_edit(entry: &Entry, name: &Path, task: &str) -> bool {
    let mut notes = entry
        .files
        .iter()
        .filter(|note| note.names().any(|it| it == name));
    let is_own = entry.task.as_deref().is_none_or(|author| author == task);
    is_own
        && entry.kind == Deed::Edit
        && notes.all(|note| note.transition == TransitionKind::Edited && note.path == name)
}
