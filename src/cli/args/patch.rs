//! `incise patch`: its arguments, the lists that it can print instead of the diff, and its output files. `check
//! patch` has no output files.

use std::path::{Path, PathBuf};

use bytes::Bytes;
use clap::Args;

use super::region::first_given;
use super::search::{parse_threshold, threshold_without_fuzzy};
use super::shared::choice;
use crate::cli::foreign::{ALL, EDITS, PATCH};
use crate::cli::intake::Intake;
use crate::cli::page::CommandPage;
use crate::cli::text_source::TextSource;
use crate::refusal::{Reason, Refusals};
use crate::render::Tallies;
use crate::request::{
    Action, Base, ConflictStyle, DiffFormat, PartFilter, PatchDiff, PatchMode, Repeat, Request,
    Run, StrayBlanks, Terms, rule,
};

/// The arguments of `incise patch`.
#[derive(Debug, Args)]
pub(crate) struct PatchArgs {
    /// File with the diff; standard input if omitted or `-`
    #[arg(value_name = "DIFF")]
    diff: Option<PathBuf>,
    /// Apply the diff to this file, whatever names it contains
    #[arg(long, value_name = "PATH")]
    target: Option<PathBuf>,
    /// Path components to strip from names (default: detected)
    #[arg(short = 'p', long, value_name = "N")]
    strip: Option<usize>,
    /// Apply the diff in reverse
    #[arg(short = 'R', long)]
    reverse: bool,
    /// Refuse a damaged diff instead of repairing it
    #[arg(long)]
    strict_format: bool,
    /// Accept a last hunk shorter than its header says
    #[arg(long, conflicts_with = "strict_format")]
    recount: bool,
    /// Apply only to files that match GLOB (repeatable)
    #[arg(long, value_name = "GLOB")]
    include: Vec<String>,
    /// Skip files that match GLOB (repeatable)
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Whitespace errors in added lines: fix or error
    #[arg(long, value_name = "MODE")]
    whitespace: Option<String>,
    /// Succeed without changes if there is no diff
    #[arg(long)]
    allow_empty: bool,
    /// Old name of --idempotent
    #[arg(long, hide = true)]
    skip_applied: bool,
    /// File the diff was made from; `git` finds it in git
    #[arg(long, value_name = "FILE")]
    base: Option<PathBuf>,
    /// Mode: strict, tolerant, merge, fuzzy; default: strict if the diff has line numbers, otherwise tolerant
    #[arg(long, value_name = "MODE")]
    mode: Option<String>,
    /// Similarity for fuzzy, 0.5 to 1.0 (default 0.8)
    #[arg(long, value_name = "X")]
    threshold: Option<f64>,
}

impl PatchArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "patch",
        about: "Apply a diff to one or more files, all of it or nothing",
        examples: ["patch fix.diff", "patch -R < fix.diff"],
        usage: "patch [DIFF] [FLAGS]",
        foreign_flags: &[PATCH, EDITS, ALL],
    };

    pub(super) fn input(self, intake: &mut Intake<'_>) -> Result<Request, Refusals> {
        // The word `git` stands for git, any other value for a file. A file of that name is `./git`.
        let (git, base) = match self.base {
            Some(base) if base.as_os_str() == "git" => (Some(Base::Git), None),
            base => (None, base),
        };
        let patch = PatchDiff {
            mode: parse_mode(self.mode.as_deref(), self.threshold)?,
            format: match (self.strict_format, self.recount) {
                (true, _) => DiffFormat::Strict,
                (false, true) => DiffFormat::Recount,
                (false, false) => DiffFormat::Repair,
            },
            target: self.target,
            strip: self.strip,
            base: git,
            parts: PartFilter {
                include: self.include,
                exclude: self.exclude,
            },
            blanks: parse_blanks(self.whitespace.as_deref())?,
            empty: if self.allow_empty {
                Repeat::Accept
            } else {
                Repeat::Refuse
            },
            is_reverse: self.reverse,
            ..PatchDiff::new(Bytes::new())
        };
        let diff = TextSource::operand(self.diff, "DIFF");
        let base = TextSource::from_flags(None, base, "--base");
        let request = intake.patch(diff, base, patch)?;
        if self.skip_applied {
            return Ok(request.accepting_repeats());
        }
        Ok(request)
    }
}

fn parse_blanks(word: Option<&str>) -> Result<StrayBlanks, Reason> {
    let blanks = choice("--whitespace", word, rule::BLANKS_WORDS)?;
    Ok(blanks.unwrap_or_default())
}

fn parse_mode(word: Option<&str>, threshold: Option<f64>) -> Result<Option<PatchMode>, Reason> {
    let similarity = threshold.map(parse_threshold).transpose()?;
    let Some(mode) = choice("--mode", word, rule::MODE_WORDS)? else {
        return match similarity {
            None => Ok(None),
            Some(_) => Err(threshold_without_fuzzy("--mode")),
        };
    };
    match mode.with(similarity) {
        Some(mode) => Ok(Some(mode)),
        None => Err(threshold_without_fuzzy("--mode")),
    }
}

/// The files for the result and the hunks that failed.
#[derive(Debug, Default, Args)]
pub(crate) struct PatchSideFileArgs {
    /// Write the result to FILE, not to the target
    #[arg(long, value_name = "FILE", conflicts_with_all = ["validate", "backup"])]
    pub(crate) output: Option<PathBuf>,
    /// Apply hunks that match, mark the others as conflicts; exit 1
    #[arg(long, conflicts_with_all = ["output", "validate", "interactive"])]
    in_file: bool,
    /// Conflict style: merge (default), diff3, zdiff3
    #[arg(long, value_name = "STYLE")]
    conflicts: Option<String>,
    /// Write failed hunks to FILE as a diff
    #[arg(long, value_name = "FILE")]
    pub(crate) reject_file: Option<PathBuf>,
}

impl PatchSideFileArgs {
    /// The output files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        let files = self.output.iter().chain(&self.reject_file);
        files.map(PathBuf::as_path)
    }

    /// Makes `request` write to these files.
    ///
    /// # Errors
    /// `usage` for a dry run, standard output, the same file for both, or several diffs for one result.
    pub(crate) fn apply_to(&self, request: &mut Request) -> Result<(), Reason> {
        for (flag, file) in [
            ("--output", &self.output),
            ("--reject-file", &self.reject_file),
        ] {
            if let Some(file) = file {
                refuse_side_file(flag, file, request.terms.run)?;
            }
        }
        if self.output.is_some() && self.output == self.reject_file {
            return Err(Reason::usage(
                "`--output` and `--reject-file` name one file",
                "give each its own file",
            ));
        }
        let style = choice(
            "--conflicts",
            self.conflicts.as_deref(),
            rule::CONFLICT_WORDS,
        )?;
        if self.output.is_some() {
            return mark_in_output(request, style.unwrap_or_default());
        }
        if self.in_file {
            return mark_in_targets(request, style.unwrap_or_default());
        }
        match style {
            None => Ok(()),
            Some(_) => Err(Reason::usage(
                "`--conflicts` does not say where the conflicts go",
                "--output FILE for another file, --in-file for the file itself",
            )),
        }
    }
}

/// Refuses an output file in a dry run, and standard output.
pub(super) fn refuse_side_file(flag: &str, file: &Path, run: Run) -> Result<(), Reason> {
    if run == Run::DryRun {
        return Err(Reason::usage(
            format!("`{flag}` writes a file, but a dry run writes none"),
            format!("omit --dry-run or {flag}"),
        ));
    }
    if file.as_os_str() == "-" {
        return Err(Reason::usage(
            format!("`{flag} -` has no file to write: the report goes to standard output"),
            "name a file; one of that name is `./-`",
        ));
    }
    Ok(())
}

/// Makes `request` print the result with its conflicts and leave the target unchanged.
fn mark_in_output(request: &mut Request, style: ConflictStyle) -> Result<(), Reason> {
    let [step] = &mut request.steps[..] else {
        return Err(Reason::usage(
            "`--output` takes the result of one diff, but the request has several edits",
            "use one call per edit",
        ));
    };
    if let Action::Patch(diff) = &mut step.action {
        diff.conflicts = Some(style);
    }
    request.terms.run = Run::DryRun;
    request.terms.leaves_targets = true;
    Ok(())
}

/// Makes `request` leave conflicts in the target files.
fn mark_in_targets(request: &mut Request, style: ConflictStyle) -> Result<(), Reason> {
    if request.terms.run == Run::DryRun {
        return Err(Reason::usage(
            "`--in-file` writes conflicts into files, but a dry run writes none",
            "omit --dry-run or --in-file",
        ));
    }
    for step in &mut request.steps {
        if let Action::Patch(diff) = &mut step.action {
            diff.conflicts = Some(style);
            diff.leaves_conflicts = true;
        }
    }
    Ok(())
}

/// `--stat`, `--numstat` and `--summary`.
#[derive(Debug, Args)]
pub(crate) struct StatArgs {
    /// Print a graph of the changes, apply nothing
    #[arg(long, conflicts_with_all = ["json", "format", "quiet"])]
    stat: bool,
    /// Print counts of changed lines, apply nothing
    #[arg(long, conflicts_with_all = ["json", "format", "quiet"])]
    numstat: bool,
    /// Print created, deleted, renamed files, apply nothing
    #[arg(long, conflicts_with_all = ["json", "format", "quiet"])]
    summary: bool,
}

impl StatArgs {
    /// The requested lists.
    pub(crate) fn tallies(&self) -> Tallies {
        Tallies {
            numbers: self.numstat,
            graph: self.stat,
            summary: self.summary,
            ..Tallies::default()
        }
    }
}

/// `patch --apply`
#[derive(Debug, Default, Args)]
pub(crate) struct ApplyWithStatArgs {
    /// With --stat, --numstat or --summary: apply the diff too
    #[arg(long, conflicts_with = "dry_run")]
    apply: bool,
}

impl ApplyWithStatArgs {
    /// Turns a run that prints `tallies` into a dry run, unless the diff is applied as well.
    ///
    /// # Errors
    /// `usage` for flags that need an edit.
    pub(crate) fn apply_to(
        &self,
        tallies: Tallies,
        side_files: &PatchSideFileArgs,
        terms: &mut Terms,
    ) -> Result<(), Reason> {
        if self.apply || tallies.is_empty() {
            return Ok(());
        }
        let writing_flag = first_given([
            ("--validate", terms.validate.is_some()),
            ("--output", side_files.output.is_some()),
            ("--in-file", side_files.in_file),
            ("--reject-file", side_files.reject_file.is_some()),
        ]);
        if let Some(flag) = writing_flag {
            return Err(Reason::usage(
                format!("`{flag}` writes files, but statistics alone apply nothing"),
                format!("add --apply, or omit {flag}"),
            ));
        }
        terms.run = Run::DryRun;
        Ok(())
    }
}

/// `check patch --print-repaired`
#[derive(Debug, Args)]
pub(crate) struct PrintRepairedArgs {
    /// Print the diff as incise reads it, apply nothing
    #[arg(long, conflicts_with_all = ["json", "format", "stat", "numstat", "summary"])]
    pub(crate) print_repaired: bool,
}
