//! A change set between two texts, line by line.
//!
//! For texts that nobody made by edits we know: a file written as a whole, or changed by another tool.

use bytes::Bytes;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{ChangeSet, Edit};

use crate::text;

/// Lines, old and new together, beyond which the changed middle is one edit.
const LINES_COMPARED: usize = 200_000;

impl ChangeSet {
    /// The changes that turn `old` into `new`, by whole lines; none when they are equal.
    ///
    /// Common lines at both ends are set aside first; between them lines are compared by Myers' algorithm
    /// as `similar` implements it, with bounded work.
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

/// Length of the whole lines both texts begin with, bytes.
fn common_head_lines(old: &[u8], new: &[u8]) -> usize {
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
    capture_diff_slices(Algorithm::Myers, &old_lines, &new_lines)
        .into_iter()
        .filter(|op| !matches!(op, DiffOp::Equal { .. }))
        .map(|op| {
            let (old_range, new_range) = (op.old_range(), op.new_range());
            let (start, end) = (old_starts[old_range.start], old_starts[old_range.end]);
            Edit {
                at: at + start,
                old: old.slice(start..end),
                new: new.slice(new_starts[new_range.start]..new_starts[new_range.end]),
            }
        })
        .collect()
}

fn lines_of(text: &[u8]) -> Vec<&[u8]> {
    text::lines(text).collect()
}

/// Offset of each line, and of the end.
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

    proptest! {
        #[test]
        fn the_result_is_the_text(old in "[ab\n]{0,12}", new in "[ab\n]{0,12}") {
            let changes = by_line(&old, &new);
            prop_assert_eq!(changes.apply(old.as_bytes()).unwrap(), new.into_bytes());
        }
    }
}
