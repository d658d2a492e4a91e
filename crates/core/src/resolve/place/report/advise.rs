//! Additions to a refusal: the nearest place and its first difference, and the strictest mode that would have
//! placed the hunk.

use std::collections::HashSet;

use bytes::Bytes;

use crate::refusal::{Difference, HunkFailure, HunkWhy, Reason, WouldPlace};
use crate::request::{PatchMode, Threshold};
use crate::resolve::{Decider, Tier, nearest};
use crate::snapshot::Snapshot;

use super::failure;
use super::unplaced::{Failing, Unplaced};
use crate::resolve::place::at_once;
use crate::resolve::place::candidates::candidate::{self, SLACK, WINDOWS};
use crate::resolve::place::candidates::script::Script;
use crate::resolve::place::choose::drift::LooseSearch;
use crate::resolve::place::choose::fit::{Fit, Layout, Side};
use crate::resolve::place::choose::strict::ExactSearch;
use crate::resolve::place::evidence::exact;
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::hunk::pattern::Pattern;
use crate::resolve::place::hunk::read_hunk::ReadHunk;
use crate::resolve::place::placing::Placing;

/// Failures that are looked into; a patch with more is not the one for this file.
const LOOKED_INTO: usize = 50;
/// Failures that are always tried in other modes.
const FEW: usize = 5;
/// Of more failures, the cells of their alignments up to which they are.
const CELLS: usize = 400_000;

/// The refusal of hunks that are `unplaced` in `now`, with the advice that costs another look at it.
pub fn refusal(unplaced: Unplaced, now: &Snapshot, how: &Placing) -> Reason {
    match unplaced {
        Unplaced::Refused(reason) => reason,
        Unplaced::Failing(failing) => of_failing(*failing, now, how),
    }
}

/// As [`refusal`], of hunks of which some have no place.
pub fn of_failing(failing: Failing, now: &Snapshot, how: &Placing) -> Reason {
    let patterns: Vec<Pattern> = failing.reads.iter().map(Pattern::of).collect();
    let search = ExactSearch::of(&patterns, now);
    let (failures, index) = (failing.failures, &failing.index);
    Reason::HunkFailed {
        failures: advised(failures, &search, index, how, &failing.reads),
        total: failing.total,
    }
}

/// `failures` of the hunks that were searched for, each with the advice that there is.
fn advised(
    mut failures: Vec<HunkFailure>,
    search: &ExactSearch,
    index: &Index,
    how: &Placing,
    reads: &[ReadHunk],
) -> Vec<HunkFailure> {
    let (patterns, now) = (search.patterns, search.now);
    if failures.len() > LOOKED_INTO {
        return failures;
    }
    for failure in &mut failures {
        let of_hunk = |pattern: &&Pattern| pattern.number() + 1 == failure.hunk;
        if let Some(pattern) = patterns.iter().find(of_hunk) {
            explain(&mut failure.why, pattern, index, now);
        }
    }
    if failures.len() > FEW && cells(&failures, patterns) > CELLS {
        return failures;
    }
    for more_tolerant in [PatchMode::Merge, PatchMode::Fuzzy(Threshold::DEFAULT)] {
        let is_settled = failures.iter().all(|failure| failure.would_place.is_some());
        if is_settled || rank(more_tolerant) <= rank(how.mode) {
            continue;
        }
        // Only what the mode really does is advice.
        let tried = Placing {
            mode: more_tolerant,
            base: None,
            ..how.clone()
        };
        let refused: Vec<usize> = match at_once::as_read(reads, index, now, &tried) {
            Ok(Ok(_)) => Vec::new(),
            Ok(Err(_)) => return failures,
            Err(failures) => failures.iter().map(|failure| failure.hunk).collect(),
        };
        let fails_now = |hunk: &usize| failures.iter().any(|failure| failure.hunk == *hunk);
        if !refused.iter().all(fails_now) {
            continue;
        }
        let loose = LooseSearch {
            exact: search,
            index,
            mode: more_tolerant,
            base: None,
        };
        let verdicts = loose.verdicts();
        for failure in failures
            .iter_mut()
            .filter(|failure| failure.would_place.is_none() && !refused.contains(&failure.hunk))
        {
            let of_hunk = |(pattern, _): &(&Pattern, _)| pattern.number() + 1 == failure.hunk;
            let pieces = patterns.iter().zip(&verdicts).filter(of_hunk);
            // A hunk in pieces is placed if all of them are; the first that is not exact shows the mode.
            let pieces: Option<Vec<&Fit>> = pieces.map(|(_, fit)| fit.as_ref().ok()).collect();
            let mut pieces = pieces.unwrap_or_default().into_iter();
            failure.would_place = pieces.find_map(|fit| place(fit, more_tolerant, now));
        }
    }
    failures
}

/// About how many cells it takes to align the hunks that failed, each different one once.
fn cells(failures: &[HunkFailure], patterns: &[Pattern]) -> usize {
    let failed: HashSet<usize> = failures.iter().map(|failure| failure.hunk - 1).collect();
    let of_failed = patterns.iter().filter(|it| failed.contains(&it.number()));
    let different: HashSet<_> = of_failed.map(|it| (it.old(), it.new_side())).collect();
    let of_one = |(old, new): (&Bytes, &Bytes)| {
        let lines = exact::lines(old).count() + exact::lines(new).count();
        lines * (lines + 2 * SLACK) * WINDOWS
    };
    different.into_iter().map(of_one).sum()
}

/// The mode that `fit`, found under `more_tolerant`, needs, and its lines, if that can be advised.
fn place(fit: &Fit, more_tolerant: PatchMode, now: &Snapshot) -> Option<WouldPlace> {
    // A number that decides between twins is no advice: this mode had its doubts of it.
    if fit.side == Side::New || fit.decided_by == Some(Decider::Line) {
        return None;
    }
    let mode = match &fit.layout {
        // The modes before it refuse the hunk.
        _ if matches!(more_tolerant, PatchMode::Fuzzy(_)) => "fuzzy",
        // Only its number or its context on one side is a reason to refuse the place.
        Layout::Exact => "tolerant",
        Layout::Drifted(drifted) => match drifted.tier {
            Tier::Fuzzy(_) => "fuzzy",
            _ if drifted.is_mechanical => "tolerant",
            _ => "merge",
        },
    };
    Some(WouldPlace {
        mode,
        lines: now.lines_of(fit.span),
    })
}

/// Modes by what they allow.
fn rank(mode: PatchMode) -> u8 {
    match mode {
        PatchMode::Strict => 0,
        PatchMode::Tolerant => 1,
        PatchMode::Merge => 2,
        PatchMode::Fuzzy(_) => 3,
    }
}

/// Says where the nearest place differs.
fn explain(why: &mut HunkWhy, pattern: &Pattern, index: &Index, now: &Snapshot) {
    let difference = match why {
        HunkWhy::NoMatch { difference } => difference,
        HunkWhy::Doubtful(doubt) => &mut doubt.difference,
        _ => return,
    };
    let script = Script::of(pattern, index);
    if let Some(line) = candidate::nearest(&script, pattern, index) {
        *difference = failure::difference(pattern, now, line).or(difference.take());
    }
    if difference.is_none() {
        *difference = by_words(pattern, now);
    }
}

/// Where the place differs that has most words of the old lines, of which the text has none.
fn by_words(pattern: &Pattern, now: &Snapshot) -> Option<Difference> {
    let (old, whole) = (pattern.old(), now.span());
    let beginnings = nearest::beginnings(old, now.bytes(), whole);
    nearest::region(old, now, whole, &beginnings)?.difference
}
