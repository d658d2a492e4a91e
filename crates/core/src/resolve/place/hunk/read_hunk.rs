//! One reading of a hunk: its lines, and the part of the original hunk that they cover.

use std::borrow::Cow;

use crate::patch::{Hunk, RepairKind};

use super::slide;

/// A hunk in the reading that is placed.
#[derive(Clone, Debug)]
pub struct ReadHunk<'h> {
    /// The index of the hunk in the patch. The pieces of one hunk share it.
    pub hunk_index: usize,
    pub hunk: Cow<'h, Hunk>,
    /// The damage that was repaired. `None` for the primary reading.
    pub repair: Option<RepairKind>,
    /// The part of the original hunk that the lines cover.
    pub extent: Extent,
    /// The context at the edges of the hunk, as stated in the patch.
    pub context: EdgeContext,
}

impl ReadHunk<'_> {
    /// True if as many lines of context precede the first change as follow the last change.
    pub fn has_even_context(&self) -> bool {
        self.context.leading == self.context.trailing
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

/// The numbers of context lines at the edges of a hunk.
#[derive(Clone, Copy, Debug)]
pub struct EdgeContext {
    /// The number of lines before the first change.
    pub leading: usize,
    /// The number of lines after the last change.
    pub trailing: usize,
}

impl EdgeContext {
    pub fn count(hunk: &Hunk) -> Self {
        let lines = hunk.lines.iter();
        Self {
            leading: lines.clone().take_while(|line| !line.is_change()).count(),
            trailing: lines.rev().take_while(|line| !line.is_change()).count(),
        }
    }
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
        .map(|(hunk_index, hunk)| ReadHunk {
            hunk_index,
            context: EdgeContext::count(hunk),
            hunk: Cow::Borrowed(hunk),
            repair: None,
            extent: Extent::Whole,
        })
        .collect()
}
