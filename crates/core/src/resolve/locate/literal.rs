//! Literal searches that ignore case or match whole words, in one pass even on repetitive texts.
//!
//! As a regular expression, a long text would have as many states as letters. On a repetitive text, each byte might visit all
//! of them. Here each letter is compared with one letter of the request (Knuth-Morris-Pratt). If some bytes of the
//! request are rare in the file, only the text around them is searched.

use std::collections::VecDeque;
use std::ops::Range;

use super::block::borders;
use super::expression::is_separate_word;
use super::neighbourhood::neighbourhoods;
use crate::request::PatternOptions;
use crate::text::Span;

/// The length of the longest letter, in bytes.
const MAX_CHAR_LEN: usize = 4;

/// Texts of up to this many bytes are compared letter by letter.
const MAX_UNSAMPLED_LEN: usize = 1 << 12;

/// The number of bytes that are sampled to find the rare bytes of a text.
const SAMPLE_LEN: usize = 1 << 16;

/// The most bytes that are compared on each side of the rarest byte.
const MAX_SIDE: usize = 8;

/// A byte that is not part of a letter. Equal to nothing.
const NO_LETTER: u32 = u32::MAX;

/// The matches of `old` in the bytes `window` of `text` under `options`, in order, including overlapping
/// matches.
pub(super) fn places(old: &[u8], options: PatternOptions, text: &[u8], window: Span) -> Vec<Span> {
    let mut places = Vec::new();
    for part in parts_to_search(old, options.ignores_case, text, window) {
        places.extend(places_within(old, options, text, part));
    }
    places
}

/// The parts of `window` in which `old` may occur, around its rarest bytes. Sorted and without overlap.
fn parts_to_search(old: &[u8], ignores_case: bool, text: &[u8], window: Span) -> Vec<Span> {
    let hay = &text[window.range()];
    if hay.len() <= MAX_UNSAMPLED_LEN {
        return vec![window];
    }
    let Some(rarest) = rarest(old, ignores_case, &hay[..hay.len().min(SAMPLE_LEN)]) else {
        return vec![window];
    };
    let compared = unambiguous_range(old, ignores_case, rarest);
    let wanted = &old[compared.clone()];
    let byte = old[rarest];
    let starts = memchr::memchr2_iter(byte.to_ascii_lowercase(), byte.to_ascii_uppercase(), hay)
        .filter_map(|at| at.checked_sub(rarest - compared.start))
        .filter(|&at| {
            let Some(found) = hay.get(at..at + wanted.len()) else {
                return false;
            };
            found == wanted || ignores_case && found.eq_ignore_ascii_case(wanted)
        });
    // A letter in another case may have more bytes.
    let parts = starts.map(|at| {
        let start = at.saturating_sub(MAX_CHAR_LEN * compared.start);
        let end = hay
            .len()
            .min(at + MAX_CHAR_LEN * (old.len() - compared.start));
        Span::of_len(window.start() + start, end - start)
    });
    neighbourhoods(parts).unwrap_or_else(|| vec![window])
}

/// True if every form of its letter contains `byte`. With `ignores_case`, `k` and `s` may be letters beyond ASCII.
fn is_unambiguous(byte: u8, ignores_case: bool) -> bool {
    byte.is_ascii() && !(ignores_case && matches!(byte, b'k' | b'K' | b's' | b'S'))
}

/// The offset of the unambiguous byte of `old` that is rarest in `sample`.
fn rarest(old: &[u8], ignores_case: bool, sample: &[u8]) -> Option<usize> {
    let mut counts = [0_usize; 256];
    for byte in sample {
        counts[usize::from(byte.to_ascii_lowercase())] += 1;
    }
    (0..old.len())
        .filter(|&at| is_unambiguous(old[at], ignores_case))
        .min_by_key(|&at| counts[usize::from(old[at].to_ascii_lowercase())])
}

/// The unambiguous bytes of `old` around the `rarest` one.
fn unambiguous_range(old: &[u8], ignores_case: bool, rarest: usize) -> Range<usize> {
    let mut start = rarest;
    while start > 0 && rarest - start < MAX_SIDE && is_unambiguous(old[start - 1], ignores_case) {
        start -= 1;
    }
    let mut end = rarest;
    while end < old.len() && end - rarest < MAX_SIDE && is_unambiguous(old[end], ignores_case) {
        end += 1;
    }
    start..end
}

/// The matches of `old` in the bytes `window` of `text`, compared letter by letter.
fn places_within(old: &[u8], options: PatternOptions, text: &[u8], window: Span) -> Vec<Span> {
    let is_text = std::str::from_utf8(old).is_ok();
    let wanted: Vec<u32> = letters(old, is_text)
        .map(|(_, letter)| key(letter, options.ignores_case))
        .collect();
    let borders = borders(&wanted);
    let mut places = Vec::new();
    // The offsets of the matched letters.
    let mut starts = VecDeque::with_capacity(wanted.len() + 1);
    let mut matched = 0;
    for (bytes, letter) in letters(&text[window.range()], is_text) {
        let found = key(letter, options.ignores_case);
        while matched > 0 && wanted[matched] != found {
            matched = borders[matched];
        }
        if wanted[matched] == found && found != NO_LETTER {
            matched += 1;
        }
        starts.push_back(bytes.start);
        while starts.len() > matched {
            starts.pop_front();
        }
        if matched < wanted.len() {
            continue;
        }
        let start = starts.front().copied().unwrap_or(bytes.start);
        let place = Span::of_len(window.start() + start, bytes.end - start);
        if !options.whole_words || is_separate_word(text, place) {
            places.push(place);
        }
        matched = borders[matched];
    }
    places
}

/// The letters of a text and their byte ranges. The single bytes if `is_text` is false.
fn letters(text: &[u8], is_text: bool) -> Box<dyn Iterator<Item = (Range<usize>, u32)> + '_> {
    if !is_text {
        let bytes = text.iter().enumerate();
        return Box::new(bytes.map(|(at, &byte)| (at..at + 1, u32::from(byte))));
    }
    let mut end = 0;
    Box::new(text.utf8_chunks().flat_map(move |chunk| {
        let start = end;
        let broken = start + chunk.valid().len();
        end = broken + chunk.invalid().len();
        let valid = chunk.valid().char_indices().map(move |(offset, letter)| {
            let at = start + offset;
            (at..at + letter.len_utf8(), u32::from(letter))
        });
        valid.chain((broken..end).map(|at| (at..at + 1, NO_LETTER)))
    }))
}

/// The code point under which a letter is compared.
fn key(letter: u32, ignores_case: bool) -> u32 {
    match char::from_u32(letter) {
        Some(letter) if ignores_case => u32::from(folded(letter)),
        _ => letter,
    }
}

/// The letter after Unicode simple case folding.
fn folded(letter: char) -> char {
    match letter {
        _ if letter.is_ascii() => letter.to_ascii_lowercase(),
        // The upper case belongs to another letter, except in Turkic languages.
        '\u{131}' => letter,
        // Pairs without a single letter as their upper case.
        '\u{1fd3}' => '\u{390}',
        '\u{1fe3}' => '\u{3b0}',
        '\u{fb05}' => '\u{fb06}',
        _ => {
            let upper = only_char(letter.to_uppercase()).unwrap_or(letter);
            only_char(upper.to_lowercase()).unwrap_or(upper)
        }
    }
}

fn only_char(mut letters: impl ExactSizeIterator<Item = char>) -> Option<char> {
    if letters.len() == 1 {
        letters.next()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex::bytes::{Regex, RegexBuilder};

    use super::{folded, places};
    use crate::request::PatternOptions;
    use crate::text::Span;

    #[test]
    fn letters_have_the_cases_that_expressions_give_them() {
        let cased = |letter: &char| {
            !letter.is_ascii()
                && (letter.to_lowercase().ne([*letter]) || letter.to_uppercase().ne([*letter]))
        };
        for letter in ('\u{80}'..=char::MAX).filter(cased) {
            let regex = Regex::new(&format!("(?i)^{letter}$")).unwrap();
            let is_same = |other: char| regex.is_match(other.to_string().as_bytes());
            let cases = || letter.to_lowercase().chain(letter.to_uppercase());
            for near in cases().filter(|near| is_same(*near)) {
                assert_eq!(folded(near), folded(letter), "{letter:?} {near:?}");
            }
            // Unicode tables of different versions know different letters.
            let is_known = cases().any(|near| near != letter && is_same(near));
            assert!(!is_known || is_same(folded(letter)), "{letter:?}");
        }
    }

    #[test]
    fn places_in_a_long_text_are_those_of_the_expression() {
        let filler = "some words of the text, Ask for more\n".repeat(400);
        let old = "Ask \u{212a}elvin, the 9th of his name";
        for (ignores_case, variant, count) in [
            (true, "aSK kelvin, THE 9TH of hi\u{17f} name", 2),
            (true, "ask kelvin, the 9th of his nam", 1),
            (false, "Ask Kelvin, the 9th of his name", 1),
            (false, old, 2),
        ] {
            let text = format!("{filler}{variant}{filler}9th 9th{old}");
            let options = PatternOptions {
                ignores_case,
                ..PatternOptions::default()
            };
            let whole = Span::of_len(0, text.len());
            let found = places(old.as_bytes(), options, text.as_bytes(), whole);
            let regex = RegexBuilder::new(&regex::escape(old))
                .case_insensitive(ignores_case)
                .build()
                .unwrap();
            let expected: Vec<_> = regex
                .find_iter(text.as_bytes())
                .map(|found| found.range())
                .collect();
            let found: Vec<_> = found.iter().map(|span| span.range()).collect();
            assert_eq!((found.len(), found), (count, expected), "{variant}");
        }
    }

    proptest! {
        #[test]
        fn places_are_those_of_the_expression(
            text in "[abAB \u{212a}kK\u{df}\u{1e9e}]{0,60}",
            damage in proptest::option::of(0_usize..60),
            from in 0_usize..60,
            len in 1_usize..8,
            ignored: bool,
            words: bool,
        ) {
            let letters: Vec<char> = text.chars().collect();
            let from = from.min(letters.len());
            let old: String = letters[from..(from + len).min(letters.len())].iter().collect();
            prop_assume!(!old.is_empty());
            let mut text = text.into_bytes();
            if let Some(at) = damage.filter(|at| *at < text.len()) {
                text[at] = 0xff;
            }
            let source = regex::escape(&old);
            let source = if words {
                format!(r"\b{{start-half}}(?:{source})\b{{end-half}}")
            } else {
                source
            };
            let regex = RegexBuilder::new(&source).case_insensitive(ignored).build().unwrap();
            let expected: Vec<(usize, usize)> = (0..text.len())
                .filter_map(|at| regex.find_at(&text, at).filter(|found| found.start() == at))
                .map(|found| (found.start(), found.end()))
                .collect();
            let options = PatternOptions {
                ignores_case: ignored,
                whole_words: words,
                ..PatternOptions::default()
            };
            let found = places(old.as_bytes(), options, &text, Span::of_len(0, text.len()));
            let found: Vec<(usize, usize)> =
                found.iter().map(|span| (span.start(), span.end())).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
