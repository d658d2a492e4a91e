//! A call of a command: reads its flags, runs its request and shows its outcome. Editing commands are in `edit`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ArgMatches;

#[cfg(feature = "mcp")]
use super::args::McpArgs;
use super::args::{
    ConflictsArgs, DirectoryArgs, DisplayArgs, FilesArgs, FilesAsked, LogArgs, LogAsked,
    ReadingArgs, RecoverArgs, RedoArgs, UndoArgs, UndoConditionArgs, ViewArgs, from_matches,
};
use super::context::CommandContext;
use super::context::NamesFrom;
use super::environment::Environment;
use super::intake::Intake;
use super::meter::Meter;
use super::output::{Outcome, Presentation};
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
    pub(super) fn view(self, matches: &mut ArgMatches) -> Result<Outcome, Refusal> {
        let presentation = self.presentation(matches)?;
        let mut terms = terms_of_reading(matches)?;
        let mut world = self.world(matches)?;
        let view: ViewArgs = from_matches(matches)?;
        let (has_anchors, is_raw) = (view.has_anchors(), view.is_raw());
        let parts = view.meaning(&mut terms)?;
        self.fill_in_task(&mut terms);
        let mut outcome = Outcome::silent(ExitClass::Done);
        let mut before = None;
        for (path, part) in parts {
            let presentation = match part {
                FilePart::Lines(_) | FilePart::Region(_) | FilePart::Value(_) => {
                    presentation.of_counted()
                }
                FilePart::Whole | FilePart::Outline(_) => presentation,
            };
            world.journal.shows = Some(presentation.shows());
            outcome.append(match run::view(&path, &part, &terms, &world) {
                Ok(view) => {
                    let text = Some((path, view.text.fingerprint()));
                    let is_continued = text == before;
                    before = text;
                    presentation.view(&ViewReport {
                        has_anchors,
                        is_continued,
                        is_raw,
                        ..view
                    })
                }
                Err(refusal) => presentation.report(&Report::refused("view", refusal)),
            });
        }
        Ok(outcome.showing(world.journal.sightings))
    }

    pub(super) fn undo(self, matches: &mut ArgMatches) -> Result<Outcome, Refusal> {
        let target = from_matches::<UndoArgs>(matches)?.meaning()?;
        self.take_back(target, matches)
    }

    pub(super) fn redo(self, matches: &mut ArgMatches) -> Result<Outcome, Refusal> {
        let target = from_matches::<RedoArgs>(matches)?.meaning()?;
        self.take_back(target, matches)
    }

    fn take_back(
        self,
        (wanted, task): (UndoTarget, Option<String>),
        matches: &mut ArgMatches,
    ) -> Result<Outcome, Refusal> {
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
        let outcome = presentation.report(&run::run(&Request::undo(wanted, terms), &world));
        Ok(outcome.showing(world.journal.sightings))
    }

    pub(super) fn log(self, matches: &mut ArgMatches) -> Result<Outcome, Refusal> {
        let asks_for_diffs = matches.get_flag("whole_diff");
        let presentation = self.presentation(matches)?;
        let typed: LogArgs = from_matches(matches)?;
        let presentation = if typed.is_counted() {
            presentation.of_counted()
        } else {
            presentation
        };
        let asked = typed.meaning()?;
        if asks_for_diffs && matches!(asked, LogAsked::List(_)) && !presentation.is_page() {
            return Err(Reason::usage(
                "a list of entries has no diffs",
                "`incise log show ID` prints the diff of an entry",
            )
            .into());
        }
        let world = self.world(matches)?;
        let answer = match asked {
            LogAsked::List(filter) if presentation.is_page() => {
                // One entry more than is shown, to know if there are more.
                let filter = LogFilter {
                    max: filter.max.min(presentation.entries().saturating_add(1)),
                    ..filter
                };
                run::log_with_changes(&filter, &world).map(|log| presentation.log_page(&log))
            }
            LogAsked::List(filter) => run::log(&filter, &world).map(|log| presentation.log(&log)),
            LogAsked::Export(filter) => run::export(&filter, &world)
                .map(|transactions| Outcome::text(render::transactions(&transactions))),
            LogAsked::Show(id) => run::entry(id, &world).map(|report| presentation.diff(&report)),
            LogAsked::Prune => run::prune(&world).map(|log| presentation.log(&log)),
        };
        Ok(answer.unwrap_or_else(|refusal| presentation.report(&Report::refused("log", refusal))))
    }

    /// Takes the task from the environment if no flag names it.
    fn fill_in_task(&self, terms: &mut Terms) {
        if terms.task.is_none() {
            terms.task = self.environment.task();
        }
    }

    pub(super) fn check_files(self, matches: &mut ArgMatches) -> Result<Outcome, Refusal> {
        let presentation = self.presentation(matches)?;
        let terms = terms_of_reading(matches)?;
        let context = self.context(from_matches(matches)?)?;
        let files: FilesArgs = from_matches(matches)?;
        let mut intake = Intake::new(&context, self.stdin, &terms.limits);
        let world = context.world(NamesFrom::CommandLine);
        let (asked, is_strict) = files.meaning()?;
        let targets = match asked {
            FilesAsked::Named(paths, selection) => intake.targets(selection, paths)?,
            FilesAsked::Tracked => selected(run::tracked(&world)?),
            FilesAsked::Changed => selected(run::changed(&world)?),
        };
        let findings = run::findings(&targets, is_strict, &terms, &world);
        Ok(presentation.findings(&findings))
    }

    pub(super) fn check_conflicts(self, matches: &mut ArgMatches) -> Result<Outcome, Refusal> {
        let presentation = self.presentation(matches)?;
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

    pub(super) fn recover(self, matches: &mut ArgMatches) -> Result<Outcome, Refusal> {
        let presentation = self.presentation(matches)?;
        let world = self.world(matches)?;
        let (roots, patience) = from_matches::<RecoverArgs>(matches)?.meaning()?;
        if let Some(missing) = roots.iter().find(|root| !world.cwd.join(root).exists()) {
            let refusal = Refusal::from(Fault::Missing).at(missing);
            return Ok(presentation.report(&Report::refused("recover", refusal)));
        }
        Ok(presentation.recovery(&run::recover(&roots, patience, &world)))
    }

    /// Runs `mcp` on the standard streams of the process until the client disconnects.
    #[cfg(feature = "mcp")]
    pub(super) fn mcp(self, matches: &mut ArgMatches) -> Result<Outcome, Refusal> {
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
            Err(Reason::usage(
                "`--format plan` works with editing commands only",
                "human, diff or json",
            ))
        } else {
            Ok(presentation)
        }
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

/// Targets for `paths`, which the user did not type.
fn selected(paths: Vec<PathBuf>) -> Vec<Target> {
    let target = |path| Target::file(path, PathOrigin::Selected);
    paths.into_iter().map(target).collect()
}

/// The terms of a command that only reads.
fn terms_of_reading(matches: &mut ArgMatches) -> Result<Terms, Reason> {
    let mut terms = Terms::default();
    from_matches::<ReadingArgs>(matches)?.apply_to(&mut terms)?;
    Ok(terms)
}
