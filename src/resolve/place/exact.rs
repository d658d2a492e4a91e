//! Where texts of whole lines stand in another text, byte for byte.
//!
//! Few patterns are searched for one by one with a vectorised search; many share one pass over the text
//! that notes where each of their lines stands, and each is then compared only at the places of its rarest
//! line. Both ways cost the length of the text once, not once for each pattern.

use std::collections::HashMap;

/// Patterns up to this number are searched for one by one.
const FEW: usize = 12;

/// Places that are remembered for one pattern; more are only counted.
const REMEMBERED: usize = 1000;

/// Comparisons spent on one pattern whose rarest line is everywhere.
const COMPARISONS: usize = 100_000;

/// Where a pattern stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Places {
    /// Byte offsets in order, the first [`REMEMBERED`] of them.
    pub(super) at: Vec<usize>,
    /// How many there are; a lower bound when the search had to stop.
    pub(super) count: usize,
}

impl Places {
    /// The only place there is.
    pub(super) fn only(&self) -> Option<usize> {
        (self.count == 1).then(|| self.at[0])
    }

    fn note(&mut self, at: usize) {
        self.count += 1;
        if self.at.len() < REMEMBERED {
            self.at.push(at);
        }
    }
}

/// Whether `pattern`, which is not empty, stands at `at` in `text` as whole lines.
pub(super) fn stands_at(text: &[u8], pattern: &[u8], at: usize) -> bool {
    let end = at + pattern.len();
    end <= text.len() && is_cut(text, at) && is_cut(text, end) && &text[at..end] == pattern
}

/// Whether no line of `text` reaches across `at`.
pub(super) fn is_cut(text: &[u8], at: usize) -> bool {
    at == 0 || at == text.len() || text[at - 1] == b'\n'
}

/// The places of each of `patterns`; an empty pattern has none.
pub(super) fn places(text: &[u8], patterns: &[&[u8]]) -> Vec<Places> {
    if patterns.len() <= FEW {
        return patterns.iter().map(|pattern| scan(text, pattern)).collect();
    }
    let mut lines = LinePlaces::default();
    patterns.iter().for_each(|pattern| lines.want(pattern));
    lines.fill(text);
    let mut known: HashMap<&[u8], Places> = HashMap::new();
    patterns
        .iter()
        .map(|&pattern| {
            known
                .entry(pattern)
                .or_insert_with(|| lines.places(text, pattern))
                .clone()
        })
        .collect()
}

fn scan(text: &[u8], pattern: &[u8]) -> Places {
    let mut found = Places::default();
    if pattern.is_empty() {
        return found;
    }
    let finder = memchr::memmem::Finder::new(pattern);
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| finder.find(rest)) {
        let at = from + at;
        if stands_at(text, pattern, at) {
            found.note(at);
        }
        match memchr::memchr(b'\n', &text[at..]) {
            Some(end) => from = at + end + 1,
            None => break,
        }
    }
    found
}

/// The offsets of the lines that some pattern has.
#[derive(Default)]
struct LinePlaces<'p> {
    numbers: HashMap<&'p [u8], usize>,
    offsets: Vec<Vec<usize>>,
}

impl<'p> LinePlaces<'p> {
    fn want(&mut self, pattern: &'p [u8]) {
        for line in lines(pattern) {
            let next = self.offsets.len();
            if *self.numbers.entry(line).or_insert(next) == next {
                self.offsets.push(Vec::new());
            }
        }
    }

    fn fill(&mut self, text: &[u8]) {
        let mut at = 0;
        for line in lines(text) {
            if let Some(&number) = self.numbers.get(line) {
                self.offsets[number].push(at);
            }
            at += line.len();
        }
    }

    fn places(&self, text: &[u8], pattern: &[u8]) -> Places {
        let mut found = Places::default();
        let mut before = 0;
        let mut rarest: Option<(&[usize], usize)> = None;
        for line in lines(pattern) {
            let offsets = &self.offsets[self.numbers[line]][..];
            if rarest.is_none_or(|(fewest, _)| offsets.len() < fewest.len()) {
                rarest = Some((offsets, before));
            }
            before += line.len();
        }
        let Some((offsets, before)) = rarest else {
            return found;
        };
        offsets
            .iter()
            .take(COMPARISONS)
            .filter_map(|at| at.checked_sub(before))
            .filter(|&at| stands_at(text, pattern, at))
            .for_each(|at| found.note(at));
        found
    }
}

/// The lines of `text` with their endings.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        let (line, after) = rest.split_at(end);
        rest = after;
        Some(line)
    })
}

#[cfg(test)]
mod tests {
    use super::{FEW, places};

    fn both_ways(text: &[u8], pattern: &[u8]) -> Vec<usize> {
        let one = places(text, &[pattern]).remove(0);
        let mut many = vec![&b"never there\n"[..]; FEW];
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
    fn a_line_without_ending_is_only_the_last_one() {
        assert_eq!(both_ways(b"ab\na", b"a"), [3]);
        assert_eq!(both_ways(b"a\nab", b"a"), [0usize; 0]);
        assert_eq!(both_ways(b"x\na", b"a\n"), [0usize; 0]);
        assert_eq!(both_ways(b"x\na\ny\n", b"x\na"), [0usize; 0]);
    }
}
