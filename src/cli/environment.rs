//! What the process was started with beside its arguments: read once, passed down as values.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use crate::disk::Interrupt;

/// Variables and working directory.
#[derive(Debug)]
pub struct Environment {
    /// The working directory.
    pub cwd: io::Result<PathBuf>,
    /// `INCISE_ROOT`: touch nothing outside.
    pub root: Option<PathBuf>,
    /// `INCISE_BACKUP`: the suffix of backups, which every edit then makes.
    pub backup: Option<OsString>,
    /// `INCISE_TASK`: who edits.
    pub task: Option<OsString>,
    /// `INCISE_COLOR`: auto, always or never.
    pub color: Option<OsString>,
    /// `NO_COLOR` is set and not empty.
    pub no_color: bool,
    /// `CLICOLOR_FORCE` is set, not empty and not `0`.
    pub force_color: bool,
    /// Signals that ask for an end.
    pub interrupt: Interrupt,
}

impl Environment {
    /// The environment of this process. An empty variable counts as absent.
    #[expect(clippy::disallowed_methods, reason = "this is where `cli` reads it")]
    pub fn of_process() -> Self {
        let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        Self {
            cwd: std::env::current_dir(),
            root: variable("INCISE_ROOT").map(PathBuf::from),
            backup: variable("INCISE_BACKUP"),
            task: variable("INCISE_TASK"),
            color: variable("INCISE_COLOR"),
            no_color: variable("NO_COLOR").is_some(),
            force_color: variable("CLICOLOR_FORCE").is_some_and(|value| value != "0"),
            // Without handlers a signal kills, and the next run cleans up.
            interrupt: Interrupt::install().unwrap_or_default(),
        }
    }

    /// An environment with nothing but a working directory.
    pub fn bare(cwd: impl Into<PathBuf>) -> Self {
        Self {
            cwd: Ok(cwd.into()),
            root: None,
            backup: None,
            task: None,
            color: None,
            no_color: false,
            force_color: false,
            interrupt: Interrupt::default(),
        }
    }
}
