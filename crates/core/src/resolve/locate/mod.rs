//! Searches for a text, tier by tier. The first tier with a match decides, and `pick` chooses among its matches.

mod block;
mod endings;
mod exact;
mod expression;
mod fuzzy;
mod layout;
mod literal;
mod names;
mod neighbourhood;
mod pick;
mod search;
mod shift;
mod swap;
mod token_edge;
mod token_indent;
mod view;

use super::Tier;
use super::nearest;
use crate::refusal::{Reason, SearchExtent, WhyNot};
use crate::request::{Find, Match, PatternOptions, Pick};
use crate::snapshot::SiteId;
use crate::text::Span;

use block::SearchStopped;
pub(super) use block::{MatchedLines, line_above, line_below, may_match};
pub(super) use expression::{Expression, Template};
pub(super) use fuzzy::{Alike, MAX_LEN as MAX_ALIKE_LEN, search as alike};
pub(super) use layout::{Relaid, TokenRun, Tokens, begins_line, ends_line, search as relaid};
pub(super) use names::Renaming;
pub(super) use pick::candidates;
use pick::choose;
pub(super) use search::Search;
pub(super) use shift::{Indentation, Shift};
pub(super) use token_edge::is_whole;
pub(super) use token_indent::{Indents, begins_statement};
pub(super) use view::is_blank;

pub(super) use crate::text::indent_of;
pub(super) use view::{Line, contents, lines_in, lines_of, trim, trim_end, whole_lines};

/// The chosen matches, all of one tier, in file order.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Located {
    /// Matches of the exact bytes.
    Exact(Vec<Span>),
    /// Whole lines that match at this tier, between `exact` and `fuzzy`.
    Blocks(Tier, Vec<MatchedLines>),
    /// The same tokens in another layout.
    Relaid(Box<Relaid>),
    /// Similar lines.
    Alike(Box<Alike>),
}

impl Located {
    pub(super) fn spans(self) -> Vec<Span> {
        match self {
            Self::Exact(spans) => spans,
            Self::Blocks(_, blocks) => blocks.into_iter().map(|block| block.span).collect(),
            Self::Relaid(relaid) => relaid.places.into_iter().map(|place| place.span).collect(),
            Self::Alike(alike) => vec![alike.span],
        }
    }
}

/// The matches that `pick` chooses. `None` if there is no match. Searches for other layouts too if `search` has a
/// layout.
///
/// # Errors
/// - `Ambiguous` or `CountMismatch`, with the first matches
/// - `SiteGone`
/// - `BadPattern` or `BadRequest` for a regular expression
/// - `NotFound` if a tier stopped at its bound, so that the later tiers must not decide
/// - `NotFound` if the only match is in another indentation or layout, and other lines may be the intended text
pub(super) fn locate(search: &Search<'_>, pick: Pick) -> Result<Option<Located>, Reason> {
    let (find, text) = (search.find, search.now.bytes());
    if find.options != PatternOptions::default() {
        let spans = expression::places(find, text, search.window)?;
        let spans = without_overlap(spans, pick, |span| *span);
        let chosen = choose(spans, pick, search, |span| *span)?;
        return Ok(chosen.map(Located::Exact));
    }
    let longest_line = block::find_longest_line(&find.old, text, search.window);
    if let Some(at) = longest_line
        && let Some(located) = locate_exact(search, pick, at)?
    {
        return Ok(Some(located));
    }
    if find.matching == Match::Exact {
        return Ok(None);
    }
    if let Some(located) = locate_blocks(search, pick, longest_line.is_some())? {
        return Ok(Some(located));
    }
    if let Some(located) = locate_relaid(search, pick)? {
        return Ok(Some(located));
    }
    locate_alike(search, pick)
}

/// The part of `window` that can contain an exact match. The first longest line of `find` is at `at`.
fn window_around(at: usize, find: &Find, window: Span) -> Span {
    // The text may have CRLF line endings where the request has LF.
    let max_len = 2 * find.old.len();
    let start = at.saturating_sub(max_len).max(window.start());
    Span::of_len(start, window.end() - start)
}

/// Searches for the exact text. Its first longest line is at `longest_line`.
fn locate_exact(
    search: &Search<'_>,
    pick: Pick,
    longest_line: usize,
) -> Result<Option<Located>, Reason> {
    let (find, text) = (search.find, search.now.bytes());
    let window = window_around(longest_line, find, search.window);
    let spans = match endings::places(&find.old, text, window) {
        Some(spans) => without_overlap(spans, pick, |span| *span),
        None => exact::places(&find.old, text, window, pick),
    };
    let chosen = choose(spans, pick, search, |span| *span)?;
    Ok(chosen.map(Located::Exact))
}

/// Searches the tiers of whole lines. `has_longest_line` is true if the window contains the longest line of `find`.
fn locate_blocks(
    search: &Search<'_>,
    pick: Pick,
    has_longest_line: bool,
) -> Result<Option<Located>, Reason> {
    let (find, text, window) = (search.find, search.now.bytes(), search.window);
    for &tier in block::possible_tiers(&find.old, text, window, has_longest_line) {
        let blocks = block::search(tier, &find.old, text, window)
            .map_err(|SearchStopped| search_stopped(find))?;
        let blocks = without_overlap(blocks, pick, |block| block.span);
        let Some(blocks) = choose(blocks, pick, search, |block| block.span)? else {
            continue;
        };
        if let (Pick::Only, [only]) = (pick, &blocks[..])
            && !only.shift.has_same_rule(&Shift::none())
            && let Some(rival) = nearest::indentation_rival(search, only.span)
        {
            return Err(rival);
        }
        return Ok(Some(Located::Blocks(tier, blocks)));
    }
    Ok(None)
}

/// Searches other layouts, if the file has layout rules.
fn locate_relaid(search: &Search<'_>, pick: Pick) -> Result<Option<Located>, Reason> {
    let Some(layout) = search.layout else {
        return Ok(None);
    };
    let (old, text) = (&search.find.old, search.now.bytes());
    let Some(relaid) = layout::search(old, layout, text, search.window) else {
        return Ok(None);
    };
    let places = without_overlap(relaid.places, pick, |place| place.span);
    let Some(places) = choose(places, pick, search, |place| place.span)? else {
        return Ok(None);
    };
    if let (Pick::Only, [only]) = (pick, &places[..])
        && let Some(rival) = nearest::layout_rival(search, only.span)
    {
        return Err(rival);
    }
    Ok(Some(Located::Relaid(Box::new(Relaid { places, ..relaid }))))
}

/// Searches for similar lines, if the request and `pick` allow it.
fn locate_alike(search: &Search<'_>, pick: Pick) -> Result<Option<Located>, Reason> {
    let (Match::Fuzzy(threshold), Pick::Only | Pick::Site(_)) = (search.find.matching, pick) else {
        return Ok(None);
    };
    let found = fuzzy::search(search, threshold);
    let Ok(alike) = found else {
        return Ok(None);
    };
    match pick {
        Pick::Site(site) if SiteId::new(&search.now.fingerprint(), alike.span) != site => {
            Err(Reason::SiteGone { site, found: 1 })
        }
        _ => Ok(Some(Located::Alike(Box::new(alike)))),
    }
}

/// The refusal for a search that stopped at its bound: the text may still occur.
fn search_stopped(find: &Find) -> Reason {
    Reason::NotFound {
        wanted: find.old.clone(),
        why: Some(Box::new(WhyNot {
            extent: SearchExtent::WithoutEveryShift,
            ..WhyNot::default()
        })),
    }
}

/// The whole lines in the bytes `window` of `text` that equal `lines` at `tier`. Empty if the search stops at its
/// bound.
pub(super) fn blocks(tier: Tier, lines: &[u8], text: &[u8], window: Span) -> Vec<MatchedLines> {
    block::search(tier, lines, text, window).unwrap_or_default()
}

/// Drops each place that overlaps the previous one, if `pick` replaces all places.
fn without_overlap<T>(mut places: Vec<T>, pick: Pick, span_of: fn(&T) -> Span) -> Vec<T> {
    if matches!(pick, Pick::All | Pick::Exactly(_)) {
        let mut end = 0;
        places.retain(|place| {
            let span = span_of(place);
            if span.start() < end {
                return false;
            }
            end = span.end();
            true
        });
    }
    places
}
