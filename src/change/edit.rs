//! One replacement.

use bytes::Bytes;

use crate::text::Span;

/// At byte `at` of the original, `old` becomes `new`.
///
/// `old` is witness, undo and diff source in one; the range is derived from it. Both texts share memory
/// with the snapshot or with each other, so an edit is cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edit {
    /// Offset in the original, bytes.
    pub at: usize,
    /// The text there.
    pub old: Bytes,
    /// The text that comes there.
    pub new: Bytes,
}

impl Edit {
    /// The replaced bytes of the original.
    pub fn span(&self) -> Span {
        Span::of_len(self.at, self.old.len())
    }

    /// Offset just past the replaced bytes.
    pub fn end(&self) -> usize {
        self.at + self.old.len()
    }
}
