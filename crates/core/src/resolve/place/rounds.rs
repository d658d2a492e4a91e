//! Hunks without those that have no place: the others may fail without them, or find theirs.

use std::collections::BTreeMap;

use crate::patch::Hunk;
use crate::refusal::HunkFailure;

/// How often hunks are placed without those that failed before.
const ROUNDS: usize = 8;

/// Has `place` place `hunks` without those that are `known` to fail, and again without those that fail then, which
/// become known. The numbers (from 0) of the hunks that were placed together, and their place; `None` if none are
/// left, or some still fail after eight rounds.
///
/// # Errors
/// As `place`, which gives the hunks that fail, numbered from 1 among those it was given, as an inner error.
pub fn without_failing<T, E>(
    hunks: &[Hunk],
    known: &mut BTreeMap<usize, HunkFailure>,
    mut place: impl FnMut(&[Hunk]) -> Result<Result<T, Vec<HunkFailure>>, E>,
) -> Result<Option<(Vec<usize>, T)>, E> {
    for _ in 0..ROUNDS {
        let is_left = |number: &usize| !known.contains_key(number);
        let rest: Vec<usize> = (0..hunks.len()).filter(is_left).collect();
        if rest.is_empty() {
            break;
        }
        let of_rest: Vec<Hunk> = rest.iter().map(|&number| hunks[number].clone()).collect();
        let failures = match place(&of_rest)? {
            Ok(placed) => return Ok(Some((rest, placed))),
            Err(failures) => failures,
        };
        for mut failure in failures {
            if let Some(&number) = rest.get(failure.hunk - 1) {
                failure.hunk = number + 1;
                known.entry(number).or_insert(failure);
            }
        }
    }
    Ok(None)
}
