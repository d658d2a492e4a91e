//! Where the brace that opens a body is closed, by the strings and comments of a language alone.

use super::language::Language;
use super::tokens::{Token, quoted_end, tokens};
use incise_text::text;

/// The offset of the brace that closes the one `text` begins with; `None` where nothing tells it.
pub(super) fn closing(language: Language, text: &[u8]) -> Option<usize> {
    match language {
        Language::C | Language::Cpp => {
            let mut depth = 0_usize;
            tokens(text).find_map(|(token, span)| match token {
                Token::Sign(sign) => is_closing(sign, &mut depth).then_some(span.start),
                _ => None,
            })
        }
        Language::Rust | Language::Java | Language::Go => {
            let mut open = Vec::new();
            let mut at = 0;
            loop {
                if let Some(end) = literal_end(language, text, at) {
                    at = end?;
                    continue;
                }
                match *text.get(at)? {
                    b'(' => open.push(b')'),
                    b'[' => open.push(b']'),
                    b'{' => open.push(b'}'),
                    sign @ (b')' | b']' | b'}') => {
                        open.pop().filter(|wanted| *wanted == sign)?;
                        if open.is_empty() {
                            return Some(at);
                        }
                    }
                    _ => {}
                }
                at += 1;
            }
        }
        _ => None,
    }
}

/// Whether every bracket of `text` is closed by its like, as far as the language has its strings and comments known here.
pub(super) fn are_paired(language: Language, text: &[u8]) -> bool {
    let all = [b"{", text, b"\n}"].concat();
    closing(language, &all) == Some(all.len() - 1)
}

/// Whether the brace `sign` closes all that is open.
fn is_closing(sign: u8, depth: &mut usize) -> bool {
    match sign {
        b'{' => *depth += 1,
        b'}' => {
            *depth = depth.saturating_sub(1);
            return *depth == 0;
        }
        _ => {}
    }
    false
}

/// The offset behind the string or comment at `at`, if there is one; `Some(None)` where it does not end.
#[allow(clippy::option_option)]
fn literal_end(language: Language, text: &[u8], at: usize) -> Option<Option<usize>> {
    let rest = text.get(at..)?;
    let behind = |open: usize, end: &[u8]| {
        let found = memchr::memmem::find(rest.get(open..)?, end)?;
        Some(at + open + found + end.len())
    };
    let is_rust = language == Language::Rust;
    let is_word_before = at > 0 && (text[at - 1].is_ascii_alphanumeric() || text[at - 1] == b'_');
    Some(match rest.first()? {
        b'/' if rest.starts_with(b"//") => Some(text::line_end(text, at)),
        b'/' if rest.starts_with(b"/*") && is_rust => nested_comment_end(text, at),
        b'/' if rest.starts_with(b"/*") => behind(2, b"*/"),
        b'`' if language == Language::Go => behind(1, b"`"),
        b'"' if language == Language::Java && rest.starts_with(b"\"\"\"") => behind(3, b"\"\"\""),
        b'"' if is_rust => string_end(text, at),
        b'"' => quoted_end(text, at, b'"'),
        b'\'' if is_rust => match rest {
            [_, b'\\', ..] => quoted_end(text, at, b'\''),
            _ => Some(character_end(rest).map_or(at + 1, |len| at + len)),
        },
        b'\'' => quoted_end(text, at, b'\''),
        b'r' if is_rust && (!is_word_before || matches!(text[at - 1], b'b' | b'c')) => {
            let signs = rest[1..].iter().take_while(|byte| **byte == b'#').count();
            if rest.get(1 + signs) != Some(&b'"') {
                return None;
            }
            behind(signs + 2, &[b"\"", &rest[1..=signs]].concat())
        }
        _ => return None,
    })
}

/// The offset behind the string of Rust at `open`, which may go over lines.
fn string_end(text: &[u8], open: usize) -> Option<usize> {
    let mut at = open + 1;
    loop {
        match *text.get(at)? {
            b'\\' => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// The length of the character that `text` begins with; `None` where it is the sign of a lifetime.
fn character_end(text: &[u8]) -> Option<usize> {
    let rest = std::str::from_utf8(&text[1..text.len().min(5)]);
    let valid = match rest {
        Ok(rest) => rest,
        Err(error) => std::str::from_utf8(&text[1..=error.valid_up_to()]).ok()?,
    };
    let len = 1 + valid.chars().next()?.len_utf8();
    (text.get(len) == Some(&b'\'')).then_some(len + 1)
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
    use crate::language::Language;

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
            assert_eq!(
                closing(language, text.as_bytes()),
                Some(text.len() - 1),
                "{text}"
            );
            let more = format!("{text} }}");
            assert_eq!(
                closing(language, more.as_bytes()),
                Some(text.len() - 1),
                "{more}"
            );
            assert_eq!(
                closing(language, &text.as_bytes()[..text.len() - 1]),
                None,
                "{text}"
            );
        }
        assert_eq!(closing(Language::Ruby, b"{ }"), None);
        assert_eq!(closing(Language::Rust, b"{ ( ] }"), None);
    }
}
