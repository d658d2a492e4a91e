//! Plans: what a dry run would write, in the form that `apply` and `replay` read.

use super::attempt::Attempt;
use super::ending::Ending;
use super::history::names::JournalNames;
use super::world::World;
use crate::change::{EDIT_SCHEMA, Recorded, Transaction};
use crate::disk::Disk;
use crate::journal::WorkspaceRoot;
use crate::refusal::{Impossible, Refusal};
use crate::request::{Planning, Request};

/// The ending of a dry run of `attempt`, with a plan if one is wanted.
pub fn would_do(request: &Request, attempt: Attempt, disk: &Disk, world: &World) -> Ending {
    if request.terms.planning == Planning::Unneeded {
        return Ending::done(attempt.gathered);
    }
    match draw_up(request, &attempt, disk, world) {
        Ok(plan) => Ending {
            plan: Some(plan),
            ..Ending::done(attempt.gathered)
        },
        Err(refusal) => Ending::refused(attempt.gathered, vec![refusal]),
    }
}

/// The writes of `attempt`, as a transaction.
///
/// # Errors
/// `usage` when a file lies outside the workspace, whose names alone mean the same elsewhere.
fn draw_up(
    request: &Request,
    attempt: &Attempt,
    disk: &Disk,
    world: &World,
) -> Result<Transaction, Refusal> {
    let names = names(world)?;
    let records = names.records(&attempt.gathered.files, disk);
    let files = records.into_iter().map(|file| file.record);
    let files: Vec<_> = files.map(Recorded::Whole).collect();
    let outside = files
        .iter()
        .flat_map(Recorded::names)
        .find(|name| name.is_absolute());
    if let Some(outside) = outside {
        return Err(Refusal::from(Impossible::PlanLeaves).at(outside));
    }
    Ok(Transaction::new(None, request.terms.task.clone(), files))
}

fn names(world: &World) -> Result<JournalNames, Refusal> {
    let root = WorkspaceRoot::at(&world.chronicle.workspace)?;
    Ok(JournalNames::below(root.path))
}

/// Whether a file that begins with `head` is an earlier plan, which a new one may replace.
pub fn is_plan(head: &[u8]) -> bool {
    let schema = format!("\"{EDIT_SCHEMA}\"");
    head.trim_ascii_start().starts_with(b"{")
        && memchr::memmem::find(head, schema.as_bytes()).is_some()
}
