//! The place of a hunk in a text, and the side of the hunk that is there.

use crate::change::{ChangeSet, Edit};
use crate::resolve::locate;
use crate::resolve::relaid::rewrite_tokens;
use crate::resolve::{Decider, Tier, Transform};
use crate::snapshot::Snapshot;
use crate::syntax;
use crate::text::Span;

use crate::resolve::place::hunk::pattern::Pattern;

/// The side of a hunk that is in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The old side: the hunk is not applied.
    Old,
    /// The new side: the hunk is already applied.
    New,
}

#[derive(Clone, Debug)]
pub struct Fit {
    /// The index of the pattern.
    pub pattern_index: usize,
    pub side: Side,
    /// The bytes that match.
    pub span: Span,
    /// The edits of a drifted hunk. `None` for an exact match.
    pub drifted: Option<Drifted>,
    /// The order of the place among the places of the other hunks.
    pub sequence: Sequence,
    /// The evidence that decided between several matches.
    pub decided_by: Option<Decider>,
    /// The share of the weight of the hunk that is present, 0 to 1.
    pub score: f64,
    /// The lead over the best other reading.
    pub margin: Option<f64>,
    /// The place of the best other reading.
    pub runner_up: Option<Span>,
}

/// The edits of a drifted hunk.
#[derive(Clone, Debug)]
pub struct Drifted {
    pub edits: Vec<Edit>,
    /// The changed lines of the hunk (0-based) that the edits apply. The other changes are already in the text.
    pub lines: Vec<usize>,
    /// The tier of the least exact line.
    pub tier: Tier,
    /// The transformation of the added lines.
    pub transform: Option<Transform>,
    /// True if all lines are present, without gaps, and differ at most in whitespace.
    pub is_mechanical: bool,
    /// The number of context lines that are changed or missing in the text.
    pub context_changed: usize,
}

/// The order of the place of a hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// After the places of all earlier hunks of the patch.
    InOrder,
    /// Before the place of an earlier hunk.
    Moved,
}

impl Fit {
    /// The pattern with this index, with all lines of `side` at byte `at`.
    pub fn exact(pattern_index: usize, side: Side, at: usize, pattern: &Pattern) -> Self {
        let len = match side {
            Side::Old => pattern.old().len(),
            Side::New => pattern.new_side().len(),
        };
        Self {
            pattern_index,
            side,
            span: Span::of_len(at, len),
            drifted: None,
            sequence: Sequence::InOrder,
            decided_by: None,
            score: 1.0,
            margin: None,
            runner_up: None,
        }
    }

    /// The pattern with this index at the only place of `now` that has its old side in another layout.
    pub fn relaid(
        pattern_index: usize,
        pattern: &Pattern,
        layout: syntax::Layout,
        now: &Snapshot,
    ) -> Option<Self> {
        let text = now.bytes();
        let relaid = locate::relaid(pattern.old(), layout, text, now.span())?;
        let [place] = &relaid.places[..] else {
            return None;
        };
        if relaid.place_inside(pattern.new_side(), text).is_some() {
            return None;
        }
        let edits = rewrite_tokens(pattern.old(), pattern.new_side(), &relaid, text).ok()?;
        let lines = &pattern.hunk().lines;
        let mut fit = Self::exact(pattern_index, Side::Old, place.span.start(), pattern);
        fit.span = place.span;
        fit.drifted = Some(Drifted {
            edits: ChangeSet::over(text, edits).ok()?.edits().to_vec(),
            lines: (0..lines.len())
                .filter(|&number| lines[number].is_change())
                .collect(),
            tier: Tier::Layout,
            transform: None,
            is_mechanical: true,
            context_changed: 0,
        });
        Some(fit)
    }

    /// Records the evidence that decided between several matches.
    #[must_use]
    pub fn decided_by(mut self, decider: Decider) -> Self {
        self.decided_by = Some(decider);
        self
    }
}
