//! The refusals of the store, in the words of the program.

use super::{Code, Escape, Fault, Impossible, NotAFile, Reason, Refusal};
use crate::disk::file_types;
use crate::error::{self, Error};
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
            Fault::NotAFile { kind } => Self::NotAFile { kind: kind.into() },
            Fault::Missing => Self::Missing,
            Fault::BadGlob { glob, error } => Impossible::NoGlob { glob, error }.into(),
            Fault::UnknownType { name, with_ending } => unknown_type(name, with_ending),
            fault => Self::Store(fault),
        }
    }
}

/// The code of a fault of the store.
pub(super) fn store_code(fault: &Fault) -> Code {
    match fault {
        Fault::OutsideRoot { .. } => Code::OutsideRoot,
        Fault::Protected { .. } => Code::Protected,
        Fault::NulInPath => Code::BadRequest,
        Fault::NotAFile { .. } => Code::NotAFile,
        Fault::OtherKind
        | Fault::BadGlob { .. }
        | Fault::UnknownType { .. }
        | Fault::BackupSuffix
        | Fault::BackupIsTarget
        | Fault::TwoNames { .. } => Code::Usage,
        Fault::Missing => Code::Missing,
        Fault::MissingParent { .. } => Code::MissingParent,
        Fault::TooLarge { .. } => Code::TooLarge,
        Fault::KeepsChanging => Code::Stale,
        Fault::Permission { .. } | Fault::ClosedDirectory { .. } => Code::Permission,
        Fault::NoSpace { .. } => Code::NoSpace,
        Fault::OpenFiles { .. }
        | Fault::MountPoint { .. }
        | Fault::Io { .. }
        | Fault::NotTakenBack { .. } => Code::Io,
        Fault::Attributes { .. } => Code::Attributes,
        Fault::Locked { .. } => Code::Locked,
        Fault::OpenElsewhere { .. } => Code::OpenElsewhere,
        Fault::RecoveryPending { .. } => Code::RecoveryPending,
        Fault::SyncFailed { .. } => Code::SyncFailed,
        Fault::NothingToUndo { .. } => Code::NothingToUndo,
        Fault::UndoConflict { .. } => Code::UndoConflict,
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
        Self::Store(Fault::Io {
            during: "ask the journal about",
            error: error.to_string(),
        })
    }
}

impl From<Unavailable> for Refusal {
    fn from(error: Unavailable) -> Self {
        Reason::from(error).into()
    }
}
