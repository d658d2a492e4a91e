//! What becomes of a region: other lines take its place, or lines go in at one of its edges. Blank lines around it
//! stay as they are, and none are doubled.

use bytes::Bytes;

use super::fit::FitPlace;
use super::proof::Proof;
use super::symbol::SymbolPlace;
use super::{RegionPlace, Spacing};
use crate::refusal::{Impossible, Reason};
use crate::request::{Edge, Insert, Repeat};
use crate::resolve::already_inserted::{self, Adjacency};
use crate::resolve::edits::Edits;
use crate::resolve::ending::{Whole, around_line, of_new_lines, whole_lines_known};
use crate::resolve::key::EntryEdit;
use crate::resolve::locate::{Indentation, indent_of, lines_in};
use crate::resolve::replace::{sites, unchanged};
use crate::resolve::{Resolution, Tier};
use crate::snapshot::Snapshot;
use crate::text::{self, LineEnding, Span};

/// Replaces the lines of `place` in `now` by `text`; an empty text takes them out. A definition is still defined
/// afterwards, unless `renames`.
///
/// # Errors
/// `Form` for a text whose lines are not known; `Syntax`, `NotThatSymbol` and `Indentation` for a definition.
pub fn replace(
    place: &RegionPlace,
    text: &Bytes,
    renames: bool,
    now: &Snapshot,
    proof: &Proof<'_>,
) -> Result<Resolution, Reason> {
    whole_lines_known(now)?;
    place.alone()?;
    let symbol = place.spacing.symbol();
    if text.is_empty() {
        let span = without_doubled(place, now.bytes());
        let taken_out = changed(now, span, Bytes::new(), place.lines)?;
        if symbol.is_some() {
            proof.check(&taken_out.changes, None)?;
        }
        if let Spacing::Entry(key) = &place.spacing {
            proof.check_document(&taken_out.changes, key, EntryEdit::Removed)?;
        }
        return Ok(taken_out);
    }
    let text = match &place.spacing {
        Spacing::None | Spacing::Entry(_) => text.clone(),
        // Blank lines at its edges are inside as well.
        Spacing::Symbol(symbol) if symbol.is_inside() => text.clone(),
        Spacing::Table | Spacing::Prose => trimmed(text),
        Spacing::Symbol(_) => {
            without_repeated_comment(&trimmed(text), &now.bytes()[..place.lines.start()])
        }
    };
    let ending = around_line(now, place.lines);
    let put = |text: &Bytes| {
        let mut lines = Whole::at(now.bytes(), place.lines.start()).with(text, ending);
        // A last line without an ending stays without one.
        let is_last = place.lines.end() == now.bytes().len() && !now.bytes().ends_with(b"\n");
        if is_last && place.spacing.symbol().is_some() {
            lines.truncate(lines.len() - ending.as_bytes().len());
        }
        changed(now, place.lines, lines, place.lines)
    };
    if let Spacing::Entry(key) = &place.spacing {
        let replaced = put(&text)?;
        proof.check_document(&replaced.changes, key, EntryEdit::Changed)?;
        return Ok(replaced);
    }
    let Some(symbol) = symbol else {
        return put(&text);
    };
    let defined = (!renames && !symbol.is_inside()).then_some(symbol);
    let indent = outer_indent(place, symbol, now);
    first_sound(&text, &proof.fit(&indent, place.lines), |text| {
        let replaced = put(text)?;
        proof.check(&replaced.changes, defined)?;
        match proof.with_kept(&replaced.changes, symbol) {
            Some(text) => {
                let replaced = put(&text)?;
                proof.check(&replaced.changes, defined)?;
                Ok(replaced)
            }
            None => Ok(replaced),
        }
    })
}

/// Most lines of a comment that are compared with what is above a definition.
const COMMENT_LINES: usize = 100;

/// `text`, a definition, without the beginning of its comment that the last lines of `above` repeat: a comment above a
/// definition is no part of it, and stays.
fn without_repeated_comment(text: &Bytes, above: &[u8]) -> Bytes {
    let mut comment: Vec<&[u8]> = Vec::new();
    let mut read = 0;
    let mut repeated = 0;
    for line in text::lines(text).take(COMMENT_LINES) {
        read += line.len();
        comment.push(line.trim_ascii());
        if !is_comment(line.trim_ascii()) {
            break;
        }
        let last = text::lines(above).rev().map(<[u8]>::trim_ascii);
        if last.take(comment.len()).eq(comment.iter().rev().copied()) {
            repeated = read;
        }
    }
    text.slice(repeated..)
}

/// True if `line` looks like a line of a comment.
fn is_comment(line: &[u8]) -> bool {
    const SIGNS: [&[u8]; 6] = [b"#", b"//", b"/*", b"*", b"--", b";"];
    SIGNS.iter().any(|sign| line.starts_with(sign))
}

/// The first of the readings of `text` at its place that `put` takes; else why it does not take the first that parses, or
/// the first at all.
fn first_sound(
    text: &Bytes,
    fit: &FitPlace<'_>,
    put: impl Fn(&Bytes) -> Result<Resolution, Reason>,
) -> Result<Resolution, Reason> {
    let mut refused = None;
    for reading in fit.readings(text)? {
        match put(&reading) {
            Ok(resolution) => return Ok(resolution),
            Err(reason) => {
                let is_unparsed = |reason: &Reason| matches!(reason, Reason::UnparsedSymbol { .. });
                if refused.as_ref().is_none_or(is_unparsed) && !is_unparsed(&reason)
                    || refused.is_none()
                {
                    refused = Some(reason);
                }
            }
        }
    }
    refused.map_or_else(|| put(text), Err)
}

fn changed(now: &Snapshot, span: Span, new: Bytes, site: Span) -> Result<Resolution, Reason> {
    let mut edits = Edits::new(now);
    edits.replace(span, new);
    Ok(Resolution {
        changes: edits.finish()?,
        sites: sites(now, Tier::Exact, std::iter::once(site)).into(),
        hunks: Vec::new(),
    })
}

/// The inside of a definition, where new lines are indented as its own are.
pub struct Body<'p> {
    indent: Bytes,
    proof: &'p Proof<'p>,
}

impl<'p> Body<'p> {
    /// That of `place` in `now`; `None` for a region that is no definition.
    pub fn new(place: &RegionPlace, now: &Snapshot, proof: &'p Proof<'p>) -> Option<Self> {
        let symbol = place.spacing.symbol()?;
        Some(Self {
            indent: inner_indent(place, symbol, now),
            proof,
        })
    }

    /// The blanks before its lines.
    pub fn indent(&self) -> &[u8] {
        &self.indent
    }

    /// What `put` makes of `text` as it is given.
    ///
    /// # Errors
    /// Those of `put` and of the check of the definitions.
    pub(crate) fn as_given(
        &self,
        text: &Bytes,
        put: impl Fn(&Bytes) -> Result<Resolution, Reason>,
    ) -> Result<Resolution, Reason> {
        let resolution = put(text)?;
        self.proof.check(&resolution.changes, None)?;
        Ok(resolution)
    }

    /// What `put` makes of `text` with `indent` before its lines.
    ///
    /// # Errors
    /// `IndentedString`, and the errors of the text as it is given.
    pub fn indented(
        &self,
        text: &Bytes,
        indent: &[u8],
        put: impl Fn(&Bytes) -> Result<Resolution, Reason>,
    ) -> Result<Resolution, Reason> {
        let fit = self.proof.fit(indent, Span::empty_at(0));
        first_sound(text, &fit, |text| self.as_given(text, &put))
    }
}

/// Inserts the text of `action` at `edge` of `place` in `now`. Where a repetition is accepted, a text that stands there
/// already is left alone.
///
/// # Errors
/// `Form` for a text whose lines are not known; `BadRequest` for an empty text, `NoInside` for the inside of what has none;
/// `Syntax` for a text that does not fit beside or in a definition.
pub fn insert(
    action: &Insert,
    edge: Edge,
    place: &RegionPlace,
    repeat: Repeat,
    now: &Snapshot,
    proof: &Proof<'_>,
) -> Result<Resolution, Reason> {
    whole_lines_known(now)?;
    place.alone()?;
    let text = &action.clone().checked()?.text;
    let symbol = place.spacing.symbol();
    let edge = match edge {
        Edge::Before if symbol.is_some_and(|symbol| symbol.is_inside()) => Edge::Start,
        Edge::After if symbol.is_some_and(|symbol| symbol.is_inside()) => Edge::End,
        edge => edge,
    };
    if let Some((symbol, block)) = symbol.and_then(|symbol| Some((symbol, symbol.empty_block?)))
        && matches!(edge, Edge::Start | Edge::End)
    {
        let indent = inner_indent(place, symbol, now);
        return first_sound(text, &proof.fit(&indent, place.lines), |text| {
            open_block(block, text, symbol, now, proof)
        });
    }
    let offset = match edge {
        Edge::Before => place.lines.start(),
        Edge::After => place.lines.end(),
        Edge::Start => place.inside()?.start(),
        Edge::End => place.inside()?.end(),
    };
    let put = |text: &Bytes| {
        if let Some(standing) =
            standing(text, offset, edge, now).filter(|_| repeat == Repeat::Accept)
        {
            let span = std::iter::once(standing);
            return Ok(unchanged(now, sites(now, Tier::Exact, span)));
        }
        let ending = of_new_lines(text, now.bytes(), offset);
        let (above, below) = place.around(edge, text, offset, now.bytes());
        // Blank lines end as those of the new text do: all of them become what is there.
        let own: &[u8] = if text.windows(2).any(|two| two == b"\r\n") {
            b"\r\n"
        } else {
            b"\n"
        };
        let blank = |count: usize| own.repeat(count);
        let spaced = spaced(text, blank(above), blank(below));
        let lines = Whole::at(now.bytes(), offset).with(&spaced, ending);
        changed(now, Span::empty_at(offset), lines, Span::empty_at(offset))
    };
    if let Spacing::Entry(key) = &place.spacing {
        let inserted = put(text)?;
        proof.check_document(&inserted.changes, key, EntryEdit::Beside)?;
        return Ok(inserted);
    }
    let Some(symbol) = symbol else {
        return put(text);
    };
    let indent = match edge {
        Edge::Before | Edge::After => symbol.indent.clone(),
        Edge::Start | Edge::End => inner_indent(place, symbol, now),
    };
    first_sound(&trimmed(text), &proof.fit(&indent, place.lines), |text| {
        let inserted = put(text)?;
        proof.check(&inserted.changes, None)?;
        Ok(inserted)
    })
}

/// The place where `text` stands already at `edge`, which is at `offset`, blank lines between left out.
fn standing(text: &Bytes, offset: usize, edge: Edge, now: &Snapshot) -> Option<Span> {
    let all = now.bytes();
    let (side, offset) = match edge {
        Edge::Before | Edge::End => (Adjacency::Before, offset - blank_end(&all[..offset])),
        Edge::After | Edge::Start => (Adjacency::After, offset + blank_start(&all[offset..])),
    };
    already_inserted::whole_lines(text, offset, side, now)
}

/// Puts `text` between the braces `block` that have nothing between them.
fn open_block(
    block: Span,
    text: &Bytes,
    symbol: &SymbolPlace,
    now: &Snapshot,
    proof: &Proof<'_>,
) -> Result<Resolution, Reason> {
    let ending = LineEnding::around(now.bytes(), block.start());
    let lines = Whole::AtLineStart.with(&trimmed(text), ending);
    let new = [ending.as_bytes(), &lines, &symbol.indent].concat();
    let inserted = changed(now, block, new.into(), Span::empty_at(block.start()))?;
    proof.check(&inserted.changes, None)?;
    Ok(inserted)
}

/// The indentation of the place itself.
fn outer_indent(place: &RegionPlace, symbol: &SymbolPlace, now: &Snapshot) -> Bytes {
    if symbol.is_inside() {
        inner_indent(place, symbol, now)
    } else {
        symbol.indent.clone()
    }
}

/// The indentation of what is inside: that of the first line there, else one step more than the head has.
fn inner_indent(place: &RegionPlace, symbol: &SymbolPlace, now: &Snapshot) -> Bytes {
    let all = now.bytes();
    let inside = place.inside.unwrap_or(Span::empty_at(place.lines.end()));
    let mut lines = text::lines(&all[inside.range()]);
    let solid = lines.find(|line| !line.trim_ascii().is_empty());
    match solid {
        Some(line) => Bytes::copy_from_slice(indent_of(line)),
        None => {
            let file = Indentation::measure(lines_in(all, now.span()));
            [&symbol.indent[..], &file.step()].concat().into()
        }
    }
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
    let mut lines = text::lines(text);
    let mut blank = 0;
    while let Some(line) = lines
        .next_back()
        .filter(|line| line.trim_ascii().is_empty())
    {
        blank += line.len();
    }
    blank
}

/// The lines of `place` with the blank lines on one side of it that would be too many without it: the shorter of the two
/// runs goes. At the start and at the end of a block the run inside it goes.
fn without_doubled(place: &RegionPlace, text: &[u8]) -> Span {
    let lines = place.lines;
    let is_inside = place
        .spacing
        .symbol()
        .is_some_and(|symbol| symbol.is_inside());
    if matches!(place.spacing, Spacing::None | Spacing::Entry(_)) || is_inside {
        return lines;
    }
    let above = blank_end(&text[..lines.start()]);
    let below = blank_start(&text[lines.end()..]);
    let (is_first, is_last) = match place.spacing.symbol() {
        Some(symbol) => opens_or_closes(symbol, lines, (above, below), text),
        None => (false, false),
    };
    let is_first = is_first || above == lines.start() - text::bom_len(text);
    let is_last = is_last || lines.end() + below == text.len();
    if !is_first && (is_last || above < below) {
        Span::of_len(lines.start() - above, above + lines.len())
    } else {
        Span::of_len(lines.start(), lines.len() + below)
    }
}

/// Whether the line above the blank ones before `lines` opens the block that these are in, and whether the one below
/// closes it.
fn opens_or_closes(
    symbol: &SymbolPlace,
    lines: Span,
    (above, below): (usize, usize),
    text: &[u8],
) -> (bool, bool) {
    let before = last_line(&text[..lines.start() - above]).trim_ascii_end();
    let after = text::first_line(&text[lines.end() + below..]);
    let opens = before.ends_with(b"{") || before.ends_with(b":");
    let is_out = !after.is_empty() && indent_of(after).len() < symbol.indent.len();
    let closes = is_out && matches!(after.trim_ascii().first(), Some(b'}' | b')' | b'e'));
    (opens, closes)
}

impl RegionPlace {
    /// The lines inside.
    ///
    /// # Errors
    /// `BadRequest` where there are none.
    pub(super) fn inside(&self) -> Result<Span, Reason> {
        self.inside.ok_or_else(|| {
            let name = match &self.spacing {
                Spacing::Symbol(symbol) => symbol.name.clone(),
                Spacing::Entry(key) => key.to_string(),
                Spacing::None | Spacing::Table | Spacing::Prose => String::new(),
            };
            Impossible::NoInside { name }.into()
        })
    }

    /// How many blank lines go above and below `new` at `offset` of `text`, `edge` of the region.
    fn around(&self, edge: Edge, new: &[u8], offset: usize, text: &[u8]) -> (usize, usize) {
        let above = last_line(&text[..offset]);
        let below = text::first_line(&text[offset..]);
        let is_solid = |line: &[u8]| !line.trim_ascii().is_empty();
        let needs = |line: &[u8], new: &[u8]| usize::from(is_solid(line) && is_solid(new));
        let (first, last) = (text::first_line(new), last_line(new));
        let has_inside = self
            .inside
            .is_some_and(|inside| is_solid(&text[inside.range()]));
        match (&self.spacing, edge) {
            (Spacing::None | Spacing::Entry(_), _) | (Spacing::Table, Edge::Start | Edge::End) => {
                (0, 0)
            }
            (Spacing::Symbol(symbol), _) => {
                let gaps = symbol.blank_lines;
                let within = if has_inside { gaps.within } else { 0 };
                match edge {
                    Edge::Before => (0, gaps.before),
                    Edge::After => (gaps.after, 0),
                    Edge::Start => (0, within),
                    Edge::End => (within, 0),
                }
            }
            (_, Edge::Before) => (0, needs(below, last)),
            (_, Edge::After) => (needs(above, first), 0),
            (Spacing::Prose, Edge::Start | Edge::End) => {
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
