//! Edits of lines that other tasks wrote.

use std::collections::BTreeSet;

use super::ledger::Ledger;
use super::records::{gone, moved_from};
use super::steps::gather::Gathered;
use super::world::World;
use crate::change::{ChangeSet, TaskConflict};
use crate::disk::Disk;
use crate::journal::Unavailable;
use crate::refusal::{Reason, Refusal};
use crate::report::{Notice, Warning};
use crate::request::{OnConflict, Terms};
use crate::resolve::draft::Draft;
use crate::snapshot::{RootedPath, Snapshot};

/// What speaks against `gathered` because other tasks wrote the lines it edits. Under `warn` that goes to
/// its warnings instead.
pub fn refusals(
    gathered: &mut Gathered,
    terms: &Terms,
    disk: &Disk,
    world: &World,
) -> Vec<Refusal> {
    let Some(task) = terms.task.as_deref() else {
        return Vec::new();
    };
    if terms.on_conflict == OnConflict::Force {
        return Vec::new();
    }
    let found = match conflicts(gathered, task, disk, world) {
        Ok(found) => found,
        Err(error) => {
            gathered.warnings.push(super::ledger::unavailable(&error));
            return Vec::new();
        }
    };
    if terms.on_conflict == OnConflict::Warn {
        let warnings = found.into_iter().flat_map(|(place, conflicts)| {
            conflicts.into_iter().map(move |conflict| Warning {
                path: Some(place.shown().to_owned()),
                notice: Notice::Overruled { conflict },
            })
        });
        gathered.warnings.extend(warnings);
        return Vec::new();
    }
    found
        .into_iter()
        .map(|(place, conflicts)| Refusal::new(Reason::Conflict { conflicts }).at(place.shown()))
        .collect()
}

/// The conflicts of each file that has any.
fn conflicts(
    gathered: &Gathered,
    task: &str,
    disk: &Disk,
    world: &World,
) -> Result<Vec<(RootedPath, Vec<TaskConflict>)>, Unavailable> {
    let Some(ledger) = Ledger::find(&world.chronicle)? else {
        return Ok(Vec::new());
    };
    let moved: BTreeSet<&RootedPath> = gathered.drafts.iter().filter_map(moved_from).collect();
    let mut found = Vec::new();
    for draft in gathered.drafts.iter().filter(|draft| draft.is_touched()) {
        for (place, text, changes) in changes(draft, &moved) {
            let claims = ledger.claims(disk, place, task, text)?;
            let conflicts = changes.claim_conflicts(&claims, text.bytes());
            if !conflicts.is_empty() {
                found.push((draft.place().clone(), conflicts));
            }
        }
    }
    Ok(found)
}

/// The texts that a file's steps change, and how: that of the file which was there, if it goes, and that of the
/// one which is there afterwards, unless it is new.
fn changes<'a>(
    draft: &'a Draft,
    moved: &BTreeSet<&RootedPath>,
) -> impl Iterator<Item = (&'a RootedPath, &'a Snapshot, ChangeSet)> {
    let goes = gone(draft).filter(|_| !moved.contains(draft.place()));
    let goes = goes.map(|before| {
        let all = ChangeSet::by_line(before.bytes(), &bytes::Bytes::new());
        (draft.place(), before, all)
    });
    let stays = draft.now().and_then(|now| {
        let place = now.source().read_at(draft.place())?;
        Some((place, now.base(), now.changes()))
    });
    goes.into_iter().chain(stays)
}
