//! A half-open range of bytes, with its ends in order.

use std::ops::Range;

/// The bytes `start..end` of some text; `start <= end` always holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    start: usize,
    end: usize,
}

impl Span {
    /// The span `start..end`, or `None` when the ends are out of order.
    pub fn new(start: usize, end: usize) -> Option<Self> {
        if start > end {
            return None;
        }
        Some(Self { start, end })
    }

    /// The span of `len` bytes beginning at `start`.
    pub fn of_len(start: usize, len: usize) -> Self {
        Self {
            start,
            end: start + len,
        }
    }

    /// The empty span at `offset`, between two bytes.
    pub fn empty_at(offset: usize) -> Self {
        Self::of_len(offset, 0)
    }

    /// Offset of the first byte.
    pub fn start(self) -> usize {
        self.start
    }

    /// Offset just past the last byte.
    pub fn end(self) -> usize {
        self.end
    }

    /// Number of bytes.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// True if no byte is inside.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The standard range, for slicing.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// True if the two share a byte or meet at a boundary.
    pub fn touches(self, other: Self) -> bool {
        self.start <= other.end && other.start <= self.end
    }
}

#[cfg(test)]
mod tests {
    use super::Span;

    #[test]
    fn ends_out_of_order_are_refused() {
        assert_eq!(Span::new(3, 2), None);
        assert_eq!(Span::new(2, 2), Some(Span::empty_at(2)));
    }

    #[test]
    fn spans_that_meet_at_a_boundary_touch() {
        let left = Span::of_len(0, 2);
        assert!(left.touches(Span::of_len(2, 1)));
        assert!(Span::of_len(2, 1).touches(left));
        assert!(!left.touches(Span::of_len(3, 1)));
    }
}
