//! Checks under the lock that the targets are unchanged since they were read.
//!
//! Before the log is written, a quick look at the facts is enough, and the log needs these facts. Later, every step
//! that takes a name from a file compares the file at the last moment ([`crate::disk::commit::replaced_file`]). Files
//! that keep their names are compared just before the first step.

use std::fs::File;
use std::time::SystemTime;

use rustix::fs::FileType;

use crate::disk::commit_options::OnOpen;
use crate::disk::notice::Notice;
use crate::disk::sandbox::facts;
use crate::disk::sandbox::{attributes, leaf};
use crate::error::{Error, Fault};
use crate::place::RootedPath;
use crate::snapshot::FileFacts;
use crate::threads;

use super::failure::Failure;
use super::protocol::BATCH;
use crate::disk::commit::replaced_file::{ReplacedFile, is_same};
use crate::disk::commit::step::CommitStep;
use crate::disk::fault::fault;
use crate::disk::sandbox::inodes::is_text;
use crate::disk::sandbox::read::is_settled;
use crate::disk::sandbox::spelling::spelled;
use crate::disk::slot::Slot;
use crate::disk::stage::staging::{FileWork, Staged};
use crate::disk::wal;

impl Staged {
    /// The places that have changed, as far as their facts show.
    pub(in crate::disk) fn find_stale_by_facts(&mut self) -> Result<Vec<RootedPath>, Error> {
        let moved_away: Vec<_> = self
            .directories
            .values()
            .filter(|directory| !directory.is_still_there())
            .map(|directory| directory.identity())
            .collect();
        // A lone step without a log compares the file soon enough.
        let is_alone = self.works.len() == 1 && !wal::is_wanted(&self.works);
        let opened = self.opened;
        self.find_stale(|work| {
            if moved_away.contains(&work.slot.directory.identity()) {
                return Ok(false);
            }
            if is_alone && work.is_compared_by_step() {
                return Ok(true);
            }
            match work.facts_if_untouched(opened) {
                Some(facts) => {
                    work.verified = Some(facts);
                    Ok(true)
                }
                None => work.verify(),
            }
        })
    }

    /// All places that have changed. No step is applied, or all are undone.
    pub(in crate::disk) fn verify_all(&mut self) -> Result<Vec<RootedPath>, Error> {
        self.find_stale(FileWork::verify)
    }

    /// The changed places whose steps do not compare the file themselves.
    pub(in crate::disk) fn verify_others(&mut self) -> Result<Vec<RootedPath>, Error> {
        self.find_stale(|work| {
            if work.is_compared_by_step() {
                return Ok(true);
            }
            work.verify()
        })
    }

    /// The places for which `verify` returns false.
    fn find_stale(
        &mut self,
        verify: impl Fn(&mut FileWork) -> Result<bool, Fault> + Sync,
    ) -> Result<Vec<RootedPath>, Error> {
        let verdicts = threads::map_mut(&mut self.works, BATCH, verify);
        let mut stale = Vec::new();
        for (work, verdict) in self.works.iter().zip(verdicts) {
            match verdict {
                Ok(true) => {}
                Ok(false) => stale.push(work.place.clone()),
                Err(reason) => return Err(reason.at(work.place.shown())),
            }
        }
        Ok(stale)
    }
}

impl FileWork {
    /// True if the step itself detects a change of the file.
    fn is_compared_by_step(&self) -> bool {
        self.step.as_ref().is_some_and(CommitStep::takes_name)
    }

    /// The facts of the file, if they alone show that the file is unchanged. The facts count only if the file was
    /// last written well before `opened`. Some writes do not change the timestamps (through a shared map, for
    /// example), so a closer comparison must follow.
    fn facts_if_untouched(&self, opened: SystemTime) -> Option<FileFacts> {
        let read = *self.before.as_ref()?.facts()?;
        if !is_settled(&read, opened) {
            return None;
        }
        let found = self.slot.directory.stat(&self.slot.name).ok()?;
        let kind = FileType::from_raw_mode(found.st_mode);
        let is_same = self.slot.parents.is_empty()
            && self.taken.is_none_or(|taken| taken.as_of == read)
            && matches!(kind, FileType::RegularFile | FileType::Symlink)
            && facts::facts(&found) == read;
        if is_same { Some(read) } else { None }
    }

    /// Compares the place with the file that was read. Returns false if it has changed. Otherwise records the facts,
    /// and copies changed attributes to the staged file.
    fn verify(&mut self) -> Result<bool, Fault> {
        if let Some(first) = self.slot.parents.first() {
            let found = self.slot.directory.entry(first);
            return Ok(found.map_err(|error| fault("look at", error))?.is_none());
        }
        let found = match leaf::open_entry(&self.slot.directory, &self.slot.name) {
            // Another type of entry is there now. The caller reports that type when it locates the path again.
            Err(Fault::NotAFile(_)) => return Ok(false),
            found => found?,
        };
        match (&self.before, found) {
            (None, None) => Ok(true),
            (None, Some((_, facts))) => Ok(self.is_respelled(&facts)),
            (Some(before), Some((file, facts))) => {
                if !is_same(&self.slot.directory, before, &file, &facts)? {
                    return Ok(false);
                }
                self.refresh(&file, &facts)?;
                self.verified = Some(facts);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// True if the file `found` at the place is the one that a case-only rename moves here. Inode numbers are not
    /// compared, because some file systems make up a number for each spelling.
    fn is_respelled(&self, found: &FileFacts) -> bool {
        let Slot {
            directory, name, ..
        } = &self.slot;
        let present = self.place.present_name();
        present.is_some_and(|present| spelled(directory, name, found) == present)
    }

    /// The file that loses its name in this step, if it is still the file that was read and that the log describes.
    /// `None` if there is no file, or the file keeps its name.
    pub(in crate::disk) fn open_replaced(
        &mut self,
        on_open: OnOpen,
    ) -> Result<Option<ReplacedFile>, Failure> {
        if !self.is_compared_by_step() {
            return Ok(None);
        }
        let Some(before) = &self.before else {
            return Ok(None);
        };
        let directory = &self.slot.directory;
        let replaced = ReplacedFile::open_unchanged(directory, &self.slot.name, before)
            .map_err(Failure::Refused)?
            .ok_or(Failure::Stale)?;
        if let Some(verified) = &self.verified
            && !is_text(directory, replaced.facts(), verified)
        {
            return Err(Failure::Stale);
        }
        if let Some(processes) = replaced.writers(on_open) {
            match on_open {
                OnOpen::Warn => self.notices.push(Notice::OpenElsewhere(processes)),
                OnOpen::Refuse => {
                    return Err(Failure::Refused(Fault::OpenElsewhere(processes)));
                }
            }
        }
        self.refresh(replaced.file(), replaced.facts())
            .map_err(Failure::Refused)?;
        Ok(Some(replaced))
    }

    /// Copies mode, owner and attributes again if they have changed since staging.
    fn refresh(&mut self, file: &File, facts: &FileFacts) -> Result<(), Fault> {
        let (Some(taken), Some(CommitStep::Put(put))) = (self.taken, &self.step) else {
            return Ok(());
        };
        if taken.as_of == *facts {
            return Ok(());
        }
        let notices = attributes::copy(Some(file), facts, taken.mode, &*put.temp().file()?)?;
        self.notices.retain(|notice| {
            !matches!(
                notice,
                Notice::OwnerChanged | Notice::GroupChanged | Notice::AttributesDropped(_)
            )
        });
        self.notices.extend(notices);
        Ok(())
    }
}
