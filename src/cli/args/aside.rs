//! `incise patch`'s files beside its targets; `check` has none of these flags.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::choice::choice;
use crate::refusal::Reason;
use crate::request::{Action, ConflictStyle, Request, Run, rule};

/// Where the result and the hunks that failed go.
#[derive(Debug, Default, Args)]
pub(crate) struct Aside {
    /// Write the result to FILE and leave the target alone
    #[arg(long, value_name = "FILE", conflicts_with_all = ["validate", "backup"])]
    pub(crate) output: Option<PathBuf>,
    /// Conflicts in it: merge (default), diff3, zdiff3
    #[arg(long, value_name = "STYLE", requires = "output")]
    conflicts: Option<String>,
    /// When hunks fail, write them to FILE as a diff
    #[arg(long, value_name = "FILE")]
    pub(crate) reject_file: Option<PathBuf>,
}

impl Aside {
    /// The files that were named.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        let files = self.output.iter().chain(&self.reject_file);
        files.map(PathBuf::as_path)
    }

    /// Asks `request` for what is to be written to these files.
    ///
    /// # Errors
    /// `usage` for a dry run, standard output, one file for both, several diffs for one result.
    pub(crate) fn settle(&self, request: &mut Request) -> Result<(), Reason> {
        let Self {
            output,
            conflicts,
            reject_file,
        } = self;
        for (flag, file) in [("--output", output), ("--reject-file", reject_file)] {
            if let Some(file) = file {
                refuse(flag, file, request.terms.run)?;
            }
        }
        if output.is_some() && output == reject_file {
            return Err(Reason::usage(
                "`--output` and `--reject-file` name one file",
                "give each a file of its own",
            ));
        }
        let style = choice("--conflicts", conflicts.as_deref(), rule::CONFLICT_WORDS)?;
        match output {
            Some(_) => mark(request, style.unwrap_or_default()),
            None => Ok(()),
        }
    }
}

fn refuse(flag: &str, file: &Path, run: Run) -> Result<(), Reason> {
    if run == Run::DryRun {
        return Err(Reason::usage(
            format!("`{flag}` writes a file, and a dry run writes none"),
            format!("leave out --dry-run or {flag}"),
        ));
    }
    if file.as_os_str() == "-" {
        Err(Reason::usage(
            format!("`{flag} -` has no file to write: the report goes to standard output"),
            "name a file; one of that name is `./-`",
        ))
    } else {
        Ok(())
    }
}

/// Has the result shown with its conflicts and nothing written to the target.
fn mark(request: &mut Request, style: ConflictStyle) -> Result<(), Reason> {
    let [step] = &mut request.steps[..] else {
        return Err(Reason::usage(
            "`--output` takes the result of one diff, and the request has several edits",
            "give each its own call",
        ));
    };
    if let Action::Patch(diff) = &mut step.action {
        diff.conflicts = Some(style);
    }
    request.terms.run = Run::DryRun;
    Ok(())
}
