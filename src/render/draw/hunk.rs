//! Groups changed blocks and the unchanged lines around them into hunks, as in unified diffs.

use std::fmt;
use std::iter::Peekable;

use bytes::Bytes;
use memchr::{memchr_iter, memrchr_iter};

use crate::change::{ChangeSet, LineBlock};
use crate::text::{LineNumber, LineRange, count_lines};

/// A hunk of a unified diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnHunk<'a> {
    /// The lines in the old text.
    pub old: HunkRange,
    /// The lines in the new text.
    pub new: HunkRange,
    /// Unchanged lines and changed blocks, in order.
    pub parts: Vec<HunkPart<'a>>,
    /// The lines that are counted but not drawn.
    pub omitted: OmittedLines,
}

/// The lines of a hunk that are counted but not drawn. A hunk may be as long as the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OmittedLines {
    /// The number of lines in the new text.
    pub new: usize,
    /// The number of lines in a diff.
    pub lines: usize,
}

/// The lines of a hunk on one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HunkRange {
    /// The number of lines before the hunk.
    pub before: usize,
    /// The number of lines.
    pub count: usize,
}

impl HunkRange {
    /// True if any line of the range is in `lines`.
    pub fn touches(&self, lines: LineRange) -> bool {
        lines.first().number() <= self.before + self.count && lines.last().number() > self.before
    }
}

/// A part of a hunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HunkPart<'a> {
    /// Unchanged lines.
    Context(&'a [u8]),
    /// Changed lines.
    Change {
        /// The lines of the old text.
        removed: &'a [u8],
        /// The lines that replace them.
        added: Bytes,
    },
}

impl<'a> HunkPart<'a> {
    /// The part for `block` in the text `base`.
    fn new(base: &'a [u8], block: LineBlock) -> Self {
        Self::Change {
            removed: &base[block.old.range()],
            added: block.new,
        }
    }
}

impl<'a> DrawnHunk<'a> {
    /// Adds the next lines.
    fn push(&mut self, part: HunkPart<'a>) {
        let [old, new] = match &part {
            HunkPart::Context(text) => [count_lines(text); 2],
            HunkPart::Change { removed, added } => [count_lines(removed), count_lines(added)],
        };
        self.old.count += old;
        self.new.count += new;
        self.parts.push(part);
    }

    /// Counts the next unchanged lines `between`, and the block after them.
    fn omit(&mut self, between: &[u8], removed: &[u8], added: &[u8]) {
        let [between, removed, added] = [between, removed, added].map(count_lines);
        self.old.count += between + removed;
        self.new.count += between + added;
        self.omitted.new += between + added;
        self.omitted.lines += between + removed + added;
    }

    /// The `@@` line, without a line ending.
    pub fn header(&self) -> String {
        format!("@@ -{} +{} @@", self.old, self.new)
    }

    /// The first and the last changed line of the new text. For a deletion, both are the line that follows the
    /// deleted lines.
    pub fn changed_lines(&self) -> (usize, usize) {
        let above = context_len(self.parts.first());
        let below = context_len(self.parts.last());
        let first = self.new.before + above + 1;
        let last = self.new.before + self.new.count - below;
        (first, last.max(first))
    }

    /// The number of lines in a diff, including the header.
    pub fn line_count(&self) -> usize {
        let mut lines = 1 + self.omitted.lines;
        for part in &self.parts {
            lines += match part {
                HunkPart::Context(text) => count_lines(text),
                HunkPart::Change { removed, added } => count_lines(removed) + count_lines(added),
            };
        }
        lines
    }
}

fn context_len(part: Option<&HunkPart<'_>>) -> usize {
    match part {
        Some(HunkPart::Context(text)) => count_lines(text),
        Some(HunkPart::Change { .. }) | None => 0,
    }
}

/// Formats `start,count` for a hunk header. A count of 1 is omitted. With a count of 0, the start is the line before.
impl fmt::Display for HunkRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            0 => write!(f, "{},0", self.before),
            1 => write!(f, "{}", self.before + 1),
            count => write!(f, "{},{count}", self.before + 1),
        }
    }
}

/// The hunks of `changes` to the text `base`, in order, with `context` unchanged lines around each. Each hunk has
/// parts for at least `room` lines, if it is that long.
pub fn hunks<'a>(
    changes: &'a ChangeSet,
    base: &'a [u8],
    context: usize,
    room: usize,
) -> impl Iterator<Item = DrawnHunk<'a>> {
    let mut blocks = changes.line_blocks(base).peekable();
    std::iter::from_fn(move || next_hunk(&mut blocks, base, context, room))
}

/// The hunk of the next of `blocks` and of the following blocks that are at most twice the context apart.
fn next_hunk<'a>(
    blocks: &mut Peekable<impl Iterator<Item = LineBlock>>,
    base: &'a [u8],
    context: usize,
    room: usize,
) -> Option<DrawnHunk<'a>> {
    let first = blocks.next()?;
    let start = lines_before(base, first.old.start(), context);
    let above = &base[start..first.old.start()];
    let start_at = |line: LineNumber| HunkRange {
        before: line.lines_before() - count_lines(above),
        count: 0,
    };
    let mut hunk = DrawnHunk {
        old: start_at(first.old_line),
        new: start_at(first.new_line),
        parts: Vec::new(),
        omitted: OmittedLines::default(),
    };
    if !above.is_empty() {
        hunk.push(HunkPart::Context(above));
    }
    let mut end = first.old.end();
    hunk.push(HunkPart::new(base, first));
    // The first block has at least one line.
    let mut drawn = 1;
    let reach = context.saturating_mul(2);
    while let Some(next) = blocks.next_if(|next| next.old.start() <= lines_after(base, end, reach))
    {
        let between = &base[end..next.old.start()];
        end = next.old.end();
        if drawn < room {
            drawn += 1;
            hunk.push(HunkPart::Context(between));
            hunk.push(HunkPart::new(base, next));
        } else {
            hunk.omit(between, &base[next.old.range()], &next.new);
        }
    }
    let below = &base[end..lines_after(base, end, context)];
    if !below.is_empty() {
        hunk.push(HunkPart::Context(below));
    }
    Some(hunk)
}

/// The offset of the line that starts `count` lines before `offset`, the start of a line.
fn lines_before(text: &[u8], offset: usize, count: usize) -> usize {
    // Skips the newline that ends the previous line.
    memrchr_iter(b'\n', &text[..offset])
        .nth(count)
        .map_or(0, |newline| newline + 1)
}

/// The end of the `count` lines from `offset`, the start of a line.
fn lines_after(text: &[u8], offset: usize, count: usize) -> usize {
    let Some(last) = count.checked_sub(1) else {
        return offset;
    };
    memchr_iter(b'\n', &text[offset..])
        .nth(last)
        .map_or(text.len(), |newline| offset + newline + 1)
}
