//! The environment of a request: everything outside of the request that a run may access.

use std::path::PathBuf;

use super::chooser::Chooser;
use super::history::caught_up::CaughtUp;
use super::history::session::Session;
use super::history::sightings::Sightings;
use crate::disk::{Interrupt, Reach, Watch};
use crate::journal::{PrivateNames, StateBase};
use crate::report::{DiffBounds, ViewBounds};

/// The environment of a request.
#[derive(Clone, Debug)]
pub struct World {
    /// The directory that relative paths start from, absolute.
    pub cwd: PathBuf,
    /// The directories that the run may access.
    pub reach: Reach,
    /// A request to stop the run.
    pub interrupt: Interrupt,
    /// An observer that is notified about the progress of the run.
    pub watch: Watch,
    /// Lets the user choose among the matches.
    pub chooser: Chooser,
    /// The location of the journal, and facts about the run for it.
    pub journal: JournalContext,
}

/// The location of the journal, and facts about a run for it.
#[derive(Clone, Debug, Default)]
pub struct JournalContext {
    /// The state directory that contains the journals; `None` if the user has none.
    pub base: Option<StateBase>,
    /// The directory whose edits the journal records.
    pub workspace: PathBuf,
    /// The current time, in milliseconds since 1970 (UTC).
    pub time: u64,
    /// The arguments of the command line, without the program name.
    pub command: Vec<String>,
    /// The parts of files that the caller sees; `None` if they are not recorded.
    pub shows: Option<Shows>,
    /// The lines that the caller is about to see. The code that shows the lines records them.
    pub sightings: Sightings,
    /// A cache of files in which tasks have seen all lines of other tasks.
    pub caught_up: CaughtUp,
    /// The names of files whose content is neither stored nor shown.
    pub private_names: PrivateNames,
    /// The session that makes the run, if the session is a task.
    pub session: Option<Session>,
}

/// The amount of content that the caller sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shows {
    /// The limits for a view of a complete file; `None` for no limit.
    pub view: Option<ViewBounds>,
    /// The diffs that the caller sees.
    pub diff: DiffShown,
    /// True if private files are shown like other files (`--diff`). Otherwise, only that they differ, and where.
    pub has_private_texts: bool,
}

/// The diffs that are shown because the caller asked for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DiffShown {
    /// No diff.
    #[default]
    Never,
    /// The diff of a dry run.
    OfDryRuns(DiffBounds),
    /// The diff of every run (`--format diff`).
    Always(DiffBounds),
}
