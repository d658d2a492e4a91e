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
    /// File to show
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// Lines to show, from 1; `A:` is from A to the end, `$` the last line
    #[arg(value_name = "A[:B]", allow_negative_numbers = true)]
    range: Option<String>,
    #[command(flatten)]
    region: RegionArgs,
    /// The entry of this key of a document, for example package.version
    #[arg(long, value_name = "KEY", conflicts_with_all = ["range", "symbol", "section", "between", "body"])]
    key: Option<String>,
    /// Kind of the document, if its name does not tell: git, systemd, php, env, json and so on
    #[arg(long, value_name = "NAME", requires = "key")]
    dialect: Option<String>,
    /// Print the value of the key alone, a string without its quotes; with --outline name and kind
    #[arg(long)]
    raw: bool,
    /// Show no lines but what has a name: definitions, headings or keys
    #[arg(long, conflicts_with_all = ["range", "symbol", "section", "between", "body", "key"])]
    outline: bool,
    /// How many levels of the outline
    #[arg(long, value_name = "N", requires = "outline")]
    depth: Option<NonZeroUsize>,
    /// Give each line the hash that `lines` takes: 12:a3f1c09b77e2
    #[arg(long)]
    anchors: bool,
    /// Who reads: edits of others made until now are known to this task
    #[arg(long, value_name = "ID")]
    task: Option<String>,
}

impl ViewArgs {
    /// The help page of the command.
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "view",
        about: "Show numbered lines and the hash that --expect-hash takes",
        examples: ["view src/main.rs", "view src/main.rs 10:20 --anchors"],
        usage: "view PATH [A[:B]] [FLAGS]",
        elsewhere: &[VIEW, RANGES, ALL],
    };

    /// Whether the hash of each line is shown too.
    pub(crate) fn has_anchors(&self) -> bool {
        self.anchors
    }

    /// Whether nothing is shown but what programs read.
    pub(crate) fn is_raw(&self) -> bool {
        self.raw
    }

    /// The file and the part of it to show. Who reads goes to `terms`.
    pub(crate) fn meaning(self, terms: &mut Terms) -> Result<(PathBuf, FilePart), Reason> {
        let Self {
            path,
            range,
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
        let path = Self::PAGE.needed_path(path)?;
        if path.as_os_str() == "-" {
            return Err(Reason::usage(
                "`view -` has no file to show",
                "`cat -n` numbers what is piped; a file of that name is `./-`",
            ));
        }
        if raw && key.is_none() && !outline {
            return Err(Reason::usage(
                "`--raw` prints the value of a key or the names of an outline, and neither is asked for",
                "--key KEY or --outline; `cat` prints a file as it is",
            ));
        }
        if let Some(key) = key {
            let key = super::set::key_in(&key, dialect.as_deref())?;
            let part = if raw {
                FilePart::Value(key)
            } else {
                FilePart::Region(Region::Key(key))
            };
            return Ok((path, part));
        }
        if outline {
            let depth = depth.map(NonZeroUsize::get);
            return Ok((path, FilePart::Outline { depth }));
        }
        let range = match (range, region.region()?) {
            (Some(range), None) => range,
            (None, region) => return Ok((path, region.map(FilePart::Region).unwrap_or_default())),
            (Some(range), Some(region)) => {
                return Err(Reason::usage(
                    format!("`{range}` and `--{}` both say which lines", region.option()),
                    "give one of them",
                ));
            }
        };
        let lines = AskedLines::parse(&range).ok_or_else(|| {
            Reason::usage(
                format!("`{range}` is no range of lines"),
                "A, A:B, A: or :B, the first and the last line, from 1, in order, `$` the last of all; one file at a time",
            )
        })?;
        Ok((path, FilePart::Lines(lines)))
    }
}
