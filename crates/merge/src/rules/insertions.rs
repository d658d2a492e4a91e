//! `insertions`: both sides inserted lines at the same place.

use std::collections::HashSet;

use bytes::Bytes;
use foldhash::fast::FixedState;

use super::attachment::{self, Order};
use super::joined;
use crate::conflict::Conflict;
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
    if insert_same_line(piece, lines)
        || names::collide(&ours, &theirs, &neighbors(piece, lines))
        || lexicon::is_unreachable(&ours, &theirs)
        || conflict.is_among_arguments(piece.base.start)
    {
        return None;
    }
    let above = match piece.base.start {
        0 => &b""[..],
        start => lines.base.line(start - 1),
    };
    match attachment::order(&ours, &theirs, above)? {
        Order::OursFirst => Some(joined(&[ours, theirs].concat())),
        Order::TheirsFirst => Some(joined(&[theirs, ours].concat())),
    }
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
