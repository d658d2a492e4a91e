//! `incise replay`

use std::path::PathBuf;

use clap::Args;

use super::EditInput;
use crate::cli::foreign::{ALL, EDITS};
use crate::cli::intake::Intake;
use crate::cli::page::CommandPage;
use crate::cli::text_source::TextSource;
use crate::refusal::Refusals;

/// The arguments of `incise replay`.
#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// File from `incise log --export`; standard input if omitted or `-`
    #[arg(value_name = "EDITS")]
    edits: Option<PathBuf>,
    /// Apply each entry as its own transaction; only if a dry run of all succeeds;
    /// stop at the first refusal
    #[arg(long)]
    each: bool,
}

impl ReplayArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "replay",
        about: "Repeat edits from `incise log --export`; here or in another root",
        examples: [
            "replay edits.jsonl",
            "replay edits.jsonl --root ~/other/tree",
        ],
        usage: "replay [EDITS] [FLAGS]",
        foreign_flags: &[EDITS, ALL],
    };

    pub(super) fn input(self, intake: &mut Intake<'_>) -> Result<EditInput, Refusals> {
        let source = TextSource::operand(self.edits, "EDITS");
        Ok(if self.each {
            EditInput::EachEntry(source)
        } else {
            intake.recorded(source)?.into()
        })
    }
}
