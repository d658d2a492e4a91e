//! A hunk as it is read: its lines, and the part of the hunk that they are.

use std::borrow::Cow;

use crate::patch::{Hunk, HunkLine, HunkRange, LineKind, RepairKind};

use super::slide;
use crate::resolve::place::evidence::line;

/// Steps of an alignment (context lines and changes) beyond which a hunk is placed in pieces.
const STEPS: usize = 300;
/// Lines of context on each side of a cut that both pieces keep.
const SHARED: usize = 10;

/// A hunk as it is going to be placed.
#[derive(Clone, Debug)]
pub struct ReadHunk<'h> {
    /// 0-based number in the patch; the pieces of one hunk share it.
    pub number: usize,
    /// The lines of the hunk.
    pub hunk: Cow<'h, Hunk>,
    /// The damage that was undone, unless it is the primary reading.
    pub repair: Option<RepairKind>,
    /// The part of the hunk that it is.
    pub extent: Extent,
    /// Context lines before its first and after its last change, as the patch has them.
    pub context: (usize, usize),
}

impl ReadHunk<'_> {
    /// True if it has as many lines of context before its first change as after its last.
    pub fn is_even(&self) -> bool {
        self.context.0 == self.context.1
    }

    /// The hunk with its changes as far down as they go.
    #[must_use]
    pub fn lowest(self) -> Self {
        Self {
            hunk: Cow::Owned(slide::lowest(&self.hunk)),
            ..self
        }
    }
}

/// Context lines before the first and after the last change of `hunk`.
pub fn context(hunk: &Hunk) -> (usize, usize) {
    let lines = hunk.lines.iter();
    (
        lines.clone().take_while(|line| is_context(line)).count(),
        lines.rev().take_while(|line| is_context(line)).count(),
    )
}

/// The part of a hunk that is read as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// A part of a long one.
    Piece,
    /// The lines before or after lines that were left out, by its number from 0.
    Elided(usize),
}

/// Every hunk as it is written.
pub fn primary(hunks: &[Hunk]) -> Vec<ReadHunk<'_>> {
    hunks
        .iter()
        .enumerate()
        .map(|(number, hunk)| ReadHunk {
            number,
            context: context(hunk),
            hunk: Cow::Borrowed(hunk),
            repair: None,
            extent: Extent::Whole,
        })
        .collect()
}

/// `reads`, the long ones cut between changes: aligning costs the square of their length.
pub fn in_pieces(reads: Vec<ReadHunk<'_>>) -> Vec<ReadHunk<'_>> {
    reads.into_iter().flat_map(pieces).collect()
}

fn pieces(read: ReadHunk<'_>) -> Vec<ReadHunk<'_>> {
    let lines = &read.hunk.lines;
    let runs: Vec<usize> = lines
        .chunk_by(|one, two| is_context(one) == is_context(two))
        .map(<[HunkLine]>::len)
        .collect();
    let steps = lines.iter().filter(|line| is_context(line)).count() + runs.len() / 2;
    if steps <= STEPS {
        return vec![read];
    }
    // Lines up to which a piece goes: runs of context are cut where they are long, or the piece is.
    let (mut cuts, mut at, mut from) = (Vec::new(), 0, 0);
    for (number, run) in runs.iter().enumerate() {
        let is_inside = number > 0 && number + 1 < runs.len();
        let is_long = *run > 2 * SHARED || at - from > STEPS / 2;
        let mut lines = lines[at..at + run].iter();
        let tells = lines.any(|line| is_context(line) && !line::is_common(&line.text));
        if is_inside && is_long && tells {
            cuts.push((at + (*run).min(SHARED), at + run - (*run).min(SHARED)));
            from = at;
        }
        at += run;
    }
    let (mut parts, mut start) = (Vec::new(), 0);
    for (end, next) in cuts {
        parts.push(part(&read, start, end));
        start = next;
    }
    parts.push(part(&read, start, read.hunk.lines.len()));
    parts
}

/// The part of `range` for the lines `start..end` of `lines`, without those of kind `other`.
fn range_of_part(
    range: Option<HunkRange>,
    lines: &[HunkLine],
    (start, end): (usize, usize),
    other: LineKind,
) -> Option<HunkRange> {
    let range = range?;
    Some(HunkRange {
        start: range
            .start
            .saturating_add(count_without(&lines[..start], other)),
        count: count_without(&lines[start..end], other),
    })
}

fn count_without(lines: &[HunkLine], kind: LineKind) -> usize {
    lines.iter().filter(|line| line.kind != kind).count()
}

/// The lines `start..end` of `read` as a hunk of their own.
fn part<'h>(read: &ReadHunk<'h>, start: usize, end: usize) -> ReadHunk<'h> {
    let lines = &read.hunk.lines;
    let hunk = Hunk {
        old: range_of_part(read.hunk.old, lines, (start, end), LineKind::Added),
        new: range_of_part(read.hunk.new, lines, (start, end), LineKind::Removed),
        at_end: read.hunk.at_end && end == read.hunk.lines.len(),
        in_order: read.hunk.in_order,
        is_last: read.hunk.is_last && end == read.hunk.lines.len(),
        uncounted: 0,
        scopes: if start == 0 {
            read.hunk.scopes.clone()
        } else {
            Vec::new()
        },
        line: read.hunk.line,
        lines: lines[start..end].to_vec(),
    };
    ReadHunk {
        number: read.number,
        // The place of a cut says nothing about the end of the text.
        context: (0, 0),
        hunk: Cow::Owned(hunk),
        repair: read.repair,
        extent: match (read.extent, start) {
            (Extent::Elided(piece), 0) => Extent::Elided(piece),
            (Extent::Elided(piece), _) => Extent::Elided(piece.max(1)),
            _ => Extent::Piece,
        },
    }
}

fn is_context(line: &HunkLine) -> bool {
    line.kind == LineKind::Context
}
