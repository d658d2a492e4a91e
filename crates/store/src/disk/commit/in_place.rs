//! Changes that keep the inode: the mode of a file, and the bytes of one that has several names.
//!
//! Writing through is asked for by name and not crash-safe: a crash in the middle leaves a mixture. An
//! error in the middle does not, the old bytes are staged beside the new ones.

use std::fs::File;
use std::io::{self, Seek};

use rustix::fs::{Mode, OFlags, fchmod, openat};
use rustix::io::Errno;

use crate::disk::commit_options::Sync;
use crate::disk::notice::Notice;
use crate::disk::sandbox::{facts, leaf};
use crate::error::Fault;
use crate::snapshot::{FileFacts, Snapshot};

use super::failure::{Failure, Stuck};
use crate::disk::commit::replaced_file::is_same;
use crate::disk::fault::fault;
use crate::disk::sandbox::attributes::{bits, set_mode};
use crate::disk::sandbox::inodes::is_file;
use crate::disk::slot::Slot;
use crate::disk::stage::temp::Temp;

/// How a file is opened that is written in place.
const IN_PLACE: OFlags = OFlags::RDWR
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

/// A file that was changed, and the way back to it.
#[derive(Debug)]
struct Changed {
    /// `None` where too many would be open.
    file: Option<File>,
    /// As it was found, with the mode to come back to.
    facts: FileFacts,
}

impl Changed {
    /// The file, opened anew by the name in `slot` where it was closed.
    fn open(&mut self, slot: &Slot) -> Result<&mut File, Errno> {
        if self.file.is_none() {
            let file = File::from(openat(
                &slot.directory,
                &slot.name,
                IN_PLACE,
                Mode::empty(),
            )?);
            let found = facts::facts_now(&file)?;
            if !is_file(&slot.directory, &found, &self.facts) {
                return Err(Errno::STALE);
            }
            self.file = Some(file);
        }
        self.file.as_mut().ok_or(Errno::BADF)
    }
}

/// A file whose mode changes and nothing else.
#[derive(Debug)]
pub(in crate::disk) struct SetMode {
    slot: Slot,
    mode: u32,
    is_brief: bool,
    applied: Option<Changed>,
}

impl SetMode {
    pub(in crate::disk) fn new(slot: Slot, mode: u32) -> Self {
        Self {
            slot,
            mode,
            is_brief: false,
            applied: None,
        }
    }

    /// Keeps the file open no longer than needed.
    pub(in crate::disk) fn close(&mut self) {
        self.is_brief = true;
    }

    pub(in crate::disk) fn slot(&self) -> &Slot {
        &self.slot
    }

    /// The new permission bits.
    pub(in crate::disk) fn mode(&self) -> u32 {
        self.mode
    }

    pub(in crate::disk) fn apply(&mut self, existing: Option<&FileFacts>) -> Result<(), Failure> {
        let directory = &self.slot.directory;
        let is_it =
            |found: &FileFacts| existing.is_some_and(|known| is_file(directory, found, known));
        let (file, facts) = leaf::open(directory, &self.slot.name)
            .map_err(Failure::Refused)?
            .filter(|(_, facts)| is_it(facts))
            .ok_or(Failure::Stale)?;
        set_mode(&file, self.mode).map_err(Failure::Refused)?;
        let file = Some(file).filter(|_| !self.is_brief);
        self.applied = Some(Changed { file, facts });
        Ok(())
    }

    pub(in crate::disk) fn undo(&mut self) -> Result<(), Stuck> {
        let Some(changed) = self.applied.take() else {
            return Ok(());
        };
        let mode = bits(changed.facts.mode);
        let slot = &self.slot;
        let reset = match &changed.file {
            Some(file) => fchmod(file, mode),
            None => match leaf::open(&slot.directory, &slot.name) {
                Ok(Some((file, found))) if is_file(&slot.directory, &found, &changed.facts) => {
                    fchmod(&file, mode)
                }
                _ => Err(Errno::STALE),
            },
        };
        reset.map_err(|error| Stuck { error, kept: None })
    }
}

/// A file that is written in place, so that all its names see the new bytes.
#[derive(Debug)]
pub(in crate::disk) struct InPlaceWrite {
    slot: Slot,
    new: Temp,
    old: Temp,
    mode: Option<u32>,
    sync: Sync,
    is_brief: bool,
    applied: Option<Changed>,
}

impl InPlaceWrite {
    /// `new` and `old` are staged files with the text after and before.
    pub(in crate::disk) fn new(
        slot: Slot,
        new: Temp,
        old: Temp,
        mode: Option<u32>,
        sync: Sync,
    ) -> Self {
        Self {
            slot,
            new,
            old,
            mode,
            sync,
            is_brief: false,
            applied: None,
        }
    }

    pub(in crate::disk) fn new_text(&self) -> &Temp {
        &self.new
    }

    pub(in crate::disk) fn old_text(&self) -> &Temp {
        &self.old
    }

    /// Closes both texts, and keeps the file open no longer than needed.
    pub(in crate::disk) fn close(&mut self) -> Result<(), Fault> {
        self.is_brief = true;
        self.new.close()?;
        self.old.close()
    }

    pub(in crate::disk) fn slot(&self) -> &Slot {
        &self.slot
    }

    /// Sees that both texts are there under their names, since a log is about to tell of them.
    ///
    /// # Errors
    /// `Stale` when one was swept.
    pub(in crate::disk) fn is_staged(&self) -> Result<(), Failure> {
        for staged in [&self.new, &self.old] {
            match staged.directory().entry(staged.name()) {
                Ok(Some(_)) => {}
                Ok(None) => return Err(Failure::Stale),
                Err(error) => return Err(Failure::Refused(fault("look at", error))),
            }
        }
        Ok(())
    }

    /// Permission bits that replace the file's own.
    pub(in crate::disk) fn mode(&self) -> Option<u32> {
        self.mode
    }

    /// Writes to the file that holds what `before` says: one more look is taken through the handle that is
    /// written to, since nothing can be put back afterwards.
    pub(in crate::disk) fn apply(&mut self, before: Option<&Snapshot>) -> Result<(), Failure> {
        let file = match openat(
            &self.slot.directory,
            &self.slot.name,
            IN_PLACE,
            Mode::empty(),
        ) {
            Ok(fd) => File::from(fd),
            // The last: another process has a lease on it, by another of its names.
            Err(Errno::NOENT | Errno::LOOP | Errno::AGAIN) => return Err(Failure::Stale),
            Err(error) => return Err(Failure::Refused(fault("open for writing", error))),
        };
        let facts = leaf::regular(&file).map_err(Failure::Refused)?;
        let before = before.ok_or(Failure::Stale)?;
        if !is_same(&self.slot.directory, before, &file, &facts).map_err(Failure::Refused)? {
            return Err(Failure::Stale);
        }
        let new = self.new.file().map_err(Failure::Refused)?;
        let file = Some(file);
        let changed = self.applied.insert(Changed { file, facts });
        let file = changed
            .open(&self.slot)
            .map_err(|error| Failure::Refused(fault("open", error)))?;
        let written = overwrite(file, &new, self.sync)
            .map_err(|error| fault("write the new content into", error))
            .and_then(|()| match self.mode {
                Some(mode) => set_mode(file, mode),
                None => Ok(()),
            });
        if self.is_brief {
            changed.file = None;
        }
        written.map_err(Failure::Refused)
    }

    /// Removes both texts; what is left over is said.
    pub(in crate::disk) fn finish(&mut self) -> Vec<Notice> {
        let left = [&mut self.new, &mut self.old].map(discard);
        left.into_iter().flatten().collect()
    }

    pub(in crate::disk) fn undo(&mut self) -> Result<(), Stuck> {
        let Some(mut changed) = self.applied.take() else {
            return Ok(());
        };
        let mode = bits(changed.facts.mode);
        let mut put_back = || -> Result<(), Errno> {
            let old = self.old.file().map_err(|_| Errno::IO)?;
            let file = changed.open(&self.slot)?;
            overwrite(file, &old, self.sync)
                .map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))?;
            fchmod(&*file, mode)
        };
        let outcome = put_back();
        outcome.map_err(|error| {
            // Recovery puts the old text back: it tells by both how far the new one has come.
            self.old.release();
            self.new.release();
            Stuck::with_kept(error, &self.slot.directory, self.old.name())
        })
    }
}

/// Removes a staged text that no process needs any more; what is left over is said.
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
