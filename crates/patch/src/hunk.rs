//! A hunk: an edit script with context.

use bytes::{Bytes, BytesMut};

use incise_text::damage::elision::is_elision;
use incise_text::text::LineNumber;

/// Consecutive lines of the old and the new text.
///
/// The lines are the *primary* reading. Where the text alone cannot tell what was meant,
/// [`Hunk::readings`] has the others; the target decides.
#[derive(Clone, Debug, PartialEq)]
pub struct Hunk {
    /// The first line of the hunk in the patch text.
    pub line: LineNumber,
    /// The range of the old lines, if the patch contains it.
    pub old: Option<HunkRange>,
    /// The range of the new lines, if the patch contains it.
    pub new: Option<HunkRange>,
    /// The scope that the patch names, outermost first: the text after the second `@@`, or V4A anchors. Without line
    /// ending.
    pub scopes: Vec<Bytes>,
    /// Context, removed and added lines in order.
    pub lines: Vec<HunkLine>,
    /// True if the hunk says that its last old line ends the file (`*** End of File`).
    pub at_end: bool,
    /// True if the hunks after it in the patch come after it in the file.
    pub in_order: bool,
    /// True if nothing of the patch follows it, so that its end may be missing.
    pub is_last: bool,
    /// Number of last lines, none of them added, behind those that the counts of its header cover: they may be
    /// prose below the diff.
    pub uncounted: usize,
}

/// `start,count` of a hunk header: the line before which nothing is counted as 0.
///
/// The range in the header, even if the counts are wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HunkRange {
    /// The 1-based first line. If `count` is 0, the line before the hunk.
    pub start: usize,
    /// Number of lines.
    pub count: usize,
}

/// A line of a hunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HunkLine {
    /// Which sides it is on.
    pub kind: LineKind,
    /// The bytes with their line ending, unless the no-newline marker follows.
    pub text: Bytes,
}

/// Which sides a line is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// Both sides.
    Context,
    /// Old side only.
    Removed,
    /// New side only.
    Added,
}

impl Hunk {
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

    /// True if it removes or adds anything.
    pub(crate) fn has_changes(&self) -> bool {
        self.lines.iter().any(|line| line.kind != LineKind::Context)
    }

    /// True if the hunk has no change although its header counts added or removed lines. Their `+` and `-` are lost.
    pub fn lacks_its_changes(&self) -> bool {
        let (Some(old), Some(new)) = (self.old, self.new) else {
            return false;
        };
        old.count != new.count && !self.lines.is_empty() && !self.has_changes()
    }

    /// True if its sides differ: a hunk may remove a line and add it again.
    pub fn changes_text(&self) -> bool {
        !self.old_side().eq(self.new_side())
    }

    /// The hunk that undoes this one: sides swapped, removed lines before added ones.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut lines: Vec<HunkLine> = self.lines.iter().map(HunkLine::reversed).collect();
        for group in
            lines.chunk_by_mut(|a, b| a.kind != LineKind::Context && b.kind != LineKind::Context)
        {
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

fn joined<'l>(lines: impl Iterator<Item = &'l Bytes> + Clone) -> Bytes {
    let mut all = BytesMut::with_capacity(lines.clone().map(Bytes::len).sum());
    lines.for_each(|line| all.extend_from_slice(line));
    all.freeze()
}

impl HunkLine {
    /// True if the line is context that consists of dots and stands for omitted lines.
    pub fn is_elision(&self) -> bool {
        self.kind == LineKind::Context && is_elision(&self.text)
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
