//! The environment of the process, read once and passed on as values.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use super::meter::Meter;
use crate::disk::Interrupt;
use crate::journal::PrivateNames;

/// The directory for temporary files if the environment names none.
const SCRATCH: &str = "/tmp";

/// Environment variables and working directory.
#[derive(Debug)]
pub struct Environment {
    /// The working directory.
    pub cwd: io::Result<PathBuf>,
    /// `INCISE_ROOT`: the root directory, like `--root`.
    pub root: Option<PathBuf>,
    /// `INCISE_BACKUP`: the suffix of the backup that every edit then makes.
    pub backup: Option<OsString>,
    /// `INCISE_PRIVATE`: more names of private files, separated by colons.
    pub private: Option<OsString>,
    /// `INCISE_TASK`: the author of the edits.
    pub task: Option<OsString>,
    /// The directory of journals: `INCISE_STATE_DIR`, else `incise` in the user's state directory.
    pub state: Option<PathBuf>,
    /// Start time of the process, in milliseconds since 1970 (UTC).
    pub time: u64,
    /// `INCISE_COLOR`: `auto`, `always` or `never`.
    pub color: Option<OsString>,
    /// `NO_COLOR` is set and not empty.
    pub no_color: bool,
    /// `CLICOLOR_FORCE` is set, not empty and not `0`.
    pub force_color: bool,
    /// `VISUAL`, else `EDITOR`.
    pub editor: Option<OsString>,
    /// The directory for temporary files: `TMPDIR`, or else `/tmp`.
    pub scratch: PathBuf,
    /// The signals that end the process.
    pub interrupt: Interrupt,
    /// The progress bar of long runs.
    pub meter: Option<Meter>,
}

impl Environment {
    /// The environment of this process. An empty variable counts as absent.
    #[expect(
        clippy::disallowed_methods,
        reason = "the only place where `cli` reads the environment"
    )]
    pub fn of_process() -> Self {
        let cwd = std::env::current_dir();
        let state = state_directory(
            variable("INCISE_STATE_DIR"),
            variable("XDG_STATE_HOME"),
            variable("HOME"),
        );
        Self {
            // An absolute path, so that `-C` does not change the location of the journals.
            state: match &cwd {
                Ok(cwd) => state.map(|state| cwd.join(state)),
                Err(_) => state,
            },
            cwd,
            root: variable("INCISE_ROOT").map(PathBuf::from),
            backup: variable("INCISE_BACKUP"),
            private: variable("INCISE_PRIVATE"),
            task: variable("INCISE_TASK"),
            time: std::time::SystemTime::now()
                .duration_since(std::time::SystemTime::UNIX_EPOCH)
                .map_or(0, |time| {
                    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
                }),
            color: variable("INCISE_COLOR"),
            no_color: variable("NO_COLOR").is_some(),
            force_color: variable("CLICOLOR_FORCE").is_some_and(|value| value != "0"),
            editor: variable("VISUAL").or_else(|| variable("EDITOR")),
            scratch: variable("TMPDIR").map_or_else(|| PathBuf::from(SCRATCH), PathBuf::from),
            // Without handlers, a signal kills the process, and the next run cleans up.
            interrupt: Interrupt::install().unwrap_or_default(),
            meter: Some(Meter::of_process()),
        }
    }

    /// The task, if the command line names none.
    pub(super) fn task(&self) -> Option<String> {
        let task = self.task.as_ref();
        task.map(|task| task.to_string_lossy().into_owned())
    }

    /// The exit status of a process that a signal ended, as shells report it; `None` without a signal.
    pub(super) fn signal_status(&self) -> Option<u8> {
        u8::try_from(128 + self.interrupt.received()?).ok()
    }

    /// The names of private files: the built-in names and the names in `INCISE_PRIVATE`.
    pub(super) fn private_names(&self) -> PrivateNames {
        match &self.private {
            Some(names) => PrivateNames::with_more(&names.to_string_lossy()),
            None => PrivateNames::default(),
        }
    }

    /// An environment with nothing but a working directory.
    pub fn bare(cwd: impl Into<PathBuf>) -> Self {
        Self {
            cwd: Ok(cwd.into()),
            root: None,
            backup: None,
            private: None,
            task: None,
            state: None,
            time: 0,
            color: None,
            no_color: false,
            force_color: false,
            editor: None,
            scratch: PathBuf::from(SCRATCH),
            interrupt: Interrupt::default(),
            meter: None,
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the only place where `cli` reads the environment"
)]
fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// The directory of all journals. The XDG specification says to ignore a relative `XDG_STATE_HOME`.
fn state_directory(
    incise_state_dir: Option<OsString>,
    xdg_state_home: Option<OsString>,
    home: Option<OsString>,
) -> Option<PathBuf> {
    if let Some(directory) = incise_state_dir {
        return Some(directory.into());
    }
    if let Some(xdg_state_home) = xdg_state_home.map(PathBuf::from)
        && xdg_state_home.is_absolute()
    {
        return Some(xdg_state_home.join("incise"));
    }
    let default = if cfg!(target_os = "macos") {
        "Library/Application Support"
    } else {
        ".local/state"
    };
    Some(PathBuf::from(home?).join(default).join("incise"))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::path::PathBuf;

    use super::state_directory;

    #[test]
    fn the_state_directory_is_configured_or_the_default() {
        let variable = |value: &str| (!value.is_empty()).then(|| OsString::from(value));
        for (incise_state_dir, xdg_state_home, home, expected) in [
            ("/incise", "/home/state", "/u", "/incise"),
            ("incise", "", "/u", "incise"),
            ("", "/home/state", "/u", "/home/state/incise"),
            ("", "relative", "/u", "/u/.local/state/incise"),
            ("", "", "/u", "/u/.local/state/incise"),
            ("", "", "", ""),
        ] {
            if cfg!(target_os = "macos") && expected.contains(".local") {
                continue;
            }
            let found = state_directory(
                variable(incise_state_dir),
                variable(xdg_state_home),
                variable(home),
            );
            assert_eq!(found.unwrap_or_default(), PathBuf::from(expected));
        }
    }
}
