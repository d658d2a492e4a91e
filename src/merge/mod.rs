//! Three texts become one: what two sides made of a base, put together. Pure.
//!
//! Regions that one side alone changed, and those that both changed alike, merge as git merges them, byte for
//! byte. What is left is a conflict, unless a rule with evidence of its own settles it; each names itself.

mod apart;
mod changes;
mod generated;
mod insertions;
mod marker;
mod meeting;
mod merged;
mod region;
mod rules;
mod solve;
#[cfg(test)]
mod tests;
mod versions;

pub use generated::is_generated;
pub use marker::{ConflictLines, ConflictPart, MarkerLabels, Markers, write_lines};
pub use merged::{MergedText, RegionTexts};
pub use region::{ConflictCause, MergeRegion, MergeRule, RegionOutcome};
pub use solve::{MarkedBlock, MarkerFault, solve};
pub use versions::Versions;

use crate::request::Favour;
use changes::LineEdit;
use rules::Conflicts;
use similar::Algorithm;
use versions::VersionLines;

/// Puts together what the two sides of `versions` made of their base. What is left of the conflicts goes as the caller
/// favours.
pub fn merge(versions: &Versions, favour: Option<Favour>) -> MergedText<'_> {
    let lines = VersionLines::of(versions);
    let regions = MergeComparison::of(&lines).settled(versions, &lines);
    taken(versions, lines, regions, favour)
}

/// What `regions` make, what is left of the conflicts as the caller favours.
fn taken<'t>(
    versions: &'t Versions,
    lines: VersionLines<'t>,
    mut regions: Vec<MergeRegion>,
    favour: Option<Favour>,
) -> MergedText<'t> {
    if let Some(favour) = favour {
        for region in &mut regions {
            if is_conflict(region) {
                region.outcome = merged::favoured(region, favour, &lines);
            }
        }
    }
    MergedText::new(versions, lines, regions)
}

/// As [`merge`], without rules: what git calls a conflict is one.
pub fn merge_as_git(versions: &Versions, favour: Option<Favour>) -> MergedText<'_> {
    let lines = VersionLines::of(versions);
    let regions = MergeComparison::of(&lines).regions;
    taken(versions, lines, regions, favour)
}

/// As [`merge`], of what git merges and nothing else, and only where no comparison of lines finds a conflict.
pub fn merge_by_line(versions: &Versions) -> MergedText<'_> {
    let lines = VersionLines::of(versions);
    let found = MergeComparison::by(&lines, Algorithm::Histogram);
    let doubted = found
        .is_clean()
        .then(|| MergeComparison::by(&lines, Algorithm::Myers))
        .filter(|other| !other.is_clean());
    let regions = doubted.unwrap_or(found).regions;
    MergedText::new(versions, lines, regions)
}

/// As [`merge`], of changes that certainly do not touch: there is an unchanged line between them, also where lines
/// repeat and a change could have been made further up or down.
pub fn merge_apart(versions: &Versions) -> MergedText<'_> {
    let lines = VersionLines::of(versions);
    let between = |side: &[u32]| {
        let edits = changes::between(&lines.base.numbers, side, Algorithm::Histogram);
        apart::widened(&edits, &lines.base.numbers, side)
    };
    let (ours, theirs) = (between(&lines.ours.numbers), between(&lines.theirs.numbers));
    let regions = region::regions(&lines, &ours, &theirs);
    MergedText::new(versions, lines, regions)
}

/// What both sides changed, by one comparison of lines.
struct MergeComparison {
    ours: Vec<LineEdit>,
    theirs: Vec<LineEdit>,
    regions: Vec<MergeRegion>,
}

impl MergeComparison {
    /// The comparison that finds no conflict, if one does: where lines repeat, the same changes can be read in
    /// several ways.
    fn of(lines: &VersionLines) -> Self {
        let found = Self::by(lines, Algorithm::Histogram);
        if found.is_clean() {
            return found;
        }
        let other = Some(Self::by(lines, Algorithm::Myers));
        other.filter(Self::is_clean).unwrap_or(found)
    }

    fn by(lines: &VersionLines, algorithm: Algorithm) -> Self {
        let between = |side: &[u32]| changes::between(&lines.base.numbers, side, algorithm);
        let ours = between(&lines.ours.numbers);
        let theirs = between(&lines.theirs.numbers);
        Self {
            regions: region::regions(lines, &ours, &theirs),
            ours,
            theirs,
        }
    }

    fn is_clean(&self) -> bool {
        !self.regions.iter().any(is_conflict)
    }

    /// The regions, those that rules settle in place of the conflict.
    fn settled(self, versions: &Versions, lines: &VersionLines) -> Vec<MergeRegion> {
        if self.is_clean() {
            return self.regions;
        }
        let conflicts = Conflicts::of(versions, lines, &self.ours, &self.theirs);
        let mut regions = Vec::with_capacity(self.regions.len());
        for region in &self.regions {
            if !is_conflict(region) {
                regions.push(region.clone());
                continue;
            }
            match conflicts.settled(region) {
                Ok(settled) => regions.extend(settled),
                Err(cause) => regions.push(MergeRegion {
                    outcome: cause.map_or(region.outcome.clone(), RegionOutcome::Conflict),
                    ..region.clone()
                }),
            }
        }
        regions
    }
}

fn is_conflict(region: &MergeRegion) -> bool {
    matches!(region.outcome, RegionOutcome::Conflict(_))
}
