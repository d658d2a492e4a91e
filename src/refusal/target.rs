//! Why a diff and the one file it is given for do not go together.

use std::path::PathBuf;

/// A fault of the file a diff is given for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetFault {
    /// No part of the diff is for it.
    Unmentioned {
        /// The file, as it was given.
        target: PathBuf,
        /// The files that parts are for, as people know them.
        named: Vec<PathBuf>,
    },
    /// Several files of the diff have its base name, and none its path.
    Ambiguous {
        /// Those files, as people know them.
        named: Vec<PathBuf>,
    },
    /// The diff only gives the file another name.
    OnlyMoves,
    /// The diff names no file, and none was given.
    Nameless,
}
