//! Recovery of a step that gives a staged file its name.
//!
//! T is the staged file's name, K that of the old file while it waits, L the target. A commit goes
//! `T=new L=old`, `K=old`, `L=new`; by an exchange `T=old L=new`, `K=old`; by a copy K is any file.

use rustix::fs::renameat;
use rustix::io::Errno;

use super::field::{Field, Found, look, os};
use super::operation::{Back, Standing, discard};
use super::record::Put;
use crate::disk::rename::{move_over, rename_free};
use crate::disk::step::Failure;

impl Put {
    fn entries(&self, field: &Field) -> Result<(Found, Found, Found), Errno> {
        let directory = field.base(&self.at).ok_or(Errno::NOENT)?;
        Ok((
            field.look(&self.at)?,
            look(directory, &self.temp)?,
            look(directory, &self.kept)?,
        ))
    }

    pub(super) fn standing(&self, field: &Field) -> Result<Standing, Errno> {
        let (leaf, temp, kept) = self.entries(field)?;
        if leaf.is(self.new) {
            return Ok(Standing::Done);
        }
        let is_staged = temp.is(self.new);
        Ok(match (self.old, temp) {
            (Some(old), _) if is_staged && leaf.is(old) => Standing::Doable,
            (None, _) if is_staged && leaf == Found::Nothing => Standing::Doable,
            // The new file had its name, and somebody gave the name to another one since.
            (Some(old), _) if temp.is(old) => Standing::Done,
            (Some(_), Found::Nothing) if kept != Found::Nothing => Standing::Done,
            (_, Found::Nothing) if leaf != Found::Nothing && !leaf.is_one_of(self.old) => {
                Standing::Done
            }
            _ => Standing::Blocked,
        })
    }

    pub(super) fn forward(&self, field: &Field) -> Result<(), Errno> {
        if self.standing(field)? == Standing::Done {
            return Ok(());
        }
        let from = field.base(&self.at).ok_or(Errno::NOENT)?;
        let to = field.make_below(&self.at)?;
        let (temp, name) = (os(&self.temp), os(&self.at.name));
        match (self.old, look(&to, &self.at.name)?) {
            (Some(old), Found::File { mark, identity }) if mark == old => {
                discard(from, &self.kept)?;
                move_over((from, temp), (&to, name), identity, Some(os(&self.kept)))
                    .map(|_| ())
                    .map_err(number)
            }
            (None, Found::Nothing) => rename_free((from, temp), (&to, name)),
            _ => Err(Errno::EXIST),
        }
    }

    pub(super) fn backward(&self, field: &Field) -> Result<Back, Errno> {
        let (leaf, temp, kept) = self.entries(field)?;
        let base = field.base(&self.at).ok_or(Errno::NOENT)?;
        let name = &self.at.name;
        if !leaf.is(self.new) {
            let is_before = match self.old {
                Some(old) => leaf.is(old),
                None => leaf == Found::Nothing,
            };
            return Ok(match is_before {
                true => Back::Restored,
                false => Back::Left,
            });
        }
        match self.old {
            None => {
                let directory = field.below(&self.at)?.ok_or(Errno::NOENT)?;
                discard(&directory, name)?;
            }
            Some(_) if kept != Found::Nothing => renameat(base, &self.kept, base, name)?,
            Some(old) if temp.is(old) => renameat(base, &self.temp, base, name)?,
            Some(_) => return Ok(Back::Left),
        }
        Ok(Back::Restored)
    }
}

/// The number of a failure, as far as it has one.
pub(super) fn number(failure: Failure) -> Errno {
    use crate::refusal::Reason;
    match failure {
        Failure::Moved => Errno::EXIST,
        Failure::Refused(Reason::NoSpace { .. }) => Errno::NOSPC,
        Failure::Refused(Reason::Permission { .. }) => Errno::PERM,
        Failure::Refused(_) => Errno::IO,
    }
}
