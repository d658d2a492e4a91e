//! The lines between two marker lines.

use super::{RegionPlace, Spacing, line_spans};
use crate::refusal::{Reason, RegionCandidate};
use crate::request::Region;
use crate::snapshot::Snapshot;
use crate::text::Span;

/// The lines between the one line `begin` and the next line `end`. A marker is a whole line, blanks around it left
/// out; where no line is that, it is a part of one.
pub(super) fn find(
    region: &Region,
    begin: &[u8],
    end: &[u8],
    now: &Snapshot,
) -> Result<RegionPlace, Reason> {
    let lines = line_spans(now.bytes());
    let begins = marked(&lines, begin, now.bytes());
    let ends = marked(&lines, end, now.bytes());
    let is_same = begin.trim_ascii() == end.trim_ascii();
    let mut found: Vec<(Span, Span)> = Vec::new();
    for first in begins {
        // One text may stand for both markers: every other of its lines begins a region.
        let is_end = is_same
            && found
                .last()
                .is_some_and(|(_, inside)| inside.end() == first.start());
        let last = ends.iter().find(|last| last.start() >= first.end());
        if let Some(last) = last.filter(|_| !is_end) {
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

/// Those of `lines` that are `marker`; that hold it, where none is.
fn marked(lines: &[Span], marker: &[u8], text: &[u8]) -> Vec<Span> {
    let marker = marker.trim_ascii();
    let of = |is_it: &dyn Fn(&[u8]) -> bool| -> Vec<Span> {
        let is_it = |line: &&Span| is_it(&text[line.range()]);
        lines.iter().filter(is_it).copied().collect()
    };
    let whole = of(&|line| line.trim_ascii() == marker);
    if whole.is_empty() {
        of(&|line| memchr::memmem::find(line, marker).is_some())
    } else {
        whole
    }
}
