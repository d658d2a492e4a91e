//! A change without the lines that were only quoted: whole lines that an edit leaves as they are at its two ends.

use bytes::Bytes;

use super::{ChangeSet, Edit};
use crate::text::{line_end, line_start, lines};

impl ChangeSet {
    /// The same change of `base`, without the whole lines that the old and the new text of an edit share at their
    /// beginning and end. An edit that leaves all of its lines as they are is left out.
    #[must_use]
    pub fn without_context(&self, base: &[u8]) -> Self {
        if !self.seen().any(|edit| may_quote(edit.old, edit.new)) {
            return self.clone();
        }
        let edits = self.edits();
        let mut written = Vec::with_capacity(edits.len());
        for (number, edit) in edits.iter().enumerate() {
            let previous = number
                .checked_sub(1)
                .map_or(0, |number| edits[number].end());
            let next = edits.get(number + 1).map_or(usize::MAX, |next| next.at);
            written.extend(without_context(edit, base, previous, next));
        }
        Self::new(self.base_len(), written).unwrap_or_else(|_| self.clone())
    }
}

fn may_quote(old: &[u8], new: &[u8]) -> bool {
    old.contains(&b'\n') || new.contains(&b'\n')
}

/// `edit` of `base` without its context, where the edits beside it end at `previous` and begin at `next`.
fn without_context(edit: &Edit, base: &[u8], previous: usize, next: usize) -> Option<Edit> {
    if !may_quote(&edit.old, &edit.new) || edit.end() > base.len() {
        return Some(edit.clone());
    }
    let start = line_start(base, edit.at);
    let end = if ends_at_line(base, edit) {
        edit.end()
    } else {
        line_end(base, edit.end())
    };
    if start < previous || next <= end {
        return Some(edit.clone());
    }
    let (above, below) = (&base[start..edit.at], &base[edit.end()..end]);
    let old = Bytes::from([above, &edit.old, below].concat());
    let new = Bytes::from([above, &edit.new, below].concat());
    let head = common_head(&old, &new);
    let tail = common_tail(&old[head..], &new[head..]);
    let changed_old = old.slice(head..old.len() - tail);
    let changed_new = new.slice(head..new.len() - tail);
    if changed_old.is_empty() && changed_new.is_empty() {
        return None;
    }
    if changed_old.is_empty() || changed_new.is_empty() {
        return Some(Edit {
            at: start + head,
            old: changed_old,
            new: changed_new,
        });
    }
    // Within a line the edit stays as it is.
    let head = head.saturating_sub(above.len());
    let tail = tail.saturating_sub(below.len());
    Some(Edit {
        at: edit.at + head,
        old: edit.old.slice(head..edit.old.len() - tail),
        new: edit.new.slice(head..edit.new.len() - tail),
    })
}

/// True if a line of `base` ends where `edit` does, before it and after it.
fn ends_at_line(base: &[u8], edit: &Edit) -> bool {
    let is_line_start = edit.at == 0 || base[edit.at - 1] == b'\n';
    let ends = |text: &[u8]| text.last().map_or(is_line_start, |&last| last == b'\n');
    ends(&edit.old) && ends(&edit.new)
}

/// The length of the whole lines that begin both texts.
fn common_head(one: &[u8], other: &[u8]) -> usize {
    let pairs = lines(one).zip(lines(other));
    let same = pairs.take_while(|(one, other)| one == other);
    same.map(|(line, _)| line.len()).sum()
}

/// The length of the whole lines that end both texts.
fn common_tail(one: &[u8], other: &[u8]) -> usize {
    let pairs = lines(one).rev().zip(lines(other).rev());
    let same = pairs.take_while(|(one, other)| one == other);
    same.map(|(line, _)| line.len()).sum()
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use crate::change::{ChangeSet, Edit};

    /// The edit of `base` that makes `new` of the only `old`.
    fn edit(base: &str, old: &str, new: &str) -> ChangeSet {
        let edit = Edit {
            at: base.find(old).unwrap(),
            old: Bytes::copy_from_slice(old.as_bytes()),
            new: Bytes::copy_from_slice(new.as_bytes()),
        };
        ChangeSet::new(base.len(), vec![edit]).unwrap()
    }

    /// What is left of that edit without its context: the offset, the old and the new text.
    #[track_caller]
    fn left(base: &str, old: &str, new: &str) -> Vec<(usize, String, String)> {
        let all = edit(base, old, new);
        let written = all.without_context(base.as_bytes());
        assert_eq!(
            written.apply(base.as_bytes()).unwrap(),
            all.apply(base.as_bytes()).unwrap()
        );
        let text = |bytes: &Bytes| String::from_utf8(bytes.to_vec()).unwrap();
        let edits = written.edits().iter();
        edits
            .map(|edit| (edit.at, text(&edit.old), text(&edit.new)))
            .collect()
    }

    fn one(at: usize, old: &str, new: &str) -> Vec<(usize, String, String)> {
        vec![(at, old.to_owned(), new.to_owned())]
    }

    #[test]
    fn quoted_lines_are_left_out_at_both_ends() {
        assert_eq!(
            left("a\nb\nc\n", "a\nb\nc", "a\nB\nc"),
            one(2, "b\n", "B\n")
        );
        assert_eq!(left("a\nb\nc\n", "a\nb\n", "a\nb\nx\n"), one(4, "", "x\n"));
        assert_eq!(left("a\nb\nc\n", "b", "b\nx"), one(4, "", "x\n"));
        assert_eq!(left("a\nb\nc\n", "b", "x\nb"), one(2, "", "x\n"));
        assert_eq!(left("a\nb\nc\n", "a\nb\nc", "a\nc"), one(2, "b\n", ""));
        assert_eq!(left("a\nb\nc\n", "\nb", ""), one(2, "b\n", ""));
        assert_eq!(left("a\nb\nc", "b\nc", "b\nC"), one(4, "c", "C"));
    }

    #[test]
    fn a_change_within_a_line_stays_as_it_is() {
        assert_eq!(left("a b c\n", "b", "x"), one(2, "b", "x"));
        assert_eq!(
            left("a b c\nd\n", "b c\nd", "x c\nd"),
            one(2, "b c\n", "x c\n")
        );
        assert_eq!(left("yes\n", "y", "y\nx"), one(0, "y", "y\nx"));
        assert_eq!(left("a\nb\n", "a\nb", "a b"), one(0, "a\nb", "a b"));
    }

    #[test]
    fn an_edit_that_leaves_its_lines_is_none() {
        assert!(left("a\nb\n", "a\nb", "a\nb").is_empty());
    }
}
