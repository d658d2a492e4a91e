//! Maps offsets between the original and the result of a change set.
//!
//! Offsets are positions between bytes, from 0 to the length. Each lookup is a binary search.

use std::ops::Range;

use super::{ChangeSet, Edit};
use crate::text::Span;

/// The side to which an offset maps if it is inside replaced text or at an insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bias {
    /// Before the new text.
    Before,
    /// After the new text.
    After,
}

/// The span from `start` to `end`, or the empty span at `start` if `end` precedes it.
pub(super) fn spanned(start: usize, end: usize) -> Span {
    Span::new(start, end).unwrap_or(Span::empty_at(start))
}

/// The source of an offset of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The offset in the original.
    pub at: usize,
    /// The 0-based edit that wrote the byte at the offset; `None` for kept text and at the end.
    pub made_by: Option<usize>,
}

impl ChangeSet {
    /// Maps `offset` of the original to the result.
    ///
    /// The ends of replaced text map to the ends of the new text. An offset inside replaced text, or at an insertion,
    /// maps to the start or end of the new text, depending on `bias`. Monotone for each bias.
    pub fn map(&self, offset: usize, bias: Bias) -> usize {
        let count = self.edits().partition_point(|edit| edit.at <= offset);
        let Some(last) = count.checked_sub(1) else {
            return offset;
        };
        map_across(
            self.edits()[last].span(),
            self.result_span(last),
            offset,
            bias,
        )
    }

    /// Maps `span` of the original to the result. `ends` contains the bias of its start and its end: (after, before)
    /// excludes insertions at the ends, (before, after) includes them.
    pub fn map_span(&self, span: Span, ends: (Bias, Bias)) -> Span {
        let start = self.map(span.start(), ends.0);
        spanned(start, self.map(span.end(), ends.1))
    }

    /// True if `offset` of the original is inside replaced text, not at its ends.
    pub(super) fn is_inside(&self, offset: usize) -> bool {
        let number = self.edits().partition_point(|edit| edit.end() <= offset);
        self.edits()
            .get(number)
            .is_some_and(|edit| edit.at < offset)
    }

    /// True if the composed sets may map `offset` more exactly than this set. That is possible inside replaced text,
    /// and at the end of replaced text that `bias` points into.
    pub(super) fn is_inexact_at(&self, offset: usize, bias: Bias) -> bool {
        let number = self.edits().partition_point(|edit| edit.end() < offset);
        self.edits().get(number).is_some_and(|edit| match bias {
            Bias::Before => edit.at < offset,
            Bias::After => edit.at <= offset && offset < edit.end(),
        })
    }

    /// The source of `offset` of the result: [`Self::map`] of the inverse, and the edit that wrote the byte there.
    pub fn origin(&self, offset: usize, bias: Bias) -> Origin {
        let count = self.starts().partition_point(|&start| start <= offset);
        let Some(last) = count.checked_sub(1) else {
            return Origin {
                at: offset,
                made_by: None,
            };
        };
        let new = self.result_span(last);
        let is_inside = new.range().contains(&offset);
        Origin {
            at: map_across(new, self.edits()[last].span(), offset, bias),
            made_by: if is_inside { Some(last) } else { None },
        }
    }

    /// The bytes of the original that `span`, a part of the result, comes from. Kept bytes come from themselves, and
    /// new bytes from all the text that their edit replaced. An empty span stays empty unless it is inside new text.
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

    /// The 0-based edits that changed `span`, a part of the result, by writing some of its bytes or removing text
    /// inside it. For an empty span, the edit whose new text contains it.
    pub(crate) fn edits_in(&self, span: Span) -> Range<usize> {
        let end = self.starts().partition_point(|&start| start < span.end());
        let mut first = self
            .starts()
            .partition_point(|&start| start <= span.start());
        // Only the last edit that begins at or before the span can reach into it.
        if let Some(last) = first.checked_sub(1)
            && self.result_span(last).end() > span.start()
        {
            first = last;
        }
        first.min(end)..end
    }

    /// The edits that touch `span` of the original, and the distance in bytes by which the earlier edits shift them.
    pub fn around(&self, span: Span) -> (Self, isize) {
        let edits = self.edits();
        let first = edits.partition_point(|edit| edit.end() < span.start());
        let end = edits.partition_point(|edit| edit.at <= span.end());
        let near = Self::of_normalized(self.base_len, edits[first..end.max(first)].to_vec());
        let shift = match first.checked_sub(1) {
            Some(last) => {
                self.result_span(last).end().cast_signed() - edits[last].end().cast_signed()
            }
            None => 0,
        };
        (near, shift)
    }

    /// The same edits shifted by `by` bytes, for a text of `base_len` bytes.
    ///
    /// # Panics
    /// If a shifted edit is outside the text.
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

    /// The position in the result of the new text of `edit` (0-based).
    pub fn result_span(&self, edit: usize) -> Span {
        Span::of_len(self.starts()[edit], self.edits()[edit].new.len())
    }
}

/// Maps `offset`, which must not precede `from`, to the text in which `to` replaces `from`.
fn map_across(from: Span, to: Span, offset: usize, bias: Bias) -> usize {
    if offset > from.end() || offset == from.end() && !from.is_empty() {
        return to.end() + (offset - from.end());
    }
    let is_at_start = offset == from.start() && !from.is_empty();
    if is_at_start || bias == Bias::Before {
        to.start()
    } else {
        to.end()
    }
}
