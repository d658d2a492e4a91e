//! The transitions of a run as records: for the journal, and for plans.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::change::Record;
use crate::disk::Disk;
use crate::journal::{NewFile, is_private};
use crate::resolve::draft::ResolvedFile;
use crate::snapshot::{RootedPath, Snapshot};

/// The names that files have in the journal and in plans.
#[derive(Clone, Debug)]
pub struct JournalNames {
    /// The workspace, links resolved.
    root: PathBuf,
}

impl JournalNames {
    /// The names below `root`, whose links are resolved.
    pub fn below(root: PathBuf) -> Self {
        Self { root }
    }

    /// The workspace, links resolved.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The name of `place`: relative to the workspace, or absolute outside it.
    pub fn name(&self, disk: &Disk, place: &RootedPath) -> PathBuf {
        let shown = || disk.cwd().join(place.shown());
        let path = disk.real_path(place).unwrap_or_else(shown);
        match path.strip_prefix(&self.root) {
            Ok(inside) => inside.to_owned(),
            Err(_) => path,
        }
    }

    /// `name` as one would type it: relative to the working directory `cwd` where it is inside.
    pub fn typed(&self, name: &Path, cwd: Option<&Path>) -> PathBuf {
        let path = self.root.join(name);
        let cwd = cwd.and_then(|cwd| cwd.canonicalize().ok());
        match cwd.as_deref().map(|cwd| path.strip_prefix(cwd)) {
            Some(Ok(inside)) => inside.to_owned(),
            _ => path,
        }
    }

    /// The records of what becomes of `files`.
    pub fn records(&self, files: &[ResolvedFile], disk: &Disk) -> Vec<NewFile> {
        let name = |place: &RootedPath| self.name(disk, place);
        let touched = files.iter().filter(|file| file.is_touched());
        let records = touched.flat_map(|file| {
            let records = Record::of(&file.transition, name).into_iter();
            records.map(|(record, base)| NewFile {
                is_given_whole: file.is_given_whole && record.after.is_some(),
                is_private: self.has_private_name(disk, &record.path, base),
                record,
                base: base.bytes().clone(),
            })
        });
        records.collect()
    }

    /// The directories that are made for `files`, outermost first.
    pub fn made(&self, files: &[ResolvedFile], disk: &Disk) -> Vec<PathBuf> {
        let touched = files.iter().filter(|file| file.is_touched());
        let arriving = touched.filter(|file| file.transition.after.is_some());
        let made = arriving.flat_map(|file| {
            let place = &file.transition.place;
            let missing = place.missing_parents().len();
            let name = self.name(disk, place);
            let parents = name.ancestors().skip(1).take(missing);
            parents.map(Path::to_owned).collect::<Vec<_>>()
        });
        made.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Whether one of the other names in the workspace of the `file` at `path` is private: a hard link is no way round.
    fn has_private_name(&self, disk: &Disk, path: &Path, file: &Snapshot) -> bool {
        let facts = file.facts().filter(|facts| facts.links > 1);
        facts.is_some_and(|facts| {
            let beside = self.root.join(path);
            let beside = beside.parent().unwrap_or(&self.root);
            [beside, &self.root]
                .iter()
                .any(|top| disk.has_name(top, facts.identity, is_private))
        })
    }
}
