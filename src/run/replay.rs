//! Replaying records: each applies to the very text it was made for, or is already applied.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use super::files::Files;
use super::gather::Gathered;
use crate::change::{Record, Recorded, Redacted, Transition};
use crate::refusal::{Reason, Refusal};
use crate::request::{Action, Limits, Request};
use crate::resolve::draft::Passage;
use crate::snapshot::{Fingerprint, RootedPath};

/// The word for it in reports.
const OPERATION: &str = "replay";

/// 1-based numbers of the steps whose effect is in the files already.
///
/// The records of one file are a chain of states. What leads to the last state that is there was done
/// before; the rest is still to do. A file in none of its states is found out when its first record does
/// not fit.
pub fn done_already(
    request: &Request,
    gathered: &mut Gathered,
    files: &mut Files,
) -> Result<BTreeSet<usize>, Refusal> {
    let mut done = BTreeSet::new();
    let records: Vec<(usize, Facts<'_>)> = (1..)
        .zip(&request.steps)
        .filter_map(|(number, step)| match &step.action {
            Action::Replay(recorded) => Some((number, Facts::of(recorded))),
            _ => None,
        })
        .collect();
    let mut followed = HashSet::new();
    for first in 0..records.len() {
        if followed.contains(&first) {
            continue;
        }
        let chain = chain(&records, first);
        followed.extend(chain.iter().copied());
        let mut last = None;
        for (at, &record) in chain.iter().enumerate() {
            let facts = &records[record].1;
            let there = found(facts.path, gathered, files, &request.terms.limits)?;
            if there == facts.after {
                last = Some(at);
            }
        }
        let finished = last.map_or(0, |last| last + 1);
        done.extend(chain[..finished].iter().map(|&record| records[record].0));
    }
    Ok(done)
}

/// What a record says beside its change set.
struct Facts<'a> {
    path: &'a Path,
    from: Option<&'a Path>,
    transition: Transition,
    after: Option<Fingerprint>,
}

impl<'a> Facts<'a> {
    fn of(recorded: &'a Recorded) -> Self {
        match recorded {
            Recorded::Whole(record) => Self {
                path: &record.path,
                from: record.from.as_deref(),
                transition: record.transition,
                after: record.after,
            },
            Recorded::Redacted(redacted) => Self {
                path: &redacted.path,
                from: redacted.from.as_deref(),
                transition: redacted.transition,
                after: redacted.after,
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
}

/// The records (by position) that follow one file from the record `first` on.
fn chain(records: &[(usize, Facts<'_>)], first: usize) -> Vec<usize> {
    let mut chain = vec![first];
    let mut facts = &records[first].1;
    for (at, (_, next)) in records.iter().enumerate().skip(first + 1) {
        let goes_on = match facts.transition {
            Transition::Removed => next.path == facts.path && next.path_before().is_none(),
            _ => next.path_before() == Some(facts.path),
        };
        if goes_on {
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

/// Applies step number `number`, which replays `recorded`.
pub fn take(
    gathered: &mut Gathered,
    number: usize,
    recorded: &Recorded,
    files: &mut Files,
    limits: &Limits,
) -> Result<(), Refusal> {
    let record = match recorded {
        Recorded::Whole(record) => record,
        Recorded::Redacted(redacted) => return Err(refuse_redacted(redacted)),
    };
    let place = gathered.load(&record.path, files, limits)?;
    let source = match &record.from {
        Some(from) => gathered.load(from, files, limits)?,
        None => place.clone(),
    };
    let at = |reason: Reason| Refusal::new(reason).at(place.shown());
    expect(gathered, record, &source, &place).map_err(at)?;
    apply(gathered, number, record, &source, &place).map_err(at)
}

fn refuse_redacted(redacted: &Redacted) -> Refusal {
    let reason = Reason::bad_request(
        "its text was not kept where it was made, so it cannot be replayed",
        "make the change by hand, or leave the line out",
    );
    Refusal::new(reason).at(&redacted.path)
}

/// Whether the files are as the record found them.
fn expect(
    gathered: &mut Gathered,
    record: &Record,
    source: &RootedPath,
    place: &RootedPath,
) -> Result<(), Reason> {
    let draft = gathered.drafts.at(source)?;
    let there = draft.now().is_some();
    let found = match (there, record.before) {
        (true, _) => Some(draft.text()?.fingerprint()),
        (false, _) => None,
    };
    if found != record.before {
        return Err(Reason::Stale {
            expected: record
                .before
                .map_or("no file".to_owned(), |before| before.to_string()),
            found,
        });
    }
    let arrives = matches!(record.transition, Transition::Moved | Transition::Copied);
    let target = gathered.drafts.at(place)?;
    match arrives && target.now().is_some() {
        true => Err(Reason::Stale {
            expected: "no file".to_owned(),
            found: Some(target.text()?.fingerprint()),
        }),
        false => Ok(()),
    }
}

fn apply(
    gathered: &mut Gathered,
    number: usize,
    record: &Record,
    source: &RootedPath,
    place: &RootedPath,
) -> Result<(), Reason> {
    let drafts = &mut gathered.drafts;
    match record.transition {
        Transition::Removed => return drafts.at(place)?.take(OPERATION).map(drop),
        Transition::Edited => {}
        Transition::Created => drafts.at(place)?.begin(number, OPERATION)?,
        Transition::Moved => {
            let now = drafts.at(source)?.take(OPERATION)?;
            let now = now.come_from(source, Passage::Moved);
            drafts.at(place)?.put(OPERATION, now)?;
        }
        Transition::Copied => {
            let now = drafts.at(source)?.now().cloned().ok_or(Reason::Missing)?;
            let now = now.come_from(source, Passage::Copied);
            drafts.at(place)?.put(OPERATION, now)?;
        }
    }
    let draft = drafts.at(place)?;
    draft.revise(number, OPERATION, record.changes.clone())?;
    match record.modes {
        Some((_, mode)) => draft.set_mode(OPERATION, mode),
        None => Ok(()),
    }
}
