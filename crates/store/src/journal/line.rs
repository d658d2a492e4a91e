//! The lines of a history: JSON objects, each with a checksum as its last field.
//!
//! ```text
//! {"id":41,"time":...,"task":"t1","command":["replace","a.rs"],"tally":{...},"files":[...],"sum":"..."}
//! {"done":41,"sum":"..."}          the transaction was committed
//! {"void":41,"sum":"..."}          the transaction was rolled back
//! {"read":{"task":"t1","path":"a.rs","text":{...}},"sum":"..."}
//! {"last":40,"tally":{...},"sum":"..."}     the last number so far, after old lines were deleted
//! ```
//!
//! An unreadable line is skipped without an error, so that a torn write does not cost the history. A missing number
//! shows that an entry is lost ([`super::lost_entries`]).

use std::path::PathBuf;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::entry::{FileNote, KeptChanges, ObjectId, ReadMark, StoredChange};
use crate::change::{ChangeSet, Deed, TransitionKind};
use crate::encoding::TextEncoding;
use crate::error::NotKept;
use crate::snapshot::{Attributes, Fingerprint, Owner};
use crate::text::hex;
use crate::text::wire::path;

/// No history reaches this number.
const NUMBER_LIMIT: u64 = 1 << 62;

/// The number of hexadecimal digits in the checksum, which is the start of the BLAKE3 hash of all bytes before it.
const CHECKSUM_DIGITS: usize = 16;

/// The bytes between the last field of a line and the digits of its checksum.
const CHECKSUM_FIELD: &[u8] = b",\"sum\":\"";

/// Totals that each entry carries, so that no reader has to add them up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Upkeep {
    /// The approximate size of all objects in bytes. Each entry adds the size of its objects.
    #[serde(deserialize_with = "number_in_range")]
    pub(super) stored: u64,
    /// The time of the last pruning, in milliseconds since 1970 (UTC).
    pub(super) swept: u64,
}

/// A decoded line of the history.
#[derive(Debug, PartialEq)]
pub(super) enum HistoryLine {
    Entry(EntryLine),
    Done(u64),
    Void(u64),
    Read(ReadMark),
    Last { last: u64, upkeep: Upkeep },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "WireEntry")]
pub(super) struct EntryLine {
    pub(super) id: u64,
    pub(super) time: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) task: Option<String>,
    pub(super) command: Vec<String>,
    #[serde(default, skip_serializing_if = "is_edit")]
    pub(super) kind: Deed,
    #[serde(rename = "tally")]
    pub(super) upkeep: Upkeep,
    #[serde(default, with = "path::list", skip_serializing_if = "Vec::is_empty")]
    pub(super) made: Vec<PathBuf>,
    #[serde(
        rename = "undisputed",
        default,
        skip_serializing_if = "std::ops::Not::not"
    )]
    pub(super) saw_all_lines: bool,
    #[serde(flatten)]
    pub(super) files: FileList,
}

/// A transaction as it is decoded. Rejects a duplicate field, and files in two places.
#[derive(Deserialize)]
struct WireEntry {
    #[serde(deserialize_with = "number_in_range")]
    id: u64,
    time: u64,
    #[serde(default)]
    task: Option<String>,
    command: Vec<String>,
    #[serde(default)]
    kind: Deed,
    #[serde(rename = "tally")]
    upkeep: Upkeep,
    #[serde(default, with = "path::list")]
    made: Vec<PathBuf>,
    #[serde(rename = "undisputed", default)]
    saw_all_lines: bool,
    #[serde(default)]
    files: Option<Vec<WireNote>>,
    #[serde(default)]
    list: Option<ObjectId>,
}

impl TryFrom<WireEntry> for EntryLine {
    type Error = &'static str;

    fn try_from(wire: WireEntry) -> Result<Self, Self::Error> {
        let files = match (wire.files, wire.list) {
            (Some(files), None) => FileList::Files(notes::from_wire(files)?),
            (None, Some(list)) => FileList::List(list),
            _ => return Err("the files are in one place"),
        };
        Ok(Self {
            id: wire.id,
            time: wire.time,
            task: wire.task,
            command: wire.command,
            kind: wire.kind,
            upkeep: wire.upkeep,
            made: wire.made,
            saw_all_lines: wire.saw_all_lines,
            files,
        })
    }
}

fn is_edit(kind: &Deed) -> bool {
    *kind == Deed::Edit
}

/// The files of a transaction: in the line, or in an object if the line would be too long.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum FileList {
    Files(#[serde(with = "notes")] Vec<FileNote>),
    List(ObjectId),
}

/// The fields of the last numbered line that the next entry needs.
#[derive(Deserialize)]
struct NumberedLine {
    #[serde(alias = "last", deserialize_with = "number_in_range")]
    id: u64,
    #[serde(rename = "tally")]
    upkeep: Upkeep,
}

#[derive(Serialize, Deserialize)]
struct DoneLine {
    done: u64,
}

#[derive(Serialize, Deserialize)]
struct VoidLine {
    void: u64,
}

#[derive(Serialize, Deserialize)]
struct ReadLine {
    read: ReadMark,
}

#[derive(Serialize, Deserialize)]
struct LastLine {
    #[serde(deserialize_with = "number_in_range")]
    last: u64,
    #[serde(rename = "tally")]
    upkeep: Upkeep,
}

/// Decodes a number below [`NUMBER_LIMIT`], so that later numbers cannot overflow.
fn number_in_range<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let number = u64::deserialize(deserializer)?;
    if number < NUMBER_LIMIT {
        Ok(number)
    } else {
        Err(D::Error::custom("beyond what any history comes to"))
    }
}

impl HistoryLine {
    /// The line, including its ending.
    pub(super) fn encode(&self) -> serde_json::Result<Vec<u8>> {
        let json = match self {
            Self::Entry(entry) => serde_json::to_vec(entry),
            Self::Done(id) => serde_json::to_vec(&DoneLine { done: *id }),
            Self::Void(id) => serde_json::to_vec(&VoidLine { void: *id }),
            Self::Read(mark) => serde_json::to_vec(&ReadLine { read: mark.clone() }),
            Self::Last { last, upkeep } => serde_json::to_vec(&LastLine {
                last: *last,
                upkeep: *upkeep,
            }),
        };
        json.map(seal)
    }

    /// Decodes a line without its ending. `None` if the line is torn, damaged, or of a kind that this version does
    /// not know.
    pub(super) fn decode(text: &[u8]) -> Option<Self> {
        let json = unseal(text)?;
        let first_key = json
            .strip_prefix(b"{\"")?
            .split(|&byte| byte == b'"')
            .next()?;
        let line = match first_key {
            b"id" => Self::Entry(serde_json::from_slice(&json).ok()?),
            b"done" => Self::Done(serde_json::from_slice::<DoneLine>(&json).ok()?.done),
            b"void" => Self::Void(serde_json::from_slice::<VoidLine>(&json).ok()?.void),
            b"read" => Self::Read(serde_json::from_slice::<ReadLine>(&json).ok()?.read),
            b"last" => {
                let LastLine { last, upkeep } = serde_json::from_slice(&json).ok()?;
                Self::Last { last, upkeep }
            }
            _ => return None,
        };
        Some(line)
    }
}

/// The number and the totals of the line, if it has any.
pub(super) fn numbering(text: &[u8]) -> Option<(u64, Upkeep)> {
    if !text.starts_with(b"{\"id\"") && !text.starts_with(b"{\"last\"") {
        return None;
    }
    let numbered: NumberedLine = serde_json::from_slice(&unseal(text)?).ok()?;
    Some((numbered.id, numbered.upkeep))
}

/// Appends the checksum and a line ending to `json`, an object.
fn seal(mut json: Vec<u8>) -> Vec<u8> {
    json.pop();
    let sum = checksum(&json);
    json.extend_from_slice(CHECKSUM_FIELD);
    json.extend_from_slice(sum.as_bytes());
    json.extend_from_slice(b"\"}\n");
    json
}

/// The object in `text` without its checksum; `None` if the checksum is wrong.
fn unseal(text: &[u8]) -> Option<Vec<u8>> {
    Some([checked_content(text)?, b"}"].concat())
}

/// The bytes of `text` that its checksum covers; `None` if the checksum is wrong.
fn checked_content(text: &[u8]) -> Option<&[u8]> {
    let body = text.strip_suffix(b"\"}")?;
    let (fields, sum) = body.split_at_checked(body.len().checked_sub(CHECKSUM_DIGITS)?)?;
    let json = fields.strip_suffix(CHECKSUM_FIELD)?;
    if checksum(json).as_bytes() == sum {
        Some(json)
    } else {
        None
    }
}

/// The number of an entry at the start of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryNumber {
    /// The line is this entry.
    Entry(u64),
    /// This entry was rolled back. The line of the entry may be missing.
    Void(u64),
    /// The last number so far. Older lines may be missing.
    Last(u64),
    /// The line has no number.
    None,
    /// The line is damaged and may have been an entry.
    Unreadable,
}

impl EntryNumber {
    /// The number of the line `text`, which has no ending.
    pub(super) fn parse(text: &[u8]) -> Self {
        if text.is_empty() {
            return Self::None;
        }
        if checked_content(text).is_none() {
            let is_entry = memchr::memmem::find(text, b"{\"id\":").is_some();
            return if is_entry || !begins_unnumbered(text) {
                Self::Unreadable
            } else {
                Self::None
            };
        }
        if let Some(id) = number_after(text, b"{\"id\":") {
            return Self::Entry(id);
        }
        if let Some(id) = number_after(text, b"{\"void\":") {
            return Self::Void(id);
        }
        match number_after(text, b"{\"last\":") {
            Some(id) => Self::Last(id),
            None => Self::None,
        }
    }
}

/// True if `text` is the beginning of a line without an entry number.
fn begins_unnumbered(text: &[u8]) -> bool {
    for key in [&b"{\"done\":"[..], b"{\"void\":", b"{\"read\":"] {
        let len = key.len().min(text.len());
        // Every line begins with the same two bytes.
        if len > 2 && text[..len] == key[..len] {
            return true;
        }
    }
    false
}

fn number_after(text: &[u8], key: &[u8]) -> Option<u64> {
    let rest = text.strip_prefix(key)?;
    let end = rest.iter().position(|byte| !byte.is_ascii_digit())?;
    let number: u64 = std::str::from_utf8(&rest[..end]).ok()?.parse().ok()?;
    if number < NUMBER_LIMIT {
        Some(number)
    } else {
        None
    }
}

/// `text` with the first key replaced and a matching checksum.
#[cfg(test)]
pub(super) fn reseal(text: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let rest = &unseal(text).unwrap()[2 + old.len()..];
    let mut line = seal([b"{\"", new, rest].concat());
    line.pop();
    line
}

fn checksum(json: &[u8]) -> String {
    hex(&blake3::hash(json).as_bytes()[..CHECKSUM_DIGITS / 2])
}

#[derive(Serialize, Deserialize)]
struct WireNote {
    #[serde(with = "path")]
    path: PathBuf,
    #[serde(
        default,
        with = "path::optional",
        skip_serializing_if = "Option::is_none"
    )]
    from: Option<PathBuf>,
    transition: TransitionKind,
    before: Option<Fingerprint>,
    after: Option<Fingerprint>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    modes: Option<(u32, u32)>,
    #[serde(default, skip_serializing_if = "Attributes::is_empty")]
    attributes: Attributes,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    owner: Option<Owner>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    encoding: Option<TextEncoding>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    changes: Option<ChangeSet>,
    /// The object with the changes, or with the list of notes if there is a `note`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    object: Option<ObjectId>,
    /// The object with the inverse of the changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    inverse: Option<ObjectId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    omitted: Option<NotKept>,
}

impl WireNote {
    fn new(note: &FileNote) -> Self {
        let mut wire = Self {
            path: note.path.clone(),
            from: note.from.clone(),
            transition: note.transition,
            before: note.before,
            after: note.after,
            modes: note.modes,
            attributes: note.attributes.clone(),
            owner: note.attributes.owner(),
            encoding: note.encoding,
            changes: None,
            object: None,
            inverse: None,
            note: None,
            omitted: None,
        };
        match &note.changes {
            KeptChanges::Loaded(changes) => wire.changes = Some(changes.clone()),
            KeptChanges::Stored(stored) => {
                if stored.is_inverse {
                    wire.inverse = Some(stored.object);
                } else {
                    wire.object = Some(stored.object);
                }
                wire.note = stored.note;
            }
            // The loss of a change set is never recorded.
            KeptChanges::Missing(NotKept::Lost) => {}
            KeptChanges::Missing(why) => wire.omitted = Some(*why),
        }
        wire
    }

    fn into_note(self) -> Result<FileNote, &'static str> {
        let note = self.note;
        let changes = match (self.changes, self.object, self.inverse, self.omitted) {
            (Some(changes), None, None, None) => KeptChanges::Loaded(changes),
            (None, Some(object), None, None) => KeptChanges::Stored(StoredChange {
                object,
                note,
                is_inverse: false,
            }),
            (None, None, Some(object), None) => KeptChanges::Stored(StoredChange {
                object,
                note,
                is_inverse: true,
            }),
            (None, None, None, why) => KeptChanges::Missing(why.unwrap_or(NotKept::Lost)),
            _ => return Err("a change set is in one place"),
        };
        Ok(FileNote {
            path: self.path,
            from: self.from,
            transition: self.transition,
            before: self.before,
            after: self.after,
            modes: self.modes,
            attributes: self.attributes.owned_by(self.owner),
            encoding: self.encoding,
            changes,
        })
    }
}

mod notes {
    use super::*;

    pub(super) fn serialize<S: Serializer>(
        notes: &[FileNote],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(notes.iter().map(WireNote::new))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<FileNote>, D::Error> {
        from_wire(Vec::deserialize(deserializer)?).map_err(D::Error::custom)
    }

    pub(super) fn from_wire(notes: Vec<WireNote>) -> Result<Vec<FileNote>, &'static str> {
        notes.into_iter().map(WireNote::into_note).collect()
    }
}

/// Serializes an ID as 64 hexadecimal digits.
impl Serialize for ObjectId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.hex())
    }
}

impl<'de> Deserialize<'de> for ObjectId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let digits = String::deserialize(deserializer)?;
        let hash = blake3::Hash::from_hex(digits).map_err(D::Error::custom)?;
        Ok(Self(*hash.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::{HistoryLine, numbering, seal};

    fn reads(json: &str) -> bool {
        let line = seal(json.into());
        HistoryLine::decode(line.strip_suffix(b"\n").unwrap()).is_some()
    }

    #[test]
    fn numbers_near_the_maximum_are_refused() {
        let entry = |id: u64, stored: u64| {
            let tally = format!(r#"{{"stored":{stored},"swept":0}}"#);
            format!(r#"{{"id":{id},"time":0,"command":[],"tally":{tally},"files":[]}}"#)
        };
        assert!(reads(&entry(1, 1)));
        assert!(!reads(&entry(u64::MAX, 1)));
        assert!(!reads(&entry(1, u64::MAX)));
        let last = format!(
            r#"{{"last":{},"tally":{{"stored":0,"swept":0}}}}"#,
            u64::MAX
        );
        assert!(!reads(&last));
        for json in [entry(u64::MAX, 1), last] {
            let line = seal(json.into());
            assert_eq!(numbering(line.strip_suffix(b"\n").unwrap()), None);
        }
    }

    #[test]
    fn a_line_with_a_duplicate_field_is_refused() {
        let entry = |more: &str| {
            let tally = r#"{"stored":0,"swept":0}"#;
            format!(r#"{{"id":1,"time":0,"command":[],"tally":{tally},"files":[]{more}}}"#)
        };
        assert!(reads(&entry("")));
        for more in [
            r#","id":2"#,
            r#","files":[]"#,
            r#","time":1"#,
            r#","made":[],"made":[]"#,
        ] {
            assert!(!reads(&entry(more)), "{more}");
        }
        let list = "0".repeat(64);
        assert!(!reads(&entry(&format!(r#","list":"{list}""#))));
        assert!(reads(r#"{"done":1}"#));
        assert!(!reads(r#"{"done":1,"done":2}"#));
    }
}
