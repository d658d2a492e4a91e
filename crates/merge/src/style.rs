//! The presentation of conflicts: markers of a style and size, or one side.

/// The style and size of conflict markers.
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

/// The side with which a merge resolves conflicts (`--ours`, `--theirs`, `--union`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Favour {
    /// Our side, which is the file.
    Ours,
    /// The other side.
    Theirs,
    /// Both sides, ours first, with common lines once.
    Union,
}

/// The style of conflict markers (`--conflicts`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConflictStyle {
    /// Both sides, without their common beginning and end.
    #[default]
    Merge,
    /// Both complete sides, with the base between them.
    Diff3,
    /// Like `Diff3`, without the common beginning and end of both sides.
    Zdiff3,
}
