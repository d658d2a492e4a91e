//! Which files a command means: typed paths, directories, globs, types, lists.

use std::path::{Path, PathBuf};

use bytes::Bytes;
use clap::Args;

use crate::refusal::{Reason, Refusal};
use crate::request::{PathOrigin, Selection, Target, rule};

/// Files that are selected rather than typed.
#[derive(Debug, Args)]
pub(crate) struct SelectionArgs {
    /// Files matching GLOB below PATH; `!GLOB`: not those
    #[arg(help_heading = "Files", short = 'g', long, value_name = "GLOB")]
    glob: Vec<String>,
    /// Of selected files, not those matching GLOB
    #[arg(help_heading = "Files", long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Files of TYPE below PATH, or here: rust, py, md
    #[arg(
        help_heading = "Files",
        short = 't',
        long = "type",
        value_name = "TYPE"
    )]
    types: Vec<String>,
    /// Of selected files, not those of TYPE
    #[arg(
        help_heading = "Files",
        short = 'T',
        long = "type-not",
        value_name = "TYPE"
    )]
    types_not: Vec<String>,
    /// Select hidden files and directories too
    #[arg(help_heading = "Files", long)]
    hidden: bool,
    /// Select what .gitignore and its like name, too
    #[arg(help_heading = "Files", long)]
    no_ignore: bool,
    /// The files listed in FILE or `-`, one a line
    #[arg(help_heading = "Files", long, value_name = "FILE")]
    files_from: Option<PathBuf>,
    /// The list separates names by NUL, not by lines
    #[arg(
        help_heading = "Files",
        short = '0',
        long = "null",
        requires = "files_from"
    )]
    nul: bool,
}

impl SelectionArgs {
    /// Whether nothing is selected beyond typed paths.
    pub(crate) fn is_empty(&self) -> bool {
        self.files_from.is_none() && self.narrowing().is_none()
    }

    /// Whether files are selected by a list.
    pub(crate) fn has_list(&self) -> bool {
        self.files_from.is_some()
    }

    /// `typed` and what is selected below `cwd`, at least one. `read` has the text of a list.
    pub(crate) fn targets(
        self,
        typed: Vec<PathBuf>,
        cwd: &Path,
        read: impl FnOnce(&Path) -> Result<Bytes, Refusal>,
    ) -> Result<Vec<Target>, Refusal> {
        let is_filter = typed.iter().any(|path| path.as_os_str() == "-");
        if is_filter && (typed.len() > 1 || !self.is_empty()) {
            return Err(dash_among_files().into());
        }
        if let Some((glob, rest)) = self
            .exclude
            .iter()
            .find_map(|glob| Some((glob, glob.strip_prefix('!')?)))
        {
            return Err(Reason::usage(
                format!(
                    "`--exclude` takes `{glob}` for what it leaves out, and `!` means the opposite"
                ),
                format!("--exclude '{rest}' leaves these out, --glob '{rest}' selects no others"),
            )
            .into());
        }
        let listed = match &self.files_from {
            Some(source) => self.listed(&read(source)?),
            None => Vec::new(),
        };
        // An empty name is none.
        let is_directory = |path: &PathBuf| !path.as_os_str().is_empty() && cwd.join(path).is_dir();
        let (directories, files): (Vec<_>, Vec<_>) = typed.into_iter().partition(is_directory);
        let narrowing = self.narrowing();
        let has_list = self.has_list();
        let walked = self.walked(directories, files.len() + listed.len());
        if let (true, Some(flag)) = (walked.is_empty(), narrowing) {
            return Err(Reason::usage(
                format!("`{flag}` is about the files of a directory, and none is named"),
                "name a directory: `.` is this one",
            )
            .into());
        }
        let typed = files
            .into_iter()
            .map(|path| Target::file(path, PathOrigin::Listed));
        let targets: Vec<_> = typed.chain(walked).chain(listed).collect();
        match (targets.is_empty(), has_list) {
            (false, _) => Ok(targets),
            (true, false) => Err(Reason::usage(
                "no PATH is given",
                "name a file or a directory, or --glob GLOB, or `-` for standard input",
            )
            .into()),
            (true, true) => Err(Reason::usage(
                "no file is selected",
                "the list is empty: it has the name of a file on each line",
            )
            .into()),
        }
    }

    /// The first flag that narrows what is selected.
    fn narrowing(&self) -> Option<&'static str> {
        let given = [
            ("--glob", !self.glob.is_empty()),
            ("--type", !self.types.is_empty()),
            ("--exclude", !self.exclude.is_empty()),
            ("--type-not", !self.types_not.is_empty()),
            ("--hidden", self.hidden),
            ("--no-ignore", self.no_ignore),
        ];
        let first = given.into_iter().find(|(_, is_given)| *is_given);
        first.map(|(flag, _)| flag)
    }

    /// The directories to be walked: those that are typed, else the working directory where something is said about
    /// which of its files are meant. Beside `others`, which were named, a type alone does not say that.
    fn walked(self, typed: Vec<PathBuf>, others: usize) -> Vec<Target> {
        let Self {
            glob,
            exclude,
            types,
            types_not,
            hidden,
            no_ignore,
            files_from: _,
            nul: _,
        } = self;
        let has_glob = glob.iter().any(|glob| !glob.starts_with('!'));
        let is_said = has_glob || !types.is_empty() && others == 0;
        let directories = if typed.is_empty() && is_said {
            vec![PathBuf::from(".")]
        } else {
            typed
        };
        let selection = Selection {
            globs: glob,
            excluded: exclude,
            types,
            excluded_types: types_not,
            has_hidden: hidden,
            has_ignored: no_ignore,
        };
        let below = |path| Target {
            path,
            path_origin: PathOrigin::Selected,
            below: Some(selection.clone()),
        };
        directories.into_iter().map(below).collect()
    }

    /// The files that are named in `list`.
    fn listed(&self, list: &Bytes) -> Vec<Target> {
        let separator = if self.nul { 0 } else { b'\n' };
        let names = list.split(|&byte| byte == separator).map(|name| {
            if self.nul {
                name
            } else {
                name.strip_suffix(b"\r").unwrap_or(name)
            }
        });
        let names = names.filter(|name| !name.is_empty());
        let paths = names.filter_map(|name| rule::path_of(list.slice_ref(name)));
        paths
            .map(|path| Target::file(path, PathOrigin::Selected))
            .collect()
    }
}

/// The refusal of `-` beside other paths.
pub(super) fn dash_among_files() -> Reason {
    Reason::usage(
        "`-` edits standard input to standard output and goes with no other path",
        "name files, or `-` alone; a file of that name is `./-`",
    )
}
