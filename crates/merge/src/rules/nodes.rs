//! Lists that a grammar finds in a text. In a conflict about such a list, changes of different children both stand, in the
//! form that a side gave the list.
//!
//! Evidence is thin, and the conflict stays, where both changed one child, where one took away what the other changed, and
//! where both put children at one place of a list in which the order says something.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use bytes::Bytes;
use foldhash::fast::FixedState;

use super::children::{ChildChanges, ChildFate};
use super::entry;
use super::listed::{Listed, ListedText, ListedVersions, count_twice};
use crate::region::MergeRegion;
use crate::versions::{NumberedLines, VersionLines};
use incise_syntax::{ChildOrder, NodeList};

/// How deep lists are looked into. A list of one child without brackets, as of one imported name, is its own child.
const DEEPEST: usize = 50;

/// A part of each version.
type Parts<'a> = [(&'a ListedText, Range<usize>); 3];

/// The lines of `conflict`, where both sides changed different children of lists there.
pub fn merged(
    conflict: &MergeRegion,
    lines: &VersionLines,
    versions: &ListedVersions,
) -> Option<Bytes> {
    let span =
        |lines: &NumberedLines, of: &Range<usize>| lines.start(of.start)..lines.start(of.end);
    let spans = [
        span(&lines.base, &conflict.base),
        span(&lines.ours, &conflict.ours),
        span(&lines.theirs, &conflict.theirs),
    ];
    let [base, ours, theirs] = versions;
    let [of_base, of_ours, of_theirs] = spans;
    let parts = [(base, of_base), (ours, of_ours), (theirs, of_theirs)];
    let inside = || {
        let around = parts.each_ref().map(|(side, span)| side.around(span));
        let [Some(base), Some(ours), Some(theirs)] = around else {
            return None;
        };
        let is_one = base.kind == ours.kind && base.kind == theirs.kind;
        let lists = [base, ours, theirs];
        is_one.then(|| merged_list(&parts, lists, 0))?
    };
    let text = inside().or_else(|| merged_parts(&parts, 0))?;
    Some(text.into())
}

/// What both made of `parts`, in `depth` lists, where one alone changed each of what is in no list, and each child of a
/// list.
fn merged_parts(parts: &Parts<'_>, depth: usize) -> Option<Vec<u8>> {
    if depth > DEEPEST {
        return None;
    }
    let whole = parts.each_ref().map(|(side, span)| side.bytes(span));
    if let Some(text) = changed_by_one(whole) {
        return Some(text.to_vec());
    }
    let [base, ours, theirs] = parts.each_ref().map(|(side, span)| side.outermost(span));
    if base.is_empty() || base.len() != ours.len() || base.len() != theirs.len() {
        return None;
    }
    let mut text = Vec::new();
    let mut at = parts.each_ref().map(|(_, span)| span.start);
    for lists in base.into_iter().zip(ours).zip(theirs) {
        let ((base, ours), theirs) = lists;
        let lists = [base, ours, theirs];
        if lists.iter().any(|list| list.kind != base.kind) {
            return None;
        }
        let mut number = 0..3;
        let before = lists.map(|list| {
            let number = number.next().unwrap_or(0);
            parts[number].0.bytes(&(at[number]..list.whole.start()))
        });
        text.extend_from_slice(changed_by_one(before)?);
        at = lists.map(|list| list.whole.end());
        let mut sides = parts.iter().map(|(side, _)| *side).zip(lists);
        let mut next = || sides.next().map(|(side, list)| (side, list.whole.range()));
        let whole = [next()?, next()?, next()?];
        text.extend_from_slice(&merged_list(&whole, lists, depth)?);
    }
    let rest = [0, 1, 2].map(|number| {
        let (side, span) = &parts[number];
        side.bytes(&(at[number]..span.end))
    });
    text.extend_from_slice(changed_by_one(rest)?);
    Some(text)
}

/// What became of the first of three texts, where one side alone changed it or both did so alike.
fn changed_by_one<T: PartialEq>([base, ours, theirs]: [T; 3]) -> Option<T> {
    if ours == theirs || theirs == base {
        Some(ours)
    } else {
        (ours == base).then_some(theirs)
    }
}

/// A child of the merged list.
struct MergedChild<'m> {
    text: Cow<'m, [u8]>,
    /// Its number on our side, if it is there.
    in_ours: Option<usize>,
    /// Its number on the other side, if it is there.
    in_theirs: Option<usize>,
}

/// What both made of one of `lists` in each of `parts`, in `depth` others.
fn merged_list(parts: &Parts<'_>, lists: [&NodeList; 3], depth: usize) -> Option<Vec<u8>> {
    let listed = |number: usize| {
        let (side, span) = &parts[number];
        Listed::of(side, span, lists[number])
    };
    let merge = ListMerge {
        base: listed(0)?,
        ours: listed(1)?,
        theirs: listed(2)?,
        order: lists[0].order,
        depth,
        is_sorted: parts
            .iter()
            .zip(lists)
            .all(|((side, _), list)| is_sorted(side, list)),
    };
    merge.merged()
}

/// Whether `list` has children in an order by their texts.
fn is_sorted(side: &ListedText, list: &NodeList) -> bool {
    let texts = list.children.iter().map(|child| side.bytes(&child.range()));
    list.children.len() > 1 && texts.is_sorted()
}

/// The children of one list in each version.
struct ListMerge<'a> {
    base: Listed<'a>,
    ours: Listed<'a>,
    theirs: Listed<'a>,
    order: ChildOrder,
    /// In how many others it is.
    depth: usize,
    /// Whether each version has them in order.
    is_sorted: bool,
}

impl ListMerge<'_> {
    fn merged(&self) -> Option<Vec<u8>> {
        let Self {
            base, ours, theirs, ..
        } = self;
        let (old, own, other) = (base.texts(), ours.texts(), theirs.texts());
        let by_ours = ChildChanges::between(&old, &own);
        let by_theirs = ChildChanges::between(&old, &other);
        let is_one_sided = by_ours.is_empty() || by_theirs.is_empty();
        let is_certain = by_ours.is_certain && by_theirs.is_certain;
        let are_others = by_ours.are_others(&old, &own) || by_theirs.are_others(&old, &other);
        if !is_one_sided && (!is_certain || are_others) {
            return None;
        }
        let is_as_it_was = [ours, theirs].map(|side| side.is_formed_as(base));
        if is_as_it_was == [false; 2] && !ours.is_formed_as(theirs) {
            return None;
        }
        let is_formed_by_ours = is_as_it_was != [true, false];
        let mut all = Vec::new();
        for slot in 0..=base.children.len() {
            all.extend(self.put_in(slot, &by_ours, &by_theirs)?);
            let fates = by_ours.fates.get(slot).zip(by_theirs.fates.get(slot));
            if let Some((own, other)) = fates {
                all.extend(self.child(slot, *own, *other)?);
            }
        }
        let is_named = self.order != ChildOrder::Free || !has_name_twice(&all);
        if !is_named || self.is_put_in_twice(&by_ours, &by_theirs) {
            return None;
        }
        if self.order == ChildOrder::Free && self.is_sorted {
            all.sort_by(|one, other| one.text.cmp(&other.text));
        }
        if is_formed_by_ours {
            formed(&all, |child| child.in_ours, ours, theirs)
        } else {
            formed(&all, |child| child.in_theirs, theirs, ours)
        }
    }

    /// What becomes of the child `number` of the base: nothing, if it is removed. `None` where both changed it.
    fn child(
        &self,
        number: usize,
        own: ChildFate,
        other: ChildFate,
    ) -> Option<Option<MergedChild<'_>>> {
        let text = match (own, other) {
            (ChildFate::Removed, ChildFate::Removed | ChildFate::Kept(_))
            | (ChildFate::Kept(_), ChildFate::Removed) => return Some(None),
            (ChildFate::Changed(_), ChildFate::Removed)
            | (ChildFate::Removed, ChildFate::Changed(_)) => return None,
            (ChildFate::Kept(own) | ChildFate::Changed(own), ChildFate::Kept(_)) => {
                Cow::Borrowed(self.ours.child(own))
            }
            (ChildFate::Kept(_), ChildFate::Changed(other)) => {
                Cow::Borrowed(self.theirs.child(other))
            }
            (ChildFate::Changed(own), ChildFate::Changed(other)) => {
                let parts = [
                    (self.base.side, self.base.children[number].clone()),
                    (self.ours.side, self.ours.children[own].clone()),
                    (self.theirs.side, self.theirs.children[other].clone()),
                ];
                Cow::Owned(merged_parts(&parts, self.depth + 1)?)
            }
        };
        Some(Some(MergedChild {
            text,
            in_ours: own.number(),
            in_theirs: other.number(),
        }))
    }

    /// What both put before the child `slot` of the base; `None` where something speaks against that.
    fn put_in(
        &self,
        slot: usize,
        by_ours: &ChildChanges,
        by_theirs: &ChildChanges,
    ) -> Option<Vec<MergedChild<'_>>> {
        let ours = by_ours.put_in[slot].iter().map(|child| MergedChild {
            text: Cow::Borrowed(self.ours.child(*child)),
            in_ours: Some(*child),
            in_theirs: None,
        });
        let theirs = by_theirs.put_in[slot].iter().map(|child| MergedChild {
            text: Cow::Borrowed(self.theirs.child(*child)),
            in_ours: None,
            in_theirs: Some(*child),
        });
        let (ours, theirs): (Vec<_>, Vec<_>) = (ours.collect(), theirs.collect());
        let is_refused = |changes: &ChildChanges| {
            let beside = slot.saturating_sub(1)..(slot + 1).min(self.base.children.len());
            let mut fates = changes.fates[beside].iter();
            fates.any(|fate| match fate {
                ChildFate::Kept(_) => false,
                ChildFate::Changed(_) => self.order == ChildOrder::Meant,
                ChildFate::Removed => true,
            })
        };
        if !ours.is_empty() && is_refused(by_theirs) || !theirs.is_empty() && is_refused(by_ours) {
            return None;
        }
        let is_same = || {
            ours.iter()
                .map(|one| &one.text)
                .eq(theirs.iter().map(|one| &one.text))
        };
        if ours.is_empty() || theirs.is_empty() || !is_same() {
            return self.both(ours, theirs);
        }
        let both = ours
            .into_iter()
            .zip(theirs)
            .map(|(own, other)| MergedChild {
                in_theirs: other.in_theirs,
                ..own
            });
        Some(both.collect())
    }

    /// `ours` and `theirs`, put in at one place, where the order of the list allows it.
    fn both<'m>(
        &self,
        mut ours: Vec<MergedChild<'m>>,
        theirs: Vec<MergedChild<'m>>,
    ) -> Option<Vec<MergedChild<'m>>> {
        if !ours.is_empty() && !theirs.is_empty() {
            let is_spread = |child: &MergedChild<'_>| {
                [&b"..."[..], b"**"]
                    .iter()
                    .any(|sign| child.text.starts_with(sign))
            };
            let has_lines = |side: &Listed<'_>| {
                (1..side.children.len()).all(|next| side.gap(next).contains(&b'\n'))
            };
            let is_shared = |one: &MergedChild<'_>| ours.iter().any(|own| own.text == one.text);
            let is_same = |one: &MergedChild<'_>| {
                let is_it = |own: &MergedChild<'_>| {
                    own.text != one.text && entry::is_same_member(&own.text, &one.text)
                };
                ours.iter().any(is_it)
            };
            if theirs.iter().any(is_same) {
                return None;
            }
            let is_allowed = match self.order {
                ChildOrder::Free => !ours.iter().chain(&theirs).any(is_spread),
                ChildOrder::Fixed => {
                    let is_list =
                        self.is_sorted || [&self.ours, &self.theirs].into_iter().all(has_lines);
                    is_list && !theirs.iter().any(is_shared)
                }
                ChildOrder::Meant => false,
            };
            if !is_allowed {
                return None;
            }
        }
        let new: Vec<MergedChild<'m>> = theirs
            .into_iter()
            .filter(|one| ours.iter().all(|own| own.text != one.text))
            .collect();
        ours.extend(new);
        if self.is_sorted && self.order != ChildOrder::Meant {
            ours.sort_by(|one, other| one.text.cmp(&other.text));
        }
        Some(ours)
    }

    /// Whether both put one child in, at different places.
    fn is_put_in_twice(&self, by_ours: &ChildChanges, by_theirs: &ChildChanges) -> bool {
        let own = by_ours.put_in.iter().enumerate();
        let own = own.flat_map(|(slot, all)| all.iter().map(move |child| (slot, *child)));
        let own: HashMap<&[u8], usize, FixedState> = own
            .map(|(slot, child)| (self.ours.child(child), slot))
            .collect();
        by_theirs.put_in.iter().enumerate().any(|(slot, all)| {
            let elsewhere = |child: &usize| own.get(self.theirs.child(*child));
            all.iter().filter_map(elsewhere).any(|other| *other != slot)
        })
    }
}

/// Whether two of `children` are called alike.
fn has_name_twice(children: &[MergedChild<'_>]) -> bool {
    let named = children.iter().filter_map(|child| entry::name(&child.text));
    count_twice(named.map(|entry| entry.name).collect()) > 0
}

/// `children` in the form of the list `form`, in which each has the number that `number` gives; `other` is that of the other
/// side.
fn formed(
    children: &[MergedChild<'_>],
    number: impl Fn(&MergedChild<'_>) -> Option<usize>,
    form: &Listed<'_>,
    other: &Listed<'_>,
) -> Option<Vec<u8>> {
    let gap = |listed: &Listed<'_>| (listed.children.len() > 1).then(|| listed.gap(1).to_vec());
    let usual = gap(form)
        .or_else(|| gap(other))
        .unwrap_or_else(|| b", ".to_vec());
    let is_other_form = form.head().contains(&b'\n') != other.head().contains(&b'\n');
    let has_lines =
        |child: &MergedChild<'_>| number(child).is_none() && child.text.contains(&b'\n');
    let is_empty = children.is_empty() || form.children.is_empty();
    if is_empty || is_other_form && children.iter().any(has_lines) {
        return None;
    }
    let mut text = form.head().to_vec();
    for (place, child) in children.iter().enumerate() {
        match number(child) {
            _ if place == 0 => {}
            Some(next) if next > 0 => text.extend_from_slice(form.gap(next)),
            _ => text.extend_from_slice(&usual),
        }
        text.extend_from_slice(&child.text);
    }
    text.extend_from_slice(form.tail());
    Some(text)
}
