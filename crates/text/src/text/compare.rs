//! Compares two lists with a diff algorithm.

use std::collections::HashMap;
use std::hash::Hash;

use foldhash::fast::FixedState;
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// The operations that turn `old` into `new`, as computed by `algorithm`.
pub fn compare<T: Eq + Hash>(algorithm: Algorithm, old: &[T], new: &[T]) -> Vec<DiffOp> {
    let [old_numbers, new_numbers] = numbered([old, new]);
    compare_numbers(algorithm, &old_numbers, &new_numbers)
}

/// Assigns a number to each item of `lists`. Equal items get the same number.
pub fn numbered<T: Eq + Hash, const N: usize>(lists: [&[T]; N]) -> [Vec<u32>; N] {
    let mut known: HashMap<&T, u32, FixedState> = HashMap::default();
    lists.map(|parts| {
        let mut numbers = Vec::with_capacity(parts.len());
        for part in parts {
            let next = known.len() as u32;
            numbers.push(*known.entry(part).or_insert(next));
        }
        numbers
    })
}

/// Like [`compare`], for numbers. All comparisons use this function, so the binary contains the algorithms only once.
#[inline(never)]
pub fn compare_numbers(algorithm: Algorithm, old: &[u32], new: &[u32]) -> Vec<DiffOp> {
    capture_diff_slices(algorithm, old, new)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use similar::{Algorithm, capture_diff_slices};

    use super::compare;

    proptest! {
        #[test]
        fn comparing_numbers_equals_comparing_items(
            old in prop::collection::vec("[a-d]{0,2}", 0..40),
            new in prop::collection::vec("[a-d]{0,2}", 0..40),
        ) {
            for algorithm in [Algorithm::Myers, Algorithm::Histogram] {
                let direct = capture_diff_slices(algorithm, &old, &new);
                prop_assert_eq!(compare(algorithm, &old, &new), direct);
            }
        }
    }
}
