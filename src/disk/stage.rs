//! From a plan to steps with staged files: everything that can fail before the locks are taken.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use crate::guard::{After, FilePlan, NewText, Plan};
use crate::refusal::{NotAFile, Reason, Refusal};
use crate::request::Sync;
use crate::snapshot::{FileFacts, Identity, RootedPath, Snapshot};

use super::backup::Backup;
use super::directory::Directory;
use super::fault::fault;
use super::made::Slot;
use super::put::Put;
use super::removal::Removal;
use super::shift::Shift;
use super::step::Step;
use super::temp::{self, Access, Temp};
use super::through::{SetMode, Through};
use super::{Disk, HardLinks, Held, Notice, Promises, attributes, leaf};

/// A plan whose new texts stand beside their targets. Dropping it removes them.
#[derive(Debug)]
pub struct Staged {
    pub(super) works: Vec<Work>,
    /// The existing directories the works are in, in the order they are locked.
    pub(super) directories: BTreeMap<Identity, Arc<Directory>>,
    pub(super) held: Option<Held>,
    pub(super) promises: Promises,
}

/// What is to be done at one place.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) place: RootedPath,
    pub(super) slot: Slot,
    pub(super) before: Option<Snapshot>,
    /// `None` when the place is only verified.
    pub(super) step: Option<Step>,
    pub(super) backup: Option<Backup>,
    /// What the staged file took over from the file it replaces.
    pub(super) taken: Option<Taken>,
    pub(super) notices: Vec<Notice>,
    /// The file as it was found under the lock.
    pub(super) verified: Option<FileFacts>,
}

/// Which attributes a staged file took over from the file it replaces, to be taken again if they change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    pub(super) as_of: FileFacts,
    /// Permission bits that replace the file's own.
    pub(super) mode: Option<u32>,
}

impl Staged {
    /// Where the new text of `place` is staged, for programs that look at it; `None` when nothing is
    /// staged for it.
    pub fn path_of(&self, place: &RootedPath) -> Option<PathBuf> {
        let work = self.works.iter().find(|work| work.place == *place)?;
        match work.step.as_ref()? {
            Step::Put(put) => Some(put.temp().outward()),
            Step::Through(through) => Some(through.new_text().outward()),
            Step::Removal(_) | Step::Shift(_) | Step::SetMode(_) => None,
        }
    }
}

impl Staged {
    /// Refuses a backup whose name is that of another target.
    fn refuse_backup_over_target(&self) -> Result<(), Refusal> {
        let key = |slot: &Slot| (slot.directory.identity(), slot.name.clone());
        let targets: HashSet<_> = self.works.iter().map(|work| key(&work.slot)).collect();
        let backups = self.works.iter().filter_map(|work| work.backup.as_ref());
        for backup in backups {
            if targets.contains(&key(backup.put.slot())) {
                let reason = Reason::usage(
                    "the request changes the file that would be the backup of another",
                    "choose another suffix: --backup=.orig",
                );
                return Err(Refusal::new(reason).at(&backup.shown));
            }
        }
        Ok(())
    }
}

impl Disk {
    /// Stages `plan`: new texts are written (and synced, as promised) beside their targets. Takes no
    /// lock and changes no target.
    ///
    /// # Errors
    /// `no_space`, `permission`, `not_a_file`, `io`; nothing is left over.
    pub fn stage(&mut self, plan: &Plan, promises: &Promises) -> Result<Staged, Refusal> {
        self.stage_with(plan, promises, None)
    }

    /// As [`Self::stage`], under the locks a commit left held because the files had moved. They are used
    /// again, or given up first if `plan` needs others.
    ///
    /// # Errors
    /// As [`Self::stage`]; the locks are released then.
    pub fn stage_held(
        &mut self,
        plan: &Plan,
        promises: &Promises,
        held: Held,
    ) -> Result<Staged, Refusal> {
        self.stage_with(plan, promises, Some(held))
    }

    fn stage_with(
        &mut self,
        plan: &Plan,
        promises: &Promises,
        held: Option<Held>,
    ) -> Result<Staged, Refusal> {
        promises.interrupt.hold_back();
        super::descriptors::provide(plan.files().len());
        refuse_file_as_directory(plan)?;
        let moves = Moves::of(plan);
        let mut staged = Staged {
            works: Vec::with_capacity(plan.files().len()),
            directories: BTreeMap::new(),
            held,
            promises: promises.clone(),
        };
        for file in plan.files() {
            let work = self
                .stage_file(file, &moves, promises)
                .map_err(|refusal| refusal.at(file.place.shown()))?;
            let directory = Arc::clone(&work.slot.directory);
            staged.directories.insert(directory.identity(), directory);
            staged.works.push(work);
        }
        staged.refuse_backup_over_target()?;
        Ok(staged)
    }

    fn slot(&self, place: &RootedPath) -> Result<Slot, Refusal> {
        Ok(Slot::of(place, self.directory(place)?))
    }

    fn stage_file(
        &self,
        file: &FilePlan,
        moves: &Moves<'_>,
        promises: &Promises,
    ) -> Result<Work, Refusal> {
        promises.interrupt.check()?;
        let slot = self.slot(&file.place)?;
        let mut work = Work {
            place: file.place.clone(),
            before: file.before.clone(),
            step: None,
            backup: None,
            taken: None,
            notices: Vec::new(),
            verified: None,
            slot,
        };
        match &file.after {
            After::Absent if file.before.is_none() || moves.leaves(&file.place) => return Ok(work),
            After::Absent => work.step = Some(Step::Removal(Removal::new(work.slot.clone()))),
            After::Text(_) if let Some(own) = moves.arrives(&file.place) => {
                let from = self.slot(own.0)?;
                let step = Shift::new(from, work.slot.clone(), own.1);
                work.step = Some(Step::Shift(step));
            }
            After::Text(new) => self.stage_text(&mut work, new, promises)?,
        }
        if let (Some(asked), Some(before), Some(_)) = (&promises.backup, &work.before, &work.step) {
            let backup = Backup::stage(asked, &work.slot, &work.place, before, promises)?;
            work.backup = Some(backup);
        }
        Ok(work)
    }

    fn stage_text(
        &self,
        work: &mut Work,
        new: &NewText,
        promises: &Promises,
    ) -> Result<(), Refusal> {
        let facts = work.before.as_ref().and_then(Snapshot::facts).copied();
        let links = facts.map_or(1, |facts| facts.links);
        let may_keep_inode = links == 1 || promises.hard_links == HardLinks::WriteThrough;
        let is_same_text =
            work.before.is_some() && new.source.is_none() && !new.changes.changes_text();
        if is_same_text {
            match (new.mode, facts) {
                (None, _) => return Ok(()),
                (Some(mode), Some(facts)) if mode == facts.mode => return Ok(()),
                (Some(mode), _) if may_keep_inode => {
                    let step = SetMode::new(work.slot.clone(), mode);
                    work.step = Some(Step::SetMode(step));
                    return Ok(());
                }
                (Some(_), _) => {}
            }
        }
        if links > 1 && may_keep_inode {
            return stage_through(work, new, promises).map_err(Refusal::new);
        }
        if links > 1 {
            work.notices.push(Notice::HardLinkSplit { links });
        }
        let source = new
            .source
            .as_ref()
            .map(|place| self.slot(place))
            .transpose()?;
        stage_put(work, new, source.as_ref(), promises).map_err(Refusal::new)
    }
}

fn stage_put(
    work: &mut Work,
    new: &NewText,
    source: Option<&Slot>,
    promises: &Promises,
) -> Result<(), Reason> {
    let is_new = work.before.is_none();
    let model = if is_new { source } else { Some(&work.slot) };
    let access = match (model, new.mode) {
        (None, None) => Access::Usual,
        _ => Access::Private,
    };
    let temp = write_new(&work.slot, new, access, promises)?;
    let model = model.map(|slot| leaf::open(&slot.directory, &slot.name));
    // A model that is gone by now is found out under the lock.
    match (model.transpose()?.flatten(), new.mode) {
        (Some((file, facts)), mode) => {
            let notices = attributes::copy(&file, &facts, mode, temp.file())?;
            work.notices.extend(notices);
            if !is_new {
                work.taken = Some(Taken { as_of: facts, mode });
            }
        }
        (None, Some(mode)) => attributes::set_mode(temp.file(), mode)?,
        (None, None) => {}
    }
    sync(&temp, promises.sync)?;
    work.step = Some(Step::Put(Put::new(work.slot.clone(), temp)));
    Ok(())
}

fn stage_through(work: &mut Work, new: &NewText, promises: &Promises) -> Result<(), Reason> {
    let Some(before) = &work.before else {
        return Ok(());
    };
    let staged = write_new(&work.slot, new, Access::Private, promises)?;
    let mut old = Temp::create(&work.slot.directory, None, Access::Private)?;
    old.fill(std::iter::once(&before.bytes()[..]), &promises.interrupt)?;
    let through = Through::new(work.slot.clone(), staged, old, new.mode, promises.sync);
    work.step = Some(Step::Through(through));
    work.notices.push(Notice::InPlace);
    Ok(())
}

fn write_new(
    slot: &Slot,
    new: &NewText,
    access: Access,
    promises: &Promises,
) -> Result<Temp, Reason> {
    let base = new.base.bytes();
    new.changes.check(base).map_err(|error| Reason::Io {
        during: "write the new text of",
        error: error.to_string(),
    })?;
    let extension = temp::extension(&slot.name, promises.staged_name);
    let mut temp = Temp::create(&slot.directory, extension, access)?;
    temp.fill(new.changes.pieces(base), &promises.interrupt)?;
    Ok(temp)
}

/// Syncs a staged file as promised. A failure is final: the kernel may have dropped the pages it could
/// not write, so a second attempt would lie.
pub(super) fn sync(temp: &Temp, sync: Sync) -> Result<(), Reason> {
    match sync {
        Sync::None => Ok(()),
        Sync::File | Sync::Full => temp
            .file()
            .sync_all()
            .map_err(|error| fault("sync the new text of", error)),
    }
}

/// The renames of a plan that keep the inode.
struct Moves<'a> {
    /// From the new place to the old one and the file.
    arrivals: BTreeMap<&'a RootedPath, (&'a RootedPath, Identity)>,
    departures: BTreeSet<&'a RootedPath>,
}

impl<'a> Moves<'a> {
    /// Pairs each place that becomes absent with the first new text that is its own, unchanged.
    fn of(plan: &'a Plan) -> Self {
        let absent: BTreeMap<&RootedPath, &Snapshot> = plan
            .files()
            .iter()
            .filter(|file| matches!(file.after, After::Absent))
            .filter_map(|file| Some((&file.place, file.before.as_ref()?)))
            .collect();
        let mut moves = Self {
            arrivals: BTreeMap::new(),
            departures: BTreeSet::new(),
        };
        for file in plan.files() {
            let After::Text(new) = &file.after else {
                continue;
            };
            let Some((source, before)) = new
                .source
                .as_ref()
                .and_then(|source| absent.get_key_value(source))
            else {
                continue;
            };
            let Some(facts) = before.facts() else {
                continue;
            };
            let is_unchanged = !new.changes.changes_text()
                && new.mode.is_none_or(|mode| mode == facts.mode)
                && new.base.bytes() == before.bytes();
            let is_near = source.directory().device == file.place.directory().device;
            if is_unchanged && is_near && moves.departures.insert(source) {
                moves.arrivals.insert(&file.place, (source, facts.identity));
            }
        }
        moves
    }

    fn leaves(&self, place: &RootedPath) -> bool {
        self.departures.contains(place)
    }

    fn arrives(&self, place: &RootedPath) -> Option<(&'a RootedPath, Identity)> {
        self.arrivals.get(place).copied()
    }
}

/// Refuses a plan that needs one name both as a file and as a directory.
fn refuse_file_as_directory(plan: &Plan) -> Result<(), Refusal> {
    let texts = || {
        plan.files()
            .iter()
            .filter(|file| matches!(file.after, After::Text(_)))
            .map(|file| &file.place)
    };
    let mut needed = HashSet::new();
    for place in texts() {
        let parents = place.missing_parents();
        for (depth, name) in parents.iter().enumerate() {
            needed.insert((place.directory(), &parents[..depth], name.as_os_str()));
        }
    }
    let is_needed = |place: &&RootedPath| {
        let key = (place.directory(), place.missing_parents(), place.name());
        needed.contains(&key)
    };
    match texts().find(is_needed) {
        None => Ok(()),
        Some(place) => {
            let kind = NotAFile::Directory;
            Err(Refusal::new(Reason::NotAFile { kind }).at(place.shown()))
        }
    }
}
