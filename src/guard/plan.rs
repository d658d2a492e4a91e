//! A plan: transitions that may be committed.

use crate::change::Transition;

/// Transitions of files, all guards passed. Only this module's parent can make one; `disk::commit`
/// accepts nothing else.
#[derive(Clone, Debug)]
pub struct Plan {
    files: Vec<Transition>,
}

impl Plan {
    /// A plan of `files`, which all guards have seen. Sorted by place; no place occurs twice.
    pub(super) fn passed(mut files: Vec<Transition>) -> Self {
        files.sort_by(|left, right| left.place.cmp(&right.place));
        Self { files }
    }

    /// A plan no guard has seen, for tests of what is done with one.
    #[cfg(test)]
    pub(crate) fn of_test(files: Vec<Transition>) -> Self {
        Self::passed(files)
    }

    /// The transitions, sorted by place.
    pub fn files(&self) -> &[Transition] {
        &self.files
    }

    /// Whether nothing is to be written.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}
