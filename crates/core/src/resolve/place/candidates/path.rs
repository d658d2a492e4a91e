//! The cells of an alignment: the score so far, the last step, and the cost of unmatched lines between two steps.

use crate::resolve::place::evidence::nesting::Level;
use crate::resolve::place::weights;

/// The last step to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// A line was matched, directly before the position.
    Behind = 0,
    /// A common context line was missing.
    Skipped = 1,
    /// An insertion point was set directly after a matched line.
    Point = 2,
    /// An insertion point was set that the next line must follow directly.
    Owing = 3,
    /// A similar line was matched, directly before the position.
    Worn = 4,
    /// A telling context line was missing.
    Gone = 5,
}

/// The lanes that any number of unknown lines, or a missing line, may follow.
pub const OPEN: [Lane; 5] = [
    Lane::Behind,
    Lane::Worn,
    Lane::Skipped,
    Lane::Gone,
    Lane::Point,
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
pub const NOWHERE: Cell = Cell {
    score: f32::NEG_INFINITY,
    from: 0,
    lane: Lane::Behind,
    step: Step::None,
};

/// The cells of one position, by [`Lane`].
pub type Column = [Cell; LANES];

pub const LANES: usize = 6;

/// The gaps that begin below one heading of the text.
#[derive(Clone, Copy)]
struct Block {
    depth: usize,
    /// The best path of these gaps.
    bridge: Cell,
}

impl Block {
    fn at(depth: usize) -> Self {
        Self {
            depth,
            bridge: NOWHERE,
        }
    }
}

/// For each position, the best cell to continue from after any number of unknown lines. `levels` are the levels of
/// the lines at the positions. After an insertion point, unknown lines cost `strangers` more.
pub fn bridged(before: &[Column], strangers: f32, levels: &[Level]) -> Vec<Cell> {
    let mut all = Vec::with_capacity(before.len());
    // The enclosing blocks, outermost first.
    let mut outer: Vec<Block> = Vec::new();
    let mut inner = Block::at(0);
    for (at, column) in before.iter().enumerate() {
        let (lane, cell) = best_of(column, &OPEN);
        let here = Cell {
            score: cell.score,
            from: at as u32,
            lane,
            step: Step::None,
        };
        let level = levels.get(at).copied();
        while let Some(parent) =
            outer.pop_if(|_| level.is_some_and(|level| level.depth <= inner.depth))
        {
            let left = inner.bridge;
            inner = parent;
            improve(&mut inner.bridge, left);
        }
        let mut best = inner.bridge;
        for block in &mut outer {
            let entered = Cell {
                score: block.bridge.score - weights::ENTERED,
                ..block.bridge
            };
            improve(&mut best, entered);
            block.bridge.score -= weights::GAP_EXTEND;
        }
        all.push(if here.score >= best.score { here } else { best });
        inner.bridge.score -= weights::GAP_EXTEND;
        let mut begun = None;
        if let Some(level) = level
            && level.begins
        {
            begun = Some(Block::at(level.depth));
        }
        for lane in OPEN {
            let cell = cell_from(column, lane, at);
            let more = match lane {
                Lane::Point => strangers,
                Lane::Worn | Lane::Gone => -weights::SAME_CHANGE,
                _ => 0.0,
            };
            let opened = Cell {
                score: cell.score - weights::GAP_OPEN - weights::GAP_EXTEND - more,
                ..cell
            };
            match (&mut begun, lane) {
                // This line may be the changed form of the missing heading.
                (Some(begun), Lane::Gone) => improve(&mut begun.bridge, opened),
                _ => improve(&mut inner.bridge, opened),
            }
        }
        if let Some(begun) = begun {
            outer.push(inner);
            inner = begun;
        }
    }
    all
}

/// The best cell of `column` among `lanes`, and its lane.
pub fn best_of(column: &Column, lanes: &[Lane]) -> (Lane, Cell) {
    let mut best = (Lane::Behind, NOWHERE);
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
pub fn missed(column: &Column, at: usize, price: f32) -> Cell {
    let (lane, cell) = best_of(column, &OPEN);
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
