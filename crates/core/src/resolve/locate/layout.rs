//! The tier between `unicode` and `fuzzy`: the same tokens with other line breaks and whitespace, as after a
//! formatter.
//!
//! The tokens of the request are consecutive tokens of the file. If indentation is significant, one mapping must
//! explain it. Each end of the run is at a line end or next to a bracket or a separator.

use std::ops::Range;

use super::block::borders;
use super::token_edge::is_whole;
use super::token_indent::Indents;
use super::view::is_blank;
use crate::syntax::{Layout, Reading, Token, TokenKind};
use crate::text::{self, Span, is_telling, line_end, line_start};

/// Larger files are not tokenized. In bytes.
const LARGEST: usize = 1 << 20;

/// The least number of tokens that can match.
const FEW: usize = 2;

/// The number of words of prose that may match in the middle of a line.
const PHRASE: usize = 6;

/// The number of longest words that are searched for before a file is tokenized.
const LOOKED_UP: usize = 8;

/// Runs of tokens of a file that equal the tokens of the request.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::resolve) struct Relaid {
    pub(in crate::resolve) layout: Layout,
    /// The reading of the requested text and of its replacement.
    pub(in crate::resolve) reading: Reading,
    pub(in crate::resolve) places: Vec<TokenRun>,
}

/// Consecutive tokens of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::resolve) struct TokenRun {
    /// From the first byte of the first token to the end of the last.
    pub(in crate::resolve) span: Span,
    /// The numbers of the tokens.
    pub(in crate::resolve) tokens: Range<usize>,
}

/// A text and its tokens.
pub(in crate::resolve) struct Tokens<'t> {
    pub(in crate::resolve) text: &'t [u8],
    pub(in crate::resolve) all: Vec<Token<'t>>,
}

impl<'t> Tokens<'t> {
    pub(in crate::resolve) fn read(layout: Layout, text: &'t [u8], reading: Reading) -> Self {
        let all = layout.tokens(text, reading);
        Self { text, all }
    }

    /// The end of the previous token of token `number`.
    pub(in crate::resolve) fn end_before(&self, number: usize) -> usize {
        match number {
            0 => 0,
            _ => self.all[number - 1].span.end(),
        }
    }

    /// The bytes between token `number` and the previous token.
    pub(in crate::resolve) fn gap(&self, number: usize) -> &'t [u8] {
        &self.text[self.end_before(number)..self.all[number].span.start()]
    }

    /// True if a line break is between token `number` and the previous token.
    pub(super) fn has_line_end_before(&self, number: usize) -> bool {
        self.gap(number).contains(&b'\n')
    }

    /// The indentation of token `number`. `None` if it is not the first of its line.
    pub(super) fn indent(&self, number: usize) -> Option<&'t [u8]> {
        indent_before(self.text, self.all[number].span.start())
    }
}

impl Relaid {
    /// The first place in `text` that is part of a longer match of `new`.
    pub(in crate::resolve) fn place_inside(&self, new: &[u8], text: &[u8]) -> Option<Span> {
        let whole = Span::of_len(0, text.len());
        let outer = search(new, self.layout, text, whole)?.places;
        let mut places = self.places.iter().map(|place| place.span);
        places.find(|place| {
            outer.iter().any(|outer| {
                outer.span != *place
                    && outer.span.start() <= place.start()
                    && place.end() <= outer.span.end()
            })
        })
    }
}

/// The runs of tokens in the bytes `window` of `text` that equal the tokens of `old`. Runs may overlap. `None` if
/// there is no run.
pub(in crate::resolve) fn search(
    old: &[u8],
    layout: Layout,
    text: &[u8],
    window: Span,
) -> Option<Relaid> {
    if text.len() > LARGEST || old.len() > text.len() * 2 {
        return None;
    }
    let words = layout.tokens(old, Reading::WHOLE);
    if words.len() < FEW || !may_occur(&words, &text[window.range()]) {
        return None;
    }
    let file = Tokens::read(layout, text, Reading::WHOLE);
    for reading in Reading::all() {
        let wanted = Tokens::read(layout, old, reading);
        if reading != Reading::WHOLE && wanted.all == words {
            continue;
        }
        let mut places = runs(&wanted.all, &file.all, window);
        places.retain(|place| {
            let after = file.all.get(place.tokens.end);
            let fits_before = !reading.before_bracket || after.is_some_and(Token::is_closing);
            let is_phrase = layout.is_prose() && wanted.all.len() >= PHRASE;
            fits_before
                && (is_phrase || is_whole(&wanted, &file, &place.tokens))
                && (!layout.has_indentation()
                    || Indents::learn(layout, &wanted, &file, place.tokens.start).is_some())
        });
        if !places.is_empty() {
            return Some(Relaid {
                layout,
                reading,
                places,
            });
        }
    }
    None
}

/// True if a token of `wanted` is telling and `text` contains its longest words.
fn may_occur(wanted: &[Token<'_>], text: &[u8]) -> bool {
    let mut words: Vec<&[u8]> = Vec::new();
    for token in wanted {
        if token.kind == TokenKind::Word || token.is_comment() {
            words.push(&token.key);
        }
    }
    words.sort_unstable_by_key(|word| (std::cmp::Reverse(word.len()), *word));
    words.dedup();
    words.truncate(LOOKED_UP);
    let is_there = |word: &&[u8]| memchr::memmem::find(text, word).is_some();
    wanted.iter().any(|token| is_telling(&token.key)) && words.iter().all(is_there)
}

/// The runs of `file` in `window` that equal `wanted` (Knuth-Morris-Pratt).
fn runs(wanted: &[Token<'_>], file: &[Token<'_>], window: Span) -> Vec<TokenRun> {
    if wanted.len() < FEW {
        return Vec::new();
    }
    let borders = borders(wanted);
    let mut runs = Vec::new();
    let mut matched = 0;
    for (number, token) in file.iter().enumerate() {
        while matched > 0 && wanted[matched] != *token {
            matched = borders[matched];
        }
        matched += usize::from(wanted[matched] == *token);
        if matched < wanted.len() {
            continue;
        }
        matched = borders[matched];
        let tokens = number + 1 - wanted.len()..number + 1;
        let start = file[tokens.start].span.start();
        let span = Span::of_len(start, token.span.end() - start);
        if window.start() <= start && span.end() <= window.end() {
            runs.push(TokenRun { span, tokens });
        }
    }
    runs
}

/// True if only whitespace precedes byte `at` on its line.
pub(in crate::resolve) fn begins_line(text: &[u8], at: usize) -> bool {
    indent_before(text, at).is_some()
}

/// True if only whitespace follows byte `at` on its line.
pub(in crate::resolve) fn ends_line(text: &[u8], at: usize) -> bool {
    text[at..line_end(text, at)].trim_ascii().is_empty()
}

/// The whitespace before byte `at` on its line. `None` if the line has anything else before `at`.
fn indent_before(text: &[u8], at: usize) -> Option<&[u8]> {
    let start = line_start(text, at).max(text::bom_len(text).min(at));
    let before = &text[start..at];
    if before.iter().all(|byte| is_blank(*byte)) {
        Some(before)
    } else {
        None
    }
}
