//! Handles interrupted transactions that a run finds.

use super::world::World;
use crate::disk::{CommitOptions, Disk, LogPlaces, Pending, WriteMethod};
use crate::refusal::Refusal;
use crate::report::{Notice, Warning};
use crate::request::{Run, Terms};

/// The places of the transaction logs, next to the journals.
pub fn places(world: &World) -> LogPlaces {
    let context = &world.journal;
    LogPlaces {
        state: context.base.as_ref().map(|base| world.cwd.join(&base.0)),
        workspace: context.workspace.clone(),
    }
}

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

pub fn write_method(terms: &Terms) -> WriteMethod {
    if terms.lift.in_place {
        WriteMethod::InPlace
    } else {
        WriteMethod::Replacing
    }
}

/// The result of handling interrupted transactions.
pub struct Settled {
    pub warnings: Vec<Warning>,
    /// True if the transactions were recovered. Files that were read before may have changed.
    pub were_recovered: bool,
}

/// Before an edit, recovers the pending transactions in the directories that `disk` has opened. A dry run only warns.
///
/// # Errors
/// The errors of [`settle`]; `permission` or `io` if the directories cannot be searched.
pub fn settle_near(disk: &Disk, terms: &Terms, world: &World) -> Result<Settled, Refusal> {
    settle(&disk.pending(&places(world))?, terms, world)
}

/// Before an edit, recovers `pending`. A dry run only warns of those that the edit would recover.
///
/// # Errors
/// `recovery_pending`, `locked`.
pub fn settle(pending: &[Pending], terms: &Terms, world: &World) -> Result<Settled, Refusal> {
    if pending.is_empty() || terms.run == Run::DryRun {
        pending.iter().try_for_each(Pending::refuse_foreign)?;
        return Ok(Settled {
            warnings: warnings(pending),
            were_recovered: false,
        });
    }
    let options = commit_options(terms, world);
    let mut warnings = Vec::new();
    for pending in pending {
        if let Some(recovered) = Disk::recover(pending, &options)? {
            warnings.push(Warning::from(Notice::Recovered(
                recovered.seen_from(&world.cwd),
            )));
        }
    }
    Ok(Settled {
        warnings,
        were_recovered: true,
    })
}

/// Warnings that files may contain a mixture of old and new content because of `pending`.
pub fn warnings(pending: &[Pending]) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for one in pending {
        warnings.push(Warning::from(Notice::Interrupted {
            log: one.log.clone(),
            is_foreign: one.owner.is_some(),
        }));
    }
    warnings
}
