//! Lines that both sides put into a sorted list, or exchanged in it: the list stays sorted.

use std::ops::Range;

use bytes::Bytes;

use super::entry;
use super::insertions::joined;
use crate::meeting::MeetingEdits;
use crate::region::MergeRegion;
use crate::versions::{NumberedLines, VersionLines};
use incise_text::text::{self, LineEnding};

/// How many lines before and behind a place are looked at to find out whether it is in a sorted list: as many on one side
/// show it.
const NEIGHBOURS: usize = 2;

/// The lines of both in the order of the sorted list that they were put into, a line that both have once. `None`
/// where the list is not sorted, or what was put there is no part of it.
pub fn inserted(
    meeting: &MeetingEdits,
    lines: &VersionLines,
    ours: &[&[u8]],
    theirs: &[&[u8]],
) -> Option<Bytes> {
    let list = list_around(&meeting.base, &lines.base, ours.first()?)?;
    let mut all = [ours, theirs].concat();
    all.sort_by_key(|line| line.trim_ascii());
    all.dedup();
    list.takes([ours, theirs, &all])
        .then(|| joined(all.into_iter()))
}

/// The lines of `conflict`, where the base and both sides have lines of one sorted list there: without those that a side
/// removed, with those that it put in. `None` where they are no such list, or both made something else of a line.
pub fn exchanged(conflict: &MergeRegion, lines: &VersionLines) -> Option<Bytes> {
    let base: Vec<&[u8]> = lines.base.each(conflict.base.clone()).collect();
    let ours: Vec<&[u8]> = lines.ours.each(conflict.ours.clone()).collect();
    let theirs: Vec<&[u8]> = lines.theirs.each(conflict.theirs.clone()).collect();
    let list = list_around(&conflict.base, &lines.base, base.first()?)?;
    let lacks = |side: &[&[u8]], line: &&&[u8]| !side.contains(line);
    if base
        .iter()
        .any(|line| !ours.contains(line) && !theirs.contains(line))
    {
        return None;
    }
    let kept = base
        .iter()
        .filter(|line| ours.contains(line) && theirs.contains(line));
    let new_ours: Vec<&[u8]> = ours
        .iter()
        .filter(|line| lacks(&base, line))
        .copied()
        .collect();
    let new_theirs = theirs.iter().filter(|line| lacks(&base, line)).copied();
    let new_theirs: Vec<&[u8]> = new_theirs.collect();
    if entry::has_same_name(&new_ours, &new_theirs) {
        return None;
    }
    let mut all: Vec<&[u8]> = kept.chain(&new_ours).chain(&new_theirs).copied().collect();
    all.sort_by_key(|line| line.trim_ascii());
    all.dedup();
    list.takes([&base, &ours, &theirs, &all])
        .then(|| joined(all.into_iter()))
}

/// The lines of a list beside a place.
struct ListAround<'l> {
    above: Vec<&'l [u8]>,
    below: Vec<&'l [u8]>,
    indent: &'l [u8],
}

/// The lines beside `place` of the base that could be of one list with `entry`; `None` where there are none.
fn list_around<'l>(
    place: &Range<usize>,
    base: &NumberedLines<'l>,
    entry: &'l [u8],
) -> Option<ListAround<'l>> {
    let own = text::indent_of(entry);
    let is_entry = |line: &&[u8]| text::is_telling(line) && text::indent_of(line) == own;
    let above = base.each(place.start.saturating_sub(NEIGHBOURS)..place.start);
    let below = base.each(place.end..(place.end + NEIGHBOURS).min(base.len()));
    let mut above: Vec<&[u8]> = above.rev().take_while(is_entry).collect();
    above.reverse();
    let list = ListAround {
        above,
        below: below.take_while(is_entry).collect(),
        indent: own,
    };
    let is_known = [&list.above, &list.below]
        .iter()
        .any(|beside| beside.len() == NEIGHBOURS);
    is_known.then_some(list)
}

impl ListAround<'_> {
    /// Whether each of `parts`, put into it, leaves it sorted.
    fn takes<const N: usize>(&self, parts: [&[&[u8]]; N]) -> bool {
        parts.into_iter().all(|part| {
            let whole = [&self.above[..], part, &self.below].concat();
            let is_entry = |line: &&[u8]| {
                // The steps of a pipe have an order of their own.
                text::is_telling(line)
                    && !line.trim_ascii_start().starts_with(b"|>")
                    && text::indent_of(line) == self.indent
                    && LineEnding::of_line(line).is_some()
            };
            part.iter().all(is_entry)
                && whole.is_sorted_by(|one, two| one.trim_ascii() < two.trim_ascii())
        })
    }
}
