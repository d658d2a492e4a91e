//! A conflict, with the knowledge about the whole merge that rules and doubts use.

use std::cell::OnceCell;

use bytes::Bytes;

use crate::changes::LineEdit;
use crate::doubts::{DisplacedLines, NameCensus};
use crate::grammar::Grammar;
use crate::lists::ListedText;
use crate::pieces::inside;
use crate::region::MergeRegion;
use crate::versions::{VersionLines, Versions};

/// Knowledge about one merge.
pub struct MergeContext<'t> {
    versions: &'t Versions,
    lines: &'t VersionLines<'t>,
    grammar: Grammar<'t>,
    names: NameCensus<'t>,
    displaced: DisplacedLines,
    /// The base, our side and the other side with their lists, once a rule asks for them.
    listed: [OnceCell<ListedText>; 3],
}

impl<'t> MergeContext<'t> {
    /// `versions` in `lines`, which the sides changed by these edits.
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
            listed: [const { OnceCell::new() }; 3],
        }
    }

    /// The conflict `region` among the changes `ours` and `theirs`.
    pub fn conflict<'c>(
        &'c self,
        region: &'c MergeRegion,
        ours: &'c [LineEdit],
        theirs: &'c [LineEdit],
    ) -> Conflict<'c, 't> {
        Conflict {
            context: self,
            region,
            ours: inside(ours, &region.base),
            theirs: inside(theirs, &region.base),
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

    /// The names that the sides removed from the text.
    pub fn names(&self) -> &'c NameCensus<'t> {
        &self.context.names
    }

    /// The lines that both sides removed and a side inserted elsewhere.
    pub fn displaced(&self) -> &'c DisplacedLines {
        &self.context.displaced
    }

    /// The base with its lists.
    pub fn listed_base(&self) -> &'c ListedText {
        self.listed(0, &self.context.versions.base)
    }

    /// The base, our side and the other side with their lists.
    pub fn listed_versions(&self) -> [&'c ListedText; 3] {
        let Versions { base, ours, theirs } = self.context.versions;
        [
            self.listed(0, base),
            self.listed(1, ours),
            self.listed(2, theirs),
        ]
    }

    fn listed(&self, number: usize, text: &Bytes) -> &'c ListedText {
        self.context.listed[number].get_or_init(|| ListedText {
            text: text.clone(),
            lists: self.context.grammar.lists(text),
        })
    }
}
