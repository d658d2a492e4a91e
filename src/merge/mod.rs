//! Three texts become one: what two sides made of a base, put together. Pure.
//!
//! Regions that one side alone changed, and those that both changed alike, merge as git merges them, byte for
//! byte. What is left is a conflict, unless a rule with evidence of its own settles it; each names itself.

mod changes;
mod marker;
mod merged;
mod region;
#[cfg(test)]
mod tests;
mod versions;

pub use marker::{ConflictLines, ConflictPart, MarkerLabels, Markers, write_lines};
pub use merged::MergedText;
pub use region::{MergeRegion, MergeRule, RegionOutcome};
pub use versions::Versions;

use crate::request::Favour;
use changes::LineChange;
use similar::Algorithm;
use versions::VersionLines;

/// Puts together what the two sides of `versions` made of their base. Conflicts go as the caller favours.
pub fn merge(versions: &Versions, favour: Option<Favour>) -> MergedText<'_> {
    let lines = VersionLines::of(versions);
    let mut regions = regions(&lines);
    if let Some(favour) = favour {
        for region in &mut regions {
            if region.outcome == RegionOutcome::Conflict {
                region.outcome = merged::favoured(region, favour, &lines);
            }
        }
    }
    MergedText::new(versions, lines, regions)
}

/// The regions of `lines`, by the comparison that finds no conflict, if one does: where lines repeat, the same
/// changes can be read in several ways.
fn regions(lines: &VersionLines) -> Vec<MergeRegion> {
    let by = |algorithm| {
        let between = |side: &[u32]| changes::between(&lines.base.numbers, side, algorithm);
        let ours: Vec<LineChange> = between(&lines.ours.numbers);
        region::regions(lines, &ours, &between(&lines.theirs.numbers))
    };
    let is_clean = |regions: &Vec<MergeRegion>| {
        let mut outcomes = regions.iter().map(|region| &region.outcome);
        !outcomes.any(|outcome| *outcome == RegionOutcome::Conflict)
    };
    let found = by(Algorithm::Histogram);
    if is_clean(&found) {
        return found;
    }
    Some(by(Algorithm::Myers)).filter(is_clean).unwrap_or(found)
}
