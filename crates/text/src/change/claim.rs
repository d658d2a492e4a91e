//! Changes of a text by other tasks, and whether a change gets in their way.

use bytes::Bytes;

use super::{ChangeSet, Edit};
use crate::text::{LineIndex, LineRange, Span};

/// A change of a text by one transaction of another task, which one task has not seen, followed to where it
/// stands now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The author of the claim.
    pub task: String,
    /// The journal's number of the transaction.
    pub entry: u64,
    /// How the asking task had last come to know something of the file before that.
    pub known: KnownBy,
    /// The bytes it made, in the text as it is; empty where it removed some. Sorted.
    pub regions: Vec<Region>,
}

/// How a task last came to know a file.
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

/// One place of a [`Claim`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its place in the text as it is.
    pub span: Span,
    /// The other task's change there.
    pub change: LineChange,
}

/// Whole lines before and after a change, endings included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineChange {
    /// The lines that stood there.
    pub old: Bytes,
    /// The lines that stand there instead.
    pub new: Bytes,
}

impl LineChange {
    /// Whether nothing is known of it.
    pub fn is_empty(&self) -> bool {
        self.old.is_empty() && self.new.is_empty()
    }

    /// Whether this and `other` are parts of what was written at once: copies of one change.
    pub fn is_copy_of(&self, other: &Self) -> bool {
        let is_same = |a: &Bytes, b: &Bytes| a.as_ptr() == b.as_ptr() && a.len() == b.len();
        !self.is_empty() && is_same(&self.old, &other.old) && is_same(&self.new, &other.new)
    }
}

/// An edit of lines that another task wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskConflict {
    /// The other task.
    pub task: String,
    /// The journal's number of its transaction.
    pub entry: u64,
    /// The lines that both claim, in the text as it is; where lines were removed, the line after them.
    pub lines: LineRange,
    /// This side's change.
    pub mine: LineChange,
    /// The other task's change.
    pub theirs: LineChange,
}

impl TaskConflict {
    /// Takes in `next`, if its lines follow and the same was written there at once.
    fn takes_in(&mut self, next: &Self) -> bool {
        let is_same = self.mine.is_copy_of(&next.mine) && self.theirs.is_copy_of(&next.theirs);
        let joined = self.lines.joined(next.lines).filter(|_| is_same);
        self.lines = joined.unwrap_or(self.lines);
        joined.is_some()
    }
}

impl ChangeSet {
    /// Every place where this change of `base` touches lines that are claimed, by line as in
    /// [`Self::line_conflicts`]. Putting new lines before or after claimed ones touches none of them. Lines that
    /// follow each other and were written together are one place.
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
                    let change = mine
                        .take_if(|(span, _)| *span == conflict.mine)
                        .map_or_else(
                            || self.line_change(base, conflict.mine),
                            |(_, change)| change,
                        );
                    mine = Some((conflict.mine, change.clone()));
                    let next = TaskConflict {
                        task: claim.task.clone(),
                        entry: claim.entry,
                        lines: lines.lines_of(base, common(conflict.mine, conflict.theirs)),
                        mine: change,
                        theirs: region.change.clone(),
                    };
                    let last = conflicts[first..].last_mut();
                    if !last.is_some_and(|last| last.takes_in(&next)) {
                        conflicts.push(next);
                    }
                }
            }
        }
        conflicts
    }

    /// The lines of `span`, a block of whole lines of `base` that no edit crosses, and what becomes of
    /// them.
    pub fn line_change(&self, base: &[u8], span: Span) -> LineChange {
        let mut new = Vec::new();
        let mut from = span.start();
        let inside = |edit: &&Edit| span.start() <= edit.at && edit.end() <= span.end();
        for edit in self.edits().iter().filter(inside) {
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
    /// A change of exactly this region of `base`, so that two changes can be compared. Where text was
    /// removed it puts a line, where there is text it keeps it.
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
