//! Lists that a grammar finds in a text, such as arguments, fields and members. In a conflict about such a list, changes of
//! different children both stand, in the form that a side gave the list.
//!
//! Evidence is thin, and the conflict stays, where both changed one child, where one took away what the other changed, and
//! where both put children at one place of a list in which the order says something.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use bytes::Bytes;
use foldhash::fast::FixedState;

use super::changes::{self, LineAlgorithm, LineEdit};
use super::entry;
use super::region::MergeRegion;
use super::versions::{NumberedLines, VersionLines};
use crate::text::Span;

/// A list with commas between its children, as a grammar finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "syntax"), allow(dead_code))]
pub struct NodeList {
    /// The grammar's word for it.
    pub kind: &'static str,
    /// What the order of its children says.
    pub order: ChildOrder,
    /// With its brackets, if it has some.
    pub whole: Span,
    /// What stands between the commas.
    pub children: Vec<Span>,
}

/// What the order of the children of a list says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "syntax"), allow(dead_code))]
pub enum ChildOrder {
    /// Nothing: they have names, or are a set.
    Free,
    /// It is that of a sequence.
    Fixed,
    /// Which is which, as that of arguments.
    Meant,
}

/// The lists of a text, by where they begin, those around others first.
pub type ListsOf<'g> = &'g dyn Fn(&[u8]) -> Vec<NodeList>;

/// A text and its lists.
pub struct ListedText {
    text: Bytes,
    lists: Vec<NodeList>,
}

/// The base, our side and the other side.
pub type ListedVersions = [ListedText; 3];

impl ListedText {
    /// `text`, with the lists that `find` finds.
    pub fn of(text: &Bytes, find: ListsOf<'_>) -> Self {
        let (text, lists) = (text.clone(), find(text));
        Self { text, lists }
    }

    fn bytes(&self, span: &Range<usize>) -> &[u8] {
        &self.text[span.clone()]
    }

    /// The lists in `span` that are in no other list there.
    fn outermost(&self, span: &Range<usize>) -> Vec<&NodeList> {
        let first = self
            .lists
            .partition_point(|list| list.whole.start() < span.start);
        let (mut found, mut end) = (Vec::new(), span.start);
        for list in self.lists[first..]
            .iter()
            .take_while(|list| list.whole.start() < span.end)
        {
            if list.whole.start() >= end && list.whole.end() <= span.end {
                found.push(list);
                end = list.whole.end();
            }
        }
        found
    }

    /// The smallest list around `span`, without its brackets.
    fn around(&self, span: &Range<usize>) -> Option<&NodeList> {
        let holds =
            |list: &&NodeList| list.whole.start() < span.start && span.end < list.whole.end();
        self.lists
            .iter()
            .filter(holds)
            .min_by_key(|list| list.whole.len())
    }
}

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
        is_one.then(|| merged_list(&parts, lists))?
    };
    let text = inside().or_else(|| merged_parts(&parts))?;
    Some(text.into())
}

/// What both made of `parts`, where one alone changed each of what is in no list, and each child of a list.
fn merged_parts(parts: &Parts<'_>) -> Option<Vec<u8>> {
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
        text.extend_from_slice(&merged_list(&whole, lists)?);
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

/// The children of a list in one version, and what stands around them.
struct Listed<'a> {
    side: &'a ListedText,
    span: Range<usize>,
    children: Vec<Range<usize>>,
}

impl<'a> Listed<'a> {
    /// Those of `list` in `span`; `None` where there is more than commas and blanks between them.
    fn of(side: &'a ListedText, span: &Range<usize>, list: &NodeList) -> Option<Self> {
        let is_here = |child: &Range<usize>| child.start < span.end && span.start < child.end;
        let children: Vec<Range<usize>> = list
            .children
            .iter()
            .map(|child| child.range())
            .filter(is_here)
            .collect();
        let listed = Self {
            side,
            span: span.clone(),
            children,
        };
        let ends = (listed.children.first(), listed.children.last());
        if let (Some(first), Some(last)) = ends
            && (first.start < span.start || span.end < last.end)
        {
            return None;
        }
        let whole = list.whole.range();
        let is_plain = |gap: &[u8], commas: Range<usize>| {
            gap.iter()
                .all(|byte| *byte == b',' || byte.is_ascii_whitespace())
                && commas.contains(&bytecount::count(gap, b','))
        };
        let (mut head, mut tail) = (listed.head(), listed.tail());
        if *span == whole && listed.has_brackets() {
            head = head.get(1..)?;
            tail = tail.get(..tail.len().checked_sub(1)?)?;
        }
        let between = (1..listed.children.len()).all(|next| is_plain(listed.gap(next), 1..2));
        (is_plain(head, 0..1) && is_plain(tail, 0..2) && between).then_some(listed)
    }

    fn has_brackets(&self) -> bool {
        let first = self.side.bytes(&self.span).first();
        first.is_some_and(|first| b"([{<".contains(first))
    }

    /// What stands before the first child; all, where there is none.
    fn head(&self) -> &'a [u8] {
        let end = self
            .children
            .first()
            .map_or(self.span.end, |first| first.start);
        &self.side.text[self.span.start..end]
    }

    /// What stands behind the last child.
    fn tail(&self) -> &'a [u8] {
        let start = self.children.last().map_or(self.span.end, |last| last.end);
        &self.side.text[start..self.span.end]
    }

    /// What stands before the child `next`, which is not the first.
    fn gap(&self, next: usize) -> &'a [u8] {
        &self.side.text[self.children[next - 1].end..self.children[next].start]
    }

    fn child(&self, number: usize) -> &'a [u8] {
        &self.side.text[self.children[number].clone()]
    }

    fn texts(&self) -> Vec<&'a [u8]> {
        (0..self.children.len())
            .map(|child| self.child(child))
            .collect()
    }

    /// Whether what stands around its children is what stands around those of `other`, but for how many there are.
    fn is_formed_as(&self, other: &Self) -> bool {
        let gaps = |listed: &Self| -> Vec<&'a [u8]> {
            let mut gaps: Vec<_> = (1..listed.children.len())
                .map(|next| listed.gap(next))
                .collect();
            gaps.sort_unstable();
            gaps.dedup();
            gaps
        };
        let (own, others) = (gaps(self), gaps(other));
        let is_known = own.is_empty() || others.is_empty() || own == others;
        let has_no_child = self.children.is_empty() || other.children.is_empty();
        is_known && (has_no_child || (self.head(), self.tail()) == (other.head(), other.tail()))
    }
}

/// What became of a child of the base on one side, and the number that it has there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ChildFate {
    Kept(usize),
    Changed(usize),
    Removed,
}

impl ChildFate {
    /// Its number on that side, if it is there.
    fn number(self) -> Option<usize> {
        match self {
            Self::Kept(number) | Self::Changed(number) => Some(number),
            Self::Removed => None,
        }
    }
}

/// What one side made of the children of the base.
struct ChildChanges {
    fates: Vec<ChildFate>,
    /// The children of the side that it put before each child of the base, and behind the last.
    put_in: Vec<Vec<usize>>,
    /// Whether it is known which child became which.
    is_certain: bool,
}

impl ChildChanges {
    /// From `base` to `side`.
    fn between(base: &[&[u8]], side: &[&[u8]]) -> Self {
        let mut changes = Self {
            fates: Vec::with_capacity(base.len()),
            put_in: vec![Vec::new(); base.len() + 1],
            is_certain: true,
        };
        let mut passed = 0;
        for edit in &edits(base, side) {
            changes.keep(edit.base.start, passed);
            changes.take(edit, base, side);
            passed = edit.other.end;
        }
        changes.keep(base.len(), passed);
        let mut put_in = changes.put_in.iter().flatten();
        let has_moved = put_in.any(|child| {
            let mut removed = base.iter().zip(&changes.fates);
            removed.any(|(old, fate)| *fate == ChildFate::Removed && *old == side[*child])
        });
        changes.is_certain &= !has_moved;
        changes
    }

    /// Notes the children up to `end` of the base as kept, the first of them as `number` of the side.
    fn keep(&mut self, end: usize, number: usize) {
        let count = end - self.fates.len();
        self.fates
            .extend((number..number + count).map(ChildFate::Kept));
    }

    /// Notes `edit`: of as many children each became another; else those of one name belong together.
    fn take(&mut self, edit: &LineEdit, base: &[&[u8]], side: &[&[u8]]) {
        let has_as_many = edit.base.len() == edit.other.len();
        let is_changed = !edit.base.is_empty() && !edit.other.is_empty();
        let mut next = edit.other.start;
        for child in edit.base.clone() {
            let name = entry::name(base[child]).map(|entry| entry.name);
            self.is_certain &= !is_changed || has_as_many || name.is_some();
            let mut rest = next..edit.other.end;
            let is_same = |other: &usize| {
                has_as_many || name.is_some_and(|name| is_named(side[*other], name))
            };
            let Some(same) = rest.find(is_same) else {
                self.fates.push(ChildFate::Removed);
                continue;
            };
            self.put_in[child].extend(next..same);
            self.fates.push(ChildFate::Changed(same));
            next = same + 1;
        }
        self.put_in[edit.base.end].extend(next..edit.other.end);
    }

    /// Whether nothing became of them but another form.
    fn is_empty(&self) -> bool {
        let mut fates = self.fates.iter();
        fates.all(|fate| matches!(fate, ChildFate::Kept(_)))
            && self.put_in.iter().all(Vec::is_empty)
    }
}

/// What makes the children `side` of those of the base.
fn edits(base: &[&[u8]], side: &[&[u8]]) -> Vec<LineEdit> {
    let mut known: HashMap<&[u8], u32, FixedState> = HashMap::default();
    let all = base.iter().chain(side);
    let numbers = all.map(|text| {
        let next = known.len() as u32;
        *known.entry(text).or_insert(next)
    });
    let numbers: Vec<u32> = numbers.collect();
    let (base, side) = numbers.split_at(base.len());
    changes::between(base, side, LineAlgorithm::Myers)
}

fn is_named(child: &[u8], name: &[u8]) -> bool {
    entry::name(child).is_some_and(|entry| entry.name == name)
}

/// A child of the merged list.
struct MergedChild<'m> {
    text: Cow<'m, [u8]>,
    /// Its number on our side, if it is there.
    in_ours: Option<usize>,
    /// Its number on the other side, if it is there.
    in_theirs: Option<usize>,
}

/// What both made of one of `lists` in each of `parts`.
fn merged_list(parts: &Parts<'_>, lists: [&NodeList; 3]) -> Option<Vec<u8>> {
    let listed = |number: usize| {
        let (side, span) = &parts[number];
        Listed::of(side, span, lists[number])
    };
    let merge = ListMerge {
        base: listed(0)?,
        ours: listed(1)?,
        theirs: listed(2)?,
        order: lists[0].order,
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
    /// Whether each version has them in order.
    is_sorted: bool,
}

impl ListMerge<'_> {
    fn merged(&self) -> Option<Vec<u8>> {
        let Self {
            base, ours, theirs, ..
        } = self;
        let by_ours = ChildChanges::between(&base.texts(), &ours.texts());
        let by_theirs = ChildChanges::between(&base.texts(), &theirs.texts());
        let is_one_sided = by_ours.is_empty() || by_theirs.is_empty();
        let is_certain = by_ours.is_certain && by_theirs.is_certain;
        if !(is_one_sided || is_certain) {
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
            (ChildFate::Changed(own), ChildFate::Changed(other)) => Cow::Owned(merged_parts(&[
                (self.base.side, self.base.children[number].clone()),
                (self.ours.side, self.ours.children[own].clone()),
                (self.theirs.side, self.theirs.children[other].clone()),
            ])?),
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

/// How many of `names` stand there before.
fn count_twice(mut names: Vec<&[u8]>) -> usize {
    names.sort_unstable();
    names.windows(2).filter(|pair| pair[0] == pair[1]).count()
}

/// How often a child is called as one before it, in the `lists` of `text` of which each has a name of its own.
pub fn names_twice(text: &[u8], lists: &[NodeList]) -> usize {
    let is_named =
        |list: &&NodeList| list.order == ChildOrder::Free || list.kind.contains("parameters");
    let counts = lists.iter().filter(is_named).map(|list| {
        let texts = list.children.iter().map(|child| &text[child.range()]);
        count_twice(
            texts
                .map(|text| entry::name(text).map_or(text, |entry| entry.name))
                .collect(),
        )
    });
    counts.sum()
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
