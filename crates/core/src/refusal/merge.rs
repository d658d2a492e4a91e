//! Conflicts between both sides of a merge.

use crate::change::LineChange;
use crate::merge::ConflictCause;
use crate::text::LineRange;

/// Lines that both sides of a merge changed differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeConflict {
    /// The lines in the current file. If the file has no such lines, the line after them.
    pub lines: LineRange,
    /// The reason why no rule resolved the conflict.
    pub cause: ConflictCause,
    /// The change of this side.
    pub ours: LineChange,
    /// The change of the other side.
    pub theirs: LineChange,
}
