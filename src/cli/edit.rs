//! One call of an editing command, or of `check` of one: what was typed becomes a request, that is run, its
//! outcome shown.

use std::path::{Path, PathBuf};

use bytes::Bytes;
use clap::ArgMatches;

use super::args::{Applied, Place, Tallied, Typed, Understood, Verb};
use super::beside::Beside;
use super::call::{Call, filled, unexpected};
use super::command::Name;
use super::each::Each;
use super::intake::{Intake, TakenIn};
use super::meter::{Bar, Meter};
use super::output::{Outcome, Presentation};
use super::settings::Settings;
use super::streams::Sinks;
use super::whereabouts::Whereabouts;
use crate::dialect::{Ask, Outcome as Done, Payload};
use crate::refusal::{Reason, Refusal, Refusals};
use crate::render::Tallies;
use crate::report::Report;
use crate::request::{Action, Planning, Request, Run, Terms};
use crate::run::{self, World};

impl<'e> Call<'_, 'e> {
    /// An editing command, or `check` of one.
    pub(super) fn edit(
        self,
        name: Name,
        verb: Verb,
        matches: &mut ArgMatches,
    ) -> Result<Outcome, Refusal> {
        let edit = Edit::of(&self, name, verb, matches)?;
        let typed = verb.typed(matches).map_err(unexpected)?;
        let mut intake = Intake::new(&edit.whereabouts, self.stdin, &edit.settings.limits()?);
        match typed.each() {
            Some(source) => edit.each(source, &mut intake, self.sinks),
            None => edit.once(typed, intake),
        }
    }
}

/// An editing command: its flags, where it runs, how its outcome is shown.
struct Edit<'e> {
    settings: Settings,
    purpose: Purpose,
    /// The lists that are asked for, and whether the diff is applied as well.
    tallies: Tallies,
    applied: Applied,
    beside: Beside,
    whereabouts: Whereabouts<'e>,
    look: Presentation,
    /// What draws how far a run has come.
    meter: Option<&'e Meter>,
}

/// What the request is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// To be run.
    Run,
    /// To be shown as it was understood (`--print-repaired`).
    Show,
}

impl<'e> Edit<'e> {
    fn of(
        call: &Call<'_, 'e>,
        name: Name,
        verb: Verb,
        matches: &mut ArgMatches,
    ) -> Result<Self, Refusal> {
        let tallies = match verb {
            Verb::Patch => filled::<Tallied>(matches)?.tallies(),
            _ => Tallies::default(),
        };
        let look = call.look_of_edit(matches)?.tallying(tallies);
        let settings = Settings::of(name, matches)?;
        Ok(Self {
            purpose: match name {
                Name::Check(Verb::Patch) if filled::<Understood>(matches)?.print_repaired => {
                    Purpose::Show
                }
                _ => Purpose::Run,
            },
            tallies,
            applied: match name {
                Name::Edit(Verb::Patch) => filled(matches)?,
                _ => Applied::default(),
            },
            beside: Beside {
                patched: match name {
                    Name::Edit(Verb::Patch) => filled(matches)?,
                    _ => Default::default(),
                },
                plan: settings.plan_file().map(Path::to_owned),
            },
            whereabouts: call.whereabouts(filled::<Place>(matches)?)?,
            settings,
            meter: call.meter(&look),
            look,
        })
    }

    /// Every element of `source` as a transaction of its own.
    fn each(
        &self,
        source: Option<PathBuf>,
        intake: &mut Intake<'_>,
        sinks: Sinks<'_>,
    ) -> Result<Outcome, Refusal> {
        if self.beside.plan.is_some() || self.look.is_plan() {
            return Err(Reason::usage(
                "a plan is of one transaction, and --each makes many",
                "leave out --each",
            )
            .into());
        }
        let each = Each {
            settings: &self.settings,
            whereabouts: &self.whereabouts,
            look: &self.look,
        };
        each.run(source, intake, sinks)
    }

    /// All that was typed as one transaction.
    fn once(&self, typed: Typed, mut intake: Intake<'_>) -> Result<Outcome, Refusal> {
        let payload = match self.payload(typed, &mut intake) {
            Ok(payload) => payload,
            Err(refusals) => {
                let report = Report::refused(self.settings.operation(), refusals);
                return Ok(self.look.report(&report));
            }
        };
        if let (Purpose::Show, Ask::Request(request)) = (self.purpose, &payload.ask) {
            let (report, diff) = run::understood(request);
            return Ok(self.look.understood(&report, diff));
        }
        refuse_plan_of_edit(payload.ask.terms())?;
        let mut taken = intake.finish();
        match (taken.filter.take(), &payload.ask) {
            (Some(text), Ask::Request(request)) => self.filter(request, text),
            _ => self.perform(&payload, &taken),
        }
    }

    /// What was typed, under the conditions of every flag.
    fn payload(&self, typed: Typed, intake: &mut Intake<'_>) -> Result<Payload, Refusals> {
        let environment = self.whereabouts.environment();
        let mut payload = self.settings.payload(typed, intake, environment)?;
        if let Ask::Request(request) = &mut payload.ask {
            self.beside.patched.settle(request)?;
        }
        self.applied
            .settle(self.tallies, &self.beside.patched, payload.ask.terms_mut())?;
        if self.look.is_plan() {
            payload.ask.terms_mut().planning = Planning::Wanted;
        }
        Ok(payload)
    }

    /// Edits `text`, which is no file, to standard output.
    fn filter(&self, request: &Request, text: Bytes) -> Result<Outcome, Refusal> {
        refuse_unfilterable(request)?;
        let (report, edited) = run::filter(request, text);
        Ok(match request.terms.run {
            Run::Commit => self.look.filtered(&report, edited),
            Run::DryRun => self.look.report(&report),
        })
    }

    /// Does what `payload` asks and writes the files beside its targets.
    fn perform(&self, payload: &Payload, taken: &TakenIn) -> Result<Outcome, Refusal> {
        // From here on: what took long before was the typing of a text, and nobody waits for that.
        let bar = self.meter.map(Meter::start);
        let mut world = World {
            watch: bar.as_ref().map(Bar::watch).unwrap_or_default(),
            ..self.whereabouts.world(taken.names_from)
        };
        world.chronicle.shows = Some(self.look.shows_of_payload());
        self.beside.foresee(&self.whereabouts)?;
        let done = run::perform(&payload.ask, &world).on_lines(&taken.steps_on);
        drop(bar);
        let done = match done {
            Done::Report(report) => {
                Done::Report(self.beside.write(report, &world, &self.whereabouts))
            }
            seen => seen,
        };
        Ok(self.look.answer(payload, &done))
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
