//! The rules that resolve conflicts: a table, and the function that tries them in order.

mod adjacent;
mod alike;
mod attachment;
mod insertions;
mod other_words;
mod sorted;

use bytes::Bytes;

use crate::conflict::Conflict;
use crate::doubts;
use crate::marker::write_lines;
use crate::pieces::{Piece, pieces};
use crate::region::{ConflictCause, MergeRegion, MergeRule, RegionOutcome};
use incise_text::text::LineEnding;

/// A row of the table.
pub struct Rule {
    /// The name of the rule in reports.
    pub name: MergeRule,
    /// The conflicts that the rule resolves.
    pub settles: &'static str,
    /// The evidence that the rule requires.
    pub needs: &'static str,
    cut: Cut,
    settle: fn(&Conflict<'_, '_>, &Piece) -> Option<Bytes>,
}

/// The division of a conflict into pieces before a rule is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    /// The conflict as a whole.
    Whole,
    /// The changes in the conflict. Overlapping changes of both sides are joined.
    Changes,
    /// The changes in the conflict, divided into edited, inserted and removed lines.
    Lines,
}

/// All rules, in the order in which they are tried. Consecutive rules with the same cut are applied together. They
/// resolve a conflict if they resolve every piece of it.
pub const RULES: &[Rule] = &[
    Rule {
        name: MergeRule::Alike,
        settles: "both sides made the same change, and one side added lines next to it",
        needs: "all lines that one side changed are also in the other side's change",
        cut: Cut::Whole,
        settle: alike::settle,
    },
    Rule {
        name: MergeRule::Sorted,
        settles: "both sides replaced lines of a sorted list",
        needs: "two sorted lines of the list next to the conflict, and no line with two replacements",
        cut: Cut::Whole,
        settle: sorted::settle_replacements,
    },
    Rule {
        name: MergeRule::Adjacent,
        settles: "the sides changed neighboring lines",
        needs: "no line is changed by both sides, and none is inserted",
        cut: Cut::Changes,
        settle: adjacent::settle,
    },
    Rule {
        name: MergeRule::Beside,
        settles: "one side inserted lines next to lines that the other side changed",
        needs: "no line is changed by both sides, and no inserted line belongs to removed lines",
        cut: Cut::Changes,
        settle: adjacent::settle_beside,
    },
    Rule {
        name: MergeRule::Sorted,
        settles: "both sides inserted lines into a sorted list",
        needs: "two sorted lines of the list next to the place, and no two entries of one name",
        cut: Cut::Changes,
        settle: sorted::settle_insertions,
    },
    Rule {
        name: MergeRule::Insertions,
        settles: "both sides inserted lines at the same place",
        needs: "an order in which no line changes its meaning, and no two entries of one name",
        cut: Cut::Changes,
        settle: insertions::settle,
    },
    Rule {
        name: MergeRule::Words,
        settles: "the sides changed different words of the same lines",
        needs: "as many lines as before, and no moved word",
        cut: Cut::Changes,
        settle: other_words::settle,
    },
    Rule {
        name: MergeRule::Adjacent,
        settles: "one side edited lines one by one, and the other side inserted or removed lines between them",
        needs: "each edited line keeps most of its words",
        cut: Cut::Lines,
        settle: adjacent::settle,
    },
    Rule {
        name: MergeRule::Beside,
        settles: "the same, if one side also inserted lines away from its edits",
        needs: "each edited line keeps most of its words",
        cut: Cut::Lines,
        settle: adjacent::settle_beside,
    },
];

/// The rules that a merge may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RuleSet {
    /// No rule. As in git, a merge is clean if one line comparison finds no conflict.
    None,
    /// Rules whose results people have committed unchanged.
    Proved,
    /// All rules.
    #[default]
    All,
    /// All rules except one.
    #[cfg(test)]
    Without(MergeRule),
}

impl RuleSet {
    /// True if `rule` is in the set.
    pub fn has(self, rule: MergeRule) -> bool {
        match self {
            Self::None => false,
            Self::Proved => matches!(rule, MergeRule::Adjacent | MergeRule::Sorted),
            Self::All => true,
            #[cfg(test)]
            Self::Without(other) => rule != other,
        }
    }
}

/// Resolves the whole `conflict` with the rules in `set`.
///
/// # Errors
/// The cause of a doubt that rejected the result of a rule. If no rule had a result, the cause of the first doubt
/// that applies, or `None`.
pub fn settle(
    conflict: &Conflict<'_, '_>,
    set: RuleSet,
) -> Result<Vec<MergeRegion>, Option<ConflictCause>> {
    if alike::have_different_endings(conflict) || conflict.may_cross() {
        return Err(None);
    }
    let mut cause = None;
    for rules in RULES.chunk_by(|rule, next| rule.cut == next.cut) {
        let pieces = cut_into_pieces(conflict, rules[0].cut);
        let Some(regions) = settle_pieces(conflict, &pieces, rules, set) else {
            continue;
        };
        let Some(doubt) = doubts::first(conflict, &regions) else {
            return Ok(regions);
        };
        cause = cause.or(Some(doubt));
    }
    if cause.is_some() {
        return Err(cause);
    }
    let regions = unsettled(&cut_into_pieces(conflict, Cut::Changes));
    Err(doubts::first(conflict, &regions))
}

fn cut_into_pieces(conflict: &Conflict<'_, '_>, cut: Cut) -> Vec<Piece> {
    match cut {
        Cut::Whole => vec![Piece::whole(conflict.region)],
        Cut::Changes => pieces(conflict.region, conflict.ours.edits, conflict.theirs.edits),
        Cut::Lines => adjacent::line_pieces(conflict),
    }
}

/// Resolves each of the `pieces` of `conflict` with the first of `rules` that succeeds.
fn settle_pieces(
    conflict: &Conflict<'_, '_>,
    pieces: &[Piece],
    rules: &[Rule],
    set: RuleSet,
) -> Option<Vec<MergeRegion>> {
    for pair in pieces.windows(2) {
        if adjacent::is_orphaned(conflict.lines(), &pair[0], &pair[1]) {
            return None;
        }
    }
    let mut regions = unsettled(pieces);
    for (piece, region) in pieces.iter().zip(&mut regions) {
        region.outcome = settle_piece(conflict, piece, rules, set)?;
    }
    if regions.iter().any(|region| region.rule().is_some()) {
        return Some(regions);
    }
    // All changes are equal or ours alone, and the changes of our side touch them.
    let rule = adjacent::rule(conflict);
    if rules[0].cut == Cut::Whole || !set.has(rule) {
        return None;
    }
    for region in &mut regions {
        if region.outcome == RegionOutcome::Ours {
            let ours = conflict.lines().ours.bytes(region.ours.clone());
            region.outcome = RegionOutcome::Settled(ours, rule);
        }
    }
    Some(regions)
}

fn settle_piece(
    conflict: &Conflict<'_, '_>,
    piece: &Piece,
    rules: &[Rule],
    set: RuleSet,
) -> Option<RegionOutcome> {
    let lines = conflict.lines();
    if !piece.is_theirs {
        return Some(RegionOutcome::Ours);
    }
    if piece.is_ours && lines.sides_are_equal(&piece.ours, &piece.theirs) {
        return Some(RegionOutcome::Same);
    }
    for rule in rules {
        if set.has(rule.name)
            && let Some(text) = (rule.settle)(conflict, piece)
        {
            return Some(RegionOutcome::Settled(text, rule.name));
        }
    }
    None
}

/// The regions of `pieces`, all of them conflicts.
fn unsettled(pieces: &[Piece]) -> Vec<MergeRegion> {
    let mut regions = Vec::with_capacity(pieces.len());
    for piece in pieces {
        regions.push(MergeRegion {
            base: piece.base.clone(),
            ours: piece.ours.clone(),
            theirs: piece.theirs.clone(),
            outcome: RegionOutcome::Conflict(ConflictCause::Changed),
        });
    }
    regions
}

/// Concatenates `lines`, adding missing line endings between them.
fn joined(lines: &[&[u8]]) -> Bytes {
    let mut text = Vec::new();
    write_lines(&mut text, lines, LineEnding::Lf);
    text.into()
}
