//! The order of the stages, for everything that edits: the steps are resolved, the guards look at what comes of
//! them, it is committed and noted, and that is reported. One round is one [`Attempt`]. Another round follows if files
//! changed meanwhile.

use std::path::PathBuf;

use bytes::Bytes;

use super::attempt::{Attempt, NotDone, in_words, judge};
use super::base_finder::KnownBases;
use super::ending::Ending;
use super::history::note;
use super::history::seen;
use super::history::workspace_journal::JournalNames;
use super::interrupted;
use super::numbering::Numbered;
use super::process::blobs;
use super::steps::files::RequestFiles;
use super::steps::resolve_steps::resolve_steps;
use super::steps::resolver::{ResolvedSteps, keeps_changing};
use super::unsolved;
use super::world::{PrivateTexts, World};
use crate::allocator;
use crate::change::{Record, Transaction};
use crate::disk::{DirectoryLocks, Disk, NotCommitted, Watch};
use crate::journal::{NewFile, WorkspaceRoot};
use crate::refusal::{Reason, Refusal};
use crate::report::{Notice, Report, Warning};
use crate::request::{Request, Run};
use crate::resolve::draft::Bases;

/// Rounds of a run, at most: a process that takes no locks may keep writing.
const ROUNDS: usize = 16;
/// Rounds in which a command that accepts the new texts runs without locks.
const UNLOCKED: usize = 5;

/// Does what `request` asks, or nothing at all, and says which.
pub fn run(request: &Request, world: &World) -> Report {
    let numbered = blobs::fetched(request, world)
        .map_err(|refusal| vec![refusal])
        .and_then(|request| Numbered::new(request, world));
    let mut report = match numbered {
        Ok(numbered) => {
            let ending = run_until_stable(&numbered.request, world);
            let mut report = ending.report(&numbered.request, &world.cwd);
            numbered.tell_moved(&mut report);
            report
        }
        Err(refusals) => {
            Ending::refused(ResolvedSteps::default(), refusals).report(request, &world.cwd)
        }
    };
    if unsolved::are_left(request) && !report.is_ok() {
        report = unsolved::left(report, request, world);
    }
    if report.is_ok() && !request.terms.left_out.is_empty() {
        let fields = request.terms.left_out.clone();
        report.warnings.push(Warning::from(Notice::LeftOut(fields)));
    }
    if world
        .journal
        .shows
        .is_some_and(|shows| shows.private == PrivateTexts::Hidden)
    {
        let private_names = &world.journal.private_names;
        report.hide(|path| private_names.contain(&world.cwd.join(path)));
    }
    seen::note_diff(report, &request.terms, world)
}

/// Runs `request` on `input` as if that were the file of every step: the text afterwards, and the report.
pub fn filter(request: &Request, input: Bytes) -> (Report, Option<Vec<u8>>) {
    let files = RequestFiles::Filter(input);
    let mut steps = resolve_steps(request, files, Bases::default(), &Watch::default(), None);
    let (ending, output) = match judge(&mut steps, &request.terms) {
        Ok(_) => {
            let mut files = steps.files.iter();
            let after = files.find_map(|file| file.written().after.as_ref());
            let output = after.and_then(|after| after.text().ok());
            (Ending::succeeded(steps), output)
        }
        Err(refusals) => (Ending::refused(steps, refusals), None),
    };
    (ending.report(request, "".as_ref()), output)
}

/// How a round of a run ended, if not with the end of the run.
enum Again {
    /// Interrupted transactions were recovered, so files may have another text than was read.
    Recovered,
    /// Files changed after they were read.
    Changed(Box<ChangedFiles>),
}

/// An attempt that is made again, as files changed after it had read them.
struct ChangedFiles {
    attempt: Attempt,
    disk: Disk,
    /// The locks of the files. Processes that take locks cannot change them again.
    held: DirectoryLocks,
}

/// Resolves and commits `request`, again after each round that gives a reason for it.
fn run_until_stable(request: &Request, world: &World) -> Ending {
    allocator::begin();
    let mut recovery_warnings = Vec::new();
    let mut changed = None;
    for number in 1..=ROUNDS {
        match run_round(
            request,
            world,
            number,
            changed.take(),
            &mut recovery_warnings,
        ) {
            Ok(ending) => {
                return Ending {
                    recovery_warnings,
                    ..ending
                };
            }
            Err(Again::Recovered) => {}
            Err(Again::Changed(files)) => changed = Some(files),
        }
    }
    let steps = changed.map_or_else(ResolvedSteps::default, |files| files.attempt.steps);
    let refusal = keeps_changing(steps.first_touched());
    Ending {
        recovery_warnings,
        ..Ending::refused(steps, vec![refusal])
    }
}

/// Round `number` of the run: resolves `request`, again if files `changed`, and commits it.
///
/// # Errors
/// The reason for another round.
fn run_round(
    request: &Request,
    world: &World,
    number: usize,
    changed: Option<Box<ChangedFiles>>,
    recovery_warnings: &mut Vec<Warning>,
) -> Result<Ending, Again> {
    let terms = &request.terms;
    let refused = |refusal| Ok(Ending::refused(ResolvedSteps::default(), vec![refusal]));
    let mut held = None;
    let (mut disk, attempt) = match changed {
        None => {
            let mut disk = match Disk::open(&world.cwd, world.reach.clone()) {
                Ok(disk) => disk,
                Err(error) => return refused(error.into()),
            };
            let attempt = Attempt::new(request, KnownBases::default(), world, &mut disk);
            match interrupted::meet_near(&disk, terms, world) {
                Ok(met) => {
                    recovery_warnings.extend(met.warnings);
                    if met.are_settled {
                        return Err(Again::Recovered);
                    }
                }
                Err(refusal) => return refused(refusal),
            }
            (disk, attempt)
        }
        Some(files) => {
            let mut disk = files.disk;
            let attempt = files.attempt.again(request, world, &mut disk);
            // A command may take its time: other processes do not wait for it until it has failed often.
            if terms.validate.is_none() || number > UNLOCKED {
                held = Some(files.held);
            }
            (disk, attempt)
        }
    };
    let attempt = match attempt {
        Ok(attempt) => attempt,
        Err(ending) => return Ok(*ending),
    };
    if terms.run == Run::DryRun {
        return Ok(dry_run_ending(request, attempt, &disk, world));
    }
    if attempt.plan.is_empty() {
        return Ok(nothing_to_write(request, world, attempt));
    }
    match attempt.commit(request, &mut disk, world, held) {
        Ok((committed, journal_outcome)) => {
            drop_emptied(&attempt.steps.emptied, world);
            Ok(Ending {
                committed: Some(committed),
                journal_outcome,
                ..Ending::succeeded(attempt.steps)
            })
        }
        Err(NotDone::Rejected(refusals)) => Ok(Ending::refused(attempt.steps, refusals)),
        Err(NotDone::Disk(NotCommitted::Refused(errors))) => {
            Ok(Ending::refused(attempt.steps, in_words(errors)))
        }
        Err(NotDone::Disk(NotCommitted::Pending(pending))) => {
            match interrupted::meet(&pending, terms, world) {
                Ok(met) => {
                    recovery_warnings.extend(met.warnings);
                    Err(Again::Recovered)
                }
                Err(refusal) => Ok(Ending::refused(attempt.steps, vec![refusal])),
            }
        }
        Err(NotDone::Disk(NotCommitted::Stale(stale))) => {
            Err(Again::Changed(Box::new(ChangedFiles {
                attempt,
                disk,
                held: stale.held,
            })))
        }
    }
}

/// The ending of an attempt whose files have their new text already. It may leave a directory of a removed file.
fn nothing_to_write(request: &Request, world: &World, attempt: Attempt) -> Ending {
    drop_emptied(&attempt.steps.emptied, world);
    Ending {
        journal_outcome: note::without_effect(request, world, &attempt.steps),
        ..Ending::succeeded(attempt.steps)
    }
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

/// The ending of a dry run of `attempt`, with a plan if one is wanted.
fn dry_run_ending(request: &Request, attempt: Attempt, disk: &Disk, world: &World) -> Ending {
    if !request.terms.wants_plan {
        return Ending::succeeded(attempt.steps);
    }
    match make_plan(request, &attempt, disk, world) {
        Ok(plan) => Ending {
            plan: Some(plan),
            ..Ending::succeeded(attempt.steps)
        },
        Err(refusal) => Ending::refused(attempt.steps, vec![refusal]),
    }
}

/// The writes of `attempt`, as a transaction.
///
/// # Errors
/// `usage` when a file lies outside the workspace, whose names alone mean the same elsewhere.
fn make_plan(
    request: &Request,
    attempt: &Attempt,
    disk: &Disk,
    world: &World,
) -> Result<Transaction, Refusal> {
    let root = WorkspaceRoot::at(&world.journal.workspace)?;
    let names = JournalNames::below(root.path);
    let records = names.records(&attempt.steps.files, disk, &world.journal.private_names);
    let whole = |file: NewFile| {
        let changes = Some(file.record.changes.clone());
        file.record.with_changes(changes)
    };
    let files: Vec<_> = records.into_iter().map(whole).collect();
    let outside = files
        .iter()
        .flat_map(Record::names)
        .find(|name| name.is_absolute());
    if let Some(outside) = outside {
        let reason = Reason::plan_leaves();
        return Err(Refusal::new(reason).at(outside));
    }
    Ok(Transaction::new(None, request.terms.task.clone(), files))
}
