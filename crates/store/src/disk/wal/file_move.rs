//! Recovery of a step that changes a file's name.
//!
//! F is the old name, L the new one, K where what stood at L waits. A commit goes `F=own L=old`, `K=old`,
//! `L=own`; by an exchange `F=old L=own`, `K=old` beside F; where renaming means linking, F and L both show
//! the file for a moment. Where L is F in other letters, which mean the same, it goes `F=L=own`, `K=own`, `L=F=own`.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use rustix::fs::{RenameFlags, renameat_with};
use rustix::io::Errno;

use super::open_directories::{FoundFile, OpenDirectories, look, os};
use super::operation::{Back, StepState, discard};
use super::put::{number, replaced};
use super::record::LoggedMove;
use crate::disk::commit::rename::{move_over, rename_free};
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
            let (kept, is_free) = (
                self.kept(directories)?,
                leaf.is_nothing() || leaf.is_like(self.own),
            );
            return Ok(match from.is_like(self.own) || kept.is_like(self.own) {
                true if is_free => StepState::Doable,
                true => StepState::Blocked,
                // It had its new name, and may have been changed since.
                false => StepState::Done,
            });
        }
        let is_free = match self.old {
            Some(old) => leaf.is(old),
            None => leaf.is_nothing(),
        };
        Ok(match from {
            // What is missing is that the old name goes.
            _ if leaf.is(self.own) && (from.is(self.own) || from.is_one_of(self.old)) => {
                StepState::Doable
            }
            _ if leaf.is(self.own) => StepState::Done,
            _ if from.is(self.own) && is_free => StepState::Doable,
            _ if from.is(self.own) => StepState::Blocked,
            // It had its new name, and another process gave that to another file since.
            _ if !self.kept(directories)?.is_nothing() => StepState::Done,
            _ if !leaf.is_nothing() && !leaf.is_one_of(self.old) => StepState::Done,
            _ => StepState::Blocked,
        })
    }

    pub(super) fn forward(&self, directories: &OpenDirectories) -> Result<(), Errno> {
        let from = directories.base(&self.from).ok_or(Errno::NOENT)?;
        let (old_name, new_name) = (os(&self.from.name), os(&self.at.name));
        if self.respelled {
            return self.respell(from, old_name, new_name);
        }
        let (there, leaf) = (look(from, &self.from.name)?, directories.look(&self.at)?);
        if leaf.is(self.own) {
            return match there {
                FoundFile::Nothing => Ok(()),
                _ if there.is(self.own) || there.is_one_of(self.old) => {
                    discard(from, &self.from.name)
                }
                _ => Ok(()),
            };
        }
        let to = directories.make_below(&self.at)?;
        match self.old.map(|old| leaf.as_file(old)) {
            Some(Some(old)) => {
                discard(&to, &self.kept)?;
                let kept = Some(os(&self.kept));
                let own = from.facts(old_name)?.ok_or(Errno::NOENT)?;
                let replaced = replaced(&to, new_name, old)?;
                move_over((from, old_name), (&to, new_name), &own, &replaced, kept)
                    .map_err(number)?;
                // After an exchange the old name shows what stood at the new one.
                match look(from, &self.from.name)? {
                    there if there.is_one_of(self.old) => discard(from, &self.from.name),
                    _ => Ok(()),
                }
            }
            None if leaf.is_nothing() => rename_free((from, old_name), (&to, new_name)),
            _ => Err(Errno::EXIST),
        }
    }

    /// Gives the file, which is on its way or has one of both names, the name `last`. Where it has that already the
    /// way is gone once more: only a listing would tell how it is spelled.
    fn respell(
        &self,
        directory: &Arc<Directory>,
        first: &OsStr,
        last: &OsStr,
    ) -> Result<(), Errno> {
        let kept = os(&self.kept);
        let is_own = |name: &OsStr| Ok(look(directory, Path::new(name))?.is_like(self.own));
        let is_kept = is_own(kept)?;
        match (is_own(first)?, is_own(last)?) {
            (false, false) if is_kept => {}
            (false, false) => return Err(Errno::NOENT),
            (is_first, _) => {
                if is_kept {
                    // Where renaming means linking.
                    discard(directory, &self.kept)?;
                }
                if !is_first {
                    return Ok(());
                }
                rename_free((directory, first), (directory, kept))?;
            }
        }
        rename_free((directory, kept), (directory, last))
    }

    pub(super) fn backward(&self, directories: &OpenDirectories) -> Result<Back, Errno> {
        let from = directories.base(&self.from).ok_or(Errno::NOENT)?;
        let Some(to) = directories.below(&self.at)? else {
            return Ok(Back::Restored);
        };
        let (old_name, new_name) = (os(&self.from.name), os(&self.at.name));
        if self.respelled {
            return match self.respell(from, new_name, old_name) {
                Ok(()) => Ok(Back::Restored),
                Err(Errno::NOENT | Errno::EXIST) => Ok(Back::Left),
                Err(error) => Err(error),
            };
        }
        let there = look(from, &self.from.name)?;
        if look(&to, &self.at.name)?.is(self.own) {
            match there {
                _ if there.is(self.own) => discard(&to, &self.at.name)?,
                _ if there.is_one_of(self.old) => {
                    renameat_with(from, old_name, &to, new_name, RenameFlags::EXCHANGE)?;
                    return Ok(Back::Restored);
                }
                FoundFile::Nothing => rename_free((&to, new_name), (from, old_name))?,
                _ => return Ok(Back::Left),
            }
        }
        match look(&to, &self.at.name)? {
            FoundFile::Nothing => {
                for directory in [&to, from] {
                    if !look(directory, &self.kept)?.is_nothing() {
                        rename_free((directory, os(&self.kept)), (&to, new_name))?;
                        return Ok(Back::Restored);
                    }
                }
                Ok(Back::Restored)
            }
            leaf if leaf.is_one_of(self.old) => Ok(Back::Restored),
            _ => Ok(Back::Left),
        }
    }
}
