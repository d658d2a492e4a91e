//! The pipeline: the only place that sees every stage. No algorithm of its own.
//!
//! `gather` resolves the steps of a request against what is on disk, `guard` judges the result, `disk`
//! commits it, `outcome` says what happened.

mod aside;
mod attempt;
mod blobs;
mod child;
mod conflicts;
mod contention;
mod diff;
mod elsewhere;
mod expected;
mod files;
mod gather;
mod inspect;
mod job;
mod ledger;
mod log;
mod noting;
mod outcome;
mod perform;
mod plan;
mod records;
mod recovery;
mod replay;
mod search;
mod take_back;
mod target;
mod told;
mod validate;

use std::path::PathBuf;

use bytes::Bytes;

use crate::disk::{Disk, Interrupt, Reach, Watch};
use crate::guard::{self, Plan};
use crate::journal::Wanted;
use crate::patch::Patch;
use crate::refusal::{Reason, Refusal};
use crate::report::{Report, Warning};
use crate::request::{Action, Request, Run, Terms};
use attempt::{Attempt, Stopped};
use files::Files;
use gather::Gathered;
use job::Job;
use ledger::Ledger;
use recovery::Met;
use take_back::TakeBack;

pub use aside::{Aside, foresee, set_aside};
pub use conflicts::conflicts;
pub use inspect::{findings, view};
pub use ledger::{Chronicle, stream_start};
pub use log::{LogFilter, entry, export, log, prune};
pub use perform::perform;
pub use recovery::recover;

/// Where a request runs.
#[derive(Clone, Debug)]
pub struct World {
    /// The directory that relative paths start from, absolute.
    pub cwd: PathBuf,
    /// What may be touched.
    pub reach: Reach,
    /// Who may ask for an end.
    pub interrupt: Interrupt,
    /// Who is told how far the run has come.
    pub watch: Watch,
    /// What the journal is told.
    pub chronicle: Chronicle,
}

/// Does what `request` asks, or nothing at all, and says which.
pub fn run(request: &Request, world: &World) -> Report {
    match blobs::fetched(request, world) {
        Ok(request) => run_job(Job::Request(&request), world),
        Err(refusal) => outcome::refused(Job::Request(request), Gathered::default(), vec![refusal]),
    }
}

/// Takes back what is `wanted`, as a transaction of its own, or nothing at all.
pub fn take_back(wanted: &Wanted, terms: &Terms, world: &World) -> Report {
    let refused = |reason: Reason| {
        let operation = match wanted {
            Wanted::LatestUndo | Wanted::Undo(_) => "redo",
            _ => "undo",
        };
        Report {
            dry_run: terms.run == Run::DryRun,
            refusals: vec![reason.into()],
            ..Report::new(operation, 1)
        }
    };
    let ledger = match Ledger::find(&world.chronicle) {
        Ok(Some(ledger)) => ledger,
        Ok(None) => return refused(ledger::absent(None)),
        Err(error) => return refused(ledger::absent(Some(error))),
    };
    match TakeBack::new(wanted, ledger, terms) {
        Ok(take_back) => run_job(Job::TakeBack(&take_back), world),
        Err(reason) => refused(reason),
    }
}

/// Runs `job`. Interrupted transactions that left their files in the same directories are recovered
/// first, which begins the run anew; one that only reads warns of them.
fn run_job(job: Job<'_>, world: &World) -> Report {
    let mut past = Vec::new();
    for _ in 0..ATTEMPTS {
        if let Some(mut report) = run_once(job, world, &mut past) {
            past.append(&mut report.warnings);
            return Report {
                warnings: past,
                ..report
            };
        }
    }
    let nothing = Gathered::default();
    let refusal = nothing.refuse_restless();
    outcome::refused(job, nothing, vec![refusal])
}

/// Resolves and commits; `None` when a recovery has changed what was read. What there is to tell of that
/// goes to `past`.
fn run_once(job: Job<'_>, world: &World, past: &mut Vec<Warning>) -> Option<Report> {
    let mut disk = match Disk::open(&world.cwd, world.reach.clone()) {
        Ok(disk) => disk,
        Err(refusal) => return Some(outcome::refused(job, Gathered::default(), vec![refusal])),
    };
    let attempt = Attempt::new(job, world, &mut disk);
    let pending = disk.pending(&recovery::places(world));
    match pending.and_then(|pending| recovery::meet(&pending, job.terms(), world)) {
        Ok(Met::Nothing) => {}
        Ok(Met::Warned(warnings)) => past.extend(warnings),
        Ok(Met::Recovered(warnings)) => {
            past.extend(warnings);
            return None;
        }
        Err(refusal) => return Some(outcome::refused(job, Gathered::default(), vec![refusal])),
    }
    let attempt = match attempt {
        Ok(attempt) => attempt,
        Err(unfit) => return Some(outcome::refused(job, unfit.gathered, unfit.refusals)),
    };
    match job.terms().run {
        Run::Commit if !attempt.plan.is_empty() => commit(job, world, disk, attempt, past),
        Run::Commit => {
            let mut report = outcome::done(job, attempt.gathered);
            noting::note_without_effect(job, world, &mut report);
            Some(report)
        }
        Run::DryRun => Some(plan::would_do(job, attempt, &disk, world)),
    }
}

/// Reads the diffs of `request` and applies none of them: what they say in one unified diff, and how they had
/// to be read. Steps of other kinds say nothing.
pub fn understood(request: &Request) -> (Report, Vec<u8>) {
    let mut report = Report {
        dry_run: true,
        ..Report::new("patch", request.steps.len())
    };
    let mut patch = Patch::default();
    for (number, step) in (1..).zip(&request.steps) {
        let Action::Patch(diff) = &step.action else {
            continue;
        };
        match diff::understood(diff) {
            Ok(understood) => {
                report.diffs.extend(understood.report(number));
                report.warnings.extend(understood.warning);
                patch.files.extend(understood.parts);
            }
            Err(reason) => report.refusals.push(reason.into()),
        }
    }
    (report, patch.to_unified())
}

/// Runs `request` on `input` as if that were the file of every step: the text afterwards, and the report.
pub fn filter(request: &Request, input: Bytes) -> (Report, Option<Vec<u8>>) {
    let job = Job::Request(request);
    let gathered = job.gather(&mut Files::Filter(input), &Watch::default());
    match judge(&gathered, &request.terms) {
        Ok(_) => {
            let output = gathered.drafts.iter().find_map(outcome::text_after);
            (outcome::done(job, gathered), output)
        }
        Err(refusals) => (outcome::refused(job, gathered, refusals), None),
    }
}

/// The plan, or everything that speaks against it: what did not resolve, else what a guard stops.
fn judge(gathered: &Gathered, terms: &Terms) -> Result<Plan, Vec<Refusal>> {
    match gathered.refusals.is_empty() {
        true => guard::check(&gathered.drafts, terms),
        false => Err(gathered.refusals.clone()),
    }
}

/// Stages, validates and commits `attempt`. When a file moved under us, its locks are held and the job is resolved
/// once more against what is there now; nobody who takes locks can move it again.
/// `None` when interrupted transactions had to be recovered first.
fn commit(
    job: Job<'_>,
    world: &World,
    mut disk: Disk,
    first: Attempt,
    past: &mut Vec<Warning>,
) -> Option<Report> {
    let mut attempt = first;
    let mut held = None;
    for number in 1..=ATTEMPTS {
        let moved = match attempt.commit(job, &mut disk, world, held.take()) {
            Ok((committed, remark)) => {
                let mut report = outcome::committed(job, attempt.gathered, committed, &world.cwd);
                report.undo = remark.undo;
                report.warnings.extend(remark.warnings);
                return Some(report);
            }
            Err(Stopped::Refused(refusals)) => {
                return Some(outcome::refused(job, attempt.gathered, refusals));
            }
            Err(Stopped::Pending(pending)) => {
                let met = recovery::meet(&pending, job.terms(), world);
                return match met {
                    Ok(met) => {
                        past.extend(met.warnings());
                        None
                    }
                    Err(refusal) => Some(outcome::refused(job, attempt.gathered, vec![refusal])),
                };
            }
            Err(Stopped::Moved(moved)) => moved,
        };
        let files = &mut Files::Disk(&mut disk);
        if let Some(refusal) = job.refuse_again(&attempt.gathered, &moved.places, files) {
            return Some(outcome::refused(job, attempt.gathered, vec![refusal]));
        }
        attempt = match Attempt::new(job, world, &mut disk) {
            Ok(again) if again.plan.is_empty() => {
                let mut report = outcome::done(job, again.gathered);
                noting::note_without_effect(job, world, &mut report);
                return Some(report);
            }
            Ok(again) => again,
            Err(unfit) => {
                return Some(outcome::refused(job, unfit.gathered, unfit.refusals));
            }
        };
        // A command may take its time: others are not kept waiting for it before that has failed often.
        let is_patient = job.terms().validate.is_none() || number > UNLOCKED;
        held = Some(moved.held).filter(|_| is_patient);
    }
    let refusal = attempt.gathered.refuse_restless();
    Some(outcome::refused(job, attempt.gathered, vec![refusal]))
}

/// How often a request with a command to accept it is tried anew without keeping the locks.
const UNLOCKED: usize = 4;

/// How often a request is resolved anew because somebody who takes no locks keeps writing.
const ATTEMPTS: usize = 16;
