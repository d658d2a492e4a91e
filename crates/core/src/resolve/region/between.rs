//! The lines between two marker lines.

use super::lines::line_spans;
use super::place::{RegionPlace, Spacing};
use crate::refusal::{Reason, RegionCandidate};
use crate::request::{Edge, Region};
use crate::snapshot::Snapshot;
use crate::text::Span;

/// A block between two marker lines.
struct Block {
    /// The line with the first marker.
    begin: Span,
    /// The lines between the markers.
    inside: Span,
    /// The lines with the markers.
    whole: Span,
}

/// The lines between the only line `begin` and the next line `end`. A marker matches lines that equal it, ignoring
/// surrounding whitespace. If no line equals it, it matches lines that contain it. With an `edge` outside of the lines,
/// the result includes the markers.
pub(super) fn find(
    region: &Region,
    begin: &[u8],
    end: &[u8],
    edge: Option<Edge>,
    now: &Snapshot,
) -> Result<RegionPlace, Reason> {
    match &blocks(begin, end, now)[..] {
        [only] => Ok(RegionPlace {
            lines: match edge {
                Some(Edge::Before | Edge::After) => only.whole,
                Some(Edge::Start | Edge::End) | None => only.inside,
            },
            body: Some(only.inside),
            spacing: Spacing::None,
            name_if_shared: None,
        }),
        [] => Err(Reason::NoRegion {
            region: Box::new(region.clone()),
            nearest: Vec::new(),
        }),
        several => Err(Reason::SeveralRegions {
            region: Box::new(region.clone()),
            candidates: several
                .iter()
                .map(|block| candidate(block.begin, now))
                .collect(),
        }),
    }
}

/// The blocks from each line `begin` to the next line `end`.
fn blocks(begin: &[u8], end: &[u8], now: &Snapshot) -> Vec<Block> {
    let lines = line_spans(now.bytes());
    let ends = marked(&lines, end, now.bytes());
    let has_one_marker = begin.trim_ascii() == end.trim_ascii();
    let mut blocks: Vec<Block> = Vec::new();
    for begin in marked(&lines, begin, now.bytes()) {
        // If both markers are equal, only every second match begins a region.
        if let Some(last) = blocks.last()
            && has_one_marker
            && last.inside.end() == begin.start()
        {
            continue;
        }
        if let Some(end) = ends.iter().find(|end| end.start() >= begin.end()) {
            let inside = Span::of_len(begin.end(), end.start() - begin.end());
            blocks.push(Block {
                begin,
                inside,
                whole: Span::of_len(begin.start(), end.end() - begin.start()),
            });
        }
    }
    blocks
}

fn candidate(begin: Span, now: &Snapshot) -> RegionCandidate {
    RegionCandidate {
        kind: "after",
        name: String::from_utf8_lossy(now.slice(begin).trim_ascii()).into_owned(),
        parameters: String::new(),
        lines: now.lines_of(begin),
        numbered_name: None,
    }
}

/// The `lines` that equal `marker`, or else the `lines` that contain it.
fn marked(lines: &[Span], marker: &[u8], text: &[u8]) -> Vec<Span> {
    let wanted = marker.trim_ascii();
    let mut equal = Vec::new();
    let mut containing = Vec::new();
    for &span in lines {
        let line = &text[span.range()];
        if line.trim_ascii() == wanted {
            equal.push(span);
        } else if memchr::memmem::find(line, wanted).is_some() {
            containing.push(span);
        }
    }
    if equal.is_empty() { containing } else { equal }
}
