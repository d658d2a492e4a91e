//! A choice of the files below a directory.

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
    /// True if hidden files and directories are meant too.
    pub has_hidden: bool,
    /// True if what ignore files name is meant too.
    pub has_ignored: bool,
}
