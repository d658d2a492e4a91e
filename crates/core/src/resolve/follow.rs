//! Finds anchored lines that have moved.
//!
//! If the earlier text is unknown, the hash of the first line and the sum over the other lines must match. The lines
//! must occur only once, because otherwise the match could be a copy.

use std::collections::HashSet;
use std::ops::Range;

use super::lines::{HashedText, changed_since};
use crate::change::{Bias, ChangeSet};
use crate::refusal::Reason;
use crate::request::{AskedLines, RangeAnchors};
use crate::snapshot::Snapshot;
use crate::text::{self, LineEnding, LineHashes, LineNumber, LineRange, Span};

/// The largest text, in lines, for which one hash is enough. A hash has 22 bits, so other lines may share it.
const MAX_LINES_FOR_ONE_HASH: usize = 128;

/// Lines that have moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovedLines {
    /// The original lines.
    pub from: LineRange,
    /// The current lines.
    pub to: LineRange,
}

/// Finds the lines in `text` that had the numbers `range` and these `anchors`. `None` unless exactly one place
/// matches. The hash of the first line covers the lines around it, and the sum covers all other lines.
pub(super) fn follow(
    range: LineRange,
    anchors: RangeAnchors,
    HashedText { text, hashes }: &HashedText<'_>,
) -> Option<MovedLines> {
    let first = anchors.first?;
    let last = anchors.last.unwrap_or(first);
    let lines: Vec<&[u8]> = text::lines(text.bytes()).map(LineEnding::strip).collect();
    let count = range.count();
    if count > lines.len() || count == 1 && lines.len() > MAX_LINES_FOR_ONE_HASH {
        return None;
    }
    let mut found = None;
    for (at, candidate) in lines.windows(count).enumerate() {
        let hash = hashes.at(LineNumber::after_lines(at));
        if !hash.is_some_and(|hash| hash.is_same_line(first)) {
            continue;
        }
        if count > 1 && LineHashes::sum_of(candidate, range.first()) != first.sum_to(last) {
            continue;
        }
        if found.replace(candidate).is_some() {
            return None;
        }
    }
    let to = only_place(found?, &lines)?;
    Some(MovedLines { from: range, to })
}

/// Finds the lines `range` of `old` in `now`. `None` unless they occur exactly once in each text.
pub(super) fn follow_from(range: LineRange, old: &[u8], now: &[u8]) -> Option<LineRange> {
    let [old_lines, now_lines] = [old, now].map(|text| -> Vec<&[u8]> {
        let lines = text::lines(text::without_bom(text));
        lines.map(LineEnding::strip).collect()
    });
    let moved = old_lines.get(range.first().lines_before()..range.last().number())?;
    only_place(moved, &old_lines)?;
    only_place(moved, &now_lines)
}

/// Finds the lines `lines` of `then` in `now`: at the same place, or at the only other place.
///
/// # Errors
/// `LinesChanged` with the current lines and the changes since `then`.
pub fn lines_now(lines: LineRange, then: &Snapshot, now: &Snapshot) -> Result<LineRange, Reason> {
    let anchors = anchors_of(lines, then);
    let hashed = HashedText::new(now);
    if lines.last().number() <= now.line_count() && hashed.check(lines, anchors).is_ok() {
        return Ok(lines);
    }
    if let Some(to) = moved_by_changes(lines, then, now) {
        return Ok(to);
    }
    if let Some(to) = follow_from(lines, then.bytes(), now.bytes()) {
        return Ok(to);
    }
    let reason = Reason::LinesChanged {
        lines,
        hashes: None,
        now: Vec::new(),
        since: changed_since(lines, anchors, then, now).unwrap_or_default(),
    };
    Err(hashed.with_current_lines(reason, lines))
}

/// The lines of `now` that correspond to `lines` of `then`. `None` if a change touches them or an adjacent line.
fn moved_by_changes(lines: LineRange, then: &Snapshot, now: &Snapshot) -> Option<LineRange> {
    let changes = ChangeSet::by_line(then.bytes(), now.bytes());
    let (mut added, mut removed) = (0, 0);
    for block in changes.line_blocks(then.bytes()) {
        let block_start = block.old_line.lines_before();
        let old_count = text::lines(&then.bytes()[block.old.range()]).count();
        if block_start > lines.last().number() {
            break;
        }
        if block_start + old_count >= lines.first().lines_before() {
            return None;
        }
        added += text::lines(&block.new).count();
        removed += old_count;
    }
    let first = LineNumber::new(lines.first().number() + added - removed)?;
    let last = LineNumber::new(lines.last().number() + added - removed)?;
    LineRange::new(first, last)
}

/// True if the numbers in `asked` refer to different lines in `now` than in `then`, because lines were added or
/// removed before or among them, or perhaps there. Returns false for numbers beyond the end of `then`.
pub fn is_renumbered(asked: AskedLines, then: &Snapshot, now: &Snapshot) -> bool {
    let [then_lines, now_lines] =
        [then, now].map(|text| text::lines(text.bytes()).collect::<Vec<_>>());
    let Ok(named) = asked.in_text(then_lines.len()) else {
        return false;
    };
    let (start, end) = (named.first().lines_before(), named.last().number());
    if end > then_lines.len() {
        return false;
    }
    let changes = ChangeSet::by_line(then.bytes(), now.bytes());
    let (mut added, mut removed) = (0, 0);
    for block in changes.line_blocks(then.bytes()) {
        let old_count = text::lines(&then.bytes()[block.old.range()]).count();
        let new_count = text::lines(&block.new).count();
        let mut block_start = block.old_line.lines_before();
        if old_count == 0 {
            let lines = slide(&now_lines, block.new_line.lines_before(), new_count);
            block_start = block_start.saturating_sub(lines);
        } else if new_count == 0 {
            block_start -= slide(&then_lines, block_start, old_count);
        }
        if block_start + old_count <= start {
            added += new_count;
            removed += old_count;
        } else if block_start < end {
            let new_start = block.new_line.lines_before();
            let old_lines = &then_lines[block_start..block_start + old_count];
            let new_lines = &now_lines[new_start..new_start + new_count];
            let asked = start.saturating_sub(block_start)..(end - block_start).min(old_count);
            if old_count != new_count || has_moved(asked, old_lines, new_lines) {
                return true;
            }
        }
    }
    match asked.in_text(now_lines.len()) {
        Ok(now_named) => {
            now_named.first().lines_before() + removed != start + added
                || now_named.count() != named.count()
        }
        Err(_) => true,
    }
}

/// True if one of the lines `at` of `old` is elsewhere in `new`, or if `new` has another line of `old` in its place.
/// Both texts have the same number of lines.
fn has_moved(at: Range<usize>, old: &[&[u8]], new: &[&[u8]]) -> bool {
    let old_lines: HashSet<&[u8]> = old.iter().copied().collect();
    let new_lines: HashSet<&[u8]> = new.iter().copied().collect();
    let is_moved = |(old, new): (&&[u8], &&[u8])| {
        old != new && (new_lines.contains(old) || old_lines.contains(new))
    };
    old[at.clone()].iter().zip(&new[at]).any(is_moved)
}

/// The number of lines by which `count` lines at line `start` (0-based) of `lines` can begin earlier, so that the text
/// without them stays the same.
fn slide(lines: &[&[u8]], start: usize, count: usize) -> usize {
    let can_begin_earlier = |by: &usize| lines[start - by] == lines[start + count - by];
    (1..=start).take_while(can_begin_earlier).count()
}

/// The anchors of the lines `lines` of `text`.
pub fn anchors_of(lines: LineRange, text: &Snapshot) -> RangeAnchors {
    let hashes = LineHashes::new(text.bytes());
    RangeAnchors {
        first: hashes.at(lines.first()),
        last: hashes.at(lines.last()),
    }
}

fn only_place(wanted: &[&[u8]], lines: &[&[u8]]) -> Option<LineRange> {
    let place = text::only_place(wanted, lines)?;
    LineRange::new(
        LineNumber::after_lines(place.start),
        LineNumber::after_lines(place.end - 1),
    )
}

/// Maps locations in a text to a later text.
pub(super) struct Followed<'t> {
    from: &'t Snapshot,
    to: &'t Snapshot,
    changes: ChangeSet,
}

impl<'t> Followed<'t> {
    pub(super) fn new(from: &'t Snapshot, to: &'t Snapshot) -> Self {
        Self {
            changes: ChangeSet::by_line(from.bytes(), to.bytes()),
            from,
            to,
        }
    }

    pub(super) fn span(&self, span: Span) -> Span {
        self.changes.map_span(span, (Bias::After, Bias::Before))
    }

    /// The number of unchanged lines among `lines`, and the number of all lines.
    pub(super) fn kept(&self, lines: LineRange) -> (usize, usize) {
        let Some(span) = self.from.span_of(lines) else {
            return (0, 0);
        };
        let text = self.from.bytes();
        let blocks = self.changes.line_blocks(text);
        let changed: Vec<Span> = blocks.map(|block| block.old).collect();
        let (mut start, mut kept, mut all) = (span.start(), 0, 0);
        for line in text::lines(&text[span.range()]) {
            let end = start + line.len();
            let is_changed = changed
                .iter()
                .any(|old| old.start() < end && start < old.end());
            all += 1;
            kept += usize::from(!is_changed);
            start = end;
        }
        (kept, all)
    }

    /// True if none of `lines` has changed.
    pub(super) fn keeps(&self, lines: LineRange) -> bool {
        let (kept, all) = self.kept(lines);
        kept == all
    }

    pub(super) fn lines(&self, lines: LineRange) -> LineRange {
        match self.from.span_of(lines) {
            Some(span) => self.to.lines_of(self.span(span)),
            None => lines,
        }
    }
}
