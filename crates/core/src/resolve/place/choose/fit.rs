//! The location of a hunk in a text, and which side of the hunk is there.

use crate::change::{ChangeSet, Edit};
use crate::patch::LineKind;
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
    /// The old side: the hunk is to be applied.
    Old,
    /// The new side: it is applied already.
    New,
}

/// One hunk and its place.
#[derive(Clone, Debug)]
pub struct Fit {
    /// 0-based number in the patch.
    pub hunk: usize,
    /// The side that was matched.
    pub side: Side,
    /// The bytes it was matched with.
    pub span: Span,
    /// The edits, if its lines have drifted; otherwise each follows the one before, byte for byte.
    pub drifted: Option<Drifted>,
    /// Its order among the hunks.
    pub sequence: Sequence,
    /// The evidence that chose between equals.
    pub decided_by: Option<Decider>,
    /// The share of its weight that is there, 0 to 1.
    pub score: f64,
    /// Distance to the best other reading.
    pub margin: Option<f64>,
    /// The place of the rival.
    pub runner_up: Option<Span>,
}

/// The edits of a drifted hunk.
#[derive(Clone, Debug)]
pub struct Drifted {
    /// The edits, in order.
    pub edits: Vec<Edit>,
    /// The changed lines of the hunk that these carry out (0-based, of its lines); the others are done already.
    pub lines: Vec<usize>,
    /// The least exact line.
    pub tier: Tier,
    /// The change made to the added lines.
    pub transform: Option<Transform>,
    /// True if every line is there, one after the other, at most with other whitespace.
    pub is_mechanical: bool,
    /// Context lines that are changed or gone in the text.
    pub context_changed: usize,
}

/// The place of a hunk among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// After all that come before it in the patch.
    InOrder,
    /// Before one of them.
    Moved,
}

impl Fit {
    /// The hunk number `hunk` with all lines of `side` at byte `at`.
    pub fn exact(hunk: usize, side: Side, at: usize, pattern: &Pattern) -> Self {
        let len = match side {
            Side::Old => pattern.old().len(),
            Side::New => pattern.new_side().len(),
        };
        Self {
            hunk,
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

    /// The hunk number `hunk` at the only place of `now` that has its old side in another layout.
    pub fn relaid(
        hunk: usize,
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
        let mut fit = Self::exact(hunk, Side::Old, place.span.start(), pattern);
        fit.span = place.span;
        fit.drifted = Some(Drifted {
            edits: ChangeSet::over(text, edits).ok()?.edits().to_vec(),
            lines: (0..lines.len())
                .filter(|&number| lines[number].kind != LineKind::Context)
                .collect(),
            tier: Tier::Layout,
            transform: None,
            is_mechanical: true,
            context_changed: 0,
        });
        Some(fit)
    }

    /// The fit, chosen among equals by `decider`.
    #[must_use]
    pub fn decided_by(mut self, decider: Decider) -> Self {
        self.decided_by = Some(decider);
        self
    }
}
