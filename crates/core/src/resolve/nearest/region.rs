//! Finds the place that is most similar to the wanted lines.
//!
//! One pass over the text, or over the [`excerpts`] of a large text, compares words. Each shared word votes for the
//! line where the wanted lines would start (the diagonal of the two line numbers). The places with the most votes are
//! then compared word by word. The time is linear in the text.

use std::collections::{HashMap, VecDeque};

use bytes::Bytes;
use foldhash::fast::FixedState;
use similar::{Algorithm, DiffOp, diff_ratio};

use super::excerpts::excerpts;
use super::words::{LinePart, for_each_part, for_each_word};
use crate::refusal::{Difference, Nearest};
use crate::resolve::cursor::LineCursor;
use crate::resolve::locate::{Line, lines_in, lines_of, whole_lines};
use crate::snapshot::Snapshot;
use crate::text::{self, LineNumber, Span, is_word_byte};

/// The most wanted lines that vote. Only the first lines of a longer text do.
const MAX_VOTERS: usize = 200;

/// The most wanted lines that one word may vote for. A word in more lines says little.
const MAX_LINES_PER_WORD: usize = 4;

/// The most places that are compared word by word.
const MAX_COMPARED: usize = 8;

/// The most bytes of each side that are compared.
const MAX_COMPARED_BYTES: usize = 8_000;

/// The least similarity of a place that is reported.
const LEAST_SIMILARITY: f64 = 0.4;

/// The lines most similar to `wanted` among those that start at `starts`, in the bytes `window` of `now`. `None` if
/// none is similar enough.
pub(in crate::resolve) fn most_similar(
    wanted: &[u8],
    now: &Snapshot,
    window: Span,
    starts: &[usize],
) -> Option<Nearest> {
    let text = now.bytes();
    let letters = |place: SimilarPlace| {
        let found = compared_part(&text[place.span.range()]);
        letters_shared(compared_part(wanted), found)
    };
    let mut best: Option<SimilarPlace> = None;
    for place in places_at(starts, wanted, now, window) {
        let is_better = match best {
            None => true,
            Some(best) if place.similarity == best.similarity => letters(place) > letters(best),
            Some(best) => place.similarity > best.similarity,
        };
        if is_better {
            best = Some(place);
        }
    }
    let lines: Vec<Line<'_>> = lines_of(wanted).collect();
    Some(shown_place(best?, &lines, now))
}

/// A place and its similarity to the wanted lines.
#[derive(Clone, Copy)]
pub(in crate::resolve) struct SimilarPlace {
    pub(in crate::resolve) span: Span,
    pub(in crate::resolve) similarity: f64,
}

/// The few places in the bytes `window` of `now` that share most words with `wanted`.
pub(super) fn places(wanted: &[u8], now: &Snapshot, window: Span) -> Vec<SimilarPlace> {
    places_at(
        &likely_starts(wanted, now.bytes(), window),
        wanted,
        now,
        window,
    )
}

/// The similar places among those that start at `starts`.
fn places_at(starts: &[usize], wanted: &[u8], now: &Snapshot, window: Span) -> Vec<SimilarPlace> {
    let count = lines_of(wanted).count();
    let mut places = Vec::new();
    for &start in starts {
        if let Some(span) = lines_from(start, count, now.bytes(), window) {
            let similarity = similarity(
                compared_part(wanted),
                compared_part(&now.bytes()[span.range()]),
            );
            if similarity >= LEAST_SIMILARITY {
                places.push(SimilarPlace { span, similarity });
            }
        }
    }
    places
}

/// The words of the wanted lines.
struct WantedWords<'w> {
    voters: Vec<Voter<'w>>,
    numbers: HashMap<&'w [u8], usize, FixedState>,
    /// The wanted word for each value of [`hash_of_ends`]. Most words of a text match none, so `numbers` is rarely
    /// used. The benchmark `nowhere` of `benches/micro.rs` measures this.
    by_hash: Box<[SameEnds; 1 << 16]>,
}

/// The wanted words with one hash of their ends.
#[derive(Clone, Copy)]
enum SameEnds {
    None,
    /// The word with this number, in 16 bits to keep the table small.
    One(u16),
    Several,
}

/// A hash of the length and the first and last letter of a word. It distinguishes most words, and costs less than a
/// hash of all letters. The search for the most similar lines hashes every word of the text.
fn hash_of_ends(word: &[u8]) -> u16 {
    let (first, last) = (word[0], word[word.len() - 1]);
    let ends = u16::from_le_bytes([first, last]);
    ends.wrapping_add((word.len() as u16).wrapping_mul(0x1f35))
}

/// A word, the wanted lines that it votes for, and the line of the text where it voted last.
struct Voter<'w> {
    word: &'w [u8],
    lines: Vec<usize>,
    voted_at: Option<usize>,
}

impl<'w> WantedWords<'w> {
    fn new(wanted: &[Line<'w>]) -> Self {
        let mut words = Self {
            voters: Vec::new(),
            numbers: HashMap::default(),
            by_hash: Box::new([SameEnds::None; 1 << 16]),
        };
        for (line, content) in (0..).zip(wanted.iter().map(|line| line.content)) {
            for_each_word(content, |word| words.add(word, line));
        }
        words
    }

    fn add(&mut self, word: &'w [u8], line: usize) {
        let next = self.voters.len();
        let number = *self.numbers.entry(word).or_insert(next);
        if number == next {
            let same_ends = &mut self.by_hash[usize::from(hash_of_ends(word))];
            *same_ends = match (*same_ends, u16::try_from(number)) {
                (SameEnds::None, Ok(number)) => SameEnds::One(number),
                _ => SameEnds::Several,
            };
            self.voters.push(Voter {
                word,
                lines: Vec::new(),
                voted_at: None,
            });
        }
        let lines = &mut self.voters[number].lines;
        if lines.len() < MAX_LINES_PER_WORD && lines.last() != Some(&line) {
            lines.push(line);
        }
    }

    /// The wanted lines that `word` votes for at the text line that starts at `line`. Empty if the word has already
    /// voted there.
    fn vote(&mut self, word: &[u8], line: usize) -> &[usize] {
        let number = match self.by_hash[usize::from(hash_of_ends(word))] {
            SameEnds::None => return &[],
            SameEnds::One(number) => usize::from(number),
            SameEnds::Several => match self.numbers.get(word) {
                Some(number) => *number,
                None => return &[],
            },
        };
        let voter = &mut self.voters[number];
        if voter.voted_at == Some(line) || voter.word != word {
            return &[];
        }
        voter.voted_at = Some(line);
        &voter.lines
    }
}

/// A place where the wanted lines might begin.
struct RegionStart {
    votes: usize,
    /// Offset of the line where the first wanted line would be, not before the window.
    start: usize,
}

/// The places in the bytes `window` of `text` with the most votes from the lines `wanted`, best first.
fn candidates(wanted: &[Line<'_>], text: &[u8], window: Span) -> Vec<RegionStart> {
    let mut words = WantedWords::new(wanted);
    let mut best = BestStarts::default();
    if words.voters.is_empty() {
        return best.places;
    }
    for excerpt in excerpts(wanted, text, window) {
        let is_first = excerpt.start() == window.start();
        vote(&mut words, wanted.len(), text, excerpt, is_first, &mut best);
    }
    best.places
        .sort_by_key(|place| (std::cmp::Reverse(place.votes), place.start));
    best.places
}

/// Counts the votes of `words` in the bytes `excerpt` of `text`, and keeps the `best` places for `count` lines.
/// `is_first` is true if no line of the window precedes the excerpt.
fn vote(
    words: &mut WantedWords<'_>,
    count: usize,
    text: &[u8],
    excerpt: Span,
    is_first: bool,
    best: &mut BestStarts,
) {
    // The places that later lines can still vote for, in order.
    let mut voted: VecDeque<RegionStart> = VecDeque::new();
    let lines = whole_lines(text, excerpt);
    let mut line = lines.start();
    if !lines.is_empty() {
        voted.push_back(RegionStart {
            votes: 0,
            start: line,
        });
    }
    for_each_part(&text[lines.range()], |part| match part {
        LinePart::Word(word) => {
            // The last place in `voted` starts at this line.
            let current = voted.len() - 1;
            for &number in words.vote(word, line) {
                match current.checked_sub(number) {
                    Some(first) => voted[first].votes += word.len(),
                    // The wanted lines would start before the text. The vote counts for the first line.
                    None if is_first => voted[0].votes += word.len(),
                    None => {}
                }
            }
        }
        LinePart::End(at) => {
            line = lines.start() + at;
            if line >= lines.end() {
                return;
            }
            if voted.len() == count
                && let Some(oldest) = voted.pop_front()
            {
                best.keep(oldest);
            }
            voted.push_back(RegionStart {
                votes: 0,
                start: line,
            });
        }
    });
    for candidate in voted {
        best.keep(candidate);
    }
}

/// The places with the most votes so far.
#[derive(Default)]
struct BestStarts {
    places: Vec<RegionStart>,
    /// The fewest votes of a kept place, once no more places fit.
    least: usize,
}

impl BestStarts {
    fn keep(&mut self, candidate: RegionStart) {
        if candidate.votes <= self.least {
            return;
        }
        if self.places.len() < MAX_COMPARED {
            self.places.push(candidate);
        } else if let Some(weakest) = self.places.iter_mut().min_by_key(|kept| kept.votes) {
            *weakest = candidate;
        }
        if self.places.len() == MAX_COMPARED {
            let votes = self.places.iter().map(|kept| kept.votes);
            self.least = votes.min().unwrap_or_default();
        }
    }
}

/// The `count` lines from `start` on, or fewer at the end of `window`.
fn lines_from(start: usize, count: usize, text: &[u8], window: Span) -> Option<Span> {
    let rest = Span::new(start, window.end())?;
    let last = lines_in(text, rest).take(count).last()?;
    Span::new(start, last.end())
}

/// The beginning of `text`, as far as it is compared.
fn compared_part(text: &[u8]) -> &[u8] {
    &text[..text.len().min(MAX_COMPARED_BYTES)]
}

/// The starts of lines at which `wanted` might begin in the bytes `window` of `text`, most likely first.
pub(in crate::resolve) fn likely_starts(wanted: &[u8], text: &[u8], window: Span) -> Vec<usize> {
    let lines: Vec<Line<'_>> = lines_of(wanted).take(MAX_VOTERS).collect();
    let best = candidates(&lines, text, window);
    best.into_iter().map(|candidate| candidate.start).collect()
}

/// The letter pairs that two texts share, in any order, in thousandths of all pairs.
fn letters_shared(left: &[u8], right: &[u8]) -> usize {
    let (left, right) = (letter_pairs(left), letter_pairs(right));
    let shared = common_items(&left, &right);
    2_000 * shared / (left.len() + right.len()).max(1)
}

/// The pairs of consecutive bytes of `text`, ignoring whitespace, sorted.
fn letter_pairs(text: &[u8]) -> Vec<[u8; 2]> {
    let letters = text.iter().filter(|byte| !byte.is_ascii_whitespace());
    let letters: Vec<u8> = letters.copied().collect();
    let mut pairs: Vec<[u8; 2]> = letters.windows(2).map(|two| [two[0], two[1]]).collect();
    pairs.sort_unstable();
    pairs
}

/// The number of items that two sorted lists share.
fn common_items<T: Ord>(mut left: &[T], mut right: &[T]) -> usize {
    let mut shared = 0_usize;
    while let ([one, more_left @ ..], [two, more_right @ ..]) = (left, right) {
        let order = one.cmp(two);
        shared += usize::from(order.is_eq());
        if order.is_le() {
            left = more_left;
        }
        if order.is_ge() {
            right = more_right;
        }
    }
    shared
}

/// The similarity of two texts, 0 to 1, by the words and punctuation that they share in order.
pub(super) fn similarity(left: &[u8], right: &[u8]) -> f64 {
    Parts::new(left).similarity(&Parts::new(right))
}

/// The words and punctuation of a text.
pub(in crate::resolve) struct Parts<'t> {
    in_order: Vec<&'t [u8]>,
    sorted: Vec<&'t [u8]>,
}

impl<'t> Parts<'t> {
    pub(in crate::resolve) fn new(text: &'t [u8]) -> Self {
        let in_order = parts(text);
        let mut sorted = in_order.clone();
        sorted.sort_unstable();
        Self { in_order, sorted }
    }

    /// The similarity to `other`, 0 to 1, by the words and punctuation that both share in order.
    pub(in crate::resolve) fn similarity(&self, other: &Self) -> f64 {
        let (left, right) = (&self.in_order, &other.in_order);
        let ops = text::compare(Algorithm::Myers, left, right);
        f64::from(diff_ratio(&ops, left.len(), right.len()))
    }

    /// An upper bound of [`Self::similarity`], by the words and punctuation that both share in any order.
    pub(in crate::resolve) fn max_similarity(&self, other: &Self) -> f64 {
        let shared = common_items(&self.sorted, &other.sorted);
        let all = self.sorted.len() + other.sorted.len();
        2.0 * shared as f64 / all.max(1) as f64
    }
}

/// The share of the words and punctuation of `old` that `text` contains in the same order, 0 to 1.
pub(super) fn kept_share(old: &[u8], text: &[u8]) -> f64 {
    let (old, text) = (parts(compared_part(old)), parts(compared_part(text)));
    let ops = text::compare(Algorithm::Myers, &old, &text);
    let equal = ops.iter().filter(|op| matches!(op, DiffOp::Equal { .. }));
    let same: usize = equal.map(|op| op.old_range().len()).sum();
    same as f64 / old.len().max(1) as f64
}

/// The words and single punctuation bytes of `text`. Whitespace only separates them.
pub(super) fn parts(text: &[u8]) -> Vec<&[u8]> {
    text.chunk_by(|&left, &right| is_word_byte(left) && is_word_byte(right))
        .filter(|part| !part.iter().all(u8::is_ascii_whitespace))
        .collect()
}

/// `place` as a refusal shows it.
fn shown_place(place: SimilarPlace, wanted: &[Line<'_>], now: &Snapshot) -> Nearest {
    let SimilarPlace { span, similarity } = place;
    let first_line = text::first_line(&now.bytes()[span.range()]);
    let lines = LineCursor::new(now.bytes()).lines_of(span);
    Nearest {
        lines,
        preview: now.bytes().slice_ref(first_line),
        similarity,
        difference: difference(span, lines.first(), wanted, now),
    }
}

/// The first wanted line that differs from its counterpart in `region`, which begins at line `first`.
fn difference(
    region: Span,
    first: LineNumber,
    wanted: &[Line<'_>],
    now: &Snapshot,
) -> Option<Difference> {
    let mut lines = lines_of(&now.bytes()[region.range()]);
    for (number, line) in wanted.iter().enumerate() {
        let found = lines.next().map(|found| found.content);
        if found != Some(line.content) {
            return Some(Difference {
                line: LineNumber::after_lines(first.lines_before() + number),
                expected: Bytes::copy_from_slice(line.content),
                found: found.map(|content| now.bytes().slice_ref(content)),
            });
        }
    }
    None
}
