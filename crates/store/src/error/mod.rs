//! The errors of the store: reasons why an operation is refused, and the files concerned.

mod undo;

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use undo::{NotKept, Nothing, UndoBlock};

/// A refusal of the store. Nothing was written, except with [`Fault::SyncFailed`] and [`Fault::NotTakenBack`].
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    /// The reason, with its data.
    pub fault: Fault,
    /// The path of the file: relative to the working directory if possible, or else as it was given.
    pub path: Option<PathBuf>,
}

impl Error {
    /// An error without a path.
    pub(crate) fn new(fault: Fault) -> Self {
        Self { fault, path: None }
    }

    /// This error with the path `path`, unless it already has one.
    #[must_use]
    pub(crate) fn at(mut self, path: impl Into<PathBuf>) -> Self {
        self.path.get_or_insert_with(|| path.into());
        self
    }
}

impl Fault {
    /// The error with this reason about the file at `path`.
    pub(crate) fn at(self, path: impl Into<PathBuf>) -> Error {
        Error::new(self).at(path)
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

/// The reason of a refusal. `during` is the operation as a phrase that a path can follow: `open`, `create the staged
/// file in`. `error` is the error message of the system.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The path leads outside the root.
    OutsideRoot(Escape),
    /// This component of the path belongs to version control or to the store itself.
    Protected(String),
    /// The path contains a NUL byte.
    NulInPath,
    /// The path is not a regular file.
    NotAFile(NotAFile),
    /// The path of a report has a file of another type, which the report must not replace.
    OtherKind,
    /// There is no such file.
    Missing,
    /// A parent directory is missing, and the operation does not create it.
    MissingParent(PathBuf),
    /// A glob is invalid.
    BadGlob {
        /// The glob.
        glob: String,
        /// The message of the glob parser.
        error: String,
    },
    /// An unknown file type.
    UnknownType {
        /// The name.
        name: String,
        /// The known type whose files have `name` as their extension.
        with_ending: Option<String>,
    },
    /// The file is larger than the limit.
    TooLarge {
        /// The length in bytes.
        len: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// Other processes changed the file at every attempt.
    KeepsChanging,
    /// Access to the file was denied during this operation.
    Permission(&'static str),
    /// Access to the directory was denied.
    ClosedDirectory {
        /// The operation, as a phrase that the directory can follow.
        during: &'static str,
        /// The directory.
        directory: PathBuf,
    },
    /// The disk or a quota is full, or the file size limit is reached.
    NoSpace {
        /// The operation.
        during: &'static str,
        /// The error message of the system.
        error: String,
    },
    /// The process or the system has too many open files.
    OpenFiles {
        /// The operation.
        during: &'static str,
        /// The error message of the system.
        error: String,
    },
    /// The operation failed because the path is a mount point.
    MountPoint(&'static str),
    /// The file cannot lose its name during this operation, because it and its sticky directory have other owners.
    StickyDirectory(&'static str),
    /// Any other system error.
    Io {
        /// The operation.
        during: &'static str,
        /// The error message of the system.
        error: String,
    },
    /// The new file would lose an attribute or an access list of the old file.
    Attributes {
        /// The name of the attribute; `None` if the attributes cannot be listed.
        name: Option<String>,
        /// The error message of the system.
        error: String,
    },
    /// Another process holds the lock of the directory.
    Locked {
        /// The time waited.
        waited: Duration,
        /// The process that holds the lock, if known.
        holder: Option<u32>,
        /// The lock file, if the file system does not support locks.
        file: Option<FileLock>,
    },
    /// Processes have the file open for writing. The list is empty if they are unknown.
    OpenElsewhere(Vec<Process>),
    /// An interrupted transaction blocks the operation and cannot be recovered.
    RecoveryPending {
        /// The path of its log.
        log: PathBuf,
        /// The user who owns the log.
        owner: u32,
        /// The reason, if the log can be read.
        why: Option<String>,
    },
    /// The backup suffix does not give a name in the same directory.
    BackupSuffix,
    /// The backup of one file would overwrite another file of the plan.
    BackupIsTarget,
    /// Two names of the same file would be written in place. The path is the other name.
    TwoNames(PathBuf),
    /// A change failed, and the part that was already applied could not be undone.
    NotTakenBack {
        /// The error message of the system.
        error: String,
        /// The path under which the old file is kept, if it still has a name.
        kept: Option<PathBuf>,
    },
    /// The file is written, but its directory could not be synced. The string is the error message of the system.
    SyncFailed(String),
    /// There is nothing to undo or redo.
    NothingToUndo(Nothing),
    /// The current content of a file prevents the undo.
    UndoConflict {
        /// The number of the journal entry to undo.
        entry: u64,
        /// The obstacle.
        why: Box<UndoBlock>,
    },
}

impl Fault {
    /// A system error during the operation `during`.
    pub fn io(during: &'static str, error: impl fmt::Display) -> Self {
        Self::Io {
            during,
            error: error.to_string(),
        }
    }
}

/// An operation on "it": `open it`, `write its new content`.
struct OnIt(&'static str);

impl fmt::Display for OnIt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(during) = *self;
        match during
            .strip_suffix(" of")
            .and_then(|phrase| phrase.split_once(" the "))
        {
            Some((verb, part)) => write!(f, "{verb} its {part}"),
            None => write!(f, "{during} it"),
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
                write!(f, "a size of {len} bytes exceeds the limit of {limit}")
            }
            Self::KeepsChanging => {
                f.write_str("stale: other processes kept changing the file during the edit")
            }
            Self::Permission(during) => write!(f, "cannot {}: permission denied", OnIt(during)),
            Self::ClosedDirectory { during, directory } => write!(
                f,
                "cannot {during} the directory `{}`: permission denied",
                Shown(directory)
            ),
            Self::NoSpace { during, error }
            | Self::OpenFiles { during, error }
            | Self::Io { during, error } => write!(f, "cannot {}: {error}", OnIt(during)),
            Self::StickyDirectory(during) => write!(
                f,
                "cannot {}: its directory is sticky, and the file has another owner",
                OnIt(during)
            ),
            Self::MountPoint(during) => {
                write!(f, "cannot {}: it is a mount point", OnIt(during))
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
                if let Some(FileLock {
                    machine: Some(machine),
                    ..
                }) = file
                {
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

/// Displays a path with invalid UTF-8 as hexadecimal bytes: `a\xff.txt`.
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
    /// A symbolic link to a missing file, or a cycle of links.
    DanglingLink,
    /// A symbolic link at the path of a report or backup.
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
    /// A path below a file, as if the file were a directory.
    BelowAFile,
}

/// The way in which a path leaves the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    /// The path is absolute, or climbs out with `..`.
    Name,
    /// A symbolic link in the path leads outside.
    Link,
}

impl Escape {
    fn sentence(self) -> &'static str {
        match self {
            Self::Name => "the path leads outside the root",
            Self::Link => "a symbolic link on the path is absolute or leads outside the root",
        }
    }
}

impl NotAFile {
    fn sentence(self) -> &'static str {
        match self {
            Self::Directory => "it is a directory, not a file",
            Self::DanglingLink => "it is a symbolic link that leads to no file",
            Self::Link => {
                "it is a symbolic link, and reports and backups are never written through one"
            }
            Self::Fifo => "it is a named pipe, not a file",
            Self::Socket => "it is a socket, not a file",
            Self::Device => "it is a device, not a file",
            Self::NoName => "it is empty or ends in `.` or `..`, which names no file",
            Self::TrailingSlash => "the `/` at its end names a directory, not a file",
            Self::BelowAFile => "a directory in the path is a file",
        }
    }
}

/// A lock file. It can outlive the process that created it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLock {
    /// The path of the lock.
    pub path: PathBuf,
    /// The machine of the process that created the lock, if it is a different one. Its processes are not visible
    /// here.
    pub machine: Option<String>,
}

/// A process of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// The process ID.
    pub id: u32,
    /// The name of the process.
    pub name: Option<String>,
}

impl Process {
    /// Formats a list of processes: `process 41 (`logger`), process 42`.
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
