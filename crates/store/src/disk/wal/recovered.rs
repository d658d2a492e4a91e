//! An interrupted transaction that has been settled.

use std::path::{Path, PathBuf};

/// An interrupted transaction that was completed or taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// True if all of it is applied; else none of it is.
    pub is_completed: bool,
    /// The files; absolute until they are [seen from](Self::seen_from) a directory.
    pub files: Vec<PathBuf>,
    /// The files that were left alone, because another process has changed them since.
    pub left: Vec<PathBuf>,
    /// The files that have the old texts of such files now.
    pub kept: Vec<PathBuf>,
}

impl Recovered {
    /// This recovery, with paths seen from `cwd`: relative to it if in it.
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
