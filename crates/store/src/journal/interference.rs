//! Finds changes that share no byte, but still depend on each other. No I/O.
//!
//! Changes interfere:
//!
//! - Within a word. `5` became `9`, and then `90`. Undoing only the first change would give `50`, which nobody wrote.
//! - Among equal lines. An inserted line could also have been inserted further down.
//! - In neighboring lines. Only the text that a change wrote identifies its place, and a change that deleted lines
//!   left no text.

use crate::change::{ChangeSet, ClaimConflict, Edit};
use crate::text::{self, Span, begins_line, is_telling};

/// The maximum number of lines to shift a change among equal lines.
const MAX_SHIFT: usize = 1_000;

/// The maximum number of edits whose lines are searched for in the whole text.
const MAX_SEARCHES: usize = 1_000;

/// The first edit of `mine` that interferes with an edit of `theirs`. Both change sets apply to `base` and do not
/// overlap. Neighboring lines do not interfere if the lines of `mine` occur exactly once in `current`.
pub(super) fn first_interference(
    mine: &ChangeSet,
    theirs: &ChangeSet,
    base: &[u8],
    current: &[u8],
) -> Option<ClaimConflict> {
    let mut others = Vec::new();
    for edit in theirs.edits() {
        others.push(Footprint::new(edit, base));
    }
    others.sort_by_key(|other| other.lines.start());
    // The maximum end of all footprints up to each one. The values are sorted, so a binary search can skip
    // footprints.
    let mut ends = Vec::new();
    let mut furthest = 0;
    for other in &others {
        furthest = other.lines.end().max(furthest);
        ends.push(furthest);
    }
    let mut current = LimitedSearch {
        text: current,
        searches: 0,
    };
    for edit in mine.edits() {
        let footprint = Footprint::new(edit, base);
        let first = ends.partition_point(|end| *end < footprint.lines.start());
        for other in &others[first..] {
            if other.lines.start() > footprint.lines.end() {
                break;
            }
            if footprint.interferes_with(other, base, &mut current) {
                return Some(ClaimConflict {
                    mine: footprint.edit.span(),
                    theirs: other.edit.span(),
                });
            }
        }
    }
    None
}

/// A text that is searched at most [`MAX_SEARCHES`] times.
struct LimitedSearch<'t> {
    text: &'t [u8],
    searches: usize,
}

impl LimitedSearch<'_> {
    /// True if `lines` occur exactly once. False after the limit is reached.
    fn contains_once(&mut self, lines: &[u8]) -> bool {
        self.searches += 1;
        if self.searches > MAX_SEARCHES {
            return false;
        }
        let found = memchr::memmem::find_iter(self.text, lines)
            .filter(|offset| begins_line(self.text, *offset));
        found.take(2).count() == 1
    }
}

/// An edit, and the parts of the text that belong to it.
struct Footprint {
    /// The edit without the whole lines that begin or end both its old and its new text.
    edit: Edit,
    /// The changed words. For whole lines: all places that they could have among equal lines.
    words: Span,
    /// The whole lines around `words`.
    lines: Span,
    /// The old lines that identify the place of the edit.
    identifying_lines: Span,
}

impl Footprint {
    fn new(edit: &Edit, base: &[u8]) -> Self {
        let edit = without_kept_lines(edit, base);
        if replaces_whole_lines(&edit, base) {
            let places = equal_places(&edit, base);
            let is_insertion = edit.old.is_empty();
            return Self {
                words: places,
                lines: places,
                identifying_lines: if is_insertion { edit.span() } else { places },
                edit,
            };
        }
        let words = whole_words(edit.span(), base);
        let start = text::line_start(base, words.start());
        let is_ended = words.end() > words.start() && base[words.end() - 1] == b'\n';
        let end = if is_ended {
            words.end()
        } else {
            text::line_end(base, words.end())
        };
        let lines = Span::of_len(start, end - start);
        Self {
            edit,
            words,
            lines,
            identifying_lines: lines,
        }
    }

    /// True if both edits change the same word, the same place among equal lines, or neighboring lines whose text
    /// does not identify them.
    fn interferes_with(&self, other: &Self, base: &[u8], current: &mut LimitedSearch<'_>) -> bool {
        if overlap(self.words, other.words) || self.joins_line_of(other, base) {
            return true;
        }
        if self.lines.start() < other.lines.end() && other.lines.start() < self.lines.end() {
            // The edits change different words of the same line.
            return false;
        }
        !self.has_unique_lines(base, current) || self.repeats_line_of(other, base)
    }

    /// True if the two edits are adjacent and change the same line.
    fn joins_line_of(&self, other: &Self, base: &[u8]) -> bool {
        let (mine, theirs) = (self.words, other.words);
        mine.end() == theirs.start() && share_a_line(&self.edit, &other.edit, mine.end(), base)
            || theirs.end() == mine.start()
                && share_a_line(&other.edit, &self.edit, theirs.end(), base)
    }

    /// True if the old lines of this edit occur exactly once in `current`.
    fn has_unique_lines(&self, base: &[u8], current: &mut LimitedSearch<'_>) -> bool {
        let lines = &base[self.identifying_lines.range()];
        is_telling(lines) && current.contains_once(lines)
    }

    /// True if `other` added a line that this edit would also add.
    fn repeats_line_of(&self, other: &Self, base: &[u8]) -> bool {
        let old = &base[self.lines.range()];
        let before = &base[other.lines.range()];
        let after = other.new_lines(base);
        for line in text::lines(&self.new_lines(base)) {
            let is_added = is_telling(line) && !has_line(old, line);
            if is_added && has_line(&after, line) && !has_line(before, line) {
                return true;
            }
        }
        false
    }

    /// The text of `lines` after the edit.
    fn new_lines(&self, base: &[u8]) -> Vec<u8> {
        let (lines, edit) = (self.lines, self.edit.span());
        let before = &base[lines.start()..edit.start().max(lines.start())];
        let after = &base[edit.end().min(lines.end())..lines.end()];
        [before, &self.edit.new, after].concat()
    }
}

/// True if `left` and `right` share a byte, or if one is an insertion point inside the other.
fn overlap(left: Span, right: Span) -> bool {
    left.start() < right.end() && right.start() < left.end()
        || is_point_inside(left, right)
        || is_point_inside(right, left)
}

fn is_point_inside(point: Span, span: Span) -> bool {
    point.is_empty() && span.start() < point.start() && point.start() < span.end()
}

/// True if a line of `text` equals `line`, ignoring the whitespace around it.
fn has_line(text: &[u8], line: &[u8]) -> bool {
    text::lines(text).any(|other| other.trim_ascii() == line.trim_ascii())
}

/// True if `edit` replaces whole lines of `base` with whole lines.
fn replaces_whole_lines(edit: &Edit, base: &[u8]) -> bool {
    let is_last = edit.end() == base.len();
    begins_line(base, edit.at)
        && (is_last || is_whole_lines(&edit.old) && is_whole_lines(&edit.new))
}

fn is_whole_lines(text: &[u8]) -> bool {
    text.is_empty() || text.ends_with(b"\n")
}

/// The `edit` without the lines that it keeps at both ends, if it replaces whole lines.
fn without_kept_lines(edit: &Edit, base: &[u8]) -> Edit {
    if !replaces_whole_lines(edit, base) {
        return edit.clone();
    }
    let (old, new) = (&edit.old, &edit.new);
    let mut head = 0;
    for (old_line, new_line) in text::lines(old).zip(text::lines(new)) {
        if old_line != new_line {
            break;
        }
        head += old_line.len();
    }
    let tail = text::common_tail_lines(&old[head..], &new[head..]);
    Edit {
        at: edit.at + head,
        old: old.slice(head..old.len() - tail),
        new: new.slice(head..new.len() - tail),
    }
}

/// The span from the first to the last place where inserting or deleting the lines of `edit` gives the same text.
fn equal_places(edit: &Edit, base: &[u8]) -> Span {
    let span = edit.span();
    let block = match (edit.old.is_empty(), edit.new.is_empty()) {
        (true, false) => &edit.new[..],
        (false, true) => &edit.old[..],
        _ => return span,
    };
    // Moving a block by one line rotates it, so its lines are compared in a circle.
    let above = text::lines(&base[..span.start()]).rev();
    let len_above = common_len(above, text::lines(block).rev().cycle());
    let below = text::lines(&base[span.end()..]);
    let len_below = common_len(below, text::lines(block).cycle());
    Span::of_len(span.start() - len_above, len_above + span.len() + len_below)
}

/// The length in bytes of the common first lines of `lines` and `others`, at most [`MAX_SHIFT`] lines.
fn common_len<'t>(
    lines: impl Iterator<Item = &'t [u8]>,
    others: impl Iterator<Item = &'t [u8]>,
) -> usize {
    let mut len = 0;
    for (line, other) in lines.zip(others).take(MAX_SHIFT) {
        if line != other {
            break;
        }
        len += line.len();
    }
    len
}

/// `span` of `base`, extended to the whole words at its ends.
fn whole_words(span: Span, base: &[u8]) -> Span {
    let (mut start, mut end) = (span.start(), span.end());
    if is_inside_word(base, start) {
        let before = base[..start].iter().rev();
        start -= before.take_while(|byte| is_word_or_dot(**byte)).count();
    }
    if is_inside_word(base, end) {
        end += base[end..]
            .iter()
            .take_while(|byte| is_word_or_dot(**byte))
            .count();
    }
    Span::of_len(start, end - start)
}

fn is_inside_word(text: &[u8], offset: usize) -> bool {
    let (before, after) = text.split_at(offset);
    match (before.last(), after.first()) {
        (Some(left), Some(right)) => is_word_or_dot(*left) && is_word_or_dot(*right),
        _ => false,
    }
}

fn is_word_or_dot(byte: u8) -> bool {
    matches!(byte, b'_' | b'.' | 0x80..) || byte.is_ascii_alphanumeric()
}

/// True if `left` and `right` change the same line of `base`. The words of `left` end at `offset`, and the words of
/// `right` begin there.
fn share_a_line(left: &Edit, right: &Edit, offset: usize, base: &[u8]) -> bool {
    let left_ends_line =
        left.new.ends_with(b"\n") || left.new.is_empty() && begins_line(base, left.at);
    let right_ends_line =
        begins_with_ending(&right.new) || right.new.is_empty() && ends_line(base, right.end());
    let is_boundary =
        begins_line(base, offset) && left_ends_line || ends_line(base, offset) && right_ends_line;
    !is_boundary
}

/// True if a line of `text` ends at `offset`, before its line ending.
fn ends_line(text: &[u8], offset: usize) -> bool {
    let rest = &text[offset..];
    rest.is_empty() || begins_with_ending(rest)
}

fn begins_with_ending(text: &[u8]) -> bool {
    text.starts_with(b"\n") || text.starts_with(b"\r\n")
}

#[cfg(test)]
mod tests {
    use super::first_interference;
    use crate::change::{ChangeSet, Edit};

    fn change(base: &str, at: usize, old: &str, new: &str) -> ChangeSet {
        let edit = Edit {
            at,
            old: old.to_owned().into(),
            new: new.to_owned().into(),
        };
        let change = ChangeSet::new(base.len(), vec![edit]).unwrap();
        change.check(base.as_bytes()).unwrap();
        change
    }

    fn do_interfere(base: &str, mine: (usize, &str, &str), theirs: (usize, &str, &str)) -> bool {
        let mine = change(base, mine.0, mine.1, mine.2);
        let theirs = change(base, theirs.0, theirs.1, theirs.2);
        let current = theirs.apply(base.as_bytes()).unwrap();
        first_interference(&mine, &theirs, base.as_bytes(), &current).is_some()
    }

    #[test]
    fn changes_interfere_within_a_word_but_not_within_a_line() {
        for (base, mine, theirs, expected) in [
            ("= 9\n", (2, "9", "5"), (3, "", "0"), true),
            ("= 9\n", (2, "9", "5"), (2, "", "1"), true),
            ("= 29\n", (2, "2", "1"), (4, "", "00"), true),
            ("= 2.9\n", (2, "2", "1"), (4, "9", "8"), true),
            ("= 9\n", (2, "9", "5"), (0, "=", ":"), false),
            ("= 9", (2, "9", "5"), (3, "", "0"), true),
            ("= 9", (2, "9", "5"), (3, "", "\nmore\n"), false),
            ("= 9\r\n", (2, "9", "5"), (3, "", "\r\nmore"), false),
        ] {
            assert_eq!(
                do_interfere(base, mine, theirs),
                expected,
                "{base:?} {mine:?} {theirs:?}"
            );
        }
    }

    #[test]
    fn neighboring_lines_interfere_unless_their_text_is_unique() {
        for (base, mine, theirs, expected) in [
            ("9\nb\n", (0, "9\n", "5\n"), (2, "b\n", "c\n"), false),
            ("9\nb\n", (0, "9\n", "5\n"), (2, "", "new\n"), false),
            ("9\nb\n", (0, "9\n", ""), (2, "", "new\n"), false),
            ("a\n9\n", (2, "9\n", "5\n"), (0, "a\n", "b\n"), false),
            ("a\n9\n", (2, "9\n", "5\n"), (0, "a\n", ""), false),
            ("a 9\nb\n", (2, "9", "5"), (4, "b\n", "c\n"), false),
            // The inserted lines are already there.
            ("9\nb\n", (0, "9\n", "5\n"), (2, "b\n", "5\nb\n"), true),
            // The same lines also occur elsewhere, or contain only punctuation.
            ("9\nb\n9\n", (0, "9\n", "5\n"), (2, "b\n", "c\n"), true),
            ("}\nb\n", (0, "}\n", "5\n"), (2, "b\n", "c\n"), true),
            // There are no lines that identify the place of restored lines.
            ("a\n9\n", (2, "", "5\n"), (2, "9\n", "8\n"), true),
            ("a\n9\n", (2, "", "5\n"), (0, "a\n", "b\n"), true),
            ("a\n9\nb\n", (2, "", "5\n"), (4, "b\n", "c\n"), false),
            // The change joins a line to the next one.
            ("9\nb\n", (0, "9\n", "5"), (2, "b\n", "c\n"), true),
            ("a\n9\n", (2, "9\n", "5\n"), (0, "a\n", "b"), true),
            // Equal lines could have been inserted anywhere among them.
            ("x\nx\nx\ny\n", (2, "", "x\n"), (6, "y\n", "z\n"), true),
            ("x\nx\nx\ny\n", (2, "", "x\n"), (0, "x\n", ""), true),
        ] {
            assert_eq!(
                do_interfere(base, mine, theirs),
                expected,
                "{base:?} {mine:?} {theirs:?}"
            );
        }
    }
}
