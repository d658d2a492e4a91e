//! Finds lines and numbers that both sides inserted.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::changes::SideEdits;
use crate::conflict::Conflict;
use crate::names;
use crate::region::MergeRegion;
use incise_text::text;

/// The maximum distance in lines between two numbers of an enumeration.
const MAX_BETWEEN_NUMBERS: usize = 4;

/// True if both sides inserted the same line, which the base does not contain, in different `regions`.
pub fn inserts_line_twice(conflict: &Conflict<'_, '_>, regions: &[MergeRegion]) -> bool {
    let lines = conflict.lines();
    let mut ours: HashMap<u32, usize, FixedState> = HashMap::default();
    for (number, region) in regions.iter().enumerate() {
        if lines.ours_differ(region) {
            for line in region.ours.clone() {
                if text::is_telling(lines.ours.line(line)) {
                    ours.insert(lines.ours.numbers[line], number);
                }
            }
        }
    }
    for (number, region) in regions.iter().enumerate() {
        if !lines.theirs_differ(region) {
            continue;
        }
        for line in &lines.theirs.numbers[region.theirs.clone()] {
            if let Some(own) = ours.get(line)
                && *own != number
                && !lines.base.numbers.contains(line)
            {
                return true;
            }
        }
    }
    false
}

/// True if both sides of `conflict` continue an enumeration with the same number.
pub fn has_same_number(conflict: &Conflict<'_, '_>) -> bool {
    let theirs = next_numbers(&conflict.theirs);
    for (number, line) in next_numbers(&conflict.ours) {
        if theirs.get(&number).is_some_and(|other| *other != line) {
            return true;
        }
    }
    false
}

/// The new numbers in `changes` that follow the number above them, with their lines.
fn next_numbers<'t>(changes: &SideEdits<'_, 't>) -> HashMap<u64, &'t [u8], FixedState> {
    let side = changes.side;
    let mut found = HashMap::default();
    for edit in changes.edits {
        let old: Vec<u64> = changes
            .removed(edit)
            .filter_map(names::last_number)
            .collect();
        for line in edit.other.clone() {
            let above = side.each(line.saturating_sub(MAX_BETWEEN_NUMBERS)..line);
            if let Some(number) = names::last_number(side.line(line))
                && let Some(last) = above.rev().find_map(names::last_number)
                && last.checked_add(1) == Some(number)
                && !old.contains(&number)
            {
                found.insert(number, side.line(line));
            }
        }
    }
    found
}
