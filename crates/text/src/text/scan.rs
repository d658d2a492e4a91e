//! Beginnings and ends of lines in a text, and the bytes that two texts share at their ends.

use std::ops::Range;

use super::Span;

/// The byte-order mark of UTF-8.
pub const BOM: &[u8] = b"\xef\xbb\xbf";

/// `text` without a byte-order mark before it.
pub fn without_bom(text: &[u8]) -> &[u8] {
    text.strip_prefix(BOM).unwrap_or(text)
}

/// The length of the byte-order mark before `text`, which is where its first line begins.
pub fn bom_len(text: &[u8]) -> usize {
    text.len() - without_bom(text).len()
}

/// Whether a line of `text` begins at `offset`, which is at most its length; the first one begins behind a byte-order
/// mark too.
pub fn begins_line(text: &[u8], offset: usize) -> bool {
    let before = &text[..offset];
    before.last().is_none_or(|&byte| byte == b'\n') || before == BOM
}

/// Whether `line` holds a letter, a digit or a character beyond ASCII: something to go by.
pub fn is_telling(line: &[u8]) -> bool {
    line.iter()
        .any(|&byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
}

/// The lines of `text`, each with its ending.
pub fn lines(text: &[u8]) -> LineIter<'_> {
    LineIter { rest: text }
}

/// The iterator of [`lines`].
#[derive(Clone, Debug)]
pub struct LineIter<'t> {
    rest: &'t [u8],
}

impl<'t> Iterator for LineIter<'t> {
    type Item = &'t [u8];

    fn next(&mut self) -> Option<&'t [u8]> {
        let line;
        (line, self.rest) = self.rest.split_at(line_end(self.rest, 0));
        (!line.is_empty()).then_some(line)
    }
}

impl DoubleEndedIterator for LineIter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let line;
        let last = self.rest.len().saturating_sub(1);
        (self.rest, line) = self.rest.split_at(line_start(self.rest, last));
        (!line.is_empty()).then_some(line)
    }
}

/// The offset at which the line begins that holds byte `at`; the end of a terminated text begins a line.
pub fn line_start(text: &[u8], at: usize) -> usize {
    memchr::memrchr(b'\n', &text[..at]).map_or(0, |newline| newline + 1)
}

/// The offset after the line that holds byte `at`, its ending included.
pub fn line_end(text: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |newline| at + newline + 1)
}

/// The first line of `text`, without its newline.
pub fn first_line(text: &[u8]) -> &[u8] {
    memchr::memchr(b'\n', text).map_or(text, |newline| &text[..newline])
}

/// Where `part`, which is not empty, stands in `whole`, if it does at one place alone. Both are counted in items.
pub fn only_place<T: PartialEq>(part: &[T], whole: &[T]) -> Option<Range<usize>> {
    let places = (0..).zip(whole.windows(part.len()));
    let mut places = places.filter(|(_, window)| *window == part);
    let (at, _) = places.next()?;
    places.next().is_none().then_some(at..at + part.len())
}

/// `texts` as slices: all that compares slices of bytes shares its code.
pub fn slices<T: AsRef<[u8]>>(texts: &[T]) -> Vec<&[u8]> {
    texts.iter().map(T::as_ref).collect()
}

/// The blanks that `line` begins with.
pub fn indent_of(line: &[u8]) -> &[u8] {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    &line[..line.iter().take_while(is_blank).count()]
}

/// How many items `left` and `right` share at their beginnings.
pub fn common_head<T: PartialEq>(left: &[T], right: &[T]) -> usize {
    let pairs = left.iter().zip(right);
    pairs.take_while(|(left, right)| left == right).count()
}

/// How many items `left` and `right` share at their ends.
pub fn common_tail<T: PartialEq>(left: &[T], right: &[T]) -> usize {
    let pairs = left.iter().rev().zip(right.iter().rev());
    pairs.take_while(|(left, right)| left == right).count()
}

/// Length of the whole lines that both texts end with, bytes; both begin with a line.
pub fn common_tail_lines(left: &[u8], right: &[u8]) -> usize {
    let common = common_tail(left, right);
    let begins_line = |text: &[u8]| {
        let start = text.len() - common;
        start == 0 || text[start - 1] == b'\n'
    };
    if begins_line(left) && begins_line(right) {
        return common;
    }
    let tail = &left[left.len() - common..];
    tail.len() - line_end(tail, 0)
}

/// Whether the bytes `span` of `text` are no part of a longer word.
pub fn is_apart(text: &[u8], span: Span) -> bool {
    let is_word = |at: usize| {
        let byte = text.get(at);
        byte.is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii())
    };
    let joins = |left: Option<usize>, right: usize| left.is_some_and(is_word) && is_word(right);
    !joins(span.start().checked_sub(1), span.start())
        && !joins(span.end().checked_sub(1), span.end())
}

#[cfg(test)]
mod tests {
    use super::{common_head, common_tail, first_line, line_end, line_start, lines, without_bom};

    /// For each byte of a text the line that holds it, by walking over the lines.
    #[test]
    fn every_byte_is_in_one_line() {
        for text in ["", "a", "\n", "a\nbc\n\nd", "\n\n", "ab\r\nc\n"].map(str::as_bytes) {
            let forwards: Vec<_> = lines(text).collect();
            let mut backwards: Vec<_> = lines(text).rev().collect();
            backwards.reverse();
            assert_eq!((forwards.concat(), &forwards), (text.to_vec(), &backwards));
            let mut start = 0;
            for line in lines(text) {
                for at in start..start + line.len() {
                    assert_eq!(
                        (line_start(text, at), line_end(text, at)),
                        (start, start + line.len())
                    );
                }
                start += line.len();
            }
            assert_eq!(line_end(text, text.len()), text.len());
        }
        assert_eq!(line_start(b"a\n", 2), 2);
        assert_eq!(line_start(b"a", 1), 0);
    }

    #[test]
    fn heads_and_tails_are_counted_by_themselves() {
        assert_eq!(
            (common_head(b"abc", b"abd"), common_tail(b"abc", b"abd")),
            (2, 0)
        );
        assert_eq!((common_head(b"aa", b"a"), common_tail(b"aa", b"a")), (1, 1));
        assert_eq!((common_head(b"", b"a"), common_tail(b"xa", b"ya")), (0, 1));
    }

    #[test]
    fn a_first_line_has_no_newline() {
        assert_eq!(first_line(b"a\nb"), b"a");
        assert_eq!(first_line(b"a"), b"a");
        assert_eq!(without_bom(b"\xef\xbb\xbfa"), b"a");
        assert_eq!(without_bom(b"a"), b"a");
    }
}
