//! Writes hunks into a text between conflict markers.
//!
//! Each change of a hunk has its own markers. The lines that text and hunk share, and the changes that the text
//! already contains, are outside the markers.

use std::ops::Range;
use std::path::Path;

use bytes::Bytes;

use crate::merge::{
    ConflictLines, ConflictPart, MarkerLabels, Markers, MergeRegion, RegionOutcome, Versions,
    unplaced_changes, write_lines,
};
use crate::patch::Hunk;
use crate::request::{ConflictStyle, MarkedConflicts};
use crate::text::{LineEnding, Span};

use crate::resolve::place::evidence::exact::lines;

/// A text with conflicts.
#[derive(Clone, Debug, PartialEq)]
pub struct Marked {
    /// The text.
    pub text: Bytes,
    /// The 1-based numbers of the hunks between markers, in the order of the text.
    pub conflicts: Vec<usize>,
}

/// A hunk to write between markers.
pub struct Conflict<'h> {
    pub hunk: &'h Hunk,
    /// The index of the hunk in the patch.
    pub hunk_index: usize,
    /// The whole lines of the text that the hunk would replace.
    pub region: Span,
}

/// A text into which conflicts are written.
pub struct ConflictWriter<'a> {
    pub text: Vec<u8>,
    /// The sides that each conflict shows.
    pub style: ConflictStyle,
    /// The name of the file in the markers.
    pub name: &'a Path,
}

impl ConflictWriter<'_> {
    /// The text with `conflicts`.
    pub fn write_all(&self, mut conflicts: Vec<Conflict>) -> Marked {
        conflicts.sort_by_key(|conflict| (conflict.region.start(), conflict.hunk_index));
        let mut out = Vec::with_capacity(self.text.len());
        let mut copied = 0;
        for conflict in &conflicts {
            // Do not repeat lines that an earlier conflict contains.
            let start = conflict.region.start().max(copied);
            let end = conflict.region.end().max(start);
            out.extend_from_slice(&self.text[copied..start]);
            self.write_one(conflict, Span::of_len(start, end - start), &mut out);
            copied = end;
        }
        out.extend_from_slice(&self.text[copied..]);
        Marked {
            text: out.into(),
            conflicts: conflicts
                .iter()
                .map(|conflict| conflict.hunk_index + 1)
                .collect(),
        }
    }

    fn write_one(&self, conflict: &Conflict, region: Span, out: &mut Vec<u8>) {
        let ending = LineEnding::around(&self.text, region.start());
        let versions = Versions {
            base: with_ending(conflict.hunk.old_side(), ending),
            ours: Bytes::copy_from_slice(&self.text[region.range()]),
            theirs: with_ending(conflict.hunk.new_side(), ending),
        };
        let [base, ours, theirs] = versions_in_lines(&versions);
        let markers = self.markers(conflict);
        let mut written = 0;
        for part in parts(&versions, self.style) {
            write_lines(out, &ours[written..part.ours.start], ending);
            written = part.ours.end;
            let base = match self.style {
                ConflictStyle::Merge => None,
                _ => Some(&base[part.base]),
            };
            let lines = ConflictLines {
                ours: &ours[part.ours],
                base,
                theirs: &theirs[part.theirs],
                proposal: None,
            };
            markers.write(&lines, ending, out);
        }
        write_lines(out, &ours[written..], ending);
    }

    fn markers(&self, conflict: &Conflict) -> Markers {
        let hunk = conflict.hunk_index + 1;
        Markers {
            size: MarkedConflicts::USUAL_SIZE,
            labels: MarkerLabels {
                ours: self.name.as_os_str().as_encoded_bytes().to_vec(),
                base: format!("hunk {hunk}, old side").into(),
                theirs: format!("hunk {hunk} (line {} of the diff)", conflict.hunk.line).into(),
            },
        }
    }
}

/// The lines of a hunk, joined, with the line ending `ending`.
fn with_ending<'l>(lines: impl Iterator<Item = &'l Bytes>, ending: LineEnding) -> Bytes {
    let mut text = Vec::new();
    for line in lines {
        if LineEnding::of_line(line).is_some() {
            text.extend(ending.replace_in(line));
        } else {
            text.extend_from_slice(line);
        }
    }
    text.into()
}

fn versions_in_lines(versions: &Versions) -> [Vec<&[u8]>; 3] {
    [&versions.base, &versions.ours, &versions.theirs].map(|text| lines(text).collect())
}

/// The changes of a hunk that are not in the text, in the form for `style`. All lines if the text has every change.
fn parts(versions: &Versions, style: ConflictStyle) -> Vec<MergeRegion> {
    let [base, ours, theirs] = versions_in_lines(versions);
    let mut parts = unplaced_changes(versions);
    if parts.is_empty() {
        parts.push(MergeRegion {
            base: 0..base.len(),
            ours: 0..ours.len(),
            theirs: 0..theirs.len(),
            outcome: RegionOutcome::Same,
        });
    }
    if style != ConflictStyle::Diff3 {
        for part in &mut parts {
            let between =
                ConflictPart::between_ends(&ours[part.ours.clone()], &theirs[part.theirs.clone()]);
            part.ours = within(part.ours.start, between.ours);
            part.theirs = within(part.theirs.start, between.theirs);
        }
    }
    parts
}

/// `range`, which is relative to `start`, as an absolute range.
fn within(start: usize, range: Range<usize>) -> Range<usize> {
    start + range.start..start + range.end
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use crate::merge::Versions;
    use crate::patch::{Content, Hunk, Strictness, parse};
    use crate::request::ConflictStyle;

    /// The parts of `ours` against `hunk` (lines separated by spaces), each as the 0-based ranges `ours/theirs`.
    fn parts(ours: &str, hunk: &str) -> Vec<String> {
        let text = format!(
            "--- f\n+++ f\n@@\n{}\n",
            hunk.replace(' ', "\n").replace('_', " ")
        );
        let patch = parse(&text.into(), Strictness::Repair).unwrap();
        let Content::Hunks(hunks) = &patch.files[0].content else {
            panic!("no hunk");
        };
        let hunk: &Hunk = &hunks[0];
        let side = |lines: Vec<&Bytes>| -> Bytes {
            lines
                .into_iter()
                .flatten()
                .copied()
                .collect::<Vec<u8>>()
                .into()
        };
        let versions = Versions {
            base: side(hunk.old_side().collect()),
            ours: format!("{}\n", ours.replace(' ', "\n")).into(),
            theirs: side(hunk.new_side().collect()),
        };
        let mut ranges = Vec::new();
        for part in super::parts(&versions, ConflictStyle::Merge) {
            ranges.push(format!("{:?}/{:?}", part.ours, part.theirs));
        }
        ranges
    }

    #[test]
    fn a_part_contains_only_lines_of_a_change() {
        assert_eq!(parts("a b x d", "_a -b -c _d"), ["1..3/1..1"]);
        assert_eq!(parts("a c", "_a -b +x _c"), ["1..1/1..2"]);
        let actual = parts("a b c d e", "_a -b +B _c -d _e");
        assert_eq!(actual, ["1..2/1..2", "3..4/3..3"]);
        // The text changed a line that is only context in the hunk.
        assert_eq!(parts("a2 b c", "_a _b -c +C"), ["2..3/2..3"]);
    }

    #[test]
    fn parts_with_nothing_to_read_between_them_are_one() {
        assert_eq!(parts("b } c", "-b +B _} -c +C"), ["0..3/0..3"]);
        assert_eq!(parts("b } ) ] ; c", "-b +B _} _) _] _; -c +C").len(), 2);
    }

    #[test]
    fn without_a_visible_change_all_that_differs_is_one_part() {
        assert_eq!(parts("a B c", "_a -b +B _c"), ["0..3/0..3"]);
        assert_eq!(parts("a2 B c", "_a -b +B _c"), ["0..1/0..1"]);
    }
}
