//! `incise remove`

use std::path::PathBuf;

use clap::Args;

use crate::cli::draft::RequestDraft;
use crate::cli::foreign::{ALL, EDITS, REMOVE};
use crate::cli::page::CommandPage;
use crate::refusal::Reason;
use crate::request::Action;

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

    pub(super) fn draft(self) -> Result<RequestDraft, Reason> {
        let Self { paths } = self;
        Ok(RequestDraft::Steps(
            Self::PAGE.require_paths(paths)?,
            vec![Action::Remove],
        ))
    }
}
