//! A change set divided into line blocks, as a unified diff shows them.
//!
//! This module needs no diff algorithm and no line index. It counts newlines while it reads, so the total cost is one
//! pass up to the last edit. Common lines are trimmed only here, and only for display. No other code may use a
//! trimmed change set.

use std::ops::Range;

use bytes::Bytes;

use super::{ChangeSet, EditRef};
use crate::text::{self, LineNumber, Span};

/// Whole lines of the original and the lines that replace them. At least one side contains a line.
///
/// Edits in the same line or in adjacent lines form one block. Whole lines that both sides share at the beginning and
/// end do not belong to the block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineBlock {
    /// The lines of the original, including line endings; empty if lines are only added.
    pub old: Span,
    /// The first line in the original. If `old` is empty, the line before which the new lines are inserted.
    pub old_line: LineNumber,
    /// The lines of the result, including line endings; empty if lines are only removed.
    pub new: Bytes,
    /// The first line in the result. If `new` is empty, the line before which the old lines were removed.
    pub new_line: LineNumber,
}

/// The numbers of lines that a change set adds and removes. A changed line counts on both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineDelta {
    /// The number of `+` lines in a unified diff.
    pub added: usize,
    /// The number of `-` lines in a unified diff.
    pub removed: usize,
}

impl ChangeSet {
    /// The blocks of lines that differ, in order, with at least one unchanged line between any two. `base` must pass
    /// [`Self::check`].
    pub fn line_blocks<'a>(&'a self, base: &'a [u8]) -> impl Iterator<Item = LineBlock> + 'a {
        let mut lines = LineCount::default();
        self.hulls(base).filter_map(move |hull| {
            let block = trimmed(lines.number(base, hull.span, hull.new_text(base)), base);
            if block.old.is_empty() && block.new.is_empty() {
                return None;
            }
            Some(block)
        })
    }

    /// Counts the `+` and `-` lines in a unified diff of [`Self::line_blocks`]. Reads only the touched lines, not the
    /// text between them.
    pub fn line_delta(&self, base: &[u8]) -> LineDelta {
        let mut delta = LineDelta::default();
        let mut joined = Vec::new();
        for hull in self.hulls(base) {
            let old = &base[hull.span.range()];
            let new = match hull.only_new_text() {
                Some(new) => &new[..],
                None => {
                    joined.clear();
                    for piece in hull.new_pieces(base) {
                        joined.extend_from_slice(piece);
                    }
                    &joined[..]
                }
            };
            let common = CommonLines::new(old, new);
            delta.added += text::count_lines(common.trim(new));
            delta.removed += text::count_lines(common.trim(old));
        }
        delta
    }

    /// The whole lines of `base`, the original, that the edits touch, as sorted blocks.
    pub fn touched_lines(&self, base: &[u8]) -> Vec<Span> {
        self.hulls(base).map(|hull| hull.span).collect()
    }

    /// The edits grouped by the whole lines they touch, not trimmed.
    pub(super) fn hulls<'a>(&'a self, base: &'a [u8]) -> impl Iterator<Item = Hull<'a>> {
        let mut from = 0;
        std::iter::from_fn(move || {
            let hull = Hull::at(self, from, base)?;
            from = hull.numbers.end;
            Some(hull)
        })
    }
}

/// Edits in the same line or in adjacent lines, with the whole lines of the original that they touch.
pub(super) struct Hull<'a> {
    set: &'a ChangeSet,
    /// The 0-based numbers of the edits.
    pub(super) numbers: Range<usize>,
    pub(super) span: Span,
}

impl<'a> Hull<'a> {
    /// The hull that begins with edit `number` of `set`; `None` if there is none.
    fn at(set: &'a ChangeSet, number: usize, base: &[u8]) -> Option<Self> {
        let mut edits = (number..set.count()).map(|number| set.edit_ref(number));
        let first = edits.next()?;
        let start = text::line_start(base, first.at);
        let mut end = touched_end(base, first);
        let mut count = 1;
        for edit in edits {
            // Edits inside a line of the hull need no search for the line's end. Repeating that search would be
            // quadratic if one long line has many edits.
            let is_inside = edit.end() < end;
            if !is_inside && edit.at > end && line_start_after(base, end, edit.at) > end {
                break;
            }
            if !is_inside {
                end = end.max(touched_end(base, edit));
            }
            count += 1;
        }
        Some(Self {
            set,
            numbers: number..number + count,
            span: Span::of_len(start, end - start),
        })
    }

    /// The new text of the edit, if the hull contains only one edit and that edit covers it.
    fn only_new_text(&self) -> Option<&'a Bytes> {
        let edit = self.set.edit_ref(self.numbers.start);
        if self.numbers.len() != 1 || edit.span() != self.span {
            return None;
        }
        Some(edit.new)
    }

    fn new_text(&self, base: &[u8]) -> Bytes {
        if let Some(new) = self.only_new_text() {
            return new.clone();
        }
        let len = self.new_pieces(base).map(<[u8]>::len).sum();
        let mut text = Vec::with_capacity(len);
        for piece in self.new_pieces(base) {
            text.extend_from_slice(piece);
        }
        text.into()
    }

    /// The new text of the hull: kept text and new text alternate.
    fn new_pieces<'b>(&self, base: &'b [u8]) -> impl Iterator<Item = &'b [u8]>
    where
        'a: 'b,
    {
        let mut from = self.span.start();
        let set = self.set;
        let tail_from = set.edit_ref(self.numbers.end - 1).end();
        let tail = &base[tail_from..self.span.end()];
        let edited = self.numbers.clone().flat_map(move |number| {
            let edit = set.edit_ref(number);
            let kept = &base[from..edit.at];
            from = edit.end();
            [kept, &edit.new[..]]
        });
        edited.chain([tail])
    }
}

/// The start of the line that contains `offset`. `floor` is the start of this line or of an earlier line.
fn line_start_after(base: &[u8], floor: usize, offset: usize) -> usize {
    memchr::memrchr(b'\n', &base[floor..offset]).map_or(floor, |at| floor + at + 1)
}

/// The end of the last line that `edit` touches. An edit that ends at a line start does not touch the next line if
/// its new text ends with a newline.
fn touched_end(base: &[u8], edit: EditRef<'_>) -> usize {
    let new_ends_line = match edit.new.last() {
        Some(&last) => last == b'\n',
        None => begins_line(base, edit.at),
    };
    let end = edit.end();
    if begins_line(base, end) && new_ends_line {
        return end;
    }
    text::line_end(base, end)
}

fn begins_line(base: &[u8], offset: usize) -> bool {
    offset == 0 || base[offset - 1] == b'\n'
}

/// The newlines counted so far, in the original and in the result.
#[derive(Default)]
struct LineCount {
    /// The end of the counted part of the original.
    offset: usize,
    old: usize,
    new: usize,
}

impl LineCount {
    /// Numbers the block `old`, which is replaced by `new`. The block must follow all earlier blocks.
    fn number(&mut self, base: &[u8], old: Span, new: Bytes) -> LineBlock {
        let kept = newlines(&base[self.offset..old.start()]);
        let block = LineBlock {
            old_line: LineNumber::after_lines(self.old + kept),
            new_line: LineNumber::after_lines(self.new + kept),
            old,
            new,
        };
        self.offset = old.end();
        self.old += kept + newlines(&base[old.range()]);
        self.new += kept + newlines(&block.new);
        block
    }
}

/// `block` without the whole lines that both sides share at the beginning and end.
fn trimmed(block: LineBlock, base: &[u8]) -> LineBlock {
    let old = &base[block.old.range()];
    let CommonLines { leading, trailing } = CommonLines::new(old, &block.new);
    let lines = newlines(&old[..leading]);
    LineBlock {
        old: Span::of_len(block.old.start() + leading, old.len() - leading - trailing),
        old_line: LineNumber::after_lines(block.old_line.lines_before() + lines),
        new_line: LineNumber::after_lines(block.new_line.lines_before() + lines),
        new: block.new.slice(leading..block.new.len() - trailing),
    }
}

/// The lengths in bytes of the whole lines that two texts share at the beginning and end.
struct CommonLines {
    leading: usize,
    trailing: usize,
}

impl CommonLines {
    fn new(old: &[u8], new: &[u8]) -> Self {
        let leading = common_leading_lines(old, new);
        let trailing = text::common_tail_lines(&old[leading..], &new[leading..]);
        Self { leading, trailing }
    }

    fn trim<'a>(&self, text: &'a [u8]) -> &'a [u8] {
        &text[self.leading..text.len() - self.trailing]
    }
}

/// The length in bytes of the whole lines that both texts share at the beginning.
fn common_leading_lines(old: &[u8], new: &[u8]) -> usize {
    text::line_start(old, text::common_head(old, new))
}

fn newlines(text: &[u8]) -> usize {
    bytecount::count(text, b'\n')
}
