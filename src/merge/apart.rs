//! Changes with room to move. Where lines repeat, a comparison may find the same change further up or down: what may
//! have been done there counts as done there.

use super::changes::LineEdit;

/// `edits`, which make of `base` the `other` text, each over all the places it could stand at. Those that then meet are
/// one.
pub fn widened(edits: &[LineEdit], base: &[u32], other: &[u32]) -> Vec<LineEdit> {
    let mut wide: Vec<LineEdit> = Vec::with_capacity(edits.len());
    for (number, edit) in edits.iter().enumerate() {
        let above = number.checked_sub(1).map_or(0, |last| edits[last].base.end);
        let below = edits
            .get(number + 1)
            .map_or(base.len(), |next| next.base.start);
        // What is only put in, or only taken out, looks the same one line on if that line is its other end.
        let (lines, run) = match (edit.base.is_empty(), edit.other.is_empty()) {
            (true, false) => (other, &edit.other),
            (false, true) => (base, &edit.base),
            _ => (base, &(0..0)),
        };
        let up = (1..=edit.base.start - above)
            .take_while(|back| !run.is_empty() && lines[run.start - back] == lines[run.end - back])
            .count();
        let down = (0..below - edit.base.end)
            .take_while(|on| !run.is_empty() && lines[run.start + on] == lines[run.end + on])
            .count();
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
