//! One attempt at a request: resolves and judges the steps, then commits them.

use std::sync::OnceLock;

use super::base_finder::{self, BaseCandidates, BaseFinder, KnownBases, MergeTerms};
use super::choice::choose;
use super::chooser::Chooser;
use super::ending::Ending;
use super::history::conflicts;
use super::history::note::{JournalOutcome, NoteStage};
use super::interrupted;
use super::process::validate;
use super::steps::files::RequestFiles;
use super::steps::line_numbers::refuse_changed_lines;
use super::steps::resolve_steps::resolve_steps;
use super::steps::resolver::{ResolvedSteps, keeps_changing};
use super::world::World;
use crate::disk::{Committed, DirectoryLocks, Disk, NotCommitted, Plan, Staged};
use crate::error::Error;
use crate::guard;
use crate::refusal::Refusal;
use crate::request::{Request, Terms};
use crate::snapshot::RootedPath;
use crate::threads;

/// The least length of the new texts, in bytes, for which another thread is worth its start.
const MIN_PARALLEL: usize = 4 << 20;

/// A resolved request, ready to be committed.
pub struct Attempt {
    pub steps: ResolvedSteps,
    pub plan: Plan,
    /// The earlier contents that the steps were made for.
    known: KnownBases,
}

impl Attempt {
    /// Resolves `request` against the files on disk and judges the result. If the terms allow it, the steps are
    /// resolved against the earlier contents that they were made for, some of which are `known`. Otherwise the
    /// refusals report whether this would help.
    ///
    /// # Errors
    /// Every refusal, with the resolved steps.
    pub fn new(
        request: &Request,
        known: KnownBases,
        world: &World,
        disk: &mut Disk,
    ) -> Result<Self, Box<Ending>> {
        if request.undo_target().is_some() {
            // The journal merges an undo with later changes, so the undo needs no base.
            return Self::resolve(request, &known, world, disk);
        }
        let terms = MergeTerms::new(&request.terms);
        let refused = match Self::resolve_on_bases(request, terms, known.clone(), world, disk) {
            Err(refused) if !world.chooser.is_asked() => refused,
            resolved => return resolved,
        };
        let mut refusals = refused.refusals;
        if let Some(needed) = terms.needed(&refusals) {
            let merged = Self::resolve_on_bases(request, needed, known, world, disk);
            let would_merge = merged.is_ok();
            if let Ok(attempt) = merged
                && base_finder::follows_anchors(request, &refusals)
                && attempt.has_anchored_lines()
            {
                return Ok(attempt);
            }
            base_finder::set_would_merge(&mut refusals, would_merge);
        }
        let refusals = BaseFinder::new(request, terms, world).with_line_changes(refusals, disk);
        Err(Box::new(Ending {
            refusals,
            steps: refused.steps,
            ..Ending::default()
        }))
    }

    /// True if every line that was addressed by an anchor is unchanged.
    fn has_anchored_lines(&self) -> bool {
        let mut files = self.steps.files.iter();
        files.all(|file| !file.outcome.has_lost_anchors)
    }

    /// Resolves `request` against the contents that it was made for, if they are known. A refusal shows which content
    /// to look for, so the request is resolved again with each content that is found.
    fn resolve_on_bases(
        request: &Request,
        terms: MergeTerms,
        known: KnownBases,
        world: &World,
        disk: &mut Disk,
    ) -> Result<Self, Box<Ending>> {
        let finder = BaseFinder::new(request, terms, world);
        let mut known = finder
            .with_numbered_texts(known, disk)
            .map_err(|refusal| Ending::boxed(ResolvedSteps::default(), vec![refusal]))?;
        let mut first = None;
        loop {
            let refused = match Self::resolve(request, &known, world, disk) {
                Ok(attempt) => return Ok(attempt),
                Err(refused) => refused,
            };
            if let Some(more) = finder.with_bases_of(&refused.refusals, &known, disk) {
                known = more;
                first.get_or_insert(refused);
                continue;
            }
            if let Some(candidates) = finder.candidates(&refused.refusals, &known, disk)
                && let Some(agreed) =
                    Self::resolve_on_candidates(request, candidates, &known, world, disk)
            {
                return Ok(agreed);
            }
            // A refusal that names an overlapping change is more useful than the first one, which only reports a
            // changed file.
            if refused.refusals.iter().any(base_finder::tells_why_not) {
                return Err(refused);
            }
            return Err(first.unwrap_or(refused));
        }
    }

    /// Resolves `request` against each of `candidates`. Returns the first success if all successes give the same text.
    fn resolve_on_candidates(
        request: &Request,
        candidates: BaseCandidates,
        known: &KnownBases,
        world: &World,
        disk: &mut Disk,
    ) -> Option<Self> {
        let place = candidates.place;
        let mut agreed: Option<Self> = None;
        for text in candidates.texts {
            let mut with_text = known.clone();
            with_text.texts.insert(place.clone(), text);
            let Ok(attempt) = Self::resolve(request, &with_text, world, disk) else {
                continue;
            };
            let Some(first) = &agreed else {
                agreed = Some(attempt);
                continue;
            };
            if attempt.text_after(&place) != first.text_after(&place) {
                return None;
            }
        }
        agreed
    }

    /// The result of the steps in the file at `place`.
    fn text_after(&self, place: &RootedPath) -> Option<Vec<u8>> {
        let mut files = self.steps.files.iter().map(|file| file.written());
        let file = files.find(|file| file.place == *place)?;
        file.after.as_ref()?.text().ok()
    }

    /// Resolves `request` and judges the result. Steps on files in `known` are resolved against these earlier
    /// contents.
    fn resolve(
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
            && let Err(errors) = disk.foresee(&plan, interrupted::write_method(&request.terms))
        {
            return Err(Ending::boxed(steps, to_refusals(errors)));
        }
        let conflicts = match &request.terms.task {
            Some(task) => {
                let on_conflict = request.terms.on_conflict;
                let refusals = conflicts::refusals(&mut steps, task, on_conflict, disk, world);
                known.without_merged(refusals)
            }
            None => Vec::new(),
        };
        if !conflicts.is_empty() {
            return Err(Ending::boxed(steps, conflicts));
        }
        Ok(Self {
            steps,
            plan,
            known: known.clone(),
        })
    }

    /// Resolves `request` again, because files have changed since this attempt read them.
    ///
    /// # Errors
    /// `stale` if a changed file has lines that were addressed by number, or if the user has chosen among the old
    /// matches. Otherwise the errors of [`Self::new`].
    pub fn again(
        self,
        request: &Request,
        world: &World,
        disk: &mut Disk,
    ) -> Result<Self, Box<Ending>> {
        // The user is asked only once. The answers were for the text that was read first.
        let without_chooser = World {
            chooser: Chooser::default(),
            ..world.clone()
        };
        let known = self.known.with_numbered_files(&self.steps, &request.terms);
        let again = Self::new(request, known, &without_chooser, disk);
        let steps = match &again {
            Ok(again) => &again.steps,
            Err(ending) => &ending.steps,
        };
        if let Err(refusal) = refuse_changed_lines(&self.steps, steps) {
            return Err(Ending::boxed(self.steps, vec![refusal]));
        }
        if world.chooser.is_asked() {
            let refusal = keeps_changing(self.steps.first_touched());
            return Err(Ending::boxed(self.steps, vec![refusal]));
        }
        again
    }

    /// Stages the plan, runs the validation command of the terms, and commits. `held` are locks from an earlier
    /// attempt. Also returns the outcome of the journal.
    ///
    /// # Errors
    /// Nothing is written, and no staged files remain.
    pub fn commit(
        &self,
        request: &Request,
        disk: &mut Disk,
        world: &World,
        held: Option<DirectoryLocks>,
    ) -> Result<(Committed, JournalOutcome), CommitFailure> {
        // If files turn out to be stale, all paths must be resolved again.
        disk.forget_paths();
        let disk = &*disk;
        let note = OnceLock::new();
        let prepare = || {
            let note = note.get_or_init(|| NoteStage::new(request, world, disk, &self.steps));
            note.prepare(request, &self.steps.kind, world)
        };
        let (staged, prepared) = if self.plan.text_len() < MIN_PARALLEL {
            (self.stage(request, disk, world, held)?, prepare())
        } else {
            // The note hashes the texts while they are written.
            let (staged, prepared) =
                threads::both(|| self.stage(request, disk, world, held), prepare);
            (staged?, prepared)
        };
        let locked = staged.lock()?;
        let written = prepared.write();
        match locked.commit() {
            Ok(committed) => Ok((committed, written.record_commit(world))),
            Err(reason) => {
                written.record_refusal();
                Err(reason.into())
            }
        }
    }

    fn stage(
        &self,
        request: &Request,
        disk: &Disk,
        world: &World,
        held: Option<DirectoryLocks>,
    ) -> Result<Staged, CommitFailure> {
        let terms = &request.terms;
        let options = interrupted::commit_options(terms, world);
        let mut max_time = None;
        if held.is_some() {
            // Other processes wait at most this long for the locks, so the command gets no more time.
            max_time = Some(terms.limits.lock_timeout);
        }
        let staged = disk.stage(&self.plan, &options, held)?;
        if let Some(command) = &terms.validate {
            validate::validate_all(command, &self.plan, &staged, world, max_time)
                .map_err(CommitFailure::Rejected)?;
        }
        Ok(staged)
    }
}

/// The reason why an attempt was not committed.
pub enum CommitFailure {
    /// The validation command rejected the new texts.
    Rejected(Vec<Refusal>),
    /// The disk refused the commit.
    Disk(NotCommitted),
}

impl From<NotCommitted> for CommitFailure {
    fn from(why: NotCommitted) -> Self {
        Self::Disk(why)
    }
}

impl From<Error> for CommitFailure {
    fn from(error: Error) -> Self {
        Self::Disk(error.into())
    }
}

pub fn to_refusals(errors: Vec<Error>) -> Vec<Refusal> {
    errors.into_iter().map(Refusal::from).collect()
}

/// Returns the plan. Otherwise returns the refusals of the steps, or of the encoding, or of the guards.
pub fn judge(steps: &mut ResolvedSteps, terms: &Terms) -> Result<Plan, Vec<Refusal>> {
    if !steps.refusals.is_empty() {
        return Err(steps.refusals.clone());
    }
    let mut refusals = Vec::new();
    for file in steps.files.iter_mut().filter(|file| file.is_touched()) {
        if let Err(reason) = file.encode(terms.encoding) {
            refusals.push(reason.at(file.text.place.shown()));
        }
    }
    if !refusals.is_empty() {
        return Err(refusals);
    }
    guard::check(&steps.files, &steps.terms(terms))
}
