//! Recovery: a transaction whose owner is dead is completed or taken back, whole.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustix::fs::fsync;
use rustix::io::Errno;

use super::find::{Pending, find, logs_in, read};
use super::log_directory::{BACKWARD, FORWARD, LogDirectory, TIDY};
use super::marker::Marker;
use super::open_directories::{OpenDirectories, shown};
use super::operation::{Back, StepState, remove_made};
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

/// The outcome of the explicit command.
#[derive(Debug, Default)]
pub struct Recovery {
    /// Transactions.
    pub recovered: Vec<Recovered>,
    /// Staged files of the dead that were removed, absolute.
    pub swept: Vec<PathBuf>,
    /// Files under names of ours that nothing proves to be ours, absolute: they were left there.
    pub foreign: Vec<PathBuf>,
    /// Markers of logs that are not there any more, absolute: they are gone.
    pub lifted: Vec<PathBuf>,
    /// Failures to recover.
    pub refusals: Vec<Error>,
}

impl Disk {
    /// Interrupted transactions in the directories this run has looked into, whose owners are dead. Writes
    /// nothing.
    ///
    /// # Errors
    /// `permission` or `io` when that cannot be found out.
    pub fn pending(&self, places: &LogPlaces) -> Result<Vec<Pending>, Error> {
        let mut found = find(places, self.directories.values())
            .map_err(|error| fault("look for an interrupted change of", error))?;
        found.retain(Pending::is_abandoned);
        Ok(found)
    }

    /// The [`Self::pending`] transactions that are about one of `targets`, as far as their logs can be read.
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

    /// Completes or takes back an interrupted transaction; `None` when another process has. What was read
    /// before may be stale afterwards.
    ///
    /// # Errors
    /// `recovery_pending` when it is out of reach; `locked`.
    pub fn recover(pending: &Pending, options: &CommitOptions) -> Result<Option<Recovered>, Error> {
        match &options.logs {
            Some(places) => recover(pending, places, options.lock_timeout, &options.interrupt),
            None => Ok(None),
        }
    }
}

/// Recovers `pending`; `None` when another process has, or its marker was stale.
///
/// # Errors
/// `recovery_pending` when its log is out of reach or damaged, or a step can go neither way; `locked`.
pub(super) fn recover(
    pending: &Pending,
    places: &LogPlaces,
    patience: Duration,
    interrupt: &Interrupt,
) -> Result<Option<Recovered>, Error> {
    let home = places.private().filter(|_| pending.owner.is_none());
    let Some(home) = home else {
        return Err(refusal(&pending.log, pending.owner, None));
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

/// Recovers everything there is a log of, and sweeps `roots`: the explicit command.
pub fn recover_all(
    places: &LogPlaces,
    roots: &[PathBuf],
    patience: Duration,
    interrupt: &Interrupt,
) -> Recovery {
    let mut recovery = Recovery::default();
    for home in [places.private(), places.inside()].into_iter().flatten() {
        let root = (!home.is_private).then_some(places.workspace.as_path());
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
            let log = marker.home.join(format!("{}{FORWARD}", marker.id));
            refusal(&log, Some(marker.owner), None)
        });
        recovery.refusals.extend(kept);
    }
    recovery
}

fn refusal(log: &Path, owner: Option<u32>, why: Option<String>) -> Error {
    Error::new(Fault::RecoveryPending {
        log: log.to_owned(),
        owner: owner.unwrap_or_else(|| rustix::process::geteuid().as_raw()),
        why,
    })
}

/// A log to recover from.
struct InterruptedLog<'a> {
    home: &'a LogDirectory,
    id: &'a str,
    /// The directory that it may not leave; `None` for a log of our own.
    root: Option<&'a Path>,
    patience: Duration,
    interrupt: &'a Interrupt,
}

impl InterruptedLog<'_> {
    /// Recovers; `marked` are directories whose marker names this log.
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
        // Whoever held the locks before may have recovered it; what is there now decides.
        let Some((suffix, log)) = self.read()? else {
            drop(held);
            return self.drop_stale(marked).map(|()| None);
        };
        let outcome = self.finish_or_take_back(suffix, &log, &directories, &held);
        let mut recovered = outcome.map_err(|error| self.stuck(error))?;
        self.close(to_lock.values())
            .map_err(|error| self.stuck(error))?;
        recovered.files.sort_unstable();
        Ok(Some(recovered))
    }

    fn read(&self) -> Result<Option<(&'static str, TransactionLog)>, Error> {
        let found = read(self.home, self.id).map_err(|error| self.stuck(error))?;
        let Some((suffix, bytes)) = found else {
            return Ok(None);
        };
        match record::decode(&bytes) {
            Ok(log) => Ok(Some((suffix, log))),
            Err(record::Damaged) => {
                let log = self.home.path.join(format!("{}{suffix}", self.id));
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
        let log = self.home.path.join(format!("{}{FORWARD}", self.id));
        let why = std::io::Error::from(error).to_string();
        refusal(&log, None, Some(why))
    }

    /// Goes forward if every step can, else backward; then tidies up.
    fn finish_or_take_back(
        &self,
        suffix: &str,
        log: &TransactionLog,
        directories: &OpenDirectories,
        held: &DirectoryLocks,
    ) -> Result<Recovered, Errno> {
        let mut recovered = Recovered {
            is_completed: true,
            files: files(log),
            left: Vec::new(),
            kept: Vec::new(),
        };
        let mut spared = Vec::new();
        let mut overtaken = Vec::new();
        if suffix != TIDY {
            for (number, operation) in log.operations.iter().enumerate() {
                if operation.is_overtaken(directories)? {
                    overtaken.push(number);
                }
            }
        }
        let may_complete = match suffix {
            TIDY => true,
            FORWARD => complete(log, directories)?,
            _ => false,
        };
        if !may_complete {
            if suffix == FORWARD {
                self.rename(FORWARD, BACKWARD)?;
            }
            recovered.is_completed = false;
            spared = take_back(log, directories)?;
            recovered.left = spared
                .iter()
                .map(|&number| shown(log, log.operations[number].target()))
                .collect();
        }
        sync(log, directories, held)?;
        for (number, operation) in log.operations.iter().enumerate() {
            let is_spared = spared.contains(&number);
            if is_spared || overtaken.contains(&number) {
                let kept = operation.keep(directories)?;
                if kept.is_some() && !is_spared {
                    let target = operation.target();
                    recovered.left.push(shown(log, target));
                }
                recovered.kept.extend(kept);
            }
        }
        if spared.is_empty() && suffix != TIDY {
            // All is decided: whoever finds what is left of it, should we be cut off, has to decide nothing anew.
            let from = if may_complete { FORWARD } else { BACKWARD };
            self.rename(from, TIDY)?;
        }
        for (number, operation) in log.operations.iter().enumerate() {
            let keeps = matches!(operation, LoggedStep::Move(_)) && spared.contains(&number);
            // What could not go back waits under its own name.
            if !keeps {
                operation.tidy(directories)?;
            }
        }
        Ok(recovered)
    }

    fn rename(&self, from: &str, to: &str) -> Result<(), Errno> {
        let (from, to) = (format!("{}{from}", self.id), format!("{}{to}", self.id));
        self.home.rename(&from, &to)?;
        fsync(self.home.handle())
    }

    /// Removes markers, then the log.
    fn close<'d>(&self, mut marked: impl Iterator<Item = &'d Arc<Directory>>) -> Result<(), Errno> {
        marked.try_for_each(|directory| Marker::remove(directory, self.id))?;
        for suffix in [FORWARD, BACKWARD, TIDY] {
            self.home.remove(&format!("{}{suffix}", self.id))?;
        }
        self.home.leave();
        Ok(())
    }

    /// Removes markers whose log is gone, or never got its name.
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

/// The files of `log`, the old names of renamed ones included.
fn files(log: &TransactionLog) -> Vec<PathBuf> {
    let targets = log.operations.iter().flat_map(LoggedStep::targets);
    targets.map(|target| shown(log, target)).collect()
}

/// Applies what is missing, if nothing stands in the way; whether all is applied.
fn complete(log: &TransactionLog, directories: &OpenDirectories) -> Result<bool, Errno> {
    let mut missing = Vec::new();
    for operation in &log.operations {
        match operation.state(directories)? {
            StepState::Done => {}
            StepState::Doable => missing.push(operation),
            StepState::Blocked => return Ok(false),
        }
    }
    // A step that fails after all makes the whole go back.
    Ok(missing
        .into_iter()
        .all(|operation| operation.forward(directories).is_ok()))
}

/// Takes every step back, last first; the numbers of those that another process has overtaken.
fn take_back(log: &TransactionLog, directories: &OpenDirectories) -> Result<Vec<usize>, Errno> {
    let mut left = Vec::new();
    let mut error = None;
    for (number, operation) in log.operations.iter().enumerate().rev() {
        match operation.backward(directories) {
            Ok(Back::Restored) => {}
            Ok(Back::Left) => left.push(number),
            Err(stuck) => {
                error.get_or_insert(stuck);
            }
        }
    }
    match error {
        None => remove_made(log, directories).map(|()| left),
        Some(error) => Err(error),
    }
}

/// Puts what was renamed on the disk before the log goes, in directories that were made on the way too.
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
