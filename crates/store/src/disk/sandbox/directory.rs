//! An opened directory: every operation on a target goes through the handle, never through a path.

use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use rustix::fs::{AtFlags, CWD, Mode, OFlags, Stat, openat, statat};
use rustix::io::Errno;

use super::facts;
#[cfg(not(any(linux_calls, target_vendor = "apple")))]
use super::facts::identity_at;
use super::facts::{identity, identity_of};
use crate::snapshot::{FileFacts, Identity};

use crate::disk::sandbox::inodes::{self, Inodes};
use crate::disk::sandbox::reach::Anchor;

/// Opens a directory only to go through it, which needs no permission to list it.
#[cfg(linux_calls)]
pub(in crate::disk) const TRAVERSE: OFlags =
    OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
/// Opens a directory to go through it.
#[cfg(not(linux_calls))]
pub(in crate::disk) const TRAVERSE: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

/// A directory that was opened on the way to a target, and how it was reached.
#[derive(Debug)]
pub(in crate::disk) struct Directory {
    fd: OwnedFd,
    identity: Identity,
    /// By which path it was reached.
    path: PathBuf,
    /// The anchor that was resolved from; `None` for an entry made by this process and a path out of a log.
    anchor: Option<Arc<Anchor>>,
    real: OnceLock<Option<PathBuf>>,
    inodes: OnceLock<Inodes>,
    /// Set once a file without a name could not be made here.
    has_no_nameless: AtomicBool,
    /// Set once letters of another case were seen to name another file, or none.
    tells_case: AtomicBool,
}

/// An entry: a directory and a name in it.
pub(in crate::disk) type DirectoryEntry<'a> = (&'a Directory, &'a OsStr);

/// `path`, as the system gave it, as a path.
#[cfg(any(linux_calls, target_vendor = "apple"))]
fn path_of(path: std::ffi::CString) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;

    std::ffi::OsString::from_vec(path.into_bytes()).into()
}

impl Directory {
    /// Resolves `path` from `anchor`.
    pub(in crate::disk) fn resolve(anchor: &Arc<Anchor>, path: &Path) -> io::Result<Self> {
        let fd = anchor.open_directory(path)?;
        Ok(Self::from_fd(
            fd,
            path.to_owned(),
            Some(Arc::clone(anchor)),
        )?)
    }

    /// Opens `path`, whatever links lead there.
    pub(in crate::disk) fn open(path: &Path) -> Result<Self, Errno> {
        let fd = openat(CWD, path, TRAVERSE, Mode::empty())?;
        Self::from_fd(fd, path.to_owned(), None)
    }

    /// Opens the directory `name` in here, which is not reached through a link.
    pub(in crate::disk) fn enter(&self, name: &OsStr) -> Result<Self, Errno> {
        let fd = openat(&self.fd, name, TRAVERSE | OFlags::NOFOLLOW, Mode::empty())?;
        Self::from_fd(fd, self.outward(name), None)
    }

    fn from_fd(fd: OwnedFd, path: PathBuf, anchor: Option<Arc<Anchor>>) -> Result<Self, Errno> {
        Ok(Self {
            identity: identity_of(&fd)?,
            fd,
            path,
            anchor,
            real: OnceLock::new(),
            inodes: OnceLock::new(),
            has_no_nameless: AtomicBool::new(false),
            tells_case: AtomicBool::new(false),
        })
    }

    /// True if the way that led here also led to `other`.
    pub(in crate::disk) fn is_reached_as(&self, other: &Self) -> bool {
        let anchors = self.anchor.as_ref().zip(other.anchor.as_ref());
        anchors.is_some_and(|(anchor, other)| Arc::ptr_eq(anchor, other)) && self.path == other.path
    }

    pub(in crate::disk) fn identity(&self) -> Identity {
        self.identity
    }

    /// The absolute path, links resolved, as the system knew it when it was asked first.
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
        // The way may lead elsewhere by now.
        let is_it = identity_at(CWD, &path).is_ok_and(|found| found == self.identity);
        is_it.then_some(path)
    }

    #[cfg(all(not(linux_calls), target_vendor = "apple"))]
    fn find_real_path(&self) -> Option<PathBuf> {
        let path = rustix::fs::getpath(&self.fd).ok()?;
        Some(path_of(path))
    }

    /// True if the way that led here still does.
    pub(in crate::disk) fn is_still_there(&self) -> bool {
        self.anchor.as_ref().is_none_or(|anchor| {
            let now = anchor.open_directory(&self.path);
            now.is_ok_and(|now| identity_of(&now) == Ok(self.identity))
        })
    }

    /// A second handle, to lock or sync; the first may be good for going through only.
    pub(in crate::disk) fn reopen(&self) -> Result<OwnedFd, Errno> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        openat(&self.fd, ".", flags, Mode::empty())
    }

    /// The entry's own status; links are not followed.
    pub(in crate::disk) fn stat(&self, name: &OsStr) -> Result<Stat, Errno> {
        let stat = statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW)?;
        #[cfg(debug_assertions)]
        let stat = inodes::lack::numbered(stat, name);
        Ok(stat)
    }

    /// The entry's own facts; `None` when there is none.
    pub(in crate::disk) fn facts(&self, name: &OsStr) -> Result<Option<FileFacts>, Errno> {
        match self.stat(name) {
            Ok(stat) => Ok(Some(facts::facts(&stat))),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The fate of a file's number when it is renamed, tried out where it is unknown.
    pub(in crate::disk) fn inodes(&self) -> Inodes {
        if let Some(known) = self.inodes.get() {
            return *known;
        }
        match inodes::try_out(self) {
            Ok(found) => *self.inodes.get_or_init(|| found),
            Err(_) => Inodes::Unknown,
        }
    }

    /// True if it is not known that no file without a name can be made here.
    pub(in crate::disk) fn may_make_nameless(&self) -> bool {
        !self.has_no_nameless.load(Ordering::Relaxed)
    }

    /// Notes that no file without a name could be made here.
    pub(in crate::disk) fn give_up_nameless(&self) {
        self.has_no_nameless.store(true, Ordering::Relaxed);
    }

    /// True if letters of another case are known to name another file here. That is so for all names of a directory or
    /// for none.
    pub(in crate::disk) fn tells_case(&self) -> bool {
        self.tells_case.load(Ordering::Relaxed)
    }

    /// Notes that letters of another case name another file here.
    pub(in crate::disk) fn learn_that_case_tells(&self) {
        self.tells_case.store(true, Ordering::Relaxed);
    }

    /// Learns from the file at `name`, a link to the file that was `known`, what [`Self::inodes`] would have to try
    /// out. A rename teaches less: it may keep a number that a link does not.
    pub(in crate::disk) fn learn_inodes(&self, name: &OsStr, known: Identity) {
        if self.inodes.get().is_none()
            && let Ok(Some(found)) = self.entry(name)
        {
            let _ = self.inodes.set(Inodes::compare(known, found));
        }
    }

    /// The entry's identity; `None` when there is none.
    pub(in crate::disk) fn entry(&self, name: &OsStr) -> Result<Option<Identity>, Errno> {
        let facts = self.facts(name)?;
        Ok(facts.map(|facts| facts.identity))
    }

    /// A path that leads to the entry `name` of this very directory, for what the system does by path only; where the
    /// system has none, by the way that led here.
    pub(in crate::disk) fn entry_path(&self, name: &OsStr) -> PathBuf {
        let here = PathBuf::from(format!("/proc/self/fd/{}", self.fd.as_raw_fd()));
        match statat(CWD, &here, AtFlags::empty()).map(|stat| identity(&stat)) {
            Ok(found) if found == self.identity => here.join(name),
            _ => self.outward(name),
        }
    }

    /// A path that other programs can use.
    pub(in crate::disk) fn outward_itself(&self) -> PathBuf {
        // Without the `/` at the end.
        self.outward(OsStr::new("")).components().collect()
    }

    /// A path that other programs can use for the entry `name`.
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
