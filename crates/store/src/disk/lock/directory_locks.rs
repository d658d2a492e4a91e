//! Locks of directories: `flock` on the directory itself, which leaves no file behind and is never stale. Where
//! the file system has no such locks (NFS), a file in the directory: see [`crate::disk::lock::file`].
//!
//! All of a commit's directories are locked in the order of their identities, so no two commits wait for
//! each other. Within one process, never take a second [`DirectoryLocks`] for a directory while the first lives.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::fs::{CWD, FlockOperation, Mode, OFlags, flock, openat};
use rustix::io::Errno;

use crate::disk::interrupt::Interrupt;
use crate::disk::sandbox::facts::identity_of;
use crate::error::{Fault, FileLock};
use crate::snapshot::Identity;

use crate::disk::fault::{fault, is_unsupported};
use crate::disk::lock::file::{self as lock_file, LockAttempt, LockFile};
use crate::disk::sandbox::directory::Directory;

/// First and longest pause between two attempts.
const PAUSES: (Duration, Duration) = (Duration::from_micros(100), Duration::from_millis(8));

/// The number of times that the list of locks is read to find the holder of one.
const READINGS: usize = 16;

/// The locks of some directories; dropping it releases them.
#[derive(Debug)]
pub struct DirectoryLocks {
    locks: BTreeMap<Identity, Lock>,
}

/// A lock.
#[derive(Debug)]
struct Lock {
    /// The directory; it carries the lock unless there is a file.
    fd: OwnedFd,
    file: Option<LockFile>,
}

impl DirectoryLocks {
    /// Locks `directories`, waiting at most `patience` for all of them together.
    pub(in crate::disk) fn acquire(
        directories: &BTreeMap<Identity, Arc<Directory>>,
        patience: Duration,
        interrupt: &Interrupt,
    ) -> Result<Self, Fault> {
        let begin = Instant::now();
        let mut locks = BTreeMap::new();
        for (&identity, directory) in directories {
            let fd = directory.reopen().map_err(|error| {
                match fault("lock the directory of", error) {
                    Fault::Permission(_) => Fault::ClosedDirectory {
                        during: "read",
                        directory: directory.outward_itself(),
                    },
                    other => other,
                }
            })?;
            let wait = Wait {
                begin,
                patience,
                interrupt,
            };
            let is_locked = wait.for_kernel(&fd)?;
            let file = if is_locked {
                None
            } else {
                Some(wait.for_file(directory)?)
            };
            locks.insert(identity, Lock { fd, file });
        }
        Ok(Self { locks })
    }

    /// True if all locks are held still: one that is a file can be taken away.
    pub(in crate::disk) fn is_intact(&self) -> bool {
        let files = self.locks.values().filter_map(|lock| lock.file.as_ref());
        files.into_iter().all(LockFile::is_intact)
    }

    /// True if all of `directories` are locked.
    pub(in crate::disk) fn covers(&self, directories: &BTreeMap<Identity, Arc<Directory>>) -> bool {
        directories
            .keys()
            .all(|identity| self.locks.contains_key(identity))
    }

    /// The handle a directory is locked by.
    pub(in crate::disk) fn handle(&self, identity: Identity) -> Option<&OwnedFd> {
        self.locks.get(&identity).map(|lock| &lock.fd)
    }
}

/// The lock of `directory`, if no process has it.
pub(in crate::disk) fn take_if_free(
    directory: &Arc<Directory>,
) -> Result<Option<DirectoryLocks>, Errno> {
    let fd = directory.reopen()?;
    let file = match flock(&fd, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => None,
        Err(Errno::WOULDBLOCK) => return Ok(None),
        Err(error) if has_no_locks(error) => {
            match LockFile::attempt(directory, &Interrupt::default()) {
                Ok(LockAttempt::Taken(file)) => Some(file),
                Ok(LockAttempt::Held(_) | LockAttempt::Missed) => return Ok(None),
                Err(_) => return Err(error),
            }
        }
        Err(error) => return Err(error),
    };
    let lock = (directory.identity(), Lock { fd, file });
    Ok(Some(DirectoryLocks {
        locks: BTreeMap::from([lock]),
    }))
}

/// True if no process holds the lock of `directory`. What cannot be found out counts as held.
pub(in crate::disk) fn is_free(directory: &Directory) -> bool {
    let Ok(fd) = directory.reopen() else {
        return false;
    };
    match flock(&fd, FlockOperation::NonBlockingLockShared) {
        Ok(()) => true,
        Err(error) => has_no_locks(error) && lock_file::holder(directory).is_none(),
    }
}

/// True if `error` says that directories cannot be locked here: there is no lock service, or (NFS) only what
/// is open for writing can be locked.
pub(in crate::disk) fn has_no_locks(error: Errno) -> bool {
    matches!(error, Errno::NOLCK | Errno::BADF) || is_unsupported(error)
}

/// The time to wait for a lock.
struct Wait<'a> {
    begin: Instant,
    patience: Duration,
    interrupt: &'a Interrupt,
}

impl Wait<'_> {
    /// Has the kernel lock `fd`; false where directories have no locks.
    fn for_kernel(&self, fd: &OwnedFd) -> Result<bool, Fault> {
        let mut pause = PAUSES.0;
        loop {
            match flock(fd, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => return Ok(true),
                Err(Errno::INTR) => {}
                Err(Errno::WOULDBLOCK) => self.pause(&mut pause, |waited| Fault::Locked {
                    waited,
                    holder: holder_of(fd),
                    file: None,
                })?,
                Err(error) if has_no_locks(error) => return Ok(false),
                Err(error) => return Err(fault("lock the directory of", error)),
            }
        }
    }

    fn for_file(&self, directory: &Arc<Directory>) -> Result<LockFile, Fault> {
        let mut pause = PAUSES.0;
        loop {
            match LockFile::attempt(directory, self.interrupt)? {
                LockAttempt::Taken(file) => return Ok(file),
                LockAttempt::Missed => self.pause(&mut pause, |_| Fault::KeepsChanging)?,
                LockAttempt::Held(holder) => self.pause(&mut pause, |waited| Fault::Locked {
                    waited,
                    holder: Some(holder.process).filter(|process| *process != 0),
                    file: Some(FileLock {
                        path: lock_file::path(directory),
                        machine: holder.elsewhere(),
                    }),
                })?,
            }
        }
    }

    /// Waits a little, longer each time; the error when there is no time left.
    fn pause(
        &self,
        pause: &mut Duration,
        locked: impl FnOnce(Duration) -> Fault,
    ) -> Result<(), Fault> {
        self.interrupt.check()?;
        let waited = self.begin.elapsed();
        let rest = self
            .patience
            .checked_sub(waited)
            .filter(|rest| !rest.is_zero());
        let Some(rest) = rest else {
            return Err(locked(waited));
        };
        sleep((*pause).min(rest));
        *pause = (*pause * 2).min(PAUSES.1);
        Ok(())
    }
}

/// The process that holds the lock of the directory `fd`: a guess good enough to be told.
fn holder_of(fd: &OwnedFd) -> Option<u32> {
    let inode = identity_of(fd).ok()?.inode;
    // The kernel hands the list out by the page, and skips lines when locks go meanwhile.
    (0..READINGS).find_map(|_| listed_holder(inode))
}

/// An entry of the kernel's list: a line of `/proc/locks` is `1: FLOCK ADVISORY WRITE PID MAJOR:MINOR:INODE 0 EOF`.
fn listed_holder(inode: u64) -> Option<u32> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let opened = openat(CWD, "/proc/locks", flags, Mode::empty()).ok()?;
    let mut list = String::new();
    File::from(opened).read_to_string(&mut list).ok()?;
    list.lines().find_map(|line| {
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            [_, "FLOCK", _, _, pid, file, ..] => {
                let found = file.rsplit(':').next()?.parse();
                pid.parse().ok().filter(|_| found == Ok(inode))
            }
            _ => None,
        }
    })
}
