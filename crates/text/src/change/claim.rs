//! Changes that other tasks made to a text, and their conflicts with a new change.

use bytes::Bytes;

use super::{ChangeSet, Edit};
use crate::text::{LineIndex, LineRange, Span};

/// A change by another task's transaction that this task has not seen, at its location in the current text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The task that made the change.
    pub task: String,
    /// The journal entry of the transaction.
    pub entry: u64,
    /// This task's last knowledge of the file before that transaction.
    pub known: KnownBy,
    /// The parts of the current text that the transaction wrote, sorted. A part is empty if text was only removed.
    pub regions: Vec<Region>,
}

/// The way in which a task last learned the content of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KnownBy {
    /// The task has never read or written the file.
    #[default]
    Nothing,
    /// The task read the file.
    Read,
    /// The task wrote the file in this journal entry.
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

/// The whole lines before and after a change, including line endings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineChange {
    /// The old lines.
    pub old: Bytes,
    /// The lines that replace them.
    pub new: Bytes,
}

impl LineChange {
    /// True if the old and new lines are both empty, as for a change whose lines are unknown.
    pub fn is_empty(&self) -> bool {
        self.old.is_empty() && self.new.is_empty()
    }

    /// True if this change and `other` are clones that share the same memory.
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
    /// The journal entry of the other task's transaction.
    pub entry: u64,
    /// The lines of the current text that both changes claim. For removed lines, the line after them.
    pub lines: LineRange,
    /// This side's change.
    pub mine: LineChange,
    /// The other task's change.
    pub theirs: LineChange,
}

impl TaskConflict {
    /// Merges `next` into this conflict if its lines follow and both changes are the same. Returns true on success.
    fn join(&mut self, next: &Self) -> bool {
        if !self.mine.is_copy_of(&next.mine) || !self.theirs.is_copy_of(&next.theirs) {
            return false;
        }
        let Some(joined) = self.lines.joined(next.lines) else {
            return false;
        };
        self.lines = joined;
        true
    }
}

impl ChangeSet {
    /// All conflicts between this change of `base` and `claims`, by whole lines as in [`Self::line_conflicts`].
    /// Inserting new lines before or after claimed lines is not a conflict. Adjacent conflicts of the same two
    /// changes are merged.
    pub fn claim_conflicts(&self, claims: &[Claim], base: &[u8]) -> Vec<TaskConflict> {
        if claims.is_empty() || self.is_empty() {
            return Vec::new();
        }
        let index = LineIndex::new(base);
        let line_claims = self.line_claims(base);
        let mut conflicts: Vec<TaskConflict> = Vec::new();
        // A block may conflict with many regions. Copy its lines only once.
        let mut last_mine: Option<(Span, LineChange)> = None;
        for claim in claims {
            let first = conflicts.len();
            for region in &claim.regions {
                for conflict in line_claims.clashes(&region.as_change(base).line_claims(base)) {
                    let mine = match &last_mine {
                        Some((span, change)) if *span == conflict.mine => change.clone(),
                        _ => self.line_change(base, conflict.mine),
                    };
                    last_mine = Some((conflict.mine, mine.clone()));
                    let next = TaskConflict {
                        task: claim.task.clone(),
                        entry: claim.entry,
                        lines: index.lines_of(base, intersection(conflict.mine, conflict.theirs)),
                        mine,
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

    /// The lines of `span` and their replacement. `span` contains whole lines of `base`, and no edit crosses its
    /// ends.
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
    /// A change that claims exactly this region of `base`, for comparison with another change. It inserts a line if
    /// the region is empty, and otherwise replaces the text with itself.
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

/// The intersection of both spans, or the empty span where they touch.
fn intersection(mine: Span, theirs: Span) -> Span {
    let start = mine.start().max(theirs.start());
    let end = mine.end().min(theirs.end()).max(start);
    Span::of_len(start, end - start)
}
