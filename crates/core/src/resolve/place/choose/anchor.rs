//! Anchors: lines that locate a hunk in addition to the lines that it changes. Anchors are:
//! - the other pieces of a hunk with omitted lines (dots)
//! - hunks with only context
//! - headers that name a scope without a line number
//!
//! Every anchor is required. Before hunks are placed, [`restrict_places`] keeps only the places that match their
//! anchors. Afterwards, [`check`] refuses hunks that were placed away from their anchors, in every mode.

use std::ops::Range;

use bytes::Bytes;

use crate::patch::HunkLine;
use crate::refusal::HunkWhy;
use crate::resolve::Decider;
use crate::snapshot::Snapshot;
use crate::text::Span;

use super::fit::{Fit, Side};
use crate::resolve::place::evidence::exact::{self, Places};
use crate::resolve::place::evidence::line::{is_common, trimmed};
use crate::resolve::place::evidence::outline::{Gap, Outline, Passage};
use crate::resolve::place::evidence::scope;
use crate::resolve::place::hunk::pattern::Pattern;
use crate::resolve::place::hunk::read_hunk::Extent;
use crate::resolve::place::weights;

/// Reduces the places of each pattern to those that agree with its anchors, if there are any.
pub fn restrict_places(patterns: &[Pattern], places: &mut [Places], text: &[u8]) {
    for group in groups(patterns) {
        if group.len() > 1 {
            keep_paths(&patterns[group.clone()], &mut places[group], text);
        }
    }
    keep_below_anchors(patterns, places, text);
}

/// Keeps the places of hunks without line numbers that are below the anchors above them and below the header that
/// they name.
fn keep_below_anchors(patterns: &[Pattern], places: &mut [Places], text: &[u8]) {
    // The end of the last anchor.
    let mut after = 0;
    let mut anchor: Option<&Pattern> = None;
    for (pattern, places) in patterns.iter().zip(places) {
        if is_anchor(pattern) {
            anchor = Some(pattern);
            if is_unnumbered(pattern)
                && let Some(at) = places.at.iter().find(|&&at| at >= after)
            {
                after = at + pattern.old().len();
            }
            continue;
        }
        if !is_unnumbered(pattern) {
            continue;
        }
        keep(places, |at| at >= after);
        if let Some(anchor) = anchor {
            let mut outline = Outline::default();
            outline.read(anchor.old());
            let gap = outline.gap(pattern.old(), pattern.has_change());
            keep_one(places, |at| gap.passage(text, after..at) == Passage::Inside);
        }
        if let Some(Header::Found(header)) = Header::find(pattern, text) {
            let core = pattern.core().start;
            keep(places, |at| at + core > header.start());
        }
    }
}

/// Keeps the `allowed` places, if there are any.
fn keep(places: &mut Places, allowed: impl Fn(usize) -> bool) {
    let mut kept = places.at.clone();
    kept.retain(|&at| allowed(at));
    if places.is_complete() && !kept.is_empty() {
        places.restrict(kept, Decider::Scope);
    }
}

/// Keeps the `allowed` place, if there is exactly one.
fn keep_one(places: &mut Places, allowed: impl Fn(usize) -> bool) {
    let mut kept = places.at.iter().copied().filter(|&at| allowed(at));
    if let (Some(only), None) = (kept.next(), kept.next())
        && places.is_complete()
    {
        places.restrict(vec![only], Decider::Scope);
    }
}

/// Refuses each of `fits` that does not agree with its anchors.
pub fn check(patterns: &[Pattern], fits: &mut [Result<Fit, HunkWhy>], now: &Snapshot) {
    refuse_changed_context(patterns, fits);
    for group in groups(patterns) {
        for (number, why) in misplaced_pieces(&group, patterns, fits, now) {
            fits[number] = Err(why);
        }
    }
    refuse_away_from_anchors(patterns, fits, now);
}

/// Refuses pieces, and hunks with dots, if some of their context is missing or changed.
fn refuse_changed_context(patterns: &[Pattern], fits: &mut [Result<Fit, HunkWhy>]) {
    for (pattern, fit) in patterns.iter().zip(fits) {
        if let Ok(found) = fit
            && let Some(drifted) = &found.drifted
            && drifted.context_changed > 0
            && (is_piece(pattern) || has_elision(pattern))
        {
            *fit = Err(HunkWhy::NoMatch(None));
        }
    }
}

/// True if `pattern` has dots for omitted lines. If the line counts of the header include the dots, they are a line
/// of the text.
fn has_elision(pattern: &Pattern) -> bool {
    let mut lines = pattern.hunk().lines.iter();
    !pattern.is_counted() && lines.any(HunkLine::is_elision)
}

type AnchoredSpan<'p> = (&'p Pattern<'p>, Span);

/// Refuses hunks without line numbers that are not below their anchors or the header that they name.
fn refuse_away_from_anchors(
    patterns: &[Pattern],
    fits: &mut [Result<Fit, HunkWhy>],
    now: &Snapshot,
) {
    let mut anchor: Option<AnchoredSpan> = None;
    let mut above: Option<AnchoredSpan> = None;
    for (pattern, fit) in patterns.iter().zip(fits) {
        if !is_unnumbered(pattern) || pattern.extent() != Extent::Whole {
            continue;
        }
        let Ok(found) = fit else {
            continue;
        };
        let span = found.span;
        if let Some(why) = away_from_anchors(pattern, found, anchor, above, now) {
            *fit = Err(why);
        }
        above = Some((pattern, span));
        if is_anchor(pattern) {
            anchor = above;
        }
    }
}

/// The reason to refuse `fit` of `pattern`. The hunk must be below `anchor` and below the header that it names. If
/// the hunk is an anchor itself, it must be below the hunk `above`.
fn away_from_anchors(
    pattern: &Pattern,
    fit: &Fit,
    anchor: Option<AnchoredSpan>,
    above: Option<AnchoredSpan>,
    now: &Snapshot,
) -> Option<HunkWhy> {
    if let Some((anchor, span)) = anchor
        && fit.span.start() < span.end()
    {
        return Some(lost_anchor(first_solid_line(anchor), Some(span), now));
    }
    match Header::find(pattern, now.bytes()) {
        Some(Header::Missing { scope, elsewhere }) => {
            return Some(lost_anchor(scope, elsewhere, now));
        }
        Some(Header::Found(line)) if change_offset(fit, pattern) <= line.start() => {
            let name = Bytes::copy_from_slice(trimmed(&now.bytes()[line.range()]));
            return Some(lost_anchor(name, Some(line), now));
        }
        _ => {}
    }
    if let Some((above, span)) = above
        && is_anchor(pattern)
        && fit.span.end() <= span.start()
    {
        return Some(lost_anchor(first_solid_line(above), Some(span), now));
    }
    None
}

/// The offset of the first change of `fit`.
fn change_offset(fit: &Fit, pattern: &Pattern) -> usize {
    match (&fit.drifted, fit.side) {
        (None, Side::Old) => fit.span.start() + pattern.core().start,
        (Some(drifted), Side::Old) => {
            let first = drifted.edits.first();
            first.map_or(fit.span.end(), |edit| edit.at)
        }
        (_, Side::New) => fit.span.end(),
    }
}

fn lost_anchor(anchor: Bytes, place: Option<Span>, now: &Snapshot) -> HunkWhy {
    HunkWhy::LostAnchor {
        anchor,
        lines: place.map(|span| now.lines_of(span)),
    }
}

/// True if the hunk changes nothing and has no line number. Such a hunk only locates the next one.
fn is_anchor(pattern: &Pattern) -> bool {
    let is_ordered = !pattern.hunk().is_block && is_unnumbered(pattern);
    pattern.old() == pattern.new_side() && (is_ordered || is_piece(pattern))
}

fn is_unnumbered(pattern: &Pattern) -> bool {
    pattern.stated_before().is_none() && !is_piece(pattern)
}

fn is_piece(pattern: &Pattern) -> bool {
    matches!(pattern.extent(), Extent::Elided(_))
}

/// The first line of `pattern` that is not blank, trimmed.
fn first_solid_line(pattern: &Pattern) -> Bytes {
    for line in pattern.hunk().old_side() {
        if !trimmed(line).is_empty() {
            return line.slice_ref(trimmed(line));
        }
    }
    Bytes::new()
}

/// The result of a search for the scopes that a hunk without a line number names.
enum Header {
    /// The line of the innermost scope.
    Found(Span),
    /// `scope` does not follow the scopes before it. `elsewhere` is the first line that has it.
    Missing {
        scope: Bytes,
        elsewhere: Option<Span>,
    },
}

impl Header {
    fn find(pattern: &Pattern, text: &[u8]) -> Option<Self> {
        let scopes = &pattern.hunk().scopes;
        if !is_unnumbered(pattern) || scopes.is_empty() {
            return None;
        }
        Some(match scope::find(scopes, text) {
            Ok(line) => Self::Found(line),
            Err(number) => Self::Missing {
                scope: scopes[number].clone(),
                elsewhere: scope::find(&scopes[number..=number], text).ok(),
            },
        })
    }
}

/// True if `pattern` has enough telling lines to be recognized without the pieces around it.
fn is_telling(pattern: &Pattern) -> bool {
    let old = exact::lines(pattern.old());
    old.filter(|line| !is_common(line)).count() >= weights::LEAST_TELLING_LINES
}

/// The ranges of patterns that are pieces of one hunk with omitted lines.
fn groups(patterns: &[Pattern]) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (number, pattern) in patterns.iter().enumerate() {
        match (pattern.extent(), groups.last_mut()) {
            (Extent::Elided(piece), Some(last)) if piece > 0 && last.end == number => {
                last.end = number + 1;
            }
            (Extent::Elided(_), _) => groups.push(number..number + 1),
            _ => {}
        }
    }
    groups
}

/// Reduces the places of `pieces` to those on a path through all pieces in order, if there is such a path. A piece
/// without changes keeps only the place nearest to the changes.
fn keep_paths(pieces: &[Pattern], places: &mut [Places], text: &[u8]) {
    if !places.iter().all(Places::is_complete) {
        return;
    }
    let mut are_recognized = true;
    for (piece, places) in pieces.iter().zip(&*places) {
        if piece.has_change() {
            are_recognized &= places.count == 1 && is_telling(piece);
        }
    }
    let path = Path {
        pieces,
        text,
        gaps: gaps_above(pieces),
        allowed: widest_passage(are_recognized),
    };
    let mut kept: Vec<Vec<usize>> = places.iter().map(|places| places.at.clone()).collect();
    path.keep_reachable(&mut kept);
    if kept.iter().any(Vec::is_empty) {
        return;
    }
    for (number, piece) in pieces.iter().enumerate() {
        if !piece.has_change() && kept[number].len() > 1 {
            // Above a change, keep the last place. Below the changes, keep the first.
            let is_above = pieces[number..].iter().any(Pattern::has_change);
            let nearest = if is_above { kept[number].len() - 1 } else { 0 };
            kept[number] = vec![kept[number][nearest]];
        }
    }
    for (places, kept) in places.iter_mut().zip(kept) {
        places.restrict(kept, Decider::Scope);
    }
}

/// The pieces of a hunk, and the lines that may be between them in the text.
struct Path<'p> {
    pieces: &'p [Pattern<'p>],
    text: &'p [u8],
    /// For each piece, the gap above it.
    gaps: Vec<Gap<'p>>,
    allowed: Passage,
}

impl Path<'_> {
    /// Removes places of the pieces that no path through all pieces visits. `places` has the places of each piece.
    fn keep_reachable(&self, places: &mut [Vec<usize>]) {
        for number in 1..places.len() {
            let (above, current) = places.split_at_mut(number);
            let above = &above[number - 1];
            // The nearest place above has the shortest gap. If this gap leaves the block, all longer gaps do too.
            current[0].retain(|&to| {
                let last_start = to.saturating_sub(self.len(number - 1));
                let near = above.partition_point(|&from| from <= last_start);
                near > 0 && self.connects(number - 1, above[near - 1], to)
            });
        }
        for number in (0..places.len() - 1).rev() {
            let (current, below) = places.split_at_mut(number + 1);
            let below = &below[0];
            current[number].retain(|&from| {
                let near = below.partition_point(|&to| to < from + self.len(number));
                near < below.len() && self.connects(number, from, below[near])
            });
        }
    }

    fn len(&self, number: usize) -> usize {
        self.pieces[number].old().len()
    }

    /// True if the next piece at `to` can follow piece `number` at `from`.
    fn connects(&self, number: usize, from: usize, to: usize) -> bool {
        let end = from + self.len(number);
        end <= to && self.gaps[number + 1].passage(self.text, end..to) <= self.allowed
    }
}

fn gaps_above<'p>(pieces: &'p [Pattern]) -> Vec<Gap<'p>> {
    let mut outline = Outline::default();
    let mut gaps = Vec::with_capacity(pieces.len());
    for (number, piece) in pieces.iter().enumerate() {
        let has_change = pieces[number..].iter().any(Pattern::has_change);
        gaps.push(outline.gap(piece.old(), has_change));
        outline.read(piece.old());
    }
    gaps
}

/// The widest passage between pieces. The omitted lines may leave a block only if all pieces with changes are
/// `recognized` without the others.
fn widest_passage(recognized: bool) -> Passage {
    if recognized {
        Passage::Crosses
    } else {
        Passage::Inside
    }
}

/// The pieces of `group` that are not placed together with the pieces above them, and the reasons.
fn misplaced_pieces(
    group: &Range<usize>,
    patterns: &[Pattern],
    fits: &[Result<Fit, HunkWhy>],
    now: &Snapshot,
) -> Vec<(usize, HunkWhy)> {
    let mut are_recognized = true;
    let mut last_change = None;
    for number in group.clone() {
        if patterns[number].has_change() {
            last_change = Some(number);
            are_recognized &= fits[number]
                .as_ref()
                .is_ok_and(|fit| fit.decided_by.is_none())
                && is_telling(&patterns[number]);
        }
    }
    let allowed = widest_passage(are_recognized);
    let text = now.bytes();
    let mut misplaced = Vec::new();
    let mut outline = Outline::default();
    let mut above: Option<(usize, &Fit)> = None;
    for number in group.clone() {
        // A piece without a place already has a reason.
        let Ok(fit) = &fits[number] else {
            above = None;
            continue;
        };
        let piece = &text[fit.span.range()];
        if let Some((other, other_fit)) = above {
            let gap = outline.gap(piece, last_change >= Some(number));
            let between = other_fit.span.end()..fit.span.start();
            // The spans of two pieces may overlap.
            let is_in_order = other_fit.span.start() <= fit.span.start();
            if !is_in_order || gap.passage(text, between) > allowed {
                let anchor = first_solid_line(&patterns[other]);
                let why = lost_anchor(anchor, Some(other_fit.span), now);
                misplaced.push((number, why));
            }
        }
        outline.read(piece);
        above = Some((number, fit));
    }
    misplaced
}
