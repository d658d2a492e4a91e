//! `insert` and `append`: insert text at a line, next to a match, or at the end.

use std::path::Path;

use bytes::Bytes;

use super::already_inserted::{self, Adjacency};
use super::ending::{LineBoundary, ending_of_inserted, refuse_line_feeds, refuse_lone_returns};
use super::locate::{Located, Search, TokenRun, begins_line, ends_line, locate};
use super::replace::unchanged;
use super::{FileText, Resolution, Resolved, Site, Tier, nearest};
use crate::refusal::Reason;
use crate::request::{Append, Inline, Insert, InsertAt, Pick, Repeat};
use crate::snapshot::Snapshot;
use crate::text::{self, LineNumber, LineRange, Span};

/// The offset of a new text, and the tier of the match that determined it.
pub(super) struct InsertionPoint {
    pub(super) offset: usize,
    pub(super) tier: Tier,
}

impl InsertionPoint {
    fn exact(offset: usize) -> Self {
        Self {
            offset,
            tier: Tier::Exact,
        }
    }
}

/// Inserts `action.text` into `file`. Line numbers refer to its text, and the search is limited to
/// the bytes `window`.
///
/// The site is empty, and its line is the first inserted line. With `Repeat::Accept`, a text that is already in place
/// is not inserted again.
///
/// # Errors
/// `BadRequest` for an empty text and for a region (see [`region::insert`](super::region::insert)), `OutOfRange` for
/// a line beyond the end, and the errors of the search.
pub fn insert(action: &Insert, repeat: Repeat, file: FileText<'_>, window: Span) -> Resolved {
    let now = file.now;
    let action = &action.clone().checked()?;
    if action.inline == Inline::WholeLines
        || !matches!(action.at, InsertAt::BeforeText(_) | InsertAt::AfterText(_))
    {
        refuse_lone_returns(now)?;
    }
    if repeat == Repeat::Accept
        && action.pick == Pick::Only
        && let Some(span) = find_inserted(action, file, window)
    {
        return Ok(unchanged(now, vec![Site::exact(now, span)]));
    }
    let lowest = if action.has_line_zero { 0 } else { 1 };
    let place = match &action.at {
        InsertAt::Beginning => at_line(0, lowest, now)?,
        InsertAt::After(line) => at_line(line.number(), lowest, now)?,
        InsertAt::End => at_line(now.line_count(), lowest, now)?,
        InsertAt::BeforeText(find) | InsertAt::AfterText(find) => {
            let search = Search::new(find, now, window).in_file(path_for_layout(action, file.path));
            next_to_text(&search, action.pick, side_of(&action.at), action.inline)?
        }
        InsertAt::Region(..) => return Err(Reason::region_of_text()),
    };
    match action.inline {
        Inline::Inline => insert_bytes(action.text.clone(), &place, now),
        Inline::WholeLines => insert_lines(&action.text, place.offset, place.tier, now),
    }
}

/// Finds the text of `action` if it is already in place.
fn find_inserted(action: &Insert, file: FileText<'_>, window: Span) -> Option<Span> {
    let now = file.now;
    let (offset, side) = match &action.at {
        InsertAt::Beginning => (first_byte(now), Adjacency::After),
        InsertAt::After(line) => {
            let below = now.start_of(LineNumber::after_lines(line.number()))?;
            (below, Adjacency::After)
        }
        InsertAt::End => (now.bytes().len(), Adjacency::Before),
        InsertAt::BeforeText(find) | InsertAt::AfterText(find) => {
            let search = Search::new(find, now, window).in_file(path_for_layout(action, file.path));
            return find_inserted_next_to(action, &search);
        }
        InsertAt::Region(..) => return None,
    };
    already_inserted::whole_lines(&action.text, offset, side, now)
}

fn find_inserted_next_to(action: &Insert, search: &Search<'_>) -> Option<Span> {
    let (side, now) = (side_of(&action.at), search.now);
    already_inserted::next_to_match(search, |span| {
        let offset = offset_next_to(span, side, action.inline, now);
        match action.inline {
            Inline::WholeLines => already_inserted::whole_lines(&action.text, offset, side, now),
            Inline::Inline => already_inserted::bytes(&action.text, offset, side, now),
        }
    })
}

/// The side of the match on which the new text goes.
fn side_of(at: &InsertAt) -> Adjacency {
    match at {
        InsertAt::AfterText(_) => Adjacency::After,
        _ => Adjacency::Before,
    }
}

/// The position after line `number`, or before the first line for 0. `lowest` is the lowest valid number.
fn at_line(number: usize, lowest: usize, now: &Snapshot) -> Result<InsertionPoint, Reason> {
    let lines = now.line_count();
    if number > lines || number < lowest {
        return Err(Reason::OutOfRange {
            asked: i64::try_from(number).unwrap_or(i64::MAX),
            lines,
            lowest,
        });
    }
    if number > 0
        && let Some(offset) = now.start_of(LineNumber::after_lines(number))
    {
        return Ok(InsertionPoint::exact(offset));
    }
    Ok(InsertionPoint::exact(first_byte(now)))
}

/// The position `at` for complete lines in `window`. If the text of `at` does not occur, the position `otherwise`.
///
/// # Errors
/// The errors of the search.
pub(super) fn at_place(
    at: &InsertAt,
    otherwise: Option<&InsertAt>,
    now: &Snapshot,
    window: Span,
) -> Result<InsertionPoint, Reason> {
    let next_to = |find, pick| {
        let search = Search::new(find, now, window);
        next_to_text(&search, pick, side_of(at), Inline::WholeLines)
    };
    if let Some(otherwise) = otherwise {
        let (find, pick) = match at {
            InsertAt::BeforeText(find) => (find, Pick::First),
            InsertAt::AfterText(find) => (find, Pick::Last),
            at => return at_place(at, None, now, window),
        };
        return match locate(&Search::new(find, now, window), Pick::All)? {
            None => at_place(otherwise, None, now, window),
            Some(_) => next_to(find, pick),
        };
    }
    match at {
        InsertAt::Beginning => Ok(InsertionPoint::exact(window.start().max(first_byte(now)))),
        InsertAt::After(line) => at_line(line.number(), 0, now),
        InsertAt::End => Ok(InsertionPoint::exact(window.end())),
        InsertAt::BeforeText(find) | InsertAt::AfterText(find) => next_to(find, Pick::Only),
        InsertAt::Region(..) => Err(Reason::region_of_text()),
    }
}

/// The offset after the byte-order mark.
pub(super) fn first_byte(now: &Snapshot) -> usize {
    text::bom_len(now.bytes())
}

/// The position at `side` of the match that `pick` selects, or at `side` of its lines.
fn next_to_text(
    search: &Search<'_>,
    pick: Pick,
    side: Adjacency,
    inline: Inline,
) -> Result<InsertionPoint, Reason> {
    search.find.clone().checked()?;
    let now = search.now;
    let found = match locate(search, pick)? {
        Some(Located::Exact(spans)) => spans.first().map(|&span| (span, Tier::Exact)),
        Some(Located::Blocks(tier, blocks)) => blocks.first().map(|block| (block.span, tier)),
        Some(Located::Relaid(relaid)) => {
            whole_lines_of(&relaid.places, now).map(|span| (span, Tier::Layout))
        }
        Some(Located::Alike(alike)) => Some((alike.span, Tier::Fuzzy(alike.similarity))),
        None => None,
    };
    let Some((span, tier)) = found else {
        return Err(nearest::not_found(search));
    };
    let offset = offset_next_to(span, side, inline, now);
    Ok(InsertionPoint { offset, tier })
}

/// The path, which allows the match to have another layout. `None` for an inline insertion, because inside a line a
/// layout match has no exact position.
fn path_for_layout<'p>(action: &Insert, path: &'p Path) -> Option<&'p Path> {
    match action.inline {
        Inline::WholeLines => Some(path),
        Inline::Inline => None,
    }
}

/// The span of the first of `places`, if it consists of complete lines.
fn whole_lines_of(places: &[TokenRun], now: &Snapshot) -> Option<Span> {
    let span = places.first()?.span;
    let text = now.bytes();
    let is_whole = begins_line(text, span.start()) && ends_line(text, span.end());
    if is_whole { Some(span) } else { None }
}

/// The offset at `side` of the match `span`, or at `side` of its lines.
fn offset_next_to(span: Span, side: Adjacency, inline: Inline, now: &Snapshot) -> usize {
    match (side, inline) {
        (Adjacency::Before, Inline::Inline) => span.start(),
        (Adjacency::After, Inline::Inline) => span.end(),
        (Adjacency::Before, Inline::WholeLines) => line_start(now, span.start()),
        (Adjacency::After, Inline::WholeLines) => line_end(now, span),
    }
}

/// The start of the line with byte `offset`, after a byte-order mark.
fn line_start(now: &Snapshot, offset: usize) -> usize {
    let start = text::line_start(now.bytes(), offset);
    start.max(first_byte(now))
}

/// The end of the line with the last byte of `span`, including its ending.
fn line_end(now: &Snapshot, span: Span) -> usize {
    text::line_end(now.bytes(), span.end().saturating_sub(1))
}

fn insert_bytes(text: Bytes, place: &InsertionPoint, now: &Snapshot) -> Resolved {
    let line = now.line_at(place.offset);
    let inserted = insertion(text, place.offset, line, place.tier, now)?;
    refuse_line_feeds(&inserted.changes, now)?;
    Ok(inserted)
}

/// Inserts `text` as complete lines at byte `offset`, which is the start of a line or the end of the text.
pub(super) fn insert_lines(text: &Bytes, offset: usize, tier: Tier, now: &Snapshot) -> Resolved {
    let boundary = LineBoundary::at(now.bytes(), offset);
    let lines = boundary.complete_lines(text, ending_of_inserted(text, now.bytes(), offset));
    let line = match boundary {
        LineBoundary::AtLineStart => now.line_at(offset),
        LineBoundary::AfterUnterminated => LineNumber::after_lines(now.line_count()),
    };
    insertion(lines, offset, line, tier, now)
}

fn insertion(text: Bytes, offset: usize, line: LineNumber, tier: Tier, now: &Snapshot) -> Resolved {
    let span = Span::empty_at(offset);
    let site = Site {
        span,
        lines: LineRange::single(line),
        tier,
    };
    Resolution::replacing(now, span, text, site)
}

/// Appends `action.text` and a newline to `now`, which is empty for a new file. With `Repeat::Accept`, complete lines
/// at the end of the file are not appended again.
///
/// # Errors
/// `Form` for a text whose lines end in lone carriage returns.
pub fn append(action: &Append, repeat: Repeat, now: &Snapshot) -> Resolved {
    let end = now.bytes().len();
    if repeat == Repeat::Accept
        && let Some(span) = already_inserted::whole_lines(&action.text, end, Adjacency::Before, now)
    {
        return Ok(unchanged(now, vec![Site::exact(now, span)]));
    }
    refuse_lone_returns(now)?;
    insert_lines(&action.text, end, Tier::Exact, now)
}
