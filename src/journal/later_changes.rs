//! One file's way through the history, from the end of one transaction to the present. Pure.
//!
//! Fingerprints say where the chain holds and where a foreign tool changed the file in between; such a gap
//! is bridged by comparing the stored text before it with the text after it, line by line.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::entry::FileNote;
use super::prepare::whole_text;
use crate::change::{ChangeSet, TransitionKind};
use crate::snapshot::Fingerprint;

/// Looks up a stored text; `None` when it is not stored.
pub type StoredText<'a> = &'a dyn Fn(&Fingerprint) -> Option<Bytes>;

/// The deeds of transactions by name of file, oldest first.
#[derive(Debug, Default)]
pub struct Timeline<'a> {
    events: HashMap<&'a OsStr, Vec<NameEvent<'a>>>,
    transactions: usize,
}

/// The deeds of a transaction to the files of one name. All of them happen at once.
#[derive(Debug)]
struct NameEvent<'a> {
    /// The number of the transaction, from 0.
    transaction: usize,
    /// Its deed to the file that has the name.
    from: Option<&'a FileNote>,
    /// Its deed to another file, which gets the name.
    to: Option<&'a FileNote>,
}

impl<'a> Timeline<'a> {
    /// Goes on with a transaction that has these `notes`.
    pub fn push(&mut self, notes: &'a [FileNote]) {
        for note in notes {
            let (before, after) = (note.path_before(), note.path_after());
            if let Some(name) = before {
                self.event(name).from.get_or_insert(note);
            }
            if let Some(name) = after.filter(|_| before != after) {
                self.event(name).to.get_or_insert(note);
            }
        }
        self.transactions += 1;
    }

    /// The deeds of the newest transaction to files of this name.
    fn event(&mut self, name: &'a Path) -> &mut NameEvent<'a> {
        let transaction = self.transactions;
        let events = self.events.entry(name.as_os_str()).or_default();
        if events
            .last()
            .is_none_or(|event| event.transaction != transaction)
        {
            events.push(NameEvent {
                transaction,
                from: None,
                to: None,
            });
        }
        let newest = events.len() - 1;
        &mut events[newest]
    }

    /// The first from transaction number `least` on that did something to files of this name.
    fn next(&self, name: &Path, least: usize) -> Option<&NameEvent<'a>> {
        let events = self.events.get(name.as_os_str())?;
        events.get(events.partition_point(|event| event.transaction < least))
    }
}

/// The later history of a file after a transaction, oldest first.
#[derive(Clone, Debug)]
pub struct LaterChanges<'a> {
    /// The deed of the transaction itself.
    start: &'a FileNote,
    /// The deeds of later ones.
    steps: Vec<&'a FileNote>,
    /// The place of the file after them, if it is there.
    path: PathBuf,
    /// The file that has that name.
    occupant: Option<Occupant>,
    /// The files removed from it, the last one last, with the text each had.
    removed: Vec<(Occupant, Option<Fingerprint>)>,
}

/// A part of a way that is known.
#[derive(Clone, Debug)]
pub struct CachedChanges<'a> {
    /// The step before which it begins.
    pub from: &'a FileNote,
    /// From the text before that step to a later one.
    pub changes: ChangeSet,
    /// That later text.
    pub to: Fingerprint,
}

/// A file with the name in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// The one that is followed.
    Ours,
    /// One that was made, moved or copied there later.
    Other,
}

impl<'a> LaterChanges<'a> {
    /// Follows the file of `start` through the transactions of `timeline` from number `least` on.
    pub fn new(start: &'a FileNote, timeline: &Timeline<'a>, least: usize) -> Self {
        let mut later = Self {
            start,
            steps: Vec::new(),
            path: start.path.clone(),
            occupant: None,
            removed: Vec::new(),
        };
        match start.transition {
            TransitionKind::Removed => later.removed.push((Occupant::Ours, start.before)),
            _ => later.occupant = Some(Occupant::Ours),
        }
        let mut least = least;
        while let Some(event) = timeline.next(&later.path, least) {
            later.follow(event);
            least = event.transaction + 1;
        }
        later
    }

    /// Takes what a transaction did to our name: what leaves it goes before what comes to it.
    fn follow(&mut self, event: &NameEvent<'a>) {
        let is_moved = |note: &FileNote| note.transition == TransitionKind::Moved;
        let goes_along = event.from.is_some_and(is_moved) && self.occupant == Some(Occupant::Ours);
        if let Some(note) = event.from {
            self.follow_from(note);
        }
        if let (Some(note), false) = (event.to, goes_along) {
            self.follow_to(note);
        }
    }

    /// Takes a note of the file that has our name.
    fn follow_from(&mut self, note: &'a FileNote) {
        let Some(occupant) = self.occupant else {
            return;
        };
        let is_ours = occupant == Occupant::Ours;
        if is_ours {
            self.steps.push(note);
        }
        match note.transition {
            TransitionKind::Removed => {
                self.occupant = None;
                self.removed.push((occupant, note.before));
            }
            TransitionKind::Moved if is_ours => {
                self.path.clone_from(&note.path);
                self.removed.clear();
            }
            TransitionKind::Moved => self.occupant = None,
            _ => {}
        }
    }

    /// Takes a note of a file that gets our name. One that is made with the text of one that was removed
    /// is that one again: this is how undoing a removal looks.
    fn follow_to(&mut self, note: &'a FileNote) {
        let is_back = |(_, text): &(Occupant, Option<Fingerprint>)| *text == note.after;
        let back = match self.removed.iter().rposition(is_back) {
            Some(at) if note.transition == TransitionKind::Created => self.removed.remove(at).0,
            _ => Occupant::Other,
        };
        if back == Occupant::Ours {
            self.steps.push(note);
        }
        self.occupant = Some(back);
    }

    /// The place of the file now, if it is there.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file that has that name; none when it was removed.
    pub fn occupant(&self) -> Option<Occupant> {
        self.occupant
    }

    /// The change set from the text after the transaction to `current`, the text that is there now. An
    /// absent file counts as an empty text. What is `known` of the way need not be composed again. `None` when the
    /// file came or went by a foreign hand, or one changed it and the text before that is not stored.
    pub fn to_present(
        &self,
        current: Option<(&Bytes, Fingerprint)>,
        known: Option<&CachedChanges<'_>>,
        stored: StoredText<'_>,
    ) -> Option<ChangeSet> {
        if self.occupant == Some(Occupant::Other) {
            return None;
        }
        let (text, fingerprint) = match current {
            Some((text, fingerprint)) => (text.clone(), Some(fingerprint)),
            None => (Bytes::new(), None),
        };
        if fingerprint == self.start.after {
            return Some(ChangeSet::identity(text.len()));
        }
        let since = self.last_return();
        let known = known.filter(|way| Some(way.to) == fingerprint);
        let passed = known.and_then(|way| Some((self.step_of(way.from)?, way)));
        let (steps, mut known, mut way) = match passed.filter(|(step, _)| *step >= since) {
            Some((step, way)) => (step, way.from.before, way.changes.clone()),
            None => (
                self.steps.len(),
                fingerprint,
                ChangeSet::identity(text.len()),
            ),
        };
        for at in (since..=steps).rev() {
            if self.fingerprint_after(at) != known {
                way = self.bridge(at, known, &way, &text, stored)?;
                known = self.fingerprint_after(at);
            }
            let step = match at.checked_sub(1) {
                Some(step) if at > since => self.steps[step],
                _ => break,
            };
            // A copy's change set applies to another file's text.
            if let (Some(changes), false) =
                (step.changes(), step.transition == TransitionKind::Copied)
            {
                way = changes.then(&way).ok()?;
                known = step.before;
            }
        }
        Some(way)
    }

    /// The number of the step, from 0, that is `note`.
    fn step_of(&self, note: &FileNote) -> Option<usize> {
        self.steps
            .iter()
            .rposition(|step| std::ptr::eq(*step, note))
    }

    /// The latest state that equals that at the end of the transaction: what led there does not matter.
    fn last_return(&self) -> usize {
        (1..=self.steps.len())
            .rev()
            .find(|&at| self.fingerprint_after(at) == self.start.after)
            .unwrap_or(0)
    }

    /// The text's fingerprint after step `at`; 0 for the end of the transaction.
    fn fingerprint_after(&self, at: usize) -> Option<Fingerprint> {
        match at.checked_sub(1) {
            None => self.start.after,
            Some(step) => self.steps[step].after,
        }
    }

    /// `way` from the text `known` to `current`, begun at the state `at` instead, from which a foreign
    /// hand, or a step that is not kept, made `known`.
    fn bridge(
        &self,
        at: usize,
        known: Option<Fingerprint>,
        way: &ChangeSet,
        current: &Bytes,
        stored: StoredText<'_>,
    ) -> Option<ChangeSet> {
        if self.fingerprint_after(at).is_some() != known.is_some() {
            return None;
        }
        let before = self.text(at, stored)?;
        let after = way.invert().apply(current).ok()?;
        let foreign = ChangeSet::by_line(&before, &Bytes::from(after));
        foreign.then(way).ok()
    }

    /// The text after step `at`, stored as such or made from one that is.
    fn text(&self, at: usize, stored: StoredText<'_>) -> Option<Bytes> {
        let note = match at.checked_sub(1) {
            None => self.start,
            Some(step) => self.steps[step],
        };
        if note.after.is_none() {
            return Some(Bytes::new());
        }
        if let Some(text) = note.after.and_then(|text| stored(&text)) {
            return Some(text);
        }
        let changes = note.changes()?;
        if let Some(text) = whole_text(changes) {
            return Some(text);
        }
        let before = match at.checked_sub(1) {
            Some(earlier) if self.fingerprint_after(earlier) == note.before => {
                self.text(earlier, stored)
            }
            _ => note.before.and_then(|text| stored(&text)),
        };
        changes.apply(&before?).ok().map(Bytes::from)
    }
}
