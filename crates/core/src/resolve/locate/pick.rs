//! Chooses among the matches of a tier.

use bytes::Bytes;

use super::search::Search;
use crate::refusal::{Candidate, ExpectedCount, Reason};
use crate::request::Pick;
use crate::resolve::cursor::LineCursor;
use crate::snapshot::{SiteId, Snapshot};
use crate::text::Span;

/// The most matches that a refusal lists.
const MAX_LISTED: usize = 20;

/// The most bytes of a line that a refusal shows on each side of an offset.
const PREVIEW_SIDE_LEN: usize = 100;

/// The matches among the sorted `places` that `pick` chooses. `None` if `places` is empty.
///
/// # Errors
/// `Ambiguous`, `CountMismatch` or `SiteGone`.
pub(super) fn choose<T>(
    mut places: Vec<T>,
    pick: Pick,
    search: &Search<'_>,
    span_of: fn(&T) -> Span,
) -> Result<Option<Vec<T>>, Reason> {
    let now = search.now;
    let count = places.len();
    if count == 0 {
        return Ok(None);
    }
    let mismatch = |expected| Reason::CountMismatch {
        wanted: search.find.old.clone(),
        expected,
        found: count,
        candidates: first_candidates(&places, now, span_of),
    };
    let number = match pick {
        Pick::All => return Ok(Some(places)),
        Pick::Exactly(wanted) if wanted == count => return Ok(Some(places)),
        Pick::Exactly(wanted) => return Err(mismatch(ExpectedCount::Exactly(wanted))),
        Pick::Only if count > 1 => {
            return Err(Reason::Ambiguous {
                wanted: search.find.old.clone(),
                count,
                candidates: first_candidates(&places, now, span_of),
            });
        }
        Pick::Only | Pick::First => 0,
        Pick::Last => count - 1,
        Pick::Nth(ordinal) | Pick::Occurrence(ordinal) => ordinal_index(ordinal, count)
            .ok_or_else(|| mismatch(ExpectedCount::Ordinal(ordinal)))?,
        Pick::Site(site) => {
            let text = now.fingerprint();
            places
                .iter()
                .position(|place| SiteId::new(&text, span_of(place)) == site)
                .ok_or(Reason::SiteGone { site, found: count })?
        }
    };
    Ok(Some(vec![places.swap_remove(number)]))
}

fn first_candidates<T>(places: &[T], now: &Snapshot, span_of: fn(&T) -> Span) -> Vec<Candidate> {
    let first: Vec<Span> = places.iter().take(MAX_LISTED).map(span_of).collect();
    candidates(now, &first)
}

/// The 0-based index of match `ordinal` of `count`: 1 is the first, -1 the last. `None` if there is no such match.
fn ordinal_index(ordinal: i64, count: usize) -> Option<usize> {
    let distance = usize::try_from(ordinal.unsigned_abs()).ok()?;
    if distance == 0 || distance > count {
        return None;
    }
    Some(if ordinal > 0 {
        distance - 1
    } else {
        count - distance
    })
}

/// The sorted `spans` of `now`, as a refusal lists them.
pub(in crate::resolve) fn candidates(now: &Snapshot, spans: &[Span]) -> Vec<Candidate> {
    let text = now.bytes();
    let mut cursor = LineCursor::new(text);
    let mut candidates = Vec::new();
    for &span in spans {
        candidates.push(Candidate {
            lines: cursor.lines_of(span),
            preview: preview(text, span.start()),
            id: Some(SiteId::new(&now.fingerprint(), span)),
        });
    }
    candidates
}

/// The line of `text` that contains byte `offset`, without the line ending. Cuts a long line on both sides of
/// `offset`.
fn preview(text: &Bytes, offset: usize) -> Bytes {
    let from = offset.saturating_sub(PREVIEW_SIDE_LEN);
    let line_start = memchr::memrchr(b'\n', &text[from..offset]).map_or(from, |at| from + at + 1);
    let to = text.len().min(offset + PREVIEW_SIDE_LEN);
    let line_end = memchr::memchr(b'\n', &text[offset..to]).map_or(to, |at| offset + at);
    let mut starts = (line_start..line_end).filter(|&at| is_char_start(text, at));
    let start = starts.next().unwrap_or(line_start);
    let mut ends = (start..=line_end)
        .rev()
        .filter(|&at| is_char_start(text, at));
    let mut end = ends.next().unwrap_or(line_end);
    if text[start..end].ends_with(b"\r") {
        end -= 1;
    }
    text.slice(start..end)
}

fn is_char_start(text: &[u8], at: usize) -> bool {
    text.get(at).is_none_or(|byte| byte & 0xC0 != 0x80)
}

#[cfg(test)]
mod tests {
    use super::{Search, choose};
    use crate::refusal::Reason;
    use crate::request::{Find, Pick};
    use crate::snapshot::{Fingerprint, SiteId, Snapshot};
    use crate::text::Span;

    /// The starts of the places that `pick` chooses from the three bytes of a text.
    fn chosen(pick: Pick) -> Result<Vec<usize>, Reason> {
        let places = (0..3).map(|at| Span::of_len(at, 1)).collect();
        let now = Snapshot::of_text("abc");
        let find = Find::literal("x");
        let search = Search::new(&find, &now, now.span());
        let chosen = choose(places, pick, &search, |span| *span)?;
        Ok(chosen.unwrap().iter().map(|span| span.start()).collect())
    }

    #[test]
    fn every_pick_of_three() {
        let site = |at| SiteId::new(&Fingerprint::hash(b"abc"), Span::of_len(at, 1));
        for (pick, starts) in [
            (Pick::First, vec![0]),
            (Pick::Last, vec![2]),
            (Pick::Nth(2), vec![1]),
            (Pick::Nth(-3), vec![0]),
            (Pick::All, vec![0, 1, 2]),
            (Pick::Exactly(3), vec![0, 1, 2]),
            (Pick::Site(site(1)), vec![1]),
        ] {
            assert_eq!(chosen(pick), Ok(starts));
        }
        let refused = chosen(Pick::Site(site(7)));
        assert!(matches!(refused, Err(Reason::SiteGone { found: 3, .. })));
        let refused = chosen(Pick::Only);
        assert!(matches!(refused, Err(Reason::Ambiguous { count: 3, .. })));
        for pick in [Pick::Nth(0), Pick::Nth(4), Pick::Nth(-4), Pick::Exactly(2)] {
            assert!(matches!(
                chosen(pick),
                Err(Reason::CountMismatch { found: 3, .. })
            ));
        }
    }

    #[test]
    fn without_places_nothing_is_refused() {
        let (find, now) = (Find::literal("x"), Snapshot::of_text("abc"));
        let search = Search::new(&find, &now, now.span());
        let none: Vec<Span> = Vec::new();
        assert_eq!(choose(none, Pick::All, &search, |span| *span), Ok(None));
    }
}
