//! Recovery of a step that changes a file's name.
//!
//! F is the old name, L the new one, K the name of the file that was at L. A commit goes from `F=own L=old` by
//! `K=old` to `L=own`. An exchange goes by `F=old L=own` to `K=old` in the directory of F. If a rename is done by
//! linking, F and L both show the file for a moment. A case-only rename on a case-insensitive file system goes from
//! `F=L=own` by `K=own` to `L=F=own`.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use rustix::fs::{RenameFlags, renameat_with};
use rustix::io::Errno;

use super::open_directories::{FoundFile, OpenDirectories, look, os};
use super::operation::{StepState, UndoOutcome, discard, give_name};
use super::record::LoggedMove;
use crate::disk::commit::rename::rename_free;
use crate::disk::sandbox::directory::Directory;

impl LoggedMove {
    fn kept(&self, directories: &OpenDirectories) -> Result<FoundFile, Errno> {
        for at in [&self.at, &self.from] {
            let directory = directories.base(at).ok_or(Errno::NOENT)?;
            match look(directory, &self.kept)? {
                FoundFile::Nothing => {}
                found => return Ok(found),
            }
        }
        Ok(FoundFile::Nothing)
    }

    pub(super) fn state(&self, directories: &OpenDirectories) -> Result<StepState, Errno> {
        let (from, leaf) = (directories.look(&self.from)?, directories.look(&self.at)?);
        if self.respelled {
            let kept = self.kept(directories)?;
            return Ok(self.respelling_state(&from, &leaf, &kept));
        }
        if leaf.is(self.own) {
            // The old name may still have to be removed.
            return Ok(if from.is(self.own) || from.is_one_of(self.old) {
                StepState::Doable
            } else {
                StepState::Done
            });
        }
        if from.is(self.own) {
            let is_free = match self.old {
                Some(old) => leaf.is(old),
                None => leaf.is_nothing(),
            };
            return Ok(if is_free {
                StepState::Doable
            } else {
                StepState::Blocked
            });
        }
        // If the file had its new name, another process has replaced it since.
        let is_kept = !self.kept(directories)?.is_nothing();
        if is_kept || !leaf.is_nothing() && !leaf.is_one_of(self.old) {
            return Ok(StepState::Done);
        }
        Ok(StepState::Blocked)
    }

    fn respelling_state(&self, from: &FoundFile, leaf: &FoundFile, kept: &FoundFile) -> StepState {
        if !from.is_like(self.own) && !kept.is_like(self.own) {
            // The file had its new name, and may have been changed since.
            return StepState::Done;
        }
        if leaf.is_nothing() || leaf.is_like(self.own) {
            StepState::Doable
        } else {
            StepState::Blocked
        }
    }

    pub(super) fn forward(&self, directories: &OpenDirectories) -> Result<(), Errno> {
        let from = directories.base(&self.from).ok_or(Errno::NOENT)?;
        let (old_name, new_name) = (os(&self.from.name), os(&self.at.name));
        if self.respelled {
            return self.respell(from, old_name, new_name);
        }
        let leaf = directories.look(&self.at)?;
        if leaf.is(self.own) {
            let remaining = look(from, &self.from.name)?;
            if remaining.is(self.own) || remaining.is_one_of(self.old) {
                discard(from, &self.from.name)?;
            }
            return Ok(());
        }
        let to = directories.create_below(&self.at)?;
        give_name(
            (from, old_name),
            (&to, new_name),
            &leaf,
            self.old,
            (&to, &self.kept),
        )?;
        // After an exchange, the file that was at the new name is at the old name.
        if self.old.is_some() && look(from, &self.from.name)?.is_one_of(self.old) {
            discard(from, &self.from.name)?;
        }
        Ok(())
    }

    /// Renames the file from `first` to `last` through a third name. If the file is found at `last`, it is renamed
    /// again, because only a listing of the directory would show the spelling.
    fn respell(
        &self,
        directory: &Arc<Directory>,
        first: &OsStr,
        last: &OsStr,
    ) -> Result<(), Errno> {
        let kept = os(&self.kept);
        let is_kept = look(directory, &self.kept)?.is_like(self.own);
        let is_first = look(directory, Path::new(first))?.is_like(self.own);
        let is_last = look(directory, Path::new(last))?.is_like(self.own);
        if is_first || is_last {
            if is_kept {
                // The rename was done by linking, and the crash came before the unlink.
                discard(directory, &self.kept)?;
            }
            if !is_first {
                return Ok(());
            }
            rename_free((directory, first), (directory, kept))?;
        } else if !is_kept {
            return Err(Errno::NOENT);
        }
        rename_free((directory, kept), (directory, last))
    }

    pub(super) fn backward(&self, directories: &OpenDirectories) -> Result<UndoOutcome, Errno> {
        let from = directories.base(&self.from).ok_or(Errno::NOENT)?;
        let Some(to) = directories.below(&self.at)? else {
            return Ok(UndoOutcome::Restored);
        };
        let (old_name, new_name) = (os(&self.from.name), os(&self.at.name));
        if self.respelled {
            return match self.respell(from, new_name, old_name) {
                Ok(()) => Ok(UndoOutcome::Restored),
                Err(Errno::NOENT | Errno::EXIST) => Ok(UndoOutcome::Left),
                Err(error) => Err(error),
            };
        }
        if look(&to, &self.at.name)?.is(self.own) {
            let former = look(from, &self.from.name)?;
            if former.is(self.own) {
                discard(&to, &self.at.name)?;
            } else if former.is_one_of(self.old) {
                renameat_with(from, old_name, &to, new_name, RenameFlags::EXCHANGE)?;
                return Ok(UndoOutcome::Restored);
            } else if former.is_nothing() {
                rename_free((&to, new_name), (from, old_name))?;
            } else {
                return Ok(UndoOutcome::Left);
            }
        }
        match look(&to, &self.at.name)? {
            FoundFile::Nothing => {
                for directory in [&to, from] {
                    if !look(directory, &self.kept)?.is_nothing() {
                        rename_free((directory, os(&self.kept)), (&to, new_name))?;
                        return Ok(UndoOutcome::Restored);
                    }
                }
                Ok(UndoOutcome::Restored)
            }
            leaf if leaf.is_one_of(self.old) => Ok(UndoOutcome::Restored),
            _ => Ok(UndoOutcome::Left),
        }
    }
}
