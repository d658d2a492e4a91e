//! A half-open range of bytes.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// The bytes `start..end` of a text. Invariant: `start <= end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "(usize, usize)", into = "(usize, usize)")]
pub struct Span {
    start: usize,
    end: usize,
}

impl From<Span> for (usize, usize) {
    fn from(span: Span) -> Self {
        (span.start, span.end)
    }
}

impl TryFrom<(usize, usize)> for Span {
    type Error = &'static str;

    fn try_from((start, end): (usize, usize)) -> Result<Self, Self::Error> {
        Self::new(start, end).ok_or("the ends of a span are out of order")
    }
}

impl Span {
    /// The span `start..end`; `None` if `start > end`.
    pub fn new(start: usize, end: usize) -> Option<Self> {
        if start > end {
            return None;
        }
        Some(Self { start, end })
    }

    /// The span of `len` bytes that begins at `start`.
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

    /// The offset of the first byte.
    pub fn start(self) -> usize {
        self.start
    }

    /// The offset after the last byte.
    pub fn end(self) -> usize {
        self.end
    }

    /// The number of bytes.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// True if the span contains no bytes.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The span as a `Range`, for slicing.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// True if `inner` begins and ends in this span.
    pub fn contains(self, inner: Self) -> bool {
        self.start <= inner.start && inner.end <= self.end
    }

    /// True if both spans share a byte or an end.
    pub fn touches(self, other: Self) -> bool {
        self.start <= other.end && other.start <= self.end
    }
}

/// Merges the sorted `spans` that touch.
pub fn merged(spans: Vec<Span>) -> Vec<Span> {
    let mut merged: Vec<Span> = Vec::new();
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.touches(*last) => {
                let end = span.end().max(last.end());
                *last = Span::of_len(last.start(), end - last.start());
            }
            _ => merged.push(span),
        }
    }
    merged
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
