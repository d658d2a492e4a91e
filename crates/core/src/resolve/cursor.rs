//! Counts lines while a search moves forward, instead of counting from the start for every match.
//!
//! All matches together cost one pass over the text, and a match near the start costs almost nothing. The line index
//! of the snapshot is for lookups in any order.

use crate::snapshot::Snapshot;
use crate::text::{LineNumber, LineRange, Span};

/// Counts lines up to an offset that can move in both directions. A move costs time proportional to the distance.
#[derive(Clone, Debug)]
pub(super) struct LineCursor<'a> {
    text: &'a [u8],
    offset: usize,
    newlines_before: usize,
}

impl<'a> LineCursor<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self {
            text,
            offset: 0,
            newlines_before: 0,
        }
    }

    pub(super) fn line_at(&mut self, offset: usize) -> LineNumber {
        if offset >= self.offset {
            self.newlines_before += bytecount::count(&self.text[self.offset..offset], b'\n');
        } else {
            self.newlines_before -= bytecount::count(&self.text[offset..self.offset], b'\n');
        }
        self.offset = offset;
        LineNumber::after_lines(self.newlines_before)
    }

    /// The lines of the bytes in `span`. For an empty span, the line of its start.
    pub(super) fn lines_of(&mut self, span: Span) -> LineRange {
        let first = self.line_at(span.start());
        let last = self.line_at(span.end().saturating_sub(1).max(span.start()));
        LineRange::new(first, last).unwrap_or(LineRange::single(first))
    }
}

/// The maximum number of matches in a report.
pub(super) const MAX_LISTED: usize = 20;

/// The lines of the first [`MAX_LISTED`] of `spans`.
pub(super) fn listed_lines(spans: &[Span], now: &Snapshot) -> Vec<LineRange> {
    let mut cursor = LineCursor::new(now.bytes());
    let shown = spans.iter().take(MAX_LISTED);
    shown.map(|&span| cursor.lines_of(span)).collect()
}

#[cfg(test)]
mod tests {
    use super::LineCursor;
    use crate::snapshot::Snapshot;
    use crate::text::Span;

    #[test]
    fn agrees_with_the_index_whichever_way_it_moves() {
        let now = Snapshot::of_text(&b"a\n\nbc\r\nd\n\ne"[..]);
        let len = now.bytes().len();
        let mut cursor = LineCursor::new(now.bytes());
        for start in (0..=len).chain((0..=len).rev()) {
            for end in start..=len {
                let span = Span::new(start, end).unwrap();
                assert_eq!(cursor.lines_of(span), now.lines_of(span), "{span:?}");
            }
        }
    }
}
