//! The first tier: the exact bytes, in one pass.
//!
//! Matches that share bytes (`aa` in `aaa`) count as different matches if only one of them is picked, because such a
//! text is ambiguous. If all matches are replaced, they are counted from the left without overlap, as in other tools.

use memchr::memmem::{self, Finder};

use super::block::borders;
use crate::request::Pick;
use crate::text::Span;

/// The matches of `old` in the bytes `window` of `text` that `pick` can choose from. `old` must not be empty.
pub(super) fn places(old: &[u8], text: &[u8], window: Span, pick: Pick) -> Vec<Span> {
    let hay = &text[window.range()];
    let finder = Finder::new(old);
    let starts: Vec<usize> = match pick {
        Pick::First => finder.find(hay).into_iter().collect(),
        Pick::Last => memmem::rfind(hay, old).into_iter().collect(),
        Pick::All | Pick::Exactly(_) => finder.find_iter(hay).collect(),
        Pick::Only | Pick::Nth(_) | Pick::Occurrence(_) | Pick::Site(_) => {
            Occurrences::new(&finder, hay).collect()
        }
    };
    let spans = starts.into_iter();
    spans
        .map(|start| Span::of_len(window.start() + start, old.len()))
        .collect()
}

/// The offsets of all matches, in order, including overlapping matches.
pub(super) struct Occurrences<'f, 't> {
    finder: &'f Finder<'f>,
    hay: &'t [u8],
    /// The offset at which the search continues.
    at: usize,
    /// The length of the prefix of the needle that ends at `at`.
    matched: usize,
    /// For each prefix length, the length of the longest proper border (Knuth-Morris-Pratt).
    borders: Vec<usize>,
}

impl<'f, 't> Occurrences<'f, 't> {
    pub(super) fn new(finder: &'f Finder<'f>, hay: &'t [u8]) -> Self {
        Self {
            finder,
            hay,
            at: 0,
            matched: 0,
            borders: borders(finder.needle()),
        }
    }

    /// Continues byte by byte while an overlapping match is still possible.
    fn overlapping(&mut self) -> Option<usize> {
        let needle = self.finder.needle();
        while self.matched > 0 && self.at < self.hay.len() {
            let byte = self.hay[self.at];
            while self.matched > 0 && needle[self.matched] != byte {
                self.matched = self.borders[self.matched];
            }
            self.matched += usize::from(needle[self.matched] == byte);
            self.at += 1;
            if self.matched == needle.len() {
                self.matched = self.borders[needle.len()];
                return Some(self.at - needle.len());
            }
        }
        None
    }
}

impl Iterator for Occurrences<'_, '_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if let Some(start) = self.overlapping() {
            return Some(start);
        }
        let start = self.at + self.finder.find(&self.hay[self.at..])?;
        let len = self.finder.needle().len();
        self.at = start + len;
        self.matched = self.borders[len];
        Some(start)
    }
}

#[cfg(test)]
mod tests {
    use memchr::memmem::Finder;
    use proptest::prelude::*;

    use super::{Occurrences, places};
    use crate::request::Pick;
    use crate::text::Span;

    fn starts(old: &[u8], text: &[u8], pick: Pick) -> Vec<usize> {
        let places = places(old, text, Span::of_len(0, text.len()), pick);
        places.iter().map(|span| span.start()).collect()
    }

    #[test]
    fn first_and_last_find_one_place() {
        let text = b"x ab ab ab y";
        assert_eq!(starts(b"ab", text, Pick::First), [2]);
        assert_eq!(starts(b"ab", text, Pick::Last), [8]);
        assert_eq!(starts(b"ab", text, Pick::All), [2, 5, 8]);
        assert!(starts(b"x y", text, Pick::Last).is_empty());
    }

    #[test]
    fn overlapping_places_are_ambiguous_but_replaced_without_overlap() {
        let text = b"aaa";
        for pick in [Pick::Only, Pick::Nth(2)] {
            assert_eq!(starts(b"aa", text, pick), [0, 1]);
        }
        assert_eq!(starts(b"aa", text, Pick::All), [0]);
        assert_eq!(starts(b"aa", text, Pick::Last), [1]);
    }

    #[test]
    fn the_window_bounds_the_search() {
        let window = Span::of_len(1, 5);
        let found = places(b"ab", b"ab ab ab", window, Pick::Only);
        assert_eq!(found, [Span::of_len(3, 2)]);
    }

    proptest! {
        #[test]
        fn overlapping_places_agree_with_trying_every_offset(
            hay in proptest::collection::vec(prop_oneof![Just(b'a'), Just(b'b')], 0..40),
            from in 0_usize..40,
            len in 1_usize..6,
        ) {
            // Cut the needle from the haystack, so that at least one match exists.
            let from = from.min(hay.len());
            let needle = hay[from..(from + len).min(hay.len())].to_vec();
            prop_assume!(!needle.is_empty());
            let naive: Vec<usize> = (0..hay.len())
                .filter(|&at| hay[at..].starts_with(&needle))
                .collect();
            prop_assert!(naive.contains(&from));
            let finder = Finder::new(&needle);
            let found: Vec<usize> = Occurrences::new(&finder, &hay).collect();
            prop_assert_eq!(&found, &naive);
        }
    }
}
