//! A conflict, with information about the whole merge for rules and doubts.

use std::cell::OnceCell;

use crate::changes::LineEdit;
use crate::doubts::{DisplacedLines, NameCensus};
use crate::grammar::Grammar;
use crate::pieces::edits_within;
use crate::region::MergeRegion;
use crate::versions::{VersionLines, Versions};
use incise_syntax::NodeList;

/// Information about a whole merge.
pub struct MergeContext<'t> {
    versions: &'t Versions,
    lines: &'t VersionLines<'t>,
    grammar: Grammar<'t>,
    names: NameCensus<'t>,
    displaced: DisplacedLines,
    /// The lists in the base, computed when a rule first needs them.
    base_lists: OnceCell<Vec<NodeList>>,
}

impl<'t> MergeContext<'t> {
    /// Collects information about `lines`, the lines of `versions`. The edits are the changes of the two sides.
    pub fn new(
        versions: &'t Versions,
        lines: &'t VersionLines<'t>,
        grammar: Grammar<'t>,
        ours: &[LineEdit],
        theirs: &[LineEdit],
    ) -> Self {
        Self {
            versions,
            lines,
            grammar,
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

    /// The smallest list in the base that contains byte `at` between its brackets.
    pub fn base_list_around(&self, at: usize) -> Option<&'c NodeList> {
        let context = self.context;
        let lists = context
            .base_lists
            .get_or_init(|| context.grammar.lists(&context.versions.base));
        lists
            .iter()
            .filter(|list| list.whole.start() < at && at < list.whole.end())
            .min_by_key(|list| list.whole.len())
    }
}
