//! The evidence for a candidate: how much of the hunk is in the text, and which lines hold each edit in place.

use super::alignment::{Alignment, ChangePlace, Form, Grade};
use super::script::{MissingContext, Script, Stage};
use crate::resolve::place::weights;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Contact {
    /// The line is present and touches the edit.
    Touching,
    /// The line is present, but this many lines are in between.
    Distant(usize),
    /// A common line, or the end of the text, is missing. So are all such lines beyond it.
    Unknown,
    /// A telling line is missing.
    Missing,
    /// The hunk has no line on that side.
    None,
}

impl Contact {
    pub fn is_touching(self) -> bool {
        self == Self::Touching
    }
}

/// The evidence for the place of one change.
#[derive(Clone, Copy, Debug)]
pub struct ChangeSupport {
    pub place: ChangePlace,
    /// The weight of the lines of the change that are in the text.
    pub weight: f32,
    /// True if these lines are blank, and there is at least one.
    pub is_blank: bool,
    pub before: Contact,
    pub after: Contact,
    /// True if the lines from the nearest telling line before the change to the one after it follow each other.
    pub is_closed: bool,
    /// The side on which the hunk lacks context, and the number of missing lines.
    pub missing_context: Option<(MissingContext, usize)>,
    /// True if a missing context line next to the change equals the removed line at that end. The text then has only
    /// one of the two lines, and the removed one may be gone.
    pub lacks_copy: bool,
    /// The weight of the removed lines, if the change is present in its new form.
    pub removed_weight: f32,
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
    pub changes: Vec<ChangeSupport>,
    /// The number of context lines that are missing, or differ from the text.
    pub context_changed: usize,
    /// True if every line is present, without gaps, and differs at most in whitespace.
    pub is_mechanical: bool,
    /// The lowest similarity of a removed line. `None` if all of them are equal to the text.
    pub removed_similarity: Option<f32>,
}

impl Support {
    pub fn new(script: &Script, alignment: &Alignment) -> Self {
        let aligned = AlignedScript { script, alignment };
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
        let changes: Vec<ChangeSupport> = alignment
            .places
            .iter()
            .map(|place| aligned.change_support(*place))
            .collect();
        // The highest possible score of the changes, to measure the actual score.
        let (mut max_gain, mut removed_found) = (0.0, 0.0);
        for change in &changes {
            max_gain += change.weight;
            if change.place.form == Form::Old {
                removed_found += change.weight;
            }
        }
        Self {
            total: context_total + alignment.end_score() + max_gain,
            context_total,
            context_found,
            removed_found,
            changes,
            context_changed,
            is_mechanical: aligned.is_mechanical(),
            removed_similarity: aligned.removed_similarity(),
        }
    }

    /// `score` as a fraction of the highest possible score.
    pub fn share(&self, score: f32) -> f64 {
        f64::from(score) / f64::from(self.total).max(0.01)
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

/// The weight of the removed lines of a change that is present in its new form.
fn removed_weight(script: &Script, place: &ChangePlace) -> f32 {
    match (&script.stages[place.stage], place.form) {
        (Stage::Change { removed, .. }, Form::New) => script.weight(removed.clone()),
        _ => 0.0,
    }
}

/// The rows of the context at the beginning of `stages`.
fn leading_context<'s>(stages: impl Iterator<Item = &'s Stage>) -> Vec<usize> {
    let rows = stages.map_while(|stage| match stage {
        Stage::Context(row) => Some(*row),
        _ => None,
    });
    rows.collect()
}

/// A hunk and the lines of the text that match.
struct AlignedScript<'a> {
    script: &'a Script,
    alignment: &'a Alignment,
}

impl AlignedScript<'_> {
    fn change_support(&self, place: ChangePlace) -> ChangeSupport {
        let matched = matched_rows(self.script, &place);
        ChangeSupport {
            place,
            is_closed: self.is_closed(&place),
            missing_context: self.script.missing_context(place.stage),
            removed_weight: removed_weight(self.script, &place),
            lacks_copy: place.form == Form::Old
                && (self.lacks_copy(matched.clone().next(), (0..place.stage).rev())
                    || self.lacks_copy(matched.clone().last(), place.stage + 1..)),
            weight: self.script.weight(matched.clone()),
            is_blank: !matched.is_empty()
                && self.script.rows[matched].iter().all(|row| row.is_blank),
            before: self.contact(&place, (0..place.stage).rev()),
            after: self.contact(&place, place.stage + 1..self.script.stages.len()),
        }
    }

    /// True if the context `stages`, nearest first, have a missing line that equals `row` before any line of the text.
    fn lacks_copy(&self, row: Option<usize>, stages: impl Iterator<Item = usize>) -> bool {
        let Some(row) = row else {
            return false;
        };
        let rows = &self.script.rows;
        for number in stages {
            let Some(Stage::Context(context)) = self.script.stages.get(number) else {
                return false;
            };
            if self.alignment.pairs[*context].is_some() {
                return false;
            }
            if rows[*context].loose == rows[row].loose {
                return true;
            }
        }
        false
    }

    /// True if the lines of the text next to the change at `place`, up to a telling line on each side, are the context
    /// of the hunk. False if another change, or the end of the text, is directly next to the change.
    fn is_closed(&self, place: &ChangePlace) -> bool {
        let (before, after) = self.script.stages.split_at(place.stage);
        let after = &after[1..];
        let above = leading_context(before.iter().rev());
        let below = leading_context(after.iter());
        if above.is_empty() && !before.is_empty() || below.is_empty() && !after.is_empty() {
            return false;
        }
        self.are_matched(&above, (0..place.at).rev()) && self.are_matched(&below, place.end..)
    }

    /// True if `rows` match `lines` of the text one by one, up to the first telling row.
    fn are_matched(&self, rows: &[usize], mut lines: impl Iterator<Item = usize>) -> bool {
        for &row in rows {
            let (Some(pair), Some(line)) = (self.alignment.pairs[row], lines.next()) else {
                return false;
            };
            if pair.line != line {
                return false;
            }
            if self.is_telling(row) {
                return true;
            }
        }
        true
    }

    fn is_telling(&self, row: usize) -> bool {
        self.script.rows[row].weight > weights::COMMON_LINE
    }

    /// The contact of the change at `place` with the `stages` on one side of it, nearest first.
    fn contact(&self, place: &ChangePlace, stages: impl Iterator<Item = usize>) -> Contact {
        let mut contact = Contact::None;
        for number in stages {
            match self.contact_with(place, number) {
                None => break,
                Some(Contact::Unknown) => contact = Contact::Unknown,
                Some(known) => return known,
            }
        }
        contact
    }

    /// The contact of the change at `place` with stage `number` alone. `None` if the stage is another change.
    fn contact_with(&self, place: &ChangePlace, number: usize) -> Option<Contact> {
        let (gap, is_telling) = match &self.script.stages[number] {
            Stage::Context(row) => (self.gap_to_row(place, number, *row), self.is_telling(*row)),
            Stage::End => (self.alignment.text_end.map(|end| end - place.end), false),
            Stage::Change { .. } => return None,
        };
        Some(match gap {
            Some(0) => Contact::Touching,
            Some(gap) => Contact::Distant(gap),
            // A telling line was replaced, so the lines in its place are not unknown.
            None if is_telling => Contact::Missing,
            None => Contact::Unknown,
        })
    }

    /// The number of lines between the change at `place` and the match of the context `row`, which is stage `number`.
    fn gap_to_row(&self, place: &ChangePlace, number: usize, row: usize) -> Option<usize> {
        let pair = self.alignment.pairs[row]?;
        // Lines that are only similar are no evidence that a change is already applied.
        if place.form == Form::New && matches!(pair.grade, Grade::Similar(_)) {
            return None;
        }
        if number < place.stage {
            place.at.checked_sub(pair.line + 1)
        } else {
            pair.line.checked_sub(place.end)
        }
    }

    /// True if all lines of the matched side follow each other, without unknown lines in between.
    fn is_mechanical(&self) -> bool {
        let mut places = self.alignment.places.iter();
        let mut next = None;
        for stage in &self.script.stages {
            let rows = match stage {
                Stage::Context(row) => *row..row + 1,
                Stage::End => continue,
                Stage::Change { .. } => match places.next() {
                    Some(place) => matched_rows(self.script, place),
                    None => return false,
                },
            };
            for row in rows {
                let Some(pair) = self.alignment.pairs[row] else {
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

    fn removed_similarity(&self) -> Option<f32> {
        let places = self.alignment.places.iter();
        let rows = places.flat_map(|place| matched_rows(self.script, place));
        rows.filter_map(|row| match self.alignment.pairs[row]?.grade {
            Grade::Similar(similarity) => Some(similarity),
            _ => None,
        })
        .reduce(f32::min)
    }
}
