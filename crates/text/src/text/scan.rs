//! Finds the starts and ends of lines, and the common beginnings and endings of two texts.

use std::ops::Range;

use super::Span;

/// The byte-order mark of UTF-8.
pub const BOM: &[u8] = b"\xef\xbb\xbf";

/// Returns `text` without its byte-order mark.
pub fn without_bom(text: &[u8]) -> &[u8] {
    text.strip_prefix(BOM).unwrap_or(text)
}

/// The length of the byte-order mark of `text`, which is the offset of its first line.
pub fn bom_len(text: &[u8]) -> usize {
    text.len() - without_bom(text).len()
}

/// True if a line of `text` begins at `offset`, which must not be past the end. The first line also begins after a
/// byte-order mark.
pub fn begins_line(text: &[u8], offset: usize) -> bool {
    let before = &text[..offset];
    before.last().is_none_or(|&byte| byte == b'\n') || before == BOM
}

/// True if `line` contains a letter, a digit or a non-ASCII character.
pub fn is_telling(line: &[u8]) -> bool {
    line.iter()
        .any(|&byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
}

/// The number of lines of `text`, including an unterminated last line.
pub fn count_lines(text: &[u8]) -> usize {
    let is_unterminated = !text.is_empty() && !text.ends_with(b"\n");
    bytecount::count(text, b'\n') + usize::from(is_unterminated)
}

/// Iterates over the lines of `text`, each with its ending.
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
        if line.is_empty() { None } else { Some(line) }
    }
}

impl DoubleEndedIterator for LineIter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let line;
        let last = self.rest.len().saturating_sub(1);
        (self.rest, line) = self.rest.split_at(line_start(self.rest, last));
        if line.is_empty() { None } else { Some(line) }
    }
}

/// The start of the line that contains byte `at`. At the end of a terminated text, the end itself.
pub fn line_start(text: &[u8], at: usize) -> usize {
    memchr::memrchr(b'\n', &text[..at]).map_or(0, |newline| newline + 1)
}

/// The end of the line that contains byte `at`, after its line ending.
pub fn line_end(text: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |newline| at + newline + 1)
}

/// The largest offset up to `bound` that does not split a UTF-8 character of `text`.
pub fn character_start(text: &[u8], bound: usize) -> usize {
    for offset in (bound.saturating_sub(3)..=bound).rev() {
        match text.get(offset) {
            // A continuation byte.
            Some(0b1000_0000..=0b1011_1111) => {}
            _ => return offset,
        }
    }
    bound
}

/// The beginning of `text`, at most `bound` bytes, without a part of a UTF-8 character.
pub fn beginning(text: &[u8], bound: usize) -> &[u8] {
    &text[..character_start(text, text.len().min(bound))]
}

/// The first line of `text`, without its newline.
pub fn first_line(text: &[u8]) -> &[u8] {
    memchr::memchr(b'\n', text).map_or(text, |newline| &text[..newline])
}

/// The position of `part` in `whole`, if it occurs exactly once. `part` must not be empty.
pub fn only_place<T: PartialEq>(part: &[T], whole: &[T]) -> Option<Range<usize>> {
    let mut only = None;
    for (at, window) in whole.windows(part.len()).enumerate() {
        if window == part && only.replace(at..at + part.len()).is_some() {
            return None;
        }
    }
    only
}

/// Converts `texts` to slices, so that generic comparison code is compiled only once.
pub fn slices<T: AsRef<[u8]>>(texts: &[T]) -> Vec<&[u8]> {
    texts.iter().map(T::as_ref).collect()
}

/// The indentation of `line`.
pub fn indent_of(line: &[u8]) -> &[u8] {
    let end = line.iter().position(|byte| !matches!(byte, b' ' | b'\t'));
    &line[..end.unwrap_or(line.len())]
}

/// The number of items that `left` and `right` share at the beginning.
pub fn common_head<T: PartialEq>(left: &[T], right: &[T]) -> usize {
    let pairs = left.iter().zip(right);
    pairs.take_while(|(left, right)| left == right).count()
}

/// The number of items that `left` and `right` share at the end.
pub fn common_tail<T: PartialEq>(left: &[T], right: &[T]) -> usize {
    let pairs = left.iter().rev().zip(right.iter().rev());
    pairs.take_while(|(left, right)| left == right).count()
}

/// The length in bytes of the whole lines that both texts end with. Both texts must start with a whole line.
pub fn common_tail_lines(left: &[u8], right: &[u8]) -> usize {
    let common = common_tail(left, right);
    let (left_start, right_start) = (left.len() - common, right.len() - common);
    if line_start(left, left_start) == left_start && line_start(right, right_start) == right_start {
        return common;
    }
    left.len() - line_end(left, left_start)
}

/// True if neither end of `span` in `text` is inside a word.
pub fn has_word_boundaries(text: &[u8], span: Span) -> bool {
    !is_inside_word(text, span.start()) && !is_inside_word(text, span.end())
}

/// True if the bytes before and after `at` both belong to words.
pub fn is_inside_word(text: &[u8], at: usize) -> bool {
    at > 0 && at < text.len() && is_word_byte(text[at - 1]) && is_word_byte(text[at])
}

/// True for a byte of a word: an ASCII letter or digit, `_`, or a byte of a non-ASCII character.
pub fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::{common_head, common_tail, first_line, line_end, line_start, lines, without_bom};

    /// Compares `line_start` and `line_end` for every byte with the result of iterating over the lines.
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
    fn heads_and_tails_may_overlap() {
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
