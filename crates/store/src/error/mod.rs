//! Reasons why the store refuses an operation, and the files that they are about.

mod undo;

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use undo::{NotKept, Nothing, UndoBlock};

/// A refusal of the store. Nothing was written, except with [`Fault::SyncFailed`].
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    /// The reason, with its data.
    pub fault: Fault,
    /// The file it is about: relative to the working directory, else as it was given.
    pub path: Option<PathBuf>,
}

impl Error {
    /// An error about no file in particular yet.
    pub(crate) fn new(fault: Fault) -> Self {
        Self { fault, path: None }
    }

    /// The error, about the file `path` unless it names one already.
    #[must_use]
    pub(crate) fn at(mut self, path: impl Into<PathBuf>) -> Self {
        self.path.get_or_insert_with(|| path.into());
        self
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::new(fault)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(f, "{}: {}", path.display(), self.fault),
            None => self.fault.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

/// The reason of a refusal. `during` is the work at hand as a phrase: `open`, `create the staged file in`. `error` has
/// the system's own words.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The path leads outside the root.
    OutsideRoot(Escape),
    /// This name in the path belongs to version control or to the store itself.
    Protected(String),
    /// The path holds a NUL byte.
    NulInPath,
    /// The entry is no regular file.
    NotAFile(NotAFile),
    /// A file of another kind is where a report is to be written.
    OtherKind,
    /// There is no such file.
    Missing,
    /// There is no such directory; the first that is missing.
    MissingParent(PathBuf),
    /// A glob cannot be read.
    BadGlob {
        /// The value that was given.
        glob: String,
        /// The fault.
        error: String,
    },
    /// A type of files that nobody knows.
    UnknownType {
        /// The name.
        name: String,
        /// The type that has files with this ending.
        with_ending: Option<String>,
    },
    /// The file is over the limit.
    TooLarge {
        /// Length in bytes.
        len: u64,
        /// Limit in bytes.
        limit: u64,
    },
    /// Others changed the file again and again.
    KeepsChanging,
    /// Access to the file is denied, `during` this.
    Permission(&'static str),
    /// Access to the directory is denied.
    ClosedDirectory {
        /// The work at hand, as a phrase that the directory can follow.
        during: &'static str,
        /// The directory.
        directory: PathBuf,
    },
    /// Disk, quota or file size limit is full.
    NoSpace {
        /// The work at hand.
        during: &'static str,
        /// The system's own words.
        error: String,
    },
    /// The system lets the process open no more files.
    OpenFiles {
        /// The work at hand.
        during: &'static str,
        /// The system's own words.
        error: String,
    },
    /// The name cannot be given to another file `during` this: something is mounted on it.
    MountPoint(&'static str),
    /// Another system error.
    Io {
        /// The work at hand.
        during: &'static str,
        /// The system's own words.
        error: String,
    },
    /// The new file would not have an attribute or access list of the old one.
    Attributes {
        /// The name of the attribute; `None` when the attributes cannot be told at all.
        name: Option<String>,
        /// The system's own words.
        error: String,
    },
    /// Somebody holds the lock of the directory.
    Locked {
        /// The time waited.
        waited: Duration,
        /// The process that holds it, where the system tells.
        holder: Option<u32>,
        /// The lock file, where the file system has no locks.
        file: Option<FileLock>,
    },
    /// These processes, as far as the system tells, have the file open for writing.
    OpenElsewhere(Vec<Process>),
    /// An interrupted transaction is in the way, and cannot be recovered.
    RecoveryPending {
        /// The path of its log.
        log: PathBuf,
        /// The user whose it is.
        owner: u32,
        /// Why not, where its log can be read.
        why: Option<String>,
    },
    /// The suffix of backups makes no name in the same directory.
    BackupSuffix,
    /// The backup of one file would be another that the plan changes.
    BackupIsTarget,
    /// Two names of one file are written in place; the other name.
    TwoNames(PathBuf),
    /// A change failed, and what was done of it could not be taken back.
    NotTakenBack {
        /// The system's own words.
        error: String,
        /// The name under which the old file waits, if it does.
        kept: Option<PathBuf>,
    },
    /// The file is written, but its directory could not be synced; the system's own words.
    SyncFailed(String),
    /// There is nothing to undo or redo.
    NothingToUndo(Nothing),
    /// Something cannot be undone as the file is now.
    UndoConflict {
        /// The journal's number of what was to be undone.
        entry: u64,
        /// The obstacle.
        why: Box<UndoBlock>,
    },
}

impl Fault {
    /// A system error during the work at hand.
    pub fn io(during: &'static str, error: impl fmt::Display) -> Self {
        Self::Io {
            during,
            error: error.to_string(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutsideRoot(escape) => f.write_str(escape.sentence()),
            Self::Protected(component) => write!(f, "`{component}` is protected"),
            Self::NulInPath => f.write_str("the path contains a NUL byte"),
            Self::NotAFile(kind) => f.write_str(kind.sentence()),
            Self::OtherKind => f.write_str("a file of another type already exists"),
            Self::Missing => f.write_str("there is no such file"),
            Self::MissingParent(directory) => {
                write!(f, "the directory `{}` does not exist", Shown(directory))
            }
            Self::BadGlob { glob, error } => write!(f, "`{glob}` is not a valid glob: {error}"),
            Self::UnknownType { name, .. } => write!(f, "`{name}` is not a file type"),
            Self::TooLarge { len, limit } => {
                write!(f, "the file has {len} bytes, the limit is {limit}")
            }
            Self::KeepsChanging => {
                f.write_str("stale: other processes kept changing the file during the edit")
            }
            Self::Permission(during) => write!(f, "cannot {during} it: permission denied"),
            Self::ClosedDirectory { during, directory } => write!(
                f,
                "cannot {during} the directory `{}`: permission denied",
                Shown(directory)
            ),
            Self::NoSpace { during, error }
            | Self::OpenFiles { during, error }
            | Self::Io { during, error } => write!(f, "cannot {during} it: {error}"),
            Self::MountPoint(during) => {
                write!(f, "cannot {during} it: it is a mount point")
            }
            Self::Attributes {
                name: Some(name),
                error,
            } => {
                write!(f, "cannot keep its extended attribute `{name}`: {error}")
            }
            Self::Attributes { name: None, error } => {
                write!(f, "cannot read its extended attributes: {error}")
            }
            Self::Locked {
                waited,
                holder,
                file,
            } => {
                match holder {
                    Some(process) => write!(f, "process {process}")?,
                    None => f.write_str("another process")?,
                }
                if let Some(machine) = file.as_ref().and_then(|file| file.machine.as_ref()) {
                    write!(f, " on `{machine}`")?;
                }
                let waited = waited.as_secs_f64();
                write!(f, " holds the lock of its directory; waited {waited:.1} s")
            }
            Self::OpenElsewhere(processes) if processes.is_empty() => {
                f.write_str("it is open for writing in another process")
            }
            Self::OpenElsewhere(processes) => {
                write!(f, "it is open for writing in {}", Process::list(processes))
            }
            Self::RecoveryPending {
                log,
                why: Some(why),
                ..
            } => write!(
                f,
                "an interrupted change cannot be recovered: {why} (log `{}`)",
                Shown(log)
            ),
            Self::RecoveryPending { log, owner, .. } => write!(
                f,
                "an interrupted change of user {owner} blocks this edit; its log is `{}`",
                Shown(log)
            ),
            Self::BackupSuffix => {
                f.write_str("the backup suffix is empty or contains a `/` or a NUL byte")
            }
            Self::BackupIsTarget => {
                f.write_str("the request also changes the file that would be the backup")
            }
            Self::TwoNames(other) => {
                write!(f, "`{}` is the same file under another name", Shown(other))
            }
            Self::NotTakenBack { error, kept } => {
                write!(f, "cannot undo the change: {error}")?;
                match kept {
                    Some(kept) => write!(f, "; the old file is {}", Shown(kept)),
                    None => Ok(()),
                }
            }
            Self::SyncFailed(error) => write!(
                f,
                "the file is written, but its directory could not be synced: {error}"
            ),
            Self::NothingToUndo(why) => why.fmt(f),
            Self::UndoConflict { entry, why } => {
                write!(f, "entry {entry} cannot be undone: {why}")
            }
        }
    }
}

impl std::error::Error for Fault {}

/// Writes a path with the bytes that are not UTF-8 in hexadecimal: `a\xff.txt`.
struct Shown<'a>(&'a Path);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.as_os_str().as_encoded_bytes().utf8_chunks() {
            f.write_str(chunk.valid())?;
            for byte in chunk.invalid() {
                write!(f, "\\x{byte:02x}")?;
            }
        }
        Ok(())
    }
}

/// The type of a path that is not a regular file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAFile {
    /// A directory.
    Directory,
    /// A symbolic link that leads nowhere, or in a circle.
    DanglingLink,
    /// A symbolic link where a report was to be written.
    Link,
    /// A named pipe.
    Fifo,
    /// A socket.
    Socket,
    /// A block or character device.
    Device,
    /// An empty path, or one whose last component is `.` or `..`.
    NoName,
    /// A path that ends in `/`.
    TrailingSlash,
    /// A path that goes on behind a file as if it were a directory.
    BelowAFile,
}

/// The way in which a path leaves the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    /// It is absolute, or climbs with `..`.
    Name,
    /// A symbolic link on the way leads out.
    Link,
}

impl Escape {
    fn sentence(self) -> &'static str {
        match self {
            Self::Name => "the path leads outside the root",
            Self::Link => "a symbolic link on the path leads outside the root",
        }
    }
}

impl NotAFile {
    fn sentence(self) -> &'static str {
        match self {
            Self::Directory => "it is a directory, not a file",
            Self::DanglingLink => "it is a symbolic link that leads to no file",
            Self::Link => "it is a symbolic link, and a report is never written through one",
            Self::Fifo => "it is a named pipe, not a file",
            Self::Socket => "it is a socket, not a file",
            Self::Device => "it is a device, not a file",
            Self::NoName => "it is empty or ends in `.` or `..`, which names no file",
            Self::TrailingSlash => "the `/` at its end names a directory, not a file",
            Self::BelowAFile => "a directory in the path is a file",
        }
    }
}

/// A lock that is a file, and can outlive its maker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLock {
    /// The path of the lock.
    pub path: PathBuf,
    /// The machine of its maker, if it is another one: its processes cannot be looked at.
    pub machine: Option<String>,
}

/// A process of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// The number of the process.
    pub id: u32,
    /// The name of the process.
    pub name: Option<String>,
}

impl Process {
    /// `process 41 (`logger`), process 42`.
    pub fn list(processes: &[Self]) -> String {
        let named: Vec<String> = processes.iter().map(ToString::to_string).collect();
        named.join(", ")
    }
}

impl fmt::Display for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "process {}", self.id)?;
        match &self.name {
            Some(name) => write!(f, " (`{name}`)"),
            None => Ok(()),
        }
    }
}
