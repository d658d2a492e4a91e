//! Finds edits of lines that other tasks wrote.

use std::borrow::Cow;

use super::workspace_journal::WorkspaceJournal;
use crate::change::{ChangeSet, Provenance, TaskConflict, Transition};
use crate::disk::Disk;
use crate::journal::Unavailable;
use crate::refusal::{Reason, Refusal};
use crate::report::{Notice, Warning};
use crate::request::OnConflict;
use crate::run::steps::resolver::ResolvedSteps;
use crate::run::world::World;
use crate::snapshot::{RootedPath, Snapshot};

/// The refusals of `steps` by `task` for lines that other tasks wrote. With `on_conflict` `warn`, the conflicts
/// become warnings of `steps` instead.
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
        Ok(found) => {
            steps.warnings.extend(found.damages);
            steps.saw_all_lines = found.saw_all_lines;
            found.conflicts
        }
        Err(error) => {
            steps
                .warnings
                .push(super::workspace_journal::unavailable(&error));
            return Vec::new();
        }
    };
    if on_conflict == OnConflict::Warn {
        for (place, conflicts) in found {
            for conflict in conflicts {
                let notice = Notice::Overruled(conflict);
                steps.warnings.push(Warning::about(place.shown(), notice));
            }
        }
        return Vec::new();
    }
    found
        .into_iter()
        .map(|(place, conflicts)| Reason::Conflict(conflicts).at(place.shown()))
        .collect()
}

#[derive(Default)]
struct FoundConflicts {
    /// The conflicts of each file.
    conflicts: Vec<(RootedPath, Vec<TaskConflict>)>,
    /// Warnings about lost entries, which may have caused conflicts.
    damages: Vec<Warning>,
    /// True if the task has seen every line that other tasks wrote in the edited files.
    saw_all_lines: bool,
}

/// The conflicts of `steps` by `task`.
fn conflicts_of_steps(
    steps: &ResolvedSteps,
    task: &str,
    disk: &Disk,
    world: &World,
) -> Result<FoundConflicts, Unavailable> {
    let mut found = FoundConflicts::default();
    let Some(journal) = WorkspaceJournal::find(&world.journal)? else {
        return Ok(found);
    };
    found.saw_all_lines = true;
    for file in steps.files.iter().filter(|file| file.is_touched()) {
        found.saw_all_lines &= keeps_name(file.written());
        for (place, text, changes) in changes(&file.text) {
            let changes = changes.without_quoted_lines(text.bytes());
            let lines = changes.touched_lines(text.bytes());
            let on_file = journal.claims(disk, place, task, (text, &lines))?;
            found.damages.extend(on_file.damage);
            found.saw_all_lines &= on_file.saw_all_lines;
            let conflicts = changes.claim_conflicts(&on_file.claims, text.bytes());
            if !conflicts.is_empty() {
                let place = file.text.place.clone();
                found.conflicts.push((place, conflicts));
            }
        }
    }
    Ok(found)
}

/// True if `transition` edits or deletes a file under its name. Another name has another history.
fn keeps_name(transition: &Transition) -> bool {
    if transition.before.is_none() {
        return false;
    }
    match &transition.after {
        Some(after) => matches!(after.provenance, Provenance::Own),
        None => !transition.is_moved_away,
    }
}

/// The contents that a transition changes, with their changes: the old content if the file is deleted, and the base
/// of the new content unless the file is new.
fn changes(
    transition: &Transition,
) -> impl Iterator<Item = (&RootedPath, &Snapshot, Cow<'_, ChangeSet>)> {
    let deleted = transition.gone().map(|before| {
        let all = ChangeSet::removal(before);
        (&transition.place, before, Cow::Owned(all))
    });
    let edited = transition.after.as_ref().and_then(|after| {
        let place = after.provenance.read_at(&transition.place)?;
        Some((place, &after.base, Cow::Borrowed(&after.changes)))
    });
    deleted.into_iter().chain(edited)
}
