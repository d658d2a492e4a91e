//! `incise replace`

use std::ffi::OsString;
use std::path::PathBuf;

use bytes::Bytes;
use clap::Args;

use super::search::Search;
use crate::cli::choice::choice;
use crate::cli::foreign::{ALL, EDITS, SEARCH};
use crate::cli::intake::{Intake, Text};
use crate::cli::page::Page;
use crate::cli::select::Selection;
use crate::refusal::{Reason, Refusal, Refusals};
use crate::request::{
    Action, Indent, Named, Pick, Repeat, Replace as Meaning, Request, Step, Terms, rule,
};

/// What was typed after `incise replace`.
#[derive(Debug, Args)]
pub(crate) struct Replace {
    /// Files to edit; `-` edits standard input to standard output
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    texts: Texts,
    /// Read the request as JSON from FILE or `-`
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "old", "new", "old_file", "new_file", "blocks", "all", "nth", "expect",
        "glob", "files_from", "regex", "ignore_case", "word", "within", "matching", "threshold",
        "site", "fix",
    ])]
    from_json: Option<PathBuf>,
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    manner: Manner,
    #[command(flatten)]
    selection: Selection,
}

impl Replace {
    /// Its page.
    pub(crate) const PAGE: Page = Page {
        words: "replace",
        about: "Replace a text that is there exactly once, or as often as you say",
        examples: [
            "replace src/a.rs --old 'x = 1' --new 'x = 2'",
            "replace --glob 'src/**/*.rs' --old colour --new color --all",
        ],
        usage: "replace PATH... --old TEXT --new TEXT [FLAGS]",
        elsewhere: &[SEARCH, EDITS, ALL],
    };

    pub(super) fn request(self, intake: &mut Intake<'_>) -> Result<Request, Refusals> {
        let Self {
            paths,
            texts,
            from_json,
            choice,
            manner,
            selection,
        } = self;
        if let Some(source) = from_json {
            let path = intake.at_most_one(paths)?;
            return intake.json(&source, "replace", path.as_deref());
        }
        let texts = texts.pairs(&paths, intake)?;
        let is_selecting = !selection.is_empty();
        let targets = selection.targets(paths, intake)?;
        let total = if is_selecting || targets.len() > 1 || texts.len() > 1 {
            Total::AllSteps
        } else {
            Total::OneStep
        };
        let (pick, expect_total) = choice.pick(total)?;
        let replacements = texts
            .into_iter()
            .map(|(old, new)| manner.replacement(old, new, pick))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Request {
            steps: steps(targets, &replacements),
            expect_total,
            terms: Terms::default(),
        })
    }
}

/// Every replacement in every file.
fn steps(targets: Vec<(PathBuf, Named)>, replacements: &[Meaning]) -> Vec<Step> {
    let in_file = |(path, named): (PathBuf, Named)| {
        replacements.iter().map(move |replacement| Step {
            path: path.clone(),
            named,
            expect_hash: None,
            repeat: Repeat::Refuse,
            action: Action::Replace(replacement.clone()),
        })
    };
    targets.into_iter().flat_map(in_file).collect()
}

/// What to find and what to put there.
#[derive(Debug, Args)]
struct Texts {
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
}

impl Texts {
    /// Old and new texts for the files `paths`, one pair or as many as there are blocks.
    fn pairs(
        self,
        paths: &[PathBuf],
        intake: &mut Intake<'_>,
    ) -> Result<Vec<(Bytes, Bytes)>, Refusal> {
        let Self {
            old,
            new,
            old_file,
            new_file,
            blocks,
        } = self;
        if let Some(source) = blocks {
            return intake.blocks(&source, paths);
        }
        let old = intake.text(Text::new("--old", old, "--old-file", old_file))?;
        let new = intake.text(Text::new("--new", new, "--new-file", new_file))?;
        match (old, new) {
            (Some(old), Some(new)) => Ok(vec![(old, new)]),
            (Some(_), None) => Err(Reason::usage(
                "`--new` is missing: what should the text become?",
                "--new TEXT or --new-file FILE; --new '' deletes the text",
            )
            .into()),
            (None, _) => Err(Reason::usage(
                "`--old` is missing: which text should be replaced?",
                "--old TEXT or --old-file FILE; `incise write` gives the whole file",
            )
            .into()),
        }
    }
}

/// How each text is found and replaced.
#[derive(Debug, Args)]
struct Manner {
    #[command(flatten)]
    search: Search,
    /// Repair a damage to both texts: escapes
    #[arg(long, value_name = "WHAT")]
    fix: Option<String>,
    /// Never indent new lines as their place asks
    #[arg(long)]
    keep_indent: bool,
}

impl Manner {
    fn replacement(&self, old: Bytes, new: Bytes, pick: Pick) -> Result<Meaning, Reason> {
        let Self {
            search,
            fix,
            keep_indent,
        } = self;
        let replacement = Meaning {
            find: search.find(old)?,
            new,
            pick,
            fix: choice("--fix", fix.as_deref(), rule::FIX_WORDS, rule::fix_of)?
                .unwrap_or_default(),
            indent: if *keep_indent || search.is_exact() {
                Indent::Kept
            } else {
                Indent::Fitted
            },
        };
        Ok(replacement.checked()?)
    }
}

/// Whether `--expect` counts the places of several steps together.
#[derive(Clone, Copy)]
enum Total {
    OneStep,
    AllSteps,
}

/// Which of several places.
#[derive(Debug, Args)]
struct Choice {
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
    /// Replace the place with the id `check replace` prints
    #[arg(long, value_name = "ID", conflicts_with_all = ["all", "nth", "expect"])]
    site: Option<String>,
}

impl Choice {
    /// The pick of each step, and the number of places of all steps together.
    fn pick(self, total: Total) -> Result<(Pick, Option<usize>), Reason> {
        let Self {
            all,
            nth,
            expect,
            site,
        } = self;
        if let Some(id) = site {
            return Ok((one_site(&id, total)?, None));
        }
        match (nth, expect, total) {
            (Some(0), ..) => Err(Reason::usage(
                "`--nth 0` is no place",
                "1 is the first place, -1 the last",
            )),
            (Some(nth), ..) => Ok((Pick::Nth(nth), None)),
            (None, Some(count), total) => {
                let exactly = rule::exactly(count)?;
                Ok(match total {
                    Total::OneStep => (exactly, None),
                    Total::AllSteps => (Pick::All, Some(count)),
                })
            }
            (None, None, _) if all => Ok((Pick::All, None)),
            (None, None, _) => Ok((Pick::Only, None)),
        }
    }
}

/// The place with this id, which belongs to one text of one file.
fn one_site(id: &str, total: Total) -> Result<Pick, Reason> {
    match total {
        Total::OneStep => Ok(rule::site_of(id)?),
        Total::AllSteps => Err(Reason::usage(
            format!("`--site {id}` is a place in one file, and several are to be edited"),
            "name the one file that the place is in",
        )),
    }
}
