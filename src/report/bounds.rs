//! How much of a text is shown: for who shows it, and for who notes what was seen.

use crate::text;

/// How much of a file that is viewed as a whole is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewBounds {
    /// How many lines.
    pub lines: usize,
    /// Bytes after which no further line is begun.
    pub bytes: usize,
    /// Bytes of one line.
    pub line_bytes: usize,
    /// Bytes that the number of a line and its hash take up, counted with the bytes of each line.
    pub mark_bytes: usize,
}

/// How much of a diff is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiffBounds {
    /// Unchanged lines around a change.
    pub context: usize,
    /// Lines of all files together.
    pub lines: usize,
    /// Bytes of them.
    pub bytes: usize,
}

impl ViewBounds {
    /// How many of the lines that `text` consists of are shown.
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
