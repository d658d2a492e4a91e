//! Compares lines with Myers' algorithm ("An O(ND) Difference Algorithm and Its Variations"), in linear space. The
//! search for the shortest script has the same limits as in git. So a merge that is clean in git has the same result
//! here. `similar` has different limits, and breaks ties differently.

use std::ops::Range;

use super::line_hints::{LineHints, rough_root};
use incise_text::text::{common_head, common_tail};

/// The minimum cost at which a search may be given up. Above this cost, a long run of equal lines is good enough.
const COSTLY: i32 = 256;

/// The number of equal lines in a long run.
const LONG: i32 = 20;

/// A path with a long run is accepted if its progress exceeds its cost by this factor.
const REACH: i32 = 4;

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
    let old = old_hints.compared(base, head..base.len() - tail, marks.removed);
    let new = new_hints.compared(other, head..other.len() - tail, marks.added);
    Search::new(&old.numbers, &new.numbers).run(|area| {
        for line in area.old {
            marks.removed[old.places[line as usize]] = true;
        }
        for line in area.new {
            marks.added[new.places[line as usize]] = true;
        }
    });
}

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
    Whole,
}

/// The point that splits an area, and the effort for each part.
struct Parting {
    old: i32,
    new: i32,
    before: Effort,
    behind: Effort,
}

/// The ends of the paths in one direction: for each diagonal, the line of the old text that its path has reached. The
/// number of a diagonal is the old line minus the new line.
struct Frontier {
    reached: Vec<i32>,
    shift: i32,
    low: i32,
    high: i32,
}

impl Frontier {
    fn new(diagonals: usize, shift: i32) -> Self {
        Self {
            reached: vec![0; diagonals + 1],
            shift,
            low: 0,
            high: 0,
        }
    }

    fn begin(&mut self, diagonal: i32, line: i32) {
        (self.low, self.high) = (diagonal, diagonal);
        self.set(diagonal, line);
    }

    fn at(&self, diagonal: i32) -> i32 {
        self.reached[(diagonal + self.shift) as usize]
    }

    fn set(&mut self, diagonal: i32, line: i32) {
        self.reached[(diagonal + self.shift) as usize] = line;
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
    most: i32,
}

impl<'l> Search<'l> {
    fn new(old: &'l [u32], new: &'l [u32]) -> Self {
        let diagonals = old.len() + new.len() + 3;
        let shift = new.len() as i32 + 1;
        Self {
            old,
            new,
            forward: Frontier::new(diagonals, shift),
            backward: Frontier::new(diagonals, shift),
            most: (rough_root(diagonals) as i32).max(COSTLY),
        }
    }

    /// Calls `changed` for each area that contains no common lines.
    fn run(&mut self, mut changed: impl FnMut(Area)) {
        let whole = Area {
            old: 0..self.old.len() as i32,
            new: 0..self.new.len() as i32,
        };
        let mut open = vec![(whole, Effort::Bounded)];
        while let Some((area, effort)) = open.pop() {
            let area = self.without_ends(area);
            if area.old.is_empty() || area.new.is_empty() {
                changed(area);
                continue;
            }
            let at = self.parted(&area, effort);
            let before = Area {
                old: area.old.start..at.old,
                new: area.new.start..at.new,
            };
            let behind = Area {
                old: at.old..area.old.end,
                new: at.new..area.new.end,
            };
            open.push((behind, at.behind));
            open.push((before, at.before));
        }
    }

    fn without_ends(&self, area: Area) -> Area {
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
    fn parted(&mut self, area: &Area, effort: Effort) -> Parting {
        let diagonals = area.old.start - area.new.end..area.old.end - area.new.start;
        let first = area.old.start - area.new.start;
        let last = area.old.end - area.new.end;
        let is_odd = (first - last) % 2 != 0;
        self.forward.begin(first, area.old.start);
        self.backward.begin(last, area.old.end);
        let met = |old: i32, diagonal: i32| Parting {
            old,
            new: old - diagonal,
            before: Effort::Whole,
            behind: Effort::Whole,
        };
        let mut cost = 0;
        loop {
            cost += 1;
            let mut has_long = false;
            self.forward.widen(&diagonals, -1);
            for diagonal in self.forward.diagonals() {
                let (line, run) = self.step_forward(area, diagonal);
                has_long |= run > LONG;
                if is_odd && self.backward.has(diagonal) && self.backward.at(diagonal) <= line {
                    return met(line, diagonal);
                }
            }
            self.backward.widen(&diagonals, i32::MAX);
            for diagonal in self.backward.diagonals() {
                let (line, run) = self.step_backward(area, diagonal);
                has_long |= run > LONG;
                if !is_odd && self.forward.has(diagonal) && line <= self.forward.at(diagonal) {
                    return met(line, diagonal);
                }
            }
            if effort == Effort::Whole {
                continue;
            }
            if has_long && cost > COSTLY {
                let long = self.long_before(area, cost);
                if let Some(parting) = long.or_else(|| self.long_behind(area, cost)) {
                    return parting;
                }
            }
            if cost >= self.most {
                return self.furthest(area);
            }
        }
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
    fn long_before(&self, area: &Area, cost: i32) -> Option<Parting> {
        let middle = area.old.start - area.new.start;
        let (mut best, mut found) = (cost * REACH, None);
        for diagonal in self.forward.diagonals() {
            let old = self.forward.at(diagonal);
            let new = old - diagonal;
            let come = old - area.old.start + new - area.new.start - (diagonal - middle).abs();
            let is_inside = (area.old.start + LONG..area.old.end).contains(&old)
                && (area.new.start + LONG..area.new.end).contains(&new);
            if come > best && is_inside && self.is_same(old - LONG, new - LONG) {
                best = come;
                found = Some(Parting {
                    old,
                    new,
                    before: Effort::Whole,
                    behind: Effort::Bounded,
                });
            }
        }
        found
    }

    /// A split before the long run of equal lines at the end of the best backward path.
    fn long_behind(&self, area: &Area, cost: i32) -> Option<Parting> {
        let middle = area.old.end - area.new.end;
        let (mut best, mut found) = (cost * REACH, None);
        for diagonal in self.backward.diagonals() {
            let old = self.backward.at(diagonal);
            let new = old - diagonal;
            let is_inside = (area.old.start + 1..area.old.end - LONG + 1).contains(&old)
                && (area.new.start + 1..area.new.end - LONG + 1).contains(&new);
            if !is_inside {
                continue;
            }
            let come = area.old.end - old + area.new.end - new - (diagonal - middle).abs();
            if come > best && self.is_same(old, new) {
                best = come;
                found = Some(Parting {
                    old,
                    new,
                    before: Effort::Bounded,
                    behind: Effort::Whole,
                });
            }
        }
        found
    }

    /// True if a long run of equal lines begins at these lines.
    fn is_same(&self, old: i32, new: i32) -> bool {
        let (old, new) = (old as usize, new as usize);
        self.old[old..old + LONG as usize] == self.new[new..new + LONG as usize]
    }

    /// A split at the end of the path that has advanced furthest.
    fn furthest(&self, area: &Area) -> Parting {
        let (mut far, mut far_line) = (-1, -1);
        for diagonal in self.forward.diagonals() {
            let reached = self.forward.at(diagonal);
            let line = reached.min(area.old.end).min(area.new.end + diagonal);
            if 2 * line - diagonal > far {
                (far, far_line) = (2 * line - diagonal, line);
            }
        }
        let (mut near, mut near_line) = (i32::MAX, i32::MAX);
        for diagonal in self.backward.diagonals() {
            let reached = self.backward.at(diagonal);
            let line = reached.max(area.old.start).max(area.new.start + diagonal);
            if 2 * line - diagonal < near {
                (near, near_line) = (2 * line - diagonal, line);
            }
        }
        let come = far - (area.old.start + area.new.start);
        if area.old.end + area.new.end - near < come {
            Parting {
                old: far_line,
                new: far - far_line,
                before: Effort::Whole,
                behind: Effort::Bounded,
            }
        } else {
            Parting {
                old: near_line,
                new: near - near_line,
                before: Effort::Bounded,
                behind: Effort::Whole,
            }
        }
    }
}
