//! The directories of logs: a private one outside the workspace, or else an untrusted one inside.
//!
//! A log decides which files are renamed. So automatic recovery uses only logs that no other user can have written:
//! the directory belongs to us, and no other user may enter it. A repository could contain a crafted log. So only
//! `incise recover` uses a log in a workspace, and only within that workspace.

use std::fs::{DirBuilder, File};
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use rustix::fs::{
    AtFlags, CWD, Dir, FlockOperation, Mode, OFlags, Stat, flock, fstat, mkdirat, openat, unlinkat,
};
use rustix::io::Errno;

use super::record;
use crate::disk::sandbox::directory::discard;
use crate::disk::sandbox::facts::identity;
use crate::snapshot::Identity;
use crate::user::user_id;

/// The locations of transaction logs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogPlaces {
    /// The state directory of the user for this program (`INCISE_STATE_DIR`), if there is one. Logs are in its
    /// subdirectory `txn`.
    pub state: Option<PathBuf>,
    /// The workspace, which gets the logs if they cannot be written elsewhere.
    pub workspace: PathBuf,
}

/// The log directory in the state directory.
const PRIVATE: &str = "txn";

/// The log directory in the workspace.
const INSIDE: &str = ".incise";

/// The file that makes git ignore [`INSIDE`].
const IGNORE: &str = ".gitignore";

/// The work that a log requires of a recovery. The suffix of the file name encodes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LogState {
    /// Complete the transaction if possible, or else undo it.
    Forward,
    /// Undo the transaction.
    Backward,
    /// Only clean up.
    Done,
}

impl LogState {
    pub(super) const ALL: [Self; 3] = [Self::Forward, Self::Backward, Self::Done];

    pub(super) fn suffix(self) -> &'static str {
        match self {
            Self::Forward => ".wal",
            Self::Backward => ".undo",
            Self::Done => ".done",
        }
    }

    /// The file name of the log `id` in this state.
    pub(super) fn file_name(self, id: &str) -> String {
        format!("{id}{}", self.suffix())
    }
}

/// An open directory of logs.
#[derive(Debug)]
pub(super) struct LogDirectory {
    fd: OwnedFd,
    pub(super) path: PathBuf,
    pub(super) identity: Identity,
    /// True if no other user can have written the contents, so that recovery may use them automatically.
    pub(super) is_private: bool,
}

impl LogPlaces {
    /// The private directory; `None` if it does not exist or cannot be trusted.
    pub(super) fn private(&self) -> Option<LogDirectory> {
        let base = self.state.as_ref()?;
        // Usually there is no private directory, so try it first.
        let home = LogDirectory::open(base.join(PRIVATE), true).ok()?;
        open_trusted(CWD, base, 0o022).ok()?;
        Some(home)
    }

    /// The directory in the workspace, if there is one.
    pub(super) fn inside(&self) -> Option<LogDirectory> {
        LogDirectory::open(self.workspace.join(INSIDE), false).ok()
    }

    /// The private directory. Creates it if it is missing.
    pub(super) fn make_private(&self) -> Result<LogDirectory, Errno> {
        let base = self.state.as_ref().ok_or(Errno::NOENT)?;
        let mut private = DirBuilder::new();
        private.recursive(true).mode(0o700);
        private.create(base).map_err(errno)?;
        let (opened, _) = open_trusted(CWD, base, 0o022)?;
        make(&opened, Path::new(PRIVATE))?;
        LogDirectory::open(base.join(PRIVATE), true)
    }

    /// The directory in the workspace. Creates it if it is missing.
    pub(super) fn make_inside(&self) -> Result<LogDirectory, Errno> {
        let path = self.workspace.join(INSIDE);
        make(CWD, &path)?;
        let home = LogDirectory::open(path, false)?;
        match home.create(IGNORE) {
            Ok(mut file) => file.write_all(b"*\n").map_err(errno)?,
            Err(Errno::EXIST) => {}
            Err(error) => return Err(error),
        }
        Ok(home)
    }
}

impl LogDirectory {
    fn open(path: PathBuf, is_private: bool) -> Result<Self, Errno> {
        let (fd, stat) = open_trusted(CWD, &path, 0o077)?;
        Ok(Self {
            identity: identity(&stat),
            fd,
            path,
            is_private,
        })
    }

    pub(super) fn handle(&self) -> &OwnedFd {
        &self.fd
    }

    /// Creates the file `name`, which only the user can read. The file is locked while it is open.
    pub(super) fn create(&self, name: &str) -> Result<File, Errno> {
        let flags =
            OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        loop {
            let file = openat(&self.fd, name, flags, Mode::RUSR | Mode::WUSR)?;
            let _ = flock(&file, FlockOperation::NonBlockingLockExclusive);
            // A cleanup may have taken the file for an orphan before it was locked.
            if fstat(&file)?.st_nlink > 0 {
                return Ok(file.into());
            }
        }
    }

    pub(super) fn rename(&self, from: &str, to: &str) -> Result<(), Errno> {
        rustix::fs::renameat(&self.fd, from, &self.fd, to)
    }

    /// Changes the state of the log `id`.
    pub(super) fn change_state(&self, id: &str, from: LogState, to: LogState) -> Result<(), Errno> {
        self.rename(&from.file_name(id), &to.file_name(id))
    }

    pub(super) fn remove(&self, name: &str) -> Result<(), Errno> {
        discard(&self.fd, name)
    }

    /// The content of `name`; `None` if there is no such file.
    pub(super) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Errno> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = match openat(&self.fd, name, flags, Mode::empty()) {
            Ok(fd) => File::from(fd),
            Err(Errno::NOENT) => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut bytes = Vec::new();
        let mut bounded = file.take(record::MAX_LEN);
        bounded.read_to_end(&mut bytes).map_err(errno)?;
        Ok(Some(bytes))
    }

    /// The names of the files in the directory, unsorted.
    pub(super) fn names(&self) -> Result<Vec<String>, Errno> {
        let mut names = Vec::new();
        for entry in Dir::read_from(&self.fd)? {
            if let Ok(name) = entry?.file_name().to_str() {
                names.push(name.to_owned());
            }
        }
        Ok(names)
    }

    /// Removes unfinished logs of dead processes. An unlocked log belongs to a dead process.
    pub(super) fn drop_unfinished(&self) {
        let names = self.names().unwrap_or_default();
        for name in names.iter().filter(|name| name.starts_with("new-")) {
            let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
            let is_dead = openat(&self.fd, name.as_str(), flags, Mode::empty())
                .is_ok_and(|fd| flock(fd, FlockOperation::NonBlockingLockExclusive).is_ok());
            if is_dead {
                let _ = self.remove(name);
            }
        }
    }

    /// Removes the directory in the workspace if it is empty.
    pub(super) fn leave(&self) {
        if self.is_private {
            return;
        }
        let Ok(names) = self.names() else {
            return;
        };
        if names
            .iter()
            .all(|name| [".", "..", IGNORE].contains(&name.as_str()))
        {
            let _ = self.remove(IGNORE);
            let _ = unlinkat(CWD, &self.path, AtFlags::REMOVEDIR);
        }
    }
}

/// Opens the directory `path` if the user owns it, it is not a link, and its mode has none of the bits `forbidden`.
fn open_trusted(at: impl AsFd, path: &Path, forbidden: u32) -> Result<(OwnedFd, Stat), Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let fd = openat(at, path, flags, Mode::empty())?;
    let stat = fstat(&fd)?;
    if stat.st_uid == user_id() && stat.st_mode & forbidden == 0 {
        Ok((fd, stat))
    } else {
        Err(Errno::PERM)
    }
}

fn make(at: impl AsFd, path: &Path) -> Result<(), Errno> {
    match mkdirat(at, path, Mode::RWXU) {
        Ok(()) | Err(Errno::EXIST) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Converts a system error to its number.
pub(super) fn errno(error: std::io::Error) -> Errno {
    Errno::from_io_error(&error).unwrap_or(Errno::IO)
}
