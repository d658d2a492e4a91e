//! A request carried out: resolved, staged and committed, and all of it anew when others got in the way.

use std::path::PathBuf;

use super::attempt::Attempt;
use super::ending::Ending;
use super::history::note;
use super::plan;
use super::recovery::{self, Met};
use super::steps::gathered::{Gathered, restless};
use super::world::World;
use crate::disk::{Disk, NotCommitted};
use crate::memory;
use crate::report::Warning;
use crate::request::{Request, Run};

/// Runs `request`. Interrupted transactions that left their files in the same directories are recovered
/// first, which begins the run anew; one that only reads warns of them.
pub fn ending(request: &Request, world: &World) -> Ending {
    memory::begin();
    let mut past = Vec::new();
    for _ in 0..ATTEMPTS {
        if let Some(ending) = run_once(request, world, &mut past) {
            return Ending { past, ..ending };
        }
    }
    Ending::refused(Gathered::default(), vec![restless(None)])
}

/// Resolves and commits; `None` when a recovery has changed what was read. What there is to tell of that
/// goes to `past`.
fn run_once(request: &Request, world: &World, past: &mut Vec<Warning>) -> Option<Ending> {
    let terms = &request.terms;
    let refused = |refusal| Some(Ending::refused(Gathered::default(), vec![refusal]));
    let mut disk = match Disk::open(&world.cwd, world.reach.clone()) {
        Ok(disk) => disk,
        Err(refusal) => return refused(refusal),
    };
    let attempt = Attempt::new(request, world, &mut disk);
    let pending = disk.pending(&recovery::places(world));
    match pending.and_then(|pending| recovery::meet(&pending, terms, world)) {
        Ok(Met::Nothing) => {}
        Ok(Met::Warned(warnings)) => past.extend(warnings),
        Ok(Met::Recovered(warnings)) => {
            past.extend(warnings);
            return None;
        }
        Err(refusal) => return refused(refusal),
    }
    let attempt = match attempt {
        Ok(attempt) => attempt,
        Err(ending) => return Some(*ending),
    };
    match terms.run {
        Run::Commit if !attempt.plan.is_empty() => commit(request, world, disk, attempt, past),
        Run::Commit => Some(without_effect(request, world, attempt)),
        Run::DryRun => Some(plan::would_do(request, attempt, &disk, world)),
    }
}

/// The ending of an attempt that finds all as it shall be. A directory may be left of a file that somebody removed.
fn without_effect(request: &Request, world: &World, attempt: Attempt) -> Ending {
    drop_emptied(&attempt.gathered.emptied, world);
    Ending {
        remark: note::without_effect(request, world, &attempt.gathered),
        ..Ending::done(attempt.gathered)
    }
}

/// Stages, validates and commits `attempt`. When a file moved under us, its locks are held and the request is resolved
/// once more against what is there now; nobody who takes locks can move it again.
/// `None` when interrupted transactions had to be recovered first.
fn commit(
    request: &Request,
    world: &World,
    mut disk: Disk,
    first: Attempt,
    past: &mut Vec<Warning>,
) -> Option<Ending> {
    let terms = &request.terms;
    let mut attempt = first;
    let mut held = None;
    for number in 1..=ATTEMPTS {
        let moved = match attempt.commit(request, &mut disk, world, held.take()) {
            Ok((committed, remark)) => {
                drop_emptied(&attempt.gathered.emptied, world);
                return Some(Ending {
                    committed: Some(committed),
                    remark,
                    ..Ending::done(attempt.gathered)
                });
            }
            Err(NotCommitted::Refused(refusals)) => {
                return Some(Ending::refused(attempt.gathered, refusals));
            }
            Err(NotCommitted::Pending(pending)) => match recovery::meet(&pending, terms, world) {
                Ok(met) => {
                    past.extend(met.warnings());
                    return None;
                }
                Err(refusal) => return Some(Ending::refused(attempt.gathered, vec![refusal])),
            },
            Err(NotCommitted::Moved(moved)) => moved,
        };
        attempt = match attempt.again(request, world, &mut disk) {
            Ok(again) if again.plan.is_empty() => {
                return Some(without_effect(request, world, again));
            }
            Ok(again) => again,
            Err(ending) => return Some(*ending),
        };
        // A command may take its time: others are not kept waiting for it before that has failed often.
        let is_patient = terms.validate.is_none() || number > UNLOCKED;
        held = Some(moved.held).filter(|_| is_patient);
    }
    let refusal = restless(attempt.gathered.first_touched());
    Some(Ending::refused(attempt.gathered, vec![refusal]))
}

/// Drops the directories that were made by what an undo has taken back, as far as they are empty.
fn drop_emptied(directories: &[PathBuf], world: &World) {
    if directories.is_empty() {
        return;
    }
    let Ok(mut disk) = Disk::open(&world.cwd, world.reach.clone()) else {
        return;
    };
    for directory in directories {
        // One that somebody uses by now stays.
        let _ = disk.drop_empty_directory(directory);
    }
}

/// How often a request with a command to accept it is tried anew without keeping the locks.
const UNLOCKED: usize = 4;

/// How often a request is resolved anew because somebody who takes no locks keeps writing.
const ATTEMPTS: usize = 16;
