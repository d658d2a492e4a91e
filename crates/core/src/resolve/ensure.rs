//! `ensure`: makes sure that a text contains a line or a block exactly once, or not at all.

use bytes::Bytes;

use super::ending::{Whole, adapt, around_line, whole_lines_known};
use super::insert::{at_place, first_byte, insert_lines};
use super::locate::{Expression, candidates, indent_of};
use super::region::Body;
use super::replace::{replaced, unchanged};
use super::{Resolution, Site, Tier};
use crate::refusal::Reason;
use crate::request::{Ensure, Ensured, Find, IfMissing, InsertAt, Marker, PatternLanguage};
use crate::snapshot::Snapshot;
use crate::text::{self, LineEnding, Span};

/// The default position of a missing line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Last {
    /// The end of the window.
    OfAll,
    /// After the last item of a Markdown list, if the line is a similar item. Otherwise, the end of the window.
    OfList,
}

/// Applies `action` to the lines `window` of `now`. In a definition with the body `inside`, new lines are indented
/// like the body.
///
/// # Errors
/// `Ambiguous` for several matches, `HalfBlock` for a marker line without its counterpart, and the errors of the
/// search and of the definition check.
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
            let Some(found) = find_line(Some(&line), matching.as_ref(), now, window)? else {
                if last == Last::OfList
                    && missing.at == InsertAt::End
                    && let Some(end) = list_end(text, now, window)
                {
                    return insert_lines(text, end, Tier::Exact, now);
                }
                return add(text, missing, now, window, inside);
            };
            let content = content(now, found);
            if line.is(&now.bytes()[content.range()]) {
                return Ok(already_so(now, found));
            }
            let indent = indent_of(&now.bytes()[content.range()]);
            indented(text, indent, inside, |text| {
                replaced(now, content, text.clone(), found)
            })
        }
        Ensured::NoLine { text, matching } => {
            let line = text.as_ref().map(|text| Wanted::new(text, false, inside));
            match find_line(line.as_ref(), matching.as_ref(), now, window)? {
                Some(found) => replaced(now, found, Bytes::new(), found),
                None => Ok(unchanged(now, Vec::new())),
            }
        }
        Ensured::Block {
            text,
            marker,
            missing,
        } => match find_block(marker, now, window)? {
            Some(block) => {
                let indent = indent_of(&now.bytes()[block.begin.range()]);
                indented(text, indent, inside, |text| fill(now, &block, text))
            }
            None => {
                let block = new_block(text, marker, inside.is_some());
                add(&block, missing, now, window, inside)
            }
        },
        Ensured::NoBlock(marker) => match find_block(marker, now, window)? {
            Some(block) => replaced(now, block.whole(), Bytes::new(), block.whole()),
            None => Ok(unchanged(now, Vec::new())),
        },
    }
}

/// Encloses `text` in the lines of `marker`. All lines end in LF, so that they take the ending of their location
/// together. In a definition, the marker lines are indented like the text.
fn new_block(text: &Bytes, marker: &Marker, is_in_definition: bool) -> Bytes {
    let unix = adapt(text, LineEnding::Lf);
    let lines = LineEnding::strip(&unix);
    let indent = if is_in_definition {
        indent_of(lines)
    } else {
        b""
    };
    let mut block = [indent, &marker.begin, b"\n"].concat();
    if !lines.is_empty() {
        block.extend_from_slice(lines);
        block.push(b'\n');
    }
    block.extend_from_slice(indent);
    block.extend_from_slice(&marker.end);
    block.into()
}

/// The line to find, in the forms that match.
struct Wanted<'w> {
    text: &'w Bytes,
    /// The line with the indentation at the end of a definition.
    at_end: Option<Vec<u8>>,
    /// True if any indentation matches, because the line takes the indentation of the replaced or adjacent line.
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

/// Resolves `text` with `put`. In a definition, indents `text` with `indent`, unless its original indentation fits.
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

/// The marker lines of a block, including their endings.
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

/// The lines of `window` including their endings, without a byte-order mark.
fn lines_of(now: &Snapshot, window: Span) -> Vec<Span> {
    let text = &now.bytes()[..window.end()];
    let mut lines = Vec::new();
    let mut start = window.start().max(first_byte(now));
    while start < text.len() {
        let end = text::line_end(text, start);
        lines.push(Span::of_len(start, end - start));
        start = end;
    }
    lines
}

/// `line` without its ending.
fn content(now: &Snapshot, line: Span) -> Span {
    let len = LineEnding::strip(&now.bytes()[line.range()]).len();
    Span::of_len(line.start(), len)
}

/// Finds the only line that equals `wanted` or matches the expression `matching`.
fn find_line(
    wanted: Option<&Wanted<'_>>,
    matching: Option<&Bytes>,
    now: &Snapshot,
    window: Span,
) -> Result<Option<Span>, Reason> {
    let mut pattern = None;
    if let Some(matching) = matching {
        let mut find = Find::literal(matching.clone());
        find.options.language = PatternLanguage::Regex;
        pattern = Some(Expression::new(&find)?);
    }
    let mut found = lines_of(now, window);
    found.retain(|line| {
        let line = &now.bytes()[content(now, *line).range()];
        wanted.is_some_and(|wanted| wanted.is(line))
            || pattern
                .as_ref()
                .is_some_and(|pattern| pattern.is_match_in(line))
    });
    only(&found, matching.or(wanted.map(|wanted| wanted.text)), now)
}

/// The maximum number of matches in a refusal.
const LISTED: usize = 10;

/// The only item of `places`, or `None` if `places` is empty.
///
/// # Errors
/// `Ambiguous` if there are several.
fn only(places: &[Span], wanted: Option<&Bytes>, now: &Snapshot) -> Result<Option<Span>, Reason> {
    if places.len() > 1 {
        return Err(Reason::Ambiguous {
            wanted: wanted.cloned().unwrap_or_default(),
            count: places.len(),
            candidates: candidates(now, &places[..places.len().min(LISTED)]),
        });
    }
    Ok(places.first().copied())
}

fn find_block(marker: &Marker, now: &Snapshot, window: Span) -> Result<Option<Block>, Reason> {
    let begin = find_marker(&marker.begin, now, window)?;
    let end = find_marker(&marker.end, now, window)?;
    let (present, missing, line) = match (begin, end) {
        (None, None) => return Ok(None),
        (Some(begin), Some(end)) if begin.end() <= end.start() => {
            return Ok(Some(Block { begin, end }));
        }
        (Some(begin), _) => (&marker.begin, &marker.end, begin),
        (None, Some(end)) => (&marker.end, &marker.begin, end),
    };
    Err(Reason::HalfBlock {
        present: present.clone(),
        missing: missing.clone(),
        lines: now.lines_of(line),
    })
}

fn find_marker(wanted: &Bytes, now: &Snapshot, window: Span) -> Result<Option<Span>, Reason> {
    let mut found = lines_of(now, window);
    found.retain(|line| Marker::is(wanted, &now.bytes()[line.range()]));
    only(&found, Some(wanted), now)
}

/// Replaces the text between the marker lines of `block` with `text`.
fn fill(now: &Snapshot, block: &Block, text: &Bytes) -> Result<Resolution, Reason> {
    let inside = block.inside();
    let new = Whole::AtLineStart.with(text, around_line(now, inside));
    if now.bytes()[inside.range()] == *new {
        Ok(already_so(now, block.whole()))
    } else {
        replaced(now, inside, new, inside)
    }
}

/// The end of the last list item in `window` with the same marker as `line`, including deeper lines below it.
fn list_end(line: &[u8], now: &Snapshot, window: Span) -> Option<usize> {
    let marker = list_marker(line)?;
    let mut fence: Option<&[u8]> = None;
    let mut end = None;
    let mut is_item = false;
    for span in lines_of(now, window) {
        let body = &now.bytes()[content(now, span).range()];
        let inner = trim_start(body);
        if let Some(mark @ (b"```" | b"~~~")) = inner.get(..3) {
            match fence {
                None => fence = Some(mark),
                Some(open) if open == mark => fence = None,
                Some(_) => {}
            }
        }
        if end.is_some() && fence.is_none() && body.starts_with(b"#") {
            // Lists below the heading belong to other sections.
            break;
        }
        let is_deeper = is_item && !inner.is_empty() && inner.len() < body.len();
        is_item = fence.is_none() && list_marker(body) == Some(marker) || is_deeper;
        if is_item {
            end = Some(span.end());
        }
    }
    end
}

/// The indentation and the marker of a list item. The marker is `-`, `*` or `+`, or the `.` or `)` after a number.
fn list_marker(line: &[u8]) -> Option<(usize, u8)> {
    let inner = trim_start(line);
    let digits = inner
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let marker = *inner.get(digits)?;
    let markers: &[u8] = if digits == 0 { b"-*+" } else { b".)" };
    if !markers.contains(&marker) || inner.get(digits + 1) != Some(&b' ') {
        return None;
    }
    Some((line.len() - inner.len(), marker))
}

/// Adds `text` as complete lines at the position for missing lines.
fn add(
    text: &Bytes,
    missing: &IfMissing,
    now: &Snapshot,
    window: Span,
    inside: Option<&Body<'_>>,
) -> Result<Resolution, Reason> {
    let mut place = at_place(&missing.at, missing.otherwise.as_ref(), now, window)?;
    if let (Some(body), InsertAt::Beginning) = (inside, &missing.at) {
        place.offset = body.start();
    }
    let put = |text: &Bytes| insert_lines(text, place.offset, place.tier, now);
    let Some(body) = inside else {
        return put(text);
    };
    let neighbour = match missing.at {
        InsertAt::BeforeText(_) => place.offset,
        InsertAt::AfterText(_) => text::line_start(now.bytes(), place.offset.saturating_sub(1)),
        _ => return body.indented(text, body.indent(), put),
    };
    let line = text::first_line(&now.bytes()[neighbour..]);
    indented(text, indent_of(line), inside, put)
}

fn already_so(now: &Snapshot, place: Span) -> Resolution {
    unchanged(now, vec![Site::exact(now, place)])
}
