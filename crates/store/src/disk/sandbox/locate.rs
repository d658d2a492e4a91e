//! Resolves a typed path to a place: opens the parent directory, and follows links in the last component.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use rustix::fs::readlinkat;
use rustix::io::Errno;

use crate::error::{Error, Escape, Fault, NotAFile};
use crate::place::RootedPath;
use crate::snapshot::{FileFacts, Snapshot};
use crate::threads;

use super::reach;
use crate::disk::fault::fault;
use crate::disk::sandbox::directory::Directory;
use crate::disk::sandbox::disk::{Disk, ParentPath};
use crate::disk::sandbox::leaf;
use crate::disk::sandbox::reach::{Anchor, is_escape};
use crate::disk::sandbox::read::read_open;
#[cfg(debug_assertions)]
use crate::disk::sandbox::spelling;
use crate::disk::sandbox::spelling::spelled;

/// The number of files that a thread reads at a time.
const SHARE: usize = 16;

/// The maximum number of links to follow in the last component, the same as in the kernel.
const MAX_LINKS: usize = 40;

/// The number of attempts to open a directory that other processes are creating.
const MAX_ATTEMPTS: usize = 20;

/// The refusal of a link at the path of a report.
const LINK: Fault = Fault::NotAFile(NotAFile::Link);

/// The longest name and path in bytes that the kernel accepts. We check first, because the kernel does not see the
/// names of missing directories before the commit.
const NAME_MAX: usize = 255;
const PATH_MAX: usize = 4095;

impl Disk {
    /// The place that `typed` leads to. Nothing is read or created. The place contains the missing parents.
    ///
    /// A link in the last component is followed: the place is its target, which must exist. The link itself is kept.
    ///
    /// # Errors
    /// If the path leads outside the roots, is protected, or cannot name a file; if a parent is missing and cannot be
    /// created; or if a directory cannot be opened.
    pub fn locate(&mut self, typed: &Path) -> Result<RootedPath, Error> {
        self.locate_by(typed, Links::Follow)
    }

    /// The place `typed`. A link in the last component is refused.
    ///
    /// # Errors
    /// See [`Self::locate`]; also for a link.
    pub fn locate_itself(&mut self, typed: &Path) -> Result<RootedPath, Error> {
        self.locate_by(typed, Links::Refuse)
    }

    /// The place `typed`. A link in the last component is not followed: the place is the link itself.
    ///
    /// # Errors
    /// See [`Self::locate`].
    pub fn locate_name(&mut self, typed: &Path) -> Result<RootedPath, Error> {
        self.locate_by(typed, Links::Keep)
    }

    /// Locates and reads the files at `paths` in several threads. `None` for a link, and for a file that
    /// [`Self::locate`] or [`Self::read`] refuses.
    pub fn read_all<'p>(
        &mut self,
        paths: impl Iterator<Item = &'p Path>,
        max_size: u64,
    ) -> Vec<Option<(RootedPath, Snapshot)>> {
        let entries: Vec<_> = paths.map(|path| (path, self.directory_of(path))).collect();
        let read = |(path, directory): &(&Path, Option<Arc<Directory>>)| {
            self.read_in(directory.as_ref()?, path, max_size)
        };
        threads::map(&entries, SHARE, read)
    }

    /// The directory of `typed` in the first root, if it exists.
    fn directory_of(&mut self, typed: &Path) -> Option<Arc<Directory>> {
        refuse_malformed(typed).ok()?;
        let path = self.anchors.first()?.relative(typed, &self.cwd).ok()?;
        reach::refuse_names(&path).ok()?;
        let parent = self.parent_path(0, path.parent()?).ok()?;
        if parent.missing.is_empty() {
            Some(parent.directory)
        } else {
            None
        }
    }

    /// The place and the text of the regular file `typed` in `directory`.
    fn read_in(
        &self,
        directory: &Directory,
        typed: &Path,
        max_size: u64,
    ) -> Option<(RootedPath, Snapshot)> {
        let name = typed.file_name()?;
        let (file, facts) = leaf::open(directory, name).ok()??;
        if spelled(directory, name, &facts) != name {
            return None;
        }
        let text = read_open(file, facts, max_size).ok()?;
        let shown = self.shown(typed);
        let place = RootedPath::new(directory.identity(), Vec::new(), name.to_owned(), shown);
        Some((place, text))
    }

    fn locate_by(&mut self, typed: &Path, links: Links) -> Result<RootedPath, Error> {
        let shown = self.shown(typed);
        refuse_malformed(typed).map_err(|reason| reason.at(typed))?;
        let mut refusal = Fault::OutsideRoot(Escape::Name);
        for number in 0..self.anchors.len() {
            let found = self.anchors[number]
                .relative(typed, &self.cwd)
                .and_then(|path| self.follow(number, path, &shown, links));
            match found {
                Ok(place) => return Ok(place),
                // Another root may contain the path, or be the protected directory itself.
                Err(reason) if matches!(reason, Fault::OutsideRoot(_) | Fault::Protected(_)) => {
                    if number == 0 || matches!(reason, Fault::Protected(_)) {
                        refusal = reason;
                    }
                }
                Err(reason) => return Err(reason.at(&shown)),
            }
        }
        Err(refusal.at(&shown))
    }

    /// The path in reports: relative if it is below the working directory, or else as typed.
    fn shown(&self, typed: &Path) -> PathBuf {
        let relative = typed.strip_prefix(&self.cwd).unwrap_or(typed);
        let shown: PathBuf = relative
            .components()
            .filter(|component| *component != Component::CurDir)
            .collect();
        if shown.as_os_str().is_empty() {
            typed.to_owned()
        } else {
            shown
        }
    }

    /// The place that `path` leads to from the anchor with index `number`.
    fn follow(
        &mut self,
        number: usize,
        mut path: PathBuf,
        shown: &Path,
        links: Links,
    ) -> Result<RootedPath, Fault> {
        let anchor = Arc::clone(&self.anchors[number]);
        for links_followed in 0..=MAX_LINKS {
            let (parent, typed) = split(&path)?;
            reach::refuse_names(&path)?;
            let ParentPath { directory, missing } = self.parent_path(number, parent)?;
            #[cfg(debug_assertions)]
            let name = &*spelling::simulation::found(&directory, typed);
            #[cfg(not(debug_assertions))]
            let name = typed;
            let leaf = if missing.is_empty() {
                leaf_at(&directory, name)?
            } else {
                Leaf::Missing
            };
            if let Leaf::Link(_, target) = &leaf {
                match links {
                    Links::Refuse => return Err(LINK),
                    Links::Keep => {}
                    Links::Follow => {
                        if target.is_absolute() && anchor.root().is_some() {
                            return Err(Fault::OutsideRoot(Escape::Link));
                        }
                        refuse_malformed(target)?;
                        path = parent.join(target);
                        continue;
                    }
                }
            }
            let name = match leaf {
                Leaf::Missing if links_followed > 0 => break,
                Leaf::Missing => name.to_owned(),
                Leaf::Entry(facts) | Leaf::Link(facts, _) => spelled(&directory, name, &facts),
            };
            let place = RootedPath::new(directory.identity(), missing, name, shown.to_owned());
            return Ok(if place.name() == typed {
                place
            } else {
                place.typed_as(typed)
            });
        }
        Err(Fault::NotAFile(NotAFile::DanglingLink))
    }

    /// The directory that `parent` leads to from the anchor with index `number`. The result is cached, because many
    /// files share a directory.
    fn parent_path(&mut self, number: usize, parent: &Path) -> Result<ParentPath, Fault> {
        if let Some(known) = self.parent_paths[number].get(parent) {
            return Ok(known.clone());
        }
        let anchor = Arc::clone(&self.anchors[number]);
        let parent_path = self.enter(&anchor, parent)?;
        self.parent_paths[number].insert(parent.to_owned(), parent_path.clone());
        Ok(parent_path)
    }

    /// Opens the deepest existing directory of `parent`. Tries again if another process creates the first missing
    /// directory at the same time.
    fn enter(&mut self, anchor: &Arc<Anchor>, parent: &Path) -> Result<ParentPath, Fault> {
        for _ in 0..MAX_ATTEMPTS {
            let (directory, missing) = deepest_existing(anchor, parent)?;
            let directory = self.register(anchor, directory)?;
            if is_still_missing(&directory, missing.first())? {
                return Ok(ParentPath { directory, missing });
            }
        }
        Err(missing_parent(parent))
    }

    /// Keeps a directory open. The commit later verifies the path that led to it last.
    fn register(
        &mut self,
        anchor: &Arc<Anchor>,
        directory: Directory,
    ) -> Result<Arc<Directory>, Fault> {
        let known = self.directories.get(&directory.identity());
        if let Some(known) = known.filter(|known| known.is_reached_as(&directory)) {
            // Places below the same directory share one handle, so that each missing directory is created once.
            return Ok(Arc::clone(known));
        }
        if known.is_none() {
            match anchor.root() {
                Some(root) => reach::refuse_inside(&directory, root)?,
                None => reach::refuse_real_path(&directory)?,
            }
        }
        let directory = Arc::new(directory);
        self.directories
            .insert(directory.identity(), Arc::clone(&directory));
        Ok(directory)
    }
}

/// The treatment of a link in the last component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Links {
    Follow,
    /// The place is the link itself.
    Keep,
    Refuse,
}

/// The entry at the last component.
enum Leaf {
    Missing,
    Entry(FileFacts),
    Link(FileFacts, PathBuf),
}

fn leaf_at(directory: &Directory, name: &OsStr) -> Result<Leaf, Fault> {
    let found = directory
        .facts(name)
        .map_err(|error| fault("look at", error))?;
    let Some(facts) = found else {
        return Ok(Leaf::Missing);
    };
    if !facts.is_link() {
        return Ok(Leaf::Entry(facts));
    }
    match readlinkat(directory, name, Vec::new()) {
        Ok(target) => Ok(Leaf::Link(
            facts,
            OsStr::from_bytes(target.to_bytes()).into(),
        )),
        Err(Errno::INVAL | Errno::NOENT) => Err(Fault::KeepsChanging),
        Err(error) => Err(fault("look at", error)),
    }
}

/// Refuses paths that no file can have, before a system call gets them.
fn refuse_malformed(path: &Path) -> Result<(), Fault> {
    let bytes = path.as_os_str().as_bytes();
    if bytes.contains(&0) {
        return Err(Fault::NulInPath);
    }
    let mut names = bytes.split(|&byte| byte == b'/');
    if bytes.len() > PATH_MAX || names.any(|name| name.len() > NAME_MAX) {
        return Err(fault("resolve", Errno::NAMETOOLONG));
    }
    let last = bytes.rsplit(|&byte| byte == b'/').next().unwrap_or(bytes);
    let kind = match last {
        b"" if bytes.is_empty() => NotAFile::NoName,
        b"" => NotAFile::TrailingSlash,
        b"." | b".." => NotAFile::NoName,
        _ => return Ok(()),
    };
    Err(Fault::NotAFile(kind))
}

fn split(path: &Path) -> Result<(&Path, &OsStr), Fault> {
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => Ok((parent, name)),
        _ => Err(Fault::NotAFile(NotAFile::NoName)),
    }
}

/// The deepest existing directory of `parent`, and the names of the missing directories below it, outermost first.
fn deepest_existing(
    anchor: &Arc<Anchor>,
    parent: &Path,
) -> Result<(Directory, Vec<OsString>), Fault> {
    let mut missing = Vec::new();
    let mut existing = parent;
    loop {
        match Directory::resolve(anchor, existing) {
            Ok(directory) => {
                missing.reverse();
                return Ok((directory, missing));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let Some(Component::Normal(name)) = existing.components().next_back() else {
                    return Err(missing_parent(existing));
                };
                missing.push(name.to_owned());
                existing = existing.parent().unwrap_or(Path::new(""));
            }
            Err(error) => return Err(unresolved(error)),
        }
    }
}

/// True if `first`, which was missing in `directory`, is still missing. Another process may have created it since.
///
/// # Errors
/// For a dangling link, which prevents the creation of a directory.
fn is_still_missing(directory: &Directory, first: Option<&OsString>) -> Result<bool, Fault> {
    let Some(first) = first else { return Ok(true) };
    match leaf_at(directory, first)? {
        Leaf::Missing => Ok(true),
        Leaf::Entry(_) => Ok(false),
        Leaf::Link(..) => Err(missing_parent(Path::new(first))),
    }
}

fn missing_parent(directory: &Path) -> Fault {
    Fault::MissingParent(directory.to_owned())
}

fn unresolved(error: io::Error) -> Fault {
    if is_escape(&error) {
        return Fault::OutsideRoot(Escape::Link);
    }
    match Errno::from_io_error(&error) {
        Some(Errno::NOTDIR) => Fault::NotAFile(NotAFile::BelowAFile),
        _ => fault("resolve the directory of", error),
    }
}
