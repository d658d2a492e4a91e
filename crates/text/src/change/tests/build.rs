//! Construction, application and pieces in edge cases.

use std::sync::Arc;

use bytes::Bytes;

use super::{assert_well_formed, edit_of, set};
use crate::change::ChangeSetError::{Length, Overlap, PastEnd, TooLong, Witness};
use crate::change::{ChangeSet, Edit};
use crate::text::Span;

#[test]
fn touching_edits_are_one_edit() {
    let replaced = set(4, &[(2, "c", "C"), (0, "a", "A"), (1, "b", "")]);
    assert_eq!(replaced, set(4, &[(0, "abc", "AC")]));
    let around = set(2, &[(1, "b", "B"), (1, "", "x"), (2, "", "y")]);
    assert_eq!(around.edits(), [edit_of((1, "b", "xBy"))]);
    assert_eq!(around.apply(b"ab").unwrap(), b"axBy");
}

#[test]
fn everywhere_equals_one_edit_per_place() {
    let base = Bytes::from_static(b"x ab\nab x\n\nx ab ab\nab");
    let every: Vec<usize> = memchr::memmem::find_iter(&base, "ab").collect();
    for new in ["", "ab", "c", "long\nlines"] {
        for chosen in 0_u32..1 << every.len() {
            let chosen = (0..).zip(&every).filter(|(bit, _)| chosen >> bit & 1 == 1);
            let places: Vec<Span> = chosen.map(|(_, &at)| Span::of_len(at, 2)).collect();
            let each = places.iter().map(|place| (*place, Bytes::from(new)));
            let each = ChangeSet::over(&base, each).unwrap();
            let all = ChangeSet::everywhere(&base, Arc::new(places), new.into()).unwrap();
            let of = |set: &ChangeSet| {
                (
                    (set.count(), set.is_empty(), set.changes_text()),
                    (set.result_len(), set.starts().to_vec()),
                    set.apply(&base).unwrap(),
                    set.last_piece(&base).map(<[u8]>::to_vec),
                    set.pieces(&base).last().map(<[u8]>::to_vec),
                    set.line_delta(&base),
                    set.line_blocks(&base).collect::<Vec<_>>(),
                    set.counted_edits().map(|(_, count)| count).sum::<usize>(),
                )
            };
            assert_eq!(of(&all), of(&each));
            assert_well_formed(&all);
            let copy = base.to_vec();
            assert_eq!(all.check(&copy), Ok(()));
            // `all` creates its edits only here. The checks above must not need them.
            assert_eq!(all, each);
            assert_eq!(all.invert(), each.invert());
        }
    }
    let wrong = Bytes::from_static(b"x aB\nab x\n\nx ab ab\nab");
    let places = Arc::new(vec![Span::of_len(2, 2)]);
    let all = ChangeSet::everywhere(&base, places, "c".into()).unwrap();
    assert_eq!(all.check(&wrong), Err(Witness { edit: 0 }));
}

#[test]
fn everywhere_refuses_places_that_touch() {
    let base = Bytes::from_static(b"aaa");
    let at = |starts: &[usize], len, new| {
        let places = starts.iter().map(|&start| Span::of_len(start, len));
        ChangeSet::everywhere(&base, Arc::new(places.collect()), Bytes::from(new))
    };
    assert!(at(&[0, 1], 1, "b").is_none(), "touching");
    assert!(at(&[2, 0], 1, "b").is_none(), "out of order");
    assert!(at(&[0, 3], 1, "b").is_none(), "past the end");
    assert!(at(&[1], 0, "").is_none(), "nothing");
    assert_eq!(at(&[], 1, "b"), Some(ChangeSet::identity(3)));
    assert!(at(&[0, 2], 1, "b").is_some());
}

#[test]
fn insertions_at_one_offset_keep_their_order() {
    let inserted = set(1, &[(1, "", "x"), (1, "", "y"), (0, "", "w")]);
    assert_eq!(inserted.apply(b"a").unwrap(), b"waxy");
}

#[test]
fn only_edits_with_two_empty_texts_are_dropped() {
    let same = set(3, &[(1, "b", "b")]);
    assert!(!same.is_empty() && !same.changes_text());
    let nothing = set(3, &[(1, "", "")]);
    assert!(nothing.is_empty());
    assert_eq!(nothing, ChangeSet::identity(3));
}

#[test]
fn invalid_edits_are_refused() {
    let new = |len, edits: &[_]| ChangeSet::new(len, edits.iter().map(|&e| edit_of(e)).collect());
    let actual = new(4, &[(1, "bc", ""), (2, "c", "x")]);
    assert_eq!(actual, Err(Overlap { edit: 1 }));
    let actual = new(4, &[(2, "c", "x"), (1, "bc", "")]);
    assert_eq!(actual, Err(Overlap { edit: 1 }), "numbered in sorted order");
    assert_eq!(
        new(4, &[(0, "abcd", ""), (2, "", "x")]),
        Err(Overlap { edit: 1 }),
        "an insertion inside a replaced text"
    );
    assert_eq!(new(4, &[(3, "de", "")]), Err(PastEnd { edit: 0 }));
    assert_eq!(new(4, &[(5, "", "x")]), Err(PastEnd { edit: 0 }));
    assert_eq!(new(4, &[(usize::MAX, "a", "")]), Err(PastEnd { edit: 0 }));
    assert_eq!(new(usize::MAX, &[]), Err(TooLong));
    assert_eq!(new(isize::MAX as usize, &[(0, "", "x")]), Err(TooLong));
    assert!(new(isize::MAX as usize, &[]).is_ok());
}

#[test]
fn a_text_that_is_not_the_original_is_refused() {
    let replaced = set(3, &[(0, "a", "x"), (2, "c", "y")]);
    assert_eq!(replaced.apply(b"abc").unwrap(), b"xby");
    assert_eq!(replaced.apply(b"abd"), Err(Witness { edit: 1 }));
    assert_eq!(
        replaced.apply(b"ab"),
        Err(Length {
            expected: 3,
            found: 2
        })
    );
}

#[test]
fn pieces_are_never_empty_and_share_memory() {
    let cases: [(&[u8], &[_], &[&str]); 8] = [
        (b"", &[], &[]),
        (b"abc", &[], &["abc"]),
        (b"", &[(0, "", "x")], &["x"]),
        (b"abc", &[(0, "abc", "")], &[]),
        (b"abc", &[(0, "a", "")], &["bc"]),
        (b"abc", &[(2, "c", "")], &["ab"]),
        (b"abc", &[(0, "", "x"), (3, "", "y")], &["x", "abc", "y"]),
        (b"abc", &[(0, "a", "x"), (2, "c", "")], &["x", "b"]),
    ];
    for (base, edits, expected) in cases {
        let set = set(base.len(), edits);
        let pieces: Vec<&[u8]> = set.pieces(base).collect();
        let expected: Vec<&[u8]> = expected.iter().map(|piece| piece.as_bytes()).collect();
        assert_eq!(pieces, expected, "{set:?}");
    }
    let base = b"abc";
    let kept = set(3, &[(0, "a", "x")]);
    assert_eq!(
        kept.pieces(base).last().unwrap().as_ptr(),
        base[1..].as_ptr()
    );
}

#[test]
fn over_slices_the_original_even_if_edits_touch() {
    let base = Bytes::from_static(b"abcdef");
    let new = Bytes::from_static(b"x");
    let spans = [Span::of_len(3, 1), Span::of_len(0, 1), Span::of_len(1, 1)];
    let made = ChangeSet::over(&base, spans.map(|span| (span, new.clone()))).unwrap();
    assert_well_formed(&made);
    assert_eq!(made, set(6, &[(0, "ab", "xx"), (3, "d", "x")]));
    let shares = |edit: &Edit| edit.old.as_ptr() == base[edit.at..].as_ptr();
    assert!(made.edits().iter().all(shares));
    assert_eq!(made.edits()[1].new.as_ptr(), new.as_ptr());
    assert_eq!(
        ChangeSet::over(&base, [(Span::of_len(6, 1), new)]),
        Err(PastEnd { edit: 0 })
    );
}

/// Pairwise joining would copy 250 GB here and never finish.
#[test]
fn a_million_touching_edits_are_one() {
    let base = Bytes::from(vec![b'a'; 1 << 20]);
    let new = Bytes::from_static(b"bc");
    let each = (0..base.len()).map(|at| (Span::of_len(at, 1), new.clone()));
    let all = ChangeSet::over(&base, each).unwrap();
    assert_eq!(all.edits().len(), 1);
    assert_eq!(all.result_len(), 2 << 20);
    assert_eq!(all.edits()[0].old.as_ptr(), base.as_ptr());
}
