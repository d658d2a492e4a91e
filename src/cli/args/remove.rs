//! `incise remove`

use std::path::PathBuf;

use clap::Args;

use crate::cli::draft::RequestDraft;
use crate::cli::foreign::{ALL, EDITS, REMOVE};
use crate::cli::page::{CommandPage, at_most_one};
use crate::refusal::Reason;
use crate::request::Action;

/// The arguments of `incise remove`.
#[derive(Debug, Args)]
pub(crate) struct RemoveArgs {
    /// Files to delete
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Read the request as JSON from FILE or `-`
    #[arg(long, value_name = "FILE")]
    from_json: Option<PathBuf>,
}

impl RemoveArgs {
    /// The help page of the command.
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "remove",
        about: "Delete files",
        examples: [
            "remove old.txt",
            "remove old.txt --expect-hash 1f2e3d4c5b6a",
        ],
        usage: "remove PATH... [FLAGS]",
        elsewhere: &[REMOVE, EDITS, ALL],
    };

    pub(super) fn draft(self) -> Result<RequestDraft, Reason> {
        let Self { paths, from_json } = self;
        if let Some(source) = from_json {
            let path = at_most_one(paths)?;
            return Ok(RequestDraft::Document(source, "remove", path));
        }
        Ok(RequestDraft::Steps(
            Self::PAGE.needed_paths(paths)?,
            vec![Action::Remove],
        ))
    }
}
