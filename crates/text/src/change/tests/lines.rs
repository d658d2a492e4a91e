//! Compares line blocks with a naive computation.

use super::exhaustive::every_set;
use super::property::{Drawn, batches, draw, run};
use super::set;
use crate::change::{ChangeSet, LineBlock, LineDelta};

/// The first old line (1-based), the old lines, the first new line (1-based), the new lines.
type Block = (usize, Vec<Vec<u8>>, usize, Vec<Vec<u8>>);

/// Computes the blocks from the definition: lines whose bytes are all kept, on both sides, separate the blocks.
fn naive_blocks(set: &ChangeSet, base: &[u8]) -> Vec<Block> {
    let result = set.apply(base).unwrap();
    let (old, new) = (lines(base), lines(&result));
    let mut blocks = Vec::new();
    let (mut i, mut j) = (0, 0);
    let kept = kept_lines(set, base, &result);
    for (line, counterpart) in kept.into_iter().chain([(old.len(), new.len())]) {
        let (mut first, mut last) = (i, line);
        let (mut first_new, mut last_new) = (j, counterpart);
        while first < last && first_new < last_new && old[first] == new[first_new] {
            (first, first_new) = (first + 1, first_new + 1);
        }
        while first < last && first_new < last_new && old[last - 1] == new[last_new - 1] {
            (last, last_new) = (last - 1, last_new - 1);
        }
        if first < last || first_new < last_new {
            let text = |lines: &[&[u8]]| lines.iter().map(|line| line.to_vec()).collect();
            let block = (
                first + 1,
                text(&old[first..last]),
                first_new + 1,
                text(&new[first_new..last_new]),
            );
            blocks.push(block);
        }
        (i, j) = (line + 1, counterpart + 1);
    }
    blocks
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

/// Pairs of 0-based line numbers: lines of `base` whose bytes are all kept and that are a whole line of `result`.
fn kept_lines(set: &ChangeSet, base: &[u8], result: &[u8]) -> Vec<(usize, usize)> {
    let mut place = vec![None; base.len()];
    let mut shift = 0isize;
    let mut from = 0;
    for edit in set.edits() {
        (from..edit.at).for_each(|at| place[at] = at.checked_add_signed(shift));
        shift += edit.new.len() as isize - edit.old.len() as isize;
        from = edit.end();
    }
    (from..base.len()).for_each(|at| place[at] = at.checked_add_signed(shift));
    let starts = |text: &[u8]| -> Vec<usize> {
        let ends = lines(text).into_iter().scan(0, |end, line| {
            *end += line.len();
            Some(*end)
        });
        std::iter::once(0).chain(ends).collect()
    };
    let (old_starts, new_starts) = (starts(base), starts(result));
    let mut kept = Vec::new();
    for (line, range) in old_starts.windows(2).enumerate() {
        let places: Option<Vec<usize>> = place[range[0]..range[1]].iter().copied().collect();
        let Some(places) = places else { continue };
        let is_whole = |pair: &[usize]| {
            pair[0] == places[0]
                && pair[1] == places[places.len() - 1] + 1
                && pair[1] - pair[0] == places.len()
        };
        if let Some(counterpart) = new_starts.windows(2).position(is_whole) {
            kept.push((line, counterpart));
        }
    }
    kept
}

fn check(set: &ChangeSet, base: &[u8]) -> LineDelta {
    let owned = |text: &[u8]| {
        lines(text)
            .into_iter()
            .map(<[u8]>::to_vec)
            .collect::<Vec<_>>()
    };
    let as_naive = |block: LineBlock| {
        let old = owned(&base[block.old.range()]);
        (
            block.old_line.number(),
            old,
            block.new_line.number(),
            owned(&block.new),
        )
    };
    let blocks: Vec<_> = set.line_blocks(base).map(as_naive).collect();
    let naive = naive_blocks(set, base);
    assert_eq!(blocks, naive, "{set:?} on {base:?}");
    let delta = set.line_delta(base);
    assert_eq!(
        delta.removed,
        naive.iter().map(|block| block.1.len()).sum::<usize>()
    );
    assert_eq!(
        delta.added,
        naive.iter().map(|block| block.3.len()).sum::<usize>()
    );
    delta
}

#[test]
fn line_report_matches_naive_count() {
    let mut changed = 0;
    for text in [
        &b""[..],
        b"a",
        b"\n",
        b"a\n",
        b"\na",
        b"a\nb",
        b"\n\n",
        b"a\n\n",
    ] {
        for set in every_set(text, &["", "x", "\n", "a\n"]) {
            changed += usize::from(check(&set, text) != LineDelta::default());
        }
    }
    for set in every_set(b"a\nb\n", &["", "\n"]) {
        check(&set, b"a\nb\n");
    }
    assert!(changed > 1000, "{changed}");
}

#[test]
fn line_report_matches_naive_count_on_larger_texts() {
    let several = std::cell::Cell::new(0);
    run(&batches(1..2), |Drawn { text, steps }| {
        let set = draw(text, &steps[0]);
        check(&set, text);
        several.set(several.get() + usize::from(set.line_blocks(text).count() > 1));
    });
    assert!(several.get() > 10);
}

fn delta(base: &str, edits: &[(usize, &str, &str)]) -> (usize, usize) {
    let delta = set(base.len(), edits).line_delta(base.as_bytes());
    (delta.added, delta.removed)
}

#[test]
fn lines_count_as_a_diff_shows_them() {
    assert_eq!(delta("a\nb\n", &[]), (0, 0));
    assert_eq!(delta("ab\ncd\n", &[(0, "a", "x"), (1, "", "y")]), (1, 1));
    assert_eq!(delta("abc\n", &[(0, "a", "x"), (2, "c", "z")]), (1, 1));
    assert_eq!(delta("a\nb\n", &[(2, "", "x\n")]), (1, 0));
    assert_eq!(delta("a\nb\n", &[(1, "", "\nx")]), (1, 0));
    assert_eq!(delta("a\nb\n", &[(2, "b\n", "")]), (0, 1));
    assert_eq!(delta("a\nb\n", &[(1, "\nb", "")]), (0, 1));
    assert_eq!(delta("a\nb\nc\n", &[(0, "a\nb\nc\n", "a\nX\nc\n")]), (1, 1));
    assert_eq!(delta("a\nb\n", &[(0, "a", "a")]), (0, 0));
    assert_eq!(delta("a\nb", &[(3, "", "\n")]), (1, 1), "the final newline");
    let actual = delta("a", &[(1, "", "\nb")]);
    assert_eq!(actual, (2, 1), "the old last line gets an ending");
    let actual = delta("a\r\n", &[(1, "\r", "")]);
    assert_eq!(actual, (1, 1), "the kind of ending");
    assert_eq!(delta("", &[(0, "", "a\nb")]), (2, 0));
    assert_eq!(delta("a\nb\n", &[(0, "a\nb\n", "")]), (0, 2));
}

#[test]
fn a_block_shares_the_text_of_an_edit_of_whole_lines() {
    let set = set(4, &[(2, "b\n", "x\ny\n")]);
    let block = set.line_blocks(b"a\nb\n").next().unwrap();
    assert_eq!(block.new.as_ptr(), set.edits()[0].new.as_ptr());
}

/// Searching for the end of the line once per edit would take 2^39 steps.
#[test]
fn many_edits_in_one_long_line_are_one_block() {
    let base = vec![b'a'; 1 << 20];
    let edits: Vec<_> = (0..base.len())
        .step_by(2)
        .map(|at| (at, "a", "b"))
        .collect();
    let set = set(base.len(), &edits);
    assert_eq!(set.edits().len(), 1 << 19);
    assert_eq!(
        set.line_delta(&base),
        LineDelta {
            added: 1,
            removed: 1
        }
    );
}
