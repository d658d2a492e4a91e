//! The reach of paths: anywhere, or beneath roots.
//!
//! The internal directories of version control are out of reach, by name and through links. The exception is a root
//! that is one of them or is inside one. Our reserved names are out of reach too.

use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{AtFlags, CWD, Mode, OFlags, openat, statat};
use rustix::io::Errno;

use super::beneath::open_beneath;
use super::directory::{Directory, TRAVERSE};
use super::facts::{identity, identity_at, identity_of};
use crate::disk::fault::fault;
use crate::error::{Error, Escape, Fault};
use crate::snapshot::Identity;

/// The reach of paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Any path, as on a command line without a root.
    Anywhere,
    /// Only paths beneath one of these directories. Relative roots start from the working directory.
    Roots(Vec<PathBuf>),
}

/// The directory that paths are resolved from.
#[derive(Debug)]
pub(in crate::disk) enum Anchor {
    /// The working directory. Absolute paths and `..` lead anywhere.
    Cwd { cwd: Arc<OwnedFd>, path: PathBuf },
    /// A root. No path and no link leads out of it.
    Root(Root),
}

#[derive(Debug)]
pub(in crate::disk) struct Root {
    fd: Arc<OwnedFd>,
    identity: Identity,
    path: PathBuf,
    /// The working directory, relative to this root; `None` if it is outside.
    cwd: Option<PathBuf>,
}

impl Reach {
    pub(in crate::disk) fn open(self, cwd: &Path) -> Result<Vec<Arc<Anchor>>, Error> {
        match self {
            Self::Anywhere => {
                let opened =
                    open_directory_at(CWD, cwd).map_err(|error| fault("open", error).at(cwd))?;
                let anchor = Anchor::Cwd {
                    cwd: Arc::new(opened),
                    path: cwd.to_owned(),
                };
                Ok(vec![Arc::new(anchor)])
            }
            Self::Roots(roots) => roots
                .iter()
                .map(|root| Root::open(root, cwd).map(|root| Arc::new(Anchor::Root(root))))
                .collect(),
        }
    }
}

impl Root {
    fn open(root: &Path, cwd: &Path) -> Result<Self, Error> {
        Self::try_open(root, cwd).map_err(|error| {
            let reason = match error.kind() {
                // A missing file would have a hint about creating it, which does not help here.
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                    Fault::io("work in", "there is no such directory")
                }
                _ => fault("open the root", error),
            };
            reason.at(root)
        })
    }

    fn try_open(root: &Path, cwd: &Path) -> io::Result<Self> {
        let root = cwd.join(root);
        let real_cwd = cwd.canonicalize()?;
        let path = if root == cwd {
            real_cwd.clone()
        } else {
            root.canonicalize()?
        };
        let fd = open_directory_at(CWD, &path)?;
        Ok(Self {
            identity: identity_of(&fd)?,
            fd: Arc::new(fd),
            cwd: real_cwd.strip_prefix(&path).ok().map(Path::to_owned),
            path,
        })
    }

    /// `path`, which is relative to the working directory, relative to this root. `None` if the working directory is
    /// outside.
    pub(in crate::disk) fn relative_to_cwd(&self, path: &Path) -> Option<PathBuf> {
        Some(self.cwd.as_ref()?.join(path))
    }

    /// `typed`, relative to this root; `None` if neither it nor an ancestor is this root.
    ///
    /// The ancestors of an absolute path are compared by identity, so that any spelling of the root is recognized.
    /// The result is not trusted: it is resolved beneath the root afterwards.
    fn relative(&self, typed: &Path, cwd: &Path) -> Option<PathBuf> {
        if typed.is_relative()
            && let Some(relative) = self.relative_to_cwd(typed)
        {
            return Some(relative);
        }
        let absolute = cwd.join(typed);
        let mut rest: Vec<&OsStr> = Vec::new();
        let mut prefix = absolute.as_path();
        while let (Some(parent), Some(last)) = (prefix.parent(), prefix.components().next_back()) {
            rest.push(last.as_os_str());
            prefix = parent;
            if identity_at(CWD, prefix).is_ok_and(|found| found == self.identity) {
                return Some(rest.iter().rev().collect());
            }
        }
        // Last, because a link to the root that is inside of it is a name in the root.
        let is_root = identity_at(CWD, &absolute).is_ok_and(|found| found == self.identity);
        if is_root { Some(PathBuf::new()) } else { None }
    }
}

impl Anchor {
    /// The absolute path of the directory.
    #[cfg(not(any(linux_calls, target_vendor = "apple")))]
    pub(in crate::disk) fn path(&self) -> &Path {
        match self {
            Self::Cwd { path, .. } => path,
            Self::Root(root) => &root.path,
        }
    }

    /// `typed`, relative to this anchor.
    ///
    /// # Errors
    /// If the path leads out of the root.
    pub(in crate::disk) fn relative(&self, typed: &Path, cwd: &Path) -> Result<PathBuf, Fault> {
        match self {
            Self::Cwd { .. } => Ok(typed.to_owned()),
            Self::Root(root) => match root.relative(typed, cwd) {
                Some(path) if !climbs_out(&path) => Ok(path),
                _ => Err(Fault::OutsideRoot(Escape::Name)),
            },
        }
    }

    /// Opens the directory `path`. Links are followed within the limits of this anchor. The empty path is the directory of
    /// the anchor.
    pub(in crate::disk) fn open_directory(&self, path: &Path) -> io::Result<Arc<OwnedFd>> {
        let (Self::Cwd { cwd: fd, .. } | Self::Root(Root { fd, .. })) = self;
        if path.as_os_str().is_empty() {
            return Ok(Arc::clone(fd));
        }
        let opened = match self {
            Self::Cwd { .. } => open_directory_at(fd, path)?,
            Self::Root(_) => open_beneath(fd.as_fd(), path)?,
        };
        Ok(Arc::new(opened))
    }

    /// The identity of the root; `None` without a root.
    pub(in crate::disk) fn root(&self) -> Option<Identity> {
        match self {
            Self::Cwd { .. } => None,
            Self::Root(root) => Some(root.identity),
        }
    }

    /// The path of `path` for other programs.
    pub(in crate::disk) fn outward(&self, path: &Path) -> PathBuf {
        match self {
            Self::Cwd { path: base, .. } => base.join(path),
            Self::Root(root) => root.path.join(path),
        }
    }
}

/// True if `error` says that a path leads out of the sandbox.
pub(in crate::disk) fn is_escape(error: &io::Error) -> bool {
    Errno::from_io_error(error) == Some(Errno::XDEV)
}

fn open_directory_at(at: impl AsFd, path: &Path) -> io::Result<OwnedFd> {
    Ok(openat(at, path, TRAVERSE, Mode::empty())?)
}

/// True if the components of `path` climb above its start.
fn climbs_out(path: &Path) -> bool {
    let mut depth = 0_usize;
    for component in path.components() {
        match component {
            Component::Normal(_) => depth += 1,
            Component::CurDir => {}
            Component::ParentDir if depth > 0 => depth -= 1,
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return true,
        }
    }
    false
}

/// Directories of version-control systems, or files that point to them.
const INTERNALS: [&str; 3] = [".git", ".hg", ".jj"];

/// Refuses a path with a component of [`INTERNALS`]. The case is ignored, because some file systems ignore it.
pub(in crate::disk) fn refuse_names(path: &Path) -> Result<(), Fault> {
    for name in path.as_os_str().as_bytes().split(|&byte| byte == b'/') {
        let mut internals = INTERNALS.iter();
        if internals.any(|internal| name.eq_ignore_ascii_case(internal.as_bytes())) {
            return Err(Fault::Protected(String::from_utf8_lossy(name).into_owned()));
        }
    }
    Ok(())
}

/// Refuses a directory whose real path has a component of [`INTERNALS`]. This is the check without a root.
pub(in crate::disk) fn refuse_real_path(directory: &Directory) -> Result<(), Fault> {
    directory.real_path().map_or(Ok(()), refuse_names)
}

/// Refuses a directory that is inside internals, whatever path led there. Climbs from `directory` to `root`, and
/// compares each directory with the internals of its parent.
pub(in crate::disk) fn refuse_inside(directory: &Directory, root: Identity) -> Result<(), Fault> {
    match internal_above(directory, root) {
        Ok(None) => Ok(()),
        Ok(Some(internal)) => Err(Fault::Protected(internal.to_owned())),
        Err(error) => Err(fault("look around", error)),
    }
}

/// Climbs from `directory` to `root`, and looks in each parent for an internal directory that is on the way.
fn internal_above(directory: &Directory, root: Identity) -> Result<Option<&'static str>, Errno> {
    let mut below = directory.identity();
    let mut opened: Option<OwnedFd> = None;
    while below != root {
        let here: BorrowedFd<'_> = opened.as_ref().map_or(directory.as_fd(), AsFd::as_fd);
        let parent = openat(here, "..", TRAVERSE | OFlags::NOFOLLOW, Mode::empty())?;
        for internal in INTERNALS {
            let stat = statat(&parent, internal, AtFlags::SYMLINK_NOFOLLOW);
            if stat.is_ok_and(|stat| identity(&stat) == below) {
                return Ok(Some(internal));
            }
        }
        let above = identity_of(&parent)?;
        if above == below {
            // The top of the file system: the directory was moved out of the root in the meantime. The commit detects
            // that.
            return Ok(None);
        }
        below = above;
        opened = Some(parent);
    }
    Ok(None)
}
