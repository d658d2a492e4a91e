//! `ensure`: makes sure that a text contains a line or a block exactly once, or not at all.

use bytes::Bytes;

use super::ending::{LineBoundary, adapt, ending_of_replaced, refuse_lone_returns};
use super::insert::{at_place, first_byte, insert_lines};
use super::locate::{Expression, candidates, indent_of};
use super::region::Body;
use super::replace::{replaced, unchanged};
use super::{Resolution, Resolved, Site, Tier};
use crate::refusal::Reason;
use crate::request::{Ensure, Ensured, Find, IfMissing, InsertAt, Marker, PatternLanguage};
use crate::snapshot::Snapshot;
use crate::text::{self, LineEnding, Span};

/// The default position of a missing line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultPosition {
    /// The end of the window.
    End,
    /// After the last item of a Markdown list, if the line is a similar item. Otherwise, the end of the window.
    EndOfList,
}

/// Applies `action` to the lines `window` of `now`. In a definition with this `body`, new lines are indented like the
/// body.
///
/// # Errors
/// `Ambiguous` for several matches, `HalfBlock` for a marker line without its counterpart, and the errors of the
/// search and of the definition check.
pub fn ensure(
    action: &Ensure,
    now: &Snapshot,
    window: Span,
    body: Option<&Body<'_>>,
    default: DefaultPosition,
) -> Resolved {
    refuse_lone_returns(now)?;
    match &action.state {
        Ensured::Line {
            text,
            matching,
            missing,
        } => {
            let is_next_to_text =
                matches!(missing.at, InsertAt::BeforeText(_) | InsertAt::AfterText(_));
            let keeps_indent = matching.is_some() || is_next_to_text;
            let line = WantedLine::new(text, keeps_indent, body);
            match find_line(Some(&line), matching.as_ref(), now, window)? {
                Some(found) => set_line(&line, found, now, body),
                None => add_line(text, missing, default, now, window, body),
            }
        }
        Ensured::NoLine { text, matching } => {
            let line = text.as_ref().map(|text| WantedLine::new(text, false, body));
            remove(
                find_line(line.as_ref(), matching.as_ref(), now, window)?,
                now,
            )
        }
        Ensured::Block {
            text,
            marker,
            missing,
        } => match find_block(marker, now, window)? {
            Some(block) => {
                let indent = indent_of(&now.bytes()[block.begin.range()]);
                indented(text, indent, body, |text| fill(now, &block, text))
            }
            None => {
                let block = new_block(text, marker, body.is_some());
                add(&block, missing, now, window, body)
            }
        },
        Ensured::NoBlock(marker) => {
            let block = find_block(marker, now, window)?;
            remove(block.map(|block| block.whole()), now)
        }
    }
}

/// Replaces the line `found` with `line`, unless it already matches.
fn set_line(
    line: &WantedLine<'_>,
    found: Span,
    now: &Snapshot,
    body: Option<&Body<'_>>,
) -> Resolved {
    let content = content(now, found);
    let current = &now.bytes()[content.range()];
    if line.matches(current) {
        return Ok(unchanged_at(found, now));
    }
    indented(line.text, indent_of(current), body, |text| {
        replaced(now, content, text.clone(), found)
    })
}

fn add_line(
    text: &Bytes,
    missing: &IfMissing,
    default: DefaultPosition,
    now: &Snapshot,
    window: Span,
    body: Option<&Body<'_>>,
) -> Resolved {
    if default == DefaultPosition::EndOfList
        && missing.at == InsertAt::End
        && let Some(end) = list_end(text, now, window)
    {
        return insert_lines(text, end, Tier::Exact, now);
    }
    add(text, missing, now, window, body)
}

/// Deletes `found`, if anything was found.
fn remove(found: Option<Span>, now: &Snapshot) -> Resolved {
    match found {
        Some(found) => replaced(now, found, Bytes::new(), found),
        None => Ok(unchanged(now, Vec::new())),
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
struct WantedLine<'w> {
    text: &'w Bytes,
    /// The line with the indentation of the body of a definition.
    in_body: Option<Vec<u8>>,
    /// True if any indentation matches.
    ignores_indent: bool,
}

impl<'w> WantedLine<'w> {
    /// `keeps_indent` is true if the line takes the indentation of the replaced or adjacent line.
    fn new(text: &'w Bytes, keeps_indent: bool, body: Option<&Body<'_>>) -> Self {
        Self {
            text,
            in_body: body.map(|body| [&body.indent[..], trim_start(text)].concat()),
            ignores_indent: keeps_indent && body.is_some() && indent_of(text).is_empty(),
        }
    }

    fn matches(&self, line: &[u8]) -> bool {
        line == self.text
            || self.in_body.as_deref() == Some(line)
            || self.ignores_indent && trim_start(line) == trim_start(self.text)
    }
}

fn trim_start(line: &[u8]) -> &[u8] {
    &line[indent_of(line).len()..]
}

/// Resolves `text` with `put`. In a definition, indents `text` with `indent`, unless its original indentation fits.
fn indented(
    text: &Bytes,
    indent: &[u8],
    body: Option<&Body<'_>>,
    put: impl Fn(&Bytes) -> Resolved,
) -> Resolved {
    let Some(body) = body else {
        return put(text);
    };
    if !indent_of(text).is_empty()
        && let Ok(resolution) = body.as_given(text, &put)
    {
        return Ok(resolution);
    }
    body.indented(text, indent, put)
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
    wanted: Option<&WantedLine<'_>>,
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
        wanted.is_some_and(|wanted| wanted.matches(line))
            || pattern
                .as_ref()
                .is_some_and(|pattern| pattern.is_match_in(line))
    });
    only(&found, matching.or(wanted.map(|wanted| wanted.text)), now)
}

/// The maximum number of matches in a refusal.
const MAX_LISTED: usize = 10;

/// The only item of `places`, or `None` if `places` is empty.
///
/// # Errors
/// `Ambiguous` if there are several.
fn only(places: &[Span], wanted: Option<&Bytes>, now: &Snapshot) -> Result<Option<Span>, Reason> {
    if places.len() > 1 {
        return Err(Reason::Ambiguous {
            wanted: wanted.cloned().unwrap_or_default(),
            count: places.len(),
            candidates: candidates(now, &places[..places.len().min(MAX_LISTED)]),
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
fn fill(now: &Snapshot, block: &Block, text: &Bytes) -> Resolved {
    let inside = block.inside();
    let new = LineBoundary::AtLineStart.complete_lines(text, ending_of_replaced(now, inside));
    if now.bytes()[inside.range()] == *new {
        Ok(unchanged_at(block.whole(), now))
    } else {
        replaced(now, inside, new, inside)
    }
}

/// The end of the last list item in `window` with the same marker as `line`, including deeper lines below it.
fn list_end(line: &[u8], now: &Snapshot, window: Span) -> Option<usize> {
    let marker = list_marker(line)?;
    let mut open_fence: Option<&[u8]> = None;
    let mut end = None;
    let mut is_item = false;
    for span in lines_of(now, window) {
        let line = &now.bytes()[content(now, span).range()];
        let trimmed = trim_start(line);
        if let Some(fence @ (b"```" | b"~~~")) = trimmed.get(..3) {
            match open_fence {
                None => open_fence = Some(fence),
                Some(open) if open == fence => open_fence = None,
                Some(_) => {}
            }
        }
        if end.is_some() && open_fence.is_none() && line.starts_with(b"#") {
            // Lists below the heading belong to other sections.
            break;
        }
        let is_part_of_item = is_item && !trimmed.is_empty() && trimmed.len() < line.len();
        is_item = open_fence.is_none() && list_marker(line) == Some(marker) || is_part_of_item;
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
    body: Option<&Body<'_>>,
) -> Resolved {
    let mut place = at_place(&missing.at, missing.otherwise.as_ref(), now, window)?;
    if let (Some(body), InsertAt::Beginning) = (body, &missing.at) {
        place.offset = body.start;
    }
    let put = |text: &Bytes| insert_lines(text, place.offset, place.tier, now);
    let Some(definition) = body else {
        return put(text);
    };
    let neighbor = match missing.at {
        InsertAt::BeforeText(_) => place.offset,
        InsertAt::AfterText(_) => text::line_start(now.bytes(), place.offset.saturating_sub(1)),
        _ => return definition.indented(text, &definition.indent, put),
    };
    let line = text::first_line(&now.bytes()[neighbor..]);
    indented(text, indent_of(line), body, put)
}

fn unchanged_at(place: Span, now: &Snapshot) -> Resolution {
    unchanged(now, vec![Site::exact(now, place)])
}
