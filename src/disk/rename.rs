//! Renames that clobber nothing unasked, and old files kept under another name until all is done.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use rustix::fs::{AtFlags, RenameFlags, linkat, renameat, renameat_with, unlinkat};
use rustix::io::Errno;

use crate::refusal::Reason;
use crate::snapshot::Identity;

use super::directory::Directory;
use super::fault::{fault, is_unsupported};
use super::leaf;
use super::step::{Failure, Stuck};
use super::temp::{Access, Temp, random_name};
use super::{Notice, attributes};

/// What a kept file's name ends with.
const KEPT_SUFFIX: &str = "~";

/// An entry: a directory and a name in it.
type Entry<'a> = (&'a Directory, &'a OsStr);

/// An old file that waits under another name.
#[derive(Debug)]
pub(super) struct Kept {
    directory: Arc<Directory>,
    name: OsString,
}

impl Kept {
    /// Gives the old file its name back.
    pub(super) fn restore(&self, directory: &Directory, name: &OsStr) -> Result<(), Stuck> {
        renameat(&self.directory, &self.name, directory, name)
            .map_err(|error| Stuck::with_kept(error, &self.directory, &self.name))
    }

    /// Removes the old file; what is left over is said.
    pub(super) fn discard(&self) -> Option<Notice> {
        match unlinkat(&self.directory, &self.name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => None,
            Err(_) => Some(Notice::LeftOver {
                file: self.outward(),
            }),
        }
    }

    /// A path that other programs can use.
    pub(super) fn outward(&self) -> PathBuf {
        self.directory.outward(&self.name)
    }
}

/// A name for an old file to wait under.
pub(super) fn kept_name() -> Result<OsString, Reason> {
    let name = random_name(None).map_err(|error| fault("keep the old text of", error))?;
    Ok(kept_beside(&name))
}

/// The name under which the old file waits that is replaced by the staged file `temp`.
pub(super) fn kept_beside(temp: &OsStr) -> OsString {
    let mut name = temp.to_owned();
    name.push(KEPT_SUFFIX);
    name
}

/// Renames where the new name must be free: atomically, or by a link where that is all there is.
///
/// # Errors
/// `EXIST` when the name is taken; "unsupported" when the file system can do neither.
pub(super) fn rename_new(from: Entry<'_>, to: Entry<'_>) -> Result<(), Errno> {
    match renameat_with(from.0, from.1, to.0, to.1, RenameFlags::NOREPLACE) {
        Err(error) if is_unsupported(error) => {}
        outcome => return outcome,
    }
    linkat(from.0, from.1, to.0, to.1, AtFlags::empty())?;
    unlinkat(from.0, from.1, AtFlags::empty()).inspect_err(|_| {
        let _ = unlinkat(to.0, to.1, AtFlags::empty());
    })
}

/// Renames where the new name is random, or the file system leaves no choice: as [`rename_new`], else
/// looks first.
pub(super) fn rename_free(from: Entry<'_>, to: Entry<'_>) -> Result<(), Errno> {
    match rename_new(from, to) {
        Err(error) if is_unsupported(error) || error == Errno::PERM => match to.0.entry(to.1)? {
            Some(_) => Err(Errno::EXIST),
            None => renameat(from.0, from.1, to.0, to.1),
        },
        outcome => outcome,
    }
}

/// Renames `from` over `to`, where `existing` was verified. With a name to keep it under, the old file
/// waits there: by a second link, else by an exchange, else as a copy.
pub(super) fn move_over(
    from: (&Arc<Directory>, &OsStr),
    to: (&Arc<Directory>, &OsStr),
    existing: Identity,
    keep_as: Option<&OsStr>,
) -> Result<Option<Kept>, Failure> {
    let replace = || match renameat(from.0, from.1, to.0, to.1) {
        Ok(()) => Ok(()),
        // The staged file was swept, or the file renamed by somebody else: to be staged again.
        Err(Errno::NOENT) => Err(Failure::Moved),
        Err(error) => Err(Failure::Refused(fault("replace", error))),
    };
    let Some(name) = keep_as else {
        return replace().map(|()| None);
    };
    let kept = match link(to, existing, name)? {
        Some(kept) => kept,
        None => match exchange(from, to, existing, name)? {
            Some(kept) => return Ok(Some(kept)),
            None => copy(to, existing, name)?,
        },
    };
    match replace() {
        Ok(()) => Ok(Some(kept)),
        Err(failure) => {
            kept.discard();
            Err(failure)
        }
    }
}

/// A second name for the old file; `None` where links are not to be had.
fn link(
    to: (&Arc<Directory>, &OsStr),
    existing: Identity,
    name: &OsStr,
) -> Result<Option<Kept>, Failure> {
    match linkat(to.0, to.1, to.0, name, AtFlags::empty()) {
        Ok(()) => {}
        Err(Errno::NOENT) => return Err(Failure::Moved),
        Err(Errno::PERM | Errno::MLINK | Errno::ACCESS) => return Ok(None),
        Err(error) if is_unsupported(error) => return Ok(None),
        Err(error) => return Err(Failure::Refused(fault("keep the old text of", error))),
    }
    let kept = Kept {
        directory: Arc::clone(to.0),
        name: name.to_owned(),
    };
    match kept.directory.entry(&kept.name) {
        Ok(Some(found)) if found == existing => Ok(Some(kept)),
        Ok(_) => {
            kept.discard();
            Err(Failure::Moved)
        }
        Err(error) => {
            kept.discard();
            Err(Failure::Refused(fault("look at", error)))
        }
    }
}

/// The new file takes the name and the old one what the new one had; `None` where that is unsupported.
fn exchange(
    from: (&Arc<Directory>, &OsStr),
    to: (&Arc<Directory>, &OsStr),
    existing: Identity,
    name: &OsStr,
) -> Result<Option<Kept>, Failure> {
    let swap = || renameat_with(from.0, from.1, to.0, to.1, RenameFlags::EXCHANGE);
    match swap() {
        Ok(()) => {}
        Err(error) if is_unsupported(error) => return Ok(None),
        Err(Errno::NOENT) => return Err(Failure::Moved),
        Err(error) => return Err(Failure::Refused(fault("replace", error))),
    }
    let failure = match from.0.entry(from.1) {
        Ok(Some(found)) if found == existing => {
            match rename_free((from.0, from.1), (from.0, name)) {
                Ok(()) => {
                    return Ok(Some(Kept {
                        directory: Arc::clone(from.0),
                        name: name.to_owned(),
                    }));
                }
                Err(error) => Failure::Refused(fault("keep the old text of", error)),
            }
        }
        Ok(_) => Failure::Moved,
        Err(error) => Failure::Refused(fault("look at", error)),
    };
    match swap() {
        Ok(()) => Err(failure),
        Err(error) => Err(Failure::Refused(fault("put back", error))),
    }
}

/// A copy of the old file with its attributes: the last resort, whose inode is another one.
fn copy(to: (&Arc<Directory>, &OsStr), existing: Identity, name: &OsStr) -> Result<Kept, Failure> {
    let during = "keep the old text of";
    let refused = |error: io::Error| Failure::Refused(fault(during, error));
    let (mut file, facts) = leaf::open(to.0, to.1)
        .map_err(Failure::Refused)?
        .filter(|(_, facts)| facts.identity == existing)
        .ok_or(Failure::Moved)?;
    let temp = Temp::create_as(to.0, name.to_owned(), Access::Private);
    let mut temp = temp.map_err(Failure::Refused)?;
    io::copy(&mut file, &mut temp.file()).map_err(refused)?;
    attributes::copy(&file, &facts, None, temp.file()).map_err(Failure::Refused)?;
    temp.release();
    Ok(Kept {
        directory: Arc::clone(to.0),
        name: name.to_owned(),
    })
}
