//! Recovery of a step that gives a staged file its name.
//!
//! T is the staged file's name, L the target, K the name of the old file where names cannot be exchanged. A
//! commit goes `T=new L=old`, `T=old L=new`; without an exchange `T=new L=old`, `K=old`, `L=new`, and K is any
//! file where it is a copy.

use std::ffi::OsStr;

use rustix::fs::renameat;
use rustix::io::Errno;

use super::open_directories::{FoundFile, OpenDirectories, look, os};
use super::operation::{Back, StepState, discard};
use super::record::LoggedPut;
use crate::disk::commit::failure::Failure;
use crate::disk::commit::rename::{move_over, rename_free};
use crate::disk::commit::replaced_file::ReplacedFile;
use crate::disk::sandbox::directory::Directory;
use crate::snapshot::FileFacts;

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

    /// Whether `temp`, found under the name of the staged file, is what another process wrote: it was at the
    /// target, or was written to there, when the crash came between the exchange and the look at what came
    /// out.
    fn is_foreign(&self, temp: &FoundFile) -> bool {
        !temp.is_nothing() && !temp.is(self.new) && !temp.is_one_of(self.old)
    }

    /// Whether nothing is at the name, or what leaves it first.
    fn is_free(&self, leaf: &FoundFile) -> bool {
        leaf.is_nothing() || leaf.is_one_of(self.instead_of)
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
        let is_staged = temp.is(self.new);
        Ok(match (self.old, &temp) {
            (Some(old), _) if is_staged && leaf.is(old) => StepState::Doable,
            (None, _) if is_staged && self.is_free(&leaf) => StepState::Doable,
            // The new file had its name, and another process gave the name to another one since.
            (Some(old), _) if temp.is(old) => StepState::Done,
            (Some(_), FoundFile::Nothing) if !kept.is_nothing() => StepState::Done,
            (_, FoundFile::Nothing) if !leaf.is_nothing() && !leaf.is_one_of(self.old) => {
                StepState::Done
            }
            _ => StepState::Blocked,
        })
    }

    pub(super) fn forward(&self, directories: &OpenDirectories) -> Result<(), Errno> {
        if self.state(directories)? == StepState::Done {
            return Ok(());
        }
        let from = directories.base(&self.at).ok_or(Errno::NOENT)?;
        let to = directories.make_below(&self.at)?;
        let (temp, name) = (os(&self.temp), os(&self.at.name));
        let leaf = look(&to, &self.at.name)?;
        match self.old.map(|old| leaf.as_file(old)) {
            Some(Some(old)) => {
                discard(from, &self.kept)?;
                let own = from.facts(temp)?.ok_or(Errno::NOENT)?;
                let replaced = replaced(&to, name, old)?;
                let kept = Some(os(&self.kept));
                move_over((from, temp), (&to, name), &own, &replaced, kept)
                    .map(|_| ())
                    .map_err(number)
            }
            None if leaf.is_nothing() => rename_free((from, temp), (&to, name)),
            _ => Err(Errno::EXIST),
        }
    }

    pub(super) fn backward(&self, directories: &OpenDirectories) -> Result<Back, Errno> {
        let (leaf, temp, kept) = self.entries(directories)?;
        let base = directories.base(&self.at).ok_or(Errno::NOENT)?;
        let name = &self.at.name;
        if !leaf.is(self.new) {
            let is_before = match self.old {
                Some(old) => leaf.is(old),
                None => self.is_free(&leaf),
            };
            return Ok(if is_before {
                Back::Restored
            } else {
                Back::Left
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
                return Ok(Back::Left);
            }
            Some(_) => return Ok(Back::Left),
        }
        Ok(Back::Restored)
    }
}

/// The file that loses the `name`, if it is the one `wanted` still.
pub(super) fn replaced(
    directory: &Directory,
    name: &OsStr,
    wanted: &FileFacts,
) -> Result<ReplacedFile, Errno> {
    let found = ReplacedFile::known(directory, name, wanted)
        .map_err(|reason| number(Failure::Refused(reason)))?;
    found.ok_or(Errno::EXIST)
}

/// The number of a failure, as far as it has one.
pub(super) fn number(failure: Failure) -> Errno {
    use crate::error::Fault;
    match failure {
        Failure::Stale => Errno::EXIST,
        Failure::Stuck(stuck) => stuck.error,
        Failure::Refused(Fault::NoSpace { .. }) => Errno::NOSPC,
        Failure::Refused(Fault::Permission { .. }) => Errno::PERM,
        Failure::Refused(_) => Errno::IO,
    }
}
