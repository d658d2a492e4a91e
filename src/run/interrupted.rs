//! Interrupted transactions that a run meets.

use super::world::World;
use crate::disk::{CommitOptions, Disk, LogPlaces, Pending, WriteMethod};
use crate::refusal::Refusal;
use crate::report::{Notice, Warning};
use crate::request::{Run, Terms};

/// The places of the logs of transactions: beside the journals.
pub fn places(world: &World) -> LogPlaces {
    let context = &world.journal;
    LogPlaces {
        state: context.base.as_ref().map(|base| world.cwd.join(&base.0)),
        workspace: context.workspace.clone(),
    }
}

/// The options of a commit under `terms`.
pub fn commit_options(terms: &Terms, world: &World) -> CommitOptions {
    CommitOptions {
        sync: terms.sync,
        writing: write_method(terms),
        on_open: terms.on_open,
        backup: terms.backup.clone(),
        lock_timeout: terms.limits.lock_timeout,
        has_extensions: terms.validate.is_some(),
        interrupt: world.interrupt.clone(),
        watch: world.watch.clone(),
        logs: Some(places(world)),
    }
}

/// The way in which a file gets its new text under `terms`.
pub fn write_method(terms: &Terms) -> WriteMethod {
    if terms.lift.in_place {
        WriteMethod::InPlace
    } else {
        WriteMethod::Replacing
    }
}

/// The outcome of meeting interrupted transactions.
pub struct Met {
    /// The warnings about them.
    pub warnings: Vec<Warning>,
    /// True if they are settled: what was read before may be stale.
    pub are_settled: bool,
}

/// Recovers, before an edit, what is pending in the directories that `disk` has looked into; a run that only reads warns.
///
/// # Errors
/// See [`meet`]; `permission` or `io` when it cannot be found out.
pub fn meet_near(disk: &Disk, terms: &Terms, world: &World) -> Result<Met, Refusal> {
    meet(&disk.pending(&places(world))?, terms, world)
}

/// Recovers `pending` before an edit; a run that only reads warns.
///
/// # Errors
/// `recovery_pending`, `locked`.
pub fn meet(pending: &[Pending], terms: &Terms, world: &World) -> Result<Met, Refusal> {
    if pending.is_empty() || terms.run == Run::DryRun {
        return Ok(Met {
            warnings: warnings(pending),
            are_settled: false,
        });
    }
    let options = commit_options(terms, world);
    let mut told = Vec::new();
    for pending in pending {
        if let Some(recovered) = Disk::recover(pending, &options)? {
            told.push(Warning::from(Notice::Recovered(
                recovered.seen_from(&world.cwd),
            )));
        }
    }
    Ok(Met {
        warnings: told,
        are_settled: true,
    })
}

/// Warnings that `pending` transactions may have left mixtures.
pub fn warnings(pending: &[Pending]) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for one in pending {
        warnings.push(Warning::from(Notice::Interrupted(one.log.clone())));
    }
    warnings
}
