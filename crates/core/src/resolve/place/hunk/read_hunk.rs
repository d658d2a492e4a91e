//! A hunk in one reading: its lines, and the part of the original hunk that they cover.

use std::borrow::Cow;

use crate::patch::{Hunk, HunkLine, LineKind, RepairKind};

use super::slide;

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

fn is_context(line: &HunkLine) -> bool {
    line.kind == LineKind::Context
}
