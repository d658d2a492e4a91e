//! What of a patch is printed instead of its diff: lists in git's formats, or the diff as it was read.

use clap::Args;

use crate::render::{Tallies, Tally};

/// `--stat` and its like.
#[derive(Debug, Args)]
pub(crate) struct Tallied {
    /// Print a graph, not the diff; applies it all the same
    #[arg(long, conflicts_with_all = ["json", "format", "quiet"])]
    stat: bool,
    /// Print added and removed lines as numbers
    #[arg(long, conflicts_with_all = ["json", "format", "quiet"])]
    numstat: bool,
    /// Print what is created, deleted, renamed
    #[arg(long, conflicts_with_all = ["json", "format", "quiet"])]
    summary: bool,
}

impl Tallied {
    /// Which lists are asked for.
    pub(in crate::cli) fn tallies(&self) -> Tallies {
        let Self {
            stat,
            numstat,
            summary,
        } = self;
        let asked = |flag: &bool| match flag {
            true => Tally::Asked,
            false => Tally::Unasked,
        };
        Tallies {
            numbers: asked(numstat),
            graph: asked(stat),
            summary: asked(summary),
        }
    }
}

/// `check patch --print-repaired`
#[derive(Debug, Args)]
pub(crate) struct Understood {
    /// Print the diff as it is understood, apply nothing
    #[arg(long, conflicts_with_all = ["json", "format", "stat", "numstat", "summary"])]
    pub(in crate::cli) print_repaired: bool,
}
