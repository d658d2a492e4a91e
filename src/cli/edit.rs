//! A call of an editing command, or of `check` with an editing command. Builds a request from the arguments, runs the
//! request and shows the outcome.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use clap::ArgMatches;

use super::args::{
    ApplyWithStatArgs, AskArgs, DirectoryArgs, MergeOutputArgs, NamesArgs, PatchSideFileArgs,
    PrintRepairedArgs, StatArgs, Verb, from_matches,
};
use super::call::Call;
use super::command::{self, CommandId};
use super::context::CommandContext;
use super::dialogue::{self, Dialogue};
use super::draft::{EditInput, RequestDraft, TextSource};
use super::each::Each;
use super::git_driver;
use super::intake::Intake;
use super::meter::{Bar, Meter};
use super::output::{Outcome, Presentation};
use super::output_files::{OutputFiles, merged_text};
use super::payloads::{self, Misread};
use super::settings::Settings;
use super::streams::Sinks;
use crate::dialect::PayloadOutcome;
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
    ) -> Result<Outcome, Refusal> {
        let names_command = self
            .words
            .get(1)
            .is_some_and(|word| word == verb.page().words);
        if name == CommandId::Check(Verb::Apply) && !names_command && self.stdin.is_terminal {
            return Err(command::check_of_nothing().into());
        }
        let edit = EditCall::new(&self, name, verb, matches)?;
        let typed = match verb.typed(matches) {
            Ok(typed) => typed,
            Err(reason) => return Ok(edit.refused(reason.into())),
        };
        let intake = Intake::new(&edit.context, self.stdin, &edit.settings.limits()?);
        if edit.settings.stdin_filename().is_some() && !matches!(typed, EditInput::Request(_)) {
            return Err(no_filter().into());
        }
        match typed {
            EditInput::Request(draft) => edit.request(draft, intake),
            EditInput::Payloads {
                source,
                is_each: false,
            } => edit.payloads(source, intake),
            EditInput::Payloads { source, .. } => edit.each(source, intake, self.sinks),
            EditInput::EachEntry(source) => edit.each_entry(source, intake, self.sinks),
        }
    }
}

/// An editing command: its flags, its context and its presentation.
struct EditCall<'e> {
    settings: Settings,
    /// True if the call only prints the repaired diff (`--print-repaired`).
    is_shown: bool,
    /// The requested lists. `applied` says if the diff is applied as well.
    tallies: Tallies,
    applied: ApplyWithStatArgs,
    output_files: OutputFiles,
    context: CommandContext<'e>,
    presentation: Presentation,
    /// True if the user is asked about each match.
    asks: bool,
    /// True if files without the text are counted (`--if-found`).
    counts_lacking: bool,
    meter: Option<&'e Meter>,
}

impl<'e> EditCall<'e> {
    fn new(
        call: &Call<'_, 'e>,
        name: CommandId,
        verb: Verb,
        matches: &mut ArgMatches,
    ) -> Result<Self, Refusal> {
        let mut tallies = Tallies::default();
        let mut is_shown = false;
        let mut asks = false;
        let mut applied = ApplyWithStatArgs::default();
        let mut patched = PatchSideFileArgs::default();
        let mut merged = MergeOutputArgs::default();
        match name {
            CommandId::Check(Verb::Replace) => {
                tallies = from_matches::<NamesArgs>(matches)?.tallies();
            }
            CommandId::Check(Verb::Patch) => {
                tallies = from_matches::<StatArgs>(matches)?.tallies();
                is_shown = from_matches::<PrintRepairedArgs>(matches)?.print_repaired;
            }
            CommandId::Edit(Verb::Replace) => asks = from_matches::<AskArgs>(matches)?.interactive,
            CommandId::Edit(Verb::Patch) => {
                tallies = from_matches::<StatArgs>(matches)?.tallies();
                asks = from_matches::<AskArgs>(matches)?.interactive;
                applied = from_matches(matches)?;
                patched = from_matches(matches)?;
            }
            CommandId::Edit(Verb::Merge) => merged = from_matches(matches)?,
            _ => {}
        }
        let presentation = call.presentation_of_edit(matches)?.tallying(tallies);
        let settings = Settings::from_matches(name, matches)?;
        if asks {
            dialogue::refuse_deaf(call.stdin.is_terminal, call.terminals.stdout)?;
        }
        Ok(Self {
            is_shown,
            tallies,
            applied,
            output_files: OutputFiles {
                patched,
                merged,
                plan: settings.plan_file().map(Path::to_owned),
            },
            context: call.context(from_matches::<DirectoryArgs>(matches)?)?,
            settings,
            asks,
            counts_lacking: verb == Verb::Replace && matches.get_flag("if_found"),
            // A progress bar would overwrite the questions.
            meter: call.meter(&presentation).filter(|_| !asks),
            presentation,
        })
    }

    /// Applies every element of `source` as a separate transaction.
    fn each(
        &self,
        source: Option<PathBuf>,
        mut intake: Intake<'_>,
        sinks: Sinks<'_>,
    ) -> Result<Outcome, Refusal> {
        self.refuse_one_of_many()?;
        self.each_of().run(source, &mut intake, sinks)
    }

    /// Replays every recorded transaction of `source` as a separate transaction.
    fn each_entry(
        &self,
        source: TextSource,
        mut intake: Intake<'_>,
        sinks: Sinks<'_>,
    ) -> Result<Outcome, Refusal> {
        self.refuse_one_of_many()?;
        let request = match self.typed_request(RequestDraft::Replay(source), &mut intake) {
            Ok(request) => request,
            Err(refusals) => return Ok(self.refused(refusals)),
        };
        self.each_of().replay(&request, sinks)
    }

    fn each_of(&self) -> Each<'_> {
        Each {
            settings: &self.settings,
            context: &self.context,
            presentation: &self.presentation,
        }
    }

    /// Refuses an output that covers one transaction, because there are several.
    fn refuse_one_of_many(&self) -> Result<(), Reason> {
        let one = if self.output_files.plan.is_some() || self.presentation.is_plan() {
            Some("plan")
        } else if self.presentation.is_page() {
            Some("page")
        } else {
            None
        };
        if let Some(one) = one {
            return Err(Reason::usage(
                format!("a {one} is for one transaction, but --each makes several"),
                "omit --each",
            ));
        }
        Ok(())
    }

    fn request(&self, draft: RequestDraft, mut intake: Intake<'_>) -> Result<Outcome, Refusal> {
        let mut request = match self.typed_request(draft, &mut intake) {
            Ok(request) => request,
            Err(refusals) => return Ok(self.refused(refusals)),
        };
        if let Some(name) = self.settings.stdin_filename() {
            name_filter(&mut request, name)?;
        }
        if self.is_shown {
            let (report, diff) = run::repaired_diff(&request);
            return Ok(self.presentation.repaired_diff(&report, diff));
        }
        refuse_plan_of_edit(&request.terms)?;
        if let Some(text) = intake.filter.take() {
            return self.filter(&request, text, intake.warnings);
        }
        let mut world = self.world(&intake)?;
        let mut presentation = self.presentation;
        if self.asks {
            world.chooser = self.dialogue().into();
            // The user has already seen the changes.
            presentation = presentation.of_element();
        }
        let mut report = self.watched(&world, |world| run::run(&request, world));
        report.warnings.append(&mut intake.warnings);
        if self.counts_lacking {
            report
                .warnings
                .extend(lacking(&request, &report, &world.cwd));
        }
        if self.output_files.merged.is_printed() {
            let text = match merged_text(&report)
                .map(|merged| merged.bytes())
                .transpose()
            {
                Ok(text) => text.map(Into::into),
                Err(refusal) => {
                    report.refusals.push(refusal);
                    None
                }
            };
            return Ok(presentation.filtered(&report, text));
        }
        if let Some(name) = self.output_files.merged.git_name() {
            for refusal in report
                .refusals
                .iter_mut()
                .filter(|refusal| refusal.path.is_some())
            {
                refusal.path = Some(name.to_owned());
            }
        }
        let report = self.output_files.write(report, &world, &self.context);
        let mut outcome = presentation.report(&report);
        if let Some(name) = self.output_files.merged.git_name() {
            outcome.stderr.extend(git_driver::settled(&report, name));
        }
        Ok(outcome.showing(world.journal.sightings))
    }

    /// Runs payloads as one transaction, or a payload that edits nothing.
    fn payloads(
        &self,
        source: Option<PathBuf>,
        mut intake: Intake<'_>,
    ) -> Result<Outcome, Refusal> {
        let read = payloads::whole(source, &mut intake).and_then(|mut payload| {
            let (terms, steps) = payload.ask.parts_mut();
            self.apply_to(terms, steps).map_err(Refusals::from)?;
            Ok(payload)
        });
        let payload = match read {
            Ok(payload) => payload,
            Err(Misread { refusals, awaited }) => {
                let report = Report::refused(self.settings.operation(), refusals);
                return Ok(self.presentation.misread(&report, awaited.as_ref()));
            }
        };
        refuse_plan_of_edit(payload.ask.terms())?;
        let world = self.world(&intake)?;
        let done = self.watched(&world, |world| run::perform(&payload.ask, world));
        let done = match done.on_lines(&intake.steps_on) {
            PayloadOutcome::Report(report) => {
                PayloadOutcome::Report(self.output_files.write(report, &world, &self.context))
            }
            seen => seen,
        };
        let outcome = self.presentation.answer(&payload, &done);
        Ok(outcome.showing(world.journal.sightings))
    }

    fn refused(&self, refusals: Refusals) -> Outcome {
        let report = Report::refused(self.settings.operation(), refusals);
        self.presentation.report(&report)
    }

    /// The request of `draft`, with the conditions of every flag.
    fn typed_request(
        &self,
        draft: RequestDraft,
        intake: &mut Intake<'_>,
    ) -> Result<Request, Refusals> {
        let mut request = intake.request(draft)?;
        self.apply_to(&mut request.terms, &mut request.steps)?;
        self.output_files.patched.apply_to(&mut request)?;
        self.output_files.merged.apply_to(&mut request)?;
        self.applied
            .apply_to(self.tallies, &self.output_files.patched, &mut request.terms)?;
        if self.asks {
            let is_shown_only =
                !self.tallies.are_none() || self.output_files.patched.output.is_some();
            dialogue::settle(&mut request, is_shown_only || intake.filter.is_some())?;
        }
        Ok(request)
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
    fn filter(
        &self,
        request: &Request,
        text: Bytes,
        warnings: Vec<Warning>,
    ) -> Result<Outcome, Refusal> {
        refuse_unfilterable(request)?;
        let (mut report, edited) = run::filter(request, text);
        report.warnings.extend(warnings);
        Ok(match request.terms.run {
            Run::Commit => self.presentation.filtered(&report, edited),
            Run::DryRun => self.presentation.report(&report),
        })
    }

    /// The world of a run. Refuses if an output file cannot be written.
    fn world(&self, intake: &Intake<'_>) -> Result<World, Refusal> {
        let mut world = self.context.world(intake.names_from);
        world.journal.shows = Some(self.presentation.shows_of_payload());
        self.output_files.foresee(&intake.sources, &self.context)?;
        Ok(world)
    }

    /// Does `work` with a progress bar, if a terminal shows it.
    fn watched<T>(&self, world: &World, work: impl FnOnce(&World) -> T) -> T {
        // Not earlier: while the user types a text, nobody waits for the program.
        let bar = self.meter.map(Meter::start);
        work(&World {
            watch: bar.as_ref().map(Bar::watch).unwrap_or_default(),
            ..world.clone()
        })
    }
}

/// Counts the named files that lack every text: `report`, with paths relative to `cwd`, does not mention them.
fn lacking(request: &Request, report: &Report, cwd: &Path) -> Option<Warning> {
    if !report.is_ok() {
        return None;
    }
    let steps = request.steps.iter().filter(|step| step.below.is_none());
    let mut named: HashSet<PathBuf> = steps.map(|step| relative(&step.path, cwd)).collect();
    for file in &report.files {
        named.remove(&file.path);
    }
    for warning in &report.warnings {
        if let Notice::PassedOver { files, .. } = &warning.notice {
            for file in files {
                named.remove(&relative(file, cwd));
            }
        }
    }
    let count = named.len();
    if count == 0 {
        return None;
    }
    Some(Warning::from(Notice::Lacking { count }))
}

/// Refuses a plan unless the run is dry.
fn refuse_plan_of_edit(terms: &Terms) -> Result<(), Reason> {
    if terms.wants_plan && terms.run == Run::Commit {
        return Err(Reason::usage(
            "a plan needs a dry run",
            "add --dry-run, or put `check` before the command",
        ));
    }
    Ok(())
}

/// Gives the text on standard input the name `name`, which decides its language.
fn name_filter(request: &mut Request, name: &Path) -> Result<(), Reason> {
    let is_input = |step: &&mut Step| step.path.as_os_str() == "-";
    let mut inputs = request.steps.iter_mut().filter(is_input).peekable();
    if inputs.peek().is_none() {
        return Err(no_filter());
    }
    for step in inputs {
        name.clone_into(&mut step.path);
    }
    Ok(())
}

fn no_filter() -> Reason {
    Reason::usage(
        "`--stdin-filename` names standard input, which is not edited",
        "edit `-`, or omit it",
    )
}

/// Refuses anything that `-` does not support: `-` is a text that can be edited, but not created, removed, renamed or
/// validated.
fn refuse_unfilterable(request: &Request) -> Result<(), Reason> {
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
