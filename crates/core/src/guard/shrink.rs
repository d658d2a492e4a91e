//! Refuses an edit that leaves little of a file, because its text was probably meant for a part of the file. An edit
//! that leaves nothing was probably meant to delete the file.

use crate::change::ChangeSet;
use crate::refusal::Reason;
use crate::snapshot::Snapshot;

/// The guard ignores files with fewer lines, except that no edit may empty them.
const MIN_CHECKED_LINES: usize = 20;

/// Refuses changes that leave less than a third of the lines of a text of 20 lines or more, and changes that empty a
/// text, unless it `may_be_empty`.
///
/// # Errors
/// `shrink`, with both line counts.
pub fn check(before: &Snapshot, changes: &ChangeSet, may_be_empty: bool) -> Result<(), Reason> {
    if keeps_most(before, changes) {
        return Ok(());
    }
    let lines = before.line_count();
    if lines >= MIN_CHECKED_LINES {
        require_lines(lines / 3, before, changes)?;
    }
    if lines > 0 && !may_be_empty {
        require_lines(1, before, changes)?;
    }
    Ok(())
}

/// The line counts before and after, if the changes leave at most half of a text of 20 lines or more.
pub fn halved(before: &Snapshot, changes: &ChangeSet) -> Option<(usize, usize)> {
    if keeps_most(before, changes) {
        return None;
    }
    let lines = before.line_count();
    if lines < MIN_CHECKED_LINES {
        return None;
    }
    let after = lines_after(before, changes);
    if after > lines / 2 {
        return None;
    }
    Some((lines, after))
}

/// True if the changes certainly keep more than half of the lines, so that no check of this module can fail. Reads only
/// the beginning of the text, because counting all lines of a large text is slow.
fn keeps_most(before: &Snapshot, changes: &ChangeSet) -> bool {
    let mut removed = 0;
    for (edit, count) in changes.counted_edits() {
        removed += count * bytecount::count(edit.old, b'\n');
    }
    // An edit may also join two lines, and remove the last line ending.
    let mut newlines = memchr::memchr_iter(b'\n', before.bytes());
    newlines.nth(2 * removed + 4).is_some()
}

fn require_lines(least: usize, before: &Snapshot, changes: &ChangeSet) -> Result<(), Reason> {
    let after = lines_after(before, changes);
    if after >= least {
        return Ok(());
    }
    Err(Reason::Shrink {
        before: before.line_count(),
        after,
    })
}

/// Counts the lines of the result in time proportional to the change.
fn lines_after(before: &Snapshot, changes: &ChangeSet) -> usize {
    let text = before.bytes();
    let mut newlines = before.line_count() - unterminated_lines(text);
    let mut removed = 0;
    for (edit, count) in changes.counted_edits() {
        newlines += count * bytecount::count(edit.new, b'\n');
        removed += count * bytecount::count(edit.old, b'\n');
    }
    newlines - removed + changes.last_piece(text).map_or(0, unterminated_lines)
}

/// 1 if the last line of `text` has no line ending.
fn unterminated_lines(text: &[u8]) -> usize {
    match text.last() {
        None | Some(b'\n') => 0,
        Some(_) => 1,
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::{check, halved, keeps_most};
    use crate::change::{ChangeSet, Edit};
    use crate::refusal::Reason;
    use crate::snapshot::Snapshot;

    fn change(before: &str, after: &str) -> (Snapshot, ChangeSet) {
        let edit = Edit {
            at: 0,
            old: Bytes::copy_from_slice(before.as_bytes()),
            new: Bytes::copy_from_slice(after.as_bytes()),
        };
        let changes = ChangeSet::new(before.len(), vec![edit]).unwrap();
        (Snapshot::of_text(before.to_owned()), changes)
    }

    fn becoming(before: &str, after: &str) -> Result<(), Reason> {
        let (before, changes) = change(before, after);
        let checked = check(&before, &changes, true);
        assert!(checked.is_ok() || !keeps_most(&before, &changes));
        checked
    }

    #[test]
    fn a_small_change_keeps_most_of_a_text() {
        let text = "line\n".repeat(7);
        for (removed, is_small) in [(0, true), (1, true), (2, false), (7, false)] {
            let edit = Edit {
                at: 0,
                old: Bytes::copy_from_slice(&text.as_bytes()[..5 * removed]),
                new: Bytes::from_static(b"x"),
            };
            let changes = ChangeSet::new(text.len(), vec![edit]).unwrap();
            let actual = keeps_most(&Snapshot::of_text(text.clone()), &changes);
            assert_eq!(actual, is_small);
        }
    }

    #[test]
    fn a_text_of_any_length_is_not_left_empty() {
        let left = |before, after| {
            let (before, changes) = change(before, after);
            check(&before, &changes, false)
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
    fn half_of_a_text_of_twenty_lines_is_halved() {
        let halved = |before: usize, after: usize| {
            let (before, changes) = change(&"x\n".repeat(before), &"x\n".repeat(after));
            halved(&before, &changes)
        };
        assert_eq!(halved(100, 50), Some((100, 50)));
        assert_eq!(halved(100, 51), None);
        assert_eq!(halved(19, 7), None);
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
            check(&Snapshot::of_text(before.clone()), &changes, true),
            Err(Reason::Shrink {
                before: 30,
                after: 8
            })
        );
    }
}
