//! The encodings by their names, and one text from and to each of them.

use bytes::Bytes;
use encoding_rs::{DecoderResult, EncoderResult, Encoding, ISO_2022_JP, REPLACEMENT, UTF_8};
use encoding_rs::{UTF_16BE, UTF_16LE};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::stray;
use super::utf16::ByteOrder;

/// An encoding that is not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextEncoding {
    kind: Kind,
    /// Whether a new text begins with a byte-order mark.
    marks_new: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Utf16(ByteOrder),
    /// One byte a character, its code point: not what the web takes for Latin-1, which is windows-1252.
    Latin1,
    /// One that has ASCII for its ASCII bytes, as the web reads it.
    Table(&'static Encoding),
}

/// Why a name is that of no encoding texts can be edited in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoEncoding {
    /// Nobody knows it.
    Unknown,
    /// The meaning of a byte depends on all that stands before it.
    Stateful,
}

/// Why a change of a decoded text is none of its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodingFault {
    /// The encoding lacks the character.
    Unmappable(char),
    /// The new text is no UTF-8.
    NotUtf8,
    /// It begins or ends inside of a character.
    InsideCharacter,
    /// The new bytes would be read as another text.
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
        let named = Self::named(&name).ok().flatten();
        named.ok_or_else(|| D::Error::custom("no name of an encoding that texts are edited in"))
    }
}

/// The byte-order mark in UTF-8.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Most bytes of a unit.
const LONGEST: usize = 4;

impl TextEncoding {
    /// The encoding that is called `name`, in any case; `None` for UTF-8.
    ///
    /// # Errors
    /// Why there is none.
    pub fn named(name: &str) -> Result<Option<Self>, NoEncoding> {
        let lower = name.to_ascii_lowercase();
        let of = |kind| Self {
            kind,
            marks_new: lower == "utf-16" || lower == "utf16",
        };
        let kind = match lower.as_str() {
            "latin1" | "latin-1" | "iso-8859-1" | "iso8859-1" | "iso_8859-1" | "l1" => Kind::Latin1,
            // Nothing that is not ASCII can be written in it, which UTF-8 does not refuse.
            "ascii" | "us-ascii" => return Err(NoEncoding::Unknown),
            "utf16" | "utf16le" => Kind::Utf16(ByteOrder::Little),
            "utf16be" => Kind::Utf16(ByteOrder::Big),
            _ => {
                let encoding = Encoding::for_label(lower.as_bytes());
                let encoding = encoding.ok_or(NoEncoding::Unknown)?;
                match encoding {
                    _ if encoding == UTF_8 => return Ok(None),
                    _ if encoding == UTF_16LE => Kind::Utf16(ByteOrder::Little),
                    _ if encoding == UTF_16BE => Kind::Utf16(ByteOrder::Big),
                    _ if encoding == REPLACEMENT || encoding == ISO_2022_JP => {
                        return Err(NoEncoding::Stateful);
                    }
                    _ => Kind::Table(encoding),
                }
            }
        };
        Ok(Some(of(kind)))
    }

    /// The encoding of `bytes`, whose file is said to be in `named`: that of a byte-order mark, if there is one.
    pub fn of(bytes: &[u8], named: Option<Self>) -> Option<Self> {
        let marked = |order| {
            Some(Self {
                kind: Kind::Utf16(order),
                marks_new: true,
            })
        };
        match bytes {
            // UTF-32: half of its bytes are NUL in UTF-16 too.
            [0xFF, 0xFE, 0, 0, ..] => named,
            [0xFF, 0xFE, ..] => marked(ByteOrder::Little),
            [0xFE, 0xFF, ..] => marked(ByteOrder::Big),
            [0xEF, 0xBB, 0xBF, ..] => None,
            _ => named,
        }
    }

    /// The encoding of `head`, the beginning of a file with NUL bytes and no byte-order mark, if it looks like UTF-16: the
    /// NUL bytes are those of ASCII.
    pub fn of_unmarked(head: &[u8]) -> Option<Self> {
        let pairs: Vec<&[u8]> = head.chunks_exact(2).collect();
        let nuls = |at: usize| pairs.iter().filter(|pair| pair[at] == 0).count();
        let are_most = |nuls: usize| pairs.len() > 3 && 2 * nuls > pairs.len();
        let order = match (nuls(0), nuls(1)) {
            (0, most) if are_most(most) => ByteOrder::Little,
            (most, 0) if are_most(most) => ByteOrder::Big,
            _ => return None,
        };
        Some(Self {
            kind: Kind::Utf16(order),
            marks_new: false,
        })
    }

    /// Whether `bytes` are text in UTF-8 that nobody would write in this encoding. Two bytes of UTF-8 may be a character
    /// of an encoding of East Asia.
    pub fn is_unlike(self, bytes: &[u8]) -> bool {
        let has_nul = || memchr::memchr(0, bytes).is_some();
        match (self.kind, std::str::from_utf8(bytes)) {
            (_, Err(_)) => false,
            (Kind::Utf16(_), Ok(text)) => !text.is_empty() && !has_nul(),
            (Kind::Table(encoding), Ok(text)) if !encoding.is_single_byte() => {
                text.chars().any(|character| character.len_utf8() > 2)
            }
            (_, Ok(text)) => !text.is_ascii(),
        }
    }

    /// `lines`, cut off behind bytes that are a line feed in ASCII, with all of their first and last characters.
    pub(crate) fn whole_units(self, lines: &Bytes) -> Bytes {
        if self.kind != Kind::Utf16(ByteOrder::Little) {
            return lines.clone();
        }
        let begun = lines.strip_prefix(b"\0").unwrap_or(lines);
        let missing = &b"\0"[..begun.len() % 2];
        [begun, missing].concat().into()
    }

    /// Its usual name.
    pub fn name(self) -> &'static str {
        match self.kind {
            Kind::Utf16(ByteOrder::Little) => UTF_16LE.name(),
            Kind::Utf16(ByteOrder::Big) => UTF_16BE.name(),
            Kind::Latin1 => "ISO-8859-1",
            Kind::Table(encoding) => encoding.name(),
        }
    }

    /// The byte-order mark that `bytes` begin with.
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

    /// The bytes of a new file with `text`, behind a byte-order mark where it gets one.
    ///
    /// # Errors
    /// As [`Self::encode`].
    pub fn encode_file(self, text: &[u8]) -> Result<Vec<u8>, EncodingFault> {
        if self.marks_new && !text.is_empty() && !text.starts_with(BOM) {
            self.encode(&[BOM, text].concat())
        } else {
            self.encode(text)
        }
    }

    /// Whether ASCII is the same in it.
    pub(super) fn has_ascii(self) -> bool {
        !matches!(self.kind, Kind::Utf16(_))
    }

    /// Adds all of `bytes` to `text`, if none is stray; `None` where that is found out one by one.
    pub(super) fn decode_sound(self, bytes: &[u8], text: &mut Vec<u8>) -> Option<()> {
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

    /// Adds the text of the first unit of `bytes` to `text`, and tells how many bytes it has; 0 at the end.
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
            Kind::Table(encoding) => decode_first(encoding, bytes, text),
        }
    }

    /// The bytes of `text`; stray ones are those that they were.
    ///
    /// # Errors
    /// `Unmappable` and `NotUtf8`.
    pub fn encode(self, text: &[u8]) -> Result<Vec<u8>, EncodingFault> {
        let mut bytes = Vec::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(stray) = stray::first_of(rest) {
                bytes.push(stray);
                rest = &rest[stray::LEN..];
                continue;
            }
            let valid = rest.utf8_chunks().next().map_or("", |chunk| chunk.valid());
            if valid.is_empty() {
                return Err(EncodingFault::NotUtf8);
            }
            self.encode_sound(valid, &mut bytes)?;
            rest = &rest[valid.len()..];
        }
        Ok(bytes)
    }

    fn encode_sound(self, text: &str, bytes: &mut Vec<u8>) -> Result<(), EncodingFault> {
        match self.kind {
            Kind::Utf16(order) => order.encode(text, bytes),
            _ if text.is_ascii() => bytes.extend_from_slice(text.as_bytes()),
            Kind::Latin1 => {
                for character in text.chars() {
                    let byte = u8::try_from(character);
                    bytes.push(byte.map_err(|_| EncodingFault::Unmappable(character))?);
                }
            }
            Kind::Table(encoding) => {
                let mut encoder = encoding.new_encoder();
                let mut rest = text;
                loop {
                    bytes.reserve(rest.len() + 2 * LONGEST);
                    let encoded =
                        encoder.encode_from_utf8_to_vec_without_replacement(rest, bytes, true);
                    match encoded {
                        (EncoderResult::InputEmpty, _) => break,
                        (EncoderResult::OutputFull, read) => rest = &rest[read..],
                        (EncoderResult::Unmappable(character), _) => {
                            return Err(EncodingFault::Unmappable(character));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// The first unit is what can be read by itself and is shortest; what cannot be read is as long as the decoder says.
fn decode_first(encoding: &'static Encoding, bytes: &[u8], text: &mut Vec<u8>) -> usize {
    let mut stray = 1;
    for len in 1..=bytes.len().min(LONGEST) {
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut decoded = [0; 16];
        let unit = &bytes[..len];
        match decoder.decode_to_utf8_without_replacement(unit, &mut decoded, true) {
            (DecoderResult::InputEmpty, _, written) => {
                text.extend_from_slice(&decoded[..written]);
                return len;
            }
            (DecoderResult::Malformed(bad, _), _, 0) => stray = usize::from(bad).min(len),
            _ => {}
        }
    }
    for byte in &bytes[..stray] {
        stray::push(*byte, text);
    }
    stray
}
