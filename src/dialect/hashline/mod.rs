//! The notation of hashline and its relatives: edits that name lines by their numbers and a short hash or tag. What
//! these are worth is decided where the task's readings are known.

mod anchor;
mod list;
mod notation;

use std::path::PathBuf;

use bytes::Bytes;

pub use list::{is_list, list};
pub use notation::steps;

use super::payload::{Ask, Dialect, Payload, Shape};
use crate::request::{
    Action, Insert, InsertAt, Lines, LinesAt, Malformed, Move, Options, RangeAnchors, Request,
    ShortAnchor, ShownLines, Step, Terms, Words,
};
use crate::text::{LineNumber, LineRange};

/// The payload that a text in this notation is.
///
/// # Errors
/// The first line that cannot be read.
pub fn payload(text: &[u8]) -> Result<Payload, Malformed> {
    let terms = Terms {
        words: Words::TYPED.with(Options::CommonFlags),
        ..Terms::default()
    };
    Ok(Payload {
        dialect: Dialect::Hashline,
        ask: Ask::Request(Request::from(steps(text)?).under(terms)),
        shape: Shape::Report,
        call: None,
    })
}

/// The effect of an edit, and its place.
enum Place {
    /// These lines become the text; an empty text deletes them.
    Lines(ShortAnchor, ShortAnchor),
    /// The text goes before this line.
    Before(ShortAnchor),
    /// The text goes after this line.
    After(ShortAnchor),
    /// The text goes to the beginning.
    Start,
    /// The text goes to the end.
    End,
    /// The file is removed.
    Remove,
    /// The file gets another name.
    Move(PathBuf),
}

impl Place {
    /// The step that edits the file at `path` here. `tag` is that of the text that the lines are from.
    fn step(self, path: PathBuf, tag: Option<String>, text: Bytes) -> Step {
        let (action, ends) = match self {
            Self::Lines(first, last) => {
                let (from, to) = (number(&first), number(&last));
                let lines = LineRange::new(from, to).unwrap_or(LineRange::single(from));
                let action = Action::Lines(Lines {
                    at: LinesAt::Numbers(lines.into(), RangeAnchors::default()),
                    text,
                    may_rename: false,
                });
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

/// The number of the line. A line that only its hash names gets its number when it is looked up.
fn number(anchor: &ShortAnchor) -> LineNumber {
    anchor.line.unwrap_or(LineNumber::FIRST)
}

/// The path and the tag of a line that begins a section.
fn section(line: &str) -> Option<(&str, &str)> {
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
