//! Whether a hunk that seems to be applied may still have to be applied elsewhere.

use std::ops::Range;

use crate::refusal::HunkWhy;
use crate::request::PatchMode;
use crate::text::Span;

use super::contest::Open;
use super::ranking::NEAR;
use crate::resolve::place::candidates::accept;
use crate::resolve::place::candidates::alignment::Form;
use crate::resolve::place::candidates::support::Hold;
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::evidence::line::{self, COMMON};
use crate::resolve::place::hunk::pattern::Pattern;

impl Open {
    /// Whether `pattern`, whose new side stands at `applied`, may as well stand elsewhere with its old side.
    pub fn stands_apart(
        pattern: &Pattern,
        index: &Index,
        expected: Option<usize>,
        applied: Span,
    ) -> bool {
        let lines = index.line_of(applied.start())..index.line_of(applied.end());
        let is_elsewhere = |text: &[u8]| {
            let (_, loose) = index.keys_of(text);
            let mut places = index.postings(loose).iter();
            !line::is_common(text) && places.any(|line| !lines.contains(&(*line as usize)))
        };
        if !pattern.hunk().old_side().any(|line| is_elsewhere(line)) {
            return false;
        }
        let why = HunkWhy::NoMatch { difference: None };
        let open = Self::of(pattern, index, expected, PatchMode::Merge, why);
        open.apart(&lines).is_some()
    }

    /// The best candidate in which every change is still to be made, elsewhere than candidate `done` finds it made,
    /// if it is good enough by itself. Lines of `done` that are far from its changes may be those of the other.
    pub fn to_do(&self, done: usize, index: &Index) -> Option<usize> {
        let span = self.span(done, index);
        let core = &self.candidates[done].core;
        let start = index.line_of(span.start());
        let end = index.line_of(span.end());
        self.apart(&(start.max(core.start.saturating_sub(NEAR))..end.min(core.end + NEAR)))
    }

    /// The best candidate outside the lines `applied` in which every change is still to be made, if it is good enough
    /// by itself.
    fn apart(&self, applied: &Range<usize>) -> Option<usize> {
        (0..self.candidates.len()).find(|&number| {
            let core = &self.candidates[number].core;
            let is_outside = core.end <= applied.start || applied.end <= core.start;
            let candidate = &self.candidates[number].alignment;
            let is_to_do = candidate.places.iter().all(|place| place.form == Form::Old);
            is_outside && is_to_do && {
                let support = self.support(number);
                let holds = support.holds.iter();
                // Lines that stand everywhere show nothing.
                let tells = |hold: &Hold| {
                    if hold.own > 0.0 {
                        hold.own > COMMON
                    } else {
                        hold.left_weight > COMMON && hold.right_weight > COMMON
                    }
                };
                if !holds.clone().any(tells) {
                    return false;
                }
                let score = f64::from(candidate.score) / f64::from(support.total).max(0.01);
                accept::wanting(&support, score, 1.0).is_none()
            }
        })
    }
}
