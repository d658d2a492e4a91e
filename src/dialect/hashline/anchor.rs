//! Parses anchors: `12:a3`, `12#ZP`, `szJ`, optionally followed by the beginning of the line, or preceded by the
//! marks of a listing.

use crate::request::ShortAnchor;
use crate::text::LineNumber;

/// The maximum length of a hash.
const MAX_HASH_LEN: usize = 16;

/// Parses a complete anchor, which must have a hash.
pub(super) fn anchor(text: &str) -> Option<ShortAnchor> {
    let trimmed = text.trim();
    let unmarked = trimmed.strip_prefix("#HL ").unwrap_or(trimmed);
    let (anchor, rest) = split_anchor(unmarked.trim_start_matches('>').trim_start())?;
    anchor.hash.as_ref()?;
    let beginning = match rest.chars().next() {
        None => "",
        Some('|' | ':' | '│') => rest.trim_start_matches(['|', ':', '│']),
        Some(' ') => rest,
        Some(_) => return None,
    };
    Some(ShortAnchor {
        beginning: beginning.to_owned(),
        ..anchor
    })
}

/// Splits the line number, and the hash if there is one, from the start of `text`. Returns the anchor and the rest.
pub(super) fn split_anchor(text: &str) -> Option<(ShortAnchor, &str)> {
    let (number, rest) = split_while(text, |sign| sign.is_ascii_digit());
    let line = LineNumber::new(number.parse().ok()?)?;
    let mut anchor = ShortAnchor::numbered(line);
    let Some((hash, after)) = split_hash(rest) else {
        return Some((anchor, rest));
    };
    anchor.hash = Some(hash.to_owned());
    Some((anchor, after))
}

/// Splits a leading `:` or `#` and its hash from `text`. Returns the hash and the rest.
fn split_hash(text: &str) -> Option<(&str, &str)> {
    let after = text.trim_start().strip_prefix([':', '#'])?;
    let (hash, rest) = split_while(after.trim_start(), |sign| sign.is_ascii_alphanumeric());
    if !(2..=MAX_HASH_LEN).contains(&hash.len()) {
        return None;
    }
    Some((hash, rest))
}

fn split_while(text: &str, belongs: fn(char) -> bool) -> (&str, &str) {
    let end = text.find(|sign| !belongs(sign)).unwrap_or(text.len());
    text.split_at(end)
}

/// Parses a hash that identifies a line without a number.
pub(super) fn hash_anchor(text: &str) -> Option<ShortAnchor> {
    let trimmed = text.trim();
    let (word, beginning) = trimmed.split_once('│').unwrap_or((trimmed, ""));
    let hash = word.trim_end();
    if hash.len() != 3 || !hash.bytes().all(|sign| sign.is_ascii_alphanumeric()) {
        return None;
    }
    Some(ShortAnchor {
        line: None,
        hash: Some(hash.to_owned()),
        beginning: beginning.to_owned(),
    })
}
