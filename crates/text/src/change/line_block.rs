//! A change set divided into line blocks, as a unified diff shows them.
//!
//! This needs no diff algorithm and no line index: newlines are counted on the way, so the total cost is one pass up to
//! the last edit. Only this module trims common lines, and only for display. No other code may use a trimmed change
//! set.

use std::ops::Range;

use bytes::Bytes;

use super::{ChangeSet, SeenEdit};
use crate::text::{self, LineNumber, Span};

/// Whole lines of the original and the lines that replace them. At least one side has a line.
///
/// Edits in the same or in adjacent lines are one block. Whole lines that both sides have in common at its beginning
/// and its end are not part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineBlock {
    /// The lines of the original, endings included; empty when lines are only added.
    pub old: Span,
    /// Number of the first of them in the original; with none, of the line before which the new ones go.
    pub old_line: LineNumber,
    /// The lines of the result, endings included; empty when lines are only removed.
    pub new: Bytes,
    /// Number of the first of them in the result; with none, of the line before which the old ones were.
    pub new_line: LineNumber,
}

/// The numbers of lines that a change set adds and removes; a changed line counts on both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineDelta {
    /// Lines with `+` in a unified diff of the change set.
    pub added: usize,
    /// Lines with `-` in it.
    pub removed: usize,
}

impl ChangeSet {
    /// The blocks of lines that differ, in order, at least one unchanged line between any two. `base`
    /// must pass [`Self::check`].
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

    /// Exactly the `+` and `-` lines that a unified diff drawn from [`Self::line_blocks`] shows. Reads
    /// the touched lines only, so it costs nothing of the text between.
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
            delta.added += line_count(common.trim(new));
            delta.removed += line_count(common.trim(old));
        }
        delta
    }

    /// The whole lines of `base`, the original, that it touches, as sorted blocks.
    pub fn touched_lines(&self, base: &[u8]) -> Vec<Span> {
        self.hulls(base).map(|hull| hull.span).collect()
    }

    /// The edits grouped by the whole lines they touch, untrimmed.
    pub(super) fn hulls<'a>(&'a self, base: &'a [u8]) -> impl Iterator<Item = Hull<'a>> {
        let mut from = 0;
        std::iter::from_fn(move || {
            let hull = Hull::at(self, from, base)?;
            from = hull.numbers.end;
            Some(hull)
        })
    }
}

/// Edits in the same or adjacent lines, with the whole lines of the original they touch.
pub(super) struct Hull<'a> {
    set: &'a ChangeSet,
    /// The numbers (0-based) of the edits.
    pub(super) numbers: Range<usize>,
    pub(super) span: Span,
}

impl<'a> Hull<'a> {
    /// The hull that begins with edit `number` of `set`; `None` if there is none.
    fn at(set: &'a ChangeSet, number: usize, base: &[u8]) -> Option<Self> {
        let mut edits = (number..set.count()).map(|number| set.seen_at(number));
        let first = edits.next()?;
        let start = line_start(base, first.at);
        let mut end = touched_end(base, first);
        let mut count = 1;
        for edit in edits {
            // An edit that ends before `end` ends in a line already taken: looking for the end of that
            // line again would be quadratic in the edits of one long line.
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

    /// The new text of the only edit, if that covers the hull.
    fn only_new_text(&self) -> Option<&'a Bytes> {
        let edit = self.set.seen_at(self.numbers.start);
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

    /// The text of the hull afterwards: kept and new texts in turn.
    fn new_pieces<'b>(&self, base: &'b [u8]) -> impl Iterator<Item = &'b [u8]>
    where
        'a: 'b,
    {
        let mut from = self.span.start();
        let set = self.set;
        let tail_from = set.seen_at(self.numbers.end - 1).end();
        let tail = &base[tail_from..self.span.end()];
        let edited = self.numbers.clone().flat_map(move |number| {
            let edit = set.seen_at(number);
            let kept = &base[from..edit.at];
            from = edit.end();
            [kept, &edit.new[..]]
        });
        edited.chain([tail])
    }
}

/// The beginning of the line that holds `offset`.
fn line_start(base: &[u8], offset: usize) -> usize {
    line_start_after(base, 0, offset)
}

/// The beginning of the line that holds `offset`, searched from `floor` on, itself the start of a line.
fn line_start_after(base: &[u8], floor: usize, offset: usize) -> usize {
    memchr::memrchr(b'\n', &base[floor..offset]).map_or(floor, |at| floor + at + 1)
}

/// The end of the last line that `edit` touches. The line after a replaced text is not touched if both the old and the
/// new text end with a line.
fn touched_end(base: &[u8], edit: SeenEdit<'_>) -> usize {
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

/// Newlines passed so far.
#[derive(Default)]
struct LineCount {
    offset: usize,
    old: usize,
    new: usize,
}

impl LineCount {
    /// Numbers the block `old` that becomes `new`, which is after all earlier ones.
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

/// `block` without the whole lines both sides have in common at the beginning and at the end.
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

/// Bytes of the whole lines that two texts have in common at the beginning and at the end.
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

/// Bytes of the whole lines at the beginning that both texts have.
fn common_leading_lines(old: &[u8], new: &[u8]) -> usize {
    let common = text::common_head(old, new);
    line_start(old, common)
}

fn newlines(text: &[u8]) -> usize {
    bytecount::count(text, b'\n')
}

/// Lines of a text; an unterminated last one counts.
fn line_count(text: &[u8]) -> usize {
    newlines(text) + usize::from(!text.is_empty() && !text.ends_with(b"\n"))
}
