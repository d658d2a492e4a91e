//! Two change sets against the same text: whether they get in each other's way, and how one follows
//! the other.
//!
//! Nothing is trimmed first: what an edit claims is what it says it replaces.

use bytes::Bytes;

use super::set::Builder;
use super::{ChangeSet, Edit};
use crate::text::Span;

/// The treatment of two insertions at one offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// Mine goes before theirs.
    Before,
    /// Mine goes after theirs.
    After,
    /// They conflict, unless their texts are equal: then the order makes no difference and both stand.
    Conflict,
}

/// Two claims that exclude each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClaimConflict {
    /// This side's claim on the common original; empty for an insertion.
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

/// How two claims lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meeting {
    /// The first lies before the second.
    Before,
    /// The first lies behind the second.
    Behind,
    /// Both insert at one offset.
    SamePoint,
    /// They share a byte, or one inserts inside what the other replaces.
    Clash,
}

/// A claim of bytes, and whether its edits begin or end with a pure insertion: two of these at one offset
/// meet although the bytes of the claims only touch.
#[derive(Clone, Copy)]
struct ConcurrentClaim {
    span: Span,
    inserts_at_start: bool,
    inserts_at_end: bool,
}

impl ConcurrentClaim {
    /// The claim of `edits` on `span`, which holds them.
    fn of(span: Span, edits: &[Edit]) -> Self {
        let inserts_at = |edit: Option<&Edit>, offset: usize| {
            edit.is_some_and(|edit| edit.old.is_empty() && edit.at == offset)
        };
        Self {
            span,
            inserts_at_start: inserts_at(edits.first(), span.start()),
            inserts_at_end: inserts_at(edits.last(), span.end()),
        }
    }

    fn of_edit(edit: &Edit) -> Self {
        Self::of(edit.span(), std::slice::from_ref(edit))
    }

    fn meets(self, other: Self) -> Meeting {
        if self.inserts_where(other) {
            Meeting::SamePoint
        } else if self.span.end() <= other.span.start() {
            Meeting::Before
        } else if other.span.end() <= self.span.start() {
            Meeting::Behind
        } else {
            Meeting::Clash
        }
    }

    fn inserts_where(self, other: Self) -> bool {
        self.insertions()
            .any(|offset| other.insertions().any(|there| offset == there))
    }

    fn insertions(self) -> impl Iterator<Item = usize> {
        let start = self.inserts_at_start.then_some(self.span.start());
        let end = self.inserts_at_end.then_some(self.span.end());
        start.into_iter().chain(end)
    }
}

impl ChangeSet {
    /// This change set, re-expressed against the result of `over`; both are against the same original.
    /// Linear in the edits of both.
    ///
    /// Edits that only touch do not conflict: an insertion at the start of what the other replaces goes
    /// before its new text, one at the end behind it.
    ///
    /// # Errors
    /// The first [`ClaimConflict`]: both claim a byte, one inserts inside what the other replaces, or, under
    /// [`Tie::Conflict`], both insert different texts at one offset.
    pub fn rebase(&self, over: &Self, tie: Tie) -> Result<Self, ClaimConflict> {
        let mut builder = Builder::with_capacity(over.result_len(), self.edits().len());
        let mut passed = 0;
        for mine in self.edits() {
            while let Some(theirs) = over.edits().get(passed) {
                if !is_behind(mine, theirs, tie)? {
                    break;
                }
                passed += 1;
            }
            let at = over.shifted(mine.at, passed);
            builder.push(Edit { at, ..mine.clone() });
        }
        Ok(builder.finish())
    }

    /// The place of `offset` in the result when the first `passed` edits lie before it.
    fn shifted(&self, offset: usize, passed: usize) -> usize {
        match passed.checked_sub(1) {
            None => offset,
            Some(last) => self.result_span(last).end() + (offset - self.edits()[last].end()),
        }
    }

    /// Every pair of claims that [`Self::rebase`] refuses under [`Tie::Conflict`], in order. Symmetric:
    /// the other way round gives the same pairs, swapped.
    pub fn conflicts(&self, other: &Self) -> Vec<ClaimConflict> {
        let mine = ClaimList(self.edits().iter().map(text_claim).collect());
        let theirs = ClaimList(other.edits().iter().map(text_claim).collect());
        mine.clashes(&theirs).collect()
    }

    /// The conflicts judged by line of `base`, the original of both: pairs of blocks of whole lines that
    /// share a line, or that both insert lines at one place, whatever the texts. Every conflict by bytes
    /// is inside one of these. Symmetric.
    pub fn line_conflicts(&self, other: &Self, base: &[u8]) -> Vec<ClaimConflict> {
        let theirs = other.line_claims(base);
        self.line_claims(base).clashes(&theirs).collect()
    }

    /// The whole lines of `base`, the original, that each block of edits claims.
    pub(super) fn line_claims(&self, base: &[u8]) -> ClaimList<'_> {
        let hulls = self.hulls(base);
        ClaimList(
            hulls
                .map(|hull| {
                    (
                        ConcurrentClaim::of(hull.span, &self.edits()[hull.numbers]),
                        None,
                    )
                })
                .collect(),
        )
    }
}

/// The claim of one edit, with its new text: equal insertions at one offset do not conflict.
fn text_claim(edit: &Edit) -> (ConcurrentClaim, Option<&Bytes>) {
    (ConcurrentClaim::of_edit(edit), Some(&edit.new))
}

/// Whether `mine` lies behind `theirs`.
fn is_behind(mine: &Edit, theirs: &Edit, tie: Tie) -> Result<bool, ClaimConflict> {
    let conflict = ClaimConflict {
        mine: mine.span(),
        theirs: theirs.span(),
    };
    match (
        ConcurrentClaim::of_edit(mine).meets(ConcurrentClaim::of_edit(theirs)),
        tie,
    ) {
        (Meeting::Before, _) | (Meeting::SamePoint, Tie::Before) => Ok(false),
        (Meeting::Behind, _) | (Meeting::SamePoint, Tie::After) => Ok(true),
        (Meeting::SamePoint, Tie::Conflict) if mine.new == theirs.new => Ok(true),
        (Meeting::SamePoint, Tie::Conflict) | (Meeting::Clash, _) => Err(conflict),
    }
}

/// Claims of a text, sorted and with a gap between any two; those with a new text stand beside an equal one.
pub(super) struct ClaimList<'a>(Vec<(ConcurrentClaim, Option<&'a Bytes>)>);

impl ClaimList<'_> {
    /// The pairs that exclude each other. Linear in `others` and in the claims that reach where they are.
    pub(super) fn clashes(&self, others: &Self) -> impl Iterator<Item = ClaimConflict> {
        let (mine, theirs) = (&self.0, &others.0);
        let start = theirs.first().map_or(0, |(first, _)| first.span.start());
        let mut i = mine.partition_point(|(claim, _)| claim.span.end() < start);
        let mut j = 0;
        std::iter::from_fn(move || {
            while let (Some((ours, text)), Some((other, other_text))) = (mine.get(i), theirs.get(j))
            {
                let is_clash = match ours.meets(*other) {
                    Meeting::Before | Meeting::Behind => false,
                    Meeting::SamePoint => text.is_none() || text != other_text,
                    Meeting::Clash => true,
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
