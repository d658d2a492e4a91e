//! Compares lines with Myers' algorithm ("An O(ND) Difference Algorithm and Its Variations"), in linear space. The
//! search for the shortest script has the same limits as in git. So a merge that is clean in git has the same result
//! here. `similar` has different limits, and breaks ties differently.

use std::ops::Range;

use super::line_hints::{LineHints, rough_root};
use incise_text::text::{common_head, common_tail};

/// The number of changed lines on a path above which the search may stop before it finds the shortest script: at a long
/// run, or at the square root of the number of lines. This limit and the two below are those of git's `xdiffi.c`.
const COSTLY: i32 = 256;

/// The number of equal lines in a long run.
const LONG_RUN: i32 = 20;

/// A path that ends with a long run is accepted if it has passed this many lines for each changed line.
const MIN_PROGRESS: i32 = 4;

/// Marks for the lines that are only in one of two texts.
pub struct LineMarks<'m> {
    pub removed: &'m mut [bool],
    pub added: &'m mut [bool],
}

impl LineMarks<'_> {
    /// The marks for a part of each text.
    pub fn part(&mut self, base: Range<usize>, other: Range<usize>) -> LineMarks<'_> {
        LineMarks {
            removed: &mut self.removed[base],
            added: &mut self.added[other],
        }
    }
}

/// Marks the lines to remove from `base` and to add from `other`. Equal lines have equal numbers.
pub fn compare(base: &[u32], other: &[u32], marks: &mut LineMarks<'_>) {
    let head = common_head(base, other);
    let tail = common_tail(&base[head..], &other[head..]);
    let old_hints = LineHints::new(base, other);
    let new_hints = LineHints::new(other, base);
    let old = old_hints.select(base, head..base.len() - tail, marks.removed);
    let new = new_hints.select(other, head..other.len() - tail, marks.added);
    Search::new(&old.numbers, &new.numbers).run(|area| {
        for line in area.old {
            marks.removed[old.places[line as usize]] = true;
        }
        for line in area.new {
            marks.added[new.places[line as usize]] = true;
        }
    });
}

/// A range of lines in each text.
#[derive(Clone, Debug)]
struct Area {
    old: Range<i32>,
    new: Range<i32>,
}

/// The effort for finding the shortest script.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effort {
    /// The usual limits apply.
    Bounded,
    /// No limit, because the script is known to be short.
    Unbounded,
}

/// The point that splits an area, and the effort for each part.
struct Split {
    old: i32,
    new: i32,
    before: Effort,
    after: Effort,
}

impl Split {
    /// A split where two paths meet, on `diagonal` at line `old`.
    fn at_meeting(old: i32, diagonal: i32) -> Self {
        Self {
            old,
            new: old - diagonal,
            before: Effort::Unbounded,
            after: Effort::Unbounded,
        }
    }
}

/// The ends of the paths in one direction: for each diagonal, the line of the old text that its path has reached. The
/// number of a diagonal is the old line minus the new line.
struct Frontier {
    reached: Vec<i32>,
    /// The index in `reached` of diagonal 0.
    origin: i32,
    /// The first and the last diagonal with a path.
    low: i32,
    high: i32,
}

impl Frontier {
    fn new(diagonals: usize, origin: i32) -> Self {
        Self {
            reached: vec![0; diagonals + 1],
            origin,
            low: 0,
            high: 0,
        }
    }

    /// Starts with a single path, at `line` on `diagonal`.
    fn reset(&mut self, diagonal: i32, line: i32) {
        (self.low, self.high) = (diagonal, diagonal);
        self.set(diagonal, line);
    }

    fn at(&self, diagonal: i32) -> i32 {
        self.reached[(diagonal + self.origin) as usize]
    }

    fn set(&mut self, diagonal: i32, line: i32) {
        self.reached[(diagonal + self.origin) as usize] = line;
    }

    fn has(&self, diagonal: i32) -> bool {
        (self.low..=self.high).contains(&diagonal)
    }

    /// Adds a diagonal on each side, within `all`. `beyond` is a line that no path reaches.
    fn widen(&mut self, all: &Range<i32>, beyond: i32) {
        if self.low > all.start {
            self.low -= 1;
            self.set(self.low - 1, beyond);
        } else {
            self.low += 1;
        }
        if self.high < all.end {
            self.high += 1;
            self.set(self.high + 1, beyond);
        } else {
            self.high -= 1;
        }
    }

    /// The diagonals of the next step, in descending order.
    fn diagonals(&self) -> impl Iterator<Item = i32> + use<> {
        (self.low..=self.high).rev().step_by(2)
    }
}

/// The search for the common lines of two texts.
struct Search<'l> {
    old: &'l [u32],
    new: &'l [u32],
    forward: Frontier,
    backward: Frontier,
    /// The cost at which the search is given up.
    max_cost: i32,
}

impl<'l> Search<'l> {
    fn new(old: &'l [u32], new: &'l [u32]) -> Self {
        let diagonals = old.len() + new.len() + 3;
        let origin = new.len() as i32 + 1;
        Self {
            old,
            new,
            forward: Frontier::new(diagonals, origin),
            backward: Frontier::new(diagonals, origin),
            max_cost: (rough_root(diagonals) as i32).max(COSTLY),
        }
    }

    /// Calls `report_changed` for each area that contains no common lines.
    fn run(&mut self, mut report_changed: impl FnMut(Area)) {
        let whole = Area {
            old: 0..self.old.len() as i32,
            new: 0..self.new.len() as i32,
        };
        let mut pending = vec![(whole, Effort::Bounded)];
        while let Some((untrimmed, effort)) = pending.pop() {
            let area = self.without_common_ends(untrimmed);
            if area.old.is_empty() || area.new.is_empty() {
                report_changed(area);
                continue;
            }
            let split = self.find_split(&area, effort);
            let before = Area {
                old: area.old.start..split.old,
                new: area.new.start..split.new,
            };
            let after = Area {
                old: split.old..area.old.end,
                new: split.new..area.new.end,
            };
            pending.push((after, split.after));
            pending.push((before, split.before));
        }
    }

    fn without_common_ends(&self, area: Area) -> Area {
        let old = &self.old[area.old.start as usize..area.old.end as usize];
        let new = &self.new[area.new.start as usize..area.new.end as usize];
        let head = common_head(old, new);
        let tail = common_tail(&old[head..], &new[head..]) as i32;
        Area {
            old: area.old.start + head as i32..area.old.end - tail,
            new: area.new.start + head as i32..area.new.end - tail,
        }
    }

    /// Finds a point that splits `area`: a point where paths from both ends meet, or the far end of a path if the
    /// search becomes too expensive.
    fn find_split(&mut self, area: &Area, effort: Effort) -> Split {
        let diagonals = area.old.start - area.new.end..area.old.end - area.new.start;
        let first = area.old.start - area.new.start;
        let last = area.old.end - area.new.end;
        // Each step changes the parity of all diagonals, so paths can meet after only one of the two kinds of steps.
        let meets_after_forward_step = (first - last) % 2 != 0;
        self.forward.reset(first, area.old.start);
        self.backward.reset(last, area.old.end);
        let mut cost = 0;
        loop {
            cost += 1;
            let mut passed_long_run = false;
            self.forward.widen(&diagonals, -1);
            for diagonal in self.forward.diagonals() {
                let (line, run) = self.step_forward(area, diagonal);
                passed_long_run |= run > LONG_RUN;
                if meets_after_forward_step
                    && self.backward.has(diagonal)
                    && self.backward.at(diagonal) <= line
                {
                    return Split::at_meeting(line, diagonal);
                }
            }
            self.backward.widen(&diagonals, i32::MAX);
            for diagonal in self.backward.diagonals() {
                let (line, run) = self.step_backward(area, diagonal);
                passed_long_run |= run > LONG_RUN;
                if !meets_after_forward_step
                    && self.forward.has(diagonal)
                    && line <= self.forward.at(diagonal)
                {
                    return Split::at_meeting(line, diagonal);
                }
            }
            if effort == Effort::Bounded
                && let Some(split) = self.early_split(area, cost, passed_long_run)
            {
                return split;
            }
        }
    }

    /// The split at which the search is given up at this `cost`, if it is too expensive.
    fn early_split(&self, area: &Area, cost: i32, passed_long_run: bool) -> Option<Split> {
        let mut split = None;
        if passed_long_run && cost > COSTLY {
            split = self
                .split_after_long_run(area, cost)
                .or_else(|| self.split_before_long_run(area, cost));
        }
        if split.is_none() && cost >= self.max_cost {
            split = Some(self.split_at_furthest(area));
        }
        split
    }

    /// Takes the next step forward on `diagonal`. Returns the line reached, and the number of equal lines passed.
    fn step_forward(&mut self, area: &Area, diagonal: i32) -> (i32, i32) {
        let (below, above) = (self.forward.at(diagonal - 1), self.forward.at(diagonal + 1));
        let start = if below >= above { below + 1 } else { above };
        let (mut old, mut new) = (start, start - diagonal);
        while old < area.old.end
            && new < area.new.end
            && self.old[old as usize] == self.new[new as usize]
        {
            (old, new) = (old + 1, new + 1);
        }
        self.forward.set(diagonal, old);
        (old, old - start)
    }

    /// The backward version of [`Self::step_forward`].
    fn step_backward(&mut self, area: &Area, diagonal: i32) -> (i32, i32) {
        let (below, above) = (
            self.backward.at(diagonal - 1),
            self.backward.at(diagonal + 1),
        );
        let start = if below < above { below } else { above - 1 };
        let (mut old, mut new) = (start, start - diagonal);
        while old > area.old.start
            && new > area.new.start
            && self.old[old as usize - 1] == self.new[new as usize - 1]
        {
            (old, new) = (old - 1, new - 1);
        }
        self.backward.set(diagonal, old);
        (old, start - old)
    }

    /// A split after the long run of equal lines at the end of the best forward path.
    fn split_after_long_run(&self, area: &Area, cost: i32) -> Option<Split> {
        let middle = area.old.start - area.new.start;
        let (mut best, mut found) = (cost * MIN_PROGRESS, None);
        for diagonal in self.forward.diagonals() {
            let old = self.forward.at(diagonal);
            let new = old - diagonal;
            let passed_lines = old - area.old.start + new - area.new.start;
            let progress = passed_lines - (diagonal - middle).abs();
            let is_inside = (area.old.start + LONG_RUN..area.old.end).contains(&old)
                && (area.new.start + LONG_RUN..area.new.end).contains(&new);
            if progress > best && is_inside && self.is_long_run(old - LONG_RUN, new - LONG_RUN) {
                best = progress;
                found = Some(Split {
                    old,
                    new,
                    before: Effort::Unbounded,
                    after: Effort::Bounded,
                });
            }
        }
        found
    }

    /// A split before the long run of equal lines at the end of the best backward path.
    fn split_before_long_run(&self, area: &Area, cost: i32) -> Option<Split> {
        let middle = area.old.end - area.new.end;
        let (mut best, mut found) = (cost * MIN_PROGRESS, None);
        for diagonal in self.backward.diagonals() {
            let old = self.backward.at(diagonal);
            let new = old - diagonal;
            let is_inside = (area.old.start + 1..=area.old.end - LONG_RUN).contains(&old)
                && (area.new.start + 1..=area.new.end - LONG_RUN).contains(&new);
            if !is_inside {
                continue;
            }
            let passed_lines = area.old.end - old + area.new.end - new;
            let progress = passed_lines - (diagonal - middle).abs();
            if progress > best && self.is_long_run(old, new) {
                best = progress;
                found = Some(Split {
                    old,
                    new,
                    before: Effort::Bounded,
                    after: Effort::Unbounded,
                });
            }
        }
        found
    }

    /// True if a long run of equal lines begins at these lines.
    fn is_long_run(&self, old: i32, new: i32) -> bool {
        let (old, new) = (old as usize, new as usize);
        self.old[old..old + LONG_RUN as usize] == self.new[new..new + LONG_RUN as usize]
    }

    /// A split at the end of the path that has advanced furthest.
    fn split_at_furthest(&self, area: &Area) -> Split {
        // The sum of the two line numbers measures the progress of a path.
        let (mut forward_sum, mut forward_line) = (-1, -1);
        for diagonal in self.forward.diagonals() {
            let reached = self.forward.at(diagonal);
            let line = reached.min(area.old.end).min(area.new.end + diagonal);
            if 2 * line - diagonal > forward_sum {
                (forward_sum, forward_line) = (2 * line - diagonal, line);
            }
        }
        let (mut backward_sum, mut backward_line) = (i32::MAX, i32::MAX);
        for diagonal in self.backward.diagonals() {
            let reached = self.backward.at(diagonal);
            let line = reached.max(area.old.start).max(area.new.start + diagonal);
            if 2 * line - diagonal < backward_sum {
                (backward_sum, backward_line) = (2 * line - diagonal, line);
            }
        }
        let forward_progress = forward_sum - (area.old.start + area.new.start);
        let backward_progress = area.old.end + area.new.end - backward_sum;
        if forward_progress > backward_progress {
            Split {
                old: forward_line,
                new: forward_sum - forward_line,
                before: Effort::Unbounded,
                after: Effort::Bounded,
            }
        } else {
            Split {
                old: backward_line,
                new: backward_sum - backward_line,
                before: Effort::Bounded,
                after: Effort::Unbounded,
            }
        }
    }
}
