//! Line anchors: a line number with a short hash of the line and its context.
//!
//! `12:a3f1c09b77e2` identifies line 12 as long as the line and its surroundings are unchanged. A large range can be
//! replaced without quoting it, and any change or move is detected.
//!
//! The first half of a hash covers the line, the line after it, and the lines above it. The lines above end at the
//! nearest line that occurs only once in the text. So repeated lines have different hashes.
//!
//! The second half is a sum over all lines up to this line. The difference of two sums covers every line between two
//! anchors, regardless of changes above them.

use std::collections::HashMap;
use std::fmt;

use super::{LineEnding, LineNumber};

/// The number of hexadecimal digits in each half of a hash.
const HALF_DIGITS: usize = 6;

/// The bits of one half.
const HALF_MASK: u32 = (1 << (4 * HALF_DIGITS)) - 1;

/// A short hash of a line in its text. Includes whitespace, but not the line ending.
///
/// An anchor always consists of a line number and a hash. The first digit of a hash is a letter, so `12:1345` can
/// only be a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineHash {
    /// The hash of the line and its surroundings.
    context: u32,
    /// The sum over all lines up to and including this line.
    sum: u32,
}

impl LineHash {
    /// Parses twelve hexadecimal digits, the first of which must be a letter.
    pub fn parse(text: &str) -> Option<Self> {
        let is_hash = text.len() == 2 * HALF_DIGITS
            && text.bytes().all(|byte| byte.is_ascii_hexdigit())
            && !text.starts_with(|first: char| first.is_ascii_digit());
        if !is_hash {
            return None;
        }
        Some(Self {
            context: u32::from_str_radix(&text[..HALF_DIGITS], 16).ok()?,
            sum: u32::from_str_radix(&text[HALF_DIGITS..], 16).ok()?,
        })
    }

    /// True if both hashes belong to the same line in the same surroundings.
    pub fn is_same_line(self, other: Self) -> bool {
        self.context == other.context
    }

    /// The sum over the lines after this line, up to and including the line of `last`.
    pub fn sum_to(self, last: Self) -> u32 {
        last.sum.wrapping_sub(self.sum) & HALF_MASK
    }
}

/// The hashes of all lines of a text.
#[derive(Clone, Debug)]
pub struct LineHashes(Vec<LineHash>);

impl LineHashes {
    /// Computes the hashes of all lines of `text`.
    pub fn new(text: &[u8]) -> Self {
        let mut lines: Vec<u64> = Vec::new();
        for line in super::lines(text) {
            lines.push(hash_of(&[LineEnding::strip(line)]));
        }
        let mut counts: HashMap<u64, usize> = HashMap::new();
        for line in &lines {
            *counts.entry(*line).or_default() += 1;
        }
        let (mut above, mut sum) = (0_u64, 0_u32);
        let mut hashes = Vec::with_capacity(lines.len());
        for (at, &line) in lines.iter().enumerate() {
            let below = lines.get(at + 1).copied().unwrap_or_default();
            let context = hash_of(&[
                &above.to_le_bytes(),
                &line.to_le_bytes(),
                &below.to_le_bytes(),
            ]);
            above = match counts.get(&line) {
                Some(1) => line,
                _ => hash_of(&[&above.to_le_bytes(), &line.to_le_bytes()]),
            };
            sum = add_line(sum, at, line);
            hashes.push(LineHash {
                context: with_letter(low_half(context)),
                sum,
            });
        }
        Self(hashes)
    }

    /// The expected [`LineHash::sum_to`] from the first of `lines` to the last, if `first` is the number of the first
    /// line.
    pub fn sum_of(lines: &[&[u8]], first: LineNumber) -> u32 {
        let mut sum = 0_u32;
        for (after, line) in lines.iter().enumerate().skip(1) {
            let at = first.lines_before() + after;
            sum = add_line(sum, at, hash_of(&[LineEnding::strip(line)]));
        }
        sum
    }

    /// The hash of `line`; `None` past the end.
    pub fn at(&self, line: LineNumber) -> Option<LineHash> {
        self.0.get(line.number() - 1).copied()
    }
}

fn hash_of(parts: &[&[u8]]) -> u64 {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(part);
    }
    let mut first = [0; 8];
    first.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    u64::from_le_bytes(first)
}

/// Adds the line with the hash `line` to `sum`. `at` is the 0-based number of the line.
fn add_line(sum: u32, at: usize, line: u64) -> u32 {
    let numbered = hash_of(&[&at.to_le_bytes(), &line.to_le_bytes()]);
    sum.wrapping_add(low_half(numbered)) & HALF_MASK
}

/// The low bits of `hash` that form a half.
fn low_half(hash: u64) -> u32 {
    u32::try_from(hash & u64::from(HALF_MASK)).unwrap_or_default()
}

/// Replaces the first digit of `half` with a letter.
fn with_letter(half: u32) -> u32 {
    let shift = 4 * (HALF_DIGITS - 1);
    let first = 0xa + (half >> shift) % 6;
    first << shift | half & ((1 << shift) - 1)
}

/// Formats as twelve lower-case hexadecimal digits.
impl fmt::Display for LineHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:06x}{:06x}", self.context, self.sum)
    }
}

/// A line number and the hash that the line must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineAnchor {
    /// The line number.
    pub line: LineNumber,
    /// The expected hash.
    pub hash: LineHash,
}

impl LineAnchor {
    /// Parses `LINE:HASH`, as printed by `view --anchors`.
    pub fn parse(text: &str) -> Option<Self> {
        let (line, hash) = text.split_once(':')?;
        Some(Self {
            line: LineNumber::new(line.parse().ok()?)?,
            hash: LineHash::parse(hash)?,
        })
    }
}

/// Formats as `LINE:HASH`.
impl fmt::Display for LineAnchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::{LineAnchor, LineHash, LineHashes};
    use crate::text::LineNumber;

    fn hash(text: &[u8], line: usize) -> LineHash {
        LineHashes::new(text)
            .at(LineNumber::new(line).unwrap())
            .unwrap()
    }

    #[test]
    fn hashes_include_whitespace_but_not_the_ending() {
        assert_eq!(hash(b"a\r\nb\r\n", 1), hash(b"a\nb", 1));
        assert_ne!(hash(b"a \n", 1), hash(b"a\n", 1));
        assert_ne!(hash(b" a\n", 1), hash(b"a\n", 1));
    }

    #[test]
    fn a_hash_is_never_a_number() {
        for line in 0..1_000_usize {
            let hash = hash(line.to_string().as_bytes(), 1);
            assert_eq!(LineHash::parse(&hash.to_string()), Some(hash));
        }
    }

    #[test]
    fn repeated_lines_have_different_hashes() {
        let text = b"a\nx\nx\nx\nx\nb\nx\ny\nx\ny\n";
        let hashes: Vec<_> = (1..=10).map(|line| hash(text, line)).collect();
        for (at, one) in hashes.iter().enumerate() {
            for other in &hashes[at + 1..] {
                assert!(!one.is_same_line(*other));
            }
        }
    }

    #[test]
    fn two_hashes_detect_changes_between_them() {
        let sum = |text: &[u8]| hash(text, 2).sum_to(hash(text, 5));
        let text = b"1\n2\n3\n4\n5\n6\n";
        assert_eq!(sum(text), sum(b"one\n2\n3\n4\n5\nsix\n"));
        for other in [
            &b"1\n2\nthree\n4\n5\n6\n"[..],
            b"1\n2\n4\n3\n5\n6\n",
            b"1\n2\n3\n4 \n5\n6\n",
        ] {
            assert_ne!(sum(text), sum(other));
        }
    }

    #[test]
    fn anchors_round_trip() {
        let anchor = LineAnchor::parse("12:a3F100000001").unwrap();
        assert_eq!(anchor.line.number(), 12);
        assert_eq!(anchor.to_string(), "12:a3f100000001");
        for wrong in [
            "",
            "12",
            "12:",
            "0:a3f100000001",
            "12:a3f1",
            "12:a3f1000000011",
            "12:g3f100000001",
            "x:a3f100000001",
            "12:+3f100000001",
            "12:134500000001",
        ] {
            assert_eq!(LineAnchor::parse(wrong), None, "{wrong}");
        }
    }
}
