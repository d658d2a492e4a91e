//! The scope that a hunk names: the text after `@@`, or V4A anchors, outermost first.

use bytes::Bytes;
use memchr::memmem;

use super::line::trimmed;

use crate::text::{self, Span};

/// The most lines above a place that are searched for its scope.
pub const MAX_LINES_ABOVE: usize = 5000;

/// True if the line that begins at byte `at` of `text` is inside all of `scopes`, or if there are no scopes.
pub fn encloses(scopes: &[Bytes], text: &[u8], at: usize) -> bool {
    let mut wanted = scopes.iter().rev().peekable();
    let Some(mut rest) = text.get(..at) else {
        return false;
    };
    // The least indentation of the lines so far that could begin a scope.
    let mut least_indent: Option<usize> = None;
    for _ in 0..MAX_LINES_ABOVE {
        let Some(scope) = wanted.peek() else {
            return true;
        };
        if rest.is_empty() {
            return false;
        }
        let start = text::line_start(rest, rest.len() - 1);
        let line = &rest[start..];
        let indent = nesting_indent(line);
        if is_named_by(scope, line) && least_indent.is_none_or(|least| indent < least) {
            wanted.next();
            least_indent = Some(indent);
        } else if may_begin_scope(line) {
            least_indent = Some(least_indent.map_or(indent, |least| least.min(indent)));
        }
        rest = &rest[..start];
    }
    false
}

/// The line of `text` that the innermost of `scopes` names. Each scope is searched for after the previous one. A line
/// that equals the scope is preferred to a line that begins with it.
///
/// # Errors
/// The number of the first scope that names no line.
pub fn find(scopes: &[Bytes], text: &[u8]) -> Result<Span, usize> {
    let mut found = Span::empty_at(0);
    for (number, scope) in scopes.iter().enumerate() {
        found = find_one(scope, text, found.end()).ok_or(number)?;
    }
    Ok(found)
}

fn find_one(scope: &[u8], text: &[u8], after: usize) -> Option<Span> {
    let mut prefix_match = None;
    for place in lines_named_by(scope, text, after) {
        if trimmed(&text[place.range()]) == trimmed(scope) {
            return Some(place);
        }
        prefix_match.get_or_insert(place);
    }
    prefix_match
}

/// The lines of `text` from byte `after` on that `scope` names. A patch may have a scope for each hunk, so the lines
/// are not compared one by one.
fn lines_named_by(scope: &[u8], text: &[u8], after: usize) -> impl Iterator<Item = Span> {
    let finder = memmem::Finder::new(trimmed(scope));
    let mut next = after;
    std::iter::from_fn(move || {
        if finder.needle().is_empty() {
            return None;
        }
        loop {
            let at = next + finder.find(&text[next..])?;
            let start = text::line_start(text, at);
            next = text::line_end(text, at);
            let place = Span::of_len(start, next - start);
            if is_named_by(scope, &text[place.range()]) {
                return Some(place);
            }
        }
    })
}

/// The end of the only line of `text` that the innermost of `scopes` names, inside all others. `None` if there is no
/// such line, or more than one.
pub fn end_of_anchor(scopes: &[Bytes], text: &[u8]) -> Option<usize> {
    let (innermost, outer) = scopes.split_last()?;
    let mut only = None;
    for line in lines_named_by(innermost, text, 0) {
        let is_whole = trimmed(&text[line.range()]) == trimmed(innermost);
        if !is_whole || !encloses(outer, text, line.start()) {
            continue;
        }
        if only.is_some() {
            return None;
        }
        only = Some(line.end());
    }
    only
}

/// True if `line` begins with `scope`. Tools truncate the scope.
fn is_named_by(scope: &[u8], line: &[u8]) -> bool {
    let scope = trimmed(scope);
    !scope.is_empty() && trimmed(line).starts_with(scope)
}

pub fn indentation(line: &[u8]) -> usize {
    text::indent_of(line).len()
}

/// The indentation of `line`. A list item is deeper than the key above it, which may have the same indentation.
fn nesting_indent(line: &[u8]) -> usize {
    indentation(line) + usize::from(is_item(line))
}

fn is_item(line: &[u8]) -> bool {
    trimmed(line).starts_with(b"- ")
}

/// True if `line` could begin a scope. False for closing brackets, lone braces and labels.
fn may_begin_scope(line: &[u8]) -> bool {
    match trimmed(line) {
        [b'_' | b'$' | b'@' | b'[' | b'<', ..] => true,
        [b'}' | b')' | b']' | b'{', ..] => false,
        [first, ..] if first.is_ascii_alphabetic() => true,
        // `"key": {`, `.class {`
        [_, .., b'{' | b'['] => true,
        _ => is_item(line),
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::{encloses, end_of_anchor, find};

    const TEXT: &[u8] =
        b"class A:\n    def f():\n        x\n    def g():\n        x\nclass B:\n    def f():\n        x\n";

    fn places(scopes: &[&'static str]) -> Vec<usize> {
        let scopes: Vec<Bytes> = scopes.iter().map(|scope| Bytes::from(*scope)).collect();
        let lines = memchr::memmem::find_iter(TEXT, b"        x\n");
        lines.filter(|&at| encloses(&scopes, TEXT, at)).collect()
    }

    #[test]
    fn a_scope_encloses_what_is_deeper_until_the_next() {
        assert_eq!(places(&["def g():"]).len(), 1);
        assert_eq!(places(&["def f():"]).len(), 2);
        assert_eq!(places(&["class B", "def f():"]).len(), 1);
        assert_eq!(places(&["class A:"]).len(), 2);
        assert_eq!(places(&["nowhere"]).len(), 0);
    }

    #[test]
    fn keys_selectors_and_items_begin_scopes() {
        let cases: [(&str, &'static str, &str); 4] = [
            (
                "{\n  \"a\": {\n    \"x\": 1\n  },\n  \"b\": {\n    \"x\": 1\n  }\n}\n",
                "\"a\": {",
                "    \"x\"",
            ),
            (".a {\n  x: 1;\n}\n#b {\n  x: 1;\n}\n", ".a {", "  x"),
            ("- name: a\n  x: 1\n- name: b\n  x: 1\n", "- name: a", "  x"),
            ("a:\n- y: 0\n  x: 1\nb:\n- y: 0\n  x: 1\n", "a:", "  x"),
        ];
        for (text, scope, line) in cases {
            let scopes = [Bytes::from(scope)];
            let found: Vec<usize> = memchr::memmem::find_iter(text.as_bytes(), line)
                .filter(|&at| encloses(&scopes, text.as_bytes(), at))
                .collect();
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(found[0], text.find(line).unwrap(), "{text}");
        }
    }

    #[test]
    fn a_line_that_equals_the_scope_is_preferred() {
        let found = |text: &str, scope: &'static str| {
            let place = find(&[Bytes::from(scope)], text.as_bytes()).ok()?;
            Some(place.range())
        };
        assert_eq!(found("  fg\n\tf \r\nf", "f"), Some(5..10));
        assert_eq!(found("xf\n fg", "f"), Some(3..6));
        assert_eq!(found("xf f\n", "f"), None);
        assert_eq!(found("\n", " "), None);
    }

    /// A comparison of each line for each hunk took a minute.
    #[test]
    fn scopes_that_are_not_in_the_text_cost_little() {
        let text: String = (0..40_000)
            .map(|line| format!("    x = {line}\n"))
            .collect();
        let start = std::time::Instant::now();
        for number in 0..1000 {
            let scope = [Bytes::from(format!("def q{number}"))];
            assert_eq!(find(&scope, text.as_bytes()), Err(0));
            assert_eq!(end_of_anchor(&scope, text.as_bytes()), None);
        }
        assert!(start.elapsed().as_secs() < 15);
    }

    #[test]
    fn an_anchor_must_be_one_line() {
        let anchor = |scopes: &[&'static str]| {
            let scopes: Vec<Bytes> = scopes.iter().map(|scope| Bytes::from(*scope)).collect();
            end_of_anchor(&scopes, TEXT)
        };
        assert_eq!(anchor(&["class A:"]), Some(9));
        assert_eq!(anchor(&["def f():"]), None);
        assert_eq!(anchor(&["class A:", "def f():"]), Some(22));
    }
}
