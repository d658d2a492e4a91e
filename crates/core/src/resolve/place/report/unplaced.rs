//! Hunks that were not placed, and what is needed to say more of them.

use crate::refusal::{HunkFailure, Reason};

use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::hunk::read_hunk::ReadHunk;

/// An error of one attempt to place hunks.
pub enum AttemptError {
    /// The patch as a whole is refused.
    Refused(Reason),
    /// These hunks have no place.
    Failing(Vec<HunkFailure>),
}

/// An error of placing hunks, after all attempts.
pub enum Unplaced<'h, 'n> {
    /// The patch as a whole is refused.
    Refused(Reason),
    /// Some hunks have no place.
    Failing(Box<Failing<'h, 'n>>),
}

/// Hunks of which some have no place in a text.
pub struct Failing<'h, 'n> {
    /// All hunks, as they were read.
    pub reads: Vec<ReadHunk<'h>>,
    /// The text.
    pub index: Index<'n>,
    /// The hunks without a place.
    pub failures: Vec<HunkFailure>,
    /// The number of hunks of the patch.
    pub total: usize,
}

impl From<Reason> for Unplaced<'_, '_> {
    fn from(reason: Reason) -> Self {
        Self::Refused(reason)
    }
}

impl From<Unplaced<'_, '_>> for AttemptError {
    fn from(unplaced: Unplaced) -> Self {
        match unplaced {
            Unplaced::Refused(reason) => Self::Refused(reason),
            Unplaced::Failing(failing) => Self::Failing(failing.failures),
        }
    }
}
