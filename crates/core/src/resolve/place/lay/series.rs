//! Hunks that are applied one after the other: those of formats whose numbers do not refer to one text.
//!
//! A hunk that stands exactly in the text keeps its place there, whatever the hunks before it make. One that
//! has no place there is looked for in the result of the hunks before it; one that stands there only
//! inexactly, or seems to be applied, goes to what they made if it stands there exactly. Everything is
//! reported in lines of the text that the first hunk saw.

use std::collections::{BTreeMap, HashSet};

use bytes::Bytes;

use crate::patch::{FilePatch, Hunk, LineKind, PatchFormat};
use crate::refusal::{HunkFailure, HunkWhy, Reason};
use crate::request::Repeat;
use crate::resolve::Tier;
use crate::snapshot::Snapshot;

use super::laid::{Laid, Placed};
use super::walk::{Lookup, Walk};
use crate::resolve::place::at_once::{self, refuse_partly};
use crate::resolve::place::choose::fit::Side;
use crate::resolve::place::placing::Placing;
use crate::resolve::place::report::advise;
use crate::resolve::place::report::unplaced::Unplaced;
use crate::resolve::place::rounds::without_failing;

/// Whether the hunks of `patch` are applied one after the other.
pub fn is_one(patch: &FilePatch) -> bool {
    matches!(patch.format, PatchFormat::V4a | PatchFormat::SearchReplace) && patch.hunks().len() > 1
}

/// All of `hunks`, each in `now` or in the result of those before it.
///
/// # Errors
/// As [`crate::resolve::place::place`].
pub fn placed(
    patch: &FilePatch,
    hunks: &[Hunk],
    now: &Snapshot,
    how: &Placing,
) -> Result<Placed, Reason> {
    // What is applied already is known only at the end: a hunk may take back what one before it did.
    let skip = Placing {
        repeat: Repeat::Accept,
        ..how.clone()
    };
    let (placed, lost) = match at_once::placed(patch, hunks, now, &skip) {
        Ok(placed) => {
            if needs_no_more(&placed, hunks) {
                (placed, Vec::new())
            } else {
                Series::of(placed.laid, BTreeMap::new()).walk(patch, hunks, now, &skip)?
            }
        }
        Err(Unplaced::Refused(reason)) => return Err(reason),
        Err(Unplaced::Failing(failing)) => {
            let series = Series::without(&failing.failures, patch, hunks, now, &skip);
            let (placed, lost) = series.walk(patch, hunks, now, &skip)?;
            if !lost.is_empty() {
                return Err(refusal(
                    advise::of_failing(*failing, now, how),
                    lost,
                    hunks.len(),
                ));
            }
            (placed, lost)
        }
    };
    if !lost.is_empty() {
        return Err(failed(lost, hunks.len()));
    }
    let sides = placed
        .laid
        .iter()
        .filter(|laid| hunks[laid.hunk].changes_text())
        .map(|laid| (laid.hunk, laid.side));
    refuse_partly(sides, how)?;
    Ok(placed)
}

/// Whether every hunk stands in the text exactly, or has nothing that a hunk before it made.
fn needs_no_more(placed: &Placed, hunks: &[Hunk]) -> bool {
    let mut made: HashSet<&Bytes> = HashSet::new();
    let mut known = 0;
    placed.laid.iter().all(|laid| {
        if is_settled(laid) {
            return true;
        }
        for hunk in &hunks[known..laid.hunk] {
            let added = hunk
                .lines
                .iter()
                .filter(|line| line.kind == LineKind::Added);
            made.extend(added.map(|line| &line.text));
        }
        known = known.max(laid.hunk);
        !hunks[laid.hunk].old_side().any(|line| made.contains(line))
    })
}

/// Whether `laid` stands exactly where it is to be applied.
fn is_settled(laid: &Laid) -> bool {
    laid.side == Side::Old && laid.site.tier == Tier::Exact
}

/// The result of the first look at the text.
struct Series {
    /// The hunks that have a place there, in pieces.
    laid: BTreeMap<usize, Vec<Laid>>,
    /// The hunks that have no place.
    failures: BTreeMap<usize, HunkFailure>,
}

impl Series {
    fn of(laid: Vec<Laid>, failures: BTreeMap<usize, HunkFailure>) -> Self {
        let mut of_hunk: BTreeMap<usize, Vec<Laid>> = BTreeMap::new();
        for laid in laid {
            of_hunk.entry(laid.hunk).or_default().push(laid);
        }
        Self {
            laid: of_hunk,
            failures,
        }
    }

    /// Places `hunks` without those of `failures`, and without those that fail then.
    fn without(
        failures: &[HunkFailure],
        patch: &FilePatch,
        hunks: &[Hunk],
        now: &Snapshot,
        how: &Placing,
    ) -> Self {
        let numbered = failures
            .iter()
            .map(|failure| (failure.hunk - 1, failure.clone()));
        let mut failures: BTreeMap<usize, HunkFailure> = numbered.collect();
        let placed = without_failing(hunks, &mut failures, |hunks| {
            match at_once::placed(patch, hunks, now, how) {
                Ok(placed) => Ok(Ok(placed)),
                Err(Unplaced::Refused(reason)) => Err(reason),
                Err(Unplaced::Failing(failing)) => Ok(Err(failing.failures)),
            }
        });
        let Ok(Some((rest, mut placed))) = placed else {
            return Self::of(Vec::new(), failures);
        };
        for laid in &mut placed.laid {
            laid.renumber(rest[laid.hunk]);
        }
        Self::of(placed.laid, failures)
    }

    /// Applies one hunk after the other: all that have a place, and those that have none.
    fn walk(
        mut self,
        patch: &FilePatch,
        hunks: &[Hunk],
        now: &Snapshot,
        how: &Placing,
    ) -> Result<(Placed, Vec<HunkFailure>), Reason> {
        let mut walk = Walk::new(patch, now, how);
        let mut lost = Vec::new();
        for (number, hunk) in hunks.iter().enumerate() {
            let laid = self.laid.remove(&number).unwrap_or_default();
            let failure = self.failures.remove(&number);
            let sight = match &failure {
                // Apart from its anchor a hunk may stand in what an earlier one made, and nowhere else.
                Some(failure) if matches!(failure.why, HunkWhy::LostAnchor { .. }) => {
                    walk.look_at_made(hunk, number)
                }
                Some(failure) if may_follow(&failure.why) => walk.look(hunk, number, how.mode),
                None if !laid.iter().all(is_settled) => walk.look_at_made(hunk, number),
                _ => Lookup::Nothing,
            };
            let gone = match (sight, failure) {
                (Lookup::Place(placed), _) => walk.follow(number, hunk, *placed)?,
                (Lookup::Places(failure), _) | (Lookup::Nothing, Some(failure)) => Some(failure),
                (Lookup::Nothing, None) => walk.stay(number, hunk, laid)?,
            };
            lost.extend(gone);
        }
        Ok((walk.finish()?, lost))
    }
}

/// Whether a hunk that failed because of `why` may be about what an earlier one made.
fn may_follow(why: &HunkWhy) -> bool {
    !matches!(
        why,
        HunkWhy::Truncated | HunkWhy::AlreadyApplied { .. } | HunkWhy::Unverified { .. }
    )
}

/// `advised`, the refusal of the first look, about those hunks only that are `lost`.
fn refusal(advised: Reason, lost: Vec<HunkFailure>, total: usize) -> Reason {
    let Reason::HunkFailed { failures, .. } = advised else {
        return advised;
    };
    let mut advised: BTreeMap<usize, HunkFailure> = failures
        .into_iter()
        .map(|failure| (failure.hunk, failure))
        .collect();
    let as_advised = |lost: HunkFailure| match (&lost.why, advised.remove(&lost.hunk)) {
        // Several places in what hunks before it made say more than none in the text.
        (HunkWhy::Ambiguous { .. }, _) | (_, None) => lost,
        (_, Some(advised)) => advised,
    };
    failed(lost.into_iter().map(as_advised).collect(), total)
}

fn failed(failures: Vec<HunkFailure>, total: usize) -> Reason {
    Reason::HunkFailed { failures, total }
}
