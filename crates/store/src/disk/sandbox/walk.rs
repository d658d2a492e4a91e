//! Walks a directory for the files in a [`Selection`]: level by level, on several threads. The result is sorted by
//! name. Ignore files are respected, hidden files are skipped, and links are not followed.
//!
//! Internals of version control and our reserved names are always skipped. A directory that cannot be read is
//! reported, and does not end the walk.

use std::ffi::{OsStr, OsString};
use std::fs::FileType;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use ignore::overrides::{Override, OverrideBuilder};
use ignore::types::{FileTypeDef, Types, TypesBuilder};

use super::disk::Disk;
use super::ignored::{IgnoreReader, IgnoreRules, Misread};
use super::reach::refuse_names;
use super::selection::Selection;
use crate::disk::fault::fault;
use crate::disk::notice::Unread;
use crate::error::{Error, Fault};
use crate::place::is_reserved;
use crate::threads;

/// The result of a walk.
#[derive(Debug, Default)]
pub struct Walked {
    /// Paths relative to the directory of the walk, sorted.
    pub files: Vec<PathBuf>,
    /// The directory of the walk in reports: empty for the working directory.
    pub shown: PathBuf,
    /// The directory of the walk without links.
    pub directory: PathBuf,
    /// Directories that could not be read, and ignore files with invalid rules.
    pub unread: Vec<Unread>,
}

/// The name that means all file types.
const ALL_TYPES: &str = "all";

impl Disk {
    /// The files below the directory `top` that are in `selection`, except for those in `kept_out`.
    ///
    /// # Errors
    /// If a glob or a file type is invalid, or if `top` is missing, out of reach or cannot be read.
    pub fn walk(
        &mut self,
        top: &Path,
        selection: &Selection,
        kept_out: Option<&Path>,
    ) -> Result<Walked, Error> {
        let sieve = Sieve {
            globs: globs(selection, self.cwd())?,
            has_wanted: selection.globs.iter().any(|glob| !glob.starts_with('!')),
            types: types(selection)?,
            dotted: if selection.has_hidden {
                None
            } else {
                Some(Dotted::in_globs(&selection.globs, self.cwd())?)
            },
            shown: shown(top, self.cwd()),
            top: self.real_directory(top)?,
            kept_out: kept_out.and_then(|path| path.canonicalize().ok()),
            respects_ignored: !selection.has_ignored,
        };
        sieve.walk().map_err(|reason| Error::new(reason).at(top))
    }
}

/// The path of `top` in reports: empty for the working directory.
fn shown(top: &Path, cwd: &Path) -> PathBuf {
    top.strip_prefix(cwd)
        .unwrap_or(top)
        .components()
        .filter(|component| *component != Component::CurDir)
        .collect()
}

struct Sieve {
    globs: Override,
    /// True if a file must match one of `globs`.
    has_wanted: bool,
    types: Types,
    /// The hidden names that globs match explicitly; `None` if all hidden files are included.
    dotted: Option<Vec<Dotted>>,
    /// The directory of the walk in reports.
    shown: PathBuf,
    /// The directory of the walk without links.
    top: PathBuf,
    /// A directory to skip, without links.
    kept_out: Option<PathBuf>,
    respects_ignored: bool,
}

/// A directory to visit.
struct Pending {
    path: PathBuf,
    /// The rules of the ignore files around the directory.
    around: Arc<IgnoreRules>,
}

#[derive(Default)]
struct Looked {
    /// The selected files, relative to the directory of the walk.
    files: Vec<PathBuf>,
    directories: Vec<Pending>,
    misread: Vec<Misread>,
    /// The error that ended the reading of the directory.
    fault: Option<io::Error>,
}

impl Sieve {
    fn walk(self) -> Result<Walked, Fault> {
        let reader = self
            .respects_ignored
            .then(|| IgnoreReader::of_tree(&self.top));
        let mut misread = Vec::new();
        let around = reader
            .as_ref()
            .map(|reader| reader.above(&self.top, &mut misread));
        let mut walked = Walked {
            shown: self.shown.clone(),
            directory: self.top.clone(),
            ..Walked::default()
        };
        let mut level = vec![Pending {
            path: self.top.clone(),
            around: around.unwrap_or_default(),
        }];
        while !level.is_empty() {
            let looked = threads::map(&level, 1, |_| {}, |one| self.look(one, reader.as_ref()));
            let mut next = Vec::new();
            for (one, looked) in level.iter().zip(looked) {
                if let Some(error) = looked.fault {
                    if one.path == self.top {
                        return Err(fault("list", error));
                    }
                    walked
                        .unread
                        .extend(self.not_looked_into(&one.path, &error));
                }
                walked.files.extend(looked.files);
                misread.extend(looked.misread);
                next.extend(looked.directories);
            }
            level = next;
        }
        walked.files.sort_unstable();
        let misread = misread.into_iter();
        walked
            .unread
            .extend(misread.map(|(path, error)| self.misread(&path, error)));
        walked
            .unread
            .sort_by(|left, right| left.path().cmp(&right.path()));
        Ok(walked)
    }

    fn look(&self, pending: &Pending, reader: Option<&IgnoreReader>) -> Looked {
        let mut looked = Looked::default();
        let mut entries = Vec::new();
        if let Err(error) = read_entries(&pending.path, &mut entries) {
            looked.fault = Some(error);
        }
        let rules = match reader {
            Some(reader) => {
                let names = entries.iter().map(|(name, _)| &**name);
                reader.inside(&pending.around, &pending.path, names, &mut looked.misread)
            }
            None => Arc::clone(&pending.around),
        };
        for (name, kind) in entries {
            let path = pending.path.join(&name);
            let is_kept = refuse_names(Path::new(&name)).is_err() || is_reserved(&name);
            if is_kept || rules.leave_out(&path, kind.is_dir()) {
                continue;
            }
            if kind.is_dir() && self.enters(&path) {
                looked.directories.push(Pending {
                    path,
                    around: Arc::clone(&rules),
                });
            } else if kind.is_file() {
                looked.files.extend(self.selected(&path));
            }
        }
        looked
    }

    /// True if the walk enters the directory at `path`.
    fn enters(&self, path: &Path) -> bool {
        let (below, shown) = self.names(path);
        self.shows(below)
            && !self.globs.matched(&shown, true).is_ignore()
            && self.kept_out.as_deref() != Some(path)
    }

    /// The file at `path`, relative to the directory of the walk, if it is selected.
    fn selected(&self, path: &Path) -> Option<PathBuf> {
        let (below, shown) = self.names(path);
        let wanted = self.globs.matched(&shown, false);
        let is_wanted = if self.has_wanted {
            wanted.is_whitelist()
        } else {
            !wanted.is_ignore()
        };
        if is_wanted && self.shows(below) && !self.types.matched(&shown, false).is_ignore() {
            Some(below.to_owned())
        } else {
            None
        }
    }

    /// `path`, relative to the directory of the walk, and as reports show it.
    fn names<'p>(&self, path: &'p Path) -> (&'p Path, PathBuf) {
        let below = path.strip_prefix(&self.top).unwrap_or(path);
        (below, self.shown.join(below))
    }

    /// True if no component of `below` is hidden, or a glob matches all hidden components explicitly.
    fn shows(&self, below: &Path) -> bool {
        if !below.iter().any(is_hidden) {
            return true;
        }
        match &self.dotted {
            Some(dotted) => dotted.iter().any(|glob| glob.spells(below)),
            None => true,
        }
    }

    /// The report of an unreadable directory; `None` if the directory no longer exists.
    fn not_looked_into(&self, path: &Path, error: &io::Error) -> Option<Unread> {
        if error.kind() == ErrorKind::NotFound {
            return None;
        }
        let (_, shown) = self.names(path);
        Some(Unread::Directory {
            path: shown,
            error: error.kind().to_string(),
        })
    }

    /// The report of an ignore file with invalid rules.
    fn misread(&self, path: &Path, error: String) -> Unread {
        let (_, shown) = self.names(path);
        Unread::IgnoreFile {
            path: Some(shown).filter(|path| !path.as_os_str().is_empty()),
            error,
        }
    }
}

/// Adds the names and types of the entries of `path` to `entries`, up to the first error.
fn read_entries(path: &Path, entries: &mut Vec<(OsString, FileType)>) -> io::Result<()> {
    for entry in path.read_dir()? {
        let entry = entry?;
        entries.push((entry.file_name(), entry.file_type()?));
    }
    Ok(())
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// The components of one glob that match hidden names explicitly, in order.
struct Dotted(Vec<Override>);

impl Dotted {
    /// The explicit hidden components of each of `globs`.
    fn in_globs(globs: &[String], cwd: &Path) -> Result<Vec<Self>, Fault> {
        let mut all = Vec::new();
        for glob in globs.iter().filter(|glob| !glob.starts_with('!')) {
            let mut dotted = Vec::new();
            for component in seen_from(cwd, glob).split('/') {
                if may_match_hidden(component) {
                    let component = [component.to_owned()].into_iter();
                    dotted.push(built(Path::new("/"), component)?);
                }
            }
            all.push(Self(dotted));
        }
        Ok(all)
    }

    /// True if the glob matches each hidden component of `path`, in order.
    fn spells(&self, path: &Path) -> bool {
        let mut spelled = self.0.iter();
        let mut names = path.iter().filter(|name| is_hidden(name));
        names.all(|name| spelled.any(|glob| glob.matched(Path::new(name), false).is_whitelist()))
    }
}

/// True if a `component` of a glob matches the dot of a hidden name explicitly.
fn may_match_hidden(component: &str) -> bool {
    !matches!(component, "." | "..")
        && (component.starts_with('.')
            || component.starts_with("[.")
            || component.contains("{.")
            || component.contains(",."))
}

/// `glob` in the syntax of ignore files: a glob that starts with `./` or with the working directory gets a leading
/// slash instead.
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

/// The globs of `selection`, relative to `cwd`. The excluded globs come last, so they decide.
///
/// The ignore files are matched separately. In one set, a matching glob would include ignored files.
fn globs(selection: &Selection, cwd: &Path) -> Result<Override, Fault> {
    let wanted = selection.globs.iter().map(|glob| seen_from(cwd, glob));
    let excluded = selection
        .excluded
        .iter()
        .map(|glob| format!("!{}", seen_from(cwd, glob)));
    built(cwd, wanted.chain(excluded))
}

fn built(cwd: &Path, globs: impl Iterator<Item = String>) -> Result<Override, Fault> {
    let mut builder = OverrideBuilder::new(cwd);
    for glob in globs {
        builder
            .add(&glob)
            .map_err(|error| bad_glob(&glob, &error))?;
    }
    builder.build().map_err(|error| bad_glob("", &error))
}

fn bad_glob(glob: &str, error: &ignore::Error) -> Fault {
    Fault::BadGlob {
        glob: glob.strip_prefix('!').unwrap_or(glob).to_owned(),
        error: error.to_string(),
    }
}

/// The names of all file types that a selection can have.
pub fn file_types() -> Vec<String> {
    let mut builder = TypesBuilder::new();
    builder.add_defaults();
    let known = builder.definitions().into_iter();
    known.map(|of_type| of_type.name().to_owned()).collect()
}

fn types(selection: &Selection) -> Result<Types, Fault> {
    if selection.types.is_empty() && selection.excluded_types.is_empty() {
        return Ok(Types::empty());
    }
    let mut builder = TypesBuilder::new();
    builder.add_defaults();
    let known = builder.definitions();
    for name in selection.types.iter().chain(&selection.excluded_types) {
        if name != ALL_TYPES && !known.iter().any(|of_type| of_type.name() == name) {
            return Err(unknown_type(name, &known));
        }
    }
    for name in &selection.types {
        builder.select(name);
    }
    for name in &selection.excluded_types {
        builder.negate(name);
    }
    builder
        .build()
        .map_err(|error| unknown_type(&error.to_string(), &known))
}

/// The error for an unknown type `name`. Contains the type whose files have `name` as their extension, if there is
/// one.
fn unknown_type(name: &str, known: &[FileTypeDef]) -> Fault {
    let glob = format!("*.{name}");
    let with_ending = known
        .iter()
        .find(|of_type| of_type.globs().contains(&glob))
        .map(|of_type| of_type.name().to_owned());
    Fault::UnknownType {
        name: name.to_owned(),
        with_ending,
    }
}
