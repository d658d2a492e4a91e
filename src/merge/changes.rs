//! The lines that one text changed of another: runs of changed lines, placed as git places them.
//!
//! A run of changed lines that could stand further up or down is moved down as far as it goes, unless it can
//! stand beside a change of the other text: that one change looks like one.

use std::collections::HashMap;
use std::iter::successors;
use std::ops::Range;

use foldhash::fast::FixedState;
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// How many lines a text has that is compared in parts.
const LARGE: usize = 50_000;

/// Lines of the base that became lines of another text. Both are counted from 0, and one may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineEdit {
    /// The lines of the base.
    pub base: Range<usize>,
    /// What they became.
    pub other: Range<usize>,
}

impl LineEdit {
    /// This, of lines behind `base` lines of the base and `other` lines of the other text.
    pub fn moved(&self, base: usize, other: usize) -> Self {
        let by = |lines: &Range<usize>, start: usize| lines.start + start..lines.end + start;
        Self {
            base: by(&self.base, base),
            other: by(&self.other, other),
        }
    }
}

/// What makes of `base` the `other` text; equal lines have equal numbers. In order, with at least one equal line
/// between any two.
pub fn between(base: &[u32], other: &[u32], algorithm: Algorithm) -> Vec<LineEdit> {
    let mut removed = ChangedLines::unchanged(base);
    let mut added = ChangedLines::unchanged(other);
    for part in parts(base, other) {
        let (old, new) = (&base[part.base.clone()], &other[part.other.clone()]);
        let (old_at, new_at) = (part.base.start, part.other.start);
        for op in capture_diff_slices(algorithm, old, new) {
            if !matches!(op, DiffOp::Equal { .. }) {
                removed.changed[old_at..][op.old_range()].fill(true);
                added.changed[new_at..][op.new_range()].fill(true);
            }
        }
    }
    removed.slide(&added);
    added.slide(&removed);
    script(&removed.changed, &added.changed)
}

/// The parts of two texts that are compared by themselves: all; or, of large texts, what stands between lines that each
/// has once, in the same order. An algorithm that goes over the whole rest for each change takes the square of the
/// changes.
fn parts(base: &[u32], other: &[u32]) -> Vec<LineEdit> {
    let mut parts = Vec::new();
    let mut done = (0, 0);
    if base.len().max(other.len()) > LARGE {
        for (line, twin) in shared_once(base, other) {
            if (line, twin) != done {
                parts.push(LineEdit {
                    base: done.0..line,
                    other: done.1..twin,
                });
            }
            done = (line + 1, twin + 1);
        }
    }
    parts.push(LineEdit {
        base: done.0..base.len(),
        other: done.1..other.len(),
    });
    parts
}

/// The lines that both texts have once, as many of them as stand in the same order: where each stands in both.
fn shared_once(base: &[u32], other: &[u32]) -> Vec<(usize, usize)> {
    let places = |lines: &[u32]| {
        let mut places: HashMap<u32, Option<usize>, FixedState> = HashMap::default();
        for (at, line) in lines.iter().enumerate() {
            let place = places.entry(*line);
            place.and_modify(|place| *place = None).or_insert(Some(at));
        }
        places
    };
    let (own, twins) = (places(base), places(other));
    let once = base.iter().enumerate().filter_map(|(at, line)| {
        let is_once = own.get(line).copied().flatten().is_some();
        let twin = twins.get(line).copied().flatten();
        twin.filter(|_| is_once).map(|twin| (at, twin))
    });
    longest_rising(&once.collect::<Vec<_>>())
}

/// The longest sequence of `pairs`, which rise in the first of both, that rises in the second as well.
fn longest_rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The numbers of the pairs that end the best sequence of each length, and the pair before each pair.
    let (mut ends, mut before) = (Vec::<usize>::new(), Vec::with_capacity(pairs.len()));
    for (number, (_, twin)) in pairs.iter().enumerate() {
        let len = ends.partition_point(|end| pairs[*end].1 < *twin);
        before.push(len.checked_sub(1).map(|last| ends[last]));
        if len == ends.len() {
            ends.push(number);
        } else {
            ends[len] = number;
        }
    }
    let last = ends.last().copied();
    let mut rising: Vec<_> = successors(last, |number| before[*number])
        .map(|number| pairs[number])
        .collect();
    rising.reverse();
    rising
}

/// The runs of changed lines on both sides.
fn script(removed: &[bool], added: &[bool]) -> Vec<LineEdit> {
    let mut changes = Vec::new();
    let (mut line, mut other) = (0, 0);
    while line < removed.len() || other < added.len() {
        let (start, other_start) = (line, other);
        line += run(&removed[line..]);
        other += run(&added[other..]);
        if (start, other_start) == (line, other) {
            line += 1;
            other += 1;
        } else {
            changes.push(LineEdit {
                base: start..line,
                other: other_start..other,
            });
        }
    }
    changes
}

fn run(changed: &[bool]) -> usize {
    changed.iter().take_while(|changed| **changed).count()
}

/// One text of a comparison.
struct ChangedLines<'l> {
    lines: &'l [u32],
    /// Whether the other text has no such line there.
    changed: Vec<bool>,
}

/// A run of changed lines, empty between two unchanged ones.
#[derive(Clone, Copy)]
struct LineRun {
    start: usize,
    end: usize,
}

impl<'l> ChangedLines<'l> {
    fn unchanged(lines: &'l [u32]) -> Self {
        Self {
            lines,
            changed: vec![false; lines.len()],
        }
    }

    fn first_run(&self) -> LineRun {
        LineRun {
            start: 0,
            end: run(&self.changed),
        }
    }

    /// The run after the unchanged line behind `after`.
    fn next_run(&self, after: LineRun) -> Option<LineRun> {
        let start = after.end + 1;
        (after.end < self.lines.len()).then(|| LineRun {
            start,
            end: start + run(&self.changed[start..]),
        })
    }

    /// The run before the unchanged line in front of `before`.
    fn run_before(&self, before: LineRun) -> Option<LineRun> {
        let end = before.start.checked_sub(1)?;
        let changed = self.changed[..end].iter().rev();
        let len = changed.take_while(|changed| **changed).count();
        Some(LineRun {
            start: end - len,
            end,
        })
    }

    /// Moves `run` up by a line, if the line before it is its last; it swallows a run that it meets.
    fn slide_up(&mut self, run: &mut LineRun) -> bool {
        let can = run.start > 0 && self.lines[run.start - 1] == self.lines[run.end - 1];
        if can {
            run.start -= 1;
            run.end -= 1;
            self.changed[run.start] = true;
            self.changed[run.end] = false;
            while run.start > 0 && self.changed[run.start - 1] {
                run.start -= 1;
            }
        }
        can
    }

    /// Moves `run` down by a line, if the line behind it is its first; it swallows a run that it meets.
    fn slide_down(&mut self, run: &mut LineRun) -> bool {
        let can = run.end < self.lines.len() && self.lines[run.start] == self.lines[run.end];
        if can {
            self.changed[run.start] = false;
            self.changed[run.end] = true;
            run.start += 1;
            run.end += 1;
            while run.end < self.lines.len() && self.changed[run.end] {
                run.end += 1;
            }
        }
        can
    }

    /// Moves every run as far down as it goes, or to the last place where `other` has changed lines, too.
    fn slide(&mut self, other: &ChangedLines) {
        let mut run = self.first_run();
        let mut beside = other.first_run();
        loop {
            if run.start < run.end {
                self.slide_one(&mut run, &mut beside, other);
            }
            match (self.next_run(run), other.next_run(beside)) {
                (Some(next), Some(next_beside)) => (run, beside) = (next, next_beside),
                _ => return,
            }
        }
    }

    /// As [`Self::slide`], of `run`, which the run `beside` of `other` belongs to.
    fn slide_one(&mut self, run: &mut LineRun, beside: &mut LineRun, other: &ChangedLines) {
        let mut is_beside = None;
        let mut highest = run.end;
        let mut len = 0;
        // What was swallowed may go further than what swallowed it.
        while len != run.end - run.start {
            len = run.end - run.start;
            is_beside = None;
            while self.slide_up(run) {
                *beside = other.run_before(*beside).unwrap_or(*beside);
            }
            highest = run.end;
            if beside.start < beside.end {
                is_beside = Some(run.end);
            }
            while self.slide_down(run) {
                *beside = other.next_run(*beside).unwrap_or(*beside);
                if beside.start < beside.end {
                    is_beside = Some(run.end);
                }
            }
        }
        if run.end != highest && is_beside.is_some() {
            while beside.start == beside.end && self.slide_up(run) {
                *beside = other.run_before(*beside).unwrap_or(*beside);
            }
        }
    }
}
