//! Finds the lines of a file that other tasks wrote and one task has not seen. No I/O.
//!
//! Every transaction of another task claims the lines that it wrote, which are followed through later changes to
//! their current place. Lines that the task has seen since ([`super::seen_parts`]) are excluded. If the lines cannot
//! be followed (a text is not stored, or another program changed it), the transaction claims the whole file.
//!
//! An edit and its undo are one place in two states. The task may edit a place in the state that it saw last.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::Unavailable;
use super::earlier_spans::EarlierSpans;
use super::entry::{Entry, FileNote, FileStep, ReadMark};
use super::file_history::{FileHistory, State};
use super::later_changes::StoredText;
use super::name_tracker::NameTracker;
use super::seen_parts::{MarkInSteps, SeenParts, Tracking};
use super::span_tracker::{SpanGrowth, track_span};
use super::store::Event;
use crate::change::{
    ChangeSet, Claim, Deed, KnownBy, LineBlock, LineChange, Region, TransitionKind,
};
use crate::snapshot::{Fingerprint, Snapshot};
use crate::text::{LineIndex, Span};

/// The events of one file since a task last saw the whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Since {
    /// Newest first.
    entries: Vec<Entry>,
    /// The read marks of the task, newest first.
    marks: Vec<MarkInEntries>,
    /// The numbers of entries that were pruned or lost, and that may have changed the file.
    missing: Vec<RangeInclusive<u64>>,
}

/// A read mark among the entries of a file.
#[derive(Clone, Debug, PartialEq)]
struct MarkInEntries {
    mark: ReadMark,
    newer_entries: usize,
}

/// A transaction by which another task moved or removed a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The task that moved or removed the file.
    pub task: String,
    /// The number of the journal entry.
    pub entry: u64,
    /// The new name; `None` if the file was removed.
    pub to: Option<PathBuf>,
}

/// The maximum number of entries that may have been recorded between a reading and its mark.
const MAX_RACING: usize = 16;

impl Since {
    /// Reads `events` of the file that is now at `path`, newest first: back to the time when `task` saw the whole
    /// file, and to the edits that were undone or redone since.
    ///
    /// # Errors
    /// The first error of `events`.
    pub fn last_seen_by(
        task: &str,
        path: &Path,
        events: impl IntoIterator<Item = Result<Event, Unavailable>>,
    ) -> Result<Self, Unavailable> {
        let mut since = Self::default();
        let mut tracker = NameTracker::new(path);
        let mut remaining = events.into_iter();
        for event in remaining.by_ref() {
            match event? {
                Event::Read(mark) if mark.task == task && tracker.exists() => {
                    let (text, is_whole) = (mark.text, mark.parts.is_none());
                    let newer_entries = since.entries.len();
                    since.marks.push(MarkInEntries {
                        mark,
                        newer_entries,
                    });
                    if is_whole {
                        since.add_older(&mut tracker, text, remaining)?;
                        return Ok(since);
                    }
                }
                Event::Read(_) => {}
                Event::Entry(mut entry) => {
                    if !tracker.existed_around(&entry) {
                        continue;
                    }
                    entry.keep_notes_of(tracker.name());
                    let note = tracker.move_before(&entry);
                    let is_creation = note.is_some_and(|note| creates_file(&entry, note));
                    let mut text_seen = None;
                    if entry.task.as_deref() == Some(task) && entry.saw_all_lines {
                        text_seen = note.and_then(|note| note.after);
                    }
                    since.entries.push(entry);
                    if is_creation {
                        return Ok(since);
                    }
                    if let Some(text) = text_seen {
                        since.add_older(&mut tracker, text, remaining)?;
                        return Ok(since);
                    }
                }
            }
        }
        Ok(since)
    }

    /// The same events. The entries with the numbers `missing` were pruned or lost.
    pub fn with_missing(self, missing: Vec<RangeInclusive<u64>>) -> Self {
        Self { missing, ..self }
    }

    /// Adds the entries that were recorded between the reading of `text` and its mark. Also adds older entries that
    /// were undone since, because they may be in force again.
    fn add_older(
        &mut self,
        tracker: &mut NameTracker,
        text: Fingerprint,
        events: impl Iterator<Item = Result<Event, Unavailable>>,
    ) -> Result<(), Unavailable> {
        let mut oldest = oldest_target(&self.entries);
        let mut older = Vec::new();
        let mut needed = 0;
        let mut found_text = false;
        for event in events {
            let Event::Entry(mut entry) = event? else {
                continue;
            };
            let seeks_text = !found_text && older.len() < MAX_RACING;
            let seeks_target = oldest.is_some_and(|id| entry.id >= id);
            if !(seeks_text || seeks_target) {
                break;
            }
            if !tracker.existed_around(&entry) {
                continue;
            }
            entry.keep_notes_of(tracker.name());
            let Some(note) = tracker.move_before(&entry) else {
                continue;
            };
            let is_text = seeks_text && (note.after == Some(text) || note.before == Some(text));
            found_text |= is_text;
            older.push(entry);
            if is_text || seeks_target {
                // All entries up to this one are needed, and the entries that they revert.
                let added = oldest_target(&older[needed..]);
                oldest = [oldest, added].into_iter().flatten().min();
                needed = older.len();
            }
        }
        older.truncate(needed);
        self.entries.append(&mut older);
        Ok(())
    }

    /// The way in which `task` last learned about a part of the file.
    pub fn known_by(&self, task: &str) -> KnownBy {
        let last_mark = self.marks.first();
        let newer = last_mark.map_or(self.entries.len(), |last| last.newer_entries);
        for entry in &self.entries[..newer] {
            if entry.task.as_deref() == Some(task) {
                return KnownBy::Wrote(entry.id);
            }
        }
        match last_mark {
            Some(_) => KnownBy::Read,
            None => KnownBy::Nothing,
        }
    }

    /// The newest transaction, if a task other than `task` moved or removed the file at `path` with that transaction.
    pub fn departure(&self, task: &str, path: &Path) -> Option<Departure> {
        let entry = self.entries.first()?;
        let other_task = entry.task.as_ref().filter(|other| *other != task)?;
        let note = entry
            .files
            .iter()
            .find(|note| note.path_before() == Some(path) && note.path_after() != Some(path))?;
        Some(Departure {
            task: other_task.clone(),
            entry: entry.id,
            to: note.path_after().map(Path::to_owned),
        })
    }

    /// The entries whose change sets [`Self::claims`] needs. Empty if no other task made an edit.
    pub fn entries_to_load(&mut self, task: &str) -> &mut [Entry] {
        if self.is_contested(task) {
            &mut self.entries
        } else {
            &mut []
        }
    }

    /// True if a task other than `task` made one of the entries.
    pub fn is_contested(&self, task: &str) -> bool {
        self.entries
            .iter()
            .any(|entry| entry.task.as_deref().is_some_and(|other| other != task))
    }

    /// The claims of tasks other than `task` on `current`, the text that is now at `path`, newest first. With
    /// `places`, only the claims on these places and their neighboring lines.
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
        drop_steps_without_effect(&mut steps, &marks, task, current.fingerprint());
        let history = FileHistory::new(&steps, &self.missing, current, stored);
        let earlier_spans = match places {
            Some(places) => EarlierSpans::leading_to(places, current.bytes(), &history),
            None => EarlierSpans::All,
        };
        let finder = ClaimFinder::new(task, &steps, &history, &earlier_spans, current);
        let seen_spans = match &earlier_spans {
            EarlierSpans::All => EarlierSpans::All,
            // Only the parts that the task saw of the written places matter.
            EarlierSpans::Parts(_) => {
                let written = finder.written.values().flatten();
                let written: Vec<Span> = written.map(|part| part.span).collect();
                EarlierSpans::leading_to(&written, current.bytes(), &history)
            }
        };
        let tracking = Tracking {
            history: &history,
            earlier_spans: &seen_spans,
            steps: &steps,
            current,
        };
        let seen = SeenParts::new(task, &marks, tracking);
        finder.claims(&seen)
    }

    /// The steps of the file, oldest first, and the read marks of the task among them.
    fn steps(&self, path: &Path) -> (Vec<FileStep<'_>>, Vec<MarkInSteps<'_>>) {
        let mut tracker = NameTracker::new(path);
        let mut steps = Vec::new();
        let mut newer_steps = Vec::with_capacity(self.entries.len() + 1);
        for entry in &self.entries {
            newer_steps.push(steps.len());
            if let Some(note) = tracker.move_before(entry) {
                steps.push(FileStep { entry, note });
            }
        }
        newer_steps.push(steps.len());
        steps.reverse();
        let mut marks = Vec::with_capacity(self.marks.len());
        for MarkInEntries {
            mark,
            newer_entries,
        } in &self.marks
        {
            marks.push(MarkInSteps {
                mark,
                older_steps: steps.len() - newer_steps[*newer_entries],
            });
        }
        (steps, marks)
    }
}

/// The oldest entry that one of `entries` reverts.
fn oldest_target(entries: &[Entry]) -> Option<u64> {
    entries
        .iter()
        .flat_map(|entry| entry.kind.takes_back())
        .copied()
        .min()
}

/// Drops the latest `steps` if they led back to an earlier text, and `task` saw none of the texts in between. For the
/// task, these steps have no effect.
fn drop_steps_without_effect(
    steps: &mut Vec<FileStep<'_>>,
    marks: &[MarkInSteps<'_>],
    task: &str,
    current: Fingerprint,
) {
    // The number of steps up to the last text that the task saw.
    let mut last_seen = 0;
    if let Some(step) = steps.iter().rposition(|step| step.is_by(task)) {
        last_seen = step + 1;
    }
    for MarkInSteps { mark, older_steps } in marks {
        // If the mark has another text, the task saw the file change after these steps.
        let read_after = if mark.text == current {
            *older_steps
        } else {
            older_steps + 1
        };
        last_seen = last_seen.max(read_after);
    }
    for count in last_seen..=steps.len() {
        if is_text_after(count, steps, current) {
            steps.truncate(count);
            return;
        }
    }
}

/// True if `text` was the text after the first `count` of `steps`.
fn is_text_after(count: usize, steps: &[FileStep<'_>], text: Fingerprint) -> bool {
    if let Some(last) = count.checked_sub(1) {
        return steps[last].note.after == Some(text);
    }
    match steps.first() {
        // The text before a copy belongs to another file.
        Some(first) if first.note.transition == TransitionKind::Copied => false,
        Some(first) => first.note.before == Some(text),
        None => false,
    }
}

/// Finds the claims of other tasks on the current text.
struct ClaimFinder<'a> {
    task: &'a str,
    /// Oldest first.
    steps: &'a [FileStep<'a>],
    history: &'a FileHistory,
    /// The earlier spans of the requested places.
    earlier_spans: &'a EarlierSpans,
    /// For each step that another task made, undid or redid: the current places of the text that the step wrote.
    written: HashMap<usize, Vec<ClaimedPart>>,
    current: &'a Snapshot,
}

impl<'a> ClaimFinder<'a> {
    fn new(
        task: &'a str,
        steps: &'a [FileStep<'a>],
        history: &'a FileHistory,
        earlier_spans: &'a EarlierSpans,
        current: &'a Snapshot,
    ) -> Self {
        let mut finder = Self {
            task,
            steps,
            history,
            earlier_spans,
            written: HashMap::new(),
            current,
        };
        let mut written = HashMap::new();
        for (root, toggles) in finder.disputed() {
            written.insert(root, finder.written_places(root));
            if let Some(&last) = toggles.last() {
                written.insert(last, finder.written_places(last));
            }
        }
        finder.written = written;
        finder
    }

    fn claims(&self, seen: &SeenParts) -> Vec<Claim> {
        let mut claims = Vec::new();
        for (root, toggles) in self.disputed() {
            claims.extend(self.claims_on(root, toggles, seen));
        }
        claims.sort_by_key(|claim| std::cmp::Reverse(claim.entry));
        claims
    }

    /// The edits, newest first, each with the steps that undid and redid it. Only edits for which another task made
    /// the edit or the last of these steps.
    fn disputed(&self) -> Vec<(usize, &[usize])> {
        let mut disputed = Vec::new();
        for root in (0..self.steps.len()).rev() {
            let Some(toggles) = self.history.toggles(root) else {
                continue;
            };
            let last = toggles.last().copied().unwrap_or(root);
            if self.other_author(root).is_some() || self.other_author(last).is_some() {
                disputed.push((root, toggles));
            }
        }
        disputed
    }

    /// The claims on the places where step `root` wrote. `toggles` are the steps that undid and redid it in turn.
    fn claims_on(&self, root: usize, toggles: &[usize], seen: &SeenParts) -> Vec<Claim> {
        let is_in_force = is_in_force_after(self.steps.len(), toggles);
        // The last undo or redo, if another task made it.
        let mut other_toggle = None;
        if let Some(&last) = toggles.last()
            && let Some(task) = self.other_author(last)
        {
            other_toggle = Some((last, task));
        }
        let is_own_redo = is_in_force && other_toggle.is_none();
        let mut unseen = self.written[&root].clone();
        // Places that the task saw while the edit was undone, or the other way round.
        let mut seen_in_other_state = Vec::new();
        for seen_then in seen.after(root) {
            if is_in_force_after(seen_then.time.steps, toggles) != is_in_force {
                for place in &unseen {
                    let touched = seen_then.touched_parts(place.span);
                    seen_in_other_state.extend(place.with_spans(touched));
                }
                if is_own_redo {
                    continue;
                }
            }
            if unseen
                .iter()
                .any(|place| seen_then.has_seen_part_of(place.span))
            {
                let mut rest = Vec::new();
                for place in unseen {
                    rest.extend(place.with_spans(seen_then.unseen_parts(place.span)));
                }
                unseen = rest;
            }
        }
        let mut claims = Vec::new();
        if let Some(task) = self.other_author(root)
            && is_in_force
        {
            claims.extend(self.claim(root, task, &unseen, seen));
        }
        if let Some((last, task)) = other_toggle {
            let mut changed_back = Vec::new();
            for place in &self.written[&last] {
                changed_back.extend(place.intersections(&seen_in_other_state));
            }
            claims.extend(self.claim(last, task, &changed_back, seen));
        }
        claims
    }

    /// The task that made the step, if it is a different task.
    fn other_author(&self, step: usize) -> Option<&str> {
        let task = self.steps[step].entry.task.as_deref();
        task.filter(|other| *other != self.task)
    }

    /// The current places of the text that `step` wrote, limited to the requested places. The whole text if the
    /// places cannot be followed.
    fn written_places(&self, step: usize) -> Vec<ClaimedPart> {
        let note = self.steps[step].note;
        let places = note.changes.loaded().and_then(|changes| {
            if note.transition == TransitionKind::Copied {
                self.places_of_copy(step)
            } else {
                self.places_of_edits(step, changes)
            }
        });
        places.unwrap_or_else(|| {
            vec![ClaimedPart {
                edit: None,
                span: self.current.span(),
            }]
        })
    }

    /// The current places of a copy. Its whole text is new under this name, even unchanged parts.
    fn places_of_copy(&self, step: usize) -> Option<Vec<ClaimedPart>> {
        let state = State::after(step);
        let text = self.history.text(state)?.to_vec();
        let whole = Span::of_len(0, text.len());
        let growth = SpanGrowth::OwnLines { step, text: &text };
        let mut places = Vec::new();
        for span in track_span(self.history, state, whole, growth)? {
            places.push(ClaimedPart { edit: None, span });
        }
        Some(places)
    }

    fn places_of_edits(&self, step: usize, changes: &ChangeSet) -> Option<Vec<ClaimedPart>> {
        let state = State::after(step);
        let len = self.history.len(state)?;
        let mut places = Vec::new();
        for (number, span) in self.written_spans(step, changes).into_iter().enumerate() {
            let Some(span) = span else { continue };
            let new_span = changes.result_span(number);
            if new_span.end() <= len && !self.earlier_spans.may_reach(state, new_span) {
                continue;
            }
            let new = &changes.edits()[number].new;
            let text = &new[span.start() - new_span.start()..span.end() - new_span.start()];
            let growth = SpanGrowth::OwnLines { step, text };
            let edit = Some(number);
            for span in track_span(self.history, state, span, growth)? {
                places.push(ClaimedPart { edit, span });
            }
        }
        Some(places)
    }

    /// For each edit of `changes`, which `step` made: the part of the new text that is not only quoted old text.
    fn written_spans(&self, step: usize, changes: &ChangeSet) -> Vec<Option<Span>> {
        match self.history.text(State::after(step)) {
            Some(text_after) => changes.invert().written_spans(&text_after),
            None => {
                let edits = 0..changes.edits().len();
                edits.map(|edit| Some(changes.result_span(edit))).collect()
            }
        }
    }

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
        let changes = self.steps[step].note.changes.loaded();
        let text_after = self.history.text(State::after(step));
        let lines = changes
            .zip(text_after.as_deref())
            .and_then(|(changes, text)| LineChanges::new(changes, text));
        let mut regions = Vec::with_capacity(places.len());
        for place in places {
            regions.push(Region {
                span: place.span,
                change: match (&lines, place.edit) {
                    (Some(lines), Some(edit)) => lines.block_of(edit),
                    _ => LineChange::default(),
                },
            });
        }
        Some(Claim {
            task: task.to_owned(),
            entry: self.steps[step].entry.id,
            known: seen.known_before(step, self.steps),
            regions,
        })
    }
}

/// True if an edit is in force after the first `steps`. `toggles` are the steps that undo and redo it in turn.
fn is_in_force_after(steps: usize, toggles: &[usize]) -> bool {
    let toggled = toggles.iter().filter(|&&toggle| toggle < steps).count();
    toggled % 2 == 0
}

/// The current place of a part of the text that a step wrote.
#[derive(Clone, Copy)]
struct ClaimedPart {
    /// The edit that wrote the part; `None` if unknown.
    edit: Option<usize>,
    span: Span,
}

impl ClaimedPart {
    fn with_spans(self, spans: Vec<Span>) -> impl Iterator<Item = Self> {
        spans.into_iter().map(move |span| Self { span, ..self })
    }

    /// The parts of this place that are inside `others`.
    fn intersections(self, others: &[Self]) -> Vec<Self> {
        let mut parts = Vec::new();
        for other in others {
            let start = self.span.start().max(other.span.start());
            let end = self.span.end().min(other.span.end());
            let may_be_empty = self.span.is_empty() || other.span.is_empty();
            if start < end || start == end && may_be_empty {
                let span = Span::of_len(start, end - start);
                parts.push(Self { span, ..self });
            }
        }
        parts
    }
}

/// True if the file begins with `note`, so that any earlier file with this name is another file. An undo restores the
/// same file.
fn creates_file(entry: &Entry, note: &FileNote) -> bool {
    note.transition.makes_file() && entry.kind == Deed::Edit
}

/// The changed lines, for messages.
struct LineChanges<'a> {
    changes: &'a ChangeSet,
    /// Shared by all changes, because a single block may contain thousands of places.
    before: Bytes,
    text_after: &'a [u8],
    lines: LineIndex,
    blocks: Vec<LineBlock>,
}

impl<'a> LineChanges<'a> {
    /// The lines that `changes` change. `None` if `changes` do not lead to `text_after`.
    fn new(changes: &'a ChangeSet, text_after: &'a [u8]) -> Option<Self> {
        let before = Bytes::from(changes.invert().apply(text_after).ok()?);
        Some(Self {
            blocks: changes.line_blocks(&before).collect(),
            lines: LineIndex::new(text_after),
            changes,
            before,
            text_after,
        })
    }

    /// The block around the edit with this index.
    fn block_of(&self, edit: usize) -> LineChange {
        let start = self.changes.result_span(edit).start();
        let line = self.lines.line_at(self.text_after, start);
        let count = self.blocks.partition_point(|block| block.new_line <= line);
        match self.blocks.get(count.saturating_sub(1)) {
            Some(block) => LineChange {
                old: self.before.slice(block.old.range()),
                new: block.new.clone(),
            },
            None => LineChange::default(),
        }
    }
}
