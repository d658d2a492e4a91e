//! Hunks that were not placed, and what is needed to say more of them.

use crate::refusal::{HunkFailure, Reason};
use crate::snapshot::Snapshot;

use super::advise;
use crate::resolve::place::Placing;
use crate::resolve::place::choose::strict::View;
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::hunk::pattern::Pattern;
use crate::resolve::place::hunk::reading::Read;

/// Why hunks were not placed.
pub enum Unplaced<'h, 'n> {
    /// A refusal of all of them.
    Refused(Reason),
    /// Some have no place.
    Failing(Box<Failing<'h, 'n>>),
}

/// Hunks of which some have no place in a text.
pub struct Failing<'h, 'n> {
    /// All of them, as they were read.
    pub reads: Vec<Read<'h>>,
    /// The text.
    pub index: Index<'n>,
    /// Those without a place.
    pub failures: Vec<HunkFailure>,
    /// How many hunks there are.
    pub total: usize,
}

impl From<Reason> for Unplaced<'_, '_> {
    fn from(reason: Reason) -> Self {
        Self::Refused(reason)
    }
}

impl Unplaced<'_, '_> {
    /// The refusal, with the advice that costs another look at `now`.
    pub fn reason(self, now: &Snapshot, how: &Placing) -> Reason {
        match self {
            Self::Refused(reason) => reason,
            Self::Failing(failing) => failing.advised(now, how),
        }
    }
}

impl Failing<'_, '_> {
    /// The refusal, with the advice that costs another look at `now`.
    pub fn advised(self, now: &Snapshot, how: &Placing) -> Reason {
        let patterns: Vec<Pattern> = self.reads.iter().map(Pattern::of).collect();
        let view = View::of(&patterns, now);
        let (failures, index) = (self.failures, &self.index);
        Reason::HunkFailed {
            failures: advise::advised(failures, &patterns, &view, index, now, how, &self.reads),
            total: self.total,
        }
    }
}
