//! `recover`: finishes or takes back every interrupted transaction, and warns of them elsewhere.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::history::workspace_journal::WorkspaceJournal;
use super::interrupted::{places, warnings};
use super::world::World;
use crate::disk::{self, Disk};
use crate::refusal::Refusal;
use crate::report::{RecoveryReport, Warning, relative};
use crate::snapshot::RootedPath;

/// Warnings that interrupted transactions may have left `places` in a mixture. If that cannot be found out, the next edit
/// says so, and nothing is said here.
pub fn warnings_about(disk: &Disk, places: &[RootedPath], world: &World) -> Vec<Warning> {
    let pending = disk.pending_of(&self::places(world), places);
    warnings(&pending.unwrap_or_default())
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
    RecoveryReport {
        recovered: recovered.map(|one| one.seen_from(&world.cwd)).collect(),
        swept: seen_from(&world.cwd, &recovery.swept),
        foreign: seen_from(&world.cwd, &recovery.foreign),
        lifted: seen_from(&world.cwd, &recovery.lifted),
        refusals: recovery.refusals.into_iter().map(Refusal::from).collect(),
    }
}

fn seen_from(cwd: &Path, paths: &[PathBuf]) -> Vec<PathBuf> {
    paths.iter().map(|path| relative(path, cwd)).collect()
}
