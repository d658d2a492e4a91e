//! Typographic quotes, dashes and spaces of word processors, and the plain characters that they replace.

use std::collections::BTreeSet;

use bytes::Bytes;

/// A range of typographic characters with the same plain form.
struct Marks {
    first: char,
    last: char,
    /// The single plain form of these characters.
    plain: &'static str,
    /// The characters that a word processor converts to these characters.
    spelled: &'static str,
}

const fn marks(first: char, last: char, plain: &'static str, spelled: &'static str) -> Marks {
    Marks {
        first,
        last,
        plain,
        spelled,
    }
}

const MARKS: [Marks; 13] = [
    marks('\u{a0}', '\u{a0}', " ", " "),
    marks('\u{2000}', '\u{200a}', " ", " "),
    marks('\u{2010}', '\u{2012}', "-", "-"),
    marks('\u{2013}', '\u{2015}', "-", "--"),
    marks('\u{2018}', '\u{201b}', "'", "'"),
    marks('\u{201c}', '\u{201f}', "\"", "\""),
    marks('\u{2026}', '\u{2026}', "...", "..."),
    marks('\u{202f}', '\u{202f}', " ", " "),
    marks('\u{2032}', '\u{2032}', "'", "'"),
    marks('\u{2033}', '\u{2033}', "\"", "\""),
    marks('\u{205f}', '\u{205f}', " ", " "),
    marks('\u{2212}', '\u{2212}', "-", "-"),
    marks('\u{3000}', '\u{3000}', " ", " "),
];

/// The plain form of typographic characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signs {
    /// One dash for each dash.
    Plain,
    /// Two dashes for a long dash.
    Spelled,
}

fn marks_of(letter: char) -> Option<&'static Marks> {
    MARKS
        .iter()
        .find(|marks| (marks.first..=marks.last).contains(&letter))
}

/// The plain form of the typographic character `letter`; `None` for other characters.
pub fn typed(letter: char, signs: Signs) -> Option<&'static str> {
    let marks = marks_of(letter)?;
    Some(match signs {
        Signs::Plain => marks.plain,
        Signs::Spelled => marks.spelled,
    })
}

/// The plain form of the typographic character that `text` begins with, and the character's length in bytes.
pub fn first_typed(text: &[u8], signs: Signs) -> Option<(&'static str, usize)> {
    let len = match text.first()? {
        0xc2 => 2,
        0xe2 | 0xe3 => 3,
        _ => return None,
    };
    let letter = std::str::from_utf8(text.get(..len)?).ok()?.chars().next()?;
    Some((typed(letter, signs)?, len))
}

/// The kinds of the typographic characters in `text`, each as a plain form.
pub fn kinds(text: &[u8]) -> impl Iterator<Item = &'static str> {
    (0..text.len()).filter_map(|at| Some(kind(first_typed(&text[at..], Signs::Plain)?.0)))
}

/// The kind of a character with the plain form `plain`. Word processors change single and double quotes.
fn kind(plain: &str) -> &str {
    match plain {
        "\"" => "'",
        "--" => "-",
        _ => plain,
    }
}

/// Replaces typographic characters of `kinds` in `text` with their plain forms. `None` if nothing changes.
pub fn plain(text: &[u8], signs: Signs, kinds: &BTreeSet<&str>) -> Option<Bytes> {
    let mut plain: Option<Vec<u8>> = None;
    let (mut at, mut copied) = (0, 0);
    while at < text.len() {
        at += match first_typed(&text[at..], signs) {
            Some((typed, len)) if kinds.contains(kind(typed)) => {
                let plain = plain.get_or_insert_default();
                plain.extend_from_slice(&text[copied..at]);
                plain.extend_from_slice(typed.as_bytes());
                copied = at + len;
                len
            }
            _ => 1,
        };
    }
    let mut plain = plain?;
    plain.extend_from_slice(&text[copied..]);
    Some(plain.into())
}

/// True if `letter` is a space that keyboards do not have.
pub fn is_blank(letter: char) -> bool {
    typed(letter, Signs::Plain) == Some(" ")
}
