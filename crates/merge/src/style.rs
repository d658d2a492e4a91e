//! What a merge makes of its conflicts: markers of a style and size, or one side.

/// How the conflicts of a merge are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkedConflicts {
    /// What stands between the markers.
    pub style: ConflictStyle,
    /// How often the sign of a marker stands in it.
    pub size: usize,
}

impl MarkedConflicts {
    /// The size of a marker unless another is asked for.
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
    /// That of the file.
    Ours,
    /// The other one.
    Theirs,
    /// Both, that of the file first; what they share stands there once.
    Union,
}

/// How a conflict is shown (`--conflicts`).
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
