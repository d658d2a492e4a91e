//! One call of one command: its flags settled, its request run, its outcome shown.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgMatches, FromArgMatches};

use super::args::{
    Aside, Conditions, Conflicts, Display, Files, Log, Place, Reading, Recover, TakingBack,
    Tallied, Typed, Understood, Verb, View, Writing,
};
use super::command::Name;
use super::each::Each;
use super::environment::Environment;
use super::intake::{Intake, NamesFrom, TakenIn};
use super::meter::Bar;
use super::output::{Outcome, Presentation};
use super::plan_file::PlanFile;
use super::root;
use super::streams::{Input, Sinks, Terminal};
use crate::dialect::{Ask, Outcome as Done, Payload};
use crate::disk::Watch;
use crate::journal::{StateBase, Wanted};
use crate::refusal::{Reason, Refusal};
use crate::render;
use crate::report::{Report, ViewReport};
use crate::request::{Action, OnConflict, Planning, Request, Run, Terms};
use crate::run::{self, Chronicle, Logged, World};

/// Standard output's and standard error's.
pub(super) type Terminals = (Terminal, Terminal);

/// One call of one command.
pub(super) struct Call<'a, 'e> {
    pub(super) stdin: Input<'a>,
    /// For a stream of reports; any other outcome is delivered at the end.
    pub(super) sinks: Sinks<'e>,
    pub(super) terminals: Terminals,
    pub(super) environment: &'e Environment,
    /// The words of the command line.
    pub(super) words: &'e [OsString],
}

impl Call<'_, '_> {
    /// An editing command, or `check` of one.
    pub(super) fn edit(
        self,
        name: Name,
        verb: Verb,
        matches: &mut ArgMatches,
    ) -> Result<Outcome, Refusal> {
        let mut look = self.look_of_edit(matches)?;
        if verb == Verb::Patch {
            look = look.tallying(filled::<Tallied>(matches)?.tallies());
        }
        let is_only_read = match name {
            Name::Check(Verb::Patch) => filled::<Understood>(matches)?.print_repaired,
            _ => false,
        };
        let aside = match name {
            Name::Edit(Verb::Patch) => filled(matches)?,
            _ => Aside::default(),
        };
        let settings = Settings::of(name, matches)?;
        let place: Place = filled(matches)?;
        let typed = verb.typed(matches).map_err(unexpected)?;
        let cwd = self.cwd(place.directory)?;
        let plan_file = settings.conditions.save_plan.clone();
        let plan_file =
            plan_file.map(|file| PlanFile::new(file, &place.root, self.environment, &cwd));
        let bar = self.bar(&look);
        let world = |names_from| {
            let root = place.root.clone();
            world_of(self.environment, self.words, root, names_from, cwd.clone())
        };
        let reach = world(NamesFrom::Document).reach;
        let mut intake = Intake::new(cwd.clone(), self.stdin, reach);
        if let Typed::Apply(apply) = &typed
            && let Some(source) = apply.each()
        {
            if plan_file.is_some() || look.is_plan() {
                return Err(Reason::usage(
                    "a plan is of one transaction, and --each makes many",
                    "leave out --each",
                )
                .into());
            }
            let each = Each {
                settings: &settings,
                environment: self.environment,
                look: &look,
                world: &world,
            };
            return each.run(source, &mut intake, self.sinks);
        }
        let payload = settings.payload(typed, &mut intake, self.environment);
        let payload = payload.and_then(|mut payload| {
            if let Ask::Request(request) = &mut payload.ask {
                aside.settle(request)?;
            }
            Ok(payload)
        });
        let mut payload = match payload {
            Ok(payload) => payload,
            Err(refusal) => return Ok(look.report(&refused(name.operation(), refusal))),
        };
        if let (true, Ask::Request(request)) = (is_only_read, &payload.ask) {
            let (report, diff) = run::understood(request);
            return Ok(look.understood(&report, diff));
        }
        if look.is_plan() {
            payload.ask.terms_mut().planning = Planning::Wanted;
        }
        refuse_plan_of_edit(payload.ask.terms())?;
        let TakenIn {
            names_from,
            steps_on,
            filter,
        } = intake.finish();
        if let (Some(text), Ask::Request(request)) = (filter, &payload.ask) {
            refuse_unfilterable(request)?;
            let (report, edited) = run::filter(request, text);
            return Ok(match request.terms.run {
                Run::Commit => look.filtered(&report, edited),
                Run::DryRun => look.report(&report),
            });
        }
        let world_for = |names_from| World {
            watch: bar.as_ref().map(Bar::watch).unwrap_or_default(),
            ..world(names_from)
        };
        // Files that were typed may be where typed targets may.
        let beside = world_for(NamesFrom::CommandLine);
        let world = world_for(names_from);
        aside.foresee(&beside)?;
        let done = run::perform(&payload.ask, &world).on_lines(&steps_on);
        drop(bar);
        let done = match done {
            Done::Report(report) => {
                let report = aside.write(report, &beside);
                Done::Report(match plan_file {
                    Some(file) => file.save(report, &world),
                    None => report,
                })
            }
            seen => seen,
        };
        Ok(look.answer(&payload, &done))
    }

    pub(super) fn view(self, matches: &mut ArgMatches) -> Result<Outcome, Refusal> {
        let look = self.look(matches)?;
        let reading: Reading = filled(matches)?;
        let mut terms = Terms::default();
        reading.settle(&mut terms)?;
        let world = self.world(filled(matches)?)?;
        let view: View = filled(matches)?;
        let marking = view.marking();
        let (path, lines) = view.meaning(&mut terms)?;
        let look = match lines {
            Some(_) => look.of_counted(),
            None => look,
        };
        self.settle_task(&mut terms);
        Ok(match run::view(&path, lines, &terms, &world) {
            Ok(view) => look.view(&ViewReport { marking, ..view }),
            Err(refusal) => look.report(&refused("view", refusal)),
        })
    }

    /// `undo` and `redo`.
    pub(super) fn take_back(
        self,
        wanted: &Wanted,
        matches: &mut ArgMatches,
    ) -> Result<Outcome, Refusal> {
        let look = self.look(matches)?;
        let conditions: TakingBack = filled(matches)?;
        let mut terms = Terms::default();
        conditions.settle(&mut terms)?;
        let world = self.world(filled(matches)?)?;
        Ok(look.report(&run::take_back(wanted, &terms, &world)))
    }

    pub(super) fn log(self, matches: &mut ArgMatches) -> Result<Outcome, Refusal> {
        let look = self.look(matches)?;
        let typed: Log = filled(matches)?;
        let look = match typed.is_counted() {
            true => look.of_counted(),
            false => look,
        };
        let asked = typed.meaning()?;
        let world = self.world(filled(matches)?)?;
        Ok(match run::log(&asked, &world) {
            Ok(Logged::List(log)) => look.log(&log),
            Ok(Logged::Export(transactions)) => Outcome::text(render::transactions(&transactions)),
            Ok(Logged::Entry(report)) => look.diff(&report),
            Err(refusal) => look.report(&refused("log", refusal)),
        })
    }

    /// Where no task is named, the environment names it.
    fn settle_task(&self, terms: &mut Terms) {
        if terms.task.is_none() {
            let task = self.environment.task.as_ref();
            terms.task = task.map(|task| task.to_string_lossy().into_owned());
        }
    }

    pub(super) fn check_files(self, matches: &mut ArgMatches) -> Result<Outcome, Refusal> {
        let look = self.look(matches)?;
        let reading: Reading = filled(matches)?;
        let mut terms = Terms::default();
        reading.settle(&mut terms)?;
        let world = self.world(filled(matches)?)?;
        let files: Files = filled(matches)?;
        let mut intake = Intake::new(world.cwd.clone(), self.stdin, world.reach.clone());
        let (paths, strictness) = files.meaning(&mut intake)?;
        let findings = run::findings(&paths, strictness, &terms, &world);
        Ok(look.findings(&findings))
    }

    pub(super) fn check_conflicts(self, matches: &mut ArgMatches) -> Result<Outcome, Refusal> {
        let look = self.look(matches)?;
        let reading: Reading = filled(matches)?;
        let mut terms = Terms::default();
        reading.settle(&mut terms)?;
        let world = self.world(filled(matches)?)?;
        let Conflicts { paths, task } = filled(matches)?;
        terms.task = task;
        self.settle_task(&mut terms);
        let Some(task) = terms.task.clone() else {
            return Err(Reason::usage(
                "`check conflicts` needs to know who asks",
                "incise check conflicts --task ID, or set INCISE_TASK",
            )
            .into());
        };
        Ok(look.conflicts(&run::conflicts(&paths, &task, &terms, &world)))
    }

    pub(super) fn recover(self, matches: &mut ArgMatches) -> Result<Outcome, Refusal> {
        let look = self.look(matches)?;
        let world = self.world(filled(matches)?)?;
        let (roots, patience) = filled::<Recover>(matches)?.meaning()?;
        Ok(look.recovery(&run::recover(&roots, patience, &world)))
    }

    /// How the outcome of a command that plans nothing is shown.
    fn look(&self, matches: &mut ArgMatches) -> Result<Presentation, Reason> {
        let look = self.look_of_edit(matches)?;
        match look.is_plan() {
            true => Err(Reason::usage(
                "`--format plan` goes with a command that edits",
                "human, diff or json",
            )),
            false => Ok(look),
        }
    }

    /// How the outcome is shown.
    fn look_of_edit(&self, matches: &mut ArgMatches) -> Result<Presentation, Reason> {
        let display: Display = filled(matches)?;
        let (stdout, stderr) = self.terminals;
        Presentation::decide(&display, self.environment, stdout, stderr)
    }

    /// The progress bar, where somebody looks.
    fn bar(&self, look: &Presentation) -> Option<Bar> {
        let meter = self.environment.meter.as_ref()?;
        (self.terminals.1 == Terminal::Yes && !look.is_quiet()).then(|| meter.start())
    }

    /// Where a command that only reads runs; its paths were typed.
    fn world(&self, place: Place) -> Result<World, Refusal> {
        let Place { directory, root } = place;
        let cwd = self.cwd(directory)?;
        let typed = NamesFrom::CommandLine;
        Ok(world_of(self.environment, self.words, root, typed, cwd))
    }

    /// The directory paths start from: `-C`, seen from the working directory.
    fn cwd(&self, directory: Option<PathBuf>) -> Result<PathBuf, Refusal> {
        let cwd = self.environment.cwd.as_ref().map_err(|error| {
            Refusal::new(Reason::Io {
                during: "find the working directory",
                error: error.to_string(),
            })
        })?;
        Ok(match directory {
            Some(directory) => cwd.join(directory),
            None => cwd.clone(),
        })
    }
}

/// Where a command runs: `roots` were named on the command line.
pub(super) fn world_of(
    environment: &Environment,
    words: &[OsString],
    roots: Vec<PathBuf>,
    names_from: NamesFrom,
    cwd: PathBuf,
) -> World {
    let named = environment.root.as_ref();
    let word = |word: &OsString| word.to_string_lossy().into_owned();
    let workspace = root::journaled(&roots, named, &cwd);
    let roots = roots.into_iter().map(|root| cwd.join(root)).collect();
    World {
        reach: root::reach(roots, named, names_from, &cwd),
        interrupt: environment.interrupt.clone(),
        watch: Watch::default(),
        cwd: match names_from {
            NamesFrom::Records => workspace.clone(),
            NamesFrom::CommandLine | NamesFrom::Document => cwd,
        },
        chronicle: Chronicle {
            base: environment.state.clone().map(StateBase),
            workspace,
            time: environment.time,
            command: words.iter().map(word).collect(),
        },
    }
}

/// The flags of every editing command.
pub(super) struct Settings {
    name: Name,
    conditions: Conditions,
    reading: Reading,
    writing: Option<Writing>,
}

impl Settings {
    pub(super) fn of(name: Name, matches: &mut ArgMatches) -> Result<Self, Reason> {
        Ok(Self {
            name,
            conditions: filled(matches)?,
            reading: filled(matches)?,
            writing: match name {
                Name::Edit(_) => Some(filled(matches)?),
                _ => None,
            },
        })
    }

    /// The request that was typed, under these settings.
    pub(super) fn payload(
        self,
        typed: Typed,
        intake: &mut Intake<'_>,
        environment: &Environment,
    ) -> Result<Payload, Refusal> {
        let mut payload = typed.payload(intake)?;
        self.settle(&mut payload.ask, environment)?;
        if payload.ask.terms().on_conflict == OnConflict::Skip {
            return Err(Reason::usage(
                "`--on-conflict skip` leaves out edits of a stream, and this is one transaction",
                "incise apply --each --on-conflict skip",
            )
            .into());
        }
        Ok(payload)
    }

    /// Writes what was typed over the conditions that `ask` states.
    pub(super) fn settle(&self, ask: &mut Ask, environment: &Environment) -> Result<(), Refusal> {
        let (terms, steps) = ask.parts_mut();
        self.reading.settle(terms)?;
        self.conditions.settle(terms, steps)?;
        match (&self.writing, self.name) {
            (Some(writing), Name::Edit(_)) => writing.settle(terms, environment)?,
            _ => terms.run = Run::DryRun,
        }
        if terms.task.is_none() {
            let task = environment.task.as_ref();
            terms.task = task.map(|task| task.to_string_lossy().into_owned());
        }
        Ok(())
    }
}

/// A plan is of what is not done yet.
fn refuse_plan_of_edit(terms: &Terms) -> Result<(), Reason> {
    match (terms.planning, terms.run) {
        (Planning::Wanted, Run::Commit) => Err(Reason::usage(
            "a plan is of an edit that is not made yet",
            "add --dry-run, or put `check` before the command",
        )),
        _ => Ok(()),
    }
}

/// `-` is a text, not a file: it can be edited, not made, removed, renamed or shown to a command.
fn refuse_unfilterable(request: &Request) -> Result<(), Reason> {
    let is_edit = |action: &Action| {
        matches!(
            action,
            Action::Replace(_) | Action::Insert(_) | Action::Append(_) | Action::Lines(_)
        )
    };
    if request.terms.validate.is_some() {
        return Err(Reason::usage(
            "`--validate` needs a file to look at, and `-` is none",
            "pipe the edited text into the command",
        ));
    }
    if request.terms.planning == Planning::Wanted {
        return Err(Reason::usage(
            "a plan names files, and `-` is none",
            "give the path of a file",
        ));
    }
    match request.steps.iter().find(|step| !is_edit(&step.action)) {
        Some(step) => Err(Reason::usage(
            format!("`{} -` has no file to work on", step.action.operation()),
            "`-` goes with replace, insert, append and lines; a file of that name is `./-`",
        )),
        None => Ok(()),
    }
}

/// A report that says no more than why nothing was done.
pub(super) fn refused(operation: &str, refusal: Refusal) -> Report {
    Report {
        refusals: vec![refusal],
        ..Report::new(operation, 1)
    }
}

/// The part `T` of what was typed.
pub(super) fn filled<T: FromArgMatches>(matches: &mut ArgMatches) -> Result<T, Reason> {
    T::from_arg_matches_mut(matches).map_err(unexpected)
}

/// clap found the arguments right but cannot hand them over: the description is wrong, not the call.
fn unexpected(error: clap::Error) -> Reason {
    Reason::Usage {
        message: error.to_string(),
        hint: None,
    }
}
