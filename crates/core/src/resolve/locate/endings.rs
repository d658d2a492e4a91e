//! Matches line endings regardless of LF or CRLF in the request and in the file. No match begins or ends inside a
//! CRLF.

use std::borrow::Cow;

use memchr::memmem::{self, Finder};

use super::exact::Occurrences;
use crate::text::Span;

/// The matches of `old` in the bytes `window` of `text`, in order, including overlapping matches. `None` if a plain
/// search finds the same matches.
///
/// A carriage return in `old` is significant if at least one match contains it.
pub(super) fn places(old: &[u8], text: &[u8], window: Span) -> Option<Vec<Span>> {
    let lines = LineFeeds::needed_for(old, text, window)?;
    if memchr::memchr(b'\r', old).is_some() {
        let mut places = occurrences(old, text, window);
        places.retain(|place| !splits_crlf(text, *place));
        let is_ending = old.iter().all(|byte| matches!(byte, b'\r' | b'\n'));
        if !places.is_empty() || is_ending {
            return Some(places);
        }
    }
    let mut places = occurrences(&without_returns(old), &lines.text, lines.to_text(window));
    for place in &mut places {
        *place = lines.to_original(*place);
    }
    Some(places)
}

fn occurrences(old: &[u8], text: &[u8], window: Span) -> Vec<Span> {
    let finder = Finder::new(old);
    let mut places = Vec::new();
    for start in Occurrences::new(&finder, &text[window.range()]) {
        places.push(Span::of_len(window.start() + start, old.len()));
    }
    places
}

/// Returns true if `span` of `text` begins or ends inside a line ending.
pub(super) fn splits_crlf(text: &[u8], span: Span) -> bool {
    is_inside_crlf(text, span.start()) || is_inside_crlf(text, span.end())
}

/// Returns true if byte `at` of `text` is the second byte of a CRLF.
pub(super) fn is_inside_crlf(text: &[u8], at: usize) -> bool {
    text[..at].ends_with(b"\r") && text[at..].starts_with(b"\n")
}

/// `text` with LF line endings.
pub(super) fn without_returns(text: &[u8]) -> Cow<'_, [u8]> {
    if !has_crlf(text) {
        return Cow::Borrowed(text);
    }
    let mut lines = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memmem::find(rest, b"\r\n") {
        lines.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
    }
    lines.extend_from_slice(rest);
    Cow::Owned(lines)
}

/// A text with LF line endings, and the mapping from and to the original offsets.
pub(super) struct LineFeeds<'t> {
    pub(super) text: Cow<'t, [u8]>,
    /// The offset of each CRLF in the original text, in order.
    origins: Vec<usize>,
    /// The offset of the LF in `text` for each of these CRLFs.
    feeds: Vec<usize>,
}

impl<'t> LineFeeds<'t> {
    /// Returns `None` if neither `old` nor the bytes `window` of `text` contain a CRLF, or if `old` has no line
    /// ending.
    pub(super) fn needed_for(old: &[u8], text: &'t [u8], window: Span) -> Option<Self> {
        let has_ending = memchr::memchr2(b'\r', b'\n', old).is_some();
        if !has_ending || !(has_crlf(&text[window.range()]) || has_crlf(old)) {
            return None;
        }
        let origins: Vec<usize> = memmem::find_iter(text, b"\r\n").collect();
        let feeds = origins.iter().enumerate();
        Some(Self {
            text: without_returns(text),
            feeds: feeds.map(|(number, origin)| origin - number).collect(),
            origins,
        })
    }

    pub(super) fn to_text(&self, span: Span) -> Span {
        let [start, end] = [span.start(), span.end()]
            .map(|at| at - self.origins.partition_point(|&origin| origin < at));
        Span::of_len(start, end - start)
    }

    pub(super) fn to_original(&self, span: Span) -> Span {
        let [start, end] =
            [span.start(), span.end()].map(|at| at + self.feeds.partition_point(|&feed| feed < at));
        Span::of_len(start, end - start)
    }
}

fn has_crlf(text: &[u8]) -> bool {
    memchr::memchr_iter(b'\r', text).any(|at| text.get(at + 1) == Some(&b'\n'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{places, splits_crlf, without_returns};
    use crate::text::Span;

    fn found(old: &str, text: &str) -> Vec<(usize, usize)> {
        let whole = Span::of_len(0, text.len());
        let places = places(old.as_bytes(), text.as_bytes(), whole).unwrap();
        places
            .iter()
            .map(|place| (place.start(), place.end()))
            .collect()
    }

    #[test]
    fn an_ending_is_matched_whole_or_not_at_all() {
        let text = "a\r\nbar\r\nc\n\nd";
        assert_eq!(found("\nbar", text), [(1, 6)]);
        assert_eq!(found("bar\n", text), [(3, 8)]);
        assert_eq!(found("\nbar\nc\n", text), [(1, 10)]);
        assert_eq!(found("c\r\n\r\n", text), [(8, 11)]);
        assert_eq!(found("\n", text), [(1, 3), (6, 8), (9, 10), (10, 11)]);
        assert_eq!(found("\r\n", text), [(1, 3), (6, 8)]);
        assert_eq!(found("a\r", text), []);
        assert_eq!(found("\r", "a\rb\r\n"), [(1, 2)]);
    }

    #[test]
    fn a_return_that_is_meant_is_found_alone() {
        assert_eq!(found("a\r\nb", "a\nb\na\r\nb\n"), [(4, 8)]);
        assert_eq!(found("a\nb", "a\nb\na\r\nb\n"), [(0, 3), (4, 8)]);
    }

    #[test]
    fn plain_searches_stay_plain() {
        let whole = Span::of_len(0, 4);
        assert_eq!(places(b"b", b"a\r\nb", whole), None);
        assert_eq!(places(b"\nb", b"a\n\nb", whole), None);
    }

    proptest! {
        #[test]
        fn no_place_divides_an_ending_and_each_is_the_text(
            text in "(a|b|\r\n|\n|\r){0,16}", old in "(a|b|\n|\r\n){1,4}",
        ) {
            let whole = Span::of_len(0, text.len());
            let places = places(old.as_bytes(), text.as_bytes(), whole);
            for place in places.into_iter().flatten() {
                prop_assert!(!splits_crlf(text.as_bytes(), place));
                let found = &text.as_bytes()[place.range()];
                prop_assert_eq!(without_returns(found), without_returns(old.as_bytes()));
            }
        }
    }
}
