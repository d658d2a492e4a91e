//! Searches for the texts of all steps of a batch in one pass over the original file. After a step is applied, its
//! new text is searched too. Each step then knows its location without a separate search and without the intermediate
//! text.

use std::collections::{BTreeMap, HashMap};

use aho_corasick::AhoCorasick;
use bytes::Bytes;

use crate::text::Span;

/// The maximum total size of the texts, in bytes. Larger automata cost more than they save.
const MAX_TOTAL_LEN: usize = 1 << 20;

/// The maximum size of a text in bytes. After each step, this much is searched on both sides of the new text.
const MAX_TEXT_LEN: usize = 1 << 10;

#[derive(Clone, Debug)]
pub(super) struct Lookahead {
    /// The number of each text.
    numbers: HashMap<Bytes, usize>,
    automaton: AhoCorasick,
    /// The length of the longest text in bytes.
    longest: usize,
    /// The matches, by the number of the text.
    found: Vec<Found>,
    /// The replacements of the steps so far, by their start in the original. No two replacements touch.
    replacements: BTreeMap<usize, Replacement>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Nowhere,
    /// At this byte of the original, and nowhere else.
    Once(usize),
    /// At several places, or touching the new text of a step.
    Unclear,
}

/// A replacement in the original.
#[derive(Clone, Debug)]
struct Replacement {
    /// The end of the replaced bytes.
    end: usize,
    new: Bytes,
}

impl Lookahead {
    /// Searches `base` for `texts`. `None` if the texts or matches are too many.
    pub(super) fn new(texts: &[Bytes], base: &[u8]) -> Option<Self> {
        let mut numbers = HashMap::new();
        let mut searched: Vec<&Bytes> = Vec::new();
        for text in texts {
            if text.is_empty() || text.len() > MAX_TEXT_LEN {
                continue;
            }
            numbers.entry(text.clone()).or_insert_with(|| {
                searched.push(text);
                searched.len() - 1
            });
        }
        if searched.iter().map(|text| text.len()).sum::<usize>() > MAX_TOTAL_LEN {
            return None;
        }
        let automaton = AhoCorasick::new(&searched).ok()?;
        let mut found = vec![Found::Nowhere; searched.len()];
        // Texts that contain each other can have a large number of matches.
        let max_matches = base.len().saturating_add(searched.len());
        for (number, place) in automaton.find_overlapping_iter(base).enumerate() {
            if number == max_matches {
                return None;
            }
            let text = &mut found[place.pattern().as_usize()];
            *text = match text {
                Found::Nowhere => Found::Once(place.start()),
                _ => Found::Unclear,
            };
        }
        Some(Self {
            numbers,
            longest: searched.iter().map(|text| text.len()).max()?,
            automaton,
            found,
            replacements: BTreeMap::new(),
        })
    }

    /// The only match of `text` in the current text, in bytes of the original. `None` if unknown.
    pub(super) fn only_match(&self, text: &Bytes) -> Option<Span> {
        match self.found[*self.numbers.get(text)?] {
            Found::Once(start) => {
                let place = Span::of_len(start, text.len());
                if self.is_touched(place) {
                    return None;
                }
                Some(place)
            }
            Found::Nowhere | Found::Unclear => None,
        }
    }

    /// Records that `new` replaces the bytes `old` of the original `base`. Returns false if `old` touches an earlier
    /// replacement. In that case the lookahead is no longer valid.
    #[must_use]
    pub(super) fn record(&mut self, old: Span, new: &Bytes, base: &[u8]) -> bool {
        if self.is_touched(old) {
            return false;
        }
        let mut text = self.text_before(old.start(), base);
        let start = text.len();
        text.extend_from_slice(new);
        let end = text.len();
        self.push_after(old.end(), base, &mut text);
        for place in self.automaton.find_overlapping_iter(&text) {
            if place.start() < end && place.end() > start {
                self.found[place.pattern().as_usize()] = Found::Unclear;
            }
        }
        let replacement = Replacement {
            end: old.end(),
            new: new.clone(),
        };
        self.replacements.insert(old.start(), replacement);
        true
    }

    /// True if `span` of the original touches an earlier replacement.
    fn is_touched(&self, span: Span) -> bool {
        match self.replacements.range(..=span.end()).next_back() {
            Some((_, replacement)) => replacement.end >= span.start(),
            None => false,
        }
    }

    /// The current text before byte `at` of the original, as far as a match that ends after `at` can reach.
    fn text_before(&self, at: usize, base: &[u8]) -> Vec<u8> {
        let mut parts = Vec::new();
        let mut missing = self.longest - 1;
        let mut end = at;
        for (&start, replacement) in self.replacements.range(..at).rev() {
            for part in [&base[replacement.end..end], &replacement.new] {
                let part = &part[part.len().saturating_sub(missing)..];
                missing -= part.len();
                parts.push(part);
            }
            end = start;
            if missing == 0 {
                break;
            }
        }
        parts.push(&base[end.saturating_sub(missing)..end]);
        parts.reverse();
        parts.concat()
    }

    /// Appends the current text after byte `at` of the original, as far as a match that starts before `at` can reach.
    fn push_after(&self, at: usize, base: &[u8], text: &mut Vec<u8>) {
        let full_len = text.len() + self.longest - 1;
        let mut start = at;
        for (&from, replacement) in self.replacements.range(at..) {
            push_up_to(full_len, text, &base[start..from]);
            push_up_to(full_len, text, &replacement.new);
            start = replacement.end;
            if text.len() == full_len {
                return;
            }
        }
        push_up_to(full_len, text, &base[start..]);
    }
}

/// Appends `part` to `text`, which may grow to `full_len` bytes.
fn push_up_to(full_len: usize, text: &mut Vec<u8>, part: &[u8]) {
    text.extend_from_slice(&part[..part.len().min(full_len - text.len())]);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::change::{ChangeSet, Edit};

    /// The positions of `text` in `now`, including overlapping ones.
    fn places(text: &[u8], now: &[u8]) -> Vec<usize> {
        let starts = 0..now.len();
        starts.filter(|&at| now[at..].starts_with(text)).collect()
    }

    proptest! {
        #[test]
        fn a_place_that_is_known_is_the_only_one(
            base in "[abc]{0,40}",
            texts in proptest::collection::vec("[abc]{1,5}", 1..6),
            steps in proptest::collection::vec((0_usize..40, 0_usize..4, "[abc]{0,4}"), 0..6),
        ) {
            let texts: Vec<Bytes> = texts.into_iter().map(Bytes::from).collect();
            let base = Bytes::from(base);
            let lookahead = Lookahead::new(&texts, &base);
            // Texts that contain each other may have too many matches.
            prop_assume!(lookahead.is_some());
            let mut lookahead = lookahead.unwrap();
            let mut edits: Vec<Edit> = Vec::new();
            for (at, len, new) in steps {
                let at = at.min(base.len());
                let old = Span::of_len(at, len.min(base.len() - at));
                let new = Bytes::from(new);
                if lookahead.record(old, &new, &base) {
                    edits.push(Edit { at, old: base.slice(old.range()), new });
                }
                let changes = ChangeSet::new(base.len(), edits.clone()).unwrap();
                let now: Vec<u8> = changes.pieces(&base).flatten().copied().collect();
                for text in &texts {
                    if let Some(place) = lookahead.only_match(text) {
                        let there = changes.map(place.start(), crate::change::Bias::After);
                        prop_assert_eq!(places(text, &now), vec![there]);
                        prop_assert_eq!(&base[place.range()], text);
                    }
                }
            }
            let is_known = texts.iter().filter(|text| places(text, &base).len() == 1);
            let lookahead = Lookahead::new(&texts, &base).unwrap();
            let known = texts.iter().filter(|text| lookahead.only_match(text).is_some());
            prop_assert_eq!(is_known.count(), known.count());
        }
    }
}
