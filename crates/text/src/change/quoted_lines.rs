//! The lines that an edit only quotes: whole lines that its old and new text share at the beginning and end.

use bytes::Bytes;

use super::by_line::common_head_lines;
use super::{ChangeSet, Edit};
use crate::text::{Span, common_tail_lines, line_end, line_start};

impl ChangeSet {
    /// The same change of `base`, without the lines that its edits only quote. Edits that change no line are omitted.
    #[must_use]
    pub fn without_quoted_lines(&self, base: &[u8]) -> Self {
        let mut written = Vec::with_capacity(self.edits().len());
        for (number, edit) in self.edits().iter().enumerate() {
            match self.quoted(number, base) {
                Some(quoted) => written.extend(quoted.unquoted_edit()),
                None => written.push(edit.clone()),
            }
        }
        Self::new(self.base_len(), written).unwrap_or_else(|_| self.clone())
    }

    /// For each edit, the span of `base` that the edit really replaces, without quoted lines. `None` for an edit that
    /// changes no line.
    pub fn written_spans(&self, base: &[u8]) -> Vec<Option<Span>> {
        let mut spans = Vec::with_capacity(self.edits().len());
        for (number, edit) in self.edits().iter().enumerate() {
            spans.push(match self.quoted(number, base) {
                Some(quoted) => quoted.written_span(),
                None => Some(edit.span()),
            });
        }
        spans
    }

    /// The lines that edit `number` only quotes. `None` if the edit contains no newline, if it ends after `base`, or if
    /// another edit touches the same lines.
    fn quoted(&self, number: usize, base: &[u8]) -> Option<QuotedLines<'_>> {
        let edits = self.edits();
        let edit = &edits[number];
        let has_newline = edit.old.contains(&b'\n') || edit.new.contains(&b'\n');
        if !has_newline || edit.end() > base.len() {
            return None;
        }
        let start = line_start(base, edit.at);
        let end = if ends_at_line(base, edit) {
            edit.end()
        } else {
            line_end(base, edit.end())
        };
        let previous = number.checked_sub(1).map(|number| &edits[number]);
        let is_alone = previous.is_none_or(|previous| previous.end() <= start)
            && edits.get(number + 1).is_none_or(|next| end < next.at);
        if !is_alone {
            return None;
        }
        let (above, below) = (&base[start..edit.at], &base[edit.end()..end]);
        let old = Bytes::from([above, &edit.old, below].concat());
        let new = Bytes::from([above, &edit.new, below].concat());
        let head = common_head_lines(&old, &new);
        let tail = common_tail_lines(&old[head..], &new[head..]);
        Some(QuotedLines {
            edit,
            lines: Span::of_len(start, end - start),
            old,
            new,
            head,
            tail,
        })
    }
}

/// The whole lines that an edit touches, and the parts that the edit leaves unchanged.
struct QuotedLines<'a> {
    edit: &'a Edit,
    /// The lines in the original text.
    lines: Span,
    /// The text of these lines.
    old: Bytes,
    /// The lines that replace them.
    new: Bytes,
    /// The length in bytes of the lines that both texts begin with.
    head: usize,
    /// The length in bytes of the lines that both texts end with.
    tail: usize,
}

impl QuotedLines<'_> {
    /// The edit without the quoted lines; `None` if nothing remains.
    fn unquoted_edit(&self) -> Option<Edit> {
        let old = self.old.slice(self.head..self.old.len() - self.tail);
        let new = self.new.slice(self.head..self.new.len() - self.tail);
        if old.is_empty() && new.is_empty() {
            return None;
        }
        if old.is_empty() || new.is_empty() {
            let at = self.lines.start() + self.head;
            return Some(Edit { at, old, new });
        }
        // An edit inside a line keeps its position in that line. The quoted lines never end in the rest of that line:
        // there, all of the old or the new text would be quoted.
        let edit = self.edit;
        let head = self.head.saturating_sub(edit.at - self.lines.start());
        let tail = self.tail.saturating_sub(self.lines.end() - edit.end());
        Some(Edit {
            at: edit.at + head,
            old: edit.old.slice(head..edit.old.len() - tail),
            new: edit.new.slice(head..edit.new.len() - tail),
        })
    }

    /// The span of the edit without quoted lines. It lies inside the edit, although [`Self::unquoted_edit`] may end at
    /// the next line.
    fn written_span(&self) -> Option<Span> {
        let written = self.unquoted_edit()?;
        let start = written.at.clamp(self.edit.at, self.edit.end());
        let end = written.end().clamp(start, self.edit.end());
        Some(Span::of_len(start, end - start))
    }
}

/// True if `edit` ends at a line end, in the old text and in the new text.
fn ends_at_line(base: &[u8], edit: &Edit) -> bool {
    [&edit.old, &edit.new].into_iter().all(|text| {
        text.ends_with(b"\n") || text.is_empty() && line_start(base, edit.at) == edit.at
    })
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use crate::change::{ChangeSet, Edit};
    use crate::text::Span;

    /// A change of `base` that replaces the only `old` with `new`.
    fn edit(base: &str, old: &str, new: &str) -> ChangeSet {
        let edit = Edit {
            at: base.find(old).unwrap(),
            old: Bytes::copy_from_slice(old.as_bytes()),
            new: Bytes::copy_from_slice(new.as_bytes()),
        };
        ChangeSet::new(base.len(), vec![edit]).unwrap()
    }

    /// The edits that remain without quoted lines: offset, old text, new text.
    #[track_caller]
    fn left(base: &str, old: &str, new: &str) -> Vec<(usize, String, String)> {
        let all = edit(base, old, new);
        let written = all.without_quoted_lines(base.as_bytes());
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
    fn quoted_lines_are_omitted_at_both_ends() {
        let actual = left("a\nb\nc\n", "a\nb\nc", "a\nB\nc");
        assert_eq!(actual, one(2, "b\n", "B\n"));
        assert_eq!(left("a\nb\nc\n", "a\nb\n", "a\nb\nx\n"), one(4, "", "x\n"));
        assert_eq!(left("a\nb\nc\n", "b", "b\nx"), one(4, "", "x\n"));
        assert_eq!(left("a\nb\nc\n", "b", "x\nb"), one(2, "", "x\n"));
        assert_eq!(left("a\nb\nc\n", "a\nb\nc", "a\nc"), one(2, "b\n", ""));
        assert_eq!(left("a\nb\nc\n", "\nb", ""), one(2, "b\n", ""));
        assert_eq!(left("a\nb\nc", "b\nc", "b\nC"), one(4, "c", "C"));
    }

    #[test]
    fn a_change_within_a_line_is_not_trimmed() {
        assert_eq!(left("a b c\n", "b", "x"), one(2, "b", "x"));
        let actual = left("a b c\nd\n", "b c\nd", "x c\nd");
        assert_eq!(actual, one(2, "b c\n", "x c\n"));
        assert_eq!(left("yes\n", "y", "y\nx"), one(0, "y", "y\nx"));
        assert_eq!(left("a\nb\n", "a\nb", "a b"), one(0, "a\nb", "a b"));
    }

    #[test]
    fn an_edit_that_changes_no_line_is_omitted() {
        assert!(left("a\nb\n", "a\nb", "a\nb").is_empty());
    }

    /// The written parts of `old`, each with its offset.
    fn spans(base: &str, old: &str, new: &str) -> Vec<(usize, String)> {
        let spans = edit(base, old, new).written_spans(base.as_bytes());
        let text = |span: Span| (span.start(), base[span.range()].to_owned());
        spans.into_iter().flatten().map(text).collect()
    }

    #[test]
    fn a_written_span_stays_inside_the_edit() {
        let actual = spans("a\nb\nc\n", "a\nb\nc", "a\nB\nc");
        assert_eq!(actual, [(2, "b\n".to_owned())]);
        assert_eq!(spans("b\nx\n", "b\nx", "b"), [(2, "x".to_owned())]);
        assert_eq!(spans("a\nb\n", "a", "a\nx"), [(1, String::new())]);
        assert!(spans("a\nb\n", "a\nb", "a\nb").is_empty());
    }
}
