//! The hashes and tags that can be proved, because everybody can compute them: those of hashline and its relatives that
//! are public, and the beginning of ours.
//!
//! All are short. That one holds says that the text is probably the one that is meant, and is never enough alone.

use std::cell::OnceCell;

use super::xxh32::xxh32;
use crate::snapshot::Snapshot;
use crate::text::{self, LineEnding, LineHashes, LineNumber};

/// The signs of a hash that is written `12#ZP`, each for four bits.
const NIBBLES: &[u8; 16] = b"ZPMQVRWSNKTXJBYH";

/// The signs of a hash that names a line alone (`szJ`).
const ALPHABET: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// How many hashes of three such signs there are, and how far from one to the next that is tried when it is taken.
const NAMES: usize = 62 * 62 * 62;
const STRIDE: usize = 62 * 62 + 62 + 1;

/// Fewest signs of a hash of ours, and of a tag.
const SHORTEST: usize = 2;
const TAG: usize = 4;

/// The lines of a text, and their hashes.
pub(super) struct HashedLines {
    lines: Vec<String>,
    own: LineHashes,
    names: OnceCell<Vec<String>>,
}

impl HashedLines {
    pub(super) fn of(text: &Snapshot) -> Self {
        let bytes = text::without_bom(text.bytes());
        let lines = text::lines(bytes).map(LineEnding::strip);
        Self {
            lines: lines
                .map(|line| String::from_utf8_lossy(line).into_owned())
                .collect(),
            own: LineHashes::of(text.bytes()),
            names: OnceCell::new(),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.lines.len()
    }

    /// Whether `hash` is one of the line `line`, by any of the known ways.
    pub(super) fn is_hash_of(&self, hash: &str, line: LineNumber) -> bool {
        let own = self.own.at(line).map(|own| own.to_string());
        let lower = hash.to_ascii_lowercase();
        let is_own = |own: String| hash.len() >= SHORTEST && own.starts_with(&lower);
        let is_of_nibbles = |(bits, count)| self.of_nibbles(line, count).contains(&bits);
        own.is_some_and(is_own)
            || lower == self.of_bare_line(line)
            || nibbles(hash).is_some_and(is_of_nibbles)
    }

    /// The line that `name` alone names.
    pub(super) fn named(&self, name: &str) -> Option<LineNumber> {
        let names = self.names.get_or_init(|| names(&self.lines));
        let at = names.iter().position(|known| known == name)?;
        Some(LineNumber::after_lines(at))
    }

    /// Whether the line `line` begins with `beginning`, white space around it and what three dots leave out aside.
    pub(super) fn begins(&self, line: LineNumber, beginning: &str) -> bool {
        let told = beginning.split("...").next().unwrap_or_default();
        let told = told.split('…').next().unwrap_or_default().trim();
        self.line(line.lines_before()).trim().starts_with(told)
    }

    fn line(&self, at: usize) -> &str {
        self.lines.get(at).map_or("", String::as_str)
    }

    /// `12:a3`, as hashline had it first: of the line without white space.
    fn of_bare_line(&self, line: LineNumber) -> String {
        let bare = without_space(self.line(line.lines_before()));
        format!("{:02x}", xxh32(bare.as_bytes(), 0) & 0xff)
    }

    /// `12#ZP` as numbers of `count` nibbles: oh-my-opencode's, of the line without white space at its end (or, as it had
    /// it before, anywhere), with its number where it has neither letters nor digits; and pi-hashline-edit's, of the
    /// line between its neighbours.
    fn of_nibbles(&self, line: LineNumber, count: usize) -> Vec<u32> {
        let at = line.lines_before();
        let end_trimmed = |at: usize| {
            let line = self.line(at).replace('\r', "");
            line.trim_end_matches(is_space).to_owned()
        };
        let before = at.checked_sub(1).map(end_trimmed).unwrap_or_default();
        let here = end_trimmed(at);
        let between = format!("{before}\0{here}\0{}", end_trimmed(at + 1));
        let seeded = |line_text: &str| {
            let number = u32::try_from(line.number()).unwrap_or(u32::MAX);
            let is_telling = line_text.chars().any(char::is_alphanumeric);
            xxh32(line_text.as_bytes(), if is_telling { 0 } else { number })
        };
        let mask = (1 << (4 * count)) - 1;
        let mut hashes = vec![xxh32(between.as_bytes(), 0) & mask];
        if count == 2 {
            hashes.extend([seeded(&here), seeded(&without_space(&here))].map(|hash| hash & mask));
        }
        hashes
    }
}

/// Whether `tag` is one of `text`: the first digits of the hash that `view` prints, or oh-my-pi's, of the text without
/// white space at the ends of its lines.
pub(super) fn is_tag_of(tag: &str, text: &Snapshot) -> bool {
    if tag.len() < TAG {
        return false;
    }
    let lower = tag.to_ascii_lowercase();
    let own = text.fingerprint().hex();
    own.starts_with(&lower) || lower == format!("{:04x}", xxh32(&trimmed(text.bytes()), 0) & 0xffff)
}

/// `text` with line feeds for line endings, without blanks at the ends of its lines.
fn trimmed(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text::without_bom(text));
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines = text.split('\n');
    let lines = lines.map(|line| line.trim_end_matches([' ', '\t']));
    lines.collect::<Vec<_>>().join("\n").into_bytes()
}

/// The names that dsh-better-edit gives to the lines of a text that it reads first: of the line without white space, the
/// next free one where another line has it.
fn names(lines: &[String]) -> Vec<String> {
    let mut taken = vec![false; NAMES];
    let mut next = 0;
    let mut names = Vec::new();
    for line in lines.iter().take(NAMES) {
        let bare: String = line
            .chars()
            .filter(|sign| !" \t\r\n".contains(*sign))
            .collect();
        let mut at = (xxh32(bare.as_bytes(), 0) >> 14) as usize % NAMES;
        if taken[at] {
            at = next % NAMES;
            while taken[at] {
                at = (at + STRIDE) % NAMES;
            }
        }
        taken[at] = true;
        next = at + STRIDE;
        let signs = [at / (62 * 62), at / 62 % 62, at % 62];
        names.push(
            signs
                .map(|sign| char::from(ALPHABET[sign]))
                .iter()
                .collect(),
        );
    }
    names
}

fn nibbles(hash: &str) -> Option<(u32, usize)> {
    let mut bits = 0;
    for sign in hash.bytes() {
        let nibble = NIBBLES.iter().position(|known| *known == sign)?;
        bits = bits << 4 | u32::try_from(nibble).ok()?;
    }
    (2..=4).contains(&hash.len()).then_some((bits, hash.len()))
}

fn without_space(line: &str) -> String {
    line.chars().filter(|sign| !is_space(*sign)).collect()
}

/// White space as JavaScript has it.
fn is_space(sign: char) -> bool {
    sign == '\u{feff}' || sign.is_whitespace() && sign != '\u{85}'
}
