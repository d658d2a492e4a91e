//! The place of an edit, and the head of a section.

use std::path::PathBuf;

use bytes::Bytes;

use crate::request::{Action, Insert, InsertAt, Lines, Move, ShortAnchor, ShownLines, Step};
use crate::text::{LineNumber, LineRange};

/// The location and effect of an edit.
pub(super) enum Place {
    /// Replaces these lines with the text; an empty text deletes them.
    Lines(ShortAnchor, ShortAnchor),
    /// Inserts the text before this line.
    Before(ShortAnchor),
    /// Inserts the text after this line.
    After(ShortAnchor),
    /// Inserts the text at the beginning of the file.
    Start,
    /// Inserts the text at the end of the file.
    End,
    /// Removes the file.
    Remove,
    /// Renames the file.
    Move(PathBuf),
}

impl Place {
    /// The step for this edit of the file at `path`. `tag` identifies the content that the line numbers refer to.
    pub(super) fn step(self, path: PathBuf, tag: Option<String>, text: Bytes) -> Step {
        let (action, ends) = match self {
            Self::Lines(first, last) => {
                let (from, to) = (number(&first), number(&last));
                let lines = LineRange::new(from, to).unwrap_or(LineRange::single(from));
                let action = Action::Lines(Lines::numbered(lines, text));
                (action, Some((first, last)))
            }
            Self::Before(line) => {
                let at = InsertAt::before_line(number(&line));
                (insert(at, text), Some((line.clone(), line)))
            }
            Self::After(line) => {
                let at = InsertAt::After(number(&line));
                (insert(at, text), Some((line.clone(), line)))
            }
            Self::Start => (insert(InsertAt::Beginning, text), None),
            Self::End => (insert(InsertAt::End, text), None),
            Self::Remove => (Action::Remove, None),
            Self::Move(to) => {
                let makes_parents = false;
                (Action::Move(Move { to, makes_parents }), None)
            }
        };
        let mut step = Step::new(path, action);
        if tag.is_some() || ends.is_some() {
            step.shown = Some(ShownLines { tag, ends });
        }
        step
    }
}

fn insert(at: InsertAt, text: Bytes) -> Action {
    Action::Insert(Insert::lines(at, text))
}

/// The number of the line. A line with only a hash gets its number when the hash is looked up.
fn number(anchor: &ShortAnchor) -> LineNumber {
    anchor.line.unwrap_or(LineNumber::FIRST)
}

/// The path and the tag in the first line of a section.
pub(super) fn section(line: &str) -> Option<(&str, &str)> {
    let text = line.trim_end();
    let bracketed = text
        .strip_prefix('[')
        .and_then(|head| head.strip_suffix(']'));
    let (path, tag) = bracketed.or(text.strip_prefix('¶'))?.rsplit_once('#')?;
    let is_tag = tag.len() >= 3 && tag.bytes().all(|digit| digit.is_ascii_hexdigit());
    if !is_tag || path.is_empty() {
        return None;
    }
    Some((path, tag))
}
