//! Elements of JSX, in which JavaScript contains markup. Reads tags, and the text between them.
//!
//! Whitespace next to a tag or an expression has no meaning if it contains a line break. Otherwise, it is part of the
//! text.

use std::collections::HashSet;

use super::code::{CodeLexer, Nesting, is_word};
use super::token::TokenKind;

/// The names of the elements that are closed somewhere in `text`.
pub(super) fn closed_elements(text: &[u8]) -> HashSet<&[u8]> {
    let ends = memchr::memmem::find_iter(text, b"</");
    ends.map(|at| element_name(&text[at + 2..])).collect()
}

/// The name of an element at the start of `text`. Empty for a fragment such as `<>`.
fn element_name(text: &[u8]) -> &[u8] {
    let is_in_name = |byte: &u8| is_word(*byte) || b".-:".contains(byte);
    let len = text.iter().take_while(|byte| is_in_name(byte)).count();
    &text[..len]
}

/// The length of the closing tag at the start of `text`.
fn closing_tag_len(text: &[u8]) -> Option<usize> {
    let name = element_name(text.strip_prefix(b"</")?);
    let len = name.len() + 3;
    (text.get(len - 1) == Some(&b'>')).then_some(len)
}

impl<'t> CodeLexer<'t> {
    /// Reads the next child of an element: text, an expression or a tag.
    pub(super) fn read_child(&mut self) {
        let rest = &self.text[self.at..];
        let len = memchr::memchr2(b'<', b'{', rest).unwrap_or(rest.len());
        if len > 0 {
            self.read_text(self.at + len);
        } else if let Some(len) = closing_tag_len(rest) {
            self.nesting.pop();
            self.push(TokenKind::Text, self.at + len);
        } else if rest[0] == b'<' {
            self.open_tag();
        } else {
            self.read_punctuation(b'{');
        }
    }

    /// Reads the words up to `end`, and the whitespace around them.
    fn read_text(&mut self, end: usize) {
        let run = &self.text[self.at..end];
        let words = self.at + run.len() - run.trim_ascii_start().len();
        self.read_blank(words);
        if words < end {
            self.read_words(words + run.trim_ascii().len(), TokenKind::Text);
            self.read_blank(end);
        }
    }

    /// Reads the whitespace up to `end`, which is next to a tag or an expression.
    fn read_blank(&mut self, end: usize) {
        if self.at < end && !self.text[self.at..end].contains(&b'\n') {
            self.push(TokenKind::Text, end);
            self.set_key(b" ".to_vec());
        }
        self.at = end;
    }

    /// Reads a tag, or a part of it. Returns false if code begins here.
    pub(super) fn read_markup(&mut self) -> bool {
        match self.nesting.last() {
            Some(&(Nesting::Tag { is_closed }, depth)) if depth == self.depth => {
                self.read_in_tag(is_closed)
            }
            _ => self.read_tag(),
        }
    }

    fn read_in_tag(&mut self, is_closed: bool) -> bool {
        let rest = &self.text[self.at..];
        match rest[0] {
            b'/' if rest.starts_with(b"/>") => {
                self.nesting.pop();
                self.push(TokenKind::Text, self.at + 2);
            }
            b'>' => {
                self.nesting.pop();
                if is_closed {
                    self.nesting.push((Nesting::Children, self.depth));
                }
                self.push(TokenKind::Punctuation, self.at + 1);
            }
            // A backslash is no escape here.
            quote @ (b'"' | b'\'')
                if let Some(len) = memchr::memchr(quote, &rest[1..])
                    && memchr::memchr(b'\\', &rest[..len]).is_some() =>
            {
                self.push(TokenKind::Text, self.at + len + 2)
            }
            _ => return false,
        }
        true
    }

    /// Reads the start of a tag. A fragment may begin with children of an element, and a blank between these has a
    /// meaning.
    fn read_tag(&mut self) -> bool {
        let rest = &self.text[self.at..];
        if !matches!(rest[0], b'<' | b'{') {
            return false;
        }
        if let Some(last) = self.tokens.last()
            && (last.kind == TokenKind::Text || last.is_among("} >"))
        {
            let here = std::mem::replace(&mut self.at, last.span.end());
            self.read_blank(here);
        }
        if let Some(len) = closing_tag_len(rest) {
            self.push(TokenKind::Text, self.at + len);
            return true;
        }
        let is_name = rest
            .get(1)
            .is_some_and(|next| is_word(*next) || *next == b'>');
        if rest[0] == b'{' || !is_name || !self.may_begin_regex() {
            return false;
        }
        self.open_tag();
        true
    }

    /// Reads the sign that opens a tag.
    fn open_tag(&mut self) {
        let name = element_name(&self.text[self.at + 1..]);
        let is_closed = self.closed_elements.contains(name);
        self.nesting.push((Nesting::Tag { is_closed }, self.depth));
        self.push(TokenKind::Punctuation, self.at + 1);
    }
}
