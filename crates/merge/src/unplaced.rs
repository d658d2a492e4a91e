//! The changes of the other side whose location in our text is uncertain. Each becomes a conflict.

use crate::changes::LineAlgorithm;
use crate::comparison::Comparison;
use crate::marker::is_close;
use crate::region::{ConflictCause, MergeRegion, RegionOutcome};
use crate::versions::{VersionLines, Versions};

/// Returns the changes of the other side of `versions` that our side does not contain, in order. Changes that are
/// close together are joined.
pub fn unplaced_changes(versions: &Versions) -> Vec<MergeRegion> {
    let lines = VersionLines::new(versions);
    let found = Comparison::by(&lines, &lines.whole(), LineAlgorithm::Myers);
    let mut open: Vec<MergeRegion> = Vec::new();
    for mut region in found.regions {
        if region.outcome != RegionOutcome::Theirs && region.conflict().is_none() {
            continue;
        }
        if let Some(last) = open.last_mut() {
            let between = lines.ours.each(last.ours.end..region.ours.start);
            if is_close(&between.collect::<Vec<_>>()) {
                last.base.end = region.base.end;
                last.ours.end = region.ours.end;
                last.theirs.end = region.theirs.end;
                continue;
            }
        }
        region.outcome = RegionOutcome::Conflict(ConflictCause::Changed);
        open.push(region);
    }
    open
}
