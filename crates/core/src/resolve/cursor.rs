//! Counts lines while a search moves forward, instead of counting from the start for every match.
//!
//! A million matches cost one pass over the text, and a single match near the start costs next to nothing. The line
//! index of the snapshot is for lookups in any order.

use crate::snapshot::Snapshot;
use crate::text::{LineNumber, LineRange, Span};

/// Counts lines up to an offset that may move either way; a move costs the bytes it passes.
#[derive(Clone, Debug)]
pub(super) struct LineCursor<'a> {
    text: &'a [u8],
    offset: usize,
    newlines_before: usize,
}

impl<'a> LineCursor<'a> {
    /// A cursor at the start of `text`.
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self {
            text,
            offset: 0,
            newlines_before: 0,
        }
    }

    /// The line that holds byte `offset`.
    pub(super) fn line_at(&mut self, offset: usize) -> LineNumber {
        if offset >= self.offset {
            self.newlines_before += bytecount::count(&self.text[self.offset..offset], b'\n');
        } else {
            self.newlines_before -= bytecount::count(&self.text[offset..self.offset], b'\n');
        }
        self.offset = offset;
        LineNumber::after_lines(self.newlines_before)
    }

    /// The lines that hold the bytes of `span`; the line of its start when it is empty.
    pub(super) fn lines_of(&mut self, span: Span) -> LineRange {
        let first = self.line_at(span.start());
        let last = self.line_at(span.end().saturating_sub(1).max(span.start()));
        LineRange::new(first, last).unwrap_or(LineRange::single(first))
    }
}

/// Places of a text that are listed as evidence.
pub(super) const LISTED: usize = 20;

/// The lines of the first of `spans`, as many as are listed as evidence.
pub(super) fn listed_lines(spans: &[Span], now: &Snapshot) -> Vec<LineRange> {
    let mut cursor = LineCursor::new(now.bytes());
    let shown = spans.iter().take(LISTED);
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
