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
    /// Files to show, then a range of lines: A, A:B or A:; `$` is the last line
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
    raw: bool,
    /// List only names: definitions, headings or keys
    #[arg(long, conflicts_with_all = ["symbol", "section", "between", "body", "key"])]
    outline: bool,
    /// Number of outline levels to show
    #[arg(long, value_name = "N")]
    depth: Option<NonZeroUsize>,
    /// Show each line's hash for `lines`: 12:a3f1c09b77e2
    #[arg(long)]
    anchors: bool,
    /// Record that this task has seen the lines
    #[arg(long, value_name = "ID")]
    task: Option<String>,
}

impl ViewArgs {
    /// The help page of the command.
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "view",
        about: "Show numbered lines, and the hash for --expect-hash",
        examples: ["view src/main.rs", "view src/main.rs 10:20 --anchors"],
        usage: "view PATH... [A[:B]] [FLAGS]",
        elsewhere: &[VIEW, RANGES, ALL],
    };

    /// True if the hash of each line is shown too.
    pub(crate) fn has_anchors(&self) -> bool {
        self.anchors
    }

    /// True if only the value or the names are shown, for programs.
    pub(crate) fn is_raw(&self) -> bool {
        self.raw
    }

    /// Returns the files and the part of each to show. Stores the reading task in `terms`.
    pub(crate) fn meaning(self, terms: &mut Terms) -> Result<(Vec<PathBuf>, FilePart), Reason> {
        let Self {
            paths,
            region,
            key,
            dialect,
            raw,
            outline,
            depth,
            anchors: _,
            task,
        } = self;
        terms.task = task;
        let mut paths = Self::PAGE.needed_paths(paths)?;
        let range = take_range(&mut paths);
        if let (Some(last), Some(first)) = (&range, take_range(&mut paths)) {
            return Err(Reason::usage(
                format!("`{first} {last}` is not a range of lines"),
                format!("a range is `{first}:{last}`"),
            ));
        }
        if paths.iter().any(|path| path.as_os_str() == "-") {
            return Err(Reason::usage(
                "`view -` has no file to show",
                "`cat -n` numbers what is piped; a file of that name is `./-`",
            ));
        }
        if raw && key.is_none() && !outline {
            return Err(Reason::usage(
                "`--raw` needs --key or --outline",
                "--key KEY prints a value, --outline names; `cat` prints a file as it is",
            ));
        }
        let named = named_part(region, key, dialect.as_deref(), raw, outline, depth)?;
        let part = match (range, named) {
            (None, named) => named.unwrap_or_default(),
            (Some(range), None) => FilePart::Lines(asked_lines(&range)?),
            (Some(range), Some(_)) => {
                return Err(Reason::usage(
                    format!("`{range}` and another argument both say which lines"),
                    "give one of them",
                ));
            }
        };
        Ok((paths, part))
    }
}

/// The part of a file that flags name.
fn named_part(
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
        return Ok(Some(FilePart::Outline { depth }));
    }
    Ok(region.region()?.map(FilePart::Region))
}

/// Removes the last of several operands from `paths` if it is a range of lines.
fn take_range(paths: &mut Vec<PathBuf>) -> Option<String> {
    let [_, .., last] = &paths[..] else {
        return None;
    };
    let text = last.to_str()?;
    if text.is_empty() || !text.chars().all(|char| "0123456789:-,$.".contains(char)) {
        return None;
    }
    let range = text.to_owned();
    paths.pop();
    Some(range)
}

fn asked_lines(range: &str) -> Result<AskedLines, Reason> {
    AskedLines::parse(range).ok_or_else(|| {
        Reason::usage(
            format!("`{range}` is not a range of lines"),
            "a range is A, A:B, A: or :B, with lines from 1; `$` is the last line",
        )
    })
}
