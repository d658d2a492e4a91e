//! Hunks that were not placed, and what is needed to say more of them.

use crate::refusal::{HunkFailure, Reason};

use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::hunk::read_hunk::ReadHunk;

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
    pub reads: Vec<ReadHunk<'h>>,
    /// The text.
    pub index: Index<'n>,
    /// The hunks without a place.
    pub failures: Vec<HunkFailure>,
    /// How many hunks there are.
    pub total: usize,
}

impl From<Reason> for Unplaced<'_, '_> {
    fn from(reason: Reason) -> Self {
        Self::Refused(reason)
    }
}
