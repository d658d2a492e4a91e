//! The state of the resolver of a request, and its outcome.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::files::OpenedFiles;
use crate::change::Deed;
use crate::refusal::{Fault, Refusal};
use crate::report::{DiffReport, Merged, Notice, PassedOver, Reject, Warning};
use crate::request::{Request, Terms};
use crate::resolve::draft::ResolvedFile;
use crate::run::history::earlier_runs::EarlierRuns;
use crate::snapshot::RootedPath;

/// The outcome of the steps.
#[derive(Default)]
pub struct ResolvedSteps {
    /// Every file that was read, sorted by place. Empty until all steps are resolved.
    pub files: Vec<ResolvedFile>,
    /// The refusals of the steps that failed.
    pub refusals: Vec<Refusal>,
    /// The 1-based numbers of the steps that succeeded.
    pub resolved: Vec<usize>,
    /// Each edited file with the 1-based number of its step, in the order of the steps.
    pub touched: Vec<(usize, RootedPath)>,
    /// Every file on disk whose lines a step addresses by number.
    pub numbered_files: BTreeSet<RootedPath>,
    /// The kind of the transaction in the journal.
    pub kind: Deed,
    /// The directories that the undone edits created, innermost first.
    pub created_directories: Vec<PathBuf>,
    /// The repairs of malformed diffs.
    pub diffs: Vec<DiffReport>,
    /// The parts of diffs that could not be applied.
    pub rejects: Vec<Reject>,
    /// The text of the only file of a patch, with conflict markers.
    pub merged: Option<Merged>,
    /// The refusals of diffs whose conflicts were written to their files.
    pub conflicts_left: Vec<Refusal>,
    pub warnings: Vec<Warning>,
    pub unedited: Unedited,
    /// True if the task has seen every line that other tasks wrote in the edited files.
    pub saw_all_lines: bool,
}

impl ResolvedSteps {
    /// The `terms` of the request. They allow conflict markers if conflicts were written to files.
    pub fn terms<'t>(&self, terms: &'t Terms) -> Cow<'t, Terms> {
        if self.conflicts_left.is_empty() {
            return Cow::Borrowed(terms);
        }
        let mut lenient = terms.clone();
        lenient.allow_markers();
        Cow::Owned(lenient)
    }

    /// Adds a warning about the file at `place`.
    pub fn warn(&mut self, place: &RootedPath, notice: Notice) {
        self.warnings.push(Warning::about(place.shown(), notice));
    }

    /// The first file that a step touched.
    pub fn first_touched(&self) -> Option<&RootedPath> {
        let touched = self.files.iter().find(|file| file.is_touched())?;
        Some(&touched.text.place)
    }
}

/// The selected files that were left out, and why, as far as the report needs it.
#[derive(Default)]
pub struct Unedited {
    /// Warnings about directories that were not searched.
    pub warnings: Vec<Warning>,
    pub passed_over: BTreeMap<PassedOver, BTreeSet<PathBuf>>,
}

impl Unedited {
    /// Adds the file at `path`.
    pub fn pass_over(&mut self, why: PassedOver, path: &Path) {
        self.passed_over
            .entry(why)
            .or_default()
            .insert(path.to_owned());
    }

    /// The warnings about these files and directories.
    pub fn into_warnings(self) -> impl Iterator<Item = Warning> {
        let passed_over = self.passed_over.into_iter().map(|(why, files)| {
            let files = files.into_iter().collect();
            Warning::from(Notice::PassedOver { why, files })
        });
        self.warnings.into_iter().chain(passed_over)
    }
}

/// Records of replays, by the 1-based number of their step and their 1-based number in the step.
pub type AppliedRecords = HashSet<(usize, usize)>;

/// Resolves the steps of a request.
pub struct StepResolver<'r> {
    pub outcome: ResolvedSteps,
    pub files: OpenedFiles<'r>,
    /// The earlier runs in the journal.
    pub earlier: EarlierRuns<'r>,
    /// The records of replays that were applied before.
    pub applied: AppliedRecords,
    pub request: &'r Request,
    /// The texts that many steps search for in one file, by its path. Removed when the file is searched.
    pub searched_texts: HashMap<PathBuf, Vec<Bytes>>,
}

/// The refusal of a request whose files, such as the file `at`, kept changing while it was resolved.
pub fn keeps_changing(at: Option<&RootedPath>) -> Refusal {
    let refusal = Refusal::from(Fault::KeepsChanging);
    match at {
        Some(place) => refusal.at(place.shown()),
        None => refusal,
    }
}
