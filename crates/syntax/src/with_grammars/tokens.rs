//! Tokens of C, and of languages with similar strings and comments.

use std::ops::Range;

use crate::quoted::{quoted_end, raw_c_end};
use incise_text::text;

/// A token that helps to determine where a declaration ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A word or a number.
    Word,
    /// A string or a character.
    Literal,
    /// A punctuation character.
    Punct(u8),
    /// A preprocessor directive.
    Directive,
}

/// Iterates over the tokens of a text, skipping comments.
pub(super) struct Tokens<'t> {
    text: &'t [u8],
    at: usize,
}

pub(super) fn tokens(text: &[u8]) -> Tokens<'_> {
    Tokens { text, at: 0 }
}

impl Iterator for Tokens<'_> {
    type Item = (Token, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let text = self.text;
        self.at += text[self.at..].len() - without_comments(&text[self.at..]).len();
        let start = self.at;
        let token = match *text.get(start)? {
            b'#' if is_line_start(text, start) => {
                self.at = directive_end(text, start);
                Token::Directive
            }
            byte if is_word(byte) => {
                self.at = word_end(text, start);
                let is_raw = text[start..self.at].ends_with(b"R");
                match raw_c_end(text, self.at) {
                    Some(end) if is_raw => {
                        self.at = end;
                        Token::Literal
                    }
                    _ => Token::Word,
                }
            }
            quote @ (b'"' | b'\'') => match quoted_end(text, start, quote) {
                Some(end) => {
                    self.at = end;
                    Token::Literal
                }
                None => {
                    self.at += 1;
                    Token::Punct(quote)
                }
            },
            byte => {
                self.at += 1;
                Token::Punct(byte)
            }
        };
        Some((token, start..self.at))
    }
}

/// Returns `text` without leading whitespace and comments.
pub(super) fn without_comments(text: &[u8]) -> &[u8] {
    let mut rest = text.trim_ascii_start();
    loop {
        let comment = if rest.starts_with(b"//") {
            text::line_end(rest, 0)
        } else if rest.starts_with(b"/*") {
            memchr::memmem::find(&rest[2..], b"*/").map_or(rest.len(), |at| at + 4)
        } else {
            return rest;
        };
        rest = rest[comment..].trim_ascii_start();
    }
}

fn is_line_start(text: &[u8], at: usize) -> bool {
    let previous = text[..at]
        .iter()
        .rev()
        .find(|byte| !byte.is_ascii_whitespace() || **byte == b'\n');
    matches!(previous, None | Some(b'\n'))
}

/// The end of the directive at `start`, excluding the line ending.
fn directive_end(text: &[u8], start: usize) -> usize {
    let mut end = start;
    loop {
        let line = &text[end..text::line_end(text, end)];
        let trimmed = line.trim_ascii_end();
        if !trimmed.ends_with(b"\\") || line.len() == trimmed.len() {
            return end + trimmed.len();
        }
        end += line.len();
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || !byte.is_ascii()
}

/// The end of the word or number at `start`. A number may contain quotes between its digits.
fn word_end(text: &[u8], start: usize) -> usize {
    let is_number = text[start].is_ascii_digit();
    let mut at = start;
    while let Some(&byte) = text.get(at) {
        let next = text.get(at + 1);
        let is_separator = byte == b'\'' && next.is_some_and(u8::is_ascii_hexdigit);
        if is_word(byte) || is_number && is_separator {
            at += 1;
        } else {
            break;
        }
    }
    at
}

/// Replaces everything except whitespace with spaces.
pub(super) fn blank(text: &mut [u8]) {
    for byte in text {
        if !byte.is_ascii_whitespace() {
            *byte = b' ';
        }
    }
}
