//! Finds the records of a replay that were applied before.
//!
//! Every record changes one name, and a move also the name that the file leaves. Each name therefore has a sequence
//! of states:
//!
//! - A name has reached the last state with its current content, and all states before.
//! - A move is applied if both its names have reached it. If only one has, it did by chance, and an earlier state of
//!   this name counts.
//!
//! A file that matches none of its states is refused when its first record is applied. States are compared by
//! content. A mode that differs from the records is set.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::super::files::OpenedFiles;
use super::super::resolver::AppliedRecords;
use super::OPERATION;
use crate::change::{ChangeSet, Record, TransitionKind};
use crate::refusal::{Fault, NotAFile, Reason, Refusal};
use crate::request::{Action, Request};
use crate::snapshot::{FileMode, Fingerprint, RootedPath, Snapshot};

/// The numbers of the records that are already applied.
///
/// # Errors
/// The errors of the disk.
pub fn already_applied(
    request: &Request,
    files: &mut OpenedFiles<'_>,
) -> Result<AppliedRecords, Refusal> {
    let history = NameHistory::new(request, files)?;
    history.touch_applied(files)?;
    let mut applied = AppliedRecords::new();
    for record in &history.records {
        if history.is_applied(record) {
            applied.insert(record.numbered.number);
        }
    }
    Ok(applied)
}

/// The numbers of the steps that are certainly applied: a file that they, or a later applied step, changed no longer has
/// its first content. If an undo has restored the first content, nothing shows whether the steps were applied.
///
/// # Errors
/// The errors of the disk.
pub fn applied_steps(
    request: &Request,
    files: &mut OpenedFiles<'_>,
) -> Result<BTreeSet<usize>, Refusal> {
    let history = NameHistory::new(request, files)?;
    let mut applied = BTreeSet::new();
    let mut last_certain = 0;
    for record in &history.records {
        if !history.is_applied(record) {
            continue;
        }
        applied.insert(record.numbered.step());
        if history.has_changed(record, last_certain) {
            last_certain = record.numbered.step();
        }
    }
    for record in &history.records {
        if !history.is_applied(record) {
            applied.remove(&record.numbered.step());
        }
    }
    applied.retain(|step| *step <= last_certain);
    Ok(applied)
}

/// A record with the number of its step and its number in the step.
struct NumberedRecord<'a> {
    number: (usize, usize),
    record: &'a Record<Option<ChangeSet>>,
}

fn numbered_records(request: &Request) -> Vec<NumberedRecord<'_>> {
    let mut numbered = Vec::new();
    for (number, step) in (1..).zip(&request.steps) {
        if let Action::Replay(transaction) = &step.action {
            for (file, record) in (1..).zip(&transaction.files) {
                numbered.push(NumberedRecord {
                    number: (number, file),
                    record,
                });
            }
        }
    }
    numbered
}

impl<'a> NumberedRecord<'a> {
    fn step(&self) -> usize {
        self.number.0
    }

    /// The name that the file leaves in a move.
    fn source(&self) -> Option<&'a Path> {
        match self.record.transition {
            TransitionKind::Moved => self.record.from.as_deref(),
            _ => None,
        }
    }
}

/// A record with the states of its names after it.
struct PlacedRecord<'a> {
    numbered: NumberedRecord<'a>,
    /// The state of the name of the file.
    target: StateOfName,
    /// The state of the name that the file leaves.
    source: Option<StateOfName>,
    /// The index of the record that produced the file.
    origin: Option<usize>,
}

/// A name and the index of one of its states.
#[derive(Clone)]
struct StateOfName {
    name: RootedPath,
    index: usize,
}

/// The states of a name.
#[derive(Default)]
struct NameStates {
    /// The fingerprint of the current content; `None` if there is no file.
    present: Option<Fingerprint>,
    /// The content before the first step.
    first: Option<Fingerprint>,
    /// One state for each step that changes the name, in the order of the steps.
    states: Vec<NameState>,
    /// The index of the last state that was reached.
    reached: Option<usize>,
}

/// The state of a name after a step.
struct NameState {
    step: usize,
    after: Option<Fingerprint>,
    /// The index of the record that brought the file to the name; `None` if the file left it.
    arrival: Option<usize>,
}

impl NameStates {
    /// Adds the state after a step, and returns its index. If a file leaves the name and another arrives in the same
    /// step, only the arrival counts.
    fn add(&mut self, state: NameState) -> usize {
        match self.states.last_mut() {
            Some(last) if last.step == state.step => {
                if state.arrival.is_some() {
                    *last = state;
                }
            }
            _ => self.states.push(state),
        }
        self.states.len() - 1
    }

    /// The index of the last of the first `count` states that matches the current content.
    fn latest(&self, count: usize) -> Option<usize> {
        let mut states = self.states[..count].iter();
        states.rposition(|state| state.after == self.present)
    }

    fn content_after(&self, step: usize) -> Option<Fingerprint> {
        let mut states = self.states.iter().rev();
        let state = states.find(|state| state.step <= step);
        state.map_or(self.first, |state| state.after)
    }

    /// The index of the record that brought the current file, if it was applied before.
    fn last_arrival(&self) -> Option<usize> {
        self.states[self.reached?].arrival
    }

    /// The index of the record that brought the file to the name before `step`.
    fn arrival_before(&self, step: usize) -> Option<usize> {
        let states = self.states.iter().rev();
        let mut earlier = states.skip_while(|state| state.step >= step);
        earlier.next()?.arrival
    }
}

/// The records so far, and the states that they give to their names.
#[derive(Default)]
struct NameHistory<'a> {
    records: Vec<PlacedRecord<'a>>,
    names: BTreeMap<RootedPath, NameStates>,
}

impl<'a> NameHistory<'a> {
    fn new(request: &'a Request, files: &mut OpenedFiles<'_>) -> Result<Self, Refusal> {
        let mut history = Self::default();
        for record in numbered_records(request) {
            history.add(record, files)?;
        }
        history.find_reached();
        Ok(history)
    }

    /// Adds the next record.
    fn add(
        &mut self,
        numbered: NumberedRecord<'a>,
        files: &mut OpenedFiles<'_>,
    ) -> Result<(), Refusal> {
        let (target, source) = self.locate(&numbered, files)?;
        let before = match numbered.record.transition {
            TransitionKind::Edited | TransitionKind::Removed => numbered.record.before,
            TransitionKind::Created | TransitionKind::Copied | TransitionKind::Moved => None,
        };
        self.begin(&target, before);
        if let Some(source) = &source {
            self.begin(source, numbered.record.before);
        }
        let (step, index) = (numbered.step(), self.records.len());
        let origin = match numbered.record.transition {
            TransitionKind::Created | TransitionKind::Copied | TransitionKind::Removed => None,
            TransitionKind::Edited | TransitionKind::Moved => {
                let before = source.as_ref().unwrap_or(&target);
                self.names
                    .get(before)
                    .and_then(|states| states.arrival_before(step))
            }
        };
        let mut left = None;
        if let Some(source) = source {
            left = Some(self.leave(source, step));
        }
        let target = match numbered.record.transition {
            TransitionKind::Removed => self.leave(target, step),
            _ => self.add_state(
                target,
                NameState {
                    step,
                    after: numbered.record.after,
                    arrival: Some(index),
                },
            ),
        };
        self.records.push(PlacedRecord {
            numbered,
            target,
            source: left,
            origin,
        });
        Ok(())
    }

    /// Locates the name of the file and the name that it leaves in a move. Reads their current contents. Refuses a
    /// file outside the workspace, whose changes are not exported.
    fn locate(
        &mut self,
        numbered: &NumberedRecord<'_>,
        files: &mut OpenedFiles<'_>,
    ) -> Result<(RootedPath, Option<RootedPath>), Refusal> {
        if numbered.record.names().any(Path::is_absolute) {
            return Err(Reason::not_kept().at(&numbered.record.path));
        }
        let target = self.load(&numbered.record.path, files)?;
        let Some(from) = numbered.source() else {
            return Ok((target, None));
        };
        let source = self.load(from, files)?;
        if source != target {
            return Ok((target, Some(source)));
        }
        let target = self.respell(target, files);
        let source = self.respell(source, files);
        Ok((target, Some(source)))
    }

    /// Locates the name `path`, and reads its current content.
    fn load(&mut self, path: &Path, files: &mut OpenedFiles<'_>) -> Result<RootedPath, Refusal> {
        let place = files.origin.locate_name(path)?;
        if !self.names.contains_key(&place) {
            let states = NameStates {
                present: present_content(&place, files)?,
                ..NameStates::default()
            };
            self.names.insert(place.clone(), states);
        }
        Ok(place)
    }

    /// One of two spellings of a file, in a directory that ignores case. A spelling that the directory does not have
    /// becomes a name of its own, without a file.
    fn respell(&mut self, name: RootedPath, files: &mut OpenedFiles<'_>) -> RootedPath {
        let Some(respelled) = name.respelled() else {
            return name;
        };
        files.drafts.load(respelled.clone(), None);
        self.names.entry(respelled.clone()).or_default();
        respelled
    }

    /// Records the content `before` the first step that changes `name`.
    fn begin(&mut self, name: &RootedPath, before: Option<Fingerprint>) {
        let states = self.names.entry(name.clone()).or_default();
        if states.states.is_empty() {
            states.first = before;
        }
    }

    /// The file at `name` leaves the name in `step`.
    fn leave(&mut self, name: RootedPath, step: usize) -> StateOfName {
        let state = NameState {
            step,
            after: None,
            arrival: None,
        };
        self.add_state(name, state)
    }

    fn add_state(&mut self, name: RootedPath, state: NameState) -> StateOfName {
        let index = self.names.entry(name.clone()).or_default().add(state);
        StateOfName { name, index }
    }

    fn has_reached(&self, state: &StateOfName) -> bool {
        let states = self.names.get(&state.name);
        states.is_some_and(|states| states.reached >= Some(state.index))
    }

    /// True if the content of a name of `record` is not the one before the first step, or not the one after step
    /// `applied`, which is certainly applied.
    fn has_changed(&self, record: &PlacedRecord<'_>, applied: usize) -> bool {
        let mut names = std::iter::once(&record.target).chain(&record.source);
        names.any(|state| {
            let states = self.names.get(&state.name);
            states.is_some_and(|states| {
                states.present != states.first || states.present != states.content_after(applied)
            })
        })
    }

    fn is_applied(&self, record: &PlacedRecord<'_>) -> bool {
        let source = record.source.as_ref();
        self.has_reached(&record.target) && source.is_none_or(|source| self.has_reached(source))
    }

    /// Finds the last reached state of every name: as late as possible, but never only one half of a move.
    fn find_reached(&mut self) {
        for states in self.names.values_mut() {
            states.reached = states.latest(states.states.len());
        }
        loop {
            let half_done: Vec<_> = self
                .records
                .iter()
                .filter_map(|record| self.half_done(record))
                .collect();
            if half_done.is_empty() {
                return;
            }
            for state in half_done {
                if let Some(states) = self.names.get_mut(&state.name) {
                    states.reached = states.reached.min(states.latest(state.index));
                }
            }
        }
    }

    /// The half of a move that was reached by chance, because the other half was not reached.
    fn half_done(&self, record: &PlacedRecord<'_>) -> Option<StateOfName> {
        let source = record.source.as_ref()?;
        match (self.has_reached(&record.target), self.has_reached(source)) {
            (true, false) => Some(record.target.clone()),
            (false, true) => Some(source.clone()),
            (true, true) | (false, false) => None,
        }
    }

    /// Reports the files with applied records, and sets modes that differ from the records.
    fn touch_applied(&self, files: &mut OpenedFiles<'_>) -> Result<(), Refusal> {
        for (place, states) in &self.names {
            let Some(record) = states.last_arrival() else {
                continue;
            };
            let draft = files.drafts.at(place)?;
            draft.touch(OPERATION);
            let Some(facts) = draft.before().and_then(Snapshot::facts) else {
                continue;
            };
            let mode = self.mode_after(record, facts.mode);
            if mode != facts.mode {
                draft.set_mode(OPERATION, FileMode::Exact(mode))?;
            }
        }
        Ok(())
    }

    /// The mode of the file after the record with the index `last` and all records before it, starting from `mode`.
    /// Every record counts, because a later record may undo the mode of an earlier one.
    fn mode_after(&self, last: usize, mode: u32) -> u32 {
        let records = std::iter::successors(self.records.get(last), |record| {
            self.records.get(record.origin?)
        });
        let changes: Vec<_> = records
            .filter_map(|record| record.numbered.record.modes)
            .collect();
        let mut result = mode;
        for change in changes.into_iter().rev() {
            result = Record::mode_asked(change).with_usual(result);
        }
        result
    }
}

/// The current content at `place`. A directory counts as no file, because the file was deleted before.
fn present_content(
    place: &RootedPath,
    files: &mut OpenedFiles<'_>,
) -> Result<Option<Fingerprint>, Refusal> {
    let loaded = files.load_name_at(place);
    if let Err(refusal) = &loaded
        && refusal.reason == Reason::Store(Fault::NotAFile(NotAFile::Directory))
    {
        return Ok(None);
    }
    loaded?;
    let draft = files.drafts.at(place)?;
    Ok(draft.before().map(|before| before.fingerprint()))
}
