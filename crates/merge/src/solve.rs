//! Parses a text with conflict markers, and merges each conflict.

use std::ops::Range;
use std::path::Path;

use bytes::Bytes;

use crate::MarkedConflicts;
use crate::check;
use crate::grammar::Grammar;
use crate::merged::MergedText;
use crate::region::{ConflictCause, MergeRule};
use crate::versions::{ComparedLines, VersionLines, Versions};
use crate::{MergeReach, RULES, merge_parts};
use incise_text::text::{self, Span};

/// A text with conflict markers.
#[derive(Debug)]
pub struct MarkedText {
    blocks: Vec<MarkedBlock>,
    versions: Versions,
}

/// A conflict between markers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedBlock {
    /// The bytes of the conflict, including the markers.
    pub span: Span,
    /// Our side.
    pub ours: Bytes,
    /// The base of both sides.
    pub base: Bytes,
    /// The other side.
    pub theirs: Bytes,
    /// The result that a rule proposes, if any.
    pub proposal: Option<Bytes>,
}

/// The result of a conflict between markers, and the rules that resolved it.
pub type SolvedBlock = (Bytes, Vec<MergeRule>);

/// The reason why conflict markers cannot be parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkerFault {
    /// The conflict does not contain the base.
    NoBase,
    /// A conflict begins inside another conflict.
    Nested,
    /// A marker is in an unexpected place.
    Unbalanced,
    /// The text ends inside a conflict.
    Open,
}

impl MarkedText {
    /// Parses the conflicts in `text`.
    ///
    /// # Errors
    /// The offset of the first invalid line, and the fault.
    pub fn read(text: &Bytes) -> Result<Self, (usize, MarkerFault)> {
        let blocks = read_blocks(text)?;
        let versions = Versions {
            base: with_side(text, &blocks, |block| &block.base),
            ours: with_side(text, &blocks, |block| &block.ours),
            theirs: with_side(text, &blocks, |block| &block.theirs),
        };
        Ok(Self { blocks, versions })
    }

    /// The conflicts, in order.
    pub fn blocks(&self) -> &[MarkedBlock] {
        &self.blocks
    }

    /// Merges each conflict separately. `path` is the path of the file.
    pub fn merge<'t>(&'t self, path: &'t Path, reach: MergeReach) -> MergedText<'t> {
        let lines = VersionLines::new(&self.versions);
        let parts = self.parts(&lines);
        let grammar = Grammar::for_file(path);
        let merged = merge_parts(&self.versions, lines, &parts, reach, grammar);
        check::checked(merged, path, &self.versions)
    }

    /// The lines of each conflict.
    fn parts(&self, lines: &VersionLines<'_>) -> Vec<ComparedLines> {
        let mut parts: Vec<ComparedLines> = Vec::with_capacity(self.blocks.len());
        let mut last = ComparedLines {
            base: 0..0,
            ours: 0..0,
            theirs: 0..0,
        };
        // The number of bytes read so far, of the text with markers and of our side.
        let (mut read, mut our_bytes) = (0, 0);
        for block in &self.blocks {
            our_bytes += block.span.start() - read;
            read = block.span.end();
            let kept = lines.ours.line_at(our_bytes) - last.ours.end;
            our_bytes += block.ours.len();
            last = ComparedLines {
                base: lines_from(last.base.end + kept, &block.base),
                ours: lines_from(last.ours.end + kept, &block.ours),
                theirs: lines_from(last.theirs.end + kept, &block.theirs),
            };
            parts.push(last.clone());
        }
        parts
    }

    /// Pairs each conflict with its result in `merged`, or with the cause of the remaining conflict.
    pub fn solved(
        &self,
        merged: &MergedText<'_>,
    ) -> impl Iterator<Item = (&MarkedBlock, Result<SolvedBlock, ConflictCause>)> {
        self.blocks.iter().zip(merged.parts())
    }
}

/// The numbers of the lines of `text` if its first line has the number `start`.
fn lines_from(start: usize, text: &[u8]) -> Range<usize> {
    start..start + text::lines(text).count()
}

/// `text` with each of `blocks` replaced by one of its sides.
fn with_side(text: &[u8], blocks: &[MarkedBlock], side: fn(&MarkedBlock) -> &Bytes) -> Bytes {
    let mut whole = Vec::with_capacity(text.len());
    let mut done = 0;
    for block in blocks {
        whole.extend_from_slice(&text[done..block.span.start()]);
        whole.extend_from_slice(side(block));
        done = block.span.end();
    }
    whole.extend_from_slice(&text[done..]);
    whole.into()
}

/// A part of a conflict between markers, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BlockPart {
    Ours,
    Base,
    Theirs,
    Proposal,
}

/// A conflict whose end has not been read yet.
struct OpenBlock {
    start: usize,
    /// The number of characters in each marker.
    size: usize,
    part: BlockPart,
    /// The offset where each part begins.
    starts: [usize; 4],
    /// The offset where each part ends.
    ends: [usize; 4],
}

fn read_blocks(text: &Bytes) -> Result<Vec<MarkedBlock>, (usize, MarkerFault)> {
    let mut blocks = Vec::new();
    let mut open: Option<OpenBlock> = None;
    // A byte-order mark does not belong to the first marker.
    let mut at = text::bom_len(text);
    for line in text::lines(&text[at..]) {
        let end = at + line.len();
        match (&mut open, read_marker(line)) {
            (None, Some((b'<', size))) => open = Some(OpenBlock::new(at, end, size)),
            (None, Some((b'>', _))) => return Err((at, MarkerFault::Unbalanced)),
            (Some(block), Some((sign, size))) if size == block.size => match (block.part, sign) {
                (_, b'<') => return Err((at, MarkerFault::Nested)),
                (BlockPart::Ours, b'|') => block.begin(BlockPart::Base, at, end),
                (BlockPart::Ours, b'=') => return Err((at, MarkerFault::NoBase)),
                (BlockPart::Base, b'=') => block.begin(BlockPart::Theirs, at, end),
                (BlockPart::Theirs, b'+') if names_rule(line, size) => {
                    block.begin(BlockPart::Proposal, at, end);
                }
                // Otherwise the line is text, such as the underline of a heading.
                (_, b'+') => {}
                (BlockPart::Theirs | BlockPart::Proposal, b'>') => {
                    block.ends[block.part as usize] = at;
                    blocks.push(block.close(text, end));
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
    /// Begins a conflict with the marker from `at` to `end`.
    fn new(at: usize, end: usize, size: usize) -> Self {
        Self {
            start: at,
            size,
            part: BlockPart::Ours,
            starts: [end; 4],
            ends: [end; 4],
        }
    }

    /// Continues with `part` after the marker from `at` to `end`.
    fn begin(&mut self, part: BlockPart, at: usize, end: usize) {
        self.ends[self.part as usize] = at;
        self.starts[part as usize] = end;
        self.part = part;
    }

    fn close(&self, text: &Bytes, end: usize) -> MarkedBlock {
        let mut proposal = None;
        if self.part == BlockPart::Proposal {
            proposal = Some(self.text_of(BlockPart::Proposal, text));
        }
        MarkedBlock {
            span: Span::of_len(self.start, end - self.start),
            ours: self.text_of(BlockPart::Ours, text),
            base: self.text_of(BlockPart::Base, text),
            theirs: self.text_of(BlockPart::Theirs, text),
            proposal,
        }
    }

    fn text_of(&self, part: BlockPart, text: &Bytes) -> Bytes {
        text.slice(self.starts[part as usize]..self.ends[part as usize])
    }
}

/// True if the label of a marker of `size` characters is the name of a rule, so that it begins a proposal.
fn names_rule(line: &[u8], size: usize) -> bool {
    let label = line[size..].trim_ascii();
    RULES
        .iter()
        .any(|rule| rule.name.name().as_bytes() == label)
}

/// Parses `line` as a marker: its character, and the number of characters. The middle marker has no label.
fn read_marker(line: &[u8]) -> Option<(u8, usize)> {
    let sign = *line.first()?;
    if !b"<|=>+".contains(&sign) {
        return None;
    }
    let size = line.iter().take_while(|byte| **byte == sign).count();
    let rest = line[size..].trim_ascii_end();
    let has_label = sign != b'=' && rest.starts_with(b" ");
    if size < MarkedConflicts::USUAL_SIZE || !rest.is_empty() && !has_label {
        return None;
    }
    Some((sign, size))
}
