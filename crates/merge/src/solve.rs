//! Conflicts that stand in a text between markers: read with what both sides were made from, and merged part by part.

use bytes::Bytes;

use super::merged::MergedText;
use super::region::{ConflictCause, MergeRule};
use super::versions::{ComparedLines, VersionLines, Versions};
use super::{ListsOf, MergeReach, merge_parts};
use crate::MarkedConflicts;
use incise_text::text::{self, Span};

/// A text with conflicts between markers.
#[derive(Debug)]
pub struct MarkedText {
    blocks: Vec<MarkedBlock>,
    versions: Versions,
}

/// A conflict between markers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedBlock {
    /// Its bytes, markers included.
    pub span: Span,
    /// Our side.
    pub ours: Bytes,
    /// The text that both sides were made from.
    pub base: Bytes,
    /// The other side.
    pub theirs: Bytes,
}

/// What a conflict between markers becomes, and the rules that say so.
pub type SolvedBlock = (Bytes, Vec<MergeRule>);

/// Why markers cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkerFault {
    /// The text that both sides were made from is not shown.
    NoBase,
    /// A conflict begins inside another one.
    Nested,
    /// A marker stands where none can.
    Unbalanced,
    /// The text ends inside a conflict.
    Open,
}

impl MarkedText {
    /// `text` with its conflicts, in order.
    ///
    /// # Errors
    /// The offset of the line that is in the way, and why.
    pub fn read(text: &Bytes) -> Result<Self, (usize, MarkerFault)> {
        let blocks = blocks(text)?;
        let with = |side: fn(&MarkedBlock) -> &Bytes| -> Bytes {
            let mut whole = Vec::with_capacity(text.len());
            let mut done = 0;
            for block in &blocks {
                whole.extend_from_slice(&text[done..block.span.start()]);
                whole.extend_from_slice(side(block));
                done = block.span.end();
            }
            whole.extend_from_slice(&text[done..]);
            whole.into()
        };
        let versions = Versions {
            base: with(|block| &block.base),
            ours: with(|block| &block.ours),
            theirs: with(|block| &block.theirs),
        };
        Ok(Self { blocks, versions })
    }

    /// The text as it was before the sides changed it, and as each has it.
    pub fn versions(&self) -> &Versions {
        &self.versions
    }

    /// What both sides made of the text, put together: each conflict is a part of its own. A grammar finds `lists` in it.
    pub fn merge(&self, reach: MergeReach, lists: ListsOf<'_>) -> MergedText<'_> {
        let lines = VersionLines::of(&self.versions);
        // Up to where all three are passed, in lines, and the text with markers, in bytes.
        let mut passed = ComparedLines {
            base: 0..0,
            ours: 0..0,
            theirs: 0..0,
        };
        let (mut parts, mut at, mut ours) = (Vec::with_capacity(self.blocks.len()), 0, 0);
        for block in &self.blocks {
            ours += block.span.start() - at;
            at = block.span.end();
            let kept = lines.ours.line_at(ours) - passed.ours.end;
            ours += block.ours.len();
            let next = |passed: usize, side: &Bytes| {
                let start = passed + kept;
                start..start + text::lines(side).count()
            };
            passed = ComparedLines {
                base: next(passed.base.end, &block.base),
                ours: next(passed.ours.end, &block.ours),
                theirs: next(passed.theirs.end, &block.theirs),
            };
            parts.push(passed.clone());
        }
        merge_parts(&self.versions, lines, &parts, reach, lists)
    }

    /// What each conflict becomes in `merged`, or why nothing settles all of it.
    pub fn solved(
        &self,
        merged: &MergedText<'_>,
    ) -> impl Iterator<Item = (&MarkedBlock, Result<SolvedBlock, ConflictCause>)> {
        self.blocks.iter().zip(merged.parts())
    }
}

/// A part of a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BlockPart {
    Ours,
    Base,
    Theirs,
}

/// A conflict of which the end has not been read yet.
struct OpenBlock {
    start: usize,
    /// How often the sign of its markers stands in each.
    size: usize,
    part: BlockPart,
    /// Where each part begins.
    parts: [usize; 3],
    /// Where each part ends.
    ends: [usize; 3],
}

/// The conflicts in `text`.
fn blocks(text: &Bytes) -> Result<Vec<MarkedBlock>, (usize, MarkerFault)> {
    let mut blocks = Vec::new();
    let mut open: Option<OpenBlock> = None;
    // A byte-order mark is no part of the first marker.
    let mut at = text::bom_len(text);
    for line in text::lines(&text[at..]) {
        let end = at + line.len();
        let marker = marker(line);
        match (&mut open, marker) {
            (None, Some((b'<', size))) => {
                open = Some(OpenBlock {
                    start: at,
                    size,
                    part: BlockPart::Ours,
                    parts: [end; 3],
                    ends: [end; 3],
                });
            }
            (None, Some((b'>', _))) => return Err((at, MarkerFault::Unbalanced)),
            (Some(block), Some((sign, size))) if size == block.size => match (block.part, sign) {
                (_, b'<') => return Err((at, MarkerFault::Nested)),
                (BlockPart::Ours, b'|') => block.begin(BlockPart::Base, at, end),
                (BlockPart::Ours, b'=') => return Err((at, MarkerFault::NoBase)),
                (BlockPart::Base, b'=') => block.begin(BlockPart::Theirs, at, end),
                (BlockPart::Theirs, b'>') => {
                    block.ends[2] = at;
                    let part = |number: usize| text.slice(block.parts[number]..block.ends[number]);
                    blocks.push(MarkedBlock {
                        span: Span::of_len(block.start, end - block.start),
                        ours: part(0),
                        base: part(1),
                        theirs: part(2),
                    });
                    open = None;
                }
                _ => return Err((at, MarkerFault::Unbalanced)),
            },
            _ => {}
        }
        at = end;
    }
    match open {
        Some(block) => Err((block.start, MarkerFault::Open)),
        None => Ok(blocks),
    }
}

impl OpenBlock {
    /// Goes on with `part` after the marker from `at` to `end`.
    fn begin(&mut self, part: BlockPart, at: usize, end: usize) {
        self.ends[part as usize - 1] = at;
        self.parts[part as usize] = end;
        self.part = part;
    }
}

/// The sign of the marker that `line` is, and how often it stands there. The middle one has no words behind it.
fn marker(line: &[u8]) -> Option<(u8, usize)> {
    let sign = *line.first().filter(|sign| b"<|=>".contains(sign))?;
    let size = line.iter().take_while(|byte| **byte == sign).count();
    let rest = line[size..].trim_ascii_end();
    let is_marker = match sign {
        b'=' => rest.is_empty(),
        _ => rest.is_empty() || rest.starts_with(b" "),
    };
    (is_marker && size >= MarkedConflicts::USUAL_SIZE).then_some((sign, size))
}
