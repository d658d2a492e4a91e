//! Detects lines that a hunk would add a second time. If the file has drifted, or a base decides the location, the
//! added lines may already be there: they begin or end like their neighbors, or somebody changed one of them.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;

use super::place::PlaceOptions;
use super::{Decider, HunkStatus, PlacedHunk, Resolution};
use crate::change::ChangeSet;
use crate::patch::{FilePatch, Hunk, LineKind};
use crate::refusal::{HunkFailure, HunkWhy, Reason};
use crate::snapshot::Snapshot;
use crate::text::{LineRange, Span, is_telling, lines};

/// From this number of added lines with words, it is enough if most of them match. Fewer must all match in one piece.
const LARGE_RUN: usize = 6;
/// From this number of added lines with words, the first may differ if most of them match in one piece.
const VERY_LARGE_RUN: usize = 12;
/// The share of a large run that must match.
const MIN_SHARE: f64 = 0.8;
/// The minimum number of lines in a run. A single line may occur in many places.
const MIN_RUN: usize = 2;
/// The number of searched lines around a hunk, in addition to the number of added lines.
const LINES_AROUND: usize = 12;
/// The maximum number of matches per line. A line may repeat many times.
const MAX_STARTS: usize = 64;

/// Refuses the result `placed` of applying `patch` to `now` if a hunk adds lines that already exist near its
/// location. A hunk that matches exactly at its line is not checked, because it may add a copy. If it matches exactly
/// at another line, only a complete copy of a large block is refused.
///
/// # Errors
/// `HunkFailed` with the hunks that would add lines again.
pub fn refuse_doubled(
    placed: &Resolution,
    patch: &FilePatch,
    now: &Snapshot,
    options: &PlaceOptions,
) -> Result<(), Reason> {
    let hunks = patch.hunks();
    let mut doubts = Vec::new();
    for placed_hunk in &placed.hunks {
        if let Some(hunk) = hunks.get(placed_hunk.hunk - 1) {
            doubts.extend(Doubt::new(placed_hunk, hunk, options.base.is_some()));
        }
    }
    let kept = KeptLines::new(now, &placed.changes, &doubts);
    let mut failures = Vec::new();
    for doubt in &doubts {
        if let Some(lines) = doubt.existing_lines(&kept) {
            failures.push(doubt.undecided(lines));
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

/// A hunk whose added lines may already exist.
struct Doubt<'h> {
    placed: &'h PlacedHunk,
    hunk: &'h Hunk,
    lines: LineRange,
    is_uncertain: bool,
    runs: Vec<AddedRun<'h>>,
}

impl<'h> Doubt<'h> {
    /// Returns `None` if the hunk at its location cannot add lines twice.
    fn new(placed: &'h PlacedHunk, hunk: &'h Hunk, has_base: bool) -> Option<Self> {
        let is_uncertain = is_uncertain(placed, has_base);
        let may_be_copy = matches!(placed.status, HunkStatus::Offset | HunkStatus::Mechanical);
        if !is_uncertain && !may_be_copy {
            return None;
        }
        let mut runs = added_runs(hunk);
        if !is_uncertain {
            runs.retain(|run| run.lines.len() >= LARGE_RUN);
        }
        Some(Self {
            placed,
            hunk,
            lines: placed.lines?,
            is_uncertain,
            runs,
        })
    }

    /// The lines in `kept` that match a run of the added lines. A small run of an uncertain hunk must match near
    /// its location. Otherwise a run must match completely.
    fn existing_lines(&self, kept: &KeptLines<'_>) -> Option<LineRange> {
        let is_mechanical = self.placed.status == HunkStatus::Mechanical;
        if is_mechanical && has_new_side_at(self.hunk, self.lines, kept.text) {
            return Some(self.lines);
        }
        self.runs
            .iter()
            .find_map(|run| self.existing_run(run, kept))
    }

    fn existing_run(&self, run: &AddedRun<'_>, kept: &KeptLines<'_>) -> Option<LineRange> {
        if !self.is_uncertain {
            return kept.whole_copies(&run.lines).next();
        }
        if run.lines.len() >= LARGE_RUN {
            return kept.most_of(run).or_else(|| kept.large_part(run));
        }
        let mut copies = kept.whole_copies(&run.lines);
        copies.find(|copy| is_near(*copy, self.lines, run.reach))
    }

    fn undecided(&self, lines: LineRange) -> HunkFailure {
        HunkFailure {
            hunk: self.placed.hunk,
            patch_line: self.hunk.line,
            why: HunkWhy::Undecided(lines),
            would_place: None,
        }
    }
}

/// True if the new side of `hunk` matches at `place` except for whitespace at line ends. The old side matched there
/// with the same tolerance, so both sides differ only in such whitespace.
fn has_new_side_at(hunk: &Hunk, place: LineRange, now: &Snapshot) -> bool {
    let Some(span) = now.span_of(place) else {
        return false;
    };
    let current = lines(&now.bytes()[span.range()]).map(<[u8]>::trim_ascii);
    current.eq(hunk.new_side().map(|line| line.trim_ascii()))
}

/// True if the location of a hunk depends on more than its old lines: on their similarity, a base or a decider. The
/// line number of an exact match counts only with a base, because the lines of the base may be elsewhere now.
fn is_uncertain(placed: &PlacedHunk, has_base: bool) -> bool {
    match placed.status {
        HunkStatus::Already => false,
        HunkStatus::Merged | HunkStatus::Fuzzy | HunkStatus::Moved => true,
        HunkStatus::Exact if placed.decided_by == Some(Decider::Line) => has_base,
        HunkStatus::Exact | HunkStatus::Offset | HunkStatus::Mechanical => {
            has_base || placed.decided_by.is_some()
        }
    }
}

/// Lines that a hunk adds in one piece.
struct AddedRun<'h> {
    /// The lines with words, trimmed.
    lines: Vec<&'h [u8]>,
    /// The first line that the hunk does not also contain as context or removed line, which the file has anyway.
    first: &'h [u8],
    /// The number of lines to search around a match of `first`.
    reach: usize,
}

/// The runs of added lines in `hunk` that are distinctive enough for a search.
fn added_runs(hunk: &Hunk) -> Vec<AddedRun<'_>> {
    let old: HashSet<&[u8]> = hunk
        .lines
        .iter()
        .filter(|line| line.kind != LineKind::Added)
        .map(|line| line.text.trim_ascii())
        .collect();
    let mut runs = Vec::new();
    for run in insertions(hunk) {
        let reach = LINES_AROUND + run.len();
        let lines: Vec<&[u8]> = run.into_iter().filter(|line| is_telling(line)).collect();
        let first = lines.iter().copied().find(|line| !old.contains(line));
        if let Some(first) = first
            && lines.len() >= MIN_RUN
        {
            runs.push(AddedRun {
                lines,
                first,
                reach,
            });
        }
    }
    runs
}

/// The trimmed runs of lines that `hunk` adds without removing lines at the same place.
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

/// The lines with words that the changes do not remove, and the positions of all added lines.
struct KeptLines<'a> {
    text: &'a Snapshot,
    /// The spans that the changes remove, in order. The original of a moved block is in such a span, and is not a
    /// copy.
    removed: Vec<Span>,
    /// The offsets of each added line, at most [`MAX_STARTS`] per line.
    starts: HashMap<&'a [u8], Vec<usize>, FixedState>,
}

impl<'a> KeptLines<'a> {
    /// Searches `text`, without the lines that `changes` remove, for the added lines of `doubts`.
    fn new(text: &'a Snapshot, changes: &ChangeSet, doubts: &'a [Doubt<'_>]) -> Self {
        let mut kept = Self {
            text,
            removed: changes.edit_refs().map(|edit| edit.span()).collect(),
            starts: HashMap::default(),
        };
        for run in doubts.iter().flat_map(|doubt| &doubt.runs) {
            for line in &run.lines {
                kept.starts.entry(line).or_default();
            }
        }
        if !kept.starts.is_empty() {
            kept.find_starts();
        }
        kept
    }

    fn find_starts(&mut self) {
        let mut starts_of = std::mem::take(&mut self.starts);
        for (at, line) in self.from(0) {
            if let Some(starts) = starts_of.get_mut(line)
                && starts.len() < MAX_STARTS
            {
                starts.push(at);
            }
        }
        self.starts = starts_of;
    }

    /// The kept lines from offset `start` on, trimmed, with their offsets.
    fn from(&self, start: usize) -> impl Iterator<Item = (usize, &'a [u8])> {
        let mut at = start;
        let lines = lines(&self.text.bytes()[start..]).map(move |line| {
            let line_start = at;
            at += line.len();
            (line_start, line.trim_ascii())
        });
        lines.filter(|(at, line)| self.is_kept(*at, line))
    }

    /// The kept lines before offset `end` in reverse order.
    fn before(&self, end: usize) -> impl Iterator<Item = (usize, &'a [u8])> {
        let mut at = end;
        let lines = lines(&self.text.bytes()[..end]).rev().map(move |line| {
            at -= line.len();
            (at, line.trim_ascii())
        });
        lines.filter(|(at, line)| self.is_kept(*at, line))
    }

    /// True if the `line` at `at` has words and is not removed.
    fn is_kept(&self, at: usize, line: &[u8]) -> bool {
        let next = self.removed.partition_point(|span| span.end() <= at);
        is_telling(line) && self.removed.get(next).is_none_or(|span| at < span.start())
    }

    /// The places where all of `added` matches in one piece.
    fn whole_copies(&self, added: &[&[u8]]) -> impl Iterator<Item = LineRange> {
        self.starts[added[0]].iter().filter_map(move |&start| {
            let last = self.last_of_copy(added, start)?;
            self.range(start, last)
        })
    }

    /// The offset of the last line, if all lines of `added` match in one piece from `start`.
    fn last_of_copy(&self, added: &[&[u8]], start: usize) -> Option<usize> {
        let mut current = self.from(start);
        let mut last = start;
        for line in added {
            let (at, other) = current.next()?;
            if other != *line {
                return None;
            }
            last = at;
        }
        Some(last)
    }

    /// The lines around `run.first` that contain most lines of `run`.
    fn most_of(&self, run: &AddedRun<'_>) -> Option<LineRange> {
        for &start in &self.starts[run.first] {
            let mut around: HashSet<&[u8]> = HashSet::new();
            for (_, line) in self.before(start).take(run.reach) {
                around.insert(line);
            }
            let mut last = start;
            for (at, line) in self.from(start).take(run.reach + 1) {
                around.insert(line);
                last = at;
            }
            let count = run
                .lines
                .iter()
                .filter(|line| around.contains(*line))
                .count();
            if count as f64 >= MIN_SHARE * run.lines.len() as f64 {
                return self.range(start, last);
            }
        }
        None
    }

    /// The lines that match most of a long `run` in one piece.
    fn large_part(&self, run: &AddedRun<'_>) -> Option<LineRange> {
        let added = &run.lines;
        if added.len() < VERY_LARGE_RUN {
            return None;
        }
        let most = (added.len() as f64 * MIN_SHARE).ceil() as usize;
        added
            .windows(most)
            .find_map(|part| self.whole_copies(part).next())
    }

    fn range(&self, first: usize, last: usize) -> Option<LineRange> {
        LineRange::new(self.text.line_at(first), self.text.line_at(last))
    }
}

/// True if `lines` is at most `reach` lines away from `place`.
fn is_near(lines: LineRange, place: LineRange, reach: usize) -> bool {
    lines.first().number() <= place.last().number() + reach
        && place.first().number() <= lines.last().number() + reach
}
