//! Chooses the entries that an undo or a redo reverts. No I/O.
//!
//! An undo is an entry that reverts other entries. A redo is an entry that reverts an undo. An entry is *in force*
//! unless an entry in force reverts it. Reading entries newest first therefore shows the state of each one.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::ffi::OsString;

use super::entry::Entry;
use super::undo_target::UndoTarget;
use crate::change::Deed;
use crate::error::{Fault, Nothing};

/// A choice of entries to revert, and all entries since the oldest of them.
#[derive(Clone, Debug, PartialEq)]
pub struct UndoChoice<T = Entry> {
    /// An undo or a redo, with the entries it reverts, newest first.
    pub kind: Deed,
    /// The entries from the newest to the oldest that is reverted.
    pub entries: Vec<T>,
}

/// Chooses the entries for `wanted`. `entries` come newest first, and are read only as far as needed.
///
/// # Errors
/// The first error of `entries`, or [`Fault::NothingToUndo`].
pub fn choose<T: Borrow<Entry>, E: From<Fault>>(
    wanted: &UndoTarget,
    entries: impl IntoIterator<Item = Result<T, E>>,
) -> Result<UndoChoice<T>, E> {
    let mut past = EntriesRead::new();
    for entry in entries {
        past.take(entry?);
        past.refuse_other(wanted)?;
        if let Some(choice) = past.choice(wanted) {
            return past.chosen(choice).map_err(E::from);
        }
    }
    match past.task_choice(wanted) {
        Some(choice) => past.chosen(choice).map_err(E::from),
        None => Err(past.nothing(wanted).into()),
    }
}

/// The numbers of the newest edits and redos in force, at most `most` of them. With a `task`, only edits of that
/// task. `entries` come newest first.
///
/// # Errors
/// The first error of `entries`.
pub fn standing_edits<T: Borrow<Entry>, E>(
    task: Option<&str>,
    most: usize,
    entries: impl IntoIterator<Item = Result<T, E>>,
) -> Result<Vec<u64>, E> {
    let mut past = EntriesRead::new();
    let mut found = Vec::new();
    for entry in entries {
        if found.len() == most {
            break;
        }
        past.take(entry?);
        let Some(entry) = past.entries.last().map(T::borrow) else {
            continue;
        };
        let is_asked = match task {
            Some(task) => entry.kind == Deed::Edit && entry.task.as_deref() == Some(task),
            None => !matches!(entry.kind, Deed::Undo(_)),
        };
        if is_asked && past.is_in_force(entry) {
            found.push(entry.id);
        }
    }
    Ok(found)
}

/// The entries read so far.
struct EntriesRead<T> {
    /// Newest first.
    entries: Vec<T>,
    /// Entries that an entry in force reverts.
    reverted: HashSet<u64>,
    /// Names of files whose older undos can no longer be redone in order.
    blocked: HashSet<OsString>,
    /// The newest undo in force that has such a name.
    followed: Option<u64>,
}

impl<T: Borrow<Entry>> EntriesRead<T> {
    fn new() -> Self {
        Self {
            entries: Vec::new(),
            reverted: HashSet::new(),
            blocked: HashSet::new(),
            followed: None,
        }
    }

    fn take(&mut self, read: T) {
        let entry = read.borrow();
        if self.is_in_force(entry) {
            self.reverted.extend(entry.kind.takes_back());
        }
        let blocks_older = match entry.kind {
            Deed::Edit => true,
            Deed::Undo(_) => self.is_in_force(entry) && self.is_blocked(entry),
            Deed::Redo(_) => false,
        };
        if blocks_older {
            if matches!(entry.kind, Deed::Undo(_)) {
                self.followed.get_or_insert(entry.id);
            }
            for name in entry.names() {
                self.blocked.insert(name.as_os_str().to_owned());
            }
        }
        self.entries.push(read);
    }

    /// True if a newer edit of the same files, or an undo that such an edit blocks, prevents redoing `entry`.
    fn is_blocked(&self, entry: &Entry) -> bool {
        entry
            .names()
            .any(|name| self.blocked.contains(name.as_os_str()))
    }

    fn is_in_force(&self, entry: &Entry) -> bool {
        !self.reverted.contains(&entry.id)
    }

    /// Refuses a redo if the entry that was read last is the wanted one, but is not an undo.
    fn refuse_other(&self, wanted: &UndoTarget) -> Result<(), Fault> {
        let entry = self.entries.last().map(T::borrow);
        match (wanted, entry) {
            (UndoTarget::Undo(id), Some(entry))
                if entry.id == *id && !matches!(entry.kind, Deed::Undo(_)) =>
            {
                let why = Nothing::UndoOf(*id);
                Err(Fault::NothingToUndo(why))
            }
            _ => Ok(()),
        }
    }

    /// The choice, if the entry that was read last decides it.
    fn choice(&self, wanted: &UndoTarget) -> Option<Deed> {
        let entry = self.entries.last()?.borrow();
        let kind = match wanted {
            UndoTarget::LatestEdit
                if !matches!(entry.kind, Deed::Undo(_)) && self.is_in_force(entry) =>
            {
                Deed::Undo(vec![entry.id])
            }
            UndoTarget::LatestUndo
                if matches!(entry.kind, Deed::Undo(_))
                    && self.is_in_force(entry)
                    && !self.is_blocked(entry) =>
            {
                Deed::Redo(vec![entry.id])
            }
            UndoTarget::Undo(id) if entry.id == *id && matches!(entry.kind, Deed::Undo(_)) => {
                Deed::Redo(vec![*id])
            }
            UndoTarget::Entry(id) if entry.id == *id => match &entry.kind {
                Deed::Edit | Deed::Redo(_) => Deed::Undo(vec![*id]),
                Deed::Undo(_) => Deed::Redo(vec![*id]),
            },
            _ => return None,
        };
        Some(kind)
    }

    /// The undo of all edits of a task, for which the whole history has to be read.
    fn task_choice(&self, wanted: &UndoTarget) -> Option<Deed> {
        let UndoTarget::Task(task) = wanted else {
            return None;
        };
        let mut ids = Vec::new();
        for entry in self.entries.iter().map(T::borrow) {
            let is_edit_of_task = entry.kind == Deed::Edit && entry.task.as_ref() == Some(task);
            if is_edit_of_task && self.is_in_force(entry) {
                ids.push(entry.id);
            }
        }
        if ids.is_empty() {
            return None;
        }
        Some(Deed::Undo(ids))
    }

    /// The error if no entry can be chosen.
    fn nothing(&self, wanted: &UndoTarget) -> Fault {
        let why = match wanted {
            UndoTarget::LatestEdit => Nothing::Edit,
            UndoTarget::LatestUndo => self.followed.map_or(Nothing::Undo, Nothing::Followed),
            UndoTarget::Entry(id) | UndoTarget::Undo(id) => Nothing::Entry(*id),
            UndoTarget::Task(task) => Nothing::OfTask(task.clone()),
        };
        Fault::NothingToUndo(why)
    }

    fn chosen(mut self, kind: Deed) -> Result<UndoChoice<T>, Fault> {
        for &id in kind.takes_back() {
            if self.reverted.contains(&id) {
                let why = Nothing::Effect(id);
                return Err(Fault::NothingToUndo(why));
            }
        }
        let targets: HashSet<u64> = kind.takes_back().iter().copied().collect();
        for entry in self.entries.iter().map(T::borrow) {
            if targets.contains(&entry.id) && !entry.is_whole {
                let why = Nothing::Files(entry.id);
                return Err(Fault::NothingToUndo(why));
            }
        }
        let oldest = kind.takes_back().iter().min().copied().unwrap_or(0);
        self.entries.retain(|entry| entry.borrow().id >= oldest);
        Ok(UndoChoice {
            kind,
            entries: self.entries,
        })
    }
}
