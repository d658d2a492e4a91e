//! Hunks that were not placed.

use crate::refusal::{HunkFailure, Reason};

/// An error of placing hunks.
pub enum Unplaced {
    /// The patch as a whole is refused.
    Refused(Reason),
    /// These hunks have no place.
    Failing(Vec<HunkFailure>),
}

impl From<Reason> for Unplaced {
    fn from(reason: Reason) -> Self {
        Self::Refused(reason)
    }
}
