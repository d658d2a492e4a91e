//! Finds the ends of string and character literals.

use incise_text::text::indent_of;

use super::language::Layout;
use crate::quoted::{character_end, quoted_end, quoted_lines_end, raw_c_end, raw_rust_end};

/// The end of the literal at `at` in `text`, which may begin with a prefix. `None` if there is none, or if it is
/// unterminated.
pub(super) fn literal_end(layout: Layout, text: &[u8], at: usize) -> Option<usize> {
    let rest = &text[at..];
    let prefix = prefix_len(layout, rest);
    let open = at + prefix;
    let quote = *text.get(open)?;
    let is_raw = rest[..prefix].iter().any(|byte| b"rR".contains(byte));
    match (layout, quote) {
        (Layout::Rust, b'#' | b'"') if is_raw => raw_rust_end(text, open),
        (Layout::Rust, b'"') => quoted_lines_end(text, open, b"\""),
        (Layout::Rust, b'\'') => character_end(text, open),
        (Layout::C, b'"') if is_raw => raw_c_end(text, open),
        (Layout::Go, b'`') => Some(open + 2 + memchr::memchr(b'`', &text[open + 1..])?),
        (Layout::Python | Layout::Toml | Layout::Java, b'"' | b'\'')
            if text[open + 1..].starts_with(&[quote, quote]) =>
        {
            quoted_lines_end(text, open, &[quote; 3])
        }
        (Layout::Json, b'\'') => None,
        (_, b'"' | b'\'') => quoted_end(text, open, quote),
        _ => None,
    }
}

/// The length of the literal prefix at the start of `text`, such as `b` or `r`.
fn prefix_len(layout: Layout, text: &[u8]) -> usize {
    let letters: &[u8] = match layout {
        Layout::Python => b"rRbBuUfFtT",
        Layout::Rust => b"rbc",
        Layout::C => b"uUL8R",
        _ => b"",
    };
    let start = text.iter().take(3);
    start.take_while(|byte| letters.contains(byte)).count()
}

/// The end of the JavaScript template part that opens at `open`: the end of the template, or the start of an
/// expression.
pub(super) fn template_end(text: &[u8], open: usize) -> Option<usize> {
    let mut at = open + 1;
    loop {
        match *text.get(at)? {
            b'\\' => at += 2,
            b'`' => return Some(at + 1),
            b'$' if text.get(at + 1) == Some(&b'{') => return Some(at + 2),
            _ => at += 1,
        }
    }
}

/// The end of the JavaScript regular expression that opens at `open`, without its flags.
pub(super) fn regex_end(text: &[u8], open: usize) -> Option<usize> {
    let (mut at, mut in_class) = (open + 1, false);
    loop {
        match *text.get(at)? {
            b'\n' => return None,
            b'\\' => at += 2,
            b'/' if !in_class => return Some(at + 1),
            byte => {
                in_class = byte == b'[' || in_class && byte != b']';
                at += 1;
            }
        }
    }
}

/// The literal with double quotes and with escapes in lower case.
pub(super) fn with_plain_quotes(literal: &[u8]) -> Vec<u8> {
    let is_quote = |byte: &u8| matches!(byte, b'\'' | b'"');
    let open = literal.iter().position(is_quote).unwrap_or(literal.len());
    let (prefix, quoted) = literal.split_at(open);
    let is_triple = quoted.len() >= 6 && quoted[..3] == [quoted[0]; 3];
    let width = if is_triple { 3 } else { 1 };
    let mut plain = prefix.to_ascii_lowercase();
    let is_raw = plain.contains(&b'r');
    let is_bytes = plain.contains(&b'b');
    plain.retain(|byte| *byte != b'u');
    plain.resize(plain.len() + width, b'"');
    let mut is_escaped = false;
    let mut hex_digits = 0_usize;
    for byte in &quoted[width..quoted.len() - width] {
        if is_escaped && is_quote(byte) && !is_raw {
            plain.pop();
        }
        if hex_digits > 0 && byte.is_ascii_hexdigit() {
            hex_digits -= 1;
            plain.push(byte.to_ascii_lowercase());
            continue;
        }
        hex_digits = match byte {
            _ if !is_escaped || is_raw => 0,
            b'x' => 2,
            b'u' if !is_bytes => 4,
            b'U' if !is_bytes => 8,
            _ => 0,
        };
        is_escaped = *byte == b'\\' && !is_escaped;
        plain.push(*byte);
    }
    plain.resize(plain.len() + width, b'"');
    plain
}

/// The text of a docstring, without quotes, trailing whitespace and common indentation.
pub(super) fn docstring_text(plain: &[u8]) -> Vec<u8> {
    let open = memchr::memchr(b'"', plain).unwrap_or(0);
    let content = plain.get(open + 3..plain.len() - 3).unwrap_or_default();
    let mut lines = content
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::trim_ascii_end);
    let first = lines.next().unwrap_or_default();
    let filled = lines.clone().filter(|line| !line.is_empty());
    let shared = filled.map(|line| indent_of(line).len()).min().unwrap_or(0);
    let mut text = first.to_vec();
    for line in lines {
        text.push(b'\n');
        text.extend_from_slice(line.get(shared..).unwrap_or_default());
    }
    [&plain[..open], text.trim_ascii()].concat()
}
