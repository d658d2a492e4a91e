//! `lines`: a range of lines becomes another text, or nothing.

use bytes::Bytes;

use super::edits::Edits;
use super::ending::whole_lines_known;
use super::ending::{Whole, around_line};
use super::{Resolution, Site, Tier};
use crate::refusal::Reason;
use crate::request::{AskedLines, RangeAnchors};
use crate::snapshot::Snapshot;
use crate::text::{self, LineHash, LineHashes, LineNumber, LineRange, Span};

/// Replaces the lines `asked` of `now` (numbered as in `now`) by `text`; an empty text deletes them. The byte-order mark is no part of line 1.
///
/// # Errors
/// `OutOfRange` when the last line is beyond the end, `LineChanged` or `LinesChanged` when an anchor
/// does not hold.
pub fn lines(
    asked: AskedLines,
    anchors: RangeAnchors,
    text: &Bytes,
    now: &Snapshot,
) -> Result<Resolution, Reason> {
    whole_lines_known(now)?;
    let count = now.line_count();
    let beyond = |asked| Reason::OutOfRange {
        asked,
        lines: count,
        lowest: 1,
    };
    let range = asked.all_in_text(count).map_err(beyond)?;
    let span = now.span_of(range).ok_or_else(|| beyond(0))?;
    check_anchors(range, anchors, now)?;
    let span = past_mark(now, span);
    let new = if text.is_empty() {
        text.clone()
    } else {
        Whole::at(now.bytes(), span.start()).with(text, around_line(now, span))
    };
    let mut edits = Edits::of(now);
    edits.replace(span, new);
    Ok(Resolution {
        changes: edits.finish()?,
        sites: vec![Site {
            span,
            lines: range,
            tier: Tier::Exact,
        }]
        .into(),
        hunks: Vec::new(),
    })
}

/// Whether the lines in `range` are those that `anchors` vouch for.
fn check_anchors(range: LineRange, anchors: RangeAnchors, now: &Snapshot) -> Result<(), Reason> {
    let RangeAnchors { first, last } = anchors;
    if first.is_none() && last.is_none() {
        return Ok(());
    }
    let hashes = LineHashes::of(now.bytes());
    let (from, to) = (range.first(), range.last());
    check_anchor(first, from, &hashes)?;
    check_anchor(last, to, &hashes)?;
    let expected = first.zip(last).map(|(first, last)| first.sum_to(last));
    let found = hashes
        .at(from)
        .zip(hashes.at(to))
        .map(|(first, last)| first.sum_to(last));
    if expected.is_none() || expected == found {
        Ok(())
    } else {
        Err(Reason::LinesChanged { lines: range })
    }
}

/// Whether `line` is the one that `expected` vouches for.
fn check_anchor(
    expected: Option<LineHash>,
    line: LineNumber,
    hashes: &LineHashes,
) -> Result<(), Reason> {
    match (expected, hashes.at(line)) {
        (Some(expected), Some(found)) if !expected.is_same_line(found) => {
            Err(Reason::LineChanged {
                line,
                expected,
                found,
            })
        }
        _ => Ok(()),
    }
}

/// `span` without the byte-order mark at its start.
fn past_mark(now: &Snapshot, span: Span) -> Span {
    if span.start() == 0 && now.bytes().starts_with(text::BOM) {
        Span::of_len(text::BOM.len(), span.len() - text::BOM.len())
    } else {
        span
    }
}
