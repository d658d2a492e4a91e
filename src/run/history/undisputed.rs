//! Files that no other task has written since one task last saw all of them, as far as a process has found out.
//!
//! A process of many runs (`apply --each`, a server) asks the same for every run. Of a file in which nobody is in the
//! way only what was noted since has to be read; where that is anything but plain edits, all of it is read again.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::change::{Deed, TransitionKind};
use crate::journal::{Entry, Event, Journal, Milestone};

/// How far each of them is known to be undisputed, shared between the runs of a process.
#[derive(Clone, Debug, Default)]
pub struct Undisputed(Arc<Mutex<HashMap<Question, Milestone>>>);

/// Whether a file is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Question {
    pub(super) workspace: PathBuf,
    /// As in the journal.
    pub(super) name: PathBuf,
    pub(super) task: String,
}

impl Undisputed {
    /// Notes that nobody was in the way of `asked` until `milestone`.
    pub(super) fn learn(&self, asked: Question, milestone: Milestone) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(asked, milestone);
    }

    /// Whether nobody is yet, by what `journal` tells since; if not, that is to be found out anew.
    pub(super) fn holds(&self, asked: &Question, journal: &Journal) -> bool {
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

/// Whether after `event` what was known of the file `name` still is, and nobody but `task` wrote it.
fn is_plain(event: &Event, name: &Path, task: &str) -> bool {
    match event {
        // Who saw all of it may ask about less than before, and differently.
        Event::Read(mark) => mark.path != name || mark.task != task,
        Event::Entry(entry) => !entry.mentions(name) || is_plain_edit(entry, name, task),
    }
}

/// Whether `entry` edits the file `name` where it is, and is by `task` or by nobody in particular.
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
