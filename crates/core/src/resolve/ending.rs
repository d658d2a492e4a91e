//! Selects the line endings of new text, and adds missing line endings.
//!
//! A text with only one kind of line ending takes the ending of the lines around it, because callers write `\n` for
//! any newline. A text with both kinds, or with a lone carriage return, is not changed.

use bytes::Bytes;

use crate::change::ChangeSet;
use crate::refusal::{FormChange, Reason};
use crate::snapshot::Snapshot;
use crate::text::{self, EndingCensus, LineEnding, Span, has_lone_returns};

/// Replaces the line endings of `text` with `ending` if they are all of one kind.
pub(super) fn adapt(text: &Bytes, ending: LineEnding) -> Bytes {
    match EndingCensus::count(text).uniform() {
        Some(current) if current != ending => replace_endings(text, current, ending),
        _ => text.clone(),
    }
}

fn replace_endings(text: &[u8], old: LineEnding, new: LineEnding) -> Bytes {
    let mut replaced = Vec::with_capacity(text.len() + text.len() / 16);
    let mut rest = text;
    while let Some(at) = memchr::memmem::find(rest, old.as_bytes()) {
        replaced.extend_from_slice(&rest[..at]);
        replaced.extend_from_slice(new.as_bytes());
        rest = &rest[at + old.as_bytes().len()..];
    }
    replaced.extend_from_slice(rest);
    replaced.into()
}

/// Gives replacements the line endings of their locations, in order of location.
///
/// A new text is literal if the old text has endings of the same kind, or if the request changes only endings.
/// Otherwise the new text takes the ending of the file's line.
#[derive(Debug)]
pub(super) struct PlacedText<'t> {
    text: &'t [u8],
    /// The line of the last location, to search a long line only once.
    last_line: Option<LineEnd>,
}

/// The end of a line.
#[derive(Clone, Copy, Debug)]
struct LineEnd {
    /// The offset of the newline, or the length of the text.
    newline: usize,
    ending: Option<LineEnding>,
}

impl<'t> PlacedText<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        Self {
            text,
            last_line: None,
        }
    }

    /// `new` with the line endings at `span`. Calls must be in order of location.
    pub(super) fn at(&mut self, span: Span, new: &EitherEnding) -> Bytes {
        match &new.adapted {
            Some((ending, adapted)) if self.ending_at(span.start()) == Some(*ending) => {
                adapted.clone()
            }
            _ => new.text.clone(),
        }
    }

    /// The ending of the line with byte `start`. If that is the last line and has no ending, the ending of the line
    /// before. `None` in a text without line endings.
    fn ending_at(&mut self, start: usize) -> Option<LineEnding> {
        if let Some(line) = self.last_line
            && start <= line.newline
        {
            return line.ending;
        }
        let own_newline = memchr::memchr(b'\n', &self.text[start..]).map(|at| start + at);
        let newline = own_newline.or_else(|| memchr::memrchr(b'\n', &self.text[..start]));
        let ending = newline.and_then(|newline| LineEnding::of_line(&self.text[..=newline]));
        self.last_line = Some(LineEnd {
            newline: own_newline.unwrap_or(self.text.len()),
            ending,
        });
        ending
    }
}

/// A new text with its original endings and with the other kind.
#[derive(Clone, Debug)]
pub(super) struct EitherEnding {
    text: Bytes,
    /// The text with the other endings. `None` if the text is literal everywhere.
    adapted: Option<(LineEnding, Bytes)>,
}

impl EitherEnding {
    pub(super) fn new(old: &[u8], new: Bytes) -> Self {
        Self {
            adapted: other_ending(old, &new).map(|ending| (ending, adapt(&new, ending))),
            text: new,
        }
    }
}

/// The kind of ending that `new` takes in lines that end differently. `None` if it is literal everywhere.
fn other_ending(old: &[u8], new: &[u8]) -> Option<LineEnding> {
    let in_old = EndingCensus::count(old);
    let (other, same_in_old) = match EndingCensus::count(new).uniform()? {
        LineEnding::Lf => (LineEnding::CrLf, in_old.lf),
        LineEnding::CrLf => (LineEnding::Lf, in_old.crlf),
    };
    if same_in_old > 0 || differ_in_endings_only(old, new) {
        return None;
    }
    Some(other)
}

fn differ_in_endings_only(old: &[u8], new: &[u8]) -> bool {
    old != new
        && replace_endings(old, LineEnding::CrLf, LineEnding::Lf)
            == replace_endings(new, LineEnding::CrLf, LineEnding::Lf)
}

/// Refuses `changes` that add LF to a text whose lines end in lone carriage returns.
pub(super) fn refuse_line_feeds(changes: &ChangeSet, now: &Snapshot) -> Result<(), Reason> {
    for (edit, _) in changes.counted_edits() {
        if bytecount::count(edit.new, b'\n') > bytecount::count(edit.old, b'\n')
            && has_lone_returns(now.bytes())
        {
            return Err(Reason::Form(FormChange::LineEndings));
        }
    }
    Ok(())
}

/// Refuses a line-based edit of a text whose lines end in lone carriage returns, because it would count as one line.
pub(super) fn refuse_lone_returns(now: &Snapshot) -> Result<(), Reason> {
    if has_lone_returns(now.bytes()) {
        Err(Reason::Form(FormChange::LoneReturns))
    } else {
        Ok(())
    }
}

/// The text before an offset at which complete lines are inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineBoundary {
    /// The offset is the start of a line.
    AtLineStart,
    /// The offset follows a line without an ending.
    AfterUnterminated,
}

impl LineBoundary {
    /// The boundary at byte `offset` of `text`. The position after a byte-order mark is the start of a line.
    pub(super) fn at(text: &[u8], offset: usize) -> Self {
        let before = &text[..offset];
        if before.is_empty() || before == text::BOM || before.ends_with(b"\n") {
            Self::AtLineStart
        } else {
            Self::AfterUnterminated
        }
    }

    /// Turns `text`, which is inserted here, into complete lines that end in `ending`.
    pub(super) fn complete_lines(self, text: &Bytes, ending: LineEnding) -> Bytes {
        let lines = adapt(text, ending);
        let before: &[u8] = match self {
            Self::AtLineStart => b"",
            Self::AfterUnterminated => ending.as_bytes(),
        };
        let after: &[u8] = if lines.is_empty() || lines.ends_with(b"\n") {
            b""
        } else {
            ending.as_bytes()
        };
        if before.is_empty() && after.is_empty() {
            lines
        } else {
            [before, &lines[..], after].concat().into()
        }
    }
}

/// The line ending of the lines `new`, which are inserted at byte `offset` of `text`. In a text without line endings,
/// the new lines keep theirs.
pub(super) fn ending_of_inserted(new: &[u8], text: &[u8], offset: usize) -> LineEnding {
    if memchr::memchr(b'\n', text).is_none()
        && let Some(ending) = EndingCensus::count(new).uniform()
    {
        return ending;
    }
    LineEnding::around(text, offset)
}

/// The line ending of lines that replace `span`: the ending of its first line, or else of the lines around it.
pub(super) fn ending_of_replaced(now: &Snapshot, span: Span) -> LineEnding {
    let text = now.bytes();
    if let Some(at) = memchr::memchr(b'\n', &text[span.range()])
        && let Some(ending) = LineEnding::of_line(&text[..=span.start() + at])
    {
        return ending;
    }
    LineEnding::around(text, span.start())
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::{EitherEnding, PlacedText, adapt, differ_in_endings_only};
    use crate::text::{LineEnding, Span};

    fn placed(old: &[u8], new: &'static [u8], text: &[u8]) -> Bytes {
        let start = memchr::memmem::find(text, old).unwrap();
        let new = EitherEnding::new(old, Bytes::from_static(new));
        PlacedText::new(text).at(Span::of_len(start, old.len()), &new)
    }

    #[test]
    fn new_lines_take_the_ending_of_their_place() {
        assert_eq!(placed(b"b", b"x\ny", b"a\r\nb\r\nc"), "x\r\ny");
        assert_eq!(placed(b"b", b"x\r\ny", b"a\nb\n"), "x\ny");
        let actual = placed(b"c", b"x\ny", b"a\r\nc");
        assert_eq!(actual, "x\r\ny", "the line before");
        assert_eq!(placed(b"c", b"x\r\ny", b"c"), "x\r\ny", "nothing to go by");
    }

    #[test]
    fn a_text_with_its_own_line_endings_stays_literal() {
        assert_eq!(placed(b"b\n", b"x\ny\n", b"a\r\nb\nc\r\n"), "x\ny\n");
        assert_eq!(placed(b"b", b"x\ny\r\n", b"b\r\n"), "x\ny\r\n", "a mixture");
        let actual = placed(b"\r\n", b"\n", b"b\r\n");
        assert_eq!(actual, "\n", "only endings change");
        assert_eq!(placed(b"b", b"x\ry", b"b\r\n"), "x\ry");
    }

    #[test]
    fn places_on_one_line_share_the_look_ahead() {
        let text = b"b b\r\nb\n";
        let mut placed = PlacedText::new(text);
        let new = EitherEnding::new(b"b", Bytes::from_static(b"\n"));
        let mut at = |start| placed.at(Span::of_len(start, 1), &new);
        assert_eq!((at(0), at(2)), ("\r\n".into(), "\r\n".into()));
        assert_eq!(at(5), "\n");
    }

    #[test]
    fn adapting_touches_endings_only() {
        let text = Bytes::from_static(b"a\r\n\rb\r\n");
        assert_eq!(adapt(&text, LineEnding::Lf), "a\n\rb\n");
        assert_eq!(adapt(&text, LineEnding::CrLf), text);
        assert!(differ_in_endings_only(b"a\r\n", b"a\n"));
        assert!(!differ_in_endings_only(b"a\n", b"a\n"));
        assert!(!differ_in_endings_only(b"a\r\n", b"b\n"));
    }
}
