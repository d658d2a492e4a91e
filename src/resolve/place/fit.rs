//! A hunk laid onto a text: which side of it stands there, and where.

use crate::change::Edit;
use crate::resolve::{Decider, Tier, Transform};
use crate::text::Span;

use super::pattern::Pattern;

/// Which side of a hunk stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The old one: the hunk is to be applied.
    Old,
    /// The new one: it is applied already.
    New,
}

/// One hunk and its place.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    /// 0-based number in the patch.
    pub(super) hunk: usize,
    /// Which side was matched.
    pub(super) side: Side,
    /// The bytes it was matched with.
    pub(super) span: Span,
    /// Which of its lines stand where.
    pub(super) layout: Layout,
    /// Whether it comes before a hunk that it follows in the patch.
    pub(super) sequence: Sequence,
    /// What chose between equals.
    pub(super) decided_by: Option<Decider>,
    /// How well it is supported, 0 to 1.
    pub(super) score: f64,
    /// Distance to the best other reading.
    pub(super) margin: Option<f64>,
    /// Where that is.
    pub(super) runner_up: Option<Span>,
}

/// Which lines of a hunk stand where.
#[derive(Clone, Debug)]
pub(super) enum Layout {
    /// Each follows the one before, byte for byte.
    Exact,
    /// They drifted: the edits are worked out already.
    Drifted(Drifted),
}

/// What a drifted hunk does to the text.
#[derive(Clone, Debug)]
pub(super) struct Drifted {
    /// The edits, in order.
    pub(super) edits: Vec<Edit>,
    /// The changed lines of the hunk that these carry out (0-based, of its lines); the others are done already.
    pub(super) lines: Vec<usize>,
    /// The least exact line.
    pub(super) tier: Tier,
    /// What was done to the added lines.
    pub(super) transform: Option<Transform>,
    /// Whether every line is there, one behind the other, at worst with other blanks.
    pub(super) is_mechanical: bool,
    /// Context lines that are changed or gone in the text.
    pub(super) context_changed: usize,
}

/// Where a hunk stands among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sequence {
    /// After all that come before it in the patch.
    InOrder,
    /// Before one of them.
    Moved,
}

impl Fit {
    /// The hunk number `hunk` with all lines of `side` at byte `at`.
    pub(super) fn exact(hunk: usize, side: Side, at: usize, pattern: &Pattern) -> Self {
        let len = match side {
            Side::Old => pattern.old().len(),
            Side::New => pattern.new_side().len(),
        };
        Self {
            hunk,
            side,
            span: Span::of_len(at, len),
            layout: Layout::Exact,
            sequence: Sequence::InOrder,
            decided_by: None,
            score: 1.0,
            margin: None,
            runner_up: None,
        }
    }

    /// The fit, chosen among equals by `decider`.
    #[must_use]
    pub(super) fn decided_by(mut self, decider: Decider) -> Self {
        self.decided_by = Some(decider);
        self
    }
}
