//! Which entries an undo or a redo takes back. Pure.
//!
//! An undo is an entry that takes back others, a redo one that takes back an undo. An entry *stands* when
//! no standing entry takes it back; that alone decides everything, newest first.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::ffi::OsString;

use super::entry::Entry;
use super::undo_target::UndoTarget;
use crate::change::Deed;
use crate::error::{Fault, Nothing};

/// A choice of entries to take back, and all that happened since the oldest of them.
#[derive(Clone, Debug, PartialEq)]
pub struct UndoChoice<T = Entry> {
    /// An undo or a redo, with the entries it takes back, newest first.
    pub kind: Deed,
    /// The entries from the newest to the oldest that is taken back.
    pub entries: Vec<T>,
}

/// Chooses what is `wanted` from `entries`, which come newest first and are read as far as needed.
///
/// # Errors
/// The first error of `entries`, or `nothing_to_undo`.
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
    let choice = past
        .whole_choice(wanted)
        .ok_or_else(|| past.nothing(wanted))?;
    past.chosen(choice).map_err(E::from)
}

/// The numbers of the newest edits and redos that stand, `most` of them; with a `task`, only of its edits. `entries` come
/// newest first.
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
        if is_asked && past.stands(entry) {
            found.push(entry.id);
        }
    }
    Ok(found)
}

/// The entries read so far.
struct EntriesRead<T> {
    /// Newest first.
    entries: Vec<T>,
    /// Taken back by an entry that stands.
    taken_back: HashSet<u64>,
    /// Names whose older undos cannot be redone in order any more.
    blocked: HashSet<OsString>,
    /// The newest undo that stands and has such a name.
    followed: Option<u64>,
}

impl<T: Borrow<Entry>> EntriesRead<T> {
    fn new() -> Self {
        Self {
            entries: Vec::new(),
            taken_back: HashSet::new(),
            blocked: HashSet::new(),
            followed: None,
        }
    }

    fn take(&mut self, read: T) {
        let entry = read.borrow();
        if !self.taken_back.contains(&entry.id) {
            self.taken_back.extend(entry.kind.takes_back());
        }
        let is_changing = match entry.kind {
            Deed::Edit => true,
            Deed::Undo(_) => self.stands(entry) && self.is_blocked(entry),
            Deed::Redo(_) => false,
        };
        if matches!(entry.kind, Deed::Undo(_)) && is_changing {
            self.followed.get_or_insert(entry.id);
        }
        if is_changing {
            let names = entry.names().map(|name| name.as_os_str().to_owned());
            self.blocked.extend(names);
        }
        self.entries.push(read);
    }

    /// Whether redoing `entry` could meet a newer edit of its files, or an undo that such an edit blocks.
    fn is_blocked(&self, entry: &Entry) -> bool {
        entry
            .names()
            .any(|name| self.blocked.contains(name.as_os_str()))
    }

    fn stands(&self, entry: &Entry) -> bool {
        !self.taken_back.contains(&entry.id)
    }

    /// Refuses to redo the entry read last when it is the one meant, and no undo.
    fn refuse_other(&self, wanted: &UndoTarget) -> Result<(), Fault> {
        let entry = self.entries.last().map(T::borrow);
        match (wanted, entry) {
            (UndoTarget::Undo(id), Some(entry))
                if entry.id == *id && !matches!(entry.kind, Deed::Undo(_)) =>
            {
                let why = Nothing::UndoOf(*id);
                Err(Fault::NothingToUndo { why })
            }
            _ => Ok(()),
        }
    }

    /// The choice, if the entry read last decides it.
    fn choice(&self, wanted: &UndoTarget) -> Option<Deed> {
        let entry = self.entries.last()?.borrow();
        let kind = match wanted {
            UndoTarget::LatestEdit
                if !matches!(entry.kind, Deed::Undo(_)) && self.stands(entry) =>
            {
                Deed::Undo(vec![entry.id])
            }
            UndoTarget::LatestUndo
                if matches!(entry.kind, Deed::Undo(_))
                    && self.stands(entry)
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

    /// The choice that takes the whole of the history to make.
    fn whole_choice(&self, wanted: &UndoTarget) -> Option<Deed> {
        let UndoTarget::Task(task) = wanted else {
            return None;
        };
        let of_task = |entry: &&Entry| {
            entry.kind == Deed::Edit && entry.task.as_ref() == Some(task) && self.stands(entry)
        };
        let ids: Vec<u64> = self
            .entries
            .iter()
            .map(T::borrow)
            .filter(of_task)
            .map(|entry| entry.id)
            .collect();
        (!ids.is_empty()).then_some(Deed::Undo(ids))
    }

    /// Why there is no choice.
    fn nothing(&self, wanted: &UndoTarget) -> Fault {
        let why = match wanted {
            UndoTarget::LatestEdit => Nothing::Edit,
            UndoTarget::LatestUndo => self.followed.map_or(Nothing::Undo, Nothing::Followed),
            UndoTarget::Entry(id) | UndoTarget::Undo(id) => Nothing::Entry(*id),
            UndoTarget::Task(task) => Nothing::OfTask(task.clone()),
        };
        Fault::NothingToUndo { why }
    }

    fn chosen(mut self, kind: Deed) -> Result<UndoChoice<T>, Fault> {
        if let Some(&id) = kind
            .takes_back()
            .iter()
            .find(|id| self.taken_back.contains(id))
        {
            let why = Nothing::Effect(id);
            return Err(Fault::NothingToUndo { why });
        }
        let ids: HashSet<u64> = kind.takes_back().iter().copied().collect();
        let is_target = |entry: &&Entry| ids.contains(&entry.id);
        let mut targets = self.entries.iter().map(T::borrow).filter(is_target);
        if let Some(entry) = targets.find(|entry| !entry.is_whole) {
            let why = Nothing::Files(entry.id);
            return Err(Fault::NothingToUndo { why });
        }
        let oldest = kind.takes_back().iter().min().copied().unwrap_or(0);
        self.entries.retain(|entry| entry.borrow().id >= oldest);
        Ok(UndoChoice {
            kind,
            entries: self.entries,
        })
    }
}
