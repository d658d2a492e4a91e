//! Checks that the hunks of a file are in order, and that no two claim the same lines.

use crate::refusal::{HunkFailure, HunkWhy};
use crate::text::Span;

use super::fit::{Fit, Sequence, Side};
use crate::resolve::place::hunk::pattern::Pattern;
use crate::resolve::place::report::failure;

/// Checks that no two fits overlap, and marks those out of order. A hunk with the same lines and the same place as an
/// earlier hunk counts as already applied.
///
/// # Errors
/// Every hunk that claims lines of an earlier hunk.
pub fn in_order(mut fits: Vec<Fit>, patterns: &[Pattern]) -> Result<Vec<Fit>, Vec<HunkFailure>> {
    let mut by_place: Vec<usize> = (0..fits.len()).collect();
    by_place.sort_unstable_by_key(|&number| (fits[number].span, number));
    let mut failures = Vec::new();
    // A short old side may be inside the context of a long one, so compare with all places that reach this far.
    let mut reaching: Vec<usize> = Vec::new();
    for &number in &by_place {
        let start = fits[number].span.start();
        reaching.retain(|&earlier| fits[earlier].span.end() >= start);
        for &earlier in &reaching {
            let (first, second) = (earlier.min(number), earlier.max(number));
            if is_repeat(&fits[first], &fits[second], patterns) {
                fits[second].side = Side::New;
            } else if conflicts(&fits[first], &fits[second], patterns) {
                let why = HunkWhy::Overlap {
                    other: patterns[fits[first].pattern_index].hunk_number(),
                };
                failures.push(failure::new(patterns, fits[second].pattern_index, why));
                break;
            }
        }
        reaching.push(number);
    }
    if !failures.is_empty() {
        failures.sort_by_key(|failure| failure.hunk);
        return Err(failures);
    }
    mark_moved(&mut fits);
    Ok(fits)
}

fn is_repeat(first: &Fit, second: &Fit, patterns: &[Pattern]) -> bool {
    let (one, two) = (
        &patterns[first.pattern_index],
        &patterns[second.pattern_index],
    );
    first.span == second.span
        && !one.old().is_empty()
        && one.has_change()
        && one.hunk().lines == two.hunk().lines
}

/// True if two hunks change the same lines. They may share context.
fn conflicts(one: &Fit, two: &Fit, patterns: &[Pattern]) -> bool {
    if !changes_text(one, patterns) || !changes_text(two, patterns) {
        return false;
    }
    let first = core(one, &patterns[one.pattern_index]);
    let second = core(two, &patterns[two.pattern_index]);
    overlap(first, second)
}

fn changes_text(fit: &Fit, patterns: &[Pattern]) -> bool {
    fit.side == Side::Old && patterns[fit.pattern_index].has_change()
}

/// True if the spans are equal, share a byte, or one is an empty span inside the other.
pub fn overlap(one: Span, two: Span) -> bool {
    one == two || one.start() < two.end() && two.start() < one.end()
}

/// The bytes of the text from the first to the last change of `fit`.
pub fn core(fit: &Fit, pattern: &Pattern) -> Span {
    match &fit.drifted {
        None => {
            let core = match fit.side {
                Side::Old => pattern.core(),
                Side::New => pattern.new_core(),
            };
            Span::of_len(fit.span.start() + core.start, core.len())
        }
        Some(drifted) => match (drifted.edits.first(), drifted.edits.last()) {
            (Some(first), Some(last)) => Span::of_len(first.at, last.end() - first.at),
            _ => Span::empty_at(fit.span.end()),
        },
    }
}

fn mark_moved(fits: &mut [Fit]) {
    let mut reached = 0;
    for fit in fits {
        if fit.span.start() < reached {
            fit.sequence = Sequence::Moved;
        }
        reached = reached.max(fit.span.start());
    }
}
