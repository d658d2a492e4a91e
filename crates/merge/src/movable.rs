//! Changes that could have been made at several positions, because lines repeat.

use std::ops::Range;

use crate::changes::LineEdit;
use crate::pieces::edits_within;
use crate::region::MergeRegion;
use crate::versions::{NumberedLines, VersionLines};

/// Extends each of `edits` to all positions where it could have been made, and joins edits that then touch. The edits
/// turn the lines `part` of `base` into `side`.
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
            Some(last) if widened.base.start <= last.base.end => {
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

/// True if all edits of our side in `region` could be elsewhere in the region. Each line that the edits remove or
/// insert must also be among the lines that they keep. `ours` contains the edits as found, before they were widened.
pub fn is_movable(ours: &[LineEdit], region: &MergeRegion, lines: &VersionLines<'_>) -> bool {
    let edits = edits_within(ours, &region.base);
    let mut kept = Vec::new();
    for line in region.base.clone() {
        if !edits.iter().any(|edit| edit.base.contains(&line)) {
            kept.push(lines.base.numbers[line]);
        }
    }
    for edit in edits {
        let removed = &lines.base.numbers[edit.base.clone()];
        let inserted = &lines.ours.numbers[edit.other.clone()];
        if !removed
            .iter()
            .chain(inserted)
            .all(|line| kept.contains(line))
        {
            return false;
        }
    }
    true
}
