//! An index of the lines of a text that occur in some hunk, exactly or loosely: how often and where.
//!
//! Only lines of the patch are stored. The text is read once, regardless of the number of hunks.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

use bytes::Bytes;
use foldhash::fast::FixedState;

use crate::patch::Hunk;
use crate::resolve::locate::{Indentation, lines_in};
use crate::snapshot::Snapshot;
use crate::text::{LineEnding, Span};

use super::exact::{self, Places};
use super::filter::Filter;
use super::heading::Neighbours;
use super::line;
use super::nesting::{self, Level};
use crate::resolve::place::weights;

/// The number of a line of the patch without its ending, from 1. A line that no hunk has is 0.
pub type Exact = u32;

/// The number of the loose form of a line of the patch, from 1. A line that no hunk has is 0.
pub type Loose = u32;

/// The numbers of the forms of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineKeys {
    pub exact: Exact,
    pub loose: Loose,
}

/// The number of bytes of a [`tail`].
const TAIL_LEN: usize = 4;

/// The last bytes of `line` as a number, if its loose form must have the same: they are ASCII and not blank.
fn tail(line: &[u8]) -> Option<u64> {
    let tail: &[u8; TAIL_LEN] = line.last_chunk()?;
    if tail.iter().all(u8::is_ascii_graphic) {
        Some(u64::from(u32::from_le_bytes(*tail)))
    } else {
        None
    }
}

/// A text and the places in it of the lines of a patch.
pub struct Index<'t> {
    text: &'t Bytes,
    /// The offset of each line, and the length of the text.
    starts: Vec<usize>,
    /// The forms of each line.
    keys: Vec<LineKeys>,
    /// The lines with each loose form, ascending.
    postings: Vec<Vec<u32>>,
    exact: HashMap<Vec<u8>, Exact, FixedState>,
    loose: HashMap<Vec<u8>, Loose, FixedState>,
    /// The [`tail`] of each loose form.
    tails: Filter,
    /// The indentation of the text, computed on first use.
    indentation: OnceCell<Indentation>,
}

impl<'t> Index<'t> {
    /// Reads `now` once, and indexes its lines that are in `wanted`.
    pub fn new<'l>(now: &'t Snapshot, wanted: impl Iterator<Item = &'l Bytes>) -> Self {
        let count = now.line_count();
        let mut index = Self {
            text: now.bytes(),
            starts: Vec::with_capacity(count + 1),
            keys: Vec::with_capacity(count),
            postings: vec![Vec::new()],
            exact: HashMap::default(),
            loose: HashMap::default(),
            tails: Filter::new(0),
            indentation: OnceCell::new(),
        };
        for line in wanted {
            index.add_wanted(line);
        }
        index.tails = Filter::new(index.loose.len());
        for tail in index.loose.keys().filter_map(|key| tail(key)) {
            index.tails.add(tail);
        }
        index.read_text();
        index
    }

    pub fn indentation(&self) -> Indentation {
        let whole = Span::of_len(0, self.text.len());
        *self
            .indentation
            .get_or_init(|| Indentation::measure(lines_in(self.text, whole)))
    }

    /// The nesting level of line `number` (0-based).
    pub fn level(&self, number: usize) -> Level {
        nesting::level_of(&self.neighbours(number))
    }

    /// Line `number` (0-based) and its neighbors.
    pub fn neighbours(&self, number: usize) -> Neighbours<'t> {
        let mut neighbours = Neighbours {
            above: None,
            line: self.line(number),
            below: None,
        };
        if number > 0 {
            neighbours.above = Some(self.line(number - 1));
        }
        if number + 1 < self.len() {
            neighbours.below = Some(self.line(number + 1));
        }
        neighbours
    }

    fn add_wanted(&mut self, line: &[u8]) {
        let body = LineEnding::strip(line);
        if self.exact.contains_key(body) {
            return;
        }
        let next = self.postings.len() as Loose;
        let key = line::loose(body).into_owned();
        let loose = *self.loose.entry(key).or_insert(next);
        if loose == next {
            self.postings.push(Vec::new());
        }
        let exact = self.exact.len() as Exact + 1;
        self.exact.insert(body.to_vec(), exact);
    }

    fn read_text(&mut self) {
        let mut at = 0;
        self.starts.push(at);
        for line in exact::lines(self.text) {
            let keys = self.keys_of(line);
            if keys.loose != 0 {
                self.postings[keys.loose as usize].push(self.keys.len() as u32);
            }
            self.keys.push(keys);
            at += line.len();
            self.starts.push(at);
        }
    }

    /// The numbers of the forms of `line`, which may come from any text.
    pub fn keys_of(&self, line: &[u8]) -> LineKeys {
        let body = LineEnding::strip(line);
        // Most lines of a long text fail this check, and their loose forms are not needed.
        if tail(body).is_some_and(|tail| !self.tails.may_contain(tail)) {
            return LineKeys::default();
        }
        let loose = match line::loose(body) {
            Cow::Borrowed(key) => self.loose.get(key),
            Cow::Owned(key) => self.loose.get(&key[..]),
        };
        let Some(&loose) = loose else {
            return LineKeys::default();
        };
        LineKeys {
            exact: self.exact.get(body).copied().unwrap_or(0),
            loose,
        }
    }

    /// True if the text contains `line`, at least up to whitespace.
    pub fn contains(&self, line: &[u8]) -> bool {
        !self.postings(self.keys_of(line).loose).is_empty()
    }

    /// The places of `pattern`, whose lines must all be indexed.
    pub fn places(&self, pattern: &[u8]) -> Places {
        let occurrences = |line: &[u8]| Some(self.postings(self.keys_of(line).loose));
        let offset = |&line: &u32| self.starts[line as usize];
        exact::places_by_rarest(self.text, pattern, occurrences, offset)
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn keys(&self, number: usize) -> LineKeys {
        self.keys[number]
    }

    /// The lines (0-based, ascending) with the loose form `loose`.
    pub fn postings(&self, loose: Loose) -> &[u32] {
        &self.postings[loose as usize]
    }

    pub fn line(&self, number: usize) -> &'t [u8] {
        &self.text[self.starts[number]..self.starts[number + 1]]
    }

    /// The bytes of the lines `first..end` (0-based).
    pub fn span(&self, first: usize, end: usize) -> Span {
        Span::of_len(self.starts[first], self.starts[end] - self.starts[first])
    }

    /// The 0-based line that contains byte `at`.
    pub fn line_of(&self, at: usize) -> usize {
        match self.starts.binary_search(&at) {
            Ok(line) => line,
            Err(line) => line - 1,
        }
    }

    /// The line below line `number` of `hunk`. For its last line, the line below the only such line of the text.
    pub fn below_in_hunk<'l>(&'l self, hunk: &'l Hunk, number: usize) -> Option<&'l [u8]> {
        if let Some(next) = hunk.lines.get(number + 1) {
            return Some(&next.text);
        }
        let keys = self.keys_of(&hunk.lines[number].text);
        let &[only] = self.postings(keys.loose) else {
            return None;
        };
        let below = only as usize + 1;
        if below == self.len() {
            return None;
        }
        Some(self.line(below))
    }

    pub fn text(&self) -> &'t Bytes {
        self.text
    }

    /// The weight of a line that occurs `frequency` times in the text: 1 for a rare line, less for a frequent line.
    pub fn weight(&self, text: &[u8], frequency: usize) -> f32 {
        if line::is_common(text) {
            return weights::COMMON_LINE;
        }
        if frequency <= 1 {
            return 1.0;
        }
        let all = log2(self.len() + 1);
        ((all - log2(frequency)) / all).clamp(0.25, 1.0)
    }
}

/// The binary logarithm of `number`, which is not 0, to five digits. The function of the standard library would make
/// every run load the math library of the system.
fn log2(number: usize) -> f32 {
    let exponent = number.ilog2();
    let mantissa = number as f32 / (1_u64 << exponent) as f32;
    // The series of the inverse hyperbolic tangent.
    let ratio = (mantissa - 1.0) / (mantissa + 1.0);
    let square = ratio * ratio;
    let series =
        1.0 + square * (1.0 / 3.0 + square * (1.0 / 5.0 + square * (1.0 / 7.0 + square / 9.0)));
    exponent as f32 + 2.0 * std::f32::consts::LOG2_E * ratio * series
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::{Index, LineKeys, exact, log2};
    use crate::snapshot::Snapshot;

    #[test]
    fn lines_are_known_exactly_and_loosely() {
        let now = Snapshot::of_text(&b"let a = 1;\n  let a  = 1;\r\nother\nlet a = 1;"[..]);
        let wanted = [
            Bytes::from_static(b"let a = 1; \n"),
            Bytes::from_static(b"let a = 1;\n"),
            Bytes::from_static(b"gone\n"),
        ];
        let index = Index::new(&now, wanted.iter());
        assert_eq!(index.len(), 4);
        assert_eq!(index.keys(0), index.keys(3));
        assert_eq!(index.keys(1).exact, 0);
        assert_eq!(index.keys(1).loose, index.keys(0).loose);
        assert_eq!(index.keys(2), LineKeys::default());
        assert_eq!(index.postings(index.keys(0).loose), [0, 1, 3]);
        assert_eq!(index.line(1), b"  let a  = 1;\r\n");
        assert_eq!(index.span(1, 3).range(), 11..32);
    }

    #[test]
    fn places_are_those_of_a_search() {
        let now = Snapshot::of_text(&b"a\nb\n a\nb\na \na\nb\r\na\nb"[..]);
        let wanted = [Bytes::from_static(b"a\n"), Bytes::from_static(b"b\n")];
        let index = Index::new(&now, wanted.iter());
        for pattern in ["", "a\n", "a\nb\n", "b\na\n", "a\nb", "b\r\n", "a\na\n"] {
            let searched = exact::places(now.bytes(), &[pattern.as_bytes()]).remove(0);
            assert_eq!(index.places(pattern.as_bytes()), searched, "{pattern:?}");
        }
    }

    #[test]
    fn logarithms_are_those_of_the_standard_library() {
        for number in (1..5_000).chain([65_535, 65_536, 1_000_000, usize::MAX >> 8]) {
            let expected = (number as f64).log2();
            assert!(
                (f64::from(log2(number)) - expected).abs() < 1e-5,
                "{number}"
            );
        }
    }
}
