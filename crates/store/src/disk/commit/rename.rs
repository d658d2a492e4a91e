//! Renames that never overwrite a file unintentionally, and old files that are kept under another name during the
//! commit.
//!
//! A rename removes the file that has the new name at that moment, and a check before it may be too early. An
//! exchange removes nothing: the two files swap their names. Then the old file is compared with the one that was
//! read. If another process was faster, the files swap again, which only readers can notice for a moment. All of this
//! happens under the directory's lock, so no other commit interferes.

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

/// An old file that is kept under another name.
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

    /// Moves the old file back to `place`, which now has the file `own` or nothing.
    pub(in crate::disk) fn restore(
        &self,
        place: DirectoryEntry<'_>,
        own: Option<&FileFacts>,
    ) -> Result<(), Stuck> {
        let here = (self.directory.as_ref(), self.name.as_os_str());
        let restored = match own {
            None => rename_free(here, place),
            Some(own) => match swap_back(here, place, own) {
                Ok(()) => {
                    self.discard();
                    Ok(())
                }
                Err(stuck) if is_unsupported(stuck.error) => {
                    renameat(here.0, here.1, place.0, place.1)
                }
                Err(stuck) => return Err(stuck),
            },
        };
        restored.map_err(|error| Stuck::with_kept(error, here.0, here.1))
    }

    pub(in crate::disk) fn name(&self) -> &OsStr {
        &self.name
    }

    pub(in crate::disk) fn rename(&mut self, name: &OsStr) -> Result<(), Errno> {
        let here = (self.directory.as_ref(), self.name.as_os_str());
        rename_free(here, (here.0, name))?;
        name.clone_into(&mut self.name);
        Ok(())
    }

    /// Removes the old file. Returns a notice if the file could not be removed.
    pub(in crate::disk) fn discard(&self) -> Option<Notice> {
        match unlinkat(&self.directory, &self.name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => None,
            Err(_) => Some(Notice::LeftOver(self.outward())),
        }
    }

    /// A path that other programs can use.
    pub(in crate::disk) fn outward(&self) -> PathBuf {
        self.directory.outward(&self.name)
    }
}

/// A new random name for a kept file.
pub(in crate::disk) fn new_kept_name() -> Result<OsString, Fault> {
    let name = random_name(FirstHolder::New, None)
        .map_err(|error| fault("keep the old content of", error))?;
    Ok(kept_name_for(&name))
}

/// The name to keep the old file under when the staged file `temp` replaces it.
pub(in crate::disk) fn kept_name_for(temp: &OsStr) -> OsString {
    let bytes = temp.as_encoded_bytes();
    let (name, fingerprints) = name_marks::split(bytes).unwrap_or((bytes, b""));
    OsString::from_vec([name, name_marks::KEPT_SUFFIX.as_bytes(), fingerprints].concat())
}

/// Renames to a new name, which must be free: atomically, or by a link if the file system lacks that.
///
/// # Errors
/// `EXIST` if the name is taken; "unsupported" if the file system can do neither.
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

/// Renames to a new name, which must be free. If [`rename_new`] is not supported, this checks the name first, which
/// is not atomic. So use this for random names, or if nothing else is possible.
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

/// Renames `from` to `wanted`, with a number appended if that name is taken. Returns the new name.
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

/// Renames the file `own` from `from` to `to`, and keeps the `replaced` file under the name `from`. If names cannot
/// be exchanged, the `replaced` file is kept as `keep_as`: by a second link, or else by a copy.
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

/// [`move_over`] if names cannot be exchanged.
pub(in crate::disk) fn keep_and_replace(
    from: (&Arc<Directory>, &OsStr),
    to: (&Arc<Directory>, &OsStr),
    replaced: &ReplacedFile,
    keep_as: Option<&OsStr>,
) -> Result<Option<KeptFile>, Failure> {
    let kept = match keep_as {
        Some(name) => Some(match link(to, replaced, name)? {
            Some(kept) => kept,
            None => copy(to, replaced, name).map_err(Failure::Refused)?,
        }),
        None => None,
    };
    let mut outcome = replaced.check_unwritten();
    if outcome.is_ok() {
        outcome = replace((from.0, from.1), (to.0, to.1));
    }
    if let (Err(_), Some(kept)) = (&outcome, &kept) {
        kept.discard();
    }
    outcome?;
    Ok(kept)
}

/// Renames over any file at `to`.
pub(in crate::disk) fn replace(
    from: DirectoryEntry<'_>,
    to: DirectoryEntry<'_>,
) -> Result<(), Failure> {
    match renameat(from.0, from.1, to.0, to.1) {
        Ok(()) => Ok(()),
        // Another process swept the staged file or renamed the file: the commit is staged again.
        Err(Errno::NOENT) => Err(Failure::Stale),
        Err(error) => Err(Failure::Refused(fault("replace", error))),
    }
}

/// Gives the old file a second name; `None` if links are not possible.
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

/// Copies the old file with its attributes. This is the last resort, since the copy has another inode.
fn copy(
    to: (&Arc<Directory>, &OsStr),
    replaced: &ReplacedFile,
    name: &OsStr,
) -> Result<KeptFile, Fault> {
    let during = "keep the old content of";
    if let Some(target) = replaced.target() {
        leaf::make_link(target, to.0, name).map_err(|error| fault(during, error))?;
        return Ok(KeptFile::new(to.0, name));
    }
    let mut temp = Temp::create_as(to.0, name.to_owned(), StagedAccess::Private)?;
    let file = temp.file()?;
    io::copy(&mut replaced.file(), &mut &*file).map_err(|error| fault(during, error))?;
    attributes::copy(Some(replaced.file()), replaced.facts(), None, &file)?;
    drop(file);
    temp.release();
    Ok(KeptFile::new(to.0, name))
}

/// The number of times that another process may rename files to a place while it is restored.
const ATTEMPTS: usize = 128;

/// Exchanges the file `own` at `new` with the `replaced` file at `place`. Returns false, with nothing done, if the
/// system or the file system cannot exchange names.
///
/// # Errors `Stale` if another file was at `place`, or another process writes to it. The other file is then at
/// `place` again.
pub(in crate::disk) fn swap(
    new: DirectoryEntry<'_>,
    place: DirectoryEntry<'_>,
    own: &FileFacts,
    replaced: &ReplacedFile,
) -> Result<bool, Failure> {
    match exchange(new, place) {
        Ok(()) => {}
        Err(error) if is_unsupported(error) => return Ok(false),
        // Another process swept the staged file, or renamed or removed the file.
        Err(Errno::NOENT) => return Err(Failure::Stale),
        Err(error) => return Err(Failure::Refused(fault("replace", error))),
    }
    let Err(failure) = replaced.check_at(new) else {
        return Ok(true);
    };
    swap_back(new, place, own).map_err(Failure::Stuck)?;
    Err(failure)
}

/// Exchanges the file at `new` with the file `own` at `place` again. If another process renamed a file to `place` in
/// the meantime, that file is kept there. If another process removed `own`, nothing is restored.
pub(in crate::disk) fn swap_back(
    new: DirectoryEntry<'_>,
    place: DirectoryEntry<'_>,
    own: &FileFacts,
) -> Result<(), Stuck> {
    try_swap_back(new, place, own).map_err(|error| Stuck::with_kept(error, new.0, new.1))
}

fn try_swap_back(
    new: DirectoryEntry<'_>,
    place: DirectoryEntry<'_>,
    own: &FileFacts,
) -> Result<(), Errno> {
    let mut expected = *own;
    for _ in 0..ATTEMPTS {
        let put_back = new.0.facts(new.1)?;
        match exchange(new, place) {
            Ok(()) => {}
            Err(Errno::NOENT) => return Ok(()),
            Err(error) => return Err(error),
        }
        match new.0.facts(new.1)? {
            Some(found) if is_file(new.0, &found, &expected) => return Ok(()),
            _ => {}
        }
        // A newer file of another process came out, so it is exchanged again.
        let Some(put_back) = put_back else {
            return Ok(());
        };
        expected = put_back;
    }
    Err(Errno::BUSY)
}

fn exchange(new: DirectoryEntry<'_>, place: DirectoryEntry<'_>) -> Result<(), Errno> {
    #[cfg(test)]
    if simulation::IS_ENABLED.get() {
        return Err(Errno::INVAL);
    }
    // With this order of arguments, the last event for a watcher of `place` is that a file was moved there.
    renameat_with(place.0, place.1, new.0, new.1, RenameFlags::EXCHANGE)
}

/// File systems that cannot exchange names, for tests.
#[cfg(test)]
pub(in crate::disk) mod simulation {
    use std::cell::Cell;

    thread_local! {
        pub(in crate::disk) static IS_ENABLED: Cell<bool> = const { Cell::new(false) };
    }
}
