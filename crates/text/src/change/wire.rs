//! `incise.record/1`: change sets and records as JSON, for journals, replay and other machines.
//!
//! Texts and paths are encoded as in [`crate::text::wire`]. Offsets are bytes of the original. Reading is strict:
//! input that violates an invariant of [`ChangeSet`] or [`Record`] is refused. Nothing is sorted, merged or filled
//! in.

use std::path::{Component, Path, PathBuf};

use bytes::Bytes;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{ChangeSet, Edit, Record, TransitionKind};
use crate::encoding::TextEncoding;
use crate::snapshot::{Attributes, Fingerprint, LINK};
use crate::text::wire as text;

/// The value of the `schema` field.
pub const RECORD_SCHEMA: &str = "incise.record/1";

/// [`LINK`] in octal.
const LINK_MODE: &str = "120000";

/// A replacement in the original text.
#[derive(Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(rename = "Edit")
)]
#[serde(deny_unknown_fields)]
struct WireEdit {
    /// The offset of `old` in the original text, in bytes.
    at: usize,
    /// The old text; empty for an insertion.
    #[serde(with = "text")]
    #[cfg_attr(feature = "schemars", schemars(with = "text::WireText"))]
    old: Bytes,
    /// The new text; empty for a deletion.
    #[serde(with = "text")]
    #[cfg_attr(feature = "schemars", schemars(with = "text::WireText"))]
    new: Bytes,
}

/// The changes of one text.
#[derive(Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(rename = "ChangeSet")
)]
#[serde(deny_unknown_fields)]
struct WireChangeSet {
    /// The length of the original text, in bytes.
    base_len: usize,
    /// The replacements, sorted by offset. At least one unchanged byte lies between two of them.
    edits: Vec<WireEdit>,
}

impl Serialize for ChangeSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut edits = Vec::with_capacity(self.count());
        for Edit { at, old, new } in self.edits().iter().cloned() {
            edits.push(WireEdit { at, old, new });
        }
        let wire = WireChangeSet {
            base_len: self.base_len(),
            edits,
        };
        wire.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ChangeSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let wire = WireChangeSet::deserialize(deserializer)?;
        let edits = wire
            .edits
            .into_iter()
            .map(|WireEdit { at, old, new }| Edit { at, old, new })
            .collect();
        exact_set(wire.base_len, edits).map_err(D::Error::custom)
    }
}

/// Creates the change set whose edits are exactly `edits`.
///
/// # Errors
/// The violated rule. Edits are numbered from 1.
fn exact_set(base_len: usize, edits: Vec<Edit>) -> Result<ChangeSet, String> {
    if let Some(first) = edits.windows(2).position(|pair| pair[1].at < pair[0].at) {
        return Err(format!(
            "edit {} begins before edit {}",
            first + 2,
            first + 1
        ));
    }
    let count = edits.len();
    let empty = edits
        .iter()
        .position(|edit| edit.old.is_empty() && edit.new.is_empty());
    if let Some(edit) = empty {
        return Err(format!("edit {} replaces nothing with nothing", edit + 1));
    }
    let set = ChangeSet::new(base_len, edits).map_err(|error| error.to_string())?;
    if set.edits().len() == count {
        Ok(set)
    } else {
        Err("edits that touch must be one edit".to_owned())
    }
}

/// The change of one file.
#[derive(Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(rename = "Record")
)]
#[serde(deny_unknown_fields)]
pub(super) struct WireRecord {
    /// `incise.record/1`.
    schema: String,
    /// The path of the file, relative to the root.
    #[serde(with = "text::path")]
    #[cfg_attr(feature = "schemars", schemars(with = "text::WireText"))]
    path: PathBuf,
    /// The source of a move or copy; otherwise absent.
    #[serde(default, with = "text::path::optional")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<text::WireText>"))]
    from: Option<PathBuf>,
    /// The kind of change.
    transition: TransitionKind,
    /// The content before; null if there was no file.
    before: Option<Fingerprint>,
    /// The content after; null if the file was deleted.
    after: Option<Fingerprint>,
    /// The mode before and after, if it differs: four octal digits of permission bits. `120000` is a symbolic link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    modes: Option<[String; 2]>,
    /// The extended attributes of a file that is created or deleted; absent if there are none.
    #[serde(default, skip_serializing_if = "Attributes::is_empty")]
    attributes: Attributes,
    /// The encoding from the request, if the bytes do not show it; otherwise absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<String>"))]
    encoding: Option<TextEncoding>,
    /// The changes of the content.
    #[cfg_attr(feature = "schemars", schemars(with = "WireChangeSet"))]
    changes: ChangeSet,
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let wire = WireRecord {
            schema: RECORD_SCHEMA.to_owned(),
            path: self.path.clone(),
            from: self.from.clone(),
            transition: self.transition,
            before: self.before,
            after: self.after,
            modes: self
                .modes
                .map(|(old, new)| [old, new].map(|mode| format!("{mode:04o}"))),
            attributes: self.attributes.clone(),
            encoding: self.encoding,
            changes: self.changes.clone(),
        };
        wire.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        WireRecord::deserialize(deserializer)?
            .into_record()
            .map_err(D::Error::custom)
    }
}

impl WireRecord {
    fn into_record(self) -> Result<Record, String> {
        let modes = match &self.modes {
            Some(modes) => Some(parse_modes(modes)?),
            None => None,
        };
        let record = Record {
            path: self.path,
            from: self.from,
            transition: self.transition,
            before: self.before,
            after: self.after,
            modes,
            attributes: self.attributes,
            encoding: self.encoding,
            changes: self.changes,
        };
        if self.schema != RECORD_SCHEMA {
            return Err(format!("the schema is not `{RECORD_SCHEMA}`"));
        }
        check(&record)?;
        Ok(record)
    }
}

/// Checks that the fields of `record` are consistent.
fn check(record: &Record) -> Result<(), &'static str> {
    let (has_source, has_before, has_after) = match record.transition {
        TransitionKind::Edited => (false, true, true),
        TransitionKind::Created => (false, false, true),
        TransitionKind::Removed => (false, true, false),
        TransitionKind::Moved | TransitionKind::Copied => (true, true, true),
    };
    if record.from.is_some() != has_source {
        return Err("`from` belongs to moved and copied files only");
    }
    if record.before.is_some() != has_before || record.after.is_some() != has_after {
        return Err("`before` and `after` do not fit the transition");
    }
    let before_len = record.before.map_or(0, |text| text.len);
    let after_len = record.after.map_or(0, |text| text.len);
    if record.changes.base_len() as u64 != before_len
        || record.changes.result_len() as u64 != after_len
    {
        return Err("the change set does not match the lengths of the texts");
    }
    if !record.names().all(is_plain) {
        return Err("a path has no empty part, no `.` and no `..`");
    }
    let may_have_attributes = !has_before || !has_after;
    if !record.attributes.are_sound() || !record.attributes.is_empty() && !may_have_attributes {
        return Err("attributes need names, and a file that is removed or created");
    }
    Ok(())
}

/// True if `path` names a file and contains no `.` or `..`.
pub(super) fn is_plain(path: &Path) -> bool {
    let plain: PathBuf = path
        .components()
        .filter(|part| !matches!(part, Component::CurDir | Component::ParentDir))
        .collect();
    plain.as_os_str() == path.as_os_str() && path.file_name().is_some()
}

fn parse_modes(modes: &[String; 2]) -> Result<(u32, u32), &'static str> {
    let (Some(old), Some(new)) = (parse_mode(&modes[0]), parse_mode(&modes[1])) else {
        return Err("a mode is four octal digits, or 120000 for a link");
    };
    if old == new && old != LINK {
        return Err("the modes before and after are equal");
    }
    Ok((old, new))
}

fn parse_mode(digits: &str) -> Option<u32> {
    if digits == LINK_MODE {
        return Some(LINK);
    }
    if digits.len() != 4 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    u32::from_str_radix(digits, 8).ok()
}
