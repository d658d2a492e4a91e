//! Turns a plan into steps with staged files. Every step that is likely to fail happens here, before the locks.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::SystemTime;

use super::backup::StagedBackup;
use super::sync::Syncing;
use super::temp::{self, StagedAccess, Temp};
use crate::change::ChangeSetError;
use crate::disk::Plan;
use crate::disk::commit::file_move::FileMove;
use crate::disk::commit::in_place::{InPlaceWrite, SetMode};
use crate::disk::commit::removal::Removal;
use crate::disk::commit::step::CommitStep;
use crate::disk::commit_options::{CommitOptions, WriteMethod};
use crate::disk::lock::directory_locks::DirectoryLocks;
use crate::disk::notice::Notice;
use crate::disk::sandbox::attributes::{self, OwnershipKept};
use crate::disk::sandbox::directory::Directory;
use crate::disk::sandbox::disk::Disk;
use crate::disk::sandbox::leaf;
use crate::disk::sandbox::read::is_settled;
use crate::disk::slot::Slot;
use crate::disk::watch;
use crate::error::{Error, Fault, NotAFile};
use crate::place::{NewText, Provenance, RootedPath, Transition};
use crate::snapshot::{Attributes, FileFacts, FileMode, Identity, Owner, Snapshot, USUAL_MODE};
use crate::threads;

/// The number of files that a thread checks at a time.
const BATCH: usize = 16;
/// The number of files that a thread stages at a time, if there are thousands. Two threads that create files in the same
/// directory wait for each other.
const LARGE_BATCH: usize = 128;

/// A plan whose new texts are staged next to their targets. Dropping the value removes the staged files.
#[derive(Debug)]
pub struct Staged {
    pub(in crate::disk) works: Vec<FileWork>,
    /// The existing directories of the works, in the order of locking.
    pub(in crate::disk) directories: BTreeMap<Identity, Arc<Directory>>,
    pub(in crate::disk) held: Option<DirectoryLocks>,
    pub(in crate::disk) options: CommitOptions,
    pub(in crate::disk) syncing: Syncing,
    /// When the disk was opened. Every file was read later.
    pub(in crate::disk) opened: SystemTime,
}

/// The work at one place.
#[derive(Debug)]
pub(in crate::disk) struct FileWork {
    pub(in crate::disk) place: RootedPath,
    pub(in crate::disk) slot: Slot,
    pub(in crate::disk) before: Option<Snapshot>,
    /// `None` if the place is only verified.
    pub(in crate::disk) step: Option<CommitStep>,
    pub(in crate::disk) backup: Option<Box<StagedBackup>>,
    /// The source of the owner and attributes of the staged file.
    pub(in crate::disk) taken: Option<Taken>,
    pub(in crate::disk) notices: Vec<Notice>,
    /// The facts of the file that was found under the lock.
    pub(in crate::disk) verified: Option<FileFacts>,
}

/// The facts of the file that a staged file got its owner and attributes from. They are copied again if the facts
/// change.
#[derive(Clone, Copy, Debug)]
pub(in crate::disk) struct Taken {
    pub(in crate::disk) as_of: FileFacts,
    /// The permission bits that override the mode of the file.
    pub(in crate::disk) mode: Option<u32>,
}

impl FileWork {
    fn close(&mut self) -> Result<(), Fault> {
        if let Some(step) = &mut self.step {
            step.close()?;
        }
        match &mut self.backup {
            Some(backup) => backup.put.close(),
            None => Ok(()),
        }
    }
}

impl Staged {
    /// Refuses a backup that has the name of another target.
    fn refuse_backup_over_target(&self) -> Result<(), Error> {
        let backups = self.works.iter().filter_map(|work| work.backup.as_ref());
        let backups: Vec<_> = backups.collect();
        if backups.is_empty() {
            return Ok(());
        }
        let key = |slot: &Slot| (slot.directory.identity(), slot.name.clone());
        let targets: HashSet<_> = self.works.iter().map(|work| key(&work.slot)).collect();
        for backup in backups {
            if targets.contains(&key(backup.put.slot())) {
                return Err(Fault::BackupIsTarget.at(&backup.shown));
            }
        }
        Ok(())
    }
}

impl Disk {
    /// Checks `plan` without staging anything: its names, and the permissions for its directories.
    ///
    /// # Errors
    /// If a name is needed both as a file and as a directory; if two names of one file would be written in place;
    /// and, for each file, if its directory does not permit new files, or if the file is protected.
    pub fn foresee(&self, plan: &Plan, writing: WriteMethod) -> Result<(), Vec<Error>> {
        Self::foresee_names(plan, writing).map_err(|refusal| vec![refusal])?;
        let mut files = Vec::new();
        let mut verdicts = HashMap::new();
        for file in plan.files().iter().filter(|file| needs_directory(file)) {
            let directory = self
                .directory(&file.place)
                .map_err(|refusal| vec![refusal])?;
            verdicts
                .entry(directory.identity())
                .or_insert_with(|| temp::refuse_closed(directory));
            files.push((file, directory));
        }
        let check = |&(file, directory): &(&Transition, &Arc<Directory>)| {
            verdicts[&directory.identity()].clone()?;
            refuse_protected_file(file, directory, writing)
        };
        let checked = threads::map(&files, BATCH, check);
        let mut refusals = Vec::new();
        for ((file, _), checked) in files.iter().zip(checked) {
            if let Err(fault) = checked {
                refusals.push(fault.at(file.place.shown()));
            }
        }
        if refusals.is_empty() {
            Ok(())
        } else {
            Err(refusals)
        }
    }

    fn foresee_names(plan: &Plan, writing: WriteMethod) -> Result<(), Error> {
        refuse_file_as_directory(plan)?;
        match writing {
            WriteMethod::Replacing => Ok(()),
            WriteMethod::InPlace => refuse_two_names(plan),
        }
    }

    /// Stages `plan`: writes the new texts next to their targets, and syncs them if the options require that. Takes
    /// no lock unless the plan has more files than can be open at once, and changes no target. `held` are the locks
    /// from `StaleFiles`. They are reused, or released first if `plan` needs other locks.
    ///
    /// # Errors
    /// If a text cannot be staged. Nothing is left over, and the locks are released.
    pub fn stage(
        &self,
        plan: &Plan,
        options: &CommitOptions,
        held: Option<DirectoryLocks>,
    ) -> Result<Staged, Error> {
        options.interrupt.hold_back();
        let can_stay_open = temp::raise_open_file_limit(plan.files().len());
        Self::foresee_names(plan, options.writing)?;
        let mut directories = BTreeMap::new();
        for file in plan.files() {
            let directory = Arc::clone(self.directory(&file.place)?);
            directories.insert(directory.identity(), directory);
        }
        let held = if can_stay_open {
            held
        } else {
            Some(lock_early(plan, &directories, options, held)?)
        };
        let stager = Stager {
            disk: self,
            moves: Moves::new(plan),
            options,
            can_stay_open,
            syncing: Syncing::choose(options.sync, plan.files().len(), directories.values()),
        };
        let total = plan.files().len();
        let report = |started| options.watch.tell(watch::Phase::Writing, started, total);
        let batch_len = (total / LARGE_BATCH).clamp(BATCH, LARGE_BATCH);
        let works = threads::try_map(plan.files(), batch_len, report, |file| {
            let work = stager.stage_file(file);
            work.map_err(|refusal| refusal.at(file.place.shown()))
        });
        report(total);
        let mut works = works?;
        order_respellings(&mut works);
        stager.syncing.sync_all_staged()?;
        let staged = Staged {
            works,
            directories,
            held,
            options: options.clone(),
            syncing: stager.syncing,
            opened: self.opened,
        };
        staged.refuse_backup_over_target()?;
        Ok(staged)
    }
}

/// The data of the whole plan that the staging of one file needs.
struct Stager<'a> {
    disk: &'a Disk,
    moves: Moves<'a>,
    options: &'a CommitOptions,
    syncing: Syncing,
    /// True if all staged files can stay open. If not, the directories are already locked.
    can_stay_open: bool,
}

impl Stager<'_> {
    fn slot(&self, place: &RootedPath) -> Result<Slot, Error> {
        Ok(Slot::new(place, self.disk.directory(place)?))
    }

    /// Stages what the transition of `file` needs: a step, and a backup if one was requested.
    fn stage_file(&self, file: &Transition) -> Result<FileWork, Error> {
        self.options.interrupt.check()?;
        let mut work = FileWork {
            place: file.place.clone(),
            slot: self.slot(&file.place)?,
            before: file.before.clone(),
            step: None,
            backup: None,
            taken: None,
            notices: Vec::new(),
            verified: None,
        };
        self.stage_step(&mut work, file)?;
        if let (Some(requested), Some(before), Some(_)) =
            (&self.options.backup, &work.before, &work.step)
        {
            let backup =
                StagedBackup::stage(requested, &work.slot, &work.place, before, self.options)?;
            self.syncing.sync_staged(backup.put.temp())?;
            work.backup = Some(Box::new(backup));
        }
        if !self.can_stay_open {
            work.close()?;
        }
        Ok(work)
    }

    /// Stages the step of the transition, if it needs one.
    fn stage_step(&self, work: &mut FileWork, file: &Transition) -> Result<(), Error> {
        let is_source = self.moves.is_source(&file.place);
        if !is_source
            && let Some(before) = &file.before
            && (file.after.is_none() || before.is_link())
        {
            refuse_unread(before)?;
        }
        let Some(new) = &file.after else {
            if file.before.is_some() && !is_source {
                let removal = Removal::new(work.slot.clone())?;
                work.step = Some(CommitStep::Removal(removal));
            }
            return Ok(());
        };
        if let Some((from, own)) = self.moves.arrival_at(&file.place) {
            let is_respelling = file.place.present_name() == Some(from.name());
            let step = FileMove::new(self.slot(from)?, work.slot.clone(), own, is_respelling)?;
            work.step = Some(CommitStep::Move(Box::new(step)));
            return Ok(());
        }
        if new.is_link() {
            return self.stage_link(work, new);
        }
        self.stage_text(work, new)
    }

    /// Stages a link: a new one, or one that replaces the current file.
    fn stage_link(&self, work: &mut FileWork, new: &NewText) -> Result<(), Error> {
        let mut attributes = new.attributes.clone();
        // The link may be the current one with a new target, or a link that comes from another name.
        if new.base.is_link() {
            refuse_unread(&new.base)?;
            attributes.get_or_insert_with(|| attributes_and_owner(&new.base));
        }
        let target = new.text().map_err(unfit)?;
        let temp = Temp::link(&work.slot.directory, target.into())?;
        if let Some(attributes) = &attributes {
            let entry = temp.directory().entry_path(temp.name());
            work.notices
                .extend(attributes::set_all_of_link(attributes, &entry)?);
        }
        work.step = Some(CommitStep::put(work.slot.clone(), temp));
        Ok(())
    }

    /// Stages a regular file, or only a change of its mode.
    fn stage_text(&self, work: &mut FileWork, new: &NewText) -> Result<(), Error> {
        let facts = work.before.as_ref().and_then(Snapshot::facts).copied();
        let links = facts.map_or(1, |facts| facts.links);
        let is_own = new.provenance == Provenance::Own;
        let is_in_place = is_own && self.options.writing == WriteMethod::InPlace;
        if is_own && !new.changes.changes_text() {
            let Some(mode) = changed_mode(new, facts) else {
                return Ok(());
            };
            if links == 1 || is_in_place {
                let step = SetMode::new(work.slot.clone(), mode);
                work.step = Some(CommitStep::SetMode(step));
                return Ok(());
            }
        }
        if is_in_place {
            return self.stage_in_place(work, new).map_err(Error::new);
        }
        if links > 1 {
            work.notices.push(Notice::HardLinkSplit { links });
        }
        let model = match &new.provenance {
            Provenance::Own => Some(work.slot.clone()),
            Provenance::Moved(place) | Provenance::Copied(place) => Some(self.slot(place)?),
            Provenance::New => None,
        };
        self.stage_put(work, new, model.as_ref())
            .map_err(Error::new)
    }

    /// Stages a file that replaces the current one or is new. It gets the attributes of the file at `model`.
    fn stage_put(
        &self,
        work: &mut FileWork,
        new: &NewText,
        model: Option<&Slot>,
    ) -> Result<(), Fault> {
        let is_own = new.provenance == Provenance::Own;
        let access = match (model, new.mode) {
            (None, None | Some(FileMode::Executable | FileMode::Changed { .. })) => {
                StagedAccess::Usual
            }
            _ => StagedAccess::Private,
        };
        // Validators choose by the extension, so the name must end with the extension, not with a fingerprint.
        let mut fingerprint = None;
        if !self.options.has_extensions {
            fingerprint = work.before.as_ref().and_then(Snapshot::facts);
        }
        let mut temp = self.write_temp(&work.slot, new, access, fingerprint)?;
        if is_own && let Some(facts) = self.settled_facts_without_attributes(work) {
            let mode = new.mode.map(|mode| mode.with_usual(facts.mode));
            work.notices
                .extend(attributes::copy(None, &facts, mode, &*temp.file()?)?);
            work.taken = Some(Taken { as_of: facts, mode });
        } else if let Some(model) = model {
            let taken = copy_attributes(model, new.mode, &temp, &mut work.notices)?;
            if is_own {
                work.taken = taken;
            }
        } else {
            set_attributes(new, &temp, &mut work.notices)?;
        }
        self.syncing.sync_staged(&temp)?;
        temp.mark_as_ours()?;
        work.step = Some(CommitStep::put(work.slot.clone(), temp));
        Ok(())
    }

    /// The facts of a file that had no extended attributes when it was read. `None` if the last change was too recent
    /// for the facts to reveal a later change. With these facts, the file need not be opened again to copy its
    /// attributes.
    fn settled_facts_without_attributes(&self, work: &FileWork) -> Option<FileFacts> {
        let facts = work.before.as_ref()?.facts_without_attributes()?;
        if is_settled(facts, self.disk.opened) {
            Some(*facts)
        } else {
            None
        }
    }

    /// Stages a write in place: the new and the old text.
    fn stage_in_place(&self, work: &mut FileWork, new: &NewText) -> Result<(), Fault> {
        let Some(before) = &work.before else {
            return Ok(());
        };
        let mut staged = self.write_temp(&work.slot, new, StagedAccess::Private, None)?;
        let mut old = Temp::create(&work.slot.directory, None, StagedAccess::Private, None)?;
        let text = std::iter::once(&before.bytes()[..]);
        old.fill(text, &self.options.interrupt)?;
        self.syncing.sync_staged(&staged)?;
        self.syncing.sync_staged(&old)?;
        staged.mark_as_ours()?;
        old.mark_as_ours()?;
        let sync = self.options.sync;
        let usual = before.facts().map_or(USUAL_MODE, |facts| facts.mode);
        let mode = new.mode.map(|mode| mode.with_usual(usual));
        let write = InPlaceWrite::new(work.slot.clone(), staged, old, mode, sync);
        work.step = Some(CommitStep::InPlace(Box::new(write)));
        work.notices.push(Notice::InPlace);
        if before.facts_without_attributes().is_none()
            && let Some((file, _)) = leaf::open_if_file(&work.slot.directory, &work.slot.name)?
        {
            work.notices.extend(attributes::lost_by_writing(&file));
        }
        Ok(())
    }

    /// Writes the new text to a staged file. Its name has the `fingerprint` of the file that it replaces.
    fn write_temp(
        &self,
        slot: &Slot,
        new: &NewText,
        access: StagedAccess,
        fingerprint: Option<&FileFacts>,
    ) -> Result<Temp, Fault> {
        let base = new.base.bytes();
        new.changes.check(base).map_err(unfit)?;
        let mut extension = None;
        if self.options.has_extensions {
            extension = temp::extension(&slot.name);
        }
        let mut temp = Temp::create(&slot.directory, extension, access, fingerprint)?;
        temp.fill(new.changes.pieces(base), &self.options.interrupt)?;
        Ok(temp)
    }
}

/// Locks the `directories` of a plan with more files than can be open at once. Its staged files are closed, and only
/// the lock protects closed files from being swept.
fn lock_early(
    plan: &Plan,
    directories: &BTreeMap<Identity, Arc<Directory>>,
    options: &CommitOptions,
    held: Option<DirectoryLocks>,
) -> Result<DirectoryLocks, Error> {
    let (timeout, interrupt) = (options.lock_timeout, &options.interrupt);
    DirectoryLocks::reuse_or_acquire(held, directories, timeout, interrupt).map_err(|reason| {
        match plan.files().first() {
            Some(file) => reason.at(file.place.shown()),
            None => Error::new(reason),
        }
    })
}

/// Moves the old spelling of a case-only rename before the new one, because both mean the same file.
fn order_respellings(works: &mut [FileWork]) {
    let mut respelled = HashSet::new();
    for work in works.iter() {
        if let Some(old_name) = work.place.present_name() {
            respelled.insert((work.place.directory(), old_name.to_owned()));
        }
    }
    if !respelled.is_empty() {
        works.sort_by_key(|work| {
            let name = (work.place.directory(), work.place.name().to_owned());
            !respelled.contains(&name)
        });
    }
}

/// The attributes and the owner of a link, to create the link again.
fn attributes_and_owner(link: &Snapshot) -> Attributes {
    let owner = link.facts().map(|facts| Owner(facts.uid, facts.gid));
    link.attributes()
        .cloned()
        .unwrap_or_default()
        .owned_by(owner)
}

/// The new permission bits, if `new` changes the bits of a file with the facts `facts`.
fn changed_mode(new: &NewText, facts: Option<FileFacts>) -> Option<u32> {
    let old = facts?.mode;
    let mode = new.mode?.with_usual(old);
    if mode == old { None } else { Some(mode) }
}

/// Copies the owner, the attributes and the mode of the file at `model` to the staged file `temp`. `mode` overrides the
/// permission bits. `None` if the file no longer exists, which the check under the lock detects.
fn copy_attributes(
    model: &Slot,
    mode: Option<FileMode>,
    temp: &Temp,
    notices: &mut Vec<Notice>,
) -> Result<Option<Taken>, Fault> {
    let Some((file, facts)) = leaf::open_if_file(&model.directory, &model.name)? else {
        set_mode(mode, OwnershipKept::Both, temp)?;
        return Ok(None);
    };
    let mode = mode.map(|mode| mode.with_usual(facts.mode));
    notices.extend(attributes::copy(Some(&file), &facts, mode, &*temp.file()?)?);
    Ok(Some(Taken { as_of: facts, mode }))
}

/// Sets the requested attributes, owner and mode of the new file `temp`.
fn set_attributes(new: &NewText, temp: &Temp, notices: &mut Vec<Notice>) -> Result<(), Fault> {
    let mut kept = OwnershipKept::Both;
    if let Some(attributes) = &new.attributes {
        notices.extend(attributes::set_all(attributes, &*temp.file()?)?);
        if let Some(owner) = attributes.owner() {
            kept = attributes::set_owner(owner, &*temp.file()?)?;
            notices.extend(kept.notices());
        }
    }
    set_mode(new.mode, kept, temp)
}

/// Sets the requested mode, without the permissions that an owner or a group that was not `kept` had.
fn set_mode(mode: Option<FileMode>, kept: OwnershipKept, temp: &Temp) -> Result<(), Fault> {
    let Some(mode) = mode else {
        return Ok(());
    };
    let usual = temp.facts()?.mode;
    attributes::set_mode(&*temp.file()?, kept.narrow(mode.with_usual(usual)))
}

fn unfit(error: ChangeSetError) -> Fault {
    Fault::io("write the new content of", error)
}

/// Refuses to replace a file or a link, or to copy a link, if its attributes could not be read. The result and an
/// undo would lack these attributes.
fn refuse_unread(file: &Snapshot) -> Result<(), Fault> {
    if file.attributes().is_some() {
        return Ok(());
    }
    Err(Fault::io(
        "read the extended attributes of",
        "the system did not report them",
    ))
}

/// Refuses to write in place through two names of one file, because the second write would undo the first.
fn refuse_two_names(plan: &Plan) -> Result<(), Error> {
    let mut seen = HashMap::new();
    for file in plan.files() {
        let facts = file.before.as_ref().and_then(Snapshot::facts);
        let (Some(facts), Some(_)) = (facts, &file.after) else {
            continue;
        };
        let shown = file.place.shown();
        if let Some(twin) = seen.insert(facts.identity, shown) {
            let other = twin.to_owned();
            return Err(Error::from(Fault::TwoNames(other)).at(shown));
        }
    }
    Ok(())
}

/// True if `file` is created, removed, moved or rewritten, for which its directory needs write permission. A change
/// of only the mode does not need it.
fn needs_directory(file: &Transition) -> bool {
    match &file.after {
        Some(new) => new.provenance != Provenance::Own || new.changes.changes_text(),
        None => file.before.is_some(),
    }
}

/// Refuses a change of a file that the system protects from it.
fn refuse_protected_file(
    file: &Transition,
    directory: &Directory,
    writing: WriteMethod,
) -> Result<(), Fault> {
    let Some(facts) = file.before.as_ref().and_then(Snapshot::facts) else {
        return Ok(());
    };
    let name = file.place.name();
    let during = match &file.after {
        None => "remove",
        Some(_) if writing == WriteMethod::Replacing => "replace",
        Some(_) => return temp::refuse_unwritable(directory, name),
    };
    temp::refuse_pinned(directory, name, during)?;
    temp::refuse_sticky(directory, facts, during)
}

/// Refuses a plan that needs one name both as a file and as a directory.
fn refuse_file_as_directory(plan: &Plan) -> Result<(), Error> {
    let files = plan.files().iter().filter(|file| file.after.is_some());
    let mut needed_directories = HashSet::new();
    for Transition { place, .. } in files.clone() {
        let parents = place.missing_parents();
        for (depth, name) in parents.iter().enumerate() {
            needed_directories.insert((place.directory(), &parents[..depth], name.as_os_str()));
        }
    }
    for Transition { place, .. } in files {
        let key = (place.directory(), place.missing_parents(), place.name());
        if needed_directories.contains(&key) {
            return Err(Fault::NotAFile(NotAFile::Directory).at(place.shown()));
        }
    }
    Ok(())
}

/// The moves of a plan, which keep the inode.
pub(in crate::disk) struct Moves<'a> {
    /// From the new place to the old place and the facts of the file.
    arrivals: BTreeMap<&'a RootedPath, (&'a RootedPath, FileFacts)>,
    departures: BTreeSet<&'a RootedPath>,
}

impl<'a> Moves<'a> {
    /// Pairs each place that becomes absent with the first new text that has its unchanged content.
    pub(in crate::disk) fn new(plan: &'a Plan) -> Self {
        let mut absent: BTreeMap<&RootedPath, &Snapshot> = BTreeMap::new();
        for file in plan.files() {
            if let (Some(before), None) = (&file.before, &file.after) {
                absent.insert(&file.place, before);
            }
        }
        let mut moves = Self {
            arrivals: BTreeMap::new(),
            departures: BTreeSet::new(),
        };
        for file in plan.files() {
            let Some(new) = &file.after else {
                continue;
            };
            let Some(source) = new.provenance.elsewhere() else {
                continue;
            };
            let Some((&source, before)) = absent.get_key_value(source) else {
                continue;
            };
            let Some(facts) = before.facts() else {
                continue;
            };
            let is_unchanged = !new.changes.changes_text()
                && changed_mode(new, Some(*facts)).is_none()
                && new.base.has_same_text(before);
            let is_near = source.directory().device == file.place.directory().device;
            if is_unchanged && is_near && moves.departures.insert(source) {
                moves.arrivals.insert(&file.place, (source, *facts));
            }
        }
        moves
    }

    /// True if the file at `place` moves to another place.
    pub(in crate::disk) fn is_source(&self, place: &RootedPath) -> bool {
        self.departures.contains(place)
    }

    /// The old place of the file that moves to `place`, and the facts of that file.
    pub(in crate::disk) fn arrival_at(
        &self,
        place: &RootedPath,
    ) -> Option<(&'a RootedPath, FileFacts)> {
        self.arrivals.get(place).copied()
    }
}
