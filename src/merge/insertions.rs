//! Lines that both sides put at one place: both stand there afterwards, in the order that the place shows.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::Range;

use bytes::Bytes;
use foldhash::fast::FixedState;

use super::entry::{self, indent};
use super::meeting::MeetingEdits;
use super::region::{MergeRegion, MergeRule};
use super::versions::{NumberedLines, VersionLines};
use crate::text::{self, LineEnding};

/// How many lines before and behind a place are looked at to find out whether it is in a sorted list: one on each side, or
/// as many on one.
const NEIGHBOURS: usize = 2;

/// How many older releases show in which order a list has them.
const OLDER: usize = 8;

/// What both sides inserted, together; `None` where nothing tells how.
pub fn ordered(meeting: &MeetingEdits, lines: &VersionLines) -> Option<(Bytes, MergeRule)> {
    let ours: Vec<&[u8]> = lines.ours.each(meeting.ours.clone()).collect();
    let theirs: Vec<&[u8]> = lines.theirs.each(meeting.theirs.clone()).collect();
    if let Some(text) = sorted(meeting, lines, &ours, &theirs) {
        let is_twice = entry::has_same_name(&ours, &theirs);
        return (!is_twice).then_some((text, MergeRule::Sorted));
    }
    if let Some(text) = under_one_heading(&ours, &theirs) {
        return Some((text, MergeRule::Releases));
    }
    if let Some(text) = paragraph(&ours, &theirs) {
        return Some((text, MergeRule::Paragraph));
    }
    let releases = [releases(&ours), releases(&theirs)];
    match releases {
        [Some(ours), Some(theirs)] => {
            let below: Vec<&[u8]> = lines
                .base
                .each(meeting.base.end..lines.base.len())
                .collect();
            let below = sections(&below);
            let below = &below[..below.len().min(OLDER)];
            by_release(ours, theirs, below).map(|text| (text, MergeRule::Releases))
        }
        _ if has_release(&ours) || has_release(&theirs) => None,
        // Both begin the same thing, or do a part of it alike.
        _ if first_telling(&ours) == first_telling(&theirs) => None,
        _ if has_same_new_line(meeting, lines) => None,
        _ if entry::has_same_key(&ours, &theirs) => None,
        _ if entry::is_cut_off(&ours, &theirs) => None,
        _ => Some((
            joined(ours.into_iter().chain(theirs)),
            MergeRule::Insertions,
        )),
    }
}

fn joined<'l>(lines: impl Iterator<Item = &'l [u8]>) -> Bytes {
    let mut text = Vec::new();
    for line in lines {
        if !text.is_empty() && !text.ends_with(b"\n") {
            text.push(b'\n');
        }
        text.extend_from_slice(line);
    }
    text.into()
}

/// One paragraph of the lines of both, a line that both have once, where each put a paragraph of lines there that
/// all begin with the same word, as imports do, between the same blank lines. One of them may be blank lines alone.
fn paragraph(ours: &[&[u8]], theirs: &[&[u8]]) -> Option<Bytes> {
    let [own, other] = [ours, theirs].map(parted);
    let blanks = own.head.len() + own.tail.len();
    if blanks == 0 || (own.head, own.tail) != (other.head, other.tail) {
        return None;
    }
    let first_word = |line: &[u8]| line.split(u8::is_ascii_whitespace).next().map(<[u8]>::len);
    let begins = own.lines.first().or(other.lines.first())?;
    let word = &begins[..first_word(begins).filter(|len| *len > 0)?];
    let mut all = own.lines.iter().chain(other.lines);
    let is_repeated =
        |lines: &[&[u8]]| (1..lines.len()).any(|line| lines[..line].contains(&lines[line]));
    if is_repeated(own.lines)
        || is_repeated(other.lines)
        || !all.all(|line| line.starts_with(word) && first_word(line) == Some(word.len()))
    {
        return None;
    }
    let more = other.lines.iter().filter(|line| !own.lines.contains(line));
    let lines = own.head.iter().chain(own.lines).chain(more);
    Some(joined(lines.chain(own.tail).copied()))
}

/// Lines, and the blank ones around them.
struct PartedLines<'s, 'l> {
    head: &'s [&'l [u8]],
    lines: &'s [&'l [u8]],
    tail: &'s [&'l [u8]],
}

fn parted<'s, 'l>(side: &'s [&'l [u8]]) -> PartedLines<'s, 'l> {
    let is_blank = |line: &&&[u8]| line.trim_ascii().is_empty();
    let head = side.iter().take_while(is_blank).count();
    let tail = side[head..].iter().rev().take_while(is_blank).count();
    let (head, rest) = side.split_at(head);
    let (lines, tail) = rest.split_at(rest.len() - tail);
    PartedLines { head, lines, tail }
}

/// The items of both under one heading, where each put that heading there with items of its own.
fn under_one_heading(ours: &[&[u8]], theirs: &[&[u8]]) -> Option<Bytes> {
    let head = text::common_head(ours, theirs);
    let (own, other) = (&ours[head..], &theirs[head..]);
    let is_item = |line: &&&[u8]| {
        let text = line.trim_ascii_start();
        [b"* ", b"- ", b"+ "]
            .iter()
            .any(|sign| text.starts_with(*sign))
    };
    if !has_heading(&ours[..head])
        || !own.first().is_some_and(|line| is_item(&line))
        || !other.first().is_some_and(|line| is_item(&line))
    {
        return None;
    }
    let is_blank = |line: &&&[u8]| line.trim_ascii().is_empty();
    let blanks = |items: &[&[u8]]| items.iter().rev().take_while(is_blank).count();
    let (own, end) = own.split_at(own.len() - blanks(own));
    let other = &other[..other.len() - blanks(other)];
    // Lists with blank lines in them differ in how they are laid out, and another heading among the items has some of them.
    let is_part = |line: &&[u8]| is_item(&line) || line.starts_with(b" ") && !is_blank(&line);
    if !own.iter().chain(other).all(is_part) {
        return None;
    }
    let more = other.iter().filter(|line| !own.contains(line));
    let lines = ours[..head].iter().chain(own).chain(more).chain(end);
    Some(joined(lines.copied()))
}

/// Whether the first line of `lines` that says something is a heading: of signs before it, or of a line below it.
fn has_heading(lines: &[&[u8]]) -> bool {
    let Some(at) = lines.iter().position(|line| text::is_telling(line)) else {
        return false;
    };
    let is_underlined = lines.get(at + 1).is_some_and(|line| {
        let line = line.trim_ascii_end();
        !line.is_empty() && line.iter().all(|sign| b"=-~^".contains(sign))
    });
    lines[at].starts_with(b"#") || is_underlined
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

fn first_telling<'l>(lines: &[&'l [u8]]) -> Option<&'l [u8]> {
    let telling = lines.iter().find(|line| text::is_telling(line));
    telling.map(|line| line.trim_ascii())
}

/// The lines of both in the order of the sorted list that they were put into, a line that both have once. `None`
/// where the list is not sorted, or what was put there is no part of it.
fn sorted(
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
pub fn in_sorted_list(conflict: &MergeRegion, lines: &VersionLines) -> Option<Bytes> {
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
    indent: usize,
}

/// The lines beside `place` of the base that could be of one list with `entry`; `None` where there are none.
fn list_around<'l>(
    place: &Range<usize>,
    base: &NumberedLines<'l>,
    entry: &[u8],
) -> Option<ListAround<'l>> {
    let own = indent(entry);
    let is_entry = |line: &&[u8]| text::is_telling(line) && indent(line) == own;
    let above = base.each(place.start.saturating_sub(NEIGHBOURS)..place.start);
    let below = base.each(place.end..(place.end + NEIGHBOURS).min(base.len()));
    let mut above: Vec<&[u8]> = above.rev().take_while(is_entry).collect();
    above.reverse();
    let list = ListAround {
        above,
        below: below.take_while(is_entry).collect(),
        indent: own,
    };
    let is_known = list.above.len().min(1) + list.below.len().min(1) == 2
        || list.above.len() + list.below.len() >= NEIGHBOURS;
    is_known.then_some(list)
}

impl ListAround<'_> {
    /// Whether each of `parts`, put into it, leaves it sorted.
    fn takes<const N: usize>(&self, parts: [&[&[u8]]; N]) -> bool {
        parts.into_iter().all(|part| {
            let whole = [&self.above[..], part, &self.below].concat();
            let is_entry = |line: &&[u8]| {
                text::is_telling(line)
                    && indent(line) == self.indent
                    && LineEnding::of_line(line).is_some()
            };
            part.iter().all(is_entry)
                && whole.is_sorted_by(|one, two| one.trim_ascii() < two.trim_ascii())
        })
    }
}

/// What a release is called, in an order in which a newer one is greater.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    numbers: Vec<u32>,
    /// Whether nothing follows the numbers, as it does in that of a trial.
    is_final: bool,
    /// What follows them.
    trial: Vec<u8>,
}

/// A section of a list of releases.
#[derive(Clone)]
struct Release<'l> {
    version: Version,
    /// The date in its heading: year, month and day.
    date: Option<[u32; 3]>,
    lines: &'l [&'l [u8]],
}

/// The sections of `lines`, if nothing but blank lines stands before the first release: these are part of it.
fn releases<'l>(lines: &'l [&'l [u8]]) -> Option<Vec<Release<'l>>> {
    let mut all = sections(lines);
    let told: usize = all.iter().map(|release| release.lines.len()).sum();
    let start = lines.len() - told;
    let first = all.first_mut()?;
    let is_blank = |line: &&[u8]| line.trim_ascii().is_empty();
    first.lines = &lines[..start + first.lines.len()];
    lines[..start].iter().all(is_blank).then_some(all)
}

/// The sections of `lines` that begin with the heading of a release, or with what links to that.
fn sections<'l>(lines: &'l [&'l [u8]]) -> Vec<Release<'l>> {
    let headings: Vec<(usize, usize, Version)> = (0..lines.len())
        .filter_map(|line| Some((link_before(&lines[..line]), line, version(&lines[line..])?)))
        .collect();
    let ends = headings.iter().skip(1).map(|(start, ..)| *start);
    let ends = ends.chain([lines.len()]);
    let release = |((start, heading, version), end): (&(usize, usize, Version), usize)| Release {
        version: version.clone(),
        date: date(lines[*heading], version),
        lines: &lines[*start..end],
    };
    headings.iter().zip(ends).map(release).collect()
}

/// The line at which the target of links to what stands behind `above` begins; its end, where there is none.
fn link_before(above: &[&[u8]]) -> usize {
    let is_target = |line: &[u8]| line.starts_with(b".. _") || line.starts_with(b"<a ");
    let near = above
        .iter()
        .rev()
        .take_while(|line| line.trim_ascii().is_empty() || is_target(line));
    let near = above.len() - near.count();
    let target = above[near..].iter().position(|line| is_target(line));
    target.map_or(above.len(), |target| near + target)
}

fn has_release(lines: &[&[u8]]) -> bool {
    (0..lines.len()).any(|line| version(&lines[line..]).is_some())
}

/// The releases of both sides, the newest first: by version where those of the whole list, of which `below` is what
/// stands behind them, are in that order, else by date. `None` where neither is so, or both sides have the same
/// release with another text.
fn by_release(ours: Vec<Release>, theirs: Vec<Release>, below: &[Release]) -> Option<Bytes> {
    let sides = [&ours, &theirs].map(|side| [&side[..], below].concat());
    let by_version =
        |list: &Vec<Release>| list.is_sorted_by_key(|release| Reverse(release.version.clone()));
    let by_date = |list: &Vec<Release>| {
        list.iter().all(|release| release.date.is_some())
            && list.is_sorted_by_key(|release| Reverse(release.date))
    };
    let mut all: Vec<Release> = ours.into_iter().chain(theirs).collect();
    if sides.iter().all(by_version) {
        all.sort_by_key(|release| Reverse(release.version.clone()));
    } else if sides.iter().all(by_date) {
        all.sort_by_key(|release| Reverse((release.date, release.version.clone())));
    } else {
        return None;
    }
    all.dedup_by(|one, two| one.lines == two.lines);
    let is_twice = all
        .windows(2)
        .any(|pair| pair[0].version == pair[1].version);
    (!is_twice).then(|| joined(all.iter().flat_map(|release| release.lines.iter().copied())))
}

/// The version that `lines` begin with, as the heading of a release does; the highest of all for what is not
/// released yet.
fn version(lines: &[&[u8]]) -> Option<Version> {
    let line = *lines.first()?;
    let is_item = [b"* ", b"- "].iter().any(|sign| line.starts_with(*sign));
    if is_item || line.first().is_none_or(u8::is_ascii_whitespace) {
        return None;
    }
    let signs = line
        .iter()
        .take_while(|byte| b"#[=* v".contains(byte))
        .count();
    let heading = &line[signs..];
    let is_underlined = || {
        let next = lines.get(1).map(|line| line.trim_ascii_end());
        next.is_some_and(|next| !next.is_empty() && next.iter().all(|sign| b"=-~".contains(sign)))
    };
    let is_unreleased = heading.trim_ascii_end().eq_ignore_ascii_case(b"unreleased");
    if is_unreleased && !(signs > 0 || is_underlined()) {
        return None;
    }
    if is_unreleased {
        return Some(Version {
            numbers: vec![u32::MAX],
            is_final: true,
            trial: Vec::new(),
        });
    }
    let named = [&b"Version "[..], b"version "];
    let heading = named
        .iter()
        .find_map(|word| heading.strip_prefix(*word))
        .unwrap_or(heading);
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b".-+".contains(byte);
    let len = heading.iter().take_while(|byte| is_part(byte)).count();
    let of_numbers = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let end = heading[..len]
        .iter()
        .take_while(|byte| of_numbers(byte))
        .count();
    let numbers = std::str::from_utf8(&heading[..end])
        .ok()?
        .trim_end_matches('.');
    let numbers: Option<Vec<u32>> = numbers
        .split('.')
        .map(|number| number.parse().ok())
        .collect();
    let trial = heading[end..len].to_vec();
    let numbers = numbers.filter(|numbers| numbers.len() > 1 || trial == b"x")?;
    Some(Version {
        numbers,
        is_final: trial.is_empty() || trial == b"x",
        trial,
    })
}

/// The date in `line`, the heading of `version`: what is not released yet will be last.
fn date(line: &[u8], version: &Version) -> Option<[u32; 3]> {
    if version.numbers == [u32::MAX] {
        return Some([u32::MAX; 3]);
    }
    let is_date = |word: &&[u8]| word.len() == 10 && word[4] == b'-' && word[7] == b'-';
    let mut words = line.split(|byte| !byte.is_ascii_digit() && *byte != b'-');
    let date = std::str::from_utf8(words.find(is_date)?).ok()?;
    let numbers: Vec<u32> = date
        .split('-')
        .filter_map(|number| number.parse().ok())
        .collect();
    numbers.try_into().ok()
}
