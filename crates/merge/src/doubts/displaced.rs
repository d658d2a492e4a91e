//! Finds lines that both sides removed at one location, and that one side inserted elsewhere, perhaps edited. If each
//! location were resolved separately, the result could contain such a line twice, or next to its edited version.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;

use crate::changes::{BothEdits, LineEdit, SideEdits};
use crate::region::{MergeRegion, MergeRule};
use crate::words::{shared_words, sorted_tokens};
use incise_text::text;

/// The maximum number of line pairs to compare word by word.
const MAX_COMPARED_PAIRS: usize = 100_000;

/// The minimum share of common words if a line elsewhere is an edited version of a removed line.
const MIN_SHARED_IF_DISPLACED: f64 = 0.7;

/// A line of the base that both sides removed, and the lines elsewhere that replace it.
struct DisplacedLine {
    /// The number of the line in the base.
    base: usize,
    /// The line numbers of our side's insertions.
    ours: Vec<usize>,
    /// The line numbers of the other side's insertions.
    theirs: Vec<usize>,
    /// True if a side inserted the line with the same indentation.
    is_exact: bool,
}

/// All displaced lines of a merge.
pub struct DisplacedLines(Vec<DisplacedLine>);

impl DisplacedLines {
    /// Finds the displaced lines in `edits`.
    pub fn find(edits: &BothEdits<'_, '_>) -> Self {
        Self(moved(&removed_by_both(edits), edits))
    }

    /// True if the result `regions` of `conflict` may place a displaced line wrongly. Rules that treat a conflict as
    /// a whole place a line correctly if it only moved within the conflict.
    pub fn are_in(&self, conflict: &MergeRegion, regions: &[MergeRegion]) -> bool {
        let is_whole = regions
            .iter()
            .filter_map(MergeRegion::rule)
            .all(|rule| rule == MergeRule::Sorted);
        for line in &self.0 {
            let is_together = regions
                .iter()
                .any(|region| region.base.contains(&line.base) && line.is_inserted_in(region));
            if line.is_any_in(conflict) && (!is_together || line.is_exact && !is_whole) {
                return true;
            }
        }
        false
    }
}

impl DisplacedLine {
    fn is_any_in(&self, region: &MergeRegion) -> bool {
        region.base.contains(&self.base)
            || self.ours.iter().any(|line| region.ours.contains(line))
            || self.theirs.iter().any(|line| region.theirs.contains(line))
    }

    fn is_inserted_in(&self, region: &MergeRegion) -> bool {
        self.ours.iter().all(|line| region.ours.contains(line))
            && self.theirs.iter().all(|line| region.theirs.contains(line))
    }
}

/// True if the result `regions` may contain twice a line that both sides removed and inserted elsewhere, perhaps
/// edited.
pub fn are_doubled<'r>(
    edits: &BothEdits<'_, '_>,
    regions: impl Iterator<Item = &'r MergeRegion> + Clone,
) -> bool {
    let removed = removed_by_both(edits);
    let mut displaced = moved(&removed, edits);
    displaced.extend(edited(&removed, edits));
    for line in displaced {
        if !line.ours.is_empty()
            && !line.theirs.is_empty()
            && !regions.clone().any(|region| line.is_inserted_in(region))
        {
            return true;
        }
    }
    false
}

/// The lines of the base that both sides removed.
fn removed_by_both(edits: &BothEdits<'_, '_>) -> Vec<usize> {
    let BothEdits { ours, theirs } = edits;
    let by_theirs: HashSet<usize, FixedState> = old_lines(theirs.edits).collect();
    old_lines(ours.edits)
        .filter(|base| by_theirs.contains(base) && text::is_telling(ours.base.line(*base)))
        .collect()
}

/// The `removed` lines that a side inserted elsewhere with at most a different indentation. Excludes lines that occur
/// more than once in the base.
fn moved(removed: &[usize], edits: &BothEdits<'_, '_>) -> Vec<DisplacedLine> {
    let BothEdits { ours, theirs } = edits;
    let base_lines = ours.base;
    let mut by_text: HashMap<&[u8], DisplacedLine, FixedState> = HashMap::default();
    for base in removed {
        let line = DisplacedLine {
            base: *base,
            ours: Vec::new(),
            theirs: Vec::new(),
            is_exact: false,
        };
        by_text.insert(base_lines.line(*base).trim_ascii(), line);
    }
    for line in new_lines(ours.edits) {
        let text = ours.side.line(line);
        if let Some(moved) = by_text.get_mut(text.trim_ascii()) {
            moved.is_exact |= text == base_lines.line(moved.base);
            moved.ours.push(line);
        }
    }
    for line in new_lines(theirs.edits) {
        let text = theirs.side.line(line);
        if let Some(moved) = by_text.get_mut(text.trim_ascii()) {
            moved.is_exact |= text == base_lines.line(moved.base);
            moved.theirs.push(line);
        }
    }
    by_text.retain(|_, line| !line.ours.is_empty() || !line.theirs.is_empty());
    for line in 0..base_lines.len() {
        let text = base_lines.line(line).trim_ascii();
        if by_text.get(text).is_some_and(|moved| moved.base != line) {
            by_text.remove(text);
        }
    }
    by_text.into_values().collect()
}

/// The `removed` lines that both sides edited.
fn edited(removed: &[usize], edits: &BothEdits<'_, '_>) -> Vec<DisplacedLine> {
    let pairs = count_pairs(edits.ours.edits) + count_pairs(edits.theirs.edits);
    if removed.is_empty() || pairs > MAX_COMPARED_PAIRS {
        return Vec::new();
    }
    let our_versions = edited_versions(removed, &edits.ours);
    let their_versions = edited_versions(removed, &edits.theirs);
    let mut found = Vec::new();
    let sides = our_versions.into_iter().zip(their_versions);
    for (base, (ours, theirs)) in removed.iter().copied().zip(sides) {
        if !ours.is_empty() && !theirs.is_empty() {
            found.push(DisplacedLine {
                base,
                ours,
                theirs,
                is_exact: false,
            });
        }
    }
    found
}

/// For each of the `removed` lines of the base, the lines of the side that are edited versions of it.
fn edited_versions(removed: &[usize], changes: &SideEdits<'_, '_>) -> Vec<Vec<usize>> {
    let mut versions = vec![Vec::new(); removed.len()];
    let old: Vec<(usize, Vec<&[u8]>)> = old_lines(changes.edits)
        .map(|line| (line, sorted_tokens(changes.base.line(line))))
        .collect();
    for line in new_lines(changes.edits) {
        let new = sorted_tokens(changes.side.line(line));
        let (mut best, mut origin) = (MIN_SHARED_IF_DISPLACED, None);
        for (base_line, old) in &old {
            let shared = shared_words(old, &new);
            if shared > best {
                (best, origin) = (shared, Some(*base_line));
            } else if shared == best {
                // If two lines match equally well, the origin is unknown.
                origin = None;
            }
        }
        if let Some(base_line) = origin
            && let Ok(number) = removed.binary_search(&base_line)
        {
            versions[number].push(line);
        }
    }
    versions
}

/// The number of pairs of a removed and an inserted line.
fn count_pairs(edits: &[LineEdit]) -> usize {
    old_lines(edits).count() * new_lines(edits).count()
}

fn old_lines(edits: &[LineEdit]) -> impl Iterator<Item = usize> + '_ {
    edits.iter().flat_map(|edit| edit.base.clone())
}

fn new_lines(edits: &[LineEdit]) -> impl Iterator<Item = usize> + '_ {
    edits.iter().flat_map(|edit| edit.other.clone())
}
