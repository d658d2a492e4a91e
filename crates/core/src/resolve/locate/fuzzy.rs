//! The last tier, used only on request: the most similar lines, if they are similar enough and clearly more similar
//! than any other lines.

use similar::{Algorithm, DiffOp};

use super::block::line_above;
use super::search::Search;
use super::shift::{Indentation, Shift};
use super::swap::is_sibling;
use super::view::{Line, lines_in, lines_of, trim};
use crate::damage::fold;
use crate::refusal::FuzzyRejection;
use crate::request::Threshold;
use crate::resolve::cursor::LineCursor;
use crate::resolve::modified::is_modified;
use crate::resolve::nearest::{Parts, SimilarPlace};
use crate::text::{self, Span, slices};

/// The least lead in similarity of the best match over the second.
const LEAST_MARGIN: f64 = 0.1;

/// The rounding error of a similarity.
const ROUNDING_ERROR: f64 = 1e-6;

/// The most lines by which a match may be longer or shorter than the request, or start before or after a likely start.
const MAX_SLACK: usize = 2;

/// The least share of the requested bytes, trimmed, in lines that are equal. Similar siblings share words, but not
/// lines.
const LEAST_EQUAL_SHARE: f64 = 2.0 / 3.0;

/// Longer texts are compared only at the likely starts, without slack. In bytes.
const MAX_VARIED_BYTES: usize = 8_000;

/// Longer texts are not searched. In bytes.
pub(in crate::resolve) const MAX_LEN: usize = 100_000;

/// Lines of a file that are similar to the requested lines.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::resolve) struct Alike {
    /// From the start of the first line to the end of the last, as in [`super::MatchedLines`].
    pub(in crate::resolve) span: Span,
    pub(in crate::resolve) shift: Shift,
    /// For each requested line, the 0-based number of its counterpart in `span`, if any. Increasing.
    counterparts: Vec<Option<usize>>,
    /// The similarity, 0.5 to 1.
    pub(in crate::resolve) similarity: f64,
}

impl Alike {
    /// The 0-based number of the counterpart of requested line `number`.
    pub(in crate::resolve) fn counterpart(&self, number: usize) -> Option<usize> {
        self.counterparts.get(number).copied().flatten()
    }
}

/// The lines most similar to the text of `request`, near one of its likely starts.
///
/// # Errors
/// The most similar lines, and why they do not match. `None` if no line is similar, or the text is too long.
pub(in crate::resolve) fn search(
    request: &Search<'_>,
    threshold: Threshold,
) -> Result<Alike, Option<(Span, FuzzyRejection)>> {
    let (old, text, window) = (&request.find.old, request.now.bytes(), request.window);
    if old.len() > MAX_LEN {
        return Err(None);
    }
    let places = similar_places(old, text, window, request.likely_starts());
    let Some(best) = most_similar(&places, |_| true) else {
        return Err(None);
    };
    if best.similarity < threshold.value() {
        let hundredths = (threshold.value() * 100.0).round() as u8;
        return Err(Some((best.span, FuzzyRejection::Threshold(hundredths))));
    }
    let rival = most_similar(&places, |span| {
        span.end() <= best.span.start() || best.span.end() <= span.start()
    });
    if let Some(rival) = rival
        && best.similarity - rival.similarity < LEAST_MARGIN
    {
        let lines = LineCursor::new(text).lines_of(rival.span);
        return Err(Some((best.span, FuzzyRejection::Rival(lines))));
    }
    align(old, text, window, best).map_err(|why| Some((best.span, why)))
}

/// The first of the most similar `places` whose span is allowed.
fn most_similar(
    places: &[SimilarPlace],
    is_allowed: impl Fn(Span) -> bool,
) -> Option<SimilarPlace> {
    let mut best: Option<SimilarPlace> = None;
    for place in places {
        if is_allowed(place.span) && best.is_none_or(|best| place.similarity > best.similarity) {
            best = Some(*place);
        }
    }
    best
}

/// The lines around each of `starts`, with their similarity to `old`.
fn similar_places(old: &[u8], text: &[u8], window: Span, starts: &[usize]) -> Vec<SimilarPlace> {
    let count = lines_of(old).count();
    let slack = if old.len() <= MAX_VARIED_BYTES {
        MAX_SLACK
    } else {
        0
    };
    let mut places: Vec<SimilarPlace> = Vec::new();
    let wanted = Parts::new(old);
    let mut highest = 0.0_f64;
    for &start in starts {
        for span in variations(start, count, slack, text, window) {
            if places.iter().any(|seen| seen.span == span) {
                continue;
            }
            let found = Parts::new(&text[span.range()]);
            // The upper bound is enough for lines that cannot come near the best ones.
            let mut similarity = wanted.max_similarity(&found);
            if similarity + ROUNDING_ERROR >= highest - LEAST_MARGIN {
                similarity = wanted.similarity(&found);
            }
            highest = highest.max(similarity);
            places.push(SimilarPlace { span, similarity });
        }
    }
    places
}

/// The runs of about `count` lines that start near `start`.
fn variations(start: usize, count: usize, slack: usize, text: &[u8], window: Span) -> Vec<Span> {
    let earliest = line_above(text, start, slack, window);
    let Some(rest) = Span::new(earliest, window.end()) else {
        return Vec::new();
    };
    // A run starts up to `slack` lines before or after `start`, and has up to `slack` lines more or less than `count`.
    let (max_skipped, max_len) = (2 * slack, count + slack);
    let lines: Vec<Line<'_>> = lines_in(text, rest).take(max_skipped + max_len).collect();
    let mut runs = Vec::new();
    for skipped in 0..=max_skipped.min(lines.len()) {
        for len in count.saturating_sub(slack).max(1)..=max_len {
            if let Some(run) = lines.get(skipped..skipped + len)
                && let (Some(first), Some(last)) = (run.first(), run.last())
            {
                runs.extend(Span::new(first.start, last.end()));
            }
        }
    }
    runs
}

/// Finds the counterpart of each requested line in `best`, and the shift between the two.
fn align(
    old: &[u8],
    text: &[u8],
    window: Span,
    best: SimilarPlace,
) -> Result<Alike, FuzzyRejection> {
    let wanted: Vec<Line<'_>> = lines_of(old).collect();
    let found: Vec<Line<'_>> = lines_in(text, best.span).collect();
    let wanted_keys: Vec<Vec<u8>> = wanted.iter().map(key).collect();
    let found_keys: Vec<Vec<u8>> = found.iter().map(key).collect();
    let counterparts = counterparts(&wanted_keys, &found_keys);
    let (Some(last_wanted), Some(last)) = (wanted.last(), found.last()) else {
        return Err(FuzzyRejection::Edge);
    };
    if !matches!(counterparts.first(), Some(Some(_)))
        || !matches!(counterparts.last(), Some(Some(_)))
    {
        return Err(FuzzyRejection::Edge);
    }
    let mut equal_bytes = 0;
    let mut changed = Vec::new();
    let mut pairs = Vec::new();
    for (number, counterpart) in counterparts.iter().enumerate() {
        let Some(other) = *counterpart else {
            continue;
        };
        if wanted_keys[number] == found_keys[other] {
            equal_bytes += wanted_keys[number].len();
        }
        changed.push((wanted_keys[number].clone(), found_keys[other].clone()));
        pairs.push((wanted[number].content, found[other].content));
    }
    let wanted_bytes: usize = wanted_keys.iter().map(Vec::len).sum();
    if (equal_bytes as f64) < LEAST_EQUAL_SHARE * wanted_bytes as f64 {
        return Err(FuzzyRejection::FewLines);
    }
    if is_sibling(&changed, text, best.span) {
        return Err(FuzzyRejection::Sibling);
    }
    let file = || Indentation::measure(lines_in(text, window));
    let shift = Shift::of_lines(&pairs, file).ok_or(FuzzyRejection::Indentation)?;
    let start = best.span.start();
    Ok(Alike {
        span: Span::of_len(start, last.end_like(last_wanted) - start),
        shift,
        counterparts,
        similarity: best.similarity,
    })
}

fn key(line: &Line<'_>) -> Vec<u8> {
    trim(&fold(line.content)).to_vec()
}

/// For each requested line, the number of the equal or modified line in `found`, if any. Increasing.
fn counterparts(wanted: &[Vec<u8>], found: &[Vec<u8>]) -> Vec<Option<usize>> {
    let mut counterparts = vec![None; wanted.len()];
    for op in text::compare(Algorithm::Myers, &slices(wanted), &slices(found)) {
        let is_equal = matches!(op, DiffOp::Equal { .. });
        let mut rest = op.new_range();
        for number in op.old_range() {
            let mut candidates = rest.clone();
            if let Some(other) =
                candidates.find(|&other| is_equal || is_modified(&wanted[number], &found[other]))
            {
                counterparts[number] = Some(other);
                rest.start = other + 1;
            }
        }
    }
    counterparts
}
