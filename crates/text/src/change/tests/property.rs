//! Checks the laws on larger texts. Edits are drawn from the text, so their old text always occurs there.

use std::cell::Cell;

use bytes::Bytes;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::assert_well_formed;
use crate::change::{Bias, ChangeSet, Edit, Tie};

/// An edit relative to the end of the previous edit, so that any numbers fit any text.
#[derive(Clone, Debug)]
pub(super) struct Stride {
    gap: usize,
    old_len: usize,
    new: New,
}

#[derive(Clone, Debug)]
enum New {
    SameAsOld,
    OldTwice,
    Text(Vec<u8>),
}

/// A text, and the steps of a batch on it.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    pub(super) text: Vec<u8>,
    pub(super) steps: Vec<Vec<Stride>>,
}

fn texts(len: std::ops::Range<usize>) -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![4 => Just(b'\n'), 1 => Just(b'\r'), 1 => Just(0xff), 6 => b'a'..b'd'];
    prop::collection::vec(byte, len)
}

fn steps() -> impl Strategy<Value = Vec<Stride>> {
    let new = prop_oneof![
        1 => Just(New::SameAsOld),
        1 => Just(New::OldTwice),
        6 => texts(0..4).prop_map(New::Text),
    ];
    let old_len = prop_oneof![1 => Just(0), 2 => 0..5usize];
    let stride = (0..6usize, old_len, new);
    let stride = stride.prop_map(|(gap, old_len, new)| Stride { gap, old_len, new });
    prop::collection::vec(stride, 0..8)
}

pub(super) fn batches(count: std::ops::Range<usize>) -> impl Strategy<Value = Drawn> {
    let steps = prop::collection::vec(steps(), count);
    (texts(0..60), steps).prop_map(|(text, steps)| Drawn { text, steps })
}

/// The change set of `text` that `step` describes. Strides past the end are ignored.
pub(super) fn draw(text: &[u8], step: &[Stride]) -> ChangeSet {
    let mut edits = Vec::new();
    let mut at = 0;
    for stride in step {
        at += stride.gap;
        let end = at + stride.old_len;
        let Some(old) = text.get(at..end) else { break };
        let new = match &stride.new {
            New::SameAsOld => old.to_vec(),
            New::OldTwice => old.repeat(2),
            New::Text(text) => text.clone(),
        };
        edits.push(Edit {
            at,
            old: Bytes::copy_from_slice(old),
            new: new.into(),
        });
        at = end;
    }
    let set = ChangeSet::new(text.len(), edits).unwrap();
    assert_well_formed(&set);
    set
}

/// Runs `law` on values of `strategy`. The values are the same in every run. A failing value is shrunk and printed.
pub(super) fn run<T: std::fmt::Debug>(strategy: &impl Strategy<Value = T>, law: impl Fn(&T)) {
    let config = Config {
        failure_persistence: None,
        ..Config::with_cases(300)
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let outcome = TestRunner::new_with_rng(config, rng).run(strategy, |value| {
        law(&value);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

/// Counts how often something happened.
#[derive(Default)]
struct Tally(Cell<usize>);

impl Tally {
    fn add(&self, happened: bool) {
        self.0.set(self.0.get() + usize::from(happened));
    }

    #[track_caller]
    fn assert_some(&self) {
        assert!(self.0.get() > 10, "only {} cases", self.0.get());
    }
}

#[test]
fn applying_then_inverting_once_or_twice_is_identity() {
    let (touching, longer) = (Tally::default(), Tally::default());
    run(&batches(1..2), |Drawn { text, steps }| {
        let set = draw(text, &steps[0]);
        let result = set.apply(text).unwrap();
        assert_eq!(result.len(), set.result_len());
        assert_eq!(set.invert().apply(&result).unwrap(), *text);
        assert_eq!(set.invert().invert(), set);
        touching.add(set.edits().len() > 1 && steps[0].iter().skip(1).any(|s| s.gap == 0));
        longer.add(result.len() > text.len());
    });
    touching.assert_some();
    longer.assert_some();
}

#[test]
fn compose_is_sequence_and_associative_and_inverts() {
    let (met, apart) = (Tally::default(), Tally::default());
    run(&batches(3..4), |Drawn { text, steps }| {
        let a = draw(text, &steps[0]);
        let second = a.apply(text).unwrap();
        let b = draw(&second, &steps[1]);
        let third = b.apply(&second).unwrap();
        let c = draw(&third, &steps[2]);
        let ab = a.then(&b).unwrap();
        assert_well_formed(&ab);
        assert_eq!(ab.apply(text).unwrap(), third);
        assert_eq!(ab.invert(), b.invert().then(&a.invert()).unwrap());
        assert_eq!(ab.then(&c).unwrap(), a.then(&b.then(&c).unwrap()).unwrap());
        let whole = a.edits().len() + b.edits().len();
        met.add(ab.edits().len() < whole);
        apart.add(ab.edits().len() == whole && a.edits().len() > 1);
    });
    met.assert_some();
    apart.assert_some();
}

#[test]
fn disjoint_actors_converge() {
    let (agreed, refused, tied) = (Tally::default(), Tally::default(), Tally::default());
    run(&batches(2..3), |Drawn { text, steps }| {
        // Few edits per side, because otherwise hardly any pair would be free of conflicts.
        let few = |step: &'_ [Stride]| draw(text, &step[..step.len().min(3)]);
        let (mine, theirs) = (few(&steps[0]), few(&steps[1]));
        let conflicts = mine.conflicts(&theirs);
        let lines = mine.line_conflicts(&theirs, text);
        assert!(conflicts.is_empty() || !lines.is_empty());
        assert_eq!(
            mine.rebase(&theirs, Tie::Conflict).err(),
            conflicts.first().copied()
        );
        for (tie, other) in [(Tie::After, Tie::Before), (Tie::Before, Tie::After)] {
            let (my_way, their_way) = (mine.rebase(&theirs, tie), theirs.rebase(&mine, other));
            assert_eq!(my_way.is_ok(), their_way.is_ok());
            let (Ok(my_way), Ok(their_way)) = (my_way, their_way) else {
                refused.add(true);
                continue;
            };
            let result = theirs.then(&my_way).unwrap();
            assert_eq!(result, mine.then(&their_way).unwrap());
            my_way.check(&theirs.apply(text).unwrap()).unwrap();
            agreed.add(!mine.is_empty() && !theirs.is_empty());
            tied.add(!conflicts.is_empty());
        }
    });
    agreed.assert_some();
    refused.assert_some();
    tied.assert_some();
}

#[test]
fn origin_inverts_map_on_untouched_bytes() {
    let untouched = Tally::default();
    run(&batches(1..2), |Drawn { text, steps }| {
        let set = draw(text, &steps[0]);
        let result = set.apply(text).unwrap();
        for (at, &byte) in text.iter().enumerate() {
            assert!(set.map(at, Bias::Before) <= set.map(at + 1, Bias::Before));
            assert!(set.map(at, Bias::After) <= set.map(at + 1, Bias::After));
            if set
                .edits()
                .iter()
                .any(|edit| edit.span().range().contains(&at))
            {
                continue;
            }
            let there = set.map(at, Bias::After);
            let origin = set.origin(there, Bias::After);
            assert_eq!((origin.at, origin.made_by), (at, None));
            assert_eq!(result[there], byte);
            untouched.add(!set.is_empty());
        }
    });
    untouched.assert_some();
}

#[test]
fn pieces_are_the_result() {
    let several = Tally::default();
    run(&batches(1..2), |Drawn { text, steps }| {
        let set = draw(text, &steps[0]);
        let pieces: Vec<&[u8]> = set.pieces(text).collect();
        assert!(pieces.iter().all(|piece| !piece.is_empty()));
        let mut spliced = text.clone();
        for edit in set.edits().iter().rev() {
            spliced.splice(edit.span().range(), edit.new.iter().copied());
        }
        assert_eq!(pieces.concat(), spliced);
        several.add(pieces.len() > 3);
    });
    several.assert_some();
}
