//! Conflicting changes of two sides of a merge.

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
    /// The change of this side.
    pub ours: LineChange,
    /// The change of the other side.
    pub theirs: LineChange,
}
