//! The known word that somebody probably meant.

use strsim::osa_distance;

/// The word of `known` that differs least from `word`, if it differs little enough to be meant: by at
/// most a third of its length, and at least one letter.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    let bound = |candidate: &str| (candidate.len() / 3).max(1);
    known
        .into_iter()
        // The distance is at least the difference in length: an endless word needs no look.
        .filter(|candidate| length.abs_diff(candidate.chars().count()) <= bound(candidate))
        .map(|candidate| (osa_distance(word, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= bound(candidate))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn each_of_the_four_slips_is_one() {
        for slip in ["pat", "paths", "pith", "ptah"] {
            assert_eq!(nearest(slip, ["path"]), Some("path"), "{slip}");
        }
        assert_eq!(nearest("", ["path"]), None);
        assert_eq!(nearest("phat x", ["path"]), None);
    }

    #[test]
    fn only_a_near_word_is_offered() {
        let known = ["path", "old", "new", "expect_hash"];
        assert_eq!(nearest("paht", known), Some("path"));
        assert_eq!(nearest("expecthash", known), Some("expect_hash"));
        assert_eq!(nearest("colour", known), None);
    }
}
