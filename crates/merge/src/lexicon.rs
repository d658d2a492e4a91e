//! Words and characters that reveal the kind of a line in any language: a jump, a comment, a list item, a declaration.

use crate::words::{is_name, is_word};
use incise_text::text;

/// Words that end a block.
const JUMPS: [&str; 11] = [
    "abort",
    "break",
    "continue",
    "die",
    "exec",
    "exit",
    "process.exit",
    "raise",
    "return",
    "sys.exit",
    "throw",
];

/// Words that continue the previous statement.
const CONTINUING: [&str; 12] = [
    "catch", "elif", "elifdef", "elifndef", "else", "elseif", "elsif", "ensure", "except",
    "finally", "rescue", "then",
];

/// Characters before such a word in a preprocessor or a template.
const TAGS: [&str; 8] = ["#", "{{-", "{{", "{%-", "{%", "<%-", "<%", "@"];

/// The start of a list item or table row.
const ITEMS: [&str; 4] = ["- ", "* ", "+ ", "|"];

/// The start of a comment on a separate line.
const COMMENTS: [&str; 6] = ["// ", "///", "# ", "/*", "*/", "-- "];

/// Words before a declared name.
const DECLARING: [&str; 19] = [
    "define",
    "class",
    "const",
    "def",
    "enum",
    "fn",
    "func",
    "function",
    "interface",
    "let",
    "mod",
    "module",
    "namespace",
    "package",
    "static",
    "struct",
    "trait",
    "type",
    "union",
];

/// The rest of `line` after the first of `prefixes` that it begins with.
fn strip_any<'l>(line: &'l [u8], prefixes: &[&str]) -> Option<&'l [u8]> {
    for prefix in prefixes {
        if let Some(rest) = line.strip_prefix(prefix.as_bytes()) {
            return Some(rest);
        }
    }
    None
}

/// True if `line` begins with one of `words`, followed by one of `ends` or the end of the line.
fn begins_with_word(line: &[u8], words: &[&str], ends: &[u8]) -> bool {
    for word in words {
        if let Some(rest) = line.strip_prefix(word.as_bytes())
            && rest.first().is_none_or(|next| ends.contains(next))
        {
            return true;
        }
    }
    false
}

/// True if `line` jumps out of its block.
pub fn is_jump(line: &[u8]) -> bool {
    begins_with_word(line.trim_ascii(), &JUMPS, b" ;(")
}

/// True if `line` continues the statement above it.
pub fn continues_statement(line: &[u8]) -> bool {
    let trimmed = line.trim_ascii();
    if let Some(statement) = trimmed.strip_prefix(b"}") {
        return statement.ends_with(b"{")
            || begins_with_word(statement.trim_ascii(), &CONTINUING, b" :({");
    }
    let statement = strip_any(trimmed, &TAGS).unwrap_or(trimmed);
    begins_with_word(statement.trim_ascii_start(), &CONTINUING, b" :({")
}

/// The marker that `line` begins with, if it is a list item or a table row.
pub fn item_marker(line: &[u8]) -> Option<&'static str> {
    let item = line.trim_ascii_start();
    ITEMS
        .into_iter()
        .find(|marker| item.starts_with(marker.as_bytes()))
}

/// True if `line` belongs to the line below it: a comment, or a decorator.
pub fn is_about_next(line: &[u8]) -> bool {
    let trimmed = line.trim_ascii();
    strip_any(trimmed, &COMMENTS).is_some() || trimmed.ends_with(b"*/") || is_decorator(trimmed)
}

/// True if `line` is a decorator, an annotation or an attribute.
pub fn is_decorator(line: &[u8]) -> bool {
    match line.trim_ascii() {
        [b'#', b'[', ..] => true,
        [b'@', first, .., last] => first.is_ascii_alphabetic() && !b"{;,".contains(last),
        _ => false,
    }
}

/// True if `line`, which precedes `next`, begins a part of a file: `[section]`, a heading, `private:`, `FROM`.
pub fn is_title(line: &[u8], next: &[u8]) -> bool {
    let title = line.trim_ascii_end();
    if title.starts_with(b"[") && title.ends_with(b"]") && !title.contains(&b',') {
        return true;
    }
    is_heading(title, next.trim_ascii()) || is_access_label(title) || title.starts_with(b"FROM ")
}

fn is_heading(line: &[u8], next: &[u8]) -> bool {
    let level = line.iter().take_while(|byte| **byte == b'#').count();
    if (1..=6).contains(&level) && line[level..].starts_with(b" ") {
        return next.is_empty();
    }
    is_underline(next) && !line.is_empty()
}

fn is_underline(line: &[u8]) -> bool {
    line.len() > 2 && b"=-~^".contains(&line[0]) && line.iter().all(|byte| *byte == line[0])
}

fn is_access_label(line: &[u8]) -> bool {
    let trimmed = line.trim_ascii();
    let word = trimmed.strip_suffix(b":").unwrap_or(trimmed);
    matches!(word, b"private" | b"protected" | b"public")
}

/// The name that a line with these tokens declares.
pub fn declared_name<'t>(tokens: &[&'t [u8]]) -> Option<&'t [u8]> {
    for (at, pair) in tokens.windows(2).enumerate() {
        let name = pair[1];
        if !is_declaring(pair[0]) || !is_word(name) || is_declaring(name) {
            continue;
        }
        // The token after `def self.` is the name.
        return match tokens.get(at + 2..at + 4) {
            Some([b".", member]) => Some(member),
            _ => Some(name),
        };
    }
    None
}

/// True if `word` precedes a declared name.
pub fn is_declaring(word: &[u8]) -> bool {
    DECLARING
        .iter()
        .any(|declaring| declaring.as_bytes() == word)
}

/// True if `name` may be a defined name, because the token `next` follows it.
pub fn is_defined(name: &[u8], next: &[u8]) -> bool {
    matches!(next, b"(" | b"=" | b":" | b"{") && is_name(name)
}

/// True if one of two blocks of lines would never run after the other, because the other ends with a jump.
pub fn is_unreachable(ours: &[&[u8]], theirs: &[&[u8]]) -> bool {
    prevents(ours, theirs) || prevents(theirs, ours)
}

/// True if `first` ends with a jump, so that `second` would never run after it.
fn prevents(first: &[&[u8]], second: &[&[u8]]) -> bool {
    let last = first.iter().rfind(|line| !line.trim_ascii().is_empty());
    let next = second.iter().find(|line| !line.trim_ascii().is_empty());
    match (last, next) {
        (Some(last), Some(next)) => text::indent_of(last) == text::indent_of(next) && is_jump(last),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{declared_name, is_unreachable};
    use crate::words::tokens;
    use incise_text::text::slices;

    #[test]
    fn nothing_runs_after_a_jump_at_its_level() {
        let cases: [(&[&str], &[&str], bool); 4] = [
            (&["  return 1;"], &["  b();"], true),
            (&["  b();"], &["  return;"], true),
            (
                &["if a:", "    return 1"],
                &["if b:", "    return 2"],
                false,
            ),
            (&["  returned();"], &["  b();"], false),
        ];
        for (ours, theirs, expected) in cases {
            let found = is_unreachable(&slices(ours), &slices(theirs));
            assert_eq!(found, expected, "{ours:?} {theirs:?}");
        }
    }

    #[test]
    fn a_declaring_word_comes_before_the_name() {
        for (line, name) in [
            ("def close(self) -> None:", Some("close")),
            ("pub fn parse<T>(x: T) -> u8 {", Some("parse")),
            ("export function run(a) {", Some("run")),
            ("class Foo extends A {", Some("Foo")),
            ("def self.target(a)", Some("target")),
            ("#define B 2", Some("B")),
            ("self.close()", None),
        ] {
            let tokens: Vec<&[u8]> = tokens(line.as_bytes()).collect();
            assert_eq!(declared_name(&tokens), name.map(str::as_bytes), "{line}");
        }
    }
}
