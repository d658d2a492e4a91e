//! A text in any case, or between the edges of words: in one pass, whatever it repeats.
//!
//! As an expression a long text has as many states as letters, and on a text that repeats itself each byte may
//! meet them all. Here a letter is compared with the one that stands next in the text looked for (Knuth,
//! Morris, Pratt).

use crate::text::Span;
use std::collections::VecDeque;

use super::block::borders;

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
                !words || super::super::pattern::is_word_apart(&text, span, true, true)
            };
            let found = spans(old.as_bytes(), ignored, &text, Span::of_len(0, text.len()), apart);
            let found: Vec<(usize, usize)> =
                found.iter().map(|span| (span.start(), span.end())).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
