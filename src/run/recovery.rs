//! Interrupted transactions that a run meets, and the command that looks for them.

use std::path::PathBuf;
use std::time::Duration;

use super::journal::workspace_journal::WorkspaceJournal;
use super::world::World;
use crate::disk::{self, CommitOptions, Disk, LogPlaces, Pending, WriteMethod};
use crate::refusal::Refusal;
use crate::report::{Notice, RecoveryReport, Warning, relative};
use crate::request::{Run, Terms};
use crate::snapshot::RootedPath;

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
pub enum Met {
    /// There were none.
    Nothing,
    /// They were left as they are.
    Warned(Vec<Warning>),
    /// They are settled: what was read before may be stale.
    Recovered(Vec<Warning>),
}

impl Met {
    /// The warnings about it.
    pub fn warnings(self) -> Vec<Warning> {
        match self {
            Self::Nothing => Vec::new(),
            Self::Warned(warnings) | Self::Recovered(warnings) => warnings,
        }
    }
}

/// Recovers, before an edit, what is pending in the directories that `disk` has looked into; a run that only reads warns.
///
/// # Errors
/// As [`meet`]; `permission` or `io` when it cannot be found out.
pub fn meet_near(disk: &Disk, terms: &Terms, world: &World) -> Result<Met, Refusal> {
    meet(&disk.pending(&places(world))?, terms, world)
}

/// Recovers `pending` before an edit; a run that only reads warns.
///
/// # Errors
/// `recovery_pending`, `locked`.
pub fn meet(pending: &[Pending], terms: &Terms, world: &World) -> Result<Met, Refusal> {
    if pending.is_empty() {
        return Ok(Met::Nothing);
    }
    if terms.run == Run::DryRun {
        return Ok(Met::Warned(warnings(pending)));
    }
    let options = commit_options(terms, world);
    let mut told = Vec::new();
    for pending in pending {
        if let Some(recovered) = Disk::recover(pending, &options)? {
            told.push(Warning {
                path: None,
                notice: Notice::Recovered(recovered.seen_from(&world.cwd)),
            });
        }
    }
    Ok(Met::Recovered(told))
}

/// That transactions which were interrupted may have left `places` in a mixture. That this cannot be found
/// out is no warning of its own: whoever edits will be told.
pub fn warnings_about(disk: &Disk, places: &[RootedPath], world: &World) -> Vec<Warning> {
    let pending = disk.pending_of(&self::places(world), places);
    warnings(&pending.unwrap_or_default())
}

/// That `pending` transactions may have left mixtures.
pub fn warnings(pending: &[Pending]) -> Vec<Warning> {
    let warning = |pending: &Pending| Warning {
        path: None,
        notice: Notice::Interrupted {
            log: pending.log.clone(),
        },
    };
    pending.iter().map(warning).collect()
}

/// Recovers every interrupted transaction there is a log of, and removes what dead processes left in
/// `roots` and below, and in the journal.
pub fn recover(roots: &[PathBuf], patience: Duration, world: &World) -> RecoveryReport {
    let roots: Vec<_> = roots.iter().map(|root| world.cwd.join(root)).collect();
    let recovery = disk::recover_all(&places(world), &roots, patience, &world.interrupt);
    if let Ok(Some(journal)) = WorkspaceJournal::find(&world.journal) {
        // What cannot be removed now goes when old entries do.
        let _ = journal.store.drop_unfinished();
    }
    let recovered = recovery.recovered.into_iter();
    let seen = |paths: &[PathBuf]| {
        paths
            .iter()
            .map(|path| relative(path, &world.cwd))
            .collect()
    };
    RecoveryReport {
        recovered: recovered.map(|one| one.seen_from(&world.cwd)).collect(),
        swept: seen(&recovery.swept),
        foreign: seen(&recovery.foreign),
        lifted: seen(&recovery.lifted),
        refusals: recovery.refusals.into_iter().map(Refusal::from).collect(),
    }
}
