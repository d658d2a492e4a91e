//! A staged file: a name no other process uses, beside the target, gone unless it is given the target's name.

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
use rustix::io::Errno;
use rustix::process::{Resource, getrlimit, setrlimit};

use super::name_marks::{self, FirstHolder};
use crate::disk::fault::fault;
use crate::disk::interrupt::Interrupt;
use crate::disk::sandbox::directory::Directory;
use crate::disk::sandbox::facts::identity_of;
use crate::disk::sandbox::inodes::{Inodes, is_file};
use crate::disk::sandbox::{facts, leaf};
use crate::error::Fault;
use crate::snapshot::FileFacts;

/// Pieces are gathered up to this many bytes before they are written; longer ones are not copied.
const GATHER: usize = 256 << 10;

/// The work at hand when a staged file is made.
const CREATE: &str = "create a temporary file next to";

/// The number of times to create a staged file that is swept meanwhile.
const ATTEMPTS: usize = 16;

/// Most bytes of one write, so that a signal is noticed.
const STRIDE: usize = 16 << 20;

/// The readers of a staged file while it is being made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::disk) enum StagedAccess {
    /// Only the owner; attributes follow.
    Private,
    /// Everyone who may read a new file here: the kernel applies umask and default ACL.
    Usual,
}

/// A staged file or link. Holding a file's lock says that its maker lives; dropping it removes it.
#[derive(Debug)]
pub(in crate::disk) struct Temp {
    directory: Arc<Directory>,
    name: OsString,
    handle: Handle,
    /// The target, if it is a link.
    target: Option<Bytes>,
    /// The name is gone, or belongs to another file.
    is_released: bool,
}

/// The access to the file of a name.
#[derive(Debug)]
enum Handle {
    /// It is open; of a link, good for asking about it only.
    Open(File),
    /// It was closed, since too many are staged to keep them all open: what it was then.
    Closed(FileFacts),
}

/// An open staged file.
pub(in crate::disk) enum Opened<'a> {
    /// It was never closed.
    Kept(&'a File),
    /// It is opened for this use.
    Anew(File),
}

impl Deref for Opened<'_> {
    type Target = File;

    fn deref(&self) -> &File {
        match self {
            Self::Kept(file) => file,
            Self::Anew(file) => file,
        }
    }
}

impl Temp {
    /// Makes an empty file in `directory`, whose name expects the file that is to have it next, if that is known.
    pub(in crate::disk) fn create(
        directory: &Arc<Directory>,
        extension: Option<&OsStr>,
        access: StagedAccess,
        next: Option<&FileFacts>,
    ) -> Result<Self, Fault> {
        // Whether the usual rights hold for a file that is made without a name depends on the system's age.
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
                // A process that tidies up took it for a dead maker's before it was locked.
                Err(Fault::Missing) => temp.release(),
                Err(reason) => return Err(reason),
            }
        }
        Err(Fault::KeepsChanging)
    }

    /// Makes a file that has no name until it is locked and its number is known: so it gets at once the name that a
    /// file with a name has to be renamed to, and a crash before that leaves nothing. `None` where the system or the
    /// file system cannot do that.
    #[cfg(target_os = "linux")]
    fn create_nameless(
        directory: &Arc<Directory>,
        extension: Option<&OsStr>,
        next: Option<&FileFacts>,
    ) -> Option<Self> {
        #[cfg(test)]
        if lack::IS_FELT.get() {
            return None;
        }
        if !directory.may_make_nameless() {
            return None;
        }
        let made = || {
            let flags = OFlags::RDWR | OFlags::TMPFILE | OFlags::CLOEXEC;
            let file = File::from(openat(directory, ".", flags, Mode::RUSR | Mode::WUSR)?);
            let _ = flock(&file, FlockOperation::NonBlockingLockExclusive);
            let identity = identity_of(&file)?;
            let first = FirstHolder::Inode(identity.inode);
            let name = random_name(first, extension).map_err(|_| Errno::IO)?;
            let name = name_marks::claiming(&name, next.as_slice());
            leaf::give_name(&file, directory, &name)?;
            Ok::<_, Errno>((file, name, identity))
        };
        let Ok((file, name, identity)) = made() else {
            directory.give_up_nameless();
            return None;
        };
        directory.learn_inodes(&name, identity);
        Some(Self {
            directory: Arc::clone(directory),
            name,
            handle: Handle::Open(file),
            target: None,
            is_released: false,
        })
    }

    /// Files without names are to be had on Linux only.
    #[cfg(not(target_os = "linux"))]
    fn create_nameless(
        _: &Arc<Directory>,
        _: Option<&OsStr>,
        _: Option<&FileFacts>,
    ) -> Option<Self> {
        None
    }

    /// Makes an empty file called `name` in `directory`.
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
        let temp = Self {
            directory: Arc::clone(directory),
            name,
            handle: Handle::Open(File::from(fd)),
            target: None,
            is_released: false,
        };
        // Where locks do not work only the explicit command sweeps.
        let _ = flock(&*temp.file()?, FlockOperation::NonBlockingLockExclusive);
        Ok(temp)
    }

    /// Has its name prove that it is ours.
    fn seal(&mut self) -> Result<(), Fault> {
        let identity = identity_of(&*self.file()?).map_err(|error| fault(CREATE, error))?;
        self.rename(name_marks::resealed(
            &self.name,
            FirstHolder::Inode(identity.inode),
        ))
        .map_err(|error| fault(CREATE, error))
    }

    /// Renames the staged file, which is written no more, to a name that marks it by its facts, on file systems
    /// where its inode number cannot prove that it is ours.
    pub(in crate::disk) fn mark_as_ours(&mut self) -> Result<(), Fault> {
        if self.directory.inodes() == Inodes::Kept || self.target.is_some() {
            return Ok(());
        }
        let facts = self.facts()?;
        self.rename(name_marks::claiming(&self.name, &[&facts]))
            .map_err(|error| fault(CREATE, error))
    }

    /// Makes a link to `target` in `directory`.
    pub(in crate::disk) fn link(directory: &Arc<Directory>, target: Bytes) -> Result<Self, Fault> {
        let name =
            name_marks::sealed(FirstHolder::Link(&target)).map_err(|error| fault(CREATE, error))?;
        leaf::make_link(&target, directory, &name)
            .map_err(|error| not_created(directory, error))?;
        let opened = leaf::open_link(directory, &name).inspect_err(|_| {
            let _ = unlinkat(directory, &name, AtFlags::empty());
        });
        Ok(Self {
            directory: Arc::clone(directory),
            handle: Handle::Open(opened.map_err(|error| fault(CREATE, error))?),
            name,
            target: Some(target),
            is_released: false,
        })
    }

    /// The target, if it is a link.
    pub(in crate::disk) fn target(&self) -> Option<&Bytes> {
        self.target.as_ref()
    }

    /// Puts the text on the disk; a link has none beside its name.
    pub(in crate::disk) fn sync(&self) -> Result<(), Fault> {
        match self.target {
            Some(_) => Ok(()),
            None => {
                (self.file()?.sync_all()).map_err(|error| fault("sync the new content of", error))
            }
        }
    }

    /// Writes `pieces` one after the other.
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

    /// The file, opened anew where it was closed.
    ///
    /// # Errors
    /// `conflict` when something else has its name by now; what opening says.
    pub(in crate::disk) fn file(&self) -> Result<Opened<'_>, Fault> {
        let known = match &self.handle {
            Handle::Open(file) => return Ok(Opened::Kept(file)),
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
            Ok(Opened::Anew(opened))
        } else {
            Err(Fault::KeepsChanging)
        }
    }

    /// Facts of the file as it is now, or as it was when it was closed.
    pub(in crate::disk) fn facts(&self) -> Result<FileFacts, Fault> {
        match &self.handle {
            Handle::Open(file) => facts::facts_now(file).map_err(|error| fault("look at", error)),
            Handle::Closed(known) => Ok(*known),
        }
    }

    /// Closes the file, on which nothing tells any more that its maker lives: who sweeps must be kept out by the lock
    /// of the directory.
    pub(in crate::disk) fn close(&mut self) -> Result<(), Fault> {
        self.handle = Handle::Closed(self.facts()?);
        Ok(())
    }

    /// A path that other programs can use.
    pub(in crate::disk) fn outward(&self) -> PathBuf {
        self.directory.outward(&self.name)
    }

    /// Gives it another name of our own.
    pub(in crate::disk) fn rename(&mut self, name: OsString) -> Result<(), Errno> {
        renameat(&self.directory, &self.name, &self.directory, &name)?;
        self.name = name;
        Ok(())
    }

    /// Removes it.
    pub(in crate::disk) fn remove(&mut self) -> Result<(), Errno> {
        self.release();
        match unlinkat(&self.directory, &self.name, AtFlags::empty()) {
            Err(error) if error != Errno::NOENT => Err(error),
            _ => Ok(()),
        }
    }

    /// The name is gone, or belongs to something else from now on: dropping removes nothing.
    pub(in crate::disk) fn release(&mut self) {
        self.is_released = true;
    }
}

/// Refuses a `directory` in which this process may make no file, or that it cannot lock since it may not read it.
///
/// # Errors
/// `permission`. Whatever else keeps the system from saying so is met when a file is made.
pub(in crate::disk) fn refuse_closed(directory: &Directory) -> Result<(), Fault> {
    let refusal_of = |access| match accessat(directory, ".", access, AtFlags::EACCESS) {
        Err(error @ (Errno::ACCESS | Errno::ROFS)) => Some(error),
        _ => None,
    };
    if let Some(error) = refusal_of(Access::WRITE_OK | Access::EXEC_OK) {
        return Err(not_created(directory, error));
    }
    match refusal_of(Access::READ_OK) {
        Some(_) => Err(Fault::ClosedDirectory {
            during: "read",
            directory: directory.outward_itself(),
        }),
        None => Ok(()),
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

/// A name for a file of our own that is `first` to have it.
pub(in crate::disk) fn random_name(
    first: FirstHolder<'_>,
    extension: Option<&OsStr>,
) -> Result<OsString, io::Error> {
    let mut name = name_marks::sealed(first)?;
    if let Some(extension) = extension {
        name.push(".");
        name.push(extension);
    }
    Ok(name)
}

/// The extension that a staged file for the target `name` can have: a short plain one, or none.
pub(in crate::disk) fn extension(name: &OsStr) -> Option<&OsStr> {
    let extension = Path::new(name).extension()?;
    let is_plain = extension.len() <= 16
        && extension
            .as_encoded_bytes()
            .iter()
            .all(u8::is_ascii_alphanumeric);
    is_plain.then_some(extension)
}

/// Writes `pieces` to `file`, short ones gathered, and looks for signals on the way.
pub(in crate::disk) fn write_pieces<'a>(
    file: &mut impl Write,
    pieces: impl Iterator<Item = &'a [u8]>,
    interrupt: &Interrupt,
) -> Result<(), Fault> {
    let mut gathered: Vec<u8> = Vec::new();
    let mut write = |bytes: &[u8]| -> Result<(), Fault> {
        for part in bytes.chunks(STRIDE) {
            interrupt.check()?;
            file.write_all(part)
                .map_err(|error| fault("write the new content of", error))?;
        }
        Ok(())
    };
    for piece in pieces {
        if gathered.len() + piece.len() > GATHER {
            write(&gathered)?;
            gathered.clear();
        }
        if piece.len() > GATHER {
            write(piece)?;
        } else {
            gathered.extend_from_slice(piece);
        }
    }
    write(&gathered)
}

/// Open files the rest of the process may need.
const SPARE: u64 = 64;

/// Open files per target: the staged file, its backup, its directory and that directory's lock.
const EACH: u64 = 4;

/// Raises the limit of open files for `targets`, as far as the system lets us; whether there is room for all.
pub(in crate::disk) fn provide(targets: usize) -> bool {
    let wanted = SPARE + EACH * targets as u64;
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current.is_none_or(|current| current >= wanted) {
        return true;
    }
    let most = limit.maximum.map_or(wanted, |maximum| wanted.min(maximum));
    limit.current = Some(most);
    setrlimit(Resource::Nofile, limit).is_ok() && most == wanted
}

/// File systems on which every file is made under a name, for tests.
#[cfg(test)]
pub(in crate::disk) mod lack {
    use std::cell::Cell;

    thread_local! {
        pub(in crate::disk) static IS_FELT: Cell<bool> = const { Cell::new(false) };
    }
}
