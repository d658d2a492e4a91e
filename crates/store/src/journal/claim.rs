//! Lines of a file that other tasks wrote and one task has not seen. Pure.
//!
//! Every transaction of another task claims the lines it wrote, followed through what came after it to where
//! they stand now, but for those that the task saw meanwhile ([`super::seen_parts`]). Where the way is not known (a
//! text that is not kept, a foreign change without the text before it), it claims all of the file.
//!
//! What an undo took back, and a redo made again, is one place in two states: the task is asked nothing about a
//! place that is as the task saw it last.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::earlier_spans::EarlierSpans;
use super::entry::{Entry, FileNote, FileStep, ReadMark};
use super::file_history::{FileHistory, State};
use super::later_changes::StoredText;
use super::name_tracker::NameTracker;
use super::seen_parts::SeenParts;
use super::span_tracker::{SpanGrowth, track_span};
use super::store::Event;
use crate::change::{ChangeSet, Claim, Deed, KnownBy, LineChange, Region, TransitionKind};
use crate::snapshot::{Fingerprint, Snapshot};
use crate::text::{LineIndex, Span};

/// The events of one file since a task last saw all of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Since {
    /// Newest first.
    entries: Vec<Entry>,
    /// The readings of the task, newest first, each with how many of the entries are newer.
    marks: Vec<(usize, ReadMark)>,
    /// The numbers of entries that may have been of the file, and are not kept.
    gone: Vec<RangeInclusive<u64>>,
}

/// How another task made a file leave its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The author of the departure.
    pub task: String,
    /// The journal's number of the transaction.
    pub entry: u64,
    /// The new name; `None` when the file was removed.
    pub to: Option<PathBuf>,
}

/// Entries that are looked at for having been made between the reading of a text and the mark that says
/// so.
const RACING: usize = 16;

impl Since {
    /// Reads `events` of the file now at `path`, newest first, as far as needed to find where `task` saw all of it,
    /// and what was taken back or made again since.
    ///
    /// # Errors
    /// The first error of `events`.
    pub fn known_to<E>(
        task: &str,
        path: &Path,
        events: impl IntoIterator<Item = Result<Event, E>>,
    ) -> Result<Self, E> {
        let mut since = Self::default();
        let mut tracker = NameTracker::new(path);
        let mut events = events.into_iter();
        for event in events.by_ref() {
            match event? {
                Event::Read(mark) if mark.task == task && tracker.is_there() => {
                    let whole = mark.parts.is_none().then_some(mark.text);
                    since.marks.push((since.entries.len(), mark));
                    if let Some(text) = whole {
                        since.add_older(&mut tracker, text, events)?;
                        return Ok(since);
                    }
                }
                Event::Read(_) => {}
                Event::Entry(entry) => {
                    if !tracker.reaches(&entry) {
                        continue;
                    }
                    let note = tracker.note(&entry);
                    let begins = note.is_some_and(|note| begins_file(&entry, note));
                    let is_own = entry.task.as_deref() == Some(task);
                    let known = note.and_then(|note| note.after);
                    let known = known.filter(|_| is_own && entry.is_undisputed);
                    since.entries.push(entry);
                    if begins {
                        return Ok(since);
                    }
                    if let Some(text) = known {
                        since.add_older(&mut tracker, text, events)?;
                        return Ok(since);
                    }
                }
            }
        }
        Ok(since)
    }

    /// The same, where the entries of these numbers are not kept.
    pub fn without(self, gone: Vec<RangeInclusive<u64>>) -> Self {
        Self { gone, ..self }
    }

    /// Adds the entries that were recorded between the reading of `text` and its mark, and older entries that were
    /// undone since, which may be in force again.
    fn add_older<E>(
        &mut self,
        tracker: &mut NameTracker,
        text: Fingerprint,
        events: impl Iterator<Item = Result<Event, E>>,
    ) -> Result<(), E> {
        let oldest_target = |entry: &Entry| {
            entry
                .kind
                .takes_back()
                .iter()
                .copied()
                .min()
                .unwrap_or(u64::MAX)
        };
        let mut oldest = self
            .entries
            .iter()
            .map(oldest_target)
            .min()
            .unwrap_or(u64::MAX);
        let (mut older, mut needed, mut is_found) = (Vec::new(), 0, false);
        for event in events {
            let Event::Entry(entry) = event? else {
                continue;
            };
            let known = needed;
            let seeks_text = !is_found && older.len() < RACING;
            let seeks_target = entry.id >= oldest;
            if !(seeks_text || seeks_target) {
                break;
            }
            if !tracker.reaches(&entry) {
                continue;
            }
            let Some(note) = tracker.note(&entry) else {
                continue;
            };
            if seeks_text && (note.after == Some(text) || note.before == Some(text)) {
                is_found = true;
                needed = older.len() + 1;
            }
            if seeks_target {
                needed = older.len() + 1;
            }
            older.push(entry);
            // What is between is needed with it.
            let added = older[known..needed].iter().map(oldest_target).min();
            oldest = oldest.min(added.unwrap_or(u64::MAX));
        }
        older.truncate(needed);
        self.entries.append(&mut older);
        Ok(())
    }

    /// How `task` last came to know something of the file.
    pub fn known_by(&self, task: &str) -> KnownBy {
        let is_own = |entry: &Entry| entry.task.as_deref() == Some(task);
        let wrote = self.entries.iter().position(is_own);
        let read = self.marks.first().map(|(newer, _)| *newer);
        match (read, wrote) {
            (Some(read), wrote) if wrote.is_none_or(|wrote| read <= wrote) => KnownBy::Read,
            (_, Some(wrote)) => KnownBy::Wrote(self.entries[wrote].id),
            (_, None) => KnownBy::Nothing,
        }
    }

    /// The newest transaction of a task other than `task` by which the file left its name `path`.
    pub fn departure(&self, task: &str, path: &Path) -> Option<Departure> {
        let entry = self.entries.first()?;
        let other = entry.task.as_ref().filter(|other| *other != task)?;
        let left = |note: &&FileNote| note.path_before() == Some(path);
        let note = entry.files.iter().find(left)?;
        Some(Departure {
            task: other.clone(),
            entry: entry.id,
            to: note.path_after().map(Path::to_owned),
        })
    }

    /// The entries, for their change sets to be loaded; none where no task other than `task` made one.
    pub fn entries_to_load(&mut self, task: &str) -> &mut [Entry] {
        if self.is_contested(task) {
            &mut self.entries
        } else {
            &mut []
        }
    }

    /// Whether a task other than `task` made some of it.
    pub fn is_contested(&self, task: &str) -> bool {
        let mut tasks = self
            .entries
            .iter()
            .filter_map(|entry| entry.task.as_deref());
        tasks.any(|other| other != task)
    }

    /// The claims of tasks other than `task` on `current`, the text now at `path`, newest first: on `places` and what
    /// is near them, or on all of it.
    pub fn claims(
        &self,
        task: &str,
        path: &Path,
        current: &Snapshot,
        places: Option<&[Span]>,
        stored: StoredText<'_>,
    ) -> Vec<Claim> {
        if !self.is_contested(task) {
            return Vec::new();
        }
        let (mut steps, marks) = self.steps(path);
        forget_returns(&mut steps, &marks, task, current.fingerprint());
        let history = FileHistory::new((&steps, &self.gone), current, stored);
        let earlier_spans = places.map_or(EarlierSpans::All, |places| {
            EarlierSpans::of(places, current.bytes(), &history)
        });
        let mut claiming = Claiming {
            task,
            steps: &steps,
            history: &history,
            earlier_spans: &earlier_spans,
            written: HashMap::new(),
            current,
        };
        claiming.written = claiming.written();
        let disputed = match &earlier_spans {
            EarlierSpans::All => EarlierSpans::All,
            // What the task saw elsewhere says nothing about these.
            EarlierSpans::Parts(_) => {
                let written = claiming.written.values().flatten();
                let written: Vec<Span> = written.map(|part| part.span).collect();
                EarlierSpans::of(&written, current.bytes(), &history)
            }
        };
        let seen = SeenParts::new(task, &steps, &marks, (&history, &disputed), current);
        claiming.claims(&seen)
    }

    /// The steps of the file, oldest first, and the readings of the task, each with how many steps are older.
    fn steps(&self, path: &Path) -> (Vec<FileStep<'_>>, Vec<(usize, &ReadMark)>) {
        let mut tracker = NameTracker::new(path);
        let mut steps = Vec::new();
        let mut newer_steps = Vec::with_capacity(self.entries.len() + 1);
        for entry in &self.entries {
            newer_steps.push(steps.len());
            if let Some(note) = tracker.note(entry) {
                steps.push(FileStep { entry, note });
            }
        }
        newer_steps.push(steps.len());
        steps.reverse();
        let older = |(newer, mark)| (steps.len() - newer_steps[newer], mark);
        let marks = self
            .marks
            .iter()
            .map(|(newer, mark)| (*newer, mark))
            .map(older)
            .collect();
        (steps, marks)
    }
}

/// Drops the latest `steps` when the text is again the one from before them and `task` looked at none of the
/// texts between: for the task they did not happen.
fn forget_returns(
    steps: &mut Vec<FileStep<'_>>,
    marks: &[(usize, &ReadMark)],
    task: &str,
    current: Fingerprint,
) {
    let wrote = steps
        .iter()
        .rposition(|step| step.is_of(task))
        .map_or(0, |at| at + 1);
    // A mark of another text was made after the step that it follows.
    let read = marks.iter().map(|(older, mark)| {
        if mark.text == current {
            *older
        } else {
            older + 1
        }
    });
    let seen = read.fold(wrote, usize::max);
    let is_current = |at: &usize| match at.checked_sub(1) {
        // The text before a copy is another file's.
        None => steps.first().is_some_and(|step| {
            let is_copy = step.note.transition == TransitionKind::Copied;
            step.note.before == Some(current) && !is_copy
        }),
        Some(last) => steps[last].note.after == Some(current),
    };
    if let Some(at) = (seen..=steps.len()).find(is_current) {
        steps.truncate(at);
    }
}

/// Finds what is claimed.
struct Claiming<'a> {
    task: &'a str,
    /// Oldest first.
    steps: &'a [FileStep<'a>],
    history: &'a FileHistory,
    /// The earlier spans of all that is asked about.
    earlier_spans: &'a EarlierSpans,
    /// The present places of what each step wrote that another task made, took back or made again.
    written: HashMap<usize, Vec<ClaimedPart>>,
    current: &'a Snapshot,
}

impl Claiming<'_> {
    fn claims(&self, seen: &SeenParts) -> Vec<Claim> {
        let disputed = self.disputed();
        let claims = disputed.flat_map(|(root, toggles)| self.claims_on(root, toggles, seen));
        let mut claims: Vec<Claim> = claims.collect();
        claims.sort_by_key(|claim| std::cmp::Reverse(claim.entry));
        claims
    }

    /// The steps that made something, newest first, with those that took it back and made it again, where another task
    /// made the first or the last of them.
    fn disputed(&self) -> impl Iterator<Item = (usize, &[usize])> {
        let roots = (0..self.steps.len()).rev();
        let made = roots.filter_map(|root| Some((root, self.history.toggles(root)?)));
        made.filter(|(root, toggles)| {
            let mut authors = std::iter::once(root).chain(toggles.last());
            authors.any(|&step| self.other(step).is_some())
        })
    }

    fn written(&self) -> HashMap<usize, Vec<ClaimedPart>> {
        let steps = self.disputed().flat_map(|(root, toggles)| {
            let last = toggles.last().copied();
            std::iter::once(root).chain(last)
        });
        steps.map(|step| (step, self.places(step))).collect()
    }

    /// The claims where step `root` wrote, which `toggles` took back and made again.
    fn claims_on(&self, root: usize, toggles: &[usize], seen: &SeenParts) -> Vec<Claim> {
        let last = toggles.last().copied();
        // Whether it stands when the first `steps` were made.
        let stands =
            |steps: usize| toggles.iter().filter(|&&toggle| toggle < steps).count() % 2 == 0;
        let stands_now = stands(self.steps.len());
        let is_turned_by_other = last.is_some_and(|last| self.other(last).is_some());
        let is_again = stands_now && !is_turned_by_other;
        let mut open = self.written[&root].clone();
        let mut turned = Vec::new();
        for time in seen.after(root) {
            if stands(time.steps) != stands_now {
                let touched = |place: &ClaimedPart| place.parts(time.touched(place.span));
                turned.extend(open.iter().flat_map(touched));
                if is_again {
                    // It saw the place without what stands there again.
                    continue;
                }
            }
            if open.iter().any(|place| time.meets(place.span)) {
                let unseen = |place: ClaimedPart| place.parts(time.split(place.span).outside);
                open = open.into_iter().flat_map(unseen).collect();
            }
        }
        let mut claims = Vec::new();
        if let (Some(task), true) = (self.other(root), stands_now) {
            claims.extend(self.claim(root, task, &open, seen));
        }
        if let Some((last, task)) = last.and_then(|last| Some((last, self.other(last)?))) {
            let places = self.written[&last].iter();
            let there = places.flat_map(|place| place.within(&turned));
            claims.extend(self.claim(last, task, &there.collect::<Vec<_>>(), seen));
        }
        claims
    }

    /// The task that made the step, if it is another one.
    fn other(&self, step: usize) -> Option<&str> {
        let task = self.steps[step].entry.task.as_deref();
        task.filter(|other| *other != self.task)
    }

    /// The present place of the text that `step` wrote, as far as it is asked about.
    fn places(&self, step: usize) -> Vec<ClaimedPart> {
        let note = self.steps[step].note;
        let state = State::after(step);
        let places = note.changes.here().and_then(|changes| {
            let mut places = Vec::new();
            if note.transition == TransitionKind::Copied {
                // All of it is new under this name, whatever was changed beside that.
                let text = self.history.text(state)?.to_vec();
                let whole = Span::of_len(0, text.len());
                let growth = SpanGrowth::OwnLines { step, text: &text };
                let now = track_span(self.history, state, whole, growth)?;
                let part = |span| ClaimedPart { edit: None, span };
                return Some(now.into_iter().map(part).collect());
            }
            let len = self.history.len(state)?;
            let written = self.written_spans(step, changes);
            for (number, span) in (0..).zip(written) {
                let Some(span) = span else { continue };
                let made = changes.result_span(number);
                if made.end() <= len && !self.earlier_spans.meet(state, made) {
                    continue;
                }
                let edit = Some(number);
                let whole = ClaimedPart { edit, span };
                let new = &changes.edits()[number].new;
                let text = &new[span.start() - made.start()..span.end() - made.start()];
                let growth = SpanGrowth::OwnLines { step, text };
                let now = track_span(self.history, state, whole.span, growth)?;
                places.extend(whole.parts(now));
            }
            Some(places)
        });
        places.unwrap_or_else(|| {
            vec![ClaimedPart {
                edit: None,
                span: self.current.span(),
            }]
        })
    }

    /// For each edit of `changes`, those of `step`, the part of its new text that it did not only quote.
    fn written_spans(&self, step: usize, changes: &ChangeSet) -> Vec<Option<Span>> {
        match self.history.text(State::after(step)) {
            Some(made) => changes.invert().written_spans(&made),
            None => {
                let edits = 0..changes.edits().len();
                edits.map(|edit| Some(changes.result_span(edit))).collect()
            }
        }
    }

    /// The claim of `task`, which made `step`, to `places`.
    fn claim(
        &self,
        step: usize,
        task: &str,
        places: &[ClaimedPart],
        seen: &SeenParts,
    ) -> Option<Claim> {
        if places.is_empty() {
            return None;
        }
        let note = self.steps[step].note;
        let made = self.history.text(State::after(step));
        let regions = match (note.changes.here(), made) {
            (Some(changes), Some(made)) => regions(changes, &made, places),
            _ => places.iter().map(ClaimedPart::unknown).collect(),
        };
        Some(Claim {
            task: task.to_owned(),
            entry: self.steps[step].entry.id,
            known: seen.known_before(step, self.steps),
            regions,
        })
    }
}

/// A part of what a step wrote, where it stands now.
#[derive(Clone, Copy)]
struct ClaimedPart {
    /// The edit that wrote it; `None` where that is not known.
    edit: Option<usize>,
    span: Span,
}

impl ClaimedPart {
    fn unknown(&self) -> Region {
        Region {
            span: self.span,
            change: LineChange::default(),
        }
    }

    /// These parts of it.
    fn parts(self, spans: Vec<Span>) -> impl Iterator<Item = Self> {
        spans.into_iter().map(move |span| Self { span, ..self })
    }

    /// The parts of it that are among `others`.
    fn within(self, others: &[Self]) -> impl Iterator<Item = Self> {
        let common = move |other: &Self| {
            let start = self.span.start().max(other.span.start());
            let end = self.span.end().min(other.span.end());
            let is_common =
                start < end || start == end && (self.span.is_empty() || other.span.is_empty());
            let span = Span::new(start, end).filter(|_| is_common)?;
            Some(Self { span, ..self })
        };
        others.iter().filter_map(common)
    }
}

/// Whether the file begins with `note`: what had its name before is another one. An undo brings the same one back.
fn begins_file(entry: &Entry, note: &FileNote) -> bool {
    let is_new = matches!(
        note.transition,
        TransitionKind::Created | TransitionKind::Copied
    );
    is_new && entry.kind == Deed::Edit
}

/// What `changes`, which are to have `made` a text, did at `places`: nothing that is known, where what is kept of them
/// does not lead to that text.
fn regions(changes: &ChangeSet, made: &[u8], places: &[ClaimedPart]) -> Vec<Region> {
    let Ok(before) = changes.invert().apply(made) else {
        return places.iter().map(ClaimedPart::unknown).collect();
    };
    let shown = LineChanges::new(changes, &before, made);
    let region = |place: &ClaimedPart| match place.edit {
        Some(edit) => Region {
            span: place.span,
            change: shown.around(changes.result_span(edit)),
        },
        None => place.unknown(),
    };
    places.iter().map(region).collect()
}

/// The lines of a change, to be shown.
struct LineChanges<'a> {
    made: &'a [u8],
    lines: LineIndex,
    /// First line of each block in the text that was made, and the block.
    blocks: Vec<(usize, LineChange)>,
}

impl<'a> LineChanges<'a> {
    fn new(changes: &'a ChangeSet, before: &'a [u8], made: &'a [u8]) -> Self {
        let blocks = changes.line_blocks(before).map(|block| {
            let change = LineChange {
                old: Bytes::copy_from_slice(&before[block.old.range()]),
                new: block.new,
            };
            (block.new_line.number(), change)
        });
        Self {
            made,
            lines: LineIndex::new(made),
            blocks: blocks.collect(),
        }
    }

    /// The block that `span`, a part of the text that was made, lies in.
    fn around(&self, span: Span) -> LineChange {
        let line = self.lines.line_at(self.made, span.start()).number();
        let after = self.blocks.partition_point(|(first, _)| *first <= line);
        let block = after.saturating_sub(1);
        self.blocks
            .get(block)
            .map(|(_, change)| change.clone())
            .unwrap_or_default()
    }
}
