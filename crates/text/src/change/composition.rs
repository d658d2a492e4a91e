//! Composes the change sets of a batch, each of which applies to the result of the previous set.
//!
//! The composed sets form a stack, in which each set is at least twice as heavy as the set above it (a binary
//! counter). A batch of n sets costs O(log n) compositions per edit. A composed set keeps its two parts, so new text
//! can be traced to the set that inserted it.

use std::collections::BTreeSet;

use super::compose::composed;
use super::position::spanned;
use super::{Bias, ChangeSet, ChangeSetError};
use crate::text::Span;

/// A sequence of change sets that acts as one change set.
#[derive(Clone, Debug)]
pub struct Composition {
    base_len: usize,
    /// Consecutive pushes, oldest first.
    stack: Vec<CompositionNode>,
    /// The number of pushed sets.
    pushed: usize,
    /// The recorded insertions: their offsets in the original, and the 1-based numbers of their sets.
    insertions: BTreeSet<(usize, usize)>,
    /// The end of the last recorded insertion at the beginning of the original, and the number of its set.
    beginning: (usize, usize),
}

/// The source of a span of the current text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The bytes of the original that the span comes from, or that it replaces.
    pub span: Span,
    /// The 1-based number of the last pushed set that changed the span, by writing some of its bytes or removing text
    /// inside it. `None` if the span is unchanged text of the original.
    pub made_by: Option<usize>,
}

/// One or several consecutive change sets.
#[derive(Clone, Debug)]
struct CompositionNode {
    set: ChangeSet,
    /// The number of edits and bytes in all parts, an upper bound for the cost of composing this node.
    weight: usize,
    /// True if a part completely removed an insertion of an earlier part, so that `set` does not show the insertion.
    has_vanished: bool,
    part: CompositionPart,
}

#[derive(Clone, Debug)]
enum CompositionPart {
    /// The change set with this 1-based push number.
    Pushed(usize),
    /// An earlier and a later node.
    Pair(Box<(CompositionNode, CompositionNode)>),
}

impl Composition {
    /// An empty batch for a text of `base_len` bytes.
    pub fn new(base_len: usize) -> Self {
        Self {
            base_len,
            stack: Vec::new(),
            pushed: 0,
            insertions: BTreeSet::new(),
            beginning: (0, 0),
        }
    }

    /// Adds `next`, a change set for the current text. The caller must have checked it with [`ChangeSet::check`].
    ///
    /// # Errors
    /// `Length` if the current text has a different length from the text that `next` was made for.
    pub fn push(&mut self, next: ChangeSet) -> Result<(), ChangeSetError> {
        if next.base_len() != self.current_len() {
            return Err(ChangeSetError::Length {
                expected: next.base_len(),
                found: self.current_len(),
            });
        }
        self.pushed += 1;
        let mut node = CompositionNode::pushed(next, self.pushed);
        while let Some(lighter) = self.take_lighter_than(node.weight.saturating_mul(2)) {
            node = CompositionNode::pair(lighter, node);
        }
        self.stack.push(node);
        Ok(())
    }

    /// Records that the last pushed set inserts text that belongs at `offset` of the original. If text around it is
    /// deleted, the place in the current text does not show this any more, and later insertions keep the order.
    pub fn record_insertion(&mut self, offset: usize) {
        self.insertions.insert((offset, self.pushed));
        if offset == 0
            && let Some(last) = self.stack.last().map(CompositionNode::last_pushed)
            && let Some(edit) = last.edits().first()
        {
            self.beginning = (edit.at + edit.new.len(), self.pushed);
        }
    }

    /// The length of the current text, in bytes.
    pub fn current_len(&self) -> usize {
        self.stack
            .last()
            .map_or(self.base_len, |node| node.set.result_len())
    }

    /// Maps `offset` of the original to the current text, like [`ChangeSet::map`] for each set in turn.
    pub fn map(&self, offset: usize, bias: Bias) -> usize {
        self.stack
            .iter()
            .fold(offset, |offset, node| node.map(offset, bias))
    }

    /// Maps `span` of the original to the current text, excluding insertions at its ends.
    pub fn map_span(&self, span: Span) -> Span {
        let start = self.map(span.start(), Bias::After);
        spanned(start, self.map(span.end(), Bias::Before))
    }

    /// The source of `span`, a part of the current text. Unchanged text has exactly one source. The source of new
    /// text is the text that its set replaced, traced through the earlier sets in the same way.
    pub fn source(&self, span: Span) -> Source {
        let current = Source {
            span,
            made_by: None,
        };
        self.stack
            .iter()
            .rev()
            .fold(current, |source, node| node.trace(source))
    }

    /// The byte at `offset` of the current text. `base` is the original.
    pub fn byte_at(&self, offset: usize, base: &[u8]) -> Option<u8> {
        let mut at = offset;
        for node in self.stack.iter().rev() {
            let span = Span::of_len(at, 1);
            for number in node.set.edits_in(span) {
                let written = node.set.result_span(number);
                if written.start() <= at && at < written.end() {
                    let new = node.set.edit_ref(number).new;
                    return new.get(at - written.start()).copied();
                }
            }
            at = node.set.origin_span(span).start();
        }
        base.get(at).copied()
    }

    /// The start of `span` of the original in the current text; `None` if its text has changed. An empty span is
    /// unchanged unless it is inside replaced text. Costs O(log n), plus the number of edits that touch the span.
    pub fn unchanged_start(&self, span: Span) -> Option<usize> {
        // Only recorded insertions precede the beginning, not text that was appended to an empty original, or inserted after
        // all of the original was removed.
        if span == Span::empty_at(0)
            && self.map(0, Bias::After) > self.map(self.base_len, Bias::Before)
        {
            let (at, recorded) = self.beginning;
            let mut current = Span::empty_at(at);
            if recorded < self.pushed {
                for set in self.pushed().skip(recorded) {
                    current = map_unchanged(current, set, Bias::Before)?;
                }
            }
            return Some(current.start());
        }
        let start = self.map(span.start(), Bias::After);
        let end = if span.is_empty() {
            start
        } else {
            self.map(span.end(), Bias::Before)
        };
        // Deletions may have moved the place to that of a later recorded insertion.
        let next_insertion = self.insertions_after(span.start()).next();
        let joins_insertion = span.is_empty()
            && next_insertion.is_some_and(|(offset, _)| self.map(*offset, Bias::Before) <= start);
        if !joins_insertion && let Some(current) = Span::new(start, end) {
            let source = self.source(current);
            if source.span == span && source.made_by.is_none() && current.len() == span.len() {
                return Some(start);
            }
        }
        self.unchanged_start_stepwise(span)
    }

    /// Maps `span` through one set after the other. This also finds the place between two touching edits, which
    /// composition joins into one edit.
    fn unchanged_start_stepwise(&self, span: Span) -> Option<usize> {
        let mut later_insertions = BTreeSet::new();
        for (_, number) in self.insertions_after(span.start()) {
            later_insertions.insert(*number);
        }
        let mut current = span;
        for (number, set) in (1..).zip(self.pushed()) {
            let bias = if later_insertions.contains(&number) && span.is_empty() {
                Bias::Before
            } else {
                Bias::After
            };
            current = map_unchanged(current, set, bias)?;
        }
        Some(current.start())
    }

    /// The recorded insertions after `offset` of the original.
    fn insertions_after(&self, offset: usize) -> impl Iterator<Item = &(usize, usize)> {
        self.insertions.range((offset + 1, 0)..)
    }

    /// The change sets as they were pushed, oldest first.
    pub fn pushed(&self) -> impl Iterator<Item = &ChangeSet> {
        let mut pending: Vec<&CompositionNode> = self.stack.iter().rev().collect();
        std::iter::from_fn(move || {
            loop {
                let node = pending.pop()?;
                match &node.part {
                    CompositionPart::Pushed(_) => return Some(&node.set),
                    CompositionPart::Pair(pair) => pending.extend([&pair.1, &pair.0]),
                }
            }
        })
    }

    /// The whole batch as one change set. Each call visits all edits.
    pub fn change_set(&self) -> ChangeSet {
        let mut whole: Option<ChangeSet> = None;
        for node in self.stack.iter().rev() {
            whole = Some(match whole {
                Some(later) => composed(&node.set, &later).set,
                None => node.set.clone(),
            });
        }
        whole.unwrap_or_else(|| ChangeSet::identity(self.base_len))
    }

    /// Pops the nodes lighter than `weight` and composes them, lightest first. Otherwise a heavy node would be
    /// composed with each of them in turn, which copies its texts every time.
    fn take_lighter_than(&mut self, weight: usize) -> Option<CompositionNode> {
        let mut taken: Option<CompositionNode> = None;
        while let Some(node) = self.stack.pop_if(|node| node.weight < weight) {
            taken = Some(match taken {
                Some(later) => CompositionNode::pair(node, later),
                None => node,
            });
        }
        taken
    }
}

/// The position of `span` after `set`; `None` if its text has changed. `bias` is its side of an insertion at its start.
fn map_unchanged(span: Span, set: &ChangeSet, bias: Bias) -> Option<Span> {
    let start = set.map(span.start(), bias);
    if span.is_empty() {
        if set.is_inside(span.start()) {
            return None;
        }
        return Some(Span::empty_at(start));
    }
    let current = Span::new(start, set.map(span.end(), Bias::Before))?;
    if set.origin_span(current) != span || !set.edits_in(current).is_empty() {
        return None;
    }
    Some(current)
}

impl CompositionNode {
    fn pushed(set: ChangeSet, number: usize) -> Self {
        let mut weight = 1_usize;
        for edit in set.edits() {
            weight = weight.saturating_add(1 + edit.old.len() + edit.new.len());
        }
        Self {
            weight,
            has_vanished: false,
            set,
            part: CompositionPart::Pushed(number),
        }
    }

    fn pair(earlier: Self, later: Self) -> Self {
        let composed = composed(&earlier.set, &later.set);
        Self {
            set: composed.set,
            has_vanished: composed.vanished > 0 || earlier.has_vanished || later.has_vanished,
            weight: earlier.weight.saturating_add(later.weight),
            part: CompositionPart::Pair(Box::new((earlier, later))),
        }
    }

    /// The last change set of this node.
    fn last_pushed(&self) -> &ChangeSet {
        match &self.part {
            CompositionPart::Pushed(_) => &self.set,
            CompositionPart::Pair(pair) => pair.1.last_pushed(),
        }
    }

    /// Maps `offset` of the text before this node to its result. Asks the parts if composition joined edits there and
    /// the result would be less exact.
    fn map(&self, offset: usize, bias: Bias) -> usize {
        match &self.part {
            CompositionPart::Pair(parts) if self.set.is_inexact_at(offset, bias) => {
                parts.1.map(parts.0.map(offset, bias), bias)
            }
            _ => self.set.map(offset, bias),
        }
    }

    /// Traces `source`, a span of this node's result, to the text before this node. Searches the parts for the last
    /// maker only. Collecting all makers would take quadratic time if many sets rewrote one place.
    fn trace(&self, source: Source) -> Source {
        let mut made_by = source.made_by;
        let is_touched = self.has_vanished || !self.set.edits_in(source.span).is_empty();
        if is_touched && made_by.is_none() {
            match &self.part {
                CompositionPart::Pair(parts) => return parts.0.trace(parts.1.trace(source)),
                CompositionPart::Pushed(number) => made_by = Some(*number),
            }
        }
        Source {
            span: self.set.origin_span(source.span),
            made_by,
        }
    }
}
