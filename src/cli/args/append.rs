//! `incise append`

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use crate::cli::foreign::{ALL, EDITS, TEXTS};
use crate::cli::intake::{Intake, Text};
use crate::cli::page::Page;
use crate::refusal::Refusals;
use crate::request::{Action, Append as Meaning, Missing, Request};

/// What was typed after `incise append`.
#[derive(Debug, Args)]
pub(crate) struct Append {
    /// File to edit; made when missing; `-` edits standard input to standard output
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// Text to append, literal, as whole lines
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    text: Option<OsString>,
    /// Read the text from FILE, `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    text_file: Option<PathBuf>,
    /// Refuse a missing file instead of making it
    #[arg(long)]
    existing: bool,
    /// The old name of --idempotent
    #[arg(long, hide = true)]
    once: bool,
    /// Read the request as JSON from FILE or `-`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["text", "text_file", "existing"])]
    from_json: Option<PathBuf>,
}

impl Append {
    /// Its page.
    pub(crate) const PAGE: Page = Page {
        words: "append",
        about: "Add lines at the end of a file; never truncates, makes a missing file",
        examples: [
            "append .gitignore --text 'target/' --idempotent",
            "append notes.md --text-file -",
        ],
        usage: "append PATH --text TEXT [FLAGS]",
        elsewhere: &[TEXTS, EDITS, ALL],
    };

    pub(super) fn request(self, intake: &mut Intake<'_>) -> Result<Request, Refusals> {
        let Self {
            path,
            text,
            text_file,
            existing,
            once,
            from_json,
        } = self;
        if let Some(source) = from_json {
            return intake.json(&source, "append", path.as_deref());
        }
        let path = intake.needed_path(path, &Self::PAGE)?;
        let append = Meaning {
            text: intake.needed_text(Text::plain(text, text_file))?,
            missing: if existing {
                Missing::Refuse
            } else {
                Missing::Create
            },
        };
        let request = intake.one_step(path, Action::Append(append));
        Ok(if once {
            request.accepting_repeats()
        } else {
            request
        })
    }
}
