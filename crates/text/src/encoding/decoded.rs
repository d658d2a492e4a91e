//! A decoded text, and a map from its characters to the original bytes.

use bytes::Bytes;

use super::TextEncoding;

/// A place at which a unit begins, in the bytes and in the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mark {
    byte: usize,
    text: usize,
}

/// Most bytes of the text of one unit.
const LONGEST: usize = 8;

/// Bytes after which a place is marked. To find a place between two marks, its bytes are decoded again.
const STRIDE: usize = 1024;

/// The text of bytes in an encoding.
#[derive(Clone, Debug)]
pub struct Decoded {
    encoding: TextEncoding,
    text: Bytes,
    /// In order, the first one after the byte-order mark, which is not part of the text. `None` if the text equals
    /// the bytes, all of them ASCII.
    marks: Option<Vec<Mark>>,
}

impl Decoded {
    /// Reads `bytes`, all of a file. Text that is the same in UTF-8 is not copied.
    pub fn new(bytes: &Bytes, encoding: TextEncoding) -> Self {
        Self::after_mark(encoding.mark_of(bytes).len(), bytes, encoding)
    }

    /// Reads `bytes`, which are not at the start of a file.
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

    /// The encoding.
    pub fn encoding(&self) -> TextEncoding {
        self.encoding
    }

    /// The text.
    pub fn text(&self) -> &Bytes {
        &self.text
    }

    fn first(&self) -> Mark {
        let marks = self.marks.as_ref();
        marks
            .and_then(|marks| marks.first())
            .copied()
            .unwrap_or_default()
    }

    /// A walk through `bytes`, which the text was read from.
    pub fn walk<'d>(&'d self, bytes: &'d [u8]) -> Walk<'d> {
        Walk {
            decoded: self,
            bytes,
            now: self.first(),
            unit: Vec::new(),
        }
    }
}

/// The part of a text that is read.
struct Reader {
    encoding: TextEncoding,
    text: Vec<u8>,
    marks: Vec<Mark>,
}

impl Reader {
    /// Reads a part of some length that begins `at`, and returns its end.
    fn read_part(&mut self, bytes: &[u8], at: usize) -> usize {
        if !self.encoding.has_ascii() {
            return self.read_units(bytes, at, bytes.len());
        }
        // No character of such an encoding has a line feed among its bytes.
        let far = bytes.len().min(at + STRIDE);
        let end = memchr::memchr(b'\n', &bytes[far..]).map_or(bytes.len(), |end| far + end + 1);
        let part = &bytes[at..end];
        if part.is_ascii() {
            self.mark(at);
            self.text.extend_from_slice(part);
            return end;
        }
        self.mark(at);
        match self.encoding.decode_sound(part, &mut self.text) {
            Some(()) => end,
            None => self.read_units(bytes, at, end),
        }
    }

    /// Reads the units from `at` to `end`.
    fn read_units(&mut self, bytes: &[u8], at: usize, end: usize) -> usize {
        let mut next = at;
        while next < end {
            self.mark(next);
            next += self.encoding.decode_first(&bytes[next..], &mut self.text);
        }
        next
    }

    fn mark(&mut self, byte: usize) {
        if self
            .marks
            .last()
            .is_none_or(|last| byte >= last.byte + STRIDE)
        {
            let text = self.text.len();
            self.marks.push(Mark { byte, text });
        }
    }
}

/// Maps offsets of the decoded text to offsets of the bytes, and back. If the offsets are in order, the text is read
/// only once.
#[derive(Debug)]
pub struct Walk<'d> {
    decoded: &'d Decoded,
    bytes: &'d [u8],
    now: Mark,
    /// Room for the text of one unit.
    unit: Vec<u8>,
}

impl Walk<'_> {
    /// The byte that the character at `text` begins with; `None` inside of a character.
    pub(crate) fn byte_at(&mut self, text: usize) -> Option<usize> {
        let Some(marks) = &self.decoded.marks else {
            return Some(text).filter(|text| *text <= self.bytes.len());
        };
        let mark = self.go_to(marks, |mark| mark.text <= text)?;
        if mark.text == text {
            Some(mark.byte)
        } else {
            None
        }
    }

    /// The place in the text of the character that begins at `byte`; `None` inside of a character. Text and bytes
    /// begin together.
    pub fn text_at(&mut self, byte: usize) -> Option<usize> {
        if byte == 0 {
            return Some(0);
        }
        let Some(marks) = &self.decoded.marks else {
            return Some(byte).filter(|byte| *byte <= self.bytes.len());
        };
        let mark = self.go_to(marks, |mark| mark.byte <= byte)?;
        if mark.byte == byte {
            Some(mark.text)
        } else {
            None
        }
    }

    /// The byte of the last character that begins at `text` or before.
    pub fn byte_before(&mut self, text: usize) -> usize {
        match &self.decoded.marks {
            _ if text == 0 => 0,
            None => text,
            Some(marks) => self
                .go_to(marks, |mark| mark.text <= text)
                .map_or(0, |mark| mark.byte),
        }
    }

    /// The byte of the first character that begins at `text` or after.
    pub(crate) fn byte_after(&mut self, text: usize) -> usize {
        let mut next = (text..).take(LONGEST);
        let byte = next.find_map(|text| self.byte_at(text));
        byte.unwrap_or(self.bytes.len())
    }

    /// The place in the text of the first character that begins at `byte` or after.
    pub fn text_after(&mut self, byte: usize) -> usize {
        let mut next = (byte..).take(LONGEST);
        let text = next.find_map(|byte| self.text_at(byte));
        text.unwrap_or(self.decoded.text.len())
    }

    /// The last place of a unit for which `is_reached` is true, as it is for those before.
    fn go_to(&mut self, marks: &[Mark], is_reached: impl Fn(Mark) -> bool) -> Option<Mark> {
        let reached = marks.partition_point(|mark| is_reached(*mark));
        let nearest = marks[..reached].last()?;
        if !is_reached(self.now) || nearest.byte > self.now.byte {
            self.now = *nearest;
        }
        loop {
            self.unit.clear();
            let rest = self.bytes.get(self.now.byte..)?;
            let read = self.decoded.encoding.decode_first(rest, &mut self.unit);
            let next = Mark {
                byte: self.now.byte + read,
                text: self.now.text + self.unit.len(),
            };
            if read == 0 || !is_reached(next) {
                return Some(self.now);
            }
            self.now = next;
        }
    }
}
