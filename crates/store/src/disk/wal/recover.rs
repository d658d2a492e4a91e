//! Recovery: completes or undoes a whole transaction whose owner is dead.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustix::fs::fsync;
use rustix::io::Errno;

use super::find::{Pending, find, logs_in, read};
use super::log_directory::{LogDirectory, LogState};
use super::marker::Marker;
use super::open_directories::{OpenDirectories, display_path};
use super::operation::{StepState, UndoOutcome, remove_made};
use super::record::{LoggedStep, TransactionLog};
use super::recovered::Recovered;
use super::{LogPlaces, record, sweep};
use crate::disk::commit_options::CommitOptions;
use crate::disk::fault::fault;
use crate::disk::interrupt::Interrupt;
use crate::disk::lock::directory_locks::DirectoryLocks;
use crate::disk::sandbox::directory::Directory;
use crate::disk::sandbox::disk::Disk;
use crate::disk::stage::sync::sync_directory;
use crate::error::{Error, Fault};
use crate::place::RootedPath;
use crate::snapshot::Identity;
use crate::user::user_id;

/// The result of [`recover_all`].
#[derive(Debug, Default)]
pub struct Recovery {
    /// The recovered transactions.
    pub recovered: Vec<Recovered>,
    /// Absolute paths of removed staged files that dead processes left.
    pub swept: Vec<PathBuf>,
    /// Absolute paths of files with our reserved names that are not provably ours. They were kept.
    pub foreign: Vec<PathBuf>,
    /// Absolute paths of removed markers whose logs no longer exist.
    pub lifted: Vec<PathBuf>,
    /// Transactions that could not be recovered.
    pub refusals: Vec<Error>,
}

impl Disk {
    /// Interrupted transactions of dead processes in the directories that this run has opened. Writes nothing.
    ///
    /// # Errors
    /// If a directory cannot be searched.
    pub fn pending(&self, places: &LogPlaces) -> Result<Vec<Pending>, Error> {
        let mut found = find(places, self.directories.values())
            .map_err(|error| fault("look for an interrupted change of", error))?;
        found.retain(Pending::is_abandoned);
        Ok(found)
    }

    /// The [`Self::pending`] transactions that change one of `targets`, or whose logs cannot be read.
    ///
    /// # Errors
    /// See [`Self::pending`].
    pub fn pending_of(
        &self,
        places: &LogPlaces,
        targets: &[RootedPath],
    ) -> Result<Vec<Pending>, Error> {
        let mut found = self.pending(places)?;
        found.retain(|pending| pending.is_about(places, targets));
        Ok(found)
    }

    /// Completes or undoes an interrupted transaction; `None` if another process has already done so. Files that were
    /// read before may be stale afterwards.
    ///
    /// # Errors
    /// [`Fault::RecoveryPending`] if the transaction cannot be recovered; [`Fault::Locked`].
    pub fn recover(pending: &Pending, options: &CommitOptions) -> Result<Option<Recovered>, Error> {
        match &options.logs {
            Some(places) => recover(pending, places, options.lock_timeout, &options.interrupt),
            None => Ok(None),
        }
    }
}

/// Recovers `pending`; `None` if another process has already done so, or if the marker has no log.
///
/// # Errors
/// [`Fault::RecoveryPending`] if the log is out of reach or damaged, or if a system call fails; [`Fault::Locked`].
pub(super) fn recover(
    pending: &Pending,
    places: &LogPlaces,
    patience: Duration,
    interrupt: &Interrupt,
) -> Result<Option<Recovered>, Error> {
    pending.refuse_foreign()?;
    let Some(home) = places.private() else {
        return Err(refusal(&pending.log, None, None));
    };
    let case = InterruptedLog {
        home: &home,
        id: &pending.id,
        root: None,
        patience,
        interrupt,
    };
    case.recover(&pending.directories)
}

/// Recovers every transaction with a log, and removes orphans in `roots`: the command `incise recover`.
pub fn recover_all(
    places: &LogPlaces,
    roots: &[PathBuf],
    patience: Duration,
    interrupt: &Interrupt,
) -> Recovery {
    let mut recovery = Recovery::default();
    for home in [places.private(), places.inside()].into_iter().flatten() {
        let root = if home.is_private {
            None
        } else {
            Some(places.workspace.as_path())
        };
        for id in logs_in(&home).unwrap_or_default() {
            let case = InterruptedLog {
                home: &home,
                id: &id,
                root,
                patience,
                interrupt,
            };
            match case.recover(&[]) {
                Ok(recovered) => recovery.recovered.extend(recovered),
                Err(refusal) => recovery.refusals.push(refusal),
            }
        }
        home.drop_unfinished();
        home.leave();
    }
    let home = places.private();
    for root in roots {
        let swept = sweep::sweep_tree(root, home.as_ref());
        recovery.swept.extend(swept.orphans);
        recovery.foreign.extend(swept.foreign);
        recovery.lifted.extend(swept.lifted);
        let kept = swept.kept.iter().map(|marker| {
            let log = marker.home.join(LogState::Forward.file_name(&marker.id));
            refusal(&log, Some(marker.owner), None)
        });
        recovery.refusals.extend(kept);
    }
    recovery
}

pub(super) fn refusal(log: &Path, owner: Option<u32>, why: Option<String>) -> Error {
    Error::new(Fault::RecoveryPending {
        log: log.to_owned(),
        owner: owner.unwrap_or_else(user_id),
        why,
    })
}

/// The log of an interrupted transaction.
struct InterruptedLog<'a> {
    home: &'a LogDirectory,
    id: &'a str,
    /// The directory that the log must not leave; `None` for a private log.
    root: Option<&'a Path>,
    patience: Duration,
    interrupt: &'a Interrupt,
}

impl InterruptedLog<'_> {
    /// Recovers the transaction. `marked` are directories with a marker for this log.
    fn recover(&self, marked: &[Arc<Directory>]) -> Result<Option<Recovered>, Error> {
        let Some((_, log)) = self.read()? else {
            return self.drop_stale(marked).map(|()| None);
        };
        let directories =
            OpenDirectories::open(&log, self.root).map_err(|error| self.stuck(error))?;
        let mut to_lock = directories
            .to_lock(&log)
            .map_err(|error| self.stuck(error))?;
        to_lock.extend(by_identity(marked));
        let held = self.lock(&to_lock)?;
        // The previous holder of the locks may have recovered the transaction, so the log is read again.
        let Some((state, log)) = self.read()? else {
            drop(held);
            return self.drop_stale(marked).map(|()| None);
        };
        let outcome = self.complete_or_undo(state, &log, &directories, &held);
        let mut recovered = outcome.map_err(|error| self.stuck(error))?;
        self.close(to_lock.values())
            .map_err(|error| self.stuck(error))?;
        recovered.files.sort_unstable();
        Ok(Some(recovered))
    }

    fn read(&self) -> Result<Option<(LogState, TransactionLog)>, Error> {
        let found = read(self.home, self.id).map_err(|error| self.stuck(error))?;
        let Some((state, bytes)) = found else {
            return Ok(None);
        };
        match record::decode(&bytes) {
            Ok(log) => Ok(Some((state, log))),
            Err(record::Damaged) => {
                let log = self.home.path.join(state.file_name(self.id));
                Err(refusal(&log, None, Some("the log is damaged".to_owned())))
            }
        }
    }

    fn lock(
        &self,
        directories: &BTreeMap<Identity, Arc<Directory>>,
    ) -> Result<DirectoryLocks, Error> {
        DirectoryLocks::acquire(directories, self.patience, self.interrupt).map_err(Error::new)
    }

    fn stuck(&self, error: Errno) -> Error {
        let log = self.home.path.join(LogState::Forward.file_name(self.id));
        let why = std::io::Error::from(error).to_string();
        refusal(&log, None, Some(why))
    }

    /// Completes the transaction if every step allows that, or else undoes it. Then cleans up.
    fn complete_or_undo(
        &self,
        state: LogState,
        log: &TransactionLog,
        directories: &OpenDirectories,
        held: &DirectoryLocks,
    ) -> Result<Recovered, Errno> {
        let mut overtaken = Vec::new();
        if state != LogState::Done {
            overtaken = overtaken_steps(log, directories)?;
        }
        let is_completed = match state {
            LogState::Done => true,
            LogState::Forward => complete(log, directories)?,
            LogState::Backward => false,
        };
        // The steps that could not be undone.
        let mut stuck = Vec::new();
        if !is_completed {
            if state == LogState::Forward {
                self.rename(LogState::Forward, LogState::Backward)?;
            }
            stuck = undo(log, directories)?;
        }
        sync(log, directories, held)?;
        let (left, kept) = keep_old_texts(log, directories, &stuck, &overtaken)?;
        if stuck.is_empty() && state != LogState::Done {
            // The outcome is final, so a run after another crash only has to clean up.
            let from = if is_completed {
                LogState::Forward
            } else {
                LogState::Backward
            };
            self.rename(from, LogState::Done)?;
        }
        for (number, operation) in log.operations.iter().enumerate() {
            // A file that could not be moved back is kept under this name.
            let keeps_file = matches!(operation, LoggedStep::Move(_)) && stuck.contains(&number);
            if !keeps_file {
                operation.tidy(directories)?;
            }
        }
        // After a power cut, the removed files could exist without the log that names them.
        sync(log, directories, held)?;
        Ok(Recovered {
            is_completed,
            files: files(log),
            left,
            kept,
        })
    }

    fn rename(&self, from: LogState, to: LogState) -> Result<(), Errno> {
        self.home.change_state(self.id, from, to)?;
        fsync(self.home.handle())
    }

    /// Removes markers, then the log.
    fn close<'d>(&self, mut marked: impl Iterator<Item = &'d Arc<Directory>>) -> Result<(), Errno> {
        marked.try_for_each(|directory| Marker::remove(directory, self.id))?;
        for state in LogState::ALL {
            self.home.remove(&state.file_name(self.id))?;
        }
        self.home.leave();
        Ok(())
    }

    /// Removes markers whose log no longer exists or was never finished.
    fn drop_stale(&self, marked: &[Arc<Directory>]) -> Result<(), Error> {
        let _held = self.lock(&by_identity(marked))?;
        if self.read()?.is_none() {
            for directory in marked {
                Marker::remove(directory, self.id).map_err(|error| self.stuck(error))?;
            }
            let _ = self.home.remove(&format!("new-{}", self.id));
        }
        Ok(())
    }
}

fn by_identity(directories: &[Arc<Directory>]) -> BTreeMap<Identity, Arc<Directory>> {
    directories
        .iter()
        .map(|directory| (directory.identity(), Arc::clone(directory)))
        .collect()
}

/// Keeps the old texts of the files that the steps `stuck` and `overtaken` leave alone. Returns these files, and the
/// files with their old texts.
fn keep_old_texts(
    log: &TransactionLog,
    directories: &OpenDirectories,
    stuck: &[usize],
    overtaken: &[usize],
) -> Result<(Vec<PathBuf>, Vec<PathBuf>), Errno> {
    let mut left = Vec::new();
    for &number in stuck {
        left.push(display_path(log, log.operations[number].target()));
    }
    let mut all_kept = Vec::new();
    for (number, operation) in log.operations.iter().enumerate() {
        let is_stuck = stuck.contains(&number);
        if is_stuck || overtaken.contains(&number) {
            let kept = operation.keep(directories)?;
            if kept.is_some() && !is_stuck {
                left.push(display_path(log, operation.target()));
            }
            all_kept.extend(kept);
        }
    }
    Ok((left, all_kept))
}

/// The files of `log`, including the old names of renamed files.
fn files(log: &TransactionLog) -> Vec<PathBuf> {
    let targets = log.operations.iter().flat_map(LoggedStep::targets);
    targets.map(|target| display_path(log, target)).collect()
}

/// Applies the missing steps if none is blocked. Returns true if all steps are applied.
fn complete(log: &TransactionLog, directories: &OpenDirectories) -> Result<bool, Errno> {
    let mut missing = Vec::new();
    for operation in &log.operations {
        match operation.state(directories)? {
            StepState::Done => {}
            StepState::Doable => missing.push(operation),
            StepState::Blocked => return Ok(false),
        }
    }
    // If a step fails in spite of its state, the whole transaction is undone.
    Ok(missing
        .into_iter()
        .all(|operation| operation.forward(directories).is_ok()))
}

/// The indexes of the steps whose files another process has written to.
fn overtaken_steps(
    log: &TransactionLog,
    directories: &OpenDirectories,
) -> Result<Vec<usize>, Errno> {
    let mut overtaken = Vec::new();
    for (number, operation) in log.operations.iter().enumerate() {
        if operation.is_overtaken(directories)? {
            overtaken.push(number);
        }
    }
    Ok(overtaken)
}

/// Undoes all steps, last first. Returns the indexes of the steps whose files another process has changed.
fn undo(log: &TransactionLog, directories: &OpenDirectories) -> Result<Vec<usize>, Errno> {
    let mut left = Vec::new();
    let mut error = None;
    for (number, operation) in log.operations.iter().enumerate().rev() {
        match operation.backward(directories) {
            Ok(UndoOutcome::Restored) => {}
            Ok(UndoOutcome::Left) => left.push(number),
            Err(stuck) => {
                error.get_or_insert(stuck);
            }
        }
    }
    if let Some(error) = error {
        return Err(error);
    }
    remove_made(log, directories)?;
    Ok(left)
}

/// Syncs the changed directories, including created ones, before the log is removed.
fn sync(
    log: &TransactionLog,
    directories: &OpenDirectories,
    held: &DirectoryLocks,
) -> Result<(), Errno> {
    let touched = directories.to_lock(log)?;
    touched
        .values()
        .try_for_each(|directory| sync_directory(directory, Some(held)))
}
