//! `incise.edit/1`: the changes of one run, in the form that is sent to other machines.
//!
//! One JSON object per line. `files` contains records (`incise.record/1`). Paths contain no `..`. They are relative to
//! the root, so they mean the same in any root; only a file outside has an absolute path. Such a file, and one whose
//! text was not stored, has `redacted: true` and no change set, and cannot be replayed.

use std::path::{Path, PathBuf};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::wire::is_plain;
use super::{ChangeSet, Record, TransitionKind};
use crate::snapshot::{Attributes, Fingerprint};
use crate::text::wire::{Unique, path};

/// The value of the `schema` field.
pub const EDIT_SCHEMA: &str = "incise.edit/1";

/// The changes of one run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Transaction {
    /// `incise.edit/1`.
    schema: &'static str,
    /// The number of the journal entry; absent if the transaction is not from a journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// The task that made the changes; absent if it had no task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// The files, in order.
    #[cfg_attr(feature = "schemars", schemars(with = "Vec<WireRecorded>"))]
    pub files: Vec<Record<Option<ChangeSet>>>,
}

/// The wire form of one file.
#[cfg(feature = "schemars")]
#[derive(schemars::JsonSchema)]
#[schemars(rename = "Recorded", description = "The record of one file.")]
#[serde(untagged)]
#[allow(dead_code, reason = "used only to generate the schema")]
enum WireRecorded {
    /// The complete record.
    Whole(super::wire::WireRecord),
    /// A record without the change.
    Redacted(WireRedacted),
}

/// A file whose change was not stored. It cannot be replayed.
#[derive(Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(rename = "Redacted")
)]
#[serde(deny_unknown_fields)]
struct WireRedacted {
    /// Always true, to identify this form.
    redacted: bool,
    /// The path of the file, relative to the root; absolute if the file is outside.
    #[serde(with = "path")]
    #[cfg_attr(feature = "schemars", schemars(with = "crate::text::wire::WireText"))]
    path: PathBuf,
    /// The source of a move or copy; otherwise absent.
    #[serde(default, with = "path::optional")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "schemars",
        schemars(with = "Option<crate::text::wire::WireText>")
    )]
    from: Option<PathBuf>,
    /// The kind of change.
    transition: TransitionKind,
    /// The content before; null if there was no file.
    before: Option<Fingerprint>,
    /// The content after; null if the file was deleted.
    after: Option<Fingerprint>,
}

impl Transaction {
    /// A transaction of `files`.
    pub fn new(
        id: Option<u64>,
        task: Option<String>,
        files: Vec<Record<Option<ChangeSet>>>,
    ) -> Self {
        Self {
            schema: EDIT_SCHEMA,
            id,
            task,
            files,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireTransaction {
    schema: String,
    #[serde(default)]
    id: Option<u64>,
    #[serde(default)]
    task: Option<String>,
    files: Vec<Record<Option<ChangeSet>>>,
}

impl<'de> Deserialize<'de> for Transaction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let wire = WireTransaction::deserialize(deserializer)?;
        if wire.schema != EDIT_SCHEMA {
            let problem = format!("the schema is not `{EDIT_SCHEMA}`");
            return Err(D::Error::custom(problem));
        }
        let replayable = wire.files.iter().filter(|file| file.changes.is_some());
        if replayable.flat_map(Record::names).any(Path::is_absolute) {
            return Err(D::Error::custom("a path is relative to the root"));
        }
        if !wire.files.iter().flat_map(Record::names).all(is_plain) {
            return Err(D::Error::custom("a path has no `.` and no `..`"));
        }
        Ok(Self::new(wire.id, wire.task, wire.files))
    }
}

impl Serialize for Record<Option<ChangeSet>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(changes) = &self.changes {
            return self.with_changes(changes.clone()).serialize(serializer);
        }
        let wire = WireRedacted {
            redacted: true,
            path: self.path.clone(),
            from: self.from.clone(),
            transition: self.transition,
            before: self.before,
            after: self.after,
        };
        wire.serialize(serializer)
    }
}

/// Chooses the form by the `redacted` field, so that an error message names a field of the right form.
impl<'de> Deserialize<'de> for Record<Option<ChangeSet>> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Unique(value) = Unique::deserialize(deserializer)?;
        if value.get("redacted").is_none() {
            let record: Record = serde_json::from_value(value).map_err(D::Error::custom)?;
            return Ok(record.with_changes(Some(record.changes.clone())));
        }
        let wire: WireRedacted = serde_json::from_value(value).map_err(D::Error::custom)?;
        Ok(Self {
            path: wire.path,
            from: wire.from,
            transition: wire.transition,
            before: wire.before,
            after: wire.after,
            modes: None,
            attributes: Attributes::default(),
            encoding: None,
            changes: None,
        })
    }
}

/// An edit, or the undo or redo of one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// A new change, not an undo or redo.
    #[default]
    Edit,
    /// An undo of these edits or redos.
    Undo(Vec<u64>),
    /// A redo: an undo of these undos.
    Redo(Vec<u64>),
}

impl Deed {
    /// The name of the operation; "undo" for an edit, which can be undone.
    pub fn operation(&self) -> &'static str {
        match self {
            Self::Edit | Self::Undo(_) => "undo",
            Self::Redo(_) => "redo",
        }
    }

    /// The journal entries that it undoes.
    pub fn takes_back(&self) -> &[u64] {
        match self {
            Self::Edit => &[],
            Self::Undo(ids) | Self::Redo(ids) => ids,
        }
    }
}
