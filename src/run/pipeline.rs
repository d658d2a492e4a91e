//! The order of the stages, for everything that edits: the steps are resolved, the guards look at what comes of
//! them, it is committed and noted, and that is reported. An [`Attempt`] is one such run; another one is made as often
//! as others get in the way.

use std::path::PathBuf;

use bytes::Bytes;

use super::base_finder::{self, BaseFinder, KnownBases, MergeTerms};
use super::choice::choose;
use super::chooser::Chooser;
use super::ending::Ending;
use super::history::note::{self, JournalOutcome, Noting};
use super::history::workspace_journal::JournalNames;
use super::history::{conflicts, seen};
use super::process::{blobs, validate};
use super::recovery::{self, Met};
use super::shown_lines::Numbered;
use super::steps::files::RequestFiles;
use super::steps::line_numbers::refuse_recount;
use super::steps::resolve_steps::resolve_steps;
use super::steps::resolver::{ResolvedSteps, keeps_changing};
use super::unsolved;
use super::world::{PrivateTexts, World};
use crate::allocator;
use crate::change::{Record, Transaction};
use crate::disk::{Committed, DirectoryLocks, Disk, NotCommitted, Plan, Staged, Watch};
use crate::error::Error;
use crate::guard;
use crate::journal::{NewFile, WorkspaceRoot};
use crate::refusal::{Impossible, Refusal};
use crate::report::{Notice, Report, Warning};
use crate::request::{Request, Run, Terms};
use crate::resolve::draft::Bases;

/// How often a request is resolved anew because a process that takes no locks keeps writing.
const ATTEMPTS: usize = 16;
/// How often a request with a command to accept it is tried anew without keeping the locks.
const UNLOCKED: usize = 4;

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
        report.warnings.push(Warning {
            path: None,
            notice: Notice::LeftOut { fields },
        });
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
            let after = files.find_map(|file| file.transition.after.as_ref());
            let output = after.and_then(|after| after.text().ok());
            (Ending::succeeded(steps), output)
        }
        Err(refusals) => (Ending::refused(steps, refusals), None),
    };
    (ending.report(request, "".as_ref()), output)
}

/// Runs `request`. Interrupted transactions that left their files in the same directories are recovered
/// first, which begins the run anew; one that only reads warns of them.
fn run_until_stable(request: &Request, world: &World) -> Ending {
    allocator::begin();
    let mut recovery_warnings = Vec::new();
    for _ in 0..ATTEMPTS {
        if let Some(ending) = attempt_run(request, world, &mut recovery_warnings) {
            return Ending {
                recovery_warnings,
                ..ending
            };
        }
    }
    Ending::refused(ResolvedSteps::default(), vec![keeps_changing(None)])
}

/// Resolves and commits; `None` when a recovery has changed what was read. What there is to tell of that
/// goes to `recovery_warnings`.
fn attempt_run(
    request: &Request,
    world: &World,
    recovery_warnings: &mut Vec<Warning>,
) -> Option<Ending> {
    let terms = &request.terms;
    let refused = |refusal| Some(Ending::refused(ResolvedSteps::default(), vec![refusal]));
    let mut disk = match Disk::open(&world.cwd, world.reach.clone()) {
        Ok(disk) => disk,
        Err(error) => return refused(error.into()),
    };
    let attempt = Attempt::new(request, KnownBases::default(), world, &mut disk);
    match recovery::meet_near(&disk, terms, world) {
        Ok(Met::Nothing) => {}
        Ok(Met::Warned(warnings)) => recovery_warnings.extend(warnings),
        Ok(Met::Recovered(warnings)) => {
            recovery_warnings.extend(warnings);
            return None;
        }
        Err(refusal) => return refused(refusal),
    }
    let attempt = match attempt {
        Ok(attempt) => attempt,
        Err(ending) => return Some(*ending),
    };
    match terms.run {
        Run::Commit if !attempt.plan.is_empty() => {
            commit(request, world, disk, attempt, recovery_warnings)
        }
        Run::Commit => Some(nothing_to_write(request, world, attempt)),
        Run::DryRun => Some(dry_run_ending(request, attempt, &disk, world)),
    }
}

/// The ending of an attempt that finds all as it shall be. A directory may be left of a file that somebody removed.
fn nothing_to_write(request: &Request, world: &World, attempt: Attempt) -> Ending {
    drop_emptied(&attempt.steps.emptied, world);
    Ending {
        journal_outcome: note::without_effect(request, world, &attempt.steps),
        ..Ending::succeeded(attempt.steps)
    }
}

/// Stages, validates and commits `attempt`. When a file has changed since it was read, its locks are held and the
/// request is resolved once more against what is there now; nobody who takes locks can move it again.
/// `None` when interrupted transactions had to be recovered first.
fn commit(
    request: &Request,
    world: &World,
    mut disk: Disk,
    first: Attempt,
    recovery_warnings: &mut Vec<Warning>,
) -> Option<Ending> {
    let terms = &request.terms;
    let mut attempt = first;
    let mut held = None;
    for number in 1..=ATTEMPTS {
        let stale = match attempt.commit(request, &mut disk, world, held.take()) {
            Ok((committed, journal_outcome)) => {
                drop_emptied(&attempt.steps.emptied, world);
                return Some(Ending {
                    committed: Some(committed),
                    journal_outcome,
                    ..Ending::succeeded(attempt.steps)
                });
            }
            Err(NotDone::Rejected(refusals)) => {
                return Some(Ending::refused(attempt.steps, refusals));
            }
            Err(NotDone::Disk(NotCommitted::Refused(errors))) => {
                return Some(Ending::refused(attempt.steps, in_words(errors)));
            }
            Err(NotDone::Disk(NotCommitted::Pending(pending))) => {
                match recovery::meet(&pending, terms, world) {
                    Ok(met) => {
                        recovery_warnings.extend(met.warnings());
                        return None;
                    }
                    Err(refusal) => return Some(Ending::refused(attempt.steps, vec![refusal])),
                }
            }
            Err(NotDone::Disk(NotCommitted::Stale(moved))) => moved,
        };
        attempt = match attempt.again(request, world, &mut disk) {
            Ok(again) if again.plan.is_empty() => {
                return Some(nothing_to_write(request, world, again));
            }
            Ok(again) => again,
            Err(ending) => return Some(*ending),
        };
        // A command may take its time: others are not kept waiting for it before that has failed often.
        let is_patient = terms.validate.is_none() || number > UNLOCKED;
        held = Some(stale.held).filter(|_| is_patient);
    }
    let refusal = keeps_changing(attempt.steps.first_touched());
    Some(Ending::refused(attempt.steps, vec![refusal]))
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

/// A request resolved once, ready to be committed.
struct Attempt {
    /// The outcome of its steps.
    steps: ResolvedSteps,
    /// The plan to be written.
    plan: Plan,
    /// The earlier texts that steps were made against.
    known: KnownBases,
}

impl Attempt {
    /// Resolves `request` against what is on disk and judges the result. Where the terms say so, it is resolved
    /// against the texts that it was made for, of which some are `known`; where that would help and they do not, the
    /// refusals say so.
    ///
    /// # Errors
    /// Everything against it, with what was resolved.
    fn new(
        request: &Request,
        known: KnownBases,
        world: &World,
        disk: &mut Disk,
    ) -> Result<Self, Box<Ending>> {
        if request.takes_back() {
            // An undo is carried over what came later, or refused, by itself.
            return Self::on(request, &known, world, disk);
        }
        let terms = MergeTerms::new(&request.terms);
        let refused = match Self::merged(request, terms, known.clone(), world, disk) {
            Err(refused) if !world.chooser.is_asked() => refused,
            other => return other,
        };
        let finder = BaseFinder::new(request, terms, world);
        let since = |refused: Ending, disk: &mut Disk| {
            let refusals = finder.with_since(refused.refusals, disk);
            Box::new(Ending {
                refusals,
                ..refused
            })
        };
        let Some(needed) = terms.needed(&refused.refusals) else {
            return Err(since(*refused, disk));
        };
        let merged = Self::merged(request, needed, known, world, disk);
        let would_do = merged.is_ok();
        if let Ok(attempt) = merged
            && base_finder::follows_anchors(request, &refused.refusals)
            && attempt
                .steps
                .files
                .iter()
                .all(|file| file.outcome.anchors_stand)
        {
            return Ok(attempt);
        }
        let told = Ending {
            refusals: base_finder::told(refused.refusals, would_do),
            ..*refused
        };
        Err(since(told, disk))
    }

    /// As [`Self::new`], under these `terms`.
    fn merged(
        request: &Request,
        terms: MergeTerms,
        known: KnownBases,
        world: &World,
        disk: &mut Disk,
    ) -> Result<Self, Box<Ending>> {
        let finder = BaseFinder::new(request, terms, world);
        let mut known = finder
            .counted(known, disk)
            .map_err(|refusal| Ending::boxed(ResolvedSteps::default(), vec![refusal]))?;
        let mut first = None;
        loop {
            let refused = match Self::on(request, &known, world, disk) {
                Ok(attempt) => return Ok(attempt),
                Err(refused) => refused,
            };
            if let Some(more) = finder.learnt(&refused.refusals, &known, disk) {
                known = more;
                first.get_or_insert(refused);
                continue;
            }
            if let Some(candidates) = finder.candidates(&refused.refusals, &known, disk) {
                let attempt = |known: KnownBases| Self::on(request, &known, world, disk).ok();
                if let Some(attempt) = candidates.agreed(&known, attempt, |one| &one.steps) {
                    return Ok(attempt);
                }
            }
            // What touches tells more than that there is another text.
            let is_telling = refused.refusals.iter().any(base_finder::tells_why_not);
            return Err(first.filter(|_| !is_telling).unwrap_or(refused));
        }
    }

    /// Resolves `request`, steps on files of which earlier texts are `known` against these, and judges the result.
    fn on(
        request: &Request,
        known: &KnownBases,
        world: &World,
        disk: &mut Disk,
    ) -> Result<Self, Box<Ending>> {
        let context = Some(&world.journal);
        let bases = known.texts.clone();
        let files = RequestFiles::Disk(disk);
        let mut steps = resolve_steps(request, files, bases, &world.watch, context);
        if steps.refusals.is_empty()
            && let Err(reason) = choose(&world.chooser, &mut steps)
        {
            return Err(Ending::boxed(steps, vec![reason.into()]));
        }
        let plan = match judge(&mut steps, &request.terms) {
            Ok(plan) => plan,
            Err(refusals) => return Err(Ending::boxed(steps, refusals)),
        };
        if !request.terms.leaves_targets
            && let Err(errors) = disk.foresee(&plan, recovery::write_method(&request.terms))
        {
            return Err(Ending::boxed(steps, in_words(errors)));
        }
        let conflicts = match &request.terms.task {
            Some(task) => {
                let on_conflict = request.terms.on_conflict;
                let refusals = conflicts::refusals(&mut steps, task, on_conflict, disk, world);
                known.without_merged(refusals)
            }
            None => Vec::new(),
        };
        if conflicts.is_empty() {
            Ok(Self {
                steps,
                plan,
                known: known.clone(),
            })
        } else {
            Err(Ending::boxed(steps, conflicts))
        }
    }

    /// Resolves `request` once more, files having changed under this attempt.
    ///
    /// # Errors
    /// `stale` where a step counts in the lines of one of them, or somebody chose among its places; else the reasons to refuse what is there now.
    fn again(self, request: &Request, world: &World, disk: &mut Disk) -> Result<Self, Box<Ending>> {
        // Nobody is asked twice: what was chosen was chosen in the text that was read.
        let unasked = World {
            chooser: Chooser::default(),
            ..world.clone()
        };
        let known = self.known.with_counted(&self.steps, &request.terms);
        let again = Self::new(request, known, &unasked, disk);
        let steps = match &again {
            Ok(again) => &again.steps,
            Err(ending) => &ending.steps,
        };
        match refuse_recount(&self.steps, steps) {
            Ok(()) if world.chooser.is_asked() => {
                let refusal = keeps_changing(self.steps.first_touched());
                Err(Ending::boxed(self.steps, vec![refusal]))
            }
            Ok(()) => again,
            Err(refusal) => Err(Ending::boxed(self.steps, vec![refusal])),
        }
    }

    /// Stages the plan, has it looked at if the terms ask for that, and commits it; under the locks `held`
    /// where files had changed before. What the journal has to say comes back too.
    ///
    /// # Errors
    /// Nothing is written then, and nothing is left over.
    fn commit(
        &self,
        request: &Request,
        disk: &mut Disk,
        world: &World,
        held: Option<DirectoryLocks>,
    ) -> Result<(Committed, JournalOutcome), NotDone> {
        let staged = self.stage(request, disk, world, held)?;
        let intent = Noting::new(request, world, disk, &self.steps);
        let worded = intent.worded(request, &self.steps.kind, world);
        let locked = staged.lock()?;
        let noted = worded.note();
        match locked.commit() {
            Ok(committed) => Ok((committed, noted.committed(world))),
            Err(reason) => {
                noted.refused();
                Err(reason.into())
            }
        }
    }

    fn stage(
        &self,
        request: &Request,
        disk: &mut Disk,
        world: &World,
        held: Option<DirectoryLocks>,
    ) -> Result<Staged, NotDone> {
        let terms = &request.terms;
        let options = recovery::commit_options(terms, world);
        let others_wait = held.is_some();
        let staged = match held {
            Some(held) => disk.stage_held(&self.plan, &options, held)?,
            None => disk.stage(&self.plan, &options)?,
        };
        if let Some(command) = &terms.validate {
            // Others wait no longer than we would.
            let most = others_wait.then_some(terms.limits.lock_timeout);
            validate::all(command, &self.plan, &staged, world, most).map_err(NotDone::Rejected)?;
        }
        Ok(staged)
    }
}

/// Why an attempt was not committed.
enum NotDone {
    /// The command that has to accept the new texts does not.
    Rejected(Vec<Refusal>),
    /// The disk did not do it.
    Disk(NotCommitted),
}

impl From<NotCommitted> for NotDone {
    fn from(why: NotCommitted) -> Self {
        Self::Disk(why)
    }
}

impl From<Error> for NotDone {
    fn from(error: Error) -> Self {
        Self::Disk(error.into())
    }
}

/// The refusals of the disk in the words of the program.
fn in_words(errors: Vec<Error>) -> Vec<Refusal> {
    errors.into_iter().map(Refusal::from).collect()
}

/// The plan, or every reason to refuse it: what did not resolve, else what a guard stops.
fn judge(steps: &mut ResolvedSteps, terms: &Terms) -> Result<Plan, Vec<Refusal>> {
    if !steps.refusals.is_empty() {
        return Err(steps.refusals.clone());
    }
    let touched = steps.files.iter_mut().filter(|file| file.is_touched());
    let encoded = touched.filter_map(|file| {
        let reason = file.encode(terms.encoding).err()?;
        Some(Refusal::new(reason).at(file.transition.place.shown()))
    });
    let refused: Vec<Refusal> = encoded.collect();
    if refused.is_empty() {
        guard::check(&steps.files, &steps.terms(terms))
    } else {
        Err(refused)
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
        return Err(Refusal::from(Impossible::PlanLeaves).at(outside));
    }
    Ok(Transaction::new(None, request.terms.task.clone(), files))
}
