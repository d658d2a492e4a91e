//! A staged file: a temporary file next to the target, which is removed unless it gets the name of the target.

use std::cell::Cell;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use rustix::fs::{
    Access, AtFlags, FlockOperation, Mode, OFlags, accessat, flock, openat, renameat, unlinkat,
};
#[cfg(linux_calls)]
use rustix::fs::{StatxAttributes, StatxFlags, statx};
use rustix::io::Errno;
use rustix::process::{Resource, getrlimit, setrlimit};
#[cfg(linux_calls)]
use rustix::thread::{CapabilitySet, capabilities};

use super::name_marks::{self, FirstHolder};
use crate::disk::fault::fault;
use crate::disk::interrupt::Interrupt;
use crate::disk::notice::Notice;
use crate::disk::sandbox::directory::{Directory, DirectoryEntry};
use crate::disk::sandbox::facts::identity_of;
use crate::disk::sandbox::inodes::{Inodes, is_file};
use crate::disk::sandbox::{facts, leaf};
use crate::error::Fault;
use crate::snapshot::FileFacts;
use crate::user::user_id;

/// Short pieces are joined up to this size in bytes before a write. Longer pieces are not copied.
const MAX_GATHERED: usize = 256 << 10;

pub(in crate::disk) const CREATE: &str = "create a temporary file next to";

/// The number of attempts to create a staged file that other processes keep sweeping.
const ATTEMPTS: usize = 16;

/// The maximum size of one write in bytes, so that signals are noticed.
const MAX_WRITE: usize = 16 << 20;

/// The access to a staged file before its attributes are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::disk) enum StagedAccess {
    /// Only the owner can access the file.
    Private,
    /// The same access as for any new file: the kernel applies the umask and the default ACL.
    Usual,
}

/// A staged file or link. The lock on a file shows that its process is alive. Dropping the value removes the file.
#[derive(Debug)]
pub(in crate::disk) struct Temp {
    directory: Arc<Directory>,
    name: OsString,
    /// A file whose fingerprint is in the name.
    marked: Option<FileFacts>,
    handle: Handle,
    /// The target, for a link.
    target: Option<Bytes>,
    /// True if dropping the value must not remove a file, because the name was removed or now belongs to another
    /// file.
    is_released: bool,
}

/// The access to a staged file.
#[derive(Debug)]
enum Handle {
    /// An open file. The handle of a link is only good for reading its status.
    Open(File),
    /// The facts of a file that was closed because too many files are staged.
    Closed(FileFacts),
}

/// An open staged file.
pub(in crate::disk) enum Opened<'a> {
    /// The file is still open.
    Open(&'a File),
    /// The file was opened again for this use.
    Reopened(File),
}

impl Deref for Opened<'_> {
    type Target = File;

    fn deref(&self) -> &File {
        match self {
            Self::Open(file) => file,
            Self::Reopened(file) => file,
        }
    }
}

impl Temp {
    /// Creates an empty file in `directory`. Its name gets the fingerprint of `next`, the file that will have the
    /// name next, if it is known.
    pub(in crate::disk) fn create(
        directory: &Arc<Directory>,
        extension: Option<&OsStr>,
        access: StagedAccess,
        next: Option<&FileFacts>,
    ) -> Result<Self, Fault> {
        // With `Usual`, the mode of an unnamed file would depend on the version of the kernel.
        if access == StagedAccess::Private
            && let Some(temp) = Self::create_nameless(directory, extension, next)
        {
            return Ok(temp);
        }
        for _ in 0..ATTEMPTS {
            let name = random_name(FirstHolder::New, extension);
            let name = name.map_err(|error| fault(CREATE, error))?;
            let mut temp = Self::create_as(directory, name, access)?;
            match temp.seal() {
                Ok(()) => return Ok(temp),
                // A cleanup took the file for an orphan before it was locked.
                Err(Fault::Missing) => temp.release(),
                Err(reason) => return Err(reason),
            }
        }
        Err(Fault::KeepsChanging)
    }

    /// The staged file `name`, which exists and is open.
    fn new(directory: &Arc<Directory>, name: OsString, file: File) -> Self {
        Self {
            directory: Arc::clone(directory),
            name,
            marked: None,
            handle: Handle::Open(file),
            target: None,
            is_released: false,
        }
    }

    /// Creates an unnamed file, locks it, and gives it a name that contains the seal of its inode. A named file would
    /// have to be renamed for the seal, and a crash before that would leave the file. `None` if the system or the
    /// file system cannot do that.
    #[cfg(target_os = "linux")]
    fn create_nameless(
        directory: &Arc<Directory>,
        extension: Option<&OsStr>,
        next: Option<&FileFacts>,
    ) -> Option<Self> {
        #[cfg(test)]
        if simulation::IS_ENABLED.get() {
            return None;
        }
        if !directory.may_make_nameless() {
            return None;
        }
        let Ok(temp) = Self::name_nameless(directory, extension, next) else {
            directory.give_up_nameless();
            return None;
        };
        Some(temp)
    }

    /// See [`Self::create_nameless`].
    #[cfg(target_os = "linux")]
    fn name_nameless(
        directory: &Arc<Directory>,
        extension: Option<&OsStr>,
        next: Option<&FileFacts>,
    ) -> Result<Self, Errno> {
        let flags = OFlags::RDWR | OFlags::TMPFILE | OFlags::CLOEXEC;
        let file = File::from(openat(directory, ".", flags, Mode::RUSR | Mode::WUSR)?);
        let _ = flock(&file, FlockOperation::NonBlockingLockExclusive);
        let identity = identity_of(&file)?;
        let first = FirstHolder::Inode(identity.inode);
        let sealed_name = random_name(first, extension).map_err(|_| Errno::IO)?;
        let name = name_marks::with_fingerprints(&sealed_name, next.as_slice());
        leaf::give_name(&file, directory, &name)?;
        directory.learn_inodes(&name, identity);
        let mut temp = Self::new(directory, name, file);
        temp.marked = next.copied();
        Ok(temp)
    }

    /// Unnamed files are supported only on Linux.
    #[cfg(not(target_os = "linux"))]
    fn create_nameless(
        _: &Arc<Directory>,
        _: Option<&OsStr>,
        _: Option<&FileFacts>,
    ) -> Option<Self> {
        None
    }

    pub(in crate::disk) fn create_as(
        directory: &Arc<Directory>,
        name: OsString,
        access: StagedAccess,
    ) -> Result<Self, Fault> {
        let flags = OFlags::RDWR
            | OFlags::CREATE
            | OFlags::EXCL
            | OFlags::NOFOLLOW
            | OFlags::NOCTTY
            | OFlags::CLOEXEC;
        let mode = match access {
            StagedAccess::Private => Mode::RUSR | Mode::WUSR,
            StagedAccess::Usual => Mode::from_raw_mode(0o666),
        };
        let fd =
            openat(directory, &name, flags, mode).map_err(|error| not_created(directory, error))?;
        let temp = Self::new(directory, name, File::from(fd));
        // If locks are not supported, only `incise recover` sweeps, so an error does no harm.
        let _ = flock(&*temp.file()?, FlockOperation::NonBlockingLockExclusive);
        Ok(temp)
    }

    /// Renames the file to a name that proves that it is ours.
    fn seal(&mut self) -> Result<(), Fault> {
        let identity = identity_of(&*self.file()?).map_err(|error| fault(CREATE, error))?;
        self.rename(name_marks::with_new_seal(
            &self.name,
            FirstHolder::Inode(identity.inode),
        ))
        .map_err(|error| fault(CREATE, error))
    }

    /// Adds a fingerprint to the name of the complete staged file, on file systems whose inode numbers cannot prove
    /// that the file is ours.
    pub(in crate::disk) fn mark_as_ours(&mut self) -> Result<(), Fault> {
        if self.directory.inodes() == Inodes::Kept || self.target.is_some() {
            return Ok(());
        }
        let facts = self.facts()?;
        self.rename(name_marks::with_fingerprints(&self.name, &[&facts]))
            .map_err(|error| fault(CREATE, error))
    }

    /// Adds the fingerprint of `file` to the name, unless the name has it.
    pub(in crate::disk) fn mark(&mut self, file: &FileFacts) -> Result<(), Errno> {
        if self.marked.is_some_and(|marked| marked.is_same_text(file)) {
            return Ok(());
        }
        self.rename(name_marks::with_fingerprints(&self.name, &[file]))?;
        self.marked = Some(*file);
        Ok(())
    }

    pub(in crate::disk) fn link(directory: &Arc<Directory>, target: Bytes) -> Result<Self, Fault> {
        let name = name_marks::new_sealed_name(FirstHolder::Link(&target))
            .map_err(|error| fault(CREATE, error))?;
        leaf::make_link(&target, directory, &name)
            .map_err(|error| not_created(directory, error))?;
        let opened = leaf::open_link(directory, &name).inspect_err(|_| {
            let _ = unlinkat(directory, &name, AtFlags::empty());
        });
        let file = opened.map_err(|error| fault(CREATE, error))?;
        let mut temp = Self::new(directory, name, file);
        temp.target = Some(target);
        Ok(temp)
    }

    /// The target, if this is a link.
    pub(in crate::disk) fn target(&self) -> Option<&Bytes> {
        self.target.as_ref()
    }

    /// Syncs the text. A link has no text that could be synced.
    pub(in crate::disk) fn sync(&self) -> Result<(), Fault> {
        match self.target {
            Some(_) => Ok(()),
            None => {
                (self.file()?.sync_all()).map_err(|error| fault("sync the new content of", error))
            }
        }
    }

    pub(in crate::disk) fn fill<'a>(
        &mut self,
        pieces: impl Iterator<Item = &'a [u8]>,
        interrupt: &Interrupt,
    ) -> Result<(), Fault> {
        write_pieces(&mut &*self.file()?, pieces, interrupt)
    }

    pub(in crate::disk) fn directory(&self) -> &Arc<Directory> {
        &self.directory
    }

    pub(in crate::disk) fn name(&self) -> &OsStr {
        &self.name
    }

    pub(in crate::disk) fn entry(&self) -> DirectoryEntry<'_> {
        self.directory.at(&self.name)
    }

    /// The file, opened again if it was closed.
    ///
    /// # Errors
    /// [`Fault::KeepsChanging`] if another file has the name by now, or a system error.
    pub(in crate::disk) fn file(&self) -> Result<Opened<'_>, Fault> {
        let known = match &self.handle {
            Handle::Open(file) => return Ok(Opened::Open(file)),
            Handle::Closed(known) => known,
        };
        let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NOCTTY | OFlags::CLOEXEC;
        let opened = match openat(&self.directory, &self.name, flags, Mode::empty()) {
            Ok(fd) => File::from(fd),
            Err(Errno::NOENT | Errno::LOOP) => return Err(Fault::KeepsChanging),
            Err(error) => return Err(fault("open a temporary file next to", error)),
        };
        let found = facts::facts_now(&opened).map_err(|error| fault("look at", error))?;
        if is_file(&self.directory, &found, known) {
            Ok(Opened::Reopened(opened))
        } else {
            Err(Fault::KeepsChanging)
        }
    }

    /// The current facts, or the facts from when the file was closed.
    pub(in crate::disk) fn facts(&self) -> Result<FileFacts, Fault> {
        match &self.handle {
            Handle::Open(file) => facts::facts_now(file).map_err(|error| fault("look at", error)),
            Handle::Closed(known) => Ok(*known),
        }
    }

    /// Closes the file, which releases its lock. The lock of the directory must protect it from sweeping from now on.
    pub(in crate::disk) fn close(&mut self) -> Result<(), Fault> {
        self.handle = Handle::Closed(self.facts()?);
        Ok(())
    }

    /// The path of the file for other programs.
    pub(in crate::disk) fn outward(&self) -> PathBuf {
        self.directory.outward(&self.name)
    }

    pub(in crate::disk) fn rename(&mut self, name: OsString) -> Result<(), Errno> {
        renameat(&self.directory, &self.name, &self.directory, &name)?;
        self.name = name;
        Ok(())
    }

    /// Removes the file. Returns a notice if it could not be removed.
    pub(in crate::disk) fn remove(&mut self) -> Option<Notice> {
        self.release();
        self.entry().discard()
    }

    /// Gives up the name: dropping the value no longer removes a file.
    pub(in crate::disk) fn release(&mut self) {
        self.is_released = true;
    }
}

/// Refuses a `directory` in which this process cannot create and remove files, or which it cannot read and therefore
/// not lock.
///
/// # Errors
/// [`Fault::ClosedDirectory`]. Other errors appear when a file is created.
pub(in crate::disk) fn refuse_closed(directory: &Directory) -> Result<(), Fault> {
    let here = OsStr::new(".");
    if is_pinned(directory, here) {
        return Err(not_created(directory, Errno::PERM));
    }
    let creation = Access::WRITE_OK | Access::EXEC_OK;
    if denied_access(directory, here, creation | Access::READ_OK).is_none() {
        return Ok(());
    }
    match denied_access(directory, here, creation) {
        Some(error) => Err(not_created(directory, error)),
        None => Err(Fault::ClosedDirectory {
            during: "read",
            directory: directory.outward_itself(),
        }),
    }
}

/// Refuses to change the file or directory `name` if it is immutable or append-only. `during` is the operation.
///
/// # Errors
/// [`Fault::Permission`].
pub(in crate::disk) fn refuse_pinned(
    directory: &Directory,
    name: &OsStr,
    during: &'static str,
) -> Result<(), Fault> {
    if is_pinned(directory, name) {
        return Err(Fault::Permission(during));
    }
    Ok(())
}

/// Refuses to write into the file `name` if this process may not.
///
/// # Errors
/// [`Fault::Permission`].
pub(in crate::disk) fn refuse_unwritable(directory: &Directory, name: &OsStr) -> Result<(), Fault> {
    const OPEN: &str = "open for writing";
    refuse_pinned(directory, name, OPEN)?;
    match denied_access(directory, name, Access::WRITE_OK) {
        Some(_) => Err(Fault::Permission(OPEN)),
        None => Ok(()),
    }
}

/// Refuses to replace or remove the file with the facts `facts` if it and its sticky `directory` belong to others.
///
/// # Errors
/// [`Fault::StickyDirectory`].
pub(in crate::disk) fn refuse_sticky(
    directory: &Directory,
    facts: &FileFacts,
    during: &'static str,
) -> Result<(), Fault> {
    let user = user_id();
    if facts.uid == user || acts_as_owner() {
        return Ok(());
    }
    match directory.facts(OsStr::new(".")) {
        Ok(Some(above)) if above.mode & 0o1000 != 0 && above.uid != user => {
            Err(Fault::StickyDirectory(during))
        }
        _ => Ok(()),
    }
}

/// True if the kernel treats the process as the owner of every file.
#[cfg(linux_calls)]
fn acts_as_owner() -> bool {
    capabilities(None).is_ok_and(|sets| sets.effective.contains(CapabilitySet::FOWNER))
}

#[cfg(not(linux_calls))]
fn acts_as_owner() -> bool {
    user_id() == 0
}

/// True if the file or directory `name` is immutable or append-only.
#[cfg(linux_calls)]
fn is_pinned(directory: &Directory, name: &OsStr) -> bool {
    let flags = AtFlags::SYMLINK_NOFOLLOW;
    let pins = StatxAttributes::IMMUTABLE | StatxAttributes::APPEND;
    statx(directory, name, flags, StatxFlags::empty())
        .is_ok_and(|status| status.stx_attributes.intersects(pins))
}

/// Other systems report the fault during the commit.
#[cfg(not(linux_calls))]
fn is_pinned(_: &Directory, _: &OsStr) -> bool {
    false
}

/// The error of the system if the file or directory `name` does not permit `access`.
fn denied_access(directory: &Directory, name: &OsStr, access: Access) -> Option<Errno> {
    match accessat(directory, name, access, AtFlags::EACCESS) {
        Err(error @ (Errno::ACCESS | Errno::PERM | Errno::ROFS)) => Some(error),
        _ => None,
    }
}

fn not_created(directory: &Directory, error: Errno) -> Fault {
    match fault(CREATE, error) {
        Fault::Missing => Fault::MissingParent(directory.outward(OsStr::new(""))),
        Fault::Permission(_) => Fault::ClosedDirectory {
            during: "make a file in",
            directory: directory.outward_itself(),
        },
        other => other,
    }
}

impl Drop for Temp {
    fn drop(&mut self) {
        if !self.is_released {
            let _ = unlinkat(&self.directory, &self.name, AtFlags::empty());
        }
    }
}

/// A new name that `first` is the first file to have, with the `extension` if there is one.
pub(in crate::disk) fn random_name(
    first: FirstHolder<'_>,
    extension: Option<&OsStr>,
) -> Result<OsString, io::Error> {
    let mut name = name_marks::new_sealed_name(first)?;
    if let Some(extension) = extension {
        name.push(".");
        name.push(extension);
    }
    Ok(name)
}

/// The extension of `name` if a staged file can have it: a short, alphanumeric one.
pub(in crate::disk) fn extension(name: &OsStr) -> Option<&OsStr> {
    let extension = Path::new(name).extension()?;
    let is_plain = extension.len() <= 16
        && extension
            .as_encoded_bytes()
            .iter()
            .all(u8::is_ascii_alphanumeric);
    if is_plain { Some(extension) } else { None }
}

/// Writes `pieces` to `file`. Joins short pieces, and checks for signals between writes.
pub(in crate::disk) fn write_pieces<'a>(
    file: &mut impl Write,
    pieces: impl Iterator<Item = &'a [u8]>,
    interrupt: &Interrupt,
) -> Result<(), Fault> {
    thread_local! {
        /// All files that a thread stages share a buffer.
        static GATHERED: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
    }
    let mut gathered = GATHERED.take();
    gathered.clear();
    for piece in pieces {
        if gathered.len() + piece.len() > MAX_GATHERED {
            write_in_parts(file, &gathered, interrupt)?;
            gathered.clear();
        }
        if piece.len() > MAX_GATHERED {
            write_in_parts(file, piece, interrupt)?;
        } else {
            gathered.extend_from_slice(piece);
        }
    }
    write_in_parts(file, &gathered, interrupt)?;
    GATHERED.set(gathered);
    Ok(())
}

fn write_in_parts(file: &mut impl Write, bytes: &[u8], interrupt: &Interrupt) -> Result<(), Fault> {
    for part in bytes.chunks(MAX_WRITE) {
        interrupt.check()?;
        file.write_all(part)
            .map_err(|error| fault("write the new content of", error))?;
    }
    Ok(())
}

/// The number of open files to leave for the rest of the process.
const SPARE_FILES: u64 = 64;

/// The number of open files per target: the staged file, its backup, its directory and the lock of the directory.
const FILES_PER_TARGET: u64 = 4;

/// Raises the limit of open files for `targets`. Returns true if there is room for all of them.
pub(in crate::disk) fn raise_open_file_limit(targets: usize) -> bool {
    // Every limit has room for one target.
    if targets <= 1 {
        return true;
    }
    let wanted = SPARE_FILES + FILES_PER_TARGET * targets as u64;
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current.is_none_or(|current| current >= wanted) {
        return true;
    }
    let raised = limit.maximum.map_or(wanted, |maximum| wanted.min(maximum));
    limit.current = Some(raised);
    setrlimit(Resource::Nofile, limit).is_ok() && raised == wanted
}

/// Simulates file systems without unnamed files, for tests.
#[cfg(test)]
pub(in crate::disk) mod simulation {
    use std::cell::Cell;

    thread_local! {
        pub(in crate::disk) static IS_ENABLED: Cell<bool> = const { Cell::new(false) };
    }
}
