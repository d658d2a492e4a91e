//! Which lines of an edit really differ: a replacement of many lines often keeps some of them.
//!
//! For display only: what is written, undone and judged is the edit as it was claimed. Only the lines of one
//! edit are compared with each other, never the texts, and no more of them than a bound.

use std::borrow::Cow;

use bytes::Bytes;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::change::{ChangeSet, Edit};
use crate::text;

/// Most pairs of lines, what both sides begin and end with left out, that an edit's sides are compared by; the
/// lines of one that has more are all drawn as changed.
const PAIRS: usize = 1 << 20;

/// `changes` without the lines that an edit has on both sides; the same text comes of it.
pub fn refine(changes: &ChangeSet) -> Cow<'_, ChangeSet> {
    if !changes.edits().iter().any(has_lines) {
        return Cow::Borrowed(changes);
    }
    let edits = changes.edits().iter().flat_map(split).collect();
    Cow::Owned(ChangeSet::of_sorted(changes.base_len(), edits))
}

/// Whether both sides have a line of their own, which may be the same. Two lone lines that differ are not.
fn has_lines(edit: &Edit) -> bool {
    let first_end = |text: &[u8]| memchr::memchr(b'\n', text);
    match (first_end(&edit.old), first_end(&edit.new)) {
        (Some(old), Some(new)) => {
            let are_alone = old + 1 == edit.old.len() && new + 1 == edit.new.len();
            !are_alone || edit.old == edit.new
        }
        _ => false,
    }
}

/// `edit` in parts that have no line on both sides.
fn split(edit: &Edit) -> Vec<Edit> {
    let (old, new) = (lines(&edit.old), lines(&edit.new));
    let head = text::common_head(&old, &new);
    let tail = text::common_tail(&old[head..], &new[head..]);
    let inner = |lines: &[&[u8]]| lines.len() - head - tail;
    if !has_lines(edit) || inner(&old).saturating_mul(inner(&new)) > PAIRS {
        return vec![edit.clone()];
    }
    let sides = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    let offset = |lines: &[&[u8]], count: usize| lines[..count].iter().map(|line| line.len()).sum();
    let part = |op: DiffOp| {
        let (from, to) = (op.old_range(), op.new_range());
        let slice = |text: &Bytes, lines: &[&[u8]], range: std::ops::Range<usize>| {
            text.slice(offset(lines, head + range.start)..offset(lines, head + range.end))
        };
        let start: usize = offset(&old, head + from.start);
        Edit {
            at: edit.at + start,
            old: slice(&edit.old, &old, from),
            new: slice(&edit.new, &new, to),
        }
    };
    capture_diff_slices(Algorithm::Myers, sides.0, sides.1)
        .into_iter()
        .filter(|op| !matches!(op, DiffOp::Equal { .. }))
        .map(part)
        .collect()
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text::lines(text).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::refine;
    use crate::change::{ChangeSet, Edit};

    fn edit(at: usize, old: &str, new: &str) -> Edit {
        Edit {
            at,
            old: old.to_owned().into(),
            new: new.to_owned().into(),
        }
    }

    #[test]
    fn lines_on_both_sides_are_no_change() {
        let base = "a\nb\nc\nd\n";
        let set = ChangeSet::new(base.len(), vec![edit(0, base, "a\nB\nc\nd\ne\n")]).unwrap();
        let refined = refine(&set);
        assert_eq!(refined.edits(), [edit(2, "b\n", "B\n"), edit(8, "", "e\n")]);
        let delta = refined.line_delta(base.as_bytes());
        assert_eq!((delta.added, delta.removed), (2, 1));
    }

    #[test]
    fn lone_lines_are_compared_as_a_whole() {
        for (old, new, expected) in [("b\n", "B\n", 1), ("b\n", "b\n", 0), ("b", "B\n", 1)] {
            let set = ChangeSet::new(9, vec![edit(2, old, new)]).unwrap();
            assert_eq!(refine(&set).edits().len(), expected, "{old:?} {new:?}");
        }
    }

    #[test]
    fn an_edit_too_large_to_compare_is_left_whole() {
        let old: String = (0..2_000).map(|number| format!("{number}\n")).collect();
        let new: String = (0..2_000)
            .rev()
            .map(|number| format!("{number}\n"))
            .collect();
        let set = ChangeSet::new(old.len(), vec![edit(0, &old, &new)]).unwrap();
        assert_eq!(*refine(&set), set);
    }

    proptest! {
        #[test]
        fn the_text_afterwards_is_the_same(
            before in "[ab\n]{0,6}",
            old in "[ab\n]{0,12}",
            new in "[ab\n]{0,12}",
            after in "[ab\n]{0,6}",
        ) {
            let base = [&before[..], &old, &after].concat();
            let set = ChangeSet::new(base.len(), vec![edit(before.len(), &old, &new)]).unwrap();
            let refined = refine(&set);
            prop_assert!(refined.check(base.as_bytes()).is_ok());
            prop_assert_eq!(refined.apply(base.as_bytes()), set.apply(base.as_bytes()));
        }
    }
}
