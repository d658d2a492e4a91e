//! `apply --each` and `replay --each`: every element of a list or stream is a separate transaction.
//!
//! The report of an element is written as soon as the element is done, and nothing of the element is kept in memory.
//! After a refused element, `apply` goes on. `replay` stops, because later transactions were made on the result of
//! the refused one.

use std::path::PathBuf;

use super::context::{CommandContext, NamesFrom};
use super::elements::{Element, Elements};
use super::intake::Intake;
use super::output::{CommandResult, ElementName, Outcome, Presentation, deliver};
use super::payloads::{Misread, no_edits, read_element};
use super::settings::Settings;
use super::streams::Sinks;
use crate::dialect::{self, Payload};
use crate::refusal::{Code, ExitClass, Fault, Reason, Refusal, Refusals};
use crate::report::{Notice, Report, Warning};
use crate::request::{Action, OnConflict, Request, Run, Step};
use crate::run::{self, World};
use crate::text::LineNumber;

/// A run that makes a transaction of each element.
pub(super) struct StreamRun<'a> {
    pub(super) settings: &'a Settings,
    pub(super) context: &'a CommandContext<'a>,
    pub(super) presentation: &'a Presentation,
}

impl StreamRun<'_> {
    /// Applies every element of `source`. The exit status is the worst of all elements.
    pub(super) fn apply(
        &self,
        source: Option<PathBuf>,
        intake: &mut Intake<'_>,
        mut sinks: Sinks<'_>,
    ) -> CommandResult {
        let lines = intake.lines(source, "REQUEST")?;
        let environment = self.context.environment();
        let mut worst = None;
        for (number, element) in (1..).zip(Elements::new(lines, true)) {
            if environment.interrupt.received().is_some() {
                worst = worst.max(Some(ExitClass::Io));
                break;
            }
            let printed = self.apply_element(number, element, intake);
            worst = worst.max(Some(printed.class));
            deliver(&printed, &mut sinks.stdout, &mut sinks.stderr).map_err(write_error)?;
        }
        worst.map(Outcome::silent).ok_or_else(no_edits)
    }

    /// Replays the transactions of `request` one by one, if a dry run of all of them succeeds. Stops at the first
    /// refusal. Transactions that are already applied are skipped.
    pub(super) fn replay(&self, request: &Request, mut sinks: Sinks<'_>) -> CommandResult {
        let report = self.dry_run(request);
        if request.terms.run == Run::DryRun || !report.is_ok() {
            return Ok(self.presentation.report(&report));
        }
        let environment = self.context.environment();
        let applied = run::applied_transactions(request, &self.world_of_records())?;
        let mut class = None;
        for (number, step) in (1..).zip(&request.steps) {
            if applied.contains(&number) {
                continue;
            }
            if environment.interrupt.received().is_some() {
                return Ok(Outcome::silent(ExitClass::Io));
            }
            let payload = Payload::from(single_step_request(request, step));
            let outcome = run::perform(&payload.ask, &self.world_of_records());
            let name = ElementName::Number(number);
            let printed = self.presentation.element(name, &payload, &outcome);
            deliver(&printed, &mut sinks.stdout, &mut sinks.stderr).map_err(write_error)?;
            class = Some(printed.class);
            if printed.class != ExitClass::Done {
                break;
            }
        }
        match class {
            Some(class) => Ok(Outcome::silent(class)),
            // All transactions are already applied. The report of the whole request says so.
            None => {
                let report = run::run(request, &self.world_of_records());
                Ok(self.presentation.report(&report))
            }
        }
    }

    /// The report of a dry run of `request` as one transaction.
    fn dry_run(&self, request: &Request) -> Report {
        let mut dry_run = request.clone();
        dry_run.terms.run = Run::DryRun;
        run::run(&dry_run, &self.world_of_records())
    }

    fn world_of_records(&self) -> World {
        let mut world = self.context.world(NamesFrom::Records);
        world.journal.shows = Some(self.presentation.shows_of_element());
        world
    }

    fn apply_element(
        &self,
        number: usize,
        element: Result<Element, Refusal>,
        intake: &mut Intake<'_>,
    ) -> Outcome {
        let line = match &element {
            Ok(element) => element.line,
            Err(refusal) => refusal.request_line.map(LineNumber::number),
        };
        let name = line.map_or(ElementName::Number(number), ElementName::Line);
        let payload = match element {
            Ok(element) => self.read_payload(element, intake),
            Err(refusal) => Err(refusal.into()),
        };
        let payload = match payload {
            Ok(payload) => payload,
            Err(Misread { refusals, awaited }) => {
                let refusals = refusals.map(|refusal| refusal.of_edit(number).on_line(line));
                let report = Report {
                    // Otherwise, the number in the refusals would be printed as the number of an edit.
                    steps: 1,
                    ..Report::refused("apply", refusals)
                };
                return self
                    .presentation
                    .misread_element(name, &report, awaited.as_ref());
            }
        };
        let mut world = self.context.world(intake.names_from);
        world.journal.shows = Some(self.presentation.shows_of_element());
        let mut outcome = run::perform(&payload.ask, &world);
        if let dialect::PayloadOutcome::Report(report) = &mut outcome {
            if payload.ask.terms().on_conflict == OnConflict::Skip {
                skip_conflicts(report);
            }
            for refusal in &mut report.refusals {
                refusal.request_line = line.and_then(LineNumber::new);
            }
        }
        let printed = self.presentation.element(name, &payload, &outcome);
        printed.showing(world.journal.sightings)
    }

    /// The payload of `element`, with the conditions of the flags.
    fn read_payload(&self, element: Element, intake: &mut Intake<'_>) -> Result<Payload, Misread> {
        intake.names_from = NamesFrom::Document;
        let mut payload = read_element(element, intake)?;
        let (terms, steps) = payload.ask.parts_mut();
        self.settings
            .apply_to(terms, steps, self.context.environment())
            .map_err(Refusals::from)?;
        Ok(payload)
    }
}

/// The refusal if the report of an element cannot be written.
fn write_error(error: anyhow::Error) -> Reason {
    Reason::Store(Fault::io("write the report of", error.root_cause()))
}

/// A request for `step` alone, with the terms of `request`. The recorded task is kept unless `request` names a task.
fn single_step_request(request: &Request, step: &Step) -> Request {
    let mut single = Request {
        steps: vec![step.clone()],
        ..request.clone()
    };
    if let Action::Replay(transaction) = &step.action
        && single.terms.task.is_none()
    {
        single.terms.task = transaction.task.clone();
    }
    single
}

/// If conflicts are the only refusals of the report, turns them into warnings about skipped conflicts.
fn skip_conflicts(report: &mut Report) {
    let mut codes = report.refusals.iter().map(Refusal::code);
    if report.refusals.is_empty() || !codes.all(|code| code == Code::Conflict) {
        return;
    }
    for refusal in std::mem::take(&mut report.refusals) {
        let Reason::Conflict(conflicts) = refusal.reason else {
            continue;
        };
        let skipped = conflicts.into_iter().map(|conflict| Warning {
            path: refusal.path.clone(),
            notice: Notice::Skipped(conflict),
        });
        report.warnings.extend(skipped);
    }
    report.files.clear();
    report.would_apply.clear();
    report.would_apply_files.clear();
}
