//! Whether a candidate is in another function, or below another heading, than the hunk shows or names.

use super::contest::Open;
use crate::resolve::place::candidates::alignment::{Alignment, ChangePlace, Form, Grade, Pair};
use crate::resolve::place::candidates::script::Stage;
use crate::resolve::place::evidence::definition;
use crate::resolve::place::evidence::heading::{Astray, Lead};
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::evidence::scope;
use crate::resolve::place::hunk::pattern::Pattern;

/// A hunk of which so much is there needs no header to tell where it belongs.
const CONVINCING: f64 = 0.85;

/// The fate of the definition that a hunk shows above a change.
enum Shown<'h> {
    /// It stands in the text above the change, as far as it was aligned.
    There,
    /// This is its name, and it does not.
    Elsewhere(&'h [u8]),
    /// The hunk shows none.
    Nowhere,
    /// The hunk shows none, and that the one before it, which its header names, has ended.
    Ended,
}

impl Open {
    /// Whether candidate `number`, which is supported by `score`, puts a change into another function than the
    /// one that `pattern` shows, or names in its header: that one may be far above.
    pub fn is_in_other(&self, number: usize, score: f64, pattern: &Pattern, index: &Index) -> bool {
        let candidate = &self.candidates[number].alignment;
        let header = pattern
            .hunk()
            .scopes
            .last()
            .and_then(|scope| definition::name(scope))
            .filter(|_| score < CONVINCING);
        let to_do = |place: &&ChangePlace| place.form == Form::Old;
        candidate.places.iter().filter(to_do).any(|place| {
            let shown = match self.shown_in(candidate, place, pattern, index) {
                Shown::There | Shown::Ended => None,
                Shown::Elsewhere(name) => Some(name),
                Shown::Nowhere => header,
            };
            let Some(shown) = shown else {
                return false;
            };
            let at = index.span(place.at, place.at).start();
            let beside = [place.at.checked_sub(1), Some(place.at)];
            let beside = beside
                .into_iter()
                .flatten()
                .filter(|&line| line < index.len());
            let inside = beside
                .filter_map(|line| definition::inside(index.line(line)))
                .max();
            let around = definition::around(index.text(), at, inside.unwrap_or(0));
            !around.is_empty() && !around.iter().any(|name| definition::is_same(name, shown))
        })
    }

    /// Whether candidate `number` puts the first change of `pattern` below another heading than the one that the
    /// hunk shows above it, or that its header names and the text has.
    pub fn is_astray(&self, number: usize, pattern: &Pattern, index: &Index) -> bool {
        let candidate = &self.candidates[number].alignment;
        let first = candidate
            .places
            .first()
            .filter(|place| place.form == Form::Old);
        let depth_there = |number: usize| {
            let rows = self.script.rows.iter().zip(&candidate.pairs);
            let mut pairs = rows.filter_map(|(row, pair)| pair.filter(|_| row.line == number));
            pairs
                .next()
                .map(|pair| scope::indentation(index.line(pair.line)))
        };
        let (Some(place), Some(lead)) = (first, Lead::laid(pattern.hunk(), depth_there)) else {
            return false;
        };
        let at = index.span(place.at, place.at).start();
        let of_header = || {
            let scope = pattern.hunk().scopes.last()?;
            let astray = lead.astray_of_header(scope, index.text(), at);
            astray.filter(Astray::is_sure)
        };
        let shown = lead.astray_of_context(index.text(), at);
        let below = self.script.stages[place.stage + 1..].iter();
        let is_lost = |stage: &Stage| match stage {
            Stage::Context(row) if candidate.pairs[*row].is_none() => {
                let line = self.script.rows[*row].line;
                let next = pattern
                    .hunk()
                    .lines
                    .get(line + 1)
                    .map(|next| &next.text[..]);
                lead.is_below(&pattern.hunk().lines[line].text, next, index.text(), at)
            }
            _ => false,
        };
        shown.or_else(of_header).is_some() || below.into_iter().any(is_lost)
    }

    /// The place of the definition that `pattern` shows above the change at `place`.
    fn shown_in<'h>(
        &self,
        candidate: &Alignment,
        place: &ChangePlace,
        pattern: &'h Pattern,
        index: &Index,
    ) -> Shown<'h> {
        let lines = &pattern.hunk().lines;
        let changed = self
            .script
            .changed_rows(place.stage)
            .filter_map(|row| definition::inside(&lines[self.script.rows[row].line].text));
        let Some(inside) = changed.max() else {
            return Shown::Nowhere;
        };
        let mut shown = Shown::Nowhere;
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
                        shown = Shown::Ended;
                    }
                    continue;
                };
                let is_other = |pair: Pair| defines_other(index.line(pair.line), name, pair.grade);
                return match (stage, candidate.pairs[row]) {
                    // The hunk changes it: it stands where that change does.
                    (Stage::Change { .. }, _) => Shown::There,
                    (_, Some(pair)) if !is_other(pair) => Shown::There,
                    _ => Shown::Elsewhere(name),
                };
            }
        }
        shown
    }
}

/// Whether `line` of the text, matched as `grade`, begins another function or class than `name`.
fn defines_other(line: &[u8], name: &[u8], grade: Grade) -> bool {
    matches!(grade, Grade::Similar(_))
        && definition::name(line).is_some_and(|other| !definition::is_same(other, name))
}
