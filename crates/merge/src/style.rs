//! The presentation of conflicts: markers of a style and size, or one side.

/// The form of conflict markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkedConflicts {
    /// The text between the markers.
    pub style: ConflictStyle,
    /// The number of characters in a marker.
    pub size: usize,
}

impl MarkedConflicts {
    /// The default size of a marker.
    pub const USUAL_SIZE: usize = 7;
}

impl Default for MarkedConflicts {
    fn default() -> Self {
        Self {
            style: ConflictStyle::default(),
            size: Self::USUAL_SIZE,
        }
    }
}

/// The side that the conflicts of a merge take (`--ours`, `--theirs`, `--union`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Favour {
    /// The side of the file.
    Ours,
    /// The other side.
    Theirs,
    /// Both sides, that of the file first, and their common lines once.
    Union,
}

/// The form of a conflict (`--conflicts`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConflictStyle {
    /// Both sides, without what they share at their ends.
    #[default]
    Merge,
    /// Both sides whole, and the text between them that they come from.
    Diff3,
    /// The same, without what both sides share at their ends.
    Zdiff3,
}
