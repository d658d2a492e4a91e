//! Rebases the inverse of a change over later changes. No I/O.
//!
//! If the rebase has a conflict, or two changes interfere ([`super::interference`]), the lines are merged three ways.
//! The versions are the text after the edit, the text that the undo would restore, and the current text.

use std::path::Path;

use bytes::Bytes;

use super::interference::first_interference;
use crate::change::{Bias, ChangeSet, ClaimConflict, Edit, Tie};
use crate::error::{NotKept, UndoBlock};
use crate::merge::{MergeReach, MergeRule, SettledEdits, Versions, merge};
use crate::text::{self, LineIndex, Span};

const LOST: UndoBlock = UndoBlock::NotKept(NotKept::Lost);

/// Merges three texts of the named file; `None` if a conflict remains.
pub type SettleTexts<'a> = &'a dyn Fn(&Path, &Versions) -> Option<SettledEdits>;

/// The inverse of a change, rebased to the current text.
pub(super) struct RebasedInverse {
    pub(super) changes: ChangeSet,
    /// The places where a merge rule resolved a conflict with a later change.
    pub(super) settled: Vec<(Span, MergeRule)>,
}

/// Rebases `inverse`, which undoes a change in the text after that change. `since` leads from that text to `current`.
/// `settle` may resolve a conflict that the merge cannot.
pub(super) fn rebase_inverse(
    inverse: &ChangeSet,
    since: &ChangeSet,
    current: &[u8],
    settle: impl Fn(&Versions) -> Option<SettledEdits>,
) -> Result<RebasedInverse, UndoBlock> {
    let Some(extent) = extent(inverse) else {
        return Ok(RebasedInverse {
            changes: ChangeSet::identity(since.result_len()),
            settled: Vec::new(),
        });
    };
    // Later changes elsewhere only shift the inverse.
    let neighborhood = Neighborhood::new(extent, since, current)?;
    match neighborhood.rebase(inverse, current) {
        Ok(changes) => Ok(RebasedInverse {
            changes: changes.moved(neighborhood.current_offset, since.result_len()),
            settled: Vec::new(),
        }),
        Err(conflict) => merge_inverse(inverse, since, current, conflict, settle),
    }
}

/// The distance in bytes around a change within which later changes can conflict with it.
const NEIGHBORHOOD: usize = 1_024;

/// A part of the text after a change, and the later changes to that part.
struct Neighborhood {
    start: usize,
    text: Vec<u8>,
    since: ChangeSet,
    /// The difference between the offset of the part in the current text and in the text after the change.
    current_offset: isize,
}

impl Neighborhood {
    /// The part around `extent` of a text that `since` changed into `current`.
    fn new(extent: Span, since: &ChangeSet, current: &[u8]) -> Result<Self, UndoBlock> {
        let from = extent.start().saturating_sub(NEIGHBORHOOD);
        let to = extent
            .end()
            .saturating_add(NEIGHBORHOOD)
            .min(since.base_len());
        let (nearby_changes, shift) = since.around(union(Span::empty_at(from), Span::empty_at(to)));
        let (mut start, mut end) = (from, to);
        if let Some(first) = nearby_changes.edits().first() {
            start = start.min(first.at);
        }
        if let Some(last) = nearby_changes.edits().last() {
            end = end.max(last.end());
        }
        let local_since = nearby_changes.moved(-start.cast_signed(), end - start);
        let current_offset = shift + start.cast_signed();
        let current_span = Span::of_len(current_offset.cast_unsigned(), local_since.result_len());
        let current_text = current.get(current_span.range()).ok_or(LOST)?;
        Ok(Self {
            start,
            text: local_since.invert().apply(current_text).map_err(|_| LOST)?,
            since: local_since,
            current_offset,
        })
    }

    /// Rebases `inverse` over the later changes in this part.
    fn rebase(&self, inverse: &ChangeSet, current: &[u8]) -> Result<ChangeSet, ClaimConflict> {
        let since = without_kept_bytes(&self.since);
        let inverse = inverse.moved(-self.start.cast_signed(), self.text.len());
        let remaining = without_shared(&inverse, &since);
        let rebased = remaining
            .rebase(&since, Tie::Conflict)
            .map_err(|conflict| self.shifted_to_whole_text(conflict))?;
        match first_interference(&remaining, &since, &self.text, current) {
            Some(conflict) => Err(self.shifted_to_whole_text(conflict)),
            None => Ok(rebased),
        }
    }

    fn shifted_to_whole_text(&self, conflict: ClaimConflict) -> ClaimConflict {
        let ClaimConflict { mine, theirs } = conflict;
        ClaimConflict {
            mine: Span::of_len(mine.start() + self.start, mine.len()),
            theirs: Span::of_len(theirs.start() + self.start, theirs.len()),
        }
    }
}

/// The span from the first to the last byte that `changes` replace; `None` if there are no changes.
fn extent(changes: &ChangeSet) -> Option<Span> {
    let (first, last) = (changes.edits().first()?, changes.edits().last()?);
    Span::new(first.at, last.end())
}

/// `changes` without the bytes that they keep, because only a real difference can conflict.
fn without_kept_bytes(changes: &ChangeSet) -> ChangeSet {
    let edits = changes.edits().iter().map(trim_common);
    ChangeSet::of_sorted(changes.base_len(), edits.collect())
}

/// `edit` without the common prefix and suffix of its old and new text.
fn trim_common(edit: &Edit) -> Edit {
    let (old, new) = (&edit.old, &edit.new);
    let head = text::common_head(old, new);
    let tail = text::common_tail(&old[head..], &new[head..]);
    Edit {
        at: edit.at + head,
        old: old.slice(head..old.len() - tail),
        new: new.slice(head..new.len() - tail),
    }
}

/// `changes` without the edits that are also in `other`.
fn without_shared(changes: &ChangeSet, other: &ChangeSet) -> ChangeSet {
    let mut edits = Vec::new();
    for edit in changes.edits() {
        let at_same_offset = other.edits().binary_search_by_key(&edit.at, |edit| edit.at);
        if at_same_offset.is_ok_and(|index| other.edits()[index] == *edit) {
            continue;
        }
        edits.push(edit.clone());
    }
    ChangeSet::of_sorted(changes.base_len(), edits)
}

/// Rebases the inverse with a three-way merge of lines.
fn merge_inverse(
    inverse: &ChangeSet,
    since: &ChangeSet,
    current: &[u8],
    conflict: ClaimConflict,
    settle: impl Fn(&Versions) -> Option<SettledEdits>,
) -> Result<RebasedInverse, UndoBlock> {
    let text_after = since.invert().apply(current).map_err(|_| LOST)?;
    let text_before = inverse.apply(&text_after).map_err(|_| LOST)?;
    let versions = Versions {
        base: text_after.into(),
        ours: Bytes::copy_from_slice(current),
        theirs: text_before.into(),
    };
    let agreed = merge(&versions, MergeReach::Agreed).settled_edits();
    if let Some((edits, settled)) = agreed.or_else(|| settle(&versions)) {
        let changes = ChangeSet::new(current.len(), edits).map_err(|_| LOST)?;
        if is_in_place(&changes, inverse, since) {
            return Ok(RebasedInverse { changes, settled });
        }
    }
    Err(changed_block(
        inverse,
        since,
        &versions.base,
        current,
        conflict,
    ))
}

/// True if `merged` changes the text where `since` has moved the places of `inverse`, and nowhere else. A comparison of
/// equal lines may pair the wrong ones. A place that `since` has changed need not change again.
fn is_in_place(merged: &ChangeSet, inverse: &ChangeSet, since: &ChangeSet) -> bool {
    for edit in merged.edits() {
        let origin = since.origin_span(edit.span());
        if inverse.around(origin).0.is_empty() {
            return false;
        }
    }
    for edit in inverse.edits() {
        let span = edit.span();
        let (touching, _) = since.around(span);
        let is_changed = touching.edits().iter().any(|later| {
            let (start, end) = (later.at.max(span.start()), later.end().min(span.end()));
            start < end || span.is_empty()
        });
        let place = since.map_span(span, (Bias::Before, Bias::After));
        if !is_changed && merged.around(place).0.is_empty() {
            return false;
        }
    }
    true
}

/// The lines in conflict, as [`UndoBlock::Changed`].
fn changed_block(
    inverse: &ChangeSet,
    since: &ChangeSet,
    text_after: &[u8],
    current: &[u8],
    conflict: ClaimConflict,
) -> UndoBlock {
    let mut span = union(conflict.mine, conflict.theirs);
    loop {
        let whole = whole_lines(text_after, span);
        let edits = inverse.edits().iter().chain(since.edits());
        let wider = edits
            .map(Edit::span)
            .filter(|edit| edit.touches(whole))
            .fold(whole, union);
        if wider == span {
            break;
        }
        span = wider;
    }
    let current_span = since.invert().origin_span(span);
    UndoBlock::Changed {
        lines: LineIndex::new(current).lines_of(current, current_span),
        undo: inverse.line_change(text_after, span),
        since: since.line_change(text_after, span),
    }
}

fn union(left: Span, right: Span) -> Span {
    let start = left.start().min(right.start());
    Span::of_len(start, left.end().max(right.end()) - start)
}

/// The whole lines that contain `span`, with line endings.
fn whole_lines(text: &[u8], span: Span) -> Span {
    let start = text::line_start(text, span.start());
    let is_ended = span.end() > start && text[span.end() - 1] == b'\n';
    let end = if is_ended {
        span.end()
    } else {
        text::line_end(text, span.end())
    };
    Span::of_len(start, end - start)
}
