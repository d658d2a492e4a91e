//! The path of a request: a file, or a directory with a selection of its files.

use std::path::PathBuf;

use super::{PathOrigin, Selection};

/// A path of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The path as it was typed.
    pub path: PathBuf,
    /// The origin of the path.
    pub path_origin: PathOrigin,
    /// The selection of files, if the path is a directory. `None` for a file.
    pub below: Option<Selection>,
}

impl Target {
    /// The file at `path`.
    pub fn file(path: PathBuf, path_origin: PathOrigin) -> Self {
        Self {
            path,
            path_origin,
            below: None,
        }
    }

    /// The files at `paths`.
    pub fn files(paths: Vec<PathBuf>, path_origin: PathOrigin) -> Vec<Self> {
        let files = paths.into_iter();
        files.map(|path| Self::file(path, path_origin)).collect()
    }
}
