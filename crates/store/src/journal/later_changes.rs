//! The later changes of one file, from the end of one transaction to the current text. No I/O.
//!
//! Fingerprints show whether another program changed the file in between. The gap is bridged by a line-by-line
//! comparison of the stored text before the gap with the text after it.

use std::collections::{HashMap, VecDeque};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::entry::FileNote;
use super::prepare::whole_text;
use crate::change::{ChangeSet, TransitionKind};
use crate::snapshot::Fingerprint;

/// Looks up a stored text; `None` if it is not stored.
pub type StoredText<'a> = &'a dyn Fn(&Fingerprint) -> Option<Bytes>;

/// The notes of transactions by file name, oldest first.
#[derive(Debug, Default)]
struct Timeline<'a> {
    events: HashMap<&'a OsStr, Vec<NameEvent<'a>>>,
    transactions: usize,
}

/// The notes of one transaction about one name.
#[derive(Debug)]
struct NameEvent<'a> {
    /// The index of the transaction.
    transaction: usize,
    /// The note of the file that had the name before.
    from: Option<&'a FileNote>,
    /// The note of another file that gets the name.
    to: Option<&'a FileNote>,
}

impl<'a> Timeline<'a> {
    /// Adds a newer transaction.
    fn push(&mut self, notes: &'a [FileNote]) {
        self.events.reserve(notes.len());
        for note in notes {
            let (before, after) = (note.path_before(), note.path_after());
            if let Some(name) = before {
                self.newest_event(name).from.get_or_insert(note);
            }
            if let Some(name) = after
                && before != after
            {
                self.newest_event(name).to.get_or_insert(note);
            }
        }
        self.transactions += 1;
    }

    /// The event of the newest transaction for `name`.
    fn newest_event(&mut self, name: &'a Path) -> &mut NameEvent<'a> {
        let transaction = self.transactions;
        let events = self.events.entry(name.as_os_str()).or_default();
        let last = events.last();
        if last.is_none_or(|event| event.transaction != transaction) {
            events.push(NameEvent {
                transaction,
                from: None,
                to: None,
            });
        }
        let newest = events.len() - 1;
        &mut events[newest]
    }

    /// The first event for `name` from transaction index `next` on.
    fn first_event_from(&self, name: &Path, next: usize) -> Option<&NameEvent<'a>> {
        let events = self.events.get(name.as_os_str())?;
        events.get(events.partition_point(|event| event.transaction < next))
    }
}

/// Finds the later changes of files. Callers go from newer to older transactions, and may add newer transactions in
/// between.
#[derive(Debug, Default)]
pub struct HistoryWalk<'a> {
    timeline: Timeline<'a>,
    /// Results for newer transactions, which are extended for older ones. Indexed by the name after the transaction.
    newer: HashMap<&'a OsStr, LaterChanges<'a>>,
}

impl<'a> HistoryWalk<'a> {
    /// Adds a newer transaction.
    pub fn push(&mut self, notes: &'a [FileNote]) {
        self.timeline.push(notes);
    }

    /// Follows the file of `start` through the transactions from index `next` on.
    pub fn follow(&mut self, start: &'a FileNote, next: usize) -> LaterChanges<'a> {
        let mut later = match self.take_newer(start, next) {
            Some((mut later, between)) => {
                for note in between.into_iter().rev() {
                    later = later.extended_back_to(note);
                }
                later
            }
            None => LaterChanges::new(start, next),
        };
        later.advance(&self.timeline);
        later
    }

    /// The later changes of the file after a newer note, and the notes between `start` and that note. `None` if they
    /// are unknown, or if the file had another history in between.
    fn take_newer(
        &mut self,
        start: &'a FileNote,
        mut next: usize,
    ) -> Option<(LaterChanges<'a>, Vec<&'a FileNote>)> {
        if start.transition == TransitionKind::Removed {
            return None;
        }
        let mut between = vec![start];
        let mut note = start;
        loop {
            let event = self.timeline.first_event_from(&note.path, next)?;
            note = event.from?;
            let is_same_file = match note.transition {
                TransitionKind::Edited => event.to.is_none(),
                TransitionKind::Moved => true,
                _ => false,
            };
            if !is_same_file {
                return None;
            }
            let newer = self.newer.get(note.path.as_os_str())?;
            if std::ptr::eq(newer.start, note) {
                let later = self.newer.remove(note.path.as_os_str())?;
                return Some((later, between));
            }
            between.push(note);
            next = event.transaction + 1;
        }
    }

    /// Keeps `later`, so that older transactions of the file can extend it.
    pub fn keep(&mut self, later: LaterChanges<'a>) {
        self.newer.insert(later.start.path.as_os_str(), later);
    }
}

/// The later history of a file after a transaction, oldest first.
#[derive(Clone, Debug)]
pub struct LaterChanges<'a> {
    /// The note of the transaction itself.
    start: &'a FileNote,
    steps: LaterSteps<'a>,
    /// The index of the next transaction to follow.
    next: usize,
    /// The current name of the file, or its last name.
    path: PathBuf,
    /// The file that has the name `path` now.
    occupant: Option<Occupant>,
    /// The files that were removed from the name `path`, oldest first.
    removed: Vec<RemovedFile>,
}

/// The notes of later transactions of a file, oldest first.
#[derive(Clone, Debug, Default)]
struct LaterSteps<'a> {
    notes: VecDeque<&'a FileNote>,
    /// The number of notes that were prepended.
    prepended: usize,
    /// The last note with each text after it: its index, minus `prepended`. This number does not change when notes
    /// are prepended.
    last_with_text: HashMap<Option<Fingerprint>, isize>,
}

impl<'a> LaterSteps<'a> {
    fn append(&mut self, note: &'a FileNote) {
        let number = self.notes.len().cast_signed() - self.prepended.cast_signed();
        self.last_with_text.insert(note.after, number);
        self.notes.push_back(note);
    }

    fn prepend(&mut self, note: &'a FileNote) {
        self.notes.push_front(note);
        self.prepended += 1;
        let number = -self.prepended.cast_signed();
        self.last_with_text.entry(note.after).or_insert(number);
    }

    /// The index of the last note with `text` after it.
    fn last_with_text(&self, text: Option<Fingerprint>) -> Option<usize> {
        let number = self.last_with_text.get(&text)?;
        Some((number + self.prepended.cast_signed()).cast_unsigned())
    }
}

/// A file that was removed.
#[derive(Clone, Debug)]
struct RemovedFile {
    file: Occupant,
    text: Option<Fingerprint>,
}

/// Composed changes of some steps of a file.
#[derive(Clone, Debug)]
pub struct CachedChanges<'a> {
    /// The first step.
    pub from: &'a FileNote,
    /// The changes from the text before that step to a later text.
    pub changes: ChangeSet,
    /// The fingerprint of the later text.
    pub to: Fingerprint,
}

/// The file that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// The file that is being followed.
    Ours,
    /// Another file, created, moved or copied there later.
    Other,
}

impl<'a> LaterChanges<'a> {
    /// The file of `start`, before transaction index `next`.
    fn new(start: &'a FileNote, next: usize) -> Self {
        let mut later = Self {
            start,
            steps: LaterSteps::default(),
            next,
            path: start.path.clone(),
            occupant: Some(Occupant::Ours),
            removed: Vec::new(),
        };
        if start.transition == TransitionKind::Removed {
            later.occupant = None;
            later.removed.push(RemovedFile {
                file: Occupant::Ours,
                text: start.before,
            });
        }
        later
    }

    /// The same changes, extended back to `start`, the note of the file just before the current first one.
    fn extended_back_to(mut self, start: &'a FileNote) -> Self {
        self.steps.prepend(self.start);
        self.start = start;
        self
    }

    /// Follows the file through the remaining transactions of `timeline`.
    fn advance(&mut self, timeline: &Timeline<'a>) {
        while let Some(event) = timeline.first_event_from(&self.path, self.next) {
            self.follow(event);
            self.next = event.transaction + 1;
        }
    }

    /// Follows the event of a transaction for our name. The old file leaves the name before another one gets it.
    fn follow(&mut self, event: &NameEvent<'a>) {
        let mut is_moved_away = false;
        if let Some(note) = event.from {
            is_moved_away =
                note.transition == TransitionKind::Moved && self.occupant == Some(Occupant::Ours);
            self.follow_from(note);
        }
        if let Some(note) = event.to
            && !is_moved_away
        {
            self.follow_to(note);
        }
    }

    /// Follows a note of the file that has our name.
    fn follow_from(&mut self, note: &'a FileNote) {
        let Some(occupant) = self.occupant else {
            return;
        };
        let is_ours = occupant == Occupant::Ours;
        if is_ours {
            self.steps.append(note);
        }
        match note.transition {
            TransitionKind::Removed => {
                self.occupant = None;
                self.removed.push(RemovedFile {
                    file: occupant,
                    text: note.before,
                });
            }
            TransitionKind::Moved if is_ours => {
                self.path.clone_from(&note.path);
                self.removed.clear();
            }
            TransitionKind::Moved => self.occupant = None,
            _ => {}
        }
    }

    /// Follows a note of a file that gets our name. A file that is created with the text of a removed file is the
    /// same file again, because that is the effect of undoing a removal.
    fn follow_to(&mut self, note: &'a FileNote) {
        let same_text = self
            .removed
            .iter()
            .rposition(|removed| removed.text == note.after);
        let file = match same_text {
            Some(index) if note.transition == TransitionKind::Created => {
                self.removed.remove(index).file
            }
            _ => Occupant::Other,
        };
        if file == Occupant::Ours {
            self.steps.append(note);
        }
        self.occupant = Some(file);
    }

    /// The current name of the file, or its last name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file that has the name [`Self::path`] now.
    pub fn occupant(&self) -> Option<Occupant> {
        self.occupant
    }

    /// The changes from the text after the transaction to `current`, the current text. An absent file counts as
    /// empty. `cached` has a part of the changes already composed.
    ///
    /// `None` if another program created or removed the file, or changed a text that is not stored.
    pub fn to_present(
        &self,
        current: Option<(&[u8], Fingerprint)>,
        cached: Option<&CachedChanges<'_>>,
        stored: StoredText<'_>,
    ) -> Option<ChangeSet> {
        if self.occupant == Some(Occupant::Other) {
            return None;
        }
        let (text, current_fingerprint) = match current {
            Some((text, fingerprint)) => (text, Some(fingerprint)),
            None => (&[][..], None),
        };
        if current_fingerprint == self.start.after {
            return Some(ChangeSet::identity(text.len()));
        }
        let first = self.last_with_start_text();
        let mut state = self.steps.notes.len();
        let mut fingerprint = current_fingerprint;
        // The changes from here to the current text, newest part first.
        let mut parts = vec![ChangeSet::identity(text.len())];
        if let Some(cached) = cached
            && Some(cached.to) == current_fingerprint
            && let Some(step) = self.index_of(cached.from)
            && step >= first
        {
            state = step;
            fingerprint = cached.from.before;
            parts = vec![cached.changes.clone()];
        }
        loop {
            if self.fingerprint_at(state) != fingerprint {
                let to_present = compose_reversed(parts, text.len())?;
                let bridged = self.bridge_gap(state, fingerprint, &to_present, text, stored)?;
                parts = vec![bridged];
                fingerprint = self.fingerprint_at(state);
            }
            if state == first {
                return compose_reversed(parts, text.len());
            }
            state -= 1;
            let step = self.steps.notes[state];
            // The change set of a copy applies to the text of another file.
            if let Some(changes) = step.changes.loaded()
                && step.transition != TransitionKind::Copied
            {
                parts.push(changes.clone());
                fingerprint = step.before;
            }
        }
    }

    fn index_of(&self, note: &FileNote) -> Option<usize> {
        let mut steps = self.steps.notes.iter();
        steps.position(|step| std::ptr::eq(*step, note))
    }

    /// The last state with the text after the transaction; earlier states do not matter. State 0 is the end of the
    /// transaction, and state `n` is the end of step `n - 1`.
    fn last_with_start_text(&self) -> usize {
        match self.steps.last_with_text(self.start.after) {
            Some(step) => step + 1,
            None => 0,
        }
    }

    /// The note of the step that led to `state`.
    fn note_before(&self, state: usize) -> &FileNote {
        match state.checked_sub(1) {
            None => self.start,
            Some(step) => self.steps.notes[step],
        }
    }

    fn fingerprint_at(&self, state: usize) -> Option<Fingerprint> {
        self.note_before(state).after
    }

    /// The changes from `state` to `current`. Another program or a missing step changed the text of `state` into
    /// `after`. `to_present` leads from `after` to `current`.
    fn bridge_gap(
        &self,
        state: usize,
        after: Option<Fingerprint>,
        to_present: &ChangeSet,
        current: &[u8],
        stored: StoredText<'_>,
    ) -> Option<ChangeSet> {
        if self.fingerprint_at(state).is_some() != after.is_some() {
            return None;
        }
        let text_before = text_after(state, |state| self.note_before(state), stored)?;
        let text_after = to_present.invert().apply(current).ok()?;
        let gap_changes = ChangeSet::by_line(&text_before, &Bytes::from(text_after));
        gap_changes.then(to_present).ok()
    }
}

/// The text after the note with the index `at`: stored, or derived from a stored text. `notes` returns the note of the
/// file with an index, oldest first.
pub(super) fn text_after<'n>(
    mut at: usize,
    notes: impl Fn(usize) -> &'n FileNote,
    stored: StoredText<'_>,
) -> Option<Bytes> {
    let mut later_changes = Vec::new();
    let mut text = loop {
        let note = notes(at);
        let Some(after) = note.after else {
            break Bytes::new();
        };
        if let Some(text) = stored(&after) {
            break text;
        }
        let changes = note.changes.loaded()?;
        if let Some(text) = whole_text(changes) {
            break text;
        }
        later_changes.push(changes);
        match at.checked_sub(1) {
            Some(earlier) if notes(earlier).after == note.before => at = earlier,
            _ => break stored(&note.before?)?,
        }
    };
    for changes in later_changes.iter().rev() {
        text = changes.apply(&text).ok()?.into();
    }
    Some(text)
}

/// Composes `parts`, which are newest first. `len` is the length of the text if `parts` is empty.
fn compose_reversed(mut parts: Vec<ChangeSet>, len: usize) -> Option<ChangeSet> {
    parts.reverse();
    ChangeSet::in_turn(len, &parts).ok()
}
