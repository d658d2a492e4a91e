//! The file or link that is about to lose its name: opened, compared with the content that was read, and guarded.
//!
//! Locks are advisory, and editors ignore them. With a lease, a process that opens the file for writing waits until
//! the step is done, and is noticed. Without a lease, the bytes are compared again afterwards.

use std::ffi::OsStr;
use std::fs::File;
use std::mem::MaybeUninit;
use std::thread::sleep;
use std::time::Duration;

use rustix::io::{Errno, pread};

use crate::disk::commit_options::OnOpen;
use crate::disk::sandbox::directory::{Directory, DirectoryEntry};
use crate::disk::sandbox::facts;
use crate::disk::sandbox::{inodes, leaf};
use crate::error::{Fault, Process};
use crate::snapshot::{FileFacts, Identity, Snapshot};

use super::failure::Failure;
use crate::disk::commit::lease::{self, Lease};
use crate::disk::commit::writers;
use crate::disk::fault::fault;
use crate::disk::sandbox::read::IN_MEMORY;

/// The number of bytes to compare at once.
const CHUNK: usize = 16 << 10;

/// The first and the longest pause while another process has the file open for writing, and the maximum total wait.
/// Most editors are faster, and it makes no sense to wait for a process that keeps a log open all day.
const PAUSES: (Duration, Duration) = (Duration::from_micros(100), Duration::from_millis(8));
const MAX_WAIT: Duration = Duration::from_millis(100);

/// A file that is about to lose its name.
#[derive(Debug)]
pub(in crate::disk) struct ReplacedFile {
    file: File,
    facts: FileFacts,
    /// The text that was read; `None` if only the facts of the file are known.
    before: Option<Snapshot>,
    lease: Lease,
}

impl ReplacedFile {
    /// The file at `name`, if it is unchanged since `before` was read.
    pub(in crate::disk) fn open_unchanged(
        directory: &Directory,
        name: &OsStr,
        before: &Snapshot,
    ) -> Result<Option<Self>, Fault> {
        let Some(mut found) = Self::open(directory, name)? else {
            return Ok(None);
        };
        if !is_same(directory, before, &found.file, &found.facts)? {
            return Ok(None);
        }
        found.before = Some(before.clone());
        Ok(Some(found))
    }

    /// The file at `name`, if it is the file with the facts `known`, whatever its content.
    pub(in crate::disk) fn open_known(
        directory: &Directory,
        name: &OsStr,
        known: &FileFacts,
    ) -> Result<Option<Self>, Fault> {
        let found = Self::open(directory, name)?;
        Ok(found.filter(|found| inodes::is_file(directory, &found.facts, known)))
    }

    fn open(directory: &Directory, name: &OsStr) -> Result<Option<Self>, Fault> {
        match Self::open_entry(directory, name) {
            // Another type of entry is there now. The caller reports that type when it locates the path again.
            Err(Fault::NotAFile(_)) => Ok(None),
            found => found,
        }
    }

    fn open_entry(directory: &Directory, name: &OsStr) -> Result<Option<Self>, Fault> {
        let Some(file) = leaf::open_unseen(directory, name)? else {
            return Ok(None);
        };
        // The lease comes first, so that no process can write after the facts are read.
        let lease = take_lease(&file);
        Ok(Some(Self {
            facts: leaf::file_or_link(&file)?,
            file,
            before: None,
            lease,
        }))
    }

    /// The other processes that have the file open for writing; `None` if none is known. A lease shows that
    /// immediately. Without a lease, this searches for processes only if the result matters (`on_open`).
    pub(in crate::disk) fn writers(&self, on_open: OnOpen) -> Option<Vec<Process>> {
        if self.lease == Lease::Held || self.lease == Lease::Unavailable && on_open == OnOpen::Warn
        {
            return None;
        }
        let found = writers::find(self.identity());
        if self.lease == Lease::Unavailable && found.is_empty() {
            return None;
        }
        Some(found)
    }

    pub(in crate::disk) fn file(&self) -> &File {
        &self.file
    }

    /// The target, if the file is a link that was read.
    pub(in crate::disk) fn target(&self) -> Option<&[u8]> {
        let before = self.before.as_ref()?;
        if before.is_link() {
            Some(before.bytes())
        } else {
            None
        }
    }

    /// The facts from when the file was opened.
    pub(in crate::disk) fn facts(&self) -> &FileFacts {
        &self.facts
    }

    pub(in crate::disk) fn identity(&self) -> Identity {
        self.facts.identity
    }

    /// Checks that `entry` is this file, and that no process has written to it.
    ///
    /// # Errors
    /// `Stale` if it is another file or was written to.
    pub(in crate::disk) fn check_at(&self, entry: DirectoryEntry<'_>) -> Result<(), Failure> {
        match self.is_at(entry) {
            Ok(true) => self.check_unwritten(),
            Ok(false) => Err(Failure::Stale),
            Err(reason) => Err(Failure::Refused(reason)),
        }
    }

    /// True if `entry` is this file.
    pub(in crate::disk) fn is_at(&self, entry: DirectoryEntry<'_>) -> Result<bool, Fault> {
        let DirectoryEntry { directory, name } = entry;
        let found = entry.facts().map_err(|error| fault("look at", error))?;
        let Some(found) = found else {
            return Ok(false);
        };
        if found.identity == self.identity() {
            return Ok(true);
        }
        if !inodes::is_renumbered(directory, &found, &self.facts) {
            return Ok(false);
        }
        // Inode numbers prove nothing here, so the texts are compared.
        let file = match leaf::open_entry(directory, name) {
            Ok(Some((file, _))) => file,
            Ok(None) | Err(Fault::NotAFile(_)) => return Ok(false),
            Err(reason) => return Err(reason),
        };
        let Some(before) = &self.before else {
            return Ok(true);
        };
        if before.is_link() {
            let now = leaf::read_link(directory, name)?;
            return Ok(now.is_some_and(|now| now.bytes() == before.bytes()));
        }
        has_bytes(&file, before.bytes()).map_err(|error| fault("read", error))
    }

    /// Checks that no process has written to the file since it was opened, and that none waits to do so.
    ///
    /// # Errors
    /// `Stale` if a process has written or waits.
    pub(in crate::disk) fn check_unwritten(&self) -> Result<(), Failure> {
        match self.is_untouched() {
            Ok(true) => Ok(()),
            Ok(false) => Err(Failure::Stale),
            Err(reason) => Err(Failure::Refused(reason)),
        }
    }

    fn is_untouched(&self) -> Result<bool, Fault> {
        if self.lease == Lease::Held {
            return Ok(lease::is_unbroken(&self.file));
        }
        // A link cannot be written to, and some file systems invalidate its handle on a rename.
        if self.facts.is_link() {
            return Ok(true);
        }
        let facts = facts::facts_now(&self.file).map_err(|error| fault("look at", error))?;
        // The handle is always of this file, so only a write can make a difference.
        if !facts.is_like(&self.facts) {
            return Ok(false);
        }
        match &self.before {
            Some(before) if facts.len <= IN_MEMORY => {
                has_bytes(&self.file, before.bytes()).map_err(|error| fault("read", error))
            }
            _ => Ok(true),
        }
    }
}

#[cfg(test)]
impl ReplacedFile {
    pub(in crate::disk) fn lease(&self) -> Lease {
        self.lease
    }

    /// Simulates a system without leases.
    pub(in crate::disk) fn drop_lease(&mut self) {
        lease::end(&self.file);
        self.lease = Lease::Unavailable;
    }
}

fn take_lease(file: &File) -> Lease {
    let (mut pause, mut waited) = (PAUSES.0, Duration::ZERO);
    loop {
        let lease = lease::take(file);
        if lease != Lease::Busy || waited >= MAX_WAIT {
            return lease;
        }
        sleep(pause);
        waited += pause;
        pause = (pause * 2).min(PAUSES.1);
    }
}

/// True if `file` in `directory` has the content that was read. The bytes of a small file are always compared,
/// because timestamps are coarse. The text of a large file is a map that shows later writes, so its facts decide.
pub(in crate::disk) fn is_same(
    directory: &Directory,
    before: &Snapshot,
    file: &File,
    facts: &FileFacts,
) -> Result<bool, Fault> {
    let Some(read) = before.facts() else {
        return Ok(false);
    };
    if facts.len != read.len || facts.is_link() != read.is_link() {
        return Ok(false);
    }
    if facts.is_link() {
        return Ok(inodes::is_text(directory, facts, read));
    }
    if facts.len > IN_MEMORY {
        // If the inode differs, the map shows another file, so the bytes can be compared with the map.
        let is_same_inode = facts.identity == read.identity;
        let is_untouched = facts.modified == read.modified && facts.changed == read.changed;
        if is_same_inode {
            return Ok(is_untouched);
        }
    }
    has_bytes(file, before.bytes()).map_err(|error| fault("read", error))
}

/// True if the content of `file` is exactly `bytes`.
fn has_bytes(file: &File, bytes: &[u8]) -> Result<bool, Errno> {
    let mut buffer = [MaybeUninit::uninit(); CHUNK];
    let (mut rest, mut at) = (bytes, 0);
    loop {
        // Room for one more byte than expected shows the end of the file.
        let room = CHUNK.min(rest.len() + 1);
        let read = match pread(file, &mut buffer[..room], at) {
            Err(Errno::INTR) => continue,
            read => &*read?.0,
        };
        if read.is_empty() {
            return Ok(rest.is_empty());
        }
        match rest.strip_prefix(read) {
            Some([]) if read.len() < room => return Ok(true),
            Some(after) => rest = after,
            None => return Ok(false),
        }
        at += read.len() as u64;
    }
}
