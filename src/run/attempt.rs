//! One attempt at a request: its steps resolved and judged, then committed.

use super::base_finder::{self, BaseFinder, KnownBases, MergeTerms};
use super::choice::choose;
use super::chooser::Chooser;
use super::ending::Ending;
use super::history::conflicts;
use super::history::note::{JournalOutcome, Noting};
use super::interrupted;
use super::process::validate;
use super::steps::files::RequestFiles;
use super::steps::line_numbers::refuse_recount;
use super::steps::resolve_steps::resolve_steps;
use super::steps::resolver::{ResolvedSteps, keeps_changing};
use super::world::World;
use crate::disk::{Committed, DirectoryLocks, Disk, NotCommitted, Plan, Staged};
use crate::error::Error;
use crate::guard;
use crate::refusal::Refusal;
use crate::request::{Request, Terms};

/// A request resolved once, ready to be committed.
pub struct Attempt {
    /// The outcome of its steps.
    pub steps: ResolvedSteps,
    /// The plan to be written.
    pub plan: Plan,
    /// The earlier texts that steps were made against.
    known: KnownBases,
}

impl Attempt {
    /// Resolves `request` against what is on disk and judges the result. If the terms say so, it is resolved against
    /// the texts that it was made for, of which some are `known`. If that would help and the terms do not say so, the
    /// refusals say that it would.
    ///
    /// # Errors
    /// Everything against it, with what was resolved.
    pub fn new(
        request: &Request,
        known: KnownBases,
        world: &World,
        disk: &mut Disk,
    ) -> Result<Self, Box<Ending>> {
        if request.takes_back() {
            // An undo is carried over what came later, or refused, by itself.
            return Self::resolve(request, &known, world, disk);
        }
        let terms = MergeTerms::new(&request.terms);
        let refused = match Self::on_bases(request, terms, known.clone(), world, disk) {
            Err(refused) if !world.chooser.is_asked() => refused,
            resolved => return resolved,
        };
        let mut refusals = refused.refusals;
        if let Some(needed) = terms.needed(&refusals) {
            let merged = Self::on_bases(request, needed, known, world, disk);
            let would_merge = merged.is_ok();
            if let Ok(attempt) = merged
                && base_finder::follows_anchors(request, &refusals)
                && attempt.has_anchored_lines()
            {
                return Ok(attempt);
            }
            refusals = base_finder::told(refusals, would_merge);
        }
        let refusals = BaseFinder::new(request, terms, world).with_since(refusals, disk);
        Err(Box::new(Ending {
            refusals,
            steps: refused.steps,
            ..Ending::default()
        }))
    }

    /// True if the files have all lines that were addressed by anchors unchanged.
    fn has_anchored_lines(&self) -> bool {
        let mut files = self.steps.files.iter();
        files.all(|file| !file.outcome.has_lost_anchors)
    }

    /// Resolves `request` against the texts that it was made for, as far as they are known. Refusals say which text to look
    /// for, so it is resolved again with each text that is found.
    fn on_bases(
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
            let refused = match Self::resolve(request, &known, world, disk) {
                Ok(attempt) => return Ok(attempt),
                Err(refused) => refused,
            };
            if let Some(more) = finder.learnt(&refused.refusals, &known, disk) {
                known = more;
                first.get_or_insert(refused);
                continue;
            }
            if let Some(candidates) = finder.candidates(&refused.refusals, &known, disk) {
                let attempt = |known: KnownBases| Self::resolve(request, &known, world, disk).ok();
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
    pub fn again(
        self,
        request: &Request,
        world: &World,
        disk: &mut Disk,
    ) -> Result<Self, Box<Ending>> {
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
    pub fn commit(
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
        let options = interrupted::commit_options(terms, world);
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
pub enum NotDone {
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
pub fn in_words(errors: Vec<Error>) -> Vec<Refusal> {
    errors.into_iter().map(Refusal::from).collect()
}

/// The plan, or every reason to refuse it: what did not resolve, else what a guard stops.
pub fn judge(steps: &mut ResolvedSteps, terms: &Terms) -> Result<Plan, Vec<Refusal>> {
    if !steps.refusals.is_empty() {
        return Err(steps.refusals.clone());
    }
    let touched = steps.files.iter_mut().filter(|file| file.is_touched());
    let encoded = touched.filter_map(|file| {
        let reason = file.encode(terms.encoding).err()?;
        Some(Refusal::new(reason).at(file.text.place.shown()))
    });
    let refused: Vec<Refusal> = encoded.collect();
    if refused.is_empty() {
        guard::check(&steps.files, &steps.terms(terms))
    } else {
        Err(refused)
    }
}
