//! Whether a text that is to go in stands at its place already, told by the text alone (`--idempotent`).

use bytes::Bytes;

use super::ending::{Whole, of_new_lines};
use super::locate::locate;
use crate::request::{Find, Pick};
use crate::snapshot::Snapshot;
use crate::text::{LineEnding, Span, is_apart};

/// Which side of a place a text stands at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Adjacency {
    Before,
    After,
}

/// The place where `text` stands as whole lines, the last of them with or without its ending, at `side` of byte
/// `offset` of `now`.
pub(super) fn whole_lines(
    text: &Bytes,
    offset: usize,
    side: Adjacency,
    now: &Snapshot,
) -> Option<Span> {
    let all = now.bytes();
    let lines = Whole::AtLineStart.with(text, of_new_lines(text, all, offset));
    let body = LineEnding::strip(&lines);
    let start = match side {
        Adjacency::After => offset,
        Adjacency::Before => LineEnding::strip(&all[..offset])
            .len()
            .checked_sub(body.len())?,
    };
    let rest = &all[start..];
    let behind = rest.get(body.len()..)?;
    let ending = LineEnding::len_at_start(behind);
    if ending == 0 && !behind.is_empty() {
        return None;
    }
    let is_line_start = Whole::at(all, start) == Whole::AtLineStart;
    let stands = is_line_start && !body.is_empty() && rest.starts_with(body);
    stands.then(|| Span::of_len(start, body.len() + ending))
}

/// The place where the bytes `text` stand at `side` of byte `offset` of `now`. A word that goes on at their far end is
/// another one.
pub(super) fn bytes(text: &Bytes, offset: usize, side: Adjacency, now: &Snapshot) -> Option<Span> {
    let all = now.bytes();
    let start = match side {
        Adjacency::After => offset,
        Adjacency::Before => offset.checked_sub(text.len())?,
    };
    let far = match side {
        Adjacency::After => start + text.len(),
        Adjacency::Before => start,
    };
    let stands =
        !text.is_empty() && all[start..].starts_with(text) && is_apart(all, Span::empty_at(far));
    stands.then(|| Span::of_len(start, text.len()))
}

/// The place of a text beside the only place of `find` in the bytes `window` of `now`; `beside` says where it stands
/// beside one place. Places inside of a text that stands there do not count: it may hold what it stands beside.
pub(super) fn beside(
    find: &Find,
    now: &Snapshot,
    window: Span,
    beside: impl Fn(Span) -> Option<Span>,
) -> Option<Span> {
    let found = locate(find, Pick::All, now, window).ok()??;
    let places = found.spans();
    let standing: Vec<Option<Span>> = places.iter().map(|&place| beside(place)).collect();
    let is_inside = |place: Span| {
        let mut others = standing.iter().flatten();
        others.any(|text| text.start() <= place.start() && place.end() <= text.end())
    };
    let mut outside = places
        .iter()
        .zip(&standing)
        .filter(|(place, _)| !is_inside(**place));
    match (outside.next(), outside.next()) {
        (Some((_, standing)), None) => *standing,
        _ => None,
    }
}
