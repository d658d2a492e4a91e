//! The tokens of a text: what a formatter keeps when it divides the text into other lines and blanks.
//!
//! One plain lexer for each kind of language, with a table of the rules by file name. Fragments are read like whole
//! files, so a token that the start of a fragment cuts in two is another token: it is never equal by accident.

mod code;
mod markdown;
mod optional;
mod rules;
mod strings;

use std::borrow::Cow;
use std::path::Path;

use incise_text::text::{self, Span};

use rules::{Lexer, RULES, Rules};

/// The kind of a token. Tokens of different kinds are never equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name, keyword or number, or a word of prose.
    Word,
    /// A literal, or another part of the text whose blanks have a meaning.
    Literal,
    /// An operator, bracket or separator.
    Sign,
    /// A word of a comment.
    Comment(Marker),
    /// The end of a line or a block, where the language gives it a meaning.
    Break,
}

/// The kind of a comment, by its first characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// Up to the end of the line, as `//`.
    Line,
    /// Documentation of what follows, as `///`.
    Doc,
    /// Documentation of what it is in, as `//!`.
    Inner,
    /// Up to a closing marker. Both markers are tokens.
    Block,
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
        matches!(self.kind, TokenKind::Comment(_))
    }

    /// True for a bracket that opens.
    pub fn is_opening(&self) -> bool {
        self.kind == TokenKind::Sign && matches!(*self.key, [b'(' | b'[' | b'{'])
    }

    /// True for a bracket that closes.
    pub fn is_closing(&self) -> bool {
        self.kind == TokenKind::Sign && matches!(*self.key, [b')' | b']' | b'}'])
    }

    /// True for a sign or a word that is `key`.
    fn is(&self, key: &[u8]) -> bool {
        *self.key == *key && matches!(self.kind, TokenKind::Word | TokenKind::Sign)
    }

    /// True for a sign or a word that is one of `keys`, which blanks part.
    pub fn is_among(&self, keys: &str) -> bool {
        matches!(self.kind, TokenKind::Word | TokenKind::Sign)
            && keys.split(' ').any(|key| *self.key == *key.as_bytes())
    }
}

/// The reading of the brackets that a fragment opens and does not close, or closes and does not open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpaired {
    /// They are required, and all others are in the fragment.
    Required,
    /// They are required, and the fragment is inside more brackets.
    InBrackets,
    /// A formatter may have added them.
    Optional,
}

/// The layout rules of a language.
#[derive(Clone, Copy, Debug)]
pub struct Layout(&'static Rules);

impl Layout {
    /// The rules for the file at `path`; `None` if the lines or blanks of its language may have any meaning.
    pub fn from_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        let mut rules = RULES.iter();
        rules
            .find(|rules| rules.extensions.contains(&extension))
            .map(Self)
    }

    /// The tokens of `text`, without those that the formatters of the language add and remove.
    pub fn tokens<'t>(&self, text: &'t [u8], unpaired: Unpaired) -> Vec<Token<'t>> {
        let start = text::bom_len(text);
        match self.0.lexer {
            Lexer::Code => {
                let tokens = code::tokens(self.0, text, start, unpaired);
                optional::without_optional(self.0, text, tokens, unpaired)
            }
            Lexer::Markdown => markdown::tokens(text, start),
        }
    }

    /// True for prose: lines are broken between any two words.
    pub fn is_prose(&self) -> bool {
        self.0.lexer == Lexer::Markdown
    }

    /// True if the indentation of a line that follows a [`TokenKind::Break`] has a meaning.
    pub fn has_indentation(&self) -> bool {
        self.0.has_indentation
    }
}

#[cfg(test)]
mod tests;
