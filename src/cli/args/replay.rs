//! `incise replay`

use std::path::PathBuf;

use clap::Args;

use crate::cli::draft::{Draft, TextSource};
use crate::cli::foreign::{ALL, EDITS};
use crate::cli::page::Page;
use crate::refusal::Reason;

/// What was typed after `incise replay`.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// File that `incise log --export` wrote; standard input when left out or `-`
    #[arg(value_name = "EDITS")]
    edits: Option<PathBuf>,
}

impl Replay {
    /// Its page.
    pub(crate) const PAGE: Page = Page {
        words: "replay",
        about: "Do again what `incise log --export` wrote; here or below another root",
        examples: [
            "replay edits.jsonl",
            "replay edits.jsonl --root ~/other/tree",
        ],
        usage: "replay [EDITS] [FLAGS]",
        elsewhere: &[EDITS, ALL],
    };

    pub(super) fn draft(self) -> Result<Draft, Reason> {
        let Self { edits } = self;
        Ok(Draft::Replay(TextSource::operand(edits, "EDITS")))
    }
}
