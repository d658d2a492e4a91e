//! The tier between `unicode` and `fuzzy`: the same tokens with other line breaks and whitespace, as after a
//! formatter.
//!
//! The tokens of the request are consecutive tokens of the file. If indentation is significant, one mapping must
//! explain it. Each end of the run is at a line end or next to a bracket or a separator.

use std::borrow::Borrow;
use std::ops::Range;

use super::block::borders;
use super::token_edge::is_whole;
use super::token_indent::Indents;
use super::view::is_blank;
use crate::syntax::{Layout, Reading, Token, TokenKind};
use crate::text::{self, Span, is_telling, line_end, line_start};

/// Larger files are not tokenized. In bytes.
const MAX_FILE_LEN: usize = 1 << 20;

/// The least number of tokens that can match, unless the token is a literal of several words.
const MIN_TOKENS: usize = 2;

/// The least number of words of prose that may match in the middle of a line.
const MIN_PHRASE_WORDS: usize = 6;

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
    pub(super) layout: Layout,
    pub(in crate::resolve) text: &'t [u8],
    pub(in crate::resolve) all: Vec<Token<'t>>,
}

impl<'t> Tokens<'t> {
    pub(in crate::resolve) fn read(layout: Layout, text: &'t [u8], reading: Reading) -> Self {
        let all = layout.tokens(text, reading);
        Self { layout, text, all }
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

    /// The indentation of token `number`. `None` if it is not the first of its line. Optional parentheses may open
    /// before it.
    pub(super) fn indent(&self, number: usize) -> Option<&'t [u8]> {
        let token = self.all[number].span.start();
        let line = line_start(self.text, token);
        if self.end_before(number) > line {
            return None;
        }
        let before = &self.text[line.max(text::bom_len(self.text).min(token))..token];
        let indent = text::indent_of(before);
        if before[indent.len()..].iter().all(|byte| *byte == b'(') {
            Some(indent)
        } else {
            None
        }
    }
}

impl Relaid {
    /// The first place in `text` that is part of a longer match of `new`.
    pub(in crate::resolve) fn place_inside(&self, new: &[u8], text: &[u8]) -> Option<Span> {
        let whole = Span::of_len(0, text.len());
        let outer = search(new, self.layout, text, whole)?.places;
        let mut places = self.places.iter().map(|place| place.span);
        places.find(|place| {
            outer
                .iter()
                .any(|outer| outer.span != *place && outer.span.contains(*place))
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
    if text.len() > MAX_FILE_LEN || old.len() > text.len() * 2 {
        return None;
    }
    let tokens = layout.tokens(old, Reading::WHOLE);
    let is_any_telling = tokens.iter().any(|token| is_telling(&token.key));
    let searched = text::without_bom(&text[window.range()]);
    if !is_enough(&tokens) || !is_any_telling || !has_words_of(old, searched) {
        return None;
    }
    let file = Tokens::read(layout, text, Reading::WHOLE);
    for reading in Reading::all() {
        let wanted = Tokens::read(layout, old, reading);
        if reading != Reading::WHOLE && wanted.all == tokens {
            continue;
        }
        let mut places = runs(&wanted.all, &file.all, window);
        places.retain(|place| fits(place, reading, layout, &wanted, &file));
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

/// True if the run `place` of `file`, whose tokens equal those of `wanted`, is complete and has a consistent
/// indentation.
fn fits(
    place: &TokenRun,
    reading: Reading,
    layout: Layout,
    wanted: &Tokens<'_>,
    file: &Tokens<'_>,
) -> bool {
    if reading.before_bracket && !is_before_bracket(file, place.tokens.end) {
        return false;
    }
    let is_phrase = layout.is_prose() && wanted.all.len() >= MIN_PHRASE_WORDS;
    if !is_phrase && !is_whole(wanted, file, &place.tokens) {
        return false;
    }
    !layout.has_indentation() || Indents::learn(layout, wanted, file, place.tokens.start).is_some()
}

/// True if the next token of `file` from number `end` on is a bracket that closes, or if an optional one precedes it.
fn is_before_bracket(file: &Tokens<'_>, end: usize) -> bool {
    let (gap, next) = match file.all.get(end) {
        Some(next) => (file.gap(end), next.is_closing()),
        None => (&file.text[file.end_before(end)..], false),
    };
    next || gap.contains(&b')')
}

/// True if `tokens` are enough for a match.
fn is_enough(tokens: &[Token<'_>]) -> bool {
    match tokens {
        [token] => token.kind == TokenKind::Literal && token.key.contains(&b' '),
        _ => tokens.len() >= MIN_TOKENS,
    }
}

/// True if the words of `old` are consecutive words of `text`. They are if the tokens are, because formatters change
/// only the signs, the whitespace between words, and the case of numbers.
fn has_words_of(old: &[u8], text: &[u8]) -> bool {
    let (old, text) = (old.to_ascii_lowercase(), text.to_ascii_lowercase());
    let wanted: Vec<&[u8]> = words(&old).collect();
    wanted.is_empty() || !match_ends(&wanted, words(&text)).is_empty()
}

/// The words of `text`, which is lowercase. Without a zero that formatters add to numbers such as `.5`.
fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = text.split(|byte| byte.is_ascii() && !byte.is_ascii_alphanumeric());
    words.filter(|word| !matches!(*word, b"" | b"0") && !is_string_prefix(word))
}

/// True if `word` may be the prefix of a string in Python, which formatters change.
fn is_string_prefix(word: &[u8]) -> bool {
    word.len() <= 2 && word.iter().all(|byte| b"rbuft".contains(byte))
}

/// The runs of `file` in `window` that equal `wanted`.
fn runs(wanted: &[Token<'_>], file: &[Token<'_>], window: Span) -> Vec<TokenRun> {
    if !is_enough(wanted) {
        return Vec::new();
    }
    let mut runs = Vec::new();
    for end in match_ends(wanted, file) {
        let tokens = end - wanted.len()..end;
        let start = file[tokens.start].span.start();
        let span = Span::of_len(start, file[end - 1].span.end() - start);
        if window.contains(span) {
            runs.push(TokenRun { span, tokens });
        }
    }
    runs
}

/// The end of each run of `all` that equals `wanted`, which is not empty (Knuth-Morris-Pratt).
fn match_ends<T: PartialEq>(
    wanted: &[T],
    all: impl IntoIterator<Item = impl Borrow<T>>,
) -> Vec<usize> {
    let borders = borders(wanted);
    let mut ends = Vec::new();
    let mut matched = 0;
    for (number, one) in all.into_iter().enumerate() {
        let one = one.borrow();
        while matched > 0 && wanted[matched] != *one {
            matched = borders[matched];
        }
        matched += usize::from(wanted[matched] == *one);
        if matched == wanted.len() {
            matched = borders[matched];
            ends.push(number + 1);
        }
    }
    ends
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
