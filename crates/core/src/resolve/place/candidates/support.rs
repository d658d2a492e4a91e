//! The evidence for a candidate: how much of the hunk is in the text, and which lines hold each edit in place.

use super::alignment::{Alignment, ChangePlace, Form, Grade};
use super::script::{Lean, Script, Stage};
use crate::resolve::place::weights;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Contact {
    /// The line is present and touches the edit.
    Tight,
    /// The line is present, but this many lines are in between.
    Apart(usize),
    Lost,
    /// The hunk has no line on that side.
    None,
}

impl Contact {
    pub fn is_tight(self) -> bool {
        self == Self::Tight
    }
}

/// The evidence that holds one edit in place.
#[derive(Clone, Copy, Debug)]
pub struct Hold {
    pub place: ChangePlace,
    /// The weight of the lines of the change that are in the text.
    pub weight: f32,
    /// True if these lines are blank, and there is at least one.
    pub is_blank: bool,
    pub left: Contact,
    pub right: Contact,
    /// True if no unknown lines are between the nearest telling line before the change and the nearest one after it.
    pub is_closed: bool,
    /// The side on which the hunk lacks lines, and their number.
    pub lean: Option<(Lean, usize)>,
    /// The weight of the removed lines, if the change is present in its new form.
    pub gone: f32,
    /// The weight of all matched context before the change.
    pub left_weight: f32,
    /// The weight of all matched context after the change.
    pub right_weight: f32,
}

/// The evidence for a candidate.
#[derive(Clone, Debug)]
pub struct Support {
    /// The highest score that the alignment could have.
    pub total: f32,
    /// The weight of all context lines.
    pub context_total: f32,
    /// The weight of the matched context lines.
    pub context_found: f32,
    /// The weight of the removed lines that are in the text.
    pub removed_found: f32,
    /// The evidence for each change.
    pub holds: Vec<Hold>,
    /// The number of context lines that are missing, or differ from the text.
    pub context_changed: usize,
    /// True if every line is present, without gaps, and differs at most in whitespace.
    pub is_mechanical: bool,
    /// The lowest similarity of a removed line. `None` if all of them are equal to the text.
    pub removed_similarity: Option<f32>,
}

impl Support {
    pub fn new(script: &Script, alignment: &Alignment) -> Self {
        let mut context_changed = 0;
        let (mut context_total, mut context_found) = (0.0, 0.0);
        for stage in &script.stages {
            let Stage::Context(row) = stage else {
                continue;
            };
            let weight = script.rows[*row].weight;
            let grade = alignment.pairs[*row].map(|pair| pair.grade);
            context_total += weight;
            if grade.is_some() {
                context_found += weight;
            }
            if grade != Some(Grade::Exact) {
                context_changed += 1;
            }
        }
        let holds: Vec<Hold> = alignment
            .places
            .iter()
            .map(|place| hold(script, alignment, *place))
            .collect();
        let is_mixed = holds.iter().any(|hold| hold.place.form == Form::Old);
        // The highest possible score, to measure the actual score.
        let (mut changes, mut removed_found) = (0.0, 0.0);
        for hold in &holds {
            match hold.place.form {
                Form::New if is_mixed => changes += hold.weight.min(weights::MIXED_GAIN),
                Form::New => changes += hold.weight,
                Form::Old => {
                    changes += hold.weight;
                    removed_found += hold.weight;
                }
            }
        }
        let edges = alignment.edges.len() as f32 * weights::TEXT_END;
        Self {
            total: context_total + edges + changes,
            context_total,
            context_found,
            removed_found,
            holds,
            context_changed,
            is_mechanical: is_mechanical(script, alignment),
            removed_similarity: removed_similarity(script, alignment),
        }
    }
}

/// The rows of the form in which the text has the change at `place`.
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
    let mut neighbours_before = Vec::new();
    for number in (0..place.stage).rev() {
        let Some(neighbour) = neighbour(script, alignment, &place, number) else {
            break;
        };
        neighbours_before.push(neighbour);
    }
    let mut neighbours_after = Vec::new();
    for number in place.stage + 1..script.stages.len() {
        let Some(neighbour) = neighbour(script, alignment, &place, number) else {
            break;
        };
        neighbours_after.push(neighbour);
    }
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
        weight: script.weight(own.clone()),
        is_blank: !own.is_empty() && script.rows[own].iter().all(|row| row.is_blank),
        left: contact(neighbours_before),
        right: contact(neighbours_after),
        left_weight: found_weight(script, alignment, before),
        right_weight: found_weight(script, alignment, after),
    }
}

/// Stage `number` as a neighbor of the change at `place`. `None` if the stage is another change.
fn neighbour(
    script: &Script,
    alignment: &Alignment,
    place: &ChangePlace,
    number: usize,
) -> Option<Neighbour> {
    match &script.stages[number] {
        Stage::Context(row) => {
            let mut gap = None;
            if let Some(pair) = alignment.pairs[*row]
                // Lines that are only similar are no evidence that a change is already applied.
                && (place.form == Form::Old || !matches!(pair.grade, Grade::Similar(_)))
            {
                gap = if number < place.stage {
                    place.at.checked_sub(pair.line + 1)
                } else {
                    pair.line.checked_sub(place.end)
                };
            }
            Some(Neighbour {
                tells: script.rows[*row].weight > weights::COMMON_LINE,
                gap,
            })
        }
        Stage::End => {
            let edge = alignment.edge(number);
            Some(Neighbour {
                tells: false,
                gap: edge.map(|line| place.at.abs_diff(line).min(place.end.abs_diff(line))),
            })
        }
        Stage::Change { .. } => None,
    }
}

/// The weight of the removed lines of a change that is present in its new form.
fn removed_weight(script: &Script, place: &ChangePlace) -> f32 {
    match (&script.stages[place.stage], place.form) {
        (Stage::Change { removed, .. }, Form::New) => script.weight(removed.clone()),
        _ => 0.0,
    }
}

/// True if the context `stages`, from the edit outwards, follow each other in the text up to the first telling line.
/// `line` returns the 0-based line of the text where the `n`th stage must be.
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
        if script.rows[*row].weight > weights::COMMON_LINE {
            return true;
        }
    }
    true
}

/// A context line or the end of the text, as a neighbor of an edit.
struct Neighbour {
    /// True for a telling line. False for a common line or the end of the text.
    tells: bool,
    /// The number of lines between the neighbor and the edit. `None` if the neighbor is missing.
    gap: Option<usize>,
}

/// The contact on one side of an edit. `neighbours` are the neighbors on that side, nearest first.
fn contact(neighbours: Vec<Neighbour>) -> Contact {
    let mut is_first = true;
    for Neighbour { tells, gap } in neighbours {
        match gap {
            Some(0) => return Contact::Tight,
            Some(gap) => return Contact::Apart(gap),
            // A telling line was replaced, so the lines in its place are not unknown.
            None if tells => return Contact::Lost,
            None => is_first = false,
        }
    }
    if is_first {
        Contact::None
    } else {
        Contact::Apart(usize::MAX)
    }
}

/// The weight of the matched context among `stages`.
fn found_weight(script: &Script, alignment: &Alignment, stages: &[Stage]) -> f32 {
    let mut weight = 0.0;
    for stage in stages {
        if let Stage::Context(row) = stage
            && alignment.pairs[*row].is_some()
        {
            weight += script.rows[*row].weight;
        }
    }
    weight
}

/// True if all lines of the matched side follow each other, without unknown lines in between.
fn is_mechanical(script: &Script, alignment: &Alignment) -> bool {
    let mut places = alignment.places.iter();
    let mut next = None;
    for stage in &script.stages {
        let rows = match stage {
            Stage::Context(row) => *row..row + 1,
            Stage::End => continue,
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
