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
    /// The state directory of this program: `INCISE_STATE_DIR`, else `incise` in `XDG_STATE_HOME`, else
    /// in `.local/state` of `HOME`.
    pub state: Option<PathBuf>,
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
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        Self {
            cwd: std::env::current_dir(),
            root: variable("INCISE_ROOT").map(PathBuf::from),
            backup: variable("INCISE_BACKUP"),
            task: variable("INCISE_TASK"),
            state: state_directory(variable),
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
            state: None,
            color: None,
            no_color: false,
            force_color: false,
            interrupt: Interrupt::default(),
        }
    }
}

/// The state directory, out of the variables. A relative name would be another one in each directory.
fn state_directory(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let directory = |name| variable(name).map(PathBuf::from);
    let below = |name, rest| directory(name).map(|base| base.join(rest));
    directory("INCISE_STATE_DIR")
        .or_else(|| below("XDG_STATE_HOME", "incise").filter(|path| path.is_absolute()))
        .or_else(|| below("HOME", ".local/state/incise"))
        .filter(|path| path.is_absolute())
}

#[cfg(test)]
mod tests {
    use super::state_directory;
    use std::path::PathBuf;

    #[test]
    fn the_nearest_variable_names_the_state_directory() {
        let of = |variables: &[(&str, &str)]| {
            state_directory(|name| {
                let found = variables.iter().find(|(variable, _)| *variable == name);
                found.map(|(_, value)| value.into())
            })
        };
        let all = [
            ("INCISE_STATE_DIR", "/s"),
            ("XDG_STATE_HOME", "/x"),
            ("HOME", "/h"),
        ];
        let path = |path: &str| Some(PathBuf::from(path));
        assert_eq!(of(&all), path("/s"));
        assert_eq!(of(&all[1..]), path("/x/incise"));
        assert_eq!(of(&all[2..]), path("/h/.local/state/incise"));
        assert_eq!(
            of(&[("XDG_STATE_HOME", "x"), all[2]]),
            path("/h/.local/state/incise")
        );
        assert_eq!(of(&[("HOME", "h")]), None);
        assert_eq!(of(&[]), None);
    }
}
