//! Decides if a candidate has enough evidence, and reports what is missing.
//!
//! A candidate must be well supported and clearly better than every other reading. Distinctive lines must hold each
//! of its edits in place.

use crate::refusal::MissingEvidence;

use super::alignment::Form;
use super::script::MissingContext;
use super::support::Contact::{self, Distant, Touching, Unknown};
use super::support::{ChangeSupport, Support};
use crate::resolve::place::weights;

/// The missing evidence for a candidate; `None` to accept it. `score` and `margin` (the lead over the next best
/// reading) are fractions of the weight of the hunk.
pub fn missing_evidence(support: &Support, score: f64, margin: f64) -> Option<MissingEvidence> {
    if margin < weights::LEAST_MARGIN {
        return Some(MissingEvidence::Margin);
    }
    if score < weights::LEAST_SCORE {
        return Some(MissingEvidence::Support);
    }
    missing_for_changes(support).or_else(|| support.changes.iter().find_map(missing_for_blank_line))
}

/// Rejects the removal of a blank line next to unknown lines, because another blank line may be the intended one.
fn missing_for_blank_line(change: &ChangeSupport) -> Option<MissingEvidence> {
    if change.place.form == Form::New || !change.is_blank {
        return None;
    }
    match (change.before, change.after) {
        (Distant(_) | Unknown, _) | (_, Distant(_) | Unknown) => Some(MissingEvidence::Room),
        _ => None,
    }
}

/// The missing evidence for the places of a candidate, regardless of its rivals.
pub fn missing_for_changes(support: &Support) -> Option<MissingEvidence> {
    let mut changes = support.changes.iter();
    let is_mixed = changes.any(|change| change.place.form == Form::Old);
    support
        .changes
        .iter()
        .find_map(|change| match change.place.form {
            Form::Old => missing_for_old(change),
            Form::New => missing_for_new(change, support, is_mixed),
        })
}

/// Checks a change that is already applied. No unknown lines may be next to the change. Removed lines leave no trace,
/// so telling lines must close the gap from both sides.
fn missing_for_new(
    change: &ChangeSupport,
    support: &Support,
    is_mixed: bool,
) -> Option<MissingEvidence> {
    let sides = [change.before, change.after];
    if change.weight > 0.0 {
        let mut sides = sides.iter();
        if sides.all(|side| side.is_touching() || *side == Contact::None) {
            return None;
        }
        return Some(MissingEvidence::Support);
    }
    // Next to changes that are not applied, most lines that the hunk removes must still be present. Otherwise another
    // change removed the missing lines.
    let has_enough = if is_mixed {
        support.removed_found >= weights::PRESENT_OVER_MISSING * change.removed_weight
    } else {
        support.context_found >= weights::LEAST_CONTEXT_IF_APPLIED * support.context_total
    };
    // A gap left by removed lines has two sides. With only one side, the lines may still be there.
    if sides.iter().all(|side| side.is_touching()) && change.is_closed && has_enough {
        return None;
    }
    Some(MissingEvidence::Support)
}

/// Checks a change that is not applied.
fn missing_for_old(change: &ChangeSupport) -> Option<MissingEvidence> {
    let missing = change.missing_context;
    match (change.before, change.after) {
        _ if change.lacks_copy => Some(MissingEvidence::Neighbours),
        (Touching, Touching) => None,
        _ if change.weight > 0.0 => None,
        (Touching, Distant(gap)) if missing == Some((MissingContext::After, gap)) => None,
        (Distant(gap), Touching) if missing == Some((MissingContext::Before, gap)) => None,
        (Touching, Distant(_) | Unknown) | (Distant(_) | Unknown, Touching) => {
            Some(MissingEvidence::Room)
        }
        (Touching, _) | (_, Touching) => None,
        _ => Some(MissingEvidence::Neighbours),
    }
}
