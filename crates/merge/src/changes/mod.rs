//! Compares two texts by lines. The changes are runs of lines, at the same positions as in git.
//!
//! A run of changed lines that fits at several positions is moved down as far as possible. If one of the positions is
//! next to a change in the other text, that position is used, so that both changes become one.

mod histogram;
mod line_hints;
mod myers;

use std::ops::Range;

use super::versions::{NumberedLines, VersionLines};
use myers::LineMarks;

/// Lines of the base that were replaced by lines of another text. Line numbers are 0-based. Either side may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineEdit {
    /// The lines of the base.
    pub base: Range<usize>,
    /// The lines that replaced them.
    pub other: Range<usize>,
}

impl LineEdit {
    /// This edit, shifted down by `base` lines in the base and by `other` lines in the other text.
    pub fn moved(&self, base: usize, other: usize) -> Self {
        Self {
            base: self.base.start + base..self.base.end + base,
            other: self.other.start + other..self.other.end + other,
        }
    }
}

/// The changes that one side made to the base.
#[derive(Clone, Copy)]
pub struct SideEdits<'e, 't> {
    pub edits: &'e [LineEdit],
    pub base: &'e NumberedLines<'t>,
    pub side: &'e NumberedLines<'t>,
}

impl<'e, 't> SideEdits<'e, 't> {
    /// The lines that `edit` removed.
    pub fn removed(&self, edit: &LineEdit) -> impl Iterator<Item = &'t [u8]> + use<'e, 't> {
        self.base.each(edit.base.clone())
    }

    /// The lines that `edit` inserted.
    pub fn inserted(&self, edit: &LineEdit) -> impl Iterator<Item = &'t [u8]> + use<'e, 't> {
        self.side.each(edit.other.clone())
    }
}

/// The changes that both sides made to the base.
#[derive(Clone, Copy)]
pub struct BothEdits<'e, 't> {
    pub ours: SideEdits<'e, 't>,
    pub theirs: SideEdits<'e, 't>,
}

/// A line comparison algorithm of git.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineAlgorithm {
    /// The algorithm that `git merge-file` uses.
    Myers,
    /// The algorithm that `git merge` uses.
    Histogram,
}

/// The edits of our side and of the other side of `lines`.
pub fn of_both_sides(lines: &VersionLines, algorithm: LineAlgorithm) -> [Vec<LineEdit>; 2] {
    [&lines.ours, &lines.theirs].map(|side| between(&lines.base.numbers, &side.numbers, algorithm))
}

/// The edits that turn `base` into `other`, in order, with an equal line between any two. Equal lines have equal
/// numbers.
pub fn between(base: &[u32], other: &[u32], algorithm: LineAlgorithm) -> Vec<LineEdit> {
    let mut removed = ChangedLines::unchanged(base);
    let mut added = ChangedLines::unchanged(other);
    let mut marks = LineMarks {
        removed: &mut removed.changed,
        added: &mut added.changed,
    };
    match algorithm {
        LineAlgorithm::Myers => myers::compare(base, other, &mut marks),
        LineAlgorithm::Histogram => histogram::compare(base, other, &mut marks),
    }
    removed.slide(&added);
    added.slide(&removed);
    script(&removed.changed, &added.changed)
}

/// The edits that remove and add the marked lines.
fn script(removed: &[bool], added: &[bool]) -> Vec<LineEdit> {
    let mut edits = Vec::new();
    let (mut line, mut other) = (0, 0);
    while line < removed.len() || other < added.len() {
        let (start, other_start) = (line, other);
        line += run_len(&removed[line..]);
        other += run_len(&added[other..]);
        if (start, other_start) == (line, other) {
            line += 1;
            other += 1;
        } else {
            edits.push(LineEdit {
                base: start..line,
                other: other_start..other,
            });
        }
    }
    edits
}

/// The number of changed lines at the start of `changed`.
fn run_len(changed: &[bool]) -> usize {
    changed.iter().take_while(|changed| **changed).count()
}

/// One of two compared texts.
struct ChangedLines<'l> {
    lines: &'l [u32],
    /// True for each line that has no counterpart in the other text.
    changed: Vec<bool>,
}

/// A run of changed lines. The run between two adjacent unchanged lines is empty.
#[derive(Clone, Copy)]
struct LineRun {
    start: usize,
    end: usize,
}

impl LineRun {
    fn is_empty(self) -> bool {
        self.start == self.end
    }
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
            end: run_len(&self.changed),
        }
    }

    /// The run after the unchanged line that follows `after`.
    fn next_run(&self, after: LineRun) -> Option<LineRun> {
        let start = after.end + 1;
        if after.end >= self.lines.len() {
            return None;
        }
        Some(LineRun {
            start,
            end: start + run_len(&self.changed[start..]),
        })
    }

    /// The run before the unchanged line that precedes `before`.
    fn run_before(&self, before: LineRun) -> Option<LineRun> {
        let end = before.start.checked_sub(1)?;
        let changed = self.changed[..end].iter().rev();
        let len = changed.take_while(|changed| **changed).count();
        Some(LineRun {
            start: end - len,
            end,
        })
    }

    /// Moves `run` up by a line if the line before the run equals its last line. Joins a run that it then touches.
    fn slide_up(&mut self, run: &mut LineRun) -> bool {
        if run.start == 0 || self.lines[run.start - 1] != self.lines[run.end - 1] {
            return false;
        }
        run.start -= 1;
        run.end -= 1;
        self.changed[run.start] = true;
        self.changed[run.end] = false;
        while run.start > 0 && self.changed[run.start - 1] {
            run.start -= 1;
        }
        true
    }

    /// Moves `run` down by a line if the line after the run equals its first line. Joins a run that it then touches.
    fn slide_down(&mut self, run: &mut LineRun) -> bool {
        if run.end == self.lines.len() || self.lines[run.start] != self.lines[run.end] {
            return false;
        }
        self.changed[run.start] = false;
        self.changed[run.end] = true;
        run.start += 1;
        run.end += 1;
        while run.end < self.lines.len() && self.changed[run.end] {
            run.end += 1;
        }
        true
    }

    /// Moves every run down as far as possible, or to the last position where `other` has changed lines too.
    fn slide(&mut self, other: &ChangedLines) {
        let mut run = self.first_run();
        let mut other_run = other.first_run();
        loop {
            if !run.is_empty() {
                self.slide_run(&mut run, &mut other_run, other);
            }
            match (self.next_run(run), other.next_run(other_run)) {
                (Some(next), Some(other_next)) => (run, other_run) = (next, other_next),
                _ => return,
            }
        }
    }

    /// Moves a single `run` like [`Self::slide`]. `other_run` is the corresponding run of `other`.
    fn slide_run(&mut self, run: &mut LineRun, other_run: &mut LineRun, other: &ChangedLines) {
        let mut highest_end;
        let mut meets_other;
        loop {
            let len = run.end - run.start;
            while self.slide_up(run) {
                *other_run = other.run_before(*other_run).unwrap_or(*other_run);
            }
            highest_end = run.end;
            meets_other = !other_run.is_empty();
            while self.slide_down(run) {
                *other_run = other.next_run(*other_run).unwrap_or(*other_run);
                meets_other |= !other_run.is_empty();
            }
            // After joining another run, the run may be able to move further.
            if run.end - run.start == len {
                break;
            }
        }
        if run.end != highest_end && meets_other {
            while other_run.is_empty() && self.slide_up(run) {
                *other_run = other.run_before(*other_run).unwrap_or(*other_run);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LineAlgorithm, LineEdit, between};

    /// Applies `edits` to `base`.
    fn applied(base: &[u32], other: &[u32], edits: &[LineEdit]) -> Vec<u32> {
        let mut text = base.to_vec();
        for edit in edits.iter().rev() {
            text.splice(edit.base.clone(), other[edit.other.clone()].iter().copied());
        }
        text
    }

    /// Pseudo-random numbers below `limit`.
    fn random_numbers(seed: u64, limit: u64) -> impl Iterator<Item = u32> {
        let next = |state: &u64| Some(state.wrapping_mul(6364136223846793005).wrapping_add(1));
        std::iter::successors(Some(seed), next).map(move |state| ((state >> 33) % limit) as u32)
    }

    #[test]
    fn edits_produce_the_other_text_even_if_the_script_is_not_the_shortest() {
        for (number, limit) in [2, 3, 20, 300, 3000].into_iter().enumerate() {
            let base: Vec<u32> = random_numbers(7 + number as u64, limit)
                .take(4000)
                .collect();
            let mut other: Vec<u32> = random_numbers(70 + number as u64, limit)
                .take(3000)
                .collect();
            other.splice(1000..1000, base[2000..2100].iter().copied());
            for algorithm in [LineAlgorithm::Myers, LineAlgorithm::Histogram] {
                let edits = between(&base, &other, algorithm);
                assert!(applied(&base, &other, &edits) == other, "{limit}");
                assert!(
                    edits
                        .windows(2)
                        .all(|pair| pair[0].base.end < pair[1].base.start)
                );
            }
        }
    }

    #[test]
    fn a_few_changes_of_a_large_text_are_found_as_they_were_made() {
        let line = |at: u32| if at.is_multiple_of(5) { 0 } else { at };
        let base: Vec<u32> = (0..60_000).map(line).collect();
        let mut other = base.clone();
        // Changed lines, an inserted line, a removed line, and a moved block.
        for at in (7..60_000).step_by(150) {
            other[at] = 100_000 + at as u32;
        }
        other.remove(31_002);
        other.insert(20_003, 99_999);
        let block: Vec<u32> = other.drain(100..104).collect();
        other.splice(50_000..50_000, block);
        for algorithm in [LineAlgorithm::Myers, LineAlgorithm::Histogram] {
            let edits = between(&base, &other, algorithm);
            assert_eq!(edits.len(), 404);
            assert!(applied(&base, &other, &edits) == other);
        }
    }
}
