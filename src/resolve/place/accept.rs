//! Whether the evidence for a candidate is enough.
//!
//! A candidate must be well supported, clearly better than every other reading, and each of its edits must
//! be held in its place by lines that say something.

use crate::refusal::Wanting;

use super::align::Form;
use super::support::{Hold, Side, Support};

/// Least part of the hunk's weight that must be there.
const SCORE: f64 = 0.35;
/// Least distance to the next best reading, as part of the hunk's weight.
const MARGIN: f64 = 0.10;
/// What a lone neighbour of an insertion must say, with the context behind it.
const LONE: f32 = 1.0;

/// Judges a candidate by its support, its score and its lead over the next best reading (both as parts of
/// the hunk's weight).
pub(super) fn wanting(support: &Support, score: f64, margin: f64) -> Option<Wanting> {
    if margin < MARGIN {
        return Some(Wanting::Margin);
    }
    if score < SCORE {
        return Some(Wanting::Support);
    }
    support.holds.iter().find_map(|hold| loose(hold))
}

fn loose(hold: &Hold) -> Option<Wanting> {
    if hold.place.form == Form::New {
        return None;
    }
    match (hold.left, hold.right) {
        (Side::Tight(_), Side::Tight(_)) => None,
        _ if hold.own > 0.0 => None,
        (Side::Tight(_), Side::Apart) | (Side::Apart, Side::Tight(_)) => Some(Wanting::Room),
        (Side::Tight(_), _) if hold.left_weight >= LONE => None,
        (_, Side::Tight(_)) if hold.right_weight >= LONE => None,
        _ => Some(Wanting::Neighbours),
    }
}
