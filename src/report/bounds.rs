//! The amount of a text that is shown: for the code that shows it, and for the code that notes what was seen.

use crate::text;

/// The amount that is shown of a file that is viewed as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewBounds {
    /// The number of lines.
    pub lines: usize,
    /// Bytes after which no further line is begun.
    pub bytes: usize,
    /// Bytes of one line.
    pub line_bytes: usize,
    /// Bytes that the number of a line and its hash take up, counted with the bytes of each line.
    pub mark_bytes: usize,
}

/// The amount of a diff that is shown.
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
    /// The number of lines of `text` that are shown.
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
