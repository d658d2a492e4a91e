//! The entry points for programs that embed the crate: edit a string, or run requests in a directory.
//!
//! This module sets the options that the command line reads from flags and environment, and reads the clock for the
//! journal. `run` does the work, and `render` words the messages.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use bytes::Bytes;

use crate::disk::{Interrupt, Reach, Watch};
use crate::journal::StateBase;
use crate::refusal::{Code, Fault, Reason, Refusal, Refusals};
use crate::render::wording::{self, Caller};
use crate::render::{self, ShownLimits, Style};
use crate::report::{Notice, Report};
use crate::request::UndoTarget;
use crate::request::{Action, Journaling, Malformed, Request, Step, Terms, Words};
use crate::run::{self, Chooser, JournalContext, World};

/// Returns `text` with `old`, which must occur once, replaced by `new`.
///
/// The match may differ from `old` in trailing whitespace, indentation or typographic quotes, as copied text does. A
/// doubtful match is refused.
///
/// # Errors
/// Returns an error if `old` is missing, occurs more than once, is empty, or equals `new`.
///
/// ```
/// let text = incise::edit("retries = 3\n", "retries = 3", "retries = 5")?;
/// assert_eq!(text, "retries = 5\n");
///
/// let refused = incise::edit("a\na\n", "a", "b").unwrap_err();
/// assert_eq!(refused.code().name(), "ambiguous");
/// assert_eq!(refused.to_string(), "`a` matches 2 places; exactly 1 is needed");
/// # Ok::<(), incise::Refused>(())
/// ```
pub fn edit(text: &str, old: &str, new: &str) -> Result<String, Refused> {
    let request = Request::new().replace("", old, new);
    check(&request)?;
    let (mut report, edited) = run::filter(&request, Bytes::copy_from_slice(text.as_bytes()));
    for refusal in &mut report.refusals {
        refusal.path = None;
    }
    let report = into_result(report)?;
    let edited = edited.and_then(|edited| String::from_utf8(edited).ok());
    edited.ok_or_else(|| {
        let reason = Reason::Store(Fault::io("edit", "the text would no longer be UTF-8"));
        Refused::new(report.operation, reason)
    })
}

/// Applies `request` to the files in `directory`, all of it or nothing.
///
/// Refuses paths and links that lead out of the directory. This function keeps no journal; a [`Workspace`] can.
///
/// # Errors
/// Returns every reason why the request was refused. Nothing was written, unless [`Refused::is_written`] is true.
///
/// ```
/// # let directory = tempfile::tempdir()?;
/// # let directory = directory.path();
/// use incise::Request;
///
/// let request = Request::new()
///     .create("job.conf", "retries = 3\n")
///     .replace("job.conf", "retries = 3", "retries = 5");
/// let report = incise::run(&request, directory)?;
/// assert_eq!(report.files.len(), 1);
/// assert_eq!(std::fs::read_to_string(directory.join("job.conf"))?, "retries = 5\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(request: &Request, directory: impl AsRef<Path>) -> Result<Report, Refused> {
    match Workspace::open(directory.as_ref()) {
        Ok(workspace) => workspace.run(request),
        Err(error) => {
            let reason = Reason::Store(Fault::io("open", error));
            Err(Refused::new("apply", reason.at(directory.as_ref())))
        }
    }
}

/// A directory with files to edit, and optionally its journal.
#[derive(Clone, Debug)]
pub struct Workspace {
    directory: PathBuf,
    state: Option<PathBuf>,
}

impl Workspace {
    /// Opens `directory`. Requests with paths or links that lead out of the directory are refused.
    ///
    /// # Errors
    /// Returns an error if the directory does not exist.
    pub fn open(directory: impl AsRef<Path>) -> io::Result<Self> {
        let directory = directory.as_ref().canonicalize()?;
        if !directory.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Self {
            directory,
            state: None,
        })
    }

    /// Adds a journal in the directory `state`. Edits can then be undone, and one task cannot overwrite unseen lines of
    /// another. The command line keeps its journals in `~/.local/state/incise`.
    #[must_use]
    pub fn with_journal(self, state: impl Into<PathBuf>) -> Self {
        Self {
            state: Some(self.directory.join(state.into())),
            ..self
        }
    }

    /// Applies `request`, all of it or nothing.
    ///
    /// # Errors
    /// Returns the same errors as [`run`].
    pub fn run(&self, request: &Request) -> Result<Report, Refused> {
        check(request)?;
        let mut request = request.clone();
        if self.state.is_none() {
            request.terms.journaling = Journaling::Off;
        }
        let mut report = run::run(&request, &self.world());
        if self.state.is_none() {
            // The caller chose to keep no journal, so the warning is unnecessary.
            report
                .warnings
                .retain(|warning| !matches!(warning.notice, Notice::NoUndo));
        }
        into_result(report)
    }

    /// Undoes the latest edit, and keeps later changes elsewhere in its files.
    ///
    /// # Errors
    /// Returns an error if there is no journal or no edit, or if the lines of the edit have changed since.
    pub fn undo(&self) -> Result<Report, Refused> {
        self.take_back(UndoTarget::LatestEdit)
    }

    /// Redoes the latest undo.
    ///
    /// # Errors
    /// Returns the same errors as [`Self::undo`].
    pub fn redo(&self) -> Result<Report, Refused> {
        self.take_back(UndoTarget::LatestUndo)
    }

    fn take_back(&self, target: UndoTarget) -> Result<Report, Refused> {
        if self.state.is_none() {
            let reason = Reason::usage("no journal is kept here", "open it with a journal");
            return Err(Refused::new("undo", reason));
        }
        let terms = Terms {
            words: Words::EMBEDDED,
            ..Terms::default()
        };
        into_result(run::run(&Request::undo(target, terms), &self.world()))
    }

    fn world(&self) -> World {
        World {
            cwd: self.directory.clone(),
            reach: Reach::Roots(vec![self.directory.clone()]),
            interrupt: Interrupt::default(),
            watch: Watch::default(),
            chooser: Chooser::default(),
            journal: JournalContext {
                base: self.state.clone().map(StateBase),
                workspace: self.directory.clone(),
                time: now(),
                ..JournalContext::default()
            },
        }
    }
}

/// Milliseconds since 1970 (UTC).
#[expect(
    clippy::disallowed_methods,
    reason = "an embedding program does not pass a clock"
)]
fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::SystemTime::UNIX_EPOCH);
    since.map_or(0, |time| {
        u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
    })
}

/// Refuses a request without steps, or with an invalid step.
fn check(request: &Request) -> Result<(), Refused> {
    if request.steps.is_empty() {
        let reason = Reason::usage("the request has no step", "add one");
        return Err(Refused::new("apply", reason));
    }
    let checked = (1..).zip(&request.steps).map(|(number, step)| {
        check_step(step).map_err(|malformed| match request.steps.len() {
            1 => Refusal::from(malformed),
            _ => Refusal::from(malformed).at(&step.path).of_edit(number),
        })
    });
    match Refusals::or_all(checked) {
        Ok(_) => Ok(()),
        Err(refusals) => Err(Refused::new("apply", refusals)),
    }
}

fn check_step(step: &Step) -> Result<(), Malformed> {
    match &step.action {
        Action::Replace(replace) => replace.clone().checked().map(drop),
        Action::Insert(insert) => insert.clone().checked().map(drop),
        _ => Ok(()),
    }
}

/// Returns `report`, or its refusals as an error.
fn into_result(report: Report) -> Result<Report, Refused> {
    match report.refusals.first() {
        None => Ok(report),
        Some(first) => Err(Refused {
            first: Box::new(first.clone()),
            report: Box::new(report),
        }),
    }
}

/// A refused request. Displays the first reason; [`Self::report`] has all of them.
#[derive(Clone, Debug)]
pub struct Refused {
    first: Box<Refusal>,
    report: Box<Report>,
}

impl Refused {
    fn new(operation: impl Into<String>, refusals: impl Into<Refusals>) -> Self {
        let refusals = refusals.into();
        let first = Box::new(refusals.first().clone());
        let report = Report {
            words: Words::EMBEDDED,
            ..Report::refused(operation, refusals)
        };
        Self {
            first,
            report: Box::new(report),
        }
    }

    /// The stable code of the first reason.
    pub fn code(&self) -> Code {
        self.first.code()
    }

    /// The first reason, with its data.
    pub fn refusal(&self) -> &Refusal {
        &self.first
    }

    /// The hint of the first reason, as one sentence.
    pub fn hint(&self) -> String {
        wording::hint(&self.first, Caller::from_report(&self.report))
    }

    /// The complete report, with all reasons and the edits that would have applied.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// True if the files are written despite the error: only a sync failed, or the request leaves conflicts in its
    /// files. A power failure could undo an unsynced change.
    pub fn is_written(&self) -> bool {
        self.report.is_written()
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&wording::message(
            &self.first,
            Caller::from_report(&self.report),
        ))
    }
}

impl std::error::Error for Refused {}

impl Report {
    /// The complete report as one `incise.report/1` object, followed by a newline.
    pub fn to_json(&self) -> String {
        String::from_utf8_lossy(&render::line(&render::json(self, &ShownLimits::FULL))).into_owned()
    }
}

/// Displays the output of the command line: the diff and a summary, or the refusal; then the warnings.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let printed = render::human(self, &Style::default());
        f.write_str(&String::from_utf8_lossy(&printed.stdout))?;
        f.write_str(&String::from_utf8_lossy(&printed.stderr))
    }
}
