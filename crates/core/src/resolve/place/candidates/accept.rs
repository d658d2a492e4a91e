//! Decides if a candidate has enough evidence, and reports what is missing.
//!
//! A candidate must be well supported and clearly better than every other reading. Distinctive lines must hold each
//! of its edits in place.

use crate::refusal::Wanting;

use super::alignment::Form;
use super::script::Lean;
use super::support::{Contact, Hold, Support};
use crate::resolve::place::weights;

/// The missing evidence for a candidate; `None` to accept it. `score` and `margin` (the lead over the next best
/// reading) are fractions of the weight of the hunk.
pub fn wanting(support: &Support, score: f64, margin: f64) -> Option<Wanting> {
    if margin < weights::LEAST_MARGIN {
        return Some(Wanting::Margin);
    }
    if score < weights::LEAST_SCORE {
        return Some(Wanting::Support);
    }
    unheld(support).or_else(|| support.holds.iter().find_map(mistakable))
}

/// Rejects the removal of a blank line next to unknown lines, because another blank line may be the intended one.
fn mistakable(hold: &Hold) -> Option<Wanting> {
    let is_loose =
        matches!(hold.left, Contact::Apart(_)) || matches!(hold.right, Contact::Apart(_));
    if hold.place.form == Form::Old && hold.is_blank && is_loose {
        return Some(Wanting::Room);
    }
    None
}

/// The missing evidence for the places of a candidate, regardless of its rivals.
pub fn unheld(support: &Support) -> Option<Wanting> {
    let is_mixed = support
        .holds
        .iter()
        .any(|hold| hold.place.form == Form::Old);
    support.holds.iter().find_map(|hold| match hold.place.form {
        Form::Old => loose(hold),
        Form::New => unsure(hold, support, is_mixed),
    })
}

/// Checks a change that is already applied. No unknown lines may be next to the change. Removed lines leave no trace,
/// so telling lines must close the gap from both sides.
fn unsure(hold: &Hold, support: &Support, is_mixed: bool) -> Option<Wanting> {
    let sides = [hold.left, hold.right];
    let is_tight = sides.iter().all(|side| side.is_tight());
    if hold.weight > 0.0 {
        let mut sides = sides.iter();
        if sides.all(|side| side.is_tight() || *side == Contact::None) {
            return None;
        }
        return Some(Wanting::Support);
    }
    // Next to changes that are not applied, most lines that the hunk removes must still be present. Otherwise another
    // change removed the missing lines.
    let is_whole = if is_mixed {
        support.removed_found >= weights::OUTWEIGHS * hold.gone
    } else {
        support.context_found >= weights::GONE * support.context_total
    };
    // A gap left by removed lines has two sides. With only one side, the lines may still be there.
    if is_tight && hold.is_closed && is_whole {
        return None;
    }
    Some(Wanting::Support)
}

fn loose(hold: &Hold) -> Option<Wanting> {
    match (hold.left, hold.right) {
        (Contact::Tight, Contact::Tight) => None,
        _ if hold.weight > 0.0 => None,
        (Contact::Tight, Contact::Apart(gap)) if hold.lean == Some((Lean::Left, gap)) => None,
        (Contact::Apart(gap), Contact::Tight) if hold.lean == Some((Lean::Right, gap)) => None,
        (Contact::Tight, Contact::Apart(_)) | (Contact::Apart(_), Contact::Tight) => {
            Some(Wanting::Room)
        }
        (Contact::Tight, _) if hold.left_weight >= weights::LONE => None,
        (_, Contact::Tight) if hold.right_weight >= weights::LONE => None,
        _ => Some(Wanting::Neighbours),
    }
}
