//! Excludes the part of an alignment beyond the heading of another block, because that part is no evidence for the
//! place of a change.

use std::ops::Range;

use super::alignment::{Alignment, Grade};
use super::script::{Script, Stage};
use crate::patch::Hunk;
use crate::resolve::place::evidence::heading::{self, Neighbours};
use crate::resolve::place::evidence::index::Index;

/// Removes from `alignment` the context of the hunk from a heading outwards, if the text has another such heading
/// between that context and the changes.
pub fn cut_beyond_headings(alignment: &mut Alignment, script: &Script, hunk: &Hunk, index: &Index) {
    let (Some(first), Some(last)) = (alignment.places.first(), alignment.places.last()) else {
        return;
    };
    let mut above = context_rows(script, 0..first.stage);
    above.reverse();
    let below = context_rows(script, last.stage + 1..script.stages.len());
    let mut excluded = Vec::new();
    for rows in [below, above] {
        let mut rows_outwards = rows.iter();
        let beyond =
            rows_outwards.position(|&row| is_beyond_heading(row, alignment, script, hunk, index));
        if let Some(at) = beyond {
            excluded.extend_from_slice(&rows[at..]);
        }
    }
    // The heading of the changed block identifies the place, whatever lines were inserted.
    for (row, pair) in alignment.pairs.iter().enumerate() {
        if let Some(pair) = pair
            && !excluded.contains(&row)
            && !matches!(pair.grade, Grade::Similar(_))
            && script.rows[row].is_only_heading
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

/// True if the context `row` is a heading, and unknown lines between it and the changes have another such heading.
fn is_beyond_heading(
    row: usize,
    alignment: &Alignment,
    script: &Script,
    hunk: &Hunk,
    index: &Index,
) -> bool {
    let (Some(first), Some(last), Some(pair)) = (
        alignment.places.first(),
        alignment.places.last(),
        alignment.pairs[row],
    ) else {
        return false;
    };
    let gap = if pair.line < first.at {
        pair.line + 1..first.at
    } else {
        last.end..pair.line
    };
    // Lines that the hunk shows in between do not count.
    let matched = alignment.pairs.iter().flatten().map(|pair| pair.line);
    let unknown = gap.filter(|line| !matched.clone().any(|other| other == *line));
    let heading = neighbours(hunk, script.rows[row].line, index);
    heading::is_passed(heading, unknown.map(|line| index.neighbours(line)))
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

/// Line `number` (0-based) of `hunk` and its neighbors.
fn neighbours<'a>(hunk: &'a Hunk, number: usize, index: &'a Index) -> Neighbours<'a> {
    Neighbours {
        above: number
            .checked_sub(1)
            .map(|above| &hunk.lines[above].text[..]),
        line: &hunk.lines[number].text,
        below: index.below_in_hunk(hunk, number),
    }
}
