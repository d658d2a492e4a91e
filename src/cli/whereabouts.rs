//! Where a command runs: its working directory, the roots that were named, the workspace around them.
//!
//! Found out once; the worlds of its runs are made from it. They differ in how far names may lead.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::args::PlaceArgs;
use super::environment::Environment;
use super::root;
use super::root::NamesFrom;
use crate::disk::{Reach, Watch};
use crate::journal::StateBase;
use crate::refusal::{Reason, Refusal};
use crate::run::{Chronicle, Sightings, World};

/// Where a command runs.
pub(super) struct Whereabouts<'e> {
    environment: &'e Environment,
    /// The words of the command line, for the journal.
    words: &'e [OsString],
    cwd: PathBuf,
    /// The roots that were named, by flags or by the environment.
    roots: Vec<PathBuf>,
    /// The directory whose journal is used.
    workspace: PathBuf,
}

impl<'e> Whereabouts<'e> {
    /// The place that was typed, seen from the working directory.
    ///
    /// # Errors
    /// `io` when there is no working directory.
    pub(super) fn of(
        place: PlaceArgs,
        environment: &'e Environment,
        words: &'e [OsString],
    ) -> Result<Self, Refusal> {
        let PlaceArgs { directory, root } = place;
        let cwd = environment.cwd.as_ref().map_err(|error| {
            Refusal::new(Reason::Io {
                during: "find the working directory",
                error: error.to_string(),
            })
        })?;
        let cwd = match directory {
            Some(directory) => cwd.join(directory),
            None => cwd.clone(),
        };
        Ok(Self::new(cwd, root, environment, words))
    }

    /// The directory `cwd`, with `roots` that were named, seen from there.
    pub(super) fn new(
        cwd: PathBuf,
        roots: Vec<PathBuf>,
        environment: &'e Environment,
        words: &'e [OsString],
    ) -> Self {
        let roots = root::named(roots, environment.root.as_ref(), &cwd);
        Self {
            workspace: root::journaled(&roots, &cwd),
            roots,
            environment,
            words,
            cwd,
        }
    }

    /// What the process was started with.
    pub(super) fn environment(&self) -> &'e Environment {
        self.environment
    }

    /// The directory that relative paths start from.
    pub(super) fn cwd(&self) -> &Path {
        &self.cwd
    }

    /// The workspace, then the roots that were named beside it.
    #[cfg(feature = "mcp")]
    pub(super) fn into_roots(self) -> Vec<PathBuf> {
        let others = self.roots.into_iter().skip(1);
        std::iter::once(self.workspace).chain(others).collect()
    }

    /// How far names from there may lead.
    pub(super) fn reach(&self, names_from: NamesFrom) -> Reach {
        root::reach(&self.roots, names_from, &self.workspace)
    }

    /// The world of a run whose targets are named there.
    pub(super) fn world(&self, names_from: NamesFrom) -> World {
        let word = |word: &OsString| word.to_string_lossy().into_owned();
        World {
            reach: self.reach(names_from),
            interrupt: self.environment.interrupt.clone(),
            watch: Watch::default(),
            cwd: match names_from {
                NamesFrom::Records => self.workspace.clone(),
                NamesFrom::CommandLine | NamesFrom::Document => self.cwd.clone(),
            },
            chronicle: Chronicle {
                base: self.environment.state.clone().map(StateBase),
                workspace: self.workspace.clone(),
                time: self.environment.time,
                command: self.words.iter().map(word).collect(),
                shows: None,
                sightings: Sightings::default(),
            },
        }
    }
}
