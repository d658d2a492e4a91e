//! Conversions from errors of the store to refusals.

use super::{Code, Fault, Reason, Refusal};
use crate::error::Error;
use crate::journal::Unavailable;

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
            Fault::BadGlob { glob, error } => Self::bad_glob(&glob, &error),
            Fault::UnknownType { name, with_ending } => {
                Self::unknown_type(&name, with_ending.as_deref())
            }
            fault => Self::Store(fault),
        }
    }
}

pub(super) fn store_code(fault: &Fault) -> Code {
    match fault {
        Fault::OutsideRoot(_) => Code::OutsideRoot,
        Fault::Protected(_) => Code::Protected,
        Fault::NulInPath => Code::BadRequest,
        Fault::NotAFile(_) => Code::NotAFile,
        Fault::OtherKind
        | Fault::BadGlob { .. }
        | Fault::UnknownType { .. }
        | Fault::BackupSuffix
        | Fault::BackupIsTarget
        | Fault::TwoNames(_) => Code::Usage,
        Fault::Missing => Code::Missing,
        Fault::MissingParent(_) => Code::MissingParent,
        Fault::TooLarge { .. } => Code::TooLarge,
        Fault::KeepsChanging => Code::Stale,
        Fault::Permission(_) | Fault::StickyDirectory(_) | Fault::ClosedDirectory { .. } => {
            Code::Permission
        }
        Fault::NoSpace { .. } => Code::NoSpace,
        Fault::OpenFiles { .. }
        | Fault::MountPoint(_)
        | Fault::Io { .. }
        | Fault::NotTakenBack { .. } => Code::Io,
        Fault::Attributes { .. } => Code::Attributes,
        Fault::Locked { .. } => Code::Locked,
        Fault::OpenElsewhere(_) => Code::OpenElsewhere,
        Fault::RecoveryPending { .. } => Code::RecoveryPending,
        Fault::SyncFailed(_) => Code::SyncFailed,
        Fault::NothingToUndo(_) => Code::NothingToUndo,
        Fault::UndoConflict { .. } => Code::UndoConflict,
    }
}

impl From<Unavailable> for Reason {
    fn from(error: Unavailable) -> Self {
        Self::Store(Fault::io("ask the journal about", error))
    }
}

impl From<Unavailable> for Refusal {
    fn from(error: Unavailable) -> Self {
        Reason::from(error).into()
    }
}
