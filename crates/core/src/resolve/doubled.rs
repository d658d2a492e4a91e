//! Lines that a hunk would add a second time. Where the text has drifted, or a base decides the place, the added lines may
//! stand there already: they begin or end like their neighbors, or people changed one of them.

use std::collections::HashSet;

use super::place::Placing;
use super::{HunkStatus, PlacedHunk, Resolution};
use crate::patch::{FilePatch, Hunk, LineKind};
use crate::refusal::{HunkFailure, HunkWhy, Reason};
use crate::snapshot::Snapshot;
use crate::text::{LineNumber, LineRange, is_telling, lines};

/// Added lines with words from which on most of them are enough; of fewer all must stand there, in one piece.
const MANY: usize = 6;
/// The share of them that must stand there.
const MOST: f64 = 0.8;
/// Fewest of them that are asked about: a single line may stand in many places.
const FEWEST: usize = 2;
/// Lines around a place that are looked at, beside as many as the hunk adds.
const AROUND: usize = 12;

/// Refuses `placed`, which puts `patch` onto `now`, where it would add lines that stand near their place already. A hunk
/// that stands exactly in one place is not asked: it may add a copy.
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
    let mut failures = Vec::new();
    for placed in &placed.hunks {
        let Some(hunk) = hunks.get(placed.hunk - 1) else {
            continue;
        };
        let has_base = how.base.is_some();
        if !has_drifted(placed, has_base) {
            continue;
        }
        let Some(lines) = placed.lines else { continue };
        if let Some(lines) = standing_lines(hunk, lines, now) {
            failures.push(HunkFailure {
                hunk: placed.hunk,
                patch_line: hunk.line,
                why: HunkWhy::Undecided { lines },
                would_place: None,
            });
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

fn has_drifted(placed: &PlacedHunk, has_base: bool) -> bool {
    match placed.status {
        HunkStatus::Already => false,
        HunkStatus::Merged | HunkStatus::Fuzzy | HunkStatus::Moved => true,
        HunkStatus::Exact | HunkStatus::Offset | HunkStatus::Mechanical => {
            has_base || placed.decided_by.is_some()
        }
    }
}

/// The lines near `place` that a run of added lines of `hunk` stands in.
fn standing_lines(hunk: &Hunk, place: LineRange, now: &Snapshot) -> Option<LineRange> {
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
        let near = around(place, reach, now);
        if stands_near(&added, first, near, now) {
            return Some(near);
        }
        if added.len() >= MANY
            && let Some(copy) = whole_copy(&added, now)
        {
            return Some(copy);
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

fn around(place: LineRange, reach: usize, now: &Snapshot) -> LineRange {
    let first = place.first().number().saturating_sub(reach).max(1);
    let last = (place.last().number() + reach).min(now.line_count());
    let first = LineNumber::new(first).unwrap_or(place.first());
    let last = LineNumber::new(last).unwrap_or(place.last());
    LineRange::new(first, last).unwrap_or(place)
}

/// True if the lines `added`, of which `first` is the first that tells them from others, stand in the lines `near` of
/// `now`.
fn stands_near(added: &[&[u8]], first: &[u8], near: LineRange, now: &Snapshot) -> bool {
    let Some(span) = now.span_of(near) else {
        return false;
    };
    let there = telling_lines(&now.bytes()[span.range()]);
    if added.len() < MANY {
        return there.windows(added.len()).any(|lines| lines == added);
    }
    let there: HashSet<&[u8]> = there.into_iter().collect();
    let count = added.iter().filter(|line| there.contains(*line)).count();
    there.contains(first) && count as f64 >= MOST * added.len() as f64
}

/// The lines of `now` in which all of `added` stand in one piece.
fn whole_copy(added: &[&[u8]], now: &Snapshot) -> Option<LineRange> {
    let (mut numbers, mut there) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(lines(now.bytes())) {
        let line = line.trim_ascii();
        if is_telling(line) {
            numbers.push(number);
            there.push(line);
        }
    }
    let at = there
        .windows(added.len())
        .position(|lines| lines == added)?;
    let first = LineNumber::new(numbers[at])?;
    let last = LineNumber::new(numbers[at + added.len() - 1])?;
    LineRange::new(first, last)
}

/// The lines of `text` that have words, without blanks at their ends.
fn telling_lines(text: &[u8]) -> Vec<&[u8]> {
    lines(text)
        .map(<[u8]>::trim_ascii)
        .filter(|line| is_telling(line))
        .collect()
}
