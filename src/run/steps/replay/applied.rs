//! Records of a replay that were carried out before.
//!
//! Every record brings one or two names into another state: the one it is about, and for a move the one that is
//! left. So each name has a row of states, and what is there now shows how far it has come: to the last state
//! that equals it. A move is done when both its names say so; where one does not, the other has come less far
//! than it seemed. A file in none of its states is found out when its first record does not fit. States are
//! told apart by their texts; where a mode was to change and is not what it should be, it is set.

use std::collections::BTreeMap;
use std::path::Path;

use super::super::files::OpenedFiles;
use super::super::resolver::AppliedRecords;
use super::OPERATION;
use crate::change::{ChangeSet, Record, TransitionKind};
use crate::refusal::{Fault, NotAFile, Reason, Refusal};
use crate::request::{Action, Request};
use crate::snapshot::{FileMode, Fingerprint, RootedPath, Snapshot};

/// The records whose effect is in the files already.
///
/// # Errors
/// Refusals of the disk.
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

/// A record with its number: of its step, and in it.
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

    /// The name that its file leaves for another one.
    fn left(&self) -> Option<&'a Path> {
        self.record
            .from
            .as_deref()
            .filter(|_| self.record.transition == TransitionKind::Moved)
    }
}

/// A record among the states of its names.
struct PlacedRecord<'a> {
    numbered: NumberedRecord<'a>,
    /// The name it is about, and how far that has come with it.
    place: (RootedPath, usize),
    /// The name its file leaves.
    left: Option<(RootedPath, usize)>,
    /// The record (by position) that made its file what it was before.
    origin: Option<usize>,
}

/// The states of one name.
#[derive(Default)]
struct NameStates {
    /// The text there now; `None` when there is no file.
    present: Option<Fingerprint>,
    /// In the order of the steps, one for each that is about the name.
    states: Vec<NameState>,
    /// The number of states it has come through.
    reached: usize,
}

struct NameState {
    step: usize,
    after: Option<Fingerprint>,
    /// The record (by position) that brought the file there, if there is one.
    arrival: Option<usize>,
}

impl NameStates {
    /// Takes the state after `step`, and says its number. What one step does it does at once: of what leaves
    /// and what comes, only the latter is seen.
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

    /// The last of the first `count` states that the present may be; 0 is the one before all.
    fn latest(&self, count: usize) -> usize {
        let mut states = self.states[..count].iter();
        let found = states.rposition(|state| state.after == self.present);
        found.map_or(0, |at| at + 1)
    }

    /// The record that made the file which is there now, as far as that was done before.
    fn maker(&self) -> Option<usize> {
        self.states.get(self.reached.checked_sub(1)?)?.arrival
    }

    /// The record that made the file which is there at the beginning of `step`.
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
    /// Takes the next record.
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

    /// The name's place, with what is there now.
    fn enter(&mut self, path: &Path, files: &mut OpenedFiles<'_>) -> Result<RootedPath, Refusal> {
        let place = files.origin.locate_name(path)?;
        if !self.rows.contains_key(&place) {
            let row = self.row(&place);
            row.present = found(&place, files)?;
        }
        Ok(place)
    }

    /// Two names that lead to one file, in a directory that ignores case: it has the one that the directory spells so,
    /// and nothing has the other.
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

    /// True if `place` has come through its state number `number`.
    fn has_reached(&self, (place, number): &(RootedPath, usize)) -> bool {
        let row = self.rows.get(place);
        row.is_some_and(|row| row.reached >= *number)
    }

    fn is_applied(&self, record: &PlacedRecord<'_>) -> bool {
        let mut names = std::iter::once(&record.place).chain(&record.left);
        names.all(|name| self.has_reached(name))
    }

    /// Finds how far every name has come: as far as it can be, but no farther than the moves it shares with
    /// others allow.
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

    /// The name of a move that has come through it while the other has not.
    fn ahead(&self, record: &PlacedRecord<'_>) -> Option<(RootedPath, usize)> {
        let left = record.left.as_ref()?;
        match (self.has_reached(&record.place), self.has_reached(left)) {
            (true, false) => Some(record.place.clone()),
            (false, true) => Some(left.clone()),
            (true, true) | (false, false) => None,
        }
    }

    /// Has the files that are as they were to become reported, and their modes set if the records ask for
    /// others than they have.
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

    /// The mode after `mode` when the record at `maker`, and those that made its file before, have their say
    /// one after the other: what is taken back is named too.
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

/// The text that is on disk at `place`. A directory is none: the file has made room for it.
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
