//! Changes of lines in the form of a diff.

use super::plural::count;
use crate::change::LineChange;
use crate::render::escape::beginning;
use crate::text;

/// The maximum number of bytes of a line.
const LINE_BYTES: usize = 500;

/// The maximum number of lines of each side of a change.
const SIDE_LINES: usize = 20;

/// A change of lines in the form of a diff without positions: `-` or `+` before each line. Long sides are cut.
pub fn line_change(change: &LineChange) -> Vec<u8> {
    let mut shown = Vec::new();
    for (mark, text) in [(b'-', &change.old), (b'+', &change.new)] {
        let mut lines = text::lines(text);
        for line in lines.by_ref().take(SIDE_LINES) {
            shown.push(mark);
            shown.extend_from_slice(&beginning(
                line.strip_suffix(b"\n").unwrap_or(line),
                LINE_BYTES,
            ));
            shown.push(b'\n');
        }
        let more = lines.count();
        if more > 0 {
            let more = count(more, "more line");
            shown.extend_from_slice(format!("{}({more})\n", char::from(mark)).as_bytes());
        }
    }
    shown
}
