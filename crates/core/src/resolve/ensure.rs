//! `ensure`: a line or a block stands in a text once, or not at all. What is so already stays as it is.

use bytes::Bytes;

use super::edits::Edits;
use super::ending::{Whole, adapt, around_line, whole_lines_known};
use super::insert::{at_place, first_byte, insert_lines};
use super::locate::{Pattern, candidates, indent_of};
use super::region::Body;
use super::replace::{sites, unchanged};
use super::{Resolution, Tier};
use crate::refusal::Reason;
use crate::request::{Ensure, Ensured, Find, IfMissing, InsertAt, Marker, PatternLanguage};
use crate::snapshot::Snapshot;
use crate::text::{self, LineEnding, Span};

/// Where a missing line goes that is to be the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Last {
    /// At the end of the lines.
    OfAll,
    /// Behind the last item of a list of Markdown, if the line is an item of that kind; else at the end.
    OfList,
}

/// Brings about `action` in the lines `window` of `now`; in a definition lines are indented as its `inside` is.
///
/// # Errors
/// `Ambiguous` when several lines or blocks could be meant, `HalfBlock` for a marker without its other line, those
/// of the search for the place and of the check of a definition.
pub fn ensure(
    action: &Ensure,
    now: &Snapshot,
    window: Span,
    inside: Option<&Body<'_>>,
    last: Last,
) -> Result<Resolution, Reason> {
    whole_lines_known(now)?;
    match &action.state {
        Ensured::Line {
            text,
            matching,
            missing,
        } => {
            let line = Wanted::new(text, matching.is_some() || is_beside(&missing.at), inside);
            match the_line(Some(&line), matching.as_ref(), now, window)? {
                Some(there) if line.is(&now.bytes()[body(now, there).range()]) => {
                    Ok(already_so(now, there))
                }
                Some(there) => {
                    let body = body(now, there);
                    let indent = indent_of(&now.bytes()[body.range()]);
                    indented(text, indent, inside, |text| {
                        replaced(now, body, text.clone(), there)
                    })
                }
                None => {
                    let item = match (last, &missing.at) {
                        (Last::OfList, InsertAt::End) => list_end(text, now, window),
                        _ => None,
                    };
                    match item {
                        Some(end) => insert_lines(text, end, Tier::Exact, now),
                        None => added(text, missing, now, window, inside),
                    }
                }
            }
        }
        Ensured::NoLine { text, matching } => {
            let line = text.as_ref().map(|text| Wanted::new(text, false, inside));
            let line = the_line(line.as_ref(), matching.as_ref(), now, window)?;
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
            Some(block) => {
                let indent = indent_of(&now.bytes()[block.begin.range()]);
                indented(text, indent, inside, |text| filled(now, &block, text))
            }
            None => {
                // Lines with one ending get that of the place together, with those of the marker.
                let ending = LineEnding::Lf.as_bytes();
                let text = adapt(text, LineEnding::Lf);
                let text = LineEnding::strip(&text);
                // In a definition all of it moves together.
                let own = inside.map_or(&b""[..], |_| indent_of(text));
                let [begin, end] = [&marker.begin, &marker.end].map(|line| [own, line].concat());
                let parts = [&begin[..], text, &end];
                let parts = parts.into_iter().filter(|part| !part.is_empty());
                let block = parts.collect::<Vec<_>>().join(ending);
                added(&block.into(), missing, now, window, inside)
            }
        },
        Ensured::NoBlock { marker } => Ok(match the_block(marker, now, window)? {
            Some(block) => replaced(now, block.whole(), Bytes::new(), block.whole())?,
            None => unchanged(now, Vec::new()),
        }),
    }
}

/// A line that is wanted, as it may stand in a text.
struct Wanted<'w> {
    text: &'w Bytes,
    /// As it stands at the end of a definition.
    at_end: Option<Vec<u8>>,
    /// Whether any indentation will do: that of the line whose place it took, or of the one beside it.
    is_loose: bool,
}

impl<'w> Wanted<'w> {
    fn new(text: &'w Bytes, is_placed: bool, inside: Option<&Body<'_>>) -> Self {
        Self {
            text,
            at_end: inside.map(|inside| [inside.indent(), trim_start(text)].concat()),
            is_loose: is_placed && inside.is_some() && indent_of(text).is_empty(),
        }
    }

    /// Whether `line` is it.
    fn is(&self, line: &[u8]) -> bool {
        line == self.text
            || self.at_end.as_deref() == Some(line)
            || self.is_loose && trim_start(line) == trim_start(self.text)
    }
}

fn trim_start(line: &[u8]) -> &[u8] {
    &line[indent_of(line).len()..]
}

fn is_beside(at: &InsertAt) -> bool {
    matches!(at, InsertAt::BeforeText(_) | InsertAt::AfterText(_))
}

/// What `put` makes of `text`; in a definition, of `text` at `indent`, unless it is indented itself and fits so.
fn indented(
    text: &Bytes,
    indent: &[u8],
    inside: Option<&Body<'_>>,
    put: impl Fn(&Bytes) -> Result<Resolution, Reason>,
) -> Result<Resolution, Reason> {
    let Some(inside) = inside else {
        return put(text);
    };
    if !indent_of(text).is_empty()
        && let Ok(resolution) = inside.as_given(text, &put)
    {
        return Ok(resolution);
    }
    inside.indented(text, indent, put)
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
    wanted: Option<&Wanted<'_>>,
    matching: Option<&Bytes>,
    now: &Snapshot,
    window: Span,
) -> Result<Option<Span>, Reason> {
    let mut asked = Find::literal("");
    asked.options.language = PatternLanguage::Regex;
    let pattern = matching.map(|matching| {
        asked.old = matching.clone();
        Pattern::new(&asked)
    });
    let pattern = pattern.transpose()?;
    let is_meant = |line: &Span| {
        let line = &now.bytes()[body(now, *line).range()];
        let is_it = wanted.is_some_and(|wanted| wanted.is(line));
        is_it || pattern.as_ref().is_some_and(|pattern| pattern.is_in(line))
    };
    let meant = || lines_of(now, window).filter(is_meant);
    only(meant, matching.or(wanted.map(|wanted| wanted.text)), now)
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

/// The end of the last item of a list in `window` whose items are marked as `line` is, with its deeper lines.
fn list_end(line: &[u8], now: &Snapshot, window: Span) -> Option<usize> {
    let marker = list_marker(line)?;
    let mut fence: Option<&[u8]> = None;
    let mut end = None;
    let mut is_item = false;
    for span in lines_of(now, window) {
        let body = &now.bytes()[body(now, span).range()];
        let content = trim_start(body);
        let opens = content
            .get(..3)
            .filter(|mark| *mark == b"```" || *mark == b"~~~");
        if let Some(mark) = opens {
            match fence {
                None => fence = Some(mark),
                Some(open) if open == mark => fence = None,
                Some(_) => {}
            }
        }
        if end.is_some() && fence.is_none() && body.starts_with(b"#") {
            // The lists below are those of other sections.
            break;
        }
        let is_deeper = is_item && !content.is_empty() && content.len() < body.len();
        is_item = fence.is_none() && list_marker(body) == Some(marker) || is_deeper;
        if is_item {
            end = Some(span.end());
        }
    }
    end
}

/// The indentation and the sign of an item of a list: `-`, `*`, `+`, or `.` and `)` behind a number.
fn list_marker(line: &[u8]) -> Option<(usize, u8)> {
    let content = trim_start(line);
    let digits = content
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let sign = *content.get(digits)?;
    let signs: &[u8] = if digits == 0 { b"-*+" } else { b".)" };
    let is_item = signs.contains(&sign) && content.get(digits + 1) == Some(&b' ');
    is_item.then_some((line.len() - content.len(), sign))
}

/// `text` as lines of its own, where they go when they are missing.
fn added(
    text: &Bytes,
    missing: &IfMissing,
    now: &Snapshot,
    window: Span,
    inside: Option<&Body<'_>>,
) -> Result<Resolution, Reason> {
    let place = at_place(&missing.at, missing.otherwise.as_ref(), now, window)?;
    let put = |text: &Bytes| insert_lines(text, place.offset, place.tier, now);
    match inside {
        None => put(text),
        Some(inside) if !is_beside(&missing.at) => inside.indented(text, inside.indent(), put),
        Some(_) => {
            let beside = match missing.at {
                InsertAt::BeforeText(_) => place.offset,
                _ => text::line_start(now.bytes(), place.offset.saturating_sub(1)),
            };
            let beside = text::first_line(&now.bytes()[beside..]);
            indented(text, indent_of(beside), inside, put)
        }
    }
}

fn already_so(now: &Snapshot, place: Span) -> Resolution {
    unchanged(now, sites(now, Tier::Exact, std::iter::once(place)))
}

/// The bytes `span` become `new`; `place` is what was found.
fn replaced(now: &Snapshot, span: Span, new: Bytes, place: Span) -> Result<Resolution, Reason> {
    let mut edits = Edits::new(now);
    edits.replace(span, new);
    Ok(Resolution {
        changes: edits.finish()?,
        ..already_so(now, place)
    })
}
