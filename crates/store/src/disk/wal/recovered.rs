//! An interrupted transaction that was recovered.

use std::path::{Path, PathBuf};

/// An interrupted transaction that was completed or undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// True if the transaction was completed, false if it was undone.
    pub is_completed: bool,
    /// The files of the transaction. The paths are absolute until [`Self::seen_from`] is called.
    pub files: Vec<PathBuf>,
    /// The files that were left alone because another process has changed them since.
    pub left: Vec<PathBuf>,
    /// The files that now contain the old texts of the files in `left`.
    pub kept: Vec<PathBuf>,
}

impl Recovered {
    /// The same recovery with paths relative to `cwd`. Paths outside `cwd` stay absolute.
    #[must_use]
    pub fn seen_from(mut self, cwd: &Path) -> Self {
        let paths = self.files.iter_mut().chain(&mut self.left);
        for path in paths.chain(&mut self.kept) {
            if let Ok(below) = path.strip_prefix(cwd) {
                *path = below.to_owned();
            }
        }
        self
    }
}
