//! The place that a hunk was made for, if the text there has changed. It is a rival of every place that is further
//! away, although it is not a candidate itself.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::text::Span;

use super::hunk_places::UncertainHunk;
use crate::resolve::place::candidates::alignment::Grade;
use crate::resolve::place::candidates::script::Stage;
use crate::resolve::place::evidence::index::{Index, Loose};
use crate::resolve::place::weights;

/// A line of the old side of a hunk that is not blank or trivial.
#[derive(Clone, Copy, Debug)]
pub struct TellingLine {
    /// The number of lines of the old side above the line.
    pub offset: usize,
    /// The number of the line's loose form.
    pub loose: Loose,
    /// The 0-based line of the text that the chosen candidate matches with it.
    pub matched: Option<usize>,
    pub is_removed: bool,
}

/// The range of the offsets in lines of the nearest hunks from their stated lines.
#[derive(Clone, Copy, Debug)]
pub struct OffsetRange {
    pub low: i64,
    pub high: i64,
}

impl OffsetRange {
    pub const ZERO: Self = Self { low: 0, high: 0 };

    /// The range between the nearest known `offsets` of the hunks above and below hunk `number`. `None` if no other
    /// hunk has a known offset.
    pub fn around(number: usize, offsets: &[Option<i64>]) -> Option<Self> {
        let above = offsets[..number].iter().rev().find_map(|offset| *offset);
        let below = offsets[number + 1..].iter().find_map(|offset| *offset);
        let (above, below) = (above.or(below)?, below.or(above)?);
        Some(Self {
            low: above.min(below),
            high: above.max(below),
        })
    }

    /// The distance of `offset` from the range, 0 inside.
    pub fn distance(self, offset: i64) -> i64 {
        (self.low - offset).max(offset - self.high).max(0)
    }
}

/// The expected place of a hunk.
#[derive(Clone, Copy, Debug)]
struct Expected {
    offsets: OffsetRange,
    /// The number of lines before the stated line.
    stated: usize,
}

impl Expected {
    /// The 0-based line of the text that `line` has at the place `offset` lines below the stated line.
    fn line(&self, line: &TellingLine, offset: i64) -> usize {
        (self.stated + line.offset).saturating_add_signed(offset as isize)
    }
}

impl UncertainHunk<'_> {
    /// The place that rivals `candidate`, judged by the telling lines: nearer to the expected `offsets`, or with
    /// a line that the text has only there. `None` if the hunk states no line.
    pub fn rival(&self, candidate: usize, offsets: OffsetRange) -> Option<Span> {
        let stated = self.pattern.stated_before()?;
        let offset = self.offset(candidate)?;
        let telling = self.telling_lines(candidate);
        let rival = find_rival(&telling, offset, Expected { offsets, stated }, self.index)?;
        Some(self.index.span(rival.start, rival.end))
    }

    /// The telling lines of the old side, as `candidate` matches them.
    fn telling_lines(&self, candidate: usize) -> Vec<TellingLine> {
        let pairs = &self.candidates[candidate].alignment.pairs;
        let mut telling = Vec::new();
        let mut offset = 0;
        for stage in &self.script.stages {
            let (rows, is_removed) = match stage {
                Stage::Context(row) => (*row..row + 1, false),
                Stage::Change { removed, .. } => (removed.clone(), true),
                Stage::End => continue,
            };
            for row in rows {
                if self.script.rows[row].profile.is_some() {
                    let pair = pairs[row].filter(|pair| !matches!(pair.grade, Grade::Similar(_)));
                    telling.push(TellingLine {
                        offset,
                        loose: self.script.rows[row].loose,
                        matched: pair.map(|pair| pair.line),
                        is_removed,
                    });
                }
                offset += 1;
            }
        }
        telling
    }
}

/// The lines (0-based) of a place that has about as many of the `telling` lines as the candidate at `offset`. The
/// place is nearer to `expected`, or has a line of the hunk that occurs only once in the text.
fn find_rival(
    telling: &[TellingLine],
    offset: i64,
    expected: Expected,
    index: &Index,
) -> Option<Range<usize>> {
    let distance = expected.offsets.distance(offset);
    let distance = distance.min(weights::MAX_RIVAL_DISTANCE);
    let nearer = nearer_lines(telling, distance, expected, index);
    let nearest = nearer
        .into_iter()
        .filter(|(_, lines)| is_rival(telling, lines))
        .max_by_key(|(offset, lines)| (lines.len(), -expected.offsets.distance(*offset)));
    let (offset, lines) =
        nearest.or_else(|| place_of_unique_line(telling, offset, expected, index))?;
    let start = expected.line(&telling[*lines.first()?], offset);
    let last = expected.line(&telling[*lines.last()?], offset);
    Some(start..(last + 1).min(index.len()))
}

/// For each offset less than `distance` lines from `expected`: the numbers of the telling lines that the text has
/// there and that the candidate does not match.
fn nearer_lines(
    telling: &[TellingLine],
    distance: i64,
    expected: Expected,
    index: &Index,
) -> BTreeMap<i64, Vec<usize>> {
    let matched: Vec<usize> = telling.iter().filter_map(|line| line.matched).collect();
    let mut nearer: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for (number, line) in telling.iter().enumerate() {
        let stated = (expected.stated + line.offset) as i64;
        let first = stated + expected.offsets.low - distance;
        let last = stated + expected.offsets.high + distance;
        let postings = index.postings(line.loose);
        let from = postings.partition_point(|&at| i64::from(at) < first);
        for &at in &postings[from..] {
            if i64::from(at) > last {
                break;
            }
            let offset = i64::from(at) - stated;
            if expected.offsets.distance(offset) < distance && !matched.contains(&(at as usize)) {
                nearer.entry(offset).or_default().push(number);
            }
        }
    }
    nearer
}

/// True if a place with the telling lines `found` rivals the chosen candidate.
fn is_rival(telling: &[TellingLine], found: &[usize]) -> bool {
    let matched = telling.iter().filter(|line| line.matched.is_some()).count();
    2 * found.len() >= telling.len() && found.len() + 1 >= matched
}

/// The offset of another place than the one at `chosen`, and the numbers of its telling lines. The place has all
/// lines that the hunk removes, and at least half of the telling lines. One of them occurs only once in the text, and
/// the candidate lacks it.
fn place_of_unique_line(
    telling: &[TellingLine],
    chosen: i64,
    expected: Expected,
    index: &Index,
) -> Option<(i64, Vec<usize>)> {
    // If the line number is correct, a line that only occurs elsewhere has a changed twin here.
    if expected.offsets.distance(chosen) == 0 {
        return None;
    }
    for line in telling {
        let &[only] = index.postings(line.loose) else {
            continue;
        };
        let offset = i64::from(only) - (expected.stated + line.offset) as i64;
        if line.matched.is_some() || (offset - chosen).abs() <= weights::RIVAL_SLACK {
            continue;
        }
        let (mut found, mut misses_removed) = (Vec::new(), false);
        for (number, other) in telling.iter().enumerate() {
            let near = expected.line(other, offset) as i64;
            let mut postings = index.postings(other.loose).iter();
            if postings.any(|&at| (i64::from(at) - near).abs() <= weights::RIVAL_SLACK) {
                found.push(number);
            } else {
                misses_removed |= other.is_removed;
            }
        }
        if !misses_removed && 2 * found.len() >= telling.len() {
            return Some((offset, found));
        }
    }
    None
}
