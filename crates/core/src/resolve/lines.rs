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
        (Err(_), Ok(range)) if anchors.first.is_some() => anchored(range, anchors, now)?,
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
    let hashed = HashedText::new(now);
    let reason = if range.last().number() > now.line_count() {
        lines_changed(range, None)
    } else {
        match hashed.check(range, anchors) {
            Ok(()) => return Ok((range, None)),
            Err(reason) => reason,
        }
    };
    match follow(range, anchors, &hashed) {
        Some(moved) => Ok((moved.to, Some(moved))),
        None => Err(hashed.with_current_lines(reason, range)),
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
    HashedText::new(then).check(range, anchors).ok()?;
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

/// A text with the hashes of its lines.
pub(super) struct HashedText<'t> {
    pub(super) text: &'t Snapshot,
    pub(super) hashes: LineHashes,
}

impl<'t> HashedText<'t> {
    pub(super) fn new(text: &'t Snapshot) -> Self {
        let hashes = LineHashes::new(text.bytes());
        Self { text, hashes }
    }

    /// Checks that the lines `range` match `anchors`.
    ///
    /// # Errors
    /// `LinesChanged`, without the current lines.
    pub(super) fn check(&self, range: LineRange, anchors: RangeAnchors) -> Result<(), Reason> {
        let RangeAnchors { first, last } = anchors;
        self.check_line(first, range.first())?;
        self.check_line(last, range.last())?;
        let (Some(first), Some(last)) = (first, last) else {
            return Ok(());
        };
        let hashes = [range.first(), range.last()].map(|line| self.hashes.at(line));
        if let [Some(first_now), Some(last_now)] = hashes
            && first.sum_to(last) == first_now.sum_to(last_now)
        {
            return Ok(());
        }
        Err(lines_changed(range, None))
    }

    fn check_line(&self, expected: Option<LineHash>, line: LineNumber) -> Result<(), Reason> {
        if let (Some(expected), Some(found)) = (expected, self.hashes.at(line))
            && !expected.is_same_line(found)
        {
            let hashes = Some((expected, found));
            return Err(lines_changed(LineRange::single(line), hashes));
        }
        Ok(())
    }

    /// Adds the lines `range` and their anchors to `reason`.
    pub(super) fn with_current_lines(&self, mut reason: Reason, range: LineRange) -> Reason {
        let (first, last) = (range.first().number(), range.last().number());
        let mut shown = Vec::new();
        for number in first..=last {
            if range.count() <= MAX_LINES
                || number - first < MAX_LINES / 2
                || last - number < MAX_LINES / 2
            {
                shown.extend(self.anchored_line(number));
            }
        }
        if let Reason::LinesChanged { now, .. } = &mut reason {
            *now = shown;
        }
        reason
    }

    fn anchored_line(&self, number: usize) -> Option<AnchoredLine> {
        let line = LineNumber::new(number)?;
        let span = self.text.span_of(LineRange::single(line))?;
        let hash = self.hashes.at(line)?;
        Some(AnchoredLine {
            anchor: LineAnchor { line, hash },
            text: Bytes::copy_from_slice(LineEnding::strip(&self.text.bytes()[span.range()])),
        })
    }
}

fn lines_changed(lines: LineRange, hashes: Option<(LineHash, LineHash)>) -> Reason {
    Reason::LinesChanged {
        lines,
        hashes,
        now: Vec::new(),
        since: Vec::new(),
    }
}

/// The maximum number of lines in a refusal, half of them from each end.
const MAX_LINES: usize = 12;

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
