//! Which of the files below a directory are meant.

use std::path::PathBuf;

use super::PathOrigin;

/// The files below a directory that no ignore file names and that are not hidden, narrowed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Globs as ignore files have them, seen from the working directory: a file has to match one, unless all of them
    /// begin with `!`. Those leave out files and directories; the last glob that matches decides.
    pub globs: Vec<String>,
    /// Globs of files and directories that are left out whatever `globs` say.
    pub excluded: Vec<String>,
    /// Types of files by the names that ripgrep gives them: a file has to be of one, if there are any.
    pub types: Vec<String>,
    /// Types of files that are left out.
    pub excluded_types: Vec<String>,
    /// Whether hidden files and directories are meant too.
    pub has_hidden: bool,
    /// Whether what ignore files name is meant too.
    pub has_ignored: bool,
}

/// A path of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// As it was typed.
    pub path: PathBuf,
    /// How it came into the request.
    pub path_origin: PathOrigin,
    /// Which files are meant where it is a directory; `None` for a file.
    pub below: Option<Selection>,
}

impl Target {
    /// The file at `path`.
    pub(crate) fn file(path: PathBuf, path_origin: PathOrigin) -> Self {
        Self {
            path,
            path_origin,
            below: None,
        }
    }
}
