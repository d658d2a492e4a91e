//! The known word that somebody probably meant.

/// The word of `known` that differs least from `word`, if it differs little enough to be meant: by at
/// most a third of its length, and at least one letter.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    let bound = |candidate: &str| (candidate.len() / 3).max(1);
    known
        .into_iter()
        // The distance is at least the difference in length: an endless word needs no look.
        .filter(|candidate| length.abs_diff(candidate.chars().count()) <= bound(candidate))
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= bound(candidate))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Letters to insert, delete, change or swap with their neighbour to get from `left` to `right`
/// (optimal string alignment, three rows).
fn distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    let mut before_last = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (row, letter) in left.iter().enumerate() {
        let mut this = vec![row + 1];
        for (column, other) in right.iter().enumerate() {
            let change = last[column] + usize::from(letter != other);
            let mut best = change.min(last[column + 1] + 1).min(this[column] + 1);
            let swapped =
                row > 0 && column > 0 && *letter == right[column - 1] && left[row - 1] == *other;
            if swapped {
                best = best.min(before_last[column - 1] + 1);
            }
            this.push(best);
        }
        before_last = std::mem::replace(&mut last, this);
    }
    last[right.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn distance_counts_the_four_slips() {
        assert_eq!(distance("path", "path"), 0);
        assert_eq!(distance("pat", "path"), 1);
        assert_eq!(distance("paths", "path"), 1);
        assert_eq!(distance("pith", "path"), 1);
        assert_eq!(distance("ptah", "path"), 1);
        assert_eq!(distance("", "path"), 4);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn only_a_near_word_is_offered() {
        let known = ["path", "old", "new", "expect_hash"];
        assert_eq!(nearest("paht", known), Some("path"));
        assert_eq!(nearest("expecthash", known), Some("expect_hash"));
        assert_eq!(nearest("colour", known), None);
    }
}
