//! The cells of an alignment: the score so far, the last step, and the cost of unmatched lines between two steps.

use crate::resolve::place::evidence::nesting::Level;
use crate::resolve::place::weights;

/// The last step to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// A line was matched, directly before the position.
    Matched = 0,
    /// A common context line was missing.
    CommonMissing = 1,
    /// An insertion point was set directly after a matched line.
    InsertionAfterMatch = 2,
    /// An insertion point was set that the next line must follow directly.
    InsertionBeforeMatch = 3,
    /// A similar line was matched, directly before the position.
    Similar = 4,
    /// A telling context line was missing.
    TellingMissing = 5,
}

/// The lanes that any number of unknown lines, or a missing line, may follow.
pub const GAP_LANES: [Lane; 5] = [
    Lane::Matched,
    Lane::Similar,
    Lane::CommonMissing,
    Lane::TellingMissing,
    Lane::InsertionAfterMatch,
];

/// The best path to a position of the text in one lane.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    pub score: f32,
    /// The position before the last step.
    pub from: u32,
    /// The lane before the last step.
    pub lane: Lane,
    pub step: Step,
}

impl Cell {
    /// The same path at the cost `price`.
    fn less(self, price: f32) -> Self {
        Self {
            score: self.score - price,
            ..self
        }
    }

    /// Steps over a matched line that adds `gain` to the score.
    pub fn matched(self, gain: f32) -> Self {
        Self {
            score: self.score + gain,
            step: Step::Match,
            ..self
        }
    }
}

/// The effect of a step on a stage of the hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// There is no such path.
    None,
    /// The line, or the edge of the text, is matched.
    Match,
    Miss,
    /// The change is present in its old form.
    Old,
    /// The change is present in its new form.
    New,
}

/// The cell of a position that no path reaches.
pub const UNREACHED: Cell = Cell {
    score: f32::NEG_INFINITY,
    from: 0,
    lane: Lane::Matched,
    step: Step::None,
};

/// The cells of one position, by [`Lane`].
pub type Column = [Cell; LANES];

pub const LANES: usize = 6;

/// A block of the text, and the gaps that begin in it.
#[derive(Clone, Copy)]
struct Block {
    depth: usize,
    /// The best path into these gaps.
    gap: Cell,
}

impl Block {
    fn at(depth: usize) -> Self {
        Self {
            depth,
            gap: UNREACHED,
        }
    }
}

/// The blocks around a position, and the gaps that reach it.
struct OpenGaps {
    /// The enclosing blocks, outermost first.
    outer: Vec<Block>,
    inner: Block,
}

impl OpenGaps {
    /// Leaves the blocks that a line as deep as `depth` ends.
    fn leave_blocks(&mut self, depth: usize) {
        while let Some(parent) = self.outer.pop_if(|_| depth <= self.inner.depth) {
            let closed = std::mem::replace(&mut self.inner, parent);
            improve(&mut self.inner.gap, closed.gap);
        }
    }

    /// The best path out of a gap.
    fn best(&self) -> Cell {
        let mut best = self.inner.gap;
        for block in &self.outer {
            improve(&mut best, block.gap.less(weights::ENTERED_BLOCK));
        }
        best
    }

    /// Begins gaps at the position of `column`, and extends all gaps by the line there. If the line begins a block, it
    /// is `new_block`.
    fn extend(
        &mut self,
        column: &Column,
        at: usize,
        insertion_gap: f32,
        mut new_block: Option<Block>,
    ) {
        for block in self.outer.iter_mut().chain([&mut self.inner]) {
            block.gap.score -= weights::GAP_EXTEND;
        }
        for lane in GAP_LANES {
            let extra = match lane {
                Lane::InsertionAfterMatch => insertion_gap,
                Lane::Similar | Lane::TellingMissing => -weights::SAME_CHANGE,
                _ => 0.0,
            };
            let gap = cell_from(column, lane, at);
            let gap = gap
                .less(weights::GAP_OPEN)
                .less(weights::GAP_EXTEND)
                .less(extra);
            match (&mut new_block, lane) {
                // This line may be the changed form of the missing heading.
                (Some(block), Lane::TellingMissing) => improve(&mut block.gap, gap),
                _ => improve(&mut self.inner.gap, gap),
            }
        }
        if let Some(block) = new_block {
            self.outer.push(self.inner);
            self.inner = block;
        }
    }
}

/// For each position, the best cell to continue from after any number of unknown lines. `levels` are the levels of
/// the lines at the positions. After an insertion point, unknown lines cost `insertion_gap` more.
pub fn after_gaps(before: &[Column], insertion_gap: f32, levels: &[Level]) -> Vec<Cell> {
    let mut cells = Vec::with_capacity(before.len());
    let mut gaps = OpenGaps {
        outer: Vec::new(),
        inner: Block::at(0),
    };
    for (at, column) in before.iter().enumerate() {
        let level = levels.get(at);
        if let Some(level) = level {
            gaps.leave_blocks(level.depth);
        }
        let (lane, _) = best_of(column, &GAP_LANES);
        let mut best = cell_from(column, lane, at);
        improve(&mut best, gaps.best());
        cells.push(best);
        let new_block = level.filter(|level| level.begins_block);
        let new_block = new_block.map(|level| Block::at(level.depth));
        gaps.extend(column, at, insertion_gap, new_block);
    }
    cells
}

/// The best cell of `column` among `lanes`, and its lane.
pub fn best_of(column: &Column, lanes: &[Lane]) -> (Lane, Cell) {
    let mut best = (Lane::Matched, UNREACHED);
    for &lane in lanes {
        let cell = column[lane as usize];
        if cell.score > best.1.score {
            best = (lane, cell);
        }
    }
    best
}

/// Starts a step from `lane` of `column`, which is at position `at`.
pub fn cell_from(column: &Column, lane: Lane, at: usize) -> Cell {
    Cell {
        score: column[lane as usize].score,
        from: at as u32,
        lane,
        step: Step::None,
    }
}

/// Steps from `column`, which is at position `at`, over a missing line that costs `price`.
pub fn without_line(column: &Column, at: usize, price: f32) -> Cell {
    let (lane, cell) = best_of(column, &GAP_LANES);
    Cell {
        score: cell.score - price,
        from: at as u32,
        lane,
        step: Step::Miss,
    }
}

/// Replaces `cell` with `other` if `other` has a higher score.
pub fn improve(cell: &mut Cell, other: Cell) {
    if other.score > cell.score {
        *cell = other;
    }
}
