//! Conflicts that stand in a text between markers: read with what both sides were made from, and solved one by one.

use std::ops::Range;

use bytes::Bytes;

use super::merged::MergedText;
use super::region::MergeRule;
use super::versions::Versions;
use crate::request::MarkedConflicts;
use crate::text::{self, Span};

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
    /// What it becomes, and the rules that say so; `None` where nothing does.
    pub solved: Option<(Bytes, Vec<MergeRule>)>,
}

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

/// The conflicts in `text`, in order, each solved by itself as `merge` merges.
///
/// # Errors
/// The offset of the line that is in the way, and why.
pub fn solve(
    text: &Bytes,
    merge: impl for<'t> Fn(&'t Versions) -> MergedText<'t>,
) -> Result<Vec<MarkedBlock>, (usize, MarkerFault)> {
    let mut blocks = blocks(text)?;
    // The text as our side has it, and where each conflict is in it.
    let mut ours = Vec::with_capacity(text.len());
    let mut places: Vec<Range<usize>> = Vec::with_capacity(blocks.len());
    let mut done = 0;
    for block in &blocks {
        ours.extend_from_slice(&text[done..block.span.start()]);
        places.push(ours.len()..ours.len() + block.ours.len());
        ours.extend_from_slice(&block.ours);
        done = block.span.end();
    }
    ours.extend_from_slice(&text[done..]);
    let ours = Bytes::from(ours);
    for (block, place) in blocks.iter_mut().zip(&places) {
        let with = |side: &Bytes| -> Bytes {
            [&ours[..place.start], side, &ours[place.end..]]
                .concat()
                .into()
        };
        let versions = Versions {
            base: with(&block.base),
            ours: ours.clone(),
            theirs: with(&block.theirs),
        };
        block.solved = solved(&merge(&versions), &ours, place);
    }
    Ok(blocks)
}

/// What the lines of `ours`, our side of `merged`, become at `place`, if nothing else is changed.
fn solved(
    merged: &MergedText<'_>,
    ours: &Bytes,
    place: &Range<usize>,
) -> Option<(Bytes, Vec<MergeRule>)> {
    if merged.conflicts().next().is_some() {
        return None;
    }
    let mut text = Vec::new();
    let mut done = place.start;
    for edit in merged.edits() {
        if edit.at < done || edit.end() > place.end {
            return None;
        }
        text.extend_from_slice(&ours[done..edit.at]);
        text.extend_from_slice(&edit.new);
        done = edit.end();
    }
    text.extend_from_slice(&ours[done..place.end]);
    let rules = merged.settled().map(|(_, rule)| rule).collect();
    Some((text.into(), rules))
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
    let mut at = 0;
    for line in text::lines(text) {
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
                        solved: None,
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
