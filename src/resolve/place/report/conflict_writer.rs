//! A text that hunks are written into between conflict markers.
//!
//! In the `merge` style each change of a hunk has markers of its own, and lines that text and hunk share, or
//! that the hunk does not change, stand outside them. The other styles show a base, which is that of the whole
//! hunk, and so keep it in one piece.

use std::ops::Range;
use std::path::Path;

use bytes::Bytes;

use crate::merge::{ConflictLines, ConflictPart, MarkerLabels, Markers, write_lines};
use crate::patch::{Hunk, LineKind};
use crate::request::{ConflictStyle, MarkedConflicts};
use crate::text::{LineEnding, Span};

use crate::resolve::place::evidence::exact::lines;

/// A text with conflicts.
#[derive(Clone, Debug, PartialEq)]
pub struct Marked {
    /// The text.
    pub text: Bytes,
    /// 1-based numbers of the hunks that stand between markers, in the order of the text.
    pub conflicts: Vec<usize>,
}

/// A hunk between markers.
pub struct Conflict<'h> {
    /// The hunk.
    pub hunk: &'h Hunk,
    /// 0-based number in the patch.
    pub number: Option<usize>,
    /// The whole lines of the text that it is about.
    pub region: Span,
}

/// A text that conflicts are written into.
pub struct ConflictWriter<'a> {
    /// The text.
    pub text: Vec<u8>,
    /// The lines between the markers.
    pub style: ConflictStyle,
    /// The file's name in the markers.
    pub name: &'a Path,
}

impl ConflictWriter<'_> {
    /// The text with `conflicts` in it.
    pub fn with(&self, mut conflicts: Vec<Conflict>) -> Marked {
        conflicts.sort_by_key(|conflict| (conflict.region.start(), conflict.number));
        let mut out = Vec::with_capacity(self.text.len());
        let mut done = 0;
        for conflict in &conflicts {
            // What an earlier conflict shows is not shown again.
            let start = conflict.region.start().max(done);
            let end = conflict.region.end().max(start);
            out.extend_from_slice(&self.text[done..start]);
            self.write(conflict, Span::of_len(start, end - start), &mut out);
            done = end;
        }
        out.extend_from_slice(&self.text[done..]);
        Marked {
            text: out.into(),
            conflicts: conflicts
                .iter()
                .filter_map(|conflict| Some(conflict.number? + 1))
                .collect(),
        }
    }

    fn write(&self, conflict: &Conflict, region: Span, out: &mut Vec<u8>) {
        let ending = LineEnding::around(&self.text, region.start());
        let of_hunk = |line: &Bytes| match LineEnding::of_line(line) {
            Some(_) => ending.in_place_of_own(line),
            None => line.to_vec(),
        };
        let ours: Vec<&[u8]> = lines(&self.text[region.range()]).collect();
        let base: Vec<Vec<u8>> = conflict.hunk.old_side().map(of_hunk).collect();
        let theirs: Vec<Vec<u8>> = conflict.hunk.new_side().map(of_hunk).collect();
        let theirs: Vec<&[u8]> = theirs.iter().map(Vec::as_slice).collect();
        let base: Vec<&[u8]> = base.iter().map(Vec::as_slice).collect();
        let shows_base = self.style != ConflictStyle::Merge;
        let markers = self.markers(conflict);
        let mut shown = 0;
        for part in self.parts(&ours, &theirs, conflict.hunk) {
            write_lines(out, &ours[shown..part.ours.start], ending);
            shown = part.ours.end;
            let lines = ConflictLines {
                ours: &ours[part.ours],
                base: shows_base.then_some(&base[..]),
                theirs: &theirs[part.theirs],
            };
            markers.write(&lines, ending, out);
        }
        write_lines(out, &ours[shown..], ending);
    }

    /// The lines between markers, as the style wants it.
    fn parts(&self, ours: &[&[u8]], theirs: &[&[u8]], hunk: &Hunk) -> Vec<ConflictPart> {
        match self.style {
            ConflictStyle::Merge => changed(ours, theirs, hunk),
            ConflictStyle::Zdiff3 => vec![ConflictPart::between_ends(ours, theirs)],
            ConflictStyle::Diff3 => vec![ConflictPart::whole(ours, theirs)],
        }
    }

    /// The markers around the sides of `conflict`.
    fn markers(&self, conflict: &Conflict) -> Markers {
        let hunk = conflict.number.unwrap_or_default() + 1;
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

/// Each place where the two differ because of a change that `hunk` makes; where it makes none that can be seen,
/// all in one.
fn changed(ours: &[&[u8]], theirs: &[&[u8]], hunk: &Hunk) -> Vec<ConflictPart> {
    let changes = changes(hunk);
    let is_change = |part: &ConflictPart| {
        let meets = |change: &Range<usize>| {
            let (one, two) = (change, &part.theirs);
            if one.is_empty() || two.is_empty() {
                one.start <= two.end && two.start <= one.end
            } else {
                one.start < two.end && two.start < one.end
            }
        };
        changes.iter().any(meets)
    };
    let parts = ConflictPart::differing(ours, theirs, is_change);
    if parts.is_empty() {
        vec![ConflictPart::between_ends(ours, theirs)]
    } else {
        parts
    }
}

/// The changes of `hunk`, each as the lines of the new side that it adds; empty for a removal.
fn changes(hunk: &Hunk) -> Vec<Range<usize>> {
    let mut changes: Vec<Range<usize>> = Vec::new();
    let mut line = 0;
    let runs = hunk
        .lines
        .chunk_by(|one, two| (one.kind == LineKind::Context) == (two.kind == LineKind::Context));
    for run in runs {
        let kept = run.iter().filter(|line| line.kind != LineKind::Removed);
        let start = line;
        line += kept.count();
        if run[0].kind != LineKind::Context {
            changes.push(start..line);
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::changed;
    use crate::merge::ConflictPart;
    use crate::patch::{Content, Strictness, parse};

    /// The parts of `ours` against the one hunk `hunk` (lines parted by blanks), each `ours/theirs` as counted
    /// from 0.
    fn parts(ours: &str, hunk: &str) -> Vec<String> {
        let text = format!(
            "--- f\n+++ f\n@@\n{}\n",
            hunk.replace(' ', "\n").replace('_', " ")
        );
        let patch = parse(&text.into(), Strictness::Repair).unwrap();
        let Content::Hunks(hunks) = &patch.files[0].content else {
            panic!("no hunk");
        };
        let ours: Vec<String> = ours.split(' ').map(|line| format!("{line}\n")).collect();
        let ours: Vec<&[u8]> = ours.iter().map(String::as_bytes).collect();
        let theirs: Vec<&[u8]> = hunks[0].new_side().map(|line| &line[..]).collect();
        let shown = |part: &ConflictPart| format!("{:?}/{:?}", part.ours, part.theirs);
        changed(&ours, &theirs, &hunks[0])
            .iter()
            .map(shown)
            .collect()
    }

    #[test]
    fn a_part_is_what_differs_because_of_a_change() {
        assert_eq!(parts("a b x d", "_a -b -c _d"), ["1..3/1..1"]);
        assert_eq!(parts("a c", "_a -b +x _c"), ["1..1/1..2"]);
        assert_eq!(
            parts("a b c d e", "_a -b +B _c -d _e"),
            ["1..2/1..2", "3..4/3..3"]
        );
        // The text has changed a line that the hunk only shows.
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
