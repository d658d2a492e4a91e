//! Recovery of a step that gives a staged file its name.
//!
//! T is the name of the staged file, L the target, K the name of the kept file if names cannot be exchanged. A commit
//! goes from `T=new L=old` to `T=old L=new`. Without an exchange it goes from `T=new L=old` through `K=old` to
//! `L=new`. K may be a copy.

use rustix::fs::renameat;
use rustix::io::Errno;

use super::open_directories::{FoundFile, OpenDirectories};
use super::operation::{StepState, UndoOutcome, give_name};
use super::record::LoggedPut;
use crate::disk::sandbox::directory::discard;

/// The files at the three names of a step.
struct FoundFiles {
    target: FoundFile,
    /// The file at the name of the staged file.
    temp: FoundFile,
    kept: FoundFile,
}

impl LoggedPut {
    fn find_files(&self, directories: &OpenDirectories) -> Result<FoundFiles, Errno> {
        let directory = directories.start_of(&self.at).ok_or(Errno::NOENT)?;
        Ok(FoundFiles {
            target: directories.file_at(&self.at)?,
            temp: FoundFile::at(directory, &self.temp)?,
            kept: FoundFile::at(directory, &self.kept)?,
        })
    }

    /// True if `file` is the file that the step replaces.
    fn is_old(&self, file: &FoundFile) -> bool {
        self.old.is_some_and(|old| file.has_mark(old))
    }

    /// True if `temp`, the file at the name of the staged file, is from another process. The other process moved that
    /// file to the target just before the exchange, and the crash came before the commit noticed.
    fn is_foreign(&self, temp: &FoundFile) -> bool {
        !temp.is_nothing() && !temp.has_mark(self.new) && !self.is_old(temp)
    }

    /// True if the target is as before the commit, or is a file that an earlier step of the transaction removes.
    fn is_before(&self, target: &FoundFile) -> bool {
        if self.old.is_some() {
            return self.is_old(target);
        }
        target.is_nothing() || self.instead_of.is_some_and(|mark| target.has_mark(mark))
    }

    pub(super) fn state(&self, directories: &OpenDirectories) -> Result<StepState, Errno> {
        let FoundFiles { target, temp, kept } = self.find_files(directories)?;
        if target.has_mark(self.new) {
            return Ok(if self.is_foreign(&temp) {
                StepState::Blocked
            } else {
                StepState::Done
            });
        }
        if temp.has_mark(self.new) && self.is_before(&target) {
            return Ok(StepState::Doable);
        }
        // If the new file was at the target, another process has replaced it since.
        let was_exchanged = self.is_old(&temp);
        let was_kept = temp.is_nothing() && self.old.is_some() && !kept.is_nothing();
        let was_renamed = temp.is_nothing() && !target.is_nothing() && !self.is_old(&target);
        if was_exchanged || was_kept || was_renamed {
            return Ok(StepState::Done);
        }
        Ok(StepState::Blocked)
    }

    pub(super) fn forward(&self, directories: &OpenDirectories) -> Result<(), Errno> {
        if self.state(directories)? == StepState::Done {
            return Ok(());
        }
        let from = directories.start_of(&self.at).ok_or(Errno::NOENT)?;
        let to = directories.create_directory_of(&self.at)?;
        let target = FoundFile::at(&to, &self.at.name)?;
        give_name(
            from.at(&self.temp),
            to.at(&self.at.name),
            &target,
            self.old,
            from.at(&self.kept),
        )
    }

    pub(super) fn backward(&self, directories: &OpenDirectories) -> Result<UndoOutcome, Errno> {
        let FoundFiles { target, temp, kept } = self.find_files(directories)?;
        let directory = directories.start_of(&self.at).ok_or(Errno::NOENT)?;
        let name = &self.at.name;
        if !target.has_mark(self.new) {
            return Ok(if self.is_before(&target) {
                UndoOutcome::Restored
            } else {
                UndoOutcome::Left
            });
        }
        if self.old.is_none() {
            let directory = directories.directory_of(&self.at)?.ok_or(Errno::NOENT)?;
            discard(&directory, name)?;
            return Ok(UndoOutcome::Restored);
        }
        if !kept.is_nothing() {
            renameat(directory, &self.kept, directory, name)?;
            return Ok(UndoOutcome::Restored);
        }
        if self.is_old(&temp) {
            renameat(directory, &self.temp, directory, name)?;
            return Ok(UndoOutcome::Restored);
        }
        if self.is_foreign(&temp) {
            renameat(directory, &self.temp, directory, name)?;
        }
        Ok(UndoOutcome::Left)
    }
}
