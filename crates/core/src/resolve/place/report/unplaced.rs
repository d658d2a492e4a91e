//! Hunks that were not placed.

use crate::refusal::{HunkFailure, Reason};

/// An error of placing hunks.
pub enum Unplaced {
    Refused(Reason),
    /// The hunks that have no place.
    Failing(Vec<HunkFailure>),
}

impl From<Reason> for Unplaced {
    fn from(reason: Reason) -> Self {
        Self::Refused(reason)
    }
}
