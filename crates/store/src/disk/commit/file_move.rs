//! Renaming a file: the inode stays, with its links and attributes.

use std::ffi::{OsStr, OsString};
use std::sync::Arc;

use rustix::io::Errno;

use crate::disk::notice::Notice;
use crate::error::Fault;
use crate::snapshot::FileFacts;

use super::failure::{Failure, Stuck};
use crate::disk::commit::rename::{
    KeptFile, new_kept_name, rename_free, replace_and_keep, swap_back,
};
use crate::disk::commit::replaced_file::ReplacedFile;
use crate::disk::fault::fault;
use crate::disk::sandbox::directory::{Directory, DirectoryEntry};
use crate::disk::sandbox::inodes::is_file;
use crate::disk::stage::name_marks::{self, with_fingerprints};
use crate::disk::{commit::made_directories::MadeDirectories, slot::Slot};

#[derive(Debug)]
pub(in crate::disk) struct FileMove {
    from: Slot,
    to: Slot,
    /// The file that was read.
    own: FileFacts,
    /// The name for the file that was at `to`. In a case-only rename, the file itself has it for a moment.
    kept_name: OsString,
    /// True for a case-only rename in a case-insensitive directory.
    is_respelling: bool,
    placed: Option<MovedFile>,
}

#[derive(Debug)]
struct MovedFile {
    directory: Arc<Directory>,
    /// The file that was at the new name.
    old: Option<KeptFile>,
}

impl FileMove {
    pub(in crate::disk) fn new(
        from: Slot,
        to: Slot,
        own: FileFacts,
        is_respelling: bool,
    ) -> Result<Self, Fault> {
        Ok(Self {
            is_respelling,
            from,
            to,
            own,
            kept_name: new_kept_name()?,
            placed: None,
        })
    }

    /// Marks the name aside with the facts of the `old` file at the new name.
    pub(in crate::disk) fn mark_kept_name(&mut self, old: &FileFacts) {
        if !name_marks::has_fingerprint(&self.kept_name, old) {
            self.kept_name = with_fingerprints(&self.kept_name, &[old]);
        }
    }

    pub(in crate::disk) fn is_respelling(&self) -> bool {
        self.is_respelling
    }

    pub(in crate::disk) fn own(&self) -> &FileFacts {
        &self.own
    }

    pub(in crate::disk) fn from(&self) -> &Slot {
        &self.from
    }

    pub(in crate::disk) fn to(&self) -> &Slot {
        &self.to
    }

    pub(in crate::disk) fn kept_name(&self) -> &OsStr {
        &self.kept_name
    }

    pub(in crate::disk) fn apply(
        &mut self,
        replaced: Option<&ReplacedFile>,
        made: &mut MadeDirectories,
        is_alone: bool,
    ) -> Result<(), Failure> {
        let directory = made.directory(&self.to)?;
        let old = match replaced {
            Some(replaced) => self.replace(&directory, replaced, is_alone)?,
            None => {
                self.rename(&directory)?;
                None
            }
        };
        // If this fails, the undo that follows moves the file back.
        let placed = self.placed.insert(MovedFile { directory, old });
        match placed.directory.facts(&self.to.name) {
            Ok(Some(found)) if is_file(&placed.directory, &found, &self.own) => Ok(()),
            Ok(_) => Err(Failure::Stale),
            Err(error) => Err(Failure::Refused(fault("look at", error))),
        }
    }

    /// Renames the file to a name that no other file has.
    fn rename(&self, directory: &Arc<Directory>) -> Result<(), Failure> {
        let (from, to) = (self.from.entry(), directory.at(&self.to.name));
        if self.is_respelling {
            return respell(directory.at(&self.from.name), &self.kept_name, to);
        }
        match rename_free(from, to) {
            Ok(()) => Ok(()),
            Err(Errno::EXIST | Errno::NOENT) => Err(Failure::Stale),
            Err(error) => Err(Failure::Refused(fault("rename", error))),
        }
    }

    fn replace(
        &self,
        directory: &Arc<Directory>,
        replaced: &ReplacedFile,
        is_alone: bool,
    ) -> Result<Option<KeptFile>, Failure> {
        let (from, to) = (self.from.entry(), directory.at(&self.to.name));
        let keep_as = if is_alone {
            None
        } else {
            Some(self.kept_name.as_os_str())
        };
        let mut old = replace_and_keep(from, to, &self.own, replaced, keep_as)?;
        // After an exchange, the old file has the name that the move should remove.
        if let Some(kept) = &mut old
            && kept.name() == from.name
            && let Err(error) = kept.rename(&self.kept_name)
        {
            swap_back(from, to, &self.own).map_err(Failure::Stuck)?;
            return Err(Failure::Refused(fault("keep the old content of", error)));
        }
        Ok(old)
    }

    pub(in crate::disk) fn undo(&mut self) -> Result<(), Stuck> {
        let Some(MovedFile { directory, old }) = self.placed.take() else {
            return Ok(());
        };
        let new = directory.at(&self.to.name);
        if self.is_respelling {
            let former = directory.at(&self.from.name);
            return match respell(new, &self.kept_name, former) {
                Ok(()) | Err(Failure::Stale) => Ok(()),
                Err(Failure::Stuck(stuck)) => Err(stuck),
                Err(Failure::Refused(_)) => Err(Stuck::with_kept(Errno::IO, new)),
            };
        }
        rename_free(new, self.from.entry()).map_err(|error| Stuck::with_kept(error, new))?;
        match old {
            Some(kept) => kept.restore(new),
            None => Ok(()),
        }
    }

    pub(in crate::disk) fn finish(&mut self) -> Option<Notice> {
        self.placed.as_ref()?.old.as_ref()?.discard()
    }

    pub(in crate::disk) fn touched(&self) -> Vec<Arc<Directory>> {
        let mut touched = Vec::new();
        if let Some(placed) = &self.placed {
            touched.push(Arc::clone(&placed.directory));
        }
        touched.push(Arc::clone(&self.from.directory));
        touched
    }
}

/// Renames `from` to `to`, which name the same file in a case-insensitive directory. The rename uses `kept_name` as an
/// intermediate name, because a rename of a file to itself may do nothing.
fn respell(
    from: DirectoryEntry<'_>,
    kept_name: &OsStr,
    to: DirectoryEntry<'_>,
) -> Result<(), Failure> {
    let kept = from.directory.at(kept_name);
    match rename_free(from, kept) {
        Ok(()) => {}
        Err(Errno::NOENT) => return Err(Failure::Stale),
        Err(error) => return Err(Failure::Refused(fault("rename", error))),
    }
    let Err(error) = rename_free(kept, to) else {
        return Ok(());
    };
    if let Err(stuck) = rename_free(kept, from) {
        return Err(Failure::Stuck(Stuck::with_kept(stuck, kept)));
    }
    if error == Errno::EXIST {
        return Err(Failure::Stale);
    }
    Err(Failure::Refused(fault("rename", error)))
}
