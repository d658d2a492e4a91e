//! The lines of a text, as the tiers compare them.

use crate::text::{self, LineEnding, Span};

/// A line and its offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::resolve) struct Line<'t> {
    /// The offset of the first byte, after a byte-order mark.
    pub(in crate::resolve) start: usize,
    /// The bytes without the line ending.
    pub(in crate::resolve) content: &'t [u8],
    /// `None` for an unterminated last line.
    pub(in crate::resolve) ending: Option<LineEnding>,
}

impl Line<'_> {
    /// The offset just past the content.
    pub(in crate::resolve) fn content_end(&self) -> usize {
        self.start + self.content.len()
    }

    /// The offset just past the line ending.
    pub(in crate::resolve) fn end(&self) -> usize {
        self.content_end() + self.ending.map_or(0, |ending| ending.as_bytes().len())
    }

    /// The offset just past the line ending if `wanted` has one, otherwise just past the content.
    pub(in crate::resolve) fn end_like(&self, wanted: &Line<'_>) -> usize {
        match wanted.ending {
            Some(_) => self.end(),
            None => self.content_end(),
        }
    }
}

/// The lines of `text` whose complete content is in `window`.
pub(in crate::resolve) fn lines_in(text: &[u8], window: Span) -> RangeLines<'_> {
    let mut at = window.start();
    if at == 0 && text.starts_with(text::BOM) {
        at = text::BOM.len();
    } else if at > 0 && text[at - 1] != b'\n' {
        let rest = &text[at..window.end()];
        at = memchr::memchr(b'\n', rest).map_or(window.end(), |newline| at + newline + 1);
    }
    RangeLines {
        text,
        at: at.min(window.end()),
        end: window.end(),
    }
}

/// The bytes of the lines that [`lines_in`] returns.
pub(in crate::resolve) fn whole_lines(text: &[u8], window: Span) -> Span {
    let RangeLines { at, end, .. } = lines_in(text, window);
    if end == text.len() || text[end] == b'\n' {
        return Span::of_len(at, end - at);
    }
    let whole = memchr::memrchr(b'\n', &text[at..end]).map_or(0, |newline| newline + 1);
    Span::of_len(at, whole)
}

pub(in crate::resolve) fn lines_of(text: &[u8]) -> RangeLines<'_> {
    RangeLines {
        text,
        at: 0,
        end: text.len(),
    }
}

/// The lines of `text` without their endings.
pub(in crate::resolve) fn contents(text: &[u8]) -> Vec<&[u8]> {
    lines_of(text).map(|line| line.content).collect()
}

/// The iterator of [`lines_in`] and [`lines_of`].
#[derive(Clone, Debug)]
pub(in crate::resolve) struct RangeLines<'t> {
    text: &'t [u8],
    at: usize,
    end: usize,
}

impl<'t> Iterator for RangeLines<'t> {
    type Item = Line<'t>;

    fn next(&mut self) -> Option<Line<'t>> {
        if self.at >= self.end {
            return None;
        }
        let rest = &self.text[self.at..self.end];
        let newline = memchr::memchr(b'\n', rest);
        let after = &self.text[self.end..];
        if newline.is_none() && !after.is_empty() && !after.starts_with(b"\n") {
            // The window ends inside this line.
            self.at = self.end;
            return None;
        }
        let whole = &rest[..newline.map_or(rest.len(), |newline| newline + 1)];
        let line = Line {
            start: self.at,
            content: LineEnding::strip(whole),
            ending: LineEnding::of_line(whole),
        };
        self.at += whole.len();
        Some(line)
    }
}

/// True for a space or a tab.
pub(in crate::resolve) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// `content` without trailing spaces and tabs.
pub(in crate::resolve) fn trim_end(content: &[u8]) -> &[u8] {
    let kept = content.iter().rposition(|&byte| !is_blank(byte));
    &content[..kept.map_or(0, |last| last + 1)]
}

/// `content` without leading and trailing spaces and tabs.
pub(in crate::resolve) fn trim(content: &[u8]) -> &[u8] {
    let kept = trim_end(content);
    &kept[text::indent_of(kept).len()..]
}

#[cfg(test)]
mod tests {
    use super::{lines_in, trim, trim_end};
    use crate::text::{LineEnding, Span};

    fn contents(text: &[u8], window: Span) -> Vec<&[u8]> {
        lines_in(text, window).map(|line| line.content).collect()
    }

    #[test]
    fn only_whole_lines_are_in_a_window() {
        let text = b"ab\ncd\r\nef";
        let actual = contents(text, Span::of_len(0, 9));
        assert_eq!(actual, [&b"ab"[..], b"cd", b"ef"]);
        assert_eq!(contents(text, Span::of_len(1, 6)), [b"cd"]);
        assert_eq!(contents(text, Span::of_len(3, 5)), [b"cd"]);
        let last = lines_in(text, Span::of_len(7, 2)).next().unwrap();
        assert_eq!((last.start, last.ending), (7, None));
        let middle = lines_in(text, Span::of_len(3, 4)).next().unwrap();
        assert_eq!(middle.ending, Some(LineEnding::CrLf));
        assert_eq!((middle.content_end(), middle.end()), (5, 7));
    }

    #[test]
    fn whole_lines_are_all_lines_of_a_window() {
        let text = b"\xef\xbb\xbfab\ncd\r\n\nef";
        for (start, end) in
            (0..=text.len()).flat_map(|end| (0..=end).map(move |start| (start, end)))
        {
            let window = Span::new(start, end).unwrap();
            let whole = super::whole_lines(text, window);
            let lines: Vec<_> = lines_in(text, window).collect();
            let first = lines.first().map_or(whole.start(), |line| line.start);
            let last = lines.last().map_or(whole.start(), super::Line::end);
            assert_eq!((whole.start(), whole.end()), (first, last), "{window:?}");
        }
    }

    #[test]
    fn the_byte_order_mark_belongs_to_no_line() {
        let text = b"\xef\xbb\xbfab\n";
        let first = lines_in(text, Span::of_len(0, 6)).next().unwrap();
        assert_eq!((first.start, first.content), (3, &b"ab"[..]));
    }

    #[test]
    fn blanks_are_trimmed_and_nothing_else() {
        assert_eq!(trim_end(b" a\t \t"), b" a");
        assert_eq!(trim(b"\t a b \t"), b"a b");
        assert_eq!(trim(b" \t "), b"");
        assert_eq!(trim_end(b"a\r"), b"a\r");
    }
}
