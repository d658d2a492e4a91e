//! Replaces regions, and inserts lines at their edges. Keeps the blank lines around a region, and doubles none.

use bytes::Bytes;

use super::fit::FitPlace;
use super::lines::{blank_end, blank_start, is_blank, is_comment};
use super::place::{RegionPlace, Spacing};
use super::symbol::{self, SymbolPlace};
use crate::refusal::Reason;
use crate::request::{Edge, Insert, Repeat};
use crate::resolve::already_inserted::{self, Adjacency};
use crate::resolve::ending::{
    LineBoundary, ending_of_inserted, ending_of_replaced, refuse_lone_returns,
};
use crate::resolve::key::EntryEdit;
use crate::resolve::locate::{Indentation, indent_of, lines_in};
use crate::resolve::replace::{replaced, unchanged};
use crate::resolve::{FileText, Resolution, Resolved, Site};
use crate::snapshot::Snapshot;
use crate::text::{self, LineEnding, Span};

/// Replaces the lines of `place` in `file` with `text`. An empty text deletes them. The definition must still exist
/// afterwards, unless `renames`.
///
/// # Errors
/// `Form` for a text whose lines end in lone carriage returns; `Syntax`, `NotThatSymbol` and `Indentation` for a
/// definition.
pub fn replace(place: &RegionPlace, text: &Bytes, renames: bool, file: FileText<'_>) -> Resolved {
    refuse_lone_returns(file.now)?;
    place.refuse_shared_lines()?;
    if text.is_empty() {
        return remove(place, file);
    }
    let replaced = match &place.spacing {
        Spacing::Symbol(symbol) => {
            return replace_symbol(place, symbol, text, renames, file);
        }
        Spacing::Table | Spacing::Prose => put_lines(place, &trimmed(text), file.now)?,
        Spacing::None | Spacing::Entry(_) => put_lines(place, text, file.now)?,
    };
    check_rest(place, &replaced, EntryEdit::Changed, file)?;
    Ok(replaced)
}

/// Checks that `resolution` keeps the other sections or entries around `place`.
fn check_rest(
    place: &RegionPlace,
    resolution: &Resolution,
    edit: EntryEdit,
    file: FileText<'_>,
) -> Result<(), Reason> {
    match &place.spacing {
        Spacing::Prose => file.check_headings(&resolution.changes),
        Spacing::Entry(key) => file.check_document(&resolution.changes, key, edit),
        Spacing::None | Spacing::Table | Spacing::Symbol(_) => Ok(()),
    }
}

fn remove(place: &RegionPlace, file: FileText<'_>) -> Resolved {
    let span = with_blank_lines(place, file.bytes());
    let removed = replaced(file.now, span, Bytes::new(), place.lines)?;
    if let Spacing::Symbol(symbol) = &place.spacing {
        symbol.check_removal(&symbol::list(file)?, file.now)?;
        file.check(&removed.changes, None)?;
    }
    check_rest(place, &removed, EntryEdit::Removed, file)?;
    Ok(removed)
}

fn replace_symbol(
    place: &RegionPlace,
    symbol: &SymbolPlace,
    text: &Bytes,
    renames: bool,
    file: FileText<'_>,
) -> Resolved {
    if symbol.is_body() {
        // Blank lines at the edges belong to the body.
        let indent = body_indent(place, symbol, file.now);
        return first_accepted(text, &file.fit(&indent, place.lines), |reading| {
            let replaced = put_lines(place, reading, file.now)?;
            file.check_inserted(&replaced.changes, symbol)?;
            Ok(replaced)
        });
    }
    let above = &file.bytes()[..place.lines.start()];
    let new = without_repeated_comment(&trimmed(text), above);
    let required = if renames { None } else { Some(symbol) };
    first_accepted(&new, &file.fit(&symbol.indent, place.lines), |reading| {
        let replaced = put_lines(place, reading, file.now)?;
        file.check(&replaced.changes, required)?;
        if renames {
            file.check_renamed(&replaced.changes, symbol)?;
        }
        let Some(completed) = file.with_old_comments(&replaced.changes, symbol) else {
            return Ok(replaced);
        };
        let replaced = put_lines(place, &completed, file.now)?;
        file.check(&replaced.changes, required)?;
        Ok(replaced)
    })
}

fn put_lines(place: &RegionPlace, text: &Bytes, now: &Snapshot) -> Resolved {
    let ending = ending_of_replaced(now, place.lines);
    let mut lines = LineBoundary::at(now.bytes(), place.lines.start()).complete_lines(text, ending);
    // If the file ends without a newline, a definition at its end does too.
    let is_unended = place.lines.end() == now.bytes().len() && !now.bytes().ends_with(b"\n");
    if is_unended && matches!(place.spacing, Spacing::Symbol(_)) {
        lines.truncate(LineEnding::strip(&lines).len());
    }
    replaced(now, place.lines, lines, place.lines)
}

/// The maximum number of comment lines that are compared with the lines above a definition. Bounds the quadratic time.
const MAX_COMMENT_LINES: usize = 100;

/// Removes the start of the comment of the definition `text`, as far as it repeats the last lines of `above`. A
/// comment above a definition does not belong to it, so the original comment stays.
fn without_repeated_comment(text: &Bytes, above: &[u8]) -> Bytes {
    let mut comment: Vec<&[u8]> = Vec::new();
    let mut comment_len = 0;
    let mut repeated_len = 0;
    for line in text::lines(text).take(MAX_COMMENT_LINES) {
        if !is_comment(line.trim_ascii()) {
            break;
        }
        comment_len += line.len();
        comment.push(line.trim_ascii());
        let last = text::lines(above).rev().map(<[u8]>::trim_ascii);
        if last.take(comment.len()).eq(comment.iter().rev().copied()) {
            repeated_len = comment_len;
        }
    }
    text.slice(repeated_len..)
}

/// Tries each reading of `text`, and returns the first that `put` accepts.
///
/// # Errors
/// The error of the first reading that parses, or else of the first reading.
fn first_accepted(text: &Bytes, fit: &FitPlace<'_>, put: impl Fn(&Bytes) -> Resolved) -> Resolved {
    let mut refused = None;
    let mut unparsed = None;
    for reading in fit.readings(text)? {
        match put(&reading) {
            Ok(resolution) => return Ok(resolution),
            Err(reason @ Reason::UnparsedSymbol(_)) => {
                unparsed.get_or_insert(reason);
            }
            Err(reason) => {
                refused.get_or_insert(reason);
            }
        }
    }
    match refused.or(unparsed) {
        Some(reason) => Err(reason),
        None => put(text),
    }
}

/// The body of a definition. New lines get the indentation of the body.
pub struct Body<'p> {
    /// The indentation of the body.
    pub indent: Bytes,
    /// The offset of the body's first line below its docstring or directives.
    pub start: usize,
    file: FileText<'p>,
}

impl<'p> Body<'p> {
    /// `None` for a region that is not a definition.
    pub fn new(place: &RegionPlace, file: FileText<'p>) -> Option<Self> {
        let symbol = place.spacing.symbol()?;
        Some(Self {
            indent: body_indent(place, symbol, file.now),
            start: place.start_edge(file.bytes()).ok()?,
            file,
        })
    }

    /// Applies `put` to `text` as given.
    ///
    /// # Errors
    /// The errors of `put` and of the definition check.
    pub(crate) fn as_given(&self, text: &Bytes, put: impl Fn(&Bytes) -> Resolved) -> Resolved {
        let resolution = put(text)?;
        self.file.check(&resolution.changes, None)?;
        Ok(resolution)
    }

    /// Applies `put` to `text`, indented with `indent`.
    ///
    /// # Errors
    /// `IndentedString`, and the errors for the text as given.
    pub fn indented(
        &self,
        text: &Bytes,
        indent: &[u8],
        put: impl Fn(&Bytes) -> Resolved,
    ) -> Resolved {
        let fit = self.file.fit(indent, Span::empty_at(0));
        first_accepted(text, &fit, |reading| self.as_given(reading, &put))
    }
}

/// Inserts the text of `action` at `edge` of `place` in `file`. If `repeat` accepts it, a text that is already in
/// place is not inserted again.
///
/// # Errors
/// `Form` for a text whose lines end in lone carriage returns. `BadRequest` for an empty text, or if `place` has no
/// body. `Syntax` for a text that does not fit inside or next to a definition.
pub fn insert(
    action: &Insert,
    edge: Edge,
    place: &RegionPlace,
    repeat: Repeat,
    file: FileText<'_>,
) -> Resolved {
    refuse_lone_returns(file.now)?;
    place.refuse_shared_lines()?;
    let text = &action.clone().checked()?.text;
    if let Spacing::Symbol(symbol) = &place.spacing {
        return insert_at_symbol(text, edge, place, symbol, repeat, file);
    }
    let inserted = insert_lines(text, edge, place, repeat, file.now)?;
    check_rest(place, &inserted, EntryEdit::Beside, file)?;
    Ok(inserted)
}

fn insert_at_symbol(
    text: &Bytes,
    edge: Edge,
    place: &RegionPlace,
    symbol: &SymbolPlace,
    repeat: Repeat,
    file: FileText<'_>,
) -> Resolved {
    let edge = match edge {
        Edge::Before if symbol.is_body() => Edge::Start,
        Edge::After if symbol.is_body() => Edge::End,
        edge => edge,
    };
    let mut indent = symbol.indent.clone();
    if matches!(edge, Edge::Start | Edge::End) {
        indent = body_indent(place, symbol, file.now);
        if let Some(block) = symbol.empty_block {
            return first_accepted(text, &file.fit(&indent, place.lines), |reading| {
                let inserted = fill_empty_block(block, reading, symbol, file.now)?;
                file.check_inserted(&inserted.changes, symbol)?;
                Ok(inserted)
            });
        }
    }
    first_accepted(&trimmed(text), &file.fit(&indent, place.lines), |reading| {
        let inserted = insert_lines(reading, edge, place, repeat, file.now)?;
        match edge {
            Edge::Before | Edge::After => file.check(&inserted.changes, None)?,
            Edge::Start | Edge::End => file.check_inserted(&inserted.changes, symbol)?,
        }
        Ok(inserted)
    })
}

fn insert_lines(
    text: &Bytes,
    edge: Edge,
    place: &RegionPlace,
    repeat: Repeat,
    now: &Snapshot,
) -> Resolved {
    let offset = match edge {
        Edge::Before if matches!(place.spacing, Spacing::Symbol(_)) => {
            start_of_comment(now.bytes(), place.lines.start())
        }
        Edge::Before => place.lines.start(),
        Edge::After => place.lines.end(),
        Edge::Start => place.start_edge(now.bytes())?,
        Edge::End => place.require_body()?.end(),
    };
    if repeat == Repeat::Accept
        && let Some(existing) = find_inserted(text, offset, edge, now)
    {
        return Ok(unchanged(now, vec![Site::exact(now, existing)]));
    }
    let ending = ending_of_inserted(text, now.bytes(), offset);
    let (above, below) = place.blank_lines(edge, text, offset, now.bytes());
    let spaced = with_blank_lines_around(text, above, below);
    let lines = LineBoundary::at(now.bytes(), offset).complete_lines(&spaced, ending);
    replaced(now, Span::empty_at(offset), lines, Span::empty_at(offset))
}

/// The start of the comment directly above the line at `at`, or `at` if there is none. A comment at the start of the
/// file describes the whole file and does not count.
pub(super) fn start_of_comment(text: &[u8], at: usize) -> usize {
    let mut start = at;
    for line in text::lines(&text[..at]).rev() {
        let content = line.trim_ascii();
        // `#if` and similar directives are not comments.
        let is_directive =
            content.starts_with(b"#") && content.get(1).is_some_and(u8::is_ascii_alphabetic);
        // `//!` describes the enclosing item.
        let is_inner = content.starts_with(b"//!") || content.starts_with(b"/*!");
        if !is_comment(content) || is_directive || is_inner {
            break;
        }
        start -= line.len();
    }
    if start == 0 { at } else { start }
}

/// Finds `text` at `edge`, at byte `offset` or after blank lines there.
fn find_inserted(text: &Bytes, offset: usize, edge: Edge, now: &Snapshot) -> Option<Span> {
    let all = now.bytes();
    let (side, at) = match edge {
        Edge::Before | Edge::End => (Adjacency::Before, offset - blank_end(&all[..offset])),
        Edge::After | Edge::Start => (Adjacency::After, offset + blank_start(&all[offset..])),
    };
    already_inserted::whole_lines(text, at, side, now)
}

/// Inserts `text` between the braces of the empty block `block`.
pub(super) fn fill_empty_block(
    block: Span,
    text: &Bytes,
    symbol: &SymbolPlace,
    now: &Snapshot,
) -> Resolved {
    let ending = LineEnding::around(now.bytes(), block.start());
    let lines = LineBoundary::AtLineStart.complete_lines(&trimmed(text), ending);
    let new = [ending.as_bytes(), &lines, &symbol.indent].concat();
    replaced(now, block, new.into(), Span::empty_at(block.start()))
}

/// The indentation of the body: the indentation of its first statement, or else one step more than the signature.
pub(super) fn body_indent(place: &RegionPlace, symbol: &SymbolPlace, now: &Snapshot) -> Bytes {
    let all = now.bytes();
    if let Some(body) = place.body {
        for line in text::lines(&all[body.range()]) {
            let indent = indent_of(line);
            let is_deeper = indent.len() > symbol.indent.len();
            if !is_blank(line)
                && (is_deeper || !may_stand_apart(line[indent.len()..].trim_ascii_end()))
            {
                return Bytes::copy_from_slice(indent);
            }
        }
    }
    let file = Indentation::measure(lines_in(all, now.span()));
    [&symbol.indent[..], &file.step()].concat().into()
}

/// True for a comment, a line of a preprocessor and a label (`public:`). They may have less indentation than the lines
/// of their block.
fn may_stand_apart(line: &[u8]) -> bool {
    is_comment(line) || line.ends_with(b":")
}

/// Adds blank lines around `text`. The new lines end like `text`, because all endings are adapted to the file later.
fn with_blank_lines_around(text: &Bytes, above: usize, below: usize) -> Bytes {
    if above == 0 && below == 0 {
        return text.clone();
    }
    let ending: &[u8] = match memchr::memmem::find(text, b"\r\n") {
        Some(_) => b"\r\n",
        None => b"\n",
    };
    let mut spaced = ending.repeat(above);
    spaced.extend_from_slice(text);
    if below > 0 && !text.ends_with(b"\n") {
        spaced.extend_from_slice(ending);
    }
    spaced.extend(ending.repeat(below));
    spaced.into()
}

/// `text` without blank lines at its ends.
pub(super) fn trimmed(text: &Bytes) -> Bytes {
    let start = blank_start(text);
    let end = text.len() - blank_end(&text[start..]);
    let kept = text.slice(start..end);
    if kept.is_empty() { text.clone() } else { kept }
}

/// The lines of `place` with the shorter run of adjacent blank lines, so that deleting them leaves one run. If the
/// place is the first or the last of its block, with the run on its other side.
fn with_blank_lines(place: &RegionPlace, text: &[u8]) -> Span {
    let lines = place.lines;
    let above_len = blank_end(&text[..lines.start()]);
    let below_len = blank_start(&text[lines.end()..]);
    let before = &text[..lines.start() - above_len];
    let after = &text[lines.end() + below_len..];
    let mut is_first = before.len() == text::bom_len(text);
    let mut is_last = after.is_empty();
    match &place.spacing {
        Spacing::None | Spacing::Entry(_) => return lines,
        Spacing::Symbol(symbol) if symbol.is_body() => return lines,
        Spacing::Symbol(symbol) => {
            is_first |= opens_block(before);
            is_last |= closes_block(after, symbol);
        }
        Spacing::Table | Spacing::Prose => {}
    }
    if !is_first && (is_last || above_len < below_len) {
        Span::of_len(before.len(), above_len + lines.len())
    } else {
        Span::of_len(lines.start(), lines.len() + below_len)
    }
}

pub(super) fn opens_block(before: &[u8]) -> bool {
    let line = last_line(before).trim_ascii();
    let is_comment = line.starts_with(b"#") || line.starts_with(b"//");
    !is_comment && (line.ends_with(b"{") || line.ends_with(b":"))
}

/// True if `after` begins with the end of the block around `symbol`: a closing bracket or the keyword `end`.
fn closes_block(after: &[u8], symbol: &SymbolPlace) -> bool {
    let line = text::first_line(after);
    indent_of(line).len() < symbol.indent.len()
        && matches!(line.trim_ascii().first(), Some(b'}' | b')' | b'e'))
}

/// The steps of insertions at the edges of a region.
impl RegionPlace {
    /// The position of [`Edge::Start`]: in the body, below its docstring or directives and the blank lines after them.
    ///
    /// # Errors
    /// `BadRequest` if the region has no body.
    pub(super) fn start_edge(&self, text: &[u8]) -> Result<usize, Reason> {
        let body = self.require_body()?;
        if let Some(symbol) = self.spacing.symbol()
            && let Some(directives_end) = symbol.directives_end
        {
            let start = text::line_end(text, directives_end);
            return Ok(body.end().min(start + blank_start(&text[start..])));
        }
        Ok(body.start())
    }

    /// The numbers of blank lines to insert above and below `new` at `offset` of `text`, the `edge` of the region.
    fn blank_lines(&self, edge: Edge, new: &[u8], offset: usize, text: &[u8]) -> (usize, usize) {
        let (before, after) = text.split_at(offset);
        let above = [last_line(before), text::first_line(new)];
        let below = [last_line(new), text::first_line(after)];
        match &self.spacing {
            Spacing::None | Spacing::Entry(_) => (0, 0),
            Spacing::Table => match edge {
                Edge::Before => (0, blank_between(below)),
                Edge::After => (blank_between(above), 0),
                Edge::Start | Edge::End => (0, 0),
            },
            Spacing::Prose => match edge {
                Edge::Before => (0, blank_between(below)),
                Edge::After => (blank_between(above), 0),
                Edge::Start | Edge::End => (
                    blank_between_paragraphs(above),
                    blank_between_paragraphs(below),
                ),
            },
            Spacing::Symbol(symbol) => match edge {
                Edge::Before => {
                    let mut count = symbol.blank_lines.before;
                    if offset < self.lines.start() {
                        // The comment above the definition keeps its distance from the lines above.
                        let blank = text::lines(before).rev().take_while(|line| is_blank(line));
                        count = count.max(blank.count());
                    }
                    (0, count)
                }
                Edge::After => (symbol.blank_lines.after, 0),
                Edge::Start => (0, self.blank_lines_between_members(symbol, text)),
                Edge::End => (self.blank_lines_between_members(symbol, text), 0),
            },
        }
    }

    /// The number of blank lines next to the definitions in the body. 0 if the body is empty.
    fn blank_lines_between_members(&self, symbol: &SymbolPlace, text: &[u8]) -> usize {
        match self.body {
            Some(body) if !is_blank(&text[body.range()]) => symbol.blank_lines.between_members,
            _ => 0,
        }
    }
}

/// Like [`blank_between`], but 0 between items of a list or rows of a table.
fn blank_between_paragraphs([first, second]: [&[u8]; 2]) -> usize {
    if is_item(first) && is_item(second) {
        return 0;
    }
    blank_between([first, second])
}

/// The number of blank lines to insert between the lines `first` and `second`. 0 if one of them is blank.
fn blank_between([first, second]: [&[u8]; 2]) -> usize {
    usize::from(!is_blank(first) && !is_blank(second))
}

fn last_line(text: &[u8]) -> &[u8] {
    text::lines(text).next_back().unwrap_or_default()
}

/// True if a line of prose is an item of a list or a row of a table.
fn is_item(line: &[u8]) -> bool {
    let body = line.trim_ascii();
    let digits = body.iter().take_while(|byte| byte.is_ascii_digit()).count();
    matches!(body, [b'-' | b'*' | b'+', b' ', ..] | [b'|', ..])
        || digits > 0 && matches!(body.get(digits), Some(b'.' | b')'))
}
