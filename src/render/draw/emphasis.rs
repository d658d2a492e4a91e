//! The differences within an edit, for display only: changed lines of a block, and changed words of a line. The work
//! is bounded, because the input is the lines of an edit or the words of short lines.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr;
use similar::{Algorithm, DiffOp, DiffTag};

use crate::change::{ChangeSet, Edit};
use crate::text;

/// The maximum number of compared lines of a block.
const MAX_LINES: usize = 50;

/// The maximum length of a compared line, in bytes.
const MAX_LINE_BYTES: usize = 500;

/// The maximum number of line pairs for comparing the sides of an edit, without common lines at both ends. In a
/// larger edit, all lines are drawn as changed.
const MAX_PAIRS: usize = 1 << 20;

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmphasisPiece {
    /// The bytes of the piece.
    pub text: Vec<u8>,
    /// True if the piece is shown as changed. False for all pieces of a line that has no counterpart.
    pub differs: bool,
}

/// Pairs the lines of both sides in order, and splits them into pieces. Empty if the sides have different numbers of
/// lines, too many lines, or a line that is too long.
pub fn pairs(removed: &[u8], added: &[u8]) -> Vec<(Vec<EmphasisPiece>, Vec<EmphasisPiece>)> {
    let bound = MAX_LINES * MAX_LINE_BYTES;
    if removed.len() > bound || added.len() > bound {
        return Vec::new();
    }
    let (old, new) = (lines(removed), lines(added));
    if old.len() != new.len() || old.len() > MAX_LINES {
        return Vec::new();
    }
    if old
        .iter()
        .chain(&new)
        .any(|line| line.len() > MAX_LINE_BYTES)
    {
        return Vec::new();
    }
    old.iter()
        .zip(&new)
        .map(|(old, new)| pair(old, new))
        .collect()
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text::lines(text).collect()
}

fn pair(old: &[u8], new: &[u8]) -> (Vec<EmphasisPiece>, Vec<EmphasisPiece>) {
    let (old_words, new_words) = (words(old), words(new));
    let ops = text::compare(Algorithm::Myers, &old_words, &new_words);
    let kept: usize = ops
        .iter()
        .filter(|op| op.tag() == DiffTag::Equal)
        .flat_map(|op| &old_words[op.old_range()])
        .filter(|word| !word.iter().all(u8::is_ascii_whitespace))
        .map(|word| word.len())
        .sum();
    // Lines with little in common are different lines, not a changed line.
    if kept * 4 < old.len().max(new.len()) {
        return (whole(old), whole(new));
    }
    (
        pieces(&ops, &old_words, DiffOp::old_range),
        pieces(&ops, &new_words, DiffOp::new_range),
    )
}

/// A line without emphasis.
fn whole(line: &[u8]) -> Vec<EmphasisPiece> {
    vec![EmphasisPiece {
        text: line.to_vec(),
        differs: false,
    }]
}

fn pieces(
    ops: &[DiffOp],
    words: &[&[u8]],
    side: impl Fn(&DiffOp) -> Range<usize>,
) -> Vec<EmphasisPiece> {
    ops.iter()
        .map(|op| EmphasisPiece {
            text: words[side(op)].concat(),
            differs: op.tag() != DiffTag::Equal,
        })
        .filter(|piece| !piece.text.is_empty())
        .collect()
}

/// Splits a line into runs of word characters, runs of spaces and tabs, and single other bytes.
fn words(line: &[u8]) -> Vec<&[u8]> {
    line.chunk_by(|left, right| kind(*left) == kind(*right) && kind(*left) != ByteKind::Sign)
        .collect()
}

/// Bytes of the same kind form a word, except for signs.
#[derive(PartialEq, Eq)]
enum ByteKind {
    Word,
    Blank,
    Sign,
}

fn kind(byte: u8) -> ByteKind {
    match byte {
        // Keeps the bytes of a non-ASCII character together.
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | 0x80.. => ByteKind::Word,
        b' ' | b'\t' => ByteKind::Blank,
        _ => ByteKind::Sign,
    }
}

/// `changes` without the lines that an edit has on both sides. The resulting text is the same.
pub fn refine(changes: &ChangeSet) -> Cow<'_, ChangeSet> {
    if !changes
        .counted_edits()
        .any(|(edit, _)| may_share_lines(edit.old, edit.new))
    {
        return Cow::Borrowed(changes);
    }
    let edits = changes.edits().iter().flat_map(split).collect();
    Cow::Owned(ChangeSet::of_sorted(changes.base_len(), edits))
}

/// True if the sides may have a line in common. False for two single lines that differ.
fn may_share_lines(old: &[u8], new: &[u8]) -> bool {
    match (memchr(b'\n', old), memchr(b'\n', new)) {
        (Some(old_end), Some(new_end)) => {
            let are_single = old_end + 1 == old.len() && new_end + 1 == new.len();
            !are_single || old == new
        }
        _ => false,
    }
}

/// Splits `edit` into parts that have no common lines.
fn split(edit: &Edit) -> Vec<Edit> {
    if !may_share_lines(&edit.old, &edit.new) {
        return vec![edit.clone()];
    }
    let (old, new) = (lines(&edit.old), lines(&edit.new));
    let head = text::common_head(&old, &new);
    let tail = text::common_tail(&old[head..], &new[head..]);
    let (old_end, new_end) = (old.len() - tail, new.len() - tail);
    if (old_end - head).saturating_mul(new_end - head) > MAX_PAIRS {
        return vec![edit.clone()];
    }
    let mut parts = Vec::new();
    for op in text::compare(Algorithm::Myers, &old[head..old_end], &new[head..new_end]) {
        if op.tag() == DiffTag::Equal {
            continue;
        }
        let old_bytes = byte_range(&old, head, op.old_range());
        let new_bytes = byte_range(&new, head, op.new_range());
        parts.push(Edit {
            at: edit.at + old_bytes.start,
            old: edit.old.slice(old_bytes),
            new: edit.new.slice(new_bytes),
        });
    }
    parts
}

/// The byte range of `range`, which counts lines after the first `head` lines of `lines`.
fn byte_range(lines: &[&[u8]], head: usize, range: Range<usize>) -> Range<usize> {
    let start = length(&lines[..head + range.start]);
    start..start + length(&lines[head + range.start..head + range.end])
}

fn length(lines: &[&[u8]]) -> usize {
    lines.iter().map(|line| line.len()).sum()
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
