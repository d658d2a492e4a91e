//! Builds a change set from two texts, line by line.
//!
//! For texts whose edits are unknown: a file that was replaced completely, or changed by another tool.

use std::ops::Range;

use bytes::Bytes;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{ChangeSet, Edit};
use crate::text;

/// The maximum number of old and new lines to compare. Beyond this limit, the changed middle is one edit.
const MAX_LINES: usize = 200_000;

/// The maximum number of pairs of an old and a new line to compare in [`is_tie`].
const MAX_TIE_PAIRS: usize = 40_000;

/// Changed lines, as ranges of old and of new lines.
struct ChangedLines {
    old: Range<usize>,
    new: Range<usize>,
}

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
    let old_lines: Vec<&[u8]> = text::lines(old).collect();
    let new_lines: Vec<&[u8]> = text::lines(new).collect();
    if old_lines.len() + new_lines.len() > MAX_LINES {
        return vec![Edit {
            at,
            old: old.clone(),
            new: new.clone(),
        }];
    }
    let (old_starts, new_starts) = (line_starts(&old_lines), line_starts(&new_lines));
    let ops = capture_diff_slices(Algorithm::Myers, &old_lines, &new_lines);
    let mut edits = Vec::new();
    for lines in changed_lines(&ops, &old_lines, &new_lines) {
        let (start, end) = (old_starts[lines.old.start], old_starts[lines.old.end]);
        edits.push(Edit {
            at: at + start,
            old: old.slice(start..end),
            new: new.slice(new_starts[lines.new.start]..new_starts[lines.new.end]),
        });
    }
    edits
}

/// The lines that `ops` change. Includes kept lines if other lines could be kept equally well.
///
/// Between `[a] x [b] y` and `[a] z [b] x`, a diff keeps either `[b]` or `x`. If it kept `x`, a caller that follows a
/// line through the change would follow `x` to below `[b]`. So all of these lines count as changed.
fn changed_lines(ops: &[DiffOp], old: &[&[u8]], new: &[&[u8]]) -> Vec<ChangedLines> {
    let mut changed: Vec<ChangedLines> = Vec::new();
    for op in ops {
        if matches!(op, DiffOp::Equal { .. }) {
            continue;
        }
        let next = ChangedLines {
            old: op.old_range(),
            new: op.new_range(),
        };
        if let Some(last) = changed.last_mut()
            && is_tie(last, &next, old, new)
        {
            last.old.end = next.old.end;
            last.new.end = next.new.end;
        } else {
            changed.push(next);
        }
    }
    changed
}

/// True if a diff of the lines from the start of `first` to the end of `second` could keep at least as many lines
/// without keeping the lines between them. Quadratic in the line counts.
fn is_tie(first: &ChangedLines, second: &ChangedLines, old: &[&[u8]], new: &[&[u8]]) -> bool {
    let old = &old[first.old.start..second.old.end];
    let new = &new[first.new.start..second.new.end];
    if old.len().saturating_mul(new.len()) > MAX_TIE_PAIRS {
        return false;
    }
    // The kept lines are between the two changes, as many in `old` as in `new`.
    let kept_old = first.old.len()..old.len() - second.old.len();
    let kept_new_start = first.new.len();
    // A longest common subsequence, from the end, that excludes the kept pairs.
    let mut below = vec![0_usize; new.len() + 1];
    for (i, line) in old.iter().enumerate().rev() {
        let mut row = vec![0; new.len() + 1];
        for (j, other) in new.iter().enumerate().rev() {
            let is_kept = kept_old.contains(&i) && i + kept_new_start == j + kept_old.start;
            let paired = if line == other && !is_kept && text::is_telling(line) {
                below[j + 1] + 1
            } else {
                0
            };
            row[j] = paired.max(below[j]).max(row[j + 1]);
        }
        below = row;
    }
    below[0] >= kept_old.len()
}

/// The byte offset of each line, and of the end.
fn line_starts(lines: &[&[u8]]) -> Vec<usize> {
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
        let actual = edits("a\nb\nc\n", "a\nB\nc\n");
        assert_eq!(actual, [(2, "b\n".into(), "B\n".into())]);
        assert_eq!(edits("a\nb\n", "a\nb\n"), []);
        assert_eq!(edits("a\n", "a\na\n"), [(2, String::new(), "a\n".into())]);
        assert_eq!(edits("", "a"), [(0, String::new(), "a".into())]);
        assert_eq!(edits("a", "a\n"), [(0, "a".into(), "a\n".into())]);
    }

    #[test]
    fn lines_are_not_kept_if_others_could_be_kept_as_well() {
        let all = |old: &str, new: &str| [(2, old.to_owned(), new.to_owned())];
        let actual = edits("a\nx\nb\ny\n", "a\nz\nb\nx\n");
        assert_eq!(actual, all("x\nb\ny\n", "z\nb\nx\n"));
        assert_eq!(edits("a\nx\nb\n", "a\nb\nx\n"), all("x\nb\n", "b\nx\n"));
        let actual = edits("a\nx\nl\nb\ny\nm\n", "a\nz\nl\nb\nx\nl\n");
        assert_eq!(actual, all("x\nl\nb\ny\nm\n", "z\nl\nb\nx\nl\n"));
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
