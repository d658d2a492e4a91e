//! Bundles: the texts after a transaction of many files, in one file. A file for each text would take more time and
//! space.
//!
//! A bundle consists of the length of a table (8 bytes, little-endian), the table, and frames. A frame contains some of
//! the texts, packed together like the content of an object. A bundle is not synced. The hash of a text is checked on
//! every read.

use std::collections::HashMap;

use rustix::fs::OFlags;
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

use super::Unavailable;
use super::entry::ObjectId;
use super::object::{self, OBJECTS, buffer, read_at, to_json};
use super::prepare::TextAfter;
use super::state_directory::PrivateDir;
use crate::threads;

/// The end of the name of a bundle, which is among the objects.
pub(super) const SUFFIX: &str = ".texts";

/// The maximum size of the texts in a frame, in bytes, unless it contains only one.
const FRAME_LEN: usize = 128 << 10;

/// The size of the table's length, in bytes.
const HEAD_LEN: usize = 8;

/// The place of a text in a bundle.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct TextPlace {
    text: ObjectId,
    /// The start of the frame in the bundle, after the table.
    frame_start: u64,
    frame_len: usize,
    /// The start of the text in the unpacked frame.
    at: usize,
    len: usize,
}

/// A bundle that is ready for writing.
#[derive(Debug)]
pub(super) struct Bundle {
    /// The hash of the table.
    id: ObjectId,
    bytes: Vec<u8>,
}

impl Bundle {
    /// Packs `texts`. `None` if there is not enough memory.
    pub(super) fn new(texts: &[TextAfter<'_>]) -> Option<Self> {
        let groups = split_into_frames(texts);
        let frames = threads::map(&groups, 1, |group| pack_frame(group).ok());
        let mut places = Vec::with_capacity(texts.len());
        let mut packed = Vec::new();
        for (group, frame) in groups.into_iter().zip(frames) {
            let frame = frame?;
            let mut at = 0;
            for text in group {
                places.push(TextPlace {
                    text: text.id,
                    frame_start: packed.len() as u64,
                    frame_len: frame.len(),
                    at,
                    len: text.len,
                });
                at += text.len;
            }
            packed.extend(frame);
        }
        let table = to_json(&places).ok()?;
        let mut bytes = (table.len() as u64).to_le_bytes().to_vec();
        bytes.extend_from_slice(&table);
        bytes.append(&mut packed);
        Some(Self {
            id: ObjectId::from_content(&table),
            bytes,
        })
    }

    /// The size on disk, in bytes.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Writes the bundle below `state`.
    pub(super) fn write(&self, state: &PrivateDir) -> Result<(), Unavailable> {
        let objects = state.enter_or_create(OBJECTS)?;
        let temporary = object::temporary_name(&objects)?;
        let name = file_name(self.id);
        object::write_object(&objects, &temporary, &name, &self.bytes)
            .map_err(|error| objects.fault(&name, error))
    }
}

fn file_name(id: ObjectId) -> String {
    id.hex() + SUFFIX
}

/// Splits `texts` into the texts of each frame.
fn split_into_frames<'t, 'f>(mut texts: &'t [TextAfter<'f>]) -> Vec<&'t [TextAfter<'f>]> {
    let mut frames = Vec::new();
    while !texts.is_empty() {
        let mut len = 0;
        let fitting = texts.iter().take_while(|text| {
            len += text.len;
            len <= FRAME_LEN
        });
        let (frame, rest) = texts.split_at(fitting.count().max(1));
        frames.push(frame);
        texts = rest;
    }
    frames
}

fn pack_frame(texts: &[TextAfter<'_>]) -> Result<Vec<u8>, Errno> {
    let mut content = buffer(texts.iter().map(|text| text.len).sum())?;
    for text in texts {
        text.append_to(&mut content);
    }
    object::pack(&content)
}

/// The texts in all bundles of a journal.
#[derive(Debug, Default)]
pub(super) struct BundledTexts(HashMap<ObjectId, BundledText>);

#[derive(Debug)]
struct BundledText {
    bundle: ObjectId,
    /// The length of the bundle up to the frames.
    frames_start: u64,
    place: TextPlace,
}

impl BundledTexts {
    /// Reads the tables of the bundles below `state`. A damaged bundle is skipped.
    pub(super) fn read(state: &PrivateDir) -> Result<Self, Unavailable> {
        let mut texts = HashMap::new();
        let Some(objects) = state.enter(OBJECTS)? else {
            return Ok(Self(texts));
        };
        let names = objects.names();
        for name in names.map_err(|error| state.fault(OBJECTS, error))? {
            let hash = name.strip_suffix(SUFFIX).map(blake3::Hash::from_hex);
            let Some(Ok(hash)) = hash else {
                continue;
            };
            let table = match read_table(&objects, &name) {
                Ok(table) => table,
                Err(Errno::NOENT) => continue,
                Err(error) => return Err(objects.fault(&name, error)),
            };
            let Some((frames_start, places)) = table else {
                continue;
            };
            for place in places {
                let text = BundledText {
                    bundle: ObjectId(*hash.as_bytes()),
                    frames_start,
                    place,
                };
                texts.insert(text.place.text, text);
            }
        }
        Ok(Self(texts))
    }

    /// The bundle that contains the text `id`.
    pub(super) fn bundle_of(&self, id: ObjectId) -> Option<ObjectId> {
        Some(self.0.get(&id)?.bundle)
    }

    /// The text `id`; `None` if it is missing or damaged.
    pub(super) fn text(&self, state: &PrivateDir, id: ObjectId) -> Option<Vec<u8>> {
        let BundledText {
            bundle,
            frames_start,
            place,
        } = self.0.get(&id)?;
        let objects = state.enter(OBJECTS).ok()??;
        let file = objects.file(&file_name(*bundle), OFlags::RDONLY).ok()?;
        let start = frames_start.checked_add(place.frame_start)?;
        let frame = read_at(&file, start, place.frame_len).ok()??;
        let content = object::unpack(&frame)?;
        let text = content.get(place.at..)?.get(..place.len)?;
        if ObjectId::from_content(text) != id {
            return None;
        }
        Some(text.to_vec())
    }
}

/// The start of the frames and the table of the bundle `name`; `None` if the table is damaged.
fn read_table(objects: &PrivateDir, name: &str) -> Result<Option<(u64, Vec<TextPlace>)>, Errno> {
    let file = objects.file(name, OFlags::RDONLY)?;
    let Some(head) = read_at(&file, 0, HEAD_LEN)? else {
        return Ok(None);
    };
    let Ok(head) = <[u8; HEAD_LEN]>::try_from(head) else {
        return Ok(None);
    };
    let len = u64::from_le_bytes(head);
    let Some(table) = read_at(&file, HEAD_LEN as u64, usize::try_from(len).unwrap_or(0))? else {
        return Ok(None);
    };
    let places = serde_json::from_slice(&table).ok();
    Ok(places.map(|places| (HEAD_LEN as u64 + len, places)))
}
