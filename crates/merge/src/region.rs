//! The regions in which a side differs from the base, and the outcome of each.

use std::ops::Range;

use bytes::Bytes;

use crate::changes::LineEdit;
use crate::versions::{ComparedLines, VersionLines};

/// Corresponding lines of the three versions, 0-based. Between two regions, all versions are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeRegion {
    /// The lines of the base.
    pub base: Range<usize>,
    /// The lines of our side.
    pub ours: Range<usize>,
    /// The lines of the other side.
    pub theirs: Range<usize>,
    /// The result.
    pub outcome: RegionOutcome,
}

/// The result of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegionOutcome {
    /// Only our side changed the lines.
    Ours,
    /// Only the other side changed the lines.
    Theirs,
    /// Both sides made the same change.
    Same,
    /// Both sides changed the lines, and no rule resolved the conflict.
    Conflict(ConflictCause),
    /// Both sides changed the lines, and a rule proposes a result that a person must accept.
    Proposed(Bytes, MergeRule),
    /// Both sides changed the lines, and a rule or the caller resolved the conflict.
    Settled(Bytes, MergeRule),
}

/// The reason for a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConflictCause {
    /// Each side changed the same lines differently.
    Changed,
    /// Both sides inserted lines at the same place, and nothing shows their order.
    Inserted,
    /// A side removed lines that the other side changed.
    Deleted,
    /// A side uses a name that the other side removed from the text.
    GoneName,
    /// Both sides define a name that the base does not contain.
    NewName,
    /// A side moved a line that the other side moved or changed.
    Moved,
    /// The merged text contains a definition or a key twice.
    Doubled,
    /// The merged text has a syntax error that neither side has.
    Syntax,
    /// A rule proposes a result that a person must accept.
    Proposed,
}

impl ConflictCause {
    /// The stable `snake_case` name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Inserted => "inserted",
            Self::Deleted => "deleted",
            Self::GoneName => "gone_name",
            Self::NewName => "new_name",
            Self::Moved => "moved",
            Self::Doubled => "doubled",
            Self::Syntax => "syntax",
            Self::Proposed => "proposed",
        }
    }

    /// The description in markers and reports.
    pub fn words(self) -> &'static str {
        match self {
            Self::Changed => "both changed these lines",
            Self::Inserted => "both inserted lines here",
            Self::Deleted => "one side removed what the other changed",
            Self::GoneName => "one side uses a name that the other removed",
            Self::NewName => "both define the same new name",
            Self::Moved => "one side moved what the other moved or changed",
            Self::Doubled => "the merged text has this twice",
            Self::Syntax => "the merged text is not valid syntax",
            Self::Proposed => "a rule proposes a result",
        }
    }
}

/// The rule, or the choice of the caller, that resolved a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MergeRule {
    /// The sides changed adjacent lines.
    Adjacent,
    /// A side inserted lines next to lines that the other side changed.
    Beside,
    /// The sides changed different words of the same lines.
    Words,
    /// Both sides changed lines of a sorted list.
    Sorted,
    /// Both sides made the same change, and one side added lines next to it.
    Alike,
    /// Both sides inserted lines at the same place.
    Insertions,
    /// The caller chose our side.
    FavourOurs,
    /// The caller chose the other side.
    FavourTheirs,
    /// The caller chose both sides, ours first.
    FavourUnion,
}

impl MergeRule {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Adjacent => "adjacent",
            Self::Beside => "beside",
            Self::Words => "words",
            Self::Sorted => "sorted",
            Self::Alike => "alike",
            Self::Insertions => "insertions",
            Self::FavourOurs => "ours",
            Self::FavourTheirs => "theirs",
            Self::FavourUnion => "union",
        }
    }
}

/// Divides `part` of `lines` into regions. `ours` and `theirs` are the edits of the two sides. As in git, changes
/// that touch belong to one region even if they share no line.
pub fn regions(
    lines: &VersionLines<'_>,
    part: &ComparedLines,
    ours: &[LineEdit],
    theirs: &[LineEdit],
) -> Vec<MergeRegion> {
    let mut regions = Vec::new();
    let mut ours = SideCursor::new(ours, part.base.start, part.ours.start);
    let mut theirs = SideCursor::new(theirs, part.base.start, part.theirs.start);
    while let Some(region) = next_region(lines, &mut ours, &mut theirs) {
        regions.push(region);
    }
    regions
}

/// The region that begins with the next edit, with all edits that touch it.
fn next_region(
    lines: &VersionLines<'_>,
    ours: &mut SideCursor<'_>,
    theirs: &mut SideCursor<'_>,
) -> Option<MergeRegion> {
    let start = match (ours.next_start(), theirs.next_start()) {
        (Some(our_start), Some(their_start)) => our_start.min(their_start),
        (our_start, their_start) => our_start.or(their_start)?,
    };
    let (first_of_ours, first_of_theirs) = (ours.line(start), theirs.line(start));
    let mut end = start;
    let (mut by_ours, mut by_theirs) = (false, false);
    loop {
        if let Some(reached) = ours.take_until(end) {
            by_ours = true;
            end = end.max(reached);
        } else if let Some(reached) = theirs.take_until(end) {
            by_theirs = true;
            end = end.max(reached);
        } else {
            break;
        }
    }
    let mut region = MergeRegion {
        base: start..end,
        ours: first_of_ours..ours.line(end),
        theirs: first_of_theirs..theirs.line(end),
        outcome: RegionOutcome::Ours,
    };
    if by_theirs && by_ours {
        region.outcome = outcome_of_both(&region, lines);
    } else if by_theirs {
        region.outcome = RegionOutcome::Theirs;
    }
    Some(region)
}

/// The outcome of `region`, which both sides changed.
fn outcome_of_both(region: &MergeRegion, lines: &VersionLines<'_>) -> RegionOutcome {
    if lines.sides_are_equal(&region.ours, &region.theirs) {
        RegionOutcome::Same
    } else if region.base.is_empty() {
        RegionOutcome::Conflict(ConflictCause::Inserted)
    } else if region.ours.is_empty() || region.theirs.is_empty() {
        RegionOutcome::Conflict(ConflictCause::Deleted)
    } else {
        RegionOutcome::Conflict(ConflictCause::Changed)
    }
}

/// The text of the lines `ours` of our side, with the results of `regions`.
///
/// # Errors
/// The cause of the first conflict in `regions`.
pub fn joined(
    lines: &VersionLines<'_>,
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
    /// True if `next` starts at the end of this region in all three versions.
    pub fn touches(&self, next: &Self) -> bool {
        self.base.end == next.base.start
            && self.ours.end == next.ours.start
            && self.theirs.end == next.theirs.start
    }

    /// The rule that resolved the region. `None` for a conflict, or if no rule was needed.
    pub fn rule(&self) -> Option<MergeRule> {
        match self.outcome {
            RegionOutcome::Settled(_, rule) => Some(rule),
            _ => None,
        }
    }

    /// The cause of the conflict. `None` if the region has a result.
    pub fn conflict(&self) -> Option<ConflictCause> {
        match self.outcome {
            RegionOutcome::Conflict(cause) => Some(cause),
            RegionOutcome::Proposed(..) => Some(ConflictCause::Proposed),
            _ => None,
        }
    }

    /// The resulting text.
    ///
    /// # Errors
    /// The cause of the conflict, if there is no result.
    pub fn result(&self, lines: &VersionLines<'_>) -> Result<Bytes, ConflictCause> {
        match &self.outcome {
            RegionOutcome::Theirs => Ok(lines.theirs.bytes(self.theirs.clone())),
            RegionOutcome::Settled(text, _) => Ok(text.clone()),
            RegionOutcome::Ours | RegionOutcome::Same => Ok(lines.ours.bytes(self.ours.clone())),
            RegionOutcome::Conflict(cause) => Err(*cause),
            RegionOutcome::Proposed(..) => Err(ConflictCause::Proposed),
        }
    }
}

/// Iterates over the edits of one side.
struct SideCursor<'c> {
    rest: &'c [LineEdit],
    /// A line of the base after all passed edits.
    base: usize,
    /// The corresponding line of the side.
    side: usize,
}

impl<'c> SideCursor<'c> {
    fn new(edits: &'c [LineEdit], base: usize, side: usize) -> Self {
        Self {
            rest: edits,
            base,
            side,
        }
    }

    /// The line of the base where the next edit begins.
    fn next_start(&self) -> Option<usize> {
        self.rest.first().map(|edit| edit.base.start)
    }

    /// Passes the next edit if it begins at or before line `end` of the base. Returns the line where the edit ends.
    fn take_until(&mut self, end: usize) -> Option<usize> {
        let (edit, rest) = self.rest.split_first()?;
        if edit.base.start > end {
            return None;
        }
        self.rest = rest;
        self.base = edit.base.end;
        self.side = edit.other.end;
        Some(edit.base.end)
    }

    /// The line of the side that corresponds to line `line` of the base, which must follow all passed edits.
    fn line(&self, line: usize) -> usize {
        self.side + line - self.base
    }
}
