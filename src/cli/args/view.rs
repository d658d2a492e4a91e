//! `incise view`

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::region::RegionArgs;
use crate::cli::foreign::{ALL, RANGES, VIEW};
use crate::cli::page::CommandPage;
use crate::refusal::Reason;
use crate::request::{AskedLines, FilePart, Region, Terms};

/// The arguments of `incise view`.
#[derive(Debug, Args)]
pub(crate) struct ViewArgs {
    /// Files to show, then ranges of lines: A, A:B or A:; `$` is the last line
    #[arg(value_name = "PATH", allow_negative_numbers = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    region: RegionArgs,
    /// Show the entry of this key, for example package.version
    #[arg(long, value_name = "KEY", conflicts_with_all = ["symbol", "section", "between", "body"])]
    key: Option<String>,
    /// Format, if the name does not show it; git, systemd, php, env, json and others
    #[arg(long, value_name = "NAME")]
    dialect: Option<String>,
    /// Print only the value of the key, without quotes; with --outline: name and kind
    #[arg(long)]
    pub(crate) raw: bool,
    /// List only names: definitions, headings or keys
    #[arg(long, conflicts_with_all = ["symbol", "section", "between", "body", "key"])]
    outline: bool,
    /// Number of outline levels to show
    #[arg(long, value_name = "N")]
    depth: Option<NonZeroUsize>,
    /// Show each line's hash for `lines`: 12:a3f1c09b77e2
    #[arg(long)]
    pub(crate) anchors: bool,
    /// Record that this task has seen the lines
    #[arg(long, value_name = "ID")]
    task: Option<String>,
}

impl ViewArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "view",
        about: "Show numbered lines, and the hash for --expect-hash",
        examples: ["view src/main.rs 10:20 35:40", "view src/main.rs --outline"],
        usage: "view PATH... [A[:B]]... [FLAGS]",
        foreign_flags: &[VIEW, RANGES, ALL],
    };

    /// Returns the files with the parts to show, in order. Stores the reading task in `terms`.
    pub(crate) fn parts(self, terms: &mut Terms) -> Result<Vec<(PathBuf, FilePart)>, Reason> {
        terms.task = self.task;
        let files = with_ranges(Self::PAGE.require_paths(self.paths)?);
        if files.iter().any(|(path, _)| path.as_os_str() == "-") {
            return Err(Reason::usage(
                "`view -` has no file to show",
                "`cat -n` numbers piped text; a file with that name is `./-`",
            ));
        }
        if self.raw && self.key.is_none() && !self.outline {
            return Err(Reason::usage(
                "`--raw` needs --key or --outline",
                "--key KEY prints a value, --outline names; `cat` prints a file as it is",
            ));
        }
        let flag_part = part_from_flags(
            self.region,
            self.key,
            self.dialect.as_deref(),
            self.raw,
            self.outline,
            self.depth,
        )?;
        let mut parts = Vec::new();
        for (path, ranges) in files {
            if let Some(range) = ranges.first()
                && flag_part.is_some()
            {
                return Err(Reason::usage(
                    format!("`{range}` and another argument both select lines"),
                    "give one of them",
                ));
            }
            if ranges.is_empty() {
                parts.push((path, flag_part.clone().unwrap_or_default()));
                continue;
            }
            refuse_two_numbers(&ranges)?;
            for range in ranges {
                parts.push((path.clone(), FilePart::Lines(parse_range(&range)?)));
            }
        }
        Ok(parts)
    }
}

/// The part of a file that the flags select; `None` without such a flag.
fn part_from_flags(
    region: RegionArgs,
    key: Option<String>,
    dialect: Option<&str>,
    is_raw: bool,
    is_outline: bool,
    depth: Option<NonZeroUsize>,
) -> Result<Option<FilePart>, Reason> {
    if let Some(key) = key {
        let key = super::set::key_in(&key, dialect)?;
        return Ok(Some(if is_raw {
            FilePart::Value(key)
        } else {
            FilePart::Region(Region::Key(key))
        }));
    }
    if is_outline {
        let depth = depth.map(NonZeroUsize::get);
        return Ok(Some(FilePart::Outline(depth)));
    }
    Ok(region.region()?.map(FilePart::Region))
}

/// The files of `operands`, each with the ranges that follow it. Consecutive files share the ranges after the last of
/// them.
fn with_ranges(operands: Vec<PathBuf>) -> Vec<(PathBuf, Vec<String>)> {
    let last = operands.len() - 1;
    let mut files = Vec::new();
    let mut ranges: Vec<String> = Vec::new();
    let mut is_after_file = false;
    for (number, operand) in operands.into_iter().enumerate().rev() {
        let text = operand.to_str().unwrap_or_default();
        let is_range = AskedLines::parse(text).is_some();
        if number > 0 && (is_range || number == last && looks_like_range(text)) {
            if is_after_file {
                ranges.clear();
            }
            ranges.insert(0, text.to_owned());
            is_after_file = false;
        } else {
            files.push((operand, ranges.clone()));
            is_after_file = true;
        }
    }
    files.reverse();
    files
}

/// True if a last operand like `text` is probably a range and not a file.
fn looks_like_range(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|char| "0123456789:-,$.".contains(char))
}

/// Refuses two numbers, which are often meant as one range.
fn refuse_two_numbers(ranges: &[String]) -> Result<(), Reason> {
    match ranges {
        [first, last] if is_number(first) && is_number(last) => Err(Reason::usage(
            format!("`{first} {last}` is not a range of lines"),
            format!("a range is `{first}:{last}`; for two lines, `{first}:{first} {last}:{last}`"),
        )),
        _ => Ok(()),
    }
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse_range(range: &str) -> Result<AskedLines, Reason> {
    AskedLines::parse(range).ok_or_else(|| {
        Reason::usage(
            format!("`{range}` is not a range of lines"),
            "a range is A, A:B, A: or :B, with lines from 1; `$` is the last line",
        )
    })
}
