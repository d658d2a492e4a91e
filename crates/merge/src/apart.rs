//! Changes with room to move. Where lines repeat, a comparison may find a change, or a part of it, further up or down
//! than it was made: what may have been done there counts as done there.

use super::changes::LineEdit;
use super::meeting::inside;
use super::region::MergeRegion;
use super::versions::VersionLines;

/// `edits`, which make of `base` the `other` text, each over all the places it could stand at. Those that then meet are
/// one.
pub fn widened(edits: &[LineEdit], base: &[u32], other: &[u32]) -> Vec<LineEdit> {
    let mut wide: Vec<LineEdit> = Vec::with_capacity(edits.len());
    for (number, edit) in edits.iter().enumerate() {
        let above = number.checked_sub(1).map_or(0, |last| edits[last].base.end);
        let below = edits
            .get(number + 1)
            .map_or(base.len(), |next| next.base.start);
        // A line beside it that is one of its own may be the one that was meant.
        let own = [&base[edit.base.clone()], &other[edit.other.clone()]].concat();
        let is_own = |line: &&u32| own.contains(line);
        let up = base[above..edit.base.start].iter().rev();
        let up = up.take_while(is_own).count();
        let down = base[edit.base.end..below].iter();
        let down = down.take_while(is_own).count();
        let next = LineEdit {
            base: edit.base.start - up..edit.base.end + down,
            other: edit.other.start - up..edit.other.end + down,
        };
        match wide.last_mut() {
            Some(last) if next.base.start <= last.base.end => {
                last.base.end = next.base.end.max(last.base.end);
                last.other.end = next.other.end.max(last.other.end);
            }
            _ => wide.push(next),
        }
    }
    wide
}

/// Whether the changes of our side in `region`, which `ours` has as they were found, could all stand elsewhere in it: each line
/// that they take or put is one that stands there besides.
pub fn is_movable(ours: &[LineEdit], region: &MergeRegion, lines: &VersionLines) -> bool {
    let (base, side) = (&lines.base.numbers, &lines.ours.numbers);
    let edits: Vec<&LineEdit> = inside(ours, &region.base).collect();
    let is_kept = |line: &usize| !edits.iter().any(|edit| edit.base.contains(line));
    let kept: Vec<u32> = region
        .base
        .clone()
        .filter(is_kept)
        .map(|line| base[line])
        .collect();
    let mut own = edits.iter().flat_map(|edit| {
        base[edit.base.clone()]
            .iter()
            .chain(&side[edit.other.clone()])
    });
    own.all(|line| kept.contains(line))
}
