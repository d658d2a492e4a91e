//! Which files a command means: typed paths, globs, lists.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use bytes::Bytes;
use clap::Args;
use ignore::overrides::{Override, OverrideBuilder};
use ignore::{WalkBuilder, WalkState};

use crate::refusal::{Reason, Refusal};
use crate::request::{PathOrigin, rule};
use crate::threads;

/// Files that are selected rather than typed.
#[derive(Debug, Args)]
pub(crate) struct Selection {
    /// Also files matching GLOB, .gitignore respected
    #[arg(long, value_name = "GLOB")]
    glob: Vec<String>,
    /// With --glob: hidden files and directories too
    #[arg(long, requires = "glob")]
    hidden: bool,
    /// The files listed in FILE or `-`, one a line
    #[arg(long, value_name = "FILE")]
    files_from: Option<PathBuf>,
    /// The list separates names by NUL, not by lines
    #[arg(short = '0', long = "null", requires = "files_from")]
    nul: bool,
}

impl Selection {
    /// Whether nothing is selected beyond typed paths.
    pub(crate) fn is_empty(&self) -> bool {
        self.glob.is_empty() && self.files_from.is_none()
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
    ) -> Result<Vec<(PathBuf, PathOrigin)>, Refusal> {
        let is_filter = typed.iter().any(|path| path.as_os_str() == "-");
        if is_filter && (typed.len() > 1 || !self.is_empty()) {
            return Err(Reason::usage(
                "`-` edits standard input to standard output and goes with no other path",
                "name files, or `-` alone; a file of that name is `./-`",
            )
            .into());
        }
        let selected = self.selected(cwd, read)?;
        let targets: Vec<_> = typed
            .into_iter()
            .map(|path| (path, PathOrigin::Listed))
            .chain(
                selected
                    .into_iter()
                    .map(|path| (path, PathOrigin::Selected)),
            )
            .collect();
        match (targets.is_empty(), self.is_empty()) {
            (false, _) => Ok(targets),
            (true, true) => Err(Reason::usage(
                "no PATH is given",
                "name a file, or --glob GLOB, or `-` for standard input",
            )
            .into()),
            (true, false) => Err(Reason::usage(
                "no file is selected",
                "globs are relative to the working directory and leave out what .gitignore names, \
                 and hidden files unless they spell the dot or --hidden is given",
            )
            .into()),
        }
    }

    fn selected(
        &self,
        cwd: &Path,
        read: impl FnOnce(&Path) -> Result<Bytes, Refusal>,
    ) -> Result<Vec<PathBuf>, Refusal> {
        let mut selected = Vec::new();
        if let Some(source) = &self.files_from {
            let list = read(source)?;
            let separator = if self.nul { 0 } else { b'\n' };
            for name in list.split(|&byte| byte == separator) {
                let name = if self.nul {
                    name
                } else {
                    name.strip_suffix(b"\r").unwrap_or(name)
                };
                if !name.is_empty() {
                    selected.extend(rule::path_of(list.slice_ref(name)));
                }
            }
        }
        if !self.glob.is_empty() {
            let spelled = (!self.hidden)
                .then(|| Dotted::of(cwd, &self.glob))
                .transpose()?;
            selected.extend(walk(cwd, &self.glob, spelled.as_deref())?);
        }
        Ok(selected)
    }
}

/// Directories and files that version control keeps to itself: nothing is ever selected there.
const INTERNALS: [&str; 3] = [".git", ".hg", ".jj"];

/// The components of one glob that spell the dot of a hidden name, in order.
struct Dotted(Vec<Override>);

impl Dotted {
    /// The patterns of each of `globs`.
    fn of(cwd: &Path, globs: &[String]) -> Result<Vec<Self>, Reason> {
        let spells = |component: &&str| {
            let begins = component.starts_with('.') || component.starts_with("[.");
            let is_name = !matches!(*component, "." | "..");
            is_name && (begins || component.contains("{.") || component.contains(",."))
        };
        let dotted = |glob: &String| {
            let glob = seen_from(cwd, glob);
            let components = glob
                .split('/')
                .filter(spells)
                .map(|component| overrides(Path::new("/"), &[component.to_owned()]));
            components.collect::<Result<_, _>>().map(Self)
        };
        let wanted = globs.iter().filter(|glob| !glob.starts_with('!'));
        wanted.map(dotted).collect()
    }

    /// Whether each hidden name of `path` is spelled, in order.
    fn spells(&self, path: &Path) -> bool {
        let mut spelled = self.0.iter();
        let mut names = path.iter().filter(|name| is_hidden(name));
        names.all(|name| spelled.any(|glob| glob.matched(Path::new(name), false).is_whitelist()))
    }
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// The files below `cwd` that match one of `globs` and are not ignored, sorted, relative to `cwd`. Hidden ones only
/// where one of
/// `spelled` has their dots, if that is given.
///
/// The globs are asked after the walk: as overrides of the walk they would bring back ignored files.
fn walk(cwd: &Path, globs: &[String], spelled: Option<&[Dotted]>) -> Result<Vec<PathBuf>, Reason> {
    let is_shown = |path: &Path| {
        let is_spelled = |globs: &[Dotted]| globs.iter().any(|glob| glob.spells(path));
        !path.iter().any(is_hidden) || spelled.is_none_or(is_spelled)
    };
    let wanted = overrides(cwd, globs)?;
    let walk = WalkBuilder::new(cwd)
        .hidden(false)
        .require_git(false)
        .filter_entry(|entry| !INTERNALS.iter().any(|name| entry.file_name() == *name))
        .threads(threads::count())
        .build_parallel();
    // Both stay open as long as the walk goes on.
    let (found, files) = mpsc::channel();
    let (failed, errors) = mpsc::channel();
    walk.run(|| {
        let (found, failed, wanted) = (found.clone(), failed.clone(), &wanted);
        Box::new(move |entry| {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let _ = failed.send(error.to_string());
                    return WalkState::Continue;
                }
            };
            let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
            let path = entry.path().strip_prefix(cwd).unwrap_or(entry.path());
            if is_file && is_shown(path) && wanted.matched(entry.path(), false).is_whitelist() {
                let _ = found.send(path.to_owned());
            }
            WalkState::Continue
        })
    });
    drop((found, failed));
    // The same one, whichever thread met it first.
    if let Some(error) = errors.into_iter().min() {
        let during = "walk";
        return Err(Reason::Io { during, error });
    }
    let mut files: Vec<_> = files.into_iter().collect();
    files.sort();
    Ok(files)
}

/// `glob` as ignore files write it: what starts at the working directory, by `./` or by its whole name, begins with
/// a slash there.
fn seen_from(cwd: &Path, glob: &str) -> String {
    let (negation, glob) = match glob.strip_prefix('!') {
        Some(rest) => ("!", rest),
        None => ("", glob),
    };
    let below_cwd = cwd.to_str().and_then(|cwd| glob.strip_prefix(cwd));
    let glob = match (glob.strip_prefix("./"), below_cwd) {
        (Some(rest), _) => format!("/{}", rest.trim_start_matches("./")),
        (None, Some(rest)) if rest.starts_with('/') => rest.to_owned(),
        _ => glob.to_owned(),
    };
    format!("{negation}{glob}")
}

fn overrides(cwd: &Path, globs: &[String]) -> Result<Override, Reason> {
    let mut builder = OverrideBuilder::new(cwd);
    for glob in globs {
        builder.add(&seen_from(cwd, glob)).map_err(|error| {
            Reason::usage(
                format!("`--glob {glob}` is no glob: {error}"),
                "for example --glob 'src/**/*.rs'",
            )
        })?;
    }
    builder.build().map_err(|error| {
        Reason::usage(
            format!("the globs cannot be read: {error}"),
            "for example --glob 'src/**/*.rs'",
        )
    })
}
