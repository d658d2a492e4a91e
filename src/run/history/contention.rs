//! Edits of lines that other tasks wrote.

use std::borrow::Cow;

use super::super::steps::gathered::Gathered;
use super::super::world::World;
use super::ledger::Ledger;
use crate::change::{ChangeSet, TaskConflict, Transition};
use crate::disk::Disk;
use crate::journal::Unavailable;
use crate::refusal::{Reason, Refusal};
use crate::report::{Notice, Warning};
use crate::request::OnConflict;
use crate::snapshot::{RootedPath, Snapshot};

/// What speaks against `gathered`, an edit of `task`, because other tasks wrote the lines it edits. Under `warn` that
/// goes to its warnings instead.
pub fn refusals(
    gathered: &mut Gathered,
    task: &str,
    on_conflict: OnConflict,
    disk: &Disk,
    world: &World,
) -> Vec<Refusal> {
    if on_conflict == OnConflict::Force {
        return Vec::new();
    }
    let found = match conflicts(gathered, task, disk, world) {
        Ok(found) => found,
        Err(error) => {
            gathered.warnings.push(super::ledger::unavailable(&error));
            return Vec::new();
        }
    };
    if on_conflict == OnConflict::Warn {
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
    let mut found = Vec::new();
    for file in gathered.files.iter().filter(|file| file.is_touched()) {
        for (place, text, changes) in changes(&file.transition) {
            let claims = ledger.claims(disk, place, task, text)?;
            let conflicts = changes.claim_conflicts(&claims, text.bytes());
            if !conflicts.is_empty() {
                found.push((file.transition.place.clone(), conflicts));
            }
        }
    }
    Ok(found)
}

/// The texts that a file's steps change, and how: that of the file which was there, if it goes, and that of the
/// one which is there afterwards, unless it is new.
fn changes(
    transition: &Transition,
) -> impl Iterator<Item = (&RootedPath, &Snapshot, Cow<'_, ChangeSet>)> {
    let goes = transition.gone().map(|before| {
        let all = ChangeSet::removal(before);
        (&transition.place, before, Cow::Owned(all))
    });
    let stays = transition.after.as_ref().and_then(|after| {
        let place = after.provenance.read_at(&transition.place)?;
        Some((place, &after.base, Cow::Borrowed(&after.changes)))
    });
    goes.into_iter().chain(stays)
}
