//! The resolver of the steps of a request, as far as it has come, and their outcome.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::files::OpenedFiles;
use crate::change::Deed;
use crate::refusal::{Fault, Refusal};
use crate::report::{DiffReport, Merged, Notice, PassedOver, Reject, Warning};
use crate::request::{Step, Terms};
use crate::resolve::draft::ResolvedFile;
use crate::run::history::earlier_runs::EarlierRuns;
use crate::snapshot::RootedPath;

/// The outcome of the steps.
#[derive(Default)]
pub struct ResolvedSteps {
    /// The transitions of every file that was read, sorted by place, once every step is resolved.
    pub files: Vec<ResolvedFile>,
    /// Every step that has no place.
    pub refusals: Vec<Refusal>,
    /// 1-based numbers of the steps that have.
    pub resolved: Vec<usize>,
    /// Each file that a step edits, with the 1-based number of the step; in the order of the steps.
    pub touched: Vec<(usize, RootedPath)>,
    /// Every file on disk in whose lines a step counts.
    pub counted: BTreeSet<RootedPath>,
    /// The kind of the transaction in the journal.
    pub kind: Deed,
    /// The directories that were made by what they take back, innermost first.
    pub emptied: Vec<PathBuf>,
    /// The repairs of the diffs that are not well-formed.
    pub diffs: Vec<DiffReport>,
    /// The parts of diffs that have no place.
    pub rejects: Vec<Reject>,
    /// The text that a patch makes of its one file, conflicts marked.
    pub merged: Option<Merged>,
    /// The parts of diffs whose conflicts are left in their files.
    pub conflicts_left: Vec<Refusal>,
    /// The warnings.
    pub warnings: Vec<Warning>,
    /// The files that were selected and are not edited.
    pub unedited: Unedited,
    /// True if the task has seen every line that other tasks wrote in the edited files.
    pub saw_all_lines: bool,
}

impl ResolvedSteps {
    /// The `terms` of the request. Where conflicts are left in files, their markers are no sign of a mistake.
    pub fn terms<'t>(&self, terms: &'t Terms) -> Cow<'t, Terms> {
        if self.conflicts_left.is_empty() {
            return Cow::Borrowed(terms);
        }
        let mut lenient = terms.clone();
        lenient.allow_markers();
        Cow::Owned(lenient)
    }
}

/// The files that were selected and are not edited, as far as that has to be told: whatever becomes of the others.
#[derive(Default)]
pub struct Unedited {
    /// About directories that were not looked into.
    warnings: Vec<Warning>,
    passed_over: BTreeMap<PassedOver, Vec<PathBuf>>,
}

impl Unedited {
    /// No files so far, with the `warnings` of a walk.
    pub fn new(warnings: Vec<Warning>) -> Self {
        Self {
            warnings,
            passed_over: BTreeMap::new(),
        }
    }

    /// Adds the file at `path`.
    pub fn pass_over(&mut self, why: PassedOver, path: &Path) {
        let files = self.passed_over.entry(why).or_default();
        if files.last().is_none_or(|last| last != path) {
            files.push(path.to_owned());
        }
    }

    /// The warnings about them.
    pub fn into_warnings(self) -> impl Iterator<Item = Warning> {
        let passed_over = self
            .passed_over
            .into_iter()
            .map(|(why, files)| Warning::from(Notice::PassedOver { why, files }));
        self.warnings.into_iter().chain(passed_over)
    }
}

/// Records of replays by the number of their step and their place in it, both from 1.
pub type AppliedRecords = HashSet<(usize, usize)>;

/// The steps of a request on their way.
pub struct StepResolver<'r> {
    pub outcome: ResolvedSteps,
    pub files: OpenedFiles<'r>,
    /// The earlier runs, by the journal.
    pub earlier: EarlierRuns<'r>,
    /// The records of replays that are in the files already.
    pub applied: AppliedRecords,
    /// The steps as they were asked for.
    pub steps: &'r [Step],
    /// True if the request says how many places there are.
    pub is_counted: bool,
    /// True if binary files are edited too.
    pub reads_binary: bool,
    /// The texts that many steps look for in one file, by its path, until it is read.
    pub foreseen: HashMap<PathBuf, Vec<Bytes>>,
}

impl ResolvedSteps {
    /// Adds something worth knowing about the file at `place`.
    pub fn warn(&mut self, place: &RootedPath, notice: Notice) {
        self.warnings.push(Warning::about(place.shown(), notice));
    }

    /// The first file that a step touched.
    pub fn first_touched(&self) -> Option<&RootedPath> {
        let mut files = self.files.iter();
        let touched = files.find(|file| file.is_touched());
        touched.map(|file| &file.text.place)
    }
}

/// The refusal when files, `at` one place for example, kept changing while they were resolved again and again.
pub fn keeps_changing(at: Option<&RootedPath>) -> Refusal {
    let refusal = Refusal::from(Fault::KeepsChanging);
    match at {
        Some(place) => refusal.at(place.shown()),
        None => refusal,
    }
}
