//! Selects the line endings of new text, and completes it to whole lines.
//!
//! A text with only one kind of line ending takes the ending of the lines around it: callers write `\n` and mean "a new
//! line". A text with both kinds, or with a lone carriage return, is left unchanged.

use bytes::Bytes;

use crate::change::ChangeSet;
use crate::refusal::{FormChange, Reason};
use crate::snapshot::Snapshot;
use crate::text::{self, EndingCensus, LineEnding, Span, has_lone_returns};

/// `text` with `ending` at the end of each of its lines that has one, if they all end alike.
pub(super) fn adapt(text: &Bytes, ending: LineEnding) -> Bytes {
    match EndingCensus::count(text).uniform() {
        None => text.clone(),
        Some(own) if own == ending => text.clone(),
        Some(own) => rewrite(text, own, ending),
    }
}

/// `text`, whose lines end in `own`, with `ending` instead.
fn rewrite(text: &[u8], own: LineEnding, ending: LineEnding) -> Bytes {
    let mut adapted = Vec::with_capacity(text.len() + text.len() / 16);
    let mut rest = text;
    while let Some(at) = memchr::memmem::find(rest, own.as_bytes()) {
        adapted.extend_from_slice(&rest[..at]);
        adapted.extend_from_slice(ending.as_bytes());
        rest = &rest[at + own.as_bytes().len()..];
    }
    adapted.extend_from_slice(rest);
    adapted.into()
}

/// Gives replacements the endings of their places, in order of place.
///
/// A new text is literal if the old text has endings of its kind, or if the request changes only endings. Otherwise it
/// takes the ending of the file's line.
#[derive(Debug)]
pub(super) struct PlacedText<'t> {
    text: &'t [u8],
    /// The newline after the last place (or the length of the text) and the ending there, so that a long line with many
    /// places is searched once.
    line: Option<(usize, Option<LineEnding>)>,
}

impl<'t> PlacedText<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        Self { text, line: None }
    }

    /// The form of `new` at the place `span`. Places must come in order.
    pub(super) fn at(&mut self, span: Span, new: &EitherEnding) -> Bytes {
        match &new.adapted {
            Some((ending, adapted)) if self.ending_at(span.start()) == Some(*ending) => {
                adapted.clone()
            }
            _ => new.text.clone(),
        }
    }

    /// The ending of the line with byte `start`; of the line before it if the last line has none. `None` in a text
    /// without line endings.
    fn ending_at(&mut self, start: usize) -> Option<LineEnding> {
        if let Some((newline, ending)) = self.line
            && start <= newline
        {
            return ending;
        }
        let after = memchr::memchr(b'\n', &self.text[start..]).map(|at| start + at);
        let known_by = after.or_else(|| memchr::memrchr(b'\n', &self.text[..start]));
        let ending = known_by.and_then(|newline| LineEnding::of_line(&self.text[..=newline]));
        self.line = Some((after.unwrap_or(self.text.len()), ending));
        ending
    }
}

/// A new text with its own endings, and with the other ones.
#[derive(Clone, Debug)]
pub(super) struct EitherEnding {
    text: Bytes,
    /// With the other ending; `None` if the text is literal everywhere.
    adapted: Option<(LineEnding, Bytes)>,
}

impl EitherEnding {
    /// `new` in place of `old`.
    pub(super) fn new(old: &[u8], new: Bytes) -> Self {
        Self {
            adapted: other_ending(old, &new).map(|ending| (ending, adapt(&new, ending))),
            text: new,
        }
    }
}

/// The ending that `new` takes in lines that end differently; `None` if it is literal everywhere.
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
        && rewrite(old, LineEnding::CrLf, LineEnding::Lf)
            == rewrite(new, LineEnding::CrLf, LineEnding::Lf)
}

/// Refuses `changes` that add line feeds to a text whose lines end in carriage returns alone.
pub(super) fn refuse_line_feeds(changes: &ChangeSet, now: &Snapshot) -> Result<(), Reason> {
    for (edit, _) in changes.kinds() {
        if bytecount::count(edit.new, b'\n') > bytecount::count(edit.old, b'\n')
            && has_lone_returns(now.bytes())
        {
            return Err(Reason::Form(FormChange::LineEndings));
        }
    }
    Ok(())
}

/// Refuses an edit by line of a text whose lines end in carriage returns alone: it would count as one line.
pub(super) fn whole_lines_known(now: &Snapshot) -> Result<(), Reason> {
    if has_lone_returns(now.bytes()) {
        Err(Reason::Form(FormChange::LoneReturns))
    } else {
        Ok(())
    }
}

/// The need of a text at its place to be whole lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whole {
    /// The place is the start of a line.
    AtLineStart,
    /// The line before has no ending yet.
    AfterUnterminated,
}

impl Whole {
    /// The need at byte `offset` of `text`. Nothing before it, or only the byte-order mark, is the start
    /// of a line.
    pub(super) fn at(text: &[u8], offset: usize) -> Self {
        match &text[..offset] {
            before if before.is_empty() || before == text::BOM || before.ends_with(b"\n") => {
                Self::AtLineStart
            }
            _ => Self::AfterUnterminated,
        }
    }

    /// `text` as whole lines that end in `ending`.
    pub(super) fn with(self, text: &Bytes, ending: LineEnding) -> Bytes {
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

/// The ending of the lines `new` that are inserted at byte `offset` of `text`: that of the lines around them. In a text
/// without line endings they keep their own.
pub(super) fn of_new_lines(new: &[u8], text: &[u8], offset: usize) -> LineEnding {
    if memchr::memchr(b'\n', text).is_none()
        && let Some(ending) = EndingCensus::count(new).uniform()
    {
        return ending;
    }
    LineEnding::around(text, offset)
}

/// The ending of lines that replace `span`: that of its first line, else of the lines around it.
pub(super) fn around_line(now: &Snapshot, span: Span) -> LineEnding {
    let text = now.bytes();
    let newline = memchr::memchr(b'\n', &text[span.range()]);
    newline
        .and_then(|at| LineEnding::of_line(&text[..=span.start() + at]))
        .unwrap_or_else(|| LineEnding::around(text, span.start()))
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
        assert_eq!(
            placed(b"c", b"x\ny", b"a\r\nc"),
            "x\r\ny",
            "the line before"
        );
        assert_eq!(placed(b"c", b"x\r\ny", b"c"), "x\r\ny", "nothing to go by");
    }

    #[test]
    fn what_says_its_endings_stays_literal() {
        assert_eq!(placed(b"b\n", b"x\ny\n", b"a\r\nb\nc\r\n"), "x\ny\n");
        assert_eq!(placed(b"b", b"x\ny\r\n", b"b\r\n"), "x\ny\r\n", "a mixture");
        assert_eq!(
            placed(b"\r\n", b"\n", b"b\r\n"),
            "\n",
            "only endings change"
        );
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
