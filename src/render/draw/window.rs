//! The part of two long lines that is worth showing: where they differ.
//!
//! Minified code has its whole text in one line; the first bytes of it say nothing about a change.

use std::ops::Range;

use crate::render::escape::character_start;
use crate::text;

/// Bytes shown before and after the differing part.
const AROUND: usize = 100;

/// The parts of `old` and `new` around their differing bytes, at most `bound` bytes each, that split no
/// UTF-8 character.
pub fn windows(old: &[u8], new: &[u8], bound: usize) -> [Range<usize>; 2] {
    let above = text::common_head(old, new);
    let below = text::common_tail(&old[above..], &new[above..]);
    [old, new].map(|line| {
        let start = character_start(line, above.saturating_sub(AROUND));
        let end = (line.len() - below).saturating_add(AROUND);
        let end = end.min(start.saturating_add(bound)).min(line.len());
        start..character_start(line, end).max(start)
    })
}

#[cfg(test)]
mod tests {
    use super::windows;

    #[test]
    fn windows_hold_the_difference_and_some_of_its_neighbourhood() {
        let long = "a".repeat(1000);
        let (old, new) = (format!("{long}OLD{long}"), format!("{long}NEWER{long}"));
        let [left, right] = windows(old.as_bytes(), new.as_bytes(), 1000);
        assert_eq!((left, right), (900..1103, 900..1105));
    }

    #[test]
    fn windows_are_bounded_and_begin_and_end_with_the_line() {
        let (old, new) = ("b".repeat(5000), "c".repeat(10));
        let [left, right] = windows(old.as_bytes(), new.as_bytes(), 1000);
        assert_eq!((left, right), (0..1000, 0..10));
        let gone = windows(b"", "d".repeat(2000).as_bytes(), 1000);
        assert_eq!(gone, [0..0, 0..1000]);
    }

    #[test]
    fn windows_split_no_character() {
        let long = "ä".repeat(1000);
        for shift in ["", "x"] {
            let old = format!("{shift}{long}1{long}");
            let new = format!("{shift}{long}2{long}");
            for range in windows(old.as_bytes(), new.as_bytes(), 500) {
                assert!(std::str::from_utf8(&old.as_bytes()[range.clone()]).is_ok());
                assert!(old[range].contains('1'));
            }
        }
    }
}
