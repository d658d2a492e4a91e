//! One reading of a hunk: its lines, and the part of the original hunk that they cover.

use std::borrow::Cow;

use crate::patch::{Hunk, HunkLine, LineKind, RepairKind};

use super::slide;

/// A hunk in the reading that is placed.
#[derive(Clone, Debug)]
pub struct ReadHunk<'h> {
    /// The 0-based number in the patch. The pieces of one hunk share it.
    pub number: usize,
    pub hunk: Cow<'h, Hunk>,
    /// The damage that was repaired. `None` for the primary reading.
    pub repair: Option<RepairKind>,
    /// The part of the original hunk that the lines cover.
    pub extent: Extent,
    /// The numbers of context lines before the first and after the last change, as stated in the patch.
    pub context: (usize, usize),
}

impl ReadHunk<'_> {
    /// True if as many lines of context precede the first change as follow the last change.
    pub fn has_even_context(&self) -> bool {
        self.context.0 == self.context.1
    }

    /// The hunk with its changes moved down as far as possible.
    #[must_use]
    pub fn lowest(self) -> Self {
        Self {
            hunk: Cow::Owned(slide::lowest(&self.hunk)),
            ..self
        }
    }
}

/// The numbers of context lines before the first and after the last change of `hunk`.
pub fn context(hunk: &Hunk) -> (usize, usize) {
    let lines = hunk.lines.iter();
    (
        lines.clone().take_while(|line| is_context(line)).count(),
        lines.rev().take_while(|line| is_context(line)).count(),
    )
}

/// The part of a hunk that a reading covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Whole,
    /// The lines before, between or after omitted lines, by the 0-based number of the piece.
    Elided(usize),
}

/// The primary reading of every hunk: its lines as given.
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
