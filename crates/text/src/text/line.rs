//! Lines: 1-based numbers, and a sparse index from bytes to lines and back.

use std::fmt;
use std::num::NonZeroUsize;

use super::Span;

/// A 1-based line number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineNumber(NonZeroUsize);

impl LineNumber {
    /// The first line.
    pub const FIRST: Self = Self(NonZeroUsize::MIN);

    /// The line with this number; `None` for 0.
    pub fn new(number: usize) -> Option<Self> {
        NonZeroUsize::new(number).map(Self)
    }

    /// The line after the first `count` lines.
    pub fn after_lines(count: usize) -> Self {
        Self(NonZeroUsize::MIN.saturating_add(count))
    }

    /// The 1-based number.
    pub fn number(self) -> usize {
        self.0.get()
    }

    /// The number of lines before this one.
    pub fn lines_before(self) -> usize {
        self.0.get() - 1
    }
}

impl fmt::Display for LineNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The lines `first..=last`. Invariant: `first <= last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineRange {
    first: LineNumber,
    last: LineNumber,
}

impl LineRange {
    /// The lines from `first` to `last`, inclusive; `None` if `first > last`.
    pub fn new(first: LineNumber, last: LineNumber) -> Option<Self> {
        if first > last {
            return None;
        }
        Some(Self { first, last })
    }

    /// A single line.
    pub fn single(line: LineNumber) -> Self {
        Self {
            first: line,
            last: line,
        }
    }

    /// The first line of the range.
    pub fn first(self) -> LineNumber {
        self.first
    }

    /// The last line of the range, inclusive.
    pub fn last(self) -> LineNumber {
        self.last
    }

    /// The number of lines, at least 1.
    pub fn count(self) -> usize {
        self.last.number() - self.first.number() + 1
    }

    /// The union of these lines and `next`, if `next` begins in these lines or directly after them.
    pub fn joined(self, next: Self) -> Option<Self> {
        if next.first < self.first || self.last.number() + 1 < next.first.number() {
            return None;
        }
        Some(Self {
            first: self.first,
            last: self.last.max(next.last),
        })
    }

    /// True if the range contains `line`.
    pub fn contains(self, line: LineNumber) -> bool {
        (self.first..=self.last).contains(&line)
    }
}

impl fmt::Display for LineRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            self.first.fmt(f)
        } else {
            write!(f, "{}-{}", self.first, self.last)
        }
    }
}

/// The number of bytes in each counted block of [`LineIndex`].
const BLOCK: usize = 2 * 1024;

/// The number of newlines before each 2 KiB block of a text.
///
/// Building the index takes one counting pass. A lookup counts newlines within a single block. A full per-line index
/// would cost six times as much. Every method takes the text that the index was built from.
#[derive(Clone, Debug)]
pub struct LineIndex {
    /// `newlines_before[b]` is the number of newlines before block `b`. Has one more entry than there are blocks.
    newlines_before: Vec<usize>,
}

impl LineIndex {
    /// Builds the index of `text`.
    pub fn new(text: &[u8]) -> Self {
        let mut newlines_before = Vec::with_capacity(text.len() / BLOCK + 2);
        let mut total = 0;
        newlines_before.push(0);
        for block in text.chunks(BLOCK) {
            total += bytecount::count(block, b'\n');
            newlines_before.push(total);
        }
        Self { newlines_before }
    }

    /// The number of lines of `text`, including an unterminated last line. The empty text has none.
    pub fn line_count(&self, text: &[u8]) -> usize {
        let newlines = self.newlines_before.last().copied().unwrap_or(0);
        newlines + usize::from(!text.is_empty() && !text.ends_with(b"\n"))
    }

    /// The line that contains byte `offset`. The end of a terminated text belongs to the line that would begin there.
    pub fn line_at(&self, text: &[u8], offset: usize) -> LineNumber {
        let block = offset / BLOCK;
        let in_block = bytecount::count(&text[block * BLOCK..offset], b'\n');
        LineNumber::after_lines(self.newlines_before[block] + in_block)
    }

    /// The offset of the first byte of `line`. For the line after the last line, the end of the text; `None` after
    /// that.
    pub fn start_of(&self, text: &[u8], line: LineNumber) -> Option<usize> {
        let newlines = line.lines_before();
        if newlines == 0 {
            return Some(0);
        }
        // The first block after the newline that ends the previous line.
        let next_block = self
            .newlines_before
            .partition_point(|&before| before < newlines);
        if next_block == self.newlines_before.len() {
            if newlines == self.line_count(text) {
                return Some(text.len());
            }
            return None;
        }
        let block = next_block - 1;
        let start = block * BLOCK;
        let skipped = newlines - self.newlines_before[block] - 1;
        let newline = memchr::memchr_iter(b'\n', &text[start..]).nth(skipped)?;
        Some(start + newline + 1)
    }

    /// The bytes of `lines`, including line endings; `None` if `lines` extends past the end.
    pub fn span_of(&self, text: &[u8], lines: LineRange) -> Option<Span> {
        if lines.last().number() > self.line_count(text) {
            return None;
        }
        let start = self.start_of(text, lines.first())?;
        let end = self.start_of(text, LineNumber::after_lines(lines.last().number()))?;
        Span::new(start, end)
    }

    /// The lines that contain the bytes of `span`; for an empty span, the line that contains its start.
    pub fn lines_of(&self, text: &[u8], span: Span) -> LineRange {
        let first = self.line_at(text, span.start());
        let last = match span.len() {
            0 => first,
            _ => self.line_at(text, span.end() - 1),
        };
        LineRange { first, last }
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, LineIndex, LineNumber, LineRange};
    use crate::text::Span;

    fn line(number: usize) -> LineNumber {
        LineNumber::new(number).unwrap()
    }

    fn naive_line_at(text: &[u8], offset: usize) -> usize {
        text[..offset].iter().filter(|&&byte| byte == b'\n').count() + 1
    }

    fn check_against_naive(text: &[u8], offsets: impl Iterator<Item = usize>) {
        let index = LineIndex::new(text);
        for offset in offsets {
            let expected = naive_line_at(text, offset);
            assert_eq!(index.line_at(text, offset).number(), expected);
            let start = text[..offset]
                .iter()
                .rposition(|&byte| byte == b'\n')
                .map_or(0, |at| at + 1);
            assert_eq!(index.start_of(text, line(expected)), Some(start));
        }
    }

    #[test]
    fn agrees_with_counting_on_small_texts() {
        for text in [
            &b""[..],
            b"\n",
            b"a",
            b"a\n",
            b"a\nb",
            b"\n\n\n",
            b"a\n\nb\n",
        ] {
            check_against_naive(text, 0..=text.len());
        }
    }

    #[test]
    fn agrees_with_counting_across_blocks() {
        for width in [1, 7, 64, BLOCK - 1, BLOCK, BLOCK + 1] {
            let mut text = Vec::new();
            while text.len() < 3 * BLOCK + 5 {
                text.extend(std::iter::repeat_n(b'x', width));
                text.push(b'\n');
            }
            let len = text.len();
            let near_blocks = (0..=len / BLOCK)
                .flat_map(|block| (block * BLOCK).saturating_sub(2)..=block * BLOCK + 2)
                .filter(|&offset| offset <= len);
            check_against_naive(&text, near_blocks);
        }
    }

    #[test]
    fn lines_of_a_span_are_the_fewest_that_contain_it() {
        let text = b"a\n\nbc\nd";
        let index = LineIndex::new(text);
        for start in 0..=text.len() {
            for end in start..=text.len() {
                let span = Span::new(start, end).unwrap();
                let lines = index.lines_of(text, span);
                assert_eq!(lines.first().number(), naive_line_at(text, start));
                let last_byte = end.saturating_sub(1).max(start);
                assert_eq!(lines.last().number(), naive_line_at(text, last_byte));
                let whole = index.span_of(text, lines).unwrap();
                assert!(whole.start() <= start && end <= whole.end());
            }
        }
    }

    #[test]
    fn a_range_is_in_order_and_counts_both_ends() {
        let range = LineRange::new(line(2), line(4)).unwrap();
        assert_eq!(LineRange::new(line(4), line(2)), None);
        assert_eq!((range.count(), range.to_string()), (3, "2-4".to_owned()));
        let held: Vec<_> = (1..=5)
            .filter(|&number| range.contains(line(number)))
            .collect();
        assert_eq!(held, [2, 3, 4]);
        assert_eq!(LineRange::single(line(7)).to_string(), "7");
        assert_eq!(LineNumber::new(0), None);
        assert_eq!(LineNumber::after_lines(0), LineNumber::FIRST);
        assert_eq!(LineNumber::after_lines(6).lines_before(), 6);
    }

    #[test]
    fn lines_beyond_the_end_have_no_span() {
        let text = b"a\nb";
        let index = LineIndex::new(text);
        assert_eq!(index.line_count(text), 2);
        assert_eq!(
            index.span_of(text, LineRange::single(line(2))),
            Some(Span::of_len(2, 1))
        );
        assert_eq!(index.span_of(text, LineRange::single(line(3))), None);
        assert_eq!(index.start_of(text, line(3)), Some(3));
        assert_eq!(index.start_of(text, line(4)), None);
        let empty = LineIndex::new(b"");
        assert_eq!(empty.line_count(b""), 0);
        assert_eq!(empty.span_of(b"", LineRange::single(line(1))), None);
    }
}
