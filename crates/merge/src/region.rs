//! The regions of three texts where a side differs from the base, and what becomes of each.

use std::ops::Range;

use bytes::Bytes;

use super::changes::LineEdit;
use super::versions::{ComparedLines, VersionLines};

/// Lines of the three versions that belong together, from 0. Between two regions all three are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeRegion {
    /// The lines of the base.
    pub base: Range<usize>,
    /// What our side made of them.
    pub ours: Range<usize>,
    /// What the other side made of them.
    pub theirs: Range<usize>,
    /// What becomes of them.
    pub outcome: RegionOutcome,
}

/// What becomes of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegionOutcome {
    /// Our side alone changed it.
    Ours,
    /// The other side alone changed it.
    Theirs,
    /// Both made the same of it.
    Same,
    /// Both changed it.
    Conflict(ConflictCause),
    /// Both changed it, and a rule or the caller says what both want.
    Settled(Bytes, MergeRule),
}

/// Why nothing settles a region that both sides changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConflictCause {
    /// Each made something else of the same lines.
    Changed,
    /// Both put lines at one place, and nothing tells their order.
    Inserted,
    /// One took away what the other changed.
    Deleted,
    /// One mentions a name that the other removed from the text.
    GoneName,
    /// Both define a name that the base does not have.
    NewName,
    /// One puts in what the other replaced beside it.
    OldForm,
    /// One moved a line that the other moved or changed.
    Moved,
    /// One changed an operator of an expression that the other changed.
    Operator,
    /// A rule made syntax errors of two sides that have none.
    BadSyntax,
}

impl ConflictCause {
    /// Stable `snake_case` name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Inserted => "inserted",
            Self::Deleted => "deleted",
            Self::GoneName => "gone_name",
            Self::NewName => "new_name",
            Self::OldForm => "old_form",
            Self::Moved => "moved",
            Self::Operator => "operator",
            Self::BadSyntax => "bad_syntax",
        }
    }

    /// The words for it in markers and reports.
    pub fn words(self) -> &'static str {
        match self {
            Self::Changed => "both changed these lines",
            Self::Inserted => "both put lines here",
            Self::Deleted => "one side removed what the other changed",
            Self::GoneName => "one side names what the other removed",
            Self::NewName => "both define the same new name",
            Self::OldForm => "one side repeats what the other replaced",
            Self::Moved => "one side moved what the other moved or changed",
            Self::Operator => "both changed an expression and its operators",
            Self::BadSyntax => "both together are no valid syntax",
        }
    }
}

/// What settles a region that both sides changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MergeRule {
    /// The changes of the two sides meet and share no line.
    Adjacent,
    /// Each side changed other words.
    Words,
    /// Both put lines at one place of a sorted list.
    Sorted,
    /// Both put releases at one place, newest first.
    Releases,
    /// Both made the same of lines, and one put more beside them.
    Alike,
    /// Both put lines at one place.
    Insertions,
    /// One side indented lines otherwise, and the other edited them.
    Indent,
    /// Each side imported other names.
    Imports,
    /// Each side changed other children of a list that a grammar finds.
    Nodes,
    /// The caller takes our side.
    FavourOurs,
    /// The caller takes the other side.
    FavourTheirs,
    /// The caller takes both, ours first.
    FavourUnion,
}

impl MergeRule {
    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Adjacent => "adjacent",
            Self::Words => "words",
            Self::Sorted => "sorted",
            Self::Releases => "releases",
            Self::Alike => "alike",
            Self::Insertions => "insertions",
            Self::Indent => "indent",
            Self::Imports => "imports",
            Self::Nodes => "nodes",
            Self::FavourOurs => "ours",
            Self::FavourTheirs => "theirs",
            Self::FavourUnion => "union",
        }
    }
}

/// The regions of `part` of `lines`, which our side changed as `ours` says and the other one as `theirs`. Changes that
/// meet, though they share no line, are one region, as git has it.
pub fn regions(
    lines: &VersionLines,
    part: &ComparedLines,
    ours: &[LineEdit],
    theirs: &[LineEdit],
) -> Vec<MergeRegion> {
    let mut regions = Vec::new();
    let start = part.base.start;
    let mut ours = SideCursor::of(ours, (start, part.ours.start));
    let mut theirs = SideCursor::of(theirs, (start, part.theirs.start));
    while let Some(start) = ours
        .next_start()
        .into_iter()
        .chain(theirs.next_start())
        .min()
    {
        let (our_start, their_start) = (ours.line(start), theirs.line(start));
        let (mut end, mut changed) = (start, (false, false));
        loop {
            if let Some(reached) = ours.take_until(end) {
                (end, changed.0) = (end.max(reached), true);
            } else if let Some(reached) = theirs.take_until(end) {
                (end, changed.1) = (end.max(reached), true);
            } else {
                break;
            }
        }
        let our_lines = our_start..ours.line(end);
        let their_lines = their_start..theirs.line(end);
        let is_same =
            lines.ours.numbers[our_lines.clone()] == lines.theirs.numbers[their_lines.clone()];
        let cause = if start == end {
            ConflictCause::Inserted
        } else if our_lines.is_empty() || their_lines.is_empty() {
            ConflictCause::Deleted
        } else {
            ConflictCause::Changed
        };
        let outcome = match changed {
            (true, true) if is_same => RegionOutcome::Same,
            (true, true) => RegionOutcome::Conflict(cause),
            (true, false) => RegionOutcome::Ours,
            _ => RegionOutcome::Theirs,
        };
        regions.push(MergeRegion {
            base: start..end,
            ours: our_lines,
            theirs: their_lines,
            outcome,
        });
    }
    regions
}

/// What `regions` make together of the lines `ours` of our side.
///
/// # Errors
/// The cause of the first conflict among them.
pub fn joined(
    lines: &VersionLines,
    ours: Range<usize>,
    regions: &[MergeRegion],
) -> Result<Bytes, ConflictCause> {
    let mut text = Vec::new();
    let mut at = ours.start;
    for region in regions {
        text.extend_from_slice(&lines.ours.bytes(at..region.ours.start));
        at = region.ours.end;
        text.extend_from_slice(&region.result(lines)?);
    }
    text.extend_from_slice(&lines.ours.bytes(at..ours.end));
    Ok(text.into())
}

impl MergeRegion {
    /// What settled it; `None` where nothing had to, or nothing did.
    pub fn rule(&self) -> Option<MergeRule> {
        match self.outcome {
            RegionOutcome::Settled(_, rule) => Some(rule),
            _ => None,
        }
    }

    /// Why nothing settles it; `None` where something does, or nothing had to.
    pub fn conflict(&self) -> Option<ConflictCause> {
        match self.outcome {
            RegionOutcome::Conflict(cause) => Some(cause),
            _ => None,
        }
    }

    /// What it becomes.
    ///
    /// # Errors
    /// The cause of a conflict.
    pub fn result(&self, lines: &VersionLines) -> Result<Bytes, ConflictCause> {
        match &self.outcome {
            RegionOutcome::Theirs => Ok(lines.theirs.bytes(self.theirs.clone())),
            RegionOutcome::Settled(text, _) => Ok(text.clone()),
            RegionOutcome::Ours | RegionOutcome::Same => Ok(lines.ours.bytes(self.ours.clone())),
            RegionOutcome::Conflict(cause) => Err(*cause),
        }
    }
}

/// The changes of one side, as far as they are passed.
struct SideCursor<'c> {
    rest: &'c [LineEdit],
    /// A line of the base behind what is passed, and the line of the side that it is.
    known: (usize, usize),
}

impl<'c> SideCursor<'c> {
    fn of(changes: &'c [LineEdit], known: (usize, usize)) -> Self {
        Self {
            rest: changes,
            known,
        }
    }

    /// The line of the base at which the next change begins.
    fn next_start(&self) -> Option<usize> {
        self.rest.first().map(|change| change.base.start)
    }

    /// Passes the next change if it begins at line `end` of the base or before; where it ends.
    fn take_until(&mut self, end: usize) -> Option<usize> {
        let (change, rest) = self.rest.split_first()?;
        if change.base.start > end {
            return None;
        }
        self.rest = rest;
        self.known = (change.base.end, change.other.end);
        Some(change.base.end)
    }

    /// The line of the side that line `line` of the base, behind what is passed, is.
    fn line(&self, line: usize) -> usize {
        self.known.1 + line - self.known.0
    }
}
