//! The part of an alignment beyond the head of another block: it says nothing of the place of a change.

use std::ops::Range;

use super::alignment::{Alignment, Grade, Pair};
use super::script::{Script, Stage};
use crate::resolve::place::evidence::heading::{self, Heading, Neighbours};
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::hunk::pattern::Pattern;

/// Takes from `alignment` what the hunk has beyond the head of something, where the text has another such head
/// between that and the changes: it says nothing of their place.
pub fn sever(alignment: &mut Alignment, script: &Script, pattern: &Pattern, index: &Index) {
    let (Some(first), Some(last)) = (
        alignment.places.first().copied(),
        alignment.places.last().copied(),
    ) else {
        return;
    };
    let lines = &pattern.hunk().lines;
    let context = |stages: Range<usize>| -> Vec<usize> {
        let rows = script.stages[stages]
            .iter()
            .filter_map(|stage| match stage {
                Stage::Context(row) => Some(*row),
                _ => None,
            });
        rows.collect()
    };
    let after = context(last.stage + 1..script.stages.len());
    let above: Vec<usize> = context(0..first.stage).into_iter().rev().collect();
    let line_of = |row: usize| {
        let at = script.rows[row].line;
        Neighbours {
            above: at.checked_sub(1).map(|above| &lines[above].text[..]),
            line: &lines[at].text[..],
            below: below(script, row, pattern, index),
        }
    };
    let shown: Vec<usize> = alignment
        .pairs
        .iter()
        .flatten()
        .map(|pair| pair.line)
        .collect();
    let mut lost = Vec::new();
    for (rows, is_below) in [(after, true), (above, false)] {
        let is_beyond = |&row: &usize| {
            let Some(pair) = alignment.pairs[row] else {
                return false;
            };
            let gap = if is_below {
                last.end..pair.line
            } else {
                pair.line + 1..first.at
            };
            // What the hunk itself shows between them is no other.
            let strange = gap
                .filter(|line| !shown.contains(line))
                .map(|line| Neighbours {
                    above: line.checked_sub(1).map(|above| index.line(above)),
                    line: index.line(line),
                    below: (line + 1 < index.len()).then(|| index.line(line + 1)),
                });
            heading::is_passed(line_of(row), strange)
        };
        let beyond = rows.iter().position(is_beyond);
        lost.extend(beyond.map(|at| rows[at..].to_vec()).unwrap_or_default());
    }
    // The head of what the change is in says where the hunk belongs, whatever has come between.
    let is_sure = |row: &usize| {
        let is_similar = |pair: Pair| matches!(pair.grade, Grade::Similar(_));
        alignment.pairs[*row].is_some_and(|pair| !is_similar(pair))
            && is_only_heading(script, *row, pattern, index)
    };
    if (0..script.rows.len()).any(|row| !lost.contains(&row) && is_sure(&row)) {
        return;
    }
    for row in lost {
        if alignment.pairs[row].take().is_some() {
            alignment.score -= script.rows[row].weight;
        }
    }
}

/// Whether row `row` of `pattern` begins something, and stands nowhere else in the text. What does not begin
/// anything may stand nowhere else because its twin has changed.
pub fn is_only_heading(script: &Script, row: usize, pattern: &Pattern, index: &Index) -> bool {
    let lines = &pattern.hunk().lines;
    let at = script.rows[row].line;
    index.postings(script.rows[row].loose).len() == 1
        && Heading::of(&lines[at].text, below(script, row, pattern, index)).is_some()
}

/// The line below row `row` of `pattern`; where the hunk ends with it, the one in the text.
fn below<'a>(
    script: &Script,
    row: usize,
    pattern: &'a Pattern,
    index: &'a Index,
) -> Option<&'a [u8]> {
    let row = &script.rows[row];
    let next = pattern.hunk().lines.get(row.line + 1);
    next.map(|next| &next.text[..])
        .or_else(|| index.below_only(row.loose))
}
