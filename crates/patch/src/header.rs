//! The `@@` line of a hunk, well-formed or damaged.

use super::line::number;
use super::{HunkRange, Problem, RepairKind};

/// The content of an `@@` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HunkHeader<'a> {
    /// The old and new range, if the line contains them.
    pub(super) ranges: Option<(HunkRange, HunkRange)>,
    /// The name of the scope, trimmed; empty if there is none.
    pub(super) scope: &'a [u8],
    /// The damage that was repaired, if any.
    pub(super) damage: Option<RepairKind>,
}

/// Parses an `@@` line without its ending. `limit` is the size of the diff in bytes.
///
/// # Errors
/// If a number is too large, a count exceeds `limit`, or the line begins with `@@@` (a diff of a merge).
pub(super) fn hunk_header(line: &[u8], limit: usize) -> Result<HunkHeader<'_>, Problem> {
    let rest = line.strip_prefix(b"@@").unwrap_or(line);
    if rest.starts_with(b"@") {
        return Err(Problem::CombinedDiff);
    }
    if let Some((old, new, after)) = ranges(rest)? {
        if old.count > limit || new.count > limit {
            return Err(Problem::AbsurdRange);
        }
        let scope = match after.trim_ascii_start() {
            [b'@', b'@', scope @ ..] => scope,
            unclosed => unclosed,
        };
        let is_proper = after.starts_with(b" @@") && rest.starts_with(b" -");
        return Ok(HunkHeader {
            ranges: Some((old, new)),
            scope: scope.trim_ascii(),
            damage: if is_proper {
                None
            } else {
                Some(RepairKind::MalformedHunkHeader)
            },
        });
    }
    Ok(HunkHeader {
        ranges: None,
        scope: scope_of_bare(rest),
        damage: Some(RepairKind::MissingLineNumbers),
    })
}

/// Parses `-1,2 +3,4` at the start of `rest`, ignoring spaces. Returns the old range, the new range and the rest.
#[allow(clippy::type_complexity, reason = "two ranges and a rest, used once")]
fn ranges(rest: &[u8]) -> Result<Option<(HunkRange, HunkRange, &[u8])>, Problem> {
    let Some((old, rest)) = range(rest.trim_ascii_start(), b'-')? else {
        return Ok(None);
    };
    let Some((new, rest)) = range(rest.trim_ascii_start(), b'+')? else {
        return Ok(None);
    };
    Ok(Some((old, new, rest)))
}

fn range(text: &[u8], sign: u8) -> Result<Option<(HunkRange, &[u8])>, Problem> {
    let Some(numbers) = text.strip_prefix(&[sign]) else {
        return Ok(None);
    };
    let (first, rest) = numbers.split_at(count_digits(numbers));
    if first.is_empty() {
        return Ok(None);
    }
    let start = number(first)?;
    if let Some(counted) = rest.strip_prefix(b",") {
        let (second, rest) = counted.split_at(count_digits(counted));
        if !second.is_empty() {
            let count = number(second)?;
            return Ok(Some((HunkRange { start, count }, rest)));
        }
    }
    Ok(Some((HunkRange { start, count: 1 }, rest)))
}

fn count_digits(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// The scope in a header without numbers: `@@ def f():`, `@@ ... @@ class A`, `@@ def f(): @@`.
fn scope_of_bare(rest: &[u8]) -> &[u8] {
    let (inside, after) = match memchr::memmem::find(rest, b"@@") {
        Some(at) => (rest[..at].trim_ascii(), rest[at + 2..].trim_ascii()),
        None => (rest.trim_ascii(), &b""[..]),
    };
    for scope in [after, inside] {
        if !is_placeholder(scope) {
            return scope;
        }
    }
    b""
}

/// True if `text` is empty, or contains dots, letters or numbers instead of a scope.
fn is_placeholder(text: &[u8]) -> bool {
    text.iter()
        .all(|byte| b".,-+?xXyYnN* \xe2\x80\xa6".contains(byte))
        || (text.starts_with(b"-") && memchr::memmem::find(text, b" +").is_some())
}
