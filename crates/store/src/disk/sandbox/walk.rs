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
use ignore::types::{Types, TypesBuilder};

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
    /// That directory as reports name it: empty for the working directory.
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
        let at = |reason: Fault| Error::new(reason).at(top);
        let sieve = Sieve {
            globs: globs(selection, self.cwd())?,
            has_wanted: selection.globs.iter().any(|glob| !glob.starts_with('!')),
            types: types(selection)?,
            dotted: (!selection.has_hidden)
                .then(|| Dotted::of(&selection.globs, self.cwd()))
                .transpose()?,
            shown: shown(top, self.cwd()),
            top: self.real_directory(top)?,
            kept_out: kept_out.and_then(|path| path.canonicalize().ok()),
            respects_ignored: !selection.has_ignored,
        };
        sieve.walk().map_err(at)
    }
}

/// `top` as the names of files in it begin: nothing for the working directory itself.
fn shown(top: &Path, cwd: &Path) -> PathBuf {
    let top = top.strip_prefix(cwd).unwrap_or(top);
    let is_kept = |component: &Component<'_>| *component != Component::CurDir;
    top.components().filter(is_kept).collect()
}

/// What a walk lets through.
struct Sieve {
    globs: Override,
    /// Whether a file has to match one of them.
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
    /// Whether ignore files mean something.
    respects_ignored: bool,
}

/// A directory that is yet to be looked into.
struct Pending {
    path: PathBuf,
    /// What the ignore files around it leave out.
    around: Arc<IgnoreRules>,
}

/// What a directory holds.
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

    /// What is in the directory `pending`.
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
                looked.files.extend(self.meant(&path));
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

    /// The file at `path`, seen from the directory that is walked, if it is meant.
    fn meant(&self, path: &Path) -> Option<PathBuf> {
        let (below, shown) = self.names(path);
        let wanted = self.globs.matched(&shown, false);
        let is_wanted = if self.has_wanted {
            wanted.is_whitelist()
        } else {
            !wanted.is_ignore()
        };
        let is_meant =
            is_wanted && self.shows(below) && !self.types.matched(&shown, false).is_ignore();
        is_meant.then(|| below.to_owned())
    }

    /// `path`, seen from the directory that is walked, and from the working directory.
    fn names<'p>(&self, path: &'p Path) -> (&'p Path, PathBuf) {
        let below = path.strip_prefix(&self.top).unwrap_or(path);
        (below, self.shown.join(below))
    }

    /// Whether no name of `below` is hidden, or each that is was meant.
    fn shows(&self, below: &Path) -> bool {
        let is_spelled = |dotted: &Vec<Dotted>| dotted.iter().any(|glob| glob.spells(below));
        !below.iter().any(is_hidden) || self.dotted.as_ref().is_none_or(is_spelled)
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
    /// Those of each of `globs`.
    fn of(globs: &[String], cwd: &Path) -> Result<Vec<Self>, Fault> {
        let spells = |component: &&str| {
            let begins = component.starts_with('.') || component.starts_with("[.");
            let is_name = !matches!(*component, "." | "..");
            is_name && (begins || component.contains("{.") || component.contains(",."))
        };
        let dotted = |glob: &String| {
            let glob = seen_from(cwd, glob);
            let components = glob.split('/').filter(spells);
            let components = components
                .map(|component| built(Path::new("/"), [component.to_owned()].into_iter()));
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
    let excluded = selection.excluded.iter();
    let excluded = excluded.map(|glob| format!("!{}", seen_from(cwd, glob)));
    built(cwd, wanted.chain(excluded))
}

fn built(cwd: &Path, globs: impl Iterator<Item = String>) -> Result<Override, Fault> {
    let mut builder = OverrideBuilder::new(cwd);
    let wrong = |glob: &str, error: ignore::Error| Fault::BadGlob {
        glob: glob.strip_prefix('!').unwrap_or(glob).to_owned(),
        error: error.to_string(),
    };
    for glob in globs {
        builder.add(&glob).map_err(|error| wrong(&glob, error))?;
    }
    builder.build().map_err(|error| wrong("", error))
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
    let names = || known.iter().map(|definition| definition.name());
    // People name the ending of the files where a type has another name.
    let with_ending = |name: &str| {
        let glob = format!("*.{name}");
        let has_glob = |globs: &[String]| globs.contains(&glob);
        let found = known.iter().find(|definition| has_glob(definition.globs()));
        found.map(|definition| definition.name())
    };
    let unknown = |name: &str| Fault::UnknownType {
        name: name.to_owned(),
        with_ending: with_ending(name).map(str::to_owned),
    };
    let mut asked = selection.types.iter().chain(&selection.excluded_types);
    let is_unknown = |name: &&String| *name != ALL_TYPES && !names().any(|known| known == **name);
    if let Some(name) = asked.find(is_unknown) {
        return Err(unknown(name));
    }
    for name in &selection.types {
        builder.select(name);
    }
    for name in &selection.excluded_types {
        builder.negate(name);
    }
    builder.build().map_err(|error| unknown(&error.to_string()))
}
