//! `incise remove`

use std::path::PathBuf;

use clap::Args;

use crate::cli::foreign::{ALL, EDITS, REMOVE};
use crate::cli::intake::Intake;
use crate::cli::page::CommandPage;
use crate::refusal::Refusals;
use crate::request::{Action, Request};

/// The arguments of `incise remove`.
#[derive(Debug, Args)]
pub(crate) struct RemoveArgs {
    /// Files to delete
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
}

impl RemoveArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "remove",
        about: "Delete files",
        examples: [
            "remove old.txt",
            "remove old.txt --expect-hash 1f2e3d4c5b6a",
        ],
        usage: "remove PATH... [FLAGS]",
        foreign_flags: &[REMOVE, EDITS, ALL],
    };

    pub(super) fn input(self, intake: &mut Intake<'_>) -> Result<Request, Refusals> {
        let paths = Self::PAGE.require_paths(self.paths)?;
        Ok(intake.steps(paths, &[Action::Remove])?)
    }
}
