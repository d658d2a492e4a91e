//! Turns a matched block into small edits, so that lines that the request does not change keep the bytes of the file.
//!
//! The old and new lines of the request are compared, and only their differences change the file. A new line gets the
//! block's indentation shift and the file's line ending. In a modified line, the unchanged words keep the bytes of the
//! file ([`modified`]).

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use bytes::Bytes;
use similar::{Algorithm, DiffOp};

use super::locate::{Alike, Line, MatchedLines, Shift, indent_of, lines_of, trim};
use super::modified::{is_modified, modified};
use crate::damage::fold;
use crate::text::{self, LineEnding, Span};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct RequestLine<'r> {
    content: &'r [u8],
    has_ending: bool,
}

/// The change does not fit the matched lines: the shift would move a line left of the first column, or the file has
/// only a similar line where the change needs an equal one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unfit;

/// The lines of the file that match the old lines.
#[derive(Clone, Copy, Debug)]
pub(super) enum FoundLines<'r> {
    /// The same number of lines, each equal in a tier.
    Block(&'r MatchedLines),
    /// Similar lines.
    Alike(&'r Alike),
}

impl FoundLines<'_> {
    pub(super) fn span(&self) -> Span {
        match self {
            Self::Block(block) => block.span,
            Self::Alike(alike) => alike.span,
        }
    }

    pub(super) fn shift(&self) -> &Shift {
        match self {
            Self::Block(block) => &block.shift,
            Self::Alike(alike) => &alike.shift,
        }
    }

    /// The 0-based line of the match for the old line `number`.
    fn counterpart(&self, number: usize) -> Option<usize> {
        match self {
            Self::Block(_) => Some(number),
            Self::Alike(alike) => alike.counterpart(number),
        }
    }
}

/// The edits that change `found` in `text` from `old` to `new`.
///
/// # Errors
/// [`Unfit`]
pub(super) fn rewrite(
    old: &[u8],
    new: &[u8],
    found: FoundLines<'_>,
    text: &[u8],
) -> Result<Vec<(Span, Bytes)>, Unfit> {
    let new = &with_typography_of(&text[found.span().range()], old, new);
    let rewriting = Rewriting::new(old, new, found, text);
    let mut changed = Vec::new();
    for op in text::compare(Algorithm::Myers, &rewriting.old, &rewriting.new) {
        if !matches!(op, DiffOp::Equal { .. }) {
            changed.push(rewriting.change(&op)?);
        }
    }
    Ok(changed)
}

/// Replaces typographic characters in `new` with their plain form, if `old` has the typographic form and `found` only
/// the plain form. The file's convention then applies to the complete new text.
fn with_typography_of<'n>(found: &[u8], old: &[u8], new: &'n [u8]) -> Cow<'n, [u8]> {
    if old.is_ascii() {
        return Cow::Borrowed(new);
    }
    let (Ok(old), Ok(text)) = (std::str::from_utf8(old), std::str::from_utf8(new)) else {
        return Cow::Borrowed(new);
    };
    let has = |letter: &[u8]| memchr::memmem::find(found, letter).is_some();
    let letters: BTreeSet<char> = old.chars().filter(|letter| !letter.is_ascii()).collect();
    let mut replaced = text.to_owned();
    for letter in letters {
        let typographic = letter.to_string();
        let folded = fold(typographic.as_bytes());
        if let Ok(plain) = std::str::from_utf8(&folded)
            && plain.is_ascii()
            && has(&folded)
            && !has(typographic.as_bytes())
        {
            replaced = replaced.replace(letter, plain);
        }
    }
    Cow::Owned(replaced.into_bytes())
}

struct Rewriting<'r> {
    text: &'r [u8],
    found: FoundLines<'r>,
    file: Vec<Line<'r>>,
    old: Vec<RequestLine<'r>>,
    new: Vec<RequestLine<'r>>,
}

impl<'r> Rewriting<'r> {
    fn new(old: &'r [u8], new: &'r [u8], found: FoundLines<'r>, text: &'r [u8]) -> Self {
        let mut rewriting = Self {
            text,
            found,
            file: file_lines(text, found.span()),
            old: request_lines(old),
            new: request_lines(new),
        };
        rewriting.keep_unterminated_end();
        rewriting
    }

    /// Keeps a match at the end of the file without a newline, even if the request has a newline there.
    fn keep_unterminated_end(&mut self) {
        if self.file.last().is_some_and(|line| line.ending.is_some()) {
            return;
        }
        if let Some(old) = self.old.last_mut()
            && old.has_ending
        {
            old.has_ending = false;
            if let Some(new) = self.new.last_mut() {
                new.has_ending = false;
            }
        }
    }

    /// The lines of the file that `op` changes, and their new text.
    fn change(&self, op: &DiffOp) -> Result<(Span, Bytes), Unfit> {
        let old = op.old_range();
        self.require_equal(&old)?;
        let place = self.place_of(&old).ok_or(Unfit)?;
        let ending = self.ending_at(place.start);
        let mut lines = Vec::new();
        let mut next = old.start;
        for line in &self.new[op.new_range()] {
            let partner =
                (next..old.end).find(|&number| is_modified(self.old[number].content, line.content));
            match partner {
                Some(number) => {
                    next = number + 1;
                    lines.extend(self.modified(number, line.content).ok_or(Unfit)?);
                }
                None => lines.extend(shifted(line.content, self.found.shift())?),
            }
            if line.has_ending {
                lines.extend_from_slice(ending.as_bytes());
            }
        }
        let start = self.start_of(place.start);
        let span = Span::of_len(start, self.start_of(place.end) - start);
        Ok((span, lines.into()))
    }

    fn start_of(&self, number: usize) -> usize {
        match self.file.get(number) {
            Some(line) => line.start,
            None => self.found.span().end(),
        }
    }

    /// The 0-based adjacent lines of the match for the old lines `old`. If `old` is empty, the gap between the
    /// neighboring lines, which must be adjacent.
    fn place_of(&self, old: &Range<usize>) -> Option<Range<usize>> {
        if old.is_empty() {
            let before = match old.start.checked_sub(1) {
                Some(before) => self.found.counterpart(before)? + 1,
                None => 0,
            };
            let after = if old.end == self.old.len() {
                self.file.len()
            } else {
                self.found.counterpart(old.end)?
            };
            if before != after {
                return None;
            }
            return Some(before..after);
        }
        let first = self.found.counterpart(old.start)?;
        for (offset, number) in old.clone().enumerate() {
            if self.found.counterpart(number) != Some(first + offset) {
                return None;
            }
        }
        Some(first..first + old.len())
    }

    /// The line of the file for the old line `number`, modified into `new`.
    fn modified(&self, number: usize, new: &[u8]) -> Option<Vec<u8>> {
        let file = self.file.get(self.found.counterpart(number)?)?.content;
        modified(file, self.old[number].content, new, self.found.shift())
    }

    /// Checks that the lines that the request changes equal the lines of the file. For an insertion, checks the lines
    /// on both sides. Only lines further away may be merely similar.
    fn require_equal(&self, old: &Range<usize>) -> Result<(), Unfit> {
        let FoundLines::Alike(alike) = self.found else {
            return Ok(());
        };
        let mut strict = old.clone();
        if old.is_empty() {
            strict = old.start.saturating_sub(1)..self.old.len().min(old.end + 1);
        }
        for number in strict {
            let at = alike.counterpart(number).ok_or(Unfit)?;
            let file = fold(self.file.get(at).ok_or(Unfit)?.content);
            if trim(&file) != trim(&fold(self.old[number].content)) {
                return Err(Unfit);
            }
        }
        Ok(())
    }

    /// The ending of new lines at the 0-based line `number` of the match: the ending of the line there, or of the
    /// line before, or of the lines around the match.
    fn ending_at(&self, number: usize) -> LineEnding {
        for near in [Some(number), number.checked_sub(1)].into_iter().flatten() {
            if let Some(ending) = self.file.get(near).and_then(|line| line.ending) {
                return ending;
            }
        }
        LineEnding::around(self.text, self.found.span().start())
    }
}

/// `content` with its indentation shifted. Blank lines do not change.
pub(super) fn shifted(content: &[u8], shift: &Shift) -> Result<Vec<u8>, Unfit> {
    let indent = indent_of(content);
    if indent.len() == content.len() {
        return Ok(content.to_vec());
    }
    let mut line = shift.indent(indent).ok_or(Unfit)?;
    line.extend_from_slice(&content[indent.len()..]);
    Ok(line)
}

/// The lines of the file in `span`, which begins at the start of a line.
fn file_lines(text: &[u8], span: Span) -> Vec<Line<'_>> {
    lines_of(&text[span.range()])
        .map(|line| Line {
            start: span.start() + line.start,
            ..line
        })
        .collect()
}

fn request_lines(text: &[u8]) -> Vec<RequestLine<'_>> {
    lines_of(text)
        .map(|line| RequestLine {
            content: line.content,
            has_ending: line.ending.is_some(),
        })
        .collect()
}
