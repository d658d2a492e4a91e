//! `indent`: one side indented lines, or wrapped them in a block, and the other side edited them.

use std::collections::HashMap;
use std::ops::Range;

use bytes::Bytes;
use foldhash::fast::FixedState;

use crate::changes::{self, LineAlgorithm};
use crate::conflict::Conflict;
use crate::pieces::Piece;
use crate::versions::NumberedLines;
use incise_text::text;

/// The lines of `piece`, edited as on one side and indented as on the other side.
pub fn settle(conflict: &Conflict<'_, '_>, piece: &Piece) -> Option<Bytes> {
    let sides = conflict.lines();
    let base = SideLines::new(&sides.base, &piece.base);
    let ours = SideLines::new(&sides.ours, &piece.ours);
    let theirs = SideLines::new(&sides.theirs, &piece.theirs);
    let next_to = Siblings::new(piece, &sides.base);
    match (
        reindented(&base, &ours, &theirs, next_to),
        reindented(&base, &theirs, &ours, next_to),
    ) {
        (Some(text), None) | (None, Some(text)) => Some(text),
        _ => None,
    }
}

/// The lines of one version in a conflict.
struct SideLines<'s> {
    lines: Vec<&'s [u8]>,
    numbers: &'s [u32],
}

impl<'s> SideLines<'s> {
    fn new(side: &'s NumberedLines<'_>, range: &Range<usize>) -> Self {
        Self {
            lines: side.each(range.clone()).collect(),
            numbers: &side.numbers[range.clone()],
        }
    }
}

/// True for the non-blank line directly above or below a conflict if it has the indentation of the line in the
/// conflict.
#[derive(Clone, Copy)]
struct Siblings {
    above: bool,
    below: bool,
}

impl Siblings {
    fn new(piece: &Piece, base: &NumberedLines<'_>) -> Self {
        let are_siblings = |one: usize, other: usize| {
            let lines = [one, other].map(|line| base.line(line));
            lines.iter().all(|line| text::is_telling(line))
                && text::indent_of(lines[0]) == text::indent_of(lines[1])
        };
        let Range { start, end } = piece.base;
        Self {
            above: start > 0 && start < end && are_siblings(start - 1, start),
            below: end < base.len() && start < end && are_siblings(end - 1, end),
        }
    }
}

/// The `edited` lines with the indentation that `indented` gave to the lines of `base`. `None` if the position or the
/// indentation of an edited line is uncertain.
fn reindented(
    base: &SideLines<'_>,
    indented: &SideLines<'_>,
    edited: &SideLines<'_>,
    next_to: Siblings,
) -> Option<Bytes> {
    let at = only_place(&base.lines, &indented.lines)?;
    let (head, rest) = indented.lines.split_at(at);
    let (body, tail) = rest.split_at(base.lines.len());
    let indents = Indents::between(&base.lines, body)?;
    let is_wrapped = !head.is_empty() || !tail.is_empty();
    let mut out: Vec<u8> = head.concat();
    let mut done = 0;
    for edit in changes::between(base.numbers, edited.numbers, LineAlgorithm::Histogram) {
        let (old, new) = (
            &base.lines[edit.base.clone()],
            &edited.lines[edit.other.clone()],
        );
        let is_at_edge = edit.base.start == 0 && (is_wrapped || next_to.above)
            || edit.base.end == base.lines.len() && (is_wrapped || next_to.below);
        if is_at_edge && new.len() > old.len() {
            // The new lines may belong to the indented lines, or to the lines around them.
            return None;
        }
        if let (Some(old), Some(new)) = (least_indent(old), least_indent(new))
            && old != new
        {
            // The other side changed the indentation too.
            return None;
        }
        out.extend_from_slice(&body[done..edit.base.start].concat());
        for line in new {
            out.extend_from_slice(&indents.apply(line)?);
        }
        done = edit.base.end;
    }
    out.extend_from_slice(&body[done..].concat());
    out.extend_from_slice(&tail.concat());
    Some(out.into())
}

/// The least indentation of `lines`. `None` if all lines are blank.
fn least_indent<'l>(lines: &[&'l [u8]]) -> Option<&'l [u8]> {
    let mut least: Option<&[u8]> = None;
    for line in lines {
        let indent = text::indent_of(line);
        if text::is_telling(line) && least.is_none_or(|known| indent.len() < known.len()) {
            least = Some(indent);
        }
    }
    least
}

/// The only position of the lines `old` in `new`, where they must have a different indentation.
fn only_place(old: &[&[u8]], new: &[&[u8]]) -> Option<usize> {
    if !old.iter().any(|line| text::is_telling(line)) {
        return None;
    }
    let mut place = None;
    for (at, lines) in new.windows(old.len()).enumerate() {
        let mut pairs = old.iter().zip(lines);
        if pairs.all(|(one, two)| one.trim_ascii_start() == two.trim_ascii_start())
            && place.replace(at).is_some()
        {
            return None;
        }
    }
    match place {
        Some(at) if old != &new[at..at + old.len()] => Some(at),
        _ => None,
    }
}

/// Maps old indentations to new ones.
struct Indents<'l> {
    known: HashMap<&'l [u8], &'l [u8], FixedState>,
}

impl<'l> Indents<'l> {
    /// Compares `old` lines with their `new` versions. `None` if an indentation has two new versions.
    fn between(old: &[&'l [u8]], new: &[&'l [u8]]) -> Option<Self> {
        let mut known = HashMap::default();
        for (old, new) in old.iter().zip(new) {
            if old.trim_ascii().is_empty() {
                continue;
            }
            let indent = text::indent_of(new);
            if *known.entry(text::indent_of(old)).or_insert(indent) != indent {
                return None;
            }
        }
        Some(Self { known })
    }

    /// `line` with its new indentation. An unknown indentation changes like all known ones.
    fn apply(&self, line: &[u8]) -> Option<Vec<u8>> {
        let indent = text::indent_of(line);
        let rest = &line[indent.len()..];
        if rest.trim_ascii().is_empty() {
            return Some(line.to_vec());
        }
        if let Some(new) = self.known.get(indent) {
            return Some([new, rest].concat());
        }
        if let Some(added) = self.common_change(|old, new| new.strip_suffix(old)) {
            return Some([added, line].concat());
        }
        let removed = self.common_change(|old, new| old.strip_suffix(new))?;
        Some(line.strip_prefix(removed)?.to_vec())
    }

    /// The `difference` between old and new indentations, if it is always the same.
    fn common_change(
        &self,
        difference: for<'d> fn(&'d [u8], &'d [u8]) -> Option<&'d [u8]>,
    ) -> Option<&'l [u8]> {
        let mut common = None;
        for (old, new) in &self.known {
            let change = difference(old, new)?;
            if common.is_some_and(|known| known != change) {
                return None;
            }
            common = Some(change);
        }
        common
    }
}
