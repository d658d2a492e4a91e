//! The last tier, only on request: the most similar lines, if they are similar enough and clearly more
//! similar than any others.

use similar::{Algorithm, DiffOp};

use super::shift::{Indentation, Shift};
use super::swap::is_swap;
use super::view::{Line, lines_in, lines_of, trim};
use crate::damage::fold;
use crate::refusal::Unlike;
use crate::request::Threshold;
use crate::resolve::cursor::LineCursor;
use crate::resolve::modified::is_modified;
use crate::resolve::nearest::Parts;
use crate::snapshot::Snapshot;
use crate::text::{self, Span, slices};

/// How much more similar than the second-best place the best must be.
const MARGIN: f64 = 0.1;

/// How much a similarity may be rounded.
const ROUNDED: f64 = 1e-6;

/// How many lines more or fewer than wanted a place may have, and where it may begin beside its votes.
const SLACK: usize = 2;

/// How much of the text looked for, in bytes without white space at the ends of lines, must stand in the
/// place line by line: similar siblings share words, not lines.
const SAME: f64 = 2.0 / 3.0;

/// Longer texts are compared at the lines voted for only.
const VARIED: usize = 8_000;

/// Longer texts are not looked for, bytes.
pub(in crate::resolve) const LONGEST: usize = 100_000;

/// Lines of a file that are similar to those looked for.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::resolve) struct Alike {
    /// From the first byte of the first line to the end of the last, as in a block.
    pub(in crate::resolve) span: Span,
    /// How the indentation of the request maps to the file's.
    pub(in crate::resolve) shift: Shift,
    /// For each line looked for the line of the place (0-based) that it is, if any; in order.
    pub(in crate::resolve) at: Vec<Option<usize>>,
    /// 0.5 to 1.
    pub(in crate::resolve) similarity: f64,
}

/// The lines in the bytes `window` of `now` that are `old`, as far as similarity can tell: around one of the
/// `beginnings`, the starts of lines where [`crate::resolve::nearest`] would look.
///
/// # Errors
/// The most similar lines, and why they are not taken; `None` where nothing is similar, or looked for.
pub(in crate::resolve) fn search(
    old: &[u8],
    now: &Snapshot,
    window: Span,
    threshold: Threshold,
    beginnings: &[usize],
) -> Result<Alike, Option<(Span, Unlike)>> {
    if old.len() > LONGEST {
        return Err(None);
    }
    let text = now.bytes();
    let (best, similarity, rival) = best_place(old, text, window, beginnings).ok_or(None)?;
    let unlike = |why| Some((best, why));
    if similarity < threshold.value() {
        let hundredths = (threshold.value() * 100.0).round() as u8;
        return Err(unlike(Unlike::Threshold(hundredths)));
    }
    if let Some(rival) = rival {
        let lines = LineCursor::new(text).lines_of(rival);
        return Err(unlike(Unlike::Rival(lines)));
    }
    align(old, text, window, best, similarity).map_err(unlike)
}

/// The most similar lines and their similarity, and other lines that come near.
fn best_place(
    old: &[u8],
    text: &[u8],
    window: Span,
    beginnings: &[usize],
) -> Option<(Span, f64, Option<Span>)> {
    let count = lines_of(old).count();
    let slack = if old.len() <= VARIED { SLACK } else { 0 };
    let mut places: Vec<(Span, f64)> = Vec::new();
    let wanted = Parts::new(old);
    let mut highest = 0.0_f64;
    for &start in beginnings {
        for place in variations(start, count, slack, text, window) {
            if places.iter().any(|(seen, _)| *seen == place) {
                continue;
            }
            // What comes near to nothing is not compared part by part.
            let there = Parts::new(&text[place.range()]);
            let most = wanted.most_similar(&there);
            let similarity = if most + ROUNDED < highest - MARGIN {
                most
            } else {
                wanted.similarity(&there)
            };
            highest = highest.max(similarity);
            places.push((place, similarity));
        }
    }
    let more = |best: (Span, f64), other: (Span, f64)| if other.1 > best.1 { other } else { best };
    let best = places.iter().copied().reduce(more)?;
    let is_apart = |place: &Span| place.end() <= best.0.start() || best.0.end() <= place.start();
    let others = places.iter().copied().filter(|(place, _)| is_apart(place));
    let rival = others
        .reduce(more)
        .filter(|rival| best.1 - rival.1 < MARGIN);
    Some((best.0, best.1, rival.map(|(place, _)| place)))
}

/// The lines from `start` on, about `count` of them, also begun a little earlier or later.
fn variations(start: usize, count: usize, slack: usize, text: &[u8], window: Span) -> Vec<Span> {
    let first = before(start, slack, text, window);
    let Some(rest) = Span::new(first, window.end()) else {
        return Vec::new();
    };
    let lines: Vec<Line<'_>> = lines_in(text, rest).take(count + 3 * slack).collect();
    let mut places = Vec::new();
    for from in 0..=(2 * slack).min(lines.len()) {
        for len in count.saturating_sub(slack).max(1)..=count + slack {
            if let Some(taken) = lines.get(from..from + len)
                && let (Some(first), Some(last)) = (taken.first(), taken.last())
            {
                places.extend(Span::new(first.start, last.end()));
            }
        }
    }
    places
}

/// Start of the line `lines` before the one that starts at `start`, not before the window's.
fn before(start: usize, lines: usize, text: &[u8], window: Span) -> usize {
    let mut at = start;
    for _ in 0..lines {
        if at <= window.start() {
            return window.start();
        }
        at = memchr::memrchr(b'\n', &text[window.start()..at - 1])
            .map_or(window.start(), |newline| window.start() + newline + 1);
    }
    at
}

/// Which line of `place` each line looked for is, and the shift between the two.
fn align(
    old: &[u8],
    text: &[u8],
    window: Span,
    place: Span,
    similarity: f64,
) -> Result<Alike, Unlike> {
    let wanted: Vec<Line<'_>> = lines_of(old).collect();
    let there: Vec<Line<'_>> = lines_in(text, place).collect();
    let key = |line: &Line<'_>| trim(&fold(line.content)).to_vec();
    let wanted_keys: Vec<_> = wanted.iter().map(key).collect();
    let there_keys: Vec<_> = there.iter().map(key).collect();
    let mut at = vec![None; wanted.len()];
    for op in text::compare(
        Algorithm::Myers,
        &slices(&wanted_keys),
        &slices(&there_keys),
    ) {
        let mut next = op.new_range().start;
        for number in op.old_range() {
            let is_partner = |other: &usize| match op {
                DiffOp::Equal { .. } => true,
                _ => is_modified(&wanted_keys[number], &there_keys[*other]),
            };
            at[number] = (next..op.new_range().end).find(is_partner);
            next = at[number].map_or(next, |other| other + 1);
        }
    }
    let is_edge_there = |edge: Option<&Option<usize>>| edge.is_some_and(Option::is_some);
    let (Some(last), true) = (
        there.last(),
        is_edge_there(at.first()) && is_edge_there(at.last()),
    ) else {
        return Err(Unlike::Edge);
    };
    let same: usize = wanted_keys
        .iter()
        .zip(&at)
        .filter(|(key, at)| at.is_some_and(|at| there_keys[at] == **key))
        .map(|(key, _)| key.len())
        .sum();
    let all: usize = wanted_keys.iter().map(Vec::len).sum();
    if (same as f64) < SAME * all as f64 {
        return Err(Unlike::FewLines);
    }
    let changed = wanted_keys
        .iter()
        .zip(&at)
        .filter_map(|(key, at)| Some((key.clone(), there_keys[(*at)?].clone())));
    if is_swap(&changed.collect::<Vec<_>>(), text, place) {
        return Err(Unlike::Sibling);
    }
    let pairs = wanted
        .iter()
        .zip(&at)
        .filter_map(|(line, at)| Some((line.content, there[(*at)?].content)));
    let file = || Indentation::measure(lines_in(text, window));
    let shift = Shift::of_lines(&pairs.collect::<Vec<_>>(), file).ok_or(Unlike::Indentation)?;
    let is_ended = wanted.last().is_some_and(|line| line.ending.is_some());
    let end = if is_ended {
        last.end()
    } else {
        last.content_end()
    };
    Ok(Alike {
        span: Span::of_len(place.start(), end - place.start()),
        shift,
        at,
        similarity,
    })
}
