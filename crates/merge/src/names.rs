//! The name of a single-line entry: a setting, a list item, a table row or a branch.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::words::{is_space, tokens, words};
use incise_text::text;

/// The start of a line that is not an entry, or is an item without a name.
const NAMELESS: [&[u8]; 6] = [b"- ", b"* ", b"+ ", b"<", b"#", b"//"];

/// The maximum number of line pairs to compare word by word.
const MAX_COMPARED_PAIRS: usize = 10_000;

/// The name of an entry, and the character that follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryName<'l> {
    /// The name as written.
    pub name: &'l [u8],
    /// The separator between name and value, as one byte: `>` for `=>`.
    pub separator: u8,
}

/// Parses the name of the entry on `line`: its key, or its number.
pub fn name(line: &[u8]) -> Option<EntryName<'_>> {
    let line = line.trim_ascii();
    if NAMELESS.iter().any(|start| line.starts_with(start)) {
        return None;
    }
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits > 0
        && let [separator @ (b'.' | b')'), b' ', ..] = line[digits..]
    {
        let name = &line[..digits];
        return Some(EntryName { name, separator });
    }
    if let Some(name) = shell_pattern(line) {
        let separator = b')';
        return Some(EntryName { name, separator });
    }
    let at = separator_offset(line)?;
    let name = line[..at].trim_ascii_end();
    if !text::is_telling(name) || !is_balanced(name) {
        return None;
    }
    let separator = if line[at..].starts_with(b"=>") {
        b'>'
    } else {
        line[at]
    };
    Some(EntryName { name, separator })
}

/// True if every quote and bracket in `name` is closed.
fn is_balanced(name: &[u8]) -> bool {
    for quote in *b"\"'`" {
        if !bytecount::count(name, quote).is_multiple_of(2) {
            return false;
        }
    }
    for [open, close] in [*b"()", *b"[]", *b"{}"] {
        if bytecount::count(name, open) != bytecount::count(name, close) {
            return false;
        }
    }
    true
}

/// The pattern of a shell `case` branch that begins on `line`.
fn shell_pattern(line: &[u8]) -> Option<&[u8]> {
    let at = line.iter().position(|byte| *byte == b')')?;
    let pattern = &line[..at];
    for byte in pattern {
        if !byte.is_ascii_alphanumeric() && !b"_-.|*?\"'".contains(byte) {
            return None;
        }
    }
    let ends_word = line.get(at + 1).is_none_or(u8::is_ascii_whitespace);
    if ends_word && text::is_telling(pattern) {
        Some(pattern)
    } else {
        None
    }
}

/// The offset of the separator between name and value on `line`: `:`, `=`, `=>`, `:=`, `==`, `>=`.
fn separator_offset(line: &[u8]) -> Option<usize> {
    let mut at = 1;
    while at < line.len() {
        let (before, next) = (line[at - 1], line.get(at + 1).copied());
        match line[at] {
            b':' if next == Some(b':') => at += 1,
            b':' => {
                let is_quoted = matches!(before, b'"' | b'\'');
                let ends = next.is_none_or(|next| next.is_ascii_whitespace() || next == b'=');
                return if is_quoted || ends { Some(at) } else { None };
            }
            b'=' if b"+-*/%&|^".contains(&before) => return None,
            b'=' => return Some(at - trailing_len(&line[..at], b"<>~!")),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The number of bytes at the end of `text` that are in `set`.
fn trailing_len(text: &[u8], set: &[u8]) -> usize {
    let mut len = 0;
    for byte in text.iter().rev() {
        if !set.contains(byte) {
            break;
        }
        len += 1;
    }
    len
}

/// Returns `name` without surrounding quotes and without the `?` of an optional member.
pub fn unquoted(name: &[u8]) -> &[u8] {
    let name = name.strip_suffix(b"?").unwrap_or(name);
    for quote in [b"\"", b"'"] {
        if let Some(rest) = name.strip_prefix(quote)
            && let Some(inner) = rest.strip_suffix(quote)
        {
            return inner;
        }
    }
    name
}

/// True if `ours` and `theirs`, both inserted next to the lines `neighbors`, contain different entries with the same
/// name at their outermost level.
pub fn collide(ours: &[&[u8]], theirs: &[&[u8]], neighbors: &[&[u8]]) -> bool {
    let (ours, theirs) = (outermost(ours, theirs), outermost(theirs, ours));
    let mut named: HashMap<&[u8], &[u8], FixedState> = HashMap::default();
    for line in &ours {
        if let Some(entry) = name(line) {
            named.insert(unquoted(entry.name), line.trim_ascii());
        }
    }
    for line in &theirs {
        if let Some(entry) = name(line)
            && let Some(our_line) = named.get(unquoted(entry.name))
            && (*our_line != line.trim_ascii() || b":>.)=".contains(&entry.separator))
        {
            return true;
        }
    }
    if ours.len() * theirs.len() > MAX_COMPARED_PAIRS {
        return false;
    }
    for our_line in &ours {
        for their_line in &theirs {
            if are_versions_of_member(our_line, their_line)
                || have_same_first_words(our_line, their_line, neighbors)
            {
                return true;
            }
        }
    }
    false
}

/// The lines of `lines` whose indentation is the least in `lines` and `others`.
pub fn outermost<'l>(lines: &[&'l [u8]], others: &[&[u8]]) -> Vec<&'l [u8]> {
    let mut least = usize::MAX;
    for line in lines.iter().chain(others) {
        if text::is_telling(line) {
            least = least.min(text::indent_of(line).len());
        }
    }
    let mut outermost = Vec::new();
    for line in lines {
        if text::is_telling(line) && text::indent_of(line).len() == least {
            outermost.push(*line);
        }
    }
    outermost
}

/// True if both lines are members of an enumeration, one of them only a name, such as `Closed,`, and the other the same
/// name and more, such as `Closed(u32),`.
fn are_versions_of_member(one: &[u8], two: &[u8]) -> bool {
    let one = one.trim_ascii().strip_suffix(b",").unwrap_or_default();
    let two = two.trim_ascii().strip_suffix(b",").unwrap_or_default();
    let name = first_word(one);
    one != two && !name.is_empty() && name == first_word(two) && (name == one || name == two)
}

/// The letters, digits and underscores at the start of `text`.
pub fn first_word(text: &[u8]) -> &[u8] {
    let len = text
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
        .count();
    &text[..len]
}

/// True if two lines without a separator between name and value are entries with the same name. The name ends with
/// the first word in which a similar line in `neighbors` differs.
fn have_same_first_words(our_line: &[u8], their_line: &[u8], neighbors: &[&[u8]]) -> bool {
    if name(our_line).is_some()
        || name(their_line).is_some()
        || our_line.trim_ascii() == their_line.trim_ascii()
    {
        return false;
    }
    let ours: Vec<&[u8]> = words(our_line.trim_ascii()).collect();
    let theirs: Vec<&[u8]> = words(their_line.trim_ascii()).collect();
    let shared = text::common_head(&ours, &theirs);
    let mut is_same_name = false;
    for neighbor in neighbors {
        if text::indent_of(neighbor) != text::indent_of(our_line) {
            continue;
        }
        let neighbor: Vec<&[u8]> = words(neighbor.trim_ascii()).collect();
        // The word in which the neighbor differs.
        let at = text::common_head(&ours, &neighbor);
        if !is_entry_name(&neighbor, at) {
            continue;
        }
        if at >= shared {
            // The neighbor shares all these words, so the name ends later.
            return false;
        }
        is_same_name |= is_entry_name(&ours, at)
            && is_entry_name(&theirs, at)
            && ours[at + 1][0] == neighbor[at + 1][0]
            && theirs[at + 1][0] == neighbor[at + 1][0];
    }
    is_same_name
}

/// True if word `at` of a line can be the name of an entry, followed by a value.
fn is_entry_name(line: &[&[u8]], at: usize) -> bool {
    let Some([word, next]) = line.get(at..at + 2) else {
        return false;
    };
    if !text::is_telling(word) {
        return false;
    }
    match *next {
        // A call is not an entry, unless it is one of several in a list.
        b"(" => line.last() == Some(&&b","[..]),
        b"." | b":" => !line.contains(&&b"("[..]),
        // The first of many words is a weak indication.
        space if at == 0 && is_space(space) => {
            line.iter().filter(|word| is_space(word)).count() == 1
        }
        _ => true,
    }
}

/// The last number on `line` outside of names and comments: 17 in `#define KIND 17` and in `F = 1 << 17, // of 20`.
pub fn last_number(line: &[u8]) -> Option<u64> {
    let mut code = line;
    for comment in [&b"//"[..], b"/*"] {
        if let Some(at) = memchr::memmem::find(code, comment) {
            code = &code[..at];
        }
    }
    let last = tokens(code)
        .filter(|word| word.iter().all(u8::is_ascii_digit))
        .last()?;
    str::from_utf8(last).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{collide, name};
    use incise_text::text::slices;

    #[test]
    fn the_name_of_an_entry_is_what_comes_before_its_value() {
        for (line, expected) in [
            ("  \"lodash\": \"^4.0.0\",", Some("\"lodash\"")),
            ("\"a\":1", Some("\"a\"")),
            ("serde = \"1\"", Some("serde")),
            ("requests>=2.1", Some("requests")),
            ("click==8.0", Some("click")),
            ("Kind::Big => 1,", Some("Kind::Big")),
            ("Some(1) => 1,", Some("Some(1)")),
            (":alpha => 1", Some(":alpha")),
            ("name :=  1", Some("name")),
            ("3. three", Some("3")),
            ("pub size: u8,", Some("pub size")),
            ("use a::b;", None),
            ("- name: a", None),
            ("<a href=\"x\">", None),
            ("\"http://a.org\",", None),
            ("http://a.org", None),
            ("f(a=1)", None),
            ("count += 1", None),
            ("import a", None),
            ("10:20 was late", None),
        ] {
            let found = name(line.as_bytes()).map(|entry| entry.name);
            assert_eq!(found, expected.map(str::as_bytes), "{line}");
        }
    }

    #[test]
    fn two_values_of_one_name_collide() {
        for (neighbor, ours, theirs, expected) in [
            ("\ta/x v1.0.0", "\tb/x v1.0.4", "\tb/x v1.0.7", true),
            ("\ta/x v1.0.0", "\tb/x v1.0.4", "\tc/x v1.0.4", false),
            ("gem 'a'", "gem 'b', '4'", "gem 'b', '7'", true),
            ("gem 'a'", "gem 'b', '4'", "gem 'c', '4'", false),
            ("| a | x |", "| b | 4 |", "| b | 7 |", true),
            (
                "<s name=\"a\">x</s>",
                "<s name=\"b\">4</s>",
                "<s name=\"b\">7</s>",
                true,
            ),
            ("    A(1),", "    B(4),", "    B(7),", true),
            ("x(1);", "run(a);", "run(b);", false),
            ("x = 1", "log.debug(a)", "log.info(b)", false),
            ("", "gem 'b', '4'", "gem 'b', '7'", false),
        ] {
            let found = collide(&slices(&[ours]), &slices(&[theirs]), &slices(&[neighbor]));
            assert_eq!(found, expected, "{ours} {theirs}");
        }
    }
}
