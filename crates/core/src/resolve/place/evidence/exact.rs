//! The places of texts of whole lines in another text, byte for byte.
//!
//! One pattern is searched for with a vectorised search; several share one pass over the text, in which each is
//! recognised by some of its bytes. Those that are short, or whose bytes are everywhere, share one over its lines, and
//! are recognised by two neighbouring ones. The few whose two lines are everywhere share another that notes where each
//! of their lines stands, and are compared only at the places of their rarest line. All ways cost the length of the
//! text, not once for each pattern.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use foldhash::fast::FixedState;

pub use crate::text::lines;

/// Patterns up to this number are searched for one by one in a text that is [`SHORT`].
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
    if patterns.len() <= 1 || patterns.len() <= FEW && text.len() <= SHORT {
        return patterns.iter().map(|pattern| scan(text, pattern)).collect();
    }
    let numbers = numbered(patterns);
    let mut found = match numbers.different.len() {
        ..=MANY => Grams::of(&numbers.different, text).places(text),
        many => vec![None; many],
    };
    let left: Vec<usize> = (0..found.len())
        .filter(|&number| found[number].is_none())
        .collect();
    if !left.is_empty() {
        let patterns: Vec<&[u8]> = left.iter().map(|&left| numbers.different[left]).collect();
        let by_lines = Keys::of(&patterns).places(text);
        for (number, places) in left.into_iter().zip(by_lines) {
            found[number] = places;
        }
    }
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

/// Patterns beyond this number are looked for by their lines only: their grams no longer fit where they are quickly
/// looked up.
const MANY: usize = 1000;

/// Patterns that may have a gram in common.
const SHARING: usize = 8;

/// How often a gram may stand at the places that are [`SAMPLED`].
const SEEN: u8 = 8;

/// Bytes that a pattern is recognised by. A text is looked at once in so many bytes.
const GRAM: usize = 16;

/// The same for a pattern: wherever it stands, one of so many grams in a row does where the text is looked at.
const LEAST: usize = 2 * GRAM - 1;

/// Places of the text that are looked at to learn which grams are everywhere.
const SAMPLED: usize = 1 << 14;

/// For each pattern grams at neighbouring offsets, by one of which it is recognised in one pass over the text that
/// looks at the bytes of one place in [`GRAM`].
struct Grams<'p> {
    patterns: &'p [&'p [u8]],
    /// Hash of the gram, how much of the pattern is behind its beginning, and the number of the pattern, sorted.
    entries: Vec<(u64, usize, usize)>,
    filter: Filter,
}

impl<'p> Grams<'p> {
    fn of(patterns: &'p [&'p [u8]], text: &[u8]) -> Self {
        let sample = Sample::of(text);
        let mut entries = Vec::with_capacity(patterns.len() * GRAM);
        for (number, pattern) in patterns.iter().enumerate() {
            if let Some(from) = sample.rarest(pattern) {
                let grams = (from..from + GRAM)
                    .map(|at| (gram(&pattern[at..]), pattern.len() - at, number));
                entries.extend(grams);
            }
        }
        entries.sort_unstable();
        let runs = entries.chunk_by(|(one, ..), (two, ..)| one == two);
        let crowded = runs.filter(|run| run.len() > SHARING);
        let crowded: HashSet<usize> = crowded.flatten().map(|(.., number)| *number).collect();
        entries.retain(|(.., number)| !crowded.contains(number));
        let filter = Filter::of(entries.len(), entries.iter().map(|(gram, ..)| *gram));
        Self {
            patterns,
            entries,
            filter,
        }
    }

    /// The places of each pattern; `None` for those that have no grams, or whose grams stand at too many places.
    fn places(&self, text: &[u8]) -> Vec<Option<Places>> {
        let mut found = Comparison::of(self.patterns);
        for (_, _, number) in &self.entries {
            found.places[*number] = Some(Places::default());
        }
        if self.entries.is_empty() {
            return found.places;
        }
        for (looked, bytes) in text.as_chunks::<GRAM>().0.iter().enumerate() {
            let gram = gram(bytes);
            if !self.filter.may_have(gram) {
                continue;
            }
            let first = self.entries.partition_point(|(other, ..)| *other < gram);
            let same = self.entries[first..].iter();
            for &(_, behind, number) in same.take_while(|(other, ..)| *other == gram) {
                let start = (looked * GRAM + behind).checked_sub(self.patterns[number].len());
                found.compare(number, start, text);
            }
        }
        found.places
    }
}

/// A number for the first [`GRAM`] bytes of `text`.
fn gram(text: &[u8]) -> u64 {
    let half = |half: &[u8]| {
        half.first_chunk()
            .map_or(0, |half| u64::from_le_bytes(*half))
    };
    pair(half(text), half(&text[GRAM / 2..]))
}

/// How often grams stand in a text, told by some places of it.
struct Sample {
    counts: Box<[u8]>,
}

impl Sample {
    fn of(text: &[u8]) -> Self {
        let mut counts = vec![0_u8; 1 << 16].into_boxed_slice();
        let offsets = text.len().saturating_sub(GRAM - 1);
        // A step that has no factor in common with the lengths of lines, most likely.
        let step = (offsets / SAMPLED).max(1) | 1;
        for at in (0..offsets).step_by(step) {
            let count = &mut counts[gram(&text[at..]) as usize & 0xffff];
            *count = count.saturating_add(1);
        }
        Self { counts }
    }

    /// Where in `pattern` the [`GRAM`] neighbouring grams begin of which the most frequent is rarest; `None` where it
    /// is too short for so many, or they are everywhere.
    fn rarest(&self, pattern: &[u8]) -> Option<usize> {
        let starts = (pattern.len() + 1).checked_sub(LEAST)?.min(STARTS);
        let grams = 0..starts + GRAM - 1;
        let count = |at: usize| self.counts[gram(&pattern[at..]) as usize & 0xffff];
        let counts: Vec<u8> = grams.map(count).collect();
        let windows = counts.windows(GRAM).enumerate();
        let most = windows.map(|(start, counts)| (counts.iter().max(), start));
        let (seen, start) = most.min()?;
        seen.is_some_and(|seen| *seen < SEEN).then_some(start)
    }
}

/// Beginnings of grams that are looked at in a pattern.
const STARTS: usize = 256;

/// For each pattern the two lines that follow each other in it and are longest together (its only line, if
/// it has no more), by which it is recognised in one pass over the text.
struct Keys<'p> {
    patterns: &'p [&'p [u8]],
    /// For each pattern, where its key ends.
    ends: Vec<usize>,
    /// Hash of the key and number of the pattern, sorted.
    entries: Vec<(u64, usize)>,
    /// Of the [`looks`] of each line that a key ends with: no other line is hashed.
    filter: Filter,
}

/// A bit for the low bits of each of some hashes.
struct Filter(Vec<u64>);

/// Bits that a filter has for each hash; most that are looked up are none of them.
const SPARSE: usize = 64;

impl Filter {
    /// With room for `count` hashes.
    fn of(count: usize, hashes: impl Iterator<Item = u64>) -> Self {
        let words = (count * SPARSE / 64).next_power_of_two();
        let mut filter = vec![0; words];
        for hash in hashes {
            filter[hash as usize >> 6 & (words - 1)] |= 1 << (hash & 63);
        }
        Self(filter)
    }

    fn may_have(&self, hash: u64) -> bool {
        self.0[hash as usize >> 6 & (self.0.len() - 1)] >> (hash & 63) & 1 == 1
    }
}

/// Patterns compared with a text where they may stand.
struct Comparison<'p> {
    patterns: &'p [&'p [u8]],
    /// How often each was compared.
    counts: Vec<usize>,
    /// The places of each; `None` for those that are not looked for, or were compared too often.
    places: Vec<Option<Places>>,
}

impl<'p> Comparison<'p> {
    fn of(patterns: &'p [&'p [u8]]) -> Self {
        Self {
            patterns,
            counts: vec![0; patterns.len()],
            places: vec![None; patterns.len()],
        }
    }

    /// Compares the pattern of this `number` with what is at `start` of `text`, if that is a place in it.
    fn compare(&mut self, number: usize, start: Option<usize>, text: &[u8]) {
        self.counts[number] += 1;
        if self.counts[number] > OFTEN {
            self.places[number] = None;
            return;
        }
        let start = start.filter(|&start| stands_at(text, self.patterns[number], start));
        if let (Some(start), Some(places)) = (start, &mut self.places[number]) {
            places.note(start);
        }
    }
}

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
        let last = |(pattern, end): (&&'p [u8], &usize)| lines(&pattern[..*end]).next_back();
        let lasts = patterns.iter().zip(&ends).filter_map(last);
        let filter = Filter::of(entries.len(), lasts.map(looks));
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
        self.filter.may_have(looks(line))
    }

    /// The places of each pattern; `None` for those whose key stands at too many places.
    fn places(&self, text: &[u8]) -> Vec<Option<Places>> {
        let mut found = Comparison::of(self.patterns);
        found.places.fill(Some(Places::default()));
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
                    found.compare(number, at.checked_sub(self.ends[number]), text);
                }
            }
        }
        found.places
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

    /// Long patterns, of which some repeat themselves or share what they begin with, at any distance from a place that
    /// is looked at.
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
            let starts: Vec<usize> = super::lines(text.as_bytes())
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
                let expected = super::places_up_to(text.as_bytes(), pattern, usize::MAX);
                assert_eq!(found, expected, "{:?}", String::from_utf8_lossy(pattern));
            }
        }
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
