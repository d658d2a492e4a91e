//! The first tier: the very bytes, in one pass.
//!
//! Places that share bytes (`aa` in `aaa`) are different places as long as one of them is to be picked:
//! two readings are ambiguous whether or not they overlap. When all are replaced, they are counted
//! without overlap from the left, as every search-and-replace does.

use memchr::memmem::Finder;

use super::block::borders;
use super::pick::{FoundSites, TierOutcome};
use crate::refusal::ExpectedCount;
use crate::request::Pick;
use crate::snapshot::{SiteId, Snapshot};
use crate::text::Span;

/// The places of `old` in the bytes `window` of `now` that `pick` asks for. `old` must not be empty.
pub(super) fn search(old: &[u8], now: &Snapshot, window: Span, pick: Pick) -> TierOutcome<Span> {
    let hay = &now.bytes()[window.range()];
    let finder = Finder::new(old);
    let span = |start: usize| Span::of_len(window.start() + start, old.len());
    let Some(first) = finder.find(hay) else {
        return TierOutcome::Absent;
    };
    let counted = || Occurrences::new(&finder, hay);
    match pick {
        Pick::First => TierOutcome::Picked(vec![span(first)]),
        Pick::Only => match finder.find(&hay[first + 1..]) {
            None => TierOutcome::Picked(vec![span(first)]),
            Some(_) => TierOutcome::Several(FoundSites::of(counted().map(span))),
        },
        Pick::Last => {
            let last = memchr::memmem::rfind(hay, old).unwrap_or(first);
            TierOutcome::Picked(vec![span(last)])
        }
        Pick::Nth(ordinal) | Pick::Occurrence(ordinal) => match nth(counted, ordinal) {
            Some(start) => TierOutcome::Picked(vec![span(start)]),
            None => TierOutcome::Miscounted(
                ExpectedCount::Ordinal(ordinal),
                FoundSites::of(counted().map(span)),
            ),
        },
        Pick::Site(id) => {
            let text = now.fingerprint();
            let has_id = |place: &Span| SiteId::new(&text, *place) == id;
            match counted().map(span).find(has_id) {
                Some(place) => TierOutcome::Picked(vec![place]),
                None => TierOutcome::Gone(id, counted().count()),
            }
        }
        Pick::All => TierOutcome::Picked(finder.find_iter(hay).map(span).collect()),
        Pick::Exactly(count) => {
            let skipped = || finder.find_iter(hay).map(span);
            let found = FoundSites::of(skipped());
            if found.count == count {
                TierOutcome::Picked(skipped().collect())
            } else {
                TierOutcome::Miscounted(ExpectedCount::Exactly(count), found)
            }
        }
    }
}

/// The `ordinal`th of what `starts` gives: 1 is the first, -1 the last.
fn nth<I: Iterator<Item = usize>>(starts: impl Fn() -> I, ordinal: i64) -> Option<usize> {
    let distance = usize::try_from(ordinal.unsigned_abs()).ok()?;
    let number = match ordinal {
        1.. => distance - 1,
        _ => starts().count().checked_sub(distance)?,
    };
    starts().nth(number)
}

/// The starts of the places of a text, in order, those that share bytes with the place before them included.
pub(super) struct Occurrences<'f, 't> {
    finder: &'f Finder<'f>,
    hay: &'t [u8],
    /// The place at which the search goes on.
    at: usize,
    /// How many bytes before `at` are a prefix of the text looked for.
    matched: usize,
    /// For each prefix length the length of its longest proper border (Knuth, Morris, Pratt).
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

    /// Goes on byte by byte while a place could have begun inside the last one.
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
                self.matched = self.border();
                return Some(self.at - needle.len());
            }
        }
        None
    }

    /// The longest border of the whole text looked for.
    fn border(&self) -> usize {
        self.borders.last().copied().unwrap_or(0)
    }
}

impl Iterator for Occurrences<'_, '_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if let Some(start) = self.overlapping() {
            return Some(start);
        }
        let start = self.at + self.finder.find(&self.hay[self.at..])?;
        self.at = start + self.finder.needle().len();
        self.matched = self.border();
        Some(start)
    }
}

#[cfg(test)]
mod tests {
    use memchr::memmem::Finder;
    use proptest::prelude::*;

    use super::{Occurrences, search};
    use crate::request::Pick;
    use crate::resolve::locate::pick::TierOutcome;
    use crate::snapshot::Snapshot;
    use crate::text::Span;

    fn search_in(text: &'static [u8], old: &[u8], pick: Pick) -> TierOutcome<Span> {
        let whole = Span::of_len(0, text.len());
        search(old, &Snapshot::of_text(text), whole, pick)
    }

    fn starts(outcome: TierOutcome<Span>) -> Vec<usize> {
        match outcome {
            TierOutcome::Picked(spans) => spans.iter().map(|span| span.start()).collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn picks_each_ordinal() {
        let text = b"x ab ab ab y";
        let find = |pick| search_in(text, b"ab", pick);
        assert_eq!(starts(find(Pick::First)), [2]);
        assert_eq!(starts(find(Pick::Last)), [8]);
        assert_eq!(starts(find(Pick::Nth(2))), [5]);
        assert_eq!(starts(find(Pick::Nth(-3))), [2]);
        assert_eq!(starts(find(Pick::All)), [2, 5, 8]);
        assert_eq!(starts(find(Pick::Exactly(3))), [2, 5, 8]);
        for pick in [Pick::Nth(4), Pick::Nth(-4), Pick::Exactly(2)] {
            match find(pick) {
                TierOutcome::Miscounted(_, found) => assert_eq!(found.count, 3),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn overlapping_places_are_ambiguous_but_replaced_without_overlap() {
        let text = b"aaa";
        match search_in(text, b"aa", Pick::Only) {
            TierOutcome::Several(found) => assert_eq!(found.count, 2),
            other => panic!("{other:?}"),
        }
        assert_eq!(starts(search_in(text, b"aa", Pick::All)), [0]);
        assert_eq!(starts(search_in(text, b"aa", Pick::Nth(2))), [1]);
        assert_eq!(starts(search_in(text, b"aa", Pick::Last)), [1]);
    }

    #[test]
    fn the_window_bounds_the_search() {
        let text = Snapshot::of_text(&b"ab ab ab"[..]);
        let window = Span::of_len(1, 5);
        assert_eq!(starts(search(b"ab", &text, window, Pick::Only)), [3]);
    }

    proptest! {
        #[test]
        fn overlapping_places_agree_with_trying_every_offset(
            hay in proptest::collection::vec(prop_oneof![Just(b'a'), Just(b'b')], 0..40),
            from in 0_usize..40,
            len in 1_usize..6,
        ) {
            // The text looked for is cut from the hay, so that it occurs.
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
