//! String and character literals, whole.

use std::borrow::Cow;

use super::rules::Strings;
use crate::quoted::{character_end, quoted_end, quoted_lines_end, raw_c_end, raw_rust_end};

/// The end of the literal at `at` in `text`, with its prefix; `None` if there is none, or it does not end.
pub(super) fn literal_end(strings: Strings, text: &[u8], at: usize) -> Option<usize> {
    let rest = &text[at..];
    let prefix = prefix_len(strings, rest);
    let open = at + prefix;
    let quote = *text.get(open)?;
    let is_raw = rest[..prefix].iter().any(|byte| b"rR".contains(byte));
    match (strings, quote) {
        (Strings::Rust, b'#' | b'"') if is_raw => raw_rust_end(text, open),
        (Strings::Rust, b'"') => quoted_lines_end(text, open, b"\""),
        (Strings::Rust, b'\'') => character_end(text, open),
        (Strings::C, b'"') if is_raw => raw_c_end(text, open),
        (Strings::JavaScript, b'`') => template_end(text, open),
        (Strings::Go, b'`') => Some(open + 2 + memchr::memchr(b'`', &text[open + 1..])?),
        (Strings::Python | Strings::Toml | Strings::Java, b'"' | b'\'')
            if text[open + 1..].starts_with(&[quote, quote]) =>
        {
            quoted_lines_end(text, open, &[quote; 3])
        }
        (Strings::Json, b'\'') => None,
        (_, b'"' | b'\'') => quoted_end(text, open, quote),
        _ => None,
    }
}

/// The length of the letters at the start of `text` that are a part of the literal after them.
fn prefix_len(strings: Strings, text: &[u8]) -> usize {
    let letters: &[u8] = match strings {
        Strings::Python => b"rRbBuUfFtT",
        Strings::Rust => b"rbc",
        Strings::C => b"uUL8R",
        _ => b"",
    };
    let len = text
        .iter()
        .take(3)
        .take_while(|byte| letters.contains(byte));
    len.count()
}

/// The end of a template of JavaScript, whose expressions may contain templates.
fn template_end(text: &[u8], open: usize) -> Option<usize> {
    let mut at = open + 1;
    loop {
        match *text.get(at)? {
            b'\\' => at += 2,
            b'`' => return Some(at + 1),
            b'$' if text.get(at + 1) == Some(&b'{') => at = expression_end(text, at + 2)?,
            _ => at += 1,
        }
    }
}

/// The offset behind the brace that closes an expression in a template.
fn expression_end(text: &[u8], start: usize) -> Option<usize> {
    let (mut at, mut depth) = (start, 0);
    loop {
        match *text.get(at)? {
            b'`' => at = template_end(text, at)?,
            b'{' => (at, depth) = (at + 1, depth + 1),
            b'}' if depth == 0 => return Some(at + 1),
            b'}' => (at, depth) = (at + 1, depth - 1),
            _ => at += 1,
        }
    }
}

/// The end of a regular expression of JavaScript that opens at `open`, with its flags.
pub(super) fn regex_end(text: &[u8], open: usize) -> Option<usize> {
    let (mut at, mut in_class) = (open + 1, false);
    loop {
        match *text.get(at)? {
            b'\n' => return None,
            b'\\' => at += 2,
            b'/' if !in_class => break,
            byte => {
                in_class = byte == b'[' || in_class && byte != b']';
                at += 1;
            }
        }
    }
    let flags = text[at + 1..]
        .iter()
        .take_while(|byte| byte.is_ascii_alphabetic());
    Some(at + 1 + flags.count())
}

/// The literal with the quotes that formatters prefer, in the form in which both kinds of quotes are equal.
pub(super) fn with_plain_quotes(literal: &[u8]) -> Cow<'_, [u8]> {
    let Some(open) = literal.iter().position(|byte| b"'\"".contains(byte)) else {
        return literal.into();
    };
    let (prefix, quoted) = literal.split_at(open);
    let quote = quoted[0];
    let is_triple = quoted.len() >= 6 && quoted[1] == quote && quoted[2] == quote;
    let width = if is_triple { 3 } else { 1 };
    let body = &quoted[width..quoted.len() - width];
    let has_quotes = body.iter().any(|byte| b"'\"".contains(byte));
    let is_raw = prefix.iter().any(|byte| b"rR".contains(byte));
    if has_quotes && (is_triple || is_raw) {
        return literal.into();
    }
    let is_plain_prefix = prefix
        .iter()
        .all(|byte| byte.is_ascii_lowercase() && *byte != b'u');
    if quote == b'"' && is_plain_prefix && memchr::memchr(b'\\', body).is_none() {
        return literal.into();
    }
    let mut plain = prefix.to_ascii_lowercase();
    plain.retain(|byte| *byte != b'u');
    plain.resize(plain.len() + width, b'"');
    let mut rest = body;
    while let [first, after @ ..] = rest {
        match (first, after.first()) {
            (b'\\', Some(quote @ (b'\'' | b'"'))) if !is_raw => {
                plain.push(*quote);
                rest = &after[1..];
            }
            (b'\\', Some(escaped)) => {
                plain.extend([b'\\', *escaped]);
                rest = &after[1..];
            }
            _ => {
                plain.push(*first);
                rest = after;
            }
        }
    }
    plain.resize(plain.len() + width, b'"');
    plain.into()
}
