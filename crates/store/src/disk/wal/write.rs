//! Writing a log: the commit point of a transaction, its turning back, its end.

use std::ffi::OsStr;
use std::io::Write;
use std::sync::Arc;

use rustix::fs::{fdatasync, fsync};
use rustix::io::Errno;

use super::log_directory::{BACKWARD, FORWARD, LogDirectory, TIDY, errno};
use super::marker::{self, Marker};
use super::note::{Need, log_of};
use super::{LogPlaces, record};
use crate::disk::commit_options::Sync;
use crate::disk::fault::fault;
use crate::disk::notice::Notice;
use crate::disk::sandbox::directory::Directory;
use crate::disk::stage::name_marks::random_digits;
use crate::disk::stage::staging::Staged;
use crate::error::Fault;

/// The work at hand while a log is written.
const DURING: &str = "log the change of";

/// A transaction whose log has its name. Dropped before [`Self::finish`] it is left to be recovered.
#[derive(Debug)]
pub(in crate::disk) struct OpenTransaction {
    home: LogDirectory,
    id: String,
    directories: Vec<Arc<Directory>>,
    sync: Sync,
}

impl OpenTransaction {
    /// Writes the log of `staged`, which is verified and whose directories are locked. `None` when it
    /// needs none, or nobody said where logs go.
    ///
    /// # Errors
    /// `no_space`, `permission`, `io`; nothing is left over.
    pub(in crate::disk) fn begin(staged: &Staged) -> Result<Option<Self>, Fault> {
        let Some(places) = &staged.options.logs else {
            return Ok(None);
        };
        match Need::new(&staged.works) {
            Need::None => Ok(None),
            need => Self::log(staged, places, need, FORWARD),
        }
    }

    /// Writes the log of a step that is stuck: it is to be taken back.
    ///
    /// # Errors
    /// See [`Self::begin`].
    pub(in crate::disk) fn leave(staged: &Staged) -> Result<(), Fault> {
        match &staged.options.logs {
            None => Ok(()),
            Some(places) => Self::log(staged, places, Need::Required, BACKWARD).map(|_| ()),
        }
    }

    fn log(
        staged: &Staged,
        places: &LogPlaces,
        need: Need,
        suffix: &str,
    ) -> Result<Option<Self>, Fault> {
        let home = match (places.make_private(), need) {
            (Ok(home), _) => home,
            (Err(_), Need::None | Need::Wanted) => return Ok(None),
            (Err(_), Need::Required) => {
                places.make_inside().map_err(|error| fault(DURING, error))?
            }
        };
        let log = log_of(staged)?;
        let bytes = record::encode(&log).ok_or_else(|| fault(DURING, Errno::INVAL))?;
        let mut transaction = Self {
            home,
            id: random_digits::<32>().map_err(|error| fault(DURING, error))?,
            directories: staged.directories.values().cloned().collect(),
            sync: staged.options.sync,
        };
        match transaction.write(&bytes, suffix) {
            Ok(()) => Ok(Some(transaction)),
            Err(error) => {
                transaction.end(false);
                Err(fault(DURING, error))
            }
        }
    }

    fn write(&mut self, bytes: &[u8], suffix: &str) -> Result<(), Errno> {
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
        self.home.rename(&unfinished, &self.name(suffix))?;
        self.sync_home()
    }

    /// Puts on the disk what the log is called, or that it is gone.
    fn sync_home(&self) -> Result<(), Errno> {
        match self.sync {
            Sync::None => Ok(()),
            Sync::File | Sync::Full => fsync(self.home.handle()),
        }
    }

    fn name(&self, suffix: &str) -> String {
        format!("{}{suffix}", self.id)
    }

    /// From now on the transaction is taken back, whoever does it, and after a power cut too.
    pub(in crate::disk) fn turn_back(&mut self) -> Result<(), Errno> {
        self.home
            .rename(&self.name(FORWARD), &self.name(BACKWARD))?;
        self.sync_home()
    }

    /// All steps are applied and on the disk: what was kept may go. A power cut does not forget that: a log
    /// that came back would have its steps compared with what the user has made of the files since.
    pub(in crate::disk) fn applied(&mut self) -> Result<(), Errno> {
        self.home.rename(&self.name(FORWARD), &self.name(TIDY))?;
        self.sync_home()
    }

    /// Nothing is left to be done: markers and log go, in this order. A marker that cannot be removed keeps
    /// the log, so that a later run can; such markers come back.
    pub(in crate::disk) fn completed(self) -> Vec<Notice> {
        self.end(true)
    }

    /// Closes a transaction that was taken back.
    pub(in crate::disk) fn taken_back(self) -> Vec<Notice> {
        self.end(false)
    }

    fn end(&self, is_completed: bool) -> Vec<Notice> {
        let remains = |directory: &&Arc<Directory>| Marker::remove(directory, &self.id).is_err();
        let marked: Vec<_> = self.directories.iter().filter(remains).collect();
        let _ = self.home.remove(&format!("new-{}", self.id));
        if marked.is_empty() {
            for suffix in [FORWARD, BACKWARD, TIDY] {
                let _ = self.home.remove(&self.name(suffix));
            }
            if !is_completed {
                // What is refused must not be completed after a power cut that brings the log back.
                let _ = self.sync_home();
            }
            self.home.leave();
        } else if !is_completed {
            // Should the turn not have been noted, it must not be completed after all.
            let _ = self.home.rename(&self.name(FORWARD), &self.name(BACKWARD));
            let _ = self.home.remove(&self.name(FORWARD));
            let _ = self.sync_home();
        }
        let left = marked
            .into_iter()
            .map(|directory| Notice::LeftOver(directory.outward(OsStr::new(marker::NAME))));
        left.collect()
    }
}
