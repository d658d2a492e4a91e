//! `nodes`: the sides changed different children of a list that a grammar finds.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use bytes::Bytes;
use foldhash::fast::FixedState;

use super::children::{ChildChanges, ChildFate, child_name};
use super::other_words;
use crate::conflict::Conflict;
use crate::lists::{Children, ListedText, count_repeated};
use crate::names;
use crate::pieces::Piece;
use crate::versions::NumberedLines;
use incise_syntax::{ChildOrder, NodeList};

/// The number of nested lists that are looked into. A list of one child without brackets is its own child.
const DEEPEST: usize = 50;

/// A part of one version.
#[derive(Clone)]
struct Part<'a> {
    side: &'a ListedText,
    span: Range<usize>,
}

impl<'a> Part<'a> {
    fn new(side: &'a ListedText, lines: &NumberedLines<'_>, range: &Range<usize>) -> Self {
        Self {
            side,
            span: lines.start(range.start)..lines.start(range.end),
        }
    }

    fn within(&self, span: Range<usize>) -> Self {
        Self {
            side: self.side,
            span,
        }
    }

    fn text(&self) -> &'a [u8] {
        self.side.bytes(&self.span)
    }
}

/// The lines of `piece` with the changes of both sides to different children of lists.
pub fn settle(conflict: &Conflict<'_, '_>, piece: &Piece) -> Option<Bytes> {
    if other_words::repeats_words(conflict, piece) {
        return None;
    }
    let lines = conflict.lines();
    let [base, ours, theirs] = conflict.listed_versions();
    let parts = [
        Part::new(base, &lines.base, &piece.base),
        Part::new(ours, &lines.ours, &piece.ours),
        Part::new(theirs, &lines.theirs, &piece.theirs),
    ];
    let text = match merged_inside(&parts) {
        Some(text) => text,
        None => merged_parts(&parts, 0)?,
    };
    Some(text.into())
}

/// Merges `parts` as parts of the list around them.
fn merged_inside(parts: &[Part<'_>; 3]) -> Option<Vec<u8>> {
    let [base, ours, theirs] = parts;
    let base = base.side.around(&base.span)?;
    let ours = ours.side.around(&ours.span)?;
    let theirs = theirs.side.around(&theirs.span)?;
    if base.kind != ours.kind || base.kind != theirs.kind {
        return None;
    }
    merged_list(parts, [base, ours, theirs], 0)
}

/// Merges `parts`, which are inside `depth` lists: list by list, and the text between the lists if one side alone changed
/// it.
fn merged_parts(parts: &[Part<'_>; 3], depth: usize) -> Option<Vec<u8>> {
    if depth > DEEPEST {
        return None;
    }
    if let Some(text) = changed_by_one(parts.each_ref().map(Part::text)) {
        return Some(text.to_vec());
    }
    let [base, ours, theirs] = parts.each_ref().map(|part| part.side.outermost(&part.span));
    if base.is_empty() || base.len() != ours.len() || base.len() != theirs.len() {
        return None;
    }
    let mut text = Vec::new();
    let mut rest = parts.clone();
    for number in 0..base.len() {
        let lists = [base[number], ours[number], theirs[number]];
        if lists.iter().any(|list| list.kind != base[number].kind) {
            return None;
        }
        let mut before = rest.clone();
        let mut whole = rest.clone();
        for (side, list) in lists.iter().enumerate() {
            before[side] = rest[side].within(rest[side].span.start..list.whole.start());
            whole[side] = rest[side].within(list.whole.range());
            rest[side].span.start = list.whole.end();
        }
        text.extend_from_slice(changed_by_one(before.each_ref().map(Part::text))?);
        text.extend_from_slice(&merged_list(&whole, lists, depth)?);
    }
    text.extend_from_slice(changed_by_one(rest.each_ref().map(Part::text))?);
    Some(text)
}

/// The result of three versions, if one side alone changed them, or both sides did so alike.
fn changed_by_one([base, ours, theirs]: [&[u8]; 3]) -> Option<&[u8]> {
    if ours == theirs || theirs == base {
        Some(ours)
    } else if ours == base {
        Some(theirs)
    } else {
        None
    }
}

/// Merges `lists`, one in each of `parts`, which are inside `depth` lists.
fn merged_list(parts: &[Part<'_>; 3], lists: [&NodeList; 3], depth: usize) -> Option<Vec<u8>> {
    let mut is_sorted = true;
    for (part, list) in parts.iter().zip(lists) {
        let texts = list
            .children
            .iter()
            .map(|child| part.side.bytes(&child.range()));
        is_sorted &= list.children.len() > 1 && texts.is_sorted();
    }
    let [base, ours, theirs] = parts;
    let merge = ListMerge {
        base: Children::read(base.side, &base.span, lists[0])?,
        ours: Children::read(ours.side, &ours.span, lists[1])?,
        theirs: Children::read(theirs.side, &theirs.span, lists[2])?,
        order: lists[0].order,
        depth,
        is_sorted,
    };
    merge.merged()
}

/// A child of the merged list.
struct MergedChild<'m> {
    text: Cow<'m, [u8]>,
    /// The number on our side, if it is there.
    in_ours: Option<usize>,
    /// The number on the other side, if it is there.
    in_theirs: Option<usize>,
}

/// The children of one list in each version.
struct ListMerge<'a> {
    base: Children<'a>,
    ours: Children<'a>,
    theirs: Children<'a>,
    order: ChildOrder,
    /// The number of lists around it.
    depth: usize,
    /// True if every version has the children in order.
    is_sorted: bool,
}

impl ListMerge<'_> {
    fn merged(&self) -> Option<Vec<u8>> {
        let (old, own, other) = (self.base.texts(), self.ours.texts(), self.theirs.texts());
        let by_ours = ChildChanges::between(&old, &own);
        let by_theirs = ChildChanges::between(&old, &other);
        if !by_ours.is_empty() && !by_theirs.is_empty() {
            let is_certain = by_ours.is_certain && by_theirs.is_certain;
            if !is_certain
                || by_ours.is_other_list(&old, &own)
                || by_theirs.is_other_list(&old, &other)
            {
                return None;
            }
        }
        let has_our_layout = !self.ours.is_laid_out_as(&self.base);
        let has_their_layout = !self.theirs.is_laid_out_as(&self.base);
        if has_our_layout && has_their_layout && !self.ours.is_laid_out_as(&self.theirs) {
            return None;
        }
        let mut all = Vec::new();
        for slot in 0..=old.len() {
            all.extend(self.inserted(slot, &by_ours, &by_theirs)?);
            if slot < old.len() {
                let (own, other) = (by_ours.fates[slot], by_theirs.fates[slot]);
                if own != ChildFate::Removed && other != ChildFate::Removed {
                    all.push(self.child(slot, own, other)?);
                } else if is_changed(own) || is_changed(other) {
                    return None;
                }
            }
        }
        if self.order == ChildOrder::Free && has_name_twice(&all)
            || self.is_inserted_twice(&by_ours, &by_theirs)
        {
            return None;
        }
        if self.order == ChildOrder::Free && self.is_sorted {
            all.sort_by(|one, other| one.text.cmp(&other.text));
        }
        if has_their_layout && !has_our_layout {
            laid_out(&all, |child| child.in_theirs, &self.theirs, &self.ours)
        } else {
            laid_out(&all, |child| child.in_ours, &self.ours, &self.theirs)
        }
    }

    /// The child `number` of the base, which no side removed. `None` if both sides changed it in the same place.
    fn child(&self, number: usize, own: ChildFate, other: ChildFate) -> Option<MergedChild<'_>> {
        let (in_ours, in_theirs) = (own.number()?, other.number()?);
        let text = match (own, other) {
            (ChildFate::Changed(_), ChildFate::Changed(_)) => {
                let parts = [
                    self.base.part(number),
                    self.ours.part(in_ours),
                    self.theirs.part(in_theirs),
                ];
                Cow::Owned(merged_parts(&parts, self.depth + 1)?)
            }
            (_, ChildFate::Changed(_)) => Cow::Borrowed(self.theirs.text(in_theirs)),
            _ => Cow::Borrowed(self.ours.text(in_ours)),
        };
        Some(MergedChild {
            text,
            in_ours: Some(in_ours),
            in_theirs: Some(in_theirs),
        })
    }

    /// The children that the sides inserted before the child `slot` of the base. `None` if the neighbours or the order of
    /// the list do not allow them.
    fn inserted(
        &self,
        slot: usize,
        by_ours: &ChildChanges,
        by_theirs: &ChildChanges,
    ) -> Option<Vec<MergedChild<'_>>> {
        let mut ours = Vec::new();
        for child in &by_ours.inserted[slot] {
            ours.push(MergedChild {
                text: Cow::Borrowed(self.ours.text(*child)),
                in_ours: Some(*child),
                in_theirs: None,
            });
        }
        let mut theirs = Vec::new();
        for child in &by_theirs.inserted[slot] {
            theirs.push(MergedChild {
                text: Cow::Borrowed(self.theirs.text(*child)),
                in_ours: None,
                in_theirs: Some(*child),
            });
        }
        if !ours.is_empty() && self.forbids_neighbour(slot, by_theirs)
            || !theirs.is_empty() && self.forbids_neighbour(slot, by_ours)
        {
            return None;
        }
        if ours.is_empty() || theirs.is_empty() {
            ours.extend(theirs);
            return Some(ours);
        }
        if have_same_texts(&ours, &theirs) {
            for (own, other) in ours.iter_mut().zip(theirs) {
                own.in_theirs = other.in_theirs;
            }
            return Some(ours);
        }
        self.inserted_by_both(ours, theirs)
    }

    /// True if `changes` removed a neighbour of a child inserted before `slot`, or changed one whose order has a meaning.
    fn forbids_neighbour(&self, slot: usize, changes: &ChildChanges) -> bool {
        let beside = slot.saturating_sub(1)..(slot + 1).min(changes.fates.len());
        changes.fates[beside].iter().any(|fate| match fate {
            ChildFate::Kept(_) => false,
            ChildFate::Changed(_) => self.order == ChildOrder::Meant,
            ChildFate::Removed => true,
        })
    }

    /// The different children `ours` and `theirs`, inserted at one place, if the order of the list allows both.
    fn inserted_by_both<'m>(
        &self,
        mut ours: Vec<MergedChild<'m>>,
        theirs: Vec<MergedChild<'m>>,
    ) -> Option<Vec<MergedChild<'m>>> {
        let mut is_shared = false;
        for other in &theirs {
            for own in &ours {
                if own.text == other.text {
                    is_shared = true;
                } else if names::is_same_member(&own.text, &other.text) {
                    return None;
                }
            }
        }
        let allows_both = match self.order {
            ChildOrder::Free => !ours.iter().chain(&theirs).any(is_spread),
            ChildOrder::Fixed => {
                let has_lines = self.ours.has_line_each() && self.theirs.has_line_each();
                (self.is_sorted || has_lines) && !is_shared
            }
            ChildOrder::Meant => false,
        };
        if !allows_both {
            return None;
        }
        let own_count = ours.len();
        for other in theirs {
            if !ours[..own_count].iter().any(|own| own.text == other.text) {
                ours.push(other);
            }
        }
        if self.is_sorted {
            ours.sort_by(|one, other| one.text.cmp(&other.text));
        }
        Some(ours)
    }

    /// True if both sides inserted one child, at different places.
    fn is_inserted_twice(&self, by_ours: &ChildChanges, by_theirs: &ChildChanges) -> bool {
        let mut ours: HashMap<&[u8], usize, FixedState> = HashMap::default();
        for (slot, children) in by_ours.inserted.iter().enumerate() {
            for child in children {
                ours.insert(self.ours.text(*child), slot);
            }
        }
        for (slot, children) in by_theirs.inserted.iter().enumerate() {
            for child in children {
                let own = ours.get(self.theirs.text(*child));
                if own.is_some_and(|own| *own != slot) {
                    return true;
                }
            }
        }
        false
    }
}

impl<'a> Children<'a> {
    fn part(&self, child: usize) -> Part<'a> {
        Part {
            side: self.side,
            span: self.spans[child].clone(),
        }
    }
}

fn is_changed(fate: ChildFate) -> bool {
    matches!(fate, ChildFate::Changed(_))
}

/// True if `child` takes in other entries: `...rest`, `**options`.
fn is_spread(child: &MergedChild<'_>) -> bool {
    child.text.starts_with(b"...") || child.text.starts_with(b"**")
}

fn have_same_texts(ours: &[MergedChild<'_>], theirs: &[MergedChild<'_>]) -> bool {
    let their_texts = theirs.iter().map(|child| &child.text);
    ours.iter().map(|child| &child.text).eq(their_texts)
}

fn has_name_twice(children: &[MergedChild<'_>]) -> bool {
    let names = children.iter().filter_map(|child| child_name(&child.text));
    count_repeated(names.collect()) > 0
}

/// The text of `children` in the layout of the side `layout`, where each has the number that `number` returns. `other` is
/// the other side. `None` if new children do not fit the layout.
fn laid_out(
    children: &[MergedChild<'_>],
    number: fn(&MergedChild<'_>) -> Option<usize>,
    layout: &Children<'_>,
    other: &Children<'_>,
) -> Option<Vec<u8>> {
    if children.is_empty() || layout.spans.is_empty() {
        return None;
    }
    let is_other_layout = layout.head().contains(&b'\n') != other.head().contains(&b'\n');
    for child in children {
        if is_other_layout && number(child).is_none() && child.text.contains(&b'\n') {
            return None;
        }
    }
    let usual_gap = if layout.spans.len() > 1 {
        layout.gap(1)
    } else if other.spans.len() > 1 {
        other.gap(1)
    } else {
        b", "
    };
    let mut text = layout.head().to_vec();
    for (place, child) in children.iter().enumerate() {
        if place > 0 {
            match number(child) {
                Some(next) if next > 0 => text.extend_from_slice(layout.gap(next)),
                _ => text.extend_from_slice(usual_gap),
            }
        }
        text.extend_from_slice(&child.text);
    }
    text.extend_from_slice(layout.tail());
    Some(text)
}
