//! Conflicts between two change sets for the same text, and the rebase of one over the other.
//!
//! Edits are not trimmed: an edit claims everything that it replaces.

use bytes::Bytes;

use super::set::Builder;
use super::{ChangeSet, Edit};
use crate::text::Span;

/// The way in which [`ChangeSet::rebase`] orders two insertions at the same offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// The insertion of the rebased set precedes the other insertion.
    Before,
    /// The insertion of the rebased set follows the other insertion.
    After,
    /// The insertions conflict, unless their texts are equal. Equal texts are both kept, since their order does not
    /// matter.
    Conflict,
}

/// Two claims that exclude each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClaimConflict {
    /// This side's claim in the common original; empty for an insertion.
    pub mine: Span,
    /// The other side's claim.
    pub theirs: Span,
}

impl std::fmt::Display for ClaimConflict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (mine, theirs) = (self.mine, self.theirs);
        write!(
            f,
            "the edit of bytes {}..{} conflicts with the edit of {}..{}",
            mine.start(),
            mine.end(),
            theirs.start(),
            theirs.end()
        )
    }
}

impl std::error::Error for ClaimConflict {}

/// The position of one claim relative to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Position {
    /// The first is before the second.
    Before,
    /// The first is after the second.
    After,
    /// Both insert at the same offset.
    SamePoint,
    /// Both claim a byte, or one inserts inside the text that the other replaces.
    Clash,
}

/// A claim of bytes. If the edits of two claims insert at the same offset, the claims conflict, even if the claimed
/// bytes only touch.
#[derive(Clone, Copy)]
struct ConcurrentClaim<'a> {
    span: Span,
    inserts_at_start: bool,
    inserts_at_end: bool,
    /// The new text of the only edit. Equal insertions at the same offset do not conflict.
    new: Option<&'a Bytes>,
}

impl<'a> ConcurrentClaim<'a> {
    /// The claim of `edits` on `span`, which contains them.
    fn of_lines(span: Span, edits: &[Edit]) -> Self {
        Self {
            span,
            new: None,
            inserts_at_start: edits
                .first()
                .is_some_and(|edit| edit.old.is_empty() && edit.at == span.start()),
            inserts_at_end: edits
                .last()
                .is_some_and(|edit| edit.old.is_empty() && edit.at == span.end()),
        }
    }

    fn of_edit(edit: &'a Edit) -> Self {
        Self {
            span: edit.span(),
            inserts_at_start: edit.old.is_empty(),
            inserts_at_end: edit.old.is_empty(),
            new: Some(&edit.new),
        }
    }

    fn position(self, other: ConcurrentClaim<'_>) -> Position {
        if self.inserts_with(other) {
            Position::SamePoint
        } else if self.span.end() <= other.span.start() {
            Position::Before
        } else if other.span.end() <= self.span.start() {
            Position::After
        } else {
            Position::Clash
        }
    }

    /// True if both insert at the same offset.
    fn inserts_with(self, other: ConcurrentClaim<'_>) -> bool {
        self.inserts_at_start && other.inserts_at(self.span.start())
            || self.inserts_at_end && other.inserts_at(self.span.end())
    }

    fn inserts_at(self, offset: usize) -> bool {
        self.inserts_at_start && self.span.start() == offset
            || self.inserts_at_end && self.span.end() == offset
    }
}

impl ChangeSet {
    /// Rebases this change set over `over`, which applies to the same original. The returned set applies to the
    /// result of `over`. Linear in the edits of both sets.
    ///
    /// Edits that only touch do not conflict. An insertion at the start of text that `over` replaces precedes the new
    /// text, and an insertion at its end follows the new text.
    ///
    /// # Errors
    /// The first [`ClaimConflict`]: both claim a byte, or one inserts inside the text that the other replaces. With
    /// [`Tie::Conflict`] also if both insert different texts at the same offset.
    pub fn rebase(&self, over: &Self, tie: Tie) -> Result<Self, ClaimConflict> {
        let mut builder = Builder::with_capacity(over.result_len(), self.edits().len());
        let mut passed = 0;
        for mine in self.edits() {
            while let Some(theirs) = over.edits().get(passed) {
                if !is_after(mine, theirs, tie)? {
                    break;
                }
                passed += 1;
            }
            let at = over.shifted(mine.at, passed);
            builder.push(Edit { at, ..mine.clone() });
        }
        Ok(builder.finish())
    }

    /// Maps `offset` to the result, if exactly the first `passed` edits precede it.
    fn shifted(&self, offset: usize, passed: usize) -> usize {
        let Some(last) = passed.checked_sub(1) else {
            return offset;
        };
        self.result_span(last).end() + (offset - self.edits()[last].end())
    }

    /// All pairs of claims that [`Self::rebase`] refuses under [`Tie::Conflict`], in order. Symmetric: swapping the
    /// sets swaps each pair.
    pub fn conflicts(&self, other: &Self) -> Vec<ClaimConflict> {
        self.edit_claims().clashes(&other.edit_claims()).collect()
    }

    /// Conflicts by whole lines of `base`, the common original. Two blocks of lines conflict if they share a line or
    /// both insert lines at the same place, even equal lines. A line conflict contains every byte conflict.
    /// Symmetric.
    pub fn line_conflicts(&self, other: &Self, base: &[u8]) -> Vec<ClaimConflict> {
        let theirs = other.line_claims(base);
        self.line_claims(base).clashes(&theirs).collect()
    }

    /// The bytes that each edit claims.
    fn edit_claims(&self) -> ClaimList<'_> {
        ClaimList(self.edits().iter().map(ConcurrentClaim::of_edit).collect())
    }

    /// The whole lines of `base`, the original, that each block of edits claims.
    pub(super) fn line_claims(&self, base: &[u8]) -> ClaimList<'_> {
        let mut claims = Vec::new();
        for hull in self.hulls(base) {
            let edits = &self.edits()[hull.numbers];
            claims.push(ConcurrentClaim::of_lines(hull.span, edits));
        }
        ClaimList(claims)
    }
}

/// True if `mine` follows `theirs`.
fn is_after(mine: &Edit, theirs: &Edit, tie: Tie) -> Result<bool, ClaimConflict> {
    let position = ConcurrentClaim::of_edit(mine).position(ConcurrentClaim::of_edit(theirs));
    match (position, tie) {
        (Position::Before, _) | (Position::SamePoint, Tie::Before) => Ok(false),
        (Position::After, _) | (Position::SamePoint, Tie::After) => Ok(true),
        (Position::SamePoint, Tie::Conflict) if mine.new == theirs.new => Ok(true),
        (Position::SamePoint, Tie::Conflict) | (Position::Clash, _) => Err(ClaimConflict {
            mine: mine.span(),
            theirs: theirs.span(),
        }),
    }
}

/// Claims on a text, sorted, with a gap between any two.
pub(super) struct ClaimList<'a>(Vec<ConcurrentClaim<'a>>);

impl ClaimList<'_> {
    /// The conflicting pairs. Linear in `others` and in the claims near them.
    pub(super) fn clashes(&self, others: &Self) -> impl Iterator<Item = ClaimConflict> {
        let (mine, theirs) = (&self.0, &others.0);
        let start = theirs.first().map_or(0, |first| first.span.start());
        let mut i = mine.partition_point(|claim| claim.span.end() < start);
        let mut j = 0;
        std::iter::from_fn(move || {
            while let (Some(ours), Some(other)) = (mine.get(i), theirs.get(j)) {
                let is_clash = match ours.position(*other) {
                    Position::Before | Position::After => false,
                    Position::SamePoint => ours.new.is_none() || ours.new != other.new,
                    Position::Clash => true,
                };
                if ours.span.end() <= other.span.end() {
                    i += 1;
                } else {
                    j += 1;
                }
                if is_clash {
                    return Some(ClaimConflict {
                        mine: ours.span,
                        theirs: other.span,
                    });
                }
            }
            None
        })
    }
}
