//! Conflicts in which both sides did one thing in two forms, so that their changes beside each other would do it twice.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::merge::meeting::MeetingEdits;
use crate::merge::region::MergeRegion;
use crate::merge::versions::VersionLines;
use crate::text::{self, LineEnding};

/// Whether both sides put in a line that the base has nowhere, each in another one of `meetings`.
pub fn has_line_twice(meetings: &[MeetingEdits], lines: &VersionLines) -> bool {
    let mut own: HashMap<u32, usize, FixedState> = HashMap::default();
    for (number, meeting) in meetings.iter().enumerate().filter(|(_, one)| one.is_ours) {
        let new = meeting.ours.clone();
        let new = new.filter(|line| text::is_telling(lines.ours.line(*line)));
        own.extend(new.map(|line| (lines.ours.numbers[line], number)));
    }
    let is_repeated = |(number, meeting): (usize, &MeetingEdits)| {
        let mut put_in = lines.theirs.numbers[meeting.theirs.clone()].iter();
        let is_ours = |line: &u32| own.get(line).is_some_and(|other| *other != number);
        meeting.is_theirs && put_in.any(|line| is_ours(line) && !lines.base.numbers.contains(line))
    };
    meetings.iter().enumerate().any(is_repeated)
}

/// Whether the lines of `conflict` end otherwise on each side: together they would end in two ways.
pub fn has_other_endings(conflict: &MergeRegion, lines: &VersionLines) -> bool {
    let ours = ending(lines.ours.each(conflict.ours.clone()));
    let theirs = ending(lines.theirs.each(conflict.theirs.clone()));
    ours.zip(theirs)
        .is_some_and(|(ours, theirs)| ours != theirs)
}

/// How all of `lines` end.
fn ending<'l>(mut lines: impl Iterator<Item = &'l [u8]>) -> Option<LineEnding> {
    let first = LineEnding::of_line(lines.next()?)?;
    let is_same = |line: &[u8]| LineEnding::of_line(line).is_none_or(|ending| ending == first);
    lines.all(is_same).then_some(first)
}
