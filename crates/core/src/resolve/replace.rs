//! `replace`: replaces text that is found by its content.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;

use super::cursor::LineCursor;
use super::edits::Edits;
use super::ending::{EitherEnding, PlacedText, refuse_line_feeds};
use super::fitting::Fitting;
use super::locate::{
    self, Expression, Located, MatchedLines, Relaid, Renaming, Search, Shift, Template, contents,
    indent_of, lines_of, locate,
};
use super::nearest::{self, Explain};
use super::reading::{NewLines, Reading, Readings};
use super::relaid::rewrite_tokens;
use super::rewrite::{FoundLines, Unfit, rewrite};
use super::shifted_strings::refuse_shifted_strings;
use super::{ExactPlaces, FileText, Resolution, Resolved, Site, Sites, Tier};
use crate::change::ChangeSet;
use crate::refusal::{LineReadings, Reason};
use crate::request::{
    Find, Fix, Indent, Match, PatternLanguage, PatternOptions, Pick, Repeat, Replace,
};
use crate::snapshot::Snapshot;
use crate::text::{self, EndingCensus, NameStyle, Span};

/// Replaces the matches of `action.find` in `now`, the file at `path`, that `action.pick` selects.
///
/// `window` is the scope of the search in bytes of `now`. `action.find.scope` is ignored, because its line numbers
/// refer to the original file.
///
/// With `Repeat::Accept`, a match of the old text inside the new text (`a` inside `a b`) counts as already applied
/// and does not change.
///
/// # Errors
/// `BadRequest` for an empty old text or one that equals the new text; `Ambiguous`, `CountMismatch`, `SiteGone`,
/// `NotFound`, `AlreadyApplied`.
pub fn replace(
    action: &Replace,
    repeat: Repeat,
    path: &Path,
    now: &Snapshot,
    window: Span,
) -> Resolved {
    let file = FileText::new(path, now);
    replace_with(action, repeat, file, window, Explain::Evidence)
}

/// Like [`replace`], but a refusal explains only what `explain` asks for.
///
/// # Errors
/// See [`replace`].
pub fn replace_with(
    action: &Replace,
    repeat: Repeat,
    file: FileText<'_>,
    window: Span,
    explain: Explain,
) -> Resolved {
    let now = file.now;
    let action = &action.clone().checked()?;
    if repeat == Repeat::Accept && is_applied(action, now, window) {
        return Ok(unchanged(now, Vec::new()));
    }
    let replacement = Replacement::new(action, repeat, file, window);
    let mut found = replacement.resolve()?;
    if found.is_none() && action.pick == Pick::Exactly(0) {
        return Ok(unchanged(now, Vec::new()));
    }
    if found.is_none()
        && action.fix == Fix::Escapes
        && let Some(repaired) = nearest::repaired(action, &replacement.search)
    {
        found = Replacement::new(&repaired, repeat, file, window).resolve()?;
    }
    let Some(resolution) = found else {
        return replacement.resolve_missing(explain);
    };
    refuse_line_feeds(&resolution.changes, now)?;
    Ok(resolution)
}

/// True if `action` matches nowhere in the bytes `window` of `file`, so that an optional file can be skipped. Returns
/// false for a search that may repair the text, and for one that is invalid or fails otherwise.
pub fn matches_nowhere(action: &Replace, file: FileText<'_>, window: Span) -> bool {
    if action.fix == Fix::Escapes || action.pick == Pick::Exactly(0) {
        return false;
    }
    let Ok(action) = action.clone().checked() else {
        return false;
    };
    let search = Search::new(&action.find, file.now, window).in_file(Some(file.path));
    matches!(locate(&search, action.pick), Ok(None))
}

/// The number of matches of `find` in `now`, in the first tier with a match.
pub fn count_sites(find: &Find, now: &Snapshot) -> usize {
    match locate(&Search::new(find, now, now.span()), Pick::Only) {
        Ok(found) => usize::from(found.is_some()),
        Err(Reason::Ambiguous { count, .. }) => count,
        Err(_) => 0,
    }
}

/// A replacement in one file.
struct Replacement<'r> {
    action: &'r Replace,
    repeat: Repeat,
    file: FileText<'r>,
    search: Search<'r>,
}

impl<'r> Replacement<'r> {
    fn new(action: &'r Replace, repeat: Repeat, file: FileText<'r>, window: Span) -> Self {
        Self {
            action,
            repeat,
            file,
            search: Search::new(&action.find, file.now, window).in_file(Some(file.path)),
        }
    }

    /// Replaces the matches. `None` if there are none.
    fn resolve(&self) -> Result<Option<Resolution>, Reason> {
        match locate(&self.search, self.action.pick)? {
            Some(Located::Exact(mut spans)) => {
                if self.repeat == Repeat::Accept && self.action.pick == Pick::All {
                    let text = self.file.bytes();
                    spans.retain(|span| !is_inside_new_text(self.action, text, *span));
                }
                self.replace_spans(spans).map(Some)
            }
            Some(Located::Blocks(tier, blocks)) => {
                let blocks = self.without_applied(tier, blocks)?;
                let found = blocks.iter().map(FoundLines::Block);
                self.replace_lines(tier, found).map(Some)
            }
            Some(Located::Relaid(relaid)) => self.replace_tokens(&relaid).map(Some),
            Some(Located::Alike(alike)) => {
                let found = std::iter::once(FoundLines::Alike(&alike));
                self.replace_lines(Tier::Fuzzy(alike.similarity), found)
                    .map(Some)
            }
            None => Ok(None),
        }
    }

    /// Removes the `blocks` that are part of the new text with the same shift.
    ///
    /// # Errors
    /// `AlreadyApplied` if there are such blocks, unless the request accepts them.
    fn without_applied(
        &self,
        tier: Tier,
        blocks: Vec<MatchedLines>,
    ) -> Result<Vec<MatchedLines>, Reason> {
        let text = self.file.bytes();
        let new_places = locate::blocks(tier, &self.action.new, text, self.search.window);
        let (mut applied, mut unapplied) = (Vec::new(), Vec::new());
        for block in blocks {
            if new_places.iter().any(|new| is_part_of(&block, new)) {
                applied.push(self.file.now.lines_of(block.span));
            } else {
                unapplied.push(block);
            }
        }
        if !applied.is_empty() && self.repeat == Repeat::Refuse {
            return Err(Reason::already_applied(applied));
        }
        Ok(unapplied)
    }

    /// Replaces the text at `spans`, literally or with a regular expression whose groups the new text can use.
    fn replace_spans(&self, spans: Vec<Span>) -> Resolved {
        let (action, now) = (self.action, self.file.now);
        let spans: Arc<Vec<Span>> = Arc::new(spans);
        if let Some(changes) = self.same_everywhere(&spans) {
            let places = ExactPlaces::new(now.clone(), spans);
            return Ok(Resolution::new(changes, Sites::Exact(places)));
        }
        let text = now.bytes();
        let new_texts = NewTexts::new(action)?;
        let is_literal = action.find.options == PatternOptions::default();
        let literal = EitherEnding::new(&action.find.old, action.new.clone());
        let mut fitting = Fitting::new(action, self.file);
        let mut placed = PlacedText::new(text);
        let mut edits = Edits::new(now);
        let mut sites = sites(now, Tier::Exact, spans.iter().copied());
        for (&span, site) in spans.iter().zip(&mut sites) {
            let old = &text[span.range()];
            let new = new_texts.at(text, span)?;
            let mut fitted = None;
            if let Some(fitting) = &mut fitting {
                fitted = fitting
                    .fit(span, &new)
                    .map_err(|unfitted| indentation_unknown(site, unfitted.readings))?;
            }
            if let Some(fitted) = fitted {
                site.tier = Tier::Indent;
                let fitted = placed.at(span, &EitherEnding::new(old, fitted));
                if places_around(text, span, old, &fitted).next().is_none() {
                    edits.replace(span, fitted);
                } else if self.repeat == Repeat::Refuse {
                    return Err(Reason::already_applied(vec![site.lines]));
                }
            } else if old == &action.find.old[..] && new == action.new {
                edits.replace(span, placed.at(span, &literal));
            } else if is_literal && EndingCensus::count(old).is_mixed() {
                let rewritten = rewrite_lines_around(span, action, text)
                    .map_err(|Unfit| indentation_unknown(site, None))?;
                for (span, new) in rewritten {
                    edits.replace(span, new);
                }
            } else {
                edits.replace(span, placed.at(span, &EitherEnding::new(old, new)));
            }
        }
        Ok(Resolution::new(edits.finish()?, sites))
    }

    /// The changes if the replacement is the same at all `spans`, because neither text contains a newline. `None` if each
    /// match needs an individual replacement.
    fn same_everywhere(&self, spans: &Arc<Vec<Span>>) -> Option<ChangeSet> {
        let action = self.action;
        let is_literal = action.find.options == PatternOptions::default();
        if !is_literal || has_newline(&action.find.old) || has_newline(&action.new) {
            return None;
        }
        ChangeSet::everywhere(self.file.bytes(), Arc::clone(spans), action.new.clone())
    }

    fn replace_lines<'f>(
        &self,
        tier: Tier,
        found: impl Iterator<Item = FoundLines<'f>> + Clone,
    ) -> Resolved {
        let (action, now) = (self.action, self.file.now);
        let mut edits = Edits::new(now);
        let mut readings = Readings::new(self.file);
        for lines in found.clone() {
            let changed =
                read_lines(action, lines, now, &mut readings).map_err(|Unfit| self.unfit(lines))?;
            for (span, new) in changed {
                edits.replace(span, new);
            }
        }
        let changes = edits.finish()?;
        let is_shifted = found
            .clone()
            .any(|lines| !lines.shift().has_same_rule(&Shift::none()));
        let spans = found.map(|lines| lines.span());
        if is_shifted {
            let new = contents(&action.new);
            refuse_shifted_strings(&changes, self.file, &new, spans.clone())?;
        }
        Ok(Resolution::new(changes, sites(now, tier, spans)))
    }

    /// The refusal of new lines that do not fit into `found`.
    fn unfit(&self, found: FoundLines<'_>) -> Reason {
        let now = self.file.now;
        match found {
            FoundLines::Block(block) => Reason::Indentation {
                lines: now.lines_of(block.span),
                readings: None,
            },
            FoundLines::Alike(_) => {
                nearest::not_found(&Search::new(&self.action.find, now, found.span()))
            }
        }
    }

    /// Replaces the matches of `relaid`, whose tokens equal the tokens of the old text.
    ///
    /// # Errors
    /// `AlreadyApplied` if a match is inside the new text, `NotFound` if the new text does not fit into the layout of the
    /// file.
    fn replace_tokens(&self, relaid: &Relaid) -> Resolved {
        let (action, now) = (self.action, self.file.now);
        let text = now.bytes();
        if let Some(place) = relaid.place_inside(&action.new, text) {
            return Err(Reason::already_applied(vec![now.lines_of(place)]));
        }
        let changed = rewrite_tokens(&action.find.old, &action.new, relaid, text)
            .map_err(|Unfit| nearest::not_found(&self.search))?;
        let mut edits = Edits::new(now);
        for (span, new) in changed {
            edits.replace(span, new);
        }
        let spans = relaid.places.iter().map(|place| place.span);
        Ok(Resolution::new(
            edits.finish()?,
            sites(now, Tier::Layout, spans),
        ))
    }

    /// Refuses the action, whose old text does not occur, unless the request accepts that it is already applied. A
    /// missing text alone does not show that, because it may be mistyped.
    fn resolve_missing(&self, explain: Explain) -> Resolved {
        match nearest::not_replaced(self.action, &self.search, explain) {
            Reason::AlreadyApplied { .. } if self.repeat == Repeat::Accept => {
                Ok(unchanged(self.file.now, Vec::new()))
            }
            reason => Err(reason),
        }
    }
}

fn is_part_of(block: &MatchedLines, whole: &MatchedLines) -> bool {
    whole.shift.has_same_rule(&block.shift)
        && whole.span.contains(block.span)
        && whole.span != block.span
}

/// True if the new text is in the bytes `window` of `now`, and the old text occurs only inside the new text.
fn is_applied(action: &Replace, now: &Snapshot, window: Span) -> bool {
    let exact = Find {
        matching: Match::Exact,
        ..action.find.clone()
    };
    let Ok(Some(located)) = locate(&Search::new(&exact, now, window), Pick::All) else {
        return false;
    };
    let text = now.bytes();
    let mut places = located.spans().into_iter();
    places.all(|place| is_inside_new_text(action, text, place))
}

/// True if the old text at `place` is part of an occurrence of the new text. An occurrence that continues a longer word
/// counts only if the old text continues it at the same end.
pub fn is_inside_new_text(action: &Replace, text: &[u8], place: Span) -> bool {
    if action.find.options != PatternOptions::default() {
        return false;
    }
    let old = &text[place.range()];
    let new = PlacedText::new(text).at(place, &EitherEnding::new(old, action.new.clone()));
    places_around(text, place, old, &new).any(|start| {
        let whole = Span::of_len(start, new.len());
        text::has_word_boundaries(text, whole)
            || whole.start() == place.start() && text::is_inside_word(text, place.start())
            || whole.end() == place.end() && text::is_inside_word(text, place.end())
    })
}

/// The starts of the occurrences of `new` in `text` that contain `old` at `place`.
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

fn indentation_unknown(site: &Site, readings: Option<Box<LineReadings>>) -> Reason {
    Reason::Indentation {
        lines: site.lines,
        readings,
    }
}

/// The new text of each match.
enum NewTexts {
    Same(Bytes),
    /// The groups of each match fill the template.
    Filled(Expression, Template),
    /// Each name is replaced in its style, other text by `new`.
    Renamed(Renaming, Bytes),
}

impl NewTexts {
    fn new(action: &Replace) -> Result<Self, Reason> {
        let options = action.find.options;
        if options.is_expression() {
            let (expression, new) = (Expression::new(&action.find)?, Template::parse(action)?);
            expression.check_groups(&new)?;
            return Ok(Self::Filled(expression, new));
        }
        if options.language == PatternLanguage::Name {
            return Ok(Self::Renamed(Renaming::new(action)?, action.new.clone()));
        }
        Ok(Self::Same(action.new.clone()))
    }

    /// The new text of the match at `span` in `text`.
    fn at(&self, text: &[u8], span: Span) -> Result<Bytes, Reason> {
        match self {
            Self::Same(new) => Ok(new.clone()),
            Self::Filled(expression, new) => expression.expand(new, text, span),
            Self::Renamed(renaming, new) => match renaming.at_place(&text[span.range()]) {
                Some((_, renamed)) => Ok(renamed.clone()),
                None => Ok(new.clone()),
            },
        }
    }
}

/// Replaces the text at `span` in a text with mixed line endings, so that unchanged lines keep their endings.
///
/// # Errors
/// The errors of [`rewrite`].
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
    let (before, after) = (&text[start..span.start()], &text[span.end()..end]);
    let lines = MatchedLines {
        span: Span::of_len(start, end - start),
        shift: Shift::none(),
    };
    let old = [before, &action.find.old, after].concat();
    let new = [before, &action.new, after].concat();
    rewrite(&old, &new, FoundLines::Block(&lines), text)
}

/// The number of `sites` per name style, if `action` renames a name in all styles.
pub fn styles_of(action: &Replace, now: &Snapshot, sites: &Sites) -> BTreeMap<NameStyle, usize> {
    let mut styles = BTreeMap::new();
    if action.find.options.language == PatternLanguage::Name
        && let Ok(renaming) = Renaming::new(action)
    {
        for site in sites.iter() {
            if let Some((style, _)) = renaming.at_place(&now.slice(site.span)) {
                *styles.entry(*style).or_default() += 1;
            }
        }
    }
    styles
}

fn has_newline(text: &[u8]) -> bool {
    memchr::memchr(b'\n', text).is_some()
}

/// The edits of the lines `found`, with new lines shifted like the old lines or used as given.
///
/// # Errors
/// [`Unfit`] if neither is possible.
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
    if block.shift.has_same_rule(&Shift::none()) {
        return shifted;
    }
    let as_given = MatchedLines {
        span: block.span,
        shift: Shift::none(),
    };
    let given = rewrite(old, new, FoundLines::Block(&as_given), text)?;
    if action.indent == Indent::Kept {
        return Ok(given);
    }
    let given_changes = changes(text, &given)?;
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
    match readings.choose(&given_changes, &changes(text, &shifted)?, usual, &lines) {
        Some(Reading::Given) => Ok(given),
        Some(Reading::Shifted) => Ok(shifted),
        None => Err(Unfit),
    }
}

fn changes(text: &Bytes, edits: &[(Span, Bytes)]) -> Result<ChangeSet, Unfit> {
    ChangeSet::over(text, edits.iter().cloned()).map_err(|_| Unfit)
}

/// The sites at `spans` of `now`, in order.
pub(super) fn sites(now: &Snapshot, tier: Tier, spans: impl Iterator<Item = Span>) -> Vec<Site> {
    let mut cursor = LineCursor::new(now.bytes());
    let mut sites = Vec::new();
    for span in spans {
        sites.push(Site {
            span,
            lines: cursor.lines_of(span),
            tier,
        });
    }
    sites
}

/// A resolution that replaces the bytes `span` with `new`. `place` is the site.
pub(super) fn replaced(now: &Snapshot, span: Span, new: Bytes, place: Span) -> Resolved {
    Resolution::replacing(now, span, new, Site::exact(now, place))
}

pub(super) fn unchanged(now: &Snapshot, sites: Vec<Site>) -> Resolution {
    Resolution::new(ChangeSet::identity(now.bytes().len()), sites)
}
