//! What of a patch is printed instead of its diff: lists in git's formats, or the diff as it was read.

use clap::Args;

use super::aside::Aside;
use crate::refusal::Reason;
use crate::render::Tallies;
use crate::request::{Run, Terms};

/// `--stat` and its like.
#[derive(Debug, Args)]
pub(crate) struct Tallied {
    /// Only print what changes, as a graph
    #[arg(long, conflicts_with_all = ["json", "format", "quiet"])]
    stat: bool,
    /// Only print added and removed lines as numbers
    #[arg(long, conflicts_with_all = ["json", "format", "quiet"])]
    numstat: bool,
    /// Only print what is created, deleted, renamed
    #[arg(long, conflicts_with_all = ["json", "format", "quiet"])]
    summary: bool,
}

impl Tallied {
    /// Which lists are asked for.
    pub(crate) fn tallies(&self) -> Tallies {
        let Self {
            stat,
            numstat,
            summary,
        } = self;
        Tallies {
            numbers: *numstat,
            graph: *stat,
            summary: *summary,
        }
    }
}

/// `patch --apply`
#[derive(Debug, Default, Args)]
pub(crate) struct AppliedArgs {
    /// With --stat and its like: apply the diff as well
    #[arg(long, conflicts_with = "dry_run")]
    apply: bool,
}

impl AppliedArgs {
    /// Has a request of which `tallies` are asked for run dry, unless it is to be applied as well.
    ///
    /// # Errors
    /// `usage` for flags that only make sense where something is written.
    pub(crate) fn settle(
        &self,
        tallies: Tallies,
        beside: &Aside,
        terms: &mut Terms,
    ) -> Result<(), Reason> {
        let is_shown_only = !self.apply && !tallies.are_none();
        if !is_shown_only {
            return Ok(());
        }
        let writing = [
            ("--validate", terms.validate.is_some()),
            ("--output", beside.output.is_some()),
            ("--reject-file", beside.reject_file.is_some()),
        ];
        if let Some((flag, _)) = writing.into_iter().find(|(_, is_given)| *is_given) {
            return Err(Reason::usage(
                format!("`{flag}` goes with a diff that is applied, and lists alone only show it"),
                format!("add --apply, or leave {flag} out"),
            ));
        }
        terms.run = Run::DryRun;
        Ok(())
    }
}

/// `check patch --print-repaired`
#[derive(Debug, Args)]
pub(crate) struct Understood {
    /// Print the diff as it is understood, apply nothing
    #[arg(long, conflicts_with_all = ["json", "format", "stat", "numstat", "summary"])]
    pub(crate) print_repaired: bool,
}
