//! Which entries an undo or a redo takes back. Pure.
//!
//! An undo is an entry that takes back others, a redo one that takes back an undo. An entry *stands* when
//! no standing entry takes it back; that alone decides everything, newest first.

use std::collections::HashSet;
use std::path::Path;

use super::entry::{Entry, Kind, Outcome};
use crate::refusal::{Nothing, Reason};

/// What is to be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The newest edit that stands.
    LatestEdit,
    /// The newest undo that stands and that no edit of its files followed.
    LatestUndo,
    /// This entry: an edit is undone, an undo redone, and a redo undone as its edits are.
    Entry(u64),
    /// Every edit of this task that stands.
    Task(String),
}

/// The transaction that takes something back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What it is, and which entries it takes back, newest first.
    pub kind: Kind,
}

impl Choice {
    /// The entries it takes back, newest first.
    pub fn targets(&self) -> &[u64] {
        self.kind.takes_back()
    }
}

/// A choice, and all that happened since the oldest entry it takes back.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// What is taken back.
    pub choice: Choice,
    /// The entries from the newest to the oldest that is taken back, or further.
    pub entries: Vec<Entry>,
}

/// Chooses what is `wanted` from `entries`, which come newest first and are read as far as needed.
///
/// # Errors
/// The first error of `entries`, or `nothing_to_undo`.
pub fn choose<E: From<Reason>>(
    wanted: &Wanted,
    entries: impl IntoIterator<Item = Result<Entry, E>>,
) -> Result<Chosen, E> {
    let mut past = Past::default();
    for entry in entries {
        past.take(entry?);
        if let Some(choice) = past.choice(wanted) {
            return past.chosen(choice).map_err(E::from);
        }
    }
    let choice = past.whole_choice(wanted).ok_or_else(|| nothing(wanted))?;
    past.chosen(choice).map_err(E::from)
}

fn nothing(wanted: &Wanted) -> Reason {
    let why = match wanted {
        Wanted::LatestEdit => Nothing::Edit,
        Wanted::LatestUndo => Nothing::Undo,
        Wanted::Entry(id) => Nothing::Entry(*id),
        Wanted::Task(task) => Nothing::OfTask(task.clone()),
    };
    Reason::NothingToUndo { why }
}

/// What was read so far.
#[derive(Default)]
struct Past {
    /// Newest first.
    entries: Vec<Entry>,
    /// Taken back by an entry that stands.
    taken_back: HashSet<u64>,
}

impl Past {
    fn take(&mut self, entry: Entry) {
        if never_happened(&entry, &self.entries) {
            return;
        }
        if !self.taken_back.contains(&entry.id) {
            self.taken_back.extend(entry.kind.takes_back());
        }
        self.entries.push(entry);
    }

    fn stands(&self, entry: &Entry) -> bool {
        !self.taken_back.contains(&entry.id)
    }

    /// The choice, if the entry read last decides it.
    fn choice(&self, wanted: &Wanted) -> Option<Choice> {
        let entry = self.entries.last()?;
        let kind = match wanted {
            Wanted::LatestEdit if entry.kind == Kind::Edit && self.stands(entry) => {
                Kind::Undo(vec![entry.id])
            }
            Wanted::LatestUndo
                if matches!(entry.kind, Kind::Undo(_))
                    && self.stands(entry)
                    && !self.is_edited_since(entry) =>
            {
                Kind::Redo(vec![entry.id])
            }
            // An id that is taken back was made by what took it back: that of a redo needs older ones.
            Wanted::Entry(id) if entry.id == *id => match &entry.kind {
                Kind::Edit => Kind::Undo(vec![*id]),
                Kind::Undo(_) => Kind::Redo(vec![*id]),
                Kind::Redo(_) => return None,
            },
            Wanted::Entry(id) => {
                let redo = self.entries.iter().find(|entry| entry.id == *id)?;
                let Kind::Redo(undos) = &redo.kind else {
                    return None;
                };
                let edits = self.edits_of(undos)?;
                Kind::Undo(edits)
            }
            _ => return None,
        };
        Some(Choice { kind })
    }

    /// The edits that the undos with these ids took back, once all of them are read.
    fn edits_of(&self, undos: &[u64]) -> Option<Vec<u64>> {
        let find = |id: &u64| self.entries.iter().find(|entry| entry.id == *id);
        let undos: Option<Vec<&Entry>> = undos.iter().map(find).collect();
        let mut edits: Vec<u64> = undos?
            .iter()
            .flat_map(|undo| undo.kind.takes_back())
            .copied()
            .collect();
        edits.sort_unstable_by(|left, right| right.cmp(left));
        edits.dedup();
        edits.iter().all(|id| find(id).is_some()).then_some(edits)
    }

    /// The choice that takes the whole of the history to make.
    fn whole_choice(&self, wanted: &Wanted) -> Option<Choice> {
        let Wanted::Task(task) = wanted else {
            return None;
        };
        let of_task = |entry: &&Entry| {
            entry.kind == Kind::Edit && entry.task.as_ref() == Some(task) && self.stands(entry)
        };
        let ids: Vec<u64> = self
            .entries
            .iter()
            .filter(of_task)
            .map(|entry| entry.id)
            .collect();
        (!ids.is_empty()).then_some(Choice {
            kind: Kind::Undo(ids),
        })
    }

    fn chosen(mut self, choice: Choice) -> Result<Chosen, Reason> {
        if let Some(&id) = choice
            .targets()
            .iter()
            .find(|id| self.taken_back.contains(id))
        {
            let why = Nothing::Effect(id);
            return Err(Reason::NothingToUndo { why });
        }
        let oldest = choice.targets().iter().min().copied().unwrap_or(0);
        self.entries.retain(|entry| entry.id >= oldest);
        Ok(Chosen {
            choice,
            entries: self.entries,
        })
    }

    /// Whether an edit after `entry` touched one of its files.
    fn is_edited_since(&self, entry: &Entry) -> bool {
        let touches = |path: &Path| {
            self.entries
                .iter()
                .filter(|later| later.id > entry.id && later.kind == Kind::Edit)
                .any(|later| later.mentions(path))
        };
        entry
            .files
            .iter()
            .flat_map(|note| [Some(&*note.path), note.from.as_deref()])
            .flatten()
            .any(touches)
    }
}

/// Whether the end of `entry` was never noted and what came `later` shows that it did not happen: the next
/// transaction of one of its files found the text from before it.
pub(super) fn never_happened(entry: &Entry, later: &[Entry]) -> bool {
    entry.outcome == Outcome::Unknown
        && entry.files.iter().any(|note| {
            let mut next = later.iter().rev().flat_map(|entry| &entry.files);
            let next = next.find(|next| next.path_before() == Some(&*note.path));
            next.is_some_and(|next| next.before == note.before && next.before != note.after)
        })
}
