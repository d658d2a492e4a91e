//! Renames that clobber nothing unasked, and old files kept under another name until all is done.
//!
//! A rename over a name removes whatever has it at that moment, and no look before it is late enough. An
//! exchange removes nothing: two names are exchanged, what comes out is looked at, and goes back if it is not what was
//! to be replaced. Who renamed a file of their own to the place just before it finds that file there
//! again. Only readers can tell, for as long as that takes. All of it happens under the directory's lock, so
//! no other process that exchanges is about.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::sync::Arc;

use rustix::fs::{AtFlags, RenameFlags, linkat, renameat, renameat_with, unlinkat};
use rustix::io::Errno;

use super::failure::{Failure, Stuck};
use super::replaced_file::ReplacedFile;
use crate::disk::fault::{fault, is_unsupported};
use crate::disk::notice::Notice;
use crate::disk::sandbox::directory::{Directory, DirectoryEntry};
use crate::disk::sandbox::inodes::is_file;
use crate::disk::sandbox::{attributes, leaf};
use crate::disk::stage::name_marks::{self, FirstHolder};
use crate::disk::stage::temp::{StagedAccess, Temp, random_name};
use crate::error::Fault;
use crate::snapshot::FileFacts;

/// An old file that waits under another name.
#[derive(Debug)]
pub(in crate::disk) struct KeptFile {
    directory: Arc<Directory>,
    name: OsString,
}

impl KeptFile {
    fn new(directory: &Arc<Directory>, name: &OsStr) -> Self {
        Self {
            directory: Arc::clone(directory),
            name: name.to_owned(),
        }
    }

    /// Gives the old file its `place` back, where `own` is now, or nothing.
    pub(in crate::disk) fn restore(
        &self,
        place: DirectoryEntry<'_>,
        own: Option<&FileFacts>,
    ) -> Result<(), Stuck> {
        let here = (self.directory.as_ref(), self.name.as_os_str());
        let stuck = |error| Stuck::with_kept(error, here.0, here.1);
        let Some(own) = own else {
            return rename_free(here, place).map_err(stuck);
        };
        match swap_back(here, place, own) {
            Ok(()) => {
                self.discard();
                Ok(())
            }
            Err(failed) if is_unsupported(failed.error) => {
                renameat(here.0, here.1, place.0, place.1).map_err(stuck)
            }
            Err(failed) => Err(failed),
        }
    }

    /// The name it waits under.
    pub(in crate::disk) fn name(&self) -> &OsStr {
        &self.name
    }

    /// Lets it wait under another name.
    pub(in crate::disk) fn rename(&mut self, name: &OsStr) -> Result<(), Errno> {
        let here = (self.directory.as_ref(), self.name.as_os_str());
        rename_free(here, (here.0, name))?;
        name.clone_into(&mut self.name);
        Ok(())
    }

    /// Removes the old file; what is left over is said.
    pub(in crate::disk) fn discard(&self) -> Option<Notice> {
        match unlinkat(&self.directory, &self.name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => None,
            Err(_) => Some(Notice::LeftOver {
                file: self.outward(),
            }),
        }
    }

    /// A path that other programs can use.
    pub(in crate::disk) fn outward(&self) -> PathBuf {
        self.directory.outward(&self.name)
    }
}

/// A name for an old file to wait under.
pub(in crate::disk) fn kept_name() -> Result<OsString, Fault> {
    let name = random_name(FirstHolder::New, None)
        .map_err(|error| fault("keep the old content of", error))?;
    Ok(kept_beside(&name))
}

/// The name under which the old file waits that is replaced by the staged file `temp`.
pub(in crate::disk) fn kept_beside(temp: &OsStr) -> OsString {
    let bytes = temp.as_encoded_bytes();
    let (name, claim) = name_marks::split(bytes).unwrap_or((bytes, b""));
    OsString::from_vec([name, name_marks::KEPT_SUFFIX.as_bytes(), claim].concat())
}

/// Renames where the new name must be free: atomically, or by a link where that is all there is.
///
/// # Errors
/// `EXIST` when the name is taken; "unsupported" when the file system can do neither.
pub(in crate::disk) fn rename_new(
    from: DirectoryEntry<'_>,
    to: DirectoryEntry<'_>,
) -> Result<(), Errno> {
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
pub(in crate::disk) fn rename_free(
    from: DirectoryEntry<'_>,
    to: DirectoryEntry<'_>,
) -> Result<(), Errno> {
    match rename_new(from, to) {
        Err(error) if is_unsupported(error) || error == Errno::PERM => match to.0.entry(to.1)? {
            Some(_) => Err(Errno::EXIST),
            None => renameat(from.0, from.1, to.0, to.1),
        },
        outcome => outcome,
    }
}

/// Renames `from` to `wanted`, or to that with a number where it is taken; what it is called now.
pub(in crate::disk) fn rename_numbered(
    directory: &Directory,
    from: &OsStr,
    wanted: &str,
) -> Result<OsString, Errno> {
    for number in 0..=u8::MAX {
        let free = OsString::from(match number {
            0 => wanted.to_owned(),
            number => format!("{wanted}.{number}"),
        });
        match rename_free((directory, from), (directory, &free)) {
            Ok(()) => return Ok(free),
            Err(Errno::EXIST) => {}
            Err(error) => return Err(error),
        }
    }
    Err(Errno::EXIST)
}

/// Renames `from`, which is `own`, over `to`, where the `replaced` is. The old file waits under the name
/// that the new one had; where names cannot be exchanged, as `keep_as`: a second link to it, else a copy.
pub(in crate::disk) fn move_over(
    from: (&Arc<Directory>, &OsStr),
    to: (&Arc<Directory>, &OsStr),
    own: &FileFacts,
    replaced: &ReplacedFile,
    keep_as: Option<&OsStr>,
) -> Result<Option<KeptFile>, Failure> {
    if swap((from.0, from.1), (to.0, to.1), own, replaced)? {
        Ok(Some(KeptFile::new(from.0, from.1)))
    } else {
        keep_and_replace(from, to, replaced, keep_as)
    }
}

/// As [`move_over`], where names cannot be exchanged.
pub(in crate::disk) fn keep_and_replace(
    from: (&Arc<Directory>, &OsStr),
    to: (&Arc<Directory>, &OsStr),
    replaced: &ReplacedFile,
    keep_as: Option<&OsStr>,
) -> Result<Option<KeptFile>, Failure> {
    let kept = match keep_as {
        Some(name) => Some(match link(to, replaced, name)? {
            Some(kept) => kept,
            None => copy(to, replaced, name)?,
        }),
        None => None,
    };
    let outcome = replaced
        .look()
        .and_then(|()| replace((from.0, from.1), (to.0, to.1)));
    if let (Err(_), Some(kept)) = (&outcome, &kept) {
        kept.discard();
    }
    outcome.map(|()| kept)
}

/// Renames over whatever is there.
pub(in crate::disk) fn replace(
    from: DirectoryEntry<'_>,
    to: DirectoryEntry<'_>,
) -> Result<(), Failure> {
    match renameat(from.0, from.1, to.0, to.1) {
        Ok(()) => Ok(()),
        // The staged file was swept, or the file renamed by another process: to be staged again.
        Err(Errno::NOENT) => Err(Failure::Stale),
        Err(error) => Err(Failure::Refused(fault("replace", error))),
    }
}

/// A second name for the old file; `None` where links are not to be had.
fn link(
    to: (&Arc<Directory>, &OsStr),
    replaced: &ReplacedFile,
    name: &OsStr,
) -> Result<Option<KeptFile>, Failure> {
    match linkat(to.0, to.1, to.0, name, AtFlags::empty()) {
        Ok(()) => {}
        Err(Errno::NOENT) => return Err(Failure::Stale),
        Err(Errno::PERM | Errno::MLINK | Errno::ACCESS) => return Ok(None),
        Err(error) if is_unsupported(error) => return Ok(None),
        Err(error) => return Err(Failure::Refused(fault("keep the old content of", error))),
    }
    let kept = KeptFile::new(to.0, name);
    match replaced.is_at((&kept.directory, &kept.name)) {
        Ok(true) => Ok(Some(kept)),
        Ok(false) => {
            kept.discard();
            Err(Failure::Stale)
        }
        Err(reason) => {
            kept.discard();
            Err(Failure::Refused(reason))
        }
    }
}

/// A copy of the old file with its attributes: the last resort, whose inode is another one.
fn copy(
    to: (&Arc<Directory>, &OsStr),
    replaced: &ReplacedFile,
    name: &OsStr,
) -> Result<KeptFile, Failure> {
    let during = "keep the old content of";
    let refused = |error: io::Error| Failure::Refused(fault(during, error));
    if let Some(target) = replaced.target() {
        leaf::make_link(target, to.0, name).map_err(|error| refused(error.into()))?;
        return Ok(KeptFile::new(to.0, name));
    }
    let mut temp =
        Temp::create_as(to.0, name.to_owned(), StagedAccess::Private).map_err(Failure::Refused)?;
    let file = temp.file().map_err(Failure::Refused)?;
    io::copy(&mut replaced.file(), &mut &*file).map_err(refused)?;
    attributes::copy(replaced.file(), replaced.facts(), None, &file).map_err(Failure::Refused)?;
    drop(file);
    temp.release();
    Ok(KeptFile::new(to.0, name))
}

/// How often another process may rename files of its own to a place while it is put back.
const ATTEMPTS: usize = 128;

/// Puts the file at `new`, which is `own`, to the `place` of `replaced`, which gets the name that the new one had.
/// Whether that could be done: some systems and file systems cannot exchange names, and then nothing happens.
///
/// # Errors
/// `Stale` when something else was there, or another process writes to it: it is at the place again.
pub(in crate::disk) fn swap(
    new: DirectoryEntry<'_>,
    place: DirectoryEntry<'_>,
    own: &FileFacts,
    replaced: &ReplacedFile,
) -> Result<bool, Failure> {
    match exchange(new, place) {
        Ok(()) => {}
        Err(error) if is_unsupported(error) => return Ok(false),
        // The staged file was swept, or the file renamed or removed by another process.
        Err(Errno::NOENT) => return Err(Failure::Stale),
        Err(error) => return Err(Failure::Refused(fault("replace", error))),
    }
    let Err(failure) = replaced.look_at(new) else {
        return Ok(true);
    };
    swap_back(new, place, own).map_err(Failure::Stuck)?;
    Err(failure)
}

/// Moves the file at `new` back to `place`, where `inside` is now. A file that another process renamed to `place`
/// meanwhile stays there; if it removed ours, ours stays removed.
pub(in crate::disk) fn swap_back(
    new: DirectoryEntry<'_>,
    place: DirectoryEntry<'_>,
    inside: &FileFacts,
) -> Result<(), Stuck> {
    let stuck = |error| Stuck::with_kept(error, new.0, new.1);
    let mut inside = *inside;
    for _ in 0..ATTEMPTS {
        let outside = new.0.facts(new.1).map_err(stuck)?;
        match exchange(new, place) {
            Ok(()) => {}
            Err(Errno::NOENT) => return Ok(()),
            Err(error) => return Err(stuck(error)),
        }
        let now = new.0.facts(new.1).map_err(stuck)?;
        if now.is_some_and(|now| is_file(new.0, &now, &inside)) {
            return Ok(());
        }
        // What came out is newer than what was put back.
        let Some(outside) = outside else {
            return Ok(());
        };
        inside = outside;
    }
    Err(stuck(Errno::BUSY))
}

fn exchange(new: DirectoryEntry<'_>, place: DirectoryEntry<'_>) -> Result<(), Errno> {
    #[cfg(test)]
    if lack::IS_FELT.get() {
        return Err(Errno::INVAL);
    }
    // In this order the last that a watcher of the place hears is that a file has come there.
    renameat_with(place.0, place.1, new.0, new.1, RenameFlags::EXCHANGE)
}

/// File systems that cannot exchange names, for tests.
#[cfg(test)]
pub(in crate::disk) mod lack {
    use std::cell::Cell;

    thread_local! {
        pub(in crate::disk) static IS_FELT: Cell<bool> = const { Cell::new(false) };
    }
}
