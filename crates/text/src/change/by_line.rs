//! Builds a change set from two texts, line by line.
//!
//! For texts whose edits are unknown: a file that was replaced completely, or changed by another tool.

use std::ops::Range;

use bytes::Bytes;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{ChangeSet, Edit};

use crate::text;

/// The maximum number of old and new lines to compare. Beyond this limit, the changed middle is one edit.
const LINES_COMPARED: usize = 200_000;

impl ChangeSet {
    /// The changes that turn `old` into `new`, by whole lines; empty if the texts are equal.
    ///
    /// Common lines at both ends are skipped. The lines between them are compared with Myers' algorithm as
    /// implemented by `similar`, with bounded work.
    pub fn by_line(old: &Bytes, new: &Bytes) -> Self {
        let head = common_head_lines(old, new);
        let tail = text::common_tail_lines(&old[head..], &new[head..]);
        let edits = middle_edits(
            head,
            &old.slice(head..old.len() - tail),
            &new.slice(head..new.len() - tail),
        );
        Self::of_sorted(old.len(), edits)
    }
}

/// The length in bytes of the whole lines with which both texts begin.
pub(super) fn common_head_lines(old: &[u8], new: &[u8]) -> usize {
    let same = text::common_head(old, new);
    if same == old.len() && same == new.len() {
        same
    } else {
        text::line_start(old, same)
    }
}

fn middle_edits(at: usize, old: &Bytes, new: &Bytes) -> Vec<Edit> {
    if old.is_empty() && new.is_empty() {
        return Vec::new();
    }
    let (old_lines, new_lines) = (lines_of(old), lines_of(new));
    if old_lines.len() + new_lines.len() > LINES_COMPARED {
        return vec![Edit {
            at,
            old: old.clone(),
            new: new.clone(),
        }];
    }
    let (old_starts, new_starts) = (starts_of(&old_lines), starts_of(&new_lines));
    let ops = capture_diff_slices(Algorithm::Myers, &old_lines, &new_lines);
    let mut edits = Vec::new();
    for (old_range, new_range) in changed(&ops, &old_lines, &new_lines) {
        let (start, end) = (old_starts[old_range.start], old_starts[old_range.end]);
        edits.push(Edit {
            at: at + start,
            old: old.slice(start..end),
            new: new.slice(new_starts[new_range.start]..new_starts[new_range.end]),
        });
    }
    edits
}

/// The ranges of old and new lines that `ops` change. Includes kept lines if other lines could be kept equally well.
///
/// Between `[a] x [b] y` and `[a] z [b] x`, a diff keeps either `[b]` or `x`. If it kept `x`, a caller that follows a
/// line through the change would follow `x` to below `[b]`. So all of these lines count as changed.
fn changed(ops: &[DiffOp], old: &[&[u8]], new: &[&[u8]]) -> Vec<(Range<usize>, Range<usize>)> {
    let mut changed: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    for op in ops {
        if matches!(op, DiffOp::Equal { .. }) {
            continue;
        }
        let (was, is) = (op.old_range(), op.new_range());
        match changed.last_mut() {
            Some((before_was, before_is)) => {
                let (whole_was, whole_is) = (before_was.start..was.end, before_is.start..is.end);
                let kept = before_was.end - whole_was.start..was.start - whole_was.start;
                let shift = (before_is.end - whole_is.start, kept.start);
                if is_tie(&old[whole_was.clone()], &new[whole_is.clone()], kept, shift) {
                    (*before_was, *before_is) = (whole_was, whole_is);
                } else {
                    changed.push((was, is));
                }
            }
            None => changed.push((was, is)),
        }
    }
    changed
}

/// True if a diff of `old` and `new` could keep at least as many lines without keeping the old lines `kept`. `shift`
/// contains the numbers of the first kept line in the new text and in the old text. Quadratic in the line counts.
fn is_tie(old: &[&[u8]], new: &[&[u8]], kept: Range<usize>, (there, here): (usize, usize)) -> bool {
    const PAIRS: usize = 40_000;
    if old.len().saturating_mul(new.len()) > PAIRS {
        return false;
    }
    // A longest common subsequence, from the end, that excludes the kept pairs.
    let mut below = vec![0_usize; new.len() + 1];
    for (was, line) in old.iter().enumerate().rev() {
        let mut row = vec![0; new.len() + 1];
        for (is, other) in new.iter().enumerate().rev() {
            let is_kept = kept.contains(&was) && is + here == was + there;
            let paired = if line == other && !is_kept && text::is_telling(line) {
                below[is + 1] + 1
            } else {
                0
            };
            row[is] = paired.max(below[is]).max(row[is + 1]);
        }
        below = row;
    }
    below[0] >= kept.len()
}

fn lines_of(text: &[u8]) -> Vec<&[u8]> {
    text::lines(text).collect()
}

/// The byte offset of each line, and of the end.
fn starts_of(lines: &[&[u8]]) -> Vec<usize> {
    let mut at = 0;
    let mut starts = Vec::with_capacity(lines.len() + 1);
    starts.push(at);
    for line in lines {
        at += line.len();
        starts.push(at);
    }
    starts
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use proptest::prelude::*;

    use crate::change::ChangeSet;

    fn by_line(old: &str, new: &str) -> ChangeSet {
        ChangeSet::by_line(&Bytes::from(old.to_owned()), &Bytes::from(new.to_owned()))
    }

    fn edits(old: &str, new: &str) -> Vec<(usize, String, String)> {
        let changes = by_line(old, new);
        assert_eq!(changes.apply(old.as_bytes()).unwrap(), new.as_bytes());
        let text = |bytes: &Bytes| String::from_utf8(bytes.to_vec()).unwrap();
        changes
            .edits()
            .iter()
            .map(|edit| (edit.at, text(&edit.old), text(&edit.new)))
            .collect()
    }

    #[test]
    fn only_changed_lines_are_claimed() {
        assert_eq!(
            edits("a\nb\nc\n", "a\nB\nc\n"),
            [(2, "b\n".into(), "B\n".into())]
        );
        assert_eq!(edits("a\nb\n", "a\nb\n"), []);
        assert_eq!(edits("a\n", "a\na\n"), [(2, String::new(), "a\n".into())]);
        assert_eq!(edits("", "a"), [(0, String::new(), "a".into())]);
        assert_eq!(edits("a", "a\n"), [(0, "a".into(), "a\n".into())]);
    }

    #[test]
    fn what_could_be_kept_as_well_as_something_else_is_not_kept() {
        let all = |old: &str, new: &str| [(2, old.to_owned(), new.to_owned())];
        assert_eq!(
            edits("a\nx\nb\ny\n", "a\nz\nb\nx\n"),
            all("x\nb\ny\n", "z\nb\nx\n")
        );
        assert_eq!(edits("a\nx\nb\n", "a\nb\nx\n"), all("x\nb\n", "b\nx\n"));
        assert_eq!(
            edits("a\nx\nl\nb\ny\nm\n", "a\nz\nl\nb\nx\nl\n"),
            all("x\nl\nb\ny\nm\n", "z\nl\nb\nx\nl\n")
        );
        // Keeping `b` and `c` beats keeping `x`.
        assert_eq!(
            edits("a\nx\nb\nc\ny\n", "a\nz\nb\nc\nx\n"),
            [
                (2, "x\n".into(), "z\n".into()),
                (8, "y\n".into(), "x\n".into())
            ]
        );
    }

    proptest! {
        #[test]
        fn the_result_is_the_text(old in "[ab\n]{0,12}", new in "[ab\n]{0,12}") {
            let changes = by_line(&old, &new);
            prop_assert_eq!(changes.apply(old.as_bytes()).unwrap(), new.into_bytes());
        }
    }
}
