//! Reasons why the journal cannot be used. Edits work without it, and only commands about the journal are refused.

use std::fmt;
use std::path::PathBuf;

use rustix::io::Errno;

/// The journal cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unavailable {
    /// The path of the faulty directory or file.
    pub path: PathBuf,
    /// The reason.
    pub why: WhyUnavailable,
}

/// The reason why a journal cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyUnavailable {
    /// Another user owns it.
    Owner,
    /// Other users may access it. The value has the permission bits.
    Mode(u32),
    /// It is a link or not a directory.
    NotADirectory,
    /// Another process held the lock of the history for too long.
    Busy,
    /// The error message of the system.
    System(String),
}

impl Unavailable {
    pub(super) fn new(path: impl Into<PathBuf>, why: WhyUnavailable) -> Self {
        Self {
            path: path.into(),
            why,
        }
    }

    /// The error of an operation on `path` that failed with `error`.
    pub(super) fn failed(path: impl Into<PathBuf>, error: impl fmt::Display) -> Self {
        Self::new(path, WhyUnavailable::System(error.to_string()))
    }

    /// The error of a system call on `path`. For a link, `O_NOFOLLOW` fails with `ELOOP` or `ENOTDIR`.
    pub(super) fn system(path: impl Into<PathBuf>, error: Errno) -> Self {
        match error {
            Errno::LOOP | Errno::NOTDIR => Self::new(path, WhyUnavailable::NotADirectory),
            other => Self::failed(path, std::io::Error::from(other)),
        }
    }
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.why {
            WhyUnavailable::Owner => f.write_str("belongs to another user"),
            WhyUnavailable::Mode(mode) => write!(f, "is accessible to others (mode {mode:04o})"),
            WhyUnavailable::NotADirectory => f.write_str("is a link, or not a directory"),
            WhyUnavailable::Busy => f.write_str("is held by another process"),
            WhyUnavailable::System(error) => f.write_str(error),
        }
    }
}

impl std::error::Error for Unavailable {}
