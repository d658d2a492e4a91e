//! An anchor as it is written: `12:a3`, `12#ZP`, `szJ`, with what the line begins with behind it, and what a listing has
//! in front of it.

use crate::request::ShortAnchor;
use crate::text::LineNumber;

/// Most signs of a hash.
const HASH: usize = 16;

/// Reads a whole anchor with a hash.
pub(super) fn anchor(text: &str) -> Option<ShortAnchor> {
    let text = text.trim();
    let text = text.strip_prefix("#HL ").unwrap_or(text);
    let text = text.trim_start_matches('>').trim_start();
    let (anchor, rest) = leading(text)?;
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

/// The number, and the hash if there is one, that `text` begins with, and what comes behind.
pub(super) fn leading(text: &str) -> Option<(ShortAnchor, &str)> {
    let digits = text.len()
        - text
            .trim_start_matches(|sign: char| sign.is_ascii_digit())
            .len();
    let (number, rest) = text.split_at(digits);
    let line = LineNumber::new(number.parse().ok()?)?;
    let anchor = ShortAnchor::numbered(line);
    let behind = rest.trim_start();
    let behind = behind.strip_prefix(':').or(behind.strip_prefix('#'));
    let hashed = behind.map(str::trim_start).and_then(|behind| {
        let is_sign = |sign: char| sign.is_ascii_alphanumeric();
        let count = behind.len() - behind.trim_start_matches(is_sign).len();
        let (hash, rest) = behind.split_at(count);
        ((2..=HASH).contains(&count)).then_some((hash, rest))
    });
    Some(match hashed {
        Some((hash, rest)) => {
            let hash = Some(hash.to_owned());
            (ShortAnchor { hash, ..anchor }, rest)
        }
        None => (anchor, rest),
    })
}

/// A hash that names a line alone.
pub(super) fn name(text: &str) -> Option<ShortAnchor> {
    let text = text.trim();
    let (name, beginning) = text.split_once('│').unwrap_or((text, ""));
    let name = name.trim_end();
    let is_name = name.len() == 3 && name.bytes().all(|sign| sign.is_ascii_alphanumeric());
    is_name.then(|| ShortAnchor {
        line: None,
        hash: Some(name.to_owned()),
        beginning: beginning.to_owned(),
    })
}
