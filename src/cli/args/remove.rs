//! `incise remove`

use std::path::PathBuf;

use clap::Args;

use crate::cli::foreign::{ALL, EDITS};
use crate::cli::intake::Intake;
use crate::cli::page::Page;
use crate::refusal::Refusals;
use crate::request::{Action, Request};

/// What was typed after `incise remove`.
#[derive(Debug, Args)]
pub(crate) struct Remove {
    /// File to delete
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// Read the request as JSON from FILE or `-`
    #[arg(long, value_name = "FILE")]
    from_json: Option<PathBuf>,
}

impl Remove {
    /// Its page.
    pub(crate) const PAGE: Page = Page {
        words: "remove",
        about: "Delete a file",
        examples: [
            "remove old.txt",
            "remove old.txt --expect-hash 1f2e3d4c5b6a",
        ],
        usage: "remove PATH [FLAGS]",
        elsewhere: &[EDITS, ALL],
    };

    pub(super) fn request(self, intake: &mut Intake<'_>) -> Result<Request, Refusals> {
        let Self { path, from_json } = self;
        if let Some(source) = from_json {
            return intake.json(&source, "remove", path.as_deref());
        }
        let path = intake.needed_path(path, &Self::PAGE)?;
        Ok(intake.one_step(path, Action::Remove))
    }
}
