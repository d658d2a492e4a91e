//! Recovery of a step that gives a staged file its name.
//!
//! T is the name of the staged file, L the target, K the name of the kept file if names cannot be exchanged. A commit
//! goes from `T=new L=old` to `T=old L=new`. Without an exchange it goes from `T=new L=old` by `K=old` to `L=new`; K
//! may be a copy.

use rustix::fs::renameat;
use rustix::io::Errno;

use super::open_directories::{FoundFile, OpenDirectories, look, os};
use super::operation::{StepState, UndoOutcome, discard, give_name};
use super::record::LoggedPut;

impl LoggedPut {
    fn entries(
        &self,
        directories: &OpenDirectories,
    ) -> Result<(FoundFile, FoundFile, FoundFile), Errno> {
        let directory = directories.base(&self.at).ok_or(Errno::NOENT)?;
        Ok((
            directories.look(&self.at)?,
            look(directory, &self.temp)?,
            look(directory, &self.kept)?,
        ))
    }

    /// True if `temp`, the file at the name of the staged file, is from another process. The other process moved that
    /// file to the target just before the exchange, and the crash came before the commit noticed.
    fn is_foreign(&self, temp: &FoundFile) -> bool {
        !temp.is_nothing() && !temp.is(self.new) && !temp.is_one_of(self.old)
    }

    /// True if the target is as before the commit, or is a file that an earlier step of the transaction removes.
    fn is_before(&self, leaf: &FoundFile) -> bool {
        match self.old {
            Some(old) => leaf.is(old),
            None => leaf.is_nothing() || leaf.is_one_of(self.instead_of),
        }
    }

    pub(super) fn state(&self, directories: &OpenDirectories) -> Result<StepState, Errno> {
        let (leaf, temp, kept) = self.entries(directories)?;
        if leaf.is(self.new) {
            return Ok(if self.is_foreign(&temp) {
                StepState::Blocked
            } else {
                StepState::Done
            });
        }
        if temp.is(self.new) && self.is_before(&leaf) {
            return Ok(StepState::Doable);
        }
        // If the new file was at the target, another process has replaced it since.
        let was_exchanged = temp.is_one_of(self.old);
        let was_kept = temp.is_nothing() && self.old.is_some() && !kept.is_nothing();
        let was_renamed = temp.is_nothing() && !leaf.is_nothing() && !leaf.is_one_of(self.old);
        if was_exchanged || was_kept || was_renamed {
            return Ok(StepState::Done);
        }
        Ok(StepState::Blocked)
    }

    pub(super) fn forward(&self, directories: &OpenDirectories) -> Result<(), Errno> {
        if self.state(directories)? == StepState::Done {
            return Ok(());
        }
        let from = directories.base(&self.at).ok_or(Errno::NOENT)?;
        let to = directories.create_below(&self.at)?;
        let leaf = look(&to, &self.at.name)?;
        give_name(
            (from, os(&self.temp)),
            (&to, os(&self.at.name)),
            &leaf,
            self.old,
            (from, &self.kept),
        )
    }

    pub(super) fn backward(&self, directories: &OpenDirectories) -> Result<UndoOutcome, Errno> {
        let (leaf, temp, kept) = self.entries(directories)?;
        let base = directories.base(&self.at).ok_or(Errno::NOENT)?;
        let name = &self.at.name;
        if !leaf.is(self.new) {
            return Ok(if self.is_before(&leaf) {
                UndoOutcome::Restored
            } else {
                UndoOutcome::Left
            });
        }
        match self.old {
            None => {
                let directory = directories.below(&self.at)?.ok_or(Errno::NOENT)?;
                discard(&directory, name)?;
            }
            Some(_) if !kept.is_nothing() => renameat(base, &self.kept, base, name)?,
            Some(old) if temp.is(old) => renameat(base, &self.temp, base, name)?,
            Some(_) if self.is_foreign(&temp) => {
                renameat(base, &self.temp, base, name)?;
                return Ok(UndoOutcome::Left);
            }
            Some(_) => return Ok(UndoOutcome::Left),
        }
        Ok(UndoOutcome::Restored)
    }
}
