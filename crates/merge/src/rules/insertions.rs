//! `insertions`: both sides inserted lines at the same place.

use std::collections::HashSet;

use bytes::Bytes;
use foldhash::fast::FixedState;

use super::attachment::{self, Order};
use super::joined;
use crate::conflict::Conflict;
use crate::doubts::{imports, operators};
use crate::lexicon;
use crate::names;
use crate::pieces::Piece;
use crate::versions::VersionLines;
use incise_text::text;

/// The number of lines above and below that are inspected to find out how entries are named.
const NEIGHBORS: usize = 2;

/// The lines of both sides, in an order that keeps the meaning of all lines.
pub fn settle(conflict: &Conflict<'_, '_>, piece: &Piece) -> Option<Bytes> {
    if !piece.is_ours || !piece.base.is_empty() {
        return None;
    }
    let lines = conflict.lines();
    let ours: Vec<&[u8]> = lines.ours.each(piece.ours.clone()).collect();
    let theirs: Vec<&[u8]> = lines.theirs.each(piece.theirs.clone()).collect();
    if ours
        .iter()
        .chain(&theirs)
        .any(|line| lexicon::is_release(line))
        || insert_same_line(piece, lines)
        || begin_with_same_line(&ours, &theirs, lines)
        || names::collide(&ours, &theirs, &neighbors(piece, lines))
        || lexicon::is_unreachable(&ours, &theirs)
        || operators::lead_differently(&ours, &theirs)
        || conflict.is_among_arguments(piece.base.start)
    {
        return None;
    }
    let above = match piece.base.start {
        0 => None,
        start => Some(lines.base.line(start - 1)),
    };
    let (first, second) = match attachment::order(&ours, &theirs, above)? {
        Order::OursFirst => (ours, theirs),
        Order::TheirsFirst => (theirs, ours),
    };
    let first_body = without_blank_end(&first);
    let second_body = without_blank_end(&second);
    let mut first = &first[..];
    if imports::are_imports(first_body) && imports::are_imports(second_body) {
        // Both form one group, followed by the blank line that both sides added.
        first = first_body;
    }
    Some(joined(first.iter().chain(&second).copied()))
}

/// The lines of the base next to `piece`.
fn neighbors<'t>(piece: &Piece, lines: &VersionLines<'t>) -> Vec<&'t [u8]> {
    let start = piece.base.start;
    let above = lines.base.each(start.saturating_sub(NEIGHBORS)..start);
    let below = lines
        .base
        .each(start..(start + NEIGHBORS).min(lines.base.len()));
    above.chain(below).collect()
}

/// True if both sides inserted the same line, and the base does not contain it.
fn insert_same_line(piece: &Piece, lines: &VersionLines<'_>) -> bool {
    let mut theirs: HashSet<u32, FixedState> = HashSet::default();
    theirs.extend(&lines.theirs.numbers[piece.theirs.clone()]);
    for line in piece.ours.clone() {
        let number = lines.ours.numbers[line];
        if theirs.contains(&number)
            && text::is_telling(lines.ours.line(line))
            && !lines.base.numbers.contains(&number)
        {
            return true;
        }
    }
    false
}

/// True if both sides begin with the same line, and the base does not contain it. A line in the base, such as an
/// annotation, may begin unrelated code.
fn begin_with_same_line(ours: &[&[u8]], theirs: &[&[u8]], lines: &VersionLines<'_>) -> bool {
    let Some(first) = first_telling(ours) else {
        return false;
    };
    if first_telling(theirs) != Some(first) {
        return false;
    }
    let mut base = lines.base.each(0..lines.base.len());
    !base.any(|line| line.trim_ascii() == first)
}

fn first_telling<'l>(lines: &[&'l [u8]]) -> Option<&'l [u8]> {
    let line = lines.iter().find(|line| text::is_telling(line))?;
    Some(line.trim_ascii())
}

/// `lines` without trailing blank lines.
fn without_blank_end<'s, 'l>(lines: &'s [&'l [u8]]) -> &'s [&'l [u8]] {
    let last = lines.iter().rposition(|line| !line.trim_ascii().is_empty());
    &lines[..last.map_or(0, |last| last + 1)]
}
