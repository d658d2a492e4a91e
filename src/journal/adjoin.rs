//! Whether changes that share no byte meet within a line. Pure.
//!
//! A line that both change where they touch would become one that nobody ever wrote: `5` was made `9` and that
//! `90`, and without the first change it would be `50`. Where a line ends between the two, each has its own.

use crate::change::{ChangeSet, ClaimConflict, Edit};
use crate::text::begins_line;

/// The first place where an edit of `mine` and one of `theirs`, both of the text `base`, touch within a line.
/// Neither overlaps the other.
pub(super) fn adjoining(
    mine: &ChangeSet,
    theirs: &ChangeSet,
    base: &[u8],
) -> Option<ClaimConflict> {
    mine.edits().iter().find_map(|edit| {
        let (before, behind) = neighbours(edit, theirs.edits());
        let before = before.filter(|before| share_a_line(before, edit, base));
        let behind = behind.filter(|behind| share_a_line(edit, behind, base));
        Some(ClaimConflict {
            mine: edit.span(),
            theirs: before.or(behind)?.span(),
        })
    })
}

/// Whether any edits of `mine` and `theirs` touch.
pub(super) fn touch(mine: &ChangeSet, theirs: &ChangeSet) -> bool {
    mine.edits().iter().any(|edit| {
        let (before, behind) = neighbours(edit, theirs.edits());
        before.is_some() || behind.is_some()
    })
}

/// The edits that end where `edit` begins, and begin where it ends. `others` are sorted.
fn neighbours<'a>(edit: &Edit, others: &'a [Edit]) -> (Option<&'a Edit>, Option<&'a Edit>) {
    let after = others.partition_point(|other| other.end() < edit.at);
    let before = others.get(after).filter(|other| other.end() == edit.at);
    let after = others.partition_point(|other| other.at < edit.end());
    let behind = others.get(after).filter(|other| other.at == edit.end());
    (before, behind)
}

/// Whether the edit `left` and the edit `right`, which begins where that ends, change the same line of `base`.
fn share_a_line(left: &Edit, right: &Edit, base: &[u8]) -> bool {
    let (begins, ends) = (begins_line(base, right.at), ends_line(base, right.at));
    let left_ends = left.new.ends_with(b"\n") || left.new.is_empty() && begins_line(base, left.at);
    let right_goes_on =
        begins_with_ending(&right.new) || right.new.is_empty() && ends_line(base, right.end());
    !(begins && left_ends || ends && right_goes_on)
}

/// Whether the text of a line of `text` ends at `offset`.
fn ends_line(text: &[u8], offset: usize) -> bool {
    let rest = &text[offset..];
    rest.is_empty() || begins_with_ending(rest)
}

fn begins_with_ending(text: &[u8]) -> bool {
    text.starts_with(b"\n") || text.starts_with(b"\r\n")
}

#[cfg(test)]
mod tests {
    use super::{adjoining, touch};
    use crate::change::{ChangeSet, Edit};

    fn change(base: &str, at: usize, old: &str, new: &str) -> ChangeSet {
        let edit = Edit {
            at,
            old: old.to_owned().into(),
            new: new.to_owned().into(),
        };
        let change = ChangeSet::new(base.len(), vec![edit]).unwrap();
        change.check(base.as_bytes()).unwrap();
        change
    }

    #[test]
    fn only_edits_that_touch_within_a_line_adjoin() {
        for (base, mine, theirs, expected) in [
            ("= 9\n", (2, "9", "5"), (3, "", "0"), true),
            ("= 9\n", (2, "9", "5"), (2, "", "1"), true),
            ("= 9\n", (2, "9", "5"), (0, "=", ":"), false),
            ("= 9", (2, "9", "5"), (3, "", "0"), true),
            ("= 9", (2, "9", "5"), (3, "", "\nmore\n"), false),
            ("= 9\r\n", (2, "9", "5"), (3, "", "\r\nmore"), false),
            ("9\nb\n", (0, "9\n", "5\n"), (2, "b\n", "c\n"), false),
            ("9\nb\n", (0, "9\n", "5\n"), (2, "", "new\n"), false),
            ("9\nb\n", (0, "9\n", ""), (2, "", "new\n"), false),
            ("9\nb\n", (0, "9\n", "5"), (2, "b\n", "c\n"), true),
            ("a\n9\n", (2, "9\n", "5\n"), (0, "a\n", "b\n"), false),
            ("a\n9\n", (2, "9\n", "5\n"), (0, "a\n", ""), false),
            ("a\n9\n", (2, "9\n", "5\n"), (0, "a\n", "b"), true),
        ] {
            let mine = change(base, mine.0, mine.1, mine.2);
            let theirs = change(base, theirs.0, theirs.1, theirs.2);
            let found = adjoining(&mine, &theirs, base.as_bytes());
            assert_eq!(found.is_some(), expected, "{base:?} {mine:?} {theirs:?}");
            assert!(touch(&mine, &theirs) || !expected);
        }
    }
}
