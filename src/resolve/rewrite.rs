//! What a matched block becomes: small edits, so that lines the request does not change keep the file's
//! bytes.
//!
//! The request's old and new lines are compared with each other; only where they differ the file's lines
//! change. A new line is literal but for indentation, by the block's shift, and line ending. A line that
//! the request only modifies keeps the file's bytes where the request leaves it alone ([`modified`]).

use bytes::Bytes;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::edits::Edits;
use super::locate::{Block, Line, Shift, indent_of, lines_of};
use super::modified::{is_modified, modified};
use crate::text::{LineEnding, Span};

/// A line of the request: what it holds, and whether it is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Wanted<'r> {
    content: &'r [u8],
    is_ended: bool,
}

/// A new line has no place: the shift of its block would take it past the first column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outdented;

/// The edits that turn `block` of `text` from `old` to `new` go to `edits`.
///
/// # Errors
/// [`Outdented`]; nothing has been added to `edits` then.
pub(super) fn rewrite(
    old: &[u8],
    new: &[u8],
    block: &Block,
    text: &[u8],
    edits: &mut Edits<'_>,
) -> Result<(), Outdented> {
    let rewriting = Rewriting::new(old, new, block, text);
    let mut changed = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, &rewriting.old, &rewriting.new) {
        if !matches!(op, DiffOp::Equal { .. }) {
            changed.push(rewriting.change(&op)?);
        }
    }
    for (span, new) in changed {
        edits.replace(span, new);
    }
    Ok(())
}

/// One block with the request's view of it; `old` and `file` have equally many lines.
struct Rewriting<'r> {
    text: &'r [u8],
    block: &'r Block,
    file: Vec<Line<'r>>,
    old: Vec<Wanted<'r>>,
    new: Vec<Wanted<'r>>,
}

impl<'r> Rewriting<'r> {
    fn new(old: &'r [u8], new: &'r [u8], block: &'r Block, text: &'r [u8]) -> Self {
        let mut rewriting = Self {
            text,
            block,
            file: file_lines(text, block.span),
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
    fn change(&self, op: &DiffOp) -> Result<(Span, Bytes), Outdented> {
        let (old, new) = (op.old_range(), op.new_range());
        let start_of = |number: usize| {
            let line = self.file.get(number);
            line.map_or(self.block.span.end(), |line| line.start)
        };
        let start = start_of(old.start);
        let ending = self.ending_at(old.start);
        let mut lines = Vec::new();
        let mut next = old.start;
        for line in &self.new[new] {
            let partner = (next..old.end).find(|&number| self.is_partner(number, line));
            match partner {
                Some(number) => {
                    next = number + 1;
                    let (file, old) = (self.file[number].content, self.old[number].content);
                    lines.extend(
                        modified(file, old, line.content, &self.block.shift).ok_or(Outdented)?,
                    );
                }
                None => lines.extend(shifted(line.content, &self.block.shift)?),
            }
            if line.is_ended {
                lines.extend_from_slice(ending.as_bytes());
            }
        }
        let span = Span::of_len(start, start_of(old.end) - start);
        Ok((span, lines.into()))
    }

    /// Whether old line `number` is the one that the request modifies into `line`.
    fn is_partner(&self, number: usize, line: &Wanted<'_>) -> bool {
        is_modified(self.old[number].content, line.content)
    }

    /// The ending of new lines at line `number` (0-based) of the block: that of the line there, else that
    /// of the lines around it.
    fn ending_at(&self, number: usize) -> LineEnding {
        let of = |number: usize| self.file.get(number).and_then(|line| line.ending);
        of(number)
            .or_else(|| of(number.checked_sub(1)?))
            .unwrap_or_else(|| LineEnding::around(self.text, self.block.span.start()))
    }
}

/// A new line, literal but for its indent; a blank one is left alone.
fn shifted(content: &[u8], shift: &Shift) -> Result<Vec<u8>, Outdented> {
    let indent = indent_of(content);
    match indent.len() == content.len() {
        true => Ok(content.to_vec()),
        false => {
            let there = shift.indent(indent).ok_or(Outdented)?;
            Ok([&there[..], &content[indent.len()..]].concat())
        }
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
