//! Inversion and composition.
//!
//! Laws: composition is associative, [`ChangeSet::identity`] is neutral on both sides, and the inverse of a
//! composition is the composition of the inverses in reverse order.

use bytes::Bytes;

use super::set::PieceRun;
use super::{ChangeSet, ChangeSetError, Edit};
use crate::text::Span;

impl ChangeSet {
    /// The change set that turns the result back into the original. Inverting twice gives the same change set.
    pub fn invert(&self) -> Self {
        let mut edits = Vec::with_capacity(self.edits().len());
        for (edit, &at) in self.edits().iter().zip(self.starts()) {
            edits.push(Edit {
                at,
                old: edit.new.clone(),
                new: edit.old.clone(),
            });
        }
        Self::of_normalized(self.result_len(), edits)
    }

    /// Composes this change set with `next`: the result has the same effect as applying both in turn. The time is
    /// linear in the number of edits, and in the lengths of overlapping edits.
    ///
    /// An edit of `next` that touches an edit of `self` is joined with that edit. The joined edit keeps everything
    /// that both replace and insert, even if its old and new texts are equal.
    ///
    /// # Errors
    /// `Length` if `next` was made for a text with a different length from the result of `self`. `Witness` if `next`
    /// replaces bytes that differ from that result; the number is the edit's index in `next`.
    pub fn then(&self, next: &Self) -> Result<Self, ChangeSetError> {
        if next.base_len != self.result_len() {
            return Err(ChangeSetError::Length {
                expected: next.base_len,
                found: self.result_len(),
            });
        }
        check_witness(self, next)?;
        Ok(composed(self, next).set)
    }

    /// Composes this change set with `next`. `None` if `next` completely removes an insertion of `self`, because the
    /// result would not show that insertion, or if `next` does not fit.
    pub fn then_visibly(&self, next: &Self) -> Option<Self> {
        if next.base_len != self.result_len() {
            return None;
        }
        check_witness(self, next).ok()?;
        let composed = composed(self, next);
        if composed.vanished > 0 {
            return None;
        }
        Some(composed.set)
    }

    /// Composes `sets`, each of which applies to the result of the previous set. `base_len` is used only if `sets` is
    /// empty. Costs O(log n) compositions per edit.
    ///
    /// # Errors
    /// The same as [`Self::then`].
    pub fn in_turn(base_len: usize, sets: &[Self]) -> Result<Self, ChangeSetError> {
        match sets {
            [] => Ok(Self::identity(base_len)),
            [only] => Ok(only.clone()),
            _ => {
                let (first, next) = sets.split_at(sets.len() / 2);
                let first = Self::in_turn(base_len, first)?;
                first.then(&Self::in_turn(first.result_len(), next)?)
            }
        }
    }
}

/// One of two consecutive change sets. The result of the first is the original of the next: the middle text.
#[derive(Clone, Copy)]
enum Neighbor<'a> {
    /// The set that produces the middle text.
    First(&'a ChangeSet),
    /// The set that applies to the middle text.
    Next(&'a ChangeSet),
}

/// The bytes that one edit claims of the middle text.
#[derive(Clone, Copy)]
struct MiddleClaim<'a> {
    /// The claimed bytes of the middle text.
    span: Span,
    /// The text of these bytes.
    middle: &'a Bytes,
    /// The other text of the edit: the old text for the first set, the new text for the next set.
    outer: &'a Bytes,
}

impl<'a> Neighbor<'a> {
    /// The claim of edit `number`. `None` if there is no such edit.
    fn claim(self, number: usize) -> Option<MiddleClaim<'a>> {
        let (start, middle, outer) = match self {
            Self::First(set) => {
                let edit = set.edits().get(number)?;
                (set.starts()[number], &edit.new, &edit.old)
            }
            Self::Next(set) => {
                let edit = set.edits().get(number)?;
                (edit.at, &edit.old, &edit.new)
            }
        };
        Some(MiddleClaim {
            span: Span::of_len(start, middle.len()),
            middle,
            outer,
        })
    }
}

/// Checks that `next` replaces the text that `first` produced, for all bytes that both claim.
fn check_witness(first: &ChangeSet, next: &ChangeSet) -> Result<(), ChangeSetError> {
    let (first, next) = (Neighbor::First(first), Neighbor::Next(next));
    let (mut i, mut j) = (0, 0);
    while let (Some(made), Some(replaced)) = (first.claim(i), next.claim(j)) {
        let start = made.span.start().max(replaced.span.start());
        let end = made.span.end().min(replaced.span.end());
        if start < end && slice_at(made, start, end) != slice_at(replaced, start, end) {
            return Err(ChangeSetError::Witness { edit: j });
        }
        if made.span.end() <= replaced.span.end() {
            i += 1;
        } else {
            j += 1;
        }
    }
    Ok(())
}

/// The bytes `start..end` of the middle text, from `claim`, which contains them.
fn slice_at(claim: MiddleClaim<'_>, start: usize, end: usize) -> Bytes {
    let from = claim.span.start();
    claim.middle.slice(start - from..end - from)
}

/// The composition of two change sets.
pub(super) struct Composed {
    pub(super) set: ChangeSet,
    /// The number of insertions of the first set that the next set removed completely.
    pub(super) vanished: usize,
}

/// Composes `first` and `next`. The caller has checked that `next` fits.
pub(super) fn composed(first: &ChangeSet, next: &ChangeSet) -> Composed {
    let base_len = first.base_len;
    let mut edits = Vec::with_capacity(first.edits().len() + next.edits().len());
    let mut vanished = 0;
    let (first, next) = (Neighbor::First(first), Neighbor::Next(next));
    let (mut i, mut j) = (0, 0);
    // The ends of the last edit, in the middle text and in the original.
    let (mut middle_end, mut original_end) = (0, 0);
    while let Some(MiddleEdit { span, old, new }) = next_edit(first, next, &mut i, &mut j) {
        let at = original_end + (span.start() - middle_end);
        middle_end = span.end();
        original_end = at + old.len();
        if old.is_empty() && new.is_empty() {
            vanished += 1;
        } else {
            edits.push(Edit { at, old, new });
        }
    }
    // At least one unclaimed byte lies between any two edits.
    Composed {
        set: ChangeSet::of_normalized(base_len, edits),
        vanished,
    }
}

/// An edit of a composition.
struct MiddleEdit {
    /// The bytes of the middle text that the edit covers.
    span: Span,
    old: Bytes,
    new: Bytes,
}

/// The next edit of the composition, made of the edits of `first` from number `i` on and of `next` from number `j` on.
/// Moves both numbers past the edits it is made of.
fn next_edit(
    first: Neighbor<'_>,
    next: Neighbor<'_>,
    i: &mut usize,
    j: &mut usize,
) -> Option<MiddleEdit> {
    let (made, replaced) = (first.claim(*i), next.claim(*j));
    // Fast path: an edit that touches no edit of the other set needs no cluster.
    if let Some(made) = made
        && is_before(made, replaced)
    {
        *i += 1;
        return Some(MiddleEdit {
            span: made.span,
            old: made.outer.clone(),
            new: made.middle.clone(),
        });
    }
    if let Some(replaced) = replaced
        && is_before(replaced, made)
    {
        *j += 1;
        return Some(MiddleEdit {
            span: replaced.span,
            old: replaced.middle.clone(),
            new: replaced.outer.clone(),
        });
    }
    let cluster = Cluster::starting_at(first, next, *i, *j)?;
    let edit = MiddleEdit {
        span: cluster.span,
        old: cluster.outer_text(first, *i, next, *j),
        new: cluster.outer_text(next, *j, first, *i),
    };
    (*i, *j) = (cluster.first_end, cluster.next_end);
    Some(edit)
}

/// True if `claim` ends before `other` begins, or if there is no other claim.
fn is_before(claim: MiddleClaim<'_>, other: Option<MiddleClaim<'_>>) -> bool {
    other.is_none_or(|other| claim.span.end() < other.span.start())
}

/// A maximal run of touching claims from both sets.
struct Cluster {
    /// The bytes of the middle text. Claims cover all of them.
    span: Span,
    /// The number of the first edit of the first set after the cluster.
    first_end: usize,
    /// The number of the first edit of the next set after the cluster.
    next_end: usize,
}

impl Cluster {
    /// The cluster that begins with edit `i` of `first` or edit `j` of `next`, whichever comes first.
    fn starting_at(
        first: Neighbor<'_>,
        next: Neighbor<'_>,
        mut i: usize,
        mut j: usize,
    ) -> Option<Self> {
        let starts = [first.claim(i), next.claim(j)];
        let start = starts
            .iter()
            .flatten()
            .map(|claim| claim.span.start())
            .min()?;
        let mut end = start;
        loop {
            if let Some(made) = first.claim(i)
                && made.span.start() <= end
            {
                i += 1;
                end = end.max(made.span.end());
            } else if let Some(replaced) = next.claim(j)
                && replaced.span.start() <= end
            {
                j += 1;
                end = end.max(replaced.span.end());
            } else {
                break;
            }
        }
        Some(Self {
            span: Span::of_len(start, end - start),
            first_end: i,
            next_end: j,
        })
    }

    /// The text of the cluster beyond `side`. The edits of `side` from number `edit` on provide their outer text. The
    /// edits of `other` from number `filler` on provide the bytes between them.
    fn outer_text(
        &self,
        side: Neighbor<'_>,
        mut edit: usize,
        other: Neighbor<'_>,
        mut filler: usize,
    ) -> Bytes {
        let mut run = PieceRun::default();
        let mut from = self.span.start();
        loop {
            let claim = side
                .claim(edit)
                .filter(|claim| claim.span.start() <= self.span.end());
            let until = claim.map_or(self.span.end(), |claim| claim.span.start());
            while from < until {
                let Some(around) = other.claim(filler) else {
                    break;
                };
                if around.span.end() <= from {
                    filler += 1;
                    continue;
                }
                let end = until.min(around.span.end());
                run.push(slice_at(around, from, end));
                from = end;
            }
            let Some(claim) = claim else { break };
            run.push(claim.outer.clone());
            from = claim.span.end();
            edit += 1;
        }
        run.into_bytes()
    }
}
