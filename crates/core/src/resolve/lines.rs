//! `lines`: replaces or deletes a range of lines.

use bytes::Bytes;

use super::ending::{LineBoundary, adapt, ending_of_replaced, refuse_lone_returns};
use super::follow::{MovedLines, follow};
use super::{Resolution, Site, Tier};
use crate::change::{ChangeSet, LineChange};
use crate::refusal::{AnchoredLine, Reason};
use crate::request::{AskedLines, RangeAnchors};
use crate::snapshot::Snapshot;
use crate::text::{
    self, LineAnchor, LineEnding, LineHash, LineHashes, LineNumber, LineRange, Span,
};

/// The replacement of a range of lines.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedLines {
    /// The edit.
    pub resolution: Resolution,
    /// The move of the lines since the caller got the anchors.
    pub moved: Option<MovedLines>,
}

/// Replaces the lines `asked` of `now` with `text`. An empty text deletes them. Lines that have moved are found by
/// their `anchors`. A byte-order mark does not belong to line 1.
///
/// # Errors
/// `OutOfRange` if the last line is beyond the end, `LinesChanged` if an anchor does not match.
pub fn lines(
    asked: AskedLines,
    anchors: RangeAnchors,
    text: &Bytes,
    now: &Snapshot,
) -> Result<PlacedLines, Reason> {
    refuse_lone_returns(now)?;
    let count = now.line_count();
    let (range, moved) = match (asked.all_in_text(count), asked.in_text(count)) {
        (Ok(range), _) => anchored(range, anchors, now)?,
        // The text was longer when the caller got the anchors.
        (Err(_), Ok(range)) if anchors.first.is_some() => beyond_end(range, anchors, now)?,
        (Err(asked), _) => {
            return Err(Reason::OutOfRange {
                asked,
                lines: count,
                lowest: 1,
            });
        }
    };
    let span = span_without_bom(range, now)?;
    let ending = ending_of_replaced(now, span);
    let is_unended = span.end() == now.bytes().len() && !now.bytes().ends_with(b"\n");
    let new = if text.is_empty() || is_unended {
        // A file without a final newline gets none unless `text` has one.
        adapt(text, ending)
    } else {
        LineBoundary::at(now.bytes(), span.start()).complete_lines(text, ending)
    };
    let site = Site {
        span,
        lines: range,
        tier: Tier::Exact,
    };
    let resolution = Resolution::replacing(now, span, new, site)?;
    Ok(PlacedLines { resolution, moved })
}

/// The lines that match `anchors`: `range`, or the lines to which they have moved.
///
/// # Errors
/// `LinesChanged`, with the current lines.
fn anchored(
    range: LineRange,
    anchors: RangeAnchors,
    now: &Snapshot,
) -> Result<(LineRange, Option<MovedLines>), Reason> {
    if anchors.first.is_none() && anchors.last.is_none() {
        return Ok((range, None));
    }
    let hashes = LineHashes::new(now.bytes());
    let Err(reason) = check_anchors(range, anchors, &hashes) else {
        return Ok((range, None));
    };
    match follow(range, anchors, now.bytes(), &hashes) {
        Some(moved) => Ok((moved.to, Some(moved))),
        None => Err(with_current_lines(reason, range, now, &hashes)),
    }
}

/// The lines to which `range`, which is partly beyond the end, has moved.
///
/// # Errors
/// `LinesChanged`, with the current lines.
fn beyond_end(
    range: LineRange,
    anchors: RangeAnchors,
    now: &Snapshot,
) -> Result<(LineRange, Option<MovedLines>), Reason> {
    let hashes = LineHashes::new(now.bytes());
    match follow(range, anchors, now.bytes(), &hashes) {
        Some(moved) => Ok((moved.to, Some(moved))),
        None => {
            let reason = lines_changed(range, None);
            Err(with_current_lines(reason, range, now, &hashes))
        }
    }
}

/// The maximum number of changes in a refusal.
const MAX_CHANGES: usize = 4;

/// The changes to the lines `range` of `then` until `now`. `None` if the lines do not match `anchors`.
pub fn changed_since(
    range: LineRange,
    anchors: RangeAnchors,
    then: &Snapshot,
    now: &Snapshot,
) -> Option<Vec<LineChange>> {
    let lines = then.span_of(range)?;
    check_anchors(range, anchors, &LineHashes::new(then.bytes())).ok()?;
    let changes = ChangeSet::by_line(then.bytes(), now.bytes());
    let mut since = Vec::new();
    for block in changes.line_blocks(then.bytes()) {
        // Lines that were added at an end of the range do not count.
        let overlaps = block.old.start() < lines.end() && lines.start() < block.old.end();
        if overlaps && since.len() < MAX_CHANGES {
            since.push(LineChange {
                old: then.slice(block.old),
                new: block.new,
            });
        }
    }
    Some(since)
}

pub(super) fn check_anchors(
    range: LineRange,
    RangeAnchors { first, last }: RangeAnchors,
    hashes: &LineHashes,
) -> Result<(), Reason> {
    check_anchor(first, range.first(), hashes)?;
    check_anchor(last, range.last(), hashes)?;
    let (Some(first), Some(last)) = (first, last) else {
        return Ok(());
    };
    if let (Some(first_now), Some(last_now)) = (hashes.at(range.first()), hashes.at(range.last()))
        && first.sum_to(last) == first_now.sum_to(last_now)
    {
        return Ok(());
    }
    Err(lines_changed(range, None))
}

fn lines_changed(lines: LineRange, hashes: Option<(LineHash, LineHash)>) -> Reason {
    Reason::LinesChanged {
        lines,
        hashes,
        now: Vec::new(),
        since: Vec::new(),
    }
}

fn check_anchor(
    expected: Option<LineHash>,
    line: LineNumber,
    hashes: &LineHashes,
) -> Result<(), Reason> {
    match (expected, hashes.at(line)) {
        (Some(expected), Some(found)) if !expected.is_same_line(found) => Err(lines_changed(
            LineRange::single(line),
            Some((expected, found)),
        )),
        _ => Ok(()),
    }
}

/// The maximum number of lines in a refusal, half of them from each end.
const MAX_LINES: usize = 12;

/// Adds the lines `range` of `text` and their anchors to `reason`.
pub(super) fn with_current_lines(
    mut reason: Reason,
    range: LineRange,
    text: &Snapshot,
    hashes: &LineHashes,
) -> Reason {
    let (first, last) = (range.first().number(), range.last().number());
    let mut shown = Vec::new();
    for number in first..=last {
        if range.count() <= MAX_LINES
            || number - first < MAX_LINES / 2
            || last - number < MAX_LINES / 2
        {
            shown.extend(anchored_line(number, text, hashes));
        }
    }
    if let Reason::LinesChanged { now, .. } = &mut reason {
        *now = shown;
    }
    reason
}

fn anchored_line(number: usize, text: &Snapshot, hashes: &LineHashes) -> Option<AnchoredLine> {
    let line = LineNumber::new(number)?;
    let span = text.span_of(LineRange::single(line))?;
    Some(AnchoredLine {
        anchor: LineAnchor {
            line,
            hash: hashes.at(line)?,
        },
        text: Bytes::copy_from_slice(LineEnding::strip(&text.bytes()[span.range()])),
    })
}

/// The bytes of the lines `range`, without a byte-order mark.
fn span_without_bom(range: LineRange, now: &Snapshot) -> Result<Span, Reason> {
    let Some(span) = now.span_of(range) else {
        return Err(Reason::OutOfRange {
            asked: 0,
            lines: now.line_count(),
            lowest: 1,
        });
    };
    let start = span.start().max(text::bom_len(now.bytes()));
    Ok(Span::of_len(start, span.end() - start))
}
