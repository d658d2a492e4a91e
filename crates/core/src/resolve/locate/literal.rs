//! A text in any case, or between the edges of words: in one pass, whatever it repeats.
//!
//! As an expression a long text has as many states as letters, and on a text that repeats itself each byte may
//! meet them all. Here a letter is compared with the one that stands next in the text looked for (Knuth,
//! Morris, Pratt). Where a few bytes of the text looked for stand at few places, only what is around those is
//! looked through.

use std::collections::VecDeque;
use std::ops::Range;

use crate::text::Span;

use super::block::borders;
use super::neighbourhood::neighbourhoods;

/// Texts up to this many bytes are as well looked for as an expression.
pub(super) const SHORT: usize = 64;

/// Stands for a byte that is no part of a letter: equal to nothing.
const NO_LETTER: u32 = u32::MAX;

/// The places of `old` in the bytes `window` of `text` that `is_word_apart` lets pass, in order and apart.
pub(super) fn spans(
    old: &[u8],
    ignores_case: bool,
    text: &[u8],
    window: Span,
    is_word_apart: impl Fn(Span) -> bool,
) -> Vec<Span> {
    let parts = parts_to_search(old, ignores_case, text, window);
    let places = parts
        .into_iter()
        .map(|part| spans_within(old, ignores_case, text, part, &is_word_apart));
    places.flatten().collect()
}

/// Texts up to this many bytes are as soon looked through letter by letter.
const SMALL: usize = 1 << 12;

/// Bytes of a text that tell which ones are rare in it.
const SAMPLE: usize = 1 << 16;

/// Bytes of the longest letter.
const LETTER: usize = 4;

/// The parts of `window` in which `old` may stand, in order and apart: around the bytes of it that tell most.
fn parts_to_search(old: &[u8], ignores_case: bool, text: &[u8], window: Span) -> Vec<Span> {
    let hay = &text[window.range()];
    let sample = &hay[..hay.len().min(SAMPLE)];
    let rarest = rarest(old, ignores_case, sample).filter(|_| hay.len() > SMALL);
    let Some(rarest) = rarest else {
        return vec![window];
    };
    let telling = telling(old, ignores_case, rarest);
    let is_same = |there: &[u8]| {
        there == &old[telling.clone()]
            || ignores_case && there.eq_ignore_ascii_case(&old[telling.clone()])
    };
    let byte = old[rarest];
    let starts = memchr::memchr2_iter(byte.to_ascii_lowercase(), byte.to_ascii_uppercase(), hay)
        .filter_map(|at| at.checked_sub(rarest - telling.start))
        .filter(|at| hay.get(*at..at + telling.len()).is_some_and(is_same));
    // A letter in another case may take more bytes.
    let around = |at: usize| {
        let start = at.saturating_sub(LETTER * telling.start);
        let end = hay.len().min(at + LETTER * (old.len() - telling.start));
        Span::of_len(window.start() + start, end - start)
    };
    neighbourhoods(starts, around).unwrap_or_else(|| vec![window])
}

/// Whether `byte` stands for itself wherever its letter does: some letters beyond ASCII are `k` or `s` in another case.
fn stands_for_itself(byte: u8, ignores_case: bool) -> bool {
    byte.is_ascii() && !(ignores_case && matches!(byte, b'k' | b'K' | b's' | b'S'))
}

/// Where the byte of `old` stands that is the rarest one in `sample`, of those that stand for themselves.
fn rarest(old: &[u8], ignores_case: bool, sample: &[u8]) -> Option<usize> {
    let mut counts = [0_usize; 256];
    for byte in sample {
        counts[usize::from(byte.to_ascii_lowercase())] += 1;
    }
    let candidates = (0..old.len()).filter(|&at| stands_for_itself(old[at], ignores_case));
    candidates.min_by_key(|&at| counts[usize::from(old[at].to_ascii_lowercase())])
}

/// Bytes that are compared on either side of the rarest one, at most.
const BESIDE: usize = 8;

/// The bytes around the `rarest` one of `old` that stand for themselves.
fn telling(old: &[u8], ignores_case: bool, rarest: usize) -> Range<usize> {
    let is_plain = |byte: &&u8| stands_for_itself(**byte, ignores_case);
    let before = old[..rarest].iter().rev().take(BESIDE).take_while(is_plain);
    let after = old[rarest..].iter().take(BESIDE).take_while(is_plain);
    rarest - before.count()..rarest + after.count()
}

/// The places of `old` in the bytes `window` of `text`, letter by letter.
fn spans_within(
    old: &[u8],
    ignores_case: bool,
    text: &[u8],
    window: Span,
    is_word_apart: impl Fn(Span) -> bool,
) -> Vec<Span> {
    let is_text = std::str::from_utf8(old).is_ok();
    let wanted: Vec<u32> = letters(old, is_text)
        .map(|(_, letter)| key(letter, ignores_case))
        .collect();
    let borders = borders(&wanted);
    let mut spans = Vec::new();
    // Where the letters that are matched, and the one at hand, begin.
    let mut starts = VecDeque::with_capacity(wanted.len() + 1);
    let mut matched = 0;
    let hay = letters(&text[window.range()], is_text);
    let ends = letters(&text[window.range()], is_text)
        .skip(1)
        .map(|(at, _)| at)
        .chain([window.len()]);
    for ((at, letter), end) in hay.zip(ends) {
        let letter = key(letter, ignores_case);
        while matched > 0 && wanted[matched] != letter {
            matched = borders[matched];
        }
        if wanted[matched] == letter && letter != NO_LETTER {
            matched += 1;
        }
        starts.push_back(at);
        while starts.len() > matched {
            starts.pop_front();
        }
        if matched < wanted.len() {
            continue;
        }
        let start = starts.front().copied().unwrap_or(at);
        let span = Span::of_len(window.start() + start, end - start);
        matched = if is_word_apart(span) {
            spans.push(span);
            0
        } else {
            borders[matched]
        };
        while starts.len() > matched {
            starts.pop_front();
        }
    }
    spans
}

/// The letters of a text and where they begin; its bytes when it is not read as a text.
fn letters(text: &[u8], is_text: bool) -> Box<dyn Iterator<Item = (usize, u32)> + '_> {
    if !is_text {
        return Box::new(text.iter().map(|&byte| u32::from(byte)).enumerate());
    }
    let mut at = 0;
    let chunks = text.utf8_chunks().flat_map(move |chunk| {
        let start = at;
        let valid = chunk.valid();
        at += valid.len() + chunk.invalid().len();
        let sound = valid
            .char_indices()
            .map(move |(offset, letter)| (start + offset, u32::from(letter)));
        let broken = start + valid.len()..at;
        sound.chain(broken.map(|offset| (offset, NO_LETTER)))
    });
    Box::new(chunks)
}

/// The sign that a letter is compared as.
fn key(letter: u32, ignores_case: bool) -> u32 {
    match (ignores_case, char::from_u32(letter)) {
        (true, Some(letter)) => u32::from(folded(letter)),
        _ => letter,
    }
}

/// The one letter that all cases of a letter become, as Unicode's simple case folding has it.
fn folded(letter: char) -> char {
    let single = |mut cases: std::vec::IntoIter<char>, letter| match (cases.next(), cases.next()) {
        (Some(only), None) => only,
        _ => letter,
    };
    match letter {
        _ if letter.is_ascii() => letter.to_ascii_lowercase(),
        // Its upper case is that of another letter, in Turkic languages alone.
        '\u{131}' => letter,
        // Pairs without a single letter as their upper case.
        '\u{1fd3}' => '\u{390}',
        '\u{1fe3}' => '\u{3b0}',
        '\u{fb05}' => '\u{fb06}',
        _ => {
            let upper = single(
                letter.to_uppercase().collect::<Vec<_>>().into_iter(),
                letter,
            );
            single(upper.to_lowercase().collect::<Vec<_>>().into_iter(), upper)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex::bytes::{Regex, RegexBuilder};

    use super::{folded, spans};
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
            // Tables of different years know different letters.
            let is_known = cases().any(|near| near != letter && is_same(near));
            assert!(!is_known || is_same(folded(letter)), "{letter:?}");
        }
    }

    #[test]
    fn places_in_a_long_text_are_those_of_the_expression() {
        let filler = "some words of the text, Ask for more\n".repeat(400);
        let old = "Ask \u{212a}elvin, the 9th of his name";
        for (ignores_case, there, count) in [
            (true, "aSK kelvin, THE 9TH of hi\u{17f} name", 2),
            (true, "ask kelvin, the 9th of his nam", 1),
            (false, "Ask Kelvin, the 9th of his name", 1),
            (false, old, 2),
        ] {
            let text = format!("{filler}{there}{filler}9th 9th{old}");
            let found = spans(
                old.as_bytes(),
                ignores_case,
                text.as_bytes(),
                Span::of_len(0, text.len()),
                |_| true,
            );
            let regex = RegexBuilder::new(&regex::escape(old))
                .case_insensitive(ignores_case)
                .build()
                .unwrap();
            let expected: Vec<_> = regex
                .find_iter(text.as_bytes())
                .map(|found| found.range())
                .collect();
            let found: Vec<_> = found.iter().map(|span| span.range()).collect();
            assert_eq!((found.len(), found), (count, expected), "{there}");
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
            let expected: Vec<(usize, usize)> =
                regex.find_iter(&text).map(|found| (found.start(), found.end())).collect();
            let apart = |span: Span| {
                !words || super::super::pattern::is_word_apart(&text, span)
            };
            let found = spans(old.as_bytes(), ignored, &text, Span::of_len(0, text.len()), apart);
            let found: Vec<(usize, usize)> =
                found.iter().map(|span| (span.start(), span.end())).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
