//! The plan of a transaction: all that a commit accepts.

use crate::place::Transition;

/// The transitions of one transaction, each of another place.
///
/// A plan writes whatever it holds, so it is made where every rule about the new texts has been applied: nothing
/// between it and the disk looks at them again.
#[derive(Clone, Debug)]
pub struct Plan {
    files: Vec<Transition>,
}

impl Plan {
    /// The plan of `files`. The caller vouches for them: these texts are to be written, and no place occurs twice.
    pub fn checked(mut files: Vec<Transition>) -> Self {
        files.sort_unstable_by(|left, right| left.place.cmp(&right.place));
        Self { files }
    }

    /// The transitions, sorted by place.
    pub fn files(&self) -> &[Transition] {
        &self.files
    }

    /// True if nothing is to be written.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}
