//! `incise remove`

use std::path::PathBuf;

use clap::Args;

use crate::cli::draft::RequestDraft;
use crate::cli::foreign::{ALL, EDITS};
use crate::cli::page::CommandPage;
use crate::refusal::Reason;
use crate::request::Action;

/// The arguments of `incise remove`.
#[derive(Debug, Args)]
pub(crate) struct RemoveArgs {
    /// File to delete
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// Read the request as JSON from FILE or `-`
    #[arg(long, value_name = "FILE")]
    from_json: Option<PathBuf>,
}

impl RemoveArgs {
    /// The help page of the command.
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "remove",
        about: "Delete a file",
        examples: [
            "remove old.txt",
            "remove old.txt --expect-hash 1f2e3d4c5b6a",
        ],
        usage: "remove PATH [FLAGS]",
        elsewhere: &[EDITS, ALL],
    };

    pub(super) fn draft(self) -> Result<RequestDraft, Reason> {
        let Self { path, from_json } = self;
        if let Some(source) = from_json {
            return Ok(RequestDraft::Document(source, "remove", path));
        }
        Ok(RequestDraft::Step(
            Self::PAGE.needed_path(path)?,
            Action::Remove,
        ))
    }
}
