//! Whether changes of one text keep out of each other's way. Pure.
//!
//! Changes that share no byte can still meet. In one word: `5` was made `9` and that `90`, and without the first
//! change it would be `50`, which nobody ever wrote. Where lines repeat: a line put in could as well have been put
//! in a little further on. And in lines side by side: only what a change wrote shows that this is its place, and a
//! change that took lines out has left nothing there.

use std::cell::Cell;

use crate::change::{ChangeSet, ClaimConflict, Edit};
use crate::text::{self, Span, begins_line, is_telling};

/// Most lines that a change is moved among equal ones.
const LINES_MOVED: usize = 1_000;

/// Most edits whose lines are looked for in all of a text.
const SEARCHES: usize = 1_000;

/// The first place where an edit of `mine` meets one of `theirs`, both of the text `base`. Neither overlaps the other.
/// In lines side by side they do not meet where the lines of `mine` stand whole in `current`, and only once.
pub(super) fn meeting(
    mine: &ChangeSet,
    theirs: &ChangeSet,
    base: &[u8],
    current: &[u8],
) -> Option<ClaimConflict> {
    let others = theirs.edits().iter();
    let mut others: Vec<Footprint> = others.map(|edit| Footprint::of(edit, base)).collect();
    others.sort_by_key(|other| other.lines.start());
    let reached: Vec<usize> = others
        .iter()
        .scan(0, |end: &mut usize, other| {
            *end = other.lines.end().max(*end);
            Some(*end)
        })
        .collect();
    let current = Haystack {
        text: current,
        searches: Cell::new(0),
    };
    mine.edits().iter().find_map(|edit| {
        let edit = Footprint::of(edit, base);
        let first = reached.partition_point(|end| *end < edit.lines.start());
        let mut near = others[first..]
            .iter()
            .take_while(|other| other.lines.start() <= edit.lines.end());
        let met = near.find(|other| edit.meets(other, base, &current))?;
        Some(ClaimConflict {
            mine: edit.edit.span(),
            theirs: met.edit.span(),
        })
    })
}

/// A text in which lines are looked for a limited number of times.
struct Haystack<'t> {
    text: &'t [u8],
    searches: Cell<usize>,
}

impl Haystack<'_> {
    fn has_once(&self, lines: &[u8]) -> bool {
        self.searches.set(self.searches.get() + 1);
        let found = memchr::memmem::find_iter(self.text, lines);
        let found = found.filter(|at| begins_line(self.text, *at));
        self.searches.get() <= SEARCHES && found.take(2).count() == 1
    }
}

/// An edit, and what is its own of the text that it changes.
struct Footprint {
    /// Without the whole lines that both sides begin and end with.
    edit: Edit,
    /// The words that it changes; all places of whole lines among equal ones.
    words: Span,
    /// The whole lines that hold them.
    lines: Span,
    /// Those that it found there and that show that this is its place.
    seen: Span,
}

impl Footprint {
    fn of(edit: &Edit, base: &[u8]) -> Self {
        let edit = without_kept_lines(edit, base);
        if is_of_lines(&edit, base) {
            let places = places(&edit, base);
            let is_put_in = edit.old.is_empty();
            return Self {
                words: places,
                lines: places,
                seen: if is_put_in { edit.span() } else { places },
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
            seen: lines,
        }
    }

    /// Whether both change a word, a place among equal lines, or lines side by side without a sign that they are the
    /// right ones.
    fn meets(&self, other: &Self, base: &[u8], current: &Haystack<'_>) -> bool {
        let (mine, theirs) = (self.words, other.words);
        let is_shared = mine.start() < theirs.end() && theirs.start() < mine.end();
        let is_inside = |point: Span, span: Span| {
            point.is_empty() && span.start() < point.start() && point.start() < span.end()
        };
        if is_shared || is_inside(mine, theirs) || is_inside(theirs, mine) {
            return true;
        }
        let is_joined = mine.end() == theirs.start()
            && share_a_line(&self.edit, &other.edit, mine.end(), base)
            || theirs.end() == mine.start()
                && share_a_line(&other.edit, &self.edit, theirs.end(), base);
        let (here, there) = (self.lines, other.lines);
        let is_same_line = here.start() < there.end() && there.start() < here.end();
        is_joined || !is_same_line && (!self.stands(base, current) || self.is_back(other, base))
    }

    /// Whether the lines that it found stand in `current`, and only once.
    fn stands(&self, base: &[u8], current: &Haystack<'_>) -> bool {
        let lines = &base[self.seen.range()];
        is_telling(lines) && current.has_once(lines)
    }

    /// Whether `other` brought a line that this edit would bring, too.
    fn is_back(&self, other: &Self, base: &[u8]) -> bool {
        let (before, after) = (&base[other.lines.range()], other.made(base));
        let mine = self.made(base);
        let old = &base[self.lines.range()];
        let has = |text: &[u8], line: &[u8]| {
            text::lines(text).any(|other| other.trim_ascii() == line.trim_ascii())
        };
        text::lines(&mine)
            .filter(|line| is_telling(line) && !has(old, line))
            .any(|line| has(&after, line) && !has(before, line))
    }

    /// What its lines become.
    fn made(&self, base: &[u8]) -> Vec<u8> {
        let (lines, edit) = (self.lines, self.edit.span());
        let before = &base[lines.start()..edit.start().max(lines.start())];
        let behind = &base[edit.end().min(lines.end())..lines.end()];
        [before, &self.edit.new, behind].concat()
    }
}

/// Whether `edit` takes whole lines of `base` and puts whole lines there.
fn is_of_lines(edit: &Edit, base: &[u8]) -> bool {
    let ends = |text: &[u8]| text.is_empty() || text.ends_with(b"\n");
    let is_last = edit.end() == base.len();
    begins_line(base, edit.at) && (is_last || ends(&edit.old) && ends(&edit.new))
}

/// `edit` of whole lines without those that it leaves at both ends.
fn without_kept_lines(edit: &Edit, base: &[u8]) -> Edit {
    if !is_of_lines(edit, base) {
        return edit.clone();
    }
    let (old, new) = (&edit.old, &edit.new);
    let same = text::lines(old).zip(text::lines(new));
    let same = same.take_while(|(left, right)| left == right);
    let head = same.map(|(line, _)| line.len()).sum::<usize>();
    let tail = text::common_tail_lines(&old[head..], &new[head..]);
    Edit {
        at: edit.at + head,
        old: old.slice(head..old.len() - tail),
        new: new.slice(head..new.len() - tail),
    }
}

/// From the first place to the last at which lines put in, or taken out, by `edit` make the same text.
fn places(edit: &Edit, base: &[u8]) -> Span {
    let span = edit.span();
    let block = match (edit.old.is_empty(), edit.new.is_empty()) {
        (true, false) => &edit.new[..],
        (false, true) => &edit.old[..],
        _ => return span,
    };
    // The lines next to the block are compared with its own, over and over: so it goes round.
    let above = text::lines(&base[..span.start()]).rev();
    let up = above
        .zip(text::lines(block).rev().cycle())
        .take(LINES_MOVED)
        .take_while(|(line, own)| line == own);
    let start = span.start() - up.map(|(line, _)| line.len()).sum::<usize>();
    let below = text::lines(&base[span.end()..]);
    let down = below
        .zip(text::lines(block).cycle())
        .take(LINES_MOVED)
        .take_while(|(line, own)| line == own);
    let end = span.end() + down.map(|(line, _)| line.len()).sum::<usize>();
    Span::of_len(start, end - start)
}

/// `span` of `base` with all of the words that it begins or ends in.
fn whole_words(span: Span, base: &[u8]) -> Span {
    let is_word = |byte: &u8| matches!(byte, b'_' | b'.' | 0x80..) || byte.is_ascii_alphanumeric();
    let is_inside = |at: usize| {
        let (before, behind) = base.split_at(at);
        before.last().is_some_and(is_word) && behind.first().is_some_and(is_word)
    };
    let (mut start, mut end) = (span.start(), span.end());
    if is_inside(start) {
        let before = base[..start].iter().rev();
        start -= before.take_while(|byte| is_word(byte)).count();
    }
    if is_inside(end) {
        end += base[end..].iter().take_while(|byte| is_word(byte)).count();
    }
    Span::of_len(start, end - start)
}

/// Whether the edit `left` and the edit `right`, whose words begin at `offset` where those of that one end, change the
/// same line of `base`.
fn share_a_line(left: &Edit, right: &Edit, offset: usize, base: &[u8]) -> bool {
    let (begins, ends) = (begins_line(base, offset), ends_line(base, offset));
    let left_ends = left.new.ends_with(b"\n") || left.new.is_empty() && begins_line(base, left.at);
    let right_goes_on =
        begins_with_ending(&right.new) || right.new.is_empty() && ends_line(base, right.end());
    !(begins && left_ends || ends && right_goes_on)
}

/// Whether the text of a line of `text` ends at `offset`.
fn ends_line(text: &[u8], offset: usize) -> bool {
    let rest = &text[offset..];
    rest.is_empty() || begins_with_ending(rest)
}

fn begins_with_ending(text: &[u8]) -> bool {
    text.starts_with(b"\n") || text.starts_with(b"\r\n")
}

#[cfg(test)]
mod tests {
    use super::meeting;
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

    fn meet(base: &str, mine: (usize, &str, &str), theirs: (usize, &str, &str)) -> bool {
        let mine = change(base, mine.0, mine.1, mine.2);
        let theirs = change(base, theirs.0, theirs.1, theirs.2);
        let current = theirs.apply(base.as_bytes()).unwrap();
        meeting(&mine, &theirs, base.as_bytes(), &current).is_some()
    }

    #[test]
    fn changes_of_one_word_meet_and_of_two_words_of_a_line_do_not() {
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
                meet(base, mine, theirs),
                expected,
                "{base:?} {mine:?} {theirs:?}"
            );
        }
    }

    #[test]
    fn lines_side_by_side_are_found_by_what_stands_there_once() {
        for (base, mine, theirs, expected) in [
            ("9\nb\n", (0, "9\n", "5\n"), (2, "b\n", "c\n"), false),
            ("9\nb\n", (0, "9\n", "5\n"), (2, "", "new\n"), false),
            ("9\nb\n", (0, "9\n", ""), (2, "", "new\n"), false),
            ("a\n9\n", (2, "9\n", "5\n"), (0, "a\n", "b\n"), false),
            ("a\n9\n", (2, "9\n", "5\n"), (0, "a\n", ""), false),
            ("a 9\nb\n", (2, "9", "5"), (4, "b\n", "c\n"), false),
            // The lines that come are there already.
            ("9\nb\n", (0, "9\n", "5\n"), (2, "b\n", "5\nb\n"), true),
            // The same lines stand elsewhere, or nothing in them tells.
            ("9\nb\n9\n", (0, "9\n", "5\n"), (2, "b\n", "c\n"), true),
            ("}\nb\n", (0, "}\n", "5\n"), (2, "b\n", "c\n"), true),
            // Nothing stands where lines come back.
            ("a\n9\n", (2, "", "5\n"), (2, "9\n", "8\n"), true),
            ("a\n9\n", (2, "", "5\n"), (0, "a\n", "b\n"), true),
            ("a\n9\nb\n", (2, "", "5\n"), (4, "b\n", "c\n"), false),
            // A line is joined to the next.
            ("9\nb\n", (0, "9\n", "5"), (2, "b\n", "c\n"), true),
            ("a\n9\n", (2, "9\n", "5\n"), (0, "a\n", "b"), true),
            // Equal lines could have come anywhere among their like.
            ("x\nx\nx\ny\n", (2, "", "x\n"), (6, "y\n", "z\n"), true),
            ("x\nx\nx\ny\n", (2, "", "x\n"), (0, "x\n", ""), true),
        ] {
            assert_eq!(
                meet(base, mine, theirs),
                expected,
                "{base:?} {mine:?} {theirs:?}"
            );
        }
    }
}
