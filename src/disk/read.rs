//! Reading a target: small files into memory, large ones through a map.

use std::fs::File;
use std::io::{Read, Seek};
use std::time::{Duration, SystemTime};

use bytes::Bytes;

use crate::refusal::{Reason, Refusal};
use crate::request::Limits;
use crate::snapshot::{FileFacts, RootedPath, Snapshot};

use super::fault::fault;
use super::{Disk, leaf, map};

/// Files up to this many bytes are read into memory; their bytes are compared again before the rename.
pub(super) const IN_MEMORY: u64 = 1 << 20;

/// Times of files move in steps of at most this (a tick at 100 Hz): two writes within it can leave the
/// same time.
const TICK: Duration = Duration::from_millis(10);

/// How often a file that changes while it is read is read again before the commit has to find out.
const ATTEMPTS: usize = 8;

impl Disk {
    /// Reads the file at `place`; `None` when there is none. Opens nothing for writing and never waits
    /// for a pipe or device.
    ///
    /// # Errors
    /// `not_a_file`, `too_large`, `permission`, `io`.
    pub fn read(&self, place: &RootedPath, limits: &Limits) -> Result<Option<Snapshot>, Refusal> {
        if !place.missing_parents().is_empty() {
            return Ok(None);
        }
        let directory = self.directory(place)?;
        leaf::open(directory, place.name())
            .and_then(|opened| {
                opened
                    .map(|(file, facts)| read_open(file, facts, limits))
                    .transpose()
            })
            .map_err(|reason| Refusal::new(reason).at(place.shown()))
    }
}

fn read_open(mut file: File, mut facts: FileFacts, limits: &Limits) -> Result<Snapshot, Reason> {
    for _ in 0..ATTEMPTS {
        if facts.len > limits.max_size {
            return Err(Reason::TooLarge {
                len: facts.len,
                limit: limits.max_size,
            });
        }
        let bytes = if facts.len <= IN_MEMORY {
            read_whole(&mut file, facts.len).map_err(|error| fault("read", error))?
        } else {
            settle(&facts);
            map::map(&file).map_err(|error| fault("map", error))?
        };
        let now = leaf::facts_now(&file).map_err(|error| fault("look at", error))?;
        if now == facts && bytes.len() as u64 == facts.len {
            return Ok(Snapshot::new(bytes, facts));
        }
        facts = now;
    }
    Err(Reason::Io {
        during: "read",
        error: "its size and its text do not agree, or it keeps changing".to_owned(),
    })
}

/// Reads from the beginning, one byte further than `len` so that growth shows.
fn read_whole(file: &mut File, len: u64) -> std::io::Result<Bytes> {
    file.rewind()?;
    let mut bytes = Vec::with_capacity(usize::try_from(len).unwrap_or_default() + 1);
    file.take(len + 1).read_to_end(&mut bytes)?;
    Ok(bytes.into())
}

/// Waits until a write after this one must leave another time: a map shows later writes, so only the
/// facts can tell them.
#[allow(
    clippy::disallowed_methods,
    reason = "compared with a time the file system gave, and never reported"
)]
fn settle(facts: &FileFacts) {
    let written = facts.modified.max(facts.changed);
    let since_epoch = Duration::new(u64::try_from(written.0).unwrap_or_default(), written.1);
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let age = now.ok().and_then(|now| now.checked_sub(since_epoch));
    if let Some(rest) = age.and_then(|age| TICK.checked_sub(age)) {
        std::thread::sleep(rest);
    }
}
