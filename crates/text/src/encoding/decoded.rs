//! Decoded text with a map from its characters to the original bytes.

use bytes::Bytes;

use super::TextEncoding;

/// The start of a unit, as an offset in the bytes and in the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mark {
    byte: usize,
    text: usize,
}

/// The maximum length of one unit, in the bytes and in the text.
const MAX_UNIT_LEN: usize = 8;

/// The minimum distance between two marks, in bytes. To find a place between two marks, the bytes are decoded again.
const STRIDE: usize = 1024;

/// The text decoded from bytes in an encoding.
#[derive(Clone, Debug)]
pub struct Decoded {
    encoding: TextEncoding,
    text: Bytes,
    /// Sorted. The first mark follows the byte-order mark, which is not part of the text. `None` if all bytes are
    /// ASCII and the text equals the bytes.
    marks: Option<Vec<Mark>>,
}

impl Decoded {
    /// Decodes `bytes`, a whole file. Text that is the same in UTF-8 is not copied.
    pub fn new(bytes: &Bytes, encoding: TextEncoding) -> Self {
        Self::after_mark(encoding.mark_of(bytes).len(), bytes, encoding)
    }

    /// Decodes `bytes`, which are not at the start of a file.
    pub(crate) fn of_part(bytes: &Bytes, encoding: TextEncoding) -> Self {
        Self::after_mark(0, bytes, encoding)
    }

    fn after_mark(mark: usize, bytes: &Bytes, encoding: TextEncoding) -> Self {
        if encoding.has_ascii() && bytes.is_ascii() {
            return Self {
                encoding,
                text: bytes.clone(),
                marks: None,
            };
        }
        let mut reader = Reader {
            encoding,
            text: Vec::with_capacity(bytes.len() / 2 + bytes.len() / 8),
            marks: vec![Mark {
                byte: mark,
                text: 0,
            }],
        };
        let mut at = mark;
        while at < bytes.len() {
            at = reader.read_part(bytes, at);
        }
        reader.text.shrink_to_fit();
        Self {
            encoding,
            text: reader.text.into(),
            marks: Some(reader.marks),
        }
    }

    /// The encoding of the bytes.
    pub fn encoding(&self) -> TextEncoding {
        self.encoding
    }

    /// The decoded text, without the byte-order mark.
    pub fn text(&self) -> &Bytes {
        &self.text
    }

    /// Starts a walk through `bytes`, from which this text was decoded.
    pub fn walk<'d>(&'d self, bytes: &'d [u8]) -> Walk<'d> {
        let start = match &self.marks {
            Some(marks) => marks[0],
            None => Mark::default(),
        };
        Walk {
            decoded: self,
            bytes,
            position: start,
            unit: Vec::new(),
        }
    }
}

/// The text decoded so far.
struct Reader {
    encoding: TextEncoding,
    text: Vec<u8>,
    marks: Vec<Mark>,
}

impl Reader {
    /// Decodes a part that begins at `at`, and returns its end.
    fn read_part(&mut self, bytes: &[u8], at: usize) -> usize {
        if !self.encoding.has_ascii() {
            return self.read_units(bytes, at, bytes.len());
        }
        // In ASCII-compatible encodings, no character contains a line feed byte, so parts can end there.
        let far = bytes.len().min(at + STRIDE);
        let end = memchr::memchr(b'\n', &bytes[far..]).map_or(bytes.len(), |end| far + end + 1);
        let part = &bytes[at..end];
        self.mark(at);
        if part.is_ascii() {
            self.text.extend_from_slice(part);
            return end;
        }
        match self.encoding.decode_valid(part, &mut self.text) {
            Some(()) => end,
            None => self.read_units(bytes, at, end),
        }
    }

    /// Decodes the units from `at` to `end`, and returns the end of the last.
    fn read_units(&mut self, bytes: &[u8], at: usize, end: usize) -> usize {
        let mut next = at;
        while next < end {
            self.mark(next);
            next += self.encoding.decode_first(&bytes[next..], &mut self.text);
        }
        next
    }

    /// Adds a mark for the unit at `byte`, which is decoded next, unless the last mark is near.
    fn mark(&mut self, byte: usize) {
        let text = self.text.len();
        let last = self.marks.last();
        if last.is_none_or(|last| byte >= last.byte + STRIDE) {
            self.marks.push(Mark { byte, text });
        }
    }
}

/// Maps offsets of the decoded text to offsets of the bytes, and back. If the offsets increase, the bytes are decoded
/// only once.
#[derive(Debug)]
pub struct Walk<'d> {
    decoded: &'d Decoded,
    bytes: &'d [u8],
    /// The start of a unit.
    position: Mark,
    /// A buffer for the text of one unit.
    unit: Vec<u8>,
}

impl Walk<'_> {
    /// The byte offset of the character at `text`; `None` inside a character.
    pub(crate) fn byte_at(&mut self, text: usize) -> Option<usize> {
        let Some(marks) = &self.decoded.marks else {
            return if text <= self.bytes.len() {
                Some(text)
            } else {
                None
            };
        };
        let mark = self.go_to(marks, |mark| mark.text <= text)?;
        if mark.text == text {
            Some(mark.byte)
        } else {
            None
        }
    }

    /// The text offset of the character at `byte`; `None` inside a character. Byte 0 maps to the start of the text,
    /// even before a byte-order mark.
    pub fn text_at(&mut self, byte: usize) -> Option<usize> {
        if byte == 0 {
            return Some(0);
        }
        let Some(marks) = &self.decoded.marks else {
            return if byte <= self.bytes.len() {
                Some(byte)
            } else {
                None
            };
        };
        let mark = self.go_to(marks, |mark| mark.byte <= byte)?;
        if mark.byte == byte {
            Some(mark.text)
        } else {
            None
        }
    }

    /// The byte offset of the last character that begins at or before `text`.
    pub fn byte_before(&mut self, text: usize) -> usize {
        if text == 0 {
            return 0;
        }
        let Some(marks) = &self.decoded.marks else {
            return text;
        };
        let mark = self.go_to(marks, |mark| mark.text <= text);
        mark.map_or(0, |mark| mark.byte)
    }

    /// The byte offset of the first character that begins at or after `text`.
    pub(crate) fn byte_after(&mut self, text: usize) -> usize {
        let mut next = (text..).take(MAX_UNIT_LEN);
        let byte = next.find_map(|text| self.byte_at(text));
        byte.unwrap_or(self.bytes.len())
    }

    /// The text offset of the first character that begins at or after `byte`.
    pub fn text_after(&mut self, byte: usize) -> usize {
        let mut next = (byte..).take(MAX_UNIT_LEN);
        let text = next.find_map(|byte| self.text_at(byte));
        text.unwrap_or(self.decoded.text.len())
    }

    /// Moves to the last unit for which `is_reached` is true, and returns its start. All earlier units must be
    /// reached too.
    fn go_to(&mut self, marks: &[Mark], is_reached: impl Fn(Mark) -> bool) -> Option<Mark> {
        let reached = marks.partition_point(|mark| is_reached(*mark));
        let nearest = marks[..reached].last()?;
        if !is_reached(self.position) || nearest.byte > self.position.byte {
            self.position = *nearest;
        }
        loop {
            self.unit.clear();
            let rest = self.bytes.get(self.position.byte..)?;
            let read = self.decoded.encoding.decode_first(rest, &mut self.unit);
            let next = Mark {
                byte: self.position.byte + read,
                text: self.position.text + self.unit.len(),
            };
            if read == 0 || !is_reached(next) {
                return Some(self.position);
            }
            self.position = next;
        }
    }
}
