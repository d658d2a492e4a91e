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
    let siblings = Siblings::new(piece, &sides.base);
    match (
        reindented(&base, &ours, &theirs, siblings),
        reindented(&base, &theirs, &ours, siblings),
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
        let Range { start, end } = piece.base;
        Self {
            above: start > 0 && start < end && are_siblings(base.line(start - 1), base.line(start)),
            below: end < base.len()
                && start < end
                && are_siblings(base.line(end - 1), base.line(end)),
        }
    }
}

fn are_siblings(line: &[u8], next: &[u8]) -> bool {
    text::is_telling(line)
        && text::is_telling(next)
        && text::indent_of(line) == text::indent_of(next)
}

/// The `edited` lines with the indentation that `indented` gave to the lines of `base`. `None` if the position or the
/// indentation of an edited line is uncertain.
fn reindented(
    base: &SideLines<'_>,
    indented: &SideLines<'_>,
    edited: &SideLines<'_>,
    siblings: Siblings,
) -> Option<Bytes> {
    let at = indented_position(&base.lines, &indented.lines)?;
    let (head, rest) = indented.lines.split_at(at);
    let (body, tail) = rest.split_at(base.lines.len());
    let indents = Indents::between(&base.lines, body)?;
    let is_wrapped = !head.is_empty() || !tail.is_empty();
    let mut out: Vec<u8> = head.concat();
    // The line of the base after the last edit.
    let mut line = 0;
    for edit in changes::between(base.numbers, edited.numbers, LineAlgorithm::Histogram) {
        let old = &base.lines[edit.base.clone()];
        let new = &edited.lines[edit.other.clone()];
        let is_at_top = edit.base.start == 0 && (is_wrapped || siblings.above);
        let is_at_bottom = edit.base.end == base.lines.len() && (is_wrapped || siblings.below);
        if (is_at_top || is_at_bottom) && new.len() > old.len() {
            // The new lines may belong to the indented lines, or to the lines around them.
            return None;
        }
        if let Some(old_indent) = least_indent(old)
            && let Some(new_indent) = least_indent(new)
            && old_indent != new_indent
        {
            // The other side changed the indentation too.
            return None;
        }
        out.extend_from_slice(&body[line..edit.base.start].concat());
        for new_line in new {
            out.extend_from_slice(&indents.apply(new_line)?);
        }
        line = edit.base.end;
    }
    out.extend_from_slice(&body[line..].concat());
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

/// The position of the lines `old` in `new`, where they must occur once and have a different indentation.
fn indented_position(old: &[&[u8]], new: &[&[u8]]) -> Option<usize> {
    if !old.iter().any(|line| text::is_telling(line)) {
        return None;
    }
    let mut position = None;
    for (at, lines) in new.windows(old.len()).enumerate() {
        if !are_equal_but_for_indent(old, lines) {
            continue;
        }
        if position.is_some() {
            return None;
        }
        position = Some(at);
    }
    let at = position?;
    if *old == new[at..at + old.len()] {
        return None;
    }
    Some(at)
}

fn are_equal_but_for_indent(old: &[&[u8]], new: &[&[u8]]) -> bool {
    old.iter()
        .zip(new)
        .all(|(line, other)| line.trim_ascii_start() == other.trim_ascii_start())
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
