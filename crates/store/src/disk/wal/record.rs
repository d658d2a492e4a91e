//! The content of a log: the directories of a transaction and its steps, in the order of their application.
//!
//! A log is JSON after a hash of it, so damage is detected. Names are JSON strings, because they may contain newlines
//! and invalid UTF-8.

use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::disk::stage::name_marks;
use crate::snapshot::FileFacts;
use crate::text::hex;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TransactionLog {
    pub(super) directories: Vec<DirectoryNote>,
    pub(super) operations: Vec<LoggedStep>,
}

/// A directory that is locked during the transaction.
///
/// Device numbers are omitted: they may change at a reboot, and the path identifies the file system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DirectoryNote {
    #[serde(with = "crate::text::wire::path")]
    pub(super) path: PathBuf,
    pub(super) inode: u64,
}

/// The facts that identify a file. A rename or a link changes none of them; a write changes the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Mark {
    pub(super) inode: u64,
    pub(super) len: u64,
    /// Seconds and nanoseconds.
    pub(super) modified: (i64, u32),
}

/// A name in a directory of the log, or in a directory below that the transaction creates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LoggedName {
    /// An index into the directories of the log.
    pub(super) directory: usize,
    /// The path of the directories that are created.
    #[serde(with = "crate::text::wire::path::optional")]
    pub(super) parents: Option<PathBuf>,
    #[serde(with = "crate::text::wire::path")]
    pub(super) name: PathBuf,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub(super) enum LoggedStep {
    /// A staged file gets a name.
    Put(LoggedPut),
    /// A file loses its name.
    Removal(LoggedRemoval),
    /// A file changes its name.
    #[serde(rename = "shift")]
    Move(LoggedMove),
    /// A file changes its mode.
    SetMode(LoggedMode),
    /// A file is written in place.
    #[serde(rename = "through")]
    InPlace(LoggedInPlace),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LoggedPut {
    pub(super) at: LoggedName,
    /// The staged file, in the directory of `at`.
    #[serde(with = "crate::text::wire::path")]
    pub(super) temp: PathBuf,
    pub(super) new: Mark,
    pub(super) old: Option<Mark>,
    /// The file that has the name in another case, and that an earlier step removes or renames.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) instead_of: Option<Mark>,
    /// The name for the old file, in the directory of the staged file.
    #[serde(with = "crate::text::wire::path")]
    pub(super) kept: PathBuf,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LoggedRemoval {
    pub(super) at: LoggedName,
    pub(super) old: Mark,
    /// The name for the old file until the transaction is done.
    #[serde(with = "crate::text::wire::path")]
    pub(super) kept: PathBuf,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LoggedMove {
    pub(super) from: LoggedName,
    pub(super) at: LoggedName,
    pub(super) own: Mark,
    /// The file at the new name.
    pub(super) old: Option<Mark>,
    /// The name for `old`: in the directory of the new name, or of the old name after an exchange.
    #[serde(with = "crate::text::wire::path")]
    pub(super) kept: PathBuf,
    /// True for a case-only rename. The file is renamed through `kept`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) respelled: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LoggedMode {
    pub(super) at: LoggedName,
    pub(super) own: Mark,
    /// The permission bits before and after the step.
    pub(super) modes: (u32, u32),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LoggedInPlace {
    pub(super) at: LoggedName,
    pub(super) inode: u64,
    /// Staged files with the text after and before the step.
    #[serde(with = "crate::text::wire::path")]
    pub(super) new: PathBuf,
    #[serde(with = "crate::text::wire::path")]
    pub(super) old: PathBuf,
    /// The permission bits before and after the step.
    pub(super) modes: (u32, u32),
}

impl Mark {
    pub(super) fn new(facts: &FileFacts) -> Self {
        Self {
            inode: facts.identity.inode,
            len: facts.len,
            modified: facts.modified,
        }
    }

    /// True if the two differ in nothing but the inode, or not at all.
    pub(super) fn differs_only_in_inode(self, other: Self) -> bool {
        (self.len, self.modified) == (other.len, other.modified)
    }
}

impl LoggedName {
    /// The path of the directories that are created; empty if there are none.
    pub(super) fn parents(&self) -> &Path {
        self.parents.as_deref().unwrap_or(Path::new(""))
    }
}

impl LoggedStep {
    /// The names that the step changes. The first one is the name in reports.
    pub(super) fn targets(&self) -> Vec<&LoggedName> {
        match self {
            Self::Put(put) => vec![&put.at],
            Self::Removal(removal) => vec![&removal.at],
            Self::Move(step) => vec![&step.at, &step.from],
            Self::SetMode(step) => vec![&step.at],
            Self::InPlace(step) => vec![&step.at],
        }
    }

    /// The names of our own files.
    fn own_names(&self) -> Vec<&Path> {
        match self {
            Self::Put(put) => vec![&put.temp, &put.kept],
            Self::Removal(removal) => vec![&removal.kept],
            Self::Move(step) => vec![&step.kept],
            Self::SetMode(_) => Vec::new(),
            Self::InPlace(step) => vec![&step.new, &step.old],
        }
    }
}

impl TransactionLog {
    /// True if every name is a single component, every directory is in the log, and staged and kept files have our
    /// reserved names. This program writes no other logs.
    pub(super) fn is_sound(&self) -> bool {
        self.directories.iter().all(|note| note.path.is_absolute())
            && self.operations.iter().all(|step| self.is_sound_step(step))
    }

    fn is_sound_step(&self, step: &LoggedStep) -> bool {
        for target in step.targets() {
            if target.directory >= self.directories.len()
                || !is_component(&target.name)
                || !has_only_names(target.parents())
            {
                return false;
            }
        }
        step.own_names()
            .into_iter()
            .all(|name| is_component(name) && name_marks::has_reserved_format(name.as_os_str()))
    }
}

fn is_component(path: &Path) -> bool {
    let mut components = path.components();
    matches!(components.next(), Some(Component::Normal(name)) if name == path)
        && components.next().is_none()
}

fn has_only_names(path: &Path) -> bool {
    path.components()
        .all(|component| matches!(component, Component::Normal(_)))
}

/// The number of hexadecimal digits in the hash of a log.
const DIGITS: usize = 16;

const VERSION: u32 = 2;

/// The maximum length of a log, in bytes.
pub(super) const MAX_LEN: u64 = 1 << 30;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Damaged;

/// The bytes of `log`, which is `[VERSION, TransactionLog]` in JSON. `None` if it cannot be encoded.
pub(super) fn encode(log: &TransactionLog) -> Option<Vec<u8>> {
    let mut bytes = vec![b' '; DIGITS];
    serde_json::to_writer(&mut bytes, &(VERSION, log)).ok()?;
    let (head, json) = bytes.split_at_mut(DIGITS);
    head.copy_from_slice(hash(json).as_bytes());
    Some(bytes)
}

/// Decodes a log.
///
/// # Errors
/// If the log is damaged, is not sound or has another version.
pub(super) fn decode(bytes: &[u8]) -> Result<TransactionLog, Damaged> {
    let (found, json) = bytes.split_at_checked(DIGITS).ok_or(Damaged)?;
    if found != hash(json).as_bytes() {
        return Err(Damaged);
    }
    match serde_json::from_slice(json) {
        Ok((VERSION, log)) if TransactionLog::is_sound(&log) => Ok(log),
        _ => Err(Damaged),
    }
}

fn hash(json: &[u8]) -> String {
    hex(&blake3::hash(json).as_bytes()[..DIGITS / 2])
}
