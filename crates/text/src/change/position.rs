//! Maps an offset of one text to the other.
//!
//! Offsets are positions between bytes, from 0 to the length. Every lookup is a binary search.

use std::ops::Range;

use super::{ChangeSet, Edit};
use crate::text::Span;

/// The side of a text without counterpart that an offset takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bias {
    /// The place before it.
    Before,
    /// The place after it.
    After,
}

/// The span between two ends that may have crossed.
pub(super) fn spanned(start: usize, end: usize) -> Span {
    Span::new(start, end).unwrap_or(Span::empty_at(start))
}

/// The source of an offset of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The offset in the original.
    pub at: usize,
    /// The edit (0-based) that made the byte at the offset; `None` for kept text and at the end.
    pub made_by: Option<usize>,
}

impl ChangeSet {
    /// The place of `offset` of the original in the result.
    ///
    /// The ends of a replaced text go to the ends of the new one. An offset inside it, and the place of
    /// an insertion, goes before or after the new text, as `bias` says. Monotone for each bias.
    pub fn map(&self, offset: usize, bias: Bias) -> usize {
        let edit = self.edits().partition_point(|edit| edit.at <= offset);
        match edit.checked_sub(1) {
            None => offset,
            Some(last) => across(
                (self.edits()[last].span(), self.result_span(last)),
                offset,
                bias,
            ),
        }
    }

    /// The place of `span` of the original in the result, its ends turned as `ends` says. (after, before) excludes
    /// insertions at the ends, (before, after) includes them.
    pub fn map_span(&self, span: Span, ends: (Bias, Bias)) -> Span {
        let start = self.map(span.start(), ends.0);
        spanned(start, self.map(span.end(), ends.1))
    }

    /// True if `offset` of the original is inside a text that an edit replaces, not at its ends.
    pub(super) fn is_inside(&self, offset: usize) -> bool {
        let number = self.edits().partition_point(|edit| edit.end() <= offset);
        self.edits()
            .get(number)
            .is_some_and(|edit| edit.at < offset)
    }

    /// True if [`Self::map`] may be less exact than the parts that this set was composed of: inside a replaced text,
    /// and at the end of one that `bias` does not turn away from it.
    pub(super) fn blurs(&self, offset: usize, bias: Bias) -> bool {
        let number = self.edits().partition_point(|edit| edit.end() < offset);
        self.edits().get(number).is_some_and(|edit| match bias {
            Bias::Before => edit.at < offset,
            Bias::After => edit.at <= offset && offset < edit.end(),
        })
    }

    /// The source of `offset` of the result: [`Self::map`] of the inverse, and the edit that made the byte there.
    pub fn origin(&self, offset: usize, bias: Bias) -> Origin {
        let edit = self.starts().partition_point(|&start| start <= offset);
        match edit.checked_sub(1) {
            None => Origin {
                at: offset,
                made_by: None,
            },
            Some(last) => {
                let made = self.result_span(last);
                let is_inside = made.range().contains(&offset);
                Origin {
                    at: across((made, self.edits()[last].span()), offset, bias),
                    made_by: if is_inside { Some(last) } else { None },
                }
            }
        }
    }

    /// The bytes of the original that the bytes of `span`, a part of the result, come from: kept bytes from themselves,
    /// new ones from all that their edit replaced. An empty span stays empty unless it is inside a new text.
    pub fn origin_span(&self, span: Span) -> Span {
        let first = self.origin(span.start(), Bias::After);
        if span.is_empty() {
            return match first.made_by {
                Some(edit) if self.starts()[edit] < span.start() => self.edits()[edit].span(),
                Some(edit) => Span::empty_at(self.edits()[edit].at),
                None => Span::empty_at(first.at),
            };
        }
        let start = first.made_by.map_or(first.at, |edit| self.edits()[edit].at);
        let last = self.origin(span.end() - 1, Bias::After);
        let end = last
            .made_by
            .map_or(last.at + 1, |edit| self.edits()[edit].end());
        Span::of_len(start, end - start)
    }

    /// The edits (0-based) that changed `span`, a part of the result: those that made some of its bytes or removed text
    /// inside it. For an empty span, the one whose new text it is inside of.
    pub(crate) fn edits_in(&self, span: Span) -> Range<usize> {
        let end = self.starts().partition_point(|&start| start < span.end());
        let mut numbers = 0..end;
        // A hand-made partition point: the result's ends are not stored.
        let mut size = numbers.len();
        while size > 0 {
            let half = size / 2;
            let middle = numbers.start + half;
            if self.result_span(middle).end() <= span.start() {
                numbers.start = middle + 1;
                size -= half + 1;
            } else {
                size = half;
            }
        }
        numbers
    }

    /// The edits that touch `span` of the original, without the others, and the distance by which those before move it.
    pub fn around(&self, span: Span) -> (Self, isize) {
        let edits = self.edits();
        let first = edits.partition_point(|edit| edit.end() < span.start());
        let end = edits.partition_point(|edit| edit.at <= span.end());
        let near = Self::of_apart(self.base_len, edits[first..end.max(first)].to_vec());
        let moved = first.checked_sub(1).map_or(0, |before| {
            self.result_span(before).end().cast_signed() - edits[before].end().cast_signed()
        });
        (near, moved)
    }

    /// The same edits `by` bytes further on, of a text of `base_len` bytes.
    ///
    /// # Panics
    /// When one would lie outside it.
    pub fn moved(&self, by: isize, base_len: usize) -> Self {
        let mut edits = Vec::with_capacity(self.edits().len());
        for edit in self.edits() {
            edits.push(Edit {
                at: edit.at.wrapping_add_signed(by),
                ..edit.clone()
            });
        }
        Self::of_sorted(base_len, edits)
    }

    /// The place of the new text of `edit` (0-based) in the result.
    pub fn result_span(&self, edit: usize) -> Span {
        Span::of_len(self.starts()[edit], self.edits()[edit].new.len())
    }
}

/// Maps `offset`, which is not before `from`, to the text in which `to` replaces `from`.
fn across((from, to): (Span, Span), offset: usize, bias: Bias) -> usize {
    let is_at_end = offset == from.end() && !from.is_empty();
    let is_at_start = offset == from.start() && !from.is_empty();
    match bias {
        _ if offset > from.end() || is_at_end => to.end() + (offset - from.end()),
        _ if is_at_start => to.start(),
        Bias::Before => to.start(),
        Bias::After => to.end(),
    }
}
