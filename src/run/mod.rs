//! The pipeline: the only place that sees every stage. No algorithm of its own.
//!
//! `gather` resolves the steps of a request against what is on disk, `guard` judges the result, `disk`
//! commits it, `outcome` says what happened.

mod attempt;
mod child;
mod diff;
mod files;
mod gather;
mod inspect;
mod outcome;
mod search;
mod target;
mod validate;

use std::path::PathBuf;

use bytes::Bytes;

use crate::disk::{Disk, Interrupt, Reach};
use crate::guard::{self, Plan};
use crate::refusal::Refusal;
use crate::report::Report;
use crate::request::{Request, Run, Terms};
use attempt::{Attempt, Stopped};
use files::Files;
use gather::Gathered;

pub use inspect::{findings, view};

/// Where a request runs.
#[derive(Clone, Debug)]
pub struct World {
    /// The directory that relative paths start from, absolute.
    pub cwd: PathBuf,
    /// What may be touched.
    pub reach: Reach,
    /// Who may ask for an end.
    pub interrupt: Interrupt,
}

/// Does what `request` asks, or nothing at all, and says which.
pub fn run(request: &Request, world: &World) -> Report {
    let mut files = match Disk::open(&world.cwd, world.reach.clone()) {
        Ok(disk) => Files::Disk(disk),
        Err(refusal) => return outcome::refused(request, Gathered::default(), vec![refusal]),
    };
    let gathered = gather::gather(request, &mut files);
    let plan = match judge(&gathered, &request.terms) {
        Ok(plan) => plan,
        Err(refusals) => return outcome::refused(request, gathered, refusals),
    };
    match (request.terms.run, files) {
        (Run::Commit, Files::Disk(disk)) if !plan.is_empty() => {
            commit(request, world, disk, gathered, plan)
        }
        _ => outcome::done(request, gathered),
    }
}

/// Runs `request` on `input` as if that were the file of every step: the text afterwards, and the report.
pub fn filter(request: &Request, input: Bytes) -> (Report, Option<Vec<u8>>) {
    let mut files = Files::Filter(input);
    let gathered = gather::gather(request, &mut files);
    match judge(&gathered, &request.terms) {
        Ok(_) => {
            let output = gathered.drafts.iter().find_map(outcome::text_after);
            (outcome::done(request, gathered), output)
        }
        Err(refusals) => (outcome::refused(request, gathered, refusals), None),
    }
}

/// The plan, or everything that speaks against it: what did not resolve, else what a guard stops.
fn judge(gathered: &Gathered, terms: &Terms) -> Result<Plan, Vec<Refusal>> {
    match gathered.refusals.is_empty() {
        true => guard::check(&gathered.drafts, terms),
        false => Err(gathered.refusals.clone()),
    }
}

/// Stages, validates and commits `plan`. When a file moved under us, its locks are held and the request is resolved
/// once more against what is there now; nobody who takes locks can move it again.
fn commit(request: &Request, world: &World, mut disk: Disk, first: Gathered, plan: Plan) -> Report {
    let mut attempt = Attempt {
        gathered: first,
        plan,
    };
    let mut held = None;
    for _ in 0..ATTEMPTS {
        let moved = match attempt.commit(&mut disk, &request.terms, world, held.take()) {
            Ok(committed) => return outcome::committed(request, attempt.gathered, committed),
            Err(Stopped::Refused(refusals)) => {
                return outcome::refused(request, attempt.gathered, refusals);
            }
            Err(Stopped::Moved(moved)) => moved,
        };
        if let Some(refusal) = attempt.gathered.refuse_by_line(request, &moved.places) {
            return outcome::refused(request, attempt.gathered, vec![refusal]);
        }
        let mut files = Files::Disk(disk);
        let gathered = gather::gather(request, &mut files);
        let plan = match judge(&gathered, &request.terms) {
            Ok(plan) if plan.is_empty() => return outcome::done(request, gathered),
            Ok(plan) => plan,
            Err(refusals) => return outcome::refused(request, gathered, refusals),
        };
        attempt = Attempt { gathered, plan };
        held = Some(moved.held);
        let Files::Disk(same) = files else { break };
        disk = same;
    }
    let refusal = attempt.gathered.refuse_restless();
    outcome::refused(request, attempt.gathered, vec![refusal])
}

/// How often a request is resolved anew because somebody who takes no locks keeps writing.
const ATTEMPTS: usize = 16;
