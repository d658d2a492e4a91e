//! A call of a command: reads its flags, runs its request and shows its outcome. Editing commands are in `edit`.

use std::ffi::OsString;

use clap::ArgMatches;

#[cfg(feature = "mcp")]
use super::args::McpArgs;
use super::args::{
    ConflictsArgs, DirectoryArgs, DisplayArgs, FilesArgs, FilesToCheck, LogAction, LogArgs,
    ReadingArgs, RecoverArgs, UndoConditionArgs, ViewArgs, from_matches,
};
use super::context::{CommandContext, NamesFrom};
use super::environment::Environment;
use super::intake::Intake;
use super::meter::Meter;
use super::output::{CommandResult, Outcome, Presentation};
use super::streams::{Input, Sinks, Terminals};
#[cfg(feature = "mcp")]
use crate::journal::StateBase;
#[cfg(feature = "mcp")]
use crate::mcp;
use crate::refusal::{ExitClass, Fault, Reason, Refusal};
use crate::render;
use crate::report::{Report, ViewReport};
use crate::request::{FilePart, PathOrigin, Request, Target, Terms, UndoTarget};
use crate::run::{self, LogFilter, World};

pub(super) struct Call<'a, 'e> {
    pub(super) stdin: Input<'a>,
    /// For a stream of reports. Any other outcome is delivered at the end.
    pub(super) sinks: Sinks<'e>,
    pub(super) terminals: Terminals,
    pub(super) environment: &'e Environment,
    /// The words of the command line.
    pub(super) words: &'e [OsString],
}

impl<'e> Call<'_, 'e> {
    pub(super) fn view(self, matches: &mut ArgMatches) -> CommandResult {
        let presentation = self.presentation_of_reading(matches)?;
        let mut terms = terms_of_reading(matches)?;
        let mut world = self.world(matches)?;
        let view: ViewArgs = from_matches(matches)?;
        let (has_anchors, is_raw) = (view.anchors, view.raw);
        let parts = view.parts(&mut terms)?;
        self.fill_in_task(&mut terms);
        let mut outcome = Outcome::silent(ExitClass::Done);
        let mut previous = None;
        for (path, part) in parts {
            let presentation = match part {
                FilePart::Lines(_) | FilePart::Region(_) | FilePart::Value(_) => {
                    presentation.unlimited()
                }
                FilePart::Whole | FilePart::Outline(_) => presentation,
            };
            world.journal.shows = Some(presentation.shows());
            let view = match run::view(&path, &part, &terms, &world) {
                Ok(view) => view,
                Err(refusal) => {
                    outcome.append(presentation.report(&Report::refused("view", refusal)));
                    continue;
                }
            };
            let current = Some((path, view.text.fingerprint()));
            let is_continued = current == previous;
            previous = current;
            outcome.append(presentation.view(&ViewReport {
                has_anchors,
                is_continued,
                is_raw,
                ..view
            }));
        }
        Ok(outcome.showing(world.journal.sightings))
    }

    /// Runs an undo or a redo as `task`.
    pub(super) fn undo(
        self,
        target: UndoTarget,
        task: Option<String>,
        matches: &mut ArgMatches,
    ) -> CommandResult {
        let presentation = self.presentation(matches)?;
        let conditions: UndoConditionArgs = from_matches(matches)?;
        let mut terms = Terms {
            task,
            ..Terms::default()
        };
        conditions.apply_to(&mut terms)?;
        self.fill_in_task(&mut terms);
        let mut world = self.world(matches)?;
        world.journal.shows = Some(presentation.shows());
        let outcome = presentation.report(&run::run(&Request::undo(target, terms), &world));
        Ok(outcome.showing(world.journal.sightings))
    }

    pub(super) fn log(self, matches: &mut ArgMatches) -> CommandResult {
        let has_diff_flag = matches.get_flag("whole_diff");
        let mut presentation = self.presentation(matches)?;
        let args: LogArgs = from_matches(matches)?;
        if args.max.is_some() {
            presentation = presentation.unlimited();
        }
        let action = args.action()?;
        let wants_diff = has_diff_flag || presentation.is_of_changes();
        let no_diff = match &action {
            LogAction::List(_) if presentation.is_page() => None,
            LogAction::List(_) => Some("a list of entries has no diffs"),
            LogAction::Export(_) | LogAction::Prune => {
                Some("`--export` and `--prune` show no changes")
            }
            LogAction::Show(_) => None,
        };
        if let Some(message) = no_diff
            && wants_diff
        {
            let hint = "`incise log show ID` prints the diff of an entry";
            return Err(Reason::usage(message, hint).into());
        }
        let world = self.world(matches)?;
        let outcome = match action {
            LogAction::List(filter) if presentation.is_page() => {
                // One entry more than is shown, to know if there are more.
                let filter = LogFilter {
                    max: filter.max.min(presentation.entries().saturating_add(1)),
                    ..filter
                };
                run::log_with_changes(&filter, &world).map(|log| presentation.log_page(&log))
            }
            LogAction::List(filter) => run::log(&filter, &world).map(|log| presentation.log(&log)),
            LogAction::Export(filter) => run::export(&filter, &world)
                .map(|transactions| Outcome::text(render::transactions(&transactions))),
            LogAction::Show(id) => run::entry(id, &world).map(|report| presentation.diff(&report)),
            LogAction::Prune => run::prune(&world).map(|log| presentation.log(&log)),
        };
        Ok(outcome.unwrap_or_else(|refusal| presentation.report(&Report::refused("log", refusal))))
    }

    /// Takes the task from the environment if no flag names it.
    fn fill_in_task(&self, terms: &mut Terms) {
        if terms.task.is_none() {
            terms.task = self.environment.task();
        }
    }

    pub(super) fn check_files(self, matches: &mut ArgMatches) -> CommandResult {
        let presentation = self.presentation_of_reading(matches)?;
        let terms = terms_of_reading(matches)?;
        let context = self.context(from_matches(matches)?)?;
        let files: FilesArgs = from_matches(matches)?;
        let mut intake = Intake::new(&context, self.stdin, &terms.limits);
        let world = context.world(NamesFrom::CommandLine);
        let is_strict = files.strict;
        let targets = match files.files()? {
            FilesToCheck::Named(paths, selection) => intake.targets(selection, paths)?,
            FilesToCheck::Tracked => Target::files(run::tracked(&world)?, PathOrigin::Selected),
            FilesToCheck::Changed => Target::files(run::changed(&world)?, PathOrigin::Selected),
        };
        let findings = run::findings(&targets, is_strict, &terms, &world);
        Ok(presentation.findings(&findings))
    }

    pub(super) fn check_conflicts(self, matches: &mut ArgMatches) -> CommandResult {
        let presentation = self.presentation_of_reading(matches)?;
        let mut terms = terms_of_reading(matches)?;
        let world = self.world(matches)?;
        let ConflictsArgs { paths, task } = from_matches(matches)?;
        terms.task = task;
        self.fill_in_task(&mut terms);
        let Some(task) = terms.task.clone() else {
            return Err(Reason::usage(
                "`check conflicts` needs a task",
                "`incise check conflicts --task ID`, or set INCISE_TASK",
            )
            .into());
        };
        Ok(presentation.conflicts(&run::conflicts(&paths, &task, &terms, &world)))
    }

    pub(super) fn recover(self, matches: &mut ArgMatches) -> CommandResult {
        let presentation = self.presentation_of_reading(matches)?;
        let world = self.world(matches)?;
        let (directories, lock_timeout) =
            from_matches::<RecoverArgs>(matches)?.directories_and_timeout()?;
        let missing = directories
            .iter()
            .find(|directory| !world.cwd.join(directory).exists());
        if let Some(missing) = missing {
            let refusal = Refusal::from(Fault::Missing).at(missing);
            return Ok(presentation.report(&Report::refused("recover", refusal)));
        }
        Ok(presentation.recovery(&run::recover(&directories, lock_timeout, &world)))
    }

    /// Runs `mcp` on the standard streams of the process until the client disconnects.
    #[cfg(feature = "mcp")]
    pub(super) fn mcp(self, matches: &mut ArgMatches) -> CommandResult {
        let place: DirectoryArgs = from_matches(matches)?;
        let args: McpArgs = from_matches(matches)?;
        let profile = args.profile()?;
        if self.stdin.is_terminal {
            return Err(Reason::usage(
                "`mcp` talks to a program, but standard input is a terminal",
                "let a client start it: \"command\": \"incise\", \"args\": [\"mcp\", \"--root\", \"DIR\"]",
            )
            .into());
        }
        mcp::serve(mcp::ServerSettings {
            roots: self.context(place)?.into_roots(),
            is_read_only: args.read_only,
            profile,
            tools: args.tools(),
            gives_objects: args.schemas,
            task: args.task.or_else(|| self.environment.task()),
            state: self.environment.state.clone().map(StateBase),
            private_names: self.environment.private_names(),
            interrupt: self.environment.interrupt.clone(),
        })?;
        Ok(Outcome::text(String::new()))
    }

    /// The presentation of a command that cannot save a plan.
    pub(super) fn presentation(&self, matches: &mut ArgMatches) -> Result<Presentation, Reason> {
        let presentation = self.presentation_of_edit(matches)?;
        if presentation.is_plan() {
            return Err(Reason::usage(
                "`--format plan` works with editing commands only",
                "human, diff or json",
            ));
        }
        Ok(presentation)
    }

    /// The presentation of a command that shows no changes.
    fn presentation_of_reading(&self, matches: &mut ArgMatches) -> Result<Presentation, Reason> {
        let presentation = self.presentation_of_edit(matches)?;
        if presentation.is_of_changes() || presentation.is_plan() {
            return Err(Reason::usage(
                "`--format` diff, html and plan show changes, and this command has none",
                "human or json",
            ));
        }
        Ok(presentation)
    }

    pub(super) fn presentation_of_edit(
        &self,
        matches: &mut ArgMatches,
    ) -> Result<Presentation, Reason> {
        let display: DisplayArgs = from_matches(matches)?;
        Presentation::from_args(&display, self.environment, self.terminals)
    }

    /// The meter of the progress bar, if standard error is a terminal and the call is not quiet.
    pub(super) fn meter(&self, presentation: &Presentation) -> Option<&'e Meter> {
        let meter = self.environment.meter.as_ref()?;
        if !self.terminals.stderr || presentation.is_quiet() {
            return None;
        }
        Some(meter)
    }

    pub(super) fn context(&self, place: DirectoryArgs) -> Result<CommandContext<'e>, Refusal> {
        CommandContext::from_args(place, self.environment, self.words)
    }

    /// The world of a command that only reads. The user typed its paths.
    fn world(&self, matches: &mut ArgMatches) -> Result<World, Refusal> {
        let context = self.context(from_matches(matches)?)?;
        Ok(context.world(NamesFrom::CommandLine))
    }
}

/// The terms of a command that only reads.
fn terms_of_reading(matches: &mut ArgMatches) -> Result<Terms, Reason> {
    let mut terms = Terms::default();
    from_matches::<ReadingArgs>(matches)?.apply_to(&mut terms)?;
    Ok(terms)
}
