//! Changes that keep the inode: the mode of a file, and the bytes of one that has several names.
//!
//! Writing through is asked for by name and not crash-safe: a crash in the middle leaves a mixture. An
//! error in the middle does not, the old bytes are staged beside the new ones.

use std::fs::File;
use std::io::{self, Seek};

use rustix::fs::{Mode, OFlags, fchmod, openat};
use rustix::io::Errno;

use crate::request::Sync;
use crate::snapshot::{FileFacts, Snapshot};

use super::Notice;
use super::attributes::{bits, set_mode};
use super::fault::fault;
use super::incumbent::is_same;
use super::inodes::is_file;
use super::leaf;
use super::made::Slot;
use super::step::{Failure, Stuck};
use super::temp::Temp;

/// A file whose mode changes and nothing else.
#[derive(Debug)]
pub(super) struct SetMode {
    slot: Slot,
    mode: u32,
    applied: Option<(File, u32)>,
}

impl SetMode {
    pub(super) fn new(slot: Slot, mode: u32) -> Self {
        Self {
            slot,
            mode,
            applied: None,
        }
    }

    pub(super) fn slot(&self) -> &Slot {
        &self.slot
    }

    /// The new permission bits.
    pub(super) fn mode(&self) -> u32 {
        self.mode
    }

    pub(super) fn apply(&mut self, existing: Option<&FileFacts>) -> Result<(), Failure> {
        let directory = &self.slot.directory;
        let is_it =
            |found: &FileFacts| existing.is_some_and(|known| is_file(directory, found, known));
        let (file, facts) = leaf::open(directory, &self.slot.name)
            .map_err(Failure::Refused)?
            .filter(|(_, facts)| is_it(facts))
            .ok_or(Failure::Moved)?;
        set_mode(&file, self.mode).map_err(Failure::Refused)?;
        self.applied = Some((file, facts.mode));
        Ok(())
    }

    pub(super) fn undo(&mut self) -> Result<(), Stuck> {
        match self.applied.take() {
            None => Ok(()),
            Some((file, mode)) => {
                fchmod(&file, bits(mode)).map_err(|error| Stuck { error, kept: None })
            }
        }
    }
}

/// A file that is written in place, so that all its names see the new bytes.
#[derive(Debug)]
pub(super) struct Through {
    slot: Slot,
    new: Temp,
    old: Temp,
    mode: Option<u32>,
    sync: Sync,
    applied: Option<(File, u32)>,
}

impl Through {
    /// `new` and `old` are staged files with the text after and before.
    pub(super) fn new(slot: Slot, new: Temp, old: Temp, mode: Option<u32>, sync: Sync) -> Self {
        Self {
            slot,
            new,
            old,
            mode,
            sync,
            applied: None,
        }
    }

    pub(super) fn new_text(&self) -> &Temp {
        &self.new
    }

    pub(super) fn old_text(&self) -> &Temp {
        &self.old
    }

    pub(super) fn slot(&self) -> &Slot {
        &self.slot
    }

    /// Sees that both texts are there under their names, since a log is about to tell of them.
    ///
    /// # Errors
    /// `Moved` when one was swept.
    pub(super) fn is_staged(&self) -> Result<(), Failure> {
        for staged in [&self.new, &self.old] {
            match staged.directory().entry(staged.name()) {
                Ok(Some(_)) => {}
                Ok(None) => return Err(Failure::Moved),
                Err(error) => return Err(Failure::Refused(fault("look at", error))),
            }
        }
        Ok(())
    }

    /// Permission bits that replace the file's own.
    pub(super) fn mode(&self) -> Option<u32> {
        self.mode
    }

    /// Writes to the file that holds what `before` says: one more look is taken through the handle that is
    /// written to, since nothing can be put back afterwards.
    pub(super) fn apply(&mut self, before: Option<&Snapshot>) -> Result<(), Failure> {
        let flags =
            OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file = match openat(&self.slot.directory, &self.slot.name, flags, Mode::empty()) {
            Ok(fd) => File::from(fd),
            // The last: somebody has a lease on it, by another of its names.
            Err(Errno::NOENT | Errno::LOOP | Errno::AGAIN) => return Err(Failure::Moved),
            Err(error) => return Err(Failure::Refused(fault("open for writing", error))),
        };
        let facts = leaf::regular(&file).map_err(Failure::Refused)?;
        let before = before.ok_or(Failure::Moved)?;
        if !is_same(&self.slot.directory, before, &file, &facts).map_err(Failure::Refused)? {
            return Err(Failure::Moved);
        }
        let (file, _) = self.applied.insert((file, facts.mode));
        let written = overwrite(file, self.new.file(), self.sync)
            .map_err(|error| fault("write the new text into", error))
            .and_then(|()| match self.mode {
                Some(mode) => set_mode(file, mode),
                None => Ok(()),
            });
        written.map_err(Failure::Refused)
    }

    /// Removes both texts; what is left over is said.
    pub(super) fn finish(&mut self) -> Vec<Notice> {
        let left = [&mut self.new, &mut self.old].map(discard);
        left.into_iter().flatten().collect()
    }

    pub(super) fn undo(&mut self) -> Result<(), Stuck> {
        let Some((mut file, mode)) = self.applied.take() else {
            return Ok(());
        };
        let outcome = overwrite(&mut file, self.old.file(), self.sync)
            .map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))
            .and_then(|()| fchmod(&file, bits(mode)));
        outcome.map_err(|error| {
            // Recovery puts the old text back: it tells by both how far the new one has come.
            self.old.release();
            self.new.release();
            Stuck::with_kept(error, &self.slot.directory, self.old.name())
        })
    }
}

/// Removes a staged text that nobody needs any more; what is left over is said.
fn discard(staged: &mut Temp) -> Option<Notice> {
    match staged.remove() {
        Ok(()) => None,
        Err(_) => Some(Notice::LeftOver {
            file: staged.outward(),
        }),
    }
}

/// Makes the bytes of `target` those of `source`, from the beginning of both.
fn overwrite(target: &mut File, mut source: &File, sync: Sync) -> io::Result<()> {
    source.rewind()?;
    target.rewind()?;
    let len = io::copy(&mut source, target)?;
    if target.metadata()?.len() != len {
        target.set_len(len)?;
    }
    match sync {
        Sync::None => Ok(()),
        Sync::File | Sync::Full => target.sync_all(),
    }
}
