//! The rounds of an edit, and its report.
//!
//! One round is one [`Attempt`]. If files change meanwhile, another round follows.

use std::collections::BTreeSet;
use std::path::PathBuf;

use bytes::Bytes;

use super::attempt::{Attempt, CommitFailure, judge, to_refusals};
use super::base_finder::KnownBases;
use super::ending::Ending;
use super::history::note;
use super::history::seen;
use super::history::workspace_journal::JournalNames;
use super::interrupted;
use super::numbering::Numbered;
use super::offered_repair;
use super::process::blobs;
use super::steps::files::{OpenedFiles, RequestFiles};
use super::steps::replay::applied_steps;
use super::steps::resolve_steps::resolve_steps;
use super::steps::resolver::{ResolvedSteps, keeps_changing};
use super::unsolved;
use super::world::World;
use crate::allocator;
use crate::change::{Record, Transaction};
use crate::disk::{DirectoryLocks, Disk, NotCommitted, Watch};
use crate::journal::{NewFile, WorkspaceRoot};
use crate::refusal::{Reason, Refusal};
use crate::report::{Notice, Report, Warning};
use crate::request::{Request, Run};
use crate::resolve::draft::Bases;

/// The maximum number of rounds. A process that ignores locks could change the files forever.
const MAX_ROUNDS: usize = 16;
/// The number of rounds in which the validation command runs without locks.
const UNLOCKED_ROUNDS: usize = 5;

/// Runs `request` completely or not at all, and reports the result.
pub fn run(request: &Request, world: &World) -> Report {
    let numbered = blobs::with_blobs(request, world)
        .map_err(|refusal| vec![refusal])
        .and_then(|request| Numbered::new(request, world));
    let mut report = match numbered {
        Ok(numbered) => {
            let mut ending = run_until_stable(&numbered.request, world);
            offered_repair::check(&mut ending.refusals, &numbered.request, |repaired| {
                run_until_stable(repaired, world).refusals
            });
            let mut report = ending.report(&numbered.request, &world.cwd);
            numbered.report_moved(&mut report);
            report
        }
        Err(refusals) => {
            Ending::refused(ResolvedSteps::default(), refusals).report(request, &world.cwd)
        }
    };
    if unsolved::leaves_conflicts(request) && !report.is_ok() {
        report = unsolved::write_conflicts(report, request, world);
    }
    if report.is_ok() && !request.terms.left_out.is_empty() {
        let fields = request.terms.left_out.clone();
        report.warnings.push(Warning::from(Notice::LeftOut(fields)));
    }
    if world
        .journal
        .shows
        .is_some_and(|shows| !shows.has_private_texts)
    {
        let private_names = &world.journal.private_names;
        report.hide(|path| private_names.contain(&world.cwd.join(path)));
    }
    seen::note_diff(report, &request.terms, world)
}

/// The 1-based numbers of the transactions in `request`, a replay, that are certainly applied.
///
/// # Errors
/// The errors of the disk.
pub fn applied_transactions(request: &Request, world: &World) -> Result<BTreeSet<usize>, Refusal> {
    let mut disk = Disk::open(&world.cwd, world.reach.clone())?;
    let mut files = OpenedFiles::new(RequestFiles::Disk(&mut disk), &request.terms.limits);
    applied_steps(request, &mut files)
}

/// Runs `request` on `input`, as if every step named a file with this content. Returns the report and the result.
pub fn filter(request: &Request, input: Bytes) -> (Report, Option<Vec<u8>>) {
    let (mut ending, output) = filter_once(request, input.clone());
    offered_repair::check(&mut ending.refusals, request, |repaired| {
        filter_once(repaired, input).0.refusals
    });
    (ending.report(request, "".as_ref()), output)
}

fn filter_once(request: &Request, input: Bytes) -> (Ending, Option<Vec<u8>>) {
    let files = RequestFiles::Filter(input);
    let mut steps = resolve_steps(request, files, Bases::default(), &Watch::default(), None);
    match judge(&mut steps, &request.terms) {
        Ok(_) => {
            let mut files = steps.files.iter();
            let after = files.find_map(|file| file.written().after.as_ref());
            let output = after.and_then(|after| after.text().ok());
            (Ending::succeeded(steps), output)
        }
        Err(refusals) => (Ending::refused(steps, refusals), None),
    }
}

/// The end of a round.
enum RoundEnd {
    /// No other round follows.
    Finished(Box<Ending>),
    /// Interrupted transactions were recovered, so files may have changed.
    Recovered,
    /// Files changed after they were read.
    Changed(Box<Round>),
}

impl RoundEnd {
    fn refused(steps: ResolvedSteps, refusals: Vec<Refusal>) -> Self {
        Self::Finished(Ending::boxed(steps, refusals))
    }
}

/// An attempt to commit in this round.
struct Round {
    attempt: Attempt,
    disk: Disk,
    /// The locks of the files, if an earlier round has taken them. Processes that use locks cannot change the files
    /// again.
    held: Option<DirectoryLocks>,
}

/// Resolves and commits `request`, in as many rounds as needed.
fn run_until_stable(request: &Request, world: &World) -> Ending {
    allocator::begin();
    let mut recovery_warnings = Vec::new();
    let mut changed: Option<Box<Round>> = None;
    for number in 1..=MAX_ROUNDS {
        let round = match changed.take() {
            None => first_round(request, world, &mut recovery_warnings),
            Some(files) => next_round(request, world, number, *files),
        };
        let end = match round {
            Ok(round) => commit_round(request, world, round, &mut recovery_warnings),
            Err(end) => end,
        };
        match end {
            RoundEnd::Finished(ending) => {
                return Ending {
                    recovery_warnings,
                    ..*ending
                };
            }
            RoundEnd::Recovered => {}
            RoundEnd::Changed(files) => changed = Some(files),
        }
    }
    let steps = changed.map_or_else(ResolvedSteps::default, |files| files.attempt.steps);
    let refusal = keeps_changing(steps.first_touched());
    Ending {
        recovery_warnings,
        ..Ending::refused(steps, vec![refusal])
    }
}

/// Resolves `request`, and recovers interrupted transactions near its files.
fn first_round(
    request: &Request,
    world: &World,
    recovery_warnings: &mut Vec<Warning>,
) -> Result<Round, RoundEnd> {
    let refused = |refusal| RoundEnd::refused(ResolvedSteps::default(), vec![refusal]);
    let mut disk =
        Disk::open(&world.cwd, world.reach.clone()).map_err(|error| refused(error.into()))?;
    let attempt = Attempt::new(request, KnownBases::default(), world, &mut disk);
    let settled = interrupted::settle_near(&disk, &request.terms, world).map_err(refused)?;
    recovery_warnings.extend(settled.warnings);
    if settled.were_recovered {
        return Err(RoundEnd::Recovered);
    }
    Ok(Round {
        attempt: attempt.map_err(RoundEnd::Finished)?,
        disk,
        held: None,
    })
}

/// Resolves `request` again in round `number`, because its files have `changed`.
fn next_round(
    request: &Request,
    world: &World,
    number: usize,
    changed: Round,
) -> Result<Round, RoundEnd> {
    let mut disk = changed.disk;
    let attempt = changed
        .attempt
        .again(request, world, &mut disk)
        .map_err(RoundEnd::Finished)?;
    let mut held = changed.held;
    // The command may be slow. Other processes do not wait for the command until it has failed several times.
    if request.terms.validate.is_some() && number <= UNLOCKED_ROUNDS {
        held = None;
    }
    Ok(Round {
        attempt,
        disk,
        held,
    })
}

/// Commits the attempt of `round`, unless it is a dry run or there is nothing to write.
fn commit_round(
    request: &Request,
    world: &World,
    round: Round,
    recovery_warnings: &mut Vec<Warning>,
) -> RoundEnd {
    let Round {
        attempt,
        mut disk,
        held,
    } = round;
    if request.terms.run == Run::DryRun {
        return RoundEnd::Finished(Box::new(dry_run_ending(request, attempt, &disk, world)));
    }
    if attempt.plan.is_empty() {
        return RoundEnd::Finished(Box::new(nothing_to_write(request, world, attempt)));
    }
    match attempt.commit(request, &mut disk, world, held) {
        Ok((committed, journal_outcome)) => {
            remove_empty(&attempt.steps.created_directories, world);
            RoundEnd::Finished(Box::new(Ending {
                committed: Some(committed),
                journal_outcome,
                ..Ending::succeeded(attempt.steps)
            }))
        }
        Err(CommitFailure::Rejected(refusals)) => RoundEnd::refused(attempt.steps, refusals),
        Err(CommitFailure::Disk(NotCommitted::Refused(errors))) => {
            RoundEnd::refused(attempt.steps, to_refusals(errors))
        }
        Err(CommitFailure::Disk(NotCommitted::Pending(pending))) => {
            match interrupted::settle(&pending, &request.terms, world) {
                Ok(settled) => {
                    recovery_warnings.extend(settled.warnings);
                    RoundEnd::Recovered
                }
                Err(refusal) => RoundEnd::refused(attempt.steps, vec![refusal]),
            }
        }
        Err(CommitFailure::Disk(NotCommitted::Stale(stale))) => {
            RoundEnd::Changed(Box::new(Round {
                attempt,
                disk,
                held: Some(stale.held),
            }))
        }
    }
}

/// The ending if all files have their new content already. An undo may still delete empty directories.
fn nothing_to_write(request: &Request, world: &World, attempt: Attempt) -> Ending {
    remove_empty(&attempt.steps.created_directories, world);
    Ending {
        journal_outcome: note::record_empty_undo(request, world, &attempt.steps),
        ..Ending::succeeded(attempt.steps)
    }
}

/// Deletes the empty ones of `directories`, which the undone edits had created.
fn remove_empty(directories: &[PathBuf], world: &World) {
    if directories.is_empty() {
        return;
    }
    let Ok(mut disk) = Disk::open(&world.cwd, world.reach.clone()) else {
        return;
    };
    for directory in directories {
        // A directory that is in use again remains.
        let _ = disk.drop_empty_directory(directory);
    }
}

/// The ending of a dry run of `attempt`, with a plan if the request asks for it.
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

/// The changes of `attempt` as a transaction.
///
/// # Errors
/// `usage` if a file is outside the workspace, because its name may mean another file elsewhere.
fn make_plan(
    request: &Request,
    attempt: &Attempt,
    disk: &Disk,
    world: &World,
) -> Result<Transaction, Refusal> {
    let root = WorkspaceRoot::at(&world.journal.workspace)?;
    let names = JournalNames::new(root, &world.journal);
    let records = names.records(&attempt.steps.files, disk);
    let mut files = Vec::new();
    for NewFile { record, .. } in records {
        let changes = Some(record.changes.clone());
        files.push(record.with_changes(changes));
    }
    let outside = files
        .iter()
        .flat_map(Record::names)
        .find(|name| name.is_absolute());
    if let Some(outside) = outside {
        return Err(Reason::plan_leaves().at(outside));
    }
    Ok(Transaction::new(None, request.terms.task.clone(), files))
}
