//! A job carried out: resolved, staged and committed, and all of it anew when others got in the way.

use super::attempt::{Attempt, Stopped};
use super::job::Job;
use super::recovery::{self, Met};
use super::steps::gather::{Gathered, restless};
use super::world::World;
use super::{noting, outcome, plan};
use crate::disk::Disk;
use crate::memory;
use crate::report::{Report, Warning};
use crate::request::Run;

/// Runs `job`. Interrupted transactions that left their files in the same directories are recovered
/// first, which begins the run anew; one that only reads warns of them.
pub fn carry_out(job: Job<'_>, world: &World) -> Report {
    memory::begin();
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
    outcome::refused(job, Gathered::default(), vec![restless(None)])
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
        Run::Commit => Some(without_effect(job, world, attempt)),
        Run::DryRun => Some(plan::would_do(job, attempt, &disk, world)),
    }
}

/// The report of an attempt that finds all as it shall be. A directory may be left of a file that somebody removed.
fn without_effect(job: Job<'_>, world: &World, attempt: Attempt) -> Report {
    drop_made(job, world);
    let report = outcome::done(job, attempt.gathered);
    noting::note_without_effect(job, world, report)
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
    let refused = |gathered, refusals| Some(outcome::refused(job, gathered, refusals));
    let mut attempt = first;
    let mut held = None;
    for number in 1..=ATTEMPTS {
        let moved = match attempt.commit(job, &mut disk, world, held.take()) {
            Ok((committed, remark)) => {
                drop_made(job, world);
                let report = outcome::committed(job, attempt.gathered, committed, &world.cwd);
                return Some(remark.told_in(report));
            }
            Err(Stopped::Refused(refusals)) => return refused(attempt.gathered, refusals),
            Err(Stopped::Pending(pending)) => match recovery::meet(&pending, job.terms(), world) {
                Ok(met) => {
                    past.extend(met.warnings());
                    return None;
                }
                Err(refusal) => return refused(attempt.gathered, vec![refusal]),
            },
            Err(Stopped::Moved(moved)) => moved,
        };
        attempt = match attempt.again(job, world, &mut disk) {
            Ok(again) if again.plan.is_empty() => return Some(without_effect(job, world, again)),
            Ok(again) => again,
            Err(unfit) => return refused(unfit.gathered, unfit.refusals),
        };
        // A command may take its time: others are not kept waiting for it before that has failed often.
        let is_patient = job.terms().validate.is_none() || number > UNLOCKED;
        held = Some(moved.held).filter(|_| is_patient);
    }
    let refusal = restless(attempt.gathered.first_touched());
    refused(attempt.gathered, vec![refusal])
}

/// Drops the directories that were made by what an undo has taken back, as far as they are empty.
fn drop_made(job: Job<'_>, world: &World) {
    let Job::TakeBack(take_back) = job else {
        return;
    };
    let Ok(mut disk) = Disk::open(&world.cwd, world.reach.clone()) else {
        return;
    };
    for directory in take_back.made(&world.cwd) {
        // One that somebody uses by now stays.
        let _ = disk.drop_empty_directory(&directory);
    }
}

/// How often a request with a command to accept it is tried anew without keeping the locks.
const UNLOCKED: usize = 4;

/// How often a request is resolved anew because somebody who takes no locks keeps writing.
const ATTEMPTS: usize = 16;
