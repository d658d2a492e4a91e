//! Blocks with the unchanged lines around them, grouped as unified diffs group them.

use std::iter::Peekable;

use memchr::{memchr_iter, memrchr_iter};

use super::block::{Block, Blocks, count_lines};
use crate::change::ChangeSet;

/// A hunk of a unified diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk<'a> {
    /// Its lines in the old text.
    pub old: Range,
    /// Its lines in the new text.
    pub new: Range,
    /// Unchanged lines and blocks in order.
    pub parts: Vec<Part<'a>>,
}

/// The lines of one side of a hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// How many lines come before the first of them.
    pub before: usize,
    /// How many they are.
    pub count: usize,
}

/// A part of a hunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// Whole lines that stay.
    Context(&'a [u8]),
    /// Lines that change.
    Change(Block<'a>),
}

impl Hunk<'_> {
    /// How many lines it has in a diff, its header included.
    pub fn line_count(&self) -> usize {
        let part = |part: &Part<'_>| match part {
            Part::Context(text) => count_lines(text),
            Part::Change(block) => count_lines(block.removed) + block.added.line_count(),
        };
        1 + self.parts.iter().map(part).sum::<usize>()
    }
}

/// `start,count` as in a hunk header: the count is left out when it is 1, and the start is that of the
/// line before when it is 0.
impl std::fmt::Display for Range {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.count {
            0 => write!(f, "{},0", self.before),
            1 => write!(f, "{}", self.before + 1),
            count => write!(f, "{},{count}", self.before + 1),
        }
    }
}

/// The hunks of a change set in order.
pub struct Hunks<'a> {
    base: &'a [u8],
    context: usize,
    blocks: Peekable<Blocks<'a>>,
    /// Where the lines before have been counted to, and how many they are, old and new.
    counted_to: usize,
    old_lines: usize,
    new_lines: usize,
}

impl<'a> Hunks<'a> {
    /// The hunks of `changes`, which fit `base`, with `context` unchanged lines around each.
    pub fn new(changes: &'a ChangeSet, base: &'a [u8], context: usize) -> Self {
        Self {
            base,
            context,
            blocks: Blocks::new(changes, base).peekable(),
            counted_to: 0,
            old_lines: 0,
            new_lines: 0,
        }
    }

    /// The blocks that stand at most twice the context apart from the one before, from `first` on,
    /// with the lines between them; and where the last of them ends.
    fn group(&mut self, first: Block<'a>) -> (Vec<Part<'a>>, usize) {
        let mut end = first.old.end();
        let mut parts = vec![Part::Change(first)];
        let reach = self.context.saturating_mul(2);
        while let Some(next) = self
            .blocks
            .next_if(|next| next.old.start() <= lines_after(self.base, end, reach))
        {
            parts.push(Part::Context(&self.base[end..next.old.start()]));
            end = next.old.end();
            parts.push(Part::Change(next));
        }
        (parts, end)
    }
}

impl<'a> Iterator for Hunks<'a> {
    type Item = Hunk<'a>;

    fn next(&mut self) -> Option<Hunk<'a>> {
        let first = self.blocks.next()?;
        let start = lines_before(self.base, first.old.start(), self.context);
        let before = &self.base[start..first.old.start()];
        let skipped = bytecount::count(&self.base[self.counted_to..start], b'\n');
        let (mut parts, changed_to) = self.group(first);
        let end = lines_after(self.base, changed_to, self.context);
        if !before.is_empty() {
            parts.insert(0, Part::Context(before));
        }
        if end > changed_to {
            parts.push(Part::Context(&self.base[changed_to..end]));
        }
        let (old, new) = (self.old_lines + skipped, self.new_lines + skipped);
        let hunk = Hunk {
            old: range(old, &parts, |block| count_lines(block.removed)),
            new: range(new, &parts, |block| block.added.line_count()),
            parts,
        };
        self.counted_to = end;
        self.old_lines = old + hunk.old.count;
        self.new_lines = new + hunk.new.count;
        Some(hunk)
    }
}

fn range(before: usize, parts: &[Part<'_>], side: impl Fn(&Block<'_>) -> usize) -> Range {
    let lines = |part: &Part<'_>| match part {
        Part::Context(text) => count_lines(text),
        Part::Change(block) => side(block),
    };
    Range {
        before,
        count: parts.iter().map(lines).sum(),
    }
}

/// Where the `count` lines before `offset`, a line start, begin.
fn lines_before(text: &[u8], offset: usize, count: usize) -> usize {
    // The newline that ends the line before is not the one in search of.
    memrchr_iter(b'\n', &text[..offset])
        .nth(count)
        .map_or(0, |newline| newline + 1)
}

/// Where the `count` lines from `offset` on, a line start, end.
fn lines_after(text: &[u8], offset: usize, count: usize) -> usize {
    match count.checked_sub(1) {
        None => offset,
        Some(last) => memchr_iter(b'\n', &text[offset..])
            .nth(last)
            .map_or(text.len(), |newline| offset + newline + 1),
    }
}
