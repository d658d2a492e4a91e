//! `incise replace`

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use clap::Args;

use super::DocumentArgs;
use super::search::SearchArgs;
use super::shared::{choice, refuse_unpaired};
use crate::cli::foreign::{ALL, EDITS, SEARCH};
use crate::cli::intake::Intake;
use crate::cli::page::CommandPage;
use crate::cli::select::SelectionArgs;
use crate::cli::text_source::TextSource;
use crate::patch::{self, FilePatch, PatchFormat, Strictness};
use crate::refusal::{Reason, Refusals};
use crate::render::Tallies;
use crate::request::{
    self, Action, Indent, PathOrigin, PatternLanguage, Pick, Request, Step, Target, Terms, rule,
};

/// The arguments of `incise replace`.
#[derive(Debug, Args)]
pub(crate) struct ReplaceArgs {
    /// Files or directories to edit; `-` edits standard input to standard output
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    texts: TextsArgs,
    #[command(flatten)]
    document: DocumentArgs,
    #[command(flatten)]
    pick: PickArgs,
    #[command(flatten)]
    rules: ReplacementArgs,
    /// Skip named files that do not contain the text
    #[arg(long, conflicts_with = "site")]
    if_found: bool,
    #[command(flatten)]
    selection: SelectionArgs,
}

impl ReplaceArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "replace",
        about: "Replace text that occurs exactly once, or as often as you say",
        examples: [
            "replace src/a.rs --old 'x = 1' --new 'x = 2'",
            "replace --glob 'src/**/*.rs' --old colour --new color --all",
        ],
        usage: "replace PATH... --old TEXT --new TEXT [FLAGS]",
        foreign_flags: &[SEARCH, EDITS, ALL],
    };

    pub(super) fn input(mut self, intake: &mut Intake<'_>) -> Result<Request, Refusals> {
        let more = self.texts.take_more()?;
        let (old, new) = self.texts.sources()?;
        let (old, new) = intake.old_and_new(old, new)?;
        let mut targets = intake.targets(self.selection, self.paths.clone())?;
        let mut texts = match new {
            Some(new) => vec![(old, new)],
            None => {
                let blocks = patch::parse(&old, Strictness::Repair).map_err(Reason::from)?;
                intake.warn_about_blocks(&blocks);
                texts_of_blocks(&blocks.files, &self.paths)?
            }
        };
        texts.extend(more);
        if self.if_found {
            for target in &mut targets {
                target.path_origin = PathOrigin::Selected;
            }
        }
        Ok(request(targets, texts, self.pick, &self.rules)?)
    }
}

/// The request for every replacement in every file.
fn request(
    targets: Vec<Target>,
    texts: Vec<(Bytes, Bytes)>,
    pick: PickArgs,
    rules: &ReplacementArgs,
) -> Result<Request, Reason> {
    let is_one_file = matches!(
        &targets[..],
        [Target {
            path_origin: PathOrigin::Listed,
            ..
        }]
    );
    let (pick, expect_total) = pick.pick(is_one_file && texts.len() == 1)?;
    let mut replacements = Vec::new();
    for (old, new) in texts {
        replacements.push(Action::Replace(rules.replacement(old, new, pick)?));
    }
    Ok(Request {
        steps: Step::at_each(targets, &replacements),
        expect_total,
        terms: Terms::default(),
    })
}

/// The flags of `incise check replace` alone.
#[derive(Debug, Args)]
pub(crate) struct NamesArgs {
    /// Print only the names of the files that would change
    #[arg(short = 'l', long, conflicts_with_all = ["json", "format", "quiet"])]
    files_with_matches: bool,
}

impl NamesArgs {
    /// The requested lists.
    pub(crate) fn tallies(&self) -> Tallies {
        Tallies {
            names: self.files_with_matches,
            ..Tallies::default()
        }
    }
}

/// The old and the new texts.
#[derive(Debug, Args)]
struct TextsArgs {
    /// Text to find, literal and unique; more pairs of --old and --new may follow
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    old: Vec<OsString>,
    /// New text, literal; '' deletes
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    new: Vec<OsString>,
    /// Read the old text from FILE or `-`
    #[arg(long, value_name = "FILE", conflicts_with = "old")]
    old_file: Option<PathBuf>,
    /// Read the new text from FILE or `-`
    #[arg(long, value_name = "FILE", conflicts_with = "new")]
    new_file: Option<PathBuf>,
    /// Read SEARCH/REPLACE blocks from FILE or `-`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["old", "new", "old_file", "new_file"])]
    blocks: Option<PathBuf>,
}

impl TextsArgs {
    /// Removes and returns every pair of old and new text except the first.
    fn take_more(&mut self) -> Result<Vec<(Bytes, Bytes)>, Reason> {
        let (old, new) = (self.old.len(), self.new.len());
        if old.max(new) < 2 {
            return Ok(Vec::new());
        }
        refuse_unpaired(("--old", old), ("--new", new))?;
        let mut pairs = Vec::new();
        for (old, new) in self.old.drain(1..).zip(self.new.drain(1..)) {
            pairs.push((
                old.into_encoded_bytes().into(),
                new.into_encoded_bytes().into(),
            ));
        }
        Ok(pairs)
    }

    /// The old and the new text, or the blocks that contain both.
    fn sources(self) -> Result<(TextSource, Option<TextSource>), Reason> {
        if let Some(source) = self.blocks {
            return Ok((TextSource::File(source, "--blocks"), None));
        }
        let old = TextSource::from_flags(self.old.into_iter().next(), self.old_file, "--old-file");
        let new = TextSource::from_flags(self.new.into_iter().next(), self.new_file, "--new-file");
        match (old, new) {
            (Some(old), Some(new)) => Ok((old, Some(new))),
            (Some(_), None) => Err(Reason::usage(
                "`--new` is missing: what should the text become?",
                "--new TEXT or --new-file FILE; --new '' deletes the text",
            )),
            (None, _) => Err(Reason::usage(
                "`--old` is missing: which text should be replaced?",
                "--old TEXT or --old-file FILE, and --new TEXT; `incise write` replaces the whole file",
            )),
        }
    }
}

/// The rules for finding and replacing each text.
#[derive(Debug, Args)]
struct ReplacementArgs {
    #[command(flatten)]
    search: SearchArgs,
    /// Undo shell escaping in both texts (escapes)
    #[arg(long, value_name = "DAMAGE")]
    fix: Option<String>,
    /// Insert new lines exactly as given
    #[arg(long)]
    keep_indent: bool,
    /// Rename in all styles: fooBar, foo_bar, FOO_BAR
    #[arg(long)]
    preserve_case: bool,
    /// Interpret \U \L \u \l \E in the new text
    #[arg(long)]
    case_escapes: bool,
}

impl ReplacementArgs {
    fn replacement(&self, old: Bytes, new: Bytes, pick: Pick) -> Result<request::Replace, Reason> {
        let mut find = self.search.find(old)?;
        if self.preserve_case {
            find.options.language = find.options.language.or(PatternLanguage::Name)?;
        }
        let replacement = request::Replace {
            find,
            new,
            pick,
            fix: choice("--fix", self.fix.as_deref(), rule::FIX_WORDS)?.unwrap_or_default(),
            indent: if self.keep_indent || self.search.is_exact() {
                Indent::Kept
            } else {
                Indent::Fitted
            },
            has_case_escapes: self.case_escapes,
        };
        Ok(replacement.checked()?)
    }
}

/// The choice among several matches.
#[derive(Debug, Args)]
struct PickArgs {
    /// Replace every match
    #[arg(long, conflicts_with = "nth")]
    all: bool,
    /// Replace the Nth match; -1 is the last
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        conflicts_with = "expect"
    )]
    nth: Option<i64>,
    /// Replace all matches if there are exactly N
    #[arg(long, value_name = "N")]
    expect: Option<usize>,
    /// Replace the match with this ID from `check replace`
    #[arg(long, value_name = "ID", conflicts_with_all = ["all", "nth", "expect"])]
    site: Option<String>,
}

impl PickArgs {
    /// The pick of each step. Unless `is_single`, also the expected number of matches of all steps together.
    fn pick(self, is_single: bool) -> Result<(Pick, Option<usize>), Reason> {
        if let Some(id) = self.site {
            return Ok((one_site(&id, is_single)?, None));
        }
        match (self.nth, self.expect) {
            (Some(nth), _) => Ok((nth_place(nth)?, None)),
            (None, Some(count)) => {
                let exactly = rule::exactly(count)?;
                Ok(if is_single {
                    (exactly, None)
                } else {
                    (Pick::All, Some(count))
                })
            }
            (None, None) if self.all => Ok((Pick::All, None)),
            (None, None) => Ok((Pick::Only, None)),
        }
    }
}

/// The pick for `--nth`.
pub(super) fn nth_place(nth: i64) -> Result<Pick, Reason> {
    match nth {
        0 => Err(Reason::usage(
            "`--nth 0` is not a match",
            "1 is the first match, -1 the last",
        )),
        nth => Ok(Pick::Nth(nth)),
    }
}

/// The pick for `--site`. A site belongs to one text in one file.
fn one_site(id: &str, is_single: bool) -> Result<Pick, Reason> {
    if is_single {
        Ok(rule::site_of(id)?)
    } else {
        Err(Reason::usage(
            format!("`--site {id}` is a match of one text in one file, but the call has several"),
            "give one text, and name the file that contains the match",
        ))
    }
}

/// The old and new texts of SEARCH/REPLACE blocks. The blocks must not name files other than `paths`.
fn texts_of_blocks(files: &[FilePatch], paths: &[PathBuf]) -> Result<Vec<(Bytes, Bytes)>, Reason> {
    let mut formats = files.iter().map(|file| file.format);
    if files.is_empty() || formats.any(|format| format != PatchFormat::SearchReplace) {
        return Err(Reason::usage(
            "`--blocks` needs SEARCH/REPLACE blocks and nothing else",
            "`incise patch` reads every diff format",
        ));
    }
    if let Some(named) = files.iter().find_map(|file| other_file(file, paths)) {
        return Err(Reason::usage(
            format!(
                "a block names `{}`, which is not the only PATH",
                named.display()
            ),
            "`incise patch` edits the files that blocks name; or remove the name",
        ));
    }
    let hunks = files.iter().flat_map(FilePatch::hunks);
    Ok(hunks
        .map(|hunk| (hunk.old_text(), hunk.new_text()))
        .collect())
}

/// The file that `file` names, if it is not the only one of `paths`.
fn other_file<'a>(file: &'a FilePatch, paths: &[PathBuf]) -> Option<&'a Path> {
    if paths.is_empty() {
        return file.names.new_or_old();
    }
    paths.iter().find_map(|path| file.named_elsewhere(path))
}
