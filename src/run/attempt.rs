//! A request resolved once, on its way to the disk: staged, looked at by the command that has to accept it,
//! committed.

use super::gather::Gathered;
use super::{World, validate};
use crate::disk::{Committed, Disk, Held, Moved, NotCommitted, Promises};
use crate::guard::Plan;
use crate::refusal::Refusal;
use crate::request::Terms;

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
}

impl Attempt {
    /// Stages the plan, has it looked at if `terms` ask for that, and commits it; under the locks `held`
    /// where files had moved before.
    ///
    /// # Errors
    /// Nothing is written then, and nothing is left over.
    pub fn commit(
        &self,
        disk: &mut Disk,
        terms: &Terms,
        world: &World,
        held: Option<Held>,
    ) -> Result<Committed, Stopped> {
        let promises = Promises::of(terms, world.interrupt.clone());
        let staged = match held {
            Some(held) => disk.stage_held(&self.plan, &promises, held)?,
            None => disk.stage(&self.plan, &promises)?,
        };
        if let Some(command) = &terms.validate {
            validate::all(command, &self.plan, &staged, world).map_err(Stopped::Refused)?;
        }
        Ok(staged.commit()?)
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
        }
    }
}
