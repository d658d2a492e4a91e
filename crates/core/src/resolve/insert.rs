//! `insert` and `append`: text goes in at a line, beside a text that is found, or at the end.

use bytes::Bytes;

use super::already_inserted::{self, Adjacency};
use super::edits::Edits;
use super::ending::{Whole, of_new_lines, refuse_line_feeds, whole_lines_known};
use super::locate::{Located, locate, locate_from};
use super::nearest::Beginnings;
use super::replace::{sites, unchanged};
use super::{Resolution, Site, Tier, nearest};
use crate::refusal::{Impossible, Reason};
use crate::request::{Append, Find, Inline, Insert, InsertAt, Pick, Repeat};
use crate::snapshot::Snapshot;
use crate::text::{self, LineNumber, LineRange, Span};

/// The place where a text goes in: a place between two bytes, and how it was found.
pub(super) struct InsertionPoint {
    pub(super) offset: usize,
    pub(super) tier: Tier,
}

/// Inserts `action.text` into `now`; line numbers mean `now`, and a text to insert beside is looked for in
/// the bytes `window`.
///
/// The site is empty; its line is the one that the first inserted line becomes. Where a repetition is accepted, a text
/// that stands at the place already is left alone.
///
/// # Errors
/// `BadRequest` for an empty text and for a region (see [`region::insert`](super::region::insert)), `OutOfRange` for a line beyond the end, and those of the search.
pub fn insert(
    action: &Insert,
    repeat: Repeat,
    now: &Snapshot,
    window: Span,
) -> Result<Resolution, Reason> {
    let action = action.clone().checked()?;
    if action.inline == Inline::WholeLines
        || !matches!(action.at, InsertAt::BeforeText(_) | InsertAt::AfterText(_))
    {
        whole_lines_known(now)?;
    }
    if repeat == Repeat::Accept
        && action.pick == Pick::Only
        && let Some(span) = standing_already(&action, now, window)
    {
        let span = std::iter::once(span);
        return Ok(unchanged(now, sites(now, Tier::Exact, span)));
    }
    let lowest = if action.has_line_zero { 0 } else { 1 };
    let place = match &action.at {
        InsertAt::Beginning => at_line(0, lowest, now)?,
        InsertAt::After(line) => at_line(line.number(), lowest, now)?,
        InsertAt::End => at_line(now.line_count(), lowest, now)?,
        InsertAt::BeforeText(find) => {
            let side = Adjacency::Before;
            beside(find, side, action.inline, action.pick, now, window)?
        }
        InsertAt::AfterText(find) => {
            let side = Adjacency::After;
            beside(find, side, action.inline, action.pick, now, window)?
        }
        InsertAt::Region(..) => return Err(Impossible::RegionOfText.into()),
    };
    match action.inline {
        Inline::Inline => insert_bytes(action.text.clone(), &place, now),
        Inline::WholeLines => insert_lines(&action.text, place.offset, place.tier, now),
    }
}

/// The place where the text of `action` stands already.
fn standing_already(action: &Insert, now: &Snapshot, window: Span) -> Option<Span> {
    let lines = |offset, side| already_inserted::whole_lines(&action.text, offset, side, now);
    let (find, side) = match &action.at {
        InsertAt::Beginning => return lines(first_byte(now), Adjacency::After),
        InsertAt::After(line) => {
            let below = now.start_of(LineNumber::after_lines(line.number()));
            return lines(below?, Adjacency::After);
        }
        InsertAt::End => return lines(now.bytes().len(), Adjacency::Before),
        InsertAt::BeforeText(find) => (find, Adjacency::Before),
        InsertAt::AfterText(find) => (find, Adjacency::After),
        InsertAt::Region(..) => return None,
    };
    already_inserted::beside(find, now, window, |span| {
        let offset = offset_beside(span, side, action.inline, now);
        match action.inline {
            Inline::WholeLines => lines(offset, side),
            Inline::Inline => already_inserted::bytes(&action.text, offset, side, now),
        }
    })
}

/// After line `number`; 0 is before the first. The caller counts from `lowest`.
fn at_line(number: usize, lowest: usize, now: &Snapshot) -> Result<InsertionPoint, Reason> {
    let lines = now.line_count();
    let offset = if number <= lines {
        now.start_of(LineNumber::after_lines(number))
    } else {
        None
    };
    match (offset, number) {
        _ if number > lines || number < lowest => Err(Reason::OutOfRange {
            asked: i64::try_from(number).unwrap_or(i64::MAX),
            lines,
            lowest,
        }),
        (Some(offset), 1..) => Ok(InsertionPoint {
            offset,
            tier: Tier::Exact,
        }),
        _ => Ok(InsertionPoint {
            offset: first_byte(now),
            tier: Tier::Exact,
        }),
    }
}

/// The place `at` for whole lines, its start, end and texts being those of the lines `window`.
///
/// # Errors
/// Those of the search for a text.
pub(super) fn at_place(
    at: &InsertAt,
    otherwise: Option<&InsertAt>,
    now: &Snapshot,
    window: Span,
) -> Result<InsertionPoint, Reason> {
    let whole_lines = Inline::WholeLines;
    let at_offset = |offset| {
        Ok(InsertionPoint {
            offset,
            tier: Tier::Exact,
        })
    };
    if let Some(otherwise) = otherwise {
        let (find, side, pick) = match at {
            InsertAt::BeforeText(find) => (find, Adjacency::Before, Pick::First),
            InsertAt::AfterText(find) => (find, Adjacency::After, Pick::Last),
            at => return at_place(at, None, now, window),
        };
        return match locate(find, Pick::All, now, window)? {
            None => at_place(otherwise, None, now, window),
            Some(_) => beside(find, side, whole_lines, pick, now, window),
        };
    }
    let only = Pick::Only;
    match at {
        InsertAt::Beginning => at_offset(window.start().max(first_byte(now))),
        InsertAt::After(line) => at_line(line.number(), 0, now),
        InsertAt::End => at_offset(window.end()),
        InsertAt::BeforeText(find) => {
            beside(find, Adjacency::Before, whole_lines, only, now, window)
        }
        InsertAt::AfterText(find) => beside(find, Adjacency::After, whole_lines, only, now, window),
        InsertAt::Region(..) => Err(Impossible::RegionOfText.into()),
    }
}

/// Offset of the first byte of the first line: past the byte-order mark.
pub(super) fn first_byte(now: &Snapshot) -> usize {
    text::bom_len(now.bytes())
}

/// Beside the place of `find` that `pick` says: at its bytes, or at the lines that hold it.
fn beside(
    find: &Find,
    side: Adjacency,
    inline: Inline,
    pick: Pick,
    now: &Snapshot,
    window: Span,
) -> Result<InsertionPoint, Reason> {
    let find = &find.clone().checked()?;
    let beginnings = Beginnings::new(find, now, window);
    let found = match locate_from(find, pick, now, &beginnings)? {
        Some(Located::Exact(spans)) => spans.first().map(|&span| (span, Tier::Exact)),
        Some(Located::Blocks(tier, blocks)) => blocks.first().map(|block| (block.span, tier)),
        Some(Located::Alike(alike)) => Some((alike.span, Tier::Fuzzy(alike.similarity))),
        None => None,
    };
    let Some((span, tier)) = found else {
        return Err(nearest::not_found(find, now, &beginnings));
    };
    let offset = offset_beside(span, side, inline, now);
    Ok(InsertionPoint { offset, tier })
}

/// The place where a text goes in at `side` of one that is found at `span`.
fn offset_beside(span: Span, side: Adjacency, inline: Inline, now: &Snapshot) -> usize {
    match (side, inline) {
        (Adjacency::Before, Inline::Inline) => span.start(),
        (Adjacency::After, Inline::Inline) => span.end(),
        (Adjacency::Before, Inline::WholeLines) => line_start(now, span.start()),
        (Adjacency::After, Inline::WholeLines) => line_end(now, span),
    }
}

/// Start of the line that holds byte `offset`.
fn line_start(now: &Snapshot, offset: usize) -> usize {
    let start = text::line_start(now.bytes(), offset);
    start.max(first_byte(now))
}

/// End of the line, ending included, that holds the last byte of `span`.
fn line_end(now: &Snapshot, span: Span) -> usize {
    text::line_end(now.bytes(), span.end().saturating_sub(1))
}

fn insert_bytes(text: Bytes, place: &InsertionPoint, now: &Snapshot) -> Result<Resolution, Reason> {
    let line = now.line_at(place.offset);
    let inserted = insertion(text, place.offset, line, place.tier, now)?;
    refuse_line_feeds(&inserted.changes, now)?;
    Ok(inserted)
}

/// Inserts `text` as whole lines at byte `offset`, the start of a line or the end of the text.
pub(super) fn insert_lines(
    text: &Bytes,
    offset: usize,
    tier: Tier,
    now: &Snapshot,
) -> Result<Resolution, Reason> {
    let whole = Whole::at(now.bytes(), offset);
    let lines = whole.with(text, of_new_lines(text, now.bytes(), offset));
    let line = match whole {
        Whole::AtLineStart => now.line_at(offset),
        Whole::AfterUnterminated => LineNumber::after_lines(now.line_count()),
    };
    insertion(lines, offset, line, tier, now)
}

fn insertion(
    text: Bytes,
    offset: usize,
    line: LineNumber,
    tier: Tier,
    now: &Snapshot,
) -> Result<Resolution, Reason> {
    let span = Span::empty_at(offset);
    let mut edits = Edits::new(now);
    edits.replace(span, text);
    Ok(Resolution {
        changes: edits.finish()?,
        sites: vec![Site {
            span,
            lines: LineRange::single(line),
            tier,
        }]
        .into(),
        hunks: Vec::new(),
    })
}

/// Appends `action.text` to `now` (the empty text for a file that is to be made), which ends in a line
/// ending afterwards. Where a repetition is accepted, a text that stands at the end already, as whole lines, is left
/// alone.
///
/// # Errors
/// None of its own.
pub fn append(action: &Append, repeat: Repeat, now: &Snapshot) -> Result<Resolution, Reason> {
    let end = now.bytes().len();
    if repeat == Repeat::Accept
        && let Some(span) = already_inserted::whole_lines(&action.text, end, Adjacency::Before, now)
    {
        return Ok(unchanged(
            now,
            sites(now, Tier::Exact, std::iter::once(span)),
        ));
    }
    whole_lines_known(now)?;
    insert_lines(&action.text, end, Tier::Exact, now)
}
