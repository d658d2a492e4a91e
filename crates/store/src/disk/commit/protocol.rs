//! The commit: lock, verify, rename, undo all steps if one fails, sync, clean up.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::disk::commit_options::OnOpen;
use crate::disk::lock::directory_locks::DirectoryLocks;
use crate::disk::notice::Notice;
use crate::error::{Error, Fault};
use crate::memory::{self, WriteProgress};
use crate::place::RootedPath;
use crate::snapshot::Identity;
use crate::threads;

use super::failure::{Failure, Stuck};
use crate::disk::commit::made_directories::MadeDirectories;
use crate::disk::commit::step::{ChangedInPlace, CommitStep};
use crate::disk::fault::fault;
use crate::disk::sandbox::directory::Directory;
use crate::disk::stage::staging::{FileWork, Staged};
use crate::disk::wal::{self, OpenTransaction, Pending};
use crate::disk::watch::Phase;

/// The number of files that a thread verifies or concludes at a time.
pub(super) const BATCH: usize = 128;

/// The result of a commit.
#[derive(Debug)]
pub struct Committed {
    /// The places of the plan, in order.
    pub places: Vec<CommittedPlace>,
    /// Set if a directory could not be synced. All files are written in spite of this error.
    pub unsynced: Option<Error>,
}

/// The result of a commit at one place.
#[derive(Debug)]
pub struct CommittedPlace {
    /// The place of the file.
    pub place: RootedPath,
    /// The path of the backup in reports.
    pub backup: Option<PathBuf>,
    /// The notices about the backup.
    pub backup_notices: Vec<Notice>,
    /// The notices about the file.
    pub notices: Vec<Notice>,
}

/// A step that was not applied.
struct FailedStep {
    place: RootedPath,
    failure: Failure,
}

/// The reason why a commit did not happen. Every target is unchanged, except after [`Fault::NotTakenBack`].
#[derive(Debug)]
pub enum NotCommitted {
    /// The commit was refused.
    Refused(Vec<Error>),
    /// Files have changed since they were read. The locks are still held.
    Stale(StaleFiles),
    /// Interrupted transactions block the commit. Call [`crate::disk::Disk::recover`], then start again.
    Pending(Vec<Pending>),
}

/// Files that have changed since they were read, and the locks that are held.
///
/// To continue, locate and read the files again through the same `Disk`, create a new plan, and pass `held` to
/// [`crate::disk::Disk::stage`]. No process that uses the locks can change the files in the meantime. Dropping
/// the value releases the locks.
#[derive(Debug)]
pub struct StaleFiles {
    /// The files that have changed.
    pub places: Vec<RootedPath>,
    /// The locks.
    pub held: DirectoryLocks,
}

/// A staged plan whose directories are locked. Records that are written now are in the order of commits. Dropping the
/// value changes nothing.
#[derive(Debug)]
pub struct Locked {
    staged: Staged,
    held: DirectoryLocks,
}

impl Locked {
    /// Commits all places or none. Signals are ignored after the first rename.
    ///
    /// # Errors
    /// See [`NotCommitted`].
    pub fn commit(self) -> Result<Committed, NotCommitted> {
        self.staged.commit_under(self.held)
    }
}

impl Staged {
    /// Locks the directories.
    ///
    /// # Errors
    /// [`Fault::Locked`], or [`NotCommitted::Pending`].
    pub fn lock(mut self) -> Result<Locked, NotCommitted> {
        let held = self.take_locks()?;
        let pending = self.pending()?;
        if pending.is_empty() {
            Ok(Locked { staged: self, held })
        } else {
            Err(NotCommitted::Pending(pending))
        }
    }

    fn commit_under(mut self, held: DirectoryLocks) -> Result<Committed, NotCommitted> {
        if !held.is_intact() {
            return Err(self.error_at_first_file(Fault::KeepsChanging).into());
        }
        let places = self.find_stale_by_facts()?;
        if !places.is_empty() {
            return Err(NotCommitted::Stale(StaleFiles { places, held }));
        }
        self.options.interrupt.check().map_err(Error::new)?;
        if let Some(place) = self.mark_kept_names()? {
            let places = vec![place];
            return Err(NotCommitted::Stale(StaleFiles { places, held }));
        }
        let transaction =
            OpenTransaction::begin(&self).map_err(|reason| self.error_at_first_file(reason))?;
        // A process that takes no locks may have written while the log was written.
        let stale = self.verify_others();
        if stale.as_ref().is_ok_and(Vec::is_empty) {
            return self.apply_or_undo(held, transaction);
        }
        if let Some(transaction) = transaction {
            transaction.end_undone();
        }
        let places = stale?;
        Err(NotCommitted::Stale(StaleFiles { places, held }))
    }

    /// Marks the names that a log is about to refer to with the facts of the old files that will get them. Returns a
    /// place whose staged file no longer exists, if there is one.
    fn mark_kept_names(&mut self) -> Result<Option<RootedPath>, Error> {
        if !wal::is_wanted(&self.works) {
            return Ok(None);
        }
        for work in &mut self.works {
            let (Some(step), Some(old)) = (&mut work.step, &work.verified) else {
                continue;
            };
            if let Err(failure) = step.mark_kept_name(old) {
                return match failure.into_error(&work.place) {
                    Some(error) => Err(error),
                    None => Ok(Some(work.place.clone())),
                };
            }
        }
        Ok(None)
    }

    /// Applies the steps. If one fails, the applied steps are undone.
    fn apply_or_undo(
        mut self,
        held: DirectoryLocks,
        transaction: Option<OpenTransaction>,
    ) -> Result<Committed, NotCommitted> {
        let mut made = MadeDirectories::default();
        memory::set_progress(WriteProgress::Partial);
        if let Err(FailedStep { place, failure }) = self.apply(&mut made) {
            let is_stuck = matches!(failure, Failure::Stuck(_));
            self.undo_logged(&mut made, transaction, is_stuck)?;
            memory::set_progress(WriteProgress::Nothing);
            if let Some(error) = failure.into_error(&place) {
                return Err(error.into());
            }
            // Other files may be stale too, and so may line numbers in them.
            let mut places = self.verify_all()?;
            if !places.contains(&place) {
                places.push(place);
            }
            return Err(NotCommitted::Stale(StaleFiles { places, held }));
        }
        memory::set_progress(WriteProgress::Complete);
        Ok(self.conclude(&made, held, transaction))
    }

    /// Interrupted transactions in the locked directories. Their owners are dead, because this process holds the
    /// locks.
    fn pending(&self) -> Result<Vec<Pending>, Error> {
        let Some(places) = &self.options.logs else {
            return Ok(Vec::new());
        };
        wal::find(places, self.directories.values()).map_err(|error| {
            self.error_at_first_file(fault("look for an interrupted change of", error))
        })
    }

    /// An error that concerns the whole commit. Its path is the first file.
    fn error_at_first_file(&self, reason: Fault) -> Error {
        let refusal = Error::new(reason);
        match self.works.first() {
            Some(work) => refusal.at(work.place.shown()),
            None => refusal,
        }
    }

    /// Undoes all steps, and records the undo in the log first. The next run finishes the undo if a step is stuck
    /// (possibly the failed step) or the result cannot be synced.
    fn undo_logged(
        &mut self,
        made: &mut MadeDirectories,
        transaction: Option<OpenTransaction>,
        is_stuck: bool,
    ) -> Result<(), Error> {
        let Some(mut transaction) = transaction else {
            let undone = self.undo(made);
            if is_stuck || undone.is_err() {
                self.log_stuck_step();
            }
            return undone;
        };
        // If this fails and the process crashes later, the next run completes the transaction if possible.
        let _ = transaction.record_undo();
        self.undo(made)?;
        if !is_stuck && self.syncing.sync_undone(&self.directories).is_ok() {
            transaction.end_undone();
        }
        Ok(())
    }

    /// Writes a log for a lone step that is stuck. So the next run moves the kept file back instead of sweeping it.
    /// The log has the facts of the file that is kept there now, even if another process has written it.
    fn log_stuck_step(&mut self) {
        for work in &mut self.works {
            let waiting = match &work.step {
                Some(CommitStep::Put(put)) => Some(put.temp().entry()),
                Some(CommitStep::Removal(removal)) => Some(removal.aside()),
                Some(CommitStep::Move(_) | CommitStep::SetMode(_) | CommitStep::InPlace(_))
                | None => None,
            };
            if let Some(waiting) = waiting
                && let Ok(Some(facts)) = waiting.facts()
            {
                work.verified = Some(facts);
            }
        }
        // If this fails too, the error names the path of the old file.
        let _ = OpenTransaction::log_stuck(self);
    }

    /// Locks all directories, unless they are locked.
    fn take_locks(&mut self) -> Result<DirectoryLocks, Error> {
        let held = self.held.take();
        let (timeout, interrupt) = (self.options.lock_timeout, &self.options.interrupt);
        DirectoryLocks::reuse_or_acquire(held, &self.directories, timeout, interrupt)
            .map_err(|reason| self.error_at_first_file(reason))
    }

    /// Applies the steps in order, up to the first that fails.
    fn apply(&mut self, made: &mut MadeDirectories) -> Result<(), FailedStep> {
        let (is_alone, on_open) = (self.is_alone(), self.options.on_open);
        let total = self.works.len();
        for (number, work) in self.works.iter_mut().enumerate() {
            work.apply(made, is_alone, on_open)
                .map_err(|failure| FailedStep {
                    place: work.place.clone(),
                    failure,
                })?;
            let watch = &self.options.watch;
            watch.tell(Phase::Replacing, number + 1, total);
        }
        Ok(())
    }

    /// True if there is only one step. The file that it replaces need not be kept for an undo.
    fn is_alone(&self) -> bool {
        let mut steps = 0;
        for work in &self.works {
            steps += usize::from(work.step.is_some()) + usize::from(work.backup.is_some());
        }
        steps <= 1
    }

    /// Undoes all steps, last first. A step that cannot be undone does not stop the others.
    fn undo(&mut self, made: &mut MadeDirectories) -> Result<(), Error> {
        let mut first_error = None;
        for work in self.works.iter_mut().rev() {
            if let Err(stuck) = work.undo() {
                first_error.get_or_insert_with(|| stuck.into_error(&work.place));
            }
        }
        made.undo();
        match first_error {
            None => Ok(()),
            Some(error) => Err(error),
        }
    }

    /// Finishes after the last step: syncs directories, removes kept files, unlocks.
    fn conclude(
        mut self,
        made: &MadeDirectories,
        held: DirectoryLocks,
        mut transaction: Option<OpenTransaction>,
    ) -> Committed {
        let steps = self.works.iter().filter(|work| work.step.is_some()).count();
        let touched = self.touched(made);
        // A single file needs no lock for the sync. With several files, the kept files must outlive the sync.
        let held = Some(held).filter(|_| steps > 1 || transaction.is_some());
        let unsynced = self.syncing.sync_renamed(&touched, held.as_ref());
        if let Some(transaction) = &mut transaction {
            // If this fails, a later run finds every step applied, and cleans up.
            let _ = transaction.record_applied();
        }
        let mut places = threads::map_mut(&mut self.works, BATCH, FileWork::conclude);
        places.sort_by(|one, other| one.place.cmp(&other.place));
        let mut left = match transaction {
            Some(transaction) => {
                let log_device = transaction.device();
                self.syncing
                    .sync_removed(&touched, held.as_ref(), log_device);
                transaction.end_completed()
            }
            None => Vec::new(),
        };
        drop(held);
        for directory in self.directories.values() {
            // This removes files of crashed processes in the same directories. `incise recover` looks everywhere.
            let swept = wal::sweep(directory, wal::Sweep::InPassing).unwrap_or_default();
            let foreign = swept.foreign.into_iter();
            left.extend(foreign.map(Notice::Foreign));
        }
        if let Some(first) = places.first_mut() {
            first.notices.extend(left);
        }
        Committed { places, unsynced }
    }

    fn touched(&self, made: &MadeDirectories) -> BTreeMap<Identity, Arc<Directory>> {
        self.works
            .iter()
            .filter_map(|work| work.step.as_ref())
            .flat_map(|step| step.touched())
            .chain(made.directories().cloned())
            .map(|directory| (directory.identity(), directory))
            .collect()
    }
}

#[cfg(test)]
impl Staged {
    pub(in crate::disk) fn commit(self) -> Result<Committed, NotCommitted> {
        self.lock()?.commit()
    }

    fn log_for_test(&mut self) -> Option<OpenTransaction> {
        let transaction = OpenTransaction::begin(self).unwrap();
        assert!(self.verify_others().unwrap().is_empty());
        transaction
    }

    /// Commits, and calls `meanwhile` after the log is written.
    pub(in crate::disk) fn commit_with(
        mut self,
        meanwhile: impl FnOnce(),
    ) -> Result<Committed, NotCommitted> {
        let held = self.take_locks()?;
        assert!(self.find_stale_by_facts()?.is_empty());
        let transaction = self.log_for_test();
        meanwhile();
        self.apply_or_undo(held, transaction)
    }

    /// Simulates a crash after the log is written (if there is one) and after the first `steps` works.
    pub(in crate::disk) fn die_after(mut self, steps: usize) {
        let held = self.take_locks().unwrap();
        assert!(self.find_stale_by_facts().unwrap().is_empty());
        let transaction = self.log_for_test();
        let is_alone = self.is_alone();
        let mut made = MadeDirectories::default();
        for work in self.works.iter_mut().take(steps) {
            work.apply(&mut made, is_alone, OnOpen::Warn).unwrap();
        }
        drop(held);
        std::mem::forget((self, transaction));
    }
}

impl FileWork {
    fn apply(
        &mut self,
        made: &mut MadeDirectories,
        is_alone: bool,
        on_open: OnOpen,
    ) -> Result<(), Failure> {
        if let Some(backup) = &mut self.backup {
            backup.apply(made)?;
        }
        let replaced = self.open_replaced(on_open)?;
        let changed = ChangedInPlace {
            before: self.before.as_ref(),
            verified: self.verified.as_ref(),
        };
        match &mut self.step {
            Some(step) => step.apply(replaced.as_ref(), changed, made, is_alone),
            None => Ok(()),
        }
    }

    fn undo(&mut self) -> Result<(), Stuck> {
        let mut undone = Ok(());
        if let Some(step) = &mut self.step {
            undone = step.undo();
        }
        // If the step is stuck, its backup is removed nevertheless.
        if let Some(backup) = &mut self.backup {
            undone = undone.and(backup.put.undo());
        }
        undone
    }

    fn conclude(&mut self) -> CommittedPlace {
        let mut concluded = CommittedPlace {
            place: self.place.clone(),
            backup: None,
            backup_notices: Vec::new(),
            notices: std::mem::take(&mut self.notices),
        };
        if let Some(step) = &mut self.step {
            concluded.notices.extend(step.finish());
        }
        if let Some(mut backup) = self.backup.take() {
            concluded.notices.extend(backup.put.finish());
            concluded.backup = Some(backup.shown);
            concluded.backup_notices = backup.notices;
        }
        concluded
    }
}

impl From<Error> for NotCommitted {
    fn from(refusal: Error) -> Self {
        Self::Refused(vec![refusal])
    }
}
