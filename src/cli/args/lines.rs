//! `incise lines`

use std::ffi::OsString;
use std::path::PathBuf;

use bytes::Bytes;
use clap::Args;

use super::region::RegionArgs;
use super::shared::refuse_unpaired;
use crate::cli::foreign::{ALL, EDITS, LINES, RANGES, TEXTS};
use crate::cli::intake::Intake;
use crate::cli::page::CommandPage;
use crate::cli::text_source::TextSource;
use crate::refusal::{Reason, Refusals};
use crate::request::{self, Action, LinesAt, Region, Request, rule};

/// The arguments of `incise lines`.
#[derive(Debug, Args)]
pub(crate) struct LinesArgs {
    /// File to edit; `-` edits standard input to standard output
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// Lines to replace: A, A:B or A:; `$` is the last line; or A:HASH..B:HASH; may be repeated, each time with a text
    #[arg(value_name = "A[:B]", allow_negative_numbers = true)]
    ranges: Vec<String>,
    #[command(flatten)]
    region: RegionArgs,
    /// Allow the new text to define another name
    #[arg(long)]
    rename: bool,
    /// New lines, literal; a final newline is optional; '' deletes
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    text: Vec<OsString>,
    /// Read the text from FILE, `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    text_file: Option<PathBuf>,
    /// Delete the lines
    #[arg(long, conflicts_with_all = ["text", "text_file", "rename"])]
    delete: bool,
}

impl LinesArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "lines",
        about: "Replace or delete lines, by number or by region",
        examples: [
            "lines a.txt 3:5 --text 'one line'",
            "lines NEWS.md --section 1.2/Fixed --text ''",
        ],
        usage: "lines PATH A[:B] --text TEXT [FLAGS]",
        foreign_flags: &[LINES, RANGES, TEXTS, EDITS, ALL],
    };

    pub(super) fn input(self, intake: &mut Intake<'_>) -> Result<Request, Refusals> {
        let paths = vec![Self::PAGE.require_path(self.path)?];
        let region = self.region.region()?;
        if self.ranges.len() > 1 || self.text.len() > 1 {
            let actions = edit_ranges(&self.ranges, self.text, region)?;
            return Ok(intake.steps(paths, &actions)?);
        }
        let at = lines_at(self.ranges.first().map(String::as_str), region)?;
        let text = if self.delete {
            TextSource::Inline(Bytes::new())
        } else {
            TextSource::require(self.text.into_iter().next(), self.text_file)?
        };
        let action = Action::Lines(request::Lines {
            at,
            text: intake.text_for(&paths, text)?,
            may_rename: self.rename,
        });
        Ok(intake.steps(paths, &[action])?)
    }
}

/// An edit for each range with its text. All line numbers refer to the original text. A region cannot be combined with
/// ranges.
fn edit_ranges(
    ranges: &[String],
    texts: Vec<OsString>,
    region: Option<Region>,
) -> Result<Vec<Action>, Reason> {
    if region.is_some() {
        lines_at(ranges.first().map(String::as_str), region)?;
    }
    refuse_unpaired(("A:B", ranges.len()), ("--text TEXT", texts.len()))?;
    let mut edits = Vec::new();
    for (range, text) in ranges.iter().zip(texts) {
        edits.push(Action::Lines(request::Lines {
            at: lines_at(Some(range), None)?,
            text: text.into_encoded_bytes().into(),
            may_rename: false,
        }));
    }
    Ok(edits)
}

fn lines_at(range: Option<&str>, region: Option<Region>) -> Result<LinesAt, Reason> {
    let range = match (range, region) {
        (Some(range), None) => range,
        (None, Some(region)) => return Ok(LinesAt::Region(Box::new(region))),
        (None, None) => {
            return Err(Reason::usage(
                "no lines are named",
                "give A for one line, A:B for several, for example 3:5, or a region such as --symbol NAME",
            ));
        }
        (Some(range), Some(region)) => {
            return Err(Reason::usage(
                format!("`{range}` and `--{}` both select lines", region.option()),
                "give one of them",
            ));
        }
    };
    match rule::parse_anchored_lines(range) {
        Some((lines, anchors)) => Ok(LinesAt::Numbers(lines, anchors)),
        None => Err(Reason::usage(
            format!("`{range}` is not a range of lines"),
            "a range is A, A:B, A: or :B, with lines from 1; `$` is the last line; with anchors, A:HASH..B:HASH from `incise view PATH --anchors`",
        )),
    }
}
