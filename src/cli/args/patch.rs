//! `incise patch`

use std::path::PathBuf;

use bytes::Bytes;
use clap::Args;

use super::search::{parse_threshold, stray_threshold};
use crate::cli::choice::choice;
use crate::cli::draft::{RequestDraft, TextSource};
use crate::cli::foreign::{ALL, EDITS, PATCH};
use crate::cli::page::CommandPage;
use crate::refusal::Reason;
use crate::request::{
    Base, DiffFormat, Direction, PartFilter, PatchDiff, PatchMode, Repeat, StrayBlanks, rule,
};

/// What was typed after `incise patch`.
#[derive(Debug, Args)]
pub(crate) struct PatchArgs {
    /// File with the diff; standard input when left out or `-`
    #[arg(value_name = "DIFF")]
    diff: Option<PathBuf>,
    /// The only file to apply it to, whatever its name
    #[arg(long, value_name = "PATH")]
    target: Option<PathBuf>,
    /// Leading components to drop from names (found out when left out)
    #[arg(short = 'p', long, value_name = "N")]
    strip: Option<usize>,
    /// Apply it backwards
    #[arg(short = 'R', long)]
    reverse: bool,
    /// Refuse a damaged diff instead of repairing it
    #[arg(long)]
    strict_format: bool,
    /// Take the last hunk for whole, whatever it counts
    #[arg(long, conflicts_with = "strict_format")]
    recount: bool,
    /// Only the files whose names match GLOB (repeatable)
    #[arg(long, value_name = "GLOB")]
    include: Vec<String>,
    /// Not the files whose names match GLOB (repeatable)
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Stray blanks in added lines: fix or error
    #[arg(long, value_name = "HOW")]
    whitespace: Option<String>,
    /// A text without a diff changes nothing
    #[arg(long)]
    allow_empty: bool,
    /// The old name of --idempotent
    #[arg(long, hide = true)]
    skip_applied: bool,
    /// Text the diff was made from; `git`: its blobs
    #[arg(long, value_name = "FILE")]
    base: Option<PathBuf>,
    /// strict (default for numbered diffs), tolerant, merge or fuzzy
    #[arg(long, value_name = "HOW")]
    mode: Option<String>,
    /// Similarity for fuzzy, 0.5 to 1.0 (default 0.8)
    #[arg(long, value_name = "X")]
    threshold: Option<f64>,
    /// Read the request as JSON from FILE or `-`
    #[arg(long, value_name = "FILE")]
    from_json: Option<PathBuf>,
}

impl PatchArgs {
    /// Its page.
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "patch",
        about: "Apply a diff of one file or many, all of it or nothing",
        examples: ["patch fix.diff", "patch -R < fix.diff"],
        usage: "patch [DIFF] [FLAGS]",
        elsewhere: &[PATCH, EDITS, ALL],
    };

    pub(super) fn draft(self) -> Result<RequestDraft, Reason> {
        let Self {
            diff,
            target,
            strip,
            reverse,
            strict_format,
            recount,
            include,
            exclude,
            whitespace,
            allow_empty,
            skip_applied,
            base,
            mode,
            threshold,
            from_json,
        } = self;
        if let Some(source) = from_json {
            return Ok(RequestDraft::Document(source, "patch", None));
        }
        // `git` is what git has, everything else a file: one of that name is `./git`.
        let (git, base) = match base {
            Some(base) if base.as_os_str() == "git" => (Some(Base::Git), None),
            base => (None, base),
        };
        let patch = PatchDiff {
            mode: parse_mode(mode.as_deref(), threshold)?,
            format: match (strict_format, recount) {
                (true, _) => DiffFormat::Strict,
                (false, true) => DiffFormat::Recount,
                (false, false) => DiffFormat::Repair,
            },
            target,
            strip,
            base: git,
            parts: PartFilter { include, exclude },
            blanks: parse_blanks(whitespace.as_deref())?,
            empty: if allow_empty {
                Repeat::Accept
            } else {
                Repeat::Refuse
            },
            direction: if reverse {
                Direction::Reverse
            } else {
                Direction::Forward
            },
            ..PatchDiff::new(Bytes::new())
        };
        let draft = RequestDraft::Patch {
            diff: TextSource::operand(diff, "DIFF"),
            base: TextSource::given(None, base, "--base"),
            patch: Box::new(patch),
            repeat: Repeat::Refuse,
        };
        Ok(draft.accepting_repeats(skip_applied))
    }
}

fn parse_blanks(word: Option<&str>) -> Result<StrayBlanks, Reason> {
    let blanks = choice("--whitespace", word, rule::BLANKS_WORDS)?;
    Ok(blanks.unwrap_or_default())
}

fn parse_mode(word: Option<&str>, threshold: Option<f64>) -> Result<Option<PatchMode>, Reason> {
    let threshold = threshold.map(parse_threshold).transpose()?;
    match choice("--mode", word, rule::MODE_WORDS)? {
        None if threshold.is_none() => Ok(None),
        mode => mode
            .and_then(|mode| mode.with(threshold))
            .map(Some)
            .ok_or_else(|| stray_threshold("--mode")),
    }
}
