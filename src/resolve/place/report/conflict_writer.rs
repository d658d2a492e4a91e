//! A text that hunks are written into between conflict markers.
//!
//! In the `merge` style each change of a hunk has markers of its own, and lines that text and hunk share, or
//! that the hunk does not change, stand outside them. The other styles show a base, which is that of the whole
//! hunk, and so keep it in one piece.

use std::ops::Range;
use std::path::Path;

use bytes::Bytes;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::patch::{Hunk, LineKind};
use crate::request::ConflictStyle;
use crate::text::{self, LineEnding, Span};

use crate::resolve::place::evidence::exact::lines;

/// Lines between two changes that do not keep them apart if no word is in them.
const CLOSE: usize = 3;

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

/// Lines of the text (ours) and of the hunk's new side (theirs) that stand between one pair of markers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    ours: Range<usize>,
    theirs: Range<usize>,
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
        let mut shown = 0;
        for part in self.parts(&ours, &theirs, conflict.hunk) {
            write_lines(out, &ours[shown..part.ours.start], ending);
            shown = part.ours.end;
            write_lines(out, &[&self.opening(ending)], ending);
            write_lines(out, &ours[part.ours], ending);
            if self.style != ConflictStyle::Merge {
                write_lines(out, &[&conflict.middle(ending)], ending);
                write_lines(out, &base, ending);
            }
            write_lines(out, &[&marker("=======", "", ending)], ending);
            write_lines(out, &theirs[part.theirs], ending);
            write_lines(out, &[&conflict.closing(ending)], ending);
        }
        write_lines(out, &ours[shown..], ending);
    }

    /// The lines between markers, as the style wants it.
    fn parts(&self, ours: &[&[u8]], theirs: &[&[u8]], hunk: &Hunk) -> Vec<Part> {
        match self.style {
            ConflictStyle::Merge => changed(ours, theirs, hunk),
            ConflictStyle::Zdiff3 => vec![differing(ours, theirs)],
            ConflictStyle::Diff3 => vec![all(ours, theirs)],
        }
    }

    /// The marker before our side. A name's line ends must not break it in two.
    fn opening(&self, ending: LineEnding) -> Vec<u8> {
        let name = self.name.as_os_str().as_encoded_bytes();
        let plain = |byte: &u8| if byte.is_ascii_control() { b'?' } else { *byte };
        let name: Vec<u8> = name.iter().map(plain).collect();
        [b"<<<<<<< ", &name[..], ending.as_bytes()].concat()
    }
}

impl Conflict<'_> {
    fn middle(&self, ending: LineEnding) -> Vec<u8> {
        let hunk = self.number.unwrap_or_default() + 1;
        marker("||||||| ", &format!("hunk {hunk}, old side"), ending)
    }

    fn closing(&self, ending: LineEnding) -> Vec<u8> {
        let (hunk, at) = (self.number.unwrap_or_default() + 1, self.hunk.line);
        let label = format!("hunk {hunk} (line {at} of the diff)");
        marker(">>>>>>> ", &label, ending)
    }
}

fn marker(sign: &str, label: &str, ending: LineEnding) -> Vec<u8> {
    [sign.as_bytes(), label.as_bytes(), ending.as_bytes()].concat()
}

/// Adds `lines`, the first of them on a line of its own.
fn write_lines(out: &mut Vec<u8>, lines: &[impl AsRef<[u8]>], ending: LineEnding) {
    for line in lines {
        if !out.is_empty() && !out.ends_with(b"\n") {
            out.extend_from_slice(ending.as_bytes());
        }
        out.extend_from_slice(line.as_ref());
    }
}

fn all(ours: &[&[u8]], theirs: &[&[u8]]) -> Part {
    Part {
        ours: 0..ours.len(),
        theirs: 0..theirs.len(),
    }
}

/// All but what both begin and end with; all where there is no other line, so that both are shown.
fn differing(ours: &[&[u8]], theirs: &[&[u8]]) -> Part {
    if ours == theirs {
        return all(ours, theirs);
    }
    let head = text::common_head(ours, theirs);
    let tail = text::common_tail(&ours[head..], &theirs[head..]);
    Part {
        ours: head..ours.len() - tail,
        theirs: head..theirs.len() - tail,
    }
}

/// Each place where the two differ because of a change that `hunk` makes; where it makes none that can be seen,
/// all in one.
fn changed(ours: &[&[u8]], theirs: &[&[u8]], hunk: &Hunk) -> Vec<Part> {
    let changes = changes(hunk);
    let is_change = |part: &Part| {
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
    let ops = capture_diff_slices(Algorithm::Myers, ours, theirs);
    let parts = ops
        .iter()
        .filter(|op| !matches!(op, DiffOp::Equal { .. }))
        .map(|op| Part {
            ours: op.old_range(),
            theirs: op.new_range(),
        })
        .filter(is_change);
    let mut joined: Vec<Part> = Vec::new();
    for part in parts {
        match joined.last_mut() {
            Some(last) if is_close(&ours[last.ours.end..part.ours.start]) => {
                *last = Part {
                    ours: last.ours.start..part.ours.end,
                    theirs: last.theirs.start..part.theirs.end,
                };
            }
            _ => joined.push(part),
        }
    }
    if joined.is_empty() {
        vec![differing(ours, theirs)]
    } else {
        joined
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

/// Whether `between`, what stands between two changes, is too little to keep them apart.
fn is_close(between: &[&[u8]]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80;
    between.len() <= CLOSE && !between.iter().any(|line| line.iter().any(is_word))
}

#[cfg(test)]
mod tests {
    use super::{Part, changed};
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
        let shown = |part: &Part| format!("{:?}/{:?}", part.ours, part.theirs);
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
