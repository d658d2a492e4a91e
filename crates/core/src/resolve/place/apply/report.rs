//! The report on each placed hunk.

use crate::change::Edit;
use crate::resolve::{HunkStatus, PlacedHunk, Tier};
use crate::snapshot::Snapshot;
use crate::text::{LineNumber, LineRange, Span};

use crate::resolve::place::choose::fit::{Fit, Sequence, Side};
use crate::resolve::place::choose::order;
use crate::resolve::place::evidence::exact;
use crate::resolve::place::hunk::pattern::Pattern;

/// A report for each fit, in the same order. `edits` has the edits of each fit.
pub fn hunks(
    fits: &[Fit],
    edits: &[Vec<Edit>],
    patterns: &[Pattern],
    now: &Snapshot,
) -> Vec<PlacedHunk> {
    let mut by_place: Vec<usize> = (0..fits.len()).collect();
    by_place.sort_unstable_by_key(|&number| (fits[number].span.start(), number));
    // The number of lines added minus removed by the hunks above.
    let mut growth_above = 0;
    let mut reports: Vec<Option<PlacedHunk>> = vec![None; fits.len()];
    for number in by_place {
        let fit = &fits[number];
        let pattern = &patterns[fit.pattern_index];
        let before = now.line_at(fit.span.start()).lines_before();
        let growth: i64 = edits[number]
            .iter()
            .map(|edit| line_count(&edit.new) - line_count(&edit.old))
            .sum();
        reports[number] = Some(hunk(fit, pattern, now, before, growth_above, growth));
        growth_above += growth;
    }
    reports.into_iter().flatten().collect()
}

/// The report on a hunk with `before` lines of the text above it. `growth_above` is the number of lines added minus
/// removed by the hunks above, `growth` by this hunk.
fn hunk(
    fit: &Fit,
    pattern: &Pattern,
    now: &Snapshot,
    before: usize,
    growth_above: i64,
    growth: i64,
) -> PlacedHunk {
    let matched = exact::lines(&now.bytes()[fit.span.range()]).count();
    let stated = match fit.side {
        Side::Old => pattern.stated_before(),
        Side::New => pattern.stated_before_new(),
    };
    let offset = stated.map(|stated| before as i64 - stated as i64);
    let drifted = fit.drifted.as_ref();
    let tier = drifted.map_or(Tier::Exact, |drifted| drifted.tier);
    let new_before = before.saturating_add_signed(growth_above as isize);
    PlacedHunk {
        hunk: pattern.hunk_number(),
        status: status(fit, offset),
        lines: range(before, matched),
        new_lines: range(new_before, matched.saturating_add_signed(growth as isize)),
        offset,
        tier,
        decided_by: fit.decided_by,
        score: fit.score,
        margin: fit.margin,
        runner_up: separate_rival(fit).map(|span| now.lines_of(span)),
        transform: drifted.and_then(|drifted| drifted.transform),
        reading: pattern.repair(),
        context_changed: drifted.map_or(0, |drifted| drifted.context_changed),
    }
}

/// The place of the rival of `fit`, unless it overlaps the chosen place.
fn separate_rival(fit: &Fit) -> Option<Span> {
    fit.runner_up
        .filter(|rival| !order::overlap(*rival, fit.span))
}

fn status(fit: &Fit, offset: Option<i64>) -> HunkStatus {
    if fit.side == Side::New {
        return HunkStatus::Already;
    }
    if fit.sequence == Sequence::Moved {
        return HunkStatus::Moved;
    }
    match &fit.drifted {
        Some(drifted) if matches!(drifted.tier, Tier::Fuzzy(_)) => HunkStatus::Fuzzy,
        Some(drifted) if drifted.is_mechanical => HunkStatus::Mechanical,
        Some(_) => HunkStatus::Merged,
        None if offset.unwrap_or(0) == 0 => HunkStatus::Exact,
        None => HunkStatus::Offset,
    }
}

fn range(before: usize, count: usize) -> Option<LineRange> {
    let last = count.checked_sub(1)?;
    LineRange::new(
        LineNumber::after_lines(before),
        LineNumber::after_lines(before + last),
    )
}

fn line_count(text: &[u8]) -> i64 {
    exact::lines(text).count() as i64
}
