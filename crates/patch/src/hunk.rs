//! A hunk: an edit script with context.

use bytes::{Bytes, BytesMut};

use incise_text::damage::elision::is_elision;
use incise_text::text::LineNumber;

/// Consecutive lines of the old and the new text.
///
/// The lines are the *primary* reading. If the patch alone does not determine how to read a hunk, [`Hunk::readings`]
/// returns the alternatives, and the target file decides.
#[derive(Clone, Debug, PartialEq)]
pub struct Hunk {
    /// The first line of the hunk in the patch text.
    pub line: LineNumber,
    /// The range of the old lines, if the patch contains it.
    pub old: Option<HunkRange>,
    /// The range of the new lines, if the patch contains it.
    pub new: Option<HunkRange>,
    /// The scopes that the patch names, outermost first, without line endings. Each is the text after the second
    /// `@@`, or a V4A anchor.
    pub scopes: Vec<Bytes>,
    /// The context, removed and added lines, in order.
    pub lines: Vec<HunkLine>,
    /// True if the last old line must be the end of the file (`*** End of File`).
    pub at_end: bool,
    /// True for a SEARCH/REPLACE block. Its lines have no markers, and blocks may be in any order.
    pub is_block: bool,
    /// True if lines may be missing at the end, because this is the last hunk of the patch.
    pub may_be_cut_off: bool,
}

/// The `start,count` in a hunk header, even if the counts are wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HunkRange {
    /// The 1-based first line. If `count` is 0, the line before the hunk, or 0 at the start of the file.
    pub start: usize,
    /// The number of lines.
    pub count: usize,
}

/// A line of a hunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HunkLine {
    /// The sides that contain the line.
    pub kind: LineKind,
    /// The bytes with the line ending, unless a no-newline marker follows.
    pub text: Bytes,
}

/// The sides that contain a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// The old and the new side.
    Context,
    /// The old side only.
    Removed,
    /// The new side only.
    Added,
}

impl Hunk {
    /// The hunk of `lines` that begins at `line` of the patch, without ranges and scopes.
    pub(crate) fn new(line: LineNumber, lines: Vec<HunkLine>) -> Self {
        Self {
            line,
            old: None,
            new: None,
            scopes: Vec::new(),
            lines,
            at_end: false,
            is_block: false,
            may_be_cut_off: false,
        }
    }

    /// The lines of the old side: context and removed.
    pub fn old_side(&self) -> impl Iterator<Item = &Bytes> + Clone {
        self.side(LineKind::Added)
    }

    /// The lines of the new side: context and added.
    pub fn new_side(&self) -> impl Iterator<Item = &Bytes> + Clone {
        self.side(LineKind::Removed)
    }

    /// The text of the old side.
    pub fn old_text(&self) -> Bytes {
        joined(self.old_side())
    }

    /// The text of the new side.
    pub fn new_text(&self) -> Bytes {
        joined(self.new_side())
    }

    fn side(&self, without: LineKind) -> impl Iterator<Item = &Bytes> + Clone {
        self.lines
            .iter()
            .filter(move |line| line.kind != without)
            .map(|line| &line.text)
    }

    /// True if the hunk contains removed or added lines.
    pub fn has_changes(&self) -> bool {
        self.lines.iter().any(HunkLine::is_change)
    }

    /// True if the hunk contains no changes although its header counts changed lines: the `+` and `-` markers are
    /// lost.
    pub fn lacks_its_changes(&self) -> bool {
        let (Some(old), Some(new)) = (self.old, self.new) else {
            return false;
        };
        old.count != new.count && !self.lines.is_empty() && !self.has_changes()
    }

    /// True if the two sides differ. A hunk may remove a line and add the same line.
    pub fn changes_text(&self) -> bool {
        !self.old_side().eq(self.new_side())
    }

    /// The hunk that undoes this hunk. Sides are swapped, and removed lines precede added lines.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut lines: Vec<HunkLine> = self.lines.iter().map(HunkLine::reversed).collect();
        for group in lines.chunk_by_mut(|a, b| a.is_change() && b.is_change()) {
            group.sort_by_key(|line| line.kind == LineKind::Added);
        }
        Self {
            old: self.new,
            new: self.old,
            lines,
            ..self.clone()
        }
    }
}

/// The bytes of all `lines`. Shares the bytes of a single line.
pub fn joined<'l>(lines: impl Iterator<Item = &'l Bytes> + Clone) -> Bytes {
    let mut rest = lines.clone();
    if let (Some(only), None) = (rest.next(), rest.next()) {
        return only.clone();
    }
    let mut all = BytesMut::with_capacity(lines.clone().map(Bytes::len).sum());
    for line in lines {
        all.extend_from_slice(line);
    }
    all.freeze()
}

impl HunkLine {
    /// True for a removed or added line.
    pub fn is_change(&self) -> bool {
        self.kind != LineKind::Context
    }

    /// True for a context line that consists of dots and represents omitted lines.
    pub fn is_elision(&self) -> bool {
        !self.is_change() && is_elision(&self.text)
    }

    fn reversed(&self) -> Self {
        Self {
            kind: match self.kind {
                LineKind::Context => LineKind::Context,
                LineKind::Removed => LineKind::Added,
                LineKind::Added => LineKind::Removed,
            },
            text: self.text.clone(),
        }
    }
}
