//! Writes the log: the commit point of a transaction, the switch to undoing it, and its end.

use std::ffi::OsStr;
use std::io::Write;
use std::sync::Arc;

use rustix::fs::{fdatasync, fsync};
use rustix::io::Errno;

use super::log_directory::{LogDirectory, LogState, errno};
use super::marker::{self, Marker};
use super::note::{Need, log_of};
use super::{LogPlaces, record};
use crate::disk::commit_options::Sync;
use crate::disk::fault::fault;
use crate::disk::notice::Notice;
use crate::disk::sandbox::directory::Directory;
use crate::disk::stage::staging::Staged;
use crate::error::Fault;
use crate::random::random_digits;

const DURING: &str = "log the change of";

/// A transaction whose log has its final name. Recovery takes over if the value is dropped before
/// [`Self::end_completed`] or [`Self::end_undone`].
#[derive(Debug)]
pub(in crate::disk) struct OpenTransaction {
    home: LogDirectory,
    id: String,
    directories: Vec<Arc<Directory>>,
    sync: Sync,
}

impl OpenTransaction {
    /// Writes the log of `staged`, whose files are verified and whose directories are locked. `None` if no log is
    /// needed or no location is set.
    ///
    /// # Errors
    /// If the log cannot be written. Nothing is left over.
    pub(in crate::disk) fn begin(staged: &Staged) -> Result<Option<Self>, Fault> {
        let Some(places) = &staged.options.logs else {
            return Ok(None);
        };
        match Need::new(&staged.works) {
            Need::None => Ok(None),
            need => Self::log(staged, places, need, LogState::Forward),
        }
    }

    /// Writes the log of a step that is stuck. Recovery will undo the step.
    ///
    /// # Errors
    /// See [`Self::begin`].
    pub(in crate::disk) fn log_stuck(staged: &Staged) -> Result<(), Fault> {
        if let Some(places) = &staged.options.logs {
            Self::log(staged, places, Need::Required, LogState::Backward)?;
        }
        Ok(())
    }

    fn log(
        staged: &Staged,
        places: &LogPlaces,
        need: Need,
        state: LogState,
    ) -> Result<Option<Self>, Fault> {
        let home = match places.make_private() {
            Ok(home) => home,
            Err(_) if need == Need::Required => {
                places.make_inside().map_err(|error| fault(DURING, error))?
            }
            Err(_) => return Ok(None),
        };
        let log = log_of(staged)?;
        let bytes = record::encode(&log).ok_or_else(|| fault(DURING, Errno::INVAL))?;
        let mut transaction = Self {
            home,
            id: random_digits::<16>().map_err(|error| fault(DURING, error))?,
            directories: staged.directories.values().cloned().collect(),
            sync: staged.options.sync,
        };
        match transaction.write(&bytes, state) {
            Ok(()) => Ok(Some(transaction)),
            Err(error) => {
                transaction.end(false);
                Err(fault(DURING, error))
            }
        }
    }

    fn write(&mut self, bytes: &[u8], state: LogState) -> Result<(), Errno> {
        self.home.drop_unfinished();
        let unfinished = format!("new-{}", self.id);
        let mut file = self.home.create(&unfinished)?;
        file.write_all(bytes).map_err(errno)?;
        if self.sync != Sync::None {
            fdatasync(&file)?;
        }
        for directory in &self.directories {
            Marker::make(directory, &self.home, &self.id)?;
        }
        self.home.rename(&unfinished, &state.file_name(&self.id))?;
        self.sync_home()
    }

    /// Syncs the name of the log or its removal.
    fn sync_home(&self) -> Result<(), Errno> {
        match self.sync {
            Sync::None => Ok(()),
            Sync::File | Sync::Full => fsync(self.home.handle()),
        }
    }

    /// Records that the transaction is undone, by this process or by a later recovery, even after a power cut.
    pub(in crate::disk) fn record_undo(&mut self) -> Result<(), Errno> {
        self.home
            .change_state(&self.id, LogState::Forward, LogState::Backward)?;
        self.sync_home()
    }

    /// Records that all steps are applied and synced, so that kept files may be removed. The record survives a power
    /// cut. Otherwise recovery would compare the steps with later changes of the user.
    pub(in crate::disk) fn record_applied(&mut self) -> Result<(), Errno> {
        self.home
            .change_state(&self.id, LogState::Forward, LogState::Done)?;
        self.sync_home()
    }

    /// The device of the log.
    pub(in crate::disk) fn device(&self) -> u64 {
        self.home.identity.device
    }

    /// Ends a completed transaction: removes the markers, then the log. If a marker cannot be removed, the log is
    /// kept, so that a later run can remove both. Returns notices about such markers.
    pub(in crate::disk) fn end_completed(self) -> Vec<Notice> {
        self.end(true)
    }

    /// Ends a transaction that was undone.
    pub(in crate::disk) fn end_undone(self) -> Vec<Notice> {
        self.end(false)
    }

    fn end(&self, is_completed: bool) -> Vec<Notice> {
        let mut left = Vec::new();
        for directory in &self.directories {
            if Marker::remove(directory, &self.id).is_err() {
                left.push(Notice::LeftOver(
                    directory.outward(OsStr::new(marker::NAME)),
                ));
            }
        }
        let _ = self.home.remove(&format!("new-{}", self.id));
        if left.is_empty() {
            for state in LogState::ALL {
                let _ = self.home.remove(&state.file_name(&self.id));
            }
            if !is_completed {
                // A power cut must not bring the log back, because recovery would then complete a refused
                // transaction.
                let _ = self.sync_home();
            }
            self.home.leave();
        } else if !is_completed {
            // If `record_undo` failed, recovery must not complete the transaction.
            let _ = self
                .home
                .change_state(&self.id, LogState::Forward, LogState::Backward);
            let _ = self.home.remove(&LogState::Forward.file_name(&self.id));
            let _ = self.sync_home();
        }
        left
    }
}
