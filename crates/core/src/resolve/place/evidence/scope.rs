//! The scope a hunk names: the text after `@@`, or V4A anchors, outermost first.

use std::ops::Range;

use bytes::Bytes;

use super::exact;
use super::line::trimmed;

use crate::text;

/// Lines above a place in which its scope is looked for.
const REACH: usize = 5000;

/// Whether the line that begins at byte `at` of `text` is inside all of `scopes`, of which there is one at
/// least.
pub fn encloses(scopes: &[Bytes], text: &[u8], at: usize) -> bool {
    let mut wanted = scopes.iter().rev().peekable();
    let Some(mut rest) = text.get(..at) else {
        return false;
    };
    let mut between: Option<usize> = None;
    for _ in 0..REACH {
        let Some(scope) = wanted.peek() else {
            return true;
        };
        if rest.is_empty() {
            return false;
        }
        let start = text::line_start(rest, rest.len() - 1);
        let line = &rest[start..];
        let indent = indentation(line);
        if names(line, scope) && between.is_none_or(|between| between > indent) {
            wanted.next();
            between = Some(indent);
        } else if opens(line) {
            between = Some(between.map_or(indent, |between| between.min(indent)));
        }
        rest = &rest[..start];
    }
    false
}

/// The first line of `text` that is the innermost of `scopes` and comes after the others, each after the one
/// before; one that is the very scope is preferred to one that begins with it.
///
/// # Errors
/// The number of the scope that no such line names.
pub fn find(scopes: &[Bytes], text: &[u8]) -> Result<Range<usize>, usize> {
    let mut found = 0..0;
    for (number, scope) in scopes.iter().enumerate() {
        let after = found.end;
        let lines = || {
            exact::lines(&text[after..]).scan(after, |end, line| {
                *end += line.len();
                Some((*end - line.len()..*end, line))
            })
        };
        let whole = lines().find(|(_, line)| trimmed(line) == trimmed(scope));
        let place = whole.or_else(|| lines().find(|(_, line)| names(line, scope)));
        found = place.ok_or(number)?.0;
    }
    Ok(found)
}

/// The end of the only line of `text` that is the innermost of `scopes` and inside the others.
pub fn end_of_anchor(scopes: &[Bytes], text: &[u8]) -> Option<usize> {
    let mut anchors = anchors(scopes, text);
    let only = anchors.next()?;
    anchors.next().is_none().then_some(only.end)
}

/// The lines of `text` that are the innermost of `scopes` and inside the others.
fn anchors<'a>(scopes: &'a [Bytes], text: &'a [u8]) -> impl Iterator<Item = Range<usize>> + 'a {
    let (innermost, outer) = match scopes.split_last() {
        Some((innermost, outer)) => (trimmed(innermost), outer),
        None => (&b""[..], scopes),
    };
    let mut end = 0;
    let lines = exact::lines(text).map(move |line| {
        end += line.len();
        (end - line.len()..end, line)
    });
    lines
        .filter(move |(_, line)| !innermost.is_empty() && trimmed(line) == innermost)
        .map(|(at, _)| at)
        .filter(move |at| outer.is_empty() || encloses(outer, text, at.start))
}

/// Whether `line` is the scope, or begins with it: tools cut it off.
pub fn names(line: &[u8], scope: &[u8]) -> bool {
    let scope = trimmed(scope);
    !scope.is_empty() && trimmed(line).starts_with(scope)
}

pub fn indentation(line: &[u8]) -> usize {
    text::indent_of(line).len()
}

/// Whether `line` could begin a scope of its own: closing brackets, lone braces and labels do not.
pub fn opens(line: &[u8]) -> bool {
    trimmed(line).first().is_some_and(|byte| {
        byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$' | b'@' | b'[' | b'<')
    })
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::{encloses, end_of_anchor};

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
