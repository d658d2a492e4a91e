//! Changes that could have been made at several positions, because lines repeat.

use std::collections::HashSet;
use std::ops::Range;

use foldhash::fast::FixedState;

use crate::changes::{LineEdit, SideEdits};
use crate::pieces::edits_within;
use crate::region::MergeRegion;
use crate::versions::{NumberedLines, VersionLines};
use incise_text::text;

/// Extends each of `edits` to all positions where it could have been made, and joins edits that then touch, or that may
/// have moved the lines between them. The edits turn the lines `part` of `base` into `side`.
pub fn widen(
    edits: &[LineEdit],
    base: &NumberedLines<'_>,
    part: &Range<usize>,
    side: &NumberedLines<'_>,
) -> Vec<LineEdit> {
    let mut all: Vec<LineEdit> = Vec::with_capacity(edits.len());
    for (number, edit) in edits.iter().enumerate() {
        let previous_end = match number {
            0 => part.start,
            _ => edits[number - 1].base.end,
        };
        let next_start = match edits.get(number + 1) {
            Some(next) => next.base.start,
            None => part.end,
        };
        // The change may have been made to an adjacent line that equals one of the edit's lines.
        let edited_lines = [
            &base.numbers[edit.base.clone()],
            &side.numbers[edit.other.clone()],
        ]
        .concat();
        let lines_above = base.numbers[previous_end..edit.base.start].iter().rev();
        let up = count_leading(lines_above, &edited_lines);
        let lines_below = base.numbers[edit.base.end..next_start].iter();
        let down = count_leading(lines_below, &edited_lines);
        let widened = LineEdit {
            base: edit.base.start - up..edit.base.end + down,
            other: edit.other.start - up..edit.other.end + down,
        };
        match all.last_mut() {
            Some(last)
                if widened.base.start <= last.base.end
                    || may_have_swapped(&edits[number - 1], edit, base, side) =>
            {
                last.base.end = widened.base.end.max(last.base.end);
                last.other.end = widened.other.end.max(last.other.end);
            }
            _ => all.push(widened),
        }
    }
    all
}

/// The number of `lines` before the first that is not in `set`.
fn count_leading<'l>(lines: impl Iterator<Item = &'l u32>, set: &[u32]) -> usize {
    lines.take_while(|line| set.contains(line)).count()
}

/// True if one of two consecutive edits adds lines that the other removes, and no more lines are between them. Either
/// may have moved.
fn may_have_swapped(
    above: &LineEdit,
    below: &LineEdit,
    base: &NumberedLines<'_>,
    side: &NumberedLines<'_>,
) -> bool {
    let count_moved = |from: &LineEdit, to: &LineEdit| {
        let added = side.numbers[to.other.clone()].iter();
        let added: HashSet<u32, FixedState> = added.copied().collect();
        let removed = base.numbers[from.base.clone()].iter();
        removed.filter(|line| added.contains(line)).count()
    };
    let between = below.base.start - above.base.end;
    count_moved(above, below) >= between || count_moved(below, above) >= between
}

/// True if a side may have moved lines across a change of the other side: two consecutive edits of `changes` enclose one
/// of the changes `others`, and one of the two adds lines that the other one removes.
pub fn may_cross(changes: &SideEdits<'_, '_>, others: &[LineEdit]) -> bool {
    changes.edits.windows(2).any(|pair| {
        let (above, below) = (&pair[0], &pair[1]);
        let is_between = |other: &LineEdit| {
            above.base.end <= other.base.start && other.base.end <= below.base.start
        };
        others.iter().any(is_between) && may_have_swapped(above, below, changes.base, changes.side)
    })
}

/// The `edits`, [widened](widen) if they then share lines with one of the changes `others` of the other side.
pub fn widen_to(
    edits: &[LineEdit],
    others: &[LineEdit],
    base: &NumberedLines<'_>,
    part: &Range<usize>,
    side: &NumberedLines<'_>,
) -> Vec<LineEdit> {
    let mut all = Vec::with_capacity(edits.len());
    for wide in widen(edits, base, part, side) {
        if overlapping(others, &wide).next().is_some() {
            all.push(wide);
        } else {
            all.extend_from_slice(edits_within(edits, &wide.base));
        }
    }
    all
}

/// True if some of `changes` may share lines with one of the changes `others` of the other side, but share none as found.
pub fn may_overlap(changes: &SideEdits<'_, '_>, others: &[LineEdit]) -> bool {
    let whole = 0..changes.base.len();
    let wide = widen(changes.edits, changes.base, &whole, changes.side);
    wide.iter().any(|wide| {
        let mut others = overlapping(others, wide);
        others.any(|other| overlapping(changes.edits, other).next().is_none())
    })
}

/// The `edits` that share lines with `other`. An insertion shares lines with a change of the lines around it.
fn overlapping<'e>(
    edits: &'e [LineEdit],
    other: &'e LineEdit,
) -> impl Iterator<Item = &'e LineEdit> {
    let first = edits.partition_point(|edit| edit.base.end <= other.base.start);
    edits[first..]
        .iter()
        .take_while(|edit| edit.base.start < other.base.end)
}

/// True if the edits of our side in `region` could be elsewhere in the region: a word that they remove, or each line that
/// they remove or insert, is also among the lines that they keep. `ours` contains the edits as found, before they were
/// widened.
pub fn is_movable(ours: &[LineEdit], region: &MergeRegion, lines: &VersionLines<'_>) -> bool {
    let edits = edits_within(ours, &region.base);
    let mut kept = HashSet::new();
    for line in region.base.clone() {
        if !edits.iter().any(|edit| edit.base.contains(&line)) {
            kept.insert(lines.base.numbers[line]);
        }
    }
    if removes_any(&kept, ours, region, lines) {
        return true;
    }
    edits.iter().all(|edit| {
        let removed = &lines.base.numbers[edit.base.clone()];
        let inserted = &lines.ours.numbers[edit.other.clone()];
        removed
            .iter()
            .chain(inserted)
            .all(|line| kept.contains(line))
    })
}

/// True if our side removes one of the lines `numbers` in `region`. Ignores lines without words.
pub fn removes_any(
    numbers: &HashSet<u32>,
    ours: &[LineEdit],
    region: &MergeRegion,
    lines: &VersionLines<'_>,
) -> bool {
    let mut removed = edits_within(ours, &region.base)
        .iter()
        .flat_map(|edit| edit.base.clone());
    removed.any(|line| {
        numbers.contains(&lines.base.numbers[line]) && text::is_telling(lines.base.line(line))
    })
}
