//! The files below a directory that are meant by a [`Selection`]: walked level by level, by as many threads as the system
//! gives, and told in the order of their names. Ignore files are respected, hidden files are passed over, links are not followed.
//!
//! Nobody means what version control or the program keeps to itself. A directory that cannot be read is told, and does
//! not end the walk.

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

/// The files that a walk met.
#[derive(Debug, Default)]
pub struct Walked {
    /// Seen from the directory that was walked, sorted.
    pub files: Vec<PathBuf>,
    /// The name of the directory in reports: empty for the working directory.
    pub shown: PathBuf,
    /// The same, links resolved.
    pub directory: PathBuf,
    /// The directories that could not be read, and ignore files that are not understood.
    pub unread: Vec<Unread>,
}

/// The name that stands for every type of files.
const ALL_TYPES: &str = "all";

impl Disk {
    /// The files below the directory `top` that `selection` means. None of them is in `kept_out`.
    ///
    /// # Errors
    /// `usage` for a glob or a type that is none; the refusals of a file in `top`; `missing`, `not_a_file`,
    /// `permission`, `io` for `top` itself.
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

/// `top` as reports show it: empty for the working directory itself.
fn shown(top: &Path, cwd: &Path) -> PathBuf {
    top.strip_prefix(cwd)
        .unwrap_or(top)
        .components()
        .filter(|component| *component != Component::CurDir)
        .collect()
}

/// The filters of a walk.
struct Sieve {
    globs: Override,
    /// True if a file has to match one of them.
    has_wanted: bool,
    types: Types,
    /// The hidden names that globs spell; `None` where every hidden file is meant.
    dotted: Option<Vec<Dotted>>,
    /// The directory that is walked as reports name it.
    shown: PathBuf,
    /// The same, links resolved.
    top: PathBuf,
    /// A directory that is not entered, links resolved.
    kept_out: Option<PathBuf>,
    /// True if ignore files mean something.
    respects_ignored: bool,
}

/// A directory that is yet to be looked into.
struct Pending {
    path: PathBuf,
    /// The rules of the ignore files around it.
    around: Arc<IgnoreRules>,
}

/// The entries of a directory.
#[derive(Default)]
struct Looked {
    /// The files that are meant, seen from the directory that is walked.
    files: Vec<PathBuf>,
    directories: Vec<Pending>,
    misread: Vec<Misread>,
    /// Why it, or the rest of it, could not be read.
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

    /// The entries of the directory `pending`.
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

    /// True if the directory at `path`, and what is below it, may be looked at.
    fn enters(&self, path: &Path) -> bool {
        let (below, shown) = self.names(path);
        self.shows(below)
            && !self.globs.matched(&shown, true).is_ignore()
            && self.kept_out.as_deref() != Some(path)
    }

    /// The file at `path`, seen from the directory that is walked, if it is selected.
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

    /// `path`, seen from the directory that is walked, and from the working directory.
    fn names<'p>(&self, path: &'p Path) -> (&'p Path, PathBuf) {
        let below = path.strip_prefix(&self.top).unwrap_or(path);
        (below, self.shown.join(below))
    }

    /// True if no name of `below` is hidden, or a glob has each hidden name.
    fn shows(&self, below: &Path) -> bool {
        if !below.iter().any(is_hidden) {
            return true;
        }
        match &self.dotted {
            Some(dotted) => dotted.iter().any(|glob| glob.spells(below)),
            None => true,
        }
    }

    /// The directory at `path` cannot be read. What is gone by now is no loss.
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

    /// Not all of the ignore file at `path` is respected.
    fn misread(&self, path: &Path, error: String) -> Unread {
        let (_, shown) = self.names(path);
        Unread::IgnoreFile {
            path: Some(shown).filter(|path| !path.as_os_str().is_empty()),
            error,
        }
    }
}

/// Reads the names and kinds of what is in the directory at `path`, as far as it can be read.
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

/// The components of one glob that spell the dot of a hidden name, in order.
struct Dotted(Vec<Override>);

impl Dotted {
    /// The hidden names in each of `globs`.
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

    /// True if each hidden name of `path` is spelled, in order.
    fn spells(&self, path: &Path) -> bool {
        let mut spelled = self.0.iter();
        let mut names = path.iter().filter(|name| is_hidden(name));
        names.all(|name| spelled.any(|glob| glob.matched(Path::new(name), false).is_whitelist()))
    }
}

/// True if the `component` of a glob spells the dot of a hidden name.
fn may_match_hidden(component: &str) -> bool {
    !matches!(component, "." | "..")
        && (component.starts_with('.')
            || component.starts_with("[.")
            || component.contains("{.")
            || component.contains(",."))
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

/// The globs of `selection`, seen from `cwd`. What is excluded comes last, and so decides.
///
/// They are not given to the walk itself: there they would bring back what ignore files name.
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

/// The names of the types of files that a selection may name.
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

/// The error for `name`, with the type whose files have that ending, if there is one.
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
