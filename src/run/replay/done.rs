//! What of a replay was done before.
//!
//! The records of one file are a chain of states. What leads to the last state that is there was done
//! before; the rest is still to do. A file in none of its states is found out when its first record does
//! not fit. States are told apart by their texts; where a mode was to change and is not what it should be,
//! it is set.

use std::collections::HashSet;
use std::path::Path;

use super::super::files::Files;
use super::super::gather::Gathered;
use super::super::records::mode_asked;
use super::OPERATION;
use crate::change::{Recorded, Transition};
use crate::refusal::Refusal;
use crate::request::{Action, Limits, Request};
use crate::snapshot::{Fingerprint, Snapshot};

/// Records by the number of their step and their place in it, both from 1.
pub type Done = HashSet<(usize, usize)>;

/// The records whose effect is in the files already.
///
/// # Errors
/// What the disk refuses.
pub fn done_already(
    request: &Request,
    gathered: &mut Gathered,
    files: &mut Files,
) -> Result<Done, Refusal> {
    let records = facts_of(request);
    let mut done = Done::new();
    let mut followed = HashSet::new();
    for first in 0..records.len() {
        if followed.contains(&first) {
            continue;
        }
        let chain = chain(&records, first);
        followed.extend(chain.iter().copied());
        let mut finished = 0;
        for (at, &record) in chain.iter().enumerate() {
            let facts = &records[record];
            let there = found(facts.path, gathered, files, &request.terms.limits)?;
            if there == facts.after {
                finished = at + 1;
            }
        }
        let finished: Vec<_> = chain[..finished].iter().map(|&at| &records[at]).collect();
        done.extend(finished.iter().map(|facts| facts.number));
        settle(&finished, gathered, files)?;
    }
    Ok(done)
}

/// What a record says beside its change set.
struct Facts<'a> {
    /// Of its step, and in it.
    number: (usize, usize),
    path: &'a Path,
    from: Option<&'a Path>,
    transition: Transition,
    after: Option<Fingerprint>,
    modes: Option<(u32, u32)>,
}

fn facts_of(request: &Request) -> Vec<Facts<'_>> {
    let transactions = (1..).zip(&request.steps).filter_map(|(step, asked)| {
        let Action::Replay(transaction) = &asked.action else {
            return None;
        };
        let facts = (1..).zip(&transaction.files);
        Some(facts.map(move |(file, recorded)| Facts::of((step, file), recorded)))
    });
    transactions.flatten().collect()
}

impl<'a> Facts<'a> {
    fn of(number: (usize, usize), recorded: &'a Recorded) -> Self {
        match recorded {
            Recorded::Whole(record) => Self {
                number,
                path: &record.path,
                from: record.from.as_deref(),
                transition: record.transition,
                after: record.after,
                modes: record.modes,
            },
            Recorded::Redacted(redacted) => Self {
                number,
                path: &redacted.path,
                from: redacted.from.as_deref(),
                transition: redacted.transition,
                after: redacted.after,
                modes: None,
            },
        }
    }

    /// The name the file had before; `None` when it was not there.
    fn path_before(&self) -> Option<&'a Path> {
        match self.transition {
            Transition::Created | Transition::Copied => None,
            Transition::Moved => self.from,
            Transition::Edited | Transition::Removed => Some(self.path),
        }
    }

    /// Whether `next` goes on with the file that this record is about. What one transaction does it does at
    /// once; only a removal makes room for another file in the same one.
    fn leads_to(&self, next: &Facts<'_>) -> bool {
        let is_later = next.number.0 > self.number.0;
        match self.transition {
            Transition::Removed => next.path == self.path && next.path_before() != Some(self.path),
            _ => is_later && next.path_before() == Some(self.path),
        }
    }
}

/// The records (by position) that follow one file from the record `first` on.
fn chain(records: &[Facts<'_>], first: usize) -> Vec<usize> {
    let mut chain = vec![first];
    let mut facts = &records[first];
    for (at, next) in records.iter().enumerate().skip(first + 1) {
        if facts.leads_to(next) {
            chain.push(at);
            facts = next;
        }
    }
    chain
}

/// The text that is on disk at `path`.
fn found(
    path: &Path,
    gathered: &mut Gathered,
    files: &mut Files,
    limits: &Limits,
) -> Result<Option<Fingerprint>, Refusal> {
    let place = gathered.load(path, files, limits)?;
    let draft = gathered.drafts.at(&place)?;
    Ok(draft.before().map(|before| before.fingerprint()))
}

/// Has the file of `finished` records reported, and its mode set if they ask for another one than it has.
fn settle(
    finished: &[&Facts<'_>],
    gathered: &mut Gathered,
    files: &mut Files,
) -> Result<(), Refusal> {
    let asked = finished.iter().fold(None, |asked, facts| {
        let now = facts.modes.map(mode_asked);
        facts.after?;
        now.map(|mode| mode.after(asked)).or(asked)
    });
    let Some(last) = finished.last() else {
        return Ok(());
    };
    let place = files.locate(last.path)?;
    let draft = gathered.drafts.at(&place)?;
    if last.after.is_some() {
        draft.touch(OPERATION);
    }
    let Some(asked) = asked else { return Ok(()) };
    let mode = draft
        .before()
        .and_then(Snapshot::facts)
        .map(|facts| facts.mode);
    match mode.is_some_and(|mode| asked.of(mode) != mode) {
        true => Ok(draft.set_mode(OPERATION, asked)?),
        false => Ok(()),
    }
}
