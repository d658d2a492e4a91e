//! Excludes the part of an alignment beyond the heading of another block, because that part is no evidence for the
//! place of a change.

use std::ops::Range;

use super::alignment::{Alignment, Grade};
use super::script::{Script, Stage};
use crate::resolve::place::evidence::heading::{self, Heading, Neighbours};
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::hunk::pattern::Pattern;

/// Removes from `alignment` the context of the hunk from a heading outwards, if the text has another such heading
/// between that context and the changes.
pub fn cut_beyond_headings(
    alignment: &mut Alignment,
    script: &Script,
    pattern: &Pattern,
    index: &Index,
) {
    let (Some(first), Some(last)) = (
        alignment.places.first().copied(),
        alignment.places.last().copied(),
    ) else {
        return;
    };
    let mut matched = Vec::new();
    for pair in alignment.pairs.iter().flatten() {
        matched.push(pair.line);
    }
    let below = context_rows(script, last.stage + 1..script.stages.len());
    let mut above = context_rows(script, 0..first.stage);
    above.reverse();
    let mut excluded = Vec::new();
    for (rows, is_below) in [(below, true), (above, false)] {
        let beyond = rows.iter().position(|&row| {
            let Some(pair) = alignment.pairs[row] else {
                return false;
            };
            let gap = if is_below {
                last.end..pair.line
            } else {
                pair.line + 1..first.at
            };
            // Lines that the hunk shows in between do not count.
            let unknown = gap
                .filter(|line| !matched.contains(line))
                .map(|line| index.neighbours(line));
            heading::is_passed(neighbours(script, row, pattern, index), unknown)
        });
        if let Some(at) = beyond {
            excluded.extend_from_slice(&rows[at..]);
        }
    }
    // The heading of the changed block identifies the place, whatever lines were inserted.
    for (row, pair) in alignment.pairs.iter().enumerate() {
        if let Some(pair) = pair
            && !excluded.contains(&row)
            && !matches!(pair.grade, Grade::Similar(_))
            && is_only_heading(script, row, pattern, index)
        {
            return;
        }
    }
    for row in excluded {
        if alignment.pairs[row].take().is_some() {
            alignment.score -= script.rows[row].weight;
        }
    }
}

fn context_rows(script: &Script, stages: Range<usize>) -> Vec<usize> {
    let mut rows = Vec::new();
    for stage in &script.stages[stages] {
        if let Stage::Context(row) = stage {
            rows.push(*row);
        }
    }
    rows
}

fn neighbours<'a>(
    script: &Script,
    row: usize,
    pattern: &'a Pattern,
    index: &'a Index,
) -> Neighbours<'a> {
    let lines = &pattern.hunk().lines;
    let at = script.rows[row].line;
    Neighbours {
        above: at.checked_sub(1).map(|above| &lines[above].text[..]),
        line: &lines[at].text[..],
        below: below(script, row, pattern, index),
    }
}

/// True if row `row` of `pattern` begins a block and occurs once in the text. Any other line may occur once because
/// its twin has changed.
pub fn is_only_heading(script: &Script, row: usize, pattern: &Pattern, index: &Index) -> bool {
    let lines = &pattern.hunk().lines;
    let at = script.rows[row].line;
    index.postings(script.rows[row].loose).len() == 1
        && Heading::parse(&lines[at].text, below(script, row, pattern, index)).is_some()
}

/// The line below row `row` of `pattern`. At the end of the hunk, the line below it in the text.
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
