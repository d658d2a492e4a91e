//! The ends of a run of tokens. A run must not divide a line, statement or list element.
//!
//! The request consists of whole lines. If an end of the run is inside a line of the file, a formatter has joined
//! lines there: next to a separator, a bracket, or an operator at which formatters break lines.

use std::ops::Range;

use crate::syntax::{Token, TokenKind};

/// Tokens after which formatters break lines.
const BREAK_AFTER: &str = ", ; { } ( [ = => && || ?? ? : |";

/// Tokens before which formatters break lines.
const BREAK_BEFORE: &str = "{ : . ?. && || ?? ? + - * / == != < > | and or not in is if else for as where extends \
    return throw break continue";

#[derive(Clone, Copy)]
pub(in crate::resolve) struct Tokens<'t> {
    pub(in crate::resolve) text: &'t [u8],
    pub(in crate::resolve) all: &'t [Token<'t>],
}

impl<'t> Tokens<'t> {
    /// The tokens `run` of the same text.
    pub(in crate::resolve) fn part(self, run: &Range<usize>) -> Self {
        Self {
            all: &self.all[run.clone()],
            ..self
        }
    }

    /// True if a line break is between token `number` and the previous token.
    fn has_break_before(self, number: usize) -> bool {
        let end = self.all[number - 1].span.end();
        self.text[end..self.all[number].span.start()].contains(&b'\n')
    }
}

/// True if the tokens `run` of `file`, which equal the tokens of `wanted`, divide no line, statement or list element.
pub(super) fn is_whole(wanted: Tokens<'_>, file: Tokens<'_>, run: &Range<usize>) -> bool {
    begins_whole(wanted, file, run.start) && ends_whole(wanted, file, run.end)
}

fn begins_whole(wanted: Tokens<'_>, file: Tokens<'_>, start: usize) -> bool {
    let Some(before) = start.checked_sub(1).map(|last| &file.all[last]) else {
        return true;
    };
    if file.has_break_before(start) {
        return true;
    }
    if is_in_comment(wanted, before, &wanted.all[0]) {
        return false;
    }
    is_division(before) || before.is_among(BREAK_AFTER) || wanted.all[0].is_among(BREAK_BEFORE)
}

fn ends_whole(wanted: Tokens<'_>, file: Tokens<'_>, end: usize) -> bool {
    let (Some(after), Some(last)) = (file.all.get(end), wanted.all.last()) else {
        return true;
    };
    if file.has_break_before(end) {
        return true;
    }
    if is_in_comment(wanted, last, after) {
        return false;
    }
    if is_division(after) {
        return true;
    }
    if after.is_closing() {
        // If the closing bracket is on a new line, the content of the brackets starts on a new line too.
        return match last_unclosed(wanted.all) {
            Some(open) => open + 1 == wanted.all.len() || wanted.has_break_before(open + 1),
            None => true,
        };
    }
    last.is_among(BREAK_AFTER) || after.is_among(BREAK_BEFORE)
}

/// True if two neighbors on a line are words of one comment, and `wanted` is not a comment only.
fn is_in_comment(wanted: Tokens<'_>, one: &Token<'_>, next: &Token<'_>) -> bool {
    one.is_comment() && next.is_comment() && !wanted.all.iter().all(Token::is_comment)
}

fn is_division(token: &Token<'_>) -> bool {
    token.kind == TokenKind::Break || token.is_comment()
}

/// The number of the last bracket that `tokens` open but do not close.
fn last_unclosed(tokens: &[Token<'_>]) -> Option<usize> {
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
