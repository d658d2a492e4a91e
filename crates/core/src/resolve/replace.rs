//! `replace`: text found by itself becomes another text.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;

use super::cursor::LineCursor;
use super::edits::Edits;
use super::ending::{EitherEnding, PlacedText, refuse_line_feeds};
use super::indentation::{FirstLine, LostIndentation, spans_lines};
use super::locate::{
    self, Indentation, Line, Located, MatchedLines, Pattern, Renaming, Shift, Template, indent_of,
    lines_in, lines_of, locate, trim,
};
use super::nearest;
use super::reading::{NewLines, Reading, Readings};
use super::rewrite::{FoundLines, Unfit, rewrite, shifted};
use super::{ExactPlaces, Resolution, Site, Sites, Tier};
use crate::change::{ChangeSet, LineChange};
use crate::refusal::{LineReadings, Reason};
use crate::request::{
    Find, Fix, Indent, Match, PatternLanguage, PatternOptions, Pick, Repeat, Replace,
};
use crate::snapshot::Snapshot;
use crate::text::{self, EndingCensus, NameStyle, Span};

/// Replaces the places of `action.find` in the bytes `window` of `now`, the file at `path`, that `action.pick` asks for.
///
/// `window` is the scope of the search in bytes of `now`; `action.find.scope`, whose line numbers mean the
/// original file, is not read.
///
/// If a repetition is accepted, a place of the old text that lies inside the new one (`a` where `a b` stands) is
/// done already and left alone.
///
/// # Errors
/// `BadRequest` for an empty old text or one that equals the new; `Ambiguous`, `CountMismatch`,
/// `SiteGone`, `NotFound`, `AlreadyApplied`.
pub fn replace(
    action: &Replace,
    repeat: Repeat,
    path: &Path,
    now: &Snapshot,
    window: Span,
) -> Result<Resolution, Reason> {
    let action = action.clone().checked()?;
    if repeat == Repeat::Accept && stands_already(&action, now, window) {
        return Ok(unchanged(now, Vec::new()));
    }
    if let Some(resolution) = replace_found(&action, repeat, path, now, window)? {
        refuse_line_feeds(&resolution.changes, now)?;
        return Ok(resolution);
    }
    if action.pick == Pick::Exactly(0) {
        return Ok(unchanged(now, Vec::new()));
    }
    if action.fix == Fix::Escapes
        && let Some(repaired) = nearest::repaired(&action, now, window)
        && let Some(resolution) = replace_found(&repaired, repeat, path, now, window)?
    {
        refuse_line_feeds(&resolution.changes, now)?;
        return Ok(resolution);
    }
    absent(&action, repeat, now, window)
}

/// Whether `action` has no place in the bytes `window` of `now`, as [`replace`] would say at more length. It is for
/// files that need not have one: one that lacks it even after a repair, or is none to replace in, is not among them.
pub fn lacks(action: &Replace, now: &Snapshot, window: Span) -> bool {
    let needs_place = action.fix != Fix::Escapes && action.pick != Pick::Exactly(0);
    let checked = action.clone().checked();
    let found = |action: Replace| locate(&action.find, action.pick, now, window);
    needs_place && checked.is_ok_and(|action| matches!(found(action), Ok(None)))
}

/// How many places of `find` there are in `now`, at the first tier that has any.
pub fn count_sites(find: &Find, now: &Snapshot) -> usize {
    let whole = now.span();
    match locate(find, Pick::Only, now, whole) {
        Ok(found) => usize::from(found.is_some()),
        Err(Reason::Ambiguous { count, .. }) => count,
        Err(_) => 0,
    }
}

/// The replacement of what is found; `None` when nothing is.
fn replace_found(
    action: &Replace,
    repeat: Repeat,
    path: &Path,
    now: &Snapshot,
    window: Span,
) -> Result<Option<Resolution>, Reason> {
    match locate(&action.find, action.pick, now, window)? {
        Some(Located::Exact(mut spans)) => {
            if repeat == Repeat::Accept && action.pick == Pick::All {
                let text = now.bytes();
                spans.retain(|span| !stands_whole(action, text, *span));
            }
            replace_spans(action, repeat, path, now, spans).map(Some)
        }
        Some(Located::Blocks(tier, blocks)) => {
            let open = without_applied(action, repeat, now, window, (tier, blocks))?;
            let found = open.iter().map(FoundLines::Block);
            replace_lines(action, path, now, tier, found).map(Some)
        }
        Some(Located::Alike(alike)) => {
            let found = std::iter::once(FoundLines::Alike(&alike));
            replace_lines(action, path, now, Tier::Fuzzy(alike.similarity), found).map(Some)
        }
        None => Ok(None),
    }
}

/// The `blocks` where the new text, which holds the old one, does not stand already, indented alike.
///
/// # Errors
/// `AlreadyApplied` where it stands at one of them, unless that is a success.
fn without_applied(
    action: &Replace,
    repeat: Repeat,
    now: &Snapshot,
    window: Span,
    (tier, blocks): (Tier, Vec<MatchedLines>),
) -> Result<Vec<MatchedLines>, Reason> {
    let applied = locate::blocks(tier, &action.new, now.bytes(), window);
    let is_applied = |block: &MatchedLines| {
        let holds = |new: &MatchedLines| {
            let (outer, inner) = (new.span, block.span);
            new.shift.agrees(&block.shift)
                && outer.start() <= inner.start()
                && inner.end() <= outer.end()
                && outer != inner
        };
        applied.iter().any(holds)
    };
    let (applied, open): (Vec<MatchedLines>, Vec<MatchedLines>) =
        blocks.into_iter().partition(is_applied);
    if applied.is_empty() || repeat == Repeat::Accept {
        Ok(open)
    } else {
        Err(Reason::AlreadyApplied {
            lines: applied
                .iter()
                .map(|block| now.lines_of(block.span))
                .collect(),
            entry: None,
        })
    }
}

/// True if the new text stands in the bytes `window` of `now`, and the old one nowhere but inside it.
fn stands_already(action: &Replace, now: &Snapshot, window: Span) -> bool {
    let exact = Find {
        matching: Match::Exact,
        ..action.find.clone()
    };
    let Ok(Some(located)) = locate(&exact, Pick::All, now, window) else {
        return false;
    };
    let text = now.bytes();
    let mut places = located.spans().into_iter();
    places.all(|place| stands_whole(action, text, place))
}

/// True if the old text, which stands at `place` in `text`, is a part of the new one there, and that is no part of a
/// longer word.
pub fn stands_whole(action: &Replace, text: &[u8], place: Span) -> bool {
    if action.find.options != PatternOptions::default() {
        return false;
    }
    let old = &text[place.range()];
    let new = PlacedText::new(text).at(place, &EitherEnding::of(old, action.new.clone()));
    places_around(text, place, old, &new)
        .any(|start| text::is_apart(text, Span::of_len(start, new.len())))
}

/// Whether `old`, which stands at `place` in `text`, stands there as a part of `new`.
fn holds(text: &[u8], place: Span, old: &[u8], new: &[u8]) -> bool {
    places_around(text, place, old, new).next().is_some()
}

/// The places in `text` of `new` of which `old`, which stands at `place`, is a part.
fn places_around<'t>(
    text: &'t [u8],
    place: Span,
    old: &'t [u8],
    new: &'t [u8],
) -> impl Iterator<Item = usize> + 't {
    memchr::memmem::find_iter(new, old)
        .filter_map(move |inside| place.start().checked_sub(inside))
        .filter(move |&start| text[start..].starts_with(new))
}

/// Replaces the text at `spans`, literally or by a regular expression whose groups the new text may name.
fn replace_spans(
    action: &Replace,
    repeat: Repeat,
    path: &Path,
    now: &Snapshot,
    spans: Vec<Span>,
) -> Result<Resolution, Reason> {
    let spans: Arc<Vec<Span>> = Arc::new(spans);
    if let Some(changes) = the_same_everywhere(action, now, &spans) {
        return Ok(Resolution {
            changes,
            sites: Sites::Exact(ExactPlaces::new(now.clone(), spans)),
            hunks: Vec::new(),
        });
    }
    let text = now.bytes();
    let template = || -> Result<_, Reason> {
        let (pattern, new) = (Pattern::of(&action.find)?, Template::of(action)?);
        pattern.check_groups(&new)?;
        Ok((pattern, new))
    };
    let options = action.find.options;
    let pattern = options.is_expression().then(template).transpose()?;
    let is_renamed = options.language == PatternLanguage::Name;
    let renaming = is_renamed.then(|| Renaming::of(action)).transpose()?;
    let mut edits = Edits::of(now);
    let mut placed = PlacedText::new(text);
    let literal = EitherEnding::of(&action.find.old, action.new.clone());
    let mut fitting = Fitting::of(action, now, path);
    let mut sites = sites(now, Tier::Exact, spans.iter().copied());
    for (&span, site) in spans.iter().zip(&mut sites) {
        let old = &text[span.range()];
        let in_style = renaming
            .as_ref()
            .and_then(|renaming| renaming.of_place(old));
        let expanded = match (&pattern, in_style) {
            (Some((pattern, new)), _) => Some(pattern.expand(new, text, span)?),
            (None, Some((_, renamed))) => Some(renamed.clone()),
            (None, None) => None,
        };
        let new = expanded.as_ref().unwrap_or(&action.new);
        let fitted = match fitting.as_mut().map(|fitting| fitting.fitted(span, new)) {
            Some(Err(readings)) => {
                let lines = site.lines;
                return Err(Reason::Indentation { lines, readings });
            }
            Some(Ok(fitted)) => fitted,
            None => None,
        };
        if let Some(fitted) = fitted {
            site.tier = Tier::Indent;
            let fitted = placed.at(span, &EitherEnding::of(old, fitted));
            if !holds(text, span, old, &fitted) {
                edits.replace(span, fitted);
            } else if repeat == Repeat::Refuse {
                let lines = vec![site.lines];
                return Err(Reason::AlreadyApplied { lines, entry: None });
            }
            continue;
        }
        let is_literal = options == PatternOptions::default();
        let is_very_text = *old == action.find.old[..];
        if is_literal && !is_very_text && EndingCensus::of(old).is_mixed() {
            let changed = rewrite_lines_around(span, action, text);
            let lines = site.lines;
            let changed = changed.map_err(|Unfit| Reason::Indentation {
                lines,
                readings: None,
            })?;
            for (span, new) in changed {
                edits.replace(span, new);
            }
            continue;
        }
        let new = match expanded {
            None if is_very_text => placed.at(span, &literal),
            None => placed.at(span, &EitherEnding::of(old, action.new.clone())),
            Some(new) => placed.at(span, &EitherEnding::of(old, new)),
        };
        edits.replace(span, new);
    }
    Ok(Resolution {
        changes: edits.finish()?,
        sites: sites.into(),
        hunks: Vec::new(),
    })
}

/// Replaces the text at `span` of `text`, whose lines end in several ways: a line that stays keeps its ending.
///
/// # Errors
/// As [`rewrite`].
fn rewrite_lines_around(
    span: Span,
    action: &Replace,
    text: &[u8],
) -> Result<Vec<(Span, Bytes)>, Unfit> {
    let start = text::line_start(text, span.start());
    let end = if text[span.range()].ends_with(b"\n") {
        span.end()
    } else {
        text::line_end(text, span.end())
    };
    let (before, behind) = (&text[start..span.start()], &text[span.end()..end]);
    let whole = |part: &[u8]| [before, part, behind].concat();
    let lines = MatchedLines {
        span: Span::of_len(start, end - start),
        shift: Shift::none(),
    };
    let (old, new) = (whole(&action.find.old), whole(&action.new));
    rewrite(&old, &new, FoundLines::Block(&lines), text)
}

/// How many of the places `sites` of `now` have a name in each style, where `action` renames it in all of them.
pub fn styles_of(action: &Replace, now: &Snapshot, sites: &Sites) -> BTreeMap<NameStyle, usize> {
    let mut styles = BTreeMap::new();
    if action.find.options.language == PatternLanguage::Name
        && let Ok(renaming) = Renaming::of(action)
    {
        for site in sites.iter() {
            if let Some((style, _)) = renaming.of_place(&now.slice(site.span)) {
                *styles.entry(*style).or_default() += 1;
            }
        }
    }
    styles
}

/// The change at `spans`, where the same text comes to all of them as it is: no line ending of either text asks how its
/// place looks. `None` where each place has to be looked at.
fn the_same_everywhere(
    action: &Replace,
    now: &Snapshot,
    spans: &Arc<Vec<Span>>,
) -> Option<ChangeSet> {
    let has_lines = |text: &[u8]| memchr::memchr(b'\n', text).is_some();
    let is_literal = action.find.options == PatternOptions::default();
    if !is_literal || has_lines(&action.find.old) || has_lines(&action.new) {
        return None;
    }
    ChangeSet::everywhere(now.bytes(), Arc::clone(spans), action.new.clone())
}

/// New lines where the first of the old ones stands after the indentation of its place.
struct Fitting<'a> {
    now: &'a Snapshot,
    /// How the file is indented, once that is needed.
    file: OnceCell<Indentation>,
    readings: Readings<'a>,
    /// The last question and its answer: places are mostly alike.
    last: Option<(ReplacedPiece, Fitted)>,
}

/// The blanks before a text that is replaced, the text, and the new one.
type ReplacedPiece = (Bytes, Bytes, Bytes);

/// New lines as they fit a place, none where they fit as they are; else both readings of the lines of the place, where
/// there are two.
type Fitted = Result<Option<Bytes>, Option<Box<LineReadings>>>;

impl<'a> Fitting<'a> {
    /// `None` where a new text is to stay as it is.
    fn of(action: &Replace, now: &'a Snapshot, path: &'a Path) -> Option<Self> {
        (action.indent == Indent::Fitted).then(|| Self {
            now,
            file: OnceCell::new(),
            readings: Readings::new(path, now),
            last: None,
        })
    }

    /// The text `new` as it fits at `span`; `None` for as it is.
    ///
    /// # Errors
    /// Both readings, where nothing tells which is meant.
    fn fitted(&mut self, span: Span, new: &Bytes) -> Fitted {
        let text = self.now.bytes();
        let old = text.slice(span.range());
        let has_lines = |text: &[u8]| memchr::memchr(b'\n', text.trim_ascii_end()).is_some();
        if !has_lines(&old) && !has_lines(new) {
            return Ok(None);
        }
        let start = text::line_start(text, span.start());
        let before = text.slice(start..span.start());
        if before.is_empty() || indent_of(&before).len() < before.len() {
            return Ok(None);
        }
        let place = (before, old, new.clone());
        if let Some((seen, answer)) = &self.last
            && *seen == place
        {
            return answer.clone();
        }
        let answer = self.lines(span, &place);
        self.last = Some((place, answer.clone()));
        answer
    }

    /// The new text at a place, which has the bytes `span`.
    fn lines(&mut self, span: Span, (before, old, new): &ReplacedPiece) -> Fitted {
        let lines =
            |text| -> Vec<&[u8]> { lines_of(text).map(|line: Line| line.content).collect() };
        let old_lines = lines(old);
        let Some((first, after)) = old_lines.split_first() else {
            return Ok(None);
        };
        let request = indent_of(first);
        let there = [before, request].concat();
        let Some(lost) = FirstLine::new(request, &there) else {
            return Ok(None);
        };
        let usual = match lost.cause(first, after, &lines(new)) {
            LostIndentation::FirstLine => Some(Reading::Given),
            LostIndentation::AllLines => Some(Reading::Shifted),
            LostIndentation::Unclear => None,
        };
        let shifted = self.shifted(request, &there, new);
        let (shifted, is_same) = match shifted {
            Ok(shifted) => (shifted.clone(), shifted == *new),
            Err(Unfit) if usual == Some(Reading::Given) => return Ok(None),
            Err(Unfit) => return Err(None),
        };
        if is_same {
            return usual.map(|_| None).ok_or(None);
        }
        let placed = |new: &Bytes| {
            let new =
                PlacedText::new(self.now.bytes()).at(span, &EitherEnding::of(old, new.clone()));
            ChangeSet::over(self.now.bytes(), [(span, new)]).ok()
        };
        let (Some(given), Some(moved)) = (placed(new), placed(&shifted)) else {
            return Err(None);
        };
        let lines = NewLines {
            old,
            new,
            place: span,
            indent: &there,
        };
        let mut reading = self.readings.choose(&given, &moved, usual, &lines);
        if reading == Some(Reading::Shifted) && !is_like_old(after, &shifted) {
            reading = usual;
        }
        match reading {
            Some(Reading::Given) => Ok(None),
            Some(Reading::Shifted) => Ok(Some(shifted)),
            None => Err(Some(Box::new(both_readings(span, new, &shifted, self.now)))),
        }
    }

    /// The text `new` with each line but the first shifted from the indentation `request` to `there`.
    fn shifted(&self, request: &[u8], there: &[u8], new: &[u8]) -> Result<Bytes, Unfit> {
        let text = self.now.bytes();
        let whole = Span::of_len(0, text.len());
        let file = self
            .file
            .get_or_init(|| Indentation::measure(lines_in(text, whole)));
        let shift = Shift::learn(&[(request, there)], *file).ok_or(Unfit)?;
        let mut fitted = Vec::with_capacity(new.len());
        for (number, line) in lines_of(new).enumerate() {
            match number {
                0 => fitted.extend_from_slice(line.content),
                _ => fitted.extend(shifted(line.content, &shift)?),
            }
            fitted.extend_from_slice(&new[line.content_end()..line.end()]);
        }
        Ok(fitted.into())
    }
}

/// Returns true if `shifted` may be what was meant: no literal in it spans lines, and the first line below another stands
/// as deep as the one of the old text, `after` its first line.
fn is_like_old(after: &[&[u8]], shifted: &[u8]) -> bool {
    let lines: Vec<&[u8]> = lines_of(shifted).map(|line| line.content).collect();
    let solid = |line: &&&[u8]| !trim(line).is_empty();
    let new = lines.iter().skip(1).find(solid);
    let is_as_deep = match (after.iter().find(solid), new) {
        (Some(old), Some(new)) => indent_of(old) == indent_of(new),
        _ => true,
    };
    is_as_deep && !spans_lines(&lines)
}

/// The lines of `span` with each reading of the new text in it.
fn both_readings(span: Span, given: &[u8], shifted: &[u8], now: &Snapshot) -> LineReadings {
    let text = now.bytes();
    let start = text::line_start(text, span.start());
    let end = text::line_end(text, span.end().saturating_sub(1));
    let change = |new: &[u8]| LineChange {
        old: text.slice(start..end),
        new: [&text[start..span.start()], new, &text[span.end()..end]]
            .concat()
            .into(),
    };
    LineReadings {
        given: change(given),
        shifted: change(shifted),
    }
}

fn replace_lines<'f>(
    action: &Replace,
    path: &Path,
    now: &Snapshot,
    tier: Tier,
    found: impl Iterator<Item = FoundLines<'f>> + Clone,
) -> Result<Resolution, Reason> {
    let mut edits = Edits::of(now);
    let mut readings = Readings::new(path, now);
    for lines in found.clone() {
        let changed = read_lines(action, lines, now, &mut readings);
        let changed =
            changed.map_err(|Unfit| nearest::not_found(&action.find, now, lines.span()))?;
        for (span, new) in changed {
            edits.replace(span, new);
        }
    }
    Ok(Resolution {
        changes: edits.finish()?,
        sites: sites(now, tier, found.map(|lines| lines.span())).into(),
        hunks: Vec::new(),
    })
}

/// The edits of the lines that were `found`, shifted as the old ones are, or as they were given.
///
/// # Errors
/// [`Unfit`] where neither can be.
fn read_lines(
    action: &Replace,
    found: FoundLines<'_>,
    now: &Snapshot,
    readings: &mut Readings<'_>,
) -> Result<Vec<(Span, Bytes)>, Unfit> {
    let (old, new, text) = (&action.find.old, &action.new, now.bytes());
    let shifted = rewrite(old, new, found, text);
    let FoundLines::Block(block) = found else {
        return shifted;
    };
    if action.indent == Indent::Kept || block.shift.agrees(&Shift::none()) {
        return shifted;
    }
    let as_given = MatchedLines {
        span: block.span,
        shift: Shift::none(),
    };
    let given = rewrite(old, new, FoundLines::Block(&as_given), text)?;
    let changes = |edits: &[(Span, Bytes)]| {
        let edits = edits.iter().cloned();
        ChangeSet::over(text, edits).map_err(|_| Unfit)
    };
    let given_changes = changes(&given)?;
    let Ok(shifted) = shifted else {
        return if readings.parses(&given_changes) {
            Ok(given)
        } else {
            Err(Unfit)
        };
    };
    if given == shifted {
        return Ok(shifted);
    }
    let first = lines_of(&text[block.span.range()]).next();
    let lines = NewLines {
        old,
        new,
        place: block.span,
        indent: first.map_or(b"", |line| indent_of(line.content)),
    };
    let usual = Some(Reading::Shifted);
    match readings.choose(&given_changes, &changes(&shifted)?, usual, &lines) {
        Some(Reading::Given) => Ok(given),
        _ => Ok(shifted),
    }
}

/// The sites at `spans` of `now`, in order.
pub(super) fn sites(now: &Snapshot, tier: Tier, spans: impl Iterator<Item = Span>) -> Vec<Site> {
    let mut cursor = LineCursor::new(now.bytes());
    spans
        .map(|span| Site {
            span,
            lines: cursor.lines_of(span),
            tier,
        })
        .collect()
}

/// A resolution that changes nothing.
pub(super) fn unchanged(now: &Snapshot, sites: Vec<Site>) -> Resolution {
    Resolution {
        changes: ChangeSet::identity(now.bytes().len()),
        sites: sites.into(),
        hunks: Vec::new(),
    }
}

/// The old text is nowhere: already so, or a refusal that says why. That a text is nowhere is no sign that it was
/// taken out: it may be mistyped.
fn absent(
    action: &Replace,
    repeat: Repeat,
    now: &Snapshot,
    window: Span,
) -> Result<Resolution, Reason> {
    let reason = nearest::not_replaced(action, now, window);
    let is_applied = matches!(reason, Reason::AlreadyApplied { .. });
    if repeat == Repeat::Accept && is_applied {
        Ok(unchanged(now, Vec::new()))
    } else {
        Err(reason)
    }
}
