//! `incise insert`

use std::ffi::OsString;
use std::num::ParseIntError;
use std::path::PathBuf;

use bytes::Bytes;
use clap::Args;

use super::replace::nth_place;
use super::search::SearchArgs;
use super::shared::{choice, refuse_unpaired};
use crate::cli::foreign::{ALL, EDITS, INSERT, TEXTS};
use crate::cli::intake::Intake;
use crate::cli::page::CommandPage;
use crate::cli::text_source::{TextSource, no_text};
use crate::refusal::{Reason, Refusals};
use crate::request::{self, Action, Edge, Find, Inline, InsertAt, Pick, Request, rule};

/// The arguments of `incise insert`.
#[derive(Debug, Args)]
pub(crate) struct InsertArgs {
    /// Files to edit; `-` edits standard input to standard output
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Insert after line N; 0 is the start, -1 or `$` the end; may be repeated, each time with a text
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = line_number)]
    line: Vec<i64>,
    /// Insert before TEXT, matched as in `replace`
    #[arg(
        long,
        value_name = "TEXT",
        allow_hyphen_values = true,
        conflicts_with = "line"
    )]
    before: Vec<OsString>,
    /// Insert after TEXT
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with_all = ["line", "before"])]
    after: Vec<OsString>,
    /// Position relative to the region: before, after, start, end
    #[arg(long, value_name = "EDGE", conflicts_with_all = ["line", "before", "after"])]
    at: Option<String>,
    /// Text to insert, literal, as whole lines
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    text: Vec<OsString>,
    /// Read the text from FILE, `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    text_file: Option<PathBuf>,
    /// Insert exactly these bytes next to the match, not whole lines
    #[arg(long)]
    inline: bool,
    /// Insert next to the Nth match; -1 is the last
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    nth: Option<i64>,
    /// Insert even if the same edit was made before; N must be 1
    #[arg(long, value_name = "N", conflicts_with = "nth")]
    expect: Option<usize>,
    /// Insert next to the match with the ID from `check replace`
    #[arg(long, value_name = "ID", conflicts_with_all = ["nth", "expect"])]
    site: Option<String>,
    #[command(flatten)]
    search: SearchArgs,
}

impl InsertArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "insert",
        about: "Insert lines at a line number, or next to text or a region",
        examples: [
            "insert src/a.rs --line 0 --text '// head'",
            "insert src/a.rs --after 'use std::fs;' --text 'use std::io;'",
        ],
        usage: "insert PATH... --line N|--before TEXT|--after TEXT|--at EDGE",
        foreign_flags: &[INSERT, TEXTS, EDITS, ALL],
    };

    pub(super) fn input(self, intake: &mut Intake<'_>) -> Result<Request, Refusals> {
        let paths = Self::PAGE.require_paths(self.paths)?;
        if self.text.is_empty() && self.text_file.is_none() {
            return Err(Self::PAGE.missing_text(&paths, no_text()).into());
        }
        let inline = if self.inline {
            Inline::Inline
        } else {
            Inline::WholeLines
        };
        refuse_line_as_edge(self.at.as_deref())?;
        // At most one of these flags is given.
        let flag = if !self.line.is_empty() {
            "--line"
        } else if !self.before.is_empty() {
            "--before"
        } else if !self.after.is_empty() {
            "--after"
        } else {
            "--at"
        };
        let mut places = match choice("--at", self.at.as_deref(), rule::EDGE_WORDS)? {
            Some(edge) => vec![at_edge(edge, &self.search)?],
            None => places(self.line, self.before, self.after, &self.search)?,
        };
        let pick = parse_pick(self.nth, self.expect, self.site)?;
        if places.len() == 1 && self.text.len() < 2 {
            let at = places.remove(0);
            let text = TextSource::require(self.text.into_iter().next(), self.text_file)?;
            let action = insertion(at, intake.text_for(&paths, text)?, inline, pick)?;
            return Ok(intake.steps(paths, &[action])?);
        }
        refuse_unpaired((flag, places.len()), ("--text TEXT", self.text.len()))?;
        let mut actions = Vec::new();
        for (at, text) in places.into_iter().zip(self.text) {
            let text = text.into_encoded_bytes().into();
            actions.push(insertion(at, text, inline, pick)?);
        }
        Ok(intake.steps(paths, &actions)?)
    }
}

/// Refuses a line number as the value of `--at`.
fn refuse_line_as_edge(at: Option<&str>) -> Result<(), Reason> {
    match at {
        Some(number) if number.parse::<i64>().is_ok() => Err(Reason::usage(
            format!("`--at {number}` is not an edge of a region"),
            format!("--line {number} inserts after line {number}; 0 is the start, -1 the end"),
        )),
        _ => Ok(()),
    }
}

fn insertion(at: InsertAt, text: Bytes, inline: Inline, pick: Pick) -> Result<Action, Reason> {
    let insert = request::Insert {
        inline,
        pick,
        ..request::Insert::lines(at, text)
    };
    Ok(Action::Insert(insert.checked()?))
}

/// Parses a line number. `$` is the last line, as everywhere.
fn line_number(text: &str) -> Result<i64, ParseIntError> {
    match text {
        "$" => Ok(-1),
        _ => text.parse(),
    }
}

/// The insertion points of the flags: line numbers first, then `--before`, then `--after`.
fn places(
    lines: Vec<i64>,
    before: Vec<OsString>,
    after: Vec<OsString>,
    search: &SearchArgs,
) -> Result<Vec<InsertAt>, Reason> {
    let mut places = Vec::new();
    for line in lines {
        places.push(at_line(line, search)?);
    }
    for old in before {
        places.push(InsertAt::BeforeText(find(old, search)?));
    }
    for old in after {
        places.push(InsertAt::AfterText(find(old, search)?));
    }
    if places.is_empty() {
        return Err(Reason::usage(
            "the position is missing",
            "--line N (0 is the start, -1 the end), --before TEXT, --after TEXT, or a region and --at EDGE",
        ));
    }
    Ok(places)
}

fn parse_pick(
    nth: Option<i64>,
    expect: Option<usize>,
    site: Option<String>,
) -> Result<Pick, Reason> {
    match (nth, expect, site) {
        (Some(nth), ..) => nth_place(nth),
        (None, Some(count), _) => Ok(rule::exactly(count)?),
        (None, None, Some(id)) => Ok(rule::site_of(&id)?),
        (None, None, None) => Ok(Pick::Only),
    }
}

fn at_edge(edge: Edge, search: &SearchArgs) -> Result<InsertAt, Reason> {
    if let Some(flag) = search.first_search_flag() {
        return Err(Reason::usage(
            format!("`{flag}` belongs to `--before` and `--after`, not to `--at`"),
            format!("omit {flag}"),
        ));
    }
    match search.region()? {
        Some(region) => Ok(InsertAt::Region(Box::new(region), edge)),
        None => Err(Reason::usage(
            "`--at` is an edge of a region, but no region is named",
            "name one, for example --section TITLE",
        )),
    }
}

fn at_line(line: i64, search: &SearchArgs) -> Result<InsertAt, Reason> {
    if let Some(flag) = search.first_given() {
        return Err(Reason::usage(
            format!("`{flag}` belongs to `--before` and `--after`, not to `--line`"),
            format!("omit {flag}"),
        ));
    }
    InsertAt::line(line).ok_or_else(|| {
        Reason::usage(
            format!("`--line {line}` is not a place"),
            "0 is the start, -1 the end, N is after line N",
        )
    })
}

fn find(old: OsString, search: &SearchArgs) -> Result<Find, Reason> {
    Ok(search.find(old.into_encoded_bytes().into())?.checked()?)
}
