//! Conditions of a request: disabled guards, durability, size limits.

use std::fmt;
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::{Backup, OnOpen, Sync, Validate, Words};
use crate::encoding::TextEncoding;
use crate::snapshot::Fingerprint;
use crate::text::hex;

/// The conditions of a request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terms {
    /// Write the changes, or only report them.
    pub run: Run,
    /// True if a dry run also returns its changes as `incise.edit/1` (`--save-plan`, `--format plan`).
    pub wants_plan: bool,
    /// True if the result is written to another file (`--output`). The targets are only read, and may be read-only.
    pub leaves_targets: bool,
    /// The task of the caller (`--task`).
    pub task: Option<String>,
    /// The disabled guards.
    pub lift: Lift,
    /// The backup of the original bytes, next to the file.
    pub backup: Option<Backup>,
    /// The data that must survive a power failure.
    pub sync: Sync,
    /// The use of the journal.
    pub journaling: Journaling,
    /// The policy for lines that another task changed.
    pub on_conflict: OnConflict,
    /// The policy for an edit that was made for an earlier text.
    pub on_stale: OnStale,
    /// The policy for a file that a process has open for writing.
    pub on_open: OnOpen,
    /// The policy for new syntax errors.
    pub on_syntax: OnSyntax,
    /// A command that must accept the staged files.
    pub validate: Option<Validate>,
    /// The encoding of files without a byte-order mark. `None` for UTF-8.
    pub encoding: Option<TextEncoding>,
    /// Limits of size and time.
    pub limits: Limits,
    /// The caller's vocabulary, for hints.
    pub words: Words,
    /// Fields of the caller that have no effect.
    pub left_out: Vec<String>,
}

impl Terms {
    /// Disables the guards that would refuse conflict markers and the sides between them.
    pub fn allow_markers(&mut self) {
        self.lift.shrink = true;
        self.lift.residue = true;
        self.lift.form = true;
        self.on_syntax = OnSyntax::Ignore;
    }

    /// True if both have the same conditions. Ignores the vocabulary and the omitted fields.
    pub fn are_stated_as(&self, others: &Self) -> bool {
        let stated = Self {
            words: self.words,
            left_out: self.left_out.clone(),
            ..others.clone()
        };
        *self == stated
    }
}

/// The last phase of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Run {
    /// Write the changes.
    #[default]
    Commit,
    /// Stop before the commit. No file is opened for writing.
    DryRun,
}

/// The guards that the caller disables. Each refusal of a guard names its flag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lift {
    /// `--force-shrink`
    pub shrink: bool,
    /// `--allow-residue`
    pub residue: bool,
    /// `--binary`
    pub binary: bool,
    /// `--allow-read-only`
    pub read_only: bool,
    /// `--in-place`: write into the existing file, instead of replacing it with a new file.
    pub in_place: bool,
    /// The guard against mixed line endings. Only disabled if the result contains conflict markers.
    pub form: bool,
}

/// The use of the journal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Journaling {
    /// Record the edit.
    #[default]
    On,
    /// Do not record the edit (`--no-journal`).
    Off,
}

/// `--on-conflict`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnConflict {
    /// Refuse the request.
    #[default]
    Refuse,
    /// Apply the request, and warn.
    Warn,
    /// Apply the request.
    Force,
    /// Skip the conflicting edits (`--each` only).
    Skip,
    /// Merge the request with the edits of the other task if they do not touch.
    Merge,
}

/// `--on-stale`: the policy for an edit that was made for an earlier text of its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnStale {
    /// Refuse the request.
    #[default]
    Refuse,
    /// Rebase the edit onto the current text if it does not touch the changes since.
    Rebase,
    /// Like `Rebase`. If the changes touch, merge rules resolve the conflict.
    Merge,
}

/// `--syntax`: the policy for new syntax errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnSyntax {
    /// Do not check the syntax.
    Ignore,
    /// Apply the request, and warn.
    #[default]
    Warn,
    /// Refuse the request.
    Refuse,
}

/// Limits of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest file that is read, in bytes (`--max-size`).
    pub max_size: u64,
    /// The longest wait for a directory's lock (`--lock-timeout`).
    pub lock_timeout: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_size: 2 << 30,
            lock_timeout: Duration::from_secs(10),
        }
    }
}

/// The required hash of a file's text (`--expect-hash`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectedHash {
    /// The first 8 to 64 hexadecimal digits of the BLAKE3 hash, in lower case.
    Blake3(String),
    /// The SHA-256 hash, 64 hexadecimal digits in lower case.
    Sha256(String),
}

impl ExpectedHash {
    /// Parses `blake3:HEX`, `sha256:HEX` or 8 to 64 digits of a BLAKE3 hash.
    pub fn parse(text: &str) -> Option<Self> {
        let (algorithm, digits) = text.split_once(':').unwrap_or(("blake3", text));
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        match (algorithm, digits.len()) {
            ("blake3", 8..=64) => Some(Self::Blake3(digits.to_ascii_lowercase())),
            ("sha256", 64) => Some(Self::Sha256(digits.to_ascii_lowercase())),
            _ => None,
        }
    }

    /// True if `text` has this hash. `fingerprint` computes its BLAKE3 hash.
    pub fn matches(&self, text: &[u8], fingerprint: impl FnOnce() -> Fingerprint) -> bool {
        match self {
            Self::Blake3(digits) => fingerprint().hex().starts_with(digits),
            Self::Sha256(digits) => hex(&Sha256::digest(text)) == *digits,
        }
    }
}

/// The form of the command line, with the algorithm.
impl fmt::Display for ExpectedHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blake3(digits) => write!(f, "blake3:{digits}"),
            Self::Sha256(digits) => write!(f, "sha256:{digits}"),
        }
    }
}
