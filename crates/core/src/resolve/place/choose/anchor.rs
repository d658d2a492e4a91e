//! Lines by which a hunk says where it belongs, beside those it changes: the other pieces of a hunk whose
//! lines were left out with dots, hunks of context only, and headers that name a scope without a line number.
//!
//! Every anchor is required. Before hunks are placed, [`bind`] leaves only the places that go with their
//! anchors; afterwards [`check`] refuses what was placed apart from them, in whatever mode.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use bytes::Bytes;

use crate::patch::{HunkLine, LineKind};
use crate::refusal::HunkWhy;
use crate::resolve::{Decider, Tier};
use crate::snapshot::Snapshot;
use crate::text::{LineEnding, Span};

use super::fit::{Drifted, Fit, Layout, Sequence, Side};
use crate::resolve::place::evidence::exact::{self, Places};
use crate::resolve::place::evidence::line::{is_common, trimmed};
use crate::resolve::place::evidence::outline::{Outline, Passage};
use crate::resolve::place::evidence::scope;
use crate::resolve::place::hunk::pattern::Pattern;
use crate::resolve::place::hunk::read_hunk::Extent;

/// Telling lines of a piece from which on it is known without the pieces around it: those of a usual context.
const KNOWN: usize = 3;

/// Whether anchors may differ in blanks from the lines of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closeness {
    /// Byte for byte.
    Exact,
    /// Other blanks at their ends.
    Loose,
}

/// Leaves of the places in `text` of each of `patterns` those that go with its anchors, if there are any. Gives
/// for each pattern of several places what left it only one.
pub fn bind(patterns: &[Pattern], places: &mut [Places], text: &[u8]) -> Vec<Option<Decider>> {
    let several: Vec<bool> = places.iter().map(|places| places.count > 1).collect();
    for group in groups(patterns) {
        if group.len() > 1 {
            thread(&patterns[group.clone()], &mut places[group], text);
        }
    }
    let mut after = 0;
    for number in 0..patterns.len() {
        let pattern = &patterns[number];
        if !is_unnumbered(pattern) {
            continue;
        }
        let known = &places[number];
        if is_anchor(pattern) {
            let first = known.at.iter().find(|&&at| at >= after);
            after = first.map_or(after, |at| at + pattern.old().len());
            continue;
        }
        let anchor = patterns[..number].iter().rev().find(|one| is_anchor(one));
        keep(&mut places[number], |at| at >= after);
        if let Some(anchor) = anchor {
            let mut outline = Outline::default();
            outline.read(anchor.old());
            let gap = outline.gap(pattern.old(), pattern.has_change());
            keep_one(&mut places[number], |at| {
                gap.passage(text, after..at) == Passage::Inside
            });
        }
        let core = pattern.core().start;
        if let Some(Header::At(header)) = header(pattern, text) {
            keep(&mut places[number], |at| at + core > header.start);
        }
    }
    let is_decided =
        |places: &[Places], number: usize| several[number] && places[number].count == 1;
    let mut deciders: Vec<Option<Decider>> = (0..patterns.len())
        .map(|number| is_decided(places, number).then_some(Decider::Scope))
        .collect();
    deal(patterns, places, text);
    for (number, decider) in deciders.iter_mut().enumerate() {
        if is_decided(places, number) {
            decider.get_or_insert(Decider::Neighbours);
        }
    }
    deciders
}

/// N hunks that say the same without a line number, for N places: each gets its own.
fn deal(patterns: &[Pattern], places: &mut [Places], text: &[u8]) {
    let mut same: HashMap<(&Bytes, &Bytes), Vec<usize>> = HashMap::new();
    for (number, pattern) in patterns.iter().enumerate() {
        let is_plain = is_unnumbered(pattern) && pattern.has_change() && places[number].count > 1;
        if is_plain && pattern.extent() == Extent::Whole {
            let sides = (pattern.old(), pattern.new_side());
            same.entry(sides).or_default().push(number);
        }
    }
    for numbers in same.into_values() {
        let first = &places[numbers[0]];
        let is_even = first.count == numbers.len();
        if !is_even || numbers.iter().any(|&number| places[number] != *first) {
            continue;
        }
        let dealt = match first.at.len() == first.count {
            true => first.at.clone(),
            // What restricts them was not asked of more places than are remembered.
            false if is_restricted(patterns, &numbers, text) => continue,
            false => {
                let pattern = &patterns[numbers[0]];
                exact::places_up_to(text, pattern.old(), first.count).at
            }
        };
        for (&number, at) in numbers.iter().zip(dealt) {
            places[number] = Places {
                at: vec![at],
                count: 1,
            };
        }
    }
}

/// Whether a header or an anchor says that the patterns with these `numbers` may not stand everywhere.
fn is_restricted(patterns: &[Pattern], numbers: &[usize], text: &[u8]) -> bool {
    let mut headers = numbers
        .iter()
        .map(|&number| header(&patterns[number], text));
    patterns.iter().any(|pattern| !pattern.has_change()) || headers.any(|header| header.is_some())
}

/// Keeps the places that `is_meant`, if there are any.
fn keep(places: &mut Places, is_meant: impl Fn(usize) -> bool) {
    let kept: Vec<usize> = places
        .at
        .iter()
        .copied()
        .filter(|&at| is_meant(at))
        .collect();
    if places.count == places.at.len() && !kept.is_empty() {
        places.count = kept.len();
        places.at = kept;
    }
}

/// Keeps the place that `is_meant`, if there is only one.
fn keep_one(places: &mut Places, is_meant: impl Fn(usize) -> bool) {
    let mut meant = places.at.iter().copied().filter(|&at| is_meant(at));
    if let (Some(only), None) = (meant.next(), meant.next())
        && places.count == places.at.len()
    {
        *places = Places {
            at: vec![only],
            count: 1,
        };
    }
}

/// Refuses each of `fits` that does not stand with its anchors. A hunk of context only that stands nowhere
/// exactly is looked for with other blanks first, if `closeness` allows it.
pub fn check(
    patterns: &[Pattern],
    fits: &mut [Result<Fit, HunkWhy>],
    now: &Snapshot,
    closeness: Closeness,
) {
    if closeness == Closeness::Loose {
        for number in 0..patterns.len() {
            if is_anchor(&patterns[number])
                && matches!(fits[number], Err(HunkWhy::NoMatch { .. }))
                && let Some(fit) = loosely(number, patterns, fits, now.bytes())
            {
                fits[number] = Ok(fit);
            }
        }
    }
    for (pattern, fit) in patterns.iter().zip(&mut *fits) {
        let lacks_context = fit.as_ref().is_ok_and(|fit| match &fit.layout {
            Layout::Drifted(drifted) => drifted.context_changed > 0,
            Layout::Exact => false,
        });
        let mut lines = pattern.hunk().lines.iter();
        // Where the header counts the dots, they are a line of the text.
        let is_elided = !pattern.is_counted() && lines.any(HunkLine::is_elision);
        if lacks_context && (is_piece(pattern) || is_elided) {
            *fit = Err(HunkWhy::NoMatch { difference: None });
        }
    }
    for group in groups(patterns) {
        for number in group.clone() {
            let pattern = &patterns[number];
            if !pattern.has_change()
                && let Err(why) = &fits[number]
                && let Some(why) = apart(number, why, &group, patterns, fits, now)
            {
                fits[number] = Err(why);
            }
        }
        for (number, why) in strays(&group, patterns, fits, now) {
            fits[number] = Err(why);
        }
    }
    let mut anchor: Option<(usize, Span)> = None;
    let mut above: Option<(usize, Span)> = None;
    for number in 0..patterns.len() {
        let pattern = &patterns[number];
        if !is_unnumbered(pattern) || pattern.extent() != Extent::Whole {
            continue;
        }
        let Ok(fit) = &fits[number] else {
            continue;
        };
        let start = fit.span.start();
        let core = changed_at(fit, pattern);
        let lost = match (anchor, header(pattern, now.bytes())) {
            (Some((anchor, span)), _) if start < span.end() => {
                Some(lost(named(&patterns[anchor]), Some(span), now))
            }
            (_, Some(Header::Nowhere(anchor, line))) => {
                let place = line.map(|line| Span::of_len(line.start, line.len()));
                Some(lost(anchor, place, now))
            }
            (_, Some(Header::At(line))) if core <= line.start => {
                let name = Bytes::copy_from_slice(trimmed(&now.bytes()[line.clone()]));
                Some(lost(name, Some(Span::of_len(line.start, line.len())), now))
            }
            _ => match above {
                // An anchor stands below what it follows, as it does in the patch.
                Some((above, span)) if is_anchor(pattern) && fit.span.end() <= span.start() => {
                    Some(lost(named(&patterns[above]), Some(span), now))
                }
                _ => None,
            },
        };
        above = Some((number, fit.span));
        if is_anchor(pattern) {
            anchor = above;
        }
        if let Some(why) = lost {
            fits[number] = Err(why);
        }
    }
}

/// The byte of the first change of `fit`.
fn changed_at(fit: &Fit, pattern: &Pattern) -> usize {
    match (&fit.layout, fit.side) {
        (Layout::Exact, Side::Old) => fit.span.start() + pattern.core().start,
        (Layout::Drifted(drifted), Side::Old) => {
            let first = drifted.edits.first();
            first.map_or(fit.span.end(), |edit| edit.at)
        }
        (_, Side::New) => fit.span.end(),
    }
}

fn lost(anchor: Bytes, place: Option<Span>, now: &Snapshot) -> HunkWhy {
    HunkWhy::LostAnchor {
        anchor,
        lines: place.map(|span| now.lines_of(span)),
    }
}

/// Whether a hunk changes nothing and has no line number: it says where the next one is.
fn is_anchor(pattern: &Pattern) -> bool {
    let is_ordered = pattern.hunk().in_order && is_unnumbered(pattern);
    pattern.old() == pattern.new_side() && (is_ordered || is_piece(pattern))
}

fn is_unnumbered(pattern: &Pattern) -> bool {
    pattern.stated_before().is_none() && !is_piece(pattern)
}

fn is_piece(pattern: &Pattern) -> bool {
    matches!(pattern.extent(), Extent::Elided(_))
}

/// The first line of `pattern` that says something, without blanks around it.
fn named(pattern: &Pattern) -> Bytes {
    let lines = pattern.hunk().lines.iter();
    let old = lines.filter(|line| line.kind != LineKind::Added);
    let telling = old
        .map(|line| &line.text)
        .find(|line| !trimmed(line).is_empty());
    telling.map_or_else(Bytes::new, |line| line.slice_ref(trimmed(line)))
}

/// The fate of the scopes that a hunk without a line number names.
enum Header {
    /// The line of the innermost.
    At(Range<usize>),
    /// This one is not in the text after the ones before it. With its first line elsewhere, if it has one.
    Nowhere(Bytes, Option<Range<usize>>),
}

fn header(pattern: &Pattern, text: &[u8]) -> Option<Header> {
    let scopes = &pattern.hunk().scopes;
    if !is_unnumbered(pattern) || scopes.is_empty() {
        return None;
    }
    Some(match scope::find(scopes, text) {
        Ok(line) => Header::At(line),
        Err(scope) => {
            let alone = scope::find(&scopes[scope..=scope], text).ok();
            Header::Nowhere(scopes[scope].clone(), alone)
        }
    })
}

/// Whether `pattern` has lines enough to be known without the pieces around it.
fn is_telling(pattern: &Pattern) -> bool {
    let old = exact::lines(pattern.old());
    old.filter(|line| !is_common(line)).count() >= KNOWN
}

/// The patterns that are pieces of one hunk with lines left out between them.
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

/// Leaves the places from which a way leads through all pieces in order; all of them where there is no such way.
/// A piece of context only takes the place nearest to its neighbour.
fn thread(pieces: &[Pattern], places: &mut [Places], text: &[u8]) {
    let is_known = |places: &Places| places.count == places.at.len();
    if !places.iter().all(is_known) {
        return;
    }
    let mut changed = pieces
        .iter()
        .zip(&*places)
        .filter(|(it, _)| it.has_change());
    let allowed = allowed(changed.all(|(piece, places)| places.count == 1 && is_telling(piece)));
    let mut outline = Outline::default();
    let mut gaps = Vec::with_capacity(pieces.len());
    for (number, piece) in pieces.iter().enumerate() {
        let has_change = pieces[number..].iter().any(Pattern::has_change);
        gaps.push(outline.gap(piece.old(), has_change));
        outline.read(piece.old());
    }
    let goes = |from: usize, to: usize, number: usize| {
        let end = from + pieces[number].old().len();
        end <= to && gaps[number + 1].passage(text, end..to) <= allowed
    };
    let mut kept: Vec<Vec<usize>> = places.iter().map(|places| places.at.clone()).collect();
    for number in 1..kept.len() {
        let (above, here) = kept.split_at_mut(number);
        let above = &above[number - 1];
        // The nearest place above has the shortest gap: if that leaves the block, all others do.
        here[0].retain(|&to| {
            let reach = to.saturating_sub(pieces[number - 1].old().len());
            let near = above.partition_point(|&from| from <= reach);
            near > 0 && goes(above[near - 1], to, number - 1)
        });
    }
    for number in (0..kept.len() - 1).rev() {
        let (here, below) = kept.split_at_mut(number + 1);
        let (here, below) = (&mut here[number], &below[0]);
        here.retain(|&from| {
            let near = below.partition_point(|&to| to < from + pieces[number].old().len());
            below.get(near).is_some_and(|&to| goes(from, to, number))
        });
    }
    if kept.iter().any(Vec::is_empty) {
        return;
    }
    for (number, piece) in pieces.iter().enumerate() {
        if !piece.has_change() && kept[number].len() > 1 {
            // Above what is changed the last place, below it the first.
            let is_above = pieces[number..].iter().any(Pattern::has_change);
            let one = if is_above {
                kept[number].last()
            } else {
                kept[number].first()
            };
            kept[number] = one.copied().into_iter().collect();
        }
    }
    for (places, kept) in places.iter_mut().zip(kept) {
        *places = Places {
            count: kept.len(),
            at: kept,
        };
    }
}

/// The most that may lie between pieces: out of a block only if all that change something are known without the
/// others.
fn allowed(are_known: bool) -> Passage {
    if are_known {
        Passage::Crosses
    } else {
        Passage::Inside
    }
}

/// Of the pieces `group`, those that do not stand with the ones above them, and why.
fn strays(
    group: &Range<usize>,
    patterns: &[Pattern],
    fits: &[Result<Fit, HunkWhy>],
    now: &Snapshot,
) -> Vec<(usize, HunkWhy)> {
    let mut changed = group
        .clone()
        .filter(|&number| patterns[number].has_change());
    let allowed = allowed(changed.all(|number| {
        let is_only = |fit: &Fit| fit.decided_by.is_none();
        fits[number].as_ref().is_ok_and(is_only) && is_telling(&patterns[number])
    }));
    let last_change = group
        .clone()
        .rev()
        .find(|&number| patterns[number].has_change());
    let text = now.bytes();
    let mut strays = Vec::new();
    let mut outline = Outline::default();
    let mut above: Option<(usize, &Fit)> = None;
    for number in group.clone() {
        // What has no place says so itself.
        let Ok(fit) = &fits[number] else {
            above = None;
            continue;
        };
        let piece = &text[fit.span.range()];
        if let Some((other, before)) = above {
            let gap = outline.gap(piece, last_change >= Some(number));
            let between = before.span.end()..fit.span.start();
            // Parts of one long piece overlap.
            let is_before = before.span.start() <= fit.span.start();
            if !is_before || gap.passage(text, between) > allowed {
                let why = lost(named(&patterns[other]), Some(before.span), now);
                strays.push((number, why));
            }
        }
        outline.read(piece);
        above = Some((number, fit));
    }
    strays
}

/// Why piece `number` of `group`, all context, does not stand with the others, if there is more to say than `why`:
/// the first of its lines that is nowhere, or of its many places the one that is nearest to them.
fn apart(
    number: usize,
    why: &HunkWhy,
    group: &Range<usize>,
    patterns: &[Pattern],
    fits: &[Result<Fit, HunkWhy>],
    now: &Snapshot,
) -> Option<HunkWhy> {
    let piece = &patterns[number];
    let text = now.bytes();
    match why {
        HunkWhy::NoMatch { .. } => {
            let lines: HashSet<&[u8]> = exact::lines(text).map(trimmed).collect();
            let mut old = piece.hunk().old_side();
            let missing = old.find(|line| !lines.contains(trimmed(line)))?;
            Some(lost(missing.slice_ref(trimmed(missing)), None, now))
        }
        HunkWhy::Ambiguous { .. } => {
            let placed = |number: usize| fits[number].as_ref().ok().map(|fit| fit.span);
            let above = (group.start..number).rev().find_map(placed);
            let below = (number + 1..group.end).find_map(placed);
            let len = piece.old().len();
            let places = exact::places(text, &[piece.old()]).remove(0).at;
            let above_next = |at: &&usize| below.is_some_and(|span| **at + len <= span.start());
            let below_last = |at: &&usize| above.is_some_and(|span| span.end() <= **at);
            let nearest = places.iter().rev().find(above_next);
            let at = nearest.or_else(|| places.iter().find(below_last));
            let at = *at.or(places.first())?;
            Some(lost(named(piece), Some(Span::of_len(at, len)), now))
        }
        _ => None,
    }
}

/// The hunk number `number`, all context, where its lines stand with other blanks: of several places the one
/// nearest to what it is an anchor of.
fn loosely(
    number: usize,
    patterns: &[Pattern],
    fits: &[Result<Fit, HunkWhy>],
    text: &[u8],
) -> Option<Fit> {
    let wanted: Vec<&[u8]> = patterns[number]
        .hunk()
        .old_side()
        .map(|line| trimmed(line))
        .collect();
    if wanted.iter().all(|line| line.is_empty()) {
        return None;
    }
    let start = |fit: &Fit| fit.span.start();
    let placed = |fit: &Result<Fit, HunkWhy>| fit.as_ref().ok().map(start);
    let below = fits[number + 1..]
        .iter()
        .find_map(placed)
        .unwrap_or(text.len());
    let mut starts = vec![0];
    starts.extend(exact::lines(text).scan(0, |end, line| {
        *end += line.len();
        Some(*end)
    }));
    let line = |at: usize| trimmed(LineEnding::strip(&text[starts[at]..starts[at + 1]]));
    let count = (starts.len() - 1).checked_sub(wanted.len())?;
    let stands = |&at: &usize| (0..wanted.len()).all(|row| line(at + row) == wanted[row]);
    let ends_above = |at: &usize| starts[at + wanted.len()] <= below;
    let is_above = fits[number + 1..].iter().any(Result::is_ok);
    let at = if is_above {
        (0..=count).rev().filter(ends_above).find(stands)
    } else {
        (0..=count).find(stands)
    }?;
    let mut fit = Fit::exact(number, Side::Old, starts[at], &patterns[number]);
    fit.span = Span::of_len(starts[at], starts[at + wanted.len()] - starts[at]);
    fit.sequence = Sequence::InOrder;
    fit.layout = Layout::Drifted(Drifted {
        edits: Vec::new(),
        lines: Vec::new(),
        tier: Tier::Indent,
        transform: None,
        is_mechanical: true,
        context_changed: 0,
    });
    Some(fit)
}
