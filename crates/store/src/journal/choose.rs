//! Chooses the entries that an undo or a redo reverts. No I/O.
//!
//! An undo is an entry that reverts other entries. A redo is an entry that reverts an undo. An entry is *in force*
//! unless an entry in force reverts it. Reading entries newest first therefore shows the state of each one.

use std::collections::HashSet;
use std::ffi::OsString;

use super::Unavailable;
use super::entry::Entry;
use super::undo_target::UndoTarget;
use crate::change::Deed;
use crate::error::{Fault, Nothing};

/// A choice of entries to revert, and all entries since the oldest of them.
#[derive(Clone, Debug, PartialEq)]
pub struct UndoChoice {
    /// An undo or a redo, with the entries it reverts, newest first.
    pub kind: Deed,
    /// The entries from the newest to the oldest that is reverted.
    pub entries: Vec<Entry>,
}

/// Chooses the entries for `target`. `entries` come newest first, and are read only as far as needed.
///
/// # Errors
/// The first error of `entries`, or [`Fault::NothingToUndo`].
pub fn choose<E: From<Fault>>(
    target: &UndoTarget,
    entries: impl IntoIterator<Item = Result<Entry, E>>,
) -> Result<UndoChoice, E> {
    let mut past = PastEntries::new();
    for entry in entries {
        past.push(entry?);
        past.refuse_redo(target)?;
        if let Some(kind) = past.decide(target) {
            return past.finish(kind).map_err(E::from);
        }
    }
    match past.undo_of_task(target) {
        Some(kind) => past.finish(kind).map_err(E::from),
        None => Err(past.nothing_to_undo(target).into()),
    }
}

/// The numbers of the newest edits and redos in force, at most `limit` of them. With a `task`, only edits of that
/// task. `entries` come newest first.
///
/// # Errors
/// The first error of `entries`.
pub fn edits_in_force(
    task: Option<&str>,
    limit: usize,
    entries: impl IntoIterator<Item = Result<Entry, Unavailable>>,
) -> Result<Vec<u64>, Unavailable> {
    let mut past = PastEntries::new();
    let mut found = Vec::new();
    for entry in entries {
        if found.len() == limit {
            break;
        }
        past.push(entry?);
        let Some(entry) = past.entries.last() else {
            continue;
        };
        let is_requested = match task {
            Some(task) => entry.kind == Deed::Edit && entry.task.as_deref() == Some(task),
            None => !matches!(entry.kind, Deed::Undo(_)),
        };
        if is_requested && past.is_in_force(entry) {
            found.push(entry.id);
        }
    }
    Ok(found)
}

/// The entries read so far.
struct PastEntries {
    /// Newest first.
    entries: Vec<Entry>,
    /// Entries that an entry in force reverts.
    reverted: HashSet<u64>,
    /// Entries that an entry in force reverted with an effect. The text of other reverted entries may be in the files
    /// again, as after `git stash pop`.
    reverted_in_files: HashSet<u64>,
    /// Names of edited files. An older undo of such a file cannot be redone in order.
    edited: HashSet<OsString>,
}

impl PastEntries {
    fn new() -> Self {
        Self {
            entries: Vec::new(),
            reverted: HashSet::new(),
            reverted_in_files: HashSet::new(),
            edited: HashSet::new(),
        }
    }

    fn push(&mut self, entry: Entry) {
        if self.is_in_force(&entry) {
            self.reverted.extend(entry.kind.takes_back());
            if has_effect(&entry) {
                self.reverted_in_files.extend(entry.kind.takes_back());
            }
        }
        if entry.kind == Deed::Edit {
            for name in entry.names() {
                self.edited.insert(name.as_os_str().to_owned());
            }
        }
        self.entries.push(entry);
    }

    /// True if a newer entry edits a file of `entry`.
    fn is_followed(&self, entry: &Entry) -> bool {
        let mut names = entry.names();
        names.any(|name| self.edited.contains(name.as_os_str()))
    }

    fn is_in_force(&self, entry: &Entry) -> bool {
        !self.reverted.contains(&entry.id)
    }

    /// Refuses a redo if the entry that was read last is the target but is not an undo, or is the latest undo but was
    /// followed by an edit of the same file.
    fn refuse_redo(&self, target: &UndoTarget) -> Result<(), Fault> {
        let Some(entry) = self.entries.last() else {
            return Ok(());
        };
        let is_undo = matches!(entry.kind, Deed::Undo(_));
        let why = match target {
            UndoTarget::Undo(id) if entry.id == *id && !is_undo => Nothing::UndoOf(*id),
            UndoTarget::LatestUndo
                if is_undo && self.is_in_force(entry) && self.is_followed(entry) =>
            {
                Nothing::Followed(entry.id)
            }
            _ => return Ok(()),
        };
        Err(Fault::NothingToUndo(why))
    }

    /// The undo or redo to make, if the entry that was read last decides it.
    fn decide(&self, target: &UndoTarget) -> Option<Deed> {
        let entry = self.entries.last()?;
        let is_undo = matches!(entry.kind, Deed::Undo(_));
        let is_target = match target {
            UndoTarget::LatestEdit => !is_undo && self.is_in_force(entry),
            UndoTarget::LatestUndo => is_undo && self.is_in_force(entry),
            UndoTarget::Undo(id) => is_undo && entry.id == *id,
            UndoTarget::Entry(id) => entry.id == *id,
            UndoTarget::Task(_) => false,
        };
        if !is_target {
            return None;
        }
        if is_undo {
            return Some(Deed::Redo(vec![entry.id]));
        }
        Some(Deed::Undo(vec![entry.id]))
    }

    /// The undo of all edits of a task, for which the whole history has to be read.
    fn undo_of_task(&self, target: &UndoTarget) -> Option<Deed> {
        let UndoTarget::Task(task) = target else {
            return None;
        };
        let mut ids = Vec::new();
        for entry in &self.entries {
            let is_edit_of_task = entry.kind == Deed::Edit && entry.task.as_ref() == Some(task);
            if is_edit_of_task && !self.reverted_in_files.contains(&entry.id) {
                ids.push(entry.id);
            }
        }
        if ids.is_empty() {
            return None;
        }
        Some(Deed::Undo(ids))
    }

    /// The error if no entry can be chosen.
    fn nothing_to_undo(&self, target: &UndoTarget) -> Fault {
        let why = match target {
            UndoTarget::LatestEdit => Nothing::Edit,
            UndoTarget::LatestUndo => Nothing::Undo,
            UndoTarget::Entry(id) | UndoTarget::Undo(id) => Nothing::Entry(*id),
            UndoTarget::Task(task) => Nothing::OfTask(task.clone()),
        };
        Fault::NothingToUndo(why)
    }

    fn finish(mut self, kind: Deed) -> Result<UndoChoice, Fault> {
        for &id in kind.takes_back() {
            if self.reverted_in_files.contains(&id) {
                return Err(Fault::NothingToUndo(Nothing::Effect(id)));
            }
        }
        let ids: HashSet<u64> = kind.takes_back().iter().copied().collect();
        for entry in &self.entries {
            if ids.contains(&entry.id) && !entry.is_whole {
                return Err(Fault::NothingToUndo(Nothing::Files(entry.id)));
            }
        }
        let oldest = kind.takes_back().iter().min().copied().unwrap_or(0);
        self.entries.retain(|entry| entry.id >= oldest);
        Ok(UndoChoice {
            kind,
            entries: self.entries,
        })
    }
}

/// True if `entry` changed files, or if its list of files is lost.
fn has_effect(entry: &Entry) -> bool {
    !entry.files.is_empty() || !entry.is_whole
}
