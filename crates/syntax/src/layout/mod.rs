//! The tokens of a text: what a formatter keeps when it divides the text into other lines and blanks.
//!
//! One plain lexer for programs and one for Markdown. Fragments are read like whole files, so a token that the start of
//! a fragment cuts in two is another token: it is never equal by accident.

mod code;
mod language;
mod markdown;
mod optional;
mod reading;
mod strings;
mod token;

use incise_text::text;

pub use self::language::Layout;
pub use self::reading::Reading;
pub use self::token::{Token, TokenKind};

impl Layout {
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
}

#[cfg(test)]
mod tests;
