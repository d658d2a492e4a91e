//! The ends of a run of tokens. A run must not divide a line, statement or list element.
//!
//! The wanted text consists of whole lines. If one of its ends is inside a line of the file, a formatter has joined
//! lines there, next to a separator, a bracket or an operator. The replacement must have such ends too.

use std::ops::Range;

use super::layout::Tokens;
use crate::syntax::{Layout, Token, TokenKind};

/// Tokens after which formatters break lines.
const BREAK_AFTER: &str = ", ; { } ( [ =>";

/// Tokens before and after which formatters break lines.
const BREAK_AROUND: &str = "= : . ?. && || ?? ? + - * / % & ^ == != < > <= >= << | and or not in is if else for as where \
    extends import return throw break continue ->";

/// True if `wanted` divides no line, statement or list element if it replaces the tokens `run` of `file`.
pub(in crate::resolve) fn is_whole(
    wanted: &Tokens<'_>,
    file: &Tokens<'_>,
    run: &Range<usize>,
) -> bool {
    begins_whole(wanted, file, run.start) && ends_whole(wanted, file, run.end)
}

fn begins_whole(wanted: &Tokens<'_>, file: &Tokens<'_>, start: usize) -> bool {
    let Some(first) = wanted.all.first() else {
        return true;
    };
    if start == 0 || file.has_line_end_before(start) {
        return true;
    }
    let before = &file.all[start - 1];
    if is_in_comment(wanted, before, first) {
        return false;
    }
    is_division(before) || first.is_closing() || are_words(before, first) || is_edge(before, first)
}

fn ends_whole(wanted: &Tokens<'_>, file: &Tokens<'_>, end: usize) -> bool {
    let (Some(after), Some(last)) = (file.all.get(end), wanted.all.last()) else {
        return true;
    };
    if file.has_line_end_before(end) {
        return true;
    }
    if is_in_comment(wanted, last, after) {
        return false;
    }
    if is_division(after) {
        return true;
    }
    if after.is_closing() {
        // If the closing bracket is on a new line, the content of the brackets has a line break too.
        let Some(bracket) = last_unclosed_bracket(&wanted.all) else {
            return true;
        };
        let mut content = bracket + 1..wanted.all.len();
        return content.is_empty() || content.any(|number| wanted.has_line_end_before(number));
    }
    let is_type = file.layout == Layout::C
        && are_words(last, after)
        && last_unclosed_bracket(&wanted.all).is_none();
    is_type || is_edge(last, after)
}

/// True if two tokens may be a type and its name, which a formatter may put on two lines.
fn are_words(one: &Token<'_>, next: &Token<'_>) -> bool {
    one.kind == TokenKind::Word && next.kind == TokenKind::Word
}

/// True if formatters break lines between two tokens.
fn is_edge(one: &Token<'_>, next: &Token<'_>) -> bool {
    one.is_among(BREAK_AFTER)
        || one.is_among(BREAK_AROUND)
        || next.is("{")
        || next.is_among(BREAK_AROUND)
}

/// True if two neighbors on a line are words of one comment, and `wanted` is not a comment only.
fn is_in_comment(wanted: &Tokens<'_>, one: &Token<'_>, next: &Token<'_>) -> bool {
    one.is_comment() && next.is_comment() && !wanted.all.iter().all(Token::is_comment)
}

fn is_division(token: &Token<'_>) -> bool {
    token.kind == TokenKind::Break || token.is_comment()
}

/// The number of the last bracket that `tokens` open but do not close.
fn last_unclosed_bracket(tokens: &[Token<'_>]) -> Option<usize> {
    let mut depth = 0_usize;
    for (number, token) in tokens.iter().enumerate().rev() {
        if token.is_closing() {
            depth += 1;
        } else if token.is_opening() {
            match depth.checked_sub(1) {
                Some(outer) => depth = outer,
                None => return Some(number),
            }
        }
    }
    None
}
