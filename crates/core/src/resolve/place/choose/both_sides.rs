//! Hunks of which both sides stand at one place: lines that are added may end, or begin, like their context.
//!
//! A hunk whose old side is a part of its new one seems to be unapplied wherever it is applied. It counts as
//! applied, unless the place of the other hunks, or its own numbers where there are none, show that it is not.

use super::fit::{Fit, Side};
use super::strict::ExactSearch;
use crate::resolve::place::evidence::exact;
use crate::resolve::place::hunk::pattern::Pattern;

/// Hunks above and below that are asked.
const NEIGHBOURS: usize = 64;
/// Places around one old side that are looked at.
const AROUND: usize = 64;

/// The reading of a hunk that a line number supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    ToDo,
    Applied,
}

/// The lines (0-based) where the sides of a hunk are stated, and by how many lines it makes the text longer.
struct Stated {
    old: i64,
    new: i64,
    growth: i64,
}

impl Stated {
    fn from_pattern(pattern: &Pattern) -> Option<Self> {
        Some(Self {
            old: pattern.stated_before()? as i64,
            new: pattern.stated_before_new()? as i64,
            growth: pattern.new_lines() as i64 - pattern.old_lines() as i64,
        })
    }
}

/// The lines (0-based) where both sides of a hunk stand.
#[derive(Clone, Copy)]
struct Standing {
    old: i64,
    new: i64,
}

impl Standing {
    /// The only reading in which the hunk begins where it is expected to in that reading.
    fn reading(self, to_do: i64, applied: i64) -> Option<Reading> {
        match (self.old == to_do, self.new == applied) {
            (true, false) => Some(Reading::ToDo),
            (false, true) => Some(Reading::Applied),
            (true, true) | (false, false) => None,
        }
    }
}

impl ExactSearch<'_> {
    /// `fit`, whose old side stands there, or the place where its new side stands around that.
    pub(super) fn unless_applied_around(&self, fit: Fit) -> Fit {
        match self.applied_around(&fit) {
            Some(at) => Fit::exact(fit.hunk, Side::New, at, &self.patterns[fit.hunk]),
            None => fit,
        }
    }

    fn applied_around(&self, fit: &Fit) -> Option<usize> {
        let number = fit.hunk;
        if self.is_origin {
            return None;
        }
        let old = self.line_before(fit.span.start());
        let mut applied = None;
        for at in new_around(&self.patterns[number], self.now.bytes(), fit.span.start()) {
            let new = self.line_before(at);
            match self.reading(number, Standing { old, new }) {
                Some(Reading::ToDo) => {}
                Some(Reading::Applied) => return Some(at),
                None => applied = applied.or(Some(at)),
            }
        }
        applied
    }

    /// The reading of hunk `number` that the hunks around it support; that of its own numbers where there are none.
    fn reading(&self, number: usize, standing: Standing) -> Option<Reading> {
        let stated = Stated::from_pattern(&self.patterns[number])?;
        let above = (0..number)
            .rev()
            .take(NEIGHBOURS)
            .find_map(|other| self.expected_below(other, &stated));
        let below = (number + 1..self.patterns.len())
            .take(NEIGHBOURS)
            .find_map(|other| self.expected_above(other, &stated));
        if above.is_none() && below.is_none() {
            let as_stated = standing.reading(stated.old, stated.old);
            return as_stated.or_else(|| standing.reading(stated.old, stated.new));
        }
        let by_above = above.and_then(|start| standing.reading(start, start));
        let by_below = below.and_then(|(to_do, applied)| standing.reading(to_do, applied));
        match (by_above, by_below) {
            (Some(Reading::Applied), _) | (_, Some(Reading::Applied)) => Some(Reading::Applied),
            (above, below) => above.or(below),
        }
    }

    /// The line (0-based) where a hunk that is `stated` below hunk `other` begins, by the place of that one; `None`
    /// where both sides of that one may stand.
    fn expected_below(&self, other: usize, stated: &Stated) -> Option<i64> {
        let above = Stated::from_pattern(&self.patterns[other])?;
        let (side, line) = self.clear_side(other)?;
        Some(match side {
            Side::Old => stated.old + line - above.old,
            Side::New => stated.new + line - above.new,
        })
    }

    /// The lines (0-based) where a hunk that is `stated` above hunk `other` begins if it is to be applied, and if it is
    /// applied already.
    fn expected_above(&self, other: usize, stated: &Stated) -> Option<(i64, i64)> {
        let below = Stated::from_pattern(&self.patterns[other])?;
        let (side, line) = self.clear_side(other)?;
        Some(match side {
            Side::Old => {
                let start = stated.old + line - below.old;
                (start, start - stated.growth)
            }
            Side::New => {
                let start = stated.new + line - below.new;
                (start + stated.growth, start)
            }
        })
    }

    /// The side of hunk `number` that stands in one place while the other does not stand there, and its line (0-based).
    fn clear_side(&self, number: usize) -> Option<(Side, i64)> {
        let (side, at) = match self.old[number].count {
            0 => (Side::New, self.new[number].only()?),
            1 if !self.has_both[number] => (Side::Old, self.old[number].only()?),
            _ => return None,
        };
        Some((side, self.line_before(at)))
    }

    fn line_before(&self, at: usize) -> i64 {
        self.now.line_at(at).lines_before() as i64
    }
}

/// The places of the new side of `pattern` in `text` that hold the old side at `old`.
pub(super) fn new_around(pattern: &Pattern, text: &[u8], old: usize) -> Vec<usize> {
    let new = pattern.new_side();
    let Some(longer) = new.len().checked_sub(pattern.old().len()) else {
        return Vec::new();
    };
    if !pattern.has_change() || pattern.old().is_empty() {
        return Vec::new();
    }
    let end = (old + new.len()).min(text.len());
    let mut places = Vec::new();
    let mut start = old.saturating_sub(longer);
    while places.len() < AROUND
        && let Some(at) = memchr::memmem::find(&text[start..end], new)
    {
        let at = start + at;
        if exact::stands_at(text, new, at) {
            places.push(at);
        }
        start = at + 1;
    }
    places
}
