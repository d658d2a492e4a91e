//! Three texts become one: what two sides made of a base, put together. Pure.
//!
//! Regions that one side alone changed, and those that both changed alike, merge as git merges them, byte for
//! byte. What is left is a conflict, unless a rule with evidence of its own settles it; each names itself.

mod apart;
mod changes;
mod doubts;
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
mod unplaced;
mod versions;

pub use generated::is_generated;
pub use marker::{ConflictLines, ConflictPart, MarkerLabels, Markers, write_lines};
pub use merged::{MergedText, RegionTexts};
pub use region::{ConflictCause, MergeRegion, MergeRule, RegionOutcome};
pub use solve::{MarkedBlock, MarkerFault, solve};
pub use unplaced::unplaced_changes;
pub use versions::Versions;

use changes::LineEdit;
use rules::Conflicts;
use similar::Algorithm;
use versions::VersionLines;

/// How much a merge takes upon itself. Each merges what those before it merge, and the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergeReach {
    /// Changes that certainly do not touch: there is an unchanged line between them, also where lines repeat and a
    /// change could have been made further up or down.
    Apart,
    /// What git merges, where no comparison of lines finds a conflict.
    Agreed,
    /// What git merges: where one comparison finds no conflict, there is none.
    Git,
    /// As git, and rules settle conflicts.
    Rules,
}

/// Puts together what the two sides of `versions` made of their base.
pub fn merge(versions: &Versions, reach: MergeReach) -> MergedText<'_> {
    let lines = VersionLines::of(versions);
    let regions = match reach {
        MergeReach::Apart => MergeComparison::widened(&lines).regions,
        MergeReach::Agreed => MergeComparison::doubted(&lines).regions,
        MergeReach::Git => MergeComparison::of(&lines).regions,
        MergeReach::Rules => MergeComparison::of(&lines).settled(versions, &lines),
    };
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

    /// The comparison that finds a conflict, if one does.
    fn doubted(lines: &VersionLines) -> Self {
        let found = Self::by(lines, Algorithm::Histogram);
        if !found.is_clean() {
            return found;
        }
        let other = Some(Self::by(lines, Algorithm::Myers));
        other.filter(|other| !other.is_clean()).unwrap_or(found)
    }

    /// The comparison in which each change takes all the places that it could stand at.
    fn widened(lines: &VersionLines) -> Self {
        let between = |side: &[u32]| {
            let edits = changes::between(&lines.base.numbers, side, Algorithm::Histogram);
            apart::widened(&edits, &lines.base.numbers, side)
        };
        Self::from(lines, between)
    }

    fn by(lines: &VersionLines, algorithm: Algorithm) -> Self {
        Self::from(lines, |side| {
            changes::between(&lines.base.numbers, side, algorithm)
        })
    }

    fn from(lines: &VersionLines, between: impl Fn(&[u32]) -> Vec<LineEdit>) -> Self {
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
