//! A request resolved once, on its way to the disk: staged, looked at by the command that has to accept it,
//! committed.

use super::job::Job;
use super::noting::{Intent, Remark};
use super::process::validate;
use super::steps::files::Files;
use super::steps::gather::Gathered;
use super::steps::recount::refuse_recount;
use super::world::World;
use super::{contention, judge, recovery};
use crate::disk::{Committed, Disk, Held, Moved, NotCommitted, Pending, Staged, Writing};
use crate::guard::Plan;
use crate::refusal::Refusal;

/// A request resolved once, ready to be committed.
pub struct Attempt {
    /// What came of its steps.
    pub gathered: Gathered,
    /// What is to be written.
    pub plan: Plan,
}

/// Why an attempt wrote nothing.
pub enum Stopped {
    /// Expected "no"s.
    Refused(Vec<Refusal>),
    /// Files are not what was read.
    Moved(Moved),
    /// Interrupted transactions have to be recovered first.
    Pending(Vec<Pending>),
}

/// A request that is refused before anything is staged.
pub struct Unfit {
    /// What came of its steps.
    pub gathered: Gathered,
    /// What speaks against it.
    pub refusals: Vec<Refusal>,
}

impl Unfit {
    fn boxed(gathered: Gathered, refusals: Vec<Refusal>) -> Box<Self> {
        Box::new(Self { gathered, refusals })
    }
}

impl Attempt {
    /// Resolves `job` against what is on disk and judges the result.
    ///
    /// # Errors
    /// What speaks against it, with what was gathered.
    pub fn new(job: Job<'_>, world: &World, disk: &mut Disk) -> Result<Self, Box<Unfit>> {
        let mut gathered = job.gather(&mut Files::Disk(disk), &world.watch, Some(&world.chronicle));
        let plan = match judge(&gathered, job.terms()) {
            Ok(plan) => plan,
            Err(refusals) => return Err(Unfit::boxed(gathered, refusals)),
        };
        if let Err(refusal) = Disk::foresee(&plan, Writing::of(job.terms())) {
            return Err(Unfit::boxed(gathered, vec![refusal]));
        }
        let conflicts = contention::refusals(&mut gathered, job.terms(), disk, world);
        match conflicts.is_empty() {
            true => Ok(Self { gathered, plan }),
            false => Err(Unfit::boxed(gathered, conflicts)),
        }
    }

    /// Resolves `job` once more, files having changed under this attempt.
    ///
    /// # Errors
    /// `stale` where a step counts in the lines of one of them; else what speaks against what is there now.
    pub fn again(self, job: Job<'_>, world: &World, disk: &mut Disk) -> Result<Self, Box<Unfit>> {
        let again = Self::new(job, world, disk);
        let gathered = match &again {
            Ok(again) => &again.gathered,
            Err(unfit) => &unfit.gathered,
        };
        match refuse_recount(&self.gathered, gathered) {
            Ok(()) => again,
            Err(refusal) => Err(Unfit::boxed(self.gathered, vec![refusal])),
        }
    }

    /// Stages the plan, has it looked at if the terms ask for that, and commits it; under the locks `held`
    /// where files had moved before. What the journal has to say comes back too.
    ///
    /// # Errors
    /// Nothing is written then, and nothing is left over.
    pub fn commit(
        &self,
        job: Job<'_>,
        disk: &mut Disk,
        world: &World,
        held: Option<Held>,
    ) -> Result<(Committed, Remark), Stopped> {
        let staged = self.stage(job, disk, world, held)?;
        let intent = Intent::of(job, world, disk, &self.gathered.files);
        let ready = intent.ready(job, world);
        let locked = staged.lock()?;
        let noted = ready.note();
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
        job: Job<'_>,
        disk: &mut Disk,
        world: &World,
        held: Option<Held>,
    ) -> Result<Staged, Stopped> {
        let terms = job.terms();
        let promises = recovery::promises(terms, world);
        let others_wait = held.is_some();
        let staged = match held {
            Some(held) => disk.stage_held(&self.plan, &promises, held)?,
            None => disk.stage(&self.plan, &promises)?,
        };
        if let Some(command) = &terms.validate {
            // Others wait no longer than we would.
            let most = others_wait.then_some(terms.limits.lock_timeout);
            validate::all(command, &self.plan, &staged, world, most).map_err(Stopped::Refused)?;
        }
        Ok(staged)
    }
}

impl From<Refusal> for Stopped {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(vec![refusal])
    }
}

impl From<NotCommitted> for Stopped {
    fn from(reason: NotCommitted) -> Self {
        match reason {
            NotCommitted::Refused(refusal) => refusal.into(),
            NotCommitted::Moved(moved) => Self::Moved(moved),
            NotCommitted::Pending(pending) => Self::Pending(pending),
        }
    }
}
