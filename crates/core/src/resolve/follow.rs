//! Lines that anchors name and that have moved: where they stand now.
//!
//! Where the old text is not known, the hash of the first line has to be found again, with the sum over the others. In any
//! case the lines must stand in the text once, so that they are no copy of those that were meant.

use crate::request::RangeAnchors;
use crate::text::{self, LineEnding, LineHashes, LineNumber, LineRange};

/// Lines of a larger text are not followed by one hash alone: it has 22 bits, and another line may have the same.
const LINES_FOR_ONE: usize = 128;

/// Lines that were followed to where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovedLines {
    /// Where they were.
    pub from: LineRange,
    /// Where they are.
    pub to: LineRange,
}

/// Where the lines are in `text` that had the numbers `range` when they had these `anchors`; `None` unless that is one
/// place. Their first line has its own hash, with the lines around it; all others are in the sum.
pub(super) fn follow(
    range: LineRange,
    anchors: RangeAnchors,
    text: &[u8],
    hashes: &LineHashes,
) -> Option<MovedLines> {
    let first = anchors.first?;
    let last = anchors.last.unwrap_or(first);
    let lines: Vec<&[u8]> = text::lines(text).map(LineEnding::strip).collect();
    let count = range.count();
    if count > lines.len() || count == 1 && lines.len() > LINES_FOR_ONE {
        return None;
    }
    let is_there = |at: &usize| {
        let here = hashes.at(LineNumber::after_lines(*at));
        let sum = || LineHashes::sum_of(&lines[*at..at + count], range.first());
        here.is_some_and(|here| here.is_same_line(first))
            && (count == 1 || sum() == first.sum_to(last))
    };
    let mut found = (0..=lines.len() - count).filter(is_there);
    let at = found.next().filter(|_| found.next().is_none())?;
    let to = only_place(&lines[at..at + count], &lines)?;
    Some(MovedLines { from: range, to })
}

/// Where the lines `range` of `old` are in `now`, if both texts have them in one place only.
pub(super) fn follow_from(range: LineRange, old: &[u8], now: &[u8]) -> Option<LineRange> {
    let [old, now] = [old, now].map(|text| -> Vec<&[u8]> {
        let lines = text::lines(text::without_bom(text));
        lines.map(LineEnding::strip).collect()
    });
    let meant = old.get(range.first().lines_before()..range.last().number())?;
    only_place(meant, &old)?;
    only_place(meant, &now)
}

/// Where `meant` is in `lines`, if that is one place.
fn only_place(meant: &[&[u8]], lines: &[&[u8]]) -> Option<LineRange> {
    let place = text::only_place(meant, lines)?;
    LineRange::new(
        LineNumber::after_lines(place.start),
        LineNumber::after_lines(place.end - 1),
    )
}
