//! A matched block becomes small edits, so that lines the request does not change keep the file's
//! bytes.
//!
//! The request's old and new lines are compared with each other; only where they differ the file's lines
//! change. A new line is literal but for indentation, by the block's shift, and line ending. A line that
//! the request only modifies keeps the file's bytes where the request leaves it alone ([`modified`]).

use std::ops::Range;

use bytes::Bytes;
use similar::{Algorithm, DiffOp};

use super::locate::{Alike, Line, MatchedLines, Shift, indent_of, lines_of, trim};
use super::modified::{is_modified, modified};
use crate::damage::fold;
use crate::text::{self, LineEnding, Span};

/// A line of the request: what it holds, and whether it is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Wanted<'r> {
    content: &'r [u8],
    is_ended: bool,
}

/// A change has no place in the lines found: the shift would take a line past the first column, or the
/// file's lines are only similar where the request changes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unfit;

/// The lines that were found for the old ones.
#[derive(Clone, Copy, Debug)]
pub(super) enum FoundLines<'r> {
    /// As many, each the same to a tier.
    Block(&'r MatchedLines),
    /// Similar ones.
    Alike(&'r Alike),
}

impl FoundLines<'_> {
    pub(super) fn span(&self) -> Span {
        match self {
            Self::Block(block) => block.span,
            Self::Alike(alike) => alike.span,
        }
    }

    fn shift(&self) -> &Shift {
        match self {
            Self::Block(block) => &block.shift,
            Self::Alike(alike) => &alike.shift,
        }
    }

    /// The line of the file (0-based in the place) that old line `number` is.
    fn at(&self, number: usize) -> Option<usize> {
        match self {
            Self::Block(_) => Some(number),
            Self::Alike(alike) => alike.at.get(number).copied().flatten(),
        }
    }
}

/// The edits that turn `found` in `text` from `old` to `new`.
///
/// # Errors
/// [`Unfit`]
pub(super) fn rewrite(
    old: &[u8],
    new: &[u8],
    found: FoundLines<'_>,
    text: &[u8],
) -> Result<Vec<(Span, Bytes)>, Unfit> {
    let rewriting = Rewriting::new(old, new, found, text);
    let mut changed = Vec::new();
    for op in text::compare(Algorithm::Myers, &rewriting.old, &rewriting.new) {
        if !matches!(op, DiffOp::Equal { .. }) {
            changed.push(rewriting.change(&op)?);
        }
    }
    Ok(changed)
}

/// The lines found with the request's view of them.
struct Rewriting<'r> {
    text: &'r [u8],
    found: FoundLines<'r>,
    file: Vec<Line<'r>>,
    old: Vec<Wanted<'r>>,
    new: Vec<Wanted<'r>>,
}

impl<'r> Rewriting<'r> {
    fn new(old: &'r [u8], new: &'r [u8], found: FoundLines<'r>, text: &'r [u8]) -> Self {
        let mut rewriting = Self {
            text,
            found,
            file: file_lines(text, found.span()),
            old: wanted(old),
            new: wanted(new),
        };
        rewriting.keep_unterminated();
        rewriting
    }

    /// The file's last line may lack the ending that the request gives it: it goes on lacking it.
    fn keep_unterminated(&mut self) {
        let is_ended = self.file.last().is_some_and(|line| line.ending.is_some());
        let Some(last) = self.old.last_mut().filter(|last| last.is_ended) else {
            return;
        };
        if !is_ended {
            last.is_ended = false;
            if let Some(last) = self.new.last_mut() {
                last.is_ended = false;
            }
        }
    }

    /// The file's lines of `op` and what they become.
    fn change(&self, op: &DiffOp) -> Result<(Span, Bytes), Unfit> {
        let old = op.old_range();
        self.refuse_changed(&old)?;
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
            if line.is_ended {
                lines.extend_from_slice(ending.as_bytes());
            }
        }
        let start_of = |number: usize| {
            let line = self.file.get(number);
            line.map_or(self.found.span().end(), |line| line.start)
        };
        let start = start_of(place.start);
        let span = Span::of_len(start, start_of(place.end) - start);
        Ok((span, lines.into()))
    }

    /// The lines of the place (0-based) that the old lines `old` are: adjacent ones. Where there are none,
    /// the place between those of the old lines before and after, if nothing stands there.
    fn place_of(&self, old: &Range<usize>) -> Option<Range<usize>> {
        if old.is_empty() {
            let before = match old.start.checked_sub(1) {
                Some(before) => self.found.at(before)? + 1,
                None => 0,
            };
            let after = if old.end == self.old.len() {
                self.file.len()
            } else {
                self.found.at(old.end)?
            };
            return (before == after).then_some(before..after);
        }
        let (first, last) = (self.found.at(old.start)?, self.found.at(old.end - 1)?);
        let is_adjacent = old
            .clone()
            .enumerate()
            .all(|(number, old)| self.found.at(old) == Some(first + number));
        is_adjacent.then_some(first..last + 1)
    }

    /// Old line `number` as it stands in the file, with what the request changes into `new`.
    fn modified(&self, number: usize, new: &[u8]) -> Option<Vec<u8>> {
        let file = self.file.get(self.found.at(number)?)?.content;
        modified(file, self.old[number].content, new, self.found.shift())
    }

    /// The lines that the request changes, or those on both sides of what it inserts, must stand in the file as
    /// they were given: only the lines further away may be similar.
    fn refuse_changed(&self, old: &Range<usize>) -> Result<(), Unfit> {
        let FoundLines::Alike(alike) = self.found else {
            return Ok(());
        };
        let told = if old.is_empty() {
            old.start.saturating_sub(1)..self.old.len().min(old.end + 1)
        } else {
            old.clone()
        };
        let key = |content: &[u8]| trim(&fold(content)).to_vec();
        let stands = |number: usize| {
            let there = alike.at.get(number).copied().flatten();
            let file = there.and_then(|there| self.file.get(there));
            file.is_some_and(|file| key(file.content) == key(self.old[number].content))
        };
        if told.into_iter().all(stands) {
            Ok(())
        } else {
            Err(Unfit)
        }
    }

    /// The ending of new lines at line `number` (0-based) of the block: that of the line there, else that
    /// of the lines around it.
    fn ending_at(&self, number: usize) -> LineEnding {
        let of = |number: usize| self.file.get(number).and_then(|line| line.ending);
        of(number)
            .or_else(|| of(number.checked_sub(1)?))
            .unwrap_or_else(|| LineEnding::around(self.text, self.found.span().start()))
    }
}

/// A new line, literal but for its indent; a blank one is left alone.
pub(super) fn shifted(content: &[u8], shift: &Shift) -> Result<Vec<u8>, Unfit> {
    let indent = indent_of(content);
    if indent.len() == content.len() {
        Ok(content.to_vec())
    } else {
        let there = shift.indent(indent).ok_or(Unfit)?;
        Ok([&there[..], &content[indent.len()..]].concat())
    }
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

fn wanted(text: &[u8]) -> Vec<Wanted<'_>> {
    lines_of(text)
        .map(|line| Wanted {
            content: line.content,
            is_ended: line.ending.is_some(),
        })
        .collect()
}
