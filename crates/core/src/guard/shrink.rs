//! An edit that leaves next to nothing of a file was probably meant for a part of it, and one that leaves nothing at
//! all to take the file away.

use crate::change::ChangeSet;
use crate::refusal::Reason;
use crate::snapshot::Snapshot;

/// Files of fewer lines may become anything but empty.
const JUDGED_FROM: usize = 20;

/// Refuses changes that leave less than a third of the lines of a text of 20 lines or more.
///
/// # Errors
/// `shrink`, with the numbers of lines.
pub fn check(before: &Snapshot, changes: &ChangeSet) -> Result<(), Reason> {
    let lines_before = before.line_count();
    if lines_before < JUDGED_FROM {
        Ok(())
    } else {
        judge(before, changes, lines_before, lines_before / 3)
    }
}

/// Refuses changes that leave nothing of a text.
///
/// # Errors
/// `shrink`, with the numbers of lines.
pub fn refuse_emptying(before: &Snapshot, changes: &ChangeSet) -> Result<(), Reason> {
    match before.line_count() {
        0 => Ok(()),
        lines_before => judge(before, changes, lines_before, 1),
    }
}

/// Refuses fewer lines than `least`.
fn judge(
    before: &Snapshot,
    changes: &ChangeSet,
    lines_before: usize,
    least: usize,
) -> Result<(), Reason> {
    let lines_after = lines_after(before, changes, lines_before);
    if lines_after < least {
        Err(Reason::Shrink {
            before: lines_before,
            after: lines_after,
        })
    } else {
        Ok(())
    }
}

/// How many lines the result has; the cost is that of the change.
fn lines_after(before: &Snapshot, changes: &ChangeSet, lines_before: usize) -> usize {
    let text = before.bytes();
    let is_open = |last: Option<u8>| usize::from(last.is_some_and(|byte| byte != b'\n'));
    let newlines = |text: &[u8]| bytecount::count(text, b'\n');
    let newlines_before = lines_before - is_open(text.last().copied());
    let (removed, added) = changes
        .kinds()
        .fold((0, 0), |(removed, added), (edit, count)| {
            let (old, new) = (newlines(edit.old), newlines(edit.new));
            (removed + count * old, added + count * new)
        });
    let last = changes
        .last_piece(text)
        .and_then(|piece| piece.last().copied());
    newlines_before - removed + added + is_open(last)
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::{check, refuse_emptying};
    use crate::change::{ChangeSet, Edit};
    use crate::refusal::Reason;
    use crate::snapshot::Snapshot;

    /// A whole text becoming another.
    fn change(before: &str, after: &str) -> (Snapshot, ChangeSet) {
        let edit = Edit {
            at: 0,
            old: Bytes::copy_from_slice(before.as_bytes()),
            new: Bytes::copy_from_slice(after.as_bytes()),
        };
        let changes = ChangeSet::new(before.len(), vec![edit]).unwrap();
        (Snapshot::of_text(before.to_owned()), changes)
    }

    /// The judgement over that.
    fn becoming(before: &str, after: &str) -> Result<(), Reason> {
        let (before, changes) = change(before, after);
        check(&before, &changes)
    }

    #[test]
    fn a_text_of_any_length_is_not_left_empty() {
        let left = |before, after| {
            let (before, changes) = change(before, after);
            refuse_emptying(&before, &changes)
        };
        let shrink = |before| Err(Reason::Shrink { before, after: 0 });
        assert_eq!(left("x", ""), shrink(1));
        assert_eq!(left("x\ny\n", ""), shrink(2));
        assert_eq!(left("x\ny\n", "\n"), Ok(()));
        assert_eq!(left("", "x"), Ok(()));
    }

    #[test]
    fn less_than_a_third_is_refused_from_twenty_lines_on() {
        let lines = |count: usize| "x\n".repeat(count);
        let refused = |before, after| {
            becoming(&lines(before), &lines(after)) == Err(Reason::Shrink { before, after })
        };
        assert!(refused(70, 10), "a makefile of 70 lines becomes 10");
        assert!(refused(361, 2));
        assert!(refused(20, 5) && !refused(20, 6));
        assert!(refused(62, 19) && !refused(62, 20), "a third, rounded down");
        assert!(!refused(19, 0));
        assert!(refused(20, 0));
    }

    #[test]
    fn an_unterminated_line_counts() {
        let before = "x\n".repeat(19) + "x";
        assert_eq!(
            becoming(&before, "a\nb\nc\nd\ne"),
            Err(Reason::Shrink {
                before: 20,
                after: 5
            })
        );
        assert_eq!(becoming(&before, "a\nb\nc\nd\ne\nf"), Ok(()));
    }

    #[test]
    fn several_deletions_count_together() {
        let before = "x\n".repeat(30);
        let deletion = |at: usize| Edit {
            at,
            old: Bytes::from(before[at..at + 22].to_owned()),
            new: Bytes::new(),
        };
        let changes = ChangeSet::new(60, vec![deletion(0), deletion(30)]).unwrap();
        assert_eq!(
            check(&Snapshot::of_text(before.clone()), &changes),
            Err(Reason::Shrink {
                before: 30,
                after: 8
            })
        );
    }
}
