//! `incise move`

use std::path::PathBuf;

use clap::Args;

use crate::cli::draft::RequestDraft;
use crate::cli::foreign::{ALL, EDITS, MOVE};
use crate::cli::page::CommandPage;
use crate::refusal::Reason;
use crate::request::{self, Action};

/// The arguments of `incise move`.
#[derive(Debug, Args)]
pub(crate) struct MoveArgs {
    /// File to rename
    #[arg(value_name = "FROM")]
    from: Option<PathBuf>,
    /// New path; refused if it exists
    #[arg(value_name = "TO")]
    to: Option<PathBuf>,
    /// Create missing directories
    #[arg(long)]
    parents: bool,
    /// Read the request as JSON from FILE or `-`
    #[arg(long, value_name = "FILE")]
    from_json: Option<PathBuf>,
}

impl MoveArgs {
    /// The help page of the command.
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "move",
        about: "Move or rename a file; refuses an existing target",
        examples: ["move a.txt b.txt", "move a.txt docs/a.txt --parents"],
        usage: "move FROM TO [FLAGS]",
        elsewhere: &[MOVE, EDITS, ALL],
    };

    pub(super) fn draft(self) -> Result<RequestDraft, Reason> {
        let Self {
            from,
            to,
            parents,
            from_json,
        } = self;
        if let Some(source) = from_json {
            return Ok(RequestDraft::Document(source, "move", from));
        }
        let from = Self::PAGE.needed_path(from)?;
        let Some(to) = to else {
            return Err(Reason::usage(
                "the new name is missing",
                "`incise move FROM TO` takes two paths, old and new",
            ));
        };
        let action = Action::Move(request::Move {
            to,
            makes_parents: parents,
        });
        Ok(RequestDraft::Steps(vec![from], vec![action]))
    }
}
