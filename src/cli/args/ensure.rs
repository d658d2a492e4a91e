//! `incise ensure`

use std::ffi::OsString;
use std::path::PathBuf;

use bytes::Bytes;
use clap::Args;

use super::region::RegionArgs;
use crate::cli::foreign::{ALL, EDITS, ENSURE};
use crate::cli::intake::Intake;
use crate::cli::page::CommandPage;
use crate::cli::text_source::TextSource;
use crate::refusal::{Reason, Refusals};
use crate::request::{self, Action, EnsureOptions, Find, InsertAt, PatternLanguage, Request};

/// The arguments of `incise ensure`.
#[derive(Debug, Args)]
pub(crate) struct EnsureArgs {
    /// Files to edit; `-` edits standard input to standard output
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Line that the file must contain once, literal
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    line: Option<OsString>,
    /// Replace the line that matches REGEX; several matches are refused
    #[arg(long, value_name = "REGEX", allow_hyphen_values = true)]
    matching: Option<OsString>,
    /// Text between the two --marker lines, literal, as whole lines
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with_all = ["line", "matching"])]
    block: Option<OsString>,
    /// Read the block from FILE, `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["line", "matching", "block"])]
    block_file: Option<PathBuf>,
    /// Mark the block with `# BEGIN NAME` and `# END NAME`
    #[arg(long, value_name = "NAME", conflicts_with_all = ["line", "matching"])]
    marker: Option<OsString>,
    /// Comment prefix of the marker lines (default `#`); `<!-- -->` encloses them
    #[arg(
        long,
        value_name = "PREFIX",
        allow_hyphen_values = true,
        requires = "marker"
    )]
    comment: Option<OsString>,
    /// If missing: insert before the line with TEXT
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    before: Option<OsString>,
    /// If missing: insert after the line with TEXT
    #[arg(
        long,
        value_name = "TEXT",
        allow_hyphen_values = true,
        conflicts_with = "before"
    )]
    after: Option<OsString>,
    /// If missing: insert as the first line; with --before or --after: only if TEXT is not in the file
    #[arg(long)]
    at_start: bool,
    /// If missing: insert as the last line (default); with --before TEXT: before its first occurrence, or last if TEXT is not in the file
    #[arg(long, conflicts_with = "at_start")]
    at_end: bool,
    /// Treat the TEXT of --before or --after as a regular expression
    #[arg(long)]
    regex: bool,
    #[command(flatten)]
    region: RegionArgs,
    /// Delete the line or block
    #[arg(long, conflicts_with_all = ["block", "block_file", "before", "after", "at_start", "at_end", "create"])]
    absent: bool,
    /// Create a missing file
    #[arg(long)]
    create: bool,
}

impl EnsureArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "ensure",
        about: "Make sure a file contains a line or a marked block; changes nothing if it does",
        examples: [
            "ensure .gitignore --line 'target/' --create",
            "ensure app.conf --line 'port = 80' --matching '^port *='",
        ],
        usage: "ensure PATH --line TEXT|--block TEXT --marker NAME [FLAGS]",
        foreign_flags: &[ENSURE, EDITS, ALL],
    };

    pub(super) fn input(self, intake: &mut Intake<'_>) -> Result<Request, Refusals> {
        let paths = Self::PAGE.require_paths(self.paths)?;
        if self.regex && self.before.is_none() && self.after.is_none() {
            return Err(Reason::usage(
                "`--regex` belongs to `--before` and `--after`",
                "--matching REGEX selects the line to replace",
            )
            .into());
        }
        let language = if self.regex {
            PatternLanguage::Regex
        } else {
            PatternLanguage::Literal
        };
        let edge = match (self.at_start, self.at_end) {
            (true, _) => Some(InsertAt::Beginning),
            (false, true) => Some(InsertAt::End),
            (false, false) => None,
        };
        // With `--before` or `--after`, the edge applies only if their text is not in the file.
        let (at, otherwise) = match (self.before, self.after) {
            (Some(text), _) => (Some(InsertAt::BeforeText(find(text, language)?)), edge),
            (None, Some(text)) => (Some(InsertAt::AfterText(find(text, language)?)), edge),
            (None, None) => (edge, None),
        };
        let mut options = EnsureOptions {
            line: self.line.map(bytes),
            matching: self.matching.map(bytes),
            block: None,
            marker: self.marker.map(bytes),
            comment: self.comment.map(bytes),
            at,
            otherwise,
            region: self.region.region()?,
            is_absent: self.absent,
            makes_file: self.create,
        };
        if let Some(text) = TextSource::from_flags(self.block, self.block_file, "--block-file") {
            options.block = Some(intake.text_for(&paths, text)?);
        }
        let has_no_text =
            options.line.is_none() && options.marker.is_none() && options.block.is_none();
        let ensure = request::Ensure::new(options).map_err(|malformed| {
            let reason = Reason::from(malformed);
            if has_no_text {
                return Self::PAGE.missing_text(&paths, reason);
            }
            reason
        })?;
        Ok(intake.steps(paths, &[Action::Ensure(ensure)])?)
    }
}

fn find(text: OsString, language: PatternLanguage) -> Result<Find, Reason> {
    let mut find = Find::literal(bytes(text));
    find.options.language = language;
    Ok(find.checked()?)
}

fn bytes(typed: OsString) -> Bytes {
    typed.into_encoded_bytes().into()
}
