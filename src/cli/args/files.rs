//! `incise check files`

use std::path::PathBuf;

use clap::Args;

use crate::cli::foreign::ALL;
use crate::cli::page::CommandPage;
use crate::cli::select::SelectionArgs;
use crate::refusal::Reason;

/// The arguments of `incise check files`.
#[derive(Debug, Args)]
pub(crate) struct FilesArgs {
    #[cfg_attr(
        feature = "syntax-all",
        doc = "Files or directories to check; parses Rust, Python, JavaScript, TypeScript, Go, C, C++, Java, Ruby, shell, C#, PHP, JSON, TOML, YAML, CSS"
    )]
    #[cfg_attr(
        all(feature = "syntax", not(feature = "syntax-all")),
        doc = "Files or directories to check; parses Rust, Python, JavaScript, TypeScript, Go, C, C++, Java, Ruby, shell, JSON, TOML, YAML, CSS"
    )]
    #[cfg_attr(
        not(feature = "syntax"),
        doc = "Files or directories to check; this build parses none"
    )]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    selection: SelectionArgs,
    /// Check the files in git's index below this directory
    #[arg(long, help_heading = None, conflicts_with = "paths")]
    tracked: bool,
    /// Check new and changed files, compared with the last commit; below this directory
    #[arg(long, help_heading = None, conflicts_with_all = ["paths", "tracked"])]
    changed: bool,
    /// Exit with 1 if a text file has findings
    #[arg(long, help_heading = None)]
    pub(crate) strict: bool,
}

/// The files to check.
pub(crate) enum FilesToCheck {
    /// The typed and the selected files.
    Named(Vec<PathBuf>, SelectionArgs),
    /// The files in git's index.
    Tracked,
    /// The new and changed files, compared with the last commit.
    Changed,
}

impl FilesArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "check files",
        about: "Report problems in files: encoding, line endings, residue, syntax",
        examples: ["check files README.md", "check files --changed --strict"],
        usage: "check files PATH...|--tracked|--changed [FLAGS]",
        foreign_flags: &[ALL],
    };

    pub(crate) fn files(self) -> Result<FilesToCheck, Reason> {
        let Self {
            paths,
            selection,
            tracked,
            changed,
            strict: _,
        } = self;
        if (tracked || changed) && !selection.is_empty() {
            return Err(Reason::usage(
                "--tracked and --changed check all files that git lists, but another flag selects files",
                "omit that flag, or name a directory instead of --tracked or --changed",
            ));
        }
        if tracked {
            return Ok(FilesToCheck::Tracked);
        }
        if changed {
            return Ok(FilesToCheck::Changed);
        }
        if paths.iter().any(|path| path.as_os_str() == "-") {
            return Err(Reason::usage(
                "`check files` checks files, not standard input",
                "name files; one called `-` is `./-`",
            ));
        }
        if paths.is_empty() && selection.is_empty() {
            return Err(Reason::usage(
                "no PATH is given",
                "name files or directories: `incise check files .` checks all",
            ));
        }
        Ok(FilesToCheck::Named(paths, selection))
    }
}
