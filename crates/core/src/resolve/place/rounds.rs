//! Places as many hunks as possible. Without the failed hunks, other hunks may fail or find a place, so this takes
//! several rounds.

use std::collections::BTreeMap;

use crate::patch::Hunk;
use crate::refusal::{HunkFailure, Reason};

use super::report::unplaced::Unplaced;

/// The most attempts to place the hunks that have not failed yet.
const MAX_ROUNDS: usize = 8;

/// Calls `place` for `hunks` without those in `failed`, until no more hunks fail. Adds new failures to `failed`.
///
/// Returns the indexes of the placed hunks and the result of `place`. `None` if no hunks are left, or if some
/// still fail after eight rounds. `place` numbers its failures from 1 among the hunks that it gets.
///
/// # Errors
/// The refusal of the patch as a whole.
pub fn without_failing<T>(
    hunks: &[Hunk],
    failed: &mut BTreeMap<usize, HunkFailure>,
    mut place: impl FnMut(&[Hunk]) -> Result<T, Unplaced>,
) -> Result<Option<(Vec<usize>, T)>, Reason> {
    for _ in 0..MAX_ROUNDS {
        let mut indexes = Vec::new();
        let mut remaining = Vec::new();
        for (hunk_index, hunk) in hunks.iter().enumerate() {
            if !failed.contains_key(&hunk_index) {
                indexes.push(hunk_index);
                remaining.push(hunk.clone());
            }
        }
        if remaining.is_empty() {
            break;
        }
        let failures = match place(&remaining) {
            Ok(placed) => return Ok(Some((indexes, placed))),
            Err(Unplaced::Refused(reason)) => return Err(reason),
            Err(Unplaced::Failing(failures)) => failures,
        };
        for mut failure in failures {
            if let Some(&hunk_index) = indexes.get(failure.hunk - 1) {
                failure.hunk = hunk_index + 1;
                failed.entry(hunk_index).or_insert(failure);
            }
        }
    }
    Ok(None)
}
