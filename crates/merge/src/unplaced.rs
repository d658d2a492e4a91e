//! The changes of a side whose place in our text is not sure: each is shown as a conflict, also one that would merge.

use super::MergeComparison;
use super::changes::LineAlgorithm;
use super::marker::is_close;
use super::region::{ConflictCause, MergeRegion, RegionOutcome};
use super::versions::{VersionLines, Versions};

/// What the other side of `versions` changed and ours has not, in order; changes with too little between them to read
/// them apart are one.
pub fn unplaced_changes(versions: &Versions) -> Vec<MergeRegion> {
    let lines = VersionLines::of(versions);
    let found = MergeComparison::by(&lines, &lines.whole(), LineAlgorithm::Myers);
    let is_open = |region: &MergeRegion| {
        region.outcome == RegionOutcome::Theirs || region.conflict().is_some()
    };
    let mut open: Vec<MergeRegion> = Vec::new();
    for region in found.regions.into_iter().filter(is_open) {
        let between = |last: &MergeRegion| {
            let lines = lines.ours.each(last.ours.end..region.ours.start);
            lines.collect::<Vec<_>>()
        };
        match open.last_mut() {
            Some(last) if is_close(&between(last)) => {
                last.base.end = region.base.end;
                last.ours.end = region.ours.end;
                last.theirs.end = region.theirs.end;
            }
            _ => open.push(MergeRegion {
                outcome: RegionOutcome::Conflict(ConflictCause::Changed),
                ..region
            }),
        }
    }
    open
}
