//! A conflict, with information about the whole merge for rules and doubts.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::Path;

use foldhash::fast::FixedState;

use crate::changes::{BothEdits, LineEdit, SideEdits};
use crate::doubts::{DisplacedLines, NameCensus};
use crate::movable;
use crate::pieces::edits_within;
use crate::region::MergeRegion;
use crate::versions::VersionLines;
use incise_syntax::{self as syntax, ChildOrder, NodeList};

/// Information about a whole merge.
pub struct MergeContext<'t> {
    lines: &'t VersionLines<'t>,
    path: Option<&'t Path>,
    names: NameCensus<'t>,
    displaced: DisplacedLines,
    /// The lists in each top-level piece of the base that a rule asked for, by its offset. `None` if the piece
    /// cannot be parsed alone.
    piece_lists: RefCell<HashMap<usize, Option<Vec<NodeList>>, FixedState>>,
    /// The lists in the base, computed if a piece of it cannot be parsed alone.
    base_lists: OnceCell<Vec<NodeList>>,
}

impl<'t> MergeContext<'t> {
    /// Collects information about the `edits` of `lines`. `path` determines the language.
    pub fn new(
        lines: &'t VersionLines<'t>,
        path: Option<&'t Path>,
        edits: &BothEdits<'_, 't>,
    ) -> Self {
        Self {
            lines,
            path,
            names: NameCensus::new(edits),
            displaced: DisplacedLines::find(edits),
            piece_lists: RefCell::default(),
            base_lists: OnceCell::new(),
        }
    }

    /// The conflict `region`, with the changes in it selected from `ours` and `theirs`.
    pub fn conflict<'c>(
        &'c self,
        region: &'c MergeRegion,
        ours: &'c [LineEdit],
        theirs: &'c [LineEdit],
    ) -> Conflict<'c, 't> {
        let ours = edits_within(ours, &region.base);
        let theirs = edits_within(theirs, &region.base);
        let BothEdits { ours, theirs } = self.lines.edits(ours, theirs);
        Conflict {
            context: self,
            region,
            ours,
            theirs,
        }
    }
}

/// A conflict, and the changes of both sides in it.
pub struct Conflict<'c, 't> {
    context: &'c MergeContext<'t>,
    pub region: &'c MergeRegion,
    pub ours: SideEdits<'c, 't>,
    pub theirs: SideEdits<'c, 't>,
}

impl<'c, 't> Conflict<'c, 't> {
    /// The lines of the three versions.
    pub fn lines(&self) -> &'t VersionLines<'t> {
        self.context.lines
    }

    /// True if the sides may have changed the same lines, or made the same change to different lines, because lines
    /// repeat.
    pub fn is_ambiguous(&self) -> bool {
        let lines = self.lines();
        lines.sides_are_equal(&self.region.ours, &self.region.theirs)
            || movable::may_overlap(&self.ours, self.theirs.edits)
            || movable::may_overlap(&self.theirs, self.ours.edits)
    }

    /// True if a side may have moved lines across a change of the other side.
    pub fn may_cross(&self) -> bool {
        movable::may_cross(&self.ours, self.theirs.edits)
            || movable::may_cross(&self.theirs, self.ours.edits)
    }

    /// The names that a side removed from the text.
    pub fn names(&self) -> &'c NameCensus<'t> {
        &self.context.names
    }

    /// The lines that both sides removed and a side inserted elsewhere.
    pub fn displaced(&self) -> &'c DisplacedLines {
        &self.context.displaced
    }

    /// True if line `line` of the base begins among arguments or parameters, whose order is significant.
    pub fn is_among_arguments(&self, line: usize) -> bool {
        let Some(path) = self.context.path else {
            return false;
        };
        let base = &self.lines().base;
        let text = base.text();
        let at = base.start(line);
        let start = syntax::piece_start(text, at);
        let mut pieces = self.context.piece_lists.borrow_mut();
        let lists = pieces.entry(start).or_insert_with(|| {
            let piece = &text[start..syntax::piece_end(text, at)];
            if syntax::is_valid_alone(path, piece) {
                Some(syntax::lists(path, piece))
            } else {
                None
            }
        });
        if let Some(lists) = lists {
            return is_among_arguments(lists, at - start);
        }
        let lists = self
            .context
            .base_lists
            .get_or_init(|| syntax::lists(path, text));
        is_among_arguments(lists, at)
    }
}

/// True if the smallest of `lists` that contains byte `at` between its brackets consists of arguments or parameters.
fn is_among_arguments(lists: &[NodeList], at: usize) -> bool {
    let around = lists
        .iter()
        .filter(|list| list.whole.start() < at && at < list.whole.end());
    let Some(list) = around.min_by_key(|list| list.whole.len()) else {
        return false;
    };
    let mut children = list.children.iter();
    list.order == ChildOrder::Positional
        && !children.any(|child| child.start() < at && at < child.end())
}
