//! Compares the composition of a batch with its parts applied in turn.

use super::exhaustive::every_set;
use super::property::{Drawn, batches, draw, run};
use super::set;
use crate::change::ChangeSetError::Length;
use crate::change::composition::Source;
use crate::change::{Bias, ChangeSet, Composition};
use crate::text::Span;

#[test]
fn an_empty_batch_is_the_identity() {
    let batch = Composition::new(5);
    assert_eq!(batch.change_set(), ChangeSet::identity(5));
    assert_eq!(batch.current_len(), 5);
    let span = Span::of_len(1, 2);
    let untouched = Source {
        span,
        made_by: None,
    };
    assert_eq!(batch.source(span), untouched);
    assert_eq!(batch.change_set(), ChangeSet::identity(5));
}

#[test]
fn a_set_for_another_length_is_refused_and_changes_nothing() {
    let mut batch = Composition::new(3);
    batch.push(set(3, &[(1, "b", "xy")])).unwrap();
    let refused = batch.push(set(3, &[(0, "a", "")]));
    assert_eq!(
        refused,
        Err(Length {
            expected: 3,
            found: 4
        })
    );
    assert_eq!(batch.change_set(), set(3, &[(1, "b", "xy")]));
}

/// First `two` in `one two three` becomes `zwei`, then `ei th` is removed from the middle.
#[test]
fn a_source_names_the_last_set_that_changed_the_span() {
    let mut batch = Composition::new(13);
    batch.push(set(13, &[(4, "two", "zwei")])).unwrap();
    let source = |batch: &Composition, at, len| {
        let source = batch.source(Span::of_len(at, len));
        (source.span.range(), source.made_by)
    };
    assert_eq!(source(&batch, 0, 4), (0..4, None));
    assert_eq!(source(&batch, 0, 5), (0..7, Some(1)));
    assert_eq!(source(&batch, 5, 1), (4..7, Some(1)));
    assert_eq!(source(&batch, 8, 6), (7..13, None));
    assert_eq!(source(&batch, 6, 0), (4..7, Some(1)));
    assert_eq!(source(&batch, 4, 0), (4..4, None));
    assert_eq!(source(&batch, 8, 0), (7..7, None));
    assert_eq!(source(&batch, 14, 0), (13..13, None));
    // one zwei three -> one zwree
    batch.push(set(14, &[(6, "ei th", "")])).unwrap();
    assert_eq!(source(&batch, 4, 2), (4..7, Some(1)));
    assert_eq!(source(&batch, 4, 5), (4..13, Some(2)));
    assert_eq!(source(&batch, 6, 3), (10..13, None));
}

#[test]
fn a_batch_of_three_equals_its_sets_in_turn() {
    let text = b"a";
    for a in every_set(text, &["", "x"]) {
        let second = a.apply(text).unwrap();
        for b in every_set(&second, &["", "y"]) {
            let third = b.apply(&second).unwrap();
            if third.len() > 2 {
                continue;
            }
            for c in every_set(&third, &["", "z"]) {
                check_batch(text, &[a.clone(), b.clone(), c]);
            }
        }
    }
}

#[test]
fn any_batch_equals_its_sets_in_turn() {
    let deepest = std::cell::Cell::new(0);
    run(&batches(1..24), |Drawn { text, steps }| {
        let mut sets = Vec::new();
        let mut now = text.clone();
        for step in steps {
            let set = draw(&now, step);
            now = set.apply(&now).unwrap();
            sets.push(set);
        }
        check_batch(text, &sets);
        deepest.set(deepest.get().max(sets.len()));
    });
    assert!(deepest.get() > 15);
}

/// Compares the batch with its parts, applied one by one.
fn check_batch(text: &[u8], sets: &[ChangeSet]) {
    let mut batch = Composition::new(text.len());
    let mut whole = ChangeSet::identity(text.len());
    for set in sets {
        batch.push(set.clone()).unwrap();
        whole = whole.then(set).unwrap();
        assert_eq!(batch.change_set(), whole);
        assert_eq!(batch.current_len(), whole.result_len());
    }
    for offset in 0..=text.len() {
        for bias in [Bias::Before, Bias::After] {
            let in_turn = sets.iter().fold(offset, |at, set| set.map(at, bias));
            assert_eq!(batch.map(offset, bias), in_turn);
        }
    }
    for start in 0..=batch.current_len() {
        for end in start..=batch.current_len().min(start + 4) {
            let span = Span::new(start, end).unwrap();
            let (source, in_turn) = (batch.source(span), source_in_turn(sets, span));
            if !span.is_empty() {
                assert_eq!(source.made_by, in_turn.made_by, "{span:?} {sets:?}");
            }
            if !span.is_empty() && in_turn.made_by.is_none() {
                assert_eq!(source, in_turn);
            }
            let bound = widest_origin(&whole, span);
            assert!(bound.start() <= source.span.start() && source.span.end() <= bound.end());
        }
    }
    assert_eq!(batch.change_set(), whole);
}

/// The largest possible origin of `span`, including everything that is replaced at its ends.
fn widest_origin(whole: &ChangeSet, span: Span) -> Span {
    let touching = (0..whole.edits().len())
        .filter(|&edit| whole.result_span(edit).touches(span))
        .map(|edit| whole.edits()[edit].span());
    touching.fold(whole.origin_span(span), |hull, old| {
        let start = hull.start().min(old.start());
        Span::of_len(start, hull.end().max(old.end()) - start)
    })
}

fn source_in_turn(sets: &[ChangeSet], span: Span) -> Source {
    let mut source = Source {
        span,
        made_by: None,
    };
    for (number, set) in sets.iter().enumerate().rev() {
        if !set.edits_in(source.span).is_empty() {
            source.made_by = source.made_by.or(Some(number + 1));
        }
        source.span = set.origin_span(source.span);
    }
    source
}
