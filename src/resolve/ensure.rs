//! `ensure`: a line or a block stands in a text once, or not at all. What is so already stays as it is.

use bytes::Bytes;

use super::edits::Edits;
use super::ending::{Whole, adapt, around_line, whole_lines_known};
use super::insert::{at_place, first_byte, insert_lines};
use super::locate::{Pattern, candidates};
use super::replace::{sites, unchanged};
use super::{Resolution, Tier};
use crate::refusal::Reason;
use crate::request::{Ensure, Ensured, Find, IfMissing, Marker, PatternLanguage};
use crate::snapshot::Snapshot;
use crate::text::{self, LineEnding, Span};

/// Brings about `action` in the lines `window` of `now`.
///
/// # Errors
/// `Ambiguous` when several lines or blocks could be meant, `HalfBlock` for a marker without its other line, those
/// of the search for the place.
pub fn ensure(action: &Ensure, now: &Snapshot, window: Span) -> Result<Resolution, Reason> {
    whole_lines_known(now)?;
    match &action.state {
        Ensured::Line {
            text,
            matching,
            missing,
        } => {
            let line = the_line(Some(text), matching.as_ref(), now, window)?;
            match line {
                Some(line) if now.bytes()[body(now, line).range()] == **text => {
                    Ok(already_so(now, line))
                }
                Some(line) => replaced(now, body(now, line), text.clone(), line),
                None => added(text, missing, now, window),
            }
        }
        Ensured::NoLine { text, matching } => {
            let line = the_line(text.as_ref(), matching.as_ref(), now, window)?;
            Ok(match line {
                Some(line) => replaced(now, line, Bytes::new(), line)?,
                None => unchanged(now, Vec::new()),
            })
        }
        Ensured::Block {
            text,
            marker,
            missing,
        } => match the_block(marker, now, window)? {
            Some(block) => filled(now, &block, text),
            None => {
                // Lines with one ending get that of the place together, with those of the marker.
                let ending = LineEnding::Lf.as_bytes();
                let text = adapt(text, LineEnding::Lf);
                let text = LineEnding::strip(&text);
                let parts: &[&[u8]] = if text.is_empty() {
                    &[&marker.begin, &marker.end]
                } else {
                    &[&marker.begin, text, &marker.end]
                };
                added(&parts.join(ending).into(), missing, now, window)
            }
        },
        Ensured::NoBlock { marker } => Ok(match the_block(marker, now, window)? {
            Some(block) => replaced(now, block.whole(), Bytes::new(), block.whole())?,
            None => unchanged(now, Vec::new()),
        }),
    }
}

/// A block: its marker lines, endings included.
struct Block {
    begin: Span,
    end: Span,
}

impl Block {
    fn inside(&self) -> Span {
        let start = self.begin.end();
        Span::of_len(start, self.end.start() - start)
    }

    fn whole(&self) -> Span {
        let start = self.begin.start();
        Span::of_len(start, self.end.end() - start)
    }
}

/// The lines `window` of `now`, endings included; the byte-order mark is no part of the first.
fn lines_of(now: &Snapshot, window: Span) -> impl Iterator<Item = Span> + '_ {
    let text = &now.bytes()[..window.end()];
    let mut start = window.start().max(first_byte(now));
    std::iter::from_fn(move || {
        let line = Span::of_len(start, text::line_end(text, start) - start);
        start = line.end();
        (!line.is_empty()).then_some(line)
    })
}

/// `line` without its ending.
fn body(now: &Snapshot, line: Span) -> Span {
    let len = LineEnding::strip(&now.bytes()[line.range()]).len();
    Span::of_len(line.start(), len)
}

/// The only line that is `text` or matches the expression.
fn the_line(
    text: Option<&Bytes>,
    matching: Option<&Bytes>,
    now: &Snapshot,
    window: Span,
) -> Result<Option<Span>, Reason> {
    let mut asked = Find::literal("");
    asked.options.language = PatternLanguage::Regex;
    let pattern = matching.map(|matching| {
        asked.old = matching.clone();
        Pattern::of(&asked)
    });
    let pattern = pattern.transpose()?;
    let is_meant = |line: &Span| {
        let line = &now.bytes()[body(now, *line).range()];
        let is_it = text.is_some_and(|text| text == line);
        is_it || pattern.as_ref().is_some_and(|pattern| pattern.is_in(line))
    };
    let meant = || lines_of(now, window).filter(is_meant);
    only(meant, matching.or(text), now)
}

/// The one of `places`, if there is any.
///
/// # Errors
/// `Ambiguous` where there are several.
fn only<I: Iterator<Item = Span>>(
    places: impl Fn() -> I,
    wanted: Option<&Bytes>,
    now: &Snapshot,
) -> Result<Option<Span>, Reason> {
    /// Most places that a refusal shows.
    const SHOWN: usize = 10;
    let mut all = places();
    let first = all.next();
    match all.count() {
        0 => Ok(first),
        more => Err(Reason::Ambiguous {
            wanted: wanted.cloned().unwrap_or_default(),
            count: more + 1,
            candidates: candidates(now, &places().take(SHOWN).collect::<Vec<_>>()),
        }),
    }
}

/// The only block of `marker`.
fn the_block(marker: &Marker, now: &Snapshot, window: Span) -> Result<Option<Block>, Reason> {
    let marked = |wanted: &Bytes| {
        let wanted = wanted.clone();
        let is_it = move |line: &Span| Marker::is(&wanted, &now.bytes()[line.range()]);
        lines_of(now, window).filter(is_it)
    };
    let begin = only(|| marked(&marker.begin), Some(&marker.begin), now)?;
    let end = only(|| marked(&marker.end), Some(&marker.end), now)?;
    let half = |present: &Bytes, missing: &Bytes, line: Span| Reason::HalfBlock {
        present: present.clone(),
        missing: missing.clone(),
        lines: now.lines_of(line),
    };
    match (begin, end) {
        (None, None) => Ok(None),
        (Some(begin), Some(end)) if begin.end() <= end.start() => Ok(Some(Block { begin, end })),
        (Some(begin), _) => Err(half(&marker.begin, &marker.end, begin)),
        (None, Some(end)) => Err(half(&marker.end, &marker.begin, end)),
    }
}

/// `text` between the marker lines of `block`.
fn filled(now: &Snapshot, block: &Block, text: &Bytes) -> Result<Resolution, Reason> {
    let inside = block.inside();
    let new = Whole::AtLineStart.with(text, around_line(now, inside));
    if now.bytes()[inside.range()] == *new {
        Ok(already_so(now, block.whole()))
    } else {
        replaced(now, inside, new, inside)
    }
}

/// `text` as lines of its own, where they go when they are missing.
fn added(
    text: &Bytes,
    missing: &IfMissing,
    now: &Snapshot,
    window: Span,
) -> Result<Resolution, Reason> {
    let place = at_place(&missing.at, now, window)?;
    insert_lines(text, place.offset, place.tier, now)
}

fn already_so(now: &Snapshot, place: Span) -> Resolution {
    unchanged(now, sites(now, Tier::Exact, std::iter::once(place)))
}

/// The bytes `span` become `new`; `place` is what was found.
fn replaced(now: &Snapshot, span: Span, new: Bytes, place: Span) -> Result<Resolution, Reason> {
    let mut edits = Edits::of(now);
    edits.replace(span, new);
    Ok(Resolution {
        changes: edits.finish()?,
        ..already_so(now, place)
    })
}
