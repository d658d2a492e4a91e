//! A request resolved once, on its way to the disk: staged, looked at by the command that has to accept it,
//! committed.

use super::ending::Ending;
use super::history::contention;
use super::history::note::{Noting, Remark};
use super::process::validate;
use super::recovery;
use super::steps::files::RequestFiles;
use super::steps::gather::gather;
use super::steps::gathered::Gathered;
use super::steps::recount::refuse_recount;
use super::world::World;
use crate::disk::{Committed, Disk, Held, NotCommitted, Staged, WriteMethod};
use crate::guard::{self, Plan};
use crate::refusal::Refusal;
use crate::request::{Request, Terms};

/// A request resolved once, ready to be committed.
pub struct Attempt {
    /// The outcome of its steps.
    pub gathered: Gathered,
    /// The plan to be written.
    pub plan: Plan,
}

impl Attempt {
    /// Resolves `request` against what is on disk and judges the result.
    ///
    /// # Errors
    /// What speaks against it, with what was gathered.
    pub fn new(request: &Request, world: &World, disk: &mut Disk) -> Result<Self, Box<Ending>> {
        let chronicle = Some(&world.chronicle);
        let mut gathered = gather(
            request,
            &mut RequestFiles::Disk(disk),
            &world.watch,
            chronicle,
        );
        let plan = match judge(&gathered, &request.terms) {
            Ok(plan) => plan,
            Err(refusals) => return Err(Ending::boxed(gathered, refusals)),
        };
        if let Err(refusal) = Disk::foresee(&plan, WriteMethod::of(&request.terms)) {
            return Err(Ending::boxed(gathered, vec![refusal]));
        }
        let conflicts = match &request.terms.task {
            Some(task) => {
                let on_conflict = request.terms.on_conflict;
                contention::refusals(&mut gathered, task, on_conflict, disk, world)
            }
            None => Vec::new(),
        };
        if conflicts.is_empty() {
            Ok(Self { gathered, plan })
        } else {
            Err(Ending::boxed(gathered, conflicts))
        }
    }

    /// Resolves `request` once more, files having changed under this attempt.
    ///
    /// # Errors
    /// `stale` where a step counts in the lines of one of them; else what speaks against what is there now.
    pub fn again(
        self,
        request: &Request,
        world: &World,
        disk: &mut Disk,
    ) -> Result<Self, Box<Ending>> {
        let again = Self::new(request, world, disk);
        let gathered = match &again {
            Ok(again) => &again.gathered,
            Err(ending) => &ending.gathered,
        };
        match refuse_recount(&self.gathered, gathered) {
            Ok(()) => again,
            Err(refusal) => Err(Ending::boxed(self.gathered, vec![refusal])),
        }
    }

    /// Stages the plan, has it looked at if the terms ask for that, and commits it; under the locks `held`
    /// where files had moved before. What the journal has to say comes back too.
    ///
    /// # Errors
    /// Nothing is written then, and nothing is left over.
    pub fn commit(
        &self,
        request: &Request,
        disk: &mut Disk,
        world: &World,
        held: Option<Held>,
    ) -> Result<(Committed, Remark), NotCommitted> {
        let staged = self.stage(request, disk, world, held)?;
        let intent = Noting::of(request, world, disk, &self.gathered.files);
        let worded = intent.worded(request, &self.gathered.kind, world);
        let locked = staged.lock()?;
        let noted = worded.note();
        match locked.commit() {
            Ok(committed) => Ok((committed, noted.committed(world))),
            Err(reason) => {
                noted.refused();
                Err(reason)
            }
        }
    }

    fn stage(
        &self,
        request: &Request,
        disk: &mut Disk,
        world: &World,
        held: Option<Held>,
    ) -> Result<Staged, NotCommitted> {
        let terms = &request.terms;
        let promises = recovery::promises(terms, world);
        let others_wait = held.is_some();
        let staged = match held {
            Some(held) => disk.stage_held(&self.plan, &promises, held)?,
            None => disk.stage(&self.plan, &promises)?,
        };
        if let Some(command) = &terms.validate {
            // Others wait no longer than we would.
            let most = others_wait.then_some(terms.limits.lock_timeout);
            validate::all(command, &self.plan, &staged, world, most)
                .map_err(NotCommitted::Refused)?;
        }
        Ok(staged)
    }
}

/// The plan, or everything that speaks against it: what did not resolve, else what a guard stops.
pub fn judge(gathered: &Gathered, terms: &Terms) -> Result<Plan, Vec<Refusal>> {
    if gathered.refusals.is_empty() {
        guard::check(&gathered.files, terms)
    } else {
        Err(gathered.refusals.clone())
    }
}
