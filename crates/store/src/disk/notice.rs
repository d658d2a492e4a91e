//! Notices about a successful commit, and about a walk.

use std::path::{Path, PathBuf};

use crate::error::Process;

/// A notice about a committed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The file had several hard links. The other names keep the old content.
    HardLinkSplit {
        /// The number of hard links before the commit.
        links: u64,
    },
    /// The file was written in place, without crash protection.
    InPlace,
    /// The owner could not be kept.
    OwnerChanged,
    /// The owner was kept, but the group could not be kept.
    GroupChanged,
    /// Processes have the old file open, and keep writing into it. The list is empty if they are unknown.
    OpenElsewhere(Vec<Process>),
    /// These extended attributes certified the old text, and were dropped on purpose.
    AttributesDropped(Vec<String>),
    /// An edit was killed after it moved a file of another program aside. The file is kept under this name.
    Foreign(PathBuf),
    /// This staged or backup file could not be removed.
    LeftOver(PathBuf),
}

/// An item that a walk could not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// A directory. Its contents were skipped.
    Directory {
        /// The path.
        path: PathBuf,
        /// The error message.
        error: String,
    },
    /// An ignore file. Some of its rules have no effect.
    IgnoreFile {
        /// The path of the ignore file or of its directory; `None` for the directory of the walk.
        path: Option<PathBuf>,
        /// The error message.
        error: String,
    },
}

impl Unread {
    /// The path of the item.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Directory { path, .. } => Some(path),
            Self::IgnoreFile { path, .. } => path.as_deref(),
        }
    }
}
