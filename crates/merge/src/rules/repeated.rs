//! Conflicts in which both sides did one thing in two forms, so that their changes beside each other would do it twice.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::changes::{self, LineAlgorithm};
use crate::meeting::MeetingEdits;
use crate::region::{self, MergeRegion, RegionOutcome};
use crate::versions::{VersionLines, is_blank};
use incise_text::text::{self, LineEnding};

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

/// Whether both sides repeated words of a line alike that stand for others which each put in by itself, as a `%d` does for an
/// argument: once would be too few, though it is what git takes. `regions` are those of the words `units` of one line.
pub fn is_any_counted(regions: &[MergeRegion], units: &VersionLines) -> bool {
    let is_layout = |word: &[u8]| is_blank(word) || word == b",";
    let is_repetition = |region: &MergeRegion| {
        let mut new = units
            .ours
            .each(region.ours.clone())
            .filter(|word| !is_layout(word))
            .peekable();
        let base = |word: &[u8]| units.base.each(0..units.base.len()).any(|old| old == word);
        new.peek().is_some() && new.all(base)
    };
    let is_alike = |region: &&MergeRegion| region.outcome == RegionOutcome::Same;
    let is_own = |region: &MergeRegion| region.outcome != RegionOutcome::Same;
    let mut alike = regions.iter().filter(is_alike);
    alike.any(|region| region.base.is_empty() && is_repetition(region))
        && regions.iter().any(is_own)
}

/// As [`is_any_counted`], of the line of `conflict`, if it is one.
pub fn has_counted_words(conflict: &MergeRegion, lines: &VersionLines) -> bool {
    if conflict.base.len() != 1 {
        return false;
    }
    let versions = lines.texts(&conflict.base, &conflict.ours, &conflict.theirs);
    let units = VersionLines::in_words(&versions);
    let [ours, theirs] = changes::of_sides(&units, LineAlgorithm::Myers);
    let regions = region::regions(&units, &units.whole(), &ours, &theirs);
    is_any_counted(&regions, &units)
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
