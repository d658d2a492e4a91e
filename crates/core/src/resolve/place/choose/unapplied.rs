//! Hunks that seem to be applied, and may still have to be applied elsewhere.

use std::ops::Range;

use crate::refusal::HunkWhy;
use crate::request::PatchMode;
use crate::text::Span;

use super::hunk_places::OpenHunk;
use super::ranking::NEAR;
use crate::resolve::place::candidates::accept;
use crate::resolve::place::candidates::alignment::Form;
use crate::resolve::place::candidates::support::Hold;
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::evidence::line::{self, COMMON};
use crate::resolve::place::hunk::pattern::Pattern;

impl OpenHunk {
    /// True if `pattern`, whose new side is at `applied`, may have its old side elsewhere.
    pub fn may_be_elsewhere(
        pattern: &Pattern,
        index: &Index,
        expected: Option<usize>,
        applied: Span,
    ) -> bool {
        let lines = index.line_of(applied.start())..index.line_of(applied.end());
        let mut old = pattern.hunk().old_side();
        if !old.any(|line| is_outside(line, &lines, index)) {
            return false;
        }
        let why = HunkWhy::NoMatch { difference: None };
        let open = Self::search(pattern, index, expected, PatchMode::Merge, why);
        open.unapplied_outside(&lines).is_some()
    }

    /// The best candidate outside of candidate `done`, which finds every change made, that still has to make them.
    /// Only if it is good enough by itself. Lines of `done` far from its changes may belong to the other.
    pub fn unapplied(&self, done: usize, index: &Index) -> Option<usize> {
        let span = self.span(done, index);
        let core = &self.candidates[done].core;
        let start = index
            .line_of(span.start())
            .max(core.start.saturating_sub(NEAR));
        let end = index.line_of(span.end()).min(core.end + NEAR);
        self.unapplied_outside(&(start..end))
    }

    /// The best candidate outside the lines `applied` that still has to make every change, if it is good enough by
    /// itself.
    fn unapplied_outside(&self, applied: &Range<usize>) -> Option<usize> {
        for (number, candidate) in self.candidates.iter().enumerate() {
            let core = &candidate.core;
            if core.end > applied.start && applied.end > core.start {
                continue;
            }
            let mut places = candidate.alignment.places.iter();
            if places.any(|place| place.form != Form::Old) {
                continue;
            }
            let support = self.support(number);
            if !support.holds.iter().any(is_telling) {
                continue;
            }
            let total = f64::from(support.total).max(0.01);
            let score = f64::from(candidate.alignment.score) / total;
            if accept::wanting(&support, score, 1.0).is_none() {
                return Some(number);
            }
        }
        None
    }
}

/// True if `text` is a line that says something and the text has it outside of `lines`.
fn is_outside(text: &[u8], lines: &Range<usize>, index: &Index) -> bool {
    if line::is_common(text) {
        return false;
    }
    let (_, loose) = index.keys_of(text);
    let mut places = index.postings(loose).iter();
    places.any(|line| !lines.contains(&(*line as usize)))
}

/// True if `hold` rests on more than lines that occur everywhere.
fn is_telling(hold: &Hold) -> bool {
    if hold.weight > 0.0 {
        return hold.weight > COMMON;
    }
    hold.left_weight > COMMON && hold.right_weight > COMMON
}
