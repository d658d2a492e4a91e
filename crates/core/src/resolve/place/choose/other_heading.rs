//! Detects candidates below a different heading from the one that the hunk shows or names.

use super::hunk_places::UncertainHunk;
use crate::resolve::place::candidates::alignment::Form;
use crate::resolve::place::candidates::script::Stage;
use crate::resolve::place::evidence::heading::Lead;
use crate::resolve::place::evidence::scope;
use crate::resolve::place::weights;

impl UncertainHunk<'_> {
    /// True if `candidate` puts the first change below the wrong heading. The right heading is
    /// the one that the hunk shows above the change or names in its header. `score` is the score of the candidate.
    pub fn is_under_other_heading(&self, candidate: usize, score: f64) -> bool {
        let (hunk, index) = (self.pattern.hunk(), self.index);
        let alignment = &self.candidates[candidate].alignment;
        let first = alignment
            .places
            .first()
            .filter(|place| place.form == Form::Old);
        let depth_in_text = |number: usize| {
            let rows = self.script.rows.iter().zip(&alignment.pairs);
            let mut pairs = rows.filter_map(|(row, pair)| pair.filter(|_| row.line == number));
            let pair = pairs.next()?;
            Some(scope::indentation(index.line(pair.line)))
        };
        let (Some(place), Some(lead)) = (first, Lead::with_depths(hunk, depth_in_text)) else {
            return false;
        };
        let at = index.span(place.at, place.at).start();
        if lead.is_below_other_than_shown(index.text(), at) {
            return true;
        }
        if let Some(scope) = hunk.scopes.last()
            && let Some(other) = lead.other_than_header(scope, index.text(), at)
            && (other.is_sure || score < weights::LEAST_SCORE_UNDER_OTHER_HEADING)
        {
            return true;
        }
        for stage in &self.script.stages[place.stage + 1..] {
            if let Stage::Context(row) = stage
                && alignment.pairs[*row].is_none()
            {
                let line = self.script.rows[*row].line;
                let next = hunk.lines.get(line + 1).map(|next| &next.text[..]);
                if lead.is_below(&hunk.lines[line].text, next, index.text(), at) {
                    return true;
                }
            }
        }
        false
    }
}
