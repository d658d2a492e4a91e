//! What happened, or is about to happen, to one file.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::ChangeSet;
use crate::snapshot::{Attributes, Fingerprint};

/// The kind of transition a file makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Transition {
    /// Was there, is there, the text or mode may differ.
    Edited,
    /// Was not there.
    Created,
    /// Is not there any more.
    Removed,
    /// Came from the record's `from`.
    Moved,
    /// Came from the record's `from`, which stays.
    Copied,
}

/// What is reported, journaled, undone and replayed about one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The file, relative to the workspace with `/`, or absolute outside it; no `.` or `..` in it.
    pub path: PathBuf,
    /// Where the text came from, for `Moved` and `Copied`.
    pub from: Option<PathBuf>,
    /// What happened.
    pub transition: Transition,
    /// Fingerprint of the text that `changes` starts from: the file's own, or that of `from` for `Moved`
    /// and `Copied`; `None` for `Created`, which starts from nothing.
    pub before: Option<Fingerprint>,
    /// Fingerprint after; `None` for `Removed`, whose `changes` remove all the text.
    pub after: Option<Fingerprint>,
    /// Permission bits before and after, when they differ; of a symbolic link always, 0o120000 twice.
    pub modes: Option<(u32, u32)>,
    /// Extended attributes of the file that is `Removed` or `Created`.
    pub attributes: Attributes,
    /// The change of the text (of `from`'s text, for `Moved` and `Copied`).
    pub changes: ChangeSet,
}
