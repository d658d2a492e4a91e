//! String and character literals, whole.

use std::borrow::Cow;

use super::rules::Strings;

/// The end of the literal at `at` in `text`, with its prefix; `None` if there is none, or it does not end.
pub(super) fn literal_end(strings: Strings, text: &[u8], at: usize) -> Option<usize> {
    let rest = &text[at..];
    let prefix = prefix_len(strings, rest);
    let open = at + prefix;
    let quote = *text.get(open)?;
    let is_raw = rest[..prefix].iter().any(|byte| b"rR".contains(byte));
    match (strings, quote) {
        (Strings::Rust, b'#' | b'"') if is_raw => raw_rust_end(text, open),
        (Strings::Rust, b'"') => quoted_end(text, open, b"\"", Lines::Many),
        (Strings::Rust, b'\'') => character_end(text, open),
        (Strings::C, b'"') if is_raw => raw_c_end(text, open),
        (Strings::JavaScript, b'`') => template_end(text, open),
        (Strings::Go, b'`') => Some(open + 2 + memchr::memchr(b'`', &text[open + 1..])?),
        (Strings::Python | Strings::Toml | Strings::Java, b'"' | b'\'')
            if text[open + 1..].starts_with(&[quote, quote]) =>
        {
            quoted_end(text, open, &[quote; 3], Lines::Many)
        }
        (Strings::Json, b'\'') => None,
        (_, b'"' | b'\'') => quoted_end(text, open, &[quote], Lines::One),
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    One,
    Many,
}

/// The end of the literal between `quotes` that opens at `open`.
fn quoted_end(text: &[u8], open: usize, quotes: &[u8], lines: Lines) -> Option<usize> {
    let mut at = open + quotes.len();
    loop {
        match *text.get(at)? {
            b'\\' => at += 2,
            b'\n' if lines == Lines::One => return None,
            _ if text[at..].starts_with(quotes) => return Some(at + quotes.len()),
            _ => at += 1,
        }
    }
}

/// The end of the character at `open`; `None` for a lifetime.
fn character_end(text: &[u8], open: usize) -> Option<usize> {
    let rest = &text[open + 1..];
    if rest.first() == Some(&b'\\') {
        return quoted_end(text, open, b"'", Lines::One);
    }
    let mut ends = (1..=rest.len().min(4)).filter(|&len| rest.get(len) == Some(&b'\''));
    let len = ends.next()?;
    match std::str::from_utf8(&rest[..len]).ok()?.chars().count() {
        1 => Some(open + len + 2),
        _ => None,
    }
}

/// The end of a raw string of Rust: `open` is the place of its first `#` or its quote.
fn raw_rust_end(text: &[u8], open: usize) -> Option<usize> {
    let hashes = text[open..]
        .iter()
        .take_while(|byte| **byte == b'#')
        .count();
    let start = open + hashes;
    if text.get(start) != Some(&b'"') {
        return None;
    }
    let end = [b"\"", &text[open..start]].concat();
    let len = memchr::memmem::find(&text[start + 1..], &end)?;
    Some(start + 1 + len + end.len())
}

/// The end of a raw string of C++ whose quote is at `open`.
fn raw_c_end(text: &[u8], open: usize) -> Option<usize> {
    let rest = &text[open + 1..];
    let list = memchr::memchr(b'(', &rest[..rest.len().min(17)])?;
    let end = [b")", &rest[..list], b"\""].concat();
    Some(open + 1 + memchr::memmem::find(rest, &end)? + end.len())
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
