//! Reasons why the journal cannot be used. Edits go on without it; only commands about the journal are refused.

use std::fmt;
use std::path::PathBuf;

use rustix::io::Errno;

/// The journal cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unavailable {
    /// The directory or file at fault.
    pub path: PathBuf,
    /// The fault.
    pub why: WhyUnavailable,
}

/// A fault of a state directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyUnavailable {
    /// Somebody else owns it.
    Owner,
    /// Others may enter or write it; its permission bits.
    Mode(u32),
    /// It is a link, or no directory.
    NotADirectory,
    /// Another process held the history's lock too long.
    Busy,
    /// The system's own words.
    System(String),
}

impl Unavailable {
    pub(super) fn new(path: impl Into<PathBuf>, why: WhyUnavailable) -> Self {
        Self {
            path: path.into(),
            why,
        }
    }

    /// The error of a system call on `path`. For a link, `O_NOFOLLOW` fails with `ELOOP` or `ENOTDIR`.
    pub(super) fn system(path: impl Into<PathBuf>, error: Errno) -> Self {
        let why = match error {
            Errno::LOOP | Errno::NOTDIR => WhyUnavailable::NotADirectory,
            other => WhyUnavailable::System(std::io::Error::from(other).to_string()),
        };
        Self::new(path, why)
    }
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.why {
            WhyUnavailable::Owner => f.write_str("belongs to somebody else"),
            WhyUnavailable::Mode(mode) => write!(f, "is open to others (mode {mode:04o})"),
            WhyUnavailable::NotADirectory => f.write_str("is a link or no directory"),
            WhyUnavailable::Busy => f.write_str("is held by another process"),
            WhyUnavailable::System(error) => f.write_str(error),
        }
    }
}

impl std::error::Error for Unavailable {}
