//! Recognizes edits that only replace names with other names. They cannot add syntax errors, so the text need not be
//! parsed.

use incise_text::text::{self, Span};

use super::bound;
use super::language::Language;
use super::parse::parser;

/// The bytes that may precede and follow a name. Any others, such as quotes and backslashes, may form a token with it.
const BEFORE_NAME: &[u8] = b" \t\n\r.,;:()[]{}<>=+-*&|!?@";
const AFTER_NAME: &[u8] = b" \t\n\r.,;:()[]{}<>=+*&|?/";

/// Keywords whose nodes have other names, or none.
const HIDDEN_KEYWORDS: [&str; 22] = [
    "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "make", "mut", "new",
    "out", "str", "u128", "u16", "u32", "u64", "u8", "unique", "usize",
];

/// The maximum number of different replacements. Parsing the text is faster than to compare more.
const MAX_REPLACEMENTS: usize = 32;

/// True if each of `edits`, the new texts of spans of `text` in order, replaces a name, or a part of one, so that
/// another name results. Words of comments and strings count as names, keywords do not.
pub(super) fn replaces_names<'n>(
    language: Language,
    text: &[u8],
    edits: impl Iterator<Item = (Span, &'n [u8])>,
) -> bool {
    if !has_only_plain_names(language) {
        return false;
    }
    let mut known: Vec<(&[u8], Vec<u8>)> = Vec::new();
    let mut last_end = 0;
    // The first line may name the interpreter, and thereby the language.
    let names_from = if text.starts_with(b"#!") {
        text::line_end(text, 0)
    } else {
        0
    };
    for (span, new) in edits {
        let (span, new) = without_common_ends(text, span, new);
        // Two edits of one word make up one new name.
        let Some(before) = text.get(last_end..span.start()) else {
            return false;
        };
        if span.start() < names_from {
            return false;
        }
        let after = &text[span.end()..];
        let head = before.iter().rev().take_while(|byte| is_in_word(**byte));
        let start = span.start() - head.count();
        let tail = after.iter().take_while(|byte| is_in_word(**byte));
        let end = span.end() + tail.count();
        let old_name = &text[start..end];
        let new_name = [&text[start..span.start()], new, &text[span.end()..end]].concat();
        last_end = end;
        if !stands_alone(language, text, start, end) {
            return false;
        }
        if known
            .iter()
            .any(|(old, new)| *old == old_name && *new == new_name)
        {
            continue;
        }
        if known.len() == MAX_REPLACEMENTS || !are_same_token(language, old_name, &new_name) {
            return false;
        }
        known.push((old_name, new_name));
    }
    // A text that nests too deeply gets another warning.
    bound::nests_within(language, text)
}

/// The part of `span` of the text `whole` that the new text `new` changes, and its new text.
fn without_common_ends<'n>(whole: &[u8], span: Span, new: &'n [u8]) -> (Span, &'n [u8]) {
    let old = &whole[span.range()];
    let head = text::common_head(old, new);
    let (old, new) = (&old[head..], &new[head..]);
    let tail = text::common_tail(old, new);
    let changed = Span::of_len(span.start() + head, old.len() - tail);
    (changed, &new[..new.len() - tail])
}

/// True if a word of the language is only a name for its parser. In C and C++, names are compared with those of macros.
/// In Bash and Ruby, a word may end a here-document. PHP is text without its opening tag.
fn has_only_plain_names(language: Language) -> bool {
    matches!(
        language,
        Language::Go
            | Language::Java
            | Language::JavaScript
            | Language::Python
            | Language::Rust
            | Language::Tsx
            | Language::TypeScript
    )
}

fn is_in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || !byte.is_ascii()
}

/// True if the word of `text` from `start` to `end` cannot be a part of a longer token.
fn stands_alone(language: Language, text: &[u8], start: usize, end: usize) -> bool {
    let follows = text.get(end).is_none_or(|after| AFTER_NAME.contains(after));
    let (outer, before) = match &text[..start] {
        [] => return follows,
        [before] => (b' ', *before),
        [.., outer, before] => (*outer, *before),
    };
    let is_preceded = match before {
        b'.' => !ends_with_number(&text[..start - 1]),
        // An escape: `\u{ab}`.
        b'{' => !outer.is_ascii_alphabetic(),
        // A conversion: `{a!r}`.
        b'!' => language != Language::Python,
        _ => BEFORE_NAME.contains(&before),
    };
    is_preceded && follows
}

/// True if `text` ends with a number, to which a name after a point would belong: `1.e5`, `0xA.ap1`.
fn ends_with_number(text: &[u8]) -> bool {
    let word = text.iter().rev().take_while(|byte| is_in_word(**byte));
    word.last().is_some_and(u8::is_ascii_digit)
}

/// True if both words are names that the grammar reads as the same token.
fn are_same_token(language: Language, one: &[u8], other: &[u8]) -> bool {
    if !is_name(language, one) || !is_name(language, other) {
        return false;
    }
    let one = assignment(language, one);
    one.is_some() && one == assignment(language, other)
}

/// The nodes of an assignment to `name`. `None` if it has errors, as for most keywords.
fn assignment(language: Language, name: &[u8]) -> Option<String> {
    let statement = [name, b" = ", name, b";"].concat();
    let tree = bound::parse(&mut parser(language)?, &statement)?;
    let root = tree.root_node();
    if root.has_error() {
        None
    } else {
        Some(root.to_sexp())
    }
}

/// True if `word` looks like a name, and no node of the grammar is called like it, as those of keywords are.
fn is_name(language: Language, word: &[u8]) -> bool {
    let Ok(name) = std::str::from_utf8(word) else {
        return false;
    };
    let begins_name = |first: char| first.is_ascii_alphabetic() || first == '_';
    let grammar = language.grammar();
    name.starts_with(begins_name)
        && !name.bytes().all(|byte| byte == b'_')
        && !HIDDEN_KEYWORDS.contains(&name)
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && grammar.id_for_node_kind(name, true) == 0
        && grammar.id_for_node_kind(name, false) == 0
}

#[cfg(test)]
mod tests {
    use incise_text::text::Span;

    use super::replaces_names;
    use crate::with_grammars::language::Language;

    fn replaces(language: Language, text: &str, old: &str, new: &str) -> bool {
        let mut edits = Vec::new();
        for (at, _) in text.match_indices(old) {
            edits.push((Span::of_len(at, old.len()), new.as_bytes()));
        }
        assert_ne!(edits, []);
        replaces_names(language, text.as_bytes(), edits.into_iter())
    }

    #[test]
    fn names_are_replaced_in_code_comments_and_strings() {
        for (text, old, new) in [
            ("fn ab() { x.ab(\"an ab.\"); } // ab", "ab", "cd"),
            ("fn ab_c() { ab_c(ab_d) }", "ab", "e"),
            ("fn a(b: C) { 0..b }", "b", "de"),
            ("fn ab(){}", "a", ""),
            ("fn a(){ b.len() }", "b.len()", "b.size()"),
            ("fn a(){ b1.c }", "c", "d"),
        ] {
            assert!(replaces(Language::Rust, text, old, new), "{text}");
        }
    }

    #[test]
    fn other_tokens_are_not_names() {
        for (language, text, old, new) in [
            (Language::Rust, "fn a() {}", "fn", "gn"),
            (Language::Rust, "fn a() {}", "a", "match"),
            (Language::Rust, "fn a() {}", "a", "_"),
            (Language::Rust, "fn a() {}", "a", "1"),
            (Language::Rust, "fn a() {}", "a", "a b"),
            (Language::Rust, "fn a() {}", "a()", "b(c)"),
            (Language::Rust, "fn abba() {}", "b", "c"),
            (Language::Rust, "fn abcba() {}", "b", "d"),
            (Language::Rust, "a: u8", "u8", "u"),
            (Language::Rust, "a = true", "true", "yes"),
            (Language::Rust, "a = &mut b", "mut", "c"),
            (Language::Rust, "a = b\"c\"", "b", "d"),
            (Language::Rust, "a = 'c'", "c", "de"),
            (Language::Rust, "a!(b)", "a", "macro_rules"),
            (Language::Rust, "\"\\u{ab}\"", "ab", "xy"),
            (Language::Rust, "a = 1.e", "e", "f"),
            (Language::Python, "#!/bin/env a\n", "a", "b"),
            (Language::Python, "a = b", "b", "None"),
            (Language::Python, "a = None", "None", "b"),
            (Language::Python, "f\"{a!r}\"", "r", "rs"),
            (Language::Python, "\"a\\nb\"", "nb", "xb"),
            (Language::JavaScript, "a = /b/g", "g", "x"),
            (Language::JavaScript, "a = b", "b", "undefined"),
            (Language::TypeScript, "a = b", "a", "type"),
            (Language::TypeScript, "let a: unique symbol", "unique", "b"),
            (Language::TypeScript, "interface A<out B> {}", "out", "c"),
            (Language::Java, "a = b;", "b", "null"),
            (Language::Java, "a = b;", "b", "this"),
            (Language::Java, "a = 0xA.ap1;", "ap1", "b"),
            (Language::Go, "a = b", "b", "nil"),
            (Language::C, "a = b;", "b", "c"),
        ] {
            assert!(
                !replaces(language, text, old, new),
                "{text}: {old} to {new}"
            );
        }
    }
}
