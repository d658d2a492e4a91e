//! An edit that leaves next to nothing of a file was probably meant for a part of it.

use crate::change::ChangeSet;
use crate::refusal::Reason;
use crate::snapshot::Snapshot;

/// Files of fewer lines may become anything.
const JUDGED_FROM: usize = 20;

/// Refuses changes that leave less than a third of the lines of a text of 20 lines or more.
///
/// # Errors
/// `shrink`, with the numbers of lines.
pub fn check(before: &Snapshot, changes: &ChangeSet) -> Result<(), Reason> {
    let lines_before = before.line_count();
    if lines_before < JUDGED_FROM {
        return Ok(());
    }
    let lines_after = lines_after(before, changes, lines_before);
    match lines_after < lines_before / 3 {
        true => Err(Reason::Shrink {
            before: lines_before,
            after: lines_after,
        }),
        false => Ok(()),
    }
}

/// How many lines the result has; the cost is that of the change.
fn lines_after(before: &Snapshot, changes: &ChangeSet, lines_before: usize) -> usize {
    let text = before.bytes();
    let is_open = |last: Option<u8>| usize::from(last.is_some_and(|byte| byte != b'\n'));
    let newlines = |text: &[u8]| bytecount::count(text, b'\n');
    let newlines_before = lines_before - is_open(text.last().copied());
    let (removed, added) = changes
        .edits()
        .iter()
        .fold((0, 0), |(removed, added), edit| {
            (removed + newlines(&edit.old), added + newlines(&edit.new))
        });
    let last = changes
        .pieces(text)
        .last()
        .and_then(|piece| piece.last().copied());
    newlines_before - removed + added + is_open(last)
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::check;
    use crate::change::{ChangeSet, Edit};
    use crate::refusal::Reason;
    use crate::snapshot::Snapshot;

    /// The judgement over a whole text becoming another.
    fn becoming(before: &str, after: &str) -> Result<(), Reason> {
        let edit = Edit {
            at: 0,
            old: Bytes::copy_from_slice(before.as_bytes()),
            new: Bytes::copy_from_slice(after.as_bytes()),
        };
        let changes = ChangeSet::new(before.len(), vec![edit]).unwrap();
        check(&Snapshot::of_text(before.to_owned()), &changes)
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
