//! Limits on the text that output shows. The limits decide which lines are printed, and which lines count as seen.

use crate::text;

/// The limits for a file that is viewed as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewBounds {
    /// The maximum number of lines.
    pub lines: usize,
    /// The number of bytes after which no new line is started.
    pub bytes: usize,
    /// The maximum number of bytes of a line.
    pub line_bytes: usize,
    /// The size of a line number and hash in bytes, which is added to the size of each line.
    pub mark_bytes: usize,
}

/// The limits for a diff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiffBounds {
    /// Unchanged lines around a change.
    pub context: usize,
    /// The maximum number of lines in the diffs of all files.
    pub lines: usize,
    /// The maximum number of bytes in these lines.
    pub bytes: usize,
}

impl ViewBounds {
    /// The number of lines of `text` within these limits.
    pub fn count(self, text: &[u8]) -> usize {
        let (mut count, mut bytes) = (0, 0);
        for line in text::lines(text) {
            if count == self.lines || bytes >= self.bytes {
                break;
            }
            bytes += line.len().min(self.line_bytes) + self.mark_bytes;
            count += 1;
        }
        count
    }
}
