//! Lines that a hunk would add a second time. Where the text has drifted, or a base decides the place, the added lines may
//! stand there already: they begin or end like their neighbors, or people changed one of them.

use std::collections::HashSet;

use super::place::Placing;
use super::{Decider, HunkStatus, PlacedHunk, Resolution};
use crate::change::ChangeSet;
use crate::patch::{FilePatch, Hunk, LineKind};
use crate::refusal::{HunkFailure, HunkWhy, Reason};
use crate::snapshot::Snapshot;
use crate::text::{LineNumber, LineRange, is_telling, lines};

/// Added lines with words from which on most of them are enough; of fewer all must stand there, in one piece.
const MANY: usize = 6;
/// The share of them that must stand there.
const MOST: f64 = 0.8;
/// Lines with words from which on the first of them may be another, if most of the rest stand in one piece.
const LARGE: usize = 12;
/// Fewest of them that are asked about: a single line may stand in many places.
const FEWEST: usize = 2;
/// Lines around a place that are looked at, beside as many as the hunk adds.
const AROUND: usize = 12;
/// Places where the first line of a block stands that are looked at. A line may repeat without end.
const STARTS: usize = 64;

/// Refuses `placed`, which puts `patch` onto `now`, where it would add lines that stand near their place already. A hunk
/// that stands exactly at its line is not asked: it may add a copy. At another line it is asked about a whole block.
///
/// # Errors
/// `HunkFailed` with the hunks that would add lines again.
pub fn refuse_doubled(
    placed: &Resolution,
    patch: &FilePatch,
    now: &Snapshot,
    how: &Placing,
) -> Result<(), Reason> {
    let hunks = patch.hunks();
    let changes = &placed.changes;
    let mut failures = Vec::new();
    let mut telling = None;
    for placed in &placed.hunks {
        let Some(hunk) = hunks.get(placed.hunk - 1) else {
            continue;
        };
        let has_drifted = has_drifted(placed, how.base.is_some());
        let may_be_copy = matches!(placed.status, HunkStatus::Offset | HunkStatus::Mechanical);
        if !has_drifted && !may_be_copy {
            continue;
        }
        let Some(lines) = placed.lines else { continue };
        if placed.status == HunkStatus::Mechanical && stands_at(hunk, lines, now) {
            failures.push(undecided(placed, hunk, lines));
            continue;
        }
        let telling = telling.get_or_insert_with(|| TellingLines::new(now, changes));
        if let Some(lines) = standing_lines(hunk, lines, has_drifted, telling) {
            failures.push(undecided(placed, hunk, lines));
        }
    }
    if failures.is_empty() {
        return Ok(());
    }
    Err(Reason::HunkFailed {
        failures,
        total: hunks.len(),
    })
}

fn undecided(placed: &PlacedHunk, hunk: &Hunk, lines: LineRange) -> HunkFailure {
    HunkFailure {
        hunk: placed.hunk,
        patch_line: hunk.line,
        why: HunkWhy::Undecided { lines },
        would_place: None,
    }
}

/// True if the new side of `hunk` stands at `lines` but for blanks at the ends of lines. The old side was found there no
/// more exactly, so the two differ in such blanks alone.
fn stands_at(hunk: &Hunk, place: LineRange, now: &Snapshot) -> bool {
    let Some(span) = now.span_of(place) else {
        return false;
    };
    let there = lines(&now.bytes()[span.range()]).map(<[u8]>::trim_ascii);
    there.eq(hunk.new_side().map(|line| line.trim_ascii()))
}

fn has_drifted(placed: &PlacedHunk, has_base: bool) -> bool {
    match placed.status {
        HunkStatus::Already => false,
        HunkStatus::Merged | HunkStatus::Fuzzy | HunkStatus::Moved => true,
        HunkStatus::Exact if placed.decided_by == Some(Decider::Line) => has_base,
        HunkStatus::Exact | HunkStatus::Offset | HunkStatus::Mechanical => {
            has_base || placed.decided_by.is_some()
        }
    }
}

/// The lines that a run of added lines of `hunk` stands in: near `place` if it `has_drifted`, or a whole block anywhere.
fn standing_lines(
    hunk: &Hunk,
    place: LineRange,
    has_drifted: bool,
    there: &TellingLines<'_>,
) -> Option<LineRange> {
    let old: HashSet<&[u8]> = hunk
        .lines
        .iter()
        .filter(|line| line.kind != LineKind::Added)
        .map(|line| line.text.trim_ascii())
        .collect();
    for run in insertions(hunk) {
        let reach = AROUND + run.len();
        let added: Vec<&[u8]> = run.into_iter().filter(|line| is_telling(line)).collect();
        if added.len() < FEWEST {
            continue;
        }
        // A line that the hunk quotes as well tells nothing.
        let Some(first) = added.iter().find(|line| !old.contains(*line)) else {
            continue;
        };
        let found = if !has_drifted {
            there.whole_copy(&added).filter(|_| added.len() >= MANY)
        } else if added.len() < MANY {
            let copy = there.whole_copy(&added);
            copy.filter(|copy| is_near(*copy, place, reach))
        } else {
            there
                .most_of(&added, first, reach)
                .or_else(|| there.large_part(&added))
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The runs of lines that `hunk` adds where it removes none, without blanks at their ends.
fn insertions(hunk: &Hunk) -> Vec<Vec<&[u8]>> {
    let mut runs = Vec::new();
    let mut run: Vec<&[u8]> = Vec::new();
    let mut is_replaced = false;
    for line in &hunk.lines {
        match line.kind {
            LineKind::Added => run.push(line.text.trim_ascii()),
            LineKind::Removed => is_replaced = true,
            LineKind::Context => {
                let added = std::mem::take(&mut run);
                if !is_replaced && !added.is_empty() {
                    runs.push(added);
                }
                is_replaced = false;
            }
        }
    }
    if !is_replaced && !run.is_empty() {
        runs.push(run);
    }
    runs
}

/// The lines with words that changes leave of a text, without blanks at their ends.
struct TellingLines<'a> {
    numbers: Vec<usize>,
    lines: Vec<&'a [u8]>,
}

impl<'a> TellingLines<'a> {
    /// The lines of `text` that `changes` do not remove: a block that moves has no copy where it was.
    fn new(text: &'a Snapshot, changes: &ChangeSet) -> Self {
        let (mut numbers, mut telling) = (Vec::new(), Vec::new());
        let mut removed = changes.seen().peekable();
        let mut at = 0;
        for (number, line) in (1..).zip(lines(text.bytes())) {
            while removed.next_if(|edit| edit.end() <= at).is_some() {}
            let is_removed = removed.peek().is_some_and(|edit| edit.at <= at);
            at += line.len();
            let line = line.trim_ascii();
            if !is_removed && is_telling(line) {
                numbers.push(number);
                telling.push(line);
            }
        }
        Self {
            numbers,
            lines: telling,
        }
    }

    /// The lines in which all of `added` stand in one piece.
    fn whole_copy(&self, added: &[&[u8]]) -> Option<LineRange> {
        for at in self.starts(added[0]) {
            if self.lines[at..].starts_with(added) {
                return self.range(at, at + added.len() - 1);
            }
        }
        None
    }

    /// The lines around a line `first` in which most of `added` stand, `reach` lines each way.
    fn most_of(&self, added: &[&[u8]], first: &[u8], reach: usize) -> Option<LineRange> {
        for at in self.starts(first) {
            let from = at.saturating_sub(reach);
            let to = (at + reach).min(self.lines.len() - 1);
            let there: HashSet<&[u8]> = self.lines[from..=to].iter().copied().collect();
            let count = added.iter().filter(|line| there.contains(*line)).count();
            if count as f64 >= MOST * added.len() as f64 {
                return self.range(at, to);
            }
        }
        None
    }

    /// The lines in which most of `added` stand in one piece, if they are many.
    fn large_part(&self, added: &[&[u8]]) -> Option<LineRange> {
        if added.len() < LARGE {
            return None;
        }
        let most = (added.len() as f64 * MOST).ceil() as usize;
        added.windows(most).find_map(|part| self.whole_copy(part))
    }

    /// The places of `line`, the first of them.
    fn starts(&self, line: &[u8]) -> impl Iterator<Item = usize> {
        let all = self.lines.iter().enumerate();
        all.filter(move |(_, other)| **other == line)
            .map(|(at, _)| at)
            .take(STARTS)
    }

    fn range(&self, first: usize, last: usize) -> Option<LineRange> {
        let first = LineNumber::new(self.numbers[first])?;
        LineRange::new(first, LineNumber::new(self.numbers[last])?)
    }
}

/// True if `lines` are at most `reach` lines away from `place`.
fn is_near(lines: LineRange, place: LineRange, reach: usize) -> bool {
    lines.first().number() <= place.last().number() + reach
        && place.first().number() <= lines.last().number() + reach
}
