//! The outcome of the steps of a request, and the files that they have read so far.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::files::RequestFiles;
use crate::change::Deed;
use crate::refusal::{Reason, Refusal};
use crate::report::{DiffReport, Merged, Notice, Reject, Warning};
use crate::request::Limits;
use crate::resolve::draft::{Drafts, ResolvedFile};
use crate::snapshot::{RootedPath, Snapshot};

/// The outcome of the steps.
#[derive(Default)]
pub struct Gathered {
    /// Every file that was read, with what the steps so far made of it.
    pub drafts: Drafts,
    /// Their transitions, sorted by place, once every step is resolved.
    pub files: Vec<ResolvedFile>,
    /// Every step that has no place.
    pub refusals: Vec<Refusal>,
    /// 1-based numbers of the steps that have.
    pub resolved: Vec<usize>,
    /// Which step, by its 1-based number, makes something of which file; in the order of the steps.
    pub taken: Vec<(usize, RootedPath)>,
    /// Every symbolic link that is taken by its own name, or made.
    pub links: BTreeSet<RootedPath>,
    /// Every file on disk in whose lines a step counts.
    pub counted: BTreeSet<RootedPath>,
    /// Their kind in the journal.
    pub kind: Deed,
    /// The directories that were made by what they take back, innermost first.
    pub emptied: Vec<PathBuf>,
    /// How diffs had to be read, those that are not simply well-formed.
    pub diffs: Vec<DiffReport>,
    /// The parts of diffs that have no place.
    pub rejects: Vec<Reject>,
    /// The text that a patch makes of its one file, conflicts marked.
    pub merged: Option<Merged>,
    /// The warnings.
    pub warnings: Vec<Warning>,
}

impl Gathered {
    /// Reads the file at `path` unless an earlier step did.
    pub fn load(
        &mut self,
        path: &Path,
        files: &mut RequestFiles,
        limits: &Limits,
    ) -> Result<RootedPath, Refusal> {
        if let Some(name) = self.link_met(path, files)? {
            return Ok(name);
        }
        let place = self.drafts.present(files.locate(path)?);
        self.load_at(&place, files, limits)?;
        Ok(place)
    }

    /// Reads what has the name `path`, a link itself included, unless an earlier step did.
    pub fn load_name(
        &mut self,
        path: &Path,
        files: &mut RequestFiles,
        limits: &Limits,
    ) -> Result<RootedPath, Refusal> {
        self.refuse_changed_way(path, files)?;
        let place = self.drafts.present(files.locate_name(path)?);
        self.load_name_at(&place, files, limits)?;
        Ok(place)
    }

    /// The same of a `place` that was located.
    pub fn load_name_at(
        &mut self,
        place: &RootedPath,
        files: &mut RequestFiles,
        limits: &Limits,
    ) -> Result<(), Refusal> {
        if !self.drafts.has(place) {
            let before = files
                .read_name(place, limits)
                .map_err(|refusal| refusal.at(place.shown()))?;
            if before.as_ref().is_some_and(Snapshot::is_link) {
                self.links.insert(place.clone());
            }
            self.drafts.load(place.clone(), before);
        }
        Ok(())
    }

    /// The same of a `place` that was located.
    pub fn load_at(
        &mut self,
        place: &RootedPath,
        files: &mut RequestFiles,
        limits: &Limits,
    ) -> Result<(), Refusal> {
        if !self.drafts.has(place) {
            let before = files
                .read(place, limits)
                .map_err(|refusal| refusal.at(place.shown()))?;
            self.drafts.load(place.clone(), before);
        }
        Ok(())
    }

    /// Adds something worth knowing about the file at `place`.
    pub fn warn(&mut self, place: &RootedPath, notice: Notice) {
        self.warnings.push(Warning {
            path: Some(place.shown().to_path_buf()),
            notice,
        });
    }

    /// The first file that a step took in hand.
    pub fn first_touched(&self) -> Option<&RootedPath> {
        let mut files = self.files.iter();
        let touched = files.find(|file| file.is_touched());
        touched.map(|file| &file.transition.place)
    }
}

/// The refusal when files, `at` one place for example, kept changing while they were resolved again and again.
pub fn restless(at: Option<&RootedPath>) -> Refusal {
    let refusal = Refusal::new(Reason::Restless);
    match at {
        Some(place) => refusal.at(place.shown()),
        None => refusal,
    }
}
