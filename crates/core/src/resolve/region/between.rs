//! The lines between two marker lines.

use super::{RegionPlace, Spacing, line_spans};
use crate::refusal::{Reason, RegionCandidate};
use crate::request::Region;
use crate::snapshot::Snapshot;
use crate::text::Span;

/// The lines between the only line `begin` and the next line `end`. A marker matches lines that equal it, ignoring
/// surrounding whitespace. If no line equals it, it matches lines that contain it.
pub(super) fn find(
    region: &Region,
    begin: &[u8],
    end: &[u8],
    now: &Snapshot,
) -> Result<RegionPlace, Reason> {
    let lines = line_spans(now.bytes());
    let ends = marked(&lines, end, now.bytes());
    let is_same = begin.trim_ascii() == end.trim_ascii();
    let mut found: Vec<(Span, Span)> = Vec::new();
    for first in marked(&lines, begin, now.bytes()) {
        // If both markers are equal, only every second match begins a region.
        if let Some((_, inside)) = found.last()
            && is_same
            && inside.end() == first.start()
        {
            continue;
        }
        if let Some(last) = ends.iter().find(|last| last.start() >= first.end()) {
            let inside = Span::of_len(first.end(), last.start() - first.end());
            found.push((first, inside));
        }
    }
    match &found[..] {
        [(_, only)] => Ok(RegionPlace {
            lines: *only,
            inside: Some(*only),
            spacing: Spacing::None,
            shares: None,
        }),
        [] => Err(Reason::NoRegion {
            region: Box::new(region.clone()),
            nearest: Vec::new(),
        }),
        several => Err(Reason::SeveralRegions {
            region: Box::new(region.clone()),
            candidates: several
                .iter()
                .map(|(first, _)| RegionCandidate {
                    kind: "after",
                    name: String::from_utf8_lossy(now.slice(*first).trim_ascii()).into_owned(),
                    lines: now.lines_of(*first),
                    numbered_name: None,
                })
                .collect(),
        }),
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
