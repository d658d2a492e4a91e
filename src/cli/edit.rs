//! A call of an editing command, or of `check` with an editing command. Builds a request from the arguments, runs the
//! request and shows the outcome.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use clap::ArgMatches;

use super::args::{
    ApplyWithStatArgs, AskArgs, DirectoryArgs, EditInput, NamesArgs, PrintRepairedArgs, StatArgs,
    Verb, from_matches,
};
use super::call::Call;
use super::command::{self, CommandId};
use super::context::CommandContext;
use super::dialogue::{self, Dialogue};
use super::each::StreamRun;
use super::git_driver;
use super::intake::Intake;
use super::meter::{Bar, Meter};
use super::output::{CommandResult, Outcome, Presentation};
use super::output_files::{OutputFiles, merged_text};
use super::payloads::{self, Misread};
use super::settings::Settings;
use super::streams::Sinks;
use super::text_source::TextSource;
use crate::dialect::{Payload, PayloadOutcome};
use crate::refusal::{Reason, Refusal, Refusals};
use crate::render::Tallies;
use crate::report::{Notice, Report, Warning, relative};
use crate::request::{Action, Request, Run, Step, Terms};
use crate::run::{self, World};

impl<'e> Call<'_, 'e> {
    pub(super) fn edit(
        self,
        name: CommandId,
        verb: Verb,
        matches: &mut ArgMatches,
    ) -> CommandResult {
        let is_named = self
            .words
            .get(1)
            .is_some_and(|word| word == verb.page().words);
        if name == CommandId::Check(Verb::Apply) && !is_named && self.stdin.is_terminal {
            return Err(command::check_without_command().into());
        }
        let edit = EditCall::new(&self, name, verb, matches)?;
        let mut intake = Intake::new(&edit.context, self.stdin, &edit.settings.limits()?);
        let input = match verb.input(matches, &mut intake) {
            Ok(input) => input,
            Err(refusals) => return Ok(edit.refused(refusals)),
        };
        if edit.settings.stdin_filename().is_some() && !matches!(input, EditInput::Request(_)) {
            return Err(stdin_not_edited().into());
        }
        match input {
            EditInput::Request(request) => edit.run_request(request, intake),
            EditInput::Payloads {
                source,
                is_each: false,
            } => edit.run_payloads(source, intake),
            EditInput::Payloads { source, .. } => edit.apply_each(source, intake, self.sinks),
            EditInput::EachEntry(source) => edit.replay_each(source, intake, self.sinks),
        }
    }
}

/// An editing command: its flags, its context and its presentation.
struct EditCall<'e> {
    settings: Settings,
    flags: SpecificFlags,
    context: CommandContext<'e>,
    presentation: Presentation,
    /// True if files without the text are counted (`--if-found`).
    counts_unmatched: bool,
    meter: Option<&'e Meter>,
}

/// The flags that only some editing commands have.
#[derive(Default)]
struct SpecificFlags {
    /// The requested lists, which replace the diff.
    tallies: Tallies,
    /// True if the call only prints the repaired diff (`--print-repaired`).
    prints_repaired: bool,
    /// True if the user is asked about each match.
    is_interactive: bool,
    /// `--apply`: the diff is applied in addition to the lists.
    apply_with_stat: ApplyWithStatArgs,
    output_files: OutputFiles,
}

impl SpecificFlags {
    fn from_matches(name: CommandId, matches: &mut ArgMatches) -> Result<Self, Reason> {
        let mut flags = Self::default();
        match name {
            CommandId::Check(Verb::Replace) => {
                flags.tallies = from_matches::<NamesArgs>(matches)?.tallies();
            }
            CommandId::Check(Verb::Patch) => {
                flags.tallies = from_matches::<StatArgs>(matches)?.tallies();
                flags.prints_repaired = from_matches::<PrintRepairedArgs>(matches)?.print_repaired;
            }
            CommandId::Edit(Verb::Replace) => {
                flags.is_interactive = from_matches::<AskArgs>(matches)?.interactive;
            }
            CommandId::Edit(Verb::Patch) => {
                flags.tallies = from_matches::<StatArgs>(matches)?.tallies();
                flags.is_interactive = from_matches::<AskArgs>(matches)?.interactive;
                flags.apply_with_stat = from_matches(matches)?;
                flags.output_files.patched = from_matches(matches)?;
            }
            CommandId::Edit(Verb::Merge) => flags.output_files.merged = from_matches(matches)?,
            _ => {}
        }
        Ok(flags)
    }
}

impl<'e> EditCall<'e> {
    fn new(
        call: &Call<'_, 'e>,
        name: CommandId,
        verb: Verb,
        matches: &mut ArgMatches,
    ) -> Result<Self, Refusal> {
        let mut flags = SpecificFlags::from_matches(name, matches)?;
        let presentation = call
            .presentation_of_edit(matches)?
            .with_tallies(flags.tallies);
        let settings = Settings::from_matches(name, matches)?;
        if flags.is_interactive {
            dialogue::require_terminals(call.stdin.is_terminal, call.terminals.stdout)?;
        }
        // A progress bar would overwrite the questions.
        let meter = if flags.is_interactive {
            None
        } else {
            call.meter(&presentation)
        };
        flags.output_files.plan = settings.plan_file().map(Path::to_owned);
        Ok(Self {
            context: call.context(from_matches::<DirectoryArgs>(matches)?)?,
            settings,
            flags,
            counts_unmatched: verb == Verb::Replace && matches.get_flag("if_found"),
            meter,
            presentation,
        })
    }

    /// Applies every element of `source` as a separate transaction.
    fn apply_each(
        &self,
        source: Option<PathBuf>,
        mut intake: Intake<'_>,
        sinks: Sinks<'_>,
    ) -> CommandResult {
        self.refuse_single_output()?;
        self.stream_run().apply(source, &mut intake, sinks)
    }

    /// Replays every recorded transaction of `source` as a separate transaction.
    fn replay_each(
        &self,
        source: TextSource,
        mut intake: Intake<'_>,
        sinks: Sinks<'_>,
    ) -> CommandResult {
        self.refuse_single_output()?;
        let mut request = match intake.recorded(source) {
            Ok(request) => request,
            Err(refusal) => return Ok(self.refused(refusal.into())),
        };
        if let Err(reason) = self.apply_flags(&mut request, &intake) {
            return Ok(self.refused(reason.into()));
        }
        self.stream_run().replay(&request, sinks)
    }

    fn stream_run(&self) -> StreamRun<'_> {
        StreamRun {
            settings: &self.settings,
            context: &self.context,
            presentation: &self.presentation,
        }
    }

    /// Refuses an output about one transaction, because there are several.
    fn refuse_single_output(&self) -> Result<(), Reason> {
        let output = if self.flags.output_files.plan.is_some() || self.presentation.is_plan() {
            "plan"
        } else if self.presentation.is_page() {
            "page"
        } else {
            return Ok(());
        };
        Err(Reason::usage(
            format!("a {output} is for one transaction, but --each makes several"),
            "omit --each",
        ))
    }

    fn run_request(&self, mut request: Request, mut intake: Intake<'_>) -> CommandResult {
        if let Err(reason) = self.apply_flags(&mut request, &intake) {
            return Ok(self.refused(reason.into()));
        }
        if let Some(name) = self.settings.stdin_filename() {
            name_stdin(&mut request, name)?;
        }
        if self.flags.prints_repaired {
            let (report, diff) = run::repaired_diff(&request);
            return Ok(self.presentation.repaired_diff(&report, diff));
        }
        refuse_plan_without_dry_run(&request.terms)?;
        if let Some(text) = intake.stdin_target.take() {
            return self.edit_stdin(&request, text, intake.warnings);
        }
        let mut world = self.world(&intake)?;
        let mut presentation = self.presentation;
        if self.flags.is_interactive {
            world.chooser = self.dialogue().into();
            // The user has already seen the changes.
            presentation = presentation.for_element();
        }
        let mut report = self.with_progress(&world, |world| run::run(&request, world));
        report.warnings.append(&mut intake.warnings);
        if self.counts_unmatched {
            let warning = unmatched_files(&request, &report, &world.cwd);
            report.warnings.extend(warning);
        }
        if self.flags.output_files.merged.is_printed() {
            return Ok(print_merged(&presentation, report));
        }
        let git_name = self.flags.output_files.merged.git_name();
        if let Some(name) = git_name {
            git_driver::name_file(&mut report, name);
        }
        let report = self.flags.output_files.write(report, &world, &self.context);
        let mut outcome = presentation.report(&report);
        if let Some(name) = git_name {
            outcome
                .stderr
                .extend(git_driver::settled_lines(&report, name));
        }
        // The process ends next. Freeing the memory of many files would take time.
        std::mem::forget(report);
        Ok(outcome.showing(world.journal.sightings))
    }

    /// Runs payloads as one transaction, or a payload that edits nothing.
    fn run_payloads(&self, source: Option<PathBuf>, mut intake: Intake<'_>) -> CommandResult {
        let payload = match self.read_payloads(source, &mut intake) {
            Ok(payload) => payload,
            Err(Misread { refusals, awaited }) => {
                let report = Report::refused(self.settings.operation(), refusals);
                return Ok(self.presentation.misread(&report, awaited.as_ref()));
            }
        };
        refuse_plan_without_dry_run(payload.ask.terms())?;
        let world = self.world(&intake)?;
        let result = self.with_progress(&world, |world| run::perform(&payload.ask, world));
        let result = match result.on_lines(&intake.step_lines) {
            PayloadOutcome::Report(report) => {
                PayloadOutcome::Report(self.flags.output_files.write(report, &world, &self.context))
            }
            result => result,
        };
        let outcome = self.presentation.answer(&payload, &result);
        Ok(outcome.showing(world.journal.sightings))
    }

    /// The payloads of `source`, joined into one, with the conditions of every flag.
    fn read_payloads(
        &self,
        source: Option<PathBuf>,
        intake: &mut Intake<'_>,
    ) -> Result<Payload, Misread> {
        let mut payload = payloads::read_joined(source, intake)?;
        let (terms, steps) = payload.ask.parts_mut();
        self.apply_to(terms, steps).map_err(Refusals::from)?;
        Ok(payload)
    }

    fn refused(&self, refusals: Refusals) -> Outcome {
        let report = Report::refused(self.settings.operation(), refusals);
        self.presentation.report(&report)
    }

    /// Applies the conditions of every flag to `request`.
    fn apply_flags(&self, request: &mut Request, intake: &Intake<'_>) -> Result<(), Reason> {
        self.apply_to(&mut request.terms, &mut request.steps)?;
        self.flags.output_files.patched.apply_to(request)?;
        self.flags.output_files.merged.apply_to(request)?;
        self.flags.apply_with_stat.apply_to(
            self.flags.tallies,
            &self.flags.output_files.patched,
            &mut request.terms,
        )?;
        if self.flags.is_interactive {
            let writes_files = self.flags.tallies.is_empty()
                && self.flags.output_files.patched.output.is_none()
                && intake.stdin_target.is_none();
            dialogue::offer_every_match(request, writes_files)?;
        }
        Ok(())
    }

    fn dialogue(&self) -> Dialogue {
        let environment = self.context.environment();
        Dialogue {
            presentation: self.presentation,
            editor: environment.editor.clone(),
            scratch: environment.scratch.clone(),
            interrupt: environment.interrupt.clone(),
        }
    }

    fn apply_to(&self, terms: &mut Terms, steps: &mut [Step]) -> Result<(), Reason> {
        let environment = self.context.environment();
        self.settings.apply_to_one(terms, steps, environment)?;
        if self.presentation.is_plan() {
            terms.wants_plan = true;
        }
        Ok(())
    }

    /// Edits `text`, which comes from standard input, and writes the result to standard output.
    fn edit_stdin(&self, request: &Request, text: Bytes, warnings: Vec<Warning>) -> CommandResult {
        refuse_stdin_target(request)?;
        let (mut report, edited) = run::filter(request, text);
        report.warnings.extend(warnings);
        Ok(match request.terms.run {
            Run::Commit => self.presentation.edited_text(&report, edited),
            Run::DryRun => self.presentation.report(&report),
        })
    }

    /// The world of a run. Refuses if an output file cannot be written.
    fn world(&self, intake: &Intake<'_>) -> Result<World, Refusal> {
        let mut world = self.context.world(intake.names_from);
        world.journal.shows = Some(self.presentation.shows_of_payload());
        self.flags
            .output_files
            .check(&intake.sources, &self.context)?;
        Ok(world)
    }

    /// Does `work` with a progress bar, if a terminal shows it.
    fn with_progress<T>(&self, world: &World, work: impl FnOnce(&World) -> T) -> T {
        // Not earlier: while the user types a text, nobody waits for the program.
        let bar = self.meter.map(Meter::start);
        work(&World {
            watch: bar.as_ref().map(Bar::watch).unwrap_or_default(),
            ..world.clone()
        })
    }
}

/// Prints the merged text instead of writing it to a file.
fn print_merged(presentation: &Presentation, mut report: Report) -> Outcome {
    let mut text = None;
    if let Some(merged) = merged_text(&report) {
        match merged.bytes() {
            Ok(bytes) => text = Some(bytes.into()),
            Err(refusal) => report.refusals.push(refusal),
        }
    }
    presentation.edited_text(&report, text)
}

/// A warning with the number of named files that contain no text to replace. The `report` does not mention these files.
/// Its paths are relative to `cwd`.
fn unmatched_files(request: &Request, report: &Report, cwd: &Path) -> Option<Warning> {
    if !report.is_ok() {
        return None;
    }
    let mut unmatched = HashSet::new();
    for step in &request.steps {
        if step.below.is_none() {
            unmatched.insert(relative(&step.path, cwd));
        }
    }
    for file in &report.files {
        unmatched.remove(&file.path);
    }
    for warning in &report.warnings {
        if let Notice::PassedOver { files, .. } = &warning.notice {
            for file in files {
                unmatched.remove(&relative(file, cwd));
            }
        }
    }
    if unmatched.is_empty() {
        return None;
    }
    let count = unmatched.len();
    Some(Warning::from(Notice::Lacking { count }))
}

/// Refuses a plan unless the run is dry.
fn refuse_plan_without_dry_run(terms: &Terms) -> Result<(), Reason> {
    if terms.wants_plan && terms.run == Run::Commit {
        return Err(Reason::usage(
            "a plan needs a dry run",
            "add --dry-run, or put `check` before the command",
        ));
    }
    Ok(())
}

/// Gives the text on standard input the name `name`, which decides its language.
fn name_stdin(request: &mut Request, name: &Path) -> Result<(), Reason> {
    let mut is_edited = false;
    for step in &mut request.steps {
        if step.path.as_os_str() == "-" {
            name.clone_into(&mut step.path);
            is_edited = true;
        }
    }
    if !is_edited {
        return Err(stdin_not_edited());
    }
    Ok(())
}

fn stdin_not_edited() -> Reason {
    Reason::usage(
        "`--stdin-filename` names standard input, which is not edited",
        "edit `-`, or omit it",
    )
}

/// Refuses anything that `-` does not support: `-` is a text that can be edited, but not created, removed, renamed or
/// validated.
fn refuse_stdin_target(request: &Request) -> Result<(), Reason> {
    if request.terms.validate.is_some() {
        return Err(Reason::usage(
            "`--validate` needs a file to check, but `-` is not a file",
            "pipe the edited text into the command",
        ));
    }
    if request.terms.backup.is_some() || request.terms.lift.in_place {
        return Err(Reason::usage(
            "`--backup` and `--in-place` need a file, but `-` is not a file",
            "omit them: standard input is not changed",
        ));
    }
    if request.terms.wants_plan {
        return Err(Reason::usage(
            "a plan names files, but `-` is not a file",
            "give the path of a file",
        ));
    }
    for step in &request.steps {
        match step.action {
            Action::Replace(_)
            | Action::Insert(_)
            | Action::Append(_)
            | Action::Ensure(_)
            | Action::Lines(_)
            | Action::Set(_)
            | Action::Unset(_) => {}
            _ => {
                return Err(Reason::usage(
                    format!("`{} -` has no file to work on", step.action.operation()),
                    "`-` works with replace, insert, append, ensure, lines, set and unset; a file of that name is `./-`",
                ));
            }
        }
    }
    Ok(())
}
