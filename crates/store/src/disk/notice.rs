//! Things worth knowing of a commit that went well, and of a walk.

use std::path::{Path, PathBuf};

use crate::error::Process;

/// Something worth knowing of a file that was committed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The file had this many names; the others keep the old bytes.
    HardLinkSplit {
        /// Names before.
        links: u64,
    },
    /// The file was written in place, which no crash protection covers.
    InPlace,
    /// The owner could not be kept.
    OwnerChanged,
    /// The owner is the same, but the group could not be kept.
    GroupChanged,
    /// These processes, as far as the system tells, have the old file open, and go on writing into that.
    OpenElsewhere(Vec<Process>),
    /// These extended attributes vouched for the old text, and were left out on purpose.
    AttributesDropped(Vec<String>),
    /// A file that somebody put in place of another one, whose edit was killed, waits under this name.
    Foreign(PathBuf),
    /// This staged or backup file could not be removed.
    LeftOver(PathBuf),
}

/// Something that a walk could not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// A directory: nothing below it was looked at.
    Directory {
        /// The path.
        path: PathBuf,
        /// The fault.
        error: String,
    },
    /// An ignore file: not all that it names is left out.
    IgnoreFile {
        /// The path of the file or of its directory; `None` for the directory that is walked.
        path: Option<PathBuf>,
        /// The fault.
        error: String,
    },
}

impl Unread {
    /// The path it is about.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Directory { path, .. } => Some(path),
            Self::IgnoreFile { path, .. } => path.as_deref(),
        }
    }
}
