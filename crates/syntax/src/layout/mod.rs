//! The tokens of a text: the parts that a formatter keeps when it changes line breaks and whitespace.
//!
//! There is one lexer for source code and one for Markdown. A fragment is read like a whole file. If the start of a
//! fragment cuts a token in two, the rest is a different token, so it never equals the whole token by accident.

mod code;
mod language;
mod markdown;
mod markup;
mod optional;
mod reading;
mod strings;
mod token;

use incise_text::text;

pub use self::language::Layout;
pub use self::reading::Reading;
pub use self::token::{Token, TokenKind};

impl Layout {
    /// The tokens of `text`, without the tokens that formatters of the language add and remove, and without a line
    /// break at the end.
    pub fn tokens(self, text: &[u8], reading: Reading) -> Vec<Token<'_>> {
        let start = text::bom_len(text);
        let mut tokens = match self {
            Self::Markdown => markdown::tokens(text, start, reading.unpaired),
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
}

#[cfg(test)]
mod tests;
