//! `incise insert`

use std::ffi::OsString;
use std::num::ParseIntError;
use std::path::PathBuf;

use clap::Args;

use super::replace::nth_place;
use super::search::SearchArgs;
use super::shared::choice;
use crate::cli::draft::{RequestDraft, TextSource};
use crate::cli::foreign::{ALL, EDITS, INSERT, TEXTS};
use crate::cli::page::{CommandPage, at_most_one};
use crate::refusal::Reason;
use crate::request::{self, Action, Edge, Find, Inline, InsertAt, Pick, rule};

/// The arguments of `incise insert`.
#[derive(Debug, Args)]
pub(crate) struct InsertArgs {
    /// Files to edit; `-` edits standard input to standard output
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Insert after line N; 0 is the start, -1 or `$` the end
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = line_number)]
    line: Option<i64>,
    /// Insert before TEXT, matched as in `replace`
    #[arg(
        long,
        value_name = "TEXT",
        allow_hyphen_values = true,
        conflicts_with = "line"
    )]
    before: Option<OsString>,
    /// Insert after TEXT
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with_all = ["line", "before"])]
    after: Option<OsString>,
    /// Position relative to the region: before, after, start, end
    #[arg(long, value_name = "EDGE", conflicts_with_all = ["line", "before", "after"])]
    at: Option<String>,
    /// Text to insert, literal, as whole lines
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    text: Option<OsString>,
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
    /// Read the request as JSON from FILE or `-`
    #[arg(long, value_name = "FILE")]
    from_json: Option<PathBuf>,
}

impl InsertArgs {
    /// The help page of the command.
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "insert",
        about: "Insert lines at a line number, or next to text or a region",
        examples: [
            "insert src/a.rs --line 0 --text '// head'",
            "insert src/a.rs --after 'use std::fs;' --text 'use std::io;'",
        ],
        usage: "insert PATH... --line N|--before TEXT|--after TEXT|--at EDGE",
        elsewhere: &[INSERT, TEXTS, EDITS, ALL],
    };

    pub(super) fn draft(self) -> Result<RequestDraft, Reason> {
        let Self {
            paths,
            line,
            before,
            after,
            at,
            text,
            text_file,
            inline,
            nth,
            expect,
            site,
            search,
            from_json,
        } = self;
        if let Some(source) = from_json {
            let path = at_most_one(paths)?;
            return Ok(RequestDraft::Document(source, "insert", path));
        }
        let paths = Self::PAGE.needed_paths(paths)?;
        let text = TextSource::needed(text, text_file)
            .map_err(|missing| Self::PAGE.text_among(&paths, missing))?;
        let inline = if inline {
            Inline::Inline
        } else {
            Inline::WholeLines
        };
        if let Some(number) = at.as_deref().filter(|at| at.parse::<i64>().is_ok()) {
            return Err(Reason::usage(
                format!("`--at {number}` is not an edge of a region"),
                format!("--line {number} inserts after line {number}; 0 is the start, -1 the end"),
            ));
        }
        let edge = choice("--at", at.as_deref(), rule::EDGE_WORDS)?;
        let at = match edge {
            Some(edge) => at_edge(edge, &search)?,
            None => place(line, before, after, &search)?,
        };
        let pick = chosen_place(nth, expect, site)?;
        Ok(RequestDraft::text_step(paths, text, move |text| {
            let insert = request::Insert {
                inline,
                pick,
                ..request::Insert::lines(at, text)
            };
            Ok(Action::Insert(insert.checked()?))
        }))
    }
}

/// The number that `text` is; the last line is called `$` wherever lines are named.
fn line_number(text: &str) -> Result<i64, ParseIntError> {
    match text {
        "$" => Ok(-1),
        _ => text.parse(),
    }
}

fn place(
    line: Option<i64>,
    before: Option<OsString>,
    after: Option<OsString>,
    search: &SearchArgs,
) -> Result<InsertAt, Reason> {
    match (line, before, after) {
        (Some(line), ..) => at_line(line, search),
        (None, Some(old), _) => Ok(InsertAt::BeforeText(find(old, search)?)),
        (None, None, Some(old)) => Ok(InsertAt::AfterText(find(old, search)?)),
        (None, None, None) => Err(Reason::usage(
            "the position is missing",
            "--line N (0 is the start, -1 the end), --before TEXT, --after TEXT, or a region and --at EDGE",
        )),
    }
}

fn chosen_place(
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
    if let Some(flag) = search.first_of_text() {
        return Err(Reason::usage(
            format!("`{flag}` belongs to `--before` and `--after`, not to `--at`"),
            format!("omit {flag}"),
        ));
    }
    match search.region()? {
        Some(region) => Ok(InsertAt::Region(Box::new(region), edge)),
        None => Err(Reason::usage(
            "`--at` is an edge of a region, and none is named",
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
