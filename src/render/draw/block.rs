//! Which lines a change set replaces, drawn from its edits: the cost is that of the change.
//!
//! Here, and nowhere else, edits are trimmed to what differs.

use memchr::{memchr, memrchr};

use super::rope::{Rope, common_prefix, common_suffix};
use crate::change::{ChangeSet, Edit};
use crate::text::Span;

/// Neighbouring lines of the old text and the lines that take their place. The two differ, and neither
/// their first nor their last lines are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block<'a> {
    /// Whole lines of the old text; empty for an insertion, which stands before the line there.
    pub old: Span,
    /// The bytes of `old`.
    pub removed: &'a [u8],
    /// The lines that take their place.
    pub added: Rope<'a>,
}

/// How many lines a change set adds and removes, a changed line counting as both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCounts {
    /// Lines that are new.
    pub added: usize,
    /// Lines that are gone.
    pub removed: usize,
}

impl LineCounts {
    /// Counts the lines of what is drawn for `changes` of `base`.
    pub fn of(changes: &ChangeSet, base: &[u8]) -> Self {
        Blocks::new(changes, base).fold(Self::default(), |counts, block| Self {
            added: counts.added + block.added.line_count(),
            removed: counts.removed + count_lines(block.removed),
        })
    }
}

/// How many lines `text` has; an unterminated last line counts.
pub fn count_lines(text: &[u8]) -> usize {
    let is_unterminated = !text.is_empty() && !text.ends_with(b"\n");
    bytecount::count(text, b'\n') + usize::from(is_unterminated)
}

/// The blocks of a change set in order, with at least one unchanged line between any two.
#[derive(Clone, Debug)]
pub struct Blocks<'a> {
    base: &'a [u8],
    edits: &'a [Edit],
}

/// An edit without the bytes that it leaves as they are.
struct Trimmed<'a> {
    start: usize,
    end: usize,
    new: &'a [u8],
}

impl<'a> Blocks<'a> {
    /// The blocks of `changes`, which fit `base`.
    pub fn new(changes: &'a ChangeSet, base: &'a [u8]) -> Self {
        Self {
            base,
            edits: changes.edits(),
        }
    }

    /// The next edit that changes something, without taking it.
    fn peek(&mut self) -> Option<Trimmed<'a>> {
        while let Some(edit) = self.edits.first() {
            if edit.old != edit.new {
                return Some(trim(edit));
            }
            self.edits = &self.edits[1..];
        }
        None
    }

    fn take(&mut self) -> Option<Trimmed<'a>> {
        let edit = self.peek()?;
        self.edits = &self.edits[1..];
        Some(edit)
    }

    /// The lines that the next edits touch together, not yet trimmed.
    fn touched(&mut self) -> Option<Block<'a>> {
        let first = self.take()?;
        let start = line_start(self.base, first.start);
        let mut added = Rope::from(&self.base[start..first.start]);
        added.push(first.new);
        let mut kept_from = first.end;
        let end = loop {
            let end = match added.ends_line() && is_line_start(self.base, kept_from) {
                true => kept_from,
                false => line_end(self.base, kept_from),
            };
            let Some(next) = self.peek().filter(|next| next.start <= end) else {
                break end;
            };
            self.take();
            added.push(&self.base[kept_from..next.start]);
            added.push(next.new);
            kept_from = next.end;
        };
        added.push(&self.base[kept_from..end]);
        Some(Block {
            old: Span::of_len(start, end - start),
            removed: &self.base[start..end],
            added,
        })
    }
}

impl<'a> Iterator for Blocks<'a> {
    type Item = Block<'a>;

    fn next(&mut self) -> Option<Block<'a>> {
        loop {
            let mut block = self.touched()?;
            block.trim_lines();
            if !block.removed.is_empty() || !block.added.pieces().is_empty() {
                return Some(block);
            }
        }
    }
}

impl Block<'_> {
    /// Drops equal lines at both ends.
    fn trim_lines(&mut self) {
        let front = self.added.common_lines_front(self.removed);
        self.added.cut_front(front);
        self.removed = &self.removed[front..];
        let back = self.added.common_lines_back(self.removed);
        self.added.cut_back(back);
        self.removed = &self.removed[..self.removed.len() - back];
        self.old = Span::of_len(self.old.start() + front, self.removed.len());
    }
}

fn trim(edit: &Edit) -> Trimmed<'_> {
    let front = common_prefix(&edit.old, &edit.new);
    let back = common_suffix(&edit.old[front..], &edit.new[front..]);
    Trimmed {
        start: edit.at + front,
        end: edit.end() - back,
        new: &edit.new[front..edit.new.len() - back],
    }
}

fn is_line_start(text: &[u8], offset: usize) -> bool {
    offset == 0 || text[offset - 1] == b'\n'
}

fn line_start(text: &[u8], offset: usize) -> usize {
    memrchr(b'\n', &text[..offset]).map_or(0, |newline| newline + 1)
}

fn line_end(text: &[u8], offset: usize) -> usize {
    memchr(b'\n', &text[offset..]).map_or(text.len(), |newline| offset + newline + 1)
}
