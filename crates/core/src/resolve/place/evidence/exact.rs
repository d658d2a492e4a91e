//! Finds texts of whole lines in another text, byte for byte.
//!
//! A few patterns are searched for one by one with `memchr`. Many patterns share one pass that records where the longest
//! line of each occurs. A pattern is then compared only there. If its longest line is frequent, a second pass records
//! where all its lines occur, and the pattern is compared at the occurrences of the rarest one.

use std::collections::HashMap;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;

use super::filter::Filter;
use crate::resolve::Decider;
pub use crate::text::lines;

/// Up to this many patterns are searched for one by one.
const FEW_PATTERNS: usize = 4;

/// Texts up to this size, in bytes, are searched only for the beginning of a pattern. Preparing the search for a whole
/// pattern would take longer than the search.
const SHORT_TEXT: usize = 16 << 10;

/// The bytes of a pattern that are searched for in a short text.
const BEGINNING: usize = 32;

/// The most places that are stored for one pattern. Further places are only counted.
const MAX_STORED: usize = 1000;

/// The most occurrences of the longest line of a pattern at which the pattern is compared. If there are more, a rarer
/// line is searched for.
const MAX_RARE: usize = 16;

/// The most comparisons for one pattern whose rarest line is frequent.
const MAX_COMPARISONS: usize = 100_000;

/// The places of a pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Byte offsets in order, at most [`MAX_STORED`].
    pub at: Vec<usize>,
    /// The number of places. A lower bound if the search had to stop.
    pub count: usize,
    /// The evidence for the only place, if there were several.
    pub decider: Option<Decider>,
}

impl Places {
    /// Keeps only the places `kept`, as `decider` shows.
    pub fn restrict(&mut self, kept: Vec<usize>, decider: Decider) {
        if self.count > 1 && kept.len() == 1 {
            self.decider = Some(decider);
        }
        self.count = kept.len();
        self.at = kept;
    }

    /// The place, if there is only one.
    pub fn only(&self) -> Option<usize> {
        match self.count {
            1 => self.at.first().copied(),
            _ => None,
        }
    }

    /// True if all places are stored.
    pub fn is_complete(&self) -> bool {
        self.count == self.at.len()
    }

    fn push(&mut self, at: usize) {
        self.count += 1;
        if self.at.len() < MAX_STORED {
            self.at.push(at);
        }
    }
}

/// True if `pattern`, which is not empty, occurs at `at` in `text` as whole lines.
pub fn occurs_at(text: &[u8], pattern: &[u8], at: usize) -> bool {
    let end = at + pattern.len();
    end <= text.len()
        && is_line_boundary(text, at)
        && is_line_boundary(text, end)
        && &text[at..end] == pattern
}

/// True if `at` is at a line boundary of `text`.
pub fn is_line_boundary(text: &[u8], at: usize) -> bool {
    at == 0 || at == text.len() || text[at - 1] == b'\n'
}

/// The places of each of `patterns`. An empty pattern has none.
pub fn places(text: &[u8], patterns: &[&[u8]]) -> Vec<Places> {
    if patterns.len() <= FEW_PATTERNS {
        return patterns
            .iter()
            .map(|pattern| search(text, pattern))
            .collect();
    }
    // The longest line of a pattern is seldom frequent, and a small table is fast.
    let longest = patterns.iter().filter_map(|pattern| longest_line(pattern));
    let by_longest = LinePlaces::new(text, longest);
    let mut frequent = Vec::new();
    for &pattern in patterns {
        if by_longest.is_frequent(pattern) {
            frequent.extend(lines(pattern));
        }
    }
    let by_rarest = LinePlaces::new(text, frequent.into_iter());
    places_of_each(patterns, |pattern| {
        if by_longest.is_frequent(pattern) {
            by_rarest.places(text, pattern)
        } else {
            by_longest.places(text, pattern)
        }
    })
}

/// The places of each of `patterns`. `search` is called once for equal patterns.
pub fn places_of_each(patterns: &[&[u8]], search: impl Fn(&[u8]) -> Places) -> Vec<Places> {
    let mut by_pattern: HashMap<&[u8], Places, FixedState> = HashMap::default();
    let mut all = Vec::with_capacity(patterns.len());
    for &pattern in patterns {
        let places = by_pattern.entry(pattern);
        all.push(places.or_insert_with(|| search(pattern)).clone());
    }
    all
}

fn longest_line(pattern: &[u8]) -> Option<&[u8]> {
    lines(pattern).max_by_key(|line| line.len())
}

/// A hash of `line` that is the same in every run.
pub fn hash(line: &[u8]) -> u64 {
    FixedState::default().hash_one(line)
}

/// The places of `pattern`, which is compared only at the occurrences of its rarest line. `occurrences` returns at
/// least the occurrences of a line, or `None` if they are unknown. `offset` returns the offset of an occurrence in
/// `text`.
pub fn places_by_rarest<'o, T: 'o>(
    text: &[u8],
    pattern: &[u8],
    occurrences: impl Fn(&[u8]) -> Option<&'o [T]>,
    offset: impl Fn(&T) -> usize,
) -> Places {
    let mut found = Places::default();
    let mut before = 0;
    let mut rarest: Option<(&[T], usize)> = None;
    for line in lines(pattern) {
        if let Some(all) = occurrences(line)
            && rarest.is_none_or(|(fewest, _)| all.len() < fewest.len())
        {
            rarest = Some((all, before));
        }
        before += line.len();
    }
    let Some((all, before)) = rarest else {
        return found;
    };
    for line in all.iter().take(MAX_COMPARISONS) {
        if let Some(at) = offset(line).checked_sub(before)
            && occurs_at(text, pattern, at)
        {
            found.push(at);
        }
    }
    // Count the remaining occurrences as one more place, so that a found place is not taken for the only one.
    if all.len() > MAX_COMPARISONS && found.count > 0 {
        found.count += 1;
    }
    found
}

/// The places of `pattern`. An empty pattern has none.
pub fn search(text: &[u8], pattern: &[u8]) -> Places {
    let mut found = Places::default();
    if pattern.is_empty() {
        return found;
    }
    let mut needle = pattern;
    if text.len() <= SHORT_TEXT {
        needle = &pattern[..pattern.len().min(BEGINNING)];
    }
    let finder = memchr::memmem::Finder::new(needle);
    let mut from = 0;
    while let Some(at) = finder.find(&text[from..]) {
        let at = from + at;
        if occurs_at(text, pattern, at) {
            found.push(at);
        }
        match memchr::memchr(b'\n', &text[at..]) {
            Some(end) => from = at + end + 1,
            None => break,
        }
    }
    found
}

/// A number that few other lines have: the length, the beginning and the end of `line`. Costs less than a hash.
fn filter_key(line: &[u8]) -> u64 {
    let len = line.len() as u64;
    let (Some(head), Some(tail)) = (line.first_chunk::<16>(), line.last_chunk::<8>()) else {
        return len;
    };
    let head = u128::from_le_bytes(*head);
    let (low, high) = (head as u64, (head >> 64) as u64);
    let tail = u64::from_le_bytes(*tail);
    low ^ high.rotate_left(21) ^ tail.rotate_left(42) ^ len
}

/// The offsets in a text of some lines of the patterns.
struct LinePlaces<'p> {
    offsets: HashMap<&'p [u8], Vec<usize>, FixedState>,
}

impl<'p> LinePlaces<'p> {
    fn new(text: &[u8], wanted: impl Iterator<Item = &'p [u8]>) -> Self {
        let mut offsets: HashMap<&[u8], Vec<usize>, FixedState> = HashMap::default();
        for line in wanted {
            offsets.entry(line).or_default();
        }
        if offsets.is_empty() {
            return Self { offsets };
        }
        let mut filter = Filter::new(offsets.len());
        for line in offsets.keys() {
            filter.add(filter_key(line));
        }
        let mut at = 0;
        for line in lines(text) {
            if filter.may_contain(filter_key(line))
                && let Some(offsets) = offsets.get_mut(line)
            {
                offsets.push(at);
            }
            at += line.len();
        }
        Self { offsets }
    }

    /// True if the longest line of `pattern` occurs often.
    fn is_frequent(&self, pattern: &[u8]) -> bool {
        let offsets = longest_line(pattern).and_then(|line| self.offsets.get(line));
        offsets.is_some_and(|offsets| offsets.len() > MAX_RARE)
    }

    fn places(&self, text: &[u8], pattern: &[u8]) -> Places {
        let occurrences = |line: &[u8]| self.offsets.get(line).map(Vec::as_slice);
        places_by_rarest(text, pattern, occurrences, |&at| at)
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW_PATTERNS, MAX_COMPARISONS, Places, lines, occurs_at, places};

    const REPEATS: usize = 6000;

    /// Finds the places of `pattern` by comparing at every line.
    fn places_by_line(text: &[u8], pattern: &[u8]) -> Places {
        let mut found = Places::default();
        let mut at = 0;
        for line in lines(text) {
            if !pattern.is_empty() && occurs_at(text, pattern, at) {
                found.push(at);
            }
            at += line.len();
        }
        found
    }

    fn both_ways(text: &[u8], pattern: &[u8]) -> Vec<usize> {
        let one = places(text, &[pattern]).remove(0);
        let mut many = vec![&b"never there\n"[..]; FEW_PATTERNS];
        many.push(pattern);
        assert_eq!(Some(&one), places(text, &many).last());
        assert_eq!(one.count, one.at.len());
        one.at
    }

    #[test]
    fn both_searches_find_the_same_places() {
        assert_eq!(both_ways(b"a\nb\na\nb\n", b"a\nb\n"), [0, 4]);
        assert_eq!(both_ways(b"a\na\na\n", b"a\na\n"), [0, 2]);
        assert_eq!(both_ways(b"xa\na\n", b"a\n"), [3]);
        assert_eq!(both_ways(b"", b"a\n"), [0usize; 0]);
        assert_eq!(both_ways(b"a\n", b""), [0usize; 0]);
    }

    #[test]
    fn a_search_that_stops_finds_no_only_place() {
        let many = MAX_COMPARISONS + 1;
        let text = [
            &b"a\nb\n"[..],
            &b"b\n".repeat(many),
            &b"a\n".repeat(many),
            b"b\n",
        ];
        let found = places(&text.concat(), &[&b"a\nb\n"[..]; FEW_PATTERNS + 1]);
        assert!(found.iter().all(|places| places.count == 2));
    }

    /// Searches for long patterns. Some repeat themselves or share a beginning, at any distance from a compared
    /// place.
    #[test]
    fn patterns_are_found_wherever_they_stand() {
        let mut state = 1_u64;
        let mut below = |most: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % most
        };
        for _ in 0..60 {
            let mut text = String::new();
            for _ in 0..below(400) {
                let line = match below(4) {
                    0 => "}\n".to_owned(),
                    1 => format!("{}\n", "ab".repeat(below(40) as usize)),
                    2 => format!("    let name = value_{};\n", below(30)),
                    _ => format!("    // {} and some words of text\n", below(1000)),
                };
                text.push_str(&line);
            }
            let starts: Vec<usize> = lines(text.as_bytes())
                .scan(0, |end, line| {
                    *end += line.len();
                    Some(*end - line.len())
                })
                .collect();
            let mut patterns = vec![&b"nowhere at all, but long enough to be looked for\n"[..]];
            for _ in 0..40 {
                let cut = |at: u64| starts.get(at as usize).copied().unwrap_or(text.len());
                let first = below(starts.len() as u64 + 1);
                let (from, to) = (cut(first), cut(first + 1 + below(6)));
                patterns.push(&text.as_bytes()[from..to]);
            }
            let found = places(text.as_bytes(), &patterns);
            for (pattern, found) in patterns.into_iter().zip(found) {
                let expected = places_by_line(text.as_bytes(), pattern);
                assert_eq!(found, expected, "{:?}", String::from_utf8_lossy(pattern));
            }
        }
    }

    #[test]
    fn a_pattern_of_lines_that_stand_everywhere_is_found_by_its_rarest() {
        let text = "same\nline\n".repeat(REPEATS) + "rare\nsame\nline\nsame\n";
        let at = text.find("rare").unwrap();
        let few = places(text.as_bytes(), &[b"rare\nsame\nline\n"]).remove(0);
        assert_eq!(few.at, [at]);
        let mut many = vec![&b"x\ny\n"[..]; FEW_PATTERNS];
        many.extend([&b"rare\nsame\nline\n"[..], b"line\nsame\n", b""]);
        let found = places(text.as_bytes(), &many);
        assert_eq!(found[FEW_PATTERNS], few);
        assert_eq!(found[FEW_PATTERNS + 1].count, REPEATS);
        assert_eq!(found[FEW_PATTERNS + 2].count, 0);
    }

    #[test]
    fn a_line_without_ending_is_only_the_last_one() {
        assert_eq!(both_ways(b"ab\na", b"a"), [3]);
        assert_eq!(both_ways(b"a\nab", b"a"), [0usize; 0]);
        assert_eq!(both_ways(b"x\na", b"a\n"), [0usize; 0]);
        assert_eq!(both_ways(b"x\na\ny\n", b"x\na"), [0usize; 0]);
    }
}
