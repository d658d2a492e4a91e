//! `replace`: text found by itself becomes another text.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;

use super::cursor::LineCursor;
use super::edits::Edits;
use super::ending::{EitherEnding, PlacedText, refuse_line_feeds};
use super::indentation::{FirstLine, Meant};
use super::locate::{
    self, Indentation, Line, Located, MatchedLines, Pattern, Renaming, Shift, Template, indent_of,
    lines_in, lines_of, locate,
};
use super::nearest;
use super::rewrite::{FoundLines, Unfit, rewrite, shifted};
use super::{ExactPlaces, Resolution, Site, Sites, Tier};
use crate::change::ChangeSet;
use crate::refusal::Reason;
use crate::request::{Find, Fix, Indent, PatternLanguage, PatternOptions, Pick, Repeat, Replace};
use crate::snapshot::Snapshot;
use crate::text::{self, NameStyle, Span};

/// Replaces the places of `action.find` in the bytes `window` of `now` that `action.pick` asks for.
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
    now: &Snapshot,
    window: Span,
) -> Result<Resolution, Reason> {
    let action = action.clone().checked()?;
    if repeat == Repeat::Accept && stands_already(&action, now, window) {
        return Ok(unchanged(now, Vec::new()));
    }
    if let Some(resolution) = replace_found(&action, repeat, now, window)? {
        refuse_line_feeds(&resolution.changes, now)?;
        return Ok(resolution);
    }
    if action.pick == Pick::Exactly(0) {
        return Ok(unchanged(now, Vec::new()));
    }
    if action.fix == Fix::Escapes
        && let Some(repaired) = nearest::repaired(&action, now, window)
        && let Some(resolution) = replace_found(&repaired, repeat, now, window)?
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
    now: &Snapshot,
    window: Span,
) -> Result<Option<Resolution>, Reason> {
    match locate(&action.find, action.pick, now, window)? {
        Some(Located::Exact(mut spans)) => {
            if repeat == Repeat::Accept && action.pick == Pick::All {
                let text = now.bytes();
                spans.retain(|span| !stands_whole(action, text, *span));
            }
            replace_spans(action, repeat, now, spans).map(Some)
        }
        Some(Located::Blocks(tier, blocks)) => {
            let open = without_applied(action, repeat, now, window, (tier, blocks))?;
            let found = open.iter().map(FoundLines::Block);
            replace_lines(action, now, tier, found).map(Some)
        }
        Some(Located::Alike(alike)) => {
            let found = std::iter::once(FoundLines::Alike(&alike));
            replace_lines(action, now, Tier::Fuzzy(alike.similarity), found).map(Some)
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
    let (old, text) = (&action.find.old, now.bytes());
    let places = memchr::memmem::find_iter(&text[window.range()], &old[..]);
    let mut places = places
        .map(|at| Span::of_len(window.start() + at, old.len()))
        .peekable();
    places.peek().is_some() && places.all(|place| stands_whole(action, text, place))
}

/// True if the old text, which stands at `place` in `text`, is a part of the new one there, and that is no part of a
/// longer word.
pub fn stands_whole(action: &Replace, text: &[u8], place: Span) -> bool {
    let (old, new) = (&action.find.old, &action.new);
    if action.find.options != PatternOptions::default() {
        return false;
    }
    places_around(text, place, old, new)
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
    let mut fitting = Fitting::of(action, now);
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
            Some(Err(Unfit)) => return Err(Reason::Indentation { lines: site.lines }),
            Some(Ok(fitted)) => fitted,
            None => None,
        };
        if let Some(fitted) = fitted {
            site.tier = Tier::Indent;
            if !holds(text, span, old, &fitted) {
                edits.replace(span, placed.at(span, &EitherEnding::of(old, fitted)));
            } else if repeat == Repeat::Refuse {
                let lines = vec![site.lines];
                return Err(Reason::AlreadyApplied { lines, entry: None });
            }
            continue;
        }
        match expanded {
            Some(new) => edits.replace(span, placed.at(span, &EitherEnding::of(old, new))),
            None => edits.replace(span, placed.at(span, &literal)),
        }
    }
    Ok(Resolution {
        changes: edits.finish()?,
        sites: sites.into(),
        hunks: Vec::new(),
    })
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
    /// The last question and its answer: places are mostly alike.
    last: Option<(ReplacedPiece, Fitted)>,
}

/// The blanks before a text that is replaced, the text, and the new one.
type ReplacedPiece = (Bytes, Bytes, Bytes);

/// New lines as they fit a place; none where they fit as they are.
type Fitted = Result<Option<Bytes>, Unfit>;

impl<'a> Fitting<'a> {
    /// `None` where a new text is to stay as it is.
    fn of(action: &Replace, now: &'a Snapshot) -> Option<Self> {
        (action.indent == Indent::Fitted).then(|| Self {
            now,
            file: OnceCell::new(),
            last: None,
        })
    }

    /// The text `new` as it fits at `span`; `None` for as it is.
    ///
    /// # Errors
    /// [`Unfit`] where the new lines contradict each other.
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
        let answer = self.lines(&place);
        self.last = Some((place, answer.clone()));
        answer
    }

    /// The new text at a place.
    fn lines(&self, (before, old, new): &ReplacedPiece) -> Fitted {
        let lines =
            |text| -> Vec<&[u8]> { lines_of(text).map(|line: Line| line.content).collect() };
        let old = lines(old);
        let Some((first, after)) = old.split_first() else {
            return Ok(None);
        };
        let request = indent_of(first);
        let there = [before, request].concat();
        let Some(lost) = FirstLine::of(request, &there) else {
            return Ok(None);
        };
        match lost.meant(first, after, &lines(new)) {
            Meant::FirstLost => Ok(None),
            Meant::Unclear => Err(Unfit),
            Meant::AllLost => self.shifted(request, &there, new).map(Some),
        }
    }

    /// The text `new` with each line but the first shifted from the indentation `request` to `there`.
    fn shifted(&self, request: &[u8], there: &[u8], new: &[u8]) -> Result<Bytes, Unfit> {
        let text = self.now.bytes();
        let whole = Span::of_len(0, text.len());
        let file = self
            .file
            .get_or_init(|| Indentation::of(lines_in(text, whole)));
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

fn replace_lines<'f>(
    action: &Replace,
    now: &Snapshot,
    tier: Tier,
    found: impl Iterator<Item = FoundLines<'f>> + Clone,
) -> Result<Resolution, Reason> {
    let mut edits = Edits::of(now);
    let (old, new) = (&action.find.old, &action.new);
    for lines in found.clone() {
        if rewrite(old, new, lines, now.bytes(), &mut edits) == Err(Unfit) {
            return Err(nearest::not_found(&action.find, now, lines.span()));
        }
    }
    Ok(Resolution {
        changes: edits.finish()?,
        sites: sites(now, tier, found.map(|lines| lines.span())).into(),
        hunks: Vec::new(),
    })
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
