//! A conflict, with information about the whole merge for rules and doubts.

use std::cell::OnceCell;
use std::path::Path;

use crate::changes::LineEdit;
use crate::doubts::{DisplacedLines, NameCensus};
use crate::pieces::edits_within;
use crate::region::MergeRegion;
use crate::versions::VersionLines;
use crate::window;
use incise_syntax::{self as syntax, ChildOrder, NodeList};

/// Information about a whole merge.
pub struct MergeContext<'t> {
    lines: &'t VersionLines<'t>,
    path: Option<&'t Path>,
    names: NameCensus<'t>,
    displaced: DisplacedLines,
    /// The lists in the base, computed if a part of it cannot be parsed alone.
    base_lists: OnceCell<Vec<NodeList>>,
}

impl<'t> MergeContext<'t> {
    /// Collects information about `lines`. `path` determines the language. The edits are the changes of
    /// the two sides.
    pub fn new(
        lines: &'t VersionLines<'t>,
        path: Option<&'t Path>,
        ours: &[LineEdit],
        theirs: &[LineEdit],
    ) -> Self {
        Self {
            lines,
            path,
            names: NameCensus::new(lines, ours, theirs),
            displaced: DisplacedLines::find(lines, ours, theirs),
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
        Conflict {
            context: self,
            region,
            ours: edits_within(ours, &region.base),
            theirs: edits_within(theirs, &region.base),
        }
    }
}

/// A conflict, and the changes of both sides in it.
pub struct Conflict<'c, 't> {
    context: &'c MergeContext<'t>,
    pub region: &'c MergeRegion,
    pub ours: &'c [LineEdit],
    pub theirs: &'c [LineEdit],
}

impl<'c, 't> Conflict<'c, 't> {
    /// The lines of the three versions.
    pub fn lines(&self) -> &'t VersionLines<'t> {
        self.context.lines
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
        let piece = window::around(base, line);
        let at = base.start(line);
        let start = base.start(piece.start);
        let text = base.bytes(piece);
        if window::is_valid_alone(path, &text) {
            return is_among_arguments(&syntax::lists(path, &text), at - start);
        }
        let whole = base.bytes(0..base.len());
        let lists = self
            .context
            .base_lists
            .get_or_init(|| syntax::lists(path, &whole));
        is_among_arguments(lists, at)
    }
}

/// True if the smallest of `lists` that contains byte `at` between its brackets consists of arguments or parameters.
fn is_among_arguments(lists: &[NodeList], at: usize) -> bool {
    let mut around: Option<&NodeList> = None;
    for list in lists {
        let contains = list.whole.start() < at && at < list.whole.end();
        if contains && around.is_none_or(|other| list.whole.len() < other.whole.len()) {
            around = Some(list);
        }
    }
    let Some(list) = around else {
        return false;
    };
    let mut children = list.children.iter();
    list.order == ChildOrder::Positional
        && !children.any(|child| child.start() < at && at < child.end())
}
