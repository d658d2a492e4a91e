//! The plan of a transaction: the input of a commit.

use crate::place::Transition;

/// The transitions of one transaction, each with a different place.
///
/// A commit writes everything in the plan without further checks. So create a plan only after all rules about the new
/// texts have been applied.
#[derive(Clone, Debug)]
pub struct Plan {
    files: Vec<Transition>,
}

impl Plan {
    /// The plan of `files`. The caller guarantees that these texts may be written, and that no place occurs twice.
    pub fn checked(mut files: Vec<Transition>) -> Self {
        files.sort_unstable_by(|left, right| left.place.cmp(&right.place));
        Self { files }
    }

    /// The transitions, sorted by place.
    pub fn files(&self) -> &[Transition] {
        &self.files
    }

    /// The total length of the new texts, in bytes.
    pub fn text_len(&self) -> usize {
        let texts = self.files.iter().filter_map(|file| file.after.as_ref());
        texts.map(|text| text.changes.result_len()).sum()
    }

    /// True if there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}
