//! Tokens: the parts of a text that a formatter keeps.

use std::borrow::Cow;

use incise_text::text::Span;

/// The kind of a token. Tokens of different kinds are never equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name, keyword or number, or a word of prose.
    Word,
    /// A literal, or another part of the text in which whitespace has a meaning.
    Literal,
    /// An operator, bracket or separator.
    Punctuation,
    /// A colon of Python outside brackets, after which a block may begin.
    Colon,
    /// A word in an element of JSX, or a blank that is shown there.
    Text,
    /// A word of a comment.
    Comment,
    /// A word of a comment that documents the item after it, such as `///`.
    Doc,
    /// A word of a comment that documents the item around it, such as `//!`.
    InnerDoc,
    /// The end of a line or a block, if it is significant in the language.
    Break,
}

/// A part of a text that a formatter keeps. Equal tokens have the same meaning.
#[derive(Clone, Debug)]
pub struct Token<'t> {
    /// The kind.
    pub kind: TokenKind,
    /// The bytes that are compared.
    pub key: Cow<'t, [u8]>,
    /// The bytes in the text.
    pub span: Span,
}

impl PartialEq for Token<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.key == other.key
    }
}

impl Token<'_> {
    /// True for a word of a comment.
    pub fn is_comment(&self) -> bool {
        use TokenKind::{Comment, Doc, InnerDoc};
        matches!(self.kind, Comment | Doc | InnerDoc)
    }

    /// True for a bracket that opens.
    pub fn is_opening(&self) -> bool {
        self.kind == TokenKind::Punctuation && matches!(*self.key, [b'(' | b'[' | b'{'])
    }

    /// True for a bracket that closes.
    pub fn is_closing(&self) -> bool {
        self.kind == TokenKind::Punctuation && matches!(*self.key, [b')' | b']' | b'}'])
    }

    /// True for a word or punctuation that is `key`.
    pub fn is(&self, key: &str) -> bool {
        use TokenKind::{Colon, Punctuation, Word};
        *self.key == *key.as_bytes() && matches!(self.kind, Word | Punctuation | Colon)
    }

    /// True for a word or punctuation that is one of `keys`, separated by spaces.
    pub fn is_among(&self, keys: &str) -> bool {
        keys.split(' ').any(|key| self.is(key))
    }
}
