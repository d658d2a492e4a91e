//! `recover`: completes or undoes every interrupted transaction. Other commands warn about them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::history::workspace_journal::WorkspaceJournal;
use super::interrupted::{places, warnings};
use super::world::World;
use crate::disk::{self, Disk};
use crate::refusal::Refusal;
use crate::report::{RecoveryReport, Warning, relative};
use crate::snapshot::RootedPath;

/// Warnings that interrupted transactions may have left `places` in a mixed state. If the transactions cannot be
/// read, there is no warning, because the next edit reports the error.
pub fn warnings_about(disk: &Disk, places: &[RootedPath], world: &World) -> Vec<Warning> {
    let pending = disk.pending_of(&self::places(world), places);
    warnings(&pending.unwrap_or_default())
}

/// Recovers every interrupted transaction that has a log. Also deletes leftovers of dead processes in the journal and
/// below `roots`.
pub fn recover(roots: &[PathBuf], patience: Duration, world: &World) -> RecoveryReport {
    let roots: Vec<_> = roots.iter().map(|root| world.cwd.join(root)).collect();
    let recovery = disk::recover_all(&places(world), &roots, patience, &world.interrupt);
    if let Ok(Some(journal)) = WorkspaceJournal::find(&world.journal) {
        // If this fails, the files are deleted together with old entries.
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
