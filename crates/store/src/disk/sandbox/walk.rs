//! The files below a directory that are meant by a [`Selection`]: walked by several threads, told in the order of
//! their names. Ignore files are respected, hidden files are passed over, links are not followed.
//!
//! Nobody means what version control or the program keeps to itself. A directory that cannot be read is told, and does
//! not end the walk.

use std::ffi::OsStr;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, mpsc};

use ignore::overrides::{Override, OverrideBuilder};
use ignore::types::{Types, TypesBuilder};
use ignore::{DirEntry, WalkBuilder, WalkState};

use super::disk::Disk;
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

/// The ignore file of ripgrep alone, beside `.gitignore` and `.ignore`.
const RIPGREP: &str = ".rgignore";

/// The ignore files of a directory.
const IGNORE_FILES: [&str; 3] = [".gitignore", ".ignore", RIPGREP];

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
        sieve.walk(selection.has_ignored).map_err(at)
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

/// What a walk meets.
enum Met {
    /// A file that is meant, seen from the directory.
    File(PathBuf),
    /// Something to be told of a directory. Boxed: nearly all that is met are files.
    Unread(Box<Unread>),
    /// The directory that is walked cannot be read.
    Nothing(io::Error),
}

impl Sieve {
    fn walk(self, has_ignored: bool) -> Result<Walked, Fault> {
        let sieve = Arc::new(self);
        let mut builder = WalkBuilder::new(&sieve.top);
        builder
            .standard_filters(!has_ignored)
            .hidden(false)
            .require_git(false)
            .threads(threads::count());
        if !has_ignored {
            builder.add_custom_ignore_filename(RIPGREP);
        }
        let entered = Arc::clone(&sieve);
        builder.filter_entry(move |entry| entered.enters(entry));
        let (met, all) = mpsc::channel();
        builder.build_parallel().run(|| {
            let (met, sieve) = (met.clone(), &sieve);
            Box::new(move |entry| {
                if let Some(one) = sieve.meets(entry) {
                    let _ = met.send(one);
                }
                WalkState::Continue
            })
        });
        drop(met);
        let mut walked = Walked {
            shown: sieve.shown.clone(),
            directory: sieve.top.clone(),
            ..Walked::default()
        };
        for one in all {
            match one {
                Met::File(path) => walked.files.push(path),
                Met::Unread(unread) => walked.unread.push(*unread),
                Met::Nothing(error) => return Err(fault("list", error)),
            }
        }
        walked.files.sort_unstable();
        // The order in which threads came by is nobody's.
        walked
            .unread
            .sort_by(|left, right| left.path().cmp(&right.path()));
        Ok(walked)
    }

    /// Whether `entry`, and what is below it, may be looked at.
    fn enters(&self, entry: &DirEntry) -> bool {
        let is_kept =
            refuse_names(Path::new(entry.file_name())).is_err() || is_reserved(entry.file_name());
        if entry.depth() == 0 || !is_directory(entry) {
            return entry.depth() == 0 || !is_kept;
        }
        let (below, shown) = self.names(entry.path());
        !is_kept
            && self.shows(below)
            && !self.globs.matched(&shown, true).is_ignore()
            && self.kept_out.as_deref() != Some(entry.path())
    }

    /// What there is to say about `entry`.
    fn meets(&self, entry: Result<DirEntry, ignore::Error>) -> Option<Met> {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => return self.failure(error),
        };
        if is_directory(&entry) {
            return entry.error().map(|error| self.misread(entry.path(), error));
        }
        let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
        if !is_file {
            return None;
        }
        if let Some(why) = self.unreadable(entry.path()) {
            return Some(why);
        }
        let (below, shown) = self.names(entry.path());
        let wanted = self.globs.matched(&shown, false);
        let is_wanted = if self.has_wanted {
            wanted.is_whitelist()
        } else {
            !wanted.is_ignore()
        };
        let is_meant =
            is_wanted && self.shows(below) && !self.types.matched(&shown, false).is_ignore();
        is_meant.then(|| Met::File(below.to_owned()))
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

    /// What cannot be read. What is gone by now is no loss.
    fn failure(&self, error: ignore::Error) -> Option<Met> {
        let path = path_of(&error).filter(|_| error.io_error().is_some() && !error.is_partial());
        let Some(path) = path else {
            return Some(self.misread(&self.top, &error));
        };
        let (below, shown) = self.names(&path);
        let is_top = below.as_os_str().is_empty();
        let error = error.into_io_error()?;
        match error.kind() {
            _ if is_top => Some(Met::Nothing(error)),
            ErrorKind::NotFound => None,
            kind => Some(Met::Unread(Box::new(Unread::Directory {
                path: shown,
                error: kind.to_string(),
            }))),
        }
    }

    /// An ignore file that cannot be read to its end: the walk passes over the rest of it in silence.
    #[expect(
        clippy::disallowed_methods,
        reason = "the walk reads it by its path too, and follows no link"
    )]
    fn unreadable(&self, path: &Path) -> Option<Met> {
        let is_ignore_file = |name: &OsStr| IGNORE_FILES.iter().any(|known| name == *known);
        if !self.respects_ignored || !path.file_name().is_some_and(is_ignore_file) {
            return None;
        }
        let error = match std::fs::read(path) {
            Ok(text) => std::str::from_utf8(&text).err()?.to_string(),
            Err(error) => error.kind().to_string(),
        };
        Some(self.misread_file(path, error))
    }

    /// An ignore file in `directory`, or above it, of which not all is respected.
    fn misread(&self, directory: &Path, error: &ignore::Error) -> Met {
        // Each of several is a line.
        self.misread_file(directory, error.to_string().replace('\n', "; "))
    }

    fn misread_file(&self, path: &Path, error: String) -> Met {
        let (_, shown) = self.names(path);
        Met::Unread(Box::new(Unread::IgnoreFile {
            path: Some(shown).filter(|path| !path.as_os_str().is_empty()),
            error,
        }))
    }
}

fn is_directory(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_dir())
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// The path that `error` is about.
fn path_of(error: &ignore::Error) -> Option<PathBuf> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path.clone()),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            path_of(err)
        }
        _ => None,
    }
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
