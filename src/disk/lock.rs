//! Locks of directories: `flock` on the directory itself, which leaves no file behind and is never stale.
//!
//! All of a commit's directories are locked in the order of their identities, so no two commits wait for
//! each other. Within one process, never take a second [`Held`] for a directory while the first lives.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::fs::{CWD, FlockOperation, Mode, OFlags, flock, openat};
use rustix::io::Errno;

use crate::refusal::Reason;
use crate::snapshot::Identity;

use super::Interrupt;
use super::directory::{Directory, identity_of};
use super::fault::fault;

/// First and longest pause between two attempts.
const PAUSES: (Duration, Duration) = (Duration::from_micros(100), Duration::from_millis(8));

/// The locks of some directories; dropping it releases them.
#[derive(Debug)]
pub struct Held {
    locks: BTreeMap<Identity, OwnedFd>,
}

impl Held {
    /// Locks `directories`, waiting at most `patience` for all of them together.
    pub(super) fn acquire(
        directories: &BTreeMap<Identity, Arc<Directory>>,
        patience: Duration,
        interrupt: &Interrupt,
    ) -> Result<Self, Reason> {
        let begin = Instant::now();
        let mut locks = BTreeMap::new();
        for (&identity, directory) in directories {
            let fd = directory
                .reopen()
                .map_err(|error| fault("lock the directory of", error))?;
            wait_for(&fd, begin, patience, interrupt)?;
            locks.insert(identity, fd);
        }
        Ok(Self { locks })
    }

    /// Whether all of `directories` are locked.
    pub(super) fn covers(&self, directories: &BTreeMap<Identity, Arc<Directory>>) -> bool {
        directories
            .keys()
            .all(|identity| self.locks.contains_key(identity))
    }

    /// The handle a directory is locked by.
    pub(super) fn handle(&self, identity: Identity) -> Option<&OwnedFd> {
        self.locks.get(&identity)
    }
}

fn wait_for(
    fd: &OwnedFd,
    begin: Instant,
    patience: Duration,
    interrupt: &Interrupt,
) -> Result<(), Reason> {
    let (mut pause, longest) = PAUSES;
    loop {
        match flock(fd, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => return Ok(()),
            Err(Errno::INTR) => {}
            Err(Errno::WOULDBLOCK) => {
                interrupt.check()?;
                let waited = begin.elapsed();
                let Some(rest) = patience.checked_sub(waited).filter(|rest| !rest.is_zero()) else {
                    return Err(Reason::Locked {
                        waited,
                        holder: holder_of(fd),
                    });
                };
                sleep(pause.min(rest));
                pause = (pause * 2).min(longest);
            }
            Err(error) => return Err(fault("lock the directory of", error)),
        }
    }
}

/// The process that holds the lock of the directory `fd`, as the kernel lists it: a line of
/// `/proc/locks` is `1: FLOCK ADVISORY WRITE PID MAJOR:MINOR:INODE 0 EOF`. A guess good enough to be told.
fn holder_of(fd: &OwnedFd) -> Option<u32> {
    let inode = identity_of(fd).ok()?.inode;
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
