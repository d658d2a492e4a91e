//! Locks of directories: `flock` on the directory itself, which leaves no file behind and is never stale. If the file
//! system does not support that (NFS), the lock is a file in the directory: see [`crate::disk::lock::file`].
//!
//! A commit locks all of its directories in the order of their identities, so two commits cannot deadlock. Within one
//! process, never acquire a second [`DirectoryLocks`] for a directory while the first exists.

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

/// The first and the longest pause between two attempts.
const PAUSES: (Duration, Duration) = (Duration::from_micros(100), Duration::from_millis(8));

/// The number of times to read the kernel's list of locks in search of a holder.
const MAX_READS: usize = 16;

/// The locks of several directories. Dropping the value releases them.
#[derive(Debug)]
pub struct DirectoryLocks {
    locks: BTreeMap<Identity, Lock>,
}

/// The lock of one directory.
#[derive(Debug)]
struct Lock {
    /// The directory, which is locked itself unless there is a lock file.
    fd: OwnedFd,
    file: Option<LockFile>,
}

impl DirectoryLocks {
    /// Locks `directories`. Waits at most `timeout` for all of them together.
    pub(in crate::disk) fn acquire(
        directories: &BTreeMap<Identity, Arc<Directory>>,
        timeout: Duration,
        interrupt: &Interrupt,
    ) -> Result<Self, Fault> {
        let start = Instant::now();
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
                start,
                timeout,
                interrupt,
            };
            let is_locked = wait.lock_in_kernel(&fd)?;
            let file = if is_locked {
                None
            } else {
                Some(wait.create_lock_file(directory)?)
            };
            locks.insert(identity, Lock { fd, file });
        }
        Ok(Self { locks })
    }

    /// Locks `directories`. Reuses the locks that are `held` if they suffice. Otherwise they are released first, because
    /// waiting for a lock while holding others can deadlock.
    pub(in crate::disk) fn reuse_or_acquire(
        held: Option<Self>,
        directories: &BTreeMap<Identity, Arc<Directory>>,
        timeout: Duration,
        interrupt: &Interrupt,
    ) -> Result<Self, Fault> {
        if let Some(held) = held
            && directories.keys().all(|id| held.locks.contains_key(id))
        {
            return Ok(held);
        }
        Self::acquire(directories, timeout, interrupt)
    }

    /// True if all locks are still held. Another process can remove a lock file.
    pub(in crate::disk) fn is_intact(&self) -> bool {
        let files = self.locks.values().filter_map(|lock| lock.file.as_ref());
        files.into_iter().all(LockFile::is_intact)
    }

    /// The locked handle of a directory.
    pub(in crate::disk) fn handle(&self, identity: Identity) -> Option<&OwnedFd> {
        self.locks.get(&identity).map(|lock| &lock.fd)
    }
}

/// Locks `directory` without waiting. `None` if another process holds the lock.
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

/// True if no process holds the lock of `directory`. False if the state is unknown.
pub(in crate::disk) fn is_free(directory: &Directory) -> bool {
    let Ok(fd) = directory.reopen() else {
        return false;
    };
    match flock(&fd, FlockOperation::NonBlockingLockShared) {
        Ok(()) => true,
        Err(error) => has_no_locks(error) && lock_file::holder(directory).is_none(),
    }
}

/// True if `error` says that directories cannot be locked. The lock service is missing, or (NFS) only files that are
/// open for writing can be locked.
pub(in crate::disk) fn has_no_locks(error: Errno) -> bool {
    matches!(error, Errno::NOLCK | Errno::BADF) || is_unsupported(error)
}

/// The time limit for a lock.
struct Wait<'a> {
    start: Instant,
    timeout: Duration,
    interrupt: &'a Interrupt,
}

impl Wait<'_> {
    /// Locks `fd` in the kernel. Returns false if directories do not support locks.
    fn lock_in_kernel(&self, fd: &OwnedFd) -> Result<bool, Fault> {
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

    fn create_lock_file(&self, directory: &Arc<Directory>) -> Result<LockFile, Fault> {
        let mut pause = PAUSES.0;
        loop {
            match LockFile::attempt(directory, self.interrupt)? {
                LockAttempt::Taken(file) => return Ok(file),
                LockAttempt::Missed => self.pause(&mut pause, |_| Fault::KeepsChanging)?,
                LockAttempt::Held(holder) => self.pause(&mut pause, |waited| Fault::Locked {
                    waited,
                    holder: holder.process,
                    file: Some(FileLock {
                        path: lock_file::path(directory),
                        machine: holder.other_machine(),
                    }),
                })?,
            }
        }
    }

    /// Sleeps, longer each time. Returns the error of `timeout_fault` if no time is left.
    fn pause(
        &self,
        pause: &mut Duration,
        timeout_fault: impl FnOnce(Duration) -> Fault,
    ) -> Result<(), Fault> {
        self.interrupt.check()?;
        let waited = self.start.elapsed();
        let rest = self
            .timeout
            .checked_sub(waited)
            .filter(|rest| !rest.is_zero());
        let Some(rest) = rest else {
            return Err(timeout_fault(waited));
        };
        sleep((*pause).min(rest));
        *pause = (*pause * 2).min(PAUSES.1);
        Ok(())
    }
}

/// The process that holds the lock of the directory `fd`. A guess, used only in messages.
fn holder_of(fd: &OwnedFd) -> Option<u32> {
    let inode = identity_of(fd).ok()?.inode;
    // The kernel returns the list page by page, and skips lines if locks are released in the meantime.
    (0..MAX_READS).find_map(|_| listed_holder(inode))
}

/// The holder in `/proc/locks`, whose lines are `1: FLOCK ADVISORY WRITE PID MAJOR:MINOR:INODE 0 EOF`.
fn listed_holder(inode: u64) -> Option<u32> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let opened = openat(CWD, "/proc/locks", flags, Mode::empty()).ok()?;
    let mut list = String::new();
    File::from(opened).read_to_string(&mut list).ok()?;
    list.lines().find_map(|line| {
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            [_, "FLOCK", _, _, pid, file, ..] if file.rsplit(':').next()?.parse() == Ok(inode) => {
                pid.parse().ok()
            }
            _ => None,
        }
    })
}
