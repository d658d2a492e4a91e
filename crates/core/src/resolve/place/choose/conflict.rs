//! Detects that the text has changed lines that a hunk removes, or that a context line of a hunk has lost its `+`.

use crate::refusal::{HunkWhy, Likeness};
use crate::snapshot::Snapshot;

use super::hunk_places::UncertainHunk;
use crate::resolve::place::candidates::accept;
use crate::resolve::place::candidates::alignment::{Grade, Removed};
use crate::resolve::place::candidates::script::Stage;
use crate::resolve::place::candidates::support::{Contact, Support, matched_rows};
use crate::resolve::place::report::failure;

impl UncertainHunk<'_> {
    /// The conflict at the first line that the hunk removes and the text has changed, if the evidence for its place
    /// is sufficient. States the likeness of the lines if the mode accepts similar lines.
    pub fn conflict(&self, now: &Snapshot) -> Option<HunkWhy> {
        let changed = self.changed.as_ref()?;
        let support = Support::new(&self.script, &changed.alignment);
        let score = support.share(changed.alignment.score);
        if accept::missing_evidence(&support, score, 1.0).is_some() {
            return None;
        }
        for change in &support.changes {
            // If no neighboring context touches this line, a different line merely looks similar.
            let sides = [change.before, change.after];
            if !sides.iter().any(|side| side.is_touching()) && sides != [Contact::None; 2] {
                continue;
            }
            for row in matched_rows(&self.script, &change.place) {
                let Some(pair) = changed.alignment.pairs[row] else {
                    continue;
                };
                let Grade::Similar(found) = pair.grade else {
                    continue;
                };
                let likeness = match self.removed {
                    Removed::Similar(least) if found >= least => continue,
                    Removed::Similar(least) => Some(Likeness {
                        found: f64::from(found),
                        least: f64::from(least),
                    }),
                    Removed::Loose => None,
                };
                let expected = &self.pattern.hunk().lines[self.script.rows[row].line].text;
                return Some(failure::conflict(expected, now, pair.line, likeness));
            }
        }
        None
    }

    /// The first context line (0-based, in the hunk) next to a change that `candidate` lacks and that probably
    /// lost its `+`. The hunk must make the text shorter than its header says, or have no line counts and no added
    /// lines.
    pub fn lost_sign(&self, candidate: usize) -> Option<usize> {
        let (pattern, hunk) = (self.pattern, self.pattern.hunk());
        let is_miscounted = match (hunk.old, hunk.new) {
            // Each lost `+` makes the old side one line longer. Lines that are cut off or miscounted on both sides do
            // not change the difference.
            (Some(old), Some(new)) => {
                pattern.new_lines() + old.count < pattern.old_lines() + new.count
            }
            _ => pattern.is_removal(),
        };
        if !is_miscounted {
            return None;
        }
        let pairs = &self.candidates[candidate].alignment.pairs;
        let stages = &self.script.stages;
        for (at, stage) in stages.iter().enumerate() {
            let is_next_to_change =
                at > 0 && is_change(stages.get(at - 1)) || is_change(stages.get(at + 1));
            if let Stage::Context(row) = stage
                && pairs[*row].is_none()
                && is_next_to_change
            {
                return Some(self.script.rows[*row].line);
            }
        }
        None
    }
}

fn is_change(stage: Option<&Stage>) -> bool {
    matches!(stage, Some(Stage::Change { .. }))
}
