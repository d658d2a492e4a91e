//! Checks the hashes and tags of hashline and related public formats, and prefixes of the hashes of `incise`.
//!
//! All of them are short. A match only makes it likely that the text is the intended one, so callers check more.

use std::cell::OnceCell;

use super::xxh32::xxh32;
use crate::snapshot::Snapshot;
use crate::text::{self, LineEnding, LineHashes, LineNumber};

/// The characters of a hash like `12#ZP`, each for four bits.
const NIBBLES: &[u8; 16] = b"ZPMQVRWSNKTXJBYH";

/// The characters of a hash that identifies a line without a number (`szJ`).
const ALPHABET: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const BASE: usize = ALPHABET.len();
/// The number of hashes with three such characters.
const NAME_COUNT: usize = BASE * BASE * BASE;
/// The step to the next candidate if a hash is taken. It has no common divisor with [`NAME_COUNT`], so the steps reach
/// every name.
const STRIDE: usize = BASE * BASE + BASE + 1;

/// The minimum length of a hash prefix, in characters.
const MIN_HASH_LEN: usize = 2;
/// The minimum length of a tag, in characters.
const MIN_TAG_LEN: usize = 4;

/// The lines of a text with their hashes.
pub(super) struct HashedLines {
    lines: Vec<String>,
    /// The hashes of `incise`.
    line_hashes: LineHashes,
    /// The hashes that identify lines without numbers, computed on demand.
    names: OnceCell<Vec<String>>,
}

impl HashedLines {
    pub(super) fn new(text: &Snapshot) -> Self {
        let bytes = text::without_bom(text.bytes());
        let lines = text::lines(bytes).map(LineEnding::strip);
        Self {
            lines: lines
                .map(|line| String::from_utf8_lossy(line).into_owned())
                .collect(),
            line_hashes: LineHashes::new(text.bytes()),
            names: OnceCell::new(),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.lines.len()
    }

    /// True if `hash` is a hash of `line` in one of the known formats.
    pub(super) fn is_hash_of(&self, hash: &str, line: LineNumber) -> bool {
        let lower = hash.to_ascii_lowercase();
        if let Some(line_hash) = self.line_hashes.at(line)
            && hash.len() >= MIN_HASH_LEN
            && line_hash.to_string().starts_with(&lower)
        {
            return true;
        }
        if lower == self.hash_without_space(line) {
            return true;
        }
        match nibbles(hash) {
            Some((bits, count)) => self.hashes_of_nibbles(line, count).contains(&bits),
            None => false,
        }
    }

    /// The line that the hash `name` identifies without a number; `None` if there is none.
    pub(super) fn named(&self, name: &str) -> Option<LineNumber> {
        let names = self.names.get_or_init(|| assign_names(&self.lines));
        let at = names.iter().position(|known| known == name)?;
        Some(LineNumber::after_lines(at))
    }

    /// True if `line` starts with `beginning`, ignoring whitespace around it and everything after an ellipsis.
    pub(super) fn starts_with(&self, line: LineNumber, beginning: &str) -> bool {
        let before_dots = beginning.split("...").next().unwrap_or_default();
        let shown = before_dots.split('…').next().unwrap_or_default();
        let text = self.line(line.lines_before()).trim();
        text.starts_with(shown.trim())
    }

    fn line(&self, at: usize) -> &str {
        self.lines.get(at).map_or("", String::as_str)
    }

    /// The hash in `12:a3`, the first format of hashline. The hash ignores all whitespace in the line.
    fn hash_without_space(&self, line: LineNumber) -> String {
        let line = without_space(self.line(line.lines_before()));
        format!("{:02x}", xxh32(line.as_bytes(), 0) & 0xff)
    }

    /// The hash in `12#ZP` as numbers of `count` nibbles. oh-my-opencode hashes the line without trailing whitespace,
    /// or without any whitespace in earlier versions. The line number is the seed if the line has no letters or
    /// digits. pi-hashline-edit hashes the line together with its neighbors.
    fn hashes_of_nibbles(&self, line: LineNumber, count: usize) -> Vec<u32> {
        let at = line.lines_before();
        let before = match at.checked_sub(1) {
            Some(before) => self.end_trimmed(before),
            None => String::new(),
        };
        let text = self.end_trimmed(at);
        let with_neighbors = format!("{before}\0{text}\0{}", self.end_trimmed(at + 1));
        let mask = (1 << (4 * count)) - 1;
        let mut hashes = vec![xxh32(with_neighbors.as_bytes(), 0) & mask];
        if count == 2 {
            hashes.push(seeded_hash(&text, line) & mask);
            hashes.push(seeded_hash(&without_space(&text), line) & mask);
        }
        hashes
    }

    fn end_trimmed(&self, at: usize) -> String {
        let line = self.line(at).replace('\r', "");
        line.trim_end_matches(is_space).to_owned()
    }
}

/// The hash of `text`. The number of `line` is the seed if the text has no letters or digits.
fn seeded_hash(text: &str, line: LineNumber) -> u32 {
    let mut seed = 0;
    if !text.chars().any(char::is_alphanumeric) {
        seed = u32::try_from(line.number()).unwrap_or(u32::MAX);
    }
    xxh32(text.as_bytes(), seed)
}

/// True if `tag` identifies `text`: a prefix of the hash that `view` prints, or the tag of oh-my-pi. The latter
/// ignores trailing whitespace.
pub(super) fn is_tag_of(tag: &str, text: &Snapshot) -> bool {
    if tag.len() < MIN_TAG_LEN {
        return false;
    }
    let lower = tag.to_ascii_lowercase();
    let fingerprint = text.fingerprint().hex();
    fingerprint.starts_with(&lower)
        || lower == format!("{:04x}", xxh32(&trimmed(text.bytes()), 0) & 0xffff)
}

/// `text` with LF line endings and without trailing whitespace.
fn trimmed(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text::without_bom(text));
    let unix = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = unix
        .split('\n')
        .map(|line| line.trim_end_matches([' ', '\t']))
        .collect();
    lines.join("\n").into_bytes()
}

/// The names that dsh-better-edit assigns to the lines of a text: a hash without whitespace, or the next free name if
/// that is taken.
fn assign_names(lines: &[String]) -> Vec<String> {
    let mut taken = vec![false; NAME_COUNT];
    let mut previous = 0;
    let mut names = Vec::new();
    for line in lines.iter().take(NAME_COUNT) {
        let hashed = line.replace([' ', '\t', '\r', '\n'], "");
        let mut number = (xxh32(hashed.as_bytes(), 0) >> 14) as usize % NAME_COUNT;
        if taken[number] {
            // The search for a free name continues from the name of the previous line.
            number = (previous + STRIDE) % NAME_COUNT;
            while taken[number] {
                number = (number + STRIDE) % NAME_COUNT;
            }
        }
        taken[number] = true;
        previous = number;
        let digits = [number / (BASE * BASE), number / BASE % BASE, number % BASE];
        names.push(String::from_iter(
            digits.map(|digit| char::from(ALPHABET[digit])),
        ));
    }
    names
}

fn nibbles(hash: &str) -> Option<(u32, usize)> {
    let mut bits = 0;
    for sign in hash.bytes() {
        let nibble = NIBBLES.iter().position(|known| *known == sign)?;
        bits = bits << 4 | u32::try_from(nibble).ok()?;
    }
    if !(2..=4).contains(&hash.len()) {
        return None;
    }
    Some((bits, hash.len()))
}

fn without_space(line: &str) -> String {
    line.chars().filter(|sign| !is_space(*sign)).collect()
}

/// True for whitespace in JavaScript.
fn is_space(sign: char) -> bool {
    sign == '\u{feff}' || sign.is_whitespace() && sign != '\u{85}'
}
