//! The rules that settle what git calls a conflict. Each has evidence of its own; where it is thin, the conflict
//! stays.

mod attachment;
mod children;
mod entry;
mod finer;
mod imports;
mod insertions;
mod keyed;
mod listed;
mod nodes;
mod reindented;
mod releases;
mod repeated;
mod sorted;

pub use keyed::KeyedChildren;
pub use listed::{ListsOf, names_twice};

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;

use bytes::Bytes;
use foldhash::fast::FixedState;

use crate::changes::{self, LineAlgorithm, LineEdit};
use crate::doubts::Doubts;
use crate::meeting::{MeetingEdits, inside, meetings};
use crate::region::{self, ConflictCause, MergeRegion, MergeRule, RegionOutcome};
use crate::versions::{NumberedLines, VersionLines, Versions};
use attachment::Edge;
use imports::ImportMerge;
use incise_syntax::ChildOrder;
use incise_text::text;
use listed::{ListedText, ListedVersions};

/// The rules, and what is known of the texts of one merge.
pub struct MergeRules<'t> {
    lines: &'t VersionLines<'t>,
    doubts: Doubts<'t>,
    versions: &'t Versions,
    find_lists: ListsOf<'t>,
    /// Each version with its lists, once they are wanted.
    listed: OnceCell<ListedVersions>,
}

impl<'t> MergeRules<'t> {
    /// Those for `versions`, about which there are these `doubts`, and in which a grammar finds the lists that `find_lists`
    /// says.
    pub fn of(versions: &'t Versions, doubts: Doubts<'t>, find_lists: ListsOf<'t>) -> Self {
        Self {
            lines: doubts.lines(),
            doubts,
            versions,
            find_lists,
            listed: OnceCell::new(),
        }
    }

    /// The lines of the three versions.
    pub fn lines(&self) -> &'t VersionLines<'t> {
        self.lines
    }

    /// Each version with its lists.
    fn listed(&self) -> &ListedVersions {
        let Versions { base, ours, theirs } = self.versions;
        let of = |text| ListedText::of(text, self.find_lists);
        self.listed.get_or_init(|| [base, ours, theirs].map(of))
    }

    /// What becomes of `conflict`, around which the sides changed lines as `ours` and `theirs` say, if rules settle
    /// all of it.
    ///
    /// # Errors
    /// What is in the way of the rules, if anything is.
    pub fn settled(
        &self,
        conflict: &MergeRegion,
        ours: &[LineEdit],
        theirs: &[LineEdit],
    ) -> Result<Vec<MergeRegion>, Option<ConflictCause>> {
        if repeated::has_other_endings(conflict, self.lines) {
            return Err(None);
        }
        let imports = ImportMerge::of(conflict, self.lines);
        if imports.as_ref().is_some_and(ImportMerge::is_contradictory) {
            return Err(None);
        }
        let alike = self.alike(&conflict.base, &conflict.ours, &conflict.theirs);
        let settled = match alike {
            Some(outcome) => Ok(vec![MergeRegion {
                outcome,
                ..conflict.clone()
            }]),
            None => self.settled_by_lines(conflict, ours, theirs),
        };
        let Some(imports) = imports else {
            return settled;
        };
        let by_names = |cause| {
            let text = imports.text().ok_or(cause)?;
            Ok(whole(conflict, text, MergeRule::Imports))
        };
        let regions = match settled {
            Ok(regions) => regions,
            Err(cause) => return by_names(cause),
        };
        match region::joined(self.lines, conflict.ours.clone(), &regions) {
            Ok(text) if imports.is_as_wanted(&text) => Ok(regions),
            _ => by_names(None),
        }
    }

    /// What becomes of `conflict` by the rules that do not ask what its lines are.
    fn settled_by_lines(
        &self,
        conflict: &MergeRegion,
        ours: &[LineEdit],
        theirs: &[LineEdit],
    ) -> Result<Vec<MergeRegion>, Option<ConflictCause>> {
        let doubt = || self.doubts.about(conflict, ours, theirs);
        let unless_doubtful = |regions| match doubt() {
            Some(doubt) => Err(Some(doubt)),
            None => Ok(regions),
        };
        let sorted = sorted::exchanged(conflict, self.lines);
        let sorted = sorted.map(|text| (text, MergeRule::Sorted));
        let indented = || Some((reindented::edited(conflict, self.lines)?, MergeRule::Indent));
        if let Some((text, rule)) = sorted.or_else(indented) {
            return unless_doubtful(whole(conflict, text, rule));
        }
        let lines = self.lines;
        if has_moved_lines(inside(ours, &conflict.base), &lines.base, &lines.ours)
            || has_moved_lines(inside(theirs, &conflict.base), &lines.base, &lines.theirs)
        {
            return Err(Some(ConflictCause::Moved));
        }
        let meetings = meetings(conflict, ours, theirs);
        if repeated::has_line_twice(&meetings, self.lines)
            || meetings.iter().any(|meeting| self.has_same_number(meeting))
        {
            return Err(Some(ConflictCause::Inserted));
        }
        let Some(regions) = self.regions(meetings) else {
            let nodes = || nodes::merged(conflict, self.lines, self.listed());
            let is_counted = repeated::has_counted_words(conflict, self.lines);
            let nodes = (!is_counted).then(nodes).flatten();
            let nodes = nodes.map(|text| (text, MergeRule::Nodes));
            return if let Some((text, rule)) = nodes {
                unless_doubtful(whole(conflict, text, rule))
            } else {
                let regions = self.line_by_line(conflict, ours, theirs);
                unless_doubtful(regions.ok_or_else(doubt)?)
            };
        };
        // A list of releases says of each what was true then.
        let is_release = |region: &MergeRegion| {
            matches!(
                region.outcome,
                RegionOutcome::Settled(_, MergeRule::Releases)
            )
        };
        if regions.iter().all(is_release) {
            Ok(regions)
        } else {
            unless_doubtful(regions)
        }
    }

    /// What becomes of `meetings`, if rules settle them all.
    fn regions(&self, meetings: Vec<MeetingEdits>) -> Option<Vec<MergeRegion>> {
        if meetings.windows(2).any(|pair| self.is_orphaned(pair)) {
            return None;
        }
        let regions = meetings.into_iter().map(|meeting| {
            let outcome = self.outcome(&meeting)?;
            Some(MergeRegion {
                base: meeting.base,
                ours: meeting.ours,
                theirs: meeting.theirs,
                outcome,
            })
        });
        regions.collect()
    }

    /// Whether one of two neighbours took lines away that the other put lines beside, which may belong to them.
    fn is_orphaned(&self, pair: &[MeetingEdits]) -> bool {
        let [above, below] = pair else {
            return false;
        };
        let sides = (&self.lines.base, &self.lines.ours, &self.lines.theirs);
        let put_in = |meeting: &MeetingEdits| match (meeting.is_ours, meeting.is_theirs) {
            (true, false) => Some(sides.1.each(meeting.ours.clone()).collect::<Vec<_>>()),
            (false, true) => Some(sides.2.each(meeting.theirs.clone()).collect()),
            _ => None,
        };
        let removed = |meeting: &MeetingEdits| {
            let is_gone = meeting.ours.is_empty() || meeting.theirs.is_empty();
            let is_one_sided = meeting.is_ours != meeting.is_theirs;
            let old = sides.0.each(meeting.base.clone()).collect::<Vec<_>>();
            (is_gone && is_one_sided && !old.is_empty()).then_some(old)
        };
        let is_other = above.is_ours != below.is_ours && above.base.end == below.base.start;
        let beside = |new: &MeetingEdits, old: &MeetingEdits, edge| {
            let is_new = new.base.is_empty();
            let both = put_in(new).filter(|_| is_new).zip(removed(old));
            both.is_some_and(|(new, old)| attachment::is_orphaned(&new, &old, edge))
        };
        is_other && (beside(above, below, Edge::Above) || beside(below, above, Edge::Below))
    }

    /// Whether what both put in at `meeting` gives two names of an enumeration one number.
    fn has_same_number(&self, meeting: &MeetingEdits) -> bool {
        let above = meeting.base.start.checked_sub(1);
        above.is_some_and(|above| {
            let ours: Vec<&[u8]> = self.lines.ours.each(meeting.ours.clone()).collect();
            let theirs: Vec<&[u8]> = self.lines.theirs.each(meeting.theirs.clone()).collect();
            entry::has_same_number(&ours, &theirs, self.lines.base.line(above))
        })
    }

    /// Whether what both put in at `meeting` are arguments or parameters: their order says which is which.
    fn is_among_arguments(&self, meeting: &MeetingEdits) -> bool {
        let at = self.lines.base.start(meeting.base.start);
        let around = self.listed()[0].around(&(at..at));
        around.is_some_and(|list| {
            let mut children = list.children.iter();
            list.order == ChildOrder::Meant
                && !children.any(|child| child.start() < at && at < child.end())
        })
    }

    /// What becomes of `conflict` if its changes are looked at line by line. Words of a line that was found like that are
    /// not put together, for the lines around it may have become part of it; nor are lines that both put behind one, for
    /// it may have got a comma for the sake of what one side put there.
    fn line_by_line(
        &self,
        conflict: &MergeRegion,
        ours: &[LineEdit],
        theirs: &[LineEdit],
    ) -> Option<Vec<MergeRegion>> {
        let lines = self.lines;
        let each = |edits, side| {
            let edits: Vec<LineEdit> = inside(edits, &conflict.base).cloned().collect();
            finer::line_by_line(&edits, &lines.base, side)
        };
        let (ours, theirs) = (each(ours, &lines.ours), each(theirs, &lines.theirs));
        let ours = finer::put_beside(&ours, &lines.base, &lines.ours, &theirs);
        let theirs = finer::put_beside(&theirs, &lines.base, &lines.theirs, &ours);
        let meetings = meetings(conflict, &ours, &theirs);
        if repeated::has_line_twice(&meetings, lines) {
            return None;
        }
        let regions = self.regions(meetings)?;
        let is_thin = |rule| {
            matches!(
                rule,
                MergeRule::Words | MergeRule::Insertions | MergeRule::Sorted
            )
        };
        let mut rules = regions.iter().filter_map(MergeRegion::rule);
        (!rules.any(is_thin)).then_some(regions)
    }

    fn outcome(&self, meeting: &MeetingEdits) -> Option<RegionOutcome> {
        let lines = self.lines;
        let ours = &lines.ours.numbers[meeting.ours.clone()];
        if !meeting.is_theirs {
            return Some(RegionOutcome::Ours);
        }
        if !meeting.is_ours {
            let text = lines.theirs.bytes(meeting.theirs.clone());
            return Some(RegionOutcome::Settled(text, MergeRule::Adjacent));
        }
        if *ours == lines.theirs.numbers[meeting.theirs.clone()] {
            return Some(RegionOutcome::Same);
        }
        if let Some(outcome) = self.alike(&meeting.base, &meeting.ours, &meeting.theirs) {
            return Some(outcome);
        }
        if meeting.base.is_empty() {
            if self.is_among_arguments(meeting) {
                return None;
            }
            let (text, rule) = insertions::ordered(meeting, lines)?;
            return Some(RegionOutcome::Settled(text, rule));
        }
        let text = self.other_words(meeting)?;
        Some(RegionOutcome::Settled(text, MergeRule::Words))
    }

    /// The side, if there is one, that made of the lines `base` what the other side did, and put more beside them.
    fn alike(
        &self,
        base: &Range<usize>,
        ours: &Range<usize>,
        theirs: &Range<usize>,
    ) -> Option<RegionOutcome> {
        let lines = self.lines;
        let own: Vec<&[u8]> = lines.ours.each(ours.clone()).collect();
        let others: Vec<&[u8]> = lines.theirs.each(theirs.clone()).collect();
        let old: Vec<&[u8]> = lines.base.each(base.clone()).collect();
        let shared = finer::made_alike(&old, &own, &others)?;
        let text = if shared == own.len() {
            lines.theirs.bytes(theirs.clone())
        } else if shared == others.len() {
            lines.ours.bytes(ours.clone())
        } else {
            return None;
        };
        Some(RegionOutcome::Settled(text, MergeRule::Alike))
    }

    /// The lines of `meeting` with the words that each side changed, where these are different words and each line is still
    /// one.
    fn other_words(&self, meeting: &MeetingEdits) -> Option<Bytes> {
        if [meeting.ours.len(), meeting.theirs.len()] != [meeting.base.len(); 2] {
            return None;
        }
        let versions = self
            .lines
            .texts(&meeting.base, &meeting.ours, &meeting.theirs);
        let units = VersionLines::in_words(&versions);
        let [ours, theirs] = changes::of_sides(&units, LineAlgorithm::Myers);
        if has_moved_words(&ours, &units.base, &units.ours)
            || has_moved_words(&theirs, &units.base, &units.theirs)
        {
            return None;
        }
        let regions = region::regions(&units, &units.whole(), &ours, &theirs);
        if repeated::is_any_counted(&regions, &units) {
            return None;
        }
        region::joined(&units, 0..units.ours.len(), &regions).ok()
    }
}

/// `conflict`, settled by `rule` as `text`.
fn whole(conflict: &MergeRegion, text: Bytes, rule: MergeRule) -> Vec<MergeRegion> {
    vec![MergeRegion {
        outcome: RegionOutcome::Settled(text, rule),
        ..conflict.clone()
    }]
}

/// Whether `edits` took a word of `base` away at one place and put it in at another of `side`: what stands behind it goes
/// with it, and what the other side did there belongs elsewhere.
fn has_moved_words(edits: &[LineEdit], base: &NumberedLines<'_>, side: &NumberedLines<'_>) -> bool {
    let is_telling = |word: &&[u8]| word.iter().any(u8::is_ascii_alphabetic);
    let removed = |edit: &LineEdit| base.each(edit.base.clone()).filter(is_telling);
    let is_elsewhere = |number: usize, word: &[u8]| {
        let others = edits.iter().enumerate();
        let mut others = others.filter(|(other, _)| *other != number);
        others.any(|(_, other)| side.each(other.other.clone()).any(|new| new == word))
    };
    let mut numbered = edits.iter().enumerate();
    numbered.any(|(number, edit)| removed(edit).any(|word| is_elsewhere(number, word)))
}

/// Whether `edits` gave lines of `base` another order in `side`, the commas behind them apart.
fn has_moved_lines<'e>(
    edits: impl Iterator<Item = &'e LineEdit>,
    base: &NumberedLines<'_>,
    side: &NumberedLines<'_>,
) -> bool {
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    for edit in edits {
        removed.extend(base.each(edit.base.clone()).map(without_comma));
        added.extend(side.each(edit.other.clone()).map(without_comma));
    }
    let (old, new) = (places(&removed), places(&added));
    let both = old
        .iter()
        .filter_map(|(line, at)| Some((*at, *new.get(line)?)));
    let mut both: Vec<(usize, usize)> = both.collect();
    both.sort_unstable();
    !both.is_sorted_by_key(|(_, new)| *new)
}

/// The places of those of `lines` that say something.
fn places<'l>(lines: &[&'l [u8]]) -> HashMap<&'l [u8], usize, FixedState> {
    let numbered = lines.iter().enumerate();
    let telling = numbered.filter(|(_, line)| text::is_telling(line));
    telling.map(|(number, line)| (*line, number)).collect()
}

fn without_comma(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii();
    line.strip_suffix(b",").unwrap_or(line)
}
