//! The inverse of a change, carried over what came later. Pure.
//!
//! It is rebased; where the algebra finds a conflict, or two changes meet ([`super::adjoin`]), the lines are merged
//! three ways (as they were made, as the undo makes them, as they are), which accepts what git does.

use std::path::Path;

use bytes::Bytes;

use super::adjoin::meeting;
use crate::change::{ChangeSet, ClaimConflict, Edit, Tie};
use crate::error::{NotKept, UndoBlock};
use crate::merge::{MergeReach, MergeRule, SettledEdits, Versions, merge};
use crate::text::{self, LineIndex, Span};

/// Merges three texts of the file of that name; `None` where a conflict is left.
pub type SettleTexts<'a> = &'a dyn Fn(&Path, &Versions) -> Option<SettledEdits>;

/// What takes back a change, and the places where rules settled what was changed later.
pub(super) type Carried = (ChangeSet, Vec<(Span, MergeRule)>);

/// `inverse`, which takes back a change from the text after it, carried over `since`, which leads from
/// there to `current`. Where the two are in conflict, `settle` may know what becomes of both.
pub(super) fn carried(
    inverse: &ChangeSet,
    since: &ChangeSet,
    current: &[u8],
    settle: impl Fn(&Versions) -> Option<SettledEdits>,
) -> Result<Carried, UndoBlock> {
    let Some(extent) = extent(inverse) else {
        return Ok((ChangeSet::identity(since.result_len()), Vec::new()));
    };
    // What is changed elsewhere only moves it.
    let near = Neighbourhood::of(extent, since, current)?;
    let net = without_effectless(&near.since);
    let open = without_shared(&near.inside(inverse), &net);
    let rebased = open
        .rebase(&net, Tie::Conflict)
        .and_then(|changes| meeting(&open, &net, &near.text, current).map_or(Ok(changes), Err));
    match rebased {
        Ok(changes) => Ok((changes.moved(near.moved, since.result_len()), Vec::new())),
        Err(conflict) => merged(inverse, since, current, near.outside(conflict), settle),
    }
}

/// How far around a change its neighbours are looked at, in bytes.
const NEAR: usize = 1_024;

/// A part of a text, with what was changed there since.
struct Neighbourhood {
    start: usize,
    text: Vec<u8>,
    since: ChangeSet,
    /// How far on the part begins now.
    moved: isize,
}

impl Neighbourhood {
    /// That of the `extent` of a change of the text from which `since` led to `current`.
    fn of(extent: Span, since: &ChangeSet, current: &[u8]) -> Result<Self, UndoBlock> {
        let from = extent.start().saturating_sub(NEAR);
        let to = extent.end().saturating_add(NEAR).min(since.base_len());
        let (near, moved) = since.around(joined(Span::empty_at(from), Span::empty_at(to)));
        let (first, last) = (near.edits().first(), near.edits().last());
        let start = first.map_or(from, |edit| edit.at.min(from));
        let end = last.map_or(to, |edit| edit.end().max(to));
        let since = near.moved(-start.cast_signed(), end - start);
        let moved = moved + start.cast_signed();
        let here = Span::of_len(moved.cast_unsigned(), since.result_len());
        let there = current.get(here.range());
        let text = there.and_then(|there| since.invert().apply(there).ok());
        Ok(Self {
            start,
            text: text.ok_or(UndoBlock::NotKept(NotKept::Lost))?,
            since,
            moved,
        })
    }

    fn inside(&self, changes: &ChangeSet) -> ChangeSet {
        changes.moved(-self.start.cast_signed(), self.text.len())
    }

    fn outside(&self, conflict: ClaimConflict) -> ClaimConflict {
        let outside = |span: Span| Span::of_len(span.start() + self.start, span.len());
        ClaimConflict {
            mine: outside(conflict.mine),
            theirs: outside(conflict.theirs),
        }
    }
}

/// From the first byte that `changes` replace to the last; `None` where there are none.
fn extent(changes: &ChangeSet) -> Option<Span> {
    let (first, last) = (changes.edits().first()?, changes.edits().last()?);
    Span::new(first.at, last.end())
}

/// `changes` without what they leave as it was: only what differs now can be in the way.
fn without_effectless(changes: &ChangeSet) -> ChangeSet {
    let edits = changes.edits().iter().map(trimmed);
    ChangeSet::of_sorted(changes.base_len(), edits.collect())
}

/// `edit` without the bytes both sides begin and end with; with both sides empty when they are equal.
fn trimmed(edit: &Edit) -> Edit {
    let same = |(left, right): &(&u8, &u8)| left == right;
    let (old, new) = (&edit.old, &edit.new);
    let head = old.iter().zip(new).take_while(same).count();
    let (rest_old, rest_new) = (&old[head..], &new[head..]);
    let pairs = rest_old.iter().rev().zip(rest_new.iter().rev());
    let tail = pairs.take_while(same).count();
    Edit {
        at: edit.at + head,
        old: old.slice(head..old.len() - tail),
        new: new.slice(head..new.len() - tail),
    }
}

/// `changes` without the edits that `other` makes too.
fn without_shared(changes: &ChangeSet, other: &ChangeSet) -> ChangeSet {
    let is_open = |edit: &&Edit| {
        let there = other.edits().binary_search_by_key(&edit.at, |edit| edit.at);
        there.is_ok_and(|found| other.edits()[found] != **edit) || there.is_err()
    };
    let open = changes.edits().iter().filter(is_open).cloned();
    ChangeSet::of_sorted(changes.base_len(), open.collect())
}

/// Carries the changes over by a three-way merge of lines.
fn merged(
    inverse: &ChangeSet,
    since: &ChangeSet,
    current: &[u8],
    conflict: ClaimConflict,
    settle: impl Fn(&Versions) -> Option<SettledEdits>,
) -> Result<Carried, UndoBlock> {
    let lost = |_| UndoBlock::NotKept(NotKept::Lost);
    let made = since.invert().apply(current).map_err(lost)?;
    let undone = inverse.apply(&made).map_err(lost)?;
    let versions = Versions {
        base: made.into(),
        ours: Bytes::copy_from_slice(current),
        theirs: undone.into(),
    };
    let agreed = merge(&versions, MergeReach::Agreed).settled_edits();
    if let Some((edits, settled)) = agreed.or_else(|| settle(&versions)) {
        let changes = ChangeSet::new(current.len(), edits).map_err(lost)?;
        return Ok((changes, settled));
    }
    Err(both_sides(
        inverse,
        since,
        &versions.base,
        current,
        conflict,
    ))
}

/// The lines in conflict, as they were made, as the undo makes them, and as they are.
fn both_sides(
    inverse: &ChangeSet,
    since: &ChangeSet,
    made: &[u8],
    current: &[u8],
    conflict: ClaimConflict,
) -> UndoBlock {
    let mut span = joined(conflict.mine, conflict.theirs);
    loop {
        let whole = whole_lines(made, span);
        let edits = inverse.edits().iter().chain(since.edits());
        let wider = edits
            .map(Edit::span)
            .filter(|edit| edit.touches(whole))
            .fold(whole, joined);
        if wider == span {
            break;
        }
        span = wider;
    }
    let here = since.invert().origin_span(span);
    UndoBlock::Changed {
        lines: LineIndex::new(current).lines_of(current, here),
        undo: inverse.line_change(made, span),
        since: since.line_change(made, span),
    }
}

fn joined(left: Span, right: Span) -> Span {
    let start = left.start().min(right.start());
    Span::of_len(start, left.end().max(right.end()) - start)
}

/// The lines that hold `span`, endings included.
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
