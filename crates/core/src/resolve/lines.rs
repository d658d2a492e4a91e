//! `lines`: a range of lines becomes another text, or nothing.

use bytes::Bytes;

use super::edits::Edits;
use super::ending::whole_lines_known;
use super::ending::{Whole, around_line};
use super::follow::{MovedLines, follow};
use super::{Resolution, Site, Tier};
use crate::change::{ChangeSet, LineBlock, LineChange};
use crate::refusal::{AnchoredLine, Reason};
use crate::request::{AskedLines, RangeAnchors};
use crate::snapshot::Snapshot;
use crate::text::{
    self, LineAnchor, LineEnding, LineHash, LineHashes, LineNumber, LineRange, Span,
};

/// Lines that were given another text.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedLines {
    /// The edit.
    pub resolution: Resolution,
    /// Where they were when they had their anchors, if they have moved since.
    pub moved: Option<MovedLines>,
}

/// Replaces the lines `asked` of `now` (numbered as in `now`) by `text`; an empty text deletes them. Lines with anchors
/// that have moved since are followed. The byte-order mark is no part of line 1.
///
/// # Errors
/// `OutOfRange` when the last line is beyond the end, `LineChanged` or `LinesChanged` when an anchor
/// does not hold.
pub fn lines(
    asked: AskedLines,
    anchors: RangeAnchors,
    text: &Bytes,
    now: &Snapshot,
) -> Result<PlacedLines, Reason> {
    whole_lines_known(now)?;
    let count = now.line_count();
    let beyond = |asked| Reason::OutOfRange {
        asked,
        lines: count,
        lowest: 1,
    };
    let there = asked.all_in_text(count).map_err(beyond);
    let (range, moved) = match (there, asked.in_text(count)) {
        (Ok(range), _) => anchored(range, anchors, now)?,
        // The text was longer when they had their anchors.
        (Err(_), Ok(range)) if anchors.first.is_some() => beyond_end(range, anchors, now)?,
        (Err(beyond), _) => return Err(beyond),
    };
    let span = now.span_of(range).ok_or_else(|| beyond(0))?;
    let span = past_mark(now, span);
    let new = if text.is_empty() {
        text.clone()
    } else {
        Whole::at(now.bytes(), span.start()).with(text, around_line(now, span))
    };
    let mut edits = Edits::new(now);
    edits.replace(span, new);
    let resolution = Resolution {
        changes: edits.finish()?,
        sites: vec![Site {
            span,
            lines: range,
            tier: Tier::Exact,
        }]
        .into(),
        hunks: Vec::new(),
    };
    Ok(PlacedLines { resolution, moved })
}

/// The lines that `anchors` vouch for: those in `range`, or where they are now.
///
/// # Errors
/// `LineChanged` or `LinesChanged`, with the lines that stand there.
fn anchored(
    range: LineRange,
    anchors: RangeAnchors,
    now: &Snapshot,
) -> Result<(LineRange, Option<MovedLines>), Reason> {
    let RangeAnchors { first, last } = anchors;
    if first.is_none() && last.is_none() {
        return Ok((range, None));
    }
    let hashes = LineHashes::new(now.bytes());
    let Err(reason) = check_anchors(range, anchors, &hashes) else {
        return Ok((range, None));
    };
    match follow(range, anchors, now.bytes(), &hashes) {
        Some(moved) => Ok((moved.to, Some(moved))),
        None => Err(with_fresh(reason, range, now, &hashes)),
    }
}

/// Where the lines of `range`, of which some are beyond the end, are now.
///
/// # Errors
/// `LinesChanged`, with the lines that stand there.
fn beyond_end(
    range: LineRange,
    anchors: RangeAnchors,
    now: &Snapshot,
) -> Result<(LineRange, Option<MovedLines>), Reason> {
    let hashes = LineHashes::new(now.bytes());
    match follow(range, anchors, now.bytes(), &hashes) {
        Some(moved) => Ok((moved.to, Some(moved))),
        None => {
            let reason = Reason::LinesChanged {
                lines: range,
                now: Vec::new(),
                since: Vec::new(),
            };
            Err(with_fresh(reason, range, now, &hashes))
        }
    }
}

/// Most changes that a refusal tells of lines.
const CHANGES: usize = 4;

/// What became, until `now`, of the lines in `range` of `then`; `None` where these are not what `anchors` vouch for.
pub fn changed_since(
    range: LineRange,
    anchors: RangeAnchors,
    then: &Snapshot,
    now: &Snapshot,
) -> Option<Vec<LineChange>> {
    let lines = then.span_of(range)?;
    check_anchors(range, anchors, &LineHashes::new(then.bytes())).ok()?;
    let changes = ChangeSet::by_line(then.bytes(), now.bytes());
    // What was added at one of their ends is none of them.
    let of_lines =
        |block: &LineBlock| block.old.start() < lines.end() && lines.start() < block.old.end();
    let blocks = changes.line_blocks(then.bytes()).filter(of_lines);
    let change = |block: LineBlock| LineChange {
        old: then.slice(block.old),
        new: block.new,
    };
    Some(blocks.map(change).take(CHANGES).collect())
}

/// Whether the lines in `range` are those that `anchors` vouch for.
pub(super) fn check_anchors(
    range: LineRange,
    RangeAnchors { first, last }: RangeAnchors,
    hashes: &LineHashes,
) -> Result<(), Reason> {
    let (from, to) = (range.first(), range.last());
    check_anchor(first, from, hashes)?;
    check_anchor(last, to, hashes)?;
    let expected = first.zip(last).map(|(first, last)| first.sum_to(last));
    let found = hashes
        .at(from)
        .zip(hashes.at(to))
        .map(|(first, last)| first.sum_to(last));
    if expected.is_none() || expected == found {
        Ok(())
    } else {
        Err(Reason::LinesChanged {
            lines: range,
            now: Vec::new(),
            since: Vec::new(),
        })
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
                now: Vec::new(),
                since: Vec::new(),
            })
        }
        _ => Ok(()),
    }
}

/// Most lines that a refusal shows, half of them from each end.
const SHOWN: usize = 12;

/// `reason` with the lines that stand in `range` of `now`.
pub(super) fn with_fresh(
    mut reason: Reason,
    range: LineRange,
    text: &Snapshot,
    hashes: &LineHashes,
) -> Reason {
    let fresh = |number: usize| {
        let line = LineNumber::new(number)?;
        let span = text.span_of(LineRange::single(line))?;
        Some(AnchoredLine {
            anchor: LineAnchor {
                line,
                hash: hashes.at(line)?,
            },
            text: Bytes::copy_from_slice(LineEnding::strip(&text.bytes()[span.range()])),
        })
    };
    let (first, last) = (range.first().number(), range.last().number());
    let is_shown = |number: &usize| {
        number - first < SHOWN / 2 || last - number < SHOWN / 2 || range.count() <= SHOWN
    };
    if let Reason::LineChanged { now, .. } | Reason::LinesChanged { now, .. } = &mut reason {
        *now = (first..=last).filter(is_shown).filter_map(fresh).collect();
    }
    reason
}

/// `span` without the byte-order mark at its start.
fn past_mark(now: &Snapshot, span: Span) -> Span {
    if span.start() == 0 && now.bytes().starts_with(text::BOM) {
        Span::of_len(text::BOM.len(), span.len() - text::BOM.len())
    } else {
        span
    }
}
