//! `incise replace`

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::search::Search;
use crate::cli::intake::{Intake, Text};
use crate::cli::select::Selection;
use crate::refusal::{Reason, Refusal};
use crate::request::json::Given;
use crate::request::{Action, Fix, Pick, Repeat, Replace as Meaning, Request, Step, Terms, rule};

/// What was typed after `incise replace`.
#[derive(Debug, Args)]
pub(crate) struct Replace {
    /// Files to edit; `-` edits standard input to standard output
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Text to find, literal, there exactly once
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    old: Option<OsString>,
    /// Text to put there, literal; '' deletes
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    new: Option<OsString>,
    /// Read the old text from FILE, `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "old")]
    old_file: Option<PathBuf>,
    /// Read the new text from FILE, `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "new")]
    new_file: Option<PathBuf>,
    /// Read SEARCH/REPLACE blocks from FILE or `-`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["old", "new", "old_file", "new_file"])]
    blocks: Option<PathBuf>,
    /// Read the request as JSON from FILE or `-`
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "old", "new", "old_file", "new_file", "blocks", "all", "nth", "expect", "idempotent",
        "glob", "files_from", "within", "matching", "threshold",
    ])]
    from_json: Option<PathBuf>,
    /// Replace every place
    #[arg(long, conflicts_with = "nth")]
    all: bool,
    /// Replace the Nth place: 1 is the first, -1 the last
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        conflicts_with = "expect"
    )]
    nth: Option<i64>,
    /// Replace every place, which must be N in all
    #[arg(long, value_name = "N")]
    expect: Option<usize>,
    #[command(flatten)]
    search: Search,
    /// Succeed when the new text is there already
    #[arg(long)]
    idempotent: bool,
    #[command(flatten)]
    selection: Selection,
}

impl Replace {
    pub(super) fn request(self, intake: &mut Intake<'_>) -> Result<Request, Refusal> {
        let Self {
            paths,
            old,
            new,
            old_file,
            new_file,
            blocks,
            from_json,
            all,
            nth,
            expect,
            search,
            idempotent,
            selection,
        } = self;
        if let Some(source) = from_json {
            let path = intake.at_most_one(paths)?;
            let given = Given {
                operation: Some("replace"),
                path: path.as_deref(),
            };
            return intake.json(&source, given);
        }
        let texts = match blocks {
            Some(source) => intake.blocks(&source)?,
            None => {
                let old = intake.text(Text::new("--old", old, "--old-file", old_file))?;
                let new = intake.text(Text::new("--new", new, "--new-file", new_file))?;
                vec![both(old, new)?]
            }
        };
        let is_selecting = !selection.is_empty();
        let targets = selection.targets(paths, intake)?;
        let is_total = is_selecting || targets.len() > 1 || texts.len() > 1;
        let pick = pick(all, nth, expect, Total::of(is_total))?;
        let repeat = match idempotent {
            true => Repeat::Accept,
            false => Repeat::Refuse,
        };
        let mut steps = Vec::with_capacity(targets.len() * texts.len());
        for (path, named) in targets {
            for (old, new) in &texts {
                let replace = Meaning {
                    find: search.find(old.clone())?,
                    new: new.clone(),
                    pick,
                    repeat,
                    fix: Fix::default(),
                };
                steps.push(Step {
                    path: path.clone(),
                    named,
                    expect_hash: None,
                    action: Action::Replace(replace.checked()?),
                });
            }
        }
        Ok(Request {
            steps,
            expect_total: expect.filter(|_| is_total),
            terms: Terms::default(),
        })
    }
}

/// Old and new text, both of which must be given.
fn both(
    old: Option<bytes::Bytes>,
    new: Option<bytes::Bytes>,
) -> Result<(bytes::Bytes, bytes::Bytes), Reason> {
    match (old, new) {
        (Some(old), Some(new)) => Ok((old, new)),
        (Some(_), None) => Err(Reason::usage(
            "`--new` is missing: what should the text become?",
            "--new TEXT or --new-file FILE; --new '' deletes the text",
        )),
        (None, _) => Err(Reason::usage(
            "`--old` is missing: which text should be replaced?",
            "--old TEXT or --old-file FILE; `incise write` gives the whole file",
        )),
    }
}

/// Whether `--expect` counts the places of several steps together.
#[derive(Clone, Copy)]
enum Total {
    OneStep,
    AllSteps,
}

impl Total {
    fn of(is_total: bool) -> Self {
        match is_total {
            true => Self::AllSteps,
            false => Self::OneStep,
        }
    }
}

fn pick(all: bool, nth: Option<i64>, expect: Option<usize>, total: Total) -> Result<Pick, Reason> {
    match (nth, expect, total) {
        (Some(0), ..) => Err(Reason::usage(
            "`--nth 0` is no place",
            "1 is the first place, -1 the last",
        )),
        (Some(nth), ..) => Ok(Pick::Nth(nth)),
        (None, Some(count), total) => {
            let exactly = rule::exactly(count)?;
            Ok(match total {
                Total::OneStep => exactly,
                Total::AllSteps => Pick::All,
            })
        }
        (None, None, _) if all => Ok(Pick::All),
        (None, None, _) => Ok(Pick::Only),
    }
}
