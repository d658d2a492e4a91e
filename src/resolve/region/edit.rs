//! What becomes of a region: other lines take its place, or lines go in at one of its edges. Blank lines around it
//! stay as they are, and none are doubled.

use bytes::Bytes;

use super::{RegionPlace, Spacing};
use crate::refusal::Reason;
use crate::request::{Edge, Insert, Repeat};
use crate::resolve::already_inserted::{self, Adjacency};
use crate::resolve::edits::Edits;
use crate::resolve::ending::{Whole, around_line, whole_lines_known};
use crate::resolve::replace::{sites, unchanged};
use crate::resolve::{Resolution, Site, Tier};
use crate::snapshot::Snapshot;
use crate::text::{self, LineEnding, LineRange, Span};

/// Replaces the lines of `place` in `now` by `text`; an empty text takes them out.
///
/// # Errors
/// `Form` for a text whose lines are not known.
pub fn replace(place: &RegionPlace, text: &Bytes, now: &Snapshot) -> Result<Resolution, Reason> {
    whole_lines_known(now)?;
    let (span, new) = if text.is_empty() {
        (without_doubled(place, now.bytes()), Bytes::new())
    } else {
        let text = match place.spacing {
            Spacing::None => text.clone(),
            Spacing::Table | Spacing::Prose => trimmed(text),
        };
        let ending = around_line(now, place.lines);
        let lines = Whole::at(now.bytes(), place.lines.start()).with(&text, ending);
        (place.lines, lines)
    };
    let mut edits = Edits::of(now);
    edits.replace(span, new);
    Ok(Resolution {
        changes: edits.finish()?,
        sites: sites(now, Tier::Exact, std::iter::once(place.lines)).into(),
        hunks: Vec::new(),
    })
}

/// Inserts the text of `action` at `edge` of `place` in `now`. Where a repetition is accepted, a text that stands there
/// already is left alone.
///
/// # Errors
/// `Form` for a text whose lines are not known; `BadRequest` for an empty text.
pub fn insert(
    action: &Insert,
    edge: Edge,
    place: &RegionPlace,
    repeat: Repeat,
    now: &Snapshot,
) -> Result<Resolution, Reason> {
    whole_lines_known(now)?;
    let text = &action.clone().checked()?.text;
    let all = now.bytes();
    let offset = match edge {
        Edge::Before => place.lines.start(),
        Edge::After => place.lines.end(),
        Edge::Start => place.inside.start(),
        Edge::End => place.inside.end(),
    };
    let side = match edge {
        Edge::Before | Edge::End => Adjacency::Before,
        Edge::After | Edge::Start => Adjacency::After,
    };
    let past_blank = match side {
        Adjacency::Before => offset - blank_end(&all[..offset]),
        Adjacency::After => offset + blank_start(&all[offset..]),
    };
    if repeat == Repeat::Accept
        && let Some(span) = already_inserted::whole_lines(text, past_blank, side, now)
    {
        let span = std::iter::once(span);
        return Ok(unchanged(now, sites(now, Tier::Exact, span)));
    }
    let (above, below) = place.spacing.around(edge, text, offset, all);
    let ending = LineEnding::around(all, offset);
    let blank = |count: usize| ending.as_bytes().repeat(count);
    let lines = Whole::at(all, offset).with(&spaced(text, blank(above), blank(below)), ending);
    let span = Span::empty_at(offset);
    let mut edits = Edits::of(now);
    edits.replace(span, lines);
    Ok(Resolution {
        changes: edits.finish()?,
        sites: vec![Site {
            span,
            lines: LineRange::single(now.line_at(offset)),
            tier: Tier::Exact,
        }]
        .into(),
        hunks: Vec::new(),
    })
}

/// The lines of `text` with blank lines above and below.
fn spaced(text: &Bytes, above: Vec<u8>, below: Vec<u8>) -> Bytes {
    if above.is_empty() && below.is_empty() {
        return text.clone();
    }
    let is_ended = below.is_empty() || text.ends_with(b"\n");
    let ending: &[u8] = if is_ended { b"" } else { b"\n" };
    [&above[..], text, ending, &below].concat().into()
}

/// `text` without blank lines at its ends: those around the region stay.
fn trimmed(text: &Bytes) -> Bytes {
    let start = blank_start(text);
    let end = text.len() - blank_end(&text[start..]);
    let kept = text.slice(start..end);
    if kept.is_empty() { text.clone() } else { kept }
}

/// Bytes of the blank lines that `text` begins with.
fn blank_start(text: &[u8]) -> usize {
    let mut blank = 0;
    for line in text::lines(text) {
        if !line.trim_ascii().is_empty() || !line.ends_with(b"\n") {
            break;
        }
        blank += line.len();
    }
    blank
}

/// Bytes of the blank lines that `text`, which is whole lines, ends with.
fn blank_end(text: &[u8]) -> usize {
    let mut end = text.len();
    loop {
        let body = text[..end].strip_suffix(b"\n").unwrap_or(&text[..end]);
        let start = text::line_start(text, body.len());
        if start == end || !text[start..end].trim_ascii().is_empty() {
            return text.len() - end;
        }
        end = start;
    }
}

/// The lines of `place` with the blank lines on one side of it that would be one too many without it: the shorter run
/// of the two goes.
fn without_doubled(place: &RegionPlace, text: &[u8]) -> Span {
    let lines = place.lines;
    if place.spacing == Spacing::None {
        return lines;
    }
    let above = blank_end(&text[..lines.start()]);
    let below = blank_start(&text[lines.end()..]);
    let is_first = above == lines.start() - text_start(text);
    let is_last = lines.end() + below == text.len();
    if is_last || !is_first && above < below {
        Span::of_len(lines.start() - above, above + lines.len())
    } else {
        Span::of_len(lines.start(), lines.len() + below)
    }
}

/// Offset of the first byte of the first line.
fn text_start(text: &[u8]) -> usize {
    text.len() - text::without_bom(text).len()
}

impl Spacing {
    /// How many blank lines go above and below `new` at `offset` of `text`, `edge` of a region.
    fn around(self, edge: Edge, new: &[u8], offset: usize, text: &[u8]) -> (usize, usize) {
        let above = last_line(&text[..offset]);
        let below = text::first_line(&text[offset..]);
        let is_solid = |line: &[u8]| !line.trim_ascii().is_empty();
        let needs = |line: &[u8], new: &[u8]| usize::from(is_solid(line) && is_solid(new));
        let first = text::first_line(new);
        let last = last_line(new);
        match (self, edge) {
            (Self::None, _) | (Self::Table, Edge::Start | Edge::End) => (0, 0),
            (_, Edge::Before) => (0, needs(below, last)),
            (_, Edge::After) => (needs(above, first), 0),
            (Self::Prose, Edge::Start | Edge::End) => {
                let parted = |line: &[u8], new: &[u8]| {
                    let is_one = is_item(line) && is_item(new);
                    if is_one { 0 } else { needs(line, new) }
                };
                (parted(above, first), parted(below, last))
            }
        }
    }
}

fn last_line(text: &[u8]) -> &[u8] {
    text::lines(text).next_back().unwrap_or_default()
}

/// Whether a line of prose is an item of a list or a row of a table: the next one needs no blank line between.
fn is_item(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    matches!(line, [b'-' | b'*' | b'+', b' ', ..] | [b'|', ..])
        || digits > 0 && matches!(line.get(digits), Some(b'.' | b')'))
}
