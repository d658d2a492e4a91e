//! Finds the closing brace of a body. Knows only the strings and comments of a language, not its grammar.

use super::language::Language;
use super::tokens::{Token, tokens};
use crate::quoted::{character_end, quoted_end, quoted_lines_end};
use incise_text::text;

/// The offset of the brace that closes the brace at the start of `text`. `None` if it cannot be determined.
pub(super) fn closing(language: Language, text: &[u8]) -> Option<usize> {
    match language {
        Language::C | Language::Cpp => closing_in_c(text),
        Language::Rust | Language::Java | Language::Go => closing_of_pairs(language, text),
        _ => None,
    }
}

/// Counts only braces, because other brackets may be unbalanced in macros.
fn closing_in_c(text: &[u8]) -> Option<usize> {
    let mut depth = 0_usize;
    for (token, span) in tokens(text) {
        match token {
            Token::Punct(b'{') => depth += 1,
            Token::Punct(b'}') if depth <= 1 => return Some(span.start),
            Token::Punct(b'}') => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Requires that each bracket inside is closed by the matching one.
fn closing_of_pairs(language: Language, text: &[u8]) -> Option<usize> {
    // The closing brackets of the open ones.
    let mut expected = Vec::new();
    let mut at = 0;
    loop {
        match literal(language, text, at) {
            Literal::None => {}
            Literal::EndsAt(end) => {
                at = end;
                continue;
            }
            Literal::Unterminated => return None,
        }
        match *text.get(at)? {
            b'(' => expected.push(b')'),
            b'[' => expected.push(b']'),
            b'{' => expected.push(b'}'),
            bracket @ (b')' | b']' | b'}') => {
                if expected.pop() != Some(bracket) {
                    return None;
                }
                if expected.is_empty() {
                    return Some(at);
                }
            }
            _ => {}
        }
        at += 1;
    }
}

/// True if every bracket in `text` is closed by a matching bracket. False for languages that [`closing`] does not
/// support.
pub(super) fn are_paired(language: Language, text: &[u8]) -> bool {
    let all = [b"{", text, b"\n}"].concat();
    closing(language, &all) == Some(all.len() - 1)
}

/// The result of looking for a string or comment at an offset.
enum Literal {
    None,
    /// The offset after the string or comment.
    EndsAt(usize),
    Unterminated,
}

fn literal(language: Language, text: &[u8], at: usize) -> Literal {
    let rest = text.get(at..).unwrap_or_default();
    let is_rust = language == Language::Rust;
    let end = match rest {
        [b'/', b'/', ..] => Some(text::line_end(text, at)),
        [b'/', b'*', ..] if is_rust => nested_comment_end(text, at),
        [b'/', b'*', ..] => end_after(text, at + 2, b"*/"),
        [b'`', ..] if language == Language::Go => end_after(text, at + 1, b"`"),
        [b'"', b'"', b'"', ..] if language == Language::Java => end_after(text, at + 3, b"\"\"\""),
        [b'"', ..] if is_rust => quoted_lines_end(text, at, b"\""),
        [b'"', ..] => quoted_end(text, at, b'"'),
        [b'\'', b'\\', ..] if is_rust => quoted_end(text, at, b'\''),
        // A character, or the quote of a lifetime.
        [b'\'', ..] if is_rust => Some(character_end(text, at).unwrap_or(at + 1)),
        [b'\'', ..] => quoted_end(text, at, b'\''),
        [b'r', raw @ ..] if is_rust && may_be_raw_prefix(text, at) => {
            let hashes = raw.iter().take_while(|byte| **byte == b'#').count();
            if raw.get(hashes) != Some(&b'"') {
                return Literal::None;
            }
            end_after(text, at + hashes + 2, &[b"\"", &raw[..hashes]].concat())
        }
        _ => return Literal::None,
    };
    match end {
        Some(end) => Literal::EndsAt(end),
        None => Literal::Unterminated,
    }
}

/// The offset after the first `end` at or after `at`.
fn end_after(text: &[u8], at: usize, end: &[u8]) -> Option<usize> {
    let found = memchr::memmem::find(text.get(at..)?, end)?;
    Some(at + found + end.len())
}

/// True if the `r` at `at` may begin a raw string in Rust: `r"`, `br"`, `cr"`.
fn may_be_raw_prefix(text: &[u8], at: usize) -> bool {
    match text[..at].last() {
        Some(b'b' | b'c') | None => true,
        Some(byte) => !byte.is_ascii_alphanumeric() && *byte != b'_',
    }
}

fn nested_comment_end(text: &[u8], open: usize) -> Option<usize> {
    let (mut at, mut depth) = (open, 0_usize);
    loop {
        match text.get(at..at + 2)? {
            b"/*" => (at, depth) = (at + 2, depth + 1),
            b"*/" if depth == 1 => return Some(at + 2),
            b"*/" => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::closing;
    use crate::with_grammars::language::Language;

    #[test]
    fn strings_and_comments_close_nothing() {
        for (language, text) in [
            (
                Language::Rust,
                "{ '}'; '\\''; b'{'; f::<'a>(r#\"}\"}\"#, \"\\\"}\n\"); /* /* } */ } */ r\"}\"; 'é'; }",
            ),
            (
                Language::Rust,
                "{ r#type; for<'a> |x: &'a str| { \"\" } // }\n}",
            ),
            (
                Language::Java,
                "{ f('}', \"\\\"}\", \"\"\"\n }\" \"\"\"); /* } */ { } }",
            ),
            (Language::Go, "{ f('}', \"\\\"}\", `}\n\\`) // }\n}"),
            (
                Language::C,
                "{ f('}', \"\\\"}\") /* } */\n#define A }\n{ } }",
            ),
        ] {
            let actual = closing(language, text.as_bytes());
            assert_eq!(actual, Some(text.len() - 1), "{text}");
            let more = format!("{text} }}");
            let actual = closing(language, more.as_bytes());
            assert_eq!(actual, Some(text.len() - 1), "{more}");
            let actual = closing(language, &text.as_bytes()[..text.len() - 1]);
            assert_eq!(actual, None, "{text}");
        }
        assert_eq!(closing(Language::Ruby, b"{ }"), None);
        assert_eq!(closing(Language::Rust, b"{ ( ] }"), None);
    }
}
