//! Taking a file's name away: it is moved aside first, and seen to be the one that was meant.

use std::ffi::OsString;
use std::sync::Arc;

use rustix::fs::{AtFlags, unlinkat};
use rustix::io::Errno;

use crate::snapshot::Identity;

use super::Notice;
use super::directory::Directory;
use super::fault::fault;
use super::made::Slot;
use super::rename::{kept_name, rename_free};
use super::step::{Failure, Stuck};

/// A file to remove.
#[derive(Debug)]
pub(super) struct Removal {
    slot: Slot,
    aside: Option<OsString>,
}

impl Removal {
    pub(super) fn new(slot: Slot) -> Self {
        Self { slot, aside: None }
    }

    pub(super) fn apply(&mut self, existing: Option<Identity>) -> Result<(), Failure> {
        let aside = kept_name()?;
        let directory = &self.slot.directory;
        match rename_free((directory, &self.slot.name), (directory, &aside)) {
            Ok(()) => {}
            Err(Errno::NOENT) => return Err(Failure::Moved),
            Err(error) => return Err(Failure::Refused(fault("remove", error))),
        }
        let found = directory.entry(&aside);
        self.aside = Some(aside);
        match found {
            Ok(found) if found == existing => Ok(()),
            // The undo that follows moves it back.
            Ok(_) => Err(Failure::Moved),
            Err(error) => Err(Failure::Refused(fault("look at", error))),
        }
    }

    pub(super) fn undo(&mut self) -> Result<(), Stuck> {
        let Some(aside) = self.aside.take() else {
            return Ok(());
        };
        let directory = &self.slot.directory;
        rename_free((directory, &aside), (directory, &self.slot.name))
            .map_err(|error| Stuck::with_kept(error, directory, &aside))
    }

    pub(super) fn finish(&mut self) -> Option<Notice> {
        let aside = self.aside.take()?;
        match unlinkat(&self.slot.directory, &aside, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => None,
            Err(_) => Some(Notice::LeftOver {
                file: self.slot.directory.outward(&aside),
            }),
        }
    }

    pub(super) fn touched(&self) -> Vec<Arc<Directory>> {
        vec![Arc::clone(&self.slot.directory)]
    }
}
