//! The search for a text, tier by tier: the first tier with a match decides, and there the pick must fit.

mod block;
mod endings;
mod exact;
mod fuzzy;
mod literal;
mod names;
mod neighbourhood;
mod pattern;
mod pick;
mod shift;
mod swap;
mod view;

use bytes::Bytes;

use super::Tier;
use super::cursor::LineCursor;
use super::nearest::{self, Beginnings};
use crate::refusal::{Candidate, Looked, Reason, WhyNot};
use crate::request::{Find, Match, PatternOptions, Pick};
use crate::snapshot::{SiteId, Snapshot};
use crate::text::Span;

use block::SearchStopped;
pub(super) use block::{MatchedLines, may_stand};
pub(super) use fuzzy::{Alike, LONGEST as LONGEST_ALIKE, search as alike};
pub(super) use names::Renaming;
pub(super) use pattern::{Pattern, Template};
pub(super) use pick::{FoundSites, TierOutcome};
pub(super) use shift::{Indentation, Shift};

pub(super) use crate::text::indent_of;
pub(super) use view::{Line, lines_in, lines_of, trim, trim_end, whole_lines};

/// The places asked for, all of one tier, in order.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Located {
    /// The very bytes.
    Exact(Vec<Span>),
    /// Whole lines that a tier above `exact` takes for those looked for.
    Blocks(Tier, Vec<MatchedLines>),
    /// Similar lines.
    Alike(Box<Alike>),
}

impl Located {
    /// The places.
    pub(super) fn spans(self) -> Vec<Span> {
        match self {
            Self::Exact(spans) => spans,
            Self::Blocks(_, blocks) => blocks.into_iter().map(|block| block.span).collect(),
            Self::Alike(alike) => vec![alike.span],
        }
    }
}

/// The places of `find` in the bytes `window` of `now` that `pick` asks for; `None` when there is none.
///
/// # Errors
/// `Ambiguous` or `CountMismatch`, with the first places; `SiteGone`; `NotFound` when a tier stopped at its
/// bound, for no lower one may be asked then.
pub(super) fn locate(
    find: &Find,
    pick: Pick,
    now: &Snapshot,
    window: Span,
) -> Result<Option<Located>, Reason> {
    locate_from(find, pick, now, &Beginnings::new(find, now, window))
}

/// Like [`locate`], in the window of `beginnings`, which a refusal can use after it.
///
/// # Errors
/// The same.
pub(super) fn locate_from(
    find: &Find,
    pick: Pick,
    now: &Snapshot,
    beginnings: &Beginnings<'_>,
) -> Result<Option<Located>, Reason> {
    let text = now.bytes();
    let window = beginnings.window;
    if find.options != PatternOptions::default() {
        let spans = pattern::places(find, text, window)?;
        let outcome = pick::choose(spans, pick, |&span| SiteId::new(&now.fingerprint(), span));
        return Ok(picked_or_refused(outcome, find, now, |span| *span)?.map(Located::Exact));
    }
    let exact = match endings::places(&find.old, text, window) {
        Some(places) => {
            let places = without_overlap(places, pick, |place| *place);
            pick::choose(places, pick, |&span| SiteId::new(&now.fingerprint(), span))
        }
        None => exact::search(&find.old, now, window, pick),
    };
    if let Some(spans) = picked_or_refused(exact, find, now, |span| *span)? {
        return Ok(Some(Located::Exact(spans)));
    }
    if find.matching == Match::Exact {
        return Ok(None);
    }
    for &tier in block::possible(&find.old, text, window) {
        let blocks = block::search(tier, &find.old, text, window)
            .map_err(|SearchStopped| not_looked_for(find, Looked::WithoutEveryShift))?;
        let outcome = pick::choose(
            without_overlap(blocks, pick, |block| block.span),
            pick,
            |block: &MatchedLines| SiteId::new(&now.fingerprint(), block.span),
        );
        if let Some(blocks) = picked_or_refused(outcome, find, now, |block| block.span)? {
            if let (Pick::Only, [only]) = (pick, &blocks[..])
                && !only.shift.agrees(&Shift::none())
                && let Some(stale) = nearest::stale(find, only.span, now, window)
            {
                return Err(stale);
            }
            return Ok(Some(Located::Blocks(tier, blocks)));
        }
    }
    let alike = match (find.matching, pick) {
        (Match::Fuzzy(threshold), Pick::Only | Pick::Site(_)) => {
            fuzzy::search(&find.old, now, window, threshold, beginnings.get()).ok()
        }
        _ => None,
    };
    match (alike, pick) {
        (Some(alike), Pick::Site(id)) if SiteId::new(&now.fingerprint(), alike.span) != id => {
            Err(Reason::SiteGone { site: id, found: 1 })
        }
        (alike, _) => Ok(alike.map(|alike| Located::Alike(Box::new(alike)))),
    }
}

/// The refusal for a `find` whose search stopped before its end: there is no evidence then.
fn not_looked_for(find: &Find, looked: Looked) -> Reason {
    Reason::NotFound {
        wanted: find.old.clone(),
        why: Some(Box::new(WhyNot {
            looked,
            ..WhyNot::default()
        })),
    }
}

/// The whole lines in the bytes `window` of `text` that are `lines` to `tier`; none where the search stops at its
/// bound.
pub(super) fn blocks(tier: Tier, lines: &[u8], text: &[u8], window: Span) -> Vec<MatchedLines> {
    block::search(tier, lines, text, window).unwrap_or_default()
}

/// The places that are replaced together: without overlap from the left when all are.
fn without_overlap<T>(mut places: Vec<T>, pick: Pick, span_of: impl Fn(&T) -> Span) -> Vec<T> {
    if matches!(pick, Pick::All | Pick::Exactly(_)) {
        let mut end = 0;
        places.retain(|place| {
            let span = span_of(place);
            let apart = span.start() >= end;
            if apart {
                end = span.end();
            }
            apart
        });
    }
    places
}

/// The outcome of a tier as the answer of the search, or its refusal.
fn picked_or_refused<T>(
    outcome: TierOutcome<T>,
    find: &Find,
    now: &Snapshot,
    span_of: impl Fn(&T) -> Span,
) -> Result<Option<Vec<T>>, Reason> {
    let spans = |found: &FoundSites<T>| found.first.iter().map(&span_of).collect::<Vec<_>>();
    match outcome {
        TierOutcome::Absent => Ok(None),
        TierOutcome::Picked(places) => Ok(Some(places)),
        TierOutcome::Several(found) => Err(Reason::Ambiguous {
            wanted: find.old.clone(),
            count: found.count,
            candidates: candidates(now, &spans(&found)),
        }),
        TierOutcome::Miscounted(expected, found) => Err(Reason::CountMismatch {
            wanted: find.old.clone(),
            expected,
            found: found.count,
            candidates: candidates(now, &spans(&found)),
        }),
        TierOutcome::Gone(site, found) => Err(Reason::SiteGone { site, found }),
    }
}

/// The places `spans` of `now`, which are in order, as a refusal shows them.
pub(super) fn candidates(now: &Snapshot, spans: &[Span]) -> Vec<Candidate> {
    let text = now.bytes();
    let mut cursor = LineCursor::new(text);
    spans
        .iter()
        .map(|&span| Candidate {
            lines: cursor.lines_of(span),
            preview: preview(text, span.start()),
            id: Some(SiteId::new(&now.fingerprint(), span)),
        })
        .collect()
}

/// Bytes of a line shown in a refusal, at most this many on either side of the place.
const PREVIEW: usize = 100;

/// The line of `text` that holds byte `offset`, without ending; of a very long line the part around it.
fn preview(text: &Bytes, offset: usize) -> Bytes {
    let from = offset.saturating_sub(PREVIEW);
    let start = memchr::memrchr(b'\n', &text[from..offset]).map_or(from, |at| from + at + 1);
    let to = text.len().min(offset + PREVIEW);
    let end = memchr::memchr(b'\n', &text[offset..to]).map_or(to, |at| offset + at);
    let is_char_start = |at: usize| text.get(at).is_none_or(|byte| byte & 0xC0 != 0x80);
    let start = (start..end).find(|&at| is_char_start(at)).unwrap_or(start);
    let end = (start..=end)
        .rev()
        .find(|&at| is_char_start(at))
        .unwrap_or(end);
    let end = end - usize::from(text[start..end].ends_with(b"\r"));
    text.slice(start..end)
}
