//! The refusals of the store, in the words of the program.

use super::{Escape, Impossible, NotAFile, Reason, Refusal};
use crate::disk::file_types;
use crate::error::{self, Error, Fault};
use crate::journal::Unavailable;
use crate::request::nearest;

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self {
            path: error.path,
            ..Self::new(error.fault.into())
        }
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Self::new(fault.into())
    }
}

impl From<Fault> for Reason {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::OutsideRoot { escape } => Self::OutsideRoot {
                escape: escape.into(),
            },
            Fault::Protected { component } => Self::Protected { component },
            Fault::NulInPath => Impossible::NulInPath.into(),
            Fault::NotAFile { kind } => Self::NotAFile { kind: kind.into() },
            Fault::OtherKind => Impossible::OtherKind.into(),
            Fault::Missing => Self::Missing,
            Fault::MissingParent { directory } => Self::MissingParent { directory },
            Fault::BadGlob { glob, error } => Impossible::NoGlob { glob, error }.into(),
            Fault::UnknownType { name, with_ending } => unknown_type(name, with_ending),
            Fault::TooLarge { len, limit } => Self::TooLarge { len, limit },
            Fault::KeepsChanging => Self::KeepsChanging,
            Fault::Permission { during } => Self::Permission { during },
            Fault::ClosedDirectory { during, directory } => {
                Self::ClosedDirectory { during, directory }
            }
            Fault::NoSpace { during, error } => Self::NoSpace { during, error },
            Fault::OpenFiles { during, error } => Self::OpenFiles { during, error },
            Fault::MountPoint { during } => Self::MountPoint { during },
            Fault::Io { during, error } => Self::Io { during, error },
            Fault::Attributes { name, error } => Self::Attributes { name, error },
            Fault::Locked {
                waited,
                holder,
                file,
            } => Self::Locked {
                waited,
                holder,
                file,
            },
            Fault::OpenElsewhere { processes } => Self::OpenElsewhere { processes },
            Fault::RecoveryPending { log, owner, why } => Self::RecoveryPending { log, owner, why },
            Fault::BackupSuffix => Impossible::BackupSuffix.into(),
            Fault::BackupIsTarget => Self::BackupIsTarget,
            Fault::TwoNames { other } => Impossible::TwoNames { other }.into(),
            Fault::NotTakenBack { error, kept } => Self::NotTakenBack { error, kept },
            Fault::SyncFailed { error } => Self::SyncFailed { error },
            Fault::NothingToUndo { why } => Self::NothingToUndo { why },
            Fault::UndoConflict { entry, why } => Self::UndoConflict { entry, why },
        }
    }
}

/// Offers the type that has files with this ending, else the one with the nearest name.
fn unknown_type(name: String, with_ending: Option<String>) -> Reason {
    let known = file_types();
    let near = match with_ending {
        Some(near) => Some(near),
        None => nearest(&name, known.iter().map(String::as_str)).map(str::to_owned),
    };
    Impossible::NoType { name, near }.into()
}

impl From<error::Escape> for Escape {
    fn from(escape: error::Escape) -> Self {
        match escape {
            error::Escape::Name => Self::Name,
            error::Escape::Link => Self::Link,
        }
    }
}

impl From<error::NotAFile> for NotAFile {
    fn from(kind: error::NotAFile) -> Self {
        match kind {
            error::NotAFile::Directory => Self::Directory,
            error::NotAFile::DanglingLink => Self::DanglingLink,
            error::NotAFile::Link => Self::Link,
            error::NotAFile::Fifo => Self::Fifo,
            error::NotAFile::Socket => Self::Socket,
            error::NotAFile::Device => Self::Device,
            error::NotAFile::NoName => Self::NoName,
            error::NotAFile::TrailingSlash => Self::TrailingSlash,
            error::NotAFile::BelowAFile => Self::BelowAFile,
        }
    }
}

impl From<Unavailable> for Reason {
    fn from(error: Unavailable) -> Self {
        Self::Io {
            during: "ask the journal about",
            error: error.to_string(),
        }
    }
}

impl From<Unavailable> for Refusal {
    fn from(error: Unavailable) -> Self {
        Reason::from(error).into()
    }
}
