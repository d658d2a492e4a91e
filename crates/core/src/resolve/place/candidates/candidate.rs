//! Finds the possible places of a hunk in the text: windows by weighted votes, and the best alignments in them.
//!
//! Each line of the hunk votes with its weight for the diagonals where it occurs. The heaviest windows are aligned.
//! One by one, each position of the best alignment is forbidden and the window is aligned again. The strongest rival
//! is often in the same window.

use std::collections::HashMap;
use std::ops::Range;

use crate::patch::LineKind;

use super::align::Aligner;
use super::alignment::{Alignment, Forms, Grade, Removed};
use super::script::{Script, Stage};
use super::support::{Support, matched_rows};
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::hunk::pattern::Pattern;

/// The most windows that are aligned.
pub const MAX_WINDOWS: usize = 10;
/// The number of diagonals that share their votes.
const BUCKET: i64 = 8;
/// The number of lines of the text that a window has before and after the hunk.
pub const SLACK: usize = 60;
/// Lines with more occurrences than this do not vote.
const MAX_OCCURRENCES: usize = 64;
/// The most changes of a hunk for which a rival is searched for.
const MAX_CHANGES_WITH_RIVAL: usize = 6;
/// The most stages of a hunk that is aligned. A longer hunk must match exactly, because the cost of aligning grows
/// with the square of its length.
const MAX_STAGES: usize = 300;

#[derive(Clone, Debug)]
pub struct Candidate {
    pub alignment: Alignment,
    /// The lines of the text from the first to the last change (0-based, may be empty).
    pub core: Range<usize>,
    /// The mean of the first lines of the changes.
    pub depth: f64,
}

impl Candidate {
    /// Returns `None` if `alignment` has no changes.
    pub fn from_alignment(alignment: Alignment) -> Option<Self> {
        let first = alignment.places.iter().map(|place| place.at).min()?;
        let end = alignment.places.iter().map(|place| place.end).max()?;
        let places = &alignment.places;
        let lines: usize = places.iter().map(|place| place.at).sum();
        let depth = lines as f64 / places.len() as f64;
        Some(Self {
            alignment,
            core: first..end,
            depth,
        })
    }

    /// True if the text has every line of the changes exactly.
    pub fn has_exact_changes(&self, script: &Script) -> bool {
        let places = self.alignment.places.iter();
        let mut rows = places.flat_map(|place| matched_rows(script, place));
        rows.all(|row| match self.alignment.pairs[row] {
            Some(pair) => pair.grade == Grade::Exact,
            None => true,
        })
    }

    /// True if the text has changed a line that the hunk removes.
    pub fn changes_removed_line(&self, script: &Script) -> bool {
        let support = Support::new(script, &self.alignment);
        support.removed_similarity.is_some()
    }
}

/// The candidates for a hunk, best first. No two have the same places.
pub fn candidates(
    script: &Script,
    pattern: &Pattern,
    index: &Index,
    expected: Option<usize>,
    removed: Removed,
) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    if script.stages.len() > MAX_STAGES {
        return found;
    }
    for window in windows(script, pattern, index, expected) {
        for alignment in align_in_window(script, index, window, removed) {
            insert_candidate(&mut found, alignment);
        }
    }
    found.sort_by(|one, two| two.alignment.score.total_cmp(&one.alignment.score));
    found
}

/// The best alignments in `window`, and for each of their changes the best alignment with that change elsewhere.
fn align_in_window(
    script: &Script,
    index: &Index,
    window: Range<usize>,
    removed: Removed,
) -> Vec<Alignment> {
    let aligner = Aligner::new(script, index, window, removed);
    let mut found = Vec::new();
    for forms in [Forms::Old, Forms::New, Forms::Mixed, Forms::Changed] {
        if !aligner.may_align(forms) {
            continue;
        }
        let Some(best) = aligner.best(forms, None) else {
            continue;
        };
        let rivals = match forms {
            Forms::Changed => 0,
            _ => best.places.len().min(MAX_CHANGES_WITH_RIVAL),
        };
        let places = best.places[..rivals].to_vec();
        found.push(best);
        for place in places {
            found.extend(aligner.best(forms, Some(place)));
        }
    }
    found
}

/// Adds `alignment`, unless a candidate with the same places scores at least as high. A window may cut off lines
/// that another window contains.
fn insert_candidate(found: &mut Vec<Candidate>, alignment: Alignment) {
    let mut candidates = found.iter_mut();
    match candidates.find(|candidate| candidate.alignment.places == alignment.places) {
        None => found.extend(Candidate::from_alignment(alignment)),
        Some(candidate) => {
            if candidate.alignment.score < alignment.score {
                candidate.alignment = alignment;
            }
        }
    }
}

/// The windows of lines (0-based) with the most votes, and the window around the expected line.
fn windows(
    script: &Script,
    pattern: &Pattern,
    index: &Index,
    expected: Option<usize>,
) -> Vec<Range<usize>> {
    let votes = votes(script, pattern, index, BUCKET, |_| true);
    let mut ranked: Vec<(f32, i64)> = Vec::with_capacity(votes.len());
    for &bucket in votes.keys() {
        let mut near = 0.0;
        for bucket in bucket - 1..=bucket + 1 {
            near += votes.get(&bucket).copied().unwrap_or(0.0);
        }
        ranked.push((near, bucket));
    }
    ranked.sort_unstable_by(|one, two| two.0.total_cmp(&one.0).then(one.1.cmp(&two.1)));
    let mut chosen: Vec<i64> = Vec::new();
    for (_, bucket) in ranked {
        if chosen.iter().all(|&other| (other - bucket).abs() > 1) {
            chosen.push(bucket);
        }
        if chosen.len() == MAX_WINDOWS {
            break;
        }
    }
    let rows = script.rows.len();
    chosen
        .into_iter()
        .map(|bucket| (bucket * BUCKET).max(0) as usize)
        .chain(expected)
        .map(|start| {
            let start = start.min(index.len());
            start.saturating_sub(SLACK)..(start + rows + SLACK).min(index.len())
        })
        .collect()
}

/// The 0-based line at which the old side would start in the place that has most of its lines. Prefers the line
/// nearest to the stated line.
pub fn nearest(script: &Script, pattern: &Pattern, index: &Index) -> Option<usize> {
    let mut votes = votes(script, pattern, index, 1, |kind| kind != LineKind::Added);
    // Added lines show where a hunk is applied, not where it would be placed.
    if votes.is_empty() {
        votes = self::votes(script, pattern, index, 1, |_| true);
    }
    let stated = pattern.stated_before().unwrap_or(0) as i64;
    let (line, _) = votes
        .into_iter()
        .max_by(|(line, weight), (other, other_weight)| {
            let nearer = (other.abs_diff(stated), other).cmp(&(line.abs_diff(stated), line));
            weight.total_cmp(other_weight).then(nearer)
        })?;
    usize::try_from(line).ok()
}

/// The summed weight of the lines of the hunk whose kind `counts`, for each group of `bucket` diagonals.
fn votes(
    script: &Script,
    pattern: &Pattern,
    index: &Index,
    bucket: i64,
    counts: impl Fn(LineKind) -> bool,
) -> HashMap<i64, f32> {
    let mut votes: HashMap<i64, f32> = HashMap::new();
    let (mut old, mut new) = (0, 0);
    for stage in &script.stages {
        let rows = match stage {
            Stage::Context(row) => *row..row + 1,
            Stage::Change { removed, added } => removed.start..added.end,
            Stage::End => continue,
        };
        for row in &script.rows[rows] {
            let kind = pattern.hunk().lines[row.line].kind;
            let postings = index.postings(row.loose);
            let before = if kind == LineKind::Added { new } else { old };
            if counts(kind) && postings.len() <= MAX_OCCURRENCES {
                for &line in postings {
                    let diagonal = i64::from(line) - before;
                    *votes.entry(diagonal.div_euclid(bucket)).or_default() += row.weight;
                }
            }
            match kind {
                LineKind::Context => (old, new) = (old + 1, new + 1),
                LineKind::Removed => old += 1,
                LineKind::Added => new += 1,
            }
        }
    }
    votes
}
