//! Compares lines with the histogram algorithm: repeatedly splits both texts at the longest run of equal lines that
//! contains the rarest line. As in git, [`myers`] compares parts without a rare line.

use std::ops::Range;

use super::myers::{self, LineMarks};
use incise_text::text::{common_head, common_tail};

/// A line is rare if it occurs at most this often in the old text.
const RARE: u32 = 64;

/// The maximum number of lines to read before [`myers`] compares the rest. Each split reads all lines of its part.
const MAX_LINES_READ: usize = 100_000_000;

/// The end of a chain in [`LinePlaces::next`].
const NONE: usize = usize::MAX;

/// Marks the lines to remove from `base` and to add from `other`. Equal lines have equal numbers.
pub fn compare(base: &[u32], other: &[u32], marks: &mut LineMarks<'_>) {
    let mut places = LinePlaces::new(base, other);
    let mut lines_left = MAX_LINES_READ;
    let mut pending = vec![(0..base.len(), 0..other.len())];
    while let Some((old, new)) = pending.pop() {
        if old.is_empty() || new.is_empty() {
            marks.removed[old].fill(true);
            marks.added[new].fill(true);
            continue;
        }
        let mut run = CommonRun::Frequent;
        if let Some(rest) = lines_left.checked_sub(old.len() + new.len()) {
            lines_left = rest;
            run = places.find_run(&old, &new);
        }
        match run {
            CommonRun::Frequent => {
                let (base, other) = (&base[old.clone()], &other[new.clone()]);
                myers::compare(base, other, &mut marks.part(old, new));
            }
            CommonRun::None => {
                marks.removed[old].fill(true);
                marks.added[new].fill(true);
            }
            CommonRun::At {
                old: old_run,
                new: new_run,
            } => {
                pending.push((old_run.end..old.end, new_run.end..new.end));
                pending.push((old.start..old_run.start, new.start..new_run.start));
            }
        }
    }
}

/// The common lines of two parts.
#[derive(Debug)]
enum CommonRun {
    None,
    /// Only lines that are too frequent in the old text. Also used if the lines are too many to search.
    Frequent,
    /// The best run of common lines.
    At {
        old: Range<usize>,
        new: Range<usize>,
    },
}

/// The positions of the lines in a part of the old text.
struct LinePlaces<'l> {
    base: &'l [u32],
    other: &'l [u32],
    /// The number of occurrences of each line number.
    counts: Vec<u32>,
    /// The first line with each number. `next` contains the next line with the same number, `NONE` after the last.
    first: Vec<usize>,
    next: Vec<usize>,
}

/// Consecutive equal lines, and the number of occurrences of the rarest of them in the old text.
struct BestRun {
    old: Range<usize>,
    new: Range<usize>,
    rarest: u32,
}

impl<'l> LinePlaces<'l> {
    fn new(base: &'l [u32], other: &'l [u32]) -> Self {
        let most = base.iter().chain(other).max();
        let numbers = most.map_or(0, |most| *most as usize + 1);
        Self {
            base,
            other,
            counts: vec![0; numbers],
            first: vec![NONE; numbers],
            next: vec![NONE; base.len()],
        }
    }

    /// Finds the best run of common lines at which to split `old` and `new`.
    fn find_run(&mut self, old: &Range<usize>, new: &Range<usize>) -> CommonRun {
        for line in old.clone().rev() {
            let number = self.base[line] as usize;
            self.counts[number] += 1;
            self.next[line] = std::mem::replace(&mut self.first[number], line);
        }
        let run = self.best_run(old, new);
        for line in old.clone() {
            let number = self.base[line] as usize;
            self.counts[number] = 0;
            self.first[number] = NONE;
        }
        run
    }

    /// Finds the run, after the lines of `old` have been counted.
    fn best_run(&self, old: &Range<usize>, new: &Range<usize>) -> CommonRun {
        let mut best = BestRun {
            old: 0..0,
            new: 0..0,
            rarest: RARE + 1,
        };
        let mut has_common = false;
        let mut line = new.start;
        while line < new.end {
            let number = self.other[line] as usize;
            let mut next = line + 1;
            has_common |= self.counts[number] > 0;
            if self.counts[number] <= best.rarest {
                let mut twin = self.first[number];
                while twin != NONE {
                    let run = self.run_around(twin, line, old, new);
                    next = next.max(run.new.end);
                    let end = run.old.end;
                    if run.rarest < best.rarest || run.old.len() > best.old.len().max(1) {
                        best = run;
                    }
                    while twin != NONE && twin < end {
                        twin = self.next[twin];
                    }
                }
            }
            line = next;
        }
        if has_common && best.rarest > RARE {
            CommonRun::Frequent
        } else if best.old.is_empty() {
            CommonRun::None
        } else {
            CommonRun::At {
                old: best.old,
                new: best.new,
            }
        }
    }

    /// The run of equal lines that contains `twin` in `old` and `line` in `new`.
    fn run_around(
        &self,
        twin: usize,
        line: usize,
        old: &Range<usize>,
        new: &Range<usize>,
    ) -> BestRun {
        let above = common_tail(&self.base[old.start..twin], &self.other[new.start..line]);
        let below = common_head(&self.base[twin..old.end], &self.other[line..new.end]);
        let old_run = twin - above..twin + below;
        let numbers = self.base[old_run.clone()].iter();
        let rarest = numbers.map(|number| self.counts[*number as usize]).min();
        BestRun {
            new: line - above..line + below,
            old: old_run,
            rarest: rarest.unwrap_or(0),
        }
    }
}
