//! Conflict markers: the lines around the sides of a conflict, and what stands between them in each style.

use std::ops::Range;

use similar::{Algorithm, DiffOp};

use incise_text::text::{self, LineEnding};

/// How conflicts are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Markers {
    /// How often the sign of a marker stands in it; git's usual number is 7.
    pub size: usize,
    /// The words in them.
    pub labels: MarkerLabels,
}

/// What the markers call the three versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkerLabels {
    /// Our side.
    pub ours: Vec<u8>,
    /// The base.
    pub base: Vec<u8>,
    /// The other side.
    pub theirs: Vec<u8>,
}

/// A conflict's lines, to be written between markers.
pub struct ConflictLines<'l> {
    /// The lines of our side.
    pub ours: &'l [&'l [u8]],
    /// The lines of the base, `None` where the style does not show it.
    pub base: Option<&'l [&'l [u8]]>,
    /// The lines of the other side.
    pub theirs: &'l [&'l [u8]],
}

impl Markers {
    /// Writes `lines` at the end of `out`, markers ending as `ending` says.
    pub fn write(&self, lines: &ConflictLines, ending: LineEnding, out: &mut Vec<u8>) {
        let labels = &self.labels;
        self.write_marker(b'<', &labels.ours, ending, out);
        write_lines(out, lines.ours, ending);
        if let Some(base) = lines.base {
            self.write_marker(b'|', &labels.base, ending, out);
            write_lines(out, base, ending);
        }
        self.write_marker(b'=', b"", ending, out);
        write_lines(out, lines.theirs, ending);
        self.write_marker(b'>', &labels.theirs, ending, out);
    }

    fn write_marker(&self, sign: u8, label: &[u8], ending: LineEnding, out: &mut Vec<u8>) {
        let mut line = vec![sign; self.size];
        if !label.is_empty() {
            line.push(b' ');
            // A label's line ends must not break the marker in two.
            let plain = |byte: u8| if byte.is_ascii_control() { b'?' } else { byte };
            line.extend(label.iter().copied().map(plain));
        }
        line.extend_from_slice(ending.as_bytes());
        write_lines(out, &[&line[..]], ending);
    }
}

/// Adds `lines`, texts of any number of lines, each beginning on a line of its own.
pub fn write_lines(out: &mut Vec<u8>, lines: &[impl AsRef<[u8]>], ending: LineEnding) {
    for line in lines.iter().map(AsRef::as_ref) {
        if !line.is_empty() && !out.is_empty() && !out.ends_with(b"\n") {
            out.extend_from_slice(ending.as_bytes());
        }
        out.extend_from_slice(line);
    }
}

/// Lines of both sides of a conflict that stand between one pair of markers, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConflictPart {
    /// The lines of our side.
    pub ours: Range<usize>,
    /// The lines of the other side.
    pub theirs: Range<usize>,
}

/// Lines between two parts that do not keep them apart if no word is in them.
const CLOSE: usize = 3;

impl ConflictPart {
    /// Both sides whole.
    pub fn whole(ours: &[&[u8]], theirs: &[&[u8]]) -> Self {
        Self {
            ours: 0..ours.len(),
            theirs: 0..theirs.len(),
        }
    }

    /// All but what both begin and end with; all where there is no other line, so that both are shown.
    pub fn between_ends(ours: &[&[u8]], theirs: &[&[u8]]) -> Self {
        if ours == theirs {
            return Self::whole(ours, theirs);
        }
        let head = text::common_head(ours, theirs);
        let tail = text::common_tail(&ours[head..], &theirs[head..]);
        Self {
            ours: head..ours.len() - tail,
            theirs: head..theirs.len() - tail,
        }
    }

    /// Each place where the two differ, those that are close to each other in one.
    pub fn differing(ours: &[&[u8]], theirs: &[&[u8]]) -> Vec<Self> {
        let ops = text::compare(Algorithm::Myers, ours, theirs);
        let differing = ops.iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
        let parts = differing.map(|op| Self {
            ours: op.old_range(),
            theirs: op.new_range(),
        });
        let mut joined: Vec<Self> = Vec::new();
        for part in parts {
            match joined.last_mut() {
                Some(last) if is_close(&ours[last.ours.end..part.ours.start]) => {
                    last.ours.end = part.ours.end;
                    last.theirs.end = part.theirs.end;
                }
                _ => joined.push(part),
            }
        }
        joined
    }
}

/// Whether `between`, what stands between two parts, is too little to keep them apart.
pub(super) fn is_close(between: &[&[u8]]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80;
    between.len() <= CLOSE && !between.iter().any(|line| line.iter().any(is_word))
}
