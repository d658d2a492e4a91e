//! The evidence for a candidate: how much of the hunk is there, and what holds each edit in its place.

use super::align::MIXED_GAIN;
use super::alignment::{Alignment, ChangePlace, Form, Grade, Pair};
use super::script::{EDGE, Lean, Script, Stage};
use crate::resolve::place::evidence::line::COMMON;

/// The lines beside an edit, on one side of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Side {
    /// The hunk's next line there, touching the edit, with what it says.
    Tight(f32),
    /// The hunk's next line is there, but this many lines come between.
    Apart(usize),
    /// The hunk's next line is missing; later ones say this much.
    Lost(f32),
    /// The hunk has no line on that side.
    None,
}

impl Side {
    /// Whether the hunk's next line touches the edit.
    pub fn is_tight(self) -> bool {
        matches!(self, Self::Tight(_))
    }
}

/// The evidence that holds one edit in its place.
#[derive(Clone, Copy, Debug)]
pub struct Hold {
    /// The change.
    pub place: ChangePlace,
    /// The evidence of its own lines in the text.
    pub own: f32,
    /// Whether they are blank, and there are some.
    pub is_blank: bool,
    /// Before it.
    pub left: Side,
    /// After it.
    pub right: Side,
    /// Whether the lines from the nearest telling one before it to the nearest one after it follow each
    /// other without a stranger.
    pub is_closed: bool,
    /// On which side the hunk lacks lines, and how many.
    pub lean: Option<(Lean, usize)>,
    /// The evidence of its lines that must be gone when it is there in its new form.
    pub gone: f32,
    /// The evidence of all matched context before it.
    pub left_weight: f32,
    /// The evidence of all matched context after it.
    pub right_weight: f32,
}

/// The evidence for a candidate.
#[derive(Clone, Debug)]
pub struct Support {
    /// The weights of all lines that should be there.
    pub total: f32,
    /// Weight of the context lines that should be there.
    pub context_total: f32,
    /// Weight of those that are.
    pub context_found: f32,
    /// Weight of the context that is there as it is, and of the edges of the text.
    pub found_as_is: f32,
    /// Weight of the removed lines that are there.
    pub removed_found: f32,
    /// One for each change.
    pub holds: Vec<Hold>,
    /// Context lines that are missing, or not byte for byte the text's.
    pub context_changed: usize,
    /// Whether every line is there, one behind the other, at worst with other blanks.
    pub is_mechanical: bool,
    /// Lowest similarity of a removed line, if any is only similar.
    pub removed_similarity: Option<f32>,
}

impl Support {
    /// Collects what speaks for `alignment` of `script`.
    pub fn of(script: &Script, alignment: &Alignment) -> Self {
        let context = |stage: &Stage| match stage {
            Stage::Context(row) => Some(*row),
            _ => None,
        };
        let rows: Vec<usize> = script.stages.iter().filter_map(context).collect();
        let weight = |rows: &[usize]| rows.iter().map(|&row| script.rows[row].weight).sum::<f32>();
        let found: Vec<usize> = rows
            .iter()
            .copied()
            .filter(|&row| alignment.pairs[row].is_some())
            .collect();
        let holds: Vec<Hold> = alignment
            .places
            .iter()
            .map(|place| hold(script, alignment, *place))
            .collect();
        let edges = alignment.edges.len();
        let is_exact = |row: &usize| {
            matches!(
                alignment.pairs[*row],
                Some(Pair {
                    grade: Grade::Exact,
                    ..
                })
            )
        };
        let is_as_is = |row: &usize| {
            alignment.pairs[*row].is_some_and(|pair| !matches!(pair.grade, Grade::Similar(_)))
        };
        let as_is: Vec<usize> = rows.iter().copied().filter(is_as_is).collect();
        let old = holds.iter().filter(|hold| hold.place.form == Form::Old);
        let is_mixed = old.clone().count() > 0;
        // What the alignment could gain, so that it can be measured by it.
        let changes = holds.iter().map(|hold| match hold.place.form {
            Form::New if is_mixed => hold.own.min(MIXED_GAIN),
            _ => hold.own,
        });
        Self {
            removed_found: old.map(|hold| hold.own).sum(),
            total: weight(&rows) + edges as f32 * EDGE + changes.sum::<f32>(),
            context_total: weight(&rows),
            context_found: weight(&found),
            found_as_is: weight(&as_is) + alignment.edges.len() as f32 * EDGE,
            holds,
            context_changed: rows.len() - rows.iter().filter(|row| is_exact(row)).count(),
            is_mechanical: is_mechanical(script, alignment),
            removed_similarity: removed_similarity(script, alignment),
        }
    }
}

/// The rows of the form in which the change at `place` was matched.
pub fn matched_rows(script: &Script, place: &ChangePlace) -> std::ops::Range<usize> {
    match (&script.stages[place.stage], place.form) {
        (Stage::Change { removed, .. }, Form::Old) => removed.clone(),
        (Stage::Change { added, .. }, Form::New) => added.clone(),
        _ => 0..0,
    }
}

fn hold(script: &Script, alignment: &Alignment, place: ChangePlace) -> Hold {
    let (before, after) = script.stages.split_at(place.stage);
    let after = &after[1..];
    let left_weight = found_weight(script, alignment, before);
    let right_weight = found_weight(script, alignment, after);
    let left = before.iter().enumerate().rev();
    let right = after
        .iter()
        .enumerate()
        .map(|(number, stage)| (place.stage + 1 + number, stage));
    // Lines between a matched line (or edge) and the edit.
    let above = |line: usize| place.at.checked_sub(line + 1);
    let below = |line: usize| line.checked_sub(place.end);
    let gap = |line: usize| Some(place.at.abs_diff(line).min(place.end.abs_diff(line)));
    let found = |(number, stage): (usize, &Stage), gap_of: &dyn Fn(usize) -> Option<usize>| {
        let (weight, tells, gap) = match stage {
            Stage::Context(row) => {
                // A change that is there already is not to be told by lines that are only similar.
                let counts = |pair: &Pair| {
                    place.form == Form::Old || !matches!(pair.grade, Grade::Similar(_))
                };
                let line = alignment.pairs[*row].filter(counts).map(|pair| pair.line);
                let weight = script.rows[*row].weight;
                (weight, weight > COMMON, line.and_then(gap_of))
            }
            Stage::Start | Stage::End => (EDGE, false, alignment.edge(number).and_then(gap)),
            Stage::Change { .. } => return None,
        };
        Some(Neighbour { weight, tells, gap })
    };
    let is_closed = closes(script, alignment, before.iter().rev(), |number| {
        place.at.checked_sub(number + 1)
    }) && closes(script, alignment, after.iter(), |number| {
        Some(place.end + number)
    });
    let own = matched_rows(script, &place);
    Hold {
        place,
        is_closed,
        lean: script.lean(place.stage),
        gone: removed_weight(script, &place),
        own: script.weight(own.clone()),
        is_blank: !own.is_empty() && script.rows[own].iter().all(|row| row.is_blank),
        left: side(left.map_while(|stage| found(stage, &above)), left_weight),
        right: side(right.map_while(|stage| found(stage, &below)), right_weight),
        left_weight,
        right_weight,
    }
}

/// The evidence of the removed lines on a change that is there in its new form.
fn removed_weight(script: &Script, place: &ChangePlace) -> f32 {
    match (&script.stages[place.stage], place.form) {
        (Stage::Change { removed, .. }, Form::New) => script.weight(removed.clone()),
        _ => 0.0,
    }
}

/// Whether the context `stages`, from the edit outwards, follow each other in the text up to the first one
/// that tells something; `line` gives the line (0-based) where the `n`th must stand.
fn closes<'s>(
    script: &Script,
    alignment: &Alignment,
    stages: impl Iterator<Item = &'s Stage>,
    line: impl Fn(usize) -> Option<usize>,
) -> bool {
    for (number, stage) in stages.enumerate() {
        let Stage::Context(row) = stage else {
            return number > 0;
        };
        let found = alignment.pairs[*row].map(|pair| pair.line);
        if found.is_none() || found != line(number) {
            return false;
        }
        if script.rows[*row].weight > COMMON {
            return true;
        }
    }
    true
}

/// A context line or edge beside an edit.
struct Neighbour {
    weight: f32,
    /// Whether it says something: not an edge, nor a line that stands everywhere.
    tells: bool,
    /// Lines between it and the edit; `None` when it is missing.
    gap: Option<usize>,
}

/// The lines on one side of an edit, its `neighbours` there from the nearest on.
fn side(neighbours: impl Iterator<Item = Neighbour>, rest: f32) -> Side {
    let mut is_first = true;
    for Neighbour { weight, tells, gap } in neighbours {
        match gap {
            Some(0) => return Side::Tight(weight),
            Some(gap) => return Side::Apart(gap),
            // A telling line was replaced: what stands there instead is no stranger.
            None if tells => return Side::Lost(rest),
            None => is_first = false,
        }
    }
    if is_first {
        Side::None
    } else {
        Side::Apart(usize::MAX)
    }
}

/// The evidence of the matched context and edges among `stages`.
fn found_weight(script: &Script, alignment: &Alignment, stages: &[Stage]) -> f32 {
    let of = |stage: &Stage| match stage {
        Stage::Context(row) if alignment.pairs[*row].is_some() => script.rows[*row].weight,
        _ => 0.0,
    };
    stages.iter().map(of).sum()
}

/// Whether all lines of the side that was matched follow each other without a stranger.
fn is_mechanical(script: &Script, alignment: &Alignment) -> bool {
    let mut places = alignment.places.iter();
    let mut next = None;
    for stage in &script.stages {
        let rows = match stage {
            Stage::Context(row) => *row..row + 1,
            Stage::Start | Stage::End => continue,
            Stage::Change { .. } => match places.next() {
                Some(place) => matched_rows(script, place),
                None => return false,
            },
        };
        for row in rows {
            let Some(pair) = alignment.pairs[row] else {
                return false;
            };
            let follows = next.is_none_or(|next| next == pair.line);
            if !follows || matches!(pair.grade, Grade::Similar(_)) {
                return false;
            }
            next = Some(pair.line + 1);
        }
    }
    true
}

fn removed_similarity(script: &Script, alignment: &Alignment) -> Option<f32> {
    let rows = alignment
        .places
        .iter()
        .flat_map(|place| matched_rows(script, place));
    rows.filter_map(|row| match alignment.pairs[row]?.grade {
        Grade::Similar(similarity) => Some(similarity),
        _ => None,
    })
    .reduce(f32::min)
}
