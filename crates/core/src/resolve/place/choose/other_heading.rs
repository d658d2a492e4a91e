//! Candidates in another function, or below another heading, than the hunk shows or names.

use super::hunk_places::OpenHunk;
use crate::resolve::place::candidates::alignment::{Alignment, ChangePlace, Form, Grade};
use crate::resolve::place::candidates::script::Stage;
use crate::resolve::place::evidence::definition;
use crate::resolve::place::evidence::heading::Lead;
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::evidence::scope;
use crate::resolve::place::hunk::pattern::Pattern;

/// A hunk with this share of its lines in the text needs no header to tell where it belongs.
const CONVINCING: f64 = 0.85;

/// The definition that a hunk shows above a change.
enum ShownDefinition<'h> {
    /// The text has it above the change too, as far as it was aligned.
    Above,
    /// The text does not have the definition of this name above the change.
    Elsewhere(&'h [u8]),
    /// The hunk shows no definition.
    Missing,
    /// The hunk shows no definition, but the end of the one that its header names.
    Ended,
}

impl OpenHunk {
    /// True if candidate `number`, supported by `score`, puts a change into another function than the one that
    /// `pattern` shows or names in its header. That one may be far above.
    pub fn is_in_other(&self, number: usize, score: f64, pattern: &Pattern, index: &Index) -> bool {
        let candidate = &self.candidates[number].alignment;
        let scope = pattern.hunk().scopes.last();
        let mut header = scope.and_then(|scope| definition::name(scope));
        if score >= CONVINCING {
            header = None;
        }
        for place in &candidate.places {
            if place.form != Form::Old {
                continue;
            }
            let name = match self.shown_definition(candidate, place, pattern, index) {
                ShownDefinition::Above | ShownDefinition::Ended => None,
                ShownDefinition::Elsewhere(name) => Some(name),
                ShownDefinition::Missing => header,
            };
            if let Some(name) = name
                && is_in_other_definition(place.at, name, index)
            {
                return true;
            }
        }
        false
    }

    /// True if candidate `number` puts the first change of `pattern` below another heading than the one that the
    /// hunk shows above it, or that its header names and the text has.
    pub fn is_under_other_heading(&self, number: usize, pattern: &Pattern, index: &Index) -> bool {
        let candidate = &self.candidates[number].alignment;
        let first = candidate
            .places
            .first()
            .filter(|place| place.form == Form::Old);
        let depth_in_text = |number: usize| {
            let rows = self.script.rows.iter().zip(&candidate.pairs);
            let mut pairs = rows.filter_map(|(row, pair)| pair.filter(|_| row.line == number));
            let pair = pairs.next()?;
            Some(scope::indentation(index.line(pair.line)))
        };
        let (Some(place), Some(lead)) = (first, Lead::with_depths(pattern.hunk(), depth_in_text))
        else {
            return false;
        };
        let at = index.span(place.at, place.at).start();
        if lead.other_than_shown(index.text(), at).is_some() {
            return true;
        }
        if let Some(scope) = pattern.hunk().scopes.last()
            && let Some(other) = lead.other_than_header(scope, index.text(), at)
            && other.is_sure()
        {
            return true;
        }
        let lines = &pattern.hunk().lines;
        for stage in &self.script.stages[place.stage + 1..] {
            if let Stage::Context(row) = stage
                && candidate.pairs[*row].is_none()
            {
                let line = self.script.rows[*row].line;
                let next = lines.get(line + 1).map(|next| &next.text[..]);
                if lead.is_below(&lines[line].text, next, index.text(), at) {
                    return true;
                }
            }
        }
        false
    }

    /// Looks for the definition that `pattern` shows above the change at `place`.
    fn shown_definition<'h>(
        &self,
        candidate: &Alignment,
        place: &ChangePlace,
        pattern: &'h Pattern,
        index: &Index,
    ) -> ShownDefinition<'h> {
        let lines = &pattern.hunk().lines;
        let changed = self
            .script
            .changed_rows(place.stage)
            .filter_map(|row| definition::inside(&lines[self.script.rows[row].line].text));
        let Some(inside) = changed.max() else {
            return ShownDefinition::Missing;
        };
        let mut shown = ShownDefinition::Missing;
        for stage in self.script.stages[..place.stage].iter().rev() {
            let rows = match stage {
                Stage::Context(row) => *row..row + 1,
                Stage::Change { removed, added } => removed.start..added.end,
                Stage::Start | Stage::End => continue,
            };
            for row in rows {
                let at = self.script.rows[row].line;
                let line = &lines[at].text;
                let next = lines.get(at + 1).map(|next| &next.text[..]);
                if scope::indentation(line) >= inside {
                    continue;
                }
                let Some(name) = definition::shown(line, next) else {
                    if definition::ends_another(line) {
                        shown = ShownDefinition::Ended;
                    }
                    continue;
                };
                return match (stage, candidate.pairs[row]) {
                    // The hunk changes it, so it is where that change is.
                    (Stage::Change { .. }, _) => ShownDefinition::Above,
                    (_, Some(pair)) if !defines_other(index.line(pair.line), name, pair.grade) => {
                        ShownDefinition::Above
                    }
                    _ => ShownDefinition::Elsewhere(name),
                };
            }
        }
        shown
    }
}

/// True if line `at` of the text (0-based) is inside a definition, and none around it is called `name`.
fn is_in_other_definition(at: usize, name: &[u8], index: &Index) -> bool {
    let mut inside = 0;
    for line in at.saturating_sub(1)..=at {
        if line < index.len()
            && let Some(depth) = definition::inside(index.line(line))
        {
            inside = inside.max(depth);
        }
    }
    let start = index.span(at, at).start();
    let around = definition::around(index.text(), start, inside);
    !around.is_empty() && !around.iter().any(|other| definition::is_same(other, name))
}

/// True if `line` of the text, matched as `grade`, begins another function or class than `name`.
fn defines_other(line: &[u8], name: &[u8], grade: Grade) -> bool {
    matches!(grade, Grade::Similar(_))
        && definition::name(line).is_some_and(|other| !definition::is_same(other, name))
}
