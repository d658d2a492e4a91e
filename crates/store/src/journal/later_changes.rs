//! One file's way through the history, from the end of one transaction to the present. Pure.
//!
//! Fingerprints say where the later holds and where a foreign tool changed the file in between; such a gap
//! is bridged by comparing the stored text before it with the text after it, line by line.

use std::collections::{HashMap, VecDeque};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use foldhash::fast::FixedState;

use super::entry::FileNote;
use super::prepare::whole_text;
use crate::change::{ChangeSet, TransitionKind};
use crate::snapshot::Fingerprint;

/// Looks up a stored text; `None` when it is not stored.
pub type StoredText<'a> = &'a dyn Fn(&Fingerprint) -> Option<Bytes>;

/// The deeds of transactions by name of file, oldest first.
#[derive(Debug, Default)]
struct Timeline<'a> {
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
    fn push(&mut self, notes: &'a [FileNote]) {
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

/// Files followed from older and older transactions to the present, which goes on meanwhile.
#[derive(Debug, Default)]
pub struct HistoryWalk<'a> {
    timeline: Timeline<'a>,
    /// By the name that the file had after the transaction it was followed from last.
    newer: HashMap<&'a OsStr, LaterChanges<'a>>,
}

impl<'a> HistoryWalk<'a> {
    /// Goes on with a transaction that has these `notes`.
    pub fn push(&mut self, notes: &'a [FileNote]) {
        self.timeline.push(notes);
    }

    /// Follows the file of `start` through the transactions from number `least` on.
    pub fn follow(&mut self, start: &'a FileNote, least: usize) -> LaterChanges<'a> {
        let mut later = match self.known(start, least) {
            Some((later, between)) => between
                .into_iter()
                .rev()
                .fold(later, LaterChanges::begun_at),
            None => LaterChanges::new(start, least),
        };
        later.go_on(&self.timeline);
        later
    }

    /// The changes from a later deed to the file of `start`, and the deeds from `start` on before that one, where all that
    /// follows of the one follows of the others.
    fn known(
        &mut self,
        start: &'a FileNote,
        mut least: usize,
    ) -> Option<(LaterChanges<'a>, Vec<&'a FileNote>)> {
        if start.transition == TransitionKind::Removed {
            return None;
        }
        let mut between = vec![start];
        let mut note = start;
        loop {
            let event = self.timeline.next(&note.path, least)?;
            note = event.from?;
            let goes_on = match note.transition {
                TransitionKind::Edited => event.to.is_none(),
                TransitionKind::Moved => true,
                _ => false,
            };
            let newer = self.newer.get(note.path.as_os_str());
            if !goes_on || newer.is_none() {
                return None;
            }
            if newer.is_some_and(|newer| std::ptr::eq(newer.start, note)) {
                let later = self.newer.remove(note.path.as_os_str())?;
                return Some((later, between));
            }
            between.push(note);
            least = event.transaction + 1;
        }
    }

    /// Keeps `later` for older transactions of the file.
    pub fn keep(&mut self, later: LaterChanges<'a>) {
        self.newer.insert(later.start.path.as_os_str(), later);
    }
}

/// The later history of a file after a transaction, oldest first.
#[derive(Clone, Debug)]
pub struct LaterChanges<'a> {
    /// The deed of the transaction itself.
    start: &'a FileNote,
    /// The deeds of later ones.
    steps: VecDeque<&'a FileNote>,
    /// The number of the transaction from which on it is to be followed.
    least: usize,
    /// How many steps were put before others.
    earlier: usize,
    /// The last step that led to each text, counted from the first one that was followed.
    latest: HashMap<Option<Fingerprint>, isize, FixedState>,
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
    /// The file of `start`, before the transaction with the number `least`.
    fn new(start: &'a FileNote, least: usize) -> Self {
        let is_gone = start.transition == TransitionKind::Removed;
        Self {
            start,
            steps: VecDeque::new(),
            least,
            earlier: 0,
            latest: HashMap::default(),
            path: start.path.clone(),
            occupant: (!is_gone).then_some(Occupant::Ours),
            removed: is_gone
                .then_some((Occupant::Ours, start.before))
                .into_iter()
                .collect(),
        }
    }

    /// The same from an earlier transaction on, after which the one that it begins with was the next of the file.
    fn begun_at(mut self, start: &'a FileNote) -> Self {
        self.steps.push_front(self.start);
        self.earlier += 1;
        let step = self.count_of(0);
        self.latest.entry(self.start.after).or_insert(step);
        self.start = start;
        self
    }

    /// Follows the file through the transactions of `timeline` from where it has come.
    fn go_on(&mut self, timeline: &Timeline<'a>) {
        while let Some(event) = timeline.next(&self.path, self.least) {
            self.follow(event);
            self.least = event.transaction + 1;
        }
    }

    fn step(&mut self, note: &'a FileNote) {
        let step = self.count_of(self.steps.len());
        self.latest.insert(note.after, step);
        self.steps.push_back(note);
    }

    /// What the step at `index` is called in `latest`, whatever comes before it.
    fn count_of(&self, index: usize) -> isize {
        index.cast_signed() - self.earlier.cast_signed()
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
            self.step(note);
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
            self.step(note);
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
        current: Option<(&[u8], Fingerprint)>,
        known: Option<&CachedChanges<'_>>,
        stored: StoredText<'_>,
    ) -> Option<ChangeSet> {
        if self.occupant == Some(Occupant::Other) {
            return None;
        }
        let (text, fingerprint) = match current {
            Some((text, fingerprint)) => (text, Some(fingerprint)),
            None => (&[][..], None),
        };
        if fingerprint == self.start.after {
            return Some(ChangeSet::identity(text.len()));
        }
        let since = self.last_return();
        let known = known.filter(|way| Some(way.to) == fingerprint);
        let passed = known.and_then(|way| Some((self.step_of(way.from)?, way)));
        let (steps, mut known, way) = match passed.filter(|(step, _)| *step >= since) {
            Some((step, way)) => (step, way.from.before, way.changes.clone()),
            None => (
                self.steps.len(),
                fingerprint,
                ChangeSet::identity(text.len()),
            ),
        };
        let mut legs = vec![way];
        let in_turn = |mut legs: Vec<ChangeSet>| {
            legs.reverse();
            ChangeSet::in_turn(text.len(), &legs).ok()
        };
        for at in (since..=steps).rev() {
            if self.fingerprint_after(at) != known {
                let way = in_turn(legs)?;
                legs = vec![self.bridge(at, known, &way, text, stored)?];
                known = self.fingerprint_after(at);
            }
            let step = match at.checked_sub(1) {
                Some(step) if at > since => self.steps[step],
                _ => break,
            };
            // A copy's change set applies to another file's text.
            if let (Some(changes), false) = (
                step.changes.here(),
                step.transition == TransitionKind::Copied,
            ) {
                legs.push(changes.clone());
                known = step.before;
            }
        }
        in_turn(legs)
    }

    /// The number of the step, from 0, that is `note`.
    fn step_of(&self, note: &FileNote) -> Option<usize> {
        self.steps.iter().position(|step| std::ptr::eq(*step, note))
    }

    /// The latest state that equals that at the end of the transaction: what led there does not matter.
    fn last_return(&self) -> usize {
        let step = self.latest.get(&self.start.after);
        step.map_or(0, |step| {
            (step + self.earlier.cast_signed() + 1).cast_unsigned()
        })
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
        current: &[u8],
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
        let changes = note.changes.here()?;
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
