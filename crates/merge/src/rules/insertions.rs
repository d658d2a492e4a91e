//! Lines that both sides put at one place: both stand there afterwards, in the order that the place shows.

use std::collections::HashSet;

use bytes::Bytes;
use foldhash::fast::FixedState;

use super::attachment::{self, Order};
use super::entry;
use super::releases;
use super::sorted;
use crate::doubts::operators;
use crate::meeting::MeetingEdits;
use crate::region::MergeRule;
use crate::versions::VersionLines;
use incise_text::text;

/// What both sides inserted, together; `None` where nothing tells how.
pub fn ordered(meeting: &MeetingEdits, lines: &VersionLines) -> Option<(Bytes, MergeRule)> {
    let ours: Vec<&[u8]> = lines.ours.each(meeting.ours.clone()).collect();
    let theirs: Vec<&[u8]> = lines.theirs.each(meeting.theirs.clone()).collect();
    if let Some(text) = sorted::inserted(meeting, lines, &ours, &theirs) {
        let beside = [
            meeting.base.start.saturating_sub(2)..meeting.base.start,
            meeting.base.end..(meeting.base.end + 2).min(lines.base.len()),
        ];
        let beside = beside.into_iter().flat_map(|range| lines.base.each(range));
        let beside: Vec<&[u8]> = beside.collect();
        let is_twice =
            entry::has_same_name(&ours, &theirs) || entry::has_same_head(&ours, &theirs, &beside);
        return (!is_twice).then_some((text, MergeRule::Sorted));
    }
    if let Some(text) = under_one_release(&ours, &theirs) {
        return Some((text, MergeRule::Releases));
    }
    let releases = [releases::all(&ours), releases::all(&theirs)];
    match releases {
        [Some(ours), Some(theirs)] => {
            let below = lines.base.each(meeting.base.end..lines.base.len());
            let below: Vec<&[u8]> = below.collect();
            releases::newest_first(ours, theirs, &below).map(|text| (text, MergeRule::Releases))
        }
        _ if releases::has_release(&ours) || releases::has_release(&theirs) => None,
        // Both begin the same thing, or do a part of it alike.
        _ if begin_alike(&ours, &theirs, lines) => None,
        _ if has_same_new_line(meeting, lines) => None,
        _ if entry::has_same_key(&ours, &theirs) => None,
        _ if entry::is_cut_off(&ours, &theirs) => None,
        _ if operators::lead_otherwise(&ours, &theirs) => None,
        _ => {
            let above = meeting.base.start.checked_sub(1);
            let above = above.map(|line| lines.base.line(line));
            let text = match attachment::order(&ours, &theirs, above)? {
                Order::OursFirst => joined(ours.into_iter().chain(theirs)),
                Order::TheirsFirst => joined(theirs.into_iter().chain(ours)),
            };
            Some((text, MergeRule::Insertions))
        }
    }
}

/// `lines`, each with an ending where another follows.
pub fn joined<'l>(lines: impl Iterator<Item = &'l [u8]>) -> Bytes {
    let mut text = Vec::new();
    for line in lines {
        if !text.is_empty() && !text.ends_with(b"\n") {
            text.push(b'\n');
        }
        text.extend_from_slice(line);
    }
    text.into()
}

/// Lines, and the blank ones around them.
pub struct PartedLines<'s, 'l> {
    pub head: &'s [&'l [u8]],
    pub lines: &'s [&'l [u8]],
    pub tail: &'s [&'l [u8]],
}

pub fn parted<'s, 'l>(side: &'s [&'l [u8]]) -> PartedLines<'s, 'l> {
    let blanks = |lines: &mut dyn Iterator<Item = &'s &'l [u8]>| {
        lines.take_while(|line| is_blank(line)).count()
    };
    let head = blanks(&mut side.iter());
    let tail = blanks(&mut side[head..].iter().rev());
    let (head, rest) = side.split_at(head);
    let (lines, tail) = rest.split_at(rest.len() - tail);
    PartedLines { head, lines, tail }
}

/// The items of both under the heading of one new release.
fn under_one_release(ours: &[&[u8]], theirs: &[&[u8]]) -> Option<Bytes> {
    let head = text::common_head(ours, theirs);
    let (head, own) = ours.split_at(head);
    let heading = head.iter().position(|line| text::is_telling(line))?;
    let heading = &head[heading..];
    releases::version(heading)?;
    let [own, other] = [own, &theirs[head.len()..]].map(parted);
    let begins =
        |part: &PartedLines| part.head.is_empty() && part.lines.first().is_some_and(is_item);
    if !begins(&own) || !begins(&other) {
        return None;
    }
    // Lists with blank lines in them differ in how they are laid out, and another heading among the items has some of them.
    let is_part = |line: &&[u8]| is_item(line) || line.starts_with(b" ") && !is_blank(line);
    if !own.lines.iter().chain(other.lines).all(is_part) {
        return None;
    }
    let more = other.lines.iter().filter(|line| !own.lines.contains(line));
    let lines = head.iter().chain(own.lines).chain(more).chain(own.tail);
    Some(joined(lines.copied()))
}

/// Whether `line` begins an item of a list.
fn is_item(line: &&[u8]) -> bool {
    let text = line.trim_ascii_start();
    let mut signs = [b"* ", b"- ", b"+ "].into_iter();
    signs.any(|sign| text.starts_with(sign))
}

fn is_blank(line: &&[u8]) -> bool {
    line.trim_ascii().is_empty()
}

/// Whether both sides put a line there that the base has nowhere.
fn has_same_new_line(meeting: &MeetingEdits, lines: &VersionLines) -> bool {
    let theirs: HashSet<u32, FixedState> = lines.theirs.numbers[meeting.theirs.clone()]
        .iter()
        .copied()
        .collect();
    let is_shared = |line: &usize| {
        theirs.contains(&lines.ours.numbers[*line]) && text::is_telling(lines.ours.line(*line))
    };
    let mut shared = meeting.ours.clone().filter(is_shared).peekable();
    if shared.peek().is_none() {
        return false;
    }
    let known: HashSet<u32, FixedState> = lines.base.numbers.iter().copied().collect();
    shared.any(|line| !known.contains(&lines.ours.numbers[line]))
}

/// Whether the first line of both that says something is the same, and the base has it nowhere: one that it has, as an
/// annotation, begins many things.
fn begin_alike(ours: &[&[u8]], theirs: &[&[u8]], lines: &VersionLines) -> bool {
    let first = |side: &[&[u8]]| {
        let telling = side.iter().find(|line| text::is_telling(line));
        telling.map(|line| line.trim_ascii().to_vec())
    };
    let mut base = lines.base.each(0..lines.base.len());
    let shared = first(ours).filter(|line| first(theirs).as_ref() == Some(line));
    shared.is_some_and(|shared| !base.any(|line| line.trim_ascii() == shared))
}
