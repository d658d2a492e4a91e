//! The pipeline: the only place that sees every stage. No algorithm of its own.
//!
//! `gather` resolves the steps of a request against what is on disk, `guard` judges the result, `disk`
//! commits it, `outcome` says what happened.

mod diff;
mod files;
mod gather;
mod inspect;
mod outcome;
mod recovery;
mod search;
mod target;

use std::path::PathBuf;

use bytes::Bytes;

use crate::disk::{Committed, Disk, Held, Interrupt, LogPlaces, NotCommitted, Promises, Reach};
use crate::guard::{self, Plan};
use crate::refusal::Refusal;
use crate::report::{Report, Warning};
use crate::request::{Request, Run, Terms};
use files::Files;
use gather::Gathered;
use recovery::Met;

pub use inspect::{findings, view};
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
    /// Where the logs of transactions go.
    pub logs: LogPlaces,
}

/// Does what `request` asks, or nothing at all, and says which. An interrupted transaction that left its
/// files in the same directories is recovered first; a run that only reads warns of it.
pub fn run(request: &Request, world: &World) -> Report {
    let mut past = Vec::new();
    for _ in 0..ATTEMPTS {
        let step = once(request, world, &mut past);
        if let Some(mut report) = step {
            past.append(&mut report.warnings);
            return Report {
                warnings: past,
                ..report
            };
        }
    }
    outcome::refused(
        request,
        Gathered::default(),
        vec![Gathered::default().refuse_restless()],
    )
}

/// Resolves and commits; `None` when a recovery has changed what was read, which `past` tells.
fn once(request: &Request, world: &World, past: &mut Vec<Warning>) -> Option<Report> {
    let mut files = match Disk::open(&world.cwd, world.reach.clone()) {
        Ok(disk) => Files::Disk(disk),
        Err(refusal) => {
            return Some(outcome::refused(
                request,
                Gathered::default(),
                vec![refusal],
            ));
        }
    };
    let mut gathered = gather::gather(request, &mut files);
    if let Files::Disk(disk) = &files {
        let met = match disk.pending(&world.logs) {
            Ok(pending) => recovery::meet(&pending, request, world),
            Err(refusal) => Err(refusal),
        };
        match met {
            Ok(Met::Nothing) => {}
            Ok(Met::Warned(warnings)) => gathered.warnings.extend(warnings),
            Ok(Met::Recovered(warnings)) => {
                past.extend(warnings);
                return None;
            }
            Err(refusal) => return Some(outcome::refused(request, gathered, vec![refusal])),
        }
    }
    let plan = match judge(&gathered, &request.terms) {
        Ok(plan) => plan,
        Err(refusals) => return Some(outcome::refused(request, gathered, refusals)),
    };
    match (request.terms.run, files) {
        (Run::Commit, Files::Disk(disk)) if !plan.is_empty() => {
            commit(request, world, disk, gathered, plan, past)
        }
        _ => Some(outcome::done(request, gathered)),
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

/// Stages and commits `plan`. When a file moved under us, its locks are held and the request is resolved
/// once more against what is there now; nobody who takes locks can move it again.
/// `None` when interrupted transactions had to be recovered first.
fn commit(
    request: &Request,
    world: &World,
    mut disk: Disk,
    first: Gathered,
    plan: Plan,
    past: &mut Vec<Warning>,
) -> Option<Report> {
    let promises = Promises::of(&request.terms, world.interrupt.clone(), world.logs.clone());
    let mut attempt = Attempt {
        gathered: first,
        plan,
    };
    let mut held = None;
    for _ in 0..ATTEMPTS {
        let moved = match attempt.commit(&mut disk, &promises, held.take()) {
            Ok(committed) => {
                return Some(outcome::committed(request, attempt.gathered, committed));
            }
            Err(NotCommitted::Refused(refusal)) => {
                return Some(outcome::refused(request, attempt.gathered, vec![refusal]));
            }
            Err(NotCommitted::Pending(pending)) => {
                return match recovery::meet(&pending, request, world) {
                    Ok(met) => {
                        past.extend(met.warnings());
                        None
                    }
                    Err(refusal) => {
                        Some(outcome::refused(request, attempt.gathered, vec![refusal]))
                    }
                };
            }
            Err(NotCommitted::Moved(moved)) => moved,
        };
        if let Some(refusal) = attempt.gathered.refuse_by_line(request, &moved.places) {
            return Some(outcome::refused(request, attempt.gathered, vec![refusal]));
        }
        let mut files = Files::Disk(disk);
        let gathered = gather::gather(request, &mut files);
        let plan = match judge(&gathered, &request.terms) {
            Ok(plan) if plan.is_empty() => return Some(outcome::done(request, gathered)),
            Ok(plan) => plan,
            Err(refusals) => return Some(outcome::refused(request, gathered, refusals)),
        };
        attempt = Attempt { gathered, plan };
        held = Some(moved.held);
        let Files::Disk(same) = files else { break };
        disk = same;
    }
    let refusal = attempt.gathered.refuse_restless();
    Some(outcome::refused(request, attempt.gathered, vec![refusal]))
}

/// How often a request is resolved anew because somebody who takes no locks keeps writing.
const ATTEMPTS: usize = 16;

/// A request resolved once, ready to be committed.
struct Attempt {
    gathered: Gathered,
    plan: Plan,
}

impl Attempt {
    fn commit(
        &self,
        disk: &mut Disk,
        promises: &Promises,
        held: Option<Held>,
    ) -> Result<Committed, NotCommitted> {
        match held {
            Some(held) => disk.stage_held(&self.plan, promises, held)?.commit(),
            None => disk.stage(&self.plan, promises)?.commit(),
        }
    }
}
