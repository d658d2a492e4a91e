//! The kinds of steps in a commit, with a common interface: apply, undo, clean up.

use std::sync::Arc;

use crate::disk::notice::Notice;
use crate::error::Fault;
use crate::snapshot::{FileFacts, Snapshot};

use crate::disk::commit::failure::{Failure, Stuck};
use crate::disk::commit::file_move::FileMove;
use crate::disk::commit::in_place::{InPlaceWrite, SetMode};
use crate::disk::commit::made_directories::MadeDirectories;
use crate::disk::commit::put::Put;
use crate::disk::commit::removal::Removal;
use crate::disk::commit::replaced_file::ReplacedFile;
use crate::disk::sandbox::directory::Directory;
use crate::disk::slot::Slot;
use crate::disk::stage::temp::Temp;

/// The file that a step changes without taking its name.
#[derive(Clone, Copy, Debug)]
pub(in crate::disk) struct ChangedInPlace<'a> {
    /// The file that was read.
    pub(in crate::disk) before: Option<&'a Snapshot>,
    /// The facts found under the lock.
    pub(in crate::disk) verified: Option<&'a FileFacts>,
}

#[derive(Debug)]
pub(in crate::disk) enum CommitStep {
    /// A staged file gets its name.
    Put(Box<Put>),
    /// A file loses its name.
    Removal(Removal),
    /// A file changes its name.
    Move(Box<FileMove>),
    /// A file changes its mode only.
    SetMode(SetMode),
    /// A file is written in place.
    InPlace(Box<InPlaceWrite>),
}

impl CommitStep {
    /// The step that gives the staged file `temp` the name of `slot`.
    pub(in crate::disk) fn put(slot: Slot, temp: Temp) -> Self {
        Self::Put(Box::new(Put::new(slot, temp)))
    }

    /// True if the step takes a name from the current file. The step then compares that file with the text that was
    /// read.
    pub(in crate::disk) fn takes_name(&self) -> bool {
        match self {
            Self::Put(_) | Self::Removal(_) | Self::Move(_) => true,
            Self::SetMode(_) | Self::InPlace(_) => false,
        }
    }

    /// Marks the name of the kept file with the facts of the `old` file, before a log refers to it. A file that
    /// outlives the log by accident can be recognized by that.
    pub(in crate::disk) fn mark_kept_name(&mut self, old: &FileFacts) -> Result<(), Failure> {
        match self {
            Self::Put(put) => put.mark_kept_name(old),
            Self::Removal(removal) => {
                removal.mark_kept_name(old);
                Ok(())
            }
            Self::Move(step) => {
                step.mark_kept_name(old);
                Ok(())
            }
            Self::InPlace(step) => step.check_staged(),
            Self::SetMode(_) => Ok(()),
        }
    }

    /// Applies the step, to the file that loses its name or to the file that keeps it (`None`: there is no file).
    pub(in crate::disk) fn apply(
        &mut self,
        replaced: Option<&ReplacedFile>,
        changed: ChangedInPlace<'_>,
        made: &mut MadeDirectories,
        is_alone: bool,
    ) -> Result<(), Failure> {
        match (self, replaced) {
            (Self::Put(put), replaced) => put.apply(replaced, made, is_alone),
            (Self::Removal(removal), Some(replaced)) => removal.apply(replaced, is_alone),
            (Self::Removal(_), None) => Err(Failure::Stale),
            (Self::Move(step), replaced) => step.apply(replaced, made, is_alone),
            (Self::SetMode(step), _) => step.apply(changed.verified),
            (Self::InPlace(step), _) => step.apply(changed.before),
        }
    }

    /// Closes the staged files of the step.
    pub(in crate::disk) fn close(&mut self) -> Result<(), Fault> {
        match self {
            Self::Put(put) => put.close(),
            Self::InPlace(step) => step.close(),
            Self::SetMode(step) => {
                step.close();
                Ok(())
            }
            Self::Removal(_) | Self::Move(_) => Ok(()),
        }
    }

    /// Undoes the step, even if it is applied only in part.
    pub(in crate::disk) fn undo(&mut self) -> Result<(), Stuck> {
        match self {
            Self::Put(put) => put.undo(),
            Self::Removal(removal) => removal.undo(),
            Self::Move(step) => step.undo(),
            Self::SetMode(step) => step.undo(),
            Self::InPlace(step) => step.undo(),
        }
    }

    /// Removes the files kept for [`Self::undo`].
    pub(in crate::disk) fn finish(&mut self) -> Vec<Notice> {
        match self {
            Self::Put(put) => put.finish().into_iter().collect(),
            Self::Removal(removal) => removal.finish().into_iter().collect(),
            Self::Move(step) => step.finish().into_iter().collect(),
            Self::InPlace(step) => step.finish(),
            Self::SetMode(_) => Vec::new(),
        }
    }

    /// The directories whose entries the applied step has changed.
    pub(in crate::disk) fn touched(&self) -> Vec<Arc<Directory>> {
        match self {
            Self::Put(put) => put.touched(),
            Self::Removal(removal) => removal.touched(),
            Self::Move(step) => step.touched(),
            Self::SetMode(_) | Self::InPlace(_) => Vec::new(),
        }
    }
}
