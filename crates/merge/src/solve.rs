//! Parses a text with conflict markers, and merges each conflict.

use std::ops::Range;
use std::path::Path;

use bytes::Bytes;

use crate::MarkedConflicts;
use crate::check;
use crate::merged::{MergedText, SolvedBlock};
use crate::region::ConflictCause;
use crate::versions::{ComparedLines, VersionLines, Versions};
use crate::{MergeReach, RULES, merge_parts};
use incise_text::text::{self, Span};

/// A text with conflict markers.
#[derive(Debug)]
pub struct MarkedText {
    /// The offset of the first line, after a byte-order mark.
    start: usize,
    blocks: Vec<MarkedBlock>,
    /// The texts without conflicts, without a byte-order mark.
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

/// A line that makes the conflicts of a text unclear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkerError {
    /// The offset of the line in the text.
    pub at: usize,
    /// The reason.
    pub fault: MarkerFault,
}

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
    /// The first invalid line.
    pub fn read(text: &Bytes) -> Result<Self, MarkerError> {
        let start = text::bom_len(text);
        let blocks = read_blocks(text, start)?;
        let versions = Versions {
            base: with_side(text, start, &blocks, |block| &block.base),
            ours: with_side(text, start, &blocks, |block| &block.ours),
            theirs: with_side(text, start, &blocks, |block| &block.theirs),
        };
        Ok(Self {
            start,
            blocks,
            versions,
        })
    }

    /// The conflicts, in order.
    pub fn blocks(&self) -> &[MarkedBlock] {
        &self.blocks
    }

    /// Merges each conflict separately. `path` is the path of the file.
    pub fn merge<'t>(&'t self, path: &'t Path, reach: MergeReach) -> MergedText<'t> {
        let lines = VersionLines::new(&self.versions);
        let parts = self.parts(&lines);
        let merged = merge_parts(&self.versions, lines, &parts, reach, Some(path));
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
        // The offset after the last conflict, in the text with markers and in our side.
        let (mut end, mut our_end) = (self.start, 0);
        for block in &self.blocks {
            our_end += block.span.start() - end;
            end = block.span.end();
            let kept = lines.ours.line_at(our_end) - last.ours.end;
            our_end += block.ours.len();
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

/// `text` from `start`, with each of `blocks` replaced by one of its sides.
fn with_side(
    text: &[u8],
    start: usize,
    blocks: &[MarkedBlock],
    side: fn(&MarkedBlock) -> &Bytes,
) -> Bytes {
    let mut whole = Vec::with_capacity(text.len());
    let mut end = start;
    for block in blocks {
        whole.extend_from_slice(&text[end..block.span.start()]);
        whole.extend_from_slice(side(block));
        end = block.span.end();
    }
    whole.extend_from_slice(&text[end..]);
    whole.into()
}

/// A conflict whose last marker has not been read.
struct OpenBlock {
    /// The number of characters in each marker.
    size: usize,
    /// The markers so far, with their bytes in the text.
    markers: Vec<(u8, Range<usize>)>,
}

/// A line that may be a marker.
#[derive(Clone, Copy)]
struct Marker<'l> {
    character: u8,
    /// The number of characters.
    size: usize,
    label: &'l [u8],
}

/// Reads the conflicts in `text` from `start`.
fn read_blocks(text: &Bytes, start: usize) -> Result<Vec<MarkedBlock>, MarkerError> {
    let mut blocks = Vec::new();
    let mut open: Option<OpenBlock> = None;
    let mut at = start;
    for line in text::lines(&text[at..]) {
        let end = at + line.len();
        match (&mut open, Marker::read(line)) {
            (_, None) => {}
            (None, Some(marker)) => match marker.character {
                b'<' => {
                    open = Some(OpenBlock {
                        size: marker.size,
                        markers: vec![(b'<', at..end)],
                    });
                }
                b'>' => {
                    let fault = MarkerFault::Unbalanced;
                    return Err(MarkerError { at, fault });
                }
                _ => {}
            },
            (Some(block), Some(marker)) if block.is_next(marker, at)? => {
                block.markers.push((marker.character, at..end));
                if marker.character == b'>' {
                    blocks.push(block.close(text));
                    open = None;
                }
            }
            // The line is text, such as the underline of a heading.
            (Some(_), Some(_)) => {}
        }
        at = end;
    }
    match open {
        Some(block) => Err(MarkerError {
            at: block.markers[0].1.start,
            fault: MarkerFault::Open,
        }),
        None => Ok(blocks),
    }
}

impl<'l> Marker<'l> {
    /// Parses `line`. The middle marker has no label.
    fn read(line: &'l [u8]) -> Option<Self> {
        let character = *line.first()?;
        if !b"<|=>+".contains(&character) {
            return None;
        }
        let size = line.iter().take_while(|byte| **byte == character).count();
        let rest = line[size..].trim_ascii_end();
        let has_label = character != b'=' && rest.starts_with(b" ");
        if size < MarkedConflicts::USUAL_SIZE || !rest.is_empty() && !has_label {
            return None;
        }
        Some(Self {
            character,
            size,
            label: rest.trim_ascii_start(),
        })
    }

    /// True if the label is the name of a rule, so that the marker may begin a proposal.
    fn names_rule(self) -> bool {
        RULES
            .iter()
            .any(|rule| rule.name.name().as_bytes() == self.label)
    }
}

impl OpenBlock {
    /// True if `marker` at `at` is the next marker of the conflict.
    ///
    /// # Errors
    /// The marker is in an unexpected place.
    fn is_next(&self, marker: Marker<'_>, at: usize) -> Result<bool, MarkerError> {
        if marker.size != self.size {
            return Ok(false);
        }
        let (last, _) = self.markers[self.markers.len() - 1];
        let fault = match (last, marker.character) {
            (b'<', b'|') | (b'|', b'=') | (b'=' | b'+', b'>') => return Ok(true),
            (_, b'+') => return Ok(last == b'=' && marker.names_rule()),
            (_, b'<') => MarkerFault::Nested,
            (b'<', b'=') => MarkerFault::NoBase,
            _ => MarkerFault::Unbalanced,
        };
        Err(MarkerError { at, fault })
    }

    /// The conflict, after its last marker was read.
    fn close(&self, text: &Bytes) -> MarkedBlock {
        let markers = &self.markers;
        let (start, end) = (markers[0].1.start, markers[markers.len() - 1].1.end);
        let part = |number: usize| text.slice(markers[number].1.end..markers[number + 1].1.start);
        let mut proposal = None;
        if markers.len() == 5 {
            proposal = Some(part(3));
        }
        MarkedBlock {
            span: Span::of_len(start, end - start),
            ours: part(0),
            base: part(1),
            theirs: part(2),
            proposal,
        }
    }
}
