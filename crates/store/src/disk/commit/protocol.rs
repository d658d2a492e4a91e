//! The commit: lock, verify, give the names, take all back if one step fails, sync, tidy up.

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

use super::failure::{Failure, Stuck};
use crate::disk::commit::made_directories::MadeDirectories;
use crate::disk::commit::step::{ChangedInPlace, CommitStep};
use crate::disk::fault::fault;
use crate::disk::sandbox::directory::Directory;
use crate::disk::stage::staging::{FileWork, Staged};
use crate::disk::wal::{self, OpenTransaction, Pending};
use crate::disk::watch::Phase;

/// The outcome of a commit.
#[derive(Debug)]
pub struct Committed {
    /// Every place of the plan, in its order.
    pub places: Vec<CommittedPlace>,
    /// All is written, but a directory could not be synced: the one refusal that comes with a change.
    pub unsynced: Option<Error>,
}

/// The outcome of a commit at one place.
#[derive(Debug)]
pub struct CommittedPlace {
    /// The place of the file.
    pub place: RootedPath,
    /// The copy of the old bytes, as reports show it.
    pub backup: Option<PathBuf>,
    /// The notice about that copy.
    pub backup_notices: Vec<Notice>,
    /// The notices.
    pub notices: Vec<Notice>,
}

/// The result of writing the log.
enum Begun {
    /// The transaction can be applied; it has a log if it needs one.
    Started(Option<OpenTransaction>),
    /// These files have changed, and the log is removed.
    Stale(Vec<RootedPath>),
}

/// A commit that wrote nothing. Every target is as it was.
#[derive(Debug)]
pub enum NotCommitted {
    /// Expected "no"s.
    Refused(Vec<Error>),
    /// Files are not what was read. The locks are still held.
    Stale(StaleFiles),
    /// Interrupted transactions are in the way: see [`crate::disk::Disk::recover`], then begin anew.
    Pending(Vec<Pending>),
}

/// Files that are not what was read, and the locks under which that was found.
///
/// To go on: locate and read again through the same `Disk`, make a new plan, and give `held` to
/// [`crate::disk::Disk::stage_held`]. No process that takes locks can change the files meanwhile. Dropping it
/// releases the locks.
#[derive(Debug)]
pub struct StaleFiles {
    /// The files.
    pub places: Vec<RootedPath>,
    /// The locks.
    pub held: DirectoryLocks,
}

/// A staged plan whose directories are locked: what is noted now is in the order of commits. Dropping it
/// changes nothing.
#[derive(Debug)]
pub struct Locked {
    staged: Staged,
    held: DirectoryLocks,
}

impl Locked {
    /// Commits: all places, or none. Signals are not looked at any more once the first name is given.
    ///
    /// # Errors
    /// Nothing was changed then, and nothing is left over; see [`NotCommitted`].
    pub fn commit(self) -> Result<Committed, NotCommitted> {
        self.staged.commit_under(self.held)
    }
}

impl Staged {
    /// Locks the directories.
    ///
    /// # Errors
    /// `locked`; [`NotCommitted::Pending`]. Nothing is left over.
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
            return Err(self.about_first(Fault::KeepsChanging).into());
        }
        let places = self.glance()?;
        if !places.is_empty() {
            return Err(NotCommitted::Stale(StaleFiles { places, held }));
        }
        self.options.interrupt.check().map_err(Error::new)?;
        if let Some(place) = self.claim_names()? {
            let places = vec![place];
            return Err(NotCommitted::Stale(StaleFiles { places, held }));
        }
        match self.begin()? {
            Begun::Started(transaction) => self.carry_out(held, transaction),
            Begun::Stale(places) => Err(NotCommitted::Stale(StaleFiles { places, held })),
        }
    }

    /// Marks the names that a log is about to refer to with the facts of the old files that will get them. Returns the
    /// place whose staged file is gone, if there is one.
    fn claim_names(&mut self) -> Result<Option<RootedPath>, Error> {
        if !wal::is_wanted(&self.works) {
            return Ok(None);
        }
        for work in &mut self.works {
            let (Some(step), Some(old)) = (&mut work.step, &work.verified) else {
                continue;
            };
            match step.claim(old) {
                Ok(()) => {}
                Err(Failure::Stale) => return Ok(Some(work.place.clone())),
                Err(Failure::Refused(reason)) => {
                    return Err(Error::new(reason).at(work.place.shown()));
                }
                Err(Failure::Stuck(stuck)) => {
                    return Err(not_undone(&stuck).at(work.place.shown()));
                }
            }
        }
        Ok(None)
    }

    /// Applies the steps, or takes back those it applied.
    fn carry_out(
        mut self,
        held: DirectoryLocks,
        transaction: Option<OpenTransaction>,
    ) -> Result<Committed, NotCommitted> {
        let mut made = MadeDirectories::default();
        memory::reached(WriteProgress::Some);
        if let Err((number, failure)) = self.apply(&mut made) {
            let is_stuck = matches!(failure, Failure::Stuck(_));
            self.take_back(&mut made, transaction, is_stuck)?;
            memory::reached(WriteProgress::Nothing);
            let place = self.works[number].place.clone();
            return Err(match failure {
                Failure::Refused(reason) => Error::new(reason).at(place.shown()).into(),
                Failure::Stuck(stuck) => not_undone(&stuck).at(place.shown()).into(),
                Failure::Stale => {
                    // Others may be stale too, and lines counted there are stale.
                    let mut places = self.verify_all()?;
                    if !places.contains(&place) {
                        places.push(place);
                    }
                    NotCommitted::Stale(StaleFiles { places, held })
                }
            });
        }
        memory::reached(WriteProgress::All);
        Ok(self.conclude(&made, held, transaction))
    }

    /// Writes the log, if one is needed. A process that takes no locks may write in the meantime, so the files that no
    /// step compares are verified afterwards.
    fn begin(&mut self) -> Result<Begun, Error> {
        let transaction =
            OpenTransaction::begin(self).map_err(|reason| self.about_first(reason))?;
        let stale = match self.verify_others() {
            Ok(places) if places.is_empty() => return Ok(Begun::Started(transaction)),
            Ok(places) => Ok(Begun::Stale(places)),
            Err(refusal) => Err(refusal),
        };
        if let Some(transaction) = transaction {
            transaction.taken_back();
        }
        stale
    }

    /// Transactions of the dead that are in the way. No live process is at work in directories we hold.
    fn pending(&self) -> Result<Vec<Pending>, Error> {
        let Some(places) = &self.options.logs else {
            return Ok(Vec::new());
        };
        wal::find(places, self.directories.values())
            .map_err(|error| self.about_first(fault("look for an interrupted change of", error)))
    }

    /// The refusal for something about the whole: it names the first file.
    fn about_first(&self, reason: Fault) -> Error {
        let refusal = Error::new(reason);
        match self.works.first() {
            Some(work) => refusal.at(work.place.shown()),
            None => refusal,
        }
    }

    /// Takes everything back, and says so in the log first. What is stuck, as the failed step may be already, or
    /// cannot be put on the disk, is left to the next run.
    fn take_back(
        &mut self,
        made: &mut MadeDirectories,
        transaction: Option<OpenTransaction>,
        is_stuck: bool,
    ) -> Result<(), Error> {
        let Some(mut transaction) = transaction else {
            let undone = self.undo(made);
            if is_stuck || undone.is_err() {
                self.leave_behind();
            }
            return undone;
        };
        // If even that fails, a crash from here on makes the next run complete what it can.
        let _ = transaction.turn_back();
        self.undo(made)?;
        if !is_stuck && self.syncing.taken_back(&self.directories).is_ok() {
            transaction.taken_back();
        }
        Ok(())
    }

    /// Leaves a log of a lone step that is stuck, so that what waits under a name of ours is put back, and not
    /// swept. What waits there now is what goes back, whoever made it.
    fn leave_behind(&mut self) {
        for work in &mut self.works {
            let waiting = match &work.step {
                Some(CommitStep::Put(put)) => Some((put.temp().directory(), put.temp().name())),
                Some(CommitStep::Removal(removal)) => {
                    Some((&removal.slot().directory, removal.kept_name()))
                }
                Some(CommitStep::Move(_) | CommitStep::SetMode(_) | CommitStep::InPlace(_))
                | None => None,
            };
            if let Some((directory, name)) = waiting
                && let Ok(Some(facts)) = directory.facts(name)
            {
                work.verified = Some(facts);
            }
        }
        // Where that fails too, the refusal says where the old file is.
        let _ = OpenTransaction::leave(self);
    }

    /// Locks all directories: with the locks that are held already if they suffice, else anew, since
    /// waiting for one lock while holding others is how processes wait for each other forever.
    fn take_locks(&mut self) -> Result<DirectoryLocks, Error> {
        if let Some(held) = self
            .held
            .take()
            .filter(|held| held.covers(&self.directories))
        {
            return Ok(held);
        }
        let options = &self.options;
        DirectoryLocks::acquire(&self.directories, options.lock_timeout, &options.interrupt)
            .map_err(|reason| self.about_first(reason))
    }

    /// Applies the steps in order; a failure names the work (0-based) it happened in.
    fn apply(&mut self, made: &mut MadeDirectories) -> Result<(), (usize, Failure)> {
        let (is_alone, on_open) = (self.is_alone(), self.options.on_open);
        let total = self.works.len();
        for (number, work) in self.works.iter_mut().enumerate() {
            work.apply(made, is_alone, on_open)
                .map_err(|failure| (number, failure))?;
            let watch = &self.options.watch;
            watch.tell(Phase::Replacing, number + 1, total);
        }
        Ok(())
    }

    /// True if there is one step only: what it replaces need not wait for others.
    fn is_alone(&self) -> bool {
        let steps =
            |work: &FileWork| usize::from(work.step.is_some()) + usize::from(work.backup.is_some());
        self.works.iter().map(steps).sum::<usize>() <= 1
    }

    /// Takes everything back, last first. A step that cannot be taken back does not stop the others.
    fn undo(&mut self, made: &mut MadeDirectories) -> Result<(), Error> {
        let mut stuck = None;
        for work in self.works.iter_mut().rev() {
            if let Err(error) = work.undo() {
                stuck.get_or_insert((work.place.clone(), error));
            }
        }
        made.undo();
        match stuck {
            None => Ok(()),
            Some((place, stuck)) => Err(not_undone(&stuck).at(place.shown())),
        }
    }

    /// After the last step: syncs directories, removes what was kept, unlocks, reports.
    fn conclude(
        mut self,
        made: &MadeDirectories,
        held: DirectoryLocks,
        mut transaction: Option<OpenTransaction>,
    ) -> Committed {
        let steps = self.works.iter().filter(|work| work.step.is_some()).count();
        let touched = self.touched(made);
        // One file needs no lock any more; of several, the kept files must outlive the sync.
        let held = Some(held).filter(|_| steps > 1 || transaction.is_some());
        let unsynced = self.syncing.renamed(&touched, held.as_ref());
        if let Some(transaction) = &mut transaction {
            // Should it fail, a later run finds every step applied, and tidies up.
            let _ = transaction.applied();
        }
        let mut places: Vec<_> = self.works.iter_mut().map(FileWork::conclude).collect();
        places.sort_by(|one, other| one.place.cmp(&other.place));
        let mut left = match transaction {
            Some(transaction) => transaction.completed(),
            None => Vec::new(),
        };
        drop(held);
        for directory in self.directories.values() {
            // What the dead have left is removed in passing; the explicit command looks everywhere.
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
    /// Both steps at once.
    pub(in crate::disk) fn commit(self) -> Result<Committed, NotCommitted> {
        self.lock()?.commit()
    }

    /// A commit during which something happens after the log is written.
    pub(in crate::disk) fn commit_with(
        mut self,
        meanwhile: impl FnOnce(),
    ) -> Result<Committed, NotCommitted> {
        let held = self.take_locks()?;
        assert!(self.glance()?.is_empty());
        let Begun::Started(transaction) = self.begin()? else {
            panic!("a file is stale");
        };
        meanwhile();
        self.carry_out(held, transaction)
    }

    /// A commit whose process dies after its log, if it has one, and the first `steps` works.
    pub(in crate::disk) fn die_after(mut self, steps: usize) {
        let held = self.take_locks().unwrap();
        assert!(self.glance().unwrap().is_empty());
        let Begun::Started(transaction) = self.begin().unwrap() else {
            panic!("a file is stale");
        };
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
        let replaced = self.meet(on_open)?;
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
        let step = self.step.as_mut().map_or(Ok(()), |step| step.undo());
        let backup = self
            .backup
            .as_mut()
            .map_or(Ok(()), |backup| backup.put.undo());
        step.and(backup)
    }

    fn conclude(&mut self) -> CommittedPlace {
        let left = self.step.as_mut().map(|step| step.finish());
        self.notices.extend(left.into_iter().flatten());
        let mut backup = self.backup.take();
        let left = backup.as_mut().and_then(|backup| backup.put.finish());
        self.notices.extend(left);
        let (backup, backup_notices) = match backup {
            Some(backup) => (Some(backup.shown), backup.notices),
            None => (None, Vec::new()),
        };
        CommittedPlace {
            place: self.place.clone(),
            backup,
            backup_notices,
            notices: std::mem::take(&mut self.notices),
        }
    }
}

fn not_undone(stuck: &Stuck) -> Error {
    Error::new(Fault::NotTakenBack {
        error: std::io::Error::from(stuck.error).to_string(),
        kept: stuck.kept.clone(),
    })
}

impl From<Error> for NotCommitted {
    fn from(refusal: Error) -> Self {
        Self::Refused(vec![refusal])
    }
}
