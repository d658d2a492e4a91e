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
    fn new(kept: DirectoryEntry<'_>) -> Self {
        Self {
            directory: Arc::clone(kept.directory),
            name: kept.name.to_owned(),
        }
    }

    fn entry(&self) -> DirectoryEntry<'_> {
        self.directory.at(&self.name)
    }

    /// Moves the old file back to `place`, which must be free.
    pub(in crate::disk) fn restore(&self, place: DirectoryEntry<'_>) -> Result<(), Stuck> {
        rename_free(self.entry(), place).map_err(|error| Stuck::with_kept(error, self.entry()))
    }

    /// Moves the old file back to `place`, which now has the file `own`, and removes `own`.
    pub(in crate::disk) fn restore_over(
        &self,
        place: DirectoryEntry<'_>,
        own: &FileFacts,
    ) -> Result<(), Stuck> {
        let kept = self.entry();
        match swap_back(kept, place, own) {
            Ok(()) => {
                self.discard();
                Ok(())
            }
            Err(stuck) if is_unsupported(stuck.error) => {
                renameat(kept.directory, kept.name, place.directory, place.name)
                    .map_err(|error| Stuck::with_kept(error, kept))
            }
            Err(stuck) => Err(stuck),
        }
    }

    pub(in crate::disk) fn name(&self) -> &OsStr {
        &self.name
    }

    pub(in crate::disk) fn rename(&mut self, name: &OsStr) -> Result<(), Errno> {
        rename_free(self.entry(), self.directory.at(name))?;
        name.clone_into(&mut self.name);
        Ok(())
    }

    /// Removes the old file. Returns a notice if the file could not be removed.
    pub(in crate::disk) fn discard(&self) -> Option<Notice> {
        self.entry().discard()
    }

    /// A path that other programs can use.
    pub(in crate::disk) fn outward(&self) -> PathBuf {
        self.entry().outward()
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
    let (old, new) = (from.directory, to.directory);
    match renameat_with(old, from.name, new, to.name, RenameFlags::NOREPLACE) {
        Err(error) if is_unsupported(error) => {}
        outcome => return outcome,
    }
    linkat(old, from.name, new, to.name, AtFlags::empty())?;
    unlinkat(old, from.name, AtFlags::empty()).inspect_err(|_| {
        let _ = unlinkat(new, to.name, AtFlags::empty());
    })
}

/// Renames to a new name, which must be free. If [`rename_new`] is not supported, this checks the name first, which
/// is not atomic. So use this for random names, or if nothing else is possible.
pub(in crate::disk) fn rename_free(
    from: DirectoryEntry<'_>,
    to: DirectoryEntry<'_>,
) -> Result<(), Errno> {
    match rename_new(from, to) {
        Err(error) if is_unsupported(error) || error == Errno::PERM => {}
        outcome => return outcome,
    }
    if to.directory.entry(to.name)?.is_some() {
        return Err(Errno::EXIST);
    }
    renameat(from.directory, from.name, to.directory, to.name)
}

/// Renames `from` to `wanted`, with a number appended if that name is taken. Returns the new name.
pub(in crate::disk) fn rename_numbered(
    from: DirectoryEntry<'_>,
    wanted: &str,
) -> Result<OsString, Errno> {
    for number in 0..=u8::MAX {
        let free = OsString::from(match number {
            0 => wanted.to_owned(),
            number => format!("{wanted}.{number}"),
        });
        match rename_free(from, from.directory.at(&free)) {
            Ok(()) => return Ok(free),
            Err(Errno::EXIST) => {}
            Err(error) => return Err(error),
        }
    }
    Err(Errno::EXIST)
}

/// Renames the file `own` from `from` to `to`, and keeps the `replaced` file under the name `from`. If names cannot
/// be exchanged, the `replaced` file is kept as `keep_as`: by a second link, or else by a copy.
pub(in crate::disk) fn replace_and_keep(
    from: DirectoryEntry<'_>,
    to: DirectoryEntry<'_>,
    own: &FileFacts,
    replaced: &ReplacedFile,
    keep_as: Option<&OsStr>,
) -> Result<Option<KeptFile>, Failure> {
    if swap(from, to, own, replaced)? {
        Ok(Some(KeptFile::new(from)))
    } else {
        keep_and_replace(from, to, replaced, keep_as)
    }
}

/// [`replace_and_keep`] if names cannot be exchanged.
pub(in crate::disk) fn keep_and_replace(
    from: DirectoryEntry<'_>,
    to: DirectoryEntry<'_>,
    replaced: &ReplacedFile,
    keep_as: Option<&OsStr>,
) -> Result<Option<KeptFile>, Failure> {
    let mut kept = None;
    if let Some(name) = keep_as {
        let keep_at = to.directory.at(name);
        kept = match keep_by_link(to, replaced, keep_at)? {
            Some(linked) => Some(linked),
            None => Some(keep_by_copy(replaced, keep_at).map_err(Failure::Refused)?),
        };
    }
    let mut outcome = replaced.check_unwritten();
    if outcome.is_ok() {
        outcome = replace(from, to);
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
    match renameat(from.directory, from.name, to.directory, to.name) {
        Ok(()) => Ok(()),
        // Another process swept the staged file or renamed the file: the commit is staged again.
        Err(Errno::NOENT) => Err(Failure::Stale),
        Err(error) => Err(Failure::Refused(fault("replace", error))),
    }
}

/// Gives the old file at `place` the second name `keep_at`. `None` if links are not possible.
fn keep_by_link(
    place: DirectoryEntry<'_>,
    replaced: &ReplacedFile,
    keep_at: DirectoryEntry<'_>,
) -> Result<Option<KeptFile>, Failure> {
    let directory = place.directory;
    match linkat(
        directory,
        place.name,
        directory,
        keep_at.name,
        AtFlags::empty(),
    ) {
        Ok(()) => {}
        Err(Errno::NOENT) => return Err(Failure::Stale),
        Err(Errno::PERM | Errno::MLINK | Errno::ACCESS) => return Ok(None),
        Err(error) if is_unsupported(error) => return Ok(None),
        Err(error) => return Err(Failure::Refused(fault("keep the old content of", error))),
    }
    match replaced.is_at(keep_at) {
        Ok(true) => Ok(Some(KeptFile::new(keep_at))),
        Ok(false) => {
            keep_at.discard();
            Err(Failure::Stale)
        }
        Err(reason) => {
            keep_at.discard();
            Err(Failure::Refused(reason))
        }
    }
}

/// Copies the old file with its attributes to `keep_at`. This is the last resort, since the copy has another inode.
fn keep_by_copy(replaced: &ReplacedFile, keep_at: DirectoryEntry<'_>) -> Result<KeptFile, Fault> {
    let during = "keep the old content of";
    let DirectoryEntry { directory, name } = keep_at;
    if let Some(target) = replaced.target() {
        leaf::make_link(target, directory, name).map_err(|error| fault(during, error))?;
        return Ok(KeptFile::new(keep_at));
    }
    let mut temp = Temp::create_as(directory, name.to_owned(), StagedAccess::Private)?;
    let file = temp.file()?;
    io::copy(&mut replaced.file(), &mut &*file).map_err(|error| fault(during, error))?;
    attributes::copy(Some(replaced.file()), replaced.facts(), None, &file)?;
    drop(file);
    temp.release();
    Ok(KeptFile::new(keep_at))
}

/// The number of times that another process may rename files to a place while it is restored.
const ATTEMPTS: usize = 128;

/// Exchanges the file `own` at `new` with the `replaced` file at `place`. Returns false, with nothing done, if the
/// system or the file system cannot exchange names.
///
/// # Errors
/// `Stale` if another file was at `place`, or another process writes to it. The other file is then at
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
    try_swap_back(new, place, own).map_err(|error| Stuck::with_kept(error, new))
}

fn try_swap_back(
    new: DirectoryEntry<'_>,
    place: DirectoryEntry<'_>,
    own: &FileFacts,
) -> Result<(), Errno> {
    let mut expected = *own;
    for _ in 0..ATTEMPTS {
        let put_back = new.facts()?;
        match exchange(new, place) {
            Ok(()) => {}
            Err(Errno::NOENT) => return Ok(()),
            Err(error) => return Err(error),
        }
        if let Some(found) = new.facts()?
            && is_file(new.directory, &found, &expected)
        {
            return Ok(());
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
    let (from, to) = (place.directory, new.directory);
    renameat_with(from, place.name, to, new.name, RenameFlags::EXCHANGE)
}

/// File systems that cannot exchange names, for tests.
#[cfg(test)]
pub(in crate::disk) mod simulation {
    use std::cell::Cell;

    thread_local! {
        pub(in crate::disk) static IS_ENABLED: Cell<bool> = const { Cell::new(false) };
    }
}
