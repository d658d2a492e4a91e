//! An opened directory. Every operation on a target goes through the handle, never through a path.

use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use rustix::fs::{AtFlags, CWD, Mode, OFlags, Stat, openat, statat, unlinkat};
use rustix::io::Errno;
use rustix::path::Arg;

use super::facts;
#[cfg(not(any(linux_calls, target_vendor = "apple")))]
use super::facts::identity_at;
use super::facts::{identity, identity_of};
use crate::disk::notice::Notice;
use crate::snapshot::{FileFacts, Identity};

use crate::disk::sandbox::inodes::{self, Inodes};
use crate::disk::sandbox::reach::Anchor;

/// Flags to open a directory for traversal only, which needs no permission to list it.
#[cfg(linux_calls)]
pub(in crate::disk) const TRAVERSE: OFlags =
    OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
/// Flags to open a directory for traversal.
#[cfg(not(linux_calls))]
pub(in crate::disk) const TRAVERSE: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

/// An opened directory, and the path that led to it.
#[derive(Debug)]
pub(in crate::disk) struct Directory {
    fd: Arc<OwnedFd>,
    identity: Identity,
    /// The path that led here, relative to the anchor if there is one.
    path: PathBuf,
    /// The anchor that `path` was resolved from; `None` for [`Self::open`] and [`Self::enter`].
    anchor: Option<Arc<Anchor>>,
    real: OnceLock<Option<PathBuf>>,
    inodes: OnceLock<Inodes>,
    /// Set when an unnamed file could not be created here.
    has_no_nameless: AtomicBool,
    /// Set when names in another case were seen to be different names here.
    is_case_sensitive: AtomicBool,
}

/// A name in a directory. There need not be a file with this name.
#[derive(Clone, Copy, Debug)]
pub(in crate::disk) struct DirectoryEntry<'a> {
    pub(in crate::disk) directory: &'a Arc<Directory>,
    pub(in crate::disk) name: &'a OsStr,
}

impl DirectoryEntry<'_> {
    /// The facts of the file with this name.
    pub(in crate::disk) fn facts(self) -> Result<Option<FileFacts>, Errno> {
        self.directory.facts(self.name)
    }

    /// The path for other programs.
    pub(in crate::disk) fn outward(self) -> PathBuf {
        self.directory.outward(self.name)
    }

    /// Removes the file with this name, if there is one. Returns a notice if the file could not be removed.
    pub(in crate::disk) fn discard(self) -> Option<Notice> {
        match discard(self.directory, self.name) {
            Ok(()) => None,
            Err(_) => Some(Notice::LeftOver(self.outward())),
        }
    }
}

/// Removes the file or link `name`, if it exists.
pub(in crate::disk) fn discard(directory: impl AsFd, name: impl Arg) -> Result<(), Errno> {
    match unlinkat(directory, name, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(any(linux_calls, target_vendor = "apple"))]
fn path_of(path: std::ffi::CString) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;

    std::ffi::OsString::from_vec(path.into_bytes()).into()
}

impl Directory {
    pub(in crate::disk) fn resolve(anchor: &Arc<Anchor>, path: &Path) -> io::Result<Self> {
        let fd = anchor.open_directory(path)?;
        Ok(Self::from_fd(
            fd,
            path.to_owned(),
            Some(Arc::clone(anchor)),
        )?)
    }

    /// Opens `path`. Links are followed anywhere.
    pub(in crate::disk) fn open(path: &Path) -> Result<Self, Errno> {
        let fd = openat(CWD, path, TRAVERSE, Mode::empty())?;
        Self::from_fd(Arc::new(fd), path.to_owned(), None)
    }

    /// Opens the directory `name` in this directory. A link is not followed.
    pub(in crate::disk) fn enter(&self, name: &OsStr) -> Result<Self, Errno> {
        let fd = openat(&self.fd, name, TRAVERSE | OFlags::NOFOLLOW, Mode::empty())?;
        Self::from_fd(Arc::new(fd), self.outward(name), None)
    }

    fn from_fd(
        fd: Arc<OwnedFd>,
        path: PathBuf,
        anchor: Option<Arc<Anchor>>,
    ) -> Result<Self, Errno> {
        Ok(Self {
            identity: identity_of(&fd)?,
            fd,
            path,
            anchor,
            real: OnceLock::new(),
            inodes: OnceLock::new(),
            has_no_nameless: AtomicBool::new(false),
            is_case_sensitive: AtomicBool::new(false),
        })
    }

    /// The name `name` in this directory.
    pub(in crate::disk) fn at<'a, N: AsRef<OsStr> + ?Sized>(
        self: &'a Arc<Self>,
        name: &'a N,
    ) -> DirectoryEntry<'a> {
        DirectoryEntry {
            directory: self,
            name: name.as_ref(),
        }
    }

    /// True if the path that led here also led to `other`.
    pub(in crate::disk) fn is_reached_as(&self, other: &Self) -> bool {
        let anchors = self.anchor.as_ref().zip(other.anchor.as_ref());
        anchors.is_some_and(|(anchor, other)| Arc::ptr_eq(anchor, other)) && self.path == other.path
    }

    pub(in crate::disk) fn identity(&self) -> Identity {
        self.identity
    }

    /// The absolute path without links, as it was at the first call.
    pub(in crate::disk) fn real_path(&self) -> Option<&Path> {
        self.real.get_or_init(|| self.find_real_path()).as_deref()
    }

    #[cfg(linux_calls)]
    fn find_real_path(&self) -> Option<PathBuf> {
        let name = format!("/proc/self/fd/{}", self.fd.as_raw_fd());
        let path = rustix::fs::readlink(name, Vec::new()).ok()?;
        Some(path_of(path))
    }

    #[cfg(not(any(linux_calls, target_vendor = "apple")))]
    fn find_real_path(&self) -> Option<PathBuf> {
        let way = match self.anchor.as_deref() {
            Some(anchor) => anchor.path().join(&self.path),
            None => self.path.clone(),
        };
        let path = way.canonicalize().ok()?;
        // The path may lead elsewhere by now.
        if identity_at(CWD, &path) != Ok(self.identity) {
            return None;
        }
        Some(path)
    }

    #[cfg(all(not(linux_calls), target_vendor = "apple"))]
    fn find_real_path(&self) -> Option<PathBuf> {
        let path = rustix::fs::getpath(&self.fd).ok()?;
        Some(path_of(path))
    }

    /// True if the path that led here still leads here.
    pub(in crate::disk) fn is_still_there(&self) -> bool {
        if self.path.as_os_str().is_empty() {
            // This is the directory of the anchor, and no path is resolved.
            return true;
        }
        self.anchor.as_ref().is_none_or(|anchor| {
            let now = anchor.open_directory(&self.path);
            now.is_ok_and(|now| identity_of(&now) == Ok(self.identity))
        })
    }

    /// A second handle, for locks and syncs. The first handle may be for traversal only.
    pub(in crate::disk) fn reopen(&self) -> Result<OwnedFd, Errno> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        openat(&self.fd, ".", flags, Mode::empty())
    }

    /// The status of the entry `name`. A link is not followed.
    pub(in crate::disk) fn stat(&self, name: &OsStr) -> Result<Stat, Errno> {
        let stat = statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW)?;
        #[cfg(debug_assertions)]
        let stat = inodes::simulation::numbered(stat, name);
        Ok(stat)
    }

    /// The facts of the entry `name`; `None` if there is no entry.
    pub(in crate::disk) fn facts(&self, name: &OsStr) -> Result<Option<FileFacts>, Errno> {
        match self.stat(name) {
            Ok(stat) => Ok(Some(facts::facts(&stat))),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The effect of a rename on the inode number of a file here. The result is found by a test if it is unknown.
    pub(in crate::disk) fn inodes(&self) -> Inodes {
        if let Some(known) = self.inodes.get() {
            return *known;
        }
        match inodes::try_out(self) {
            Ok(found) => *self.inodes.get_or_init(|| found),
            Err(_) => Inodes::Unknown,
        }
    }

    /// True unless an unnamed file could not be created here.
    pub(in crate::disk) fn may_make_nameless(&self) -> bool {
        !self.has_no_nameless.load(Ordering::Relaxed)
    }

    /// Records that an unnamed file could not be created here.
    pub(in crate::disk) fn give_up_nameless(&self) {
        self.has_no_nameless.store(true, Ordering::Relaxed);
    }

    /// True if this directory is known to be case-sensitive.
    pub(in crate::disk) fn is_case_sensitive(&self) -> bool {
        self.is_case_sensitive.load(Ordering::Relaxed)
    }

    /// Records that this directory is case-sensitive.
    pub(in crate::disk) fn set_case_sensitive(&self) {
        self.is_case_sensitive.store(true, Ordering::Relaxed);
    }

    /// Learns the result of [`Self::inodes`] from `name`, a new hard link to the file `known`. A rename would prove
    /// less: a file system may keep the inode number for a rename but not for a link.
    pub(in crate::disk) fn learn_inodes(&self, name: &OsStr, known: Identity) {
        if self.inodes.get().is_none()
            && let Ok(Some(found)) = self.entry(name)
        {
            let _ = self.inodes.set(Inodes::compare(known, found));
        }
    }

    /// The identity of the entry `name`; `None` if there is no entry.
    pub(in crate::disk) fn entry(&self, name: &OsStr) -> Result<Option<Identity>, Errno> {
        let facts = self.facts(name)?;
        Ok(facts.map(|facts| facts.identity))
    }

    /// A path to the entry `name` of this directory, for system calls that take only a path. If the system has no
    /// paths for handles, this is the path that led here.
    pub(in crate::disk) fn entry_path(&self, name: &OsStr) -> PathBuf {
        let here = PathBuf::from(format!("/proc/self/fd/{}", self.fd.as_raw_fd()));
        match statat(CWD, &here, AtFlags::empty()).map(|stat| identity(&stat)) {
            Ok(found) if found == self.identity => here.join(name),
            _ => self.outward(name),
        }
    }

    /// The path of this directory for other programs.
    pub(in crate::disk) fn outward_itself(&self) -> PathBuf {
        // `join` leaves a `/` at the end, which `components` drops.
        self.outward(OsStr::new("")).components().collect()
    }

    /// The path of the entry `name` for other programs.
    pub(in crate::disk) fn outward(&self, name: &OsStr) -> PathBuf {
        match &self.anchor {
            None => self.path.join(name),
            Some(anchor) => anchor.outward(&self.path).join(name),
        }
    }
}

impl AsFd for Directory {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}
