//! `replace`: text found by itself becomes another text.

use super::cursor::LineCursor;
use super::edits::Edits;
use super::ending::{EitherEnding, PlacedText};
use super::locate::{Located, Pattern, locate};
use super::nearest;
use super::rewrite::{Lines, Unfit, rewrite};
use super::{Resolution, Site, Tier};
use crate::change::ChangeSet;
use crate::refusal::Reason;
use crate::request::{Find, Fix, Pick, Reading, Repeat, Replace, Syntax};
use crate::snapshot::Snapshot;
use crate::text::Span;

/// Replaces the places of `action.find` in the bytes `window` of `now` that `action.pick` asks for.
///
/// `window` is the scope of the search in bytes of `now`; `action.find.scope`, whose line numbers mean the
/// original file, is not read.
///
/// With `--idempotent` a place of the old text that lies inside the new one (`a` where `a b` stands) is
/// done already and left alone.
///
/// # Errors
/// `BadRequest` for an empty old text or one that equals the new; `Ambiguous`, `CountMismatch`,
/// `SiteGone`, `NotFound`, `AlreadyApplied`.
pub fn replace(action: &Replace, now: &Snapshot, window: Span) -> Result<Resolution, Reason> {
    let action = action.clone().checked()?;
    if action.repeat == Repeat::Accept && stands_already(&action, now, window) {
        return Ok(unchanged(now, Vec::new()));
    }
    if let Some(resolution) = replace_found(&action, now, window)? {
        return Ok(resolution);
    }
    if action.pick == Pick::Exactly(0) {
        return Ok(unchanged(now, Vec::new()));
    }
    if action.fix == Fix::Escapes
        && let Some(repaired) = nearest::repaired(&action, now, window)
        && let Some(resolution) = replace_found(&repaired, now, window)?
    {
        return Ok(resolution);
    }
    absent(&action, now, window)
}

/// How many places of `find` there are in `now`, at the first tier that has any.
pub fn places(find: &Find, now: &Snapshot) -> usize {
    let whole = Span::of_len(0, now.bytes().len());
    match locate(find, Pick::Only, now, whole) {
        Ok(found) => usize::from(found.is_some()),
        Err(Reason::Ambiguous { count, .. }) => count,
        Err(_) => 0,
    }
}

/// The replacement of what is found; `None` when nothing is.
fn replace_found(
    action: &Replace,
    now: &Snapshot,
    window: Span,
) -> Result<Option<Resolution>, Reason> {
    match locate(&action.find, action.pick, now, window)? {
        Some(Located::Exact(spans)) if action.find.reading.syntax == Syntax::Regex => {
            expand_spans(action, now, &spans).map(Some)
        }
        Some(Located::Exact(spans)) => replace_spans(action, now, &spans).map(Some),
        Some(Located::Blocks(tier, blocks)) => {
            let found = blocks.iter().map(Lines::Block);
            replace_lines(action, now, tier, found).map(Some)
        }
        Some(Located::Alike(alike)) => {
            let found = std::iter::once(Lines::Alike(&alike));
            replace_lines(action, now, Tier::Fuzzy(alike.similarity), found).map(Some)
        }
        None => Ok(None),
    }
}

/// Whether the new text stands in the bytes `window` of `now` and the old one nowhere but inside it.
fn stands_already(action: &Replace, now: &Snapshot, window: Span) -> bool {
    let (old, new, text) = (&action.find.old, &action.new, now.bytes());
    if action.find.reading != Reading::default() {
        return false;
    }
    let insides: Vec<usize> = memchr::memmem::find_iter(new, old).collect();
    let mut places = memchr::memmem::find_iter(&text[window.range()], &old[..]).peekable();
    places.peek().is_some()
        && places.all(|at| {
            insides.iter().any(|inside| {
                let start = (window.start() + at).checked_sub(*inside);
                start.is_some_and(|start| text[start..].starts_with(new))
            })
        })
}

fn replace_spans(action: &Replace, now: &Snapshot, spans: &[Span]) -> Result<Resolution, Reason> {
    let mut edits = Edits::of(now);
    let mut placed = PlacedText::new(now.bytes());
    let new = EitherEnding::of(&action.find.old, action.new.clone());
    for &span in spans {
        edits.replace(span, placed.at(span, &new));
    }
    Ok(Resolution {
        changes: edits.finish()?,
        sites: sites(now, Tier::Exact, spans.iter().copied()),
        hunks: Vec::new(),
    })
}

/// Replaces matches of a regular expression: the new text may name its groups.
fn expand_spans(action: &Replace, now: &Snapshot, spans: &[Span]) -> Result<Resolution, Reason> {
    let pattern = Pattern::of(&action.find)?;
    pattern.check_groups(&action.new)?;
    let mut edits = Edits::of(now);
    let mut placed = PlacedText::new(now.bytes());
    for &span in spans {
        let new = pattern.expand(&action.new, now.bytes(), span.start());
        let new = EitherEnding::of(&now.bytes()[span.range()], new);
        edits.replace(span, placed.at(span, &new));
    }
    Ok(Resolution {
        changes: edits.finish()?,
        sites: sites(now, Tier::Exact, spans.iter().copied()),
        hunks: Vec::new(),
    })
}

fn replace_lines<'f>(
    action: &Replace,
    now: &Snapshot,
    tier: Tier,
    found: impl Iterator<Item = Lines<'f>> + Clone,
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
        sites: sites(now, tier, found.map(|lines| lines.span())),
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
        sites,
        hunks: Vec::new(),
    }
}

/// The old text is nowhere: already so, or a refusal that says why. A text that is to go is gone where nothing
/// resembles it.
fn absent(action: &Replace, now: &Snapshot, window: Span) -> Result<Resolution, Reason> {
    let reason = nearest::not_replaced(action, now, window);
    let is_done = match &reason {
        Reason::AlreadyApplied { .. } => true,
        Reason::NotFound { why: Some(why), .. } => action.new.is_empty() && !why.is_near(),
        _ => false,
    };
    match action.repeat == Repeat::Accept && is_done {
        true => Ok(unchanged(now, Vec::new())),
        false => Err(reason),
    }
}
