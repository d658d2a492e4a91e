//! The changes of both sides, according to one line comparison.

use std::collections::HashSet;
use std::ops::Range;

use crate::MergeReach;
use crate::changes::{self, LineAlgorithm, LineEdit};
use crate::movable;
use crate::pieces::edits_within;
use crate::region::{self, ConflictCause, MergeRegion, RegionOutcome};
use crate::versions::{ComparedLines, NumberedLines, VersionLines};

/// The changes of both sides in a part of a text.
pub struct Comparison {
    pub ours: Vec<LineEdit>,
    pub theirs: Vec<LineEdit>,
    pub regions: Vec<MergeRegion>,
}

impl Comparison {
    /// Compares `part` of `lines` as `reach` requires. If lines repeat, several comparisons are possible.
    pub fn new(lines: &VersionLines<'_>, part: &ComparedLines, reach: MergeReach) -> Self {
        match reach {
            MergeReach::Apart | MergeReach::Touching => Self::apart(lines, part, reach),
            MergeReach::Agreed => Self::clean_if_both(lines, part),
            MergeReach::Rules(_) => Self::clean_if_either(lines, part),
        }
    }

    /// A comparison that is clean only if both algorithms give a clean one.
    fn clean_if_both(lines: &VersionLines<'_>, part: &ComparedLines) -> Self {
        let histogram = Self::by(lines, part, LineAlgorithm::Histogram);
        if !histogram.is_clean() {
            return histogram;
        }
        let myers = Self::by(lines, part, LineAlgorithm::Myers);
        if myers.is_clean() { histogram } else { myers }
    }

    /// A comparison that is clean if one of the algorithms gives a clean one. If neither does, the conflicts are those
    /// that `git merge` shows.
    fn clean_if_either(lines: &VersionLines<'_>, part: &ComparedLines) -> Self {
        let myers = Self::by(lines, part, LineAlgorithm::Myers);
        if myers.is_clean() {
            return myers;
        }
        Self::by(lines, part, LineAlgorithm::Histogram)
    }

    /// The comparison by `algorithm`.
    pub fn by(lines: &VersionLines<'_>, part: &ComparedLines, algorithm: LineAlgorithm) -> Self {
        let ours = edits(&lines.base, &part.base, &lines.ours, &part.ours, algorithm);
        let theirs = edits(
            &lines.base,
            &part.base,
            &lines.theirs,
            &part.theirs,
            algorithm,
        );
        Self {
            regions: region::regions(lines, part, &ours, &theirs),
            ours,
            theirs,
        }
    }

    /// The comparison in which each change covers all positions where it could have been made; for `Touching`, only if it
    /// may then share lines with a change of the other side. Equal changes conflict if the sides may have made them at
    /// different positions.
    fn apart(lines: &VersionLines<'_>, part: &ComparedLines, reach: MergeReach) -> Self {
        let found = Self::by(lines, part, LineAlgorithm::Histogram);
        let widen = |edits, others, side| match reach {
            MergeReach::Touching => movable::widen_to(edits, others, &lines.base, &part.base, side),
            _ => movable::widen(edits, &lines.base, &part.base, side),
        };
        let ours = widen(&found.ours, &found.theirs, &lines.ours);
        let theirs = widen(&found.theirs, &found.ours, &lines.theirs);
        let mut regions = region::regions(lines, part, &ours, &theirs);
        let inserted = found.inserted_by_one(&regions, lines);
        for region in &mut regions {
            if region.outcome != RegionOutcome::Same {
                continue;
            }
            if movable::is_movable(&found.ours, region, lines) {
                region.outcome = RegionOutcome::Conflict(ConflictCause::Changed);
            } else if movable::removes_any(&inserted, &found.ours, region, lines) {
                region.outcome = RegionOutcome::Conflict(ConflictCause::Moved);
            }
        }
        Self { regions, ..found }
    }

    /// The numbers of the lines that only one side inserted.
    fn inserted_by_one(&self, regions: &[MergeRegion], lines: &VersionLines<'_>) -> HashSet<u32> {
        let mut inserted = HashSet::new();
        for region in regions {
            if region.outcome == RegionOutcome::Same {
                continue;
            }
            for edit in edits_within(&self.ours, &region.base) {
                inserted.extend(&lines.ours.numbers[edit.other.clone()]);
            }
            for edit in edits_within(&self.theirs, &region.base) {
                inserted.extend(&lines.theirs.numbers[edit.other.clone()]);
            }
        }
        inserted
    }

    /// Turns each region that a rule resolved into a conflict.
    pub fn unsettle(&mut self) {
        for region in &mut self.regions {
            if region.rule().is_some() {
                region.outcome = RegionOutcome::Conflict(ConflictCause::Moved);
            }
        }
    }

    /// True if there is no conflict.
    pub fn is_clean(&self) -> bool {
        self.regions
            .iter()
            .all(|region| region.conflict().is_none())
    }
}

/// The edits that turn `base_range` of `base` into `side_range` of `side`.
fn edits(
    base: &NumberedLines<'_>,
    base_range: &Range<usize>,
    side: &NumberedLines<'_>,
    side_range: &Range<usize>,
    algorithm: LineAlgorithm,
) -> Vec<LineEdit> {
    let old = &base.numbers[base_range.clone()];
    let new = &side.numbers[side_range.clone()];
    let mut edits = changes::between(old, new, algorithm);
    for edit in &mut edits {
        *edit = edit.moved(base_range.start, side_range.start);
    }
    edits
}
