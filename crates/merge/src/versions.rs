//! The three versions of a text, split into lines that are compared by number.

use std::collections::HashMap;
use std::ops::Range;

use bytes::Bytes;
use foldhash::fast::FixedState;

use crate::changes::{BothEdits, LineEdit, SideEdits};
use crate::region::MergeRegion;
use crate::words::words_and_literals;
use incise_text::text;

/// Two texts and their common base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versions {
    /// The common base.
    pub base: Bytes,
    /// Our side, which the result replaces.
    pub ours: Bytes,
    /// The other side.
    pub theirs: Bytes,
}

/// A text, split into lines.
#[derive(Debug)]
pub struct NumberedLines<'t> {
    text: &'t Bytes,
    /// The offset of each line, and of the end.
    starts: Vec<usize>,
    /// A number for each line. Equal lines of the three versions have equal numbers.
    pub numbers: Vec<u32>,
}

impl<'t> NumberedLines<'t> {
    /// The whole text.
    pub fn text(&self) -> &'t [u8] {
        self.text
    }

    /// The bytes of `lines` (0-based), including line endings.
    pub fn bytes(&self, lines: Range<usize>) -> Bytes {
        self.text
            .slice(self.starts[lines.start]..self.starts[lines.end])
    }

    /// Line `line` (0-based), including its line ending.
    pub fn line(&self, line: usize) -> &'t [u8] {
        &self.text[self.starts[line]..self.starts[line + 1]]
    }

    /// Iterates over `lines` (0-based).
    pub fn each<'s>(
        &'s self,
        lines: Range<usize>,
    ) -> impl DoubleEndedIterator<Item = &'t [u8]> + use<'s, 't> {
        lines.map(|line| self.line(line))
    }

    /// The offset of line `line` (0-based). For the line after the last, the offset of the end.
    pub fn start(&self, line: usize) -> usize {
        self.starts[line]
    }

    /// The first line (0-based) that begins at or after `offset`.
    pub fn line_at(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start < offset)
    }

    /// The number of lines.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }
}

/// The lines of the three versions that are compared with each other, 0-based.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedLines {
    pub base: Range<usize>,
    pub ours: Range<usize>,
    pub theirs: Range<usize>,
}

/// The lines of the three versions.
#[derive(Debug)]
pub struct VersionLines<'t> {
    pub base: NumberedLines<'t>,
    pub ours: NumberedLines<'t>,
    pub theirs: NumberedLines<'t>,
}

impl<'t> VersionLines<'t> {
    /// Splits `versions` into lines.
    pub fn new(versions: &'t Versions) -> Self {
        let mut numbers = Numbers::default();
        Self {
            base: numbers.assign(&versions.base, text::lines(&versions.base)),
            ours: numbers.assign(&versions.ours, text::lines(&versions.ours)),
            theirs: numbers.assign(&versions.theirs, text::lines(&versions.theirs)),
        }
    }

    /// Splits `versions` into words, spaces and punctuation instead of lines.
    pub fn in_words(versions: &'t Versions) -> Self {
        let mut numbers = Numbers::default();
        Self {
            base: numbers.assign(&versions.base, words_and_literals(&versions.base)),
            ours: numbers.assign(&versions.ours, words_and_literals(&versions.ours)),
            theirs: numbers.assign(&versions.theirs, words_and_literals(&versions.theirs)),
        }
    }

    /// The edits of both sides.
    pub fn edits<'e>(&'e self, ours: &'e [LineEdit], theirs: &'e [LineEdit]) -> BothEdits<'e, 't> {
        let base = &self.base;
        BothEdits {
            ours: SideEdits {
                edits: ours,
                base,
                side: &self.ours,
            },
            theirs: SideEdits {
                edits: theirs,
                base,
                side: &self.theirs,
            },
        }
    }

    /// The texts of these lines of the three versions.
    pub fn texts(
        &self,
        base: &Range<usize>,
        ours: &Range<usize>,
        theirs: &Range<usize>,
    ) -> Versions {
        Versions {
            base: self.base.bytes(base.clone()),
            ours: self.ours.bytes(ours.clone()),
            theirs: self.theirs.bytes(theirs.clone()),
        }
    }

    /// All lines.
    pub fn whole(&self) -> ComparedLines {
        ComparedLines {
            base: 0..self.base.len(),
            ours: 0..self.ours.len(),
            theirs: 0..self.theirs.len(),
        }
    }

    /// True if lines of our side equal lines of the other side.
    pub fn sides_are_equal(&self, ours: &Range<usize>, theirs: &Range<usize>) -> bool {
        self.ours.numbers[ours.clone()] == self.theirs.numbers[theirs.clone()]
    }

    /// True if our side of `region` differs from the base.
    pub fn ours_differ(&self, region: &MergeRegion) -> bool {
        self.ours.numbers[region.ours.clone()] != self.base.numbers[region.base.clone()]
    }

    /// True if the other side of `region` differs from the base.
    pub fn theirs_differ(&self, region: &MergeRegion) -> bool {
        self.theirs.numbers[region.theirs.clone()] != self.base.numbers[region.base.clone()]
    }
}

/// The known lines and their numbers.
#[derive(Default)]
struct Numbers<'t> {
    known: HashMap<&'t [u8], u32, FixedState>,
}

impl<'t> Numbers<'t> {
    /// Returns `text`, split into `lines`, with a number for each line.
    fn assign(
        &mut self,
        text: &'t Bytes,
        lines: impl IntoIterator<Item = &'t [u8]>,
    ) -> NumberedLines<'t> {
        let mut starts = vec![0];
        let mut numbers = Vec::new();
        let mut end = 0;
        for line in lines {
            let next = self.known.len() as u32;
            numbers.push(*self.known.entry(line).or_insert(next));
            end += line.len();
            starts.push(end);
        }
        NumberedLines {
            text,
            starts,
            numbers,
        }
    }
}
