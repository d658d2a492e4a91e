//! The private directory of the journal, found by the identity of the workspace root.
//!
//! The directory is outside the workspace, because a cloned repository could contain a crafted journal. Directories
//! are created with mode 0700, opened without following links, and refused if another user owns them or may write to
//! them.

use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, Dir, Mode, OFlags, fstat, fsync, mkdirat, openat};
use rustix::io::Errno;

use super::{Unavailable, WhyUnavailable};
use crate::text::hex;
use crate::user::user_id;

/// The directory with the journals of all workspaces: `INCISE_STATE_DIR`, or `incise` in the state directory of the
/// user. `cli` reads the environment and passes the directory on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateBase(pub PathBuf);

/// The root of a workspace, as its journal identifies it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkspaceRoot {
    /// The inode: the same path may lead elsewhere in another container.
    pub inode: u64,
    /// The creation time in nanoseconds since 1970; 0 if it is unknown or may change. The time replaces the device
    /// number, which may change at a reboot.
    pub born: u128,
    /// The absolute path of the workspace without links.
    pub path: PathBuf,
}

/// The file system type of an overlay. A directory there is copied when the first file in it is written, and gets a
/// new creation time.
#[cfg(linux_calls)]
const OVERLAYFS: u64 = 0x794c_7630;

/// The inode of `path`, and its creation time in nanoseconds since 1970; 0 if the time is unknown or may change.
#[cfg(linux_calls)]
fn inode_and_birth(path: &Path) -> std::io::Result<(u64, u128)> {
    use rustix::fs::{AtFlags, StatxFlags, statfs, statx};

    let status = match statx(
        CWD,
        path,
        AtFlags::empty(),
        StatxFlags::INO | StatxFlags::BTIME,
    ) {
        Ok(status) => status,
        // Older systems do not support the call.
        Err(Errno::NOSYS) => return Ok((path.metadata()?.ino(), 0)),
        Err(error) => return Err(error.into()),
    };
    let inode = status.stx_ino;
    let has_birth = StatxFlags::from_bits_retain(status.stx_mask).contains(StatxFlags::BTIME);
    if !has_birth || u64::try_from(statfs(path)?.f_type).ok() == Some(OVERLAYFS) {
        return Ok((inode, 0));
    }
    let seconds = u128::try_from(status.stx_btime.tv_sec).unwrap_or_default();
    Ok((
        inode,
        seconds * 1_000_000_000 + u128::from(status.stx_btime.tv_nsec),
    ))
}

/// The inode of `path`, and its creation time in nanoseconds since 1970; 0 if the time is unknown.
#[cfg(not(linux_calls))]
fn inode_and_birth(path: &Path) -> std::io::Result<(u64, u128)> {
    let metadata = path.metadata()?;
    let Ok(created) = metadata.created() else {
        return Ok((metadata.ino(), 0));
    };
    let since_epoch = created.duration_since(std::time::SystemTime::UNIX_EPOCH);
    Ok((
        metadata.ino(),
        since_epoch.map_or(0, |since| since.as_nanos()),
    ))
}

/// The number of directories above a journal that may be new: the components of `.local/state/incise`, and their
/// parent.
const MAX_NEW_PARENTS: usize = 4;

/// The number of hexadecimal digits in the name of a workspace's directory.
const NAME_DIGITS: usize = 32;

impl WorkspaceRoot {
    /// The root at `path`.
    ///
    /// # Errors
    /// If the directory does not exist or cannot be read.
    pub fn at(path: &Path) -> Result<Self, Unavailable> {
        Self::read(path).map_err(|error| Unavailable::failed(path, error))
    }

    fn read(path: &Path) -> std::io::Result<Self> {
        let path = path.canonicalize()?;
        let (inode, born) = inode_and_birth(&path)?;
        Ok(Self { inode, born, path })
    }

    /// The name of the journal directory: the BLAKE3 hash of inode, creation time and path, shortened to 128 bits.
    fn directory_name(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.inode.to_le_bytes());
        hasher.update(&self.born.to_le_bytes());
        hasher.update(self.path.as_os_str().as_bytes());
        hex(&hasher.finalize().as_bytes()[..NAME_DIGITS / 2])
    }
}

#[derive(Debug)]
pub(super) struct PrivateDir {
    pub(super) fd: OwnedFd,
    pub(super) path: PathBuf,
}

/// Permission bits that a trusted base directory must not have. Others may read it, because the user may have created
/// it.
const WRITABLE_BY_OTHERS: u32 = 0o022;
/// Permission bits that our own directories must not have.
const ACCESSIBLE_BY_OTHERS: u32 = 0o077;

impl PrivateDir {
    /// Opens the directory of `root` below `base`; `None` if it does not exist.
    pub(super) fn open(
        base: &StateBase,
        root: &WorkspaceRoot,
    ) -> Result<Option<Self>, Unavailable> {
        let base = open_directory(CWD, &base.0, &base.0, WRITABLE_BY_OTHERS)?;
        match base {
            Some(base) => base.enter(&root.directory_name()),
            None => Ok(None),
        }
    }

    /// Opens the directory of `root` below `base`. Creates missing directories.
    pub(super) fn open_or_create(
        base: &StateBase,
        root: &WorkspaceRoot,
    ) -> Result<Self, Unavailable> {
        let path = &base.0;
        let mut opened = open_directory(CWD, path, path, WRITABLE_BY_OTHERS)?;
        if opened.is_none() {
            create_with_parents(path)?;
            opened = open_directory(CWD, path, path, WRITABLE_BY_OTHERS)?;
        }
        let base = opened.ok_or_else(|| Unavailable::system(path, Errno::NOENT))?;
        base.enter_or_create(&root.directory_name())
    }

    /// Opens the subdirectory `name`; `None` if it does not exist.
    pub(super) fn enter(&self, name: &str) -> Result<Option<Self>, Unavailable> {
        let path = self.path.join(name);
        open_directory(&self.fd, Path::new(name), &path, ACCESSIBLE_BY_OTHERS)
    }

    /// Opens the subdirectory `name`. Creates it if it is missing.
    pub(super) fn enter_or_create(&self, name: &str) -> Result<Self, Unavailable> {
        if let Some(directory) = self.enter(name)? {
            return Ok(directory);
        }
        let path = self.path.join(name);
        match mkdirat(&self.fd, name, Mode::RWXU) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(Unavailable::system(path, error)),
        }
        self.enter(name)?
            .ok_or_else(|| Unavailable::system(path, Errno::NOENT))
    }

    /// Opens the file `name` in this directory, without following a link. A new file is private.
    pub(super) fn file(&self, name: &str, flags: OFlags) -> Result<OwnedFd, Errno> {
        let private = OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::NONBLOCK;
        openat(&self.fd, name, flags | private, Mode::RUSR | Mode::WUSR)
    }

    /// The names in this directory without `.` and `..`, unsorted.
    pub(super) fn names(&self) -> Result<Vec<String>, Errno> {
        let mut names = Vec::new();
        for entry in Dir::read_from(&self.fd)? {
            match entry?.file_name().to_str() {
                Ok("." | "..") | Err(_) => {}
                Ok(name) => names.push(name.to_owned()),
            }
        }
        Ok(names)
    }

    /// Syncs this directory and the directories above it, which may be new.
    pub(super) fn sync(&self) -> Result<(), Unavailable> {
        fsync(&self.fd).map_err(|error| Unavailable::system(&self.path, error))?;
        for above in self.path.ancestors().skip(1).take(MAX_NEW_PARENTS) {
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            // This process created none of the directories that it cannot open, so they need no sync. Some file systems
            // cannot sync a directory.
            let _ = openat(CWD, above, flags, Mode::empty()).and_then(fsync);
        }
        Ok(())
    }

    /// The error about `name` in this directory.
    pub(super) fn fault(&self, name: &str, error: Errno) -> Unavailable {
        Unavailable::system(self.path.join(name), error)
    }
}

/// Opens `name` in `parent`, with the full path `path`, and checks that it can be trusted. `None` if it does not
/// exist.
fn open_directory(
    parent: impl std::os::fd::AsFd,
    name: &Path,
    path: &Path,
    forbidden: u32,
) -> Result<Option<PrivateDir>, Unavailable> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let fd = match openat(parent, name, flags, Mode::empty()) {
        Ok(fd) => fd,
        Err(Errno::NOENT) => return Ok(None),
        Err(error) => return Err(Unavailable::system(path, error)),
    };
    let stat = fstat(&fd).map_err(|error| Unavailable::system(path, error))?;
    if stat.st_uid != user_id() {
        return Err(Unavailable::new(path, WhyUnavailable::Owner));
    }
    let mode = stat.st_mode & 0o7777;
    if mode & forbidden != 0 {
        return Err(Unavailable::new(path, WhyUnavailable::Mode(mode)));
    }
    let path = path.to_owned();
    Ok(Some(PrivateDir { fd, path }))
}

/// Creates `path` and its missing parents with mode 0700.
fn create_with_parents(path: &Path) -> Result<(), Unavailable> {
    let missing: Vec<&Path> = path
        .ancestors()
        .take_while(|ancestor| !ancestor.as_os_str().is_empty() && !ancestor.exists())
        .collect();
    for directory in missing.into_iter().rev() {
        match mkdirat(CWD, directory, Mode::RWXU) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(Unavailable::system(directory, error)),
        }
    }
    Ok(())
}
