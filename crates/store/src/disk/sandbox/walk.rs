//! Walks a directory for the files in a [`Selection`]: level by level, on several threads. The result is sorted by
//! name. Ignore files are respected, hidden files are skipped, and links are not followed.
//!
//! Internals of version control and our reserved names are always skipped. A directory that cannot be read is
//! reported, and does not end the walk.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::FileType;
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
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

/// The number of entries of one directory that a thread selects at a time.
const ENTRIES: usize = 1024;

/// The name that means all file types.
const ALL_TYPES: &str = "all";

impl Disk {
    /// The files below the directory `top` that are in `selection`, except for those in the directory `skipped`.
    ///
    /// # Errors
    /// If a glob or a file type is invalid, or if `top` is missing, out of reach or cannot be read.
    pub fn walk(
        &mut self,
        top: &Path,
        selection: &Selection,
        skipped: Option<&Path>,
    ) -> Result<Walked, Error> {
        let mut hidden_globs = None;
        if !selection.has_hidden {
            hidden_globs = Some(HiddenGlob::in_globs(&selection.globs, self.cwd())?);
        }
        let walker = Walker {
            globs: globs(selection, self.cwd())?,
            has_included: selection.globs.iter().any(|glob| !glob.starts_with('!')),
            types: types(selection)?,
            hidden_globs,
            shown: shown(top, self.cwd()),
            top: self.real_directory(top)?,
            skipped: skipped.and_then(|path| path.canonicalize().ok()),
            respects_ignored: !selection.has_ignored,
        };
        walker.walk().map_err(|reason| reason.at(top))
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

/// A walk, with the selection of its files.
struct Walker {
    globs: Override,
    /// True if a file must match one of `globs`.
    has_included: bool,
    types: Types,
    /// The hidden names that globs match explicitly; `None` if all hidden files are included.
    hidden_globs: Option<Vec<HiddenGlob>>,
    /// The directory of the walk in reports.
    shown: PathBuf,
    /// The directory of the walk without links.
    top: PathBuf,
    /// A directory to skip, without links.
    skipped: Option<PathBuf>,
    respects_ignored: bool,
}

/// A directory to visit.
struct Pending {
    path: PathBuf,
    /// The rules of the ignore files in the directories above.
    outer_rules: Arc<IgnoreRules>,
}

/// The selected entries of a directory.
#[derive(Default)]
struct Listing {
    /// The selected files, relative to the directory of the walk.
    files: Vec<PathBuf>,
    directories: Vec<Pending>,
    misread: Vec<Misread>,
    /// The error that ended the reading of the directory.
    fault: Option<io::Error>,
}

/// An entry of a directory that is selected.
enum Selected {
    /// A directory to visit.
    Directory(PathBuf),
    /// A file, relative to the directory of the walk.
    File(PathBuf),
}

impl Walker {
    fn walk(self) -> Result<Walked, Fault> {
        let mut misread = Vec::new();
        let mut reader = None;
        let mut outer_rules = Arc::default();
        if self.respects_ignored {
            let tree = IgnoreReader::of_tree(&self.top);
            outer_rules = tree.above(&self.top, &mut misread);
            reader = Some(tree);
        }
        let mut walked = Walked {
            shown: self.shown.clone(),
            directory: self.top.clone(),
            ..Walked::default()
        };
        let mut level = vec![Pending {
            path: self.top.clone(),
            outer_rules,
        }];
        while !level.is_empty() {
            let listings =
                threads::map(&level, 1, |directory| self.list(directory, reader.as_ref()));
            let mut next = Vec::new();
            for (directory, listing) in level.iter().zip(listings) {
                if let Some(error) = listing.fault {
                    if directory.path == self.top {
                        return Err(fault("list", error));
                    }
                    let unread = self.unread_directory(&directory.path, &error);
                    walked.unread.extend(unread);
                }
                walked.files.extend(listing.files);
                misread.extend(listing.misread);
                next.extend(listing.directories);
            }
            level = next;
        }
        // The files of each directory are in order already, and a stable sort makes use of that.
        walked.files.sort();
        for (path, error) in misread {
            walked.unread.push(self.unread_ignore_file(&path, error));
        }
        walked
            .unread
            .sort_by(|left, right| left.path().cmp(&right.path()));
        Ok(walked)
    }

    fn list(&self, pending: &Pending, reader: Option<&IgnoreReader>) -> Listing {
        let mut listing = Listing::default();
        let mut entries = Vec::new();
        if let Err(error) = read_entries(&pending.path, &mut entries) {
            listing.fault = Some(error);
        }
        entries.sort_unstable_by(|(left, _), (right, _)| left.cmp(right));
        let rules = match reader {
            Some(reader) => {
                let names = entries.iter().map(|(name, _)| &**name);
                let outer = &pending.outer_rules;
                reader.inside(outer, &pending.path, names, &mut listing.misread)
            }
            None => Arc::clone(&pending.outer_rules),
        };
        let select = |(name, kind): &(OsString, FileType)| {
            self.select(pending.path.join(name), name, *kind, &rules)
        };
        for selected in threads::map(&entries, ENTRIES, select) {
            match selected {
                Some(Selected::Directory(path)) => listing.directories.push(Pending {
                    path,
                    outer_rules: Arc::clone(&rules),
                }),
                Some(Selected::File(path)) => listing.files.push(path),
                None => {}
            }
        }
        listing
    }

    /// The entry `name` at `path`, if it is selected.
    fn select(
        &self,
        path: PathBuf,
        name: &OsStr,
        kind: FileType,
        rules: &IgnoreRules,
    ) -> Option<Selected> {
        let is_protected = refuse_names(Path::new(name)).is_err() || is_reserved(name);
        if is_protected || rules.is_ignored(&path, kind.is_dir()) {
            return None;
        }
        if kind.is_dir() && self.enters(&path) {
            return Some(Selected::Directory(path));
        }
        if kind.is_file() {
            return self.selected_file(&path).map(Selected::File);
        }
        None
    }

    /// True if the walk enters the directory at `path`.
    fn enters(&self, path: &Path) -> bool {
        let (below, shown) = self.names(path);
        self.may_show(below)
            && !self.globs.matched(&shown, true).is_ignore()
            && self.skipped.as_deref() != Some(path)
    }

    /// The file at `path`, relative to the directory of the walk, if it is selected.
    fn selected_file(&self, path: &Path) -> Option<PathBuf> {
        let (below, shown) = self.names(path);
        let matched = self.globs.matched(&shown, false);
        let is_included = if self.has_included {
            matched.is_whitelist()
        } else {
            !matched.is_ignore()
        };
        if is_included && self.may_show(below) && !self.types.matched(&shown, false).is_ignore() {
            Some(below.to_owned())
        } else {
            None
        }
    }

    /// `path`, which is in the directory of the walk: relative to that, and as reports show it.
    fn names<'p>(&self, path: &'p Path) -> (&'p Path, Cow<'p, Path>) {
        let below = &path.as_os_str().as_bytes()[self.top.as_os_str().len()..];
        let below = Path::new(OsStr::from_bytes(below.strip_prefix(b"/").unwrap_or(below)));
        if self.shown.as_os_str().is_empty() {
            (below, Cow::Borrowed(below))
        } else {
            (below, Cow::Owned(self.shown.join(below)))
        }
    }

    /// True if no component of `below` is hidden, or a glob matches all hidden components explicitly.
    fn may_show(&self, below: &Path) -> bool {
        let bytes = below.as_os_str().as_bytes();
        if !bytes.starts_with(b".") && !bytes.windows(2).any(|pair| pair == b"/.") {
            return true;
        }
        match &self.hidden_globs {
            Some(globs) => globs.iter().any(|glob| glob.matches_hidden(below)),
            None => true,
        }
    }

    /// `path`, which may be outside the directory of the walk, as reports show it.
    fn reported(&self, path: &Path) -> PathBuf {
        self.shown
            .join(path.strip_prefix(&self.top).unwrap_or(path))
    }

    /// The report of an unreadable directory; `None` if the directory no longer exists.
    fn unread_directory(&self, path: &Path, error: &io::Error) -> Option<Unread> {
        if error.kind() == ErrorKind::NotFound {
            return None;
        }
        Some(Unread::Directory {
            path: self.reported(path),
            error: error.kind().to_string(),
        })
    }

    /// The report of an ignore file with invalid rules.
    fn unread_ignore_file(&self, path: &Path, error: String) -> Unread {
        let shown = self.reported(path);
        let path = if shown.as_os_str().is_empty() {
            None
        } else {
            Some(shown)
        };
        Unread::IgnoreFile { path, error }
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
struct HiddenGlob(Vec<Override>);

impl HiddenGlob {
    /// The explicit hidden components of each of `globs`.
    fn in_globs(globs: &[String], cwd: &Path) -> Result<Vec<Self>, Fault> {
        let mut all = Vec::new();
        for glob in globs.iter().filter(|glob| !glob.starts_with('!')) {
            let mut hidden = Vec::new();
            for component in ignore_glob(cwd, glob).split('/') {
                if may_match_hidden(component) {
                    let component = [component.to_owned()].into_iter();
                    hidden.push(build_globs(Path::new("/"), component)?);
                }
            }
            all.push(Self(hidden));
        }
        Ok(all)
    }

    /// True if the glob matches each hidden component of `path`, in order.
    fn matches_hidden(&self, path: &Path) -> bool {
        let mut globs = self.0.iter();
        let mut names = path.iter().filter(|name| is_hidden(name));
        names.all(|name| globs.any(|glob| glob.matched(Path::new(name), false).is_whitelist()))
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
fn ignore_glob(cwd: &Path, glob: &str) -> String {
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
    let included = selection.globs.iter().map(|glob| ignore_glob(cwd, glob));
    let excluded = selection
        .excluded
        .iter()
        .map(|glob| format!("!{}", ignore_glob(cwd, glob)));
    build_globs(cwd, included.chain(excluded))
}

fn build_globs(cwd: &Path, globs: impl Iterator<Item = String>) -> Result<Override, Fault> {
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
