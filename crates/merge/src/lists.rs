//! Lists that a grammar finds in a text, such as arguments, fields and members.

use std::ops::Range;

use bytes::Bytes;

use incise_syntax::NodeList;

/// A text and its lists, by where they begin, outer lists first.
pub struct ListedText {
    pub text: Bytes,
    pub lists: Vec<NodeList>,
}

impl ListedText {
    pub fn bytes(&self, span: &Range<usize>) -> &[u8] {
        &self.text[span.clone()]
    }

    /// The lists in `span` that are in no other list there.
    pub fn outermost(&self, span: &Range<usize>) -> Vec<&NodeList> {
        let first = self
            .lists
            .partition_point(|list| list.whole.start() < span.start);
        let mut found = Vec::new();
        let mut end = span.start;
        for list in &self.lists[first..] {
            if list.whole.start() >= span.end {
                break;
            }
            if list.whole.start() >= end && list.whole.end() <= span.end {
                found.push(list);
                end = list.whole.end();
            }
        }
        found
    }

    /// The smallest list around `span`, brackets not counted.
    pub fn around(&self, span: &Range<usize>) -> Option<&NodeList> {
        let mut smallest: Option<&NodeList> = None;
        for list in &self.lists {
            let is_around = list.whole.start() < span.start && span.end < list.whole.end();
            if is_around && smallest.is_none_or(|known| list.whole.len() < known.whole.len()) {
                smallest = Some(list);
            }
        }
        smallest
    }
}

/// The children of a list in one version, and the text around them.
pub struct Children<'a> {
    pub side: &'a ListedText,
    span: Range<usize>,
    pub spans: Vec<Range<usize>>,
}

impl<'a> Children<'a> {
    /// Reads the children of `list` in `span`. `None` if there is more than commas and whitespace between them, or a child
    /// reaches beyond `span`.
    pub fn read(side: &'a ListedText, span: &Range<usize>, list: &NodeList) -> Option<Self> {
        let mut children = Self {
            side,
            span: span.clone(),
            spans: Vec::new(),
        };
        for child in &list.children {
            if child.start() < span.end && span.start < child.end() {
                children.spans.push(child.range());
            }
        }
        for child in &children.spans {
            if child.start < span.start || span.end < child.end {
                return None;
            }
        }
        for next in 1..children.spans.len() {
            if commas(children.gap(next)) != Some(1) {
                return None;
            }
        }
        let (mut head, mut tail) = (children.head(), children.tail());
        let has_brackets = side
            .bytes(span)
            .first()
            .is_some_and(|first| b"([{<".contains(first));
        if has_brackets && *span == list.whole.range() {
            head = head.get(1..)?;
            tail = tail.get(..tail.len().checked_sub(1)?)?;
        }
        if commas(head) != Some(0) || commas(tail)? > 1 {
            return None;
        }
        Some(children)
    }

    /// The text before the first child; all of it if there is none.
    pub fn head(&self) -> &'a [u8] {
        let end = self
            .spans
            .first()
            .map_or(self.span.end, |first| first.start);
        &self.side.text[self.span.start..end]
    }

    /// The text behind the last child.
    pub fn tail(&self) -> &'a [u8] {
        let start = self.spans.last().map_or(self.span.end, |last| last.end);
        &self.side.text[start..self.span.end]
    }

    /// The text before the child `next`, which is not the first.
    pub fn gap(&self, next: usize) -> &'a [u8] {
        &self.side.text[self.spans[next - 1].end..self.spans[next].start]
    }

    pub fn text(&self, child: usize) -> &'a [u8] {
        &self.side.text[self.spans[child].clone()]
    }

    pub fn texts(&self) -> Vec<&'a [u8]> {
        (0..self.spans.len())
            .map(|child| self.text(child))
            .collect()
    }

    /// True if every child begins on another line than the child before it ends.
    pub fn has_line_each(&self) -> bool {
        (1..self.spans.len()).all(|next| self.gap(next).contains(&b'\n'))
    }

    /// True if the children of `other` are laid out in the same way, however many there are.
    pub fn is_laid_out_as(&self, other: &Self) -> bool {
        let (own, others) = (self.gaps(), other.gaps());
        if !own.is_empty() && !others.is_empty() && own != others {
            return false;
        }
        self.spans.is_empty()
            || other.spans.is_empty()
            || (self.head(), self.tail()) == (other.head(), other.tail())
    }

    /// The different texts between its children.
    fn gaps(&self) -> Vec<&'a [u8]> {
        let mut gaps: Vec<&[u8]> = (1..self.spans.len()).map(|next| self.gap(next)).collect();
        gaps.sort_unstable();
        gaps.dedup();
        gaps
    }
}

/// The number of commas in `gap`. `None` if there is more than commas and whitespace.
fn commas(gap: &[u8]) -> Option<usize> {
    for byte in gap {
        if *byte != b',' && !byte.is_ascii_whitespace() {
            return None;
        }
    }
    Some(bytecount::count(gap, b','))
}

/// The number of `names` that are there before.
pub fn count_repeated(mut names: Vec<&[u8]>) -> usize {
    names.sort_unstable();
    names.windows(2).filter(|pair| pair[0] == pair[1]).count()
}
