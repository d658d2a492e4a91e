//! All hunks of a file at one offset from their stated lines.
//!
//! Many offsets may be tried, and many hunks stand at most of them where blocks repeat. What made one offset fail
//! is asked first of the next, and comparing is bounded by the length of the hunks.

use std::collections::{HashMap, HashSet, VecDeque};

use bytes::Bytes;
use foldhash::fast::FixedState;

use crate::snapshot::Snapshot;
use crate::text::LineNumber;

use crate::resolve::place::evidence::exact;
use crate::resolve::place::hunk::pattern::Pattern;

/// How often the length of all hunks may be compared.
const TIMES: usize = 50;
/// Gaps that are remembered.
const GAPS: usize = 16;

/// The hunks with old lines.
pub struct Together<'p> {
    now: &'p Snapshot,
    /// The last hunk, the first, and all others: most wrong offsets fail at an end.
    hunks: Vec<Stated<'p>>,
    /// Every hunk, to be found by what it is and where it is stated.
    known: HashSet<(usize, usize), FixedState>,
    /// Lines (0-based) where an old side was not found, the last ones first.
    gaps: VecDeque<(usize, usize)>,
    /// Bytes that may still be compared.
    left: usize,
    /// Whether every hunk states a line.
    is_stated: bool,
}

/// The old side of a hunk.
struct Stated<'p> {
    old: &'p Bytes,
    /// Its number among the different old sides.
    side: usize,
    /// The stated line (0-based).
    before: usize,
}

impl<'p> Together<'p> {
    /// Takes those of `patterns` that have old lines.
    pub fn of(patterns: &'p [Pattern<'p>], now: &'p Snapshot) -> Self {
        let mut sides: HashMap<&Bytes, usize, FixedState> = HashMap::default();
        let with_old = || patterns.iter().filter(|it| !it.old().is_empty());
        let mut hunks: Vec<Stated> = with_old()
            .filter_map(|pattern| {
                let next = sides.len();
                Some(Stated {
                    old: pattern.old(),
                    before: pattern.stated_before()?,
                    side: *sides.entry(pattern.old()).or_insert(next),
                })
            })
            .collect();
        let is_stated = hunks.len() == with_old().count();
        if let Some(last) = hunks.pop() {
            hunks.insert(0, last);
        }
        let total: usize = hunks.iter().map(|hunk| hunk.old.len()).sum();
        Self {
            now,
            known: hunks.iter().map(|hunk| (hunk.side, hunk.before)).collect(),
            hunks,
            gaps: VecDeque::new(),
            left: TIMES * total,
            is_stated,
        }
    }

    /// Whether all stand `offset` lines further down than stated; `None` when it takes too long to tell.
    pub fn stand(&mut self, offset: i64) -> Option<bool> {
        let offset = isize::try_from(offset).ok()?;
        let is_in_gap = |&(side, line): &(usize, usize)| {
            let before = offset
                .checked_neg()
                .and_then(|back| line.checked_add_signed(back));
            before.is_some_and(|before| self.known.contains(&(side, before)))
        };
        if !self.is_stated || self.gaps.iter().any(is_in_gap) {
            return Some(false);
        }
        for hunk in &self.hunks {
            let Some(line) = hunk.before.checked_add_signed(offset) else {
                return Some(false);
            };
            self.left = self.left.checked_sub(hunk.old.len())?;
            let at = self.now.start_of(LineNumber::after_lines(line));
            if !at.is_some_and(|at| exact::stands_at(self.now.bytes(), hunk.old, at)) {
                self.gaps.truncate(GAPS - 1);
                self.gaps.push_front((hunk.side, line));
                return Some(false);
            }
        }
        Some(true)
    }
}
