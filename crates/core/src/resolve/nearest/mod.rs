//! Explains why a text was not found.
//!
//! The new text may already be there, the old text may be outside the scope or damaged (`doctor`), or something similar
//! may be there (`region`). Every search takes linear time.

mod already_applied;
mod doctor;
mod excerpts;
mod region;
mod words;

use std::collections::HashSet;

use super::Tier;
use super::cursor::{LineCursor, MAX_LISTED, listed_lines};
use super::locate::{self, Located, Search, lines_of, trim};
use crate::encoding::TextEncoding;
use crate::refusal::{Candidate, FuzzyRejection, Reason, SearchExtent, WhyNot};
use crate::request::{Find, Match, PatternOptions, Pick, Replace};
use crate::snapshot::Snapshot;
use crate::text::{LineRange, Span, foreign_encoding, is_telling};

pub(super) use already_applied::{PossibleEdit, Rivals};
pub(super) use doctor::repaired;
pub(super) use region::{Parts, SimilarPlace, likely_starts, most_similar};

/// The least similarity of a place that counts as a changed form of a text.
const LEAST_FOR_RIVAL: f64 = 0.8;

/// The length of a short text, in bytes. Lines that share half of the words of such a text explain nothing.
const SHORT_LEN: usize = 8;

/// The least similarity of lines that explain why a short text was not found.
const LEAST_FOR_SHORT: f64 = 0.6;

/// The most bytes of a file that are read to find its encoding.
const ENCODING_SAMPLE_LEN: usize = 8 * 1024;

/// The refusal for `search`, which has no match.
pub(super) fn not_found(search: &Search<'_>) -> Reason {
    let diagnosis = doctor::diagnose(search, Pick::Only);
    let why = WhyNot {
        repair: diagnosis.map(|diagnosis| (diagnosis.repair, diagnosis.place(search.now))),
        ..evidence(search, Pick::Only)
    };
    refusal(search.find, why)
}

/// The evidence to include in a refusal of a text that has no match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Explain {
    /// All evidence.
    Evidence,
    /// None. The refusal still says if the edit is already applied.
    Nothing,
}

/// The refusal for `action`, whose old text has no match in `search`.
pub(super) fn not_replaced(action: &Replace, search: &Search<'_>, explain: Explain) -> Reason {
    let (find, now) = (search.find, search.now);
    let diagnosis = doctor::diagnose(search, action.pick);
    if diagnosis.is_none()
        && let Some(site) = already_applied::find_site(action, now, search.window)
    {
        return Reason::already_applied(listed_lines(&[site], now));
    }
    if explain == Explain::Nothing {
        return Reason::NotFound {
            wanted: find.old.clone(),
            why: None,
        };
    }
    let mut why = evidence(search, action.pick);
    if let Some(diagnosis) = diagnosis {
        why.repair_is_certain = diagnosis.is_certain(action, now);
        why.repair = Some((diagnosis.repair, diagnosis.place(now)));
    }
    refusal(find, why)
}

fn refusal(find: &Find, why: WhyNot) -> Reason {
    Reason::NotFound {
        wanted: find.old.clone(),
        why: Some(Box::new(why)),
    }
}

/// The refusal for a `search` that matches at `place` with another indentation. `None` unless another place has the
/// text nearly unchanged at the requested indentation: the intended text may have changed there.
pub(super) fn indentation_rival(search: &Search<'_>, place: Span) -> Option<Reason> {
    rival_refusal(search, place, |other| {
        first_and_least_indent(&search.find.old) == first_and_least_indent(other)
    })
}

/// The refusal for a `search` that matches at `place` with another layout. `None` unless another place has the text
/// nearly unchanged and most of its lines: the intended text may have changed there.
pub(super) fn layout_rival(search: &Search<'_>, place: Span) -> Option<Reason> {
    let old = &search.find.old;
    let half = equal_lines(old, old) / 2;
    let equal_at_place = equal_lines(old, &search.now.bytes()[place.range()]);
    rival_refusal(search, place, |other| {
        equal_lines(old, other) > equal_at_place.max(half)
    })
}

/// The number of telling lines of `old` that also occur in `text`.
fn equal_lines(old: &[u8], text: &[u8]) -> usize {
    let lines: HashSet<&[u8]> = lines_of(text).map(|line| trim(line.content)).collect();
    let mut count = 0;
    for line in lines_of(old) {
        let content = trim(line.content);
        count += usize::from(is_telling(content) && lines.contains(content));
    }
    count
}

/// The refusal for a `search` that matches at `place`. `None` unless the text of a nearly unchanged place elsewhere is
/// a rival.
fn rival_refusal(
    search: &Search<'_>,
    place: Span,
    is_rival: impl Fn(&[u8]) -> bool,
) -> Option<Reason> {
    let (find, now) = (search.find, search.now);
    let text = now.bytes();
    let mut places = region::places(&find.old, now, search.window).into_iter();
    let rival = places.find(|other| {
        other.similarity >= LEAST_FOR_RIVAL
            && (other.span.end() <= place.start() || place.end() <= other.span.start())
            && is_rival(&text[other.span.range()])
    })?;
    let other = rival.span;
    let why = WhyNot {
        nearest: most_similar(
            &find.old,
            now,
            other,
            &likely_starts(&find.old, text, other),
        ),
        rejection: Some((
            now.lines_of(place),
            FuzzyRejection::Rival(now.lines_of(other)),
        )),
        ..WhyNot::default()
    };
    Some(refusal(find, why))
}

/// The indentation of the first line that is not blank, and the least width of the indentation of all such lines, in
/// bytes.
fn first_and_least_indent(text: &[u8]) -> Option<(&[u8], usize)> {
    let mut indents = Vec::new();
    for line in lines_of(text) {
        if !trim(line.content).is_empty() {
            indents.push(locate::indent_of(line.content));
        }
    }
    let least = indents.iter().map(|indent| indent.len()).min()?;
    Some((indents[0], least))
}

/// The extent of the searches, which depends on the length of `find`.
fn search_extent(find: &Find) -> SearchExtent {
    let len = find.old.len();
    if find.options != PatternOptions::default() {
        SearchExtent::Everywhere
    } else if matches!(find.matching, Match::Fuzzy(_)) && len > locate::MAX_ALIKE_LEN {
        SearchExtent::WithoutSimilarity
    } else if len > doctor::MAX_LEN {
        SearchExtent::WithoutRepairs
    } else {
        SearchExtent::Everywhere
    }
}

/// The evidence that explains why `search` has no match.
fn evidence(search: &Search<'_>, pick: Pick) -> WhyNot {
    let (find, now, window) = (search.find, search.now, search.window);
    let mut searched = None;
    let mut outside_scope = Vec::new();
    if window.len() < now.bytes().len() {
        searched = Some(now.lines_of(window));
        outside_scope = first_matches(find, now, now.span(), MAX_LISTED);
    }
    let nearest = most_similar(&find.old, now, window, search.likely_starts());
    WhyNot {
        nearest: nearest
            .filter(|nearest| find.old.len() >= SHORT_LEN || nearest.similarity >= LEAST_FOR_SHORT),
        rejection: most_alike(search, pick),
        searched,
        outside_scope,
        other_tier: other_tier(search),
        inside_word: inside_word(find, now, window),
        file_is_empty: now.bytes().is_empty(),
        encoding: other_encoding(find, now),
        extent: search_extent(find),
        ..WhyNot::default()
    }
}

/// For a fuzzy search, the most similar lines and the reason why they were not accepted.
fn most_alike(search: &Search<'_>, pick: Pick) -> Option<(LineRange, FuzzyRejection)> {
    let find = search.find;
    let (Match::Fuzzy(threshold), Pick::Only | Pick::Site(_)) = (find.matching, pick) else {
        return None;
    };
    if find.options != PatternOptions::default() {
        return None;
    }
    let (place, why) = match locate::alike(search, threshold) {
        // The lines match, but the edit cannot be applied to them.
        Ok(alike) => (alike.span, FuzzyRejection::Changed),
        Err(rejection) => rejection?,
    };
    Some((LineCursor::new(search.now.bytes()).lines_of(place), why))
}

/// The encoding of `now`, if `find` is UTF-8 and the encoding makes a difference.
fn other_encoding(find: &Find, now: &Snapshot) -> Option<&'static str> {
    let is_utf8 = std::str::from_utf8(&find.old).is_ok() && !find.old.contains(&0);
    if now.encoding().is_some() || !is_utf8 {
        return None;
    }
    let head = &now.bytes()[..now.bytes().len().min(ENCODING_SAMPLE_LEN)];
    match TextEncoding::of_unmarked(head) {
        Some(encoding) => Some(encoding.name()),
        None if find.old.is_ascii() => None,
        None => foreign_encoding(now.bytes()),
    }
}

/// The first matches of `find` in the bytes `window`, at most `count`. Empty if the search stops at its bound.
fn first_matches(find: &Find, now: &Snapshot, window: Span, count: usize) -> Vec<Candidate> {
    let located = locate::locate(&Search::new(find, now, window), Pick::All);
    let mut spans = located.ok().flatten().map_or_else(Vec::new, Located::spans);
    spans.truncate(count);
    locate::candidates(now, &spans)
}

/// True if `search` has a match, or if it stops at its bound.
pub(super) fn may_match(search: &Search<'_>) -> bool {
    !matches!(locate::locate(search, Pick::All), Ok(None))
}

/// The first match in the bytes `window` inside a longer word, if `find` matches only whole words.
fn inside_word(find: &Find, now: &Snapshot, window: Span) -> Option<Candidate> {
    if !find.options.whole_words {
        return None;
    }
    let mut anywhere = find.clone();
    anywhere.options.whole_words = false;
    first_matches(&anywhere, now, window, 1).pop()
}

/// The tier that would match if the request allowed it, and the match.
fn other_tier(search: &Search<'_>) -> Option<(&'static str, Candidate)> {
    if search.find.matching != Match::Exact {
        return None;
    }
    let mechanical = Find {
        matching: Match::Mechanical,
        ..search.find.clone()
    };
    let (tier, span) = match locate::locate(&search.with_find(&mechanical), Pick::Only) {
        Ok(Some(Located::Blocks(tier, blocks))) => (tier, blocks.first()?.span),
        Ok(Some(Located::Relaid(relaid))) => (Tier::Layout, relaid.places.first()?.span),
        _ => return None,
    };
    let place = locate::candidates(search.now, &[span]).into_iter().next()?;
    Some((tier.name(), place))
}

/// The lines of the first match of `find` in `now`, even if there are several. `None` if there is no match.
pub fn first_match(find: &Find, now: &Snapshot) -> Option<LineRange> {
    let located = locate::locate(&Search::new(find, now, now.span()), Pick::First);
    let spans = located.ok()??.spans();
    listed_lines(&spans, now).first().copied()
}
