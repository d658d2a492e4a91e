//! Finds lines and words that one side moved, or that both sides inserted.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::changes::LineEdit;
use crate::conflict::Conflict;
use crate::names;
use crate::region::MergeRegion;
use crate::versions::NumberedLines;
use incise_text::text;

/// True if `edits` move a word of `base`. A change of the other side after that word would end up in the wrong place.
pub fn has_moved_words(
    edits: &[LineEdit],
    base: &NumberedLines<'_>,
    side: &NumberedLines<'_>,
) -> bool {
    for (number, edit) in edits.iter().enumerate() {
        for word in base.each(edit.base.clone()) {
            if !word.iter().any(u8::is_ascii_alphabetic) {
                continue;
            }
            for (other_number, other) in edits.iter().enumerate() {
                if other_number != number && side.each(other.other.clone()).any(|new| new == word) {
                    return true;
                }
            }
        }
    }
    false
}

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

/// True if one of `regions` gives two names of an enumeration the same number.
pub fn has_same_number(conflict: &Conflict<'_, '_>, regions: &[MergeRegion]) -> bool {
    let lines = conflict.lines();
    for region in regions {
        let Some(above) = region.base.start.checked_sub(1) else {
            continue;
        };
        let ours = lines.ours.each(region.ours.clone()).next();
        let theirs = lines.theirs.each(region.theirs.clone()).next();
        let (Some(ours), Some(theirs)) = (ours, theirs) else {
            continue;
        };
        // A changed line may contain any number, so only the value of an entry counts there.
        let number = if region.base.is_empty() {
            names::last_number
        } else {
            names::entry_number
        };
        let next = number(lines.base.line(above)).and_then(|last| last.checked_add(1));
        if next.is_some() && number(ours) == next && number(theirs) == next {
            return true;
        }
    }
    false
}
