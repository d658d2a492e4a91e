//! The world of a request: the part of the outside that it may see.

use std::path::PathBuf;

use super::chooser::Chooser;
use super::history::caught_up::CaughtUp;
use super::history::session::Session;
use super::history::sightings::Sightings;
use crate::disk::{Interrupt, Reach, Watch};
use crate::journal::{PrivateNames, StateBase};
use crate::report::{DiffBounds, ViewBounds};

/// The world of a request.
#[derive(Clone, Debug)]
pub struct World {
    /// The directory that relative paths start from, absolute.
    pub cwd: PathBuf,
    /// The directories that may be touched.
    pub reach: Reach,
    /// The interrupt that may ask for an end.
    pub interrupt: Interrupt,
    /// The watch that is told how far the run has come.
    pub watch: Watch,
    /// The chooser among the places that are found.
    pub chooser: Chooser,
    /// The journal, and its facts about the run.
    pub journal: JournalContext,
}

/// The place of the journal, and its facts about a run.
#[derive(Clone, Debug, Default)]
pub struct JournalContext {
    /// The directory of journals; `None` where the user has no place for state.
    pub base: Option<StateBase>,
    /// The directory whose journal it is.
    pub workspace: PathBuf,
    /// Now, milliseconds since 1970 (UTC).
    pub time: u64,
    /// The words of the command line, the program's name left out.
    pub command: Vec<String>,
    /// The parts of files that the caller is shown, and so has seen; `None` where that is not to be noted.
    pub shows: Option<Shows>,
    /// The lines that the caller is about to see: noted by whoever has shown it.
    pub sightings: Sightings,
    /// The files in which tasks have seen all lines of other tasks, found by earlier runs of the process.
    pub caught_up: CaughtUp,
    /// The names of files whose texts are neither stored nor shown.
    pub private_names: PrivateNames,
    /// The session that makes the run, if that is a task by itself.
    pub session: Option<Session>,
}

/// The amount of read or changed text that the caller is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shows {
    /// The beginning of a file that is viewed as a whole; `None` for all of it.
    pub view: Option<ViewBounds>,
    /// The diffs.
    pub diff: DiffShown,
    /// The texts of private files.
    pub private: PrivateTexts,
}

/// The rule for texts of files with private names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrivateTexts {
    /// Only that they differ, and where.
    #[default]
    Hidden,
    /// Shown like those of other files (`--diff`).
    Shown,
}

/// Which diffs are shown because they were asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DiffShown {
    /// None.
    #[default]
    Never,
    /// The diff of a dry run.
    OfDryRuns(DiffBounds),
    /// The diff of every run (`--format diff`).
    Always(DiffBounds),
}
