//! Line anchors: a line number together with a short hash of what stands there.
//!
//! `12:a3f1` addresses line 12 as long as it reads as it did: large ranges can be replaced without quoting
//! them, and a line that moved or changed is noticed.

use std::fmt;

use super::{LineEnding, LineNumber};

/// A short hash of one line's content: the ending is no part of it, white space is.
///
/// 16 bits tell a changed line from an unchanged one, not any two lines from each other: an anchor always
/// stands beside a line number. At least one digit is a letter, so that `12:1345` can only be a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineHash(u16);

impl LineHash {
    /// The hash of `line`, with or without its ending.
    pub fn of(line: &[u8]) -> Self {
        let hash = blake3::hash(LineEnding::strip(line));
        let hash = u16::from_be_bytes([hash.as_bytes()[0], hash.as_bytes()[1]]);
        Self(match has_letter(hash) {
            true => hash,
            false => 0xa000 + (hash >> 12) % 6 * 0x1000 + (hash & 0x0fff),
        })
    }

    /// Reads four hexadecimal digits, one of them a letter.
    pub fn parse(text: &str) -> Option<Self> {
        let is_hash = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hash
            .then(|| u16::from_str_radix(text, 16).ok())
            .flatten()
            .filter(|&hash| has_letter(hash))
            .map(Self)
    }
}

/// Whether one of the four hexadecimal digits of `hash` is a letter.
fn has_letter(hash: u16) -> bool {
    (0..4).any(|digit| (hash >> (4 * digit)) & 0xf > 9)
}

/// Four lower-case hexadecimal digits.
impl fmt::Display for LineHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04x}", self.0)
    }
}

/// A line and what it must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Anchor {
    /// The line.
    pub line: LineNumber,
    /// The hash of its content.
    pub hash: LineHash,
}

impl Anchor {
    /// Reads `LINE:HASH`, as `view --anchors` prints it.
    pub fn parse(text: &str) -> Option<Self> {
        let (line, hash) = text.split_once(':')?;
        Some(Self {
            line: LineNumber::new(line.parse().ok()?)?,
            hash: LineHash::parse(hash)?,
        })
    }
}

/// `LINE:HASH`
impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::{Anchor, LineHash};

    #[test]
    fn the_ending_is_no_part_of_a_line_and_white_space_is() {
        assert_eq!(LineHash::of(b"a\r\n"), LineHash::of(b"a"));
        assert_ne!(LineHash::of(b"a "), LineHash::of(b"a"));
        assert_ne!(LineHash::of(b" a"), LineHash::of(b"a"));
    }

    #[test]
    fn a_hash_is_never_a_number() {
        for line in 0..1_000_usize {
            let hash = LineHash::of(line.to_string().as_bytes());
            assert_eq!(LineHash::parse(&hash.to_string()), Some(hash));
        }
    }

    #[test]
    fn anchors_are_read_as_they_are_printed() {
        let anchor = Anchor::parse("12:0a3F").unwrap();
        assert_eq!(anchor.line.number(), 12);
        assert_eq!(anchor.to_string(), "12:0a3f");
        for wrong in [
            "", "12", "12:", "0:a3f1", "12:a3f", "12:a3f11", "12:g000", "x:a3f1", "12:+3f1",
            "12:1345",
        ] {
            assert_eq!(Anchor::parse(wrong), None, "{wrong}");
        }
    }
}
