//! A selection of files below a directory.

/// A selection of files below a directory. By default, hidden and ignored files are excluded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Globs in the syntax of ignore files, relative to the working directory. A file must match one, unless all of
    /// them begin with `!`. A glob with `!` excludes files and directories. The last matching glob decides.
    pub globs: Vec<String>,
    /// Globs of files and directories to exclude. They override `globs`.
    pub excluded: Vec<String>,
    /// File types, by their names in ripgrep. If the list is not empty, a file must have one of these types.
    pub types: Vec<String>,
    /// File types to exclude.
    pub excluded_types: Vec<String>,
    /// True if hidden files and directories are included.
    pub has_hidden: bool,
    /// True if ignored files are included.
    pub has_ignored: bool,
}
