//! `incise append`, `incise create` and `incise write`: commands that take a text and no location.

use std::ffi::OsString;
use std::path::PathBuf;

use bytes::Bytes;
use clap::Args;

use crate::cli::foreign::{ALL, APPEND, CREATE, EDITS, TEXTS, WRITE};
use crate::cli::intake::Intake;
use crate::cli::page::CommandPage;
use crate::cli::text_source::TextSource;
use crate::refusal::{Reason, Refusal, Refusals};
use crate::request::{self, Action, Request};

/// The text of `source` for the files at `paths`. Errors refer to `page`.
fn text_for(
    page: &CommandPage,
    paths: &[PathBuf],
    source: Result<TextSource, Reason>,
    intake: &mut Intake<'_>,
) -> Result<Bytes, Refusal> {
    let source = source.map_err(|missing| page.missing_text(paths, missing))?;
    intake.text_for(paths, source)
}

/// The arguments of `incise append`.
#[derive(Debug, Args)]
pub(crate) struct AppendArgs {
    /// Files to edit; created if missing; `-` edits standard input to standard output
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Text to append, literal, as whole lines
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    text: Option<OsString>,
    /// Read the text from FILE, `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    text_file: Option<PathBuf>,
    /// Refuse a missing file instead of creating it
    #[arg(long)]
    existing: bool,
    /// Old name of --idempotent; see also `ensure`
    #[arg(long, hide = true)]
    once: bool,
}

impl AppendArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "append",
        about: "Append lines to a file, and create it if missing; `ensure` adds lines only once",
        examples: [
            "append notes.md --text 'Done on Monday.'",
            "append log.txt --text-file -",
        ],
        usage: "append PATH... --text TEXT [FLAGS]",
        foreign_flags: &[APPEND, TEXTS, EDITS, ALL],
    };

    pub(super) fn input(self, intake: &mut Intake<'_>) -> Result<Request, Refusals> {
        let paths = Self::PAGE.require_paths(self.paths)?;
        let source = TextSource::require(self.text, self.text_file);
        let action = Action::Append(request::Append {
            text: text_for(&Self::PAGE, &paths, source, intake)?,
            must_exist: self.existing,
        });
        let request = intake.steps(paths, &[action])?;
        if self.once {
            return Ok(request.accepting_repeats());
        }
        Ok(request)
    }
}

/// The arguments of `incise create`.
#[derive(Debug, Args)]
pub(crate) struct CreateArgs {
    /// File to create; refused if it exists
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// Content, literal, as whole lines; '' creates an empty file
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    text: Option<OsString>,
    /// Read the text from FILE, `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    text_file: Option<PathBuf>,
    /// Create missing directories
    #[arg(long)]
    parents: bool,
}

impl CreateArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "create",
        about: "Create a file; refused if it exists",
        examples: [
            "create src/b.rs --text 'fn main() {}'",
            "create docs/new/page.md --parents --text-file -",
        ],
        usage: "create PATH --text TEXT [FLAGS]",
        foreign_flags: &[CREATE, TEXTS, EDITS, ALL],
    };

    pub(super) fn input(self, intake: &mut Intake<'_>) -> Result<Request, Refusals> {
        let paths = vec![Self::PAGE.require_path(self.path)?];
        let source = TextSource::require_whole_file(self.text, self.text_file);
        let action = Action::Create(request::Create {
            text: text_for(&Self::PAGE, &paths, source, intake)?,
            makes_parents: self.parents,
        });
        Ok(intake.steps(paths, &[action])?)
    }
}

/// The arguments of `incise write`.
#[derive(Debug, Args)]
pub(crate) struct WriteArgs {
    /// File to write; an existing file needs --overwrite
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// Content, literal, as whole lines
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    text: Option<OsString>,
    /// Read the text from FILE, `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    text_file: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    overwrite: bool,
}

impl WriteArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "write",
        about: "Write a whole file; an existing file needs --overwrite",
        examples: [
            "write VERSION --text '1.2.0' --overwrite",
            "write data.json --text-file - --overwrite",
        ],
        usage: "write PATH --text TEXT [FLAGS]",
        foreign_flags: &[WRITE, TEXTS, EDITS, ALL],
    };

    pub(super) fn input(self, intake: &mut Intake<'_>) -> Result<Request, Refusals> {
        let paths = vec![Self::PAGE.require_path(self.path)?];
        let source = TextSource::require_whole_file(self.text, self.text_file);
        let action = Action::Write(request::Write {
            text: text_for(&Self::PAGE, &paths, source, intake)?,
            overwrites: self.overwrite,
            makes_parents: false,
        });
        Ok(intake.steps(paths, &[action])?)
    }
}
