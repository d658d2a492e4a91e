//! Recovery of a step that changes a file's name.
//!
//! F is the old name, L the new one, K the name of the file that was at L. A commit goes from `F=own L=old` through
//! `K=old` to `L=own`. An exchange goes through `F=old L=own` to `K=old` in the directory of F. If a rename is done by
//! linking, F and L both show the file for a moment. A case-only rename on a case-insensitive file system goes from
//! `F=L=own` through `K=own` to `L=F=own`.

use std::path::Path;
use std::sync::Arc;

use rustix::fs::{RenameFlags, renameat_with};
use rustix::io::Errno;

use super::open_directories::{FoundFile, OpenDirectories};
use super::operation::{StepState, UndoOutcome, give_name};
use super::record::LoggedMove;
use crate::disk::commit::rename::rename_free;
use crate::disk::sandbox::directory::{Directory, discard};

impl LoggedMove {
    fn kept(&self, directories: &OpenDirectories) -> Result<FoundFile, Errno> {
        for at in [&self.at, &self.from] {
            let directory = directories.start_of(at).ok_or(Errno::NOENT)?;
            match FoundFile::at(directory, &self.kept)? {
                FoundFile::Nothing => {}
                found => return Ok(found),
            }
        }
        Ok(FoundFile::Nothing)
    }

    /// True if `file` is the file that was at the new name.
    fn is_old(&self, file: &FoundFile) -> bool {
        self.old.is_some_and(|old| file.has_mark(old))
    }

    pub(super) fn state(&self, directories: &OpenDirectories) -> Result<StepState, Errno> {
        let former = directories.file_at(&self.from)?;
        let target = directories.file_at(&self.at)?;
        if self.respelled {
            let kept = self.kept(directories)?;
            return Ok(self.respelling_state(&former, &target, &kept));
        }
        if target.has_mark(self.own) {
            // The old name may still have to be removed.
            return Ok(if former.has_mark(self.own) || self.is_old(&former) {
                StepState::Doable
            } else {
                StepState::Done
            });
        }
        if former.has_mark(self.own) {
            let is_free = match self.old {
                Some(old) => target.has_mark(old),
                None => target.is_nothing(),
            };
            return Ok(if is_free {
                StepState::Doable
            } else {
                StepState::Blocked
            });
        }
        // If the file had its new name, another process has replaced it since.
        let is_kept = !self.kept(directories)?.is_nothing();
        if is_kept || !target.is_nothing() && !self.is_old(&target) {
            return Ok(StepState::Done);
        }
        Ok(StepState::Blocked)
    }

    fn respelling_state(
        &self,
        former: &FoundFile,
        target: &FoundFile,
        kept: &FoundFile,
    ) -> StepState {
        if !former.has_mark_except_inode(self.own) && !kept.has_mark_except_inode(self.own) {
            // The file had its new name, and may have been changed since.
            return StepState::Done;
        }
        if target.is_nothing() || target.has_mark_except_inode(self.own) {
            StepState::Doable
        } else {
            StepState::Blocked
        }
    }

    pub(super) fn forward(&self, directories: &OpenDirectories) -> Result<(), Errno> {
        let from = directories.start_of(&self.from).ok_or(Errno::NOENT)?;
        let (former_name, new_name) = (&self.from.name, &self.at.name);
        if self.respelled {
            return self.respell(from, former_name, new_name);
        }
        let target = directories.file_at(&self.at)?;
        if target.has_mark(self.own) {
            let remaining = FoundFile::at(from, former_name)?;
            if remaining.has_mark(self.own) || self.is_old(&remaining) {
                discard(from, former_name)?;
            }
            return Ok(());
        }
        let to = directories.create_directory_of(&self.at)?;
        give_name(
            from.at(former_name),
            to.at(new_name),
            &target,
            self.old,
            to.at(&self.kept),
        )?;
        // After an exchange, the file that was at the new name is at the old name.
        if self.old.is_some() && self.is_old(&FoundFile::at(from, former_name)?) {
            discard(from, former_name)?;
        }
        Ok(())
    }

    /// Renames the file from `first` to `last` through a third name. If the file is found at `last`, it is renamed
    /// again, because only a listing of the directory would show the spelling.
    fn respell(&self, directory: &Arc<Directory>, first: &Path, last: &Path) -> Result<(), Errno> {
        let kept = directory.at(&self.kept);
        let is_kept = self.is_own_at(directory, &self.kept)?;
        let is_first = self.is_own_at(directory, first)?;
        let is_last = self.is_own_at(directory, last)?;
        if is_first || is_last {
            if is_kept {
                // The rename was done by linking, and the crash came before the unlink.
                discard(directory, &self.kept)?;
            }
            if !is_first {
                return Ok(());
            }
            rename_free(directory.at(first), kept)?;
        } else if !is_kept {
            return Err(Errno::NOENT);
        }
        rename_free(kept, directory.at(last))
    }

    /// True if the file is at `name`, possibly with another inode.
    fn is_own_at(&self, directory: &Arc<Directory>, name: &Path) -> Result<bool, Errno> {
        Ok(FoundFile::at(directory, name)?.has_mark_except_inode(self.own))
    }

    pub(super) fn backward(&self, directories: &OpenDirectories) -> Result<UndoOutcome, Errno> {
        let from = directories.start_of(&self.from).ok_or(Errno::NOENT)?;
        let Some(to) = directories.directory_of(&self.at)? else {
            return Ok(UndoOutcome::Restored);
        };
        let (former_name, new_name) = (&self.from.name, &self.at.name);
        if self.respelled {
            return match self.respell(from, new_name, former_name) {
                Ok(()) => Ok(UndoOutcome::Restored),
                Err(Errno::NOENT | Errno::EXIST) => Ok(UndoOutcome::Left),
                Err(error) => Err(error),
            };
        }
        if FoundFile::at(&to, new_name)?.has_mark(self.own) {
            let former = FoundFile::at(from, former_name)?;
            if former.has_mark(self.own) {
                discard(&to, new_name)?;
            } else if self.is_old(&former) {
                renameat_with(from, former_name, &to, new_name, RenameFlags::EXCHANGE)?;
                return Ok(UndoOutcome::Restored);
            } else if former.is_nothing() {
                rename_free(to.at(new_name), from.at(former_name))?;
            } else {
                return Ok(UndoOutcome::Left);
            }
        }
        self.restore_old(from, &to)
    }

    /// Moves the file that was at the new name back there. The file of this step has left the name.
    fn restore_old(
        &self,
        from: &Arc<Directory>,
        to: &Arc<Directory>,
    ) -> Result<UndoOutcome, Errno> {
        let present = FoundFile::at(to, &self.at.name)?;
        if self.is_old(&present) {
            return Ok(UndoOutcome::Restored);
        }
        if !present.is_nothing() {
            return Ok(UndoOutcome::Left);
        }
        for directory in [to, from] {
            if !FoundFile::at(directory, &self.kept)?.is_nothing() {
                let kept = directory.at(&self.kept);
                rename_free(kept, to.at(&self.at.name))?;
                break;
            }
        }
        Ok(UndoOutcome::Restored)
    }
}
