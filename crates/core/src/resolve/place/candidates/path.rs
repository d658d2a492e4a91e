//! The cells of an alignment: the score so far, the last step, and the price of unmatched lines between two steps.

use crate::resolve::place::evidence::nesting::Level;
use crate::resolve::place::weights;

/// The previous step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// A line was matched: the position is right behind it.
    Behind = 0,
    /// A context line that says little was missing.
    Skipped = 1,
    /// A point was set right behind a matched line.
    Point = 2,
    /// A point was set that the next line must follow at once.
    Owing = 3,
    /// A line was matched that is only similar: the position is right behind it.
    Worn = 4,
    /// A context line that says something was missing.
    Gone = 5,
}

/// The lanes that any number of strange lines, or a missing line, may follow.
pub const OPEN: [Lane; 5] = [
    Lane::Behind,
    Lane::Worn,
    Lane::Skipped,
    Lane::Gone,
    Lane::Point,
];

/// The origin of the best path to a position of the text, in one lane.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// Its yield so far.
    pub score: f32,
    /// The position the step came from.
    pub from: u32,
    /// The lane the step came from.
    pub lane: Lane,
    /// The effect of the step.
    pub step: Step,
}

impl Cell {
    /// The step to the next position, over a matched line that adds `gain` to the score.
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
    /// Nothing: there is no such path.
    None,
    /// Its line, or the edge of the text, is there.
    Match,
    /// It is missing.
    Miss,
    /// The change is there in its old form.
    Old,
    /// The change is there in its new form.
    New,
}

/// No path leads here.
pub const NOWHERE: Cell = Cell {
    score: f32::NEG_INFINITY,
    from: 0,
    lane: Lane::Behind,
    step: Step::None,
};

/// The cells of one position, by [`Lane`].
pub type Column = [Cell; LANES];

/// Number of lanes.
pub const LANES: usize = 6;

/// The bridges that begin below one heading of the text.
#[derive(Clone, Copy)]
struct Block {
    /// The depth of the heading.
    depth: usize,
    /// The best of them.
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

/// For each position, the best cell to continue from after any number of unknown lines. `levels` are those of the
/// lines at the positions. After a point, unknown lines cost `strangers` more.
pub fn bridged(before: &[Column], strangers: f32, levels: &[Level]) -> Vec<Cell> {
    let mut all = Vec::with_capacity(before.len());
    // From the outermost block to the innermost.
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
                // This may be what has become of the heading that is missing.
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

/// The step from `lane` of `column`, which is position `at`.
pub fn cell_from(column: &Column, lane: Lane, at: usize) -> Cell {
    Cell {
        score: column[lane as usize].score,
        from: at as u32,
        lane,
        step: Step::None,
    }
}

/// The step from `column`, which is position `at`, over a line that is missing at `price`.
pub fn missed(column: &Column, at: usize, price: f32) -> Cell {
    let (lane, cell) = best_of(column, &OPEN);
    Cell {
        score: cell.score - price,
        from: at as u32,
        lane,
        step: Step::Miss,
    }
}

/// Takes `other` if it yields more.
pub fn improve(cell: &mut Cell, other: Cell) {
    if other.score > cell.score {
        *cell = other;
    }
}
