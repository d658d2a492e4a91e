//! All hunks of a file at one offset from their stated lines.
//!
//! Many offsets may be tried, and where blocks repeat, many hunks fit at most of them. The hunk that made one offset
//! fail is compared first at the next, and comparing is bounded by the length of the hunks.

use std::collections::{HashMap, HashSet, VecDeque};

use bytes::Bytes;
use foldhash::fast::FixedState;

use crate::snapshot::Snapshot;
use crate::text::LineNumber;

use crate::resolve::place::evidence::exact;
use crate::resolve::place::hunk::pattern::Pattern;

/// The total length of all hunks may be compared this often.
const TIMES: usize = 50;
/// Mismatches that are remembered.
const MISMATCHES: usize = 16;

/// The hunks with old lines.
pub struct Together<'p> {
    now: &'p Snapshot,
    /// The last hunk, the first, and all others: most wrong offsets fail at an end.
    hunks: Vec<Stated<'p>>,
    /// Each hunk, as its side and stated line.
    known: HashSet<(usize, usize), FixedState>,
    /// Sides, and the lines (0-based) where they were not found, the latest first.
    mismatches: VecDeque<(usize, usize)>,
    /// Bytes that may still be compared.
    left: usize,
    /// True if every hunk states a line.
    is_stated: bool,
}

/// The old side of a hunk.
struct Stated<'p> {
    old: &'p Bytes,
    /// Equal for equal old sides.
    side: usize,
    /// The stated line (0-based).
    before: usize,
}

impl<'p> Together<'p> {
    /// Takes the hunks of `patterns` that have old lines.
    pub fn new(patterns: &'p [Pattern<'p>], now: &'p Snapshot) -> Self {
        let mut sides: HashMap<&Bytes, usize, FixedState> = HashMap::default();
        let mut hunks = Vec::new();
        let mut is_stated = true;
        for pattern in patterns {
            if pattern.old().is_empty() {
                continue;
            }
            let Some(before) = pattern.stated_before() else {
                is_stated = false;
                continue;
            };
            let next = sides.len();
            hunks.push(Stated {
                old: pattern.old(),
                side: *sides.entry(pattern.old()).or_insert(next),
                before,
            });
        }
        if let Some(last) = hunks.pop() {
            hunks.insert(0, last);
        }
        let total: usize = hunks.iter().map(|hunk| hunk.old.len()).sum();
        Self {
            now,
            known: hunks.iter().map(|hunk| (hunk.side, hunk.before)).collect(),
            hunks,
            mismatches: VecDeque::new(),
            left: TIMES * total,
            is_stated,
        }
    }

    /// True if all hunks are `offset` lines below their stated lines; `None` if it takes too long to tell.
    pub fn fit_at(&mut self, offset: i64) -> Option<bool> {
        let offset = isize::try_from(offset).ok()?;
        if !self.is_stated || self.is_known_mismatch(offset) {
            return Some(false);
        }
        for hunk in &self.hunks {
            let Some(line) = hunk.before.checked_add_signed(offset) else {
                return Some(false);
            };
            self.left = self.left.checked_sub(hunk.old.len())?;
            let at = self.now.start_of(LineNumber::after_lines(line));
            if !at.is_some_and(|at| exact::stands_at(self.now.bytes(), hunk.old, at)) {
                self.mismatches.truncate(MISMATCHES - 1);
                self.mismatches.push_front((hunk.side, line));
                return Some(false);
            }
        }
        Some(true)
    }

    fn is_known_mismatch(&self, offset: isize) -> bool {
        let Some(back) = offset.checked_neg() else {
            return false;
        };
        for &(side, line) in &self.mismatches {
            if let Some(before) = line.checked_add_signed(back)
                && self.known.contains(&(side, before))
            {
                return true;
            }
        }
        false
    }
}
