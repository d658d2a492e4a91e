//! Giving a staged file its name: over an old file, or as a new one.

use std::cell::OnceCell;
use std::fs::File;
use std::io::{self, Seek};
use std::sync::Arc;

use rustix::fs::{AtFlags, Mode, OFlags, openat, unlinkat};
use rustix::io::Errno;

use crate::disk::notice::Notice;
use crate::disk::sandbox::{attributes, facts, leaf};
use crate::error::Fault;
use crate::snapshot::FileFacts;

use super::failure::{Failure, Stuck};
use crate::disk::commit::rename::{KeptFile, kept_name_for, rename_new, replace_and_keep};
use crate::disk::commit::replaced_file::ReplacedFile;
use crate::disk::fault::{fault, is_unsupported};
use crate::disk::sandbox::directory::{Directory, DirectoryEntry};
use crate::disk::sandbox::inodes::{is_file, is_text};
use crate::disk::stage::temp::Temp;
use crate::disk::{commit::made_directories::MadeDirectories, slot::Slot};

/// A staged file, and the name it gets.
#[derive(Debug)]
pub(in crate::disk) struct Put {
    slot: Slot,
    temp: Temp,
    /// The facts of the staged file, read once: no process writes to it any more.
    own: OnceCell<FileFacts>,
    placed: Option<PlacedFile>,
}

#[derive(Debug)]
struct PlacedFile {
    directory: Arc<Directory>,
    /// The new file, as it was placed.
    own: FileFacts,
    old: Old,
}

#[derive(Debug)]
enum Old {
    /// No file was replaced.
    Absent,
    /// The old file was removed, because no later step could fail.
    Dropped,
    /// The old file is kept under another name.
    Kept(KeptFile),
}

impl Put {
    pub(in crate::disk) fn new(slot: Slot, temp: Temp) -> Self {
        Self {
            slot,
            temp,
            own: OnceCell::new(),
            placed: None,
        }
    }

    pub(in crate::disk) fn slot(&self) -> &Slot {
        &self.slot
    }

    pub(in crate::disk) fn temp(&self) -> &Temp {
        &self.temp
    }

    pub(in crate::disk) fn close(&mut self) -> Result<(), Fault> {
        self.temp.close()
    }

    /// The facts of the staged file. Its permissions may change later.
    pub(in crate::disk) fn own(&self) -> Result<FileFacts, Fault> {
        if let Some(own) = self.own.get() {
            return Ok(*own);
        }
        let own = self.temp.facts()?;
        Ok(*self.own.get_or_init(|| own))
    }

    /// Moves the staged file over the `replaced` file, or creates a new file.
    pub(in crate::disk) fn apply(
        &mut self,
        replaced: Option<&ReplacedFile>,
        made: &mut MadeDirectories,
        is_alone: bool,
    ) -> Result<(), Failure> {
        let directory = made.directory(&self.slot)?;
        let own = self.own().map_err(Failure::Refused)?;
        let (own, old) = match replaced {
            None => (self.create(&directory, own)?, Old::Absent),
            Some(replaced) => {
                if is_alone {
                    self.mark_kept_name(replaced.facts())?;
                }
                let old = self.replace(&directory, &own, replaced, is_alone)?;
                (own, old)
            }
        };
        self.temp.release();
        self.placed = Some(PlacedFile {
            directory,
            own,
            old,
        });
        Ok(())
    }

    /// Marks the staged file's name with the facts of the `old` file, which gets the name by an exchange.
    pub(in crate::disk) fn mark_kept_name(&mut self, old: &FileFacts) -> Result<(), Failure> {
        match self.temp.mark(old) {
            Ok(()) => Ok(()),
            // Another process swept the staged file.
            Err(Errno::NOENT) => Err(Failure::Stale),
            Err(error) => Err(Failure::Refused(fault("replace", error))),
        }
    }

    fn replace(
        &mut self,
        directory: &Arc<Directory>,
        own: &FileFacts,
        replaced: &ReplacedFile,
        is_alone: bool,
    ) -> Result<Old, Failure> {
        let place = directory.at(&self.slot.name);
        let kept_name = kept_name_for(self.temp.name());
        let keep_as = if is_alone {
            None
        } else {
            Some(kept_name.as_os_str())
        };
        match replace_and_keep(self.temp.entry(), place, own, replaced, keep_as) {
            Ok(Some(kept)) => Ok(Old::Kept(kept)),
            Ok(None) => Ok(Old::Dropped),
            // A network file system may have repeated a request that had succeeded.
            Err(Failure::Stale) if is_alone && has_come_to(own, place) => Ok(Old::Dropped),
            Err(failure) => {
                if matches!(failure, Failure::Stuck(_)) {
                    // The name belongs to another process's file now.
                    self.temp.release();
                }
                Err(failure)
            }
        }
    }

    /// Gives the staged file a free name. If the file system can neither rename nor link that way, the new file is
    /// created and then written, which a crash can interrupt.
    fn create(&self, directory: &Arc<Directory>, own: FileFacts) -> Result<FileFacts, Failure> {
        match rename_new(self.temp.entry(), directory.at(&self.slot.name)) {
            Ok(()) => return Ok(own),
            Err(Errno::EXIST | Errno::NOENT) => return Err(Failure::Stale),
            Err(error) if is_unsupported(error) || error == Errno::PERM => {}
            Err(error) => return Err(Failure::Refused(fault("create", error))),
        }
        if let Some(target) = self.temp.target() {
            return self.create_link(target, directory);
        }
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let opened = openat(directory, &self.slot.name, flags, Mode::RUSR | Mode::WUSR);
        let target = match opened {
            Ok(fd) => File::from(fd),
            Err(Errno::EXIST) => return Err(Failure::Stale),
            Err(error) => return Err(Failure::Refused(fault("create", error))),
        };
        self.copy_into(target).map_err(|reason| {
            let _ = unlinkat(directory, &self.slot.name, AtFlags::empty());
            Failure::Refused(reason)
        })
    }

    /// Creates the staged link again under its new name, and removes the staged one.
    fn create_link(&self, target: &[u8], directory: &Directory) -> Result<FileFacts, Failure> {
        match leaf::make_link(target, directory, &self.slot.name) {
            Ok(()) => {}
            Err(Errno::EXIST) => return Err(Failure::Stale),
            Err(error) => return Err(Failure::Refused(fault("create", error))),
        }
        let _ = unlinkat(self.temp.directory(), self.temp.name(), AtFlags::empty());
        match directory.stat(&self.slot.name) {
            Ok(stat) => Ok(facts::facts(&stat)),
            Err(error) => Err(Failure::Refused(fault("create", error))),
        }
    }

    /// Copies text and attributes into `target`, and removes the staged file.
    fn copy_into(&self, mut target: File) -> Result<FileFacts, Fault> {
        let during = "create";
        let opened = self.temp.file()?;
        let mut source: &File = &opened;
        source.rewind().map_err(|error| fault(during, error))?;
        io::copy(&mut source, &mut target).map_err(|error| fault(during, error))?;
        let source_facts = facts::facts_now(source).map_err(|error| fault(during, error))?;
        attributes::copy(Some(source), &source_facts, None, &target)?;
        target.sync_all().map_err(|error| fault("sync", error))?;
        let _ = unlinkat(self.temp.directory(), self.temp.name(), AtFlags::empty());
        facts::facts_now(&target).map_err(|error| fault(during, error))
    }

    pub(in crate::disk) fn undo(&mut self) -> Result<(), Stuck> {
        let Some(placed) = self.placed.take() else {
            return Ok(());
        };
        let place = placed.directory.at(&self.slot.name);
        let now = place.facts().map_err(|error| Stuck {
            error,
            kept: placed.old.kept().map(KeptFile::outward),
        })?;
        let is_ours = now.is_some_and(|now| is_text(&placed.directory, &now, &placed.own));
        match &placed.old {
            Old::Kept(kept) if is_ours => kept.restore_over(place, &placed.own),
            Old::Kept(kept) if now.is_none() => kept.restore(place),
            // Another process has put a file there or written to it. That file is kept.
            Old::Kept(kept) => {
                kept.discard();
                Ok(())
            }
            Old::Absent if is_ours => unlinkat(place.directory, place.name, AtFlags::empty())
                .map_err(|error| Stuck { error, kept: None }),
            Old::Absent | Old::Dropped => Ok(()),
        }
    }

    pub(in crate::disk) fn finish(&mut self) -> Option<Notice> {
        self.placed.as_ref()?.old.kept()?.discard()
    }

    pub(in crate::disk) fn touched(&self) -> Vec<Arc<Directory>> {
        let mut touched = Vec::new();
        if let Some(placed) = &self.placed {
            touched.push(Arc::clone(&placed.directory));
        }
        touched.push(Arc::clone(self.temp.directory()));
        touched
    }
}

/// True if the file `own` is at `place`.
fn has_come_to(own: &FileFacts, place: DirectoryEntry<'_>) -> bool {
    match place.facts() {
        Ok(Some(found)) => is_file(place.directory, &found, own),
        Ok(None) | Err(_) => false,
    }
}

impl Old {
    fn kept(&self) -> Option<&KeptFile> {
        match self {
            Self::Kept(kept) => Some(kept),
            Self::Absent | Self::Dropped => None,
        }
    }
}
