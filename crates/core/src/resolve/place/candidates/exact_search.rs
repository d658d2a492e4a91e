//! Searches the text for both sides of every hunk, and compares the places with the stated lines.

use std::cell::Cell;

use crate::snapshot::Snapshot;
use crate::text::LineNumber;

use crate::resolve::place::choose::anchor;
use crate::resolve::place::evidence::exact::{self, Places};
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::hunk::pattern::Pattern;

/// The most bytes of text that are compared with hunks whose new side is away from its stated line. Further such
/// hunks do not count as applied.
const MAX_COMPARED_BYTES: usize = 256 * 1024 * 1024;

/// The results of the exact search for every hunk.
#[derive(Clone)]
pub struct ExactSearch<'a> {
    pub patterns: &'a [Pattern<'a>],
    pub now: &'a Snapshot,
    pub old: Vec<Places>,
    pub new: Vec<Places>,
    /// The offset from the stated lines that all hunks with one match have. `None` if the offsets differ, 0 if no
    /// hunk has one match.
    pub drift: Option<i64>,
    /// The offset from the stated lines that fits every hunk of the file.
    pub common_offset: Option<i64>,
    /// True if the text is known to be the text that the patch was made from.
    pub is_origin: bool,
    /// The bytes of [`MAX_COMPARED_BYTES`] that are left.
    bytes_left: Cell<usize>,
}

impl<'a> ExactSearch<'a> {
    pub fn new(patterns: &'a [Pattern<'a>], now: &'a Snapshot) -> Self {
        Self::search(patterns, now, |sides| exact::places(now.bytes(), sides))
    }

    /// Like [`Self::new`], with an index of `now` for all lines of `patterns`.
    pub fn in_index(patterns: &'a [Pattern<'a>], now: &'a Snapshot, index: &Index) -> Self {
        Self::search(patterns, now, |sides| {
            exact::places_of_each(sides, |side| index.places(side))
        })
    }

    /// Searches for both sides of `patterns`. `places` returns the places of each text.
    fn search(
        patterns: &'a [Pattern<'a>],
        now: &'a Snapshot,
        places: impl Fn(&[&[u8]]) -> Vec<Places>,
    ) -> Self {
        let old: Vec<&[u8]> = patterns.iter().map(|pattern| &pattern.old()[..]).collect();
        let mut old = places(&old);
        anchor::restrict_places(patterns, &mut old, now.bytes());
        let mut new: Vec<&[u8]> = Vec::with_capacity(patterns.len());
        for (pattern, old) in patterns.iter().zip(&old) {
            let is_needed = old.count == 0 || is_one_sided(pattern);
            new.push(if is_needed { pattern.new_side() } else { &[] });
        }
        let new = places(&new);
        let drift = drift(patterns, &old, now);
        let mut search = Self {
            patterns,
            now,
            old,
            new,
            drift,
            common_offset: None,
            is_origin: false,
            bytes_left: Cell::new(MAX_COMPARED_BYTES),
        };
        search.common_offset = search.common_offset();
        search
    }

    /// `drift`, if all hunks with old lines match at that offset.
    fn common_offset(&self) -> Option<i64> {
        let lines = self.drift?;
        for (number, pattern) in self.patterns.iter().enumerate() {
            if pattern.old().is_empty() {
                continue;
            }
            let before = shifted(pattern.stated_before(), lines)?;
            if !self.has_old_at(number, self.offset_of_line(before)?) {
                return None;
            }
        }
        Some(lines)
    }

    /// True if the text contains a side of hunk `number`.
    pub fn has_match(&self, number: usize) -> bool {
        self.old[number].count > 0 || self.new[number].count > 0
    }

    /// The same results for `patterns` that differ from the searched ones only in the order of their changes.
    pub fn with_patterns(&self, patterns: &'a [Pattern<'a>]) -> Self {
        Self {
            patterns,
            bytes_left: Cell::new(MAX_COMPARED_BYTES),
            ..self.clone()
        }
    }

    /// The offset in lines of each match of the old side of hunk `number` from its stated line. `None` if the hunk
    /// states no line, or if not all matches are stored.
    pub fn offsets(&self, number: usize) -> Option<Vec<i64>> {
        let stated = self.patterns[number].stated_before()? as i64;
        let places = &self.old[number];
        if !places.is_complete() {
            return None;
        }
        let lines = places.at.iter().map(|&at| self.now.line_at(at));
        Some(
            lines
                .map(|line| line.lines_before() as i64 - stated)
                .collect(),
        )
    }

    /// Subtracts one comparison of the text from `bytes_left`. False if the bound is exceeded.
    pub fn spend_comparison(&self) -> bool {
        let left = self.bytes_left.get().checked_sub(self.now.bytes().len());
        self.bytes_left.set(left.unwrap_or(0));
        left.is_some()
    }

    /// True if the stated lines can be mapped to the text: all hunks with old lines, at least one, have the same
    /// offset.
    pub fn has_common_offset(&self) -> bool {
        let mut patterns = self.patterns.iter();
        self.is_origin
            || self.common_offset.is_some() && patterns.any(|pattern| !pattern.old().is_empty())
    }

    pub fn has_old_at(&self, number: usize, at: usize) -> bool {
        exact::occurs_at(self.now.bytes(), self.patterns[number].old(), at)
    }

    /// The byte offset of the stated line of hunk `number`, moved by the offset of the hunks with one match.
    pub fn stated_offset(&self, number: usize) -> Option<usize> {
        let stated = self.patterns[number].stated_before();
        self.offset_of_line(self.at_drift(stated)?)
    }

    /// The 0-based line at which hunk `number` is expected: its stated line, moved by the offset of the hunks with
    /// one match. The stated line itself if their offsets differ.
    pub fn expected_line(&self, number: usize) -> Option<usize> {
        let stated = self.patterns[number].stated_before();
        self.at_drift(stated).or(stated)
    }

    /// The 0-based line that is the drift below `before`.
    pub fn at_drift(&self, before: Option<usize>) -> Option<usize> {
        shifted(before, self.drift?)
    }

    pub fn offset_of_line(&self, before: usize) -> Option<usize> {
        self.now.start_of(LineNumber::after_lines(before))
    }
}

/// The 0-based line that is `lines` lines below `before`.
pub fn shifted(before: Option<usize>, lines: i64) -> Option<usize> {
    before?.checked_add_signed(isize::try_from(lines).ok()?)
}

/// The common offset of all hunks that have one match. `None` if their offsets differ, 0 if there are no such hunks.
fn drift(patterns: &[Pattern], old: &[Places], now: &Snapshot) -> Option<i64> {
    let mut drift = None;
    for (pattern, places) in patterns.iter().zip(old) {
        if let (Some(at), Some(stated)) = (places.only(), pattern.stated_before()) {
            let offset = now.line_at(at).lines_before() as i64 - stated as i64;
            if *drift.get_or_insert(offset) != offset {
                return None;
            }
        }
    }
    Some(drift.unwrap_or(0))
}

/// True if `pattern` only adds lines, and has context on exactly one side.
pub fn is_one_sided(pattern: &Pattern) -> bool {
    pattern.core().is_empty()
        && pattern.has_change()
        && (pattern.leading_context() == 0) != (pattern.trailing_context() == 0)
}
