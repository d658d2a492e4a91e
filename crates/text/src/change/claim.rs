//! Changes that other tasks made to a text, and their conflicts with a new change.

use bytes::Bytes;

use super::{ChangeSet, Edit};
use crate::text::{LineIndex, LineRange, Span};

/// A change by a transaction of another task that this task has not seen, at its location in the current text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The author of the claim.
    pub task: String,
    /// The journal's number of the transaction.
    pub entry: u64,
    /// The asking task's last knowledge of the file before that.
    pub known: KnownBy,
    /// The bytes that it wrote, in the current text; empty where it only removed text. Sorted.
    pub regions: Vec<Region>,
}

/// The way in which a task last came to know a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KnownBy {
    /// It never did.
    #[default]
    Nothing,
    /// By reading it.
    Read,
    /// By writing it, in this entry of the journal.
    Wrote(u64),
}

/// A part of a [`Claim`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The lines in the current text.
    pub span: Span,
    /// The other task's change there.
    pub change: LineChange,
}

/// Whole lines before and after a change, endings included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineChange {
    /// The old lines.
    pub old: Bytes,
    /// The lines that replace them.
    pub new: Bytes,
}

impl LineChange {
    /// True if nothing is known of it.
    pub fn is_empty(&self) -> bool {
        self.old.is_empty() && self.new.is_empty()
    }

    /// True if this and `other` are copies of one change, made at once.
    pub fn is_copy_of(&self, other: &Self) -> bool {
        !self.is_empty()
            && is_same_memory(&self.old, &other.old)
            && is_same_memory(&self.new, &other.new)
    }
}

fn is_same_memory(one: &Bytes, other: &Bytes) -> bool {
    one.as_ptr() == other.as_ptr() && one.len() == other.len()
}

/// An edit of lines that another task wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskConflict {
    /// The other task.
    pub task: String,
    /// The journal's number of its transaction.
    pub entry: u64,
    /// The lines that both claim, in the current text; for removed lines, the line after them.
    pub lines: LineRange,
    /// This side's change.
    pub mine: LineChange,
    /// The other task's change.
    pub theirs: LineChange,
}

impl TaskConflict {
    /// Adds the lines of `next`, if they follow and are of the same changes. Returns true if it did.
    fn join(&mut self, next: &Self) -> bool {
        if !self.mine.is_copy_of(&next.mine) || !self.theirs.is_copy_of(&next.theirs) {
            return false;
        }
        match self.lines.joined(next.lines) {
            Some(joined) => {
                self.lines = joined;
                true
            }
            None => false,
        }
    }
}

impl ChangeSet {
    /// Every place where this change of `base` touches lines that are claimed, by line as in
    /// [`Self::line_conflicts`]. Inserting new lines before or after claimed ones touches none of them. Adjacent lines
    /// that were written together are one place.
    pub fn claim_conflicts(&self, claims: &[Claim], base: &[u8]) -> Vec<TaskConflict> {
        if claims.is_empty() || self.is_empty() {
            return Vec::new();
        }
        let lines = LineIndex::new(base);
        let own = self.line_claims(base);
        let mut conflicts: Vec<TaskConflict> = Vec::new();
        // A block may be in conflict with many places: its lines are copied once.
        let mut mine: Option<(Span, LineChange)> = None;
        for claim in claims {
            let first = conflicts.len();
            for region in &claim.regions {
                for conflict in own.clashes(&region.as_change(base).line_claims(base)) {
                    let change = match mine.take_if(|(span, _)| *span == conflict.mine) {
                        Some((_, change)) => change,
                        None => self.line_change(base, conflict.mine),
                    };
                    mine = Some((conflict.mine, change.clone()));
                    let next = TaskConflict {
                        task: claim.task.clone(),
                        entry: claim.entry,
                        lines: lines.lines_of(base, common(conflict.mine, conflict.theirs)),
                        mine: change,
                        theirs: region.change.clone(),
                    };
                    let last = conflicts[first..].last_mut();
                    if !last.is_some_and(|last| last.join(&next)) {
                        conflicts.push(next);
                    }
                }
            }
        }
        conflicts
    }

    /// The lines of `span`, a block of whole lines of `base` that no edit crosses, and their replacement.
    pub fn line_change(&self, base: &[u8], span: Span) -> LineChange {
        let mut new = Vec::new();
        let mut from = span.start();
        for edit in self.edits() {
            if edit.at < span.start() || span.end() < edit.end() {
                continue;
            }
            new.extend_from_slice(&base[from..edit.at]);
            new.extend_from_slice(&edit.new);
            from = edit.end();
        }
        new.extend_from_slice(&base[from..span.end()]);
        LineChange {
            old: Bytes::copy_from_slice(&base[span.range()]),
            new: new.into(),
        }
    }
}

impl Region {
    /// A change of exactly this region of `base`, so that two changes can be compared. It inserts a line where text was
    /// removed, and keeps text that is there.
    fn as_change(&self, base: &[u8]) -> ChangeSet {
        let old = Bytes::copy_from_slice(&base[self.span.range()]);
        let new = if self.span.is_empty() {
            Bytes::from_static(b"\n")
        } else {
            old.clone()
        };
        let at = self.span.start();
        ChangeSet::of_sorted(base.len(), vec![Edit { at, old, new }])
    }
}

/// The bytes of both, or the place where they meet.
fn common(mine: Span, theirs: Span) -> Span {
    let start = mine.start().max(theirs.start());
    let end = mine.end().min(theirs.end()).max(start);
    Span::of_len(start, end - start)
}
