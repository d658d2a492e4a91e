//! The files of a command: typed paths, directories, globs, types, lists.

use std::path::{Path, PathBuf};

use bytes::Bytes;
use clap::Args;

use super::args::first_given;
use crate::refusal::{Reason, Refusal};
use crate::request::{PathOrigin, Selection, Target, rule};

/// Files that are selected rather than typed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Files")]
pub(crate) struct SelectionArgs {
    /// Only files matching GLOB; `!GLOB` excludes them
    #[arg(short = 'g', long, value_name = "GLOB")]
    glob: Vec<String>,
    /// Exclude selected files matching GLOB
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Only files of TYPE: rust, py, md
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    types: Vec<String>,
    /// Exclude selected files of TYPE
    #[arg(short = 'T', long = "type-not", value_name = "TYPE")]
    types_not: Vec<String>,
    /// Select hidden files and directories too
    #[arg(long)]
    hidden: bool,
    /// Select ignored files too
    #[arg(long)]
    no_ignore: bool,
    /// Use the files listed in FILE or `-`, one per line
    #[arg(long, value_name = "FILE")]
    files_from: Option<PathBuf>,
    /// Names in the list end with NUL, not a newline
    #[arg(short = '0', long = "null", requires = "files_from")]
    nul: bool,
}

impl SelectionArgs {
    /// True if no flag selects files.
    pub(crate) fn is_empty(&self) -> bool {
        self.files_from.is_none() && self.narrowing_flag().is_none()
    }

    /// `typed` and the files selected below `cwd`; an error if there are none. `read` returns the text of a list.
    pub(crate) fn targets(
        self,
        typed: Vec<PathBuf>,
        cwd: &Path,
        read: impl FnOnce(&Path) -> Result<Bytes, Refusal>,
    ) -> Result<Vec<Target>, Refusal> {
        let has_dash = typed.iter().any(|path| path.as_os_str() == "-");
        if has_dash && (typed.len() > 1 || !self.is_empty()) {
            return Err(dash_among_files().into());
        }
        self.refuse_double_exclusion()?;
        let listed = match &self.files_from {
            Some(source) => self.listed(&read(source)?),
            None => Vec::new(),
        };
        let (directories, files): (Vec<_>, Vec<_>) = typed.into_iter().partition(|path| {
            // An empty name is not a directory.
            !path.as_os_str().is_empty() && cwd.join(path).is_dir()
        });
        let narrowing_flag = self.narrowing_flag();
        let has_list = self.files_from.is_some();
        let names_files = has_list || !files.is_empty();
        let walked = self.directory_targets(directories, names_files);
        if let Some(flag) = narrowing_flag
            && walked.is_empty()
        {
            return Err(Reason::usage(
                format!("`{flag}` selects files of a directory, but no directory is named"),
                "name a directory: `.` is this one",
            )
            .into());
        }
        let mut targets = Target::files(files, PathOrigin::Listed);
        targets.extend(walked);
        targets.extend(listed);
        if targets.is_empty() {
            return Err(nothing_selected(has_list).into());
        }
        Ok(targets)
    }

    fn refuse_double_exclusion(&self) -> Result<(), Reason> {
        for glob in &self.exclude {
            if let Some(rest) = glob.strip_prefix('!') {
                return Err(Reason::usage(
                    format!("`--exclude {glob}` excludes twice: omit the `!`"),
                    format!(
                        "--exclude '{rest}' excludes these files, --glob '{rest}' selects only these"
                    ),
                ));
            }
        }
        Ok(())
    }

    /// The first flag that narrows the selection.
    fn narrowing_flag(&self) -> Option<&'static str> {
        first_given([
            ("--glob", !self.glob.is_empty()),
            ("--type", !self.types.is_empty()),
            ("--exclude", !self.exclude.is_empty()),
            ("--type-not", !self.types_not.is_empty()),
            ("--hidden", self.hidden),
            ("--no-ignore", self.no_ignore),
        ])
    }

    /// The directories to walk: the typed directories. A call with a glob or a type that names no directory and no
    /// file walks the working directory.
    fn directory_targets(self, typed: Vec<PathBuf>, names_files: bool) -> Vec<Target> {
        let has_glob = self.glob.iter().any(|glob| !glob.starts_with('!'));
        let selects = has_glob || !self.types.is_empty();
        let directories = if typed.is_empty() && !names_files && selects {
            vec![PathBuf::from(".")]
        } else {
            typed
        };
        let selection = Selection {
            globs: self.glob,
            excluded: self.exclude,
            types: self.types,
            excluded_types: self.types_not,
            has_hidden: self.hidden,
            has_ignored: self.no_ignore,
        };
        let mut targets = Vec::new();
        for path in directories {
            targets.push(Target {
                path,
                path_origin: PathOrigin::Selected,
                below: Some(selection.clone()),
            });
        }
        targets
    }

    /// The files that `list` names.
    fn listed(&self, list: &Bytes) -> Vec<Target> {
        let separator = if self.nul { 0 } else { b'\n' };
        let mut targets = Vec::new();
        for item in list.split(|&byte| byte == separator) {
            let name = if self.nul {
                item
            } else {
                item.strip_suffix(b"\r").unwrap_or(item)
            };
            if name.is_empty() {
                continue;
            }
            let path = rule::path_of(list.slice_ref(name));
            targets.push(Target::file(path, PathOrigin::Selected));
        }
        targets
    }
}

/// The refusal of a call without files.
fn nothing_selected(has_list: bool) -> Reason {
    if has_list {
        return Reason::usage(
            "no file is selected",
            "the list is empty: give one file name per line",
        );
    }
    Reason::usage(
        "no PATH is given",
        "name a file or a directory, or --glob GLOB, or `-` for standard input",
    )
}

/// The refusal of `-` together with other paths.
pub(super) fn dash_among_files() -> Reason {
    Reason::usage(
        "`-` edits standard input to standard output and cannot be combined with other paths",
        "name files, or `-` alone; a file of that name is `./-`",
    )
}
