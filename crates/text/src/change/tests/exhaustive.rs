//! Checks every change set over every small text.

use super::{assert_well_formed, set};
use crate::change::{Bias, ChangeSet, ClaimConflict, Edit, Origin, Tie};
use crate::text::Span;
use bytes::Bytes;

/// Every change set of `text` whose new texts are among `news` or equal to the old one.
pub(super) fn every_set(text: &[u8], news: &[&'static str]) -> Vec<ChangeSet> {
    let mut lists = vec![Vec::new()];
    let mut done = 0;
    while done < lists.len() {
        let list: Vec<Edit> = lists[done].clone();
        let from = list.last().map_or(0, |edit| edit.end() + 1);
        for start in from..=text.len() {
            for end in start..=text.len() {
                lists.extend(replacements(text, start, end, news).map(|edit| {
                    let mut longer = list.clone();
                    longer.push(edit);
                    longer
                }));
            }
        }
        done += 1;
    }
    let sets: Vec<_> = lists
        .into_iter()
        .map(|edits| ChangeSet::new(text.len(), edits).unwrap())
        .collect();
    assert!(sets.len() > 1);
    sets
}

fn replacements<'a>(
    text: &'a [u8],
    start: usize,
    end: usize,
    news: &'a [&'static str],
) -> impl Iterator<Item = Edit> + 'a {
    let old = &text[start..end];
    let equal = (!news.iter().any(|new| new.as_bytes() == old)).then_some(old);
    news.iter()
        .map(|new| new.as_bytes())
        .chain(equal)
        .filter(move |new| !(old.is_empty() && new.is_empty()))
        .map(move |new| Edit {
            at: start,
            old: Bytes::copy_from_slice(old),
            new: Bytes::copy_from_slice(new),
        })
}

const SMALL: [&[u8]; 4] = [b"", b"a", b"ab", b"abc"];

#[test]
fn apply_then_invert_is_identity() {
    for text in SMALL {
        for set in every_set(text, &["", "x", "yz"]) {
            assert_well_formed(&set);
            let result = set.apply(text).unwrap();
            assert_eq!(result.len(), set.result_len());
            let inverse = set.invert();
            assert_well_formed(&inverse);
            assert_eq!(inverse.apply(&result).unwrap(), text);
            assert_eq!(inverse.invert(), set);
            let back = set.then(&inverse).unwrap();
            assert!(!back.changes_text(), "{set:?} and back is {back:?}");
        }
    }
}

#[test]
fn identity_is_neutral() {
    for text in SMALL {
        for set in every_set(text, &["", "x", "yz"]) {
            let before = ChangeSet::identity(set.base_len());
            let after = ChangeSet::identity(set.result_len());
            assert_eq!(before.then(&set).unwrap(), set);
            assert_eq!(set.then(&after).unwrap(), set);
        }
    }
}

#[test]
fn compose_equals_sequence() {
    let mut vanished = 0;
    for text in SMALL {
        for first in every_set(text, &["", "x"]) {
            let between = first.apply(text).unwrap();
            for next in every_set(&between[..], &["", "y"]) {
                let whole = first.then(&next).unwrap();
                assert_well_formed(&whole);
                let result = next.apply(&between).unwrap();
                assert_eq!(whole.apply(text).unwrap(), result);
                let reversed = next.invert().then(&first.invert()).unwrap();
                assert_eq!(whole.invert(), reversed);
                vanished += usize::from(whole.edits().len() < next.edits().len());
            }
        }
    }
    assert!(vanished > 0);
}

#[test]
fn compose_is_associative() {
    let mut checked = 0;
    for text in &SMALL[..3] {
        for a in every_set(text, &["", "x"]) {
            let second = a.apply(text).unwrap();
            for b in every_set(&second, &["", "y"]) {
                let third = b.apply(&second).unwrap();
                if third.len() > 2 {
                    continue;
                }
                let ab = a.then(&b).unwrap();
                for c in every_set(&third, &["", "z"]) {
                    let bc = b.then(&c).unwrap();
                    assert_eq!(
                        ab.then(&c).unwrap(),
                        a.then(&bc).unwrap(),
                        "{a:?} {b:?} {c:?}"
                    );
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 1000, "{checked}");
}

#[test]
fn map_is_monotone() {
    for text in SMALL {
        for set in every_set(text, &["", "x", "yz"]) {
            for offset in 0..=text.len() {
                let [before, after] = both(&set, offset);
                assert!(before <= after && after <= set.result_len());
                if offset > 0 {
                    let [earlier_before, earlier_after] = both(&set, offset - 1);
                    assert!(earlier_before <= before && earlier_after <= after);
                }
            }
            assert_eq!(set.map(0, Bias::Before), 0);
            assert_eq!(set.map(text.len(), Bias::After), set.result_len());
        }
    }
}

fn both(set: &ChangeSet, offset: usize) -> [usize; 2] {
    [Bias::Before, Bias::After].map(|bias| set.map(offset, bias))
}

#[test]
fn origin_inverts_map_on_untouched_bytes() {
    for text in SMALL {
        for set in every_set(text, &["", "x", "yz"]) {
            let result = set.apply(text).unwrap();
            let inverse = set.invert();
            let is_edited = |at: usize| set.edits().iter().any(|e| e.span().range().contains(&at));
            for at in (0..text.len()).filter(|&at| !is_edited(at)) {
                let there = set.map(at, Bias::After);
                assert_eq!(result[there], text[at]);
                assert_eq!(set.origin(there, Bias::After), Origin { at, made_by: None });
            }
            for offset in 0..=result.len() {
                for bias in [Bias::Before, Bias::After] {
                    let origin = set.origin(offset, bias);
                    assert_eq!(origin.at, inverse.map(offset, bias));
                    let makers = (0..set.edits().len())
                        .find(|&edit| set.result_span(edit).range().contains(&offset));
                    assert_eq!(origin.made_by, makers);
                }
            }
        }
    }
}

#[test]
fn disjoint_actors_converge() {
    let (mut converged, mut conflicted, mut tied) = (0, 0, 0);
    for text in SMALL {
        for mine in every_set(text, &["", "x"]) {
            // `x` lets both sides insert the same text. It is left out for longer texts, where the test would take
            // too long.
            let news: &[&str] = if text.len() < 3 {
                &["", "x", "y"]
            } else {
                &["", "y"]
            };
            for theirs in every_set(text, news) {
                let conflicts = mine.conflicts(&theirs);
                let strict = mine.rebase(&theirs, Tie::Conflict);
                assert_eq!(strict.is_ok(), conflicts.is_empty(), "{mine:?} {theirs:?}");
                assert_eq!(strict.err(), conflicts.first().copied());
                let after = mine.rebase(&theirs, Tie::After);
                let before = theirs.rebase(&mine, Tie::Before);
                assert_eq!(after.is_ok(), before.is_ok());
                let (Ok(after), Ok(before)) = (after, before) else {
                    conflicted += 1;
                    continue;
                };
                assert_well_formed(&after);
                let one_way = theirs.then(&after).unwrap();
                assert_eq!(one_way, mine.then(&before).unwrap());
                converged += usize::from(!mine.is_empty() && !theirs.is_empty());
                tied += usize::from(!conflicts.is_empty());
            }
        }
    }
    assert!(converged > 0 && conflicted > 0 && tied > 0);
}

#[test]
fn edits_that_do_not_touch_only_shift_the_others() {
    let mut moved_on = 0;
    for text in [&b"ab"[..], b"abcd"] {
        let mine: Vec<_> = every_set(text, &["m"]);
        for mine in mine.iter().filter(|set| set.edits().len() == 1) {
            for theirs in every_set(text, &["", "ttt"]) {
                let (near, moved) = theirs.around(mine.edits()[0].span());
                let of_near = mine.rebase(&near, Tie::Conflict);
                let of_near = of_near.map(|set| set.moved(moved, theirs.result_len()));
                assert_eq!(of_near, mine.rebase(&theirs, Tie::Conflict), "{theirs:?}");
                moved_on += usize::from(moved != 0);
            }
        }
    }
    assert!(moved_on > 0);
}

#[test]
fn ties_are_ordered_as_requested() {
    let [mine, theirs] = ["m", "t"].map(|new| set(2, &[(1, "", new)]));
    let result = |tie| {
        let followed = mine.rebase(&theirs, tie)?;
        Ok(theirs.then(&followed).unwrap().apply(b"ab").unwrap())
    };
    assert_eq!(result(Tie::Before), Ok(b"amtb".to_vec()));
    assert_eq!(result(Tie::After), Ok(b"atmb".to_vec()));
    let place = Span::empty_at(1);
    let conflict = ClaimConflict {
        mine: place,
        theirs: place,
    };
    assert_eq!(result(Tie::Conflict), Err(conflict));
    assert_eq!(mine.conflicts(&theirs), [conflict]);
    // Equal insertions are both kept.
    let twice = mine.then(&mine.rebase(&mine, Tie::Conflict).unwrap());
    assert_eq!(twice.unwrap(), set(2, &[(1, "", "mm")]));
    assert_eq!(mine.conflicts(&mine), []);
    assert_eq!(mine.line_conflicts(&mine, b"ab").len(), 1);
}

#[test]
fn edits_that_only_touch_do_not_conflict() {
    let replaced = set(4, &[(1, "bc", "X")]);
    for (other, expected) in [
        ((1, "", "i"), "aiXd"),
        ((3, "", "i"), "aXid"),
        ((0, "a", "i"), "iXd"),
        ((3, "d", "i"), "aXi"),
    ] {
        let other = set(4, &[other]);
        let followed = other.rebase(&replaced, Tie::Conflict).unwrap();
        let whole = replaced.then(&followed).unwrap();
        assert_eq!(whole.apply(b"abcd").unwrap(), expected.as_bytes());
    }
    for other in [
        (2, "", "i"),
        (0, "ab", ""),
        (2, "cd", ""),
        (1, "bc", "X"),
        (2, "c", ""),
    ] {
        assert!(set(4, &[other]).rebase(&replaced, Tie::After).is_err());
    }
}

#[test]
fn lines_conflict_although_their_bytes_do_not() {
    let base = b"abc\ndef\nghi\n";
    let lines = |mine, theirs| {
        let [mine, theirs] = [mine, theirs].map(|edit| set(base.len(), &[edit]));
        assert_eq!(mine.conflicts(&theirs), []);
        mine.line_conflicts(&theirs, base)
    };
    let second = Span::of_len(4, 4);
    let conflict = ClaimConflict {
        mine: second,
        theirs: second,
    };
    assert_eq!(lines((4, "d", "D"), (6, "f", "F")), [conflict]);
    assert_eq!(lines((4, "def\n", ""), (8, "ghi\n", "")), []);
    assert_eq!(lines((4, "d", "D"), (8, "", "new\n")), []);
    assert_eq!(lines((4, "d", "D"), (4, "", "new\n")), []);
    assert_eq!(lines((7, "\n", ""), (8, "g", "G")).len(), 1, "joined lines");
}

#[test]
fn conflicts_is_symmetric() {
    let (mut none, mut some) = (0, 0);
    for text in [&b""[..], b"a", b"\n", b"a\n", b"\na", b"a\nb", b"a\nb\n"] {
        let news: &[&str] = if text.len() > 3 {
            &["", "\n"]
        } else {
            &["", "x", "\n"]
        };
        let sets = every_set(text, news);
        for mine in sets.iter().step_by(1 + sets.len() / 100) {
            for theirs in &sets {
                let bytes = mine.conflicts(theirs);
                assert_eq!(swapped(&bytes), theirs.conflicts(mine));
                let lines = mine.line_conflicts(theirs, text);
                assert_eq!(swapped(&lines), theirs.line_conflicts(mine, text));
                assert!(bytes.is_empty() || !lines.is_empty(), "{mine:?} {theirs:?}");
                none += usize::from(lines.is_empty());
                some += usize::from(!bytes.is_empty());
            }
        }
    }
    assert!(none > 0 && some > 0);
}

fn swapped(conflicts: &[ClaimConflict]) -> Vec<ClaimConflict> {
    conflicts
        .iter()
        .map(|conflict| ClaimConflict {
            mine: conflict.theirs,
            theirs: conflict.mine,
        })
        .collect()
}

#[test]
fn a_witness_that_does_not_fit_is_refused() {
    use crate::change::ChangeSetError::{Length, Witness};
    let first = set(3, &[(1, "b", "xy")]);
    assert_eq!(
        first.then(&set(3, &[])),
        Err(Length {
            expected: 3,
            found: 4
        })
    );
    assert_eq!(
        first.then(&set(4, &[(0, "a", ""), (2, "z", "")])),
        Err(Witness { edit: 1 })
    );
    assert!(first.then(&set(4, &[(2, "y", "")])).is_ok());
}
