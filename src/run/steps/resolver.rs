//! The steps of a request on their way, and their outcome.
//!
//! A request is resolved once more when somebody changes files while it is carried out. What a step finds by its text
//! it finds again; a number of a line means the text that was read first, and nobody can know which line that is now.

use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;

use super::files::OpenedFiles;
use crate::change::{Deed, Transition};
use crate::refusal::{Reason, Refusal};
use crate::report::{DiffReport, Merged, Notice, Reject, Warning};
use crate::request::{Action, Find, InsertAt, Scope};
use crate::resolve::draft::{Draft, ResolvedFile};
use crate::run::journal::earlier_runs::EarlierRuns;
use crate::snapshot::{RootedPath, Snapshot};

/// The outcome of the steps.
#[derive(Default)]
pub struct ResolvedSteps {
    /// The transitions of every file that was read, sorted by place, once every step is resolved.
    pub files: Vec<ResolvedFile>,
    /// Every step that has no place.
    pub refusals: Vec<Refusal>,
    /// 1-based numbers of the steps that have.
    pub resolved: Vec<usize>,
    /// Which step, by its 1-based number, makes something of which file; in the order of the steps.
    pub touched: Vec<(usize, RootedPath)>,
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
}

impl ResolvedSteps {
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
pub fn keeps_changing(at: Option<&RootedPath>) -> Refusal {
    let refusal = Refusal::new(Reason::KeepsChanging);
    match at {
        Some(place) => refusal.at(place.shown()),
        None => refusal,
    }
}

/// Whether `action` says by number where it goes, or where it looks.
pub fn is_by_line(action: &Action) -> bool {
    let is_scoped = |find: &Find| find.scope != Scope::File;
    match action {
        Action::Lines(_) => true,
        Action::Insert(insert) => match &insert.at {
            InsertAt::After(_) => true,
            // These follow the file.
            InsertAt::Beginning | InsertAt::End => false,
            InsertAt::BeforeText(find) | InsertAt::AfterText(find) => is_scoped(find),
        },
        Action::Replace(replace) => is_scoped(&replace.find),
        _ => false,
    }
}

/// The file on disk whose lines are meant by numbers in `draft`; `None` where its text is new.
pub fn counted_in(draft: &Draft) -> Option<&RootedPath> {
    draft.now()?.provenance().read_at(draft.place())
}

/// Refuses to count in the lines of a file that had one text at `first` and has another now that it was read `again`.
///
/// # Errors
/// `stale`, with the text there is.
pub fn refuse_recount(first: &ResolvedSteps, again: &ResolvedSteps) -> Result<(), Refusal> {
    let recounted = first.counted.iter().find_map(|place| {
        let mut files = first.files.iter().map(|file| &file.transition);
        let before = files.find(|file| file.place == *place)?;
        let now = read_at(place, again);
        let is_known = now.is_some() || again.refusals.is_empty();
        let now = now.and_then(|now| now.before.as_ref());
        // What could not be read again is refused for that.
        (is_known && text(now) != text(before.before.as_ref())).then(|| stale(before, now))
    });
    recounted.map_or(Ok(()), Err)
}

/// The file that has the name of `place` now: a directory on the way may be another one.
fn read_at<'a>(place: &RootedPath, again: &'a ResolvedSteps) -> Option<&'a Transition> {
    let mut files = again.files.iter().map(|file| &file.transition);
    let same = files.clone().find(|file| file.place == *place);
    same.or_else(|| files.find(|file| file.place.shown() == place.shown()))
}

fn text(snapshot: Option<&Snapshot>) -> Option<&[u8]> {
    snapshot.map(|snapshot| &snapshot.bytes()[..])
}

fn stale(before: &Transition, now: Option<&Snapshot>) -> Refusal {
    let expected = match &before.before {
        Some(before) => before.fingerprint().to_string(),
        None => "no file".to_owned(),
    };
    let reason = Reason::Stale {
        expected,
        found: now.map(Snapshot::fingerprint),
    };
    Refusal::new(reason).at(before.place.shown())
}
