//! What a matched block becomes: small edits, so that lines the request does not change keep the file's
//! bytes.
//!
//! The request's old and new lines are compared with each other; only where they differ the file's lines
//! change. New lines are literal but for the tier's rule and the line ending.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::edits::Edits;
use super::locate::{Block, Line, lines_of};
use crate::text::{LineEnding, Span};

/// A line of the request: what it holds, and whether it is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Wanted<'r> {
    content: &'r [u8],
    is_ended: bool,
}

/// The edits that turn `block` of `text` from `old` to `new` go to `edits`.
pub(super) fn rewrite(old: &[u8], new: &[u8], block: &Block, text: &[u8], edits: &mut Edits<'_>) {
    let file = file_lines(text, block.span);
    let mut old = wanted(old);
    let mut new = wanted(new);
    // The file's last line may lack the ending that the request gives it: it goes on lacking it.
    let file_ended = file.last().is_some_and(|line| line.ending.is_some());
    if let (Some(last), false) = (old.last_mut(), file_ended)
        && last.is_ended
    {
        last.is_ended = false;
        if let Some(last) = new.last_mut() {
            last.is_ended = false;
        }
    }
    for op in capture_diff_slices(Algorithm::Myers, &old, &new) {
        if matches!(op, DiffOp::Equal { .. }) {
            continue;
        }
        let start = file
            .get(op.old_range().start)
            .map_or(block.span.end(), |line| line.start);
        let end = file
            .get(op.old_range().end)
            .map_or(block.span.end(), |line| line.start);
        let ending = ending_at(text, &file, op.old_range().start);
        let mut lines = Vec::new();
        for line in &new[op.new_range()] {
            lines.extend_from_slice(line.content);
            if line.is_ended {
                lines.extend_from_slice(ending.as_bytes());
            }
        }
        edits.replace(Span::of_len(start, end - start), lines.into());
    }
}

/// The lines of the file in `span`, which begins at the start of a line.
fn file_lines(text: &[u8], span: Span) -> Vec<Line<'_>> {
    lines_of(&text[span.range()])
        .map(|line| Line {
            start: span.start() + line.start,
            ..line
        })
        .collect()
}

fn wanted(text: &[u8]) -> Vec<Wanted<'_>> {
    lines_of(text)
        .map(|line| Wanted {
            content: line.content,
            is_ended: line.ending.is_some(),
        })
        .collect()
}

/// The ending of new lines at line `number` (0-based) of the block: that of the line there, else that of
/// the lines around it.
fn ending_at(text: &[u8], file: &[Line<'_>], number: usize) -> LineEnding {
    let there = file.get(number).and_then(|line| line.ending);
    let before = || {
        file.get(number.checked_sub(1)?)
            .and_then(|line| line.ending)
    };
    let around = || {
        let start = file.first().map_or(0, |line| line.start);
        LineEnding::around(text, start)
    };
    there.or_else(before).unwrap_or_else(around)
}
