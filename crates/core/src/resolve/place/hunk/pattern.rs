//! A hunk as a search pattern: both sides as contiguous bytes, and the positions of its changes.

use std::collections::HashSet;
use std::ops::Range;

use bytes::Bytes;

use crate::patch::{Hunk, HunkLine, HunkRange, LineKind, RepairKind};
use crate::refusal::FileEdge;
use crate::text::is_telling;

use super::read_hunk::{EdgeContext, Extent, ReadHunk};

/// A hunk, prepared for searching.
#[derive(Clone, Debug)]
pub struct Pattern<'a> {
    read: &'a ReadHunk<'a>,
    old: Bytes,
    new: Bytes,
}

impl<'a> Pattern<'a> {
    pub fn new(read: &'a ReadHunk<'a>) -> Self {
        let hunk = &read.hunk;
        Self {
            read,
            old: hunk.old_text(),
            new: hunk.new_text(),
        }
    }

    pub fn hunk(&self) -> &'a Hunk {
        &self.read.hunk
    }

    /// The index of the hunk in the patch. The pieces of one hunk share it.
    pub fn hunk_index(&self) -> usize {
        self.read.hunk_index
    }

    /// The 1-based number of the hunk, for reports.
    pub fn hunk_number(&self) -> usize {
        self.read.hunk_index + 1
    }

    /// The part of the original hunk that this pattern covers.
    pub fn extent(&self) -> Extent {
        self.read.extent
    }

    /// The damage that this reading repairs.
    pub fn repair(&self) -> Option<RepairKind> {
        self.read.repair
    }

    /// The old side: context and removed lines.
    pub fn old(&self) -> &Bytes {
        &self.old
    }

    /// The new side: context and added lines.
    pub fn new_side(&self) -> &Bytes {
        &self.new
    }

    pub fn has_change(&self) -> bool {
        self.read.hunk.has_changes()
    }

    /// True if the new side is the old side without some of its lines. Its context may be written as removed and added
    /// lines.
    pub fn is_removal(&self) -> bool {
        let (mut old, mut new) = (self.hunk().old_side(), self.hunk().new_side());
        new.all(|line| old.any(|other| other == line))
    }

    /// The lines of `kind` before the first context line, and those after the last one, from the last line up.
    pub fn at_edges(&self, kind: LineKind) -> [Vec<&Bytes>; 2] {
        let lines = &self.read.hunk.lines;
        [
            until_context(lines.iter(), kind),
            until_context(lines.iter().rev(), kind),
        ]
    }

    /// True if every added line is equal to a context line.
    pub fn adds_copies_of_context(&self) -> bool {
        let mut context = HashSet::new();
        for line in &self.read.hunk.lines {
            if line.kind == LineKind::Context {
                context.insert(&line.text);
            }
        }
        for line in &self.read.hunk.lines {
            if line.kind == LineKind::Added && !context.contains(&line.text) {
                return false;
            }
        }
        true
    }

    pub fn has_telling_context(&self) -> bool {
        let mut lines = self.read.hunk.lines.iter();
        lines.any(|line| !line.is_change() && is_telling(&line.text))
    }

    pub fn has_context(&self) -> bool {
        !self.read.hunk.lines.iter().all(HunkLine::is_change)
    }

    pub fn leading_context(&self) -> usize {
        EdgeContext::count(&self.read.hunk).leading
    }

    pub fn trailing_context(&self) -> usize {
        EdgeContext::count(&self.read.hunk).trailing
    }

    /// The context at the edges of the hunk, as stated in the patch.
    pub fn stated_context(&self) -> EdgeContext {
        self.read.context
    }

    /// True if the header states the number of lines, and the number is correct.
    pub fn is_counted(&self) -> bool {
        let hunk = self.hunk();
        match (hunk.old, hunk.new) {
            (Some(old), Some(new)) => {
                (old.count, new.count) == (self.old_lines(), self.new_lines())
            }
            _ => false,
        }
    }

    pub fn old_lines(&self) -> usize {
        self.read.hunk.old_side().count()
    }

    pub fn new_lines(&self) -> usize {
        self.read.hunk.new_side().count()
    }

    /// The number of lines of the text before the old side, as stated in the header.
    pub fn stated_before(&self) -> Option<usize> {
        self.read.hunk.old.map(lines_before)
    }

    /// Like [`Self::stated_before`], for the new side in the new text. A block states only one line.
    pub fn stated_before_new(&self) -> Option<usize> {
        self.read
            .hunk
            .new
            .map(lines_before)
            .or(self.stated_before())
    }

    /// True if the hunk was at that edge of the text, as it states or as its missing context there shows. If its
    /// header counts more lines than it has, the missing lines may have been context. A hunk without context shows
    /// nothing, except that a new side that starts at line 0 was at the beginning.
    pub fn touches(&self, edge: FileEdge) -> bool {
        let EdgeContext { leading, trailing } = self.read.context;
        let hunk = &self.read.hunk;
        if self.extent() != Extent::Whole {
            return false;
        }
        if let Some(old) = hunk.old
            && old.count > self.old_lines()
        {
            return false;
        }
        match (edge, hunk.old) {
            (FileEdge::End, None) => hunk.at_end,
            (FileEdge::Beginning, None) => false,
            // The lines of a block are not all the context that its file had.
            (_, Some(_)) if hunk.new.is_none() => false,
            (FileEdge::End, Some(_)) => trailing == 0 && self.has_context(),
            (FileEdge::Beginning, Some(old)) => {
                let is_first = hunk.new.is_some_and(|new| new.start == 0);
                leading == 0 && old.start <= 1 && (self.has_context() || is_first)
            }
        }
    }

    /// True if the last line of the new side has no line ending, so that no line can follow.
    pub fn ends_unterminated(&self) -> bool {
        !self.new.is_empty() && !self.new.ends_with(b"\n")
    }

    /// The bytes of the old side from the first to the last changed line. No other hunk may change them. Empty for a
    /// pure insertion. Empty at the end if the hunk has no change.
    pub fn core(&self) -> Range<usize> {
        self.changed_bytes(LineKind::Removed)
    }

    /// The bytes of the new side from the first to the last changed line.
    pub fn new_core(&self) -> Range<usize> {
        self.changed_bytes(LineKind::Added)
    }

    /// The bytes from the first to the last changed line, in the side that has context and `changed` lines.
    fn changed_bytes(&self, changed: LineKind) -> Range<usize> {
        let (mut at, mut start, mut end) = (0, None, 0);
        for line in &self.read.hunk.lines {
            if line.is_change() {
                start.get_or_insert(at);
            }
            if !line.is_change() || line.kind == changed {
                at += line.text.len();
            }
            if line.is_change() {
                end = at;
            }
        }
        match start {
            Some(start) => start..end,
            None => at..at,
        }
    }
}

/// The lines of `kind` in `lines`, before the first context line.
fn until_context<'h>(lines: impl Iterator<Item = &'h HunkLine>, kind: LineKind) -> Vec<&'h Bytes> {
    lines
        .take_while(|line| line.is_change())
        .filter(|line| line.kind == kind)
        .map(|line| &line.text)
        .collect()
}

/// The number of lines before `range`. An empty range names the line before it.
pub fn lines_before(range: HunkRange) -> usize {
    if range.count == 0 {
        range.start
    } else {
        range.start.saturating_sub(1)
    }
}
