//! The pipeline: the only place that sees every stage. No algorithm of its own.
//!
//! `gather` resolves the steps of a request against what is on disk, `guard` judges the result, `disk`
//! commits it, `outcome` says what happened; `carry` does this as often as others get in the way.

mod aside;
mod attempt;
mod attribution;
mod carry;
mod conflicts;
mod contention;
mod done_before;
mod inspect;
mod job;
mod ledger;
mod log;
mod noting;
mod outcome;
mod perform;
mod plan;
mod process;
mod records;
mod recovery;
mod seen;
mod steps;
mod take_back;
mod told;
mod world;

use bytes::Bytes;

use crate::disk::Watch;
use crate::guard::{self, Plan};
use crate::journal::Wanted;
use crate::patch::Patch;
use crate::refusal::{Reason, Refusal};
use crate::report::Report;
use crate::request::{Action, Request, Run, Terms};
use carry::carry_out;
use job::Job;
use ledger::Ledger;
use process::blobs;
use steps::diff;
use steps::files::Files;
use steps::gather::Gathered;
use take_back::TakeBack;

pub use aside::{Aside, foresee, set_aside};
pub use conflicts::conflicts;
pub use inspect::{findings, view};
pub use ledger::Chronicle;
pub use log::{LogFilter, entry, export, log, prune};
pub use perform::perform;
pub use recovery::recover;
#[cfg(feature = "mcp")]
pub use seen::note_view;
pub use seen::{DiffShown, Shows};
pub use world::World;

/// Does what `request` asks, or nothing at all, and says which.
pub fn run(request: &Request, world: &World) -> Report {
    match blobs::fetched(request, world) {
        Ok(request) => {
            let report = carry_out(Job::Request(&request), world);
            seen::note_diff(report, &request.terms, world)
        }
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
            words: terms.words,
            ..Report::new(operation, 1)
        }
    };
    let ledger = match Ledger::asked_for(&world.chronicle) {
        Ok(Some(ledger)) => ledger,
        Ok(None) => return refused(ledger::missing()),
        Err(reason) => return refused(reason),
    };
    match TakeBack::new(wanted, ledger, terms) {
        Ok(take_back) => {
            let report = carry_out(Job::TakeBack(&take_back), world);
            seen::note_diff(report, terms, world)
        }
        Err(reason) => refused(reason),
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
    let gathered = job.gather(&mut Files::Filter(input), &Watch::default(), None);
    match judge(&gathered, &request.terms) {
        Ok(_) => {
            let mut files = gathered.files.iter();
            let after = files.find_map(|file| file.transition.after.as_ref());
            let output = after.and_then(|after| after.text().ok());
            (outcome::done(job, gathered), output)
        }
        Err(refusals) => (outcome::refused(job, gathered, refusals), None),
    }
}

/// The plan, or everything that speaks against it: what did not resolve, else what a guard stops.
fn judge(gathered: &Gathered, terms: &Terms) -> Result<Plan, Vec<Refusal>> {
    match gathered.refusals.is_empty() {
        true => guard::check(&gathered.files, terms),
        false => Err(gathered.refusals.clone()),
    }
}
