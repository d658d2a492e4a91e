//! The supported encodings by name, and conversion from and to each of them.

use bytes::Bytes;
use encoding_rs::{DecoderResult, EncoderResult, Encoding, ISO_2022_JP, REPLACEMENT, UTF_8};
use encoding_rs::{UTF_16BE, UTF_16LE};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::stray;
use super::utf16::ByteOrder;
use crate::text::BOM;

/// The maximum length of a unit, in bytes.
const MAX_UNIT_LEN: usize = 4;

/// An encoding that is not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextEncoding {
    kind: Kind,
    /// True if a new file starts with a byte-order mark.
    marks_new: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Utf16(ByteOrder),
    /// Each byte is the code point of its character. The web standard maps the name Latin-1 to windows-1252 instead.
    Latin1,
    /// An ASCII-compatible encoding as defined by the WHATWG Encoding Standard.
    Table(&'static Encoding),
}

/// The reasons why text in an encoding cannot be edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoEncoding {
    /// The name is unknown.
    Unknown,
    /// The encoding is stateful: the meaning of a byte depends on earlier bytes.
    Stateful,
}

/// The reasons why a change of a decoded text cannot be converted to bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodingFault {
    /// The encoding has no such character.
    Unmappable(char),
    /// The new text is not valid UTF-8.
    NotUtf8,
    /// The change begins or ends inside a character.
    InsideCharacter,
    /// The new bytes would decode to a different text.
    Misread,
}

impl Serialize for TextEncoding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for TextEncoding {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        match Self::named(&name) {
            Ok(Some(encoding)) => Ok(encoding),
            _ => Err(D::Error::custom("not the name of a supported encoding")),
        }
    }
}

impl TextEncoding {
    /// Returns the encoding with this name, ignoring case. `None` for UTF-8.
    ///
    /// # Errors
    /// The reason why the encoding is not supported.
    pub fn named(name: &str) -> Result<Option<Self>, NoEncoding> {
        let lower = name.to_ascii_lowercase();
        let kind = match lower.as_str() {
            "latin1" | "latin-1" | "iso-8859-1" | "iso8859-1" | "iso_8859-1" | "l1" => Kind::Latin1,
            // The web standard maps ASCII to windows-1252, and UTF-8 would accept characters that ASCII lacks.
            "ascii" | "us-ascii" => return Err(NoEncoding::Unknown),
            "utf16" | "utf16le" => Kind::Utf16(ByteOrder::Little),
            "utf16be" => Kind::Utf16(ByteOrder::Big),
            _ => {
                let encoding = Encoding::for_label(lower.as_bytes()).ok_or(NoEncoding::Unknown)?;
                if encoding == UTF_8 {
                    return Ok(None);
                }
                if encoding == REPLACEMENT || encoding == ISO_2022_JP {
                    return Err(NoEncoding::Stateful);
                }
                if encoding == UTF_16LE {
                    Kind::Utf16(ByteOrder::Little)
                } else if encoding == UTF_16BE {
                    Kind::Utf16(ByteOrder::Big)
                } else {
                    Kind::Table(encoding)
                }
            }
        };
        Ok(Some(Self {
            kind,
            marks_new: lower == "utf-16" || lower == "utf16",
        }))
    }

    /// Returns the encoding of `bytes`: determined by the byte-order mark, otherwise `named`. `None` for UTF-8.
    pub fn detect(bytes: &[u8], named: Option<Self>) -> Option<Self> {
        let order = match bytes {
            // UTF-32. Half of its bytes would be NUL in UTF-16 too.
            [0xFF, 0xFE, 0, 0, ..] => return named,
            [0xFF, 0xFE, ..] => ByteOrder::Little,
            [0xFE, 0xFF, ..] => ByteOrder::Big,
            [0xEF, 0xBB, 0xBF, ..] => return None,
            _ => return named,
        };
        Some(Self {
            kind: Kind::Utf16(order),
            marks_new: true,
        })
    }

    /// Recognizes UTF-16 in `head`, the start of a file without a byte-order mark. More than half of the byte pairs
    /// must contain a NUL byte, always at the same position, as ASCII text does.
    pub fn of_unmarked(head: &[u8]) -> Option<Self> {
        let (mut pairs, mut first_nuls, mut second_nuls) = (0, 0, 0);
        for pair in head.chunks_exact(2) {
            pairs += 1;
            first_nuls += usize::from(pair[0] == 0);
            second_nuls += usize::from(pair[1] == 0);
        }
        let nuls = first_nuls.max(second_nuls);
        if pairs <= 3 || 2 * nuls <= pairs {
            return None;
        }
        let order = match (first_nuls, second_nuls) {
            (0, _) => ByteOrder::Little,
            (_, 0) => ByteOrder::Big,
            _ => return None,
        };
        Some(Self {
            kind: Kind::Utf16(order),
            marks_new: false,
        })
    }

    /// True if `bytes` are UTF-8 text that is implausible in this encoding. Two-byte UTF-8 sequences may be
    /// characters of an East Asian encoding, so only longer sequences count there.
    pub fn is_unlike(self, bytes: &[u8]) -> bool {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return false;
        };
        match self.kind {
            Kind::Utf16(_) => !text.is_empty() && memchr::memchr(0, bytes).is_none(),
            Kind::Table(encoding) if !encoding.is_single_byte() => {
                text.chars().any(|character| character.len_utf8() > 2)
            }
            _ => !text.is_ascii(),
        }
    }

    /// True if `bytes` are UTF-8, or lack the NUL bytes and the byte-order mark of UTF-16 text.
    pub fn is_certainly_not(self, bytes: &[u8]) -> bool {
        if memchr::memchr(0, bytes).is_some() {
            return false;
        }
        let lacks_mark = Self::detect(bytes, None).is_none();
        std::str::from_utf8(bytes).is_ok() || lacks_mark && !self.has_ascii()
    }

    /// Completes the characters at both ends of `lines`, which were split after 0x0A bytes. In little-endian UTF-16,
    /// such a split separates a line feed from its second byte.
    pub(crate) fn whole_units(self, lines: &Bytes) -> Bytes {
        if self.kind != Kind::Utf16(ByteOrder::Little) {
            return lines.clone();
        }
        let mut units = lines.strip_prefix(b"\0").unwrap_or(lines).to_vec();
        if units.len() % 2 == 1 {
            units.push(0);
        }
        units.into()
    }

    /// The canonical name.
    pub fn name(self) -> &'static str {
        match self.kind {
            Kind::Utf16(ByteOrder::Little) => UTF_16LE.name(),
            Kind::Utf16(ByteOrder::Big) => UTF_16BE.name(),
            Kind::Latin1 => "ISO-8859-1",
            Kind::Table(encoding) => encoding.name(),
        }
    }

    /// The byte-order mark that `bytes` begin with; empty if there is none.
    pub(super) fn mark_of(self, bytes: &[u8]) -> &[u8] {
        let mark = match self.kind {
            Kind::Utf16(ByteOrder::Little) => [0xFF, 0xFE],
            Kind::Utf16(ByteOrder::Big) => [0xFE, 0xFF],
            Kind::Latin1 | Kind::Table(_) => return &[],
        };
        if bytes.starts_with(&mark) {
            &bytes[..mark.len()]
        } else {
            &[]
        }
    }

    /// Encodes `text` as a new file, with a byte-order mark if the encoding has one.
    ///
    /// # Errors
    /// The same as [`Self::encode`].
    pub fn encode_file(self, text: &[u8]) -> Result<Vec<u8>, EncodingFault> {
        if self.marks_new && !text.is_empty() && !text.starts_with(BOM) {
            self.encode(&[BOM, text].concat())
        } else {
            self.encode(text)
        }
    }

    /// True if the encoding is ASCII-compatible.
    pub(super) fn has_ascii(self) -> bool {
        !matches!(self.kind, Kind::Utf16(_))
    }

    /// Appends the text of `bytes` to `text` if all bytes are valid. `None` if the units must be decoded one by one.
    pub(super) fn decode_valid(self, bytes: &[u8], text: &mut Vec<u8>) -> Option<()> {
        match self.kind {
            Kind::Table(encoding) => {
                let decoded =
                    encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
                text.extend_from_slice(decoded.as_bytes());
                Some(())
            }
            Kind::Latin1 | Kind::Utf16(_) => None,
        }
    }

    /// Appends the text of the first unit of `bytes` to `text`. Returns the length of the unit in bytes; 0 at the
    /// end.
    pub(super) fn decode_first(self, bytes: &[u8], text: &mut Vec<u8>) -> usize {
        let Some(&first) = bytes.first() else {
            return 0;
        };
        match self.kind {
            Kind::Utf16(order) => order.decode_first(bytes, text),
            _ if first.is_ascii() => {
                text.push(first);
                1
            }
            Kind::Latin1 => {
                let character = char::from(first);
                text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                1
            }
            Kind::Table(encoding) => decode_first_by_table(encoding, bytes, text),
        }
    }

    /// Encodes `text`. Invalid bytes that were decoded are restored.
    ///
    /// # Errors
    /// `Unmappable` and `NotUtf8`.
    pub fn encode(self, text: &[u8]) -> Result<Vec<u8>, EncodingFault> {
        let mut bytes = Vec::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(byte) = stray::first_of(rest) {
                bytes.push(byte);
                rest = &rest[stray::LEN..];
                continue;
            }
            let valid = rest.utf8_chunks().next().map_or("", |chunk| chunk.valid());
            if valid.is_empty() {
                return Err(EncodingFault::NotUtf8);
            }
            self.encode_valid(valid, &mut bytes)?;
            rest = &rest[valid.len()..];
        }
        Ok(bytes)
    }

    fn encode_valid(self, text: &str, bytes: &mut Vec<u8>) -> Result<(), EncodingFault> {
        match self.kind {
            Kind::Utf16(order) => order.encode(text, bytes),
            _ if text.is_ascii() => bytes.extend_from_slice(text.as_bytes()),
            Kind::Latin1 => {
                for character in text.chars() {
                    let byte = u8::try_from(character);
                    bytes.push(byte.map_err(|_| EncodingFault::Unmappable(character))?);
                }
            }
            Kind::Table(encoding) => encode_by_table(encoding, text, bytes)?,
        }
        Ok(())
    }
}

/// Appends `text` to `bytes`, encoded in `encoding`.
fn encode_by_table(
    encoding: &'static Encoding,
    text: &str,
    bytes: &mut Vec<u8>,
) -> Result<(), EncodingFault> {
    let mut encoder = encoding.new_encoder();
    let mut rest = text;
    loop {
        bytes.reserve(rest.len() + 2 * MAX_UNIT_LEN);
        match encoder.encode_from_utf8_to_vec_without_replacement(rest, bytes, true) {
            (EncoderResult::InputEmpty, _) => return Ok(()),
            (EncoderResult::OutputFull, read) => rest = &rest[read..],
            (EncoderResult::Unmappable(character), _) => {
                return Err(EncodingFault::Unmappable(character));
            }
        }
    }
}

/// Decodes the shortest valid unit at the start of `bytes`, and returns its length. If there is none, the decoder
/// determines the number of invalid bytes.
fn decode_first_by_table(encoding: &'static Encoding, bytes: &[u8], text: &mut Vec<u8>) -> usize {
    let mut invalid = 1;
    for len in 1..=bytes.len().min(MAX_UNIT_LEN) {
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut decoded = [0; 16];
        let unit = &bytes[..len];
        match decoder.decode_to_utf8_without_replacement(unit, &mut decoded, true) {
            (DecoderResult::InputEmpty, _, written) => {
                text.extend_from_slice(&decoded[..written]);
                return len;
            }
            (DecoderResult::Malformed(bad, _), _, 0) => invalid = usize::from(bad).min(len),
            _ => {}
        }
    }
    for byte in &bytes[..invalid] {
        stray::push(*byte, text);
    }
    invalid
}
