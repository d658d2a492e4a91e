//! Normalizes text for the `unicode` tier: typographic characters become ASCII, and combining characters are composed.
//!
//! The result maps its bytes to the bytes of the source. Parts of a line that differ only in such characters keep the
//! bytes of the file.

use std::borrow::Cow;

use unicode_normalization::char::is_combining_mark;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::typography::{Signs, typed};

/// The ASCII form of the typographic character `letter`; `None` for other characters.
fn plain(letter: char) -> Option<&'static str> {
    typed(letter, Signs::Plain)
}

/// Returns `content` with typographic characters in ASCII form and letters composed (NFC). Invalid UTF-8 is returned
/// unchanged.
pub fn fold(content: &[u8]) -> Cow<'_, [u8]> {
    match std::str::from_utf8(content) {
        Ok(text) if !is_plain(text) => {
            let mut folded = String::with_capacity(text.len());
            for_each_letter(text, |letter, _| push_folded(&mut folded, letter));
            folded.into_bytes().into()
        }
        _ => content.into(),
    }
}

/// True if a fold contains `byte` only where the source contains it.
pub fn is_its_own_fold(byte: u8) -> bool {
    // The kelvin sign (U+212A) composes to `K`.
    byte.is_ascii_alphanumeric() && byte != b'K'
}

/// True if `letter` composes with the previous one: a combining mark, or a vowel or final consonant of a Hangul
/// syllable.
fn continues(letter: char) -> bool {
    !is_settled(letter) && (is_combining_mark(letter) || matches!(letter, '\u{1160}'..='\u{11ff}'))
}

/// Calls `each` with every letter of `source`, including its combining marks, and the offset of its end.
fn for_each_letter<'s>(source: &'s str, mut each: impl FnMut(&'s str, usize)) {
    let mut start = 0;
    for (at, letter) in source.char_indices().skip(1) {
        if !continues(letter) {
            each(&source[start..at], at);
            start = at;
        }
    }
    each(&source[start..], source.len());
}

/// Appends the fold of one letter with its combining marks.
fn push_folded(folded: &mut String, cluster: &str) {
    let mut letters = cluster.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if is_settled(letter) => folded.push(letter),
        (Some(letter), None) => match plain(letter) {
            Some(plain) => folded.push_str(plain),
            None => folded.extend(cluster.nfc()),
        },
        _ => folded.extend(cluster.nfc()),
    }
}

/// True if `text` equals its fold. A false negative is possible, because the check is quick.
fn is_plain(text: &str) -> bool {
    if text.is_ascii() || text.chars().all(is_settled) {
        return true;
    }
    !text.chars().any(|letter| plain(letter).is_some())
        && is_nfc_quick(text.chars()) == IsNormalized::Yes
}

/// True if `letter` equals its fold whatever surrounds it. Needs no table, and covers most text in the major scripts.
fn is_settled(letter: char) -> bool {
    matches!(letter,
        '\0'..='\u{9f}'
        // Latin, except the non-breaking space.
        | '\u{a1}'..='\u{2ff}'
        // Cyrillic.
        | '\u{400}'..='\u{482}'
        // CJK punctuation, kana and ideographs, except the wide space and voicing marks.
        | '\u{3001}'..='\u{3029}'
        | '\u{3041}'..='\u{3096}'
        | '\u{309b}'..='\u{30ff}'
        | '\u{3400}'..='\u{9fff}'
        // Hangul syllables, and fullwidth forms.
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{ff01}'..='\u{ff9d}')
}

/// The letter boundaries of a folded line, with their offsets in the source.
#[derive(Clone, Debug, PartialEq)]
pub struct Folded {
    /// In order.
    boundaries: Vec<Boundary>,
}

/// The offsets of a letter boundary that the fold and its source have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Boundary {
    folded: usize,
    source: usize,
}

impl Folded {
    /// Folds `source` letter by letter, each with its combining marks.
    pub fn new(source: &str) -> Self {
        let mut text = String::with_capacity(source.len());
        let mut boundaries = vec![Boundary::default()];
        for_each_letter(source, |letter, end| {
            push_folded(&mut text, letter);
            boundaries.push(Boundary {
                folded: text.len(),
                source: end,
            });
        });
        Self { boundaries }
    }

    /// Maps offset `at` of the fold to the source. `None` if `at` is not a letter boundary.
    pub fn source(&self, at: usize) -> Option<usize> {
        let boundaries = &self.boundaries;
        let found = boundaries.binary_search_by_key(&at, |boundary| boundary.folded);
        Some(boundaries[found.ok()?].source)
    }

    /// Maps offset `at` of the source to the fold. `None` if `at` is not a letter boundary.
    pub fn folded(&self, at: usize) -> Option<usize> {
        let boundaries = &self.boundaries;
        let found = boundaries.binary_search_by_key(&at, |boundary| boundary.source);
        Some(boundaries[found.ok()?].folded)
    }
}

#[cfg(test)]
mod tests {
    use unicode_normalization::char::{canonical_combining_class, is_combining_mark};
    use unicode_normalization::{IsNormalized, is_nfc_quick};

    use super::{Folded, fold, is_its_own_fold, is_settled, plain};

    fn folded(text: &str) -> String {
        String::from_utf8(fold(text.as_bytes()).into_owned()).unwrap()
    }

    #[test]
    fn settled_letters_equal_their_fold() {
        let settled: Vec<char> = ('\0'..=char::MAX)
            .filter(|&letter| is_settled(letter))
            .collect();
        assert!(settled.len() > 30_000);
        for letter in settled {
            let is_composed = is_nfc_quick([letter].into_iter()) == IsNormalized::Yes;
            assert!(
                is_composed && canonical_combining_class(letter) == 0,
                "{letter:?}"
            );
            assert_eq!(plain(letter), None, "{letter:?}");
            assert!(!is_combining_mark(letter), "{letter:?}");
        }
    }

    #[test]
    fn no_other_letter_becomes_its_own_fold() {
        for letter in '\u{80}'..=char::MAX {
            let folded = folded(&letter.to_string());
            assert!(!folded.bytes().any(is_its_own_fold), "{letter:?}");
        }
    }

    #[test]
    fn typographic_characters_fold_to_ascii() {
        let actual = folded("\u{201c}a\u{201d} \u{2014} b\u{2019}s");
        assert_eq!(actual, "\"a\" - b's");
        assert_eq!(folded("a\u{a0}b\u{2026}"), "a b...");
        assert_eq!(folded("e\u{301}"), "\u{e9}");
        assert_eq!(folded("\u{e9}"), "\u{e9}");
        assert_eq!(folded("\u{1112}\u{1161}\u{11ab}"), "\u{d55c}");
        assert_eq!(folded(""), "");
        assert_eq!(&fold(b"\xff\xe2\x80")[..], b"\xff\xe2\x80");
    }

    #[test]
    fn offsets_map_both_ways_where_both_have_a_boundary() {
        let folded = Folded::new("a\u{2026}e\u{301}\u{201c}");
        assert_eq!(folded.source(1), Some(1));
        assert_eq!(folded.source(2), None, "inside the ellipsis");
        assert_eq!(folded.source(4), Some(4));
        assert_eq!(folded.source(6), Some(7));
        assert_eq!(folded.folded(5), None, "between letter and mark");
        assert_eq!(folded.folded(7), Some(6));
        assert_eq!(folded.source(7), Some(10));
    }
}
