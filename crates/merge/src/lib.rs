//! Three-way merge of text. No function reads or writes a file.
//!
//! Changes of one side, and equal changes of both sides, merge as in git, byte for byte. All other changes are
//! conflicts. The rules in the table [`RULES`] resolve some of them, and the result names the rule. [`merge_file`] also
//! reports a conflict if the merge would define a name twice or add a syntax error.

mod changes;
mod check;
mod comparison;
mod conflict;
mod doubts;
mod generated;
mod lexicon;
mod marker;
mod merged;
mod movable;
mod names;
mod pieces;
mod region;
mod rules;
mod solve;
mod style;
#[cfg(test)]
#[path = "../../../tests/cli/table.rs"]
mod table;
#[cfg(test)]
mod tests;
mod unplaced;
mod versions;
mod window;
mod words;

pub use generated::is_generated;
pub use marker::{ConflictLines, ConflictPart, MarkerLabels, Markers, write_lines};
pub use merged::{MergedText, RegionTexts, SettledEdits};
pub use region::{ConflictCause, MergeRegion, MergeRule, RegionOutcome};
pub use rules::{RULES, Rule, RuleSet};
pub use solve::{MarkedBlock, MarkedText, MarkerError, MarkerFault};
pub use style::{ConflictStyle, Favour, MarkedConflicts};
pub use unplaced::unplaced_changes;
pub use versions::Versions;

use std::path::Path;

use changes::LineEdit;
use comparison::Comparison;
use conflict::MergeContext;
use versions::{ComparedLines, VersionLines};

/// The changes that a merge combines. All other variants merge everything that `Apart` merges, and `Rules` everything
/// that `Agreed` merges, with the same result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergeReach {
    /// Only changes that are separated by an unchanged line. If lines repeat, this must hold for every possible
    /// position of a change.
    Apart,
    /// The same, plus changes that touch, if rules resolve them and no repeated line leaves their place open.
    Touching,
    /// Like git, if no line comparison finds a conflict.
    Agreed,
    /// Like git, plus conflicts that these rules resolve.
    Rules(RuleSet),
}

impl MergeReach {
    fn rules(self) -> RuleSet {
        match self {
            Self::Apart | Self::Agreed => RuleSet::None,
            Self::Touching => RuleSet::All,
            Self::Rules(rules) => rules,
        }
    }
}

/// Merges `versions` by lines.
pub fn merge(versions: &Versions, reach: MergeReach) -> MergedText<'_> {
    let lines = VersionLines::new(versions);
    let whole = lines.whole();
    merge_parts(versions, lines, &[whole], reach, None)
}

/// Merges `versions` of the file called `path`. If the language is supported, its grammar finds lists for the rules.
/// A definition or key that the merge would duplicate becomes a conflict, and so does a new syntax error.
pub fn merge_file<'t>(path: &'t Path, versions: &'t Versions, reach: MergeReach) -> MergedText<'t> {
    let lines = VersionLines::new(versions);
    let whole = lines.whole();
    let merged = merge_parts(versions, lines, &[whole], reach, Some(path));
    check::checked(merged, path, versions)
}

/// Merges each of the `parts` of `versions`. `lines` are the lines of `versions`, which are equal between the parts.
/// `path` determines the language; without it, the merge only knows lines.
fn merge_parts<'t>(
    versions: &'t Versions,
    lines: VersionLines<'t>,
    parts: &[ComparedLines],
    reach: MergeReach,
    path: Option<&Path>,
) -> MergedText<'t> {
    let mut comparisons = Vec::with_capacity(parts.len());
    for part in parts {
        comparisons.push(Comparison::new(&lines, part, reach));
    }
    if reach.rules() != RuleSet::None && !comparisons.iter().all(Comparison::is_clean) {
        apply_rules(&mut comparisons, &lines, reach, path);
    }
    let regions = comparisons.into_iter().map(|part| part.regions);
    let merged_parts = parts.iter().cloned().zip(regions).collect();
    MergedText::new(versions, lines, merged_parts)
}

/// Resolves conflicts in `parts` with the rules of `reach`. Keeps all conflicts if the result may contain a displaced
/// line twice.
fn apply_rules(
    parts: &mut [Comparison],
    lines: &VersionLines<'_>,
    reach: MergeReach,
    path: Option<&Path>,
) {
    let ours: Vec<LineEdit> = parts.iter().flat_map(|part| part.ours.clone()).collect();
    let theirs: Vec<LineEdit> = parts.iter().flat_map(|part| part.theirs.clone()).collect();
    let edits = lines.edits(&ours, &theirs);
    let context = MergeContext::new(lines, path, &edits);
    for part in &mut *parts {
        settle_conflicts(part, &context, reach);
    }
    let regions = parts.iter().flat_map(|part| &part.regions);
    if parts.iter().all(Comparison::is_clean) && doubts::are_doubled(&edits, regions) {
        parts.iter_mut().for_each(Comparison::unsettle);
    }
}

fn settle_conflicts(part: &mut Comparison, context: &MergeContext<'_>, reach: MergeReach) {
    let mut regions = Vec::with_capacity(part.regions.len());
    for mut region in std::mem::take(&mut part.regions) {
        if region.conflict().is_none() {
            regions.push(region);
            continue;
        }
        let conflict = context.conflict(&region, &part.ours, &part.theirs);
        let settled = if reach == MergeReach::Touching && conflict.is_ambiguous() {
            Err(None)
        } else {
            rules::settle(&conflict, reach.rules())
        };
        match settled {
            Ok(settled) => regions.extend(settled),
            Err(cause) => {
                if let Some(cause) = cause {
                    region.outcome = RegionOutcome::Conflict(cause);
                }
                regions.push(region);
            }
        }
    }
    part.regions = regions;
}

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
