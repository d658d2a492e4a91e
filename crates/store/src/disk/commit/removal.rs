//! Removing a file: it is moved aside first, and compared with the file that was read.

use std::ffi::OsString;
use std::sync::Arc;

use rustix::io::Errno;

use crate::disk::notice::Notice;
use crate::error::Fault;
use crate::snapshot::FileFacts;

use super::failure::{Failure, Stuck};
use crate::disk::commit::rename::{new_kept_name, rename_free};
use crate::disk::commit::replaced_file::ReplacedFile;
use crate::disk::fault::fault;
use crate::disk::sandbox::directory::{Directory, DirectoryEntry};
use crate::disk::slot::Slot;
use crate::disk::stage::name_marks::{self, with_fingerprints};

#[derive(Debug)]
pub(in crate::disk) struct Removal {
    slot: Slot,
    /// The name for the file while it is moved aside.
    kept_name: OsString,
    is_aside: bool,
}

impl Removal {
    pub(in crate::disk) fn new(slot: Slot) -> Result<Self, Fault> {
        Ok(Self {
            slot,
            kept_name: new_kept_name()?,
            is_aside: false,
        })
    }

    pub(in crate::disk) fn slot(&self) -> &Slot {
        &self.slot
    }

    /// The temporary name of the removed file, in the same directory.
    pub(in crate::disk) fn aside(&self) -> DirectoryEntry<'_> {
        self.slot.directory.at(&self.kept_name)
    }

    /// Adds the fingerprint of the `old` file to the temporary name.
    pub(in crate::disk) fn mark_kept_name(&mut self, old: &FileFacts) {
        if !name_marks::has_fingerprint(&self.kept_name, old) {
            self.kept_name = with_fingerprints(&self.kept_name, &[old]);
        }
    }

    pub(in crate::disk) fn apply(
        &mut self,
        replaced: &ReplacedFile,
        is_alone: bool,
    ) -> Result<(), Failure> {
        if is_alone {
            // There is no log, so after a crash only the name shows whose file this was.
            self.mark_kept_name(replaced.facts());
        }
        match rename_free(self.slot.entry(), self.aside()) {
            Ok(()) => {}
            Err(Errno::NOENT) => return Err(Failure::Stale),
            Err(error) => return Err(Failure::Refused(fault("remove", error))),
        }
        // If anything fails from here on, the undo that follows moves the file back.
        self.is_aside = true;
        replaced.check_at(self.aside())
    }

    pub(in crate::disk) fn undo(&mut self) -> Result<(), Stuck> {
        if !std::mem::take(&mut self.is_aside) {
            return Ok(());
        }
        rename_free(self.aside(), self.slot.entry())
            .map_err(|error| Stuck::with_kept(error, self.aside()))
    }

    pub(in crate::disk) fn finish(&mut self) -> Option<Notice> {
        if !self.is_aside {
            return None;
        }
        self.aside().discard()
    }

    pub(in crate::disk) fn touched(&self) -> Vec<Arc<Directory>> {
        vec![Arc::clone(&self.slot.directory)]
    }
}
