//! Applies hunks one after the other, for formats whose line numbers do not all refer to the original text.
//!
//! A hunk with an exact match in the original keeps it, whatever earlier hunks change. A hunk without a place is
//! searched for in the result of the earlier hunks. A hunk that matches only inexactly, or seems applied, is placed
//! in that result if it has an exact match there. All reports refer to lines of the original.

use std::collections::{BTreeMap, HashSet};

use bytes::Bytes;

use crate::patch::{FilePatch, Hunk, LineKind, PatchFormat};
use crate::refusal::{HunkFailure, HunkWhy, Reason};
use crate::request::Repeat;
use crate::resolve::Tier;

use super::placed::{Placed, PlacedPiece};
use super::walk::{Lookup, Walk};
use crate::resolve::place::at_once::refuse_partly_applied;
use crate::resolve::place::choose::fit::Side;
use crate::resolve::place::place_options::{PlaceOptions, Placement};
use crate::resolve::place::report::advise;
use crate::resolve::place::report::unplaced::Unplaced;
use crate::resolve::place::rounds::without_failing;

/// True if the hunks of `patch` are applied one after the other.
pub fn is_series(patch: &FilePatch) -> bool {
    matches!(patch.format, PatchFormat::V4a | PatchFormat::SearchReplace) && patch.hunks().len() > 1
}

/// Places all hunks, each in the text or in the result of the hunks before it.
///
/// # Errors
/// The same as [`crate::resolve::place::place`].
pub fn fit_in_series(placement: Placement<'_>) -> Result<Placed, Reason> {
    let hunks = placement.hunks;
    // Only the end result shows which hunks are already applied, because a hunk may revert an earlier one.
    let options = PlaceOptions {
        repeat: Repeat::Accept,
        ..placement.options.clone()
    };
    let accepting = Placement {
        options: &options,
        ..placement
    };
    let placed = match accepting.fit_all() {
        Ok(placed) if is_settled(&placed, hunks) => placed,
        Ok(placed) => {
            let series = Series::new(placed.pieces, BTreeMap::new());
            let (placed, unplaced) = series.walk(accepting)?;
            if !unplaced.is_empty() {
                return Err(hunk_failed(unplaced, hunks.len()));
            }
            placed
        }
        Err(Unplaced::Refused(reason)) => return Err(reason),
        Err(Unplaced::Failing(failures)) => {
            let series = Series::without(&failures, accepting);
            let (placed, unplaced) = series.walk(accepting)?;
            if !unplaced.is_empty() {
                let advised = advise::refusal(failures, placement);
                return Err(refusal(advised, unplaced, hunks.len()));
            }
            placed
        }
    };
    let sides = placed
        .pieces
        .iter()
        .filter(|piece| hunks[piece.hunk_index].changes_text())
        .map(|piece| (piece.hunk_index, piece.side));
    refuse_partly_applied(sides, placement.options)?;
    Ok(placed)
}

/// True if each hunk matches exactly and is not applied, or has no old line that an earlier hunk adds.
fn is_settled(placed: &Placed, hunks: &[Hunk]) -> bool {
    let mut added: HashSet<&Bytes> = HashSet::new();
    let mut counted = 0;
    for piece in &placed.pieces {
        if is_unapplied_exact(piece) {
            continue;
        }
        for hunk in &hunks[counted..piece.hunk_index] {
            for line in &hunk.lines {
                if line.kind == LineKind::Added {
                    added.insert(&line.text);
                }
            }
        }
        counted = counted.max(piece.hunk_index);
        if hunks[piece.hunk_index]
            .old_side()
            .any(|line| added.contains(line))
        {
            return false;
        }
    }
    true
}

fn is_unapplied_exact(piece: &PlacedPiece) -> bool {
    piece.side == Side::Old && piece.site.tier == Tier::Exact
}

/// The result of placing all hunks in the original text.
struct Series {
    pieces: BTreeMap<usize, Vec<PlacedPiece>>,
    failures: BTreeMap<usize, HunkFailure>,
}

impl Series {
    fn new(placed: Vec<PlacedPiece>, failures: BTreeMap<usize, HunkFailure>) -> Self {
        let mut pieces: BTreeMap<usize, Vec<PlacedPiece>> = BTreeMap::new();
        for piece in placed {
            pieces.entry(piece.hunk_index).or_default().push(piece);
        }
        Self { pieces, failures }
    }

    /// Places the hunks without those in `failures`, and without those that fail as a consequence.
    fn without(failures: &[HunkFailure], placement: Placement<'_>) -> Self {
        let numbered = failures
            .iter()
            .map(|failure| (failure.hunk - 1, failure.clone()));
        let mut failures: BTreeMap<usize, HunkFailure> = numbered.collect();
        let placed = without_failing(placement.hunks, &mut failures, |hunks| {
            Placement { hunks, ..placement }.fit_all()
        });
        let Ok(Some((indexes, mut placed))) = placed else {
            return Self::new(Vec::new(), failures);
        };
        for piece in &mut placed.pieces {
            piece.renumber(indexes[piece.hunk_index]);
        }
        Self::new(placed.pieces, failures)
    }

    /// Applies the hunks one after the other. Returns the placed hunks, and the failures of the others.
    fn walk(mut self, placement: Placement<'_>) -> Result<(Placed, Vec<HunkFailure>), Reason> {
        let mut walk = Walk::new(placement);
        for (hunk_index, hunk) in placement.hunks.iter().enumerate() {
            let pieces = self.pieces.remove(&hunk_index).unwrap_or_default();
            let failure = self.failures.remove(&hunk_index);
            let lookup = match &failure {
                // A hunk away from its anchor may only be in the result of an earlier hunk.
                Some(failure) if matches!(failure.why, HunkWhy::LostAnchor { .. }) => {
                    walk.search_in_result(hunk, hunk_index)
                }
                Some(failure) if may_follow(&failure.why) => {
                    walk.search(hunk, hunk_index, placement.options.mode)
                }
                None if !pieces.iter().all(is_unapplied_exact) => {
                    walk.search_in_result(hunk, hunk_index)
                }
                _ => Lookup::Nothing,
            };
            match (lookup, failure) {
                (Lookup::Place(placed), _) => walk.apply_to_result(hunk_index, hunk, *placed)?,
                (Lookup::Places(failure), _) | (Lookup::Nothing, Some(failure)) => {
                    walk.fail(failure);
                }
                (Lookup::Nothing, None) => walk.apply_to_original(hunk_index, hunk, pieces)?,
            }
        }
        walk.finish()
    }
}

/// True if a hunk that failed with `why` may belong in the result of an earlier hunk.
fn may_follow(why: &HunkWhy) -> bool {
    !matches!(
        why,
        HunkWhy::Truncated | HunkWhy::AlreadyApplied(_) | HunkWhy::Unverified(_)
    )
}

/// Reduces `advised`, the refusal of the first attempt, to the hunks that are `unplaced`.
fn refusal(advised: Reason, unplaced: Vec<HunkFailure>, total: usize) -> Reason {
    let Reason::HunkFailed { failures, .. } = advised else {
        return advised;
    };
    let mut advised: BTreeMap<usize, HunkFailure> = failures
        .into_iter()
        .map(|failure| (failure.hunk, failure))
        .collect();
    let mut failures = Vec::with_capacity(unplaced.len());
    for failure in unplaced {
        let advised = advised.remove(&failure.hunk);
        failures.push(match (&failure.why, advised) {
            // Several places in the result of earlier hunks are a better reason than no place in the original.
            (HunkWhy::Ambiguous { .. }, _) | (_, None) => failure,
            (_, Some(advised)) => advised,
        });
    }
    hunk_failed(failures, total)
}

fn hunk_failed(failures: Vec<HunkFailure>, total: usize) -> Reason {
    Reason::HunkFailed { failures, total }
}
