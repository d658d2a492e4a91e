//! Three texts become one: what two sides made of a base, put together. Pure.
//!
//! Regions that one side alone changed, and those that both changed alike, merge as git merges them, byte for
//! byte. What is left is a conflict, unless a rule with evidence of its own settles it; each names itself.

mod apart;
mod changes;
mod doubts;
mod generated;
mod import;
mod marker;
mod meeting;
mod merged;
mod region;
mod rules;
mod solve;
mod style;
#[cfg(test)]
mod tests;
mod unplaced;
mod versions;

pub use generated::is_generated;
pub use marker::{ConflictLines, ConflictPart, MarkerLabels, Markers, write_lines};
pub use merged::{MergedText, RegionTexts, SettledEdits};
pub use region::{ConflictCause, MergeRegion, MergeRule, RegionOutcome};
pub use rules::{KeyedChildren, ListsOf, names_twice};
pub use solve::{MarkedBlock, MarkedText, MarkerFault};
pub use style::{ConflictStyle, Favour, MarkedConflicts};
pub use unplaced::unplaced_changes;
pub use versions::Versions;

use std::cell::OnceCell;

use changes::{LineAlgorithm, LineEdit};
use doubts::{AstrayLines, Doubts};
use rules::MergeRules;
use versions::{ComparedLines, VersionLines};

/// How much a merge takes upon itself. Each merges what those before it merge, and the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergeReach {
    /// Changes that certainly do not touch: there is an unchanged line between them, also where lines repeat and a
    /// change could have been made further up or down.
    Apart,
    /// What git merges, where no comparison of lines finds a conflict.
    Agreed,
    /// What git merges: where one comparison finds no conflict, there is none.
    Git,
    /// As git, and rules settle conflicts.
    Rules,
}

/// Puts together what the two sides of `versions` made of their base.
pub fn merge(versions: &Versions, reach: MergeReach) -> MergedText<'_> {
    merge_by_grammar(versions, reach, &|_| Vec::new())
}

/// As [`merge`], of texts that a grammar finds lists in.
pub fn merge_by_grammar<'t>(
    versions: &'t Versions,
    reach: MergeReach,
    lists: ListsOf<'_>,
) -> MergedText<'t> {
    let lines = VersionLines::of(versions);
    let whole = lines.whole();
    merge_parts(versions, lines, &[whole], reach, lists)
}

/// Puts together what the two sides of `versions`, cut into `lines`, made of each of `parts`, between which all three
/// are equal.
fn merge_parts<'t>(
    versions: &'t Versions,
    lines: VersionLines<'t>,
    parts: &[ComparedLines],
    reach: MergeReach,
    lists: ListsOf<'_>,
) -> MergedText<'t> {
    let found = parts.iter().map(|part| match reach {
        MergeReach::Apart => MergeComparison::widened(&lines, part),
        MergeReach::Agreed => MergeComparison::doubted(&lines, part),
        MergeReach::Git | MergeReach::Rules => MergeComparison::of(&lines, part),
    });
    let found: Vec<MergeComparison> = found.collect();
    let is_clean = found.iter().all(MergeComparison::is_clean);
    let regions: Vec<Vec<MergeRegion>> = if reach == MergeReach::Rules && !is_clean {
        let ours = found.iter().flat_map(|part| &part.ours);
        let theirs = found.iter().flat_map(|part| &part.theirs);
        let doubts = Doubts::of(&lines, ours, theirs);
        let rules = MergeRules::of(versions, doubts, lists);
        let settled = found.into_iter().map(|part| part.settled(&rules));
        settled.collect()
    } else {
        found.into_iter().map(|part| part.regions).collect()
    };
    let parts = parts.iter().cloned().zip(regions).collect();
    MergedText::new(versions, lines, parts)
}

/// What both sides changed, by one comparison of lines.
struct MergeComparison {
    ours: Vec<LineEdit>,
    theirs: Vec<LineEdit>,
    regions: Vec<MergeRegion>,
}

impl MergeComparison {
    /// The comparison that finds no conflict, if one does, that of `git merge-file` before that of `git merge`: where
    /// lines repeat, the same changes can be read in several ways.
    fn of(lines: &VersionLines, part: &ComparedLines) -> Self {
        let found = Self::by(lines, part, LineAlgorithm::Myers);
        if found.is_clean() {
            return found;
        }
        Self::by(lines, part, LineAlgorithm::Histogram)
    }

    /// The comparison that finds a conflict, if one does.
    fn doubted(lines: &VersionLines, part: &ComparedLines) -> Self {
        let found = Self::by(lines, part, LineAlgorithm::Histogram);
        if !found.is_clean() {
            return found;
        }
        let other = Some(Self::by(lines, part, LineAlgorithm::Myers));
        other.filter(|other| !other.is_clean()).unwrap_or(found)
    }

    /// The comparison in which each change takes all the places that it could stand at. What both sides made alike is a
    /// conflict where they may have done it at two of these.
    fn widened(lines: &VersionLines, part: &ComparedLines) -> Self {
        let mut found = Self::from(lines, part, |base, side| {
            let edits = changes::between(base, side, LineAlgorithm::Histogram);
            apart::widened(&edits, base, side)
        });
        let as_found = OnceCell::new();
        let as_found = || as_found.get_or_init(|| Self::by(lines, part, LineAlgorithm::Histogram));
        for region in &mut found.regions {
            let is_same = region.outcome == RegionOutcome::Same;
            if is_same && apart::is_movable(&as_found().ours, region, lines) {
                region.outcome = RegionOutcome::Conflict(ConflictCause::Changed);
            }
        }
        found
    }

    fn by(lines: &VersionLines, part: &ComparedLines, algorithm: LineAlgorithm) -> Self {
        Self::from(lines, part, |base, side| {
            changes::between(base, side, algorithm)
        })
    }

    fn from(
        lines: &VersionLines,
        part: &ComparedLines,
        between: impl Fn(&[u32], &[u32]) -> Vec<LineEdit>,
    ) -> Self {
        let base = &lines.base.numbers[part.base.clone()];
        let made = |side: &[u32], start: usize| {
            let mut edits = between(base, side);
            for edit in &mut edits {
                *edit = edit.moved(part.base.start, start);
            }
            edits
        };
        let ours = made(&lines.ours.numbers[part.ours.clone()], part.ours.start);
        let theirs = made(
            &lines.theirs.numbers[part.theirs.clone()],
            part.theirs.start,
        );
        Self {
            regions: region::regions(lines, part, &ours, &theirs),
            ours,
            theirs,
        }
    }

    fn is_clean(&self) -> bool {
        self.regions
            .iter()
            .all(|region| region.conflict().is_none())
    }

    /// The regions, those that rules settle in place of the conflict.
    fn settled(self, rules: &MergeRules) -> Vec<MergeRegion> {
        let astray = AstrayLines::find(rules.lines(), &self.ours, &self.theirs);
        let mut regions = Vec::with_capacity(self.regions.len());
        for region in self.regions {
            if region.conflict().is_none() {
                regions.push(region);
                continue;
            }
            match rules.settled(&region, &self.ours, &self.theirs) {
                Ok(settled) if !astray.spoil(&region, &settled) => regions.extend(settled),
                Ok(_) => regions.push(MergeRegion {
                    outcome: RegionOutcome::Conflict(ConflictCause::Moved),
                    ..region
                }),
                Err(None) => regions.push(region),
                Err(Some(cause)) => regions.push(MergeRegion {
                    outcome: RegionOutcome::Conflict(cause),
                    ..region
                }),
            }
        }
        regions
    }
}

/// The examples of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
