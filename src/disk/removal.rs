//! Taking a file's name away: it is moved aside first, and seen to be the one that was meant.

use std::ffi::{OsStr, OsString};
use std::sync::Arc;

use rustix::fs::{AtFlags, unlinkat};
use rustix::io::Errno;

use crate::refusal::Reason;
use crate::report::Notice;
use crate::snapshot::FileFacts;

use super::claim::{self, claiming};
use super::directory::Directory;
use super::failure::{Failure, Stuck};
use super::fault::fault;
use super::incumbent::Incumbent;
use super::made::Slot;
use super::rename::{kept_name, rename_free};

/// A file to remove.
#[derive(Debug)]
pub(super) struct Removal {
    slot: Slot,
    /// The name it waits under once it is moved aside.
    aside: OsString,
    place: Place,
}

/// Where the file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Home,
    Aside,
}

impl Removal {
    pub(super) fn new(slot: Slot) -> Result<Self, Reason> {
        Ok(Self {
            slot,
            aside: kept_name()?,
            place: Place::Home,
        })
    }

    /// The name the file waits under once it is moved aside.
    pub(super) fn aside(&self) -> &OsStr {
        &self.aside
    }

    pub(super) fn slot(&self) -> &Slot {
        &self.slot
    }

    /// Has the name aside say that the `old` file may have it.
    pub(super) fn claim(&mut self, old: &FileFacts) {
        if !claim::expects(&self.aside, old) {
            self.aside = claiming(&self.aside, &[old]);
        }
    }

    pub(super) fn apply(&mut self, incumbent: &Incumbent, is_alone: bool) -> Result<(), Failure> {
        if is_alone {
            // No log says what is moved there.
            self.claim(incumbent.facts());
        }
        let directory = &self.slot.directory;
        match rename_free((directory, &self.slot.name), (directory, &self.aside)) {
            Ok(()) => {}
            Err(Errno::NOENT) => return Err(Failure::Moved),
            Err(error) => return Err(Failure::Refused(fault("remove", error))),
        }
        // Whatever goes wrong from here on, the undo that follows moves it back.
        self.place = Place::Aside;
        incumbent.look_at((directory, &self.aside))
    }

    pub(super) fn undo(&mut self) -> Result<(), Stuck> {
        if std::mem::replace(&mut self.place, Place::Home) == Place::Home {
            return Ok(());
        }
        let directory = &self.slot.directory;
        rename_free((directory, &self.aside), (directory, &self.slot.name))
            .map_err(|error| Stuck::with_kept(error, directory, &self.aside))
    }

    pub(super) fn finish(&mut self) -> Option<Notice> {
        if self.place == Place::Home {
            return None;
        }
        match unlinkat(&self.slot.directory, &self.aside, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => None,
            Err(_) => Some(Notice::LeftOver {
                file: self.slot.directory.outward(&self.aside),
            }),
        }
    }

    pub(super) fn touched(&self) -> Vec<Arc<Directory>> {
        vec![Arc::clone(&self.slot.directory)]
    }
}
