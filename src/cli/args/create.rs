//! `incise create`

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::parents;
use crate::cli::foreign::{ALL, EDITS, TEXTS};
use crate::cli::intake::{Intake, Text};
use crate::cli::page::Page;
use crate::refusal::Refusals;
use crate::request::{Action, Create as Meaning, Request};

/// What was typed after `incise create`.
#[derive(Debug, Args)]
pub(crate) struct Create {
    /// File to make; refused when it exists
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// The whole text, literal, as whole lines; '' makes an empty file
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    text: Option<OsString>,
    /// Read the text from FILE, `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    text_file: Option<PathBuf>,
    /// Make missing directories
    #[arg(long)]
    parents: bool,
    /// Read the request as JSON from FILE or `-`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["text", "text_file", "parents"])]
    from_json: Option<PathBuf>,
}

impl Create {
    /// Its page.
    pub(crate) const PAGE: Page = Page {
        words: "create",
        about: "Make a new file; refuses an existing one",
        examples: [
            "create src/b.rs --text 'fn main() {}'",
            "create docs/new/page.md --parents --text-file -",
        ],
        usage: "create PATH --text TEXT [FLAGS]",
        elsewhere: &[TEXTS, EDITS, ALL],
    };

    pub(super) fn request(self, intake: &mut Intake<'_>) -> Result<Request, Refusals> {
        let Self {
            path,
            text,
            text_file,
            parents,
            from_json,
        } = self;
        if let Some(source) = from_json {
            return intake.json(&source, "create", path.as_deref());
        }
        let path = intake.needed_path(path, &Self::PAGE)?;
        let create = Meaning {
            text: intake.needed_whole_text(Text::plain(text, text_file))?,
            parents: parents::policy(parents),
        };
        Ok(intake.one_step(path, Action::Create(create)))
    }
}
