//! Adds details to a refusal: the first difference at the nearest place, and the strictest mode that would place the
//! hunk.

use std::collections::HashSet;

use crate::refusal::{Difference, HunkFailure, HunkWhy, LooserMode, Reason, WouldPlace};
use crate::request::{PatchMode, Threshold};
use crate::resolve::{Decider, nearest};
use crate::snapshot::Snapshot;

use super::failure;
use super::unplaced::Unplaced;
use crate::resolve::place::at_once;
use crate::resolve::place::candidates::candidate::{self, MAX_WINDOWS, SLACK};
use crate::resolve::place::candidates::exact_search::ExactSearch;
use crate::resolve::place::candidates::script::Script;
use crate::resolve::place::choose::drift::LooseSearch;
use crate::resolve::place::choose::fit::{Fit, Side};
use crate::resolve::place::evidence::exact;
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::hunk::pattern::Pattern;
use crate::resolve::place::hunk::read_hunk::ReadHunk;
use crate::resolve::place::place_options::{PlaceOptions, Placement};

/// The most failures that are examined. A patch with more failures is probably for another file.
const MAX_EXAMINED: usize = 50;
/// The number of failures that are always tried in other modes.
const ALWAYS_TRIED: usize = 5;
/// The most cells of the alignments of more than [`ALWAYS_TRIED`] failures.
const MAX_CELLS: usize = 400_000;

/// The refusal of a patch whose hunks in `failures` have no place. Tries these hunks again to find advice.
pub fn refusal(failures: Vec<HunkFailure>, placement: Placement<'_>) -> Reason {
    let (reads, index) = placement.supported_reads();
    let patterns: Vec<Pattern> = reads.iter().map(Pattern::new).collect();
    let search = ExactSearch::in_index(&patterns, placement.now, &index);
    Reason::HunkFailed {
        failures: add_advice(failures, &search, &index, placement.options, &reads),
        total: placement.hunks.len(),
    }
}

/// Adds advice to the `failures` of the hunks that were searched for.
fn add_advice(
    mut failures: Vec<HunkFailure>,
    search: &ExactSearch,
    index: &Index,
    options: &PlaceOptions,
    reads: &[ReadHunk],
) -> Vec<HunkFailure> {
    let (patterns, now) = (search.patterns, search.now);
    if failures.len() > MAX_EXAMINED {
        return failures;
    }
    for failure in &mut failures {
        if let Some(pattern) = first_piece(patterns, failure) {
            explain(&mut failure.why, pattern, index, now);
        }
    }
    if failures.len() > ALWAYS_TRIED && cells(&failures, patterns) > MAX_CELLS {
        return failures;
    }
    let fuzzy = PatchMode::Fuzzy(Threshold::DEFAULT);
    let more_tolerant = match options.mode {
        PatchMode::Strict | PatchMode::Tolerant => vec![PatchMode::Merge, fuzzy],
        PatchMode::Merge => vec![fuzzy],
        PatchMode::Fuzzy(_) => Vec::new(),
    };
    for mode in more_tolerant {
        if failures.iter().all(|failure| failure.would_place.is_some()) {
            break;
        }
        let tried = PlaceOptions {
            mode,
            base: None,
            ..options.clone()
        };
        let refused = match at_once::place_reads(reads, index, now, &tried) {
            Ok(_) => Vec::new(),
            Err(Unplaced::Refused(_)) => return failures,
            Err(Unplaced::Failing(refused)) => refused,
        };
        recommend(&mut failures, &refused, &tried, search, index);
    }
    failures
}

/// Recommends the mode of `tried` for all `failures` that are not `refused` in that mode. Recommends nothing if
/// the mode refuses other hunks too, because the patch would still fail.
fn recommend(
    failures: &mut [HunkFailure],
    refused: &[HunkFailure],
    tried: &PlaceOptions,
    search: &ExactSearch,
    index: &Index,
) {
    let failing: HashSet<usize> = failures.iter().map(|failure| failure.hunk).collect();
    let refused: HashSet<usize> = refused.iter().map(|failure| failure.hunk).collect();
    if !refused.is_subset(&failing) {
        return;
    }
    let loose = LooseSearch {
        exact: search,
        index,
        mode: tried.mode,
        base: None,
        layout: tried.layout,
    };
    let verdicts = loose.verdicts();
    for failure in failures {
        if failure.would_place.is_some() || refused.contains(&failure.hunk) {
            continue;
        }
        for fit in placed_pieces(failure, search.patterns, &verdicts) {
            if is_advisable(fit) {
                let lines = search.now.lines_of(fit.span);
                let mode = needed_mode(fit, tried.mode);
                failure.would_place = Some(WouldPlace { mode, lines });
                break;
            }
        }
    }
}

/// The first piece of the hunk that failed.
fn first_piece<'p>(patterns: &'p [Pattern<'p>], failure: &HunkFailure) -> Option<&'p Pattern<'p>> {
    let mut patterns = patterns.iter();
    patterns.find(|pattern| pattern.hunk_number() == failure.hunk)
}

/// The fits of all pieces of the hunk that failed. Empty if a piece has no place.
fn placed_pieces<'f>(
    failure: &HunkFailure,
    patterns: &[Pattern],
    verdicts: &'f [Result<Fit, HunkWhy>],
) -> Vec<&'f Fit> {
    let mut pieces = Vec::new();
    for (pattern, verdict) in patterns.iter().zip(verdicts) {
        if pattern.hunk_number() == failure.hunk {
            match verdict {
                Ok(fit) => pieces.push(fit),
                Err(_) => return Vec::new(),
            }
        }
    }
    pieces
}

/// The approximate number of cells in the alignments of the failed hunks. Equal hunks count once.
fn cells(failures: &[HunkFailure], patterns: &[Pattern]) -> usize {
    let failed: HashSet<usize> = failures.iter().map(|failure| failure.hunk).collect();
    let mut counted = HashSet::new();
    let mut cells = 0;
    for pattern in patterns {
        if failed.contains(&pattern.hunk_number())
            && counted.insert((pattern.old(), pattern.new_side()))
        {
            let lines =
                exact::lines(pattern.old()).count() + exact::lines(pattern.new_side()).count();
            cells += lines * (lines + 2 * SLACK) * MAX_WINDOWS;
        }
    }
    cells
}

/// False for a hunk that is applied, and for a line number that decides between twins, which the given mode rejected.
fn is_advisable(fit: &Fit) -> bool {
    fit.side == Side::Old && fit.decided_by != Some(Decider::Line)
}

/// The least tolerant mode that allows `fit`, which was found under `tried` but not under the mode before it.
fn needed_mode(fit: &Fit, tried: PatchMode) -> LooserMode {
    if matches!(tried, PatchMode::Fuzzy(_)) {
        return LooserMode::Fuzzy;
    }
    match &fit.drifted {
        Some(drifted) if !drifted.is_mechanical => LooserMode::Merge,
        // An exact match is refused only because of its line number, or because of missing context on one side.
        _ => LooserMode::Tolerant,
    }
}

/// Adds to `why` the first difference at the nearest place.
fn explain(why: &mut HunkWhy, pattern: &Pattern, index: &Index, now: &Snapshot) {
    let difference = match why {
        HunkWhy::NoMatch(difference) => difference,
        HunkWhy::Doubtful(doubt) => &mut doubt.difference,
        _ => return,
    };
    let script = Script::new(pattern, index);
    if let Some(line) = candidate::nearest(&script, pattern, index)
        && let Some(nearest) = failure::difference(pattern, now, line)
    {
        *difference = Some(nearest);
    }
    if difference.is_none() {
        *difference = difference_by_words(pattern, now);
    }
}

/// The difference to the most similar place, for a hunk none of whose lines is in the text.
fn difference_by_words(pattern: &Pattern, now: &Snapshot) -> Option<Difference> {
    let (old, whole) = (pattern.old(), now.span());
    let starts = nearest::likely_starts(old, now.bytes(), whole);
    nearest::most_similar(old, now, whole, &starts)?.difference
}
