//! Lists that a grammar finds in a text, such as arguments, fields and members, and the children of each.

use std::ops::Range;

use bytes::Bytes;

use super::entry;
use incise_syntax::{ChildOrder, NodeList};

/// The lists of a text, by where they begin, those around others first.
pub type ListsOf<'g> = &'g dyn Fn(&[u8]) -> Vec<NodeList>;

/// A text and its lists.
pub struct ListedText {
    pub text: Bytes,
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

    pub fn bytes(&self, span: &Range<usize>) -> &[u8] {
        &self.text[span.clone()]
    }

    /// The lists in `span` that are in no other list there.
    pub fn outermost(&self, span: &Range<usize>) -> Vec<&NodeList> {
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
    pub fn around(&self, span: &Range<usize>) -> Option<&NodeList> {
        let holds =
            |list: &&NodeList| list.whole.start() < span.start && span.end < list.whole.end();
        self.lists
            .iter()
            .filter(holds)
            .min_by_key(|list| list.whole.len())
    }
}

/// The children of a list in one version, and what stands around them.
pub struct Listed<'a> {
    pub side: &'a ListedText,
    span: Range<usize>,
    pub children: Vec<Range<usize>>,
}

impl<'a> Listed<'a> {
    /// Those of `list` in `span`; `None` where there is more than commas and blanks between them.
    pub fn of(side: &'a ListedText, span: &Range<usize>, list: &NodeList) -> Option<Self> {
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
    pub fn head(&self) -> &'a [u8] {
        let end = self
            .children
            .first()
            .map_or(self.span.end, |first| first.start);
        &self.side.text[self.span.start..end]
    }

    /// What stands behind the last child.
    pub fn tail(&self) -> &'a [u8] {
        let start = self.children.last().map_or(self.span.end, |last| last.end);
        &self.side.text[start..self.span.end]
    }

    /// What stands before the child `next`, which is not the first.
    pub fn gap(&self, next: usize) -> &'a [u8] {
        &self.side.text[self.children[next - 1].end..self.children[next].start]
    }

    pub fn child(&self, number: usize) -> &'a [u8] {
        &self.side.text[self.children[number].clone()]
    }

    pub fn texts(&self) -> Vec<&'a [u8]> {
        (0..self.children.len())
            .map(|child| self.child(child))
            .collect()
    }

    /// Whether what stands around its children is what stands around those of `other`, but for how many there are.
    pub fn is_formed_as(&self, other: &Self) -> bool {
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

/// How many of `names` stand there before.
pub fn count_twice(mut names: Vec<&[u8]>) -> usize {
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
                .map(|text| {
                    entry::name(text).map_or(text, |entry| entry::without_quotes(entry.name))
                })
                .collect(),
        )
    });
    counts.sum()
}
