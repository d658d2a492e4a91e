//! From a path as typed to a place: the parent is resolved and opened, links at the leaf are followed.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use rustix::fs::readlinkat;
use rustix::io::Errno;

use crate::error::{Error, Escape, Fault, NotAFile};
use crate::place::RootedPath;

use super::reach;
use crate::disk::fault::fault;
use crate::disk::sandbox::directory::Directory;
use crate::disk::sandbox::disk::{Disk, ParentPath};
use crate::disk::sandbox::reach::{Anchor, climbs_out, is_escape};
#[cfg(debug_assertions)]
use crate::disk::sandbox::spelling;
use crate::disk::sandbox::spelling::spelled;

/// Links followed at the leaf before it counts as a circle; the kernel's own number.
const HOPS: usize = 40;

/// The number of times to look for a directory that other processes create meanwhile.
const LOOKS: usize = 20;

/// The refusal of a link at the name of a report.
const LINK: Fault = Fault::NotAFile(NotAFile::Link);

/// Longest name and path in bytes: what the kernel takes at most. Checked first, because names that are
/// missing are not shown to the kernel before the commit.
const NAME_MAX: usize = 255;
const PATH_MAX: usize = 4095;

impl Disk {
    /// The place `typed` leads to. Nothing is read or made; missing parents are noted in the place.
    ///
    /// A link at the leaf is followed: the place is its target, which must exist, and the link stays.
    ///
    /// # Errors
    /// `outside_root` beneath a root; `protected`; `not_a_file` for a name that cannot be a file's;
    /// `missing_parent` when a parent is missing in a way that could not be made; `permission`, `io`.
    pub fn locate(&mut self, typed: &Path) -> Result<RootedPath, Error> {
        self.locate_by(typed, Links::Follow)
    }

    /// The place `typed` itself, where a link is refused.
    ///
    /// # Errors
    /// See [`Self::locate`]; `not_a_file` for a link.
    pub fn locate_itself(&mut self, typed: &Path) -> Result<RootedPath, Error> {
        self.locate_by(typed, Links::Refuse)
    }

    /// The place `typed` names: a link is the place itself.
    ///
    /// # Errors
    /// See [`Self::locate`].
    pub fn locate_name(&mut self, typed: &Path) -> Result<RootedPath, Error> {
        self.locate_by(typed, Links::Keep)
    }

    fn locate_by(&mut self, typed: &Path, links: Links) -> Result<RootedPath, Error> {
        let shown = self.shown(typed);
        refuse_malformed(typed).map_err(|reason| Error::new(reason).at(&shown))?;
        let mut refusal = Fault::OutsideRoot(Escape::Name);
        for number in 0..self.anchors.len() {
            let found = self.anchors[number]
                .relative(typed, &self.cwd)
                .and_then(|path| self.follow(number, path, &shown, links));
            match found {
                Ok(place) => return Ok(place),
                // Another root may hold it, or be what is protected there.
                Err(reason) if matches!(reason, Fault::OutsideRoot(_) | Fault::Protected(_)) => {
                    if number == 0 || matches!(reason, Fault::Protected(_)) {
                        refusal = reason;
                    }
                }
                Err(reason) => return Err(Error::new(reason).at(&shown)),
            }
        }
        Err(Error::new(refusal).at(&shown))
    }

    /// The path as reports show it: relative where it lies in the working directory, else as typed.
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

    /// The place that `path` leads to from the anchor with this `number`.
    fn follow(
        &mut self,
        number: usize,
        mut path: PathBuf,
        shown: &Path,
        links: Links,
    ) -> Result<RootedPath, Fault> {
        let anchor = Arc::clone(&self.anchors[number]);
        if anchor.root().is_some() && climbs_out(&path) {
            let escape = Escape::Name;
            return Err(Fault::OutsideRoot(escape));
        }
        for hop in 0..=HOPS {
            let (parent, typed) = split(&path)?;
            reach::refuse_names(&path)?;
            let ParentPath { directory, missing } = self.way(number, parent)?;
            #[cfg(debug_assertions)]
            let name = &*spelling::lack::found(&directory, typed);
            #[cfg(not(debug_assertions))]
            let name = typed;
            let target = if missing.is_empty() {
                link_target(&directory, name)?
            } else {
                Leaf::Missing
            };
            match target {
                Leaf::Missing if hop > 0 => break,
                Leaf::Link(_) if links == Links::Refuse => return Err(LINK),
                Leaf::Link(target) if links == Links::Follow => {
                    if target.is_absolute() && anchor.root().is_some() {
                        return Err(Fault::OutsideRoot(Escape::Link));
                    }
                    refuse_malformed(&target)?;
                    path = parent.join(target);
                }
                leaf @ (Leaf::Missing | Leaf::Entry | Leaf::Link(_)) => {
                    let name = match leaf {
                        Leaf::Missing => name.to_owned(),
                        Leaf::Entry | Leaf::Link(_) => spelled(&directory, name),
                    };
                    let identity = directory.identity();
                    let place = RootedPath::new(identity, missing, name, shown.to_owned());
                    return Ok(if place.name() == typed {
                        place
                    } else {
                        place.typed_as(typed)
                    });
                }
            }
        }
        Err(Fault::NotAFile(NotAFile::DanglingLink))
    }

    /// The directory that `parent` leads to from the anchor with this `number`: many files are in one directory, which
    /// is resolved for the first of them.
    fn way(&mut self, number: usize, parent: &Path) -> Result<ParentPath, Fault> {
        if let Some(known) = self.ways[number].get(parent) {
            return Ok(known.clone());
        }
        let anchor = Arc::clone(&self.anchors[number]);
        let way = self.enter(&anchor, parent)?;
        self.ways[number].insert(parent.to_owned(), way.clone());
        Ok(way)
    }

    /// Opens the deepest existing directory of `parent`. Where another writer makes the first missing one at the same
    /// time, it looks again.
    fn enter(&mut self, anchor: &Arc<Anchor>, parent: &Path) -> Result<ParentPath, Fault> {
        for _ in 0..LOOKS {
            let (directory, missing) = deepest(anchor, parent)?;
            let directory = self.keep(anchor, directory)?;
            if is_still_missing(&directory, missing.first())? {
                return Ok(ParentPath { directory, missing });
            }
        }
        Err(missing_parent(parent))
    }

    /// Keeps a directory open. The way that led to it last is the one that is verified later.
    fn keep(
        &mut self,
        anchor: &Arc<Anchor>,
        directory: Directory,
    ) -> Result<Arc<Directory>, Fault> {
        let known = self.directories.get(&directory.identity());
        if let Some(known) = known.filter(|known| known.is_reached_as(&directory)) {
            // One handle for all that is missing below it.
            return Ok(Arc::clone(known));
        }
        match anchor.root() {
            _ if known.is_some() => {}
            Some(root) => reach::refuse_inside(&directory, root)?,
            None => reach::refuse_real_path(&directory)?,
        }
        let directory = Arc::new(directory);
        self.directories
            .insert(directory.identity(), Arc::clone(&directory));
        Ok(directory)
    }
}

/// The treatment of a link at the leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Links {
    Follow,
    /// It is the place itself.
    Keep,
    Refuse,
}

/// The kind of a name in a directory, as far as links go.
enum Leaf {
    Missing,
    Entry,
    Link(PathBuf),
}

fn link_target(directory: &Directory, name: &OsStr) -> Result<Leaf, Fault> {
    match readlinkat(directory, name, Vec::new()) {
        Ok(target) => Ok(Leaf::Link(OsStr::from_bytes(target.to_bytes()).into())),
        Err(Errno::INVAL) => Ok(Leaf::Entry),
        Err(Errno::NOENT) => Ok(Leaf::Missing),
        Err(error) => Err(fault("look at", error)),
    }
}

/// Refuses names that no file can have, before any system call sees them.
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

/// Parent and leaf name.
fn split(path: &Path) -> Result<(&Path, &OsStr), Fault> {
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => Ok((parent, name)),
        _ => Err(Fault::NotAFile(NotAFile::NoName)),
    }
}

/// The deepest existing directory of `parent`, and the names that are missing below it, the first one first.
fn deepest(anchor: &Arc<Anchor>, parent: &Path) -> Result<(Directory, Vec<OsString>), Fault> {
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

/// True if `first`, found missing in `directory`, is still so; another writer may have made it since.
///
/// # Errors
/// For a link that leads nowhere: it is there, and no directory can be made in its place.
fn is_still_missing(directory: &Directory, first: Option<&OsString>) -> Result<bool, Fault> {
    let Some(first) = first else { return Ok(true) };
    match link_target(directory, first)? {
        Leaf::Missing => Ok(true),
        Leaf::Entry => Ok(false),
        Leaf::Link(_) => Err(missing_parent(Path::new(first))),
    }
}

fn missing_parent(directory: &Path) -> Fault {
    Fault::MissingParent(directory.to_owned())
}

fn unresolved(error: io::Error) -> Fault {
    if is_escape(&error) {
        let escape = Escape::Link;
        return Fault::OutsideRoot(escape);
    }
    match Errno::from_io_error(&error) {
        Some(Errno::NOTDIR) => Fault::NotAFile(NotAFile::BelowAFile),
        _ => fault("resolve the directory of", error),
    }
}
