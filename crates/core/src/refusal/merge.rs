//! What two sides of a merge made of the same lines.

use crate::change::LineChange;
use crate::merge::ConflictCause;
use crate::text::LineRange;

/// Lines that both sides of a merge changed, each in its own way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeConflict {
    /// The lines in the file as it is; where it has none, the line after them.
    pub lines: LineRange,
    /// Why nothing settles it.
    pub cause: ConflictCause,
    /// What this side made of the base.
    pub ours: LineChange,
    /// What the other side made of it.
    pub theirs: LineChange,
}
