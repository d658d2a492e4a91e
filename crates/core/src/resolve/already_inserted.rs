//! Finds a text that was already inserted (`--idempotent`), using only the content of the file.

use bytes::Bytes;

use super::ending::{LineBoundary, ending_of_inserted};
use super::locate::{Search, locate};
use crate::request::Pick;
use crate::snapshot::Snapshot;
use crate::text::{LineEnding, Span, has_word_boundaries};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Adjacency {
    Before,
    After,
}

/// Finds `text` as complete lines at `side` of byte `offset` in `now`. The last line may lack its ending.
pub(super) fn whole_lines(
    text: &Bytes,
    offset: usize,
    side: Adjacency,
    now: &Snapshot,
) -> Option<Span> {
    let all = now.bytes();
    let lines =
        LineBoundary::AtLineStart.complete_lines(text, ending_of_inserted(text, all, offset));
    let body = LineEnding::strip(&lines);
    let start = match side {
        Adjacency::After => offset,
        Adjacency::Before => LineEnding::strip(&all[..offset])
            .len()
            .checked_sub(body.len())?,
    };
    let rest = &all[start..];
    let after = rest.get(body.len()..)?;
    let ending = LineEnding::len_at_start(after);
    if ending == 0 && !after.is_empty() {
        return None;
    }
    if body.is_empty()
        || !rest.starts_with(body)
        || LineBoundary::at(all, start) == LineBoundary::AfterUnterminated
    {
        return None;
    }
    Some(Span::of_len(start, body.len() + ending))
}

/// Finds the bytes `text` at `side` of byte `offset` in `now`. No word may continue across the far end of the match.
pub(super) fn bytes(text: &Bytes, offset: usize, side: Adjacency, now: &Snapshot) -> Option<Span> {
    let all = now.bytes();
    let (start, far_end) = match side {
        Adjacency::After => (offset, offset + text.len()),
        Adjacency::Before => {
            let start = offset.checked_sub(text.len())?;
            (start, start)
        }
    };
    if text.is_empty()
        || !all[start..].starts_with(text)
        || !has_word_boundaries(all, Span::empty_at(far_end))
    {
        return None;
    }
    Some(Span::of_len(start, text.len()))
}

/// Finds an inserted text next to the only match of `search`. `find_inserted` finds the text next to a match. Matches
/// inside that text are ignored, because it may contain the text of the search.
pub(super) fn next_to_match(
    search: &Search<'_>,
    find_inserted: impl Fn(Span) -> Option<Span>,
) -> Option<Span> {
    let located = locate(search, Pick::All);
    let places = located.ok()??.spans();
    let inserted: Vec<Option<Span>> = places.iter().map(|&place| find_inserted(place)).collect();
    let mut outside = Vec::new();
    for (place, text) in places.iter().zip(&inserted) {
        let mut texts = inserted.iter().flatten();
        if !texts.any(|text| text.contains(*place)) {
            outside.push(*text);
        }
    }
    match outside[..] {
        [only] => only,
        _ => None,
    }
}
