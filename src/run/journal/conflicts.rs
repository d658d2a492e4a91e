//! Edits of lines that other tasks wrote.

use std::borrow::Cow;

use super::workspace_journal::WorkspaceJournal;
use crate::change::{ChangeSet, TaskConflict, Transition};
use crate::disk::Disk;
use crate::journal::Unavailable;
use crate::refusal::{Reason, Refusal};
use crate::report::{Notice, Warning};
use crate::request::OnConflict;
use crate::run::steps::resolver::ResolvedSteps;
use crate::run::world::World;
use crate::snapshot::{RootedPath, Snapshot};

/// The reasons to refuse `steps`, an edit of `task`: other tasks wrote the lines it edits. Under `warn` that
/// goes to its warnings instead.
pub fn refusals(
    steps: &mut ResolvedSteps,
    task: &str,
    on_conflict: OnConflict,
    disk: &Disk,
    world: &World,
) -> Vec<Refusal> {
    if on_conflict == OnConflict::Force {
        return Vec::new();
    }
    let found = match conflicts_of_steps(steps, task, disk, world) {
        Ok((found, damage)) => {
            steps.warnings.extend(damage);
            found
        }
        Err(error) => {
            steps
                .warnings
                .push(super::workspace_journal::unavailable(&error));
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
        steps.warnings.extend(warnings);
        return Vec::new();
    }
    found
        .into_iter()
        .map(|(place, conflicts)| Refusal::new(Reason::Conflict { conflicts }).at(place.shown()))
        .collect()
}

/// The conflicts of the file at a place.
type FileConflicts = (RootedPath, Vec<TaskConflict>);

/// The conflicts of each file that has any, and a warning where some may be missing.
fn conflicts_of_steps(
    steps: &ResolvedSteps,
    task: &str,
    disk: &Disk,
    world: &World,
) -> Result<(Vec<FileConflicts>, Vec<Warning>), Unavailable> {
    let Some(journal) = WorkspaceJournal::find(&world.journal)? else {
        return Ok(Default::default());
    };
    let (mut found, mut damages) = (Vec::new(), Vec::new());
    for file in steps.files.iter().filter(|file| file.is_touched()) {
        for (place, text, changes) in changes(file.text_transition()) {
            let changes = changes.without_quoted_lines(text.bytes());
            let lines = changes.touched_lines(text.bytes());
            let (claims, damage) = journal.claims(disk, place, task, (text, &lines))?;
            damages.extend(damage);
            let conflicts = changes.claim_conflicts(&claims, text.bytes());
            if !conflicts.is_empty() {
                found.push((file.transition.place.clone(), conflicts));
            }
        }
    }
    Ok((found, damages))
}

/// The texts that a transition changes, and how: the old file if it is removed, and the new one unless it is created
/// from nothing.
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
