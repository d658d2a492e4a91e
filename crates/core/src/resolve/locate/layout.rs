//! The tier between `unicode` and `fuzzy`: the same tokens with other line breaks and whitespace, as after a
//! formatter.
//!
//! The tokens of the request are consecutive tokens of the file. If indentation is significant, one mapping must
//! explain it. Each end of the run is at a line end or next to a bracket or a separator.

use std::ops::Range;

use super::block::borders;
use super::token_edge::{Tokens, is_whole};
use super::token_indent::Indents;
use super::view::is_blank;
use crate::syntax::{Layout, Token, TokenKind, Unpaired};
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
#[derive(Clone, Debug)]
pub(in crate::resolve) struct Relaid {
    pub(in crate::resolve) layout: Layout,
    /// The reading of the requested text and of its replacement.
    pub(in crate::resolve) reading: Reading,
    pub(in crate::resolve) places: Vec<TokenRun>,
}

impl Relaid {
    /// All of `text`, if its tokens equal the tokens of `old`.
    pub(in crate::resolve) fn whole(old: &[u8], layout: Layout, text: &[u8]) -> Option<Self> {
        if text.len().max(old.len()) > LARGEST {
            return None;
        }
        let reading = Reading::WHOLE;
        let (wanted, file) = (reading.tokens(&layout, old), reading.tokens(&layout, text));
        let (first, last) = (file.first()?.span, file.last()?.span);
        let span = Span::new(first.start(), last.end())?;
        if wanted != file {
            return None;
        }
        let tokens = 0..file.len();
        let places = vec![TokenRun { span, tokens }];
        Some(Self {
            layout,
            reading,
            places,
        })
    }

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

impl PartialEq for Relaid {
    fn eq(&self, other: &Self) -> bool {
        self.places == other.places
    }
}

/// Consecutive tokens of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::resolve) struct TokenRun {
    /// From the first byte of the first token to the end of the last.
    pub(in crate::resolve) span: Span,
    /// The numbers of the tokens.
    pub(in crate::resolve) tokens: Range<usize>,
}

/// The rules for reading a fragment as tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::resolve) struct Reading {
    unpaired: Unpaired,
    /// True if a bracket follows the fragment, so that a comma at its end is optional.
    before_bracket: bool,
}

impl Reading {
    /// The reading of a complete text.
    pub(in crate::resolve) const WHOLE: Self = Self {
        unpaired: Unpaired::Required,
        before_bracket: false,
    };

    /// All readings of a fragment, in the order in which they are tried.
    fn all() -> impl Iterator<Item = Self> {
        let ways = [Unpaired::Required, Unpaired::InBrackets, Unpaired::Optional];
        let both = [false, true].into_iter();
        both.flat_map(move |before_bracket| {
            ways.map(|unpaired| Self {
                unpaired,
                before_bracket,
            })
        })
    }

    /// The tokens of `fragment`, without the line break at the end.
    pub(in crate::resolve) fn tokens<'t>(
        &self,
        layout: &Layout,
        fragment: &'t [u8],
    ) -> Vec<Token<'t>> {
        let mut tokens = layout.tokens(fragment, self.unpaired);
        tokens.pop_if(|last| last.kind == TokenKind::Break);
        if self.before_bracket {
            let last = tokens.iter().rposition(|token| !token.is_comment());
            if let Some(last) = last
                && tokens[last].kind == TokenKind::Sign
                && *tokens[last].key == *b","
            {
                tokens.remove(last);
            }
        }
        tokens
    }

    /// True if the token `after` can follow a match.
    fn fits_before(&self, after: Option<&Token<'_>>) -> bool {
        !self.before_bracket || after.is_some_and(Token::is_closing)
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
    let words = Reading::WHOLE.tokens(&layout, old);
    if words.len() < FEW || !may_occur(&words, &text[window.range()]) {
        return None;
    }
    let file = layout.tokens(text, Unpaired::Required);
    for reading in Reading::all() {
        let wanted = reading.tokens(&layout, old);
        if reading != Reading::WHOLE && wanted == words {
            continue;
        }
        let mut places = runs(&wanted, &file, window);
        places.retain(|place| {
            let run = &place.tokens;
            let (wanted, file) = (
                Tokens {
                    text: old,
                    all: &wanted,
                },
                Tokens { text, all: &file },
            );
            reading.fits_before(file.all.get(run.end))
                && (is_phrase(&layout, wanted.all) || is_whole(wanted, file, run))
                && (!layout.has_indentation()
                    || Indents::learn(&layout, wanted, file.part(run)).is_some())
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

/// True if `wanted` is prose long enough to match in the middle of a line.
fn is_phrase(layout: &Layout, wanted: &[Token<'_>]) -> bool {
    layout.is_prose() && wanted.len() >= PHRASE
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
pub(super) fn indent_before(text: &[u8], at: usize) -> Option<&[u8]> {
    let start = line_start(text, at).max(text::bom_len(text).min(at));
    let before = &text[start..at];
    if before.iter().all(|byte| is_blank(*byte)) {
        Some(before)
    } else {
        None
    }
}
