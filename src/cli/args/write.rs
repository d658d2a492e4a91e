//! `incise write`

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use crate::cli::foreign::{ALL, EDITS, TEXTS};
use crate::cli::intake::{Intake, Text};
use crate::cli::page::Page;
use crate::refusal::Refusals;
use crate::request::{Action, Existing, Parents, Request, Write as Meaning};

/// What was typed after `incise write`.
#[derive(Debug, Args)]
pub(crate) struct Write {
    /// File to write; refused when it exists, without --overwrite
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// The whole text, literal, as whole lines
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    text: Option<OsString>,
    /// Read the text from FILE, `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    text_file: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    overwrite: bool,
    /// Read the request as JSON from FILE or `-`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["text", "text_file", "overwrite"])]
    from_json: Option<PathBuf>,
}

impl Write {
    /// Its page.
    pub(crate) const PAGE: Page = Page {
        words: "write",
        about: "Give the whole text of a file; refuses an existing one without --overwrite",
        examples: [
            "write VERSION --text '1.2.0' --overwrite",
            "write data.json --text-file - --overwrite",
        ],
        usage: "write PATH --text TEXT [FLAGS]",
        elsewhere: &[TEXTS, EDITS, ALL],
    };

    pub(super) fn request(self, intake: &mut Intake<'_>) -> Result<Request, Refusals> {
        let Self {
            path,
            text,
            text_file,
            overwrite,
            from_json,
        } = self;
        if let Some(source) = from_json {
            return intake.json(&source, "write", path.as_deref());
        }
        let path = intake.needed_path(path, &Self::PAGE)?;
        let write = Meaning {
            text: intake.needed_whole_text(Text::plain(text, text_file))?,
            existing: if overwrite {
                Existing::Overwrite
            } else {
                Existing::Refuse
            },
            parents: Parents::Refuse,
        };
        Ok(intake.one_step(path, Action::Write(write)))
    }
}
