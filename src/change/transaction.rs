//! `incise.edit/1`: what one run did to its files, as it travels to other machines.
//!
//! One JSON object a line. `files` holds records (`incise.record/1`); names are relative and do not climb,
//! so that they mean the same below any root. A file whose text was not kept has `redacted: true` and no
//! change set: it says what happened and cannot be replayed.

use std::path::{Path, PathBuf};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::wire::is_plain;
use super::{Record, TransitionKind};
use crate::snapshot::Fingerprint;
use crate::text::wire::{Unique, path};

/// The name of the form in its `schema` field.
pub const EDIT_SCHEMA: &str = "incise.edit/1";

/// What one run did.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Transaction {
    /// [`EDIT_SCHEMA`].
    schema: &'static str,
    /// The number it had in the journal it comes from, if it comes from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// Who made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// The files, in order.
    pub files: Vec<Recorded>,
}

/// What is told about one file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Recorded {
    /// All of it.
    Whole(#[cfg_attr(test, schemars(with = "super::wire::WireRecord"))] Record),
    /// Everything but the texts.
    Redacted(Redacted),
}

/// A file whose text was not kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Redacted {
    /// Always true: what makes this form known.
    redacted: bool,
    /// The file, as in [`Record`].
    #[serde(with = "path")]
    #[cfg_attr(test, schemars(with = "crate::text::wire::WireText"))]
    pub path: PathBuf,
    /// Where it came from.
    #[serde(default, with = "path::optional")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<crate::text::wire::WireText>"))]
    pub from: Option<PathBuf>,
    /// What happened.
    pub transition: TransitionKind,
    /// The text before.
    pub before: Option<Fingerprint>,
    /// The text after.
    pub after: Option<Fingerprint>,
}

impl Transaction {
    /// A transaction of `files`.
    pub fn new(id: Option<u64>, task: Option<String>, files: Vec<Recorded>) -> Self {
        Self {
            schema: EDIT_SCHEMA,
            id,
            task,
            files,
        }
    }
}

impl Redacted {
    /// What is told about the file at `path` without its text.
    pub fn new(
        path: PathBuf,
        from: Option<PathBuf>,
        transition: TransitionKind,
        (before, after): (Option<Fingerprint>, Option<Fingerprint>),
    ) -> Self {
        Self {
            redacted: true,
            path,
            from,
            transition,
            before,
            after,
        }
    }
}

impl Recorded {
    /// The names it mentions.
    pub fn names(&self) -> impl Iterator<Item = &Path> {
        let (path, from) = match self {
            Self::Whole(record) => (&record.path, &record.from),
            Self::Redacted(redacted) => (&redacted.path, &redacted.from),
        };
        std::iter::once(&**path).chain(from.as_deref())
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
    files: Vec<Recorded>,
}

impl<'de> Deserialize<'de> for Transaction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let wire = WireTransaction::deserialize(deserializer)?;
        if wire.schema != EDIT_SCHEMA {
            let problem = format!("the schema is not `{EDIT_SCHEMA}`");
            return Err(D::Error::custom(problem));
        }
        if wire
            .files
            .iter()
            .flat_map(Recorded::names)
            .any(Path::is_absolute)
        {
            return Err(D::Error::custom("a path is relative to the root"));
        }
        if !wire.files.iter().flat_map(Recorded::names).all(is_plain) {
            return Err(D::Error::custom("a path has no `.` and no `..`"));
        }
        Ok(Self::new(wire.id, wire.task, wire.files))
    }
}

/// By the field that only one of the two has, so that what is wrong in it is said.
impl<'de> Deserialize<'de> for Recorded {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Unique(value) = Unique::deserialize(deserializer)?;
        let is_redacted = value.get("redacted").is_some();
        let read = if is_redacted {
            serde_json::from_value(value).map(Self::Redacted)
        } else {
            serde_json::from_value(value).map(Self::Whole)
        };
        read.map_err(D::Error::custom)
    }
}

/// An edit, or the undoing or redoing of one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// A change of its own.
    #[default]
    Edit,
    /// Takes back these edits, or a redo.
    Undo(Vec<u64>),
    /// Takes back these undos.
    Redo(Vec<u64>),
}

impl Deed {
    /// The word for it, where it takes something back.
    pub fn operation(&self) -> &'static str {
        match self {
            Self::Edit | Self::Undo(_) => "undo",
            Self::Redo(_) => "redo",
        }
    }

    /// The entries of the journal that it takes back.
    pub fn takes_back(&self) -> &[u64] {
        match self {
            Self::Edit => &[],
            Self::Undo(ids) | Self::Redo(ids) => ids,
        }
    }
}
