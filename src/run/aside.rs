//! Files beside the targets: reports that were asked for by name. They may be written on a refusal.

use std::path::{Path, PathBuf};

use super::World;
use crate::disk::{Disk, Reach};
use crate::refusal::{Reason, Refusal};
use crate::report::Report;
use crate::snapshot::Identity;

/// Refuses a report file that could not be written, before anything is.
///
/// # Errors
/// As [`Disk::aside`].
pub fn foresee(file: &Path, world: &World) -> Result<(), Refusal> {
    let mut disk = Disk::open(&world.cwd, world.reach.clone())?;
    disk.aside(file).map(drop)
}

/// Makes `text` the whole text of `file`, a report file beside the targets of `report`.
///
/// # Errors
/// `usage` when it is one of the targets, else as [`foresee`] and [`Disk::write_aside`].
pub fn set_aside(file: &Path, text: &[u8], report: &Report, world: &World) -> Result<(), Refusal> {
    let mut disk = Disk::open(&world.cwd, world.reach.clone())?;
    let aside = disk.aside(file)?;
    // Targets are compared wherever they are: nothing is read or written there.
    let mut anywhere = Disk::open(&world.cwd, Reach::Anywhere)?;
    if targets(report).any(|(path, identity)| {
        let place = anywhere.locate(&path);
        place.is_ok_and(|place| aside.is(&place, identity))
    }) {
        let reason = Reason::usage(
            "the file for the report is a target of the patch",
            "name another file; the target is changed by `incise patch` without it",
        );
        return Err(Refusal::new(reason).at(file));
    }
    Disk::write_aside(aside, text, &world.interrupt)
}

/// Every file that `report` is about.
fn targets(report: &Report) -> impl Iterator<Item = (PathBuf, Option<Identity>)> {
    let read = report.files.iter().flat_map(|file| {
        let facts = file.before.as_ref().and_then(|before| before.facts());
        let identity = facts.map(|facts| facts.identity);
        let from = file.from.clone().map(|from| (from, None));
        std::iter::once((file.path.clone(), identity)).chain(from)
    });
    let refused = report
        .refusals
        .iter()
        .filter_map(|refusal| refusal.path.clone());
    read.chain(refused.map(|path| (path, None)))
}
