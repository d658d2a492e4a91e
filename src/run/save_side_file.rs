//! Writes side files: reports and plans that the command line names. A report may be written even after a refusal.

use std::collections::BTreeSet;
use std::fs::File;
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::interrupted;
use super::steps::files::native_path;
use super::world::World;
use crate::change::EDIT_SCHEMA;
use crate::disk::{Disk, Reach, Readers};
use crate::refusal::{Fault, Reason, Refusal};
use crate::report::Report;
use crate::request::{Limits, Terms};
use crate::snapshot::{Identity, RootedPath};

/// The kind of a side file, which decides which files may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideFileKind {
    /// The result or the rejects of a patch. May replace any file except a target.
    Report,
    /// The plan of a dry run. May replace only an earlier plan.
    Plan,
}

impl SideFileKind {
    /// Returns a predicate on the start of a file: true if the file may be replaced.
    fn may_replace(self) -> fn(&[u8]) -> bool {
        match self {
            Self::Report => |_| true,
            Self::Plan => is_plan,
        }
    }

    /// The reason to refuse a target.
    fn refuse_target(self) -> Reason {
        match self {
            Self::Report => Reason::report_is_target(),
            Self::Plan => Reason::plan_is_target(),
        }
    }
}

/// The identity of a file that a request was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceFile(Identity);

impl SourceFile {
    /// The source behind the open `file`.
    pub fn opened(file: impl AsFd) -> Option<Self> {
        let file = File::from(file.as_fd().try_clone_to_owned().ok()?);
        let facts = file.metadata().ok()?;
        Some(Self(Identity {
            device: facts.dev(),
            inode: facts.ino(),
        }))
    }
}

/// Refuses a side file that cannot be written or is one of `sources`. Called before anything is written.
///
/// # Errors
/// `usage` for a source; `not_a_file` for a link or any other special file; `missing_parent`, `outside_root`,
/// `protected`, `permission`, `io`.
pub fn foresee(file: &Path, sources: &[SourceFile], world: &World) -> Result<(), Refusal> {
    let mut disk = Disk::open(&world.cwd, world.reach.clone())?;
    let target = native_path(file, &mut disk, &Limits::default())?;
    let (_, identity) = locate(&target, &mut disk)?;
    if let Some(identity) = identity
        && sources.contains(&SourceFile(identity))
    {
        return Err(Reason::report_is_source().at(&*target));
    }
    Ok(())
}

/// Writes `text` to `file`, which must not be a target of `report` and must be within the reach of `world`. Returns
/// the path of the file in this directory.
///
/// # Errors
/// `usage` if the file is a target or must not be replaced by this kind; the errors of [`foresee`] and of the disk.
/// Nothing is left behind.
pub fn save_side_file(
    file: &Path,
    text: &[u8],
    kind: SideFileKind,
    report: &Report,
    world: &World,
) -> Result<PathBuf, Refusal> {
    let mut disk = Disk::open(&world.cwd, world.reach.clone())?;
    let file = &*native_path(file, &mut disk, &Limits::default())?;
    let (place, identity) = locate(file, &mut disk)?;
    // Targets are compared even outside the root. Nothing is read or written there.
    let mut anywhere = Disk::open(&world.cwd, Reach::Anywhere)?;
    for (path, target) in targets(report) {
        let is_same_file = identity.is_some() && identity == target;
        if is_same_file || anywhere.locate(&path).is_ok_and(|target| target == place) {
            return Err(kind.refuse_target().at(file));
        }
    }
    let options = interrupted::commit_options(&Terms::default(), world);
    let sources: BTreeSet<PathBuf> = targets(report).map(|(path, _)| path).collect();
    let mut readers = Readers::EVERYBODY;
    for path in &sources {
        if let Some(others) = anywhere.readers(path) {
            readers = readers.and(others);
        }
    }
    disk.save(&place, text, kind.may_replace(), readers, &options)?;
    Ok(file.to_owned())
}

/// The place of the file, and the identity of the file that exists there.
fn locate(file: &Path, disk: &mut Disk) -> Result<(RootedPath, Option<Identity>), Refusal> {
    let place = disk.locate_itself(file)?;
    let refused = |reason: Fault| Refusal::from(reason).at(place.shown());
    place.refuse_reserved().map_err(refused)?;
    place.refuse_missing_parent().map_err(refused)?;
    let facts = disk.file_facts(&place)?;
    Ok((place, facts.map(|facts| facts.identity)))
}

/// Every file that `report` mentions.
fn targets(report: &Report) -> impl Iterator<Item = (PathBuf, Option<Identity>)> {
    let read = report.files.iter().flat_map(|file| {
        let facts = file.before.as_ref().and_then(|before| before.facts());
        let identity = facts.map(|facts| facts.identity);
        let from = file.from.clone().map(|from| (from, None));
        std::iter::once((file.path.clone(), identity)).chain(from)
    });
    let refused = report.refusals.iter();
    read.chain(refused.filter_map(|refusal| Some((refusal.path.clone()?, None))))
}

/// True if `head` is the start of an earlier plan, which a new plan may replace.
pub fn is_plan(head: &[u8]) -> bool {
    let schema = format!("\"{EDIT_SCHEMA}\"");
    head.trim_ascii_start().starts_with(b"{")
        && memchr::memmem::find(head, schema.as_bytes()).is_some()
}
