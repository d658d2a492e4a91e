//! Conflict markers: the lines around the sides of a conflict, and the text between them in each style.

use std::ops::Range;

use similar::{Algorithm, DiffOp};

use incise_text::text::{self, LineEnding};

/// The maximum number of lines without a word that do not separate two parts.
const MAX_BETWEEN: usize = 3;

/// The size and labels of conflict markers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Markers {
    /// The number of characters in each marker. Git uses 7.
    pub size: usize,
    /// The labels in the markers.
    pub labels: MarkerLabels,
}

/// The labels of the three versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkerLabels {
    /// The label of our side.
    pub ours: Vec<u8>,
    /// The label of the base.
    pub base: Vec<u8>,
    /// The label of the other side.
    pub theirs: Vec<u8>,
}

/// The lines of a conflict.
pub struct ConflictLines<'l> {
    /// The lines of our side.
    pub ours: &'l [&'l [u8]],
    /// The lines of the base; `None` if the style omits the base.
    pub base: Option<&'l [&'l [u8]]>,
    /// The lines of the other side.
    pub theirs: &'l [&'l [u8]],
    /// A proposed result, and the name of the rule that proposes it.
    pub proposal: Option<(&'l [u8], &'l str)>,
}

impl Markers {
    /// Appends `lines` between markers to `out`. Markers end with `ending`.
    pub fn write(&self, lines: &ConflictLines<'_>, ending: LineEnding, out: &mut Vec<u8>) {
        let labels = &self.labels;
        self.write_marker(b'<', &labels.ours, ending, out);
        write_lines(out, lines.ours, ending);
        if let Some(base) = lines.base {
            self.write_marker(b'|', &labels.base, ending, out);
            write_lines(out, base, ending);
        }
        self.write_marker(b'=', b"", ending, out);
        write_lines(out, lines.theirs, ending);
        if let Some((text, rule)) = lines.proposal {
            self.write_marker(b'+', rule.as_bytes(), ending, out);
            write_lines(out, &[text], ending);
        }
        self.write_marker(b'>', &labels.theirs, ending, out);
    }

    fn write_marker(&self, character: u8, label: &[u8], ending: LineEnding, out: &mut Vec<u8>) {
        let mut line = vec![character; self.size];
        if !label.is_empty() {
            line.push(b' ');
        }
        for byte in label {
            // A line ending in a label must not split the marker.
            line.push(if byte.is_ascii_control() { b'?' } else { *byte });
        }
        line.extend_from_slice(ending.as_bytes());
        write_lines(out, &[&line[..]], ending);
    }
}

/// Appends `texts`, each starting on a new line.
pub fn write_lines(out: &mut Vec<u8>, texts: &[impl AsRef<[u8]>], ending: LineEnding) {
    for text in texts.iter().map(AsRef::as_ref) {
        if !text.is_empty() && !out.is_empty() && !out.ends_with(b"\n") {
            out.extend_from_slice(ending.as_bytes());
        }
        out.extend_from_slice(text);
    }
}

/// The lines of both sides between one pair of markers, 0-based.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConflictPart {
    /// The lines of our side.
    pub ours: Range<usize>,
    /// The lines of the other side.
    pub theirs: Range<usize>,
}

impl ConflictPart {
    /// All lines of both sides.
    pub fn whole(ours: &[&[u8]], theirs: &[&[u8]]) -> Self {
        Self {
            ours: 0..ours.len(),
            theirs: 0..theirs.len(),
        }
    }

    /// The lines without the common beginning and end of both sides; all lines if the sides are equal.
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

    /// The parts in which the sides differ. Parts that are close together are joined.
    pub fn differing(ours: &[&[u8]], theirs: &[&[u8]]) -> Vec<Self> {
        let mut parts: Vec<Self> = Vec::new();
        for op in text::compare(Algorithm::Myers, ours, theirs) {
            if matches!(op, DiffOp::Equal { .. }) {
                continue;
            }
            let part = Self {
                ours: op.old_range(),
                theirs: op.new_range(),
            };
            match parts.last_mut() {
                Some(last) if is_close(&ours[last.ours.end..part.ours.start]) => {
                    last.ours.end = part.ours.end;
                    last.theirs.end = part.theirs.end;
                }
                _ => parts.push(part),
            }
        }
        parts
    }
}

/// True if `between`, the lines between two parts, do not separate the parts.
pub fn is_close(between: &[&[u8]]) -> bool {
    between.len() <= MAX_BETWEEN && !between.iter().any(|line| text::is_telling(line))
}
