//! The context of a command: its working directory, the roots and the workspace around them.
//!
//! The context is determined once. The worlds of all runs are created from it, and differ in the reach of names.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::args::DirectoryArgs;
use super::environment::Environment;
use crate::disk::{Reach, Watch};
use crate::journal::StateBase;
use crate::refusal::{Fault, Refusal};
use crate::run::{self, CaughtUp, Chooser, JournalContext, World};

/// The entries that mark the top directory of a workspace.
const MARKERS: [&str; 3] = [".git", ".jj", ".hg"];

/// The origin of the target names, which decides their root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamesFrom {
    /// The user typed the names, so they may lead anywhere.
    CommandLine,
    /// A diff or a JSON request. Its names must stay in the workspace.
    Document,
    /// Records. Their names are relative to the root and must stay inside.
    Records,
}

pub(super) struct CommandContext<'e> {
    environment: &'e Environment,
    /// The command line, for the journal.
    words: &'e [OsString],
    cwd: PathBuf,
    /// The roots from the flags or the environment.
    roots: Vec<PathBuf>,
    /// The directory whose journal is used: the first root, or else the workspace of the working directory.
    workspace: PathBuf,
    /// The files in which tasks have seen all lines of other tasks, as far as earlier runs found.
    caught_up: CaughtUp,
}

impl<'e> CommandContext<'e> {
    /// The context for the directory and the roots of `place`, relative to the working directory.
    ///
    /// # Errors
    /// `io` if there is no working directory.
    pub(super) fn from_args(
        place: DirectoryArgs,
        environment: &'e Environment,
        words: &'e [OsString],
    ) -> Result<Self, Refusal> {
        let DirectoryArgs { directory, root } = place;
        let cwd = environment
            .cwd
            .as_ref()
            .map_err(|error| Refusal::from(Fault::io("find", error)).at("the working directory"))?;
        let cwd = match directory {
            Some(directory) => cwd.join(directory),
            None => cwd.clone(),
        };
        Ok(Self::new(cwd, root, environment, words))
    }

    /// The context for the directory `cwd`, with `roots` relative to it.
    pub(super) fn new(
        cwd: PathBuf,
        roots: Vec<PathBuf>,
        environment: &'e Environment,
        words: &'e [OsString],
    ) -> Self {
        let roots = absolute_roots(roots, environment.root.as_ref(), &cwd);
        Self {
            workspace: roots.first().cloned().unwrap_or_else(|| workspace(&cwd)),
            caught_up: CaughtUp::default(),
            roots,
            environment,
            words,
            cwd,
        }
    }

    pub(super) fn environment(&self) -> &'e Environment {
        self.environment
    }

    pub(super) fn cwd(&self) -> &Path {
        &self.cwd
    }

    /// The workspace and the other named roots.
    #[cfg(feature = "mcp")]
    pub(super) fn into_roots(self) -> Vec<PathBuf> {
        let others = self.roots.into_iter().skip(1);
        std::iter::once(self.workspace).chain(others).collect()
    }

    /// The reach of names that come from `names_from`.
    pub(super) fn reach(&self, names_from: NamesFrom) -> Reach {
        reach(&self.roots, names_from, &self.workspace)
    }

    /// The world of a run whose target names come from `names_from`.
    pub(super) fn world(&self, names_from: NamesFrom) -> World {
        let words = self.words.iter();
        let command = words.map(|word| word.to_string_lossy().into_owned());
        World {
            reach: self.reach(names_from),
            interrupt: self.environment.interrupt.clone(),
            watch: Watch::default(),
            chooser: Chooser::default(),
            cwd: match names_from {
                NamesFrom::Records => self.workspace.clone(),
                NamesFrom::CommandLine | NamesFrom::Document => self.cwd.clone(),
            },
            journal: JournalContext {
                base: self.environment.state.clone().map(StateBase),
                workspace: self.workspace.clone(),
                time: self.environment.time,
                command: command.collect(),
                caught_up: self.caught_up.clone(),
                private_names: self.environment.private_names(),
                ..JournalContext::default()
            },
        }
    }
}

/// The roots of the flags (`--root`), or else of `INCISE_ROOT`, relative to `cwd`.
fn absolute_roots(flags: Vec<PathBuf>, environment: Option<&PathBuf>, cwd: &Path) -> Vec<PathBuf> {
    let roots = if flags.is_empty() {
        environment.cloned().into_iter().collect()
    } else {
        flags
    };
    roots.into_iter().map(|root| cwd.join(root)).collect()
}

/// The reach of names that come from `names_from`: `roots`, if there are any. Otherwise typed paths may lead
/// anywhere, and names from documents stay in the workspace.
fn reach(roots: &[PathBuf], names_from: NamesFrom, workspace: &Path) -> Reach {
    if !roots.is_empty() {
        return Reach::Roots(roots.to_vec());
    }
    match names_from {
        NamesFrom::Document | NamesFrom::Records => Reach::Roots(vec![workspace.to_owned()]),
        NamesFrom::CommandLine => Reach::Anywhere,
    }
}

/// The nearest ancestor of `cwd`, or `cwd`, with a marker of version control; otherwise `cwd`.
fn workspace(cwd: &Path) -> PathBuf {
    run::marked_ancestor(cwd, &MARKERS)
        .unwrap_or(cwd)
        .to_owned()
}

#[cfg(test)]
#[allow(
    clippy::disallowed_methods,
    reason = "the test makes its own directories"
)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::{NamesFrom, absolute_roots, reach, workspace};
    use crate::disk::Reach;

    #[test]
    fn the_workspace_is_the_nearest_marked_directory() {
        let directory = tempfile::tempdir().unwrap();
        let top = directory.path().canonicalize().unwrap();
        let below = top.join("a/b");
        fs::create_dir_all(&below).unwrap();
        fs::create_dir(top.join("a/.jj")).unwrap();
        assert_eq!(workspace(&below), top.join("a"));
        fs::create_dir(below.join(".hg")).unwrap();
        assert_eq!(workspace(&below), below);
    }

    #[test]
    fn roots_given_by_flag_win_and_typed_paths_have_none() {
        let cwd = PathBuf::from("/nowhere/at/all");
        let variable = PathBuf::from("v");
        let with = |flags: &[&str], variable, names_from| {
            let flags = flags.iter().map(PathBuf::from).collect();
            reach(&absolute_roots(flags, variable, &cwd), names_from, &cwd)
        };
        let roots = |names: &[&str]| Reach::Roots(names.iter().map(PathBuf::from).collect());
        let (typed, document) = (NamesFrom::CommandLine, NamesFrom::Document);
        assert_eq!(
            with(&["/f", "g"], Some(&variable), document),
            roots(&["/f", "/nowhere/at/all/g"])
        );
        assert_eq!(
            with(&[], Some(&variable), typed),
            roots(&["/nowhere/at/all/v"])
        );
        assert_eq!(with(&[], None, typed), Reach::Anywhere);
        assert_eq!(with(&[], None, document), roots(&["/nowhere/at/all"]));
    }
}
