//! Changes that keep the inode: the mode of a file, and the bytes of a file with several names.
//!
//! Callers must request writing in place, and readers may see a mixture of both texts. The old bytes are staged with
//! the new ones, so that an error, or recovery after a crash, can restore them.

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

pub(in crate::disk) const IN_PLACE: OFlags = OFlags::RDWR
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

#[derive(Debug)]
struct ChangedFile {
    /// `None` if too many files would be open.
    file: Option<File>,
    /// The facts before the change, with the mode to restore.
    facts: FileFacts,
}

impl ChangedFile {
    /// The file. A closed file is opened again by the name in `slot`.
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

/// A step that changes only the mode of a file.
#[derive(Debug)]
pub(in crate::disk) struct SetMode {
    slot: Slot,
    mode: u32,
    closes_early: bool,
    applied: Option<ChangedFile>,
}

impl SetMode {
    pub(in crate::disk) fn new(slot: Slot, mode: u32) -> Self {
        Self {
            slot,
            mode,
            closes_early: false,
            applied: None,
        }
    }

    /// Keeps the file open no longer than needed.
    pub(in crate::disk) fn close(&mut self) {
        self.closes_early = true;
    }

    pub(in crate::disk) fn slot(&self) -> &Slot {
        &self.slot
    }

    pub(in crate::disk) fn mode(&self) -> u32 {
        self.mode
    }

    pub(in crate::disk) fn apply(&mut self, existing: Option<&FileFacts>) -> Result<(), Failure> {
        let directory = &self.slot.directory;
        let opened = leaf::open(directory, &self.slot.name).map_err(Failure::Refused)?;
        let (Some((file, facts)), Some(known)) = (opened, existing) else {
            return Err(Failure::Stale);
        };
        if !is_file(directory, &facts, known) {
            return Err(Failure::Stale);
        }
        set_mode(&file, self.mode).map_err(Failure::Refused)?;
        self.applied = Some(ChangedFile {
            file: if self.closes_early { None } else { Some(file) },
            facts,
        });
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

/// A file that is written in place, so that the new bytes appear under all of its names.
#[derive(Debug)]
pub(in crate::disk) struct InPlaceWrite {
    slot: Slot,
    new: Temp,
    old: Temp,
    mode: Option<u32>,
    sync: Sync,
    closes_early: bool,
    applied: Option<ChangedFile>,
}

impl InPlaceWrite {
    /// `new` and `old` are staged files with the new and the old text.
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
            closes_early: false,
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
        self.closes_early = true;
        self.new.close()?;
        self.old.close()
    }

    pub(in crate::disk) fn slot(&self) -> &Slot {
        &self.slot
    }

    /// Checks that both texts have their names, since a log is about to refer to them.
    ///
    /// # Errors
    /// `Stale` if one was swept.
    pub(in crate::disk) fn check_staged(&self) -> Result<(), Failure> {
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

    /// Writes the new text if the file still has the text of `before`. The comparison uses the handle for the write.
    pub(in crate::disk) fn apply(&mut self, before: Option<&Snapshot>) -> Result<(), Failure> {
        let mut file = match openat(
            &self.slot.directory,
            &self.slot.name,
            IN_PLACE,
            Mode::empty(),
        ) {
            Ok(fd) => File::from(fd),
            // `AGAIN`: another process has a lease on the file.
            Err(Errno::NOENT | Errno::LOOP | Errno::AGAIN) => return Err(Failure::Stale),
            Err(error) => return Err(Failure::Refused(fault("open for writing", error))),
        };
        let facts = leaf::regular(&file).map_err(Failure::Refused)?;
        let Some(before) = before else {
            return Err(Failure::Stale);
        };
        if !is_same(&self.slot.directory, before, &file, &facts).map_err(Failure::Refused)? {
            return Err(Failure::Stale);
        }
        let new = self.new.file().map_err(Failure::Refused)?;
        // From here on an undo has to restore the old text.
        let changed = self.applied.insert(ChangedFile { file: None, facts });
        let mut written = overwrite(&mut file, &new, self.sync)
            .map_err(|error| fault("write the new content into", error));
        if let (Ok(()), Some(mode)) = (&written, self.mode) {
            written = set_mode(&file, mode);
        }
        if !self.closes_early {
            changed.file = Some(file);
        }
        written.map_err(Failure::Refused)
    }

    /// Removes both staged texts. Returns a notice for each text that could not be removed.
    pub(in crate::disk) fn finish(&mut self) -> Vec<Notice> {
        let left = [self.new.remove(), self.old.remove()];
        left.into_iter().flatten().collect()
    }

    pub(in crate::disk) fn undo(&mut self) -> Result<(), Stuck> {
        let Some(mut changed) = self.applied.take() else {
            return Ok(());
        };
        let Err(error) = self.restore(&mut changed) else {
            return Ok(());
        };
        // Recovery restores the old text, and needs both to see how much was written.
        self.old.release();
        self.new.release();
        Err(Stuck::with_kept(error, self.old.entry()))
    }

    /// Restores the old text and mode.
    fn restore(&self, changed: &mut ChangedFile) -> Result<(), Errno> {
        let old = self.old.file().map_err(|_| Errno::IO)?;
        let mode = bits(changed.facts.mode);
        let file = changed.open(&self.slot)?;
        overwrite(file, &old, self.sync)
            .map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))?;
        fchmod(&*file, mode)
    }
}

/// Replaces the content of `target` with the content of `source`.
pub(in crate::disk) fn overwrite(
    target: &mut File,
    mut source: &File,
    sync: Sync,
) -> io::Result<()> {
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
