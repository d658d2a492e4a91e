//! The tokens of a text: what a formatter keeps when it divides the text into other lines and blanks.
//!
//! One plain lexer for programs and one for Markdown. Fragments are read like whole files, so a token that the start of
//! a fragment cuts in two is another token: it is never equal by accident.

mod code;
mod markdown;
mod optional;
mod strings;

use std::borrow::Cow;
use std::path::Path;

use incise_text::text::{self, Span};

/// The kind of a token. Tokens of different kinds are never equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name, keyword or number, or a word of prose.
    Word,
    /// A literal, or another part of the text whose blanks have a meaning.
    Literal,
    /// An operator, bracket or separator.
    Sign,
    /// A colon of Python outside of brackets: a block may begin behind it.
    Colon,
    /// A word of a comment.
    Comment,
    /// A word of a comment that documents the item after it, as `///`.
    Doc,
    /// A word of a comment that documents the item around it, as `//!`.
    InnerDoc,
    /// The end of a line or a block, where the language gives it a meaning.
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
        self.kind == TokenKind::Sign && matches!(*self.key, [b'(' | b'[' | b'{'])
    }

    /// True for a bracket that closes.
    pub fn is_closing(&self) -> bool {
        self.kind == TokenKind::Sign && matches!(*self.key, [b')' | b']' | b'}'])
    }

    /// True for a sign or a word that is `key`.
    pub fn is(&self, key: &str) -> bool {
        use TokenKind::{Colon, Sign, Word};
        *self.key == *key.as_bytes() && matches!(self.kind, Word | Sign | Colon)
    }

    /// True for a sign or a word that is one of `keys`, which blanks part.
    pub fn is_among(&self, keys: &str) -> bool {
        keys.split(' ').any(|key| self.is(key))
    }
}

/// The brackets that a fragment opens and does not close, or closes and does not open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unpaired {
    /// They are required, and all others are in the fragment.
    Required,
    /// They are required, and the fragment is inside more brackets.
    InBrackets,
    /// A formatter may have added them.
    Optional,
}

/// A reading of a fragment: an assumption about the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    unpaired: Unpaired,
    /// True if a bracket follows that makes a comma at the end optional.
    pub before_bracket: bool,
}

impl Reading {
    /// The reading of a whole text.
    pub const WHOLE: Self = Self {
        unpaired: Unpaired::Required,
        before_bracket: false,
    };

    /// All readings of a fragment, in the order of the search.
    pub fn all() -> impl Iterator<Item = Self> {
        let ways = [Unpaired::Required, Unpaired::InBrackets, Unpaired::Optional];
        [false, true].into_iter().flat_map(move |before_bracket| {
            ways.map(|unpaired| Self {
                unpaired,
                before_bracket,
            })
        })
    }
}

/// A language whose formatters this module knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// C and C++ (clang-format).
    C,
    /// Go (gofmt).
    Go,
    /// Java (clang-format).
    Java,
    /// JavaScript and TypeScript (prettier).
    JavaScript,
    /// JSON (prettier).
    Json,
    /// Markdown (prettier).
    Markdown,
    /// Python (black, ruff format).
    Python,
    /// Rust (rustfmt).
    Rust,
    /// TOML (taplo).
    Toml,
}

impl Layout {
    /// The language of the file at `path`; `None` if its lines or blanks may have any meaning, as those of YAML,
    /// Makefiles and shell scripts.
    pub fn from_path(path: &Path) -> Option<Self> {
        let layout = match path.extension()?.to_str()? {
            "c" | "h" | "cc" | "cpp" | "cxx" | "hh" | "hpp" | "hxx" => Self::C,
            "go" => Self::Go,
            "java" => Self::Java,
            "js" | "jsx" | "mjs" | "cjs" | "ts" | "tsx" | "mts" | "cts" => Self::JavaScript,
            "json" | "jsonc" => Self::Json,
            "md" | "markdown" => Self::Markdown,
            "py" | "pyi" => Self::Python,
            "rs" => Self::Rust,
            "toml" => Self::Toml,
            _ => return None,
        };
        Some(layout)
    }

    /// The tokens of `text`, without those that the formatters of the language add and remove, and without the line
    /// break at its end.
    pub fn tokens(self, text: &[u8], reading: Reading) -> Vec<Token<'_>> {
        let start = text::bom_len(text);
        let mut tokens = match self {
            Self::Markdown => markdown::tokens(text, start),
            _ => {
                let tokens = code::tokens(self, text, start, reading.unpaired);
                optional::without_optional(self, tokens, reading.unpaired)
            }
        };
        tokens.pop_if(|last| last.kind == TokenKind::Break);
        if reading.before_bracket
            && let Some(last) = tokens.iter().rposition(|token| !token.is_comment())
            && tokens[last].is(",")
        {
            tokens.remove(last);
        }
        tokens
    }

    /// True for prose: lines are broken between any two words.
    pub fn is_prose(self) -> bool {
        self == Self::Markdown
    }

    /// True if the indentation of a line that follows a [`TokenKind::Break`] has a meaning.
    pub fn has_indentation(self) -> bool {
        matches!(self, Self::Python | Self::Markdown)
    }

    /// True if only line breaks outside of brackets end a statement, and `#` begins a comment.
    fn has_lines(self) -> bool {
        matches!(self, Self::Python | Self::Toml)
    }

    /// True if formatters add and remove a comma before a closing bracket.
    fn has_trailing_commas(self) -> bool {
        use Layout::{JavaScript, Python, Rust, Toml};
        matches!(self, JavaScript | Python | Rust | Toml)
    }

    /// True if formatters change the quotes of strings, and parentheses around a whole expression.
    fn has_optional_quotes(self) -> bool {
        matches!(self, Self::Python | Self::JavaScript)
    }
}

#[cfg(test)]
mod tests;
