//! Doubts about the result of a rule: evidence that one side would have written something else if it had known about
//! the other side's change.

mod displaced;
mod imports;
mod names;
mod order;

use crate::conflict::Conflict;
use crate::region::{ConflictCause, MergeRegion, MergeRule};

pub use displaced::{DisplacedLines, are_doubled};
pub use names::NameCensus;

/// The cause to report for `conflict` if its result `regions` is in doubt.
pub fn first(conflict: &Conflict<'_, '_>, regions: &[MergeRegion]) -> Option<ConflictCause> {
    // One side wrote the whole result of `alike`, with the change of the other side in it.
    let is_of_one_side = matches!(regions, [region] if region.rule() == Some(MergeRule::Alike));
    if !is_of_one_side && let Some(cause) = about_both_sides(conflict, regions) {
        return Some(cause);
    }
    if conflict.displaced().are_in(conflict.region, regions) {
        return Some(ConflictCause::Moved);
    }
    None
}

/// The cause of a doubt about text that combines both sides.
fn about_both_sides(conflict: &Conflict<'_, '_>, regions: &[MergeRegion]) -> Option<ConflictCause> {
    if order::inserts_line_twice(conflict, regions) || order::has_same_number(conflict) {
        return Some(ConflictCause::Inserted);
    }
    if conflict.names().uses_removed_name(conflict) {
        return Some(ConflictCause::GoneName);
    }
    if conflict.names().defines_name_twice(conflict) {
        return Some(ConflictCause::NewName);
    }
    if imports::contradict(conflict) {
        return Some(ConflictCause::Changed);
    }
    None
}
