//! Finds the records of a replay that were applied before.
//!
//! Every record changes one name, and a move also the name that the file leaves. Each name therefore has a sequence
//! of states. The current content shows how many were reached: up to the last state with this content. A move is
//! applied if both its names have reached it. Otherwise the state of one name was reached by chance, and an earlier
//! state is used. A file that matches none of its states is refused when its first record is applied. States are
//! compared by content. A mode that differs from the records is set.

use std::collections::BTreeMap;
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
    let mut history = NameHistory::default();
    for record in numbered_records(request) {
        history.take(record, files)?;
    }
    history.agree();
    history.find_states(files)?;
    let applied = history.records.iter().filter(|one| history.is_applied(one));
    Ok(applied.map(|one| one.numbered.number).collect())
}

/// A record with the number of its step and its number in the step.
struct NumberedRecord<'a> {
    number: (usize, usize),
    record: &'a Record<Option<ChangeSet>>,
}

fn numbered_records(request: &Request) -> impl Iterator<Item = NumberedRecord<'_>> {
    let transactions = (1..).zip(&request.steps).filter_map(|(step, asked)| {
        let Action::Replay(transaction) = &asked.action else {
            return None;
        };
        let records = (1..).zip(&transaction.files);
        Some(records.map(move |(file, record)| NumberedRecord {
            number: (step, file),
            record,
        }))
    });
    transactions.flatten()
}

impl<'a> NumberedRecord<'a> {
    fn step(&self) -> usize {
        self.number.0
    }

    /// The name that the file leaves in a move.
    fn left(&self) -> Option<&'a Path> {
        self.record
            .from
            .as_deref()
            .filter(|_| self.record.transition == TransitionKind::Moved)
    }
}

/// A record with the states of its names.
struct PlacedRecord<'a> {
    numbered: NumberedRecord<'a>,
    /// The name of the file, and the number of its state after the record.
    place: (RootedPath, usize),
    /// The name that the file leaves, and the number of its state.
    left: Option<(RootedPath, usize)>,
    /// The index of the record that produced the file.
    origin: Option<usize>,
}

#[derive(Default)]
struct NameStates {
    /// The fingerprint of the current content; `None` if there is no file.
    present: Option<Fingerprint>,
    /// One state for each step that changes the name, in the order of the steps.
    states: Vec<NameState>,
    /// The number of states that were reached.
    reached: usize,
}

struct NameState {
    step: usize,
    after: Option<Fingerprint>,
    /// The index of the record that brought the file to the name; `None` if the file left it.
    arrival: Option<usize>,
}

impl NameStates {
    /// Adds the state after a step, and returns its number. If a file leaves the name and another arrives in the same
    /// step, only the arrival counts.
    fn take(&mut self, state: NameState) -> usize {
        match self.states.last_mut() {
            Some(last) if last.step == state.step => {
                if state.arrival.is_some() {
                    *last = state;
                }
            }
            _ => self.states.push(state),
        }
        self.states.len()
    }

    /// The number of the last of the first `count` states that matches the current content; 0 if none does.
    fn latest(&self, count: usize) -> usize {
        let mut states = self.states[..count].iter();
        let found = states.rposition(|state| state.after == self.present);
        found.map_or(0, |at| at + 1)
    }

    /// The index of the record that brought the current file, if it was applied before.
    fn maker(&self) -> Option<usize> {
        self.states.get(self.reached.checked_sub(1)?)?.arrival
    }

    /// The index of the record that brought the file to the name before `step`.
    fn maker_before(&self, step: usize) -> Option<usize> {
        let states = self.states.iter().rev();
        let mut earlier = states.skip_while(|state| state.step >= step);
        earlier.next()?.arrival
    }
}

#[derive(Default)]
struct NameHistory<'a> {
    records: Vec<PlacedRecord<'a>>,
    rows: BTreeMap<RootedPath, NameStates>,
}

impl<'a> NameHistory<'a> {
    /// Adds the next record.
    fn take(
        &mut self,
        numbered: NumberedRecord<'a>,
        files: &mut OpenedFiles<'_>,
    ) -> Result<(), Refusal> {
        let (step, record) = (numbered.step(), self.records.len());
        let mut place = self.enter(&numbered.record.path, files)?;
        let mut left = numbered
            .left()
            .map(|from| self.enter(from, files))
            .transpose()?;
        if let Some(left) = left.as_mut().filter(|left| **left == place) {
            self.tell_apart(&mut place, left, files);
        }
        let origin = match (numbered.record.transition, &left) {
            (TransitionKind::Created | TransitionKind::Copied | TransitionKind::Removed, _) => None,
            (_, Some(left)) => self.row(left).maker_before(step),
            (_, None) => self.row(&place).maker_before(step),
        };
        let mut left_state = None;
        if let Some(left) = left {
            let number = self.row(&left).take(NameState {
                step,
                after: None,
                arrival: None,
            });
            left_state = Some((left, number));
        }
        let arrival = match numbered.record.transition {
            TransitionKind::Removed => None,
            _ => Some(record),
        };
        let number = self.row(&place).take(NameState {
            step,
            after: numbered.record.after,
            arrival,
        });
        self.records.push(PlacedRecord {
            numbered,
            place: (place, number),
            left: left_state,
            origin,
        });
        Ok(())
    }

    /// The place of the name `path`. Reads the current content.
    fn enter(&mut self, path: &Path, files: &mut OpenedFiles<'_>) -> Result<RootedPath, Refusal> {
        let place = files.origin.locate_name(path)?;
        if !self.rows.contains_key(&place) {
            let row = self.row(&place);
            row.present = found(&place, files)?;
        }
        Ok(place)
    }

    /// Separates two names that lead to one file, in a directory that ignores case. The file gets the spelling in the
    /// directory, and the other name gets no file.
    fn tell_apart(
        &mut self,
        place: &mut RootedPath,
        left: &mut RootedPath,
        files: &mut OpenedFiles<'_>,
    ) {
        for name in [place, left] {
            if let Some(apart) = name.respelled() {
                files.drafts.load(apart.clone(), None);
                self.row(&apart);
                *name = apart;
            }
        }
    }

    fn row(&mut self, place: &RootedPath) -> &mut NameStates {
        self.rows.entry(place.clone()).or_default()
    }

    /// True if the name has reached its state `number`.
    fn has_reached(&self, (place, number): &(RootedPath, usize)) -> bool {
        let row = self.rows.get(place);
        row.is_some_and(|row| row.reached >= *number)
    }

    fn is_applied(&self, record: &PlacedRecord<'_>) -> bool {
        let mut names = std::iter::once(&record.place).chain(&record.left);
        names.all(|name| self.has_reached(name))
    }

    /// Finds the number of reached states for every name: as many as possible, but never only one half of a move.
    fn agree(&mut self) {
        for row in self.rows.values_mut() {
            row.reached = row.latest(row.states.len());
        }
        loop {
            let half_done: Vec<_> = self
                .records
                .iter()
                .filter_map(|one| self.ahead(one))
                .collect();
            if half_done.is_empty() {
                return;
            }
            for (place, number) in half_done {
                let row = self.row(&place);
                row.reached = row.reached.min(row.latest(number - 1));
            }
        }
    }

    /// The name of a move that has reached the state after the move, if the other name has not.
    fn ahead(&self, record: &PlacedRecord<'_>) -> Option<(RootedPath, usize)> {
        let left = record.left.as_ref()?;
        match (self.has_reached(&record.place), self.has_reached(left)) {
            (true, false) => Some(record.place.clone()),
            (false, true) => Some(left.clone()),
            (true, true) | (false, false) => None,
        }
    }

    /// Reports the files that are already in their final state, and sets modes that differ from the records.
    fn find_states(&self, files: &mut OpenedFiles<'_>) -> Result<(), Refusal> {
        for (place, row) in &self.rows {
            let Some(maker) = row.maker() else { continue };
            let draft = files.drafts.at(place)?;
            draft.touch(OPERATION);
            let Some(facts) = draft.before().and_then(Snapshot::facts) else {
                continue;
            };
            let (mode, asked) = (facts.mode, self.mode_after(maker, facts.mode));
            if asked != mode {
                draft.set_mode(OPERATION, FileMode::Exact(asked))?;
            }
        }
        Ok(())
    }

    /// The mode of the file after the record `maker` and all records before it, starting from `mode`. Every record
    /// counts, because a later record may undo the mode of an earlier one.
    fn mode_after(&self, maker: usize, mode: u32) -> u32 {
        let makers = std::iter::successors(self.records.get(maker), |record| {
            self.records.get(record.origin?)
        });
        let modes: Vec<_> = makers
            .filter_map(|record| record.numbered.record.modes)
            .collect();
        let mut last = mode;
        for recorded in modes.into_iter().rev() {
            last = Record::mode_asked(recorded).with_usual(last);
        }
        last
    }
}

/// The current content at `place`. A directory counts as no file, because the file was deleted before.
fn found(place: &RootedPath, files: &mut OpenedFiles<'_>) -> Result<Option<Fingerprint>, Refusal> {
    match files.load_name_at(place) {
        Err(refusal) if is_directory(&refusal.reason) => return Ok(None),
        loaded => loaded?,
    }
    let draft = files.drafts.at(place)?;
    Ok(draft.before().map(|before| before.fingerprint()))
}

fn is_directory(reason: &Reason) -> bool {
    *reason == Reason::Store(Fault::NotAFile(NotAFile::Directory))
}
