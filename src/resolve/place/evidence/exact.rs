//! The places of texts of whole lines in another text, byte for byte.
//!
//! Few patterns are searched for one by one with a vectorised search; many share one pass over the text, in
//! which each is recognised by two neighbouring lines. The few whose two lines are everywhere share another
//! that notes where each of their lines stands, and are compared only at the places of their rarest line. All
//! ways cost the length of the text, not once for each pattern.

use std::collections::HashMap;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;

pub use crate::text::lines;

/// Patterns up to this number are searched for one by one.
const FEW: usize = 12;

/// A text up to this long is searched line by line, bytes: the tables of a vectorised search cost more than it
/// saves there. Comparing at every line start is at most this squared, and hardly ever more than this.
const SHORT: usize = 16 * 1024;

/// Places that are remembered for one pattern; more are only counted.
const REMEMBERED: usize = 1000;

/// Places of a pattern's key beyond which it is looked for by its rarest line.
const OFTEN: usize = 2000;

/// Comparisons spent on one pattern whose rarest line is everywhere.
const COMPARISONS: usize = 100_000;

/// The places of a pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Byte offsets in order, the first [`REMEMBERED`] of them.
    pub at: Vec<usize>,
    /// How many there are; a lower bound when the search had to stop.
    pub count: usize,
}

impl Places {
    /// The only place there is.
    pub fn only(&self) -> Option<usize> {
        (self.count == 1).then(|| self.at[0])
    }

    fn note(&mut self, at: usize) {
        self.note_of(at, REMEMBERED);
    }

    /// Notes the place `at`, and remembers it if it is one of the first `most`.
    fn note_of(&mut self, at: usize, most: usize) {
        self.count += 1;
        if self.at.len() < most {
            self.at.push(at);
        }
    }
}

/// Whether `pattern`, which is not empty, stands at `at` in `text` as whole lines.
pub fn stands_at(text: &[u8], pattern: &[u8], at: usize) -> bool {
    let end = at + pattern.len();
    end <= text.len() && is_cut(text, at) && is_cut(text, end) && &text[at..end] == pattern
}

/// Whether no line of `text` reaches across `at`.
pub fn is_cut(text: &[u8], at: usize) -> bool {
    at == 0 || at == text.len() || text[at - 1] == b'\n'
}

/// The places of `pattern`, `most` of them remembered.
pub fn places_up_to(text: &[u8], pattern: &[u8], most: usize) -> Places {
    let mut found = Places::default();
    let mut at = 0;
    for line in lines(text) {
        if !pattern.is_empty() && stands_at(text, pattern, at) {
            found.note_of(at, most);
        }
        at += line.len();
    }
    found
}

/// The places of each of `patterns`; an empty pattern has none.
pub fn places(text: &[u8], patterns: &[&[u8]]) -> Vec<Places> {
    if patterns.len() <= FEW {
        return patterns.iter().map(|pattern| scan(text, pattern)).collect();
    }
    let numbers = numbered(patterns);
    let mut found = Keys::of(&numbers.different).places(text);
    let crowded: Vec<usize> = (0..found.len())
        .filter(|&number| found[number].is_none())
        .collect();
    let mut lines = LinePlaces::default();
    for &number in &crowded {
        lines.want(numbers.different[number]);
    }
    if !crowded.is_empty() {
        lines.fill(text);
    }
    for number in crowded {
        found[number] = Some(lines.places(text, numbers.different[number]));
    }
    let of = |number: &usize| found[*number].clone().unwrap_or_default();
    numbers.of.iter().map(of).collect()
}

/// Patterns of which some are the same.
struct Numbered<'p> {
    different: Vec<&'p [u8]>,
    /// For each pattern, which of the different ones it is.
    of: Vec<usize>,
}

fn numbered<'p>(patterns: &[&'p [u8]]) -> Numbered<'p> {
    let mut known: HashMap<&[u8], usize, FixedState> = HashMap::default();
    let mut different = Vec::new();
    let of = patterns.iter().map(|&pattern| {
        *known.entry(pattern).or_insert_with(|| {
            different.push(pattern);
            different.len() - 1
        })
    });
    Numbered {
        of: of.collect(),
        different,
    }
}

/// For each pattern the two lines that follow each other in it and are longest together (its only line, if
/// it has no more), by which it is recognised in one pass over the text.
struct Keys<'p> {
    patterns: &'p [&'p [u8]],
    /// For each pattern, where its key ends.
    ends: Vec<usize>,
    /// Hash of the key and number of the pattern, sorted.
    entries: Vec<(u64, usize)>,
    /// A bit for the low bits of the [`looks`] of each line that a key ends with: no other line is hashed.
    filter: Vec<u64>,
}

/// Bits that a filter has for each key; most lines of a text are none.
const SPARSE: usize = 64;

impl<'p> Keys<'p> {
    fn of(patterns: &'p [&'p [u8]]) -> Self {
        let mut entries = Vec::with_capacity(patterns.len());
        let mut ends = vec![0; patterns.len()];
        for (number, pattern) in patterns.iter().enumerate() {
            if let Some((key, end)) = key(pattern) {
                entries.push((key, number));
                ends[number] = end;
            }
        }
        entries.sort_unstable();
        let words = (entries.len() * SPARSE / 64).next_power_of_two();
        let mut filter = vec![0; words];
        for (pattern, end) in patterns.iter().zip(&ends) {
            if let Some(last) = lines(&pattern[..*end]).next_back() {
                let looks = looks(last);
                filter[looks as usize >> 6 & (words - 1)] |= 1 << (looks & 63);
            }
        }
        Self {
            patterns,
            ends,
            entries,
            filter,
        }
    }

    /// The numbers of the patterns that have the key `hash`, most likely.
    fn patterns_with(&self, hash: u64) -> impl Iterator<Item = usize> {
        let entries = &self.entries[self.entries.partition_point(|(key, _)| *key < hash)..];
        let same = entries.iter().take_while(move |(key, _)| *key == hash);
        same.map(|(_, number)| *number)
    }

    /// Whether a key may end with `line`.
    fn may_end(&self, line: &[u8]) -> bool {
        let looks = looks(line);
        let word = self.filter[looks as usize >> 6 & (self.filter.len() - 1)];
        word >> (looks & 63) & 1 == 1
    }

    /// The places of each pattern; `None` for those whose key stands at too many places.
    fn places(&self, text: &[u8]) -> Vec<Option<Places>> {
        let mut found = vec![Some(Places::default()); self.patterns.len()];
        let mut compared = vec![0; self.patterns.len()];
        let (mut at, mut before) = (0, None);
        for line in lines(text) {
            at += line.len();
            let above = before.replace(line);
            if !self.may_end(line) {
                continue;
            }
            let hash = hash(line);
            let both = above.map(|above| pair(self::hash(above), hash));
            for key in [Some(hash), both] {
                for number in key.into_iter().flat_map(|key| self.patterns_with(key)) {
                    compared[number] += 1;
                    if compared[number] > OFTEN {
                        found[number] = None;
                        continue;
                    }
                    let start = at.checked_sub(self.ends[number]);
                    let pattern = self.patterns[number];
                    let start = start.filter(|&start| stands_at(text, pattern, start));
                    if let (Some(start), Some(places)) = (start, &mut found[number]) {
                        places.note(start);
                    }
                }
            }
        }
        found
    }
}

/// The key of a pattern, and where in it that ends.
fn key(pattern: &[u8]) -> Option<(u64, usize)> {
    let (mut at, mut before): (usize, Option<&[u8]>) = (0, None);
    let mut best = None;
    let mut most = 0;
    for line in lines(pattern) {
        at += line.len();
        let len = line.len() + before.map_or(0, <[u8]>::len);
        // A lone first line is the key only until there are two.
        if best.is_none() || at == len || len > most {
            let hash = hash(line);
            let key = before.map_or(hash, |before| pair(self::hash(before), hash));
            (best, most) = (Some((key, at)), len);
        }
        before = Some(line);
    }
    best
}

/// A number for `line`, the same in every run.
pub fn hash(line: &[u8]) -> u64 {
    FixedState::default().hash_one(line)
}

/// A number that tells most lines apart, from their lengths and last bytes.
fn looks(line: &[u8]) -> u64 {
    let body = line.strip_suffix(b"\n").unwrap_or(line);
    let last = match body.last_chunk::<8>() {
        Some(last) => u64::from_le_bytes(*last),
        None => body.iter().fold(0, |all, &byte| all << 8 | u64::from(byte)),
    };
    pair(last, body.len() as u64)
}

/// The hash of two lines.
fn pair(one: u64, two: u64) -> u64 {
    let product = u128::from(one ^ 0x9e37_79b9_7f4a_7c15) * u128::from(two.rotate_left(32) | 1);
    (product >> 64) as u64 ^ product as u64
}

fn scan(text: &[u8], pattern: &[u8]) -> Places {
    let mut found = Places::default();
    if pattern.is_empty() {
        return found;
    }
    if text.len() <= SHORT {
        let starts = lines(text).scan(0, |end, line| {
            let start = *end;
            *end += line.len();
            Some(start)
        });
        starts
            .filter(|&at| stands_at(text, pattern, at))
            .for_each(|at| found.note(at));
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
    numbers: HashMap<&'p [u8], usize, FixedState>,
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

#[cfg(test)]
mod tests {
    use super::{FEW, OFTEN, SHORT, places};

    fn both_ways(text: &[u8], pattern: &[u8]) -> Vec<usize> {
        let one = places(text, &[pattern]).remove(0);
        let before = b"-\n".repeat(SHORT);
        let long = [&before[..], text].concat();
        let beyond: Vec<usize> = one.at.iter().map(|at| before.len() + at).collect();
        assert_eq!(places(&long, &[pattern]).remove(0).at, beyond);
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
    fn a_pattern_of_lines_that_stand_everywhere_is_found_by_its_rarest() {
        let text = "same\nline\n".repeat(3 * OFTEN) + "rare\nsame\nline\nsame\n";
        let at = text.find("rare").unwrap();
        let few = places(text.as_bytes(), &[b"rare\nsame\nline\n"]).remove(0);
        assert_eq!(few.at, [at]);
        let mut many = vec![&b"x\ny\n"[..]; FEW];
        many.extend([&b"rare\nsame\nline\n"[..], b"line\nsame\n", b""]);
        let found = places(text.as_bytes(), &many);
        assert_eq!(found[FEW], few);
        assert_eq!(found[FEW + 1].count, 3 * OFTEN);
        assert_eq!(found[FEW + 2].count, 0);
    }

    #[test]
    fn a_line_without_ending_is_only_the_last_one() {
        assert_eq!(both_ways(b"ab\na", b"a"), [3]);
        assert_eq!(both_ways(b"a\nab", b"a"), [0usize; 0]);
        assert_eq!(both_ways(b"x\na", b"a\n"), [0usize; 0]);
        assert_eq!(both_ways(b"x\na\ny\n", b"x\na"), [0usize; 0]);
    }
}
